//! `puct(c, prior=AGENT)`: moves that some agent thinks likely are tried first.
//!
//! A node tries the move with the greatest q + c·P·√N / (1 + n). P is how likely the agent would make it, n how often it
//! was tried, N how often all moves that can be made here were. q is its mean reward, brought to the range from 0 to 1
//! by the least and the greatest reward this search has met, as ETH 2022 does at the root; of a move that was not tried
//! it is the mean of its node. Before two different rewards were met, all q are alike and P alone decides.

use std::collections::HashMap;

use kibitz_game::keys::{Key, Kind, Part};
use kibitz_game::{Agent, Clock, Error, Game, PRIOR_DRAWS, Rng, Seat, Spec, Value};

use super::select::highest;
use super::tree::{Edge, NodeId, Slot};
use crate::combine::known;

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Puct {
    c: f64,
    prior: Spec,
}

impl Puct {
    /// `puct(2, prior=rules)`.
    pub const PART: Part<Puct> = Part {
        name: "puct",
        help: "The largest q + c·P·√N / (1 + n), with P from the prior.",
        base: || Puct { c: 2.0, prior: Spec::bare("random") },
        places: &["c"],
        keys: &[&[
            Key {
                name: "c",
                kinds: &[Kind::Number(0.0, f64::MAX)],
                help: "The exploration constant.",
                set: |puct, given| {
                    puct.c = given.number();
                    Ok(())
                },
                get: |puct, _| Some(Value::of(puct.c)),
                ..Key::PLAIN
            },
            Key {
                name: "prior",
                kinds: &[Kind::Agent],
                help: "How likely each move is, by this agent.",
                set: |puct, given| known(given.value).map(|agent| puct.prior = agent),
                get: |puct, _| Some(Value::Spec(puct.prior.clone())),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    };
}

/// What a search knows of an agent's opinion on the moves of its tree.
pub struct Guide<G: Game> {
    c: f64,
    agent: Box<dyn Agent<G>>,
    /// Opinions on edges. The agent is asked once for a move at a node: in the first world in which it can be made.
    opinions: HashMap<(NodeId, Slot), f32>,
    range: Range,
    /// Scratch.
    priors: Vec<f32>,
}

/// The least and the greatest reward met.
#[derive(Clone, Copy)]
struct Range {
    least: f64,
    most: f64,
}

impl Range {
    const NONE: Range = Range { least: f64::INFINITY, most: f64::NEG_INFINITY };

    /// A mean reward from 0 to 1.
    fn share(&self, mean: f64) -> f64 {
        if self.least < self.most { ((mean - self.least) / (self.most - self.least)).clamp(0.0, 1.0) } else { 0.0 }
    }
}

impl<G: Game> Guide<G> {
    /// For the parts of a selection.
    pub fn new(game: &G, puct: &Puct) -> Result<Guide<G>, Error> {
        let agent = crate::build(game, &puct.prior)?;
        if agent.cheats() {
            return Err(Error::Spec(format!("\"{}\" looks at the true cards and so cannot be a prior.", puct.prior)));
        }
        Ok(Guide { c: puct.c, agent, opinions: HashMap::new(), range: Range::NONE, priors: Vec::new() })
    }

    /// Milliseconds of an opinion, at most and roughly; one is asked for at every new node.
    pub fn cost(&self, game: &G) -> f64 {
        PRIOR_DRAWS as f64 * self.agent.cost(game)
    }

    /// Forgets a tree.
    pub fn clear(&mut self) {
        self.opinions.clear();
        self.range = Range::NONE;
    }

    /// Takes note of a reward that somebody got.
    pub fn see(&mut self, reward: f64) {
        self.range.least = self.range.least.min(reward);
        self.range.most = self.range.most.max(reward);
    }

    /// The place of the move to try at a node: one of `moves`, whose edges are those of `slots`.
    #[allow(clippy::too_many_arguments)]
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        node: NodeId,
        moves: &[G::Move],
        slots: &[Slot],
        edges: &[Edge],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> usize {
        if slots.iter().any(|&slot| !self.opinions.contains_key(&(node, slot))) {
            self.agent.priors(game, &game.view(state, seat), moves, rng, clock, &mut self.priors);
            for (&slot, &prior) in slots.iter().zip(&self.priors) {
                self.opinions.entry((node, slot)).or_insert(prior);
            }
        }
        self.priors.clear();
        self.priors.extend(slots.iter().map(|&slot| self.opinions[&(node, slot)]));
        choose(self.c, self.range, slots, edges, &self.priors, rng)
    }

    /// What was thought of an edge before it was tried.
    pub fn opinion(&self, node: NodeId, slot: Slot) -> Option<f64> {
        self.opinions.get(&(node, slot)).map(|&prior| prior as f64)
    }
}

fn choose(c: f64, range: Range, slots: &[Slot], edges: &[Edge], priors: &[f32], rng: &mut Rng) -> usize {
    let tried = slots.iter().map(|&slot| &edges[slot as usize]);
    let (visits, total) = tried.fold((0, 0.0), |(n, sum), edge| (n + edge.visits, sum + edge.total));
    let fresh = range.share(total / visits.max(1) as f64);
    // The crumb lets the opinion decide when nothing was tried.
    let root = (visits as f64 + 1e-9).sqrt();
    // What can be made differs from world to world, so the opinions on it are made to sum to 1 again.
    let all: f32 = priors.iter().sum();
    let value = |place: usize| {
        let edge = &edges[slots[place] as usize];
        let q = if edge.visits == 0 { fresh } else { range.share(edge.mean()) };
        q + c * (priors[place] / all) as f64 * root / (1 + edge.visits) as f64
    };
    highest(slots.len(), value, rng)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(visits: u32, total: f64) -> Edge {
        Edge { visits, total, ..Edge::default() }
    }

    #[test]
    fn the_mean_and_the_opinion_decide_together() {
        // By hand with N = 10 and rewards from −10 to 0: q = 0.5 and 0.2; √10 = 3.162.
        let edges = [edge(8, -40.0), edge(2, -16.0)];
        let range = Range { least: -10.0, most: 0.0 };
        let mut rng = Rng::new(1);
        let mut by = |c: f64, priors: [f32; 2]| choose(c, range, &[0, 1], &edges, &priors, &mut rng);
        assert_eq!(by(0.0, [0.5, 0.5]), 0);
        // 0.5 + 3.162·½/9 = 0.676 against 0.2 + 3.162·½/3 = 0.727.
        assert_eq!(by(1.0, [0.5, 0.5]), 1);
        // 0.5 + 3.162·0.9/9 = 0.816 against 0.2 + 3.162·0.1/3 = 0.305.
        assert_eq!(by(1.0, [0.9, 0.1]), 0);
        // Opinions that sum to less, because another move cannot be made here, count as if they summed to 1.
        assert_eq!(by(1.0, [0.05, 0.05]), 1);
    }

    #[test]
    fn an_untried_move_counts_as_its_node_and_at_first_the_opinion_decides() {
        let mut rng = Rng::new(1);
        let untried = [edge(0, 0.0), edge(0, 0.0), edge(0, 0.0)];
        assert_eq!(choose(2.0, Range::NONE, &[0, 1, 2], &untried, &[0.2, 0.5, 0.3], &mut rng), 1);
        // Means 0.9 and 0.5 over two trials each, so the node's is 0.7: with hardly any exploration the best is tried.
        let edges = [edge(2, 1.8), edge(2, 1.0), edge(0, 0.0)];
        let range = Range { least: 0.0, most: 1.0 };
        assert_eq!(choose(0.01, range, &[0, 1, 2], &edges, &[0.2, 0.5, 0.3], &mut rng), 0);
        assert_eq!(choose(0.01, range, &[1, 2], &edges, &[0.5, 0.5], &mut rng), 1, "0.5 for both, and it is untried");
    }
}
