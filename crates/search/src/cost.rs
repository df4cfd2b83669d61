//! What thinking costs: milliseconds of one core, at most and roughly.
//!
//! The figures are round ones of a slow machine and a long game. They tell a quick player from a slow one, and a slow one
//! from one that would never come to an end; how long a move takes is said by its clock.

use crate::exact;
use crate::mcts::Parts;

/// The way down the tree and back.
pub const ITERATION: f64 = 0.01;
/// Random moves to the end of a deal.
pub const PLAYOUT: f64 = 0.01;
/// Decisions that a deal may take to its end.
pub const MOVES_OF_A_DEAL: f64 = 150.0;
/// Moves to choose from.
pub const MOVES: f64 = 50.0;
/// A world that is drawn.
pub const WORLD: f64 = 0.002;
/// A world that is kept for the decision: it costs memory, too.
pub const WORLD_KEPT: f64 = 0.02;
/// A position that is looked at.
pub const NODE: f64 = 0.001;

/// An attempt to solve the ending.
pub fn solving(parts: &Parts) -> f64 {
    exact::nodes(parts, MOVES as usize) as f64 * NODE
}
