//! Play with open hands: alpha-beta over the game points.
//!
//! Once the talon is used up both hands are known, and this is the exact game. Before that it answers for one world.

use kibitz_game::{Play, Seat};

use crate::Schnapsen;
use crate::moves::Move;
use crate::phases::Scope;
use crate::state::State;

/// No deal is longer.
pub const WHOLE: u32 = 64;

/// The share of a seat in the points counted so far, 0 when there are none (VU 2019).
pub fn ratio(state: &State, seat: usize) -> f32 {
    let (own, other) = (state.points[seat] as f32, state.points[seat ^ 1] as f32);
    if own + other == 0.0 { 0.0 } else { own / (own + other) }
}

/// What a finished deal is worth to a seat: game points won or lost.
pub fn won(state: &State, seat: usize) -> f32 {
    let worth = state.worth as f32;
    if state.winner as usize == seat { worth } else { -worth }
}

/// The value of a state for a seat under best play of both: game points, or after `depth` moves 2 · ratio − 1.
pub fn value(game: &Schnapsen, state: &State, seat: usize, depth: u32) -> f32 {
    search(game, state, seat, depth, [f32::NEG_INFINITY, f32::INFINITY])
}

/// The moves of the seat that owes a decision with their values for it, in order of the list.
pub fn values(game: &Schnapsen, state: &State, depth: u32) -> Vec<(Move, f32)> {
    let seat = state.acting.first();
    let moves = game.moves(state, seat, Scope::Sensible);
    let after = |mv: Move| value(game, &played(game, state, seat, mv), seat.index(), depth.saturating_sub(1));
    moves.iter().map(|mv| (mv, after(mv))).collect()
}

pub(crate) fn played(game: &Schnapsen, state: &State, seat: Seat, mv: Move) -> State {
    let mut next = state.clone();
    game.play_unchecked(&mut next, seat, mv);
    next
}

/// `window` is what the searching seat and the other one are sure of elsewhere.
fn search(game: &Schnapsen, state: &State, seat: usize, depth: u32, mut window: [f32; 2]) -> f32 {
    if state.over() {
        return won(state, seat);
    }
    if depth == 0 {
        return 2.0 * ratio(state, seat) - 1.0;
    }
    let mover = state.acting.first();
    let own = mover.index() == seat;
    let mut best = if own { f32::NEG_INFINITY } else { f32::INFINITY };
    for mv in game.moves(state, mover, Scope::Sensible).iter() {
        let value = search(game, &played(game, state, mover, mv), seat, depth - 1, window);
        if own {
            best = best.max(value);
            window[0] = window[0].max(best);
        } else {
            best = best.min(value);
            window[1] = window[1].min(best);
        }
        if window[0] >= window[1] {
            break;
        }
    }
    best
}
