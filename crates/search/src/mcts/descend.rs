//! The way of an iteration down the tree.

use kibitz_game::{Clock, Game, MoveCode, Rng, Seat};

use super::Searcher;
use super::choose::NO_SLOT;
use super::parts::{AtOnce, Expand, Observers, Shape};
use super::tree::{NodeId, ROOT};

// Keys of steps that are no moves; no game's move has these bits.
pub(super) const TRICK: u64 = 0xF1 << 56 | 1 << 40;
pub(super) const AT_ONCE: u64 = 0xF2 << 56 | 1 << 40;
pub(super) const JOINT: u64 = 0xF3 << 56 | 1 << 40;

impl<G: Game> Searcher<G> {
    /// From the root to a leaf; the way is in `path`.
    #[inline]
    pub(super) fn go_down(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        self.path.clear();
        self.beyond = false;
        match self.parts.observers {
            Observers::Own => self.descend(game, me, state, rng, clock),
            Observers::Each => self.descend_each(game, me, state, rng, clock),
        }
    }

    /// Walks down the tree and over its edge by one move, or as the parts say.
    #[inline]
    fn descend(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        let mut node = ROOT;
        loop {
            let acting = game.to_act(state);
            if acting.is_empty() {
                return;
            }
            if self.parts.tree == Shape::Trick && node != ROOT && game.new_line(state) {
                let Some(trick) = self.tree.step(ROOT, TRICK | acting.first().0 as u64) else { return };
                node = trick;
            }
            let (next, fresh) = if acting.has(Seat::CHANCE) {
                let lot = game.sample_move(state, Seat::CHANCE, rng);
                game.play_unchecked(state, Seat::CHANCE, lot);
                (self.tree.step(node, lot.code()), false)
            } else if acting.len() == 1 {
                let seat = acting.first();
                let (mv, slot, fresh) = self.try_move(game, me, seat, state, node, rng, clock);
                if node == ROOT && seat == me {
                    self.draw_for(game, mv, state, rng);
                }
                if slot == NO_SLOT {
                    game.play_unchecked(state, seat, mv);
                    return;
                }
                let next = self.tree.behind(node, slot);
                game.play_unchecked(state, seat, mv);
                self.path.steps.push((node, slot, seat));
                (Some(next), fresh)
            } else {
                self.decide_at_once(game, me, state, node, rng, clock)
            };
            self.leave(fresh);
            let deep_enough = self.parts.tree == Shape::Root || fresh && self.parts.expand != Expand::Path;
            match next {
                Some(next) if !deep_enough => node = next,
                _ => return,
            }
        }
    }

    /// Several seats decide at once: each by statistics of its own, which know nothing of the others' choices
    /// (decoupled UCT), or the others as they would in a rollout. The tree goes on by what the searching seat will have
    /// seen of them.
    fn decide_at_once(
        &mut self,
        game: &G,
        me: Seat,
        state: &mut G::State,
        node: NodeId,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (Option<NodeId>, bool) {
        let mut joint = JOINT;
        let mut fresh = false;
        for seat in game.to_act(state).iter() {
            if seat != me && self.parts.at_once == AtOnce::Rollout {
                let mv = self.evaluator.next_move(game, state, seat, rng, clock);
                joint = join(joint, self.key(game, mv, seat, me));
                game.play_unchecked(state, seat, mv);
                continue;
            }
            // The searching seat's root moves lie at the root itself.
            let own =
                if node == ROOT && seat == me { Some(ROOT) } else { self.tree.step(node, AT_ONCE | seat.0 as u64) };
            let mv = match own {
                None => game.sample_move(state, seat, rng),
                Some(own) => {
                    let (mv, slot, new) = self.try_move(game, me, seat, state, own, rng, clock);
                    if slot != NO_SLOT {
                        self.path.steps.push((own, slot, seat));
                    }
                    fresh |= new;
                    mv
                }
            };
            joint = join(joint, self.key(game, mv, seat, me));
            game.play_unchecked(state, seat, mv);
        }
        (self.tree.step(node, joint | JOINT), fresh)
    }

    /// A new node: where the tree takes in the whole way, the player of the rollouts goes on from here.
    #[inline(always)]
    pub(super) fn leave(&mut self, fresh: bool) {
        self.beyond |= fresh && self.parts.expand == Expand::Path && self.evaluator.has_player();
    }

    /// What an edge of the tree stands for.
    #[inline(always)]
    pub(super) fn key(&self, game: &G, mv: G::Move, mover: Seat, me: Seat) -> u64 {
        if self.parts.tree == Shape::State { mv.code() } else { game.seen_as(mv, mover, me) }
    }
}

/// The key of a joint choice, one more move known.
#[inline(always)]
pub(super) fn join(joint: u64, key: u64) -> u64 {
    (joint ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}
