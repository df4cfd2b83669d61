//! Regret matching for seats that decide at once: a move is made as often as it would have been the better one.
//!
//! Where nobody sees the others' choices the best play is mixed, and bounds find only pure moves. Here each seat draws its
//! move in proportion to its regrets. What another move would have brought is estimated by its mean so far, corrected for
//! the move that was made by what it brought in truth; so the estimate is unbiased, and not too noisy.

use std::collections::HashMap;

use kibitz_game::{Rewards, Rng, Seat};

use super::tree::{Edge, NodeId, Slot, Tree};

/// How often any move is made, whatever the regrets: what is never tried is never known.
const CURIOSITY: f64 = 0.05;

/// A choice that was made by regret.
pub struct Choice {
    node: NodeId,
    /// Who made it.
    pub seat: Seat,
    /// The edges it had, with the share that each of them had by regret alone.
    shares: Vec<(Slot, f64)>,
    /// The place of the edge that was chosen, and how likely that was.
    chosen: usize,
    likely: f64,
}

/// The regrets of every node where seats decide at once.
#[derive(Default)]
pub struct Regrets {
    sums: HashMap<NodeId, Vec<f64>>,
}

impl Regrets {
    /// Regrets nothing.
    pub fn clear(&mut self) {
        self.sums.clear();
    }

    /// Draws one of the edges.
    pub fn choose(&self, node: NodeId, seat: Seat, slots: &[Slot], rng: &mut Rng) -> (usize, Choice) {
        let sums = self.sums.get(&node).map_or(&[][..], Vec::as_slice);
        let positive = |slot: Slot| sums.get(slot as usize).copied().unwrap_or(0.0).max(0.0);
        let all: f64 = slots.iter().map(|&slot| positive(slot)).sum();
        let even = 1.0 / slots.len() as f64;
        let share = |&slot: &Slot| (slot, if all > 0.0 { positive(slot) / all } else { even });
        let shares: Vec<(Slot, f64)> = slots.iter().map(share).collect();
        let odds = |share: f64| CURIOSITY * even + (1.0 - CURIOSITY) * share;
        let mut mark = rng.unit();
        let reached = |(_, share): &(Slot, f64)| {
            mark -= odds(*share);
            mark < 0.0
        };
        let chosen = shares.iter().position(reached).unwrap_or(slots.len() - 1);
        let likely = odds(shares[chosen].1);
        (chosen, Choice { node, seat, shares, chosen, likely })
    }

    /// Learns from what a choice has brought.
    pub fn learn(&mut self, tree: &Tree, choice: &Choice, rewards: &Rewards) {
        let edges = tree.edges_of(choice.node);
        let reward = rewards[choice.seat.index()] as f64;
        let known = |edge: &Edge| if edge.visits == 0 { reward } else { edge.mean() };
        let value = |(place, &(slot, _)): (usize, &(Slot, f64))| {
            let mean = known(&edges[slot as usize]);
            if place == choice.chosen { mean + (reward - mean) / choice.likely } else { mean }
        };
        let values: Vec<f64> = choice.shares.iter().enumerate().map(value).collect();
        let expected: f64 = values.iter().zip(&choice.shares).map(|(value, (_, share))| value * share).sum();
        let sums = self.sums.entry(choice.node).or_default();
        sums.resize(edges.len().max(sums.len()), 0.0);
        for (value, &(slot, _)) in values.iter().zip(&choice.shares) {
            sums[slot as usize] += value - expected;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::backup::Path;
    use super::super::tree::ROOT;
    use super::*;

    /// Plays a matrix game of two seats by regret matching; how often each made its first move.
    fn played(first: [[f32; 2]; 2], second: [[f32; 2]; 2], rounds: u32) -> [f64; 2] {
        let mut tree = Tree::new(100);
        let nodes = [tree.step(ROOT, 1).unwrap(), tree.step(ROOT, 2).unwrap()];
        for node in nodes {
            tree.add(node, 1);
            tree.add(node, 2);
        }
        let (mut regrets, mut rng) = (Regrets::default(), Rng::new(5));
        for _ in 0..rounds {
            let mut path = Path::default();
            for (seat, node) in nodes.into_iter().enumerate() {
                let (place, choice) = regrets.choose(node, Seat(seat as u8), &[0, 1], &mut rng);
                path.steps.push((node, place as Slot, Seat(seat as u8)));
                path.choices.push(choice);
            }
            let [a, b] = [path.steps[0].1 as usize, path.steps[1].1 as usize];
            let mut rewards = [0.0; Seat::MAX];
            (rewards[0], rewards[1]) = (first[a][b], second[a][b]);
            path.choices.iter().for_each(|choice| regrets.learn(&tree, choice, &rewards));
            path.back_up(&mut tree, &rewards);
        }
        nodes.map(|node| tree.edges_of(node)[0].visits as f64 / rounds as f64)
    }

    #[test]
    fn play_comes_to_the_mixed_equilibrium_of_a_matrix_game() {
        // The row seat wins 3 or 1 when both choose alike, and loses 1 otherwise. By hand: 3p − (1 − p) = −p + (1 − p),
        // so p = 1/3 for the row; the same equation holds for the column, q = 1/3.
        let row = [[3.0, -1.0], [-1.0, 1.0]];
        let [p, q] = played(row, row.map(|line| line.map(|x: f32| -x)), 200_000);
        assert!((p - 1.0 / 3.0).abs() < 0.03 && (q - 1.0 / 3.0).abs() < 0.03, "{p} {q}");
    }

    #[test]
    fn a_move_that_is_always_worse_is_hardly_made() {
        // The dilemma of the prisoners: the second move is better whatever the other does.
        let [p, q] = played([[3.0, 0.0], [5.0, 1.0]], [[3.0, 5.0], [0.0, 1.0]], 20_000);
        assert!(p < 0.05 && q < 0.05, "{p} {q}");
    }
}
