//! Which move an iteration makes at a node: what can be made in this world, what the tree knows of it, what is tried.

use kibitz_game::{Clock, Game, MoveCode, Rng, Seat};

use super::Searcher;
use super::parts::{Expand, Shape};
use super::select::Highest;
use super::tree::{NodeId, ROOT, Slot};
use super::untried::Fresh;

/// No edge: the tree has no room for the move.
pub(super) const NO_SLOT: Slot = Slot::MAX;

impl<G: Game> Searcher<G> {
    /// Chooses a move of a seat at a node; also its edge, and whether it is tried for the first time.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn try_move(
        &mut self,
        game: &G,
        me: Seat,
        seat: Seat,
        state: &G::State,
        node: NodeId,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (G::Move, Slot, bool) {
        if self.beyond {
            return self.follow(game, me, seat, state, node, rng, clock);
        }
        let order = self.parts.untried;
        let mut fresh = Fresh::default();
        if seat != me && self.parts.tree != Shape::State && game.chooses_hidden(state, seat) {
            // All its choices look alike to the searching seat: one edge, and any of them.
            let mv = game.sample_move(state, seat, rng);
            let Some(slot) = self.tree.find_or_add(node, game.seen_as(mv, seat, me)) else {
                return (mv, NO_SLOT, true);
            };
            let edge = &mut self.tree.edges_of_mut(node)[slot as usize];
            edge.available += 1;
            return (mv, slot, edge.visits == 0);
        }
        // Where an edge's own numbers say how much speaks for it, the best is known as soon as all have been seen.
        let plain = self.parts.select.plain();
        let mut best = Highest::default();
        if node == ROOT && seat == me {
            // The root's moves are the same in every world, and its edges lie in their order.
            for (place, edge) in self.tree.edges_of_mut(ROOT)[..self.root.len()].iter_mut().enumerate() {
                edge.available += 1;
                if edge.visits == 0 {
                    fresh.see(game, order, self.root[place], place, rng);
                } else if let Some(bound) = &plain {
                    best.see(place, bound.of(edge), rng);
                }
            }
            if fresh.count == 0 && plain.is_some() {
                return (self.root[best.place], best.place as Slot, false);
            }
            self.moves.clone_from(&self.root);
            self.slots.clear();
            self.slots.extend(0..self.root.len() as Slot);
            return self.take(game, me, seat, state, node, fresh, rng, clock);
        }
        self.tree.expect(node);
        game.legal(state, seat, &mut self.moves);
        let fan = self.tree.fan(node);
        let by_state = self.parts.tree == Shape::State;
        let key_of = |mv: G::Move| if by_state { mv.code() } else { game.seen_as(mv, seat, me) };
        if let (&[only], true) = (&self.moves[..], plain.is_some()) {
            // Late in a deal most decisions are none: there is nothing to weigh.
            if let Some(slot) = fan.find(key_of(only)).filter(|&slot| fan.edges[slot as usize].visits > 0) {
                fan.edges[slot as usize].available += 1;
                return (only, slot, false);
            }
        }
        if fan.edges.len() >= 64 {
            self.listed.clear();
            self.listed.resize(fan.edges.len() / 64, 0);
        }
        let mut first_listed = 0u64;
        self.alike.clear();
        let mut kept = 0;
        if self.slots.len() < self.moves.len() {
            self.slots.resize(self.moves.len(), NO_SLOT); // what is there is written over
        }
        let (moves, slots) = (&mut self.moves[..], &mut self.slots[..]);
        for i in 0..moves.len() {
            let mv = moves[i];
            let mut slot = NO_SLOT;
            let mut first_try = true;
            if let Some(found) = fan.find(key_of(mv)) {
                let word = if found < 64 { &mut first_listed } else { &mut self.listed[found as usize / 64 - 1] };
                let bit = 1 << (found % 64);
                if *word & bit != 0 {
                    // Looks like one before: the two are one choice, and which of them is made is drawn by lot.
                    let place = slots[..kept].iter().position(|&s| s == found).expect("it was listed");
                    if takes_the_place(&mut self.alike, place, rng) {
                        moves[place] = mv;
                    }
                    continue;
                }
                *word |= bit;
                let edge = &mut fan.edges[found as usize];
                edge.available += 1;
                slot = found;
                first_try = edge.visits == 0;
                if !first_try && let Some(bound) = &plain {
                    best.see(kept, bound.of(edge), rng);
                }
            }
            if first_try {
                fresh.see(game, order, mv, kept, rng);
            }
            (moves[kept], slots[kept]) = (mv, slot);
            kept += 1;
        }
        if fresh.count == 0 && plain.is_some() {
            return (self.moves[best.place], self.slots[best.place], false);
        }
        self.moves.truncate(kept);
        self.slots.truncate(kept);
        self.take(game, me, seat, state, node, fresh, rng, clock)
    }

    /// Of the moves and their edges listed before, the one to try: a first try of a fresh one, or as the selection says.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn take(
        &mut self,
        game: &G,
        me: Seat,
        seat: Seat,
        state: &G::State,
        node: NodeId,
        Fresh { count: untried, pick, .. }: Fresh,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (G::Move, Slot, bool) {
        if untried > 0 && self.tree.is_full() {
            self.only_known(pick);
            if self.slots.is_empty() {
                return (self.moves[0], NO_SLOT, true);
            }
        }
        let tries_first = untried > 0 && self.parts.select.tries_all_first() && !self.tree.is_full();
        if untried > 0 && (self.parts.expand == Expand::All || !tries_first) {
            self.add_all(game, me, seat, node);
        }
        let place = if tries_first {
            if self.slots[pick] == NO_SLOT {
                self.slots[pick] = self.add(game, me, seat, node, pick);
            }
            if node == ROOT {
                self.tried.push(self.slots[pick]);
            }
            pick
        } else if let Some(guide) = &mut self.guide {
            guide.choose(game, state, seat, node, &self.moves, &self.slots, self.tree.edges_of(node), rng, clock)
        } else {
            let select = &self.parts.select;
            let edges = self.tree.edges_of(node);
            let visits = if select.counts_parent() { edges.iter().map(|e| e.visits).sum() } else { 0 };
            let kind = |place: usize| game.kind(self.moves[place]);
            select.choose(edges, &self.slots, visits, kind, rng)
        };
        let slot = self.slots[place];
        (self.moves[place], slot, self.tree.edges_of(node)[slot as usize].visits == 0)
    }

    /// Leaves only moves that a full tree knows; when there are none, no edges and the move at `pick`.
    #[cold]
    fn only_known(&mut self, pick: usize) {
        if self.slots.iter().all(|&slot| slot == NO_SLOT) {
            self.moves.swap(0, pick);
        }
        let mut kept = 0;
        for place in 0..self.slots.len() {
            if self.slots[place] != NO_SLOT {
                self.slots.swap(kept, place);
                self.moves.swap(kept, place);
                kept += 1;
            }
        }
        self.slots.truncate(kept);
        self.moves.truncate(kept.max(1));
    }

    fn add(&mut self, game: &G, me: Seat, seat: Seat, node: NodeId, place: usize) -> Slot {
        let key = self.key(game, self.moves[place], seat, me);
        // All moves of a node are added together, also when only some of them would have had room.
        let slot = self.tree.find(node, key).unwrap_or_else(|| self.tree.add(node, key));
        self.tree.edges_of_mut(node)[slot as usize].available += 1;
        slot
    }

    fn add_all(&mut self, game: &G, me: Seat, seat: Seat, node: NodeId) {
        for place in 0..self.moves.len() {
            if self.slots[place] == NO_SLOT {
                self.slots[place] = self.add(game, me, seat, node, place);
            }
        }
    }
}

/// Whether a move takes the place of the one it looks like, so that all that look alike are equally likely.
#[cold]
fn takes_the_place(alike: &mut Vec<(usize, u32)>, place: usize, rng: &mut Rng) -> bool {
    let known = alike.iter().position(|&(p, _)| p == place).unwrap_or_else(|| {
        alike.push((place, 1));
        alike.len() - 1
    });
    alike[known].1 += 1;
    rng.below(alike[known].1) == 0
}
