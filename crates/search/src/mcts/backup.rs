//! The way of an iteration through the tree, and how its reward is carried back.

use kibitz_game::{Rewards, Seat};

use super::tree::{NodeId, Slot, Tree};

/// Which edges an iteration went over, and who chose them.
#[derive(Default)]
pub struct Path {
    /// Node, edge and mover.
    pub steps: Vec<(NodeId, Slot, Seat)>,
}

impl Path {
    /// Nowhere.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Every mover's reward goes to the edges it chose.
    #[inline]
    pub fn back_up(&self, tree: &mut Tree, rewards: &Rewards) {
        for &(node, slot, seat) in &self.steps {
            let edge = &mut tree.edges_of_mut(node)[slot as usize];
            edge.visits += 1;
            edge.total += rewards[seat.index()] as f64;
        }
    }

    /// Counts a visit whose reward is still under way: until it comes, it is taken to be average. So the next iterations
    /// look elsewhere, by the bound alone, whatever the scale of rewards (Liu et al. 2020). Returns what was assumed.
    pub fn set_out(&self, tree: &mut Tree) -> Vec<f64> {
        let assume = |&(node, slot, _): &(NodeId, Slot, Seat)| {
            let edges = tree.edges_of_mut(node);
            let edge = edges[slot as usize];
            let mean = if edge.visits > 0 {
                edge.mean()
            } else {
                let (visits, total) = edges.iter().fold((0, 0.0), |(n, sum), e| (n + e.visits, sum + e.total));
                if visits == 0 { 0.0 } else { total / visits as f64 }
            };
            edges[slot as usize].visits += 1;
            edges[slot as usize].total += mean;
            mean
        };
        self.steps.iter().map(assume).collect()
    }

    /// Puts the reward in the place of what was assumed.
    pub fn come_back(&self, tree: &mut Tree, assumed: &[f64], rewards: &Rewards) {
        for (&(node, slot, seat), assumed) in self.steps.iter().zip(assumed) {
            tree.edges_of_mut(node)[slot as usize].total += rewards[seat.index()] as f64 - assumed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::ROOT;
    use super::*;

    #[test]
    fn a_visit_under_way_counts_as_average_until_its_reward_comes() {
        // Two moves with means 4 (of 2 visits) and 1 (of 1); a third is untried: the average of the node is 9/3.
        let mut tree = Tree::new(100);
        for (key, visits, total) in [(1, 2, 8.0), (2, 1, 1.0), (3, 0, 0.0)] {
            let slot = tree.add(ROOT, key);
            let edge = &mut tree.edges_of_mut(ROOT)[slot as usize];
            (edge.visits, edge.total) = (visits, total);
        }
        let path = |slot| Path { steps: vec![(ROOT, slot, Seat(1))] };
        let numbers = |tree: &Tree| tree.edges_of(ROOT).iter().map(|e| (e.visits, e.total)).collect::<Vec<_>>();
        let (first, third) = (path(0), path(2));
        let assumed = [first.set_out(&mut tree), third.set_out(&mut tree)];
        // After the first the node's average is (12 + 1) / 4.
        assert_eq!(assumed, [[4.0], [3.25]]);
        assert_eq!(numbers(&tree), [(3, 12.0), (1, 1.0), (1, 3.25)]);
        let mut rewards = [0.0; Seat::MAX];
        rewards[1] = -2.0;
        first.come_back(&mut tree, &assumed[0], &rewards);
        rewards[1] = 7.0;
        third.come_back(&mut tree, &assumed[1], &rewards);
        assert_eq!(numbers(&tree), [(3, 6.0), (1, 1.0), (1, 7.0)]);
    }
}
