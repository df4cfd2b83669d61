//! The last word: of all that was found, the move to make.

use kibitz_game::{Analysis, Game, MoveInfo};

use super::Searcher;
use super::parts::Final;

impl<G: Game> Searcher<G> {
    /// The place of a move that empties the hand, when such a move is made without searching.
    pub(super) fn finishing(&self, game: &G, view: &G::View, moves: &[G::Move]) -> Option<usize> {
        let size = game.hand_size(view);
        let ends = |&mv: &G::Move| size > 0 && game.cards_played(mv) == size;
        if self.parts.finish { moves.iter().position(ends) } else { None }
    }

    /// The place of the move to make.
    pub(super) fn decide(&self, game: &G, analysis: &Analysis<G::Move>) -> usize {
        let loses = |m: &MoveInfo<G::Move>| m.visits == 0 || m.mean <= 0.0;
        let silent = self.parts.wary && analysis.moves.iter().all(loses);
        let best = self.best(analysis, |m| !silent || !game.is_call(m.mv));
        if self.parts.misread {
            // Single-UCT of Basel 2015's program: the place among the root's children, which lie there in the order in
            // which they were first tried, is taken for one in the list of legal moves.
            return self.tried.iter().position(|&slot| slot as usize == best).unwrap_or(best);
        }
        best
    }

    /// The place of the move that the search found best, of those that are allowed.
    fn best(&self, analysis: &Analysis<G::Move>, allowed: impl Fn(&MoveInfo<G::Move>) -> bool) -> usize {
        let score = |m: &MoveInfo<G::Move>| match self.parts.last {
            Final::Visits => m.visits as f64,
            _ if m.visits == 0 => f64::NEG_INFINITY,
            Final::Mean => m.mean,
            Final::Ucb => m.bound,
            Final::Best => m.best_mean,
        };
        let mut best = analysis.moves.iter().position(&allowed).unwrap_or(0);
        for (place, info) in analysis.moves.iter().enumerate().filter(|(_, info)| allowed(info)) {
            let (new, old) = (score(info), score(&analysis.moves[best]));
            // Of equal visits the better mean.
            if new > old || new == old && info.visits > 0 && info.mean > analysis.moves[best].mean {
                best = place;
            }
        }
        best
    }
}
