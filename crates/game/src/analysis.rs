//! What an agent has found out about a decision.

use crate::Seat;

/// What is known of a decision and of every move that can be made. `M` is a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// Every legal move, in the order of the list.
    pub moves: Vec<MoveInfo<M>>,
    /// The place in `moves` of the one the agent would make.
    pub best: usize,
    /// Iterations made.
    pub iterations: u64,
    /// Nodes of the tree, or of all trees together.
    pub nodes: u64,
    /// The tree reached its limit and stopped growing.
    pub full: bool,
    /// The name of the reward that is maximised: the unit of all means.
    pub reward: String,
    /// Where the cards are that the viewer does not hold.
    pub belief: Belief,
}

/// What is known of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveInfo<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// How often it could have been tried.
    pub available: u64,
    /// Mean reward.
    pub mean: f64,
    /// Standard error of the mean over what was tried; infinite below two trials.
    pub error: f64,
    /// Highest upper bound, for `final=ucb`.
    pub bound: f64,
    /// How likely it was thought to be good before it was tried, where something says so.
    pub prior: Option<f64>,
    /// Share of worlds in which it was best, where every world has a tree of its own.
    pub best_share: Option<f64>,
    /// Highest mean in any one world, where every world has a tree of its own.
    pub best_mean: f64,
    /// The line that was tried most in one of the worlds, beginning with the move; declined interrupts are left out.
    pub line: Vec<(Seat, M)>,
}

/// Who holds which hidden card, as far as the worlds that were looked at can tell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Belief {
    /// How many worlds were looked at.
    pub worlds: u32,
    /// Each card, in the order of their texts, with, per seat, the share of worlds in which the seat holds it; of cards that occur more than
    /// once, the mean number held. What is missing from the sum lies in nobody's hand.
    pub cards: Vec<(String, Vec<f64>)>,
}

impl<M> MoveInfo<M> {
    /// A move that nobody has tried.
    pub fn untried(seat: Seat, mv: M) -> MoveInfo<M>
    where
        M: Copy,
    {
        MoveInfo {
            mv,
            visits: 0,
            available: 0,
            mean: 0.0,
            error: f64::INFINITY,
            bound: f64::NAN,
            prior: None,
            best_share: None,
            best_mean: f64::NAN,
            line: vec![(seat, mv)],
        }
    }
}

impl<M> Analysis<M> {
    /// The same with moves of another type.
    pub fn map<N>(self, of: impl Fn(M) -> N) -> Analysis<N> {
        let line = |line: Vec<(Seat, M)>| line.into_iter().map(|(seat, mv)| (seat, of(mv))).collect();
        let info = |info: MoveInfo<M>| MoveInfo {
            line: line(info.line),
            mv: of(info.mv),
            visits: info.visits,
            available: info.available,
            mean: info.mean,
            error: info.error,
            bound: info.bound,
            prior: info.prior,
            best_share: info.best_share,
            best_mean: info.best_mean,
        };
        Analysis {
            moves: self.moves.into_iter().map(info).collect(),
            best: self.best,
            iterations: self.iterations,
            nodes: self.nodes,
            full: self.full,
            reward: self.reward,
            belief: self.belief,
        }
    }
}

impl Belief {
    /// Counts where cards lie in worlds of a viewer's view, at a table of so many seats, some of which may hold no card.
    /// Each world is the cards of every seat.
    pub fn count(seats: usize, viewer: Seat, worlds: impl IntoIterator<Item = Vec<(Seat, String)>>) -> Belief {
        let mut belief = Belief::default();
        for world in worlds {
            belief.worlds += 1;
            for (seat, card) in world.into_iter().filter(|(seat, _)| *seat != viewer) {
                // Worlds have few cards, and most of them are the same: a list will do.
                let place = belief.cards.iter().position(|(known, _)| *known == card).unwrap_or_else(|| {
                    belief.cards.push((card, vec![0.0; Seat::MAX]));
                    belief.cards.len() - 1
                });
                belief.cards[place].1[seat.index()] += 1.0;
            }
        }
        belief.cards.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, shares) in &mut belief.cards {
            shares.truncate(seats);
            shares.iter_mut().for_each(|share| *share /= belief.worlds as f64);
        }
        belief
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_belief_counts_who_holds_what() {
        let world = |cards: &[(u8, &str)]| cards.iter().map(|&(s, c)| (Seat(s), c.to_string())).collect::<Vec<_>>();
        let worlds = [
            world(&[(0, "A"), (1, "K"), (2, "Q")]),
            world(&[(0, "A"), (2, "K"), (2, "Q")]),
            world(&[(1, "K"), (2, "J"), (2, "J")]),
        ];
        let belief = Belief::count(4, Seat(0), worlds);
        assert_eq!(belief.worlds, 3);
        let third = 1.0 / 3.0;
        let wanted = [
            ("J", [0.0, 0.0, 2.0 * third, 0.0]),
            ("K", [0.0, 2.0 * third, third, 0.0]),
            ("Q", [0.0, 0.0, 2.0 * third, 0.0]),
        ];
        assert_eq!(belief.cards, wanted.map(|(card, shares)| (card.to_string(), shares.to_vec())));
    }
}
