//! Alpha-beta to the end of the deal.

use std::cmp::Reverse;

use kibitz_game::{Clock, Game, Seat};

use crate::stake::Stake;
use crate::table::{Known, Table};

/// Nodes between two looks at the clock.
const PATIENCE: u64 = 1024;

/// A solved position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// What the position is worth to the seat when both sides play on without a fault.
    pub value: f64,
    /// The moves that bring it, in the order of the list; none when the seat owes no decision.
    pub best: Vec<M>,
    /// Every legal move of the seat with its exact value, in the order of the list.
    pub moves: Vec<(M, f64)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves positions and remembers what it has seen of them, so that related ones are solved faster.
/// One solver is for one game with its rules.
pub struct Solver<G: Game> {
    stake: Stake,
    table: Table<G::Move>,
    /// Lists of moves that are not in use.
    lists: Vec<Vec<G::Move>>,
    nodes: u64,
    budget: u64,
}

impl<G: Game> Solver<G> {
    /// A solver that knows nothing yet.
    pub fn new(stake: Stake) -> Solver<G> {
        Solver { stake, table: Table::new(), lists: Vec::new(), nodes: 0, budget: 0 }
    }

    /// The value of a position and of every move of the seat there; `None` when that takes more than `budget` nodes
    /// or the time is up.
    pub fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        budget: u64,
        clock: Clock<'_>,
    ) -> Option<Solution<G::Move>> {
        (self.nodes, self.budget) = (0, budget);
        self.table.make_room();
        let all = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        if !game.to_act(state).has(seat) {
            let value = self.value(game, state.clone(), seat, all, clock)?;
            return Some(Solution { value, best: Vec::new(), moves: Vec::new(), nodes: self.nodes });
        }
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        let mut values = vec![0.0; legal.len()];
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by_key(|&place| Reverse(game.cards_played(legal[place])));
        for place in order {
            let mut next = state.clone();
            game.play_unchecked(&mut next, seat, legal[place]);
            values[place] = self.value(game, next, seat, all, clock)?;
        }
        let value = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let moves: Vec<(G::Move, f64)> = legal.into_iter().zip(values).collect();
        let best = moves.iter().filter(|(_, v)| *v == value).map(|(mv, _)| *mv).collect();
        Some(Solution { value, best, moves, nodes: self.nodes })
    }

    fn value(&mut self, game: &G, state: G::State, me: Seat, window: Window, clock: Clock<'_>) -> Option<f64> {
        let mut moves = self.lists.pop().unwrap_or_default();
        let value = self.search(game, state, me, window, clock, &mut moves);
        self.lists.push(moves);
        value
    }

    /// The value inside the window; outside it a bound on the value, on the same side.
    fn search(
        &mut self,
        game: &G,
        mut state: G::State,
        me: Seat,
        window: Window,
        clock: Clock<'_>,
        moves: &mut Vec<G::Move>,
    ) -> Option<f64> {
        // Where there is no choice there is nothing to remember.
        let mover = loop {
            self.nodes += 1;
            if self.nodes > self.budget || self.nodes.is_multiple_of(PATIENCE) && clock.is_over() {
                return None;
            }
            let acting = game.to_act(&state);
            if acting.is_empty() {
                return Some(self.stake.worth(game, &state, me));
            }
            let mover = acting.first();
            game.legal(&state, mover, moves);
            if moves.len() > 1 {
                break mover;
            }
            game.play_unchecked(&mut state, mover, moves[0]);
        };
        // The value is the seat's, so the table keeps every seat's positions apart.
        let digest = game.digest(&state) ^ (me.0 as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let known = self.table.get(digest);
        if known.low >= window.beta || known.low == known.high {
            return Some(known.low);
        }
        if known.high <= window.alpha {
            return Some(known.high);
        }
        if mover == Seat::CHANCE {
            return self.average(game, &state, me, digest, clock, moves);
        }
        let inside = Window { alpha: window.alpha.max(known.low), beta: window.beta.min(known.high) };
        put_in_order(game, moves, known.best);
        let (value, best) = self.choose(game, &state, mover, me, inside, clock, moves)?;
        let mut found = Known { best: Some(best), ..known };
        if value > inside.alpha {
            found.low = value;
        }
        if value < inside.beta {
            found.high = value;
        }
        self.table.put(digest, found);
        Some(value)
    }

    /// The mean over all lots.
    fn average(
        &mut self,
        game: &G,
        state: &G::State,
        me: Seat,
        digest: u64,
        clock: Clock<'_>,
        lots: &[G::Move],
    ) -> Option<f64> {
        let mut sum = 0.0;
        for &lot in lots {
            let mut next = state.clone();
            game.play_unchecked(&mut next, Seat::CHANCE, lot);
            sum += self.value(game, next, me, Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY }, clock)?;
        }
        let mean = sum / lots.len() as f64;
        self.table.put(digest, Known { low: mean, high: mean, best: None });
        Some(mean)
    }

    /// The best of the moves for the side that chooses; the others are left aside once the window is closed.
    #[expect(clippy::too_many_arguments, reason = "the position, whose it is, and what is still open")]
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        mover: Seat,
        me: Seat,
        mut window: Window,
        clock: Clock<'_>,
        moves: &[G::Move],
    ) -> Option<(f64, G::Move)> {
        let mine = mover == me || game.allies(state, me, mover);
        let mut best = (if mine { f64::NEG_INFINITY } else { f64::INFINITY }, moves[0]);
        for &mv in moves {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mover, mv);
            let value = self.value(game, next, me, window, clock)?;
            if mine && value > best.0 || !mine && value < best.0 {
                best = (value, mv);
            }
            if mine {
                window.alpha = window.alpha.max(value);
            } else {
                window.beta = window.beta.min(value);
            }
            if window.alpha >= window.beta {
                break;
            }
        }
        Some(best)
    }
}

/// The values that still matter: above what the one side has for certain, below what the other has.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

/// What was best before, then the most cards: they empty the hand soonest. Of equally many the cheapest come first.
fn put_in_order<G: Game>(game: &G, moves: &mut [G::Move], best: Option<G::Move>) {
    moves.sort_by_key(|&mv| (Some(mv) != best, Reverse(game.cards_played(mv))));
}
