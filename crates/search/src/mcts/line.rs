//! Lines of play: how the deal would go on after a move, as far as the tree knows.

use kibitz_game::{Game, Seat};

use super::Searcher;
use super::descend::{AT_ONCE, JOINT, TRICK, join};
use super::parts::{Observers, Shape};
use super::tally::Tally;
use super::tree::{NodeId, ROOT, Slot};

/// The longest line an analysis shows.
pub(super) const LINE_LIMIT: usize = 24;

impl<G: Game> Searcher<G> {
    /// Follows the moves that were tried most, for every root move that has no line yet.
    pub(super) fn draw_lines(
        &self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        world: &G::State,
        tallies: &mut [Tally<G::Move>],
    ) {
        let me = game.viewer(view);
        for (place, (tally, &mv)) in tallies.iter_mut().zip(legal).enumerate() {
            if tally.line.is_empty() {
                tally.line = match self.parts.observers {
                    Observers::Own => self.line(game, me, place as Slot, mv, world.clone()),
                    Observers::Each => self.line_each(game, me, mv, world.clone()),
                };
            }
        }
    }

    /// The line of a root move in a world, as far as the tree knows it.
    fn line(&self, game: &G, me: Seat, slot: Slot, mv: G::Move, mut world: G::State) -> Vec<(Seat, G::Move)> {
        let mut line = vec![(me, mv)];
        let mut node = ROOT;
        let mut first = Some((mv, slot));
        while line.len() < LINE_LIMIT {
            let acting = game.to_act(&world);
            if acting.is_empty() || acting.has(Seat::CHANCE) {
                break;
            }
            if self.parts.tree == Shape::Trick && node != ROOT && game.new_line(&world) {
                match self.tree.next(ROOT, TRICK | acting.first().0 as u64) {
                    Some(trick) => node = trick,
                    None => break,
                }
            }
            let at_once = acting.len() > 1;
            let mut joint = JOINT;
            let mut behind = None;
            for seat in acting.iter() {
                let own = if !at_once || node == ROOT && seat == me {
                    Some(node)
                } else {
                    self.tree.next(node, AT_ONCE | seat.0 as u64)
                };
                let chosen = if seat == me { first.take() } else { None };
                let Some((mv, slot)) = chosen.or_else(|| self.most_tried(game, me, seat, &world, own?)) else {
                    return line;
                };
                // The root move heads the line already.
                if chosen.is_none() && !game.is_decline(mv) {
                    line.push((seat, mv));
                }
                joint = join(joint, self.key(game, mv, seat, me));
                behind = own.map(|own| self.tree.edges_of(own)[slot as usize].node);
                game.play_unchecked(&mut world, seat, mv);
            }
            let next = if at_once { self.tree.next(node, joint | JOINT) } else { behind };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        line
    }

    /// The move of a seat that was tried most at a node, of those it may make in this world, and its edge.
    pub(super) fn most_tried(
        &self,
        game: &G,
        me: Seat,
        seat: Seat,
        world: &G::State,
        node: NodeId,
    ) -> Option<(G::Move, Slot)> {
        let mut moves = Vec::new();
        game.legal(world, seat, &mut moves);
        let edges = self.tree.edges_of(node);
        let tried = moves.into_iter().filter_map(|mv| Some((mv, self.tree.find(node, self.key(game, mv, seat, me))?)));
        let tried = tried.filter(|&(_, slot)| edges[slot as usize].visits > 0);
        tried.max_by_key(|&(mv, slot)| (edges[slot as usize].visits, std::cmp::Reverse(mv)))
    }
}
