//! Agram, complete: follow suit and win the last trick. Rules: `RULES.md`; its paragraphs are cited as §n.
//!
//! `play` the course of a deal · `worlds` views and the deals that fit them · `text` notation and positions.

mod play;
mod text;
mod worlds;

use kibitz_game::options::{self, Preset};
use kibitz_game::{Agent, Clock, Encode, Error, Hints, Rng, Rulebook, Spec, Unit};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::play::{Move, RANKS};
use crate::worlds::View;

/// The options of §5.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    players: u8,
    cards: u8,
    wins: u8,
}

/// Agram under a set of rules.
#[derive(Clone, Debug)]
pub struct Agram {
    rules: Rules,
    text: String,
}

impl Rulebook for Agram {
    const NAME: &'static str = "agram";
    const TITLE: &'static str = "Agram";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] =
        &[("niger", include_str!("../presets/niger.toml")), ("sink_sink", include_str!("../presets/sink_sink.toml"))];
    const UNIT: Unit = Unit::wanted("stakes", "deal");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Agram, Error> {
        let (rules, text) = options::resolve::<Rules>(Agram::PRESETS, preset, overrides)?;
        if !(2..=5).contains(&rules.players) || !(5..=6).contains(&rules.cards) || !(1..=99).contains(&rules.wins) {
            return Err(Error::Spec("Agram has 2 to 5 players, 5 or 6 cards, and 1 to 99 wins make a match.".into()));
        }
        Ok(Agram { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(&self.rules).expect("options are plain values")
    }
}

/// No network plays it.
impl Encode for Agram {}

impl Hints for Agram {
    const BOTS: &'static [(&'static str, &'static str)] = &[("high", "plays its highest card")];

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Agram>>, Error>> {
        (spec.name == "high").then(|| spec.allow(0, &[]).map(|()| Box::new(High) as Box<dyn Agent<Agram>>))
    }
}

struct High;

impl Agent<Agram> for High {
    fn act(&mut self, game: &Agram, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let cards = game.playable(view.hand(), &view.open);
        Move(cards.iter().max_by_key(|card| card.0 % RANKS).expect("a card is owed"))
    }
}
