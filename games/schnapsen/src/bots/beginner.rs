//! `beginner`: a person's first evening.
//!
//! It leads its highest trump, or else its highest card, and leaves itself none for later; takes every trick it can with
//! the highest card that does; throws away kings and queens that could be married; overlooks two times out of three that
//! it could marry or exchange; counts no cards and never closes. It says so when it has 66.

use kibitz_game::{Agent, Card, Clock, Rng};

use super::choices;
use crate::Schnapsen;
use crate::cards::{rank_of, suit_of, takes};
use crate::moves::Move;
use crate::worlds::View;

pub(super) struct Beginner;

impl Agent<Schnapsen> for Beginner {
    fn act(&mut self, game: &Schnapsen, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        if rng.below(3) == 0
            && let Some(&seen) = moves.iter().rfind(|m| m.is_marriage() || **m == Move::EXCHANGE)
        {
            return seen;
        }
        let trump = |card: Card| suit_of(card) == view.known.trump;
        let cards = || moves.iter().filter(|m| m.is_card()).map(|m| m.laid());
        let chosen = match view.known.led() {
            None => cards().max_by_key(|&c| (trump(c), rank_of(c))),
            Some(led) => {
                let takers = cards().filter(|&c| takes(led, c, view.known.trump));
                let taker = takers.max_by_key(|&c| (suit_of(c) == suit_of(led), rank_of(c)));
                taker.or_else(|| cards().min_by_key(|&c| (trump(c), rank_of(c))))
            }
        };
        Move::card(chosen.expect("a card to play"))
    }
}
