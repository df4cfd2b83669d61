//! `beginner`: a person's first evening. It knows the rules and that cards should go, and makes a newcomer's mistakes.
//!
//! It leads card by card from the lowest, pairs or not; lays on every single, pair and triple it can, over its partner's
//! too, but overlooks full houses, stairs and straights; wins with the highest card it has as soon as a court card lies
//! there, so that aces, Phoenix and Dragon are soon gone; remembers nothing, bombs the first trick of an opponent it
//! can, keeps the Dog until it is stuck with it, gives its partner nothing, and calls Tichu by its high cards alone. It
//! never bombs its partner and never calls Grand Tichu.

use kibitz_game::{Agent, Card, Clock, Rng, Seat, Worlds};

use crate::Tichu;
use crate::cards::{ACE, DOG, DRAGON, MAH_JONG, PHOENIX, count, rank_of};
use crate::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX, Kind, Move};
use crate::state::{Call, Phase, State};
use crate::worlds::View;

const JACK: u8 = 11;

pub(crate) struct Beginner;

impl Agent<Tichu> for Beginner {
    fn act(&mut self, game: &Tichu, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let (state, me) = (&view.known, view.seat);
        match state.phase {
            Phase::Grand => Move::NO_GRAND,
            Phase::Exchange => exchange(state, me),
            Phase::Wish => Move::wish(Some(ACE)),
            _ => {
                let mut moves = Vec::new();
                game.view_legal(view, &mut moves);
                if moves.contains(&Move::TICHU) && feels_strong(state, me) {
                    return Move::TICHU;
                }
                moves.retain(|&m| m != Move::TICHU);
                play(state, me, &moves)
            }
        }
    }
}

/// Four of the six highest cards, whatever the other ten are.
fn feels_strong(state: &State, me: Seat) -> bool {
    let hand = state.hands[me.index()];
    let high = (hand & (DRAGON | PHOENIX)).len() + count(hand, ACE);
    high >= 4 && state.out_count == 0 && state.calls[me.index() ^ 2] == Call::None
}

/// The three lowest cards with a suit, whatever they belong to; the best of them for the partner.
fn exchange(state: &State, me: Seat) -> Move {
    let mut cards: Vec<Card> = (state.hands[me.index()] - (DOG | MAH_JONG | DRAGON | PHOENIX)).iter().collect();
    cards.sort_by_key(|&c| (rank_of(c), c));
    Move::give(me, [cards[0], cards[2], cards[1]])
}

fn play(state: &State, me: Seat, moves: &[Move]) -> Move {
    let hand = state.hands[me.index()];
    if let Some(&last) = moves.iter().find(|m| m.is_play() && m.cards() == hand) {
        return last;
    }
    let to_the_right = Move::gift(Seat((me.0 + 1) & 3));
    if moves.contains(&to_the_right) {
        return to_the_right;
    }
    let partners = state.owner & 1 == me.0 & 1;
    let bomb = moves.iter().copied().find(|m| m.is_bomb()).filter(|_| !partners);
    if moves.contains(&Move::DECLINE) {
        return bomb.unwrap_or(Move::DECLINE);
    }
    let lowest = |m: &Move| (height(*m), m.cards().meets(PHOENIX), *m);
    let short = |m: &Move| matches!(m.kind(), Kind::Single | Kind::Pair | Kind::Triple);
    let plays = || moves.iter().copied().filter(|m| m.is_play() && short(m));
    // A wish may leave longer plays only.
    let owed = || *moves.iter().find(|m| !m.is_bomb()).unwrap_or(&moves[0]);
    if state.leading() {
        let card = |m: &Move| m.kind() == Kind::Single && !m.is_dog();
        return plays().filter(card).min_by_key(lowest).or_else(|| plays().min_by_key(lowest)).unwrap_or_else(owed);
    }
    let court = state.top.doubled >= 2 * JACK && !partners;
    let beats = if court { plays().max_by_key(lowest) } else { plays().min_by_key(lowest) };
    if !moves.contains(&Move::PASS) {
        return beats.unwrap_or_else(owed);
    }
    match beats {
        // Not even a newcomer lays an ace on the partner's card.
        Some(play) if !partners || height(play) < ACE => play,
        Some(_) => Move::PASS,
        None => bomb.unwrap_or(Move::PASS),
    }
}

/// How dear a play looks: by its height, the Phoenix above an ace.
fn height(play: Move) -> u8 {
    match play.height() {
        HEIGHT_PHOENIX => ACE + 1,
        HEIGHT_DRAGON => ACE + 2,
        height => height,
    }
}
