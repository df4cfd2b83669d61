//! The way beyond the new node, where the tree takes in every state of an iteration (`expand=path`): the player of the
//! rollouts makes the moves, as it would from a leaf.

use kibitz_game::{Clock, Game, Rng, Seat};

use super::Searcher;
use super::choose::NO_SLOT;
use super::tree::{NodeId, Slot};

impl<G: Game> Searcher<G> {
    /// The move of the rollout's player at a node, and its edge.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn follow(
        &mut self,
        game: &G,
        me: Seat,
        seat: Seat,
        state: &G::State,
        node: NodeId,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (G::Move, Slot, bool) {
        let mv = if clock.is_over() {
            game.sample_move(state, seat, rng)
        } else {
            self.evaluator.next_move(game, state, seat, rng, clock)
        };
        let Some(slot) = self.tree.find_or_add_lone(node, self.key(game, mv, seat, me)) else {
            return (mv, NO_SLOT, true);
        };
        self.tree.edges_of_mut(node)[slot as usize].available += 1;
        (mv, slot, true)
    }
}
