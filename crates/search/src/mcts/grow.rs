//! Growing a tree: iteration after iteration until the budget is spent, the time is up or the move is certain.

use kibitz_game::{Clock, Game, Rewards, Rng, Seat};

use super::Searcher;
use super::backup::Path;
use super::batch::{self, Leaf};
use super::parts::{Budget, Draw, Final, Worlds};
use super::tally::Grown;
use super::tree::ROOT;

impl<G: Game> Searcher<G> {
    /// Grows one tree.
    pub(super) fn grow(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        grown: &mut Grown<G>,
    ) {
        self.plant(game, view, legal);
        if let Some(thinker) = &mut self.thinker {
            thinker.look(game, view, rng, clock.aside());
        }
        let mut left = match self.parts.budget {
            Budget::Iterations(n) => n.div_ceil(self.parts.threads.trees() as u64),
            Budget::PerMove(n) => (n * legal.len() as u64).div_ceil(self.parts.threads.trees() as u64),
            Budget::Millis(_) => u64::MAX,
        };
        left = left.min(self.parts.capped(legal.len()));
        let pool: Vec<G::State> = match self.parts.draw {
            Draw::Each => Vec::new(),
            Draw::Pool(n) => {
                let drawn = (0..n).map_while(|_| (!clock.is_over()).then(|| self.world(game, view, rng)));
                drawn.collect()
            }
            Draw::Once | Draw::Forest(_) => vec![self.world(game, view, rng)],
        };
        self.keep(&pool);
        let budget = left;
        let me = game.viewer(view);
        if self.parts.threads.players() > 0 {
            self.grow_together(game, view, legal, &pool, &mut left, rng, clock, grown);
        } else {
            let pace = if self.evaluator.is_quick() { 16 } else { 1 };
            while left > 0 {
                let done = budget - left;
                if done.is_multiple_of(pace) {
                    self.tell(game, legal, grown, done, clock);
                }
                // The clock costs more than a quick iteration: it is asked now and then.
                if done.is_multiple_of(pace) && clock.is_over() || done.is_multiple_of(64) && self.is_decided(left) {
                    break;
                }
                let mut state = self.next_world(game, view, &pool, done, rng);
                self.iterate(game, me, &mut state, rng, clock.aside());
                left -= 1;
            }
        }
        grown.iterations += budget - left;
        grown.nodes += self.tree.len() as u64;
        grown.full |= self.tree.is_full();
    }

    /// The root with its moves, and what is known of them already.
    fn plant(&mut self, game: &G, view: &G::View, legal: &[G::Move]) {
        let me = game.viewer(view);
        let keys: Vec<u64> = legal.iter().map(|&mv| self.key(game, mv, me, me)).collect();
        self.tree.clear();
        for &key in &keys {
            self.tree.add(ROOT, key);
        }
        if let Some(guide) = &mut self.guide {
            guide.clear();
        }
        self.view = matches!(self.parts.worlds, Worlds::Named(_)).then(|| view.clone());
        self.squares.clear();
        self.squares.resize(legal.len(), 0.0);
        self.tried.clear();
        self.root.clear();
        self.root.extend_from_slice(legal);
    }

    #[inline]
    fn iterate(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        self.go_down(game, me, state, rng, clock);
        let rewards = self.evaluator.value(game, state, rng, clock);
        let path = std::mem::take(&mut self.path);
        self.learn(&path, &rewards);
        path.back_up(&mut self.tree, &rewards);
        self.path = path;
    }

    /// What is learned beside the statistics of the edges.
    #[inline]
    fn learn(&mut self, path: &Path, rewards: &Rewards) {
        if let Some(guide) = &mut self.guide {
            path.steps.iter().for_each(|&(_, _, seat)| guide.see(rewards[seat.index()] as f64));
        }
        // The searching seat's own move is at the root, and nobody else's is.
        if let Some(&(_, slot, seat)) = path.steps.iter().find(|(node, _, _)| *node == ROOT) {
            self.squares[slot as usize] += (rewards[seat.index()] as f64).powi(2);
        }
    }

    /// Spends the whole budget with rollouts on several threads.
    #[expect(clippy::too_many_arguments, reason = "it is a part of `grow`")]
    fn grow_together(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        pool: &[G::State],
        left: &mut u64,
        rng: &mut Rng,
        clock: Clock<'_>,
        grown: &Grown<G>,
    ) {
        let me = game.viewer(view);
        let size = self.parts.threads.batch();
        let budget = *left;
        let mut players = std::mem::take(&mut self.players);
        let (own, others) = players.split_first_mut().expect("there are several");
        let mut over = false;
        let select = |search: &mut Self| {
            search.tell(game, legal, grown, budget - *left, clock);
            over |= clock.is_over() || search.is_decided(*left);
            let count = if over { 0 } else { (size.leaves as u64).min(*left) };
            let leaf = |_| {
                let mut state = search.next_world(game, view, pool, budget - *left, rng);
                search.go_down(game, me, &mut state, rng, clock.aside());
                let path = std::mem::take(&mut search.path);
                let assumed = path.set_out(&mut search.tree);
                *left -= 1;
                Leaf { path, assumed, state, seed: rng.next_u64() }
            };
            (0..count).map(leaf).collect()
        };
        let learn = |search: &mut Self, leaf: &Leaf<G::State>, rewards: &Rewards| {
            search.learn(&leaf.path, rewards);
            leaf.path.come_back(&mut search.tree, &leaf.assumed, rewards);
        };
        batch::run(game, size, self, own, others, clock.aside(), select, learn);
        self.players = players;
    }

    /// Whether so many further iterations cannot change the move: the most visited one is out of reach. Only asked when
    /// nobody wants to know more than the move.
    fn is_decided(&self, left: u64) -> bool {
        let single = self.parts.threads.trees() == 1 && !matches!(self.parts.draw, Draw::Forest(_));
        if self.wanted > 0 || self.parts.last != Final::Visits || !single {
            return false;
        }
        let (mut first, mut second) = (0, 0);
        for edge in &self.tree.edges_of(ROOT)[..self.root.len()] {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        first as u64 > second as u64 + left
    }
}
