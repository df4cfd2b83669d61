//! 6 nimmt!, complete.
//!
//! - What: two to ten seats, each for itself, 104 cards; all lay a card at once, and who must take a row takes its
//!   bulls. Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `official`; the papers' simplifications are a preset (`rules.rs`).
//! - Moves (`moves.rs`): a card of the hand, owed by all seats at once; a row to take.
//! - Utility: minus the bulls of the hand.
//!
//! `cards` deck and sets · `state` the data · `phases` the course of a hand · `playout` one random hand in registers ·
//! `batch` many side by side · `worlds` views and the deals that fit them · `notation`, `position` text · `features`
//! for networks · `hints` for searches and levels · `bots` rule-based players · `rigs` the papers' changes of card probabilities.

mod batch;
pub mod bots;
pub mod cards;
pub mod features;
mod hints;
pub mod moves;
pub mod notation;
pub mod phases;
mod playout;
mod position;
pub mod rigs;
pub mod rules;
pub mod state;
mod walk;
pub mod worlds;
use kibitz_game::options::{self, Preset};
use kibitz_game::{Error, Rulebook, Unit};
use serde_json::{Map, Value};

use crate::rules::Rules;

/// 6 nimmt! under a set of rules.
#[derive(Clone, Debug)]
pub struct SixNimmt {
    /// The options.
    pub rules: Rules,
    text: String,
}

impl Rulebook for SixNimmt {
    const NAME: &'static str = "six_nimmt";
    const TITLE: &'static str = "6 nimmt!";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const UNIT: Unit = Unit { noun: "bulls", per: "hand", unwanted: true };

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<SixNimmt, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(SixNimmt { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    fn match_options(&self, target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("match".into(), true.into()), ("limit".into(), target.unwrap_or(66).into())])
    }
}
