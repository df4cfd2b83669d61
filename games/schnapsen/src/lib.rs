//! Schnapsen, complete.
//!
//! - What: two seats, 20 cards; win tricks and declare marriages until you have 66 points. Cards are drawn from a talon
//!   until it is used up or closed; from then on one must follow.
//!   Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `tournament`; the framework of the VU course is the preset `course` (`rules.rs`).
//! - Moves (`moves.rs`): cards, marriages, `exchange`, `close`, `claim`, and `decline` where a declarer who has 66 is
//!   asked. A false claim is legal and accepted, but only in [`kibitz_game::Play::legal_cards`]: it never does better
//!   than any other move, and points are no secret, so nobody who draws or searches moves should trip over it.
//! - Utility: the game points of the deal, 1 to 3 for the winner, 0 for the loser.
//!
//! `cards` deck · `talon` what is drawn · `moves` · `state` the data · `phases` the course of a deal · `worlds` views and
//! the deals that fit them · `notation`, `position` text · `features` for networks · `hints` for searches and levels · `solve` play with open
//! hands · `bots` rule-based players.

pub mod bots;
pub mod cards;
pub mod features;
mod hints;
pub mod moves;
pub mod notation;
mod phases;
mod position;
pub mod rules;
pub mod solve;
pub mod state;
pub mod talon;
mod walk;
pub mod worlds;

use kibitz_game::options::{self, Preset};
use kibitz_game::{Error, Rulebook, Unit};
use serde_json::{Map, Value};

use crate::rules::Rules;

/// Schnapsen under a set of rules.
#[derive(Clone, Debug)]
pub struct Schnapsen {
    /// The options.
    pub rules: Rules,
    text: String,
}

impl Rulebook for Schnapsen {
    const NAME: &'static str = "schnapsen";
    const TITLE: &'static str = "Schnapsen";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const UNIT: Unit = Unit::wanted("game points", "deal");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Schnapsen, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(Schnapsen { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    /// A Bummerl.
    fn match_options(&self, target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("match_target".into(), target.unwrap_or(7).into())])
    }
}
