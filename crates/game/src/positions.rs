//! States as data that others can read: positions, facts, functions of the rules.

use serde_json::{Map, Value};

use crate::{Clock, Error, Seat, Worlds};

/// The conformance format of a game.
pub trait Positions: Worlds {
    /// A state from a description of a position (`setup` of the conformance format).
    fn position(&self, setup: &Value) -> Result<Self::State, Error>;
    /// The inverse of [`Positions::position`].
    fn setup(&self, state: &Self::State) -> Value;
    /// What the viewer can say of its view: `hand`, `table`, `scores` and more.
    fn view_facts(&self, view: &Self::View) -> Map<String, Value>;

    // Provided.

    /// What an onlooker who sees everything can say of the state, by the keys of the conformance format.
    fn facts(&self, state: &Self::State) -> Map<String, Value> {
        match self.setup(state) {
            Value::Object(facts) => facts,
            _ => Map::new(),
        }
    }

    /// Every card that a seat holds, with its holder, as text. Cards that nobody holds yet are left out.
    fn holders(&self, state: &Self::State) -> Vec<(Seat, String)> {
        let facts = self.facts(state);
        let hands = facts.get("hands").and_then(Value::as_object).into_iter().flatten();
        let held = hands.filter_map(|(seat, cards)| Some((Seat(seat.parse().ok()?), cards)));
        held.flat_map(|(seat, cards)| {
            let cards: Vec<String> = match cards {
                Value::String(cards) => cards.split_whitespace().map(str::to_string).collect(),
                Value::Array(cards) => {
                    cards.iter().map(|card| card.as_str().map_or_else(|| card.to_string(), str::to_string)).collect()
                }
                _ => Vec::new(),
            };
            cards.into_iter().map(move |card| (seat, card))
        })
        .collect()
    }

    /// A pure function of the rules, by the names of the conformance format. What it gives when the time is up nobody reads.
    fn call(&self, function: &str, _arguments: &Map<String, Value>, _clock: Clock<'_>) -> Result<Value, Error> {
        Err(Error::Notation(format!("There is no function \"{function}\".")))
    }

    /// Whether every card and point of the state is accounted for; if not, what is wrong.
    fn audit(&self, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }
}
