//! Who decides.

use crate::{Game, Rng};

/// A player: sees a view, makes a move.
pub trait Agent<G: Game>: Send {
    /// The move for the viewer, who owes a decision. Must be one of [`Game::view_legal`] or a card-level form of one.
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move;
}
