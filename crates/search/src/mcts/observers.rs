//! A tree for every seat, of what that seat sees (MO-ISMCTS).
//!
//! All trees lie in one arena, the searching seat's at its root and each other one behind a step of its own. An iteration
//! walks down all of them at once. Who acts chooses in its own tree; each other seat takes a step by what it sees of the
//! move, and none when it sees nothing: an interrupt that is declined, cards that are given to others.

use kibitz_game::{Clock, Game, Rng, Seat};

use super::Searcher;
use super::choose::NO_SLOT;
use super::descend::join;
use super::line::LINE_LIMIT;
use super::parts::Expand;
use super::tree::{NodeId, ROOT, Tree};

// Keys of steps that are no moves.
const OBSERVER: u64 = 0xF4 << 56 | 1 << 40;
const SEEN: u64 = 0xF5 << 56 | 1 << 40;

/// Where every seat stands in its tree; nowhere when its tree does not go that far.
type Stand = [Option<NodeId>; Seat::MAX];

/// What an observer sees of moves made together, one after the other in the order of seats; `None` for nothing.
pub fn seen_of<G: Game>(game: &G, made: &[(Seat, G::Move)], observer: Seat) -> Option<u64> {
    let others = made.iter().filter(|(mover, mv)| *mover != observer && !game.is_decline(*mv));
    others.fold(None, |seen, &(mover, mv)| {
        let key = game.seen_as(mv, mover, observer);
        Some(join(join(seen.unwrap_or(SEEN), mover.0 as u64), key))
    })
}

/// Where the trees begin.
fn start(tree: &Tree, me: Seat) -> Stand {
    std::array::from_fn(|seat| if seat == me.index() { Some(ROOT) } else { tree.next(ROOT, OBSERVER | seat as u64) })
}

impl<G: Game> Searcher<G> {
    /// Walks down the trees of all seats, and over the edge of the mover's as the parts say.
    pub(super) fn descend_each(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        let seats = game.seats_at(state);
        for seat in (0..seats as u8).filter(|&seat| seat != me.0) {
            self.tree.step(ROOT, OBSERVER | seat as u64);
        }
        let mut stand = start(&self.tree, me);
        let mut made = Vec::with_capacity(seats);
        loop {
            let acting = game.to_act(state);
            if acting.is_empty() {
                return;
            }
            made.clear();
            let mut fresh = false;
            for seat in acting.iter() {
                if seat == Seat::CHANCE {
                    let mv = game.sample_move(state, seat, rng);
                    game.play_unchecked(state, seat, mv);
                    made.push((seat, mv));
                    continue;
                }
                let Some(node) = stand[seat.index()] else { return };
                let (mv, slot, new) = self.try_move(game, seat, seat, state, node, rng, clock);
                fresh |= new;
                stand[seat.index()] = None;
                if slot != NO_SLOT {
                    self.path.steps.push((node, slot, seat));
                    stand[seat.index()] = Some(self.tree.edges_of(node)[slot as usize].node);
                }
                if node == ROOT && acting.len() == 1 {
                    self.draw_for(game, mv, state, rng);
                }
                game.play_unchecked(state, seat, mv);
                made.push((seat, mv));
            }
            for (seat, place) in stand.iter_mut().enumerate().take(seats) {
                if let (Some(node), Some(key)) = (*place, seen_of(game, &made, Seat(seat as u8))) {
                    *place = self.tree.step(node, key);
                }
            }
            self.leave(fresh);
            if fresh && self.parts.expand != Expand::Path {
                return;
            }
        }
    }

    /// The line of a root move in a world, as far as the trees of all seats know it.
    pub(super) fn line_each(&self, game: &G, me: Seat, mv: G::Move, mut world: G::State) -> Vec<(Seat, G::Move)> {
        let mut line = vec![(me, mv)];
        let mut first = Some(mv);
        let mut stand = start(&self.tree, me);
        while line.len() < LINE_LIMIT {
            let acting = game.to_act(&world);
            if acting.is_empty() || acting.has(Seat::CHANCE) {
                break;
            }
            let mut made = Vec::new();
            for seat in acting.iter() {
                let Some(node) = stand[seat.index()] else { return line };
                let given = if seat == me { first.take() } else { None };
                let Some(mv) = given.or_else(|| Some(self.most_tried(game, seat, seat, &world, node)?.0)) else {
                    return line;
                };
                if given.is_none() && !game.is_decline(mv) {
                    line.push((seat, mv));
                }
                stand[seat.index()] = self.tree.next(node, game.seen_as(mv, seat, seat));
                game.play_unchecked(&mut world, seat, mv);
                made.push((seat, mv));
            }
            for (seat, place) in stand.iter_mut().enumerate() {
                if let (Some(node), Some(key)) = (*place, seen_of(game, &made, Seat(seat as u8))) {
                    *place = self.tree.next(node, key);
                }
            }
        }
        line
    }
}
