//! Tichu, complete.
//!
//! - What: four seats, two teams (0, 2 against 1, 3), 56 cards; shed your cards, win tricks with points.
//!   Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `official`; the papers' simplifications are presets (`rules.rs`).
//! - Moves (`moves.rs`): pass and combinations; `decline` an interrupt; `tichu`, `grand`, `no-grand`; a wish; the
//!   Dragon's gift; the exchange of three cards.
//! - Utility: the team's points of the round with calls; both seats of a team have the same.
//!
//! `cards` deck · `combos` what cards are and beat · `generate` all plays of a hand · `draw` one of them at random ·
//! `state` the data · `phases` the course of a round, `playout` random ones · `worlds` views and the deals that fit them, `walk` from one to the next, `priors` by human hands, `beater` by one question ·
//! `notation`, `position` text · `hints` for searches and levels · `features` for networks · `bots` rule-based players, `beginner` among them.

mod beater;
mod beginner;
pub mod bots;
pub mod cards;
pub mod combos;
mod draw;
pub mod features;
mod generate;
mod hints;
pub mod moves;
pub mod notation;
mod phases;
mod playout;
mod position;
mod priors;
pub mod rules;
pub mod state;
mod walk;
pub mod worlds;
use kibitz_game::options::{self, Preset};
use kibitz_game::{Error, Rulebook, Unit};
use serde_json::{Map, Value};

use crate::moves::Kind;
use crate::rules::Rules;

/// Tichu under a set of rules.
#[derive(Clone, Debug)]
pub struct Tichu {
    /// The options.
    pub rules: Rules,
    text: String,
    /// Whether the fast generator makes the moves of these rules.
    plain: bool,
}

impl Rulebook for Tichu {
    const NAME: &'static str = "tichu";
    const TITLE: &'static str = "Tichu";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const UNIT: Unit = Unit::wanted("points", "round");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Tichu, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(Tichu { rules, text, plain: rules.plain_combinations() })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    fn match_options(&self, target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("target".into(), target.unwrap_or(1000).into())])
    }
}

const _: () = assert!(Kind::BombStraight as u8 == 7, "kinds are three bits of a move");
