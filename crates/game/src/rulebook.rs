//! What a game is called and which rules it can be played by.

use serde_json::{Map, Value};

use crate::options::Preset;
use crate::{Error, Unit};

/// A game with its rules fixed: the value holds the rules.
pub trait Rulebook: Clone + Send + Sync + 'static {
    /// The name in commands, files and specifications.
    const NAME: &'static str;
    /// The name on a page.
    const TITLE: &'static str;
    /// The page of rules a person reads.
    const RULES_PAGE: &'static str;
    /// The named rule sets; the first is the default.
    const PRESETS: &'static [Preset];

    /// The game under a preset with single options changed.
    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Self, Error>;
    /// The canonical text of the rules, as [`crate::options::resolve`] makes it.
    fn rules_text(&self) -> &str;
    /// The rule options with their values.
    fn rules_options(&self) -> Value;

    /// What returns count.
    const UNIT: Unit = Unit::wanted("points", "deal");

    // Provided. The constants are those of a game that is a type of its own; one that stands for many games says its own.

    /// [`Rulebook::NAME`] of this game.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// [`Rulebook::TITLE`] of this game.
    fn title(&self) -> &'static str {
        Self::TITLE
    }

    /// [`Rulebook::UNIT`] of this game.
    fn unit(&self) -> Unit {
        Self::UNIT
    }

    /// This game under another preset or other options.
    fn under(&self, preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Self, Error> {
        Self::with_rules(preset, overrides)
    }

    /// The options that make deals a match: to so many points, or the game's own word for how long one lasts.
    /// Without a number, as long as is usual.
    fn match_options(&self, _target: Option<u32>) -> Map<String, Value> {
        Map::new()
    }
}
