//! Who decides.

use std::sync::atomic::AtomicBool;

use crate::{Analysis, Error, Game, Rng};

/// A player: sees a view, makes a move.
pub trait Agent<G: Game>: Send {
    /// The move for the viewer, who owes a decision. Must be one of [`Game::view_legal`] or a card-level form of one.
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move;

    /// As [`Agent::act`]; when told to stop, it makes the best move it knows of so far.
    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        let _ = stop;
        self.act(game, view, rng)
    }

    /// Whether it wants to see the true cards. Every report says so.
    fn cheats(&self) -> bool {
        false
    }

    /// As [`Agent::act`], for a player that cheats.
    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng) -> G::Move {
        let _ = truth;
        self.act(game, view, rng)
    }

    /// What it knows of the viewer's decision; `None` when it only plays. For the same chance it would make
    /// [`Analysis::best`]. When told to stop it says what it knows so far.
    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        let _ = (game, view, rng, stop);
        None
    }
}
