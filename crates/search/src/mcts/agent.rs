//! The search as an agent: what it answers when it is asked.

use kibitz_game::{Abilities, Agent, Analysis, Belief, Clock, Error, Game, Rng, Seat};

use super::Searcher;
use super::parts::{Budget, Draw};
use super::shares::shares;
use crate::cost;
use crate::thought::Thinker;

/// The most worlds an analysis remembers, to say where the cards are.
const WORLDS_KEPT: usize = 200;

impl<G: Game> Agent<G> for Searcher<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.len() == 1 {
            return moves[0];
        }
        if let Some(last) = self.finishing(game, view, &moves) {
            return moves[last];
        }
        match self.search(game, view, rng, clock) {
            Ok(analysis) => analysis.moves[analysis.best].mv,
            // A cheater that is shown nothing can only guess.
            Err(_) => *rng.choose(&moves),
        }
    }

    fn recalls(&self) -> bool {
        self.thinker.as_ref().is_some_and(Thinker::recalls)
    }

    fn recall(&mut self, _game: &G, history: &[(Seat, G::Move)]) {
        self.thinker.iter_mut().for_each(|thinker| thinker.recall(history));
    }

    fn cheats(&self) -> bool {
        self.peeks()
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        self.truth = Some(truth.clone());
        let mv = self.act(game, view, rng, clock);
        self.truth = None;
        mv
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.wanted = WORLDS_KEPT;
        let result = self.search(game, view, rng, clock);
        self.wanted = 0;
        Some(result.map(|mut analysis| {
            let moves: Vec<G::Move> = analysis.moves.iter().map(|info| info.mv).collect();
            analysis.best = self.finishing(game, view, &moves).unwrap_or(analysis.best);
            let seats = self.kept.first().map_or(game.seats(), |world| game.seats_at(world));
            let held = self.kept.iter().map(|world| game.holders(world));
            analysis.belief = Belief::count(seats, game.viewer(view), held);
            analysis
        }))
    }

    fn priors(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
        match self.search(game, view, rng, clock) {
            Ok(analysis) => shares(&analysis.moves, self.parts.last, out),
            Err(_) => {
                out.clear();
                out.resize(moves.len(), 1.0 / moves.len() as f32);
            }
        }
    }

    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) -> G::Move {
        let searched = self.search(game, view, rng, clock);
        match (self.finishing(game, view, moves), searched) {
            (last, Ok(analysis)) => {
                shares(&analysis.moves, self.parts.last, out);
                moves[last.unwrap_or(analysis.best)]
            }
            (last, Err(_)) => {
                out.clear();
                out.resize(moves.len(), 1.0 / moves.len() as f32);
                last.map_or_else(|| *rng.choose(moves), |last| moves[last])
            }
        }
    }

    /// The mean reward over as many iterations as the budget says (time: none), without a tree.
    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        let (Budget::Iterations(n) | Budget::PerMove(n)) = self.parts.budget else { return None };
        if self.peeks() {
            return None;
        }
        let me = game.viewer(view).index();
        let (mut sum, mut tried) = (0.0, 0);
        while tried < n && !(tried > 0 && clock.is_over()) {
            let mut state = self.world(game, view, rng);
            sum += self.evaluator.value(game, &mut state, rng, clock)[me] as f64;
            tried += 1;
        }
        Some((sum / tried as f64) as f32)
    }

    fn abilities(&self) -> Abilities {
        let values = !self.peeks() && !matches!(self.parts.budget, Budget::Millis(_));
        Abilities { analyses: true, values, values_moves: values, believes: false }
    }

    fn cost(&self, game: &G) -> f64 {
        let parts = &self.parts;
        let thinking = self.thinker.as_ref().map_or(0.0, |thinker| thinker.cost(game));
        let asking = self.guide.as_ref().map_or(0.0, |guide| guide.cost(game));
        let each = cost::ITERATION + self.evaluator.cost(game) + asking;
        let trees = if let Draw::Forest(n) = parts.draw { n as f64 } else { 1.0 };
        let pool = if let Draw::Pool(n) = parts.draw { cost::WORLD_KEPT * n as f64 } else { 0.0 };
        let crew = parts.threads.trees() as f64;
        let solving = if self.endings.is_some() { cost::solving(parts) } else { 0.0 };
        let searching = match parts.budget {
            // Time is shared by the trees of a forest, but every thread has all of it.
            Budget::Millis(ms) => ms as f64 * crew.max(parts.threads.players() as f64),
            Budget::Iterations(n) => n as f64 * trees * each * parts.threads.batch().copies.max(1) as f64,
            Budget::PerMove(n) => cost::MOVES * n as f64 * trees * each * parts.threads.batch().copies.max(1) as f64,
        };
        solving + searching + crew * (pool + trees * thinking)
    }
}
