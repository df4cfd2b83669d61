//! Exact play with open hands, generic over the game.
//!
//! Two sides: the seat that asks with its allies, and everybody else. `solver` looks ahead to the end (alpha-beta),
//! `table` remembers positions, `stake` says what a finished deal is worth.
//!
//! - Lots that the rules draw are averaged; all of them are equally likely.
//! - Seats that decide at once do so in seat order, each knowing what went before: hands are open, and so are choices.
//! - Only owed decisions are looked at; what a seat might volunteer out of turn is not.

mod solver;
mod stake;
mod table;

use kibitz_game::{Clock, Game, Seat};

pub use solver::{Solution, Solver};
pub use stake::Stake;

/// Solves one position for the margin of the seat; `None` when that takes more than `budget` nodes.
pub fn solve<G: Game>(game: &G, state: &G::State, seat: Seat, budget: u64) -> Option<Solution<G::Move>> {
    Solver::new(Stake::Margin).solve(game, state, seat, budget, Clock::NONE)
}
