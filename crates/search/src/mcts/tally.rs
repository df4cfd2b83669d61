//! What the trees of a decision have found, added up.

use kibitz_game::{Game, MoveInfo, Seat};

use super::Searcher;
use super::tree::{ROOT, Slot};

/// What the trees of a decision have found, added up.
#[derive(Clone)]
pub struct Tally<M> {
    pub visits: u64,
    pub available: u64,
    pub total: f64,
    /// The sum of the squared rewards.
    pub squares: f64,
    /// Sums of the means per tree and of their squares, and in how many trees the move was tried.
    pub means: f64,
    pub squared_means: f64,
    pub trees: u32,
    pub best_in: u32,
    pub best_mean: f64,
    pub bound: f64,
    pub prior: Option<f64>,
    pub line: Vec<(Seat, M)>,
}

/// What one member of the crew has grown.
pub struct Grown<G: Game> {
    pub trees: u32,
    pub tallies: Vec<Tally<G::Move>>,
    pub iterations: u64,
    pub nodes: u64,
    pub full: bool,
}

impl<M> Tally<M> {
    /// Adds what another member found of the same move.
    pub fn add(&mut self, other: Tally<M>) {
        self.visits += other.visits;
        self.available += other.available;
        self.total += other.total;
        self.squares += other.squares;
        self.means += other.means;
        self.squared_means += other.squared_means;
        self.trees += other.trees;
        self.best_in += other.best_in;
        self.best_mean = self.best_mean.max(other.best_mean);
        self.bound = self.bound.max(other.bound);
        if self.line.is_empty() {
            self.line = other.line;
        }
    }

    /// Nothing found.
    pub fn new() -> Tally<M> {
        Tally {
            visits: 0,
            available: 0,
            total: 0.0,
            squares: 0.0,
            means: 0.0,
            squared_means: 0.0,
            trees: 0,
            best_in: 0,
            best_mean: f64::NEG_INFINITY,
            bound: 0.0,
            prior: None,
            line: Vec::new(),
        }
    }

    /// As an analysis says it; `forest` is the number of trees when each has a world of its own.
    pub fn info(self, mv: M, forest: Option<u32>) -> MoveInfo<M> {
        // Of a forest the trees count alike, however often they tried the move; else the trials do.
        let (n, sum, squares) = match forest {
            Some(_) => (self.trees as f64, self.means, self.squared_means),
            None => (self.visits as f64, self.total, self.squares),
        };
        let mean = if n == 0.0 { 0.0 } else { sum / n };
        let variance = if n < 2.0 { f64::INFINITY } else { (squares - n * mean * mean).max(0.0) / (n - 1.0) };
        MoveInfo {
            mv,
            visits: self.visits,
            available: self.available,
            mean,
            error: (variance / n.max(1.0)).sqrt(),
            bound: self.bound,
            prior: self.prior,
            best_share: forest.map(|trees| self.best_in as f64 / trees.max(1) as f64),
            best_mean: self.best_mean,
            line: self.line,
        }
    }
}

impl<G: Game> Searcher<G> {
    /// Adds what a grown tree knows of the root moves.
    pub(super) fn collect(&self, tallies: &mut [Tally<G::Move>]) {
        // The root's edges come first and in the order of the list: they were added before anything else.
        let edges = &self.tree.edges_of(ROOT)[..tallies.len()];
        let best = edges
            .iter()
            .map(|e| if e.visits == 0 { f64::NEG_INFINITY } else { e.mean() })
            .fold(f64::NEG_INFINITY, f64::max);
        let visits: u32 = edges.iter().map(|e| e.visits).sum();
        for (place, (tally, edge)) in tallies.iter_mut().zip(edges).enumerate() {
            tally.prior = self.guide.as_ref().and_then(|guide| guide.opinion(ROOT, place as Slot));
            tally.squares += self.squares[place];
            tally.visits += edge.visits as u64;
            tally.available += edge.available as u64;
            tally.total += edge.total;
            if edge.visits > 0 {
                tally.means += edge.mean();
                tally.squared_means += edge.mean().powi(2);
                tally.trees += 1;
                tally.best_in += (edge.mean() == best) as u32;
                tally.best_mean = tally.best_mean.max(edge.mean());
                let n = edge.visits as f64;
                tally.bound = edge.mean() + self.parts.select.bound().c * (libm::log(visits.max(1) as f64) / n).sqrt();
            }
        }
    }
}
