//! What a network sees of a view: a sum of named blocks, the viewer first, the other seat second.

use kibitz_game::CardSet;

use crate::cards::DECK;
use crate::state::NO_SEAT;
use crate::worlds::View;

const CARDS: usize = 20;

/// Number of values.
pub const SIZE: usize = CARDS      // own hand
    + CARDS                        // unseen cards
    + CARDS                        // cards that are certainly in the other hand
    + CARDS                        // unseen cards that the other hand cannot hold
    + CARDS                        // own cards that the other seat knows of
    + 2 * CARDS                    // won cards of either seat
    + CARDS                        // the card led
    + CARDS                        // the card face up
    + 4                            // trump suit
    + 2                            // points / 66
    + 2                            // pending points / 66
    + 2                            // tricks / 10
    + 1                            // size of the talon / 10
    + 1                            // cards in the other hand / 5
    + 2                            // who closed the talon
    + 2                            // points / 66 and tricks / 10 of the other one then
    + 2                            // who leads or has led
    + 3                            // a card is on the table; it declares a marriage; the viewer is asked to claim
    + 2; //                           match score / 7

/// Writes the values.
pub(crate) fn write(view: &View, out: &mut Vec<f32>) {
    out.clear();
    let state = &view.known;
    let me = view.seat.index();
    let seats = [me, me ^ 1];
    let led = state.led().map_or(CardSet::EMPTY, |card| card.set());
    let face_up = if state.talon.is_empty() { CardSet::EMPTY } else { state.talon.face_up().set() };
    let without = view.unseen() & state.without[me ^ 1];
    let blocks = [state.hands[me], view.unseen(), view.located(), without, state.shown[me]];
    for set in blocks.into_iter().chain(seats.map(|s| state.piles[s])).chain([led, face_up]) {
        out.extend(DECK.iter().map(|card| set.has(card) as u8 as f32));
    }
    let flag = |b: bool| b as u8 as f32;
    out.extend((0..4).map(|suit| flag(state.trump == suit)));
    out.extend(seats.map(|s| state.points[s] as f32 / 66.0));
    out.extend(seats.map(|s| state.pending[s] as f32 / 66.0));
    out.extend(seats.map(|s| state.tricks[s] as f32 / 10.0));
    out.extend([state.talon.size() as f32 / 10.0, view.count as f32 / 5.0]);
    out.extend(seats.map(|s| flag(state.closed_by != NO_SEAT && state.closed_by as usize == s)));
    out.extend([state.at_closing.points as f32 / 66.0, state.at_closing.tricks as f32 / 10.0]);
    out.extend(seats.map(|s| flag(state.leader as usize == s)));
    out.extend([flag(!state.leading()), flag(state.married), flag(state.asking)]);
    out.extend(seats.map(|s| state.totals[s] as f32 / 7.0));
    debug_assert_eq!(out.len(), SIZE);
}
