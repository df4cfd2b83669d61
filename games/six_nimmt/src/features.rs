//! What a network sees of a view: a sum of named blocks, seats counted from the viewer. The size is the same for any
//! number of players; seats that are not at the table are zeros.

use kibitz_game::Seat;

use crate::cards::{Cards, DECK, ROWS};
use crate::state::Phase;
use crate::worlds::View;

const SEATS: usize = Seat::MAX;

/// Number of values.
pub const SIZE: usize = DECK       // own hand
    + DECK                         // unseen cards
    + DECK                         // taken cards
    + ROWS * DECK                  // cards of every row
    + ROWS * 3                     // per row: end / 104, length / 5, bulls / 27
    + 3                            // phase
    + SEATS                        // who is at the table
    + SEATS                        // card laid and not yet placed, / 104; own only while others choose
    + SEATS                        // bulls of the hand, / 66
    + SEATS                        // bulls of the match, / 66
    + 1; //                           cards in hand, / 10

/// Writes the values.
pub(crate) fn write(view: &View, out: &mut Vec<f32>) {
    out.clear();
    let state = &view.known;
    let mut cards = |set: Cards| out.extend((1..=DECK).map(|card| set.has(card as u8) as u8 as f32));
    cards(view.hand());
    cards(view.unseen);
    cards(state.taken);
    state.rows.iter().for_each(|row| cards(row.set()));
    for row in &state.rows {
        out.extend([row.end() as f32 / 104.0, row.length() as f32 / 5.0, row.bulls() as f32 / 27.0]);
    }
    out.extend([Phase::Choose, Phase::Row, Phase::Over].map(|phase| (state.phase == phase) as u8 as f32));
    let mut per_seat = |value: &dyn Fn(usize) -> f32| {
        out.extend(
            (0..SEATS).map(|i| if i < state.seats() { value((view.seat.index() + i) % state.seats()) } else { 0.0 }),
        );
    };
    per_seat(&|_| 1.0);
    per_seat(&|seat| state.chosen[seat] as f32 / 104.0);
    per_seat(&|seat| state.penalties[seat] as f32 / 66.0);
    per_seat(&|seat| state.totals[seat] as f32 / 66.0);
    out.push(view.hand().len() as f32 / 10.0);
    debug_assert_eq!(out.len(), SIZE);
}
