//! What a search has found out.

use kibitz_game::Game;

/// The result of a search at one decision.
#[derive(Clone, Debug)]
pub struct Analysis<G: Game> {
    /// Every legal move, in the order of the list.
    pub moves: Vec<MoveInfo<G>>,
    /// Iterations made.
    pub iterations: u64,
    /// Nodes of the tree, or of all trees together.
    pub nodes: u64,
    /// The tree reached its limit and stopped growing.
    pub full: bool,
    /// Nothing was searched: the ending is solved, and the means are margins over all possible worlds.
    pub exact: bool,
}

/// What is known of a move.
#[derive(Clone, Debug)]
pub struct MoveInfo<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// How often it was tried.
    pub visits: u64,
    /// Mean reward.
    pub mean: f64,
    /// Standard error of the mean; infinite below two visits.
    pub error: f64,
    /// Highest upper bound, for `final=ucb`.
    pub bound: f64,
    /// Share of worlds in which it was best, where every world has a tree of its own.
    pub best_share: Option<f64>,
    /// Highest mean in any one world, where every world has a tree of its own.
    pub best_mean: f64,
    /// The line that was tried most, beginning with the move.
    pub line: Vec<G::Move>,
}
