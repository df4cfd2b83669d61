//! `beginner`: a person's first evening. It knows the rules and wants to win tricks, and makes a newcomer's mistakes.
//!
//! It leads its aces and then its highest trump, takes every trick it can with the highest card it has, its partner's as
//! well, never gives points to a partner, remembers nothing, and never announces or plays a solo it need not play.

use kibitz_game::{Agent, Card, Clock, Rng, Worlds};

use crate::Doppelkopf;
use crate::cards::POINTS;
use crate::contracts::Contract;
use crate::moves::{Move, Says};
use crate::state::Phase;
use crate::worlds::View;

pub(crate) struct Beginner;

impl Agent<Doppelkopf> for Beginner {
    fn act(&mut self, game: &Doppelkopf, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.contains(&Move::SILENT) {
            return Move::SILENT;
        }
        if view.known.phase == Phase::Reservation { reserve(game, view, &moves) } else { play(game, view, &moves) }
    }
}

/// A marriage when there is one; a solo only when it must be, the one with the most trumps.
fn reserve(game: &Doppelkopf, view: &View, moves: &[Move]) -> Move {
    let me = view.seat.index();
    if moves.contains(&Move::HEALTHY) {
        return if game.may_marry(&view.known, me) { Move::RESERVATION } else { Move::HEALTHY };
    }
    let marriage = Move::name(Contract::Marriage);
    if moves.contains(&marriage) {
        return marriage;
    }
    let trumps = |c: &Contract| view.known.hands[me].count_of(c.trumps());
    Move::name(Contract::SOLOS.into_iter().max_by_key(trumps).expect("there are seven"))
}

fn play(game: &Doppelkopf, view: &View, moves: &[Move]) -> Move {
    let (state, me) = (&view.known, view.seat.0);
    let cards = || {
        moves.iter().filter_map(|m| match m.says() {
            Says::Play(card) => Some(card),
            _ => None,
        })
    };
    let class = |card: Card| state.contract.class(card);
    let points = |card: Card| POINTS[card.0 as usize];
    let chosen = if state.laid == 0 {
        let ace = |card: &Card| !class(*card).is_trump() && points(*card) == 11;
        let high = |card: &Card| (class(*card).is_trump(), class(*card).strength(*card));
        cards().find(ace).or_else(|| cards().max_by_key(high))
    } else {
        let (led, leader) = (state.led, state.leader() as u8);
        let takes = |card: &Card| {
            let table = state.trick.with(me, *card);
            let second_ten = game.rules.second_heart_ten;
            me == if second_ten { table.holder_second_ten(led, leader) } else { table.holder(led, leader) }
        };
        let taker = cards().filter(takes).max_by_key(|&card| led.strength(card));
        taker.or_else(|| cards().min_by_key(|&card| (points(card), class(card).is_trump(), class(card).strength(card))))
    };
    Move::play(chosen.expect("a seat on turn has a card"))
}
