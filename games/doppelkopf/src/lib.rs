//! Doppelkopf, complete.
//!
//! - What: four seats, 48 cards (24 kinds twice), two secret parties that depend on the deal; win card points in
//!   tricks. Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `ddv`; `cardplay` leaves reservations and announcements out (`rules.rs`).
//! - Moves (`moves.rs`): a card, equal cards being one move; announcements, which cost no turn; the words of the
//!   reservations.
//! - Utility: the points of the deal per seat; they sum to zero.
//!
//! `cards` deck and hands · `contracts` trumps of each game · `trick` who holds it · `state` the data · `phases` the course of a deal ·
//! `playout` random ones at once ·
//! `calls` announcements · `score` the result · `worlds` views and the deals that fit them · `greedy` the Basel
//! study's card assignment · `notation`, `position` text · `features` for networks · `hints` for searches and levels · `bots` rule-based players, `beginner`
//! among them.

mod beginner;
pub mod bots;
mod calls;
pub mod cards;
pub mod contracts;
pub mod features;
pub mod greedy;
pub mod hand_value;
mod hints;
pub mod moves;
pub mod notation;
mod phases;
mod playout;
mod position;
pub mod rules;
pub mod score;
pub mod state;
pub mod trick;
mod walk;
pub mod worlds;
use kibitz_game::options::{self, Preset};
use kibitz_game::{Error, Rulebook, Unit};
use serde_json::{Map, Value};

use crate::rules::Rules;

/// Doppelkopf under a set of rules.
#[derive(Clone, Debug)]
pub struct Doppelkopf {
    /// The options.
    pub rules: Rules,
    text: String,
}

impl Rulebook for Doppelkopf {
    const NAME: &'static str = "doppelkopf";
    const TITLE: &'static str = "Doppelkopf";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const UNIT: Unit = Unit::wanted("game points", "deal");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Doppelkopf, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(Doppelkopf { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    /// A round of so many deals.
    fn match_options(&self, target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("deals".into(), target.unwrap_or(24).into())])
    }
}
