//! `bully`: always the biggest stick.

use kibitz_game::{Agent, Card, Clock, Rng};

use super::choices;
use crate::Schnapsen;
use crate::cards::{rank_of, suit_of};
use crate::moves::Move;
use crate::worlds::View;

/// The highest trump; else the highest card of the suit led; else the highest card of any suit.
pub(super) struct Bully;

impl Agent<Schnapsen> for Bully {
    fn act(&mut self, game: &Schnapsen, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        let cards = || moves.iter().filter(|m| m.is_card()).map(|m| m.laid());
        let highest_of = |suit: u8| cards().filter(|&c| suit_of(c) == suit).max();
        let led = view.known.led().and_then(|card| highest_of(suit_of(card)));
        let highest = || cards().max_by_key(|&c: &Card| (rank_of(c), u8::MAX - suit_of(c))).expect("a card to play");
        Move::card(highest_of(view.known.trump).or(led).unwrap_or_else(highest))
    }
}
