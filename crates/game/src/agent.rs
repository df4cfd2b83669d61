//! Who decides.

use std::sync::atomic::AtomicBool;

use crate::{Analysis, Error, Game, Rng, Seat};

/// How often an agent is asked for the default of [`Agent::priors`].
pub const PRIOR_DRAWS: usize = 8;

/// A player: sees a view, makes a move.
pub trait Agent<G: Game>: Send {
    /// The move for the viewer, who owes a decision. Must be one of [`Game::view_legal`] or a card-level form of one.
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move;

    /// As [`Agent::act`]; when told to stop, it makes the best move it knows of so far.
    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        let _ = stop;
        self.act(game, view, rng)
    }

    /// Whether it draws conclusions from how the deal went. Nobody else is told.
    fn recalls(&self) -> bool {
        false
    }

    /// The moves of the deal that the viewer has seen so far, events of chance included: told before it is asked what it
    /// does in a view, and meant for that view. A view says how things stand, not how it came to that.
    fn recall(&mut self, game: &G, history: &[(Seat, G::Move)]) {
        let _ = (game, history);
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

    /// How likely it would make each of `moves`, the viewer's legal moves in their order: shares that sum to 1, every
    /// one of them above 0. The list is cleared first. An agent that cannot say is asked a few times and may change its
    /// mind: a move it made `k` times out of [`PRIOR_DRAWS`] has the share of `k` plus its part of one more draw.
    fn priors(&mut self, game: &G, view: &G::View, moves: &[G::Move], rng: &mut Rng, out: &mut Vec<f32>) {
        let share = 1.0 / (PRIOR_DRAWS + 1) as f32;
        out.clear();
        out.resize(moves.len(), share / moves.len() as f32);
        for _ in 0..PRIOR_DRAWS {
            let mv = self.act(game, view, rng);
            match moves.iter().position(|&m| m == mv) {
                Some(place) => out[place] += share,
                // A card-level form of some move: which one is not worth the search.
                None => out.iter_mut().for_each(|p| *p += share / moves.len() as f32),
            }
        }
    }

    /// What the deal is worth to the viewer, whoever's turn it is, in the unit the agent was made for; `None` when it
    /// cannot say. Searches use it where a deal is left unfinished.
    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Option<f32> {
        let _ = (game, view, rng);
        None
    }

    /// How likely it thinks each of some worlds of the view, as logarithms up to a constant; `None` when it has no belief
    /// about hidden cards.
    fn weigh(&mut self, game: &G, view: &G::View, worlds: &[G::State], rng: &mut Rng) -> Option<Vec<f32>> {
        let _ = (game, view, worlds, rng);
        None
    }

    /// As [`Agent::value`], of a viewer who owes a decision: what the deal is worth if it makes its best move.
    fn value_to_move(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Option<f32> {
        self.value(game, view, rng)
    }
}
