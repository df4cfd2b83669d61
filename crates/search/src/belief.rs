//! `worlds=belief(AGENT)`: worlds as likely as an agent thinks them.
//!
//! Many uniform worlds are drawn for a decision and weighed by the agent; those of the search are drawn from these in
//! proportion. A network that says who holds each card takes the cards for independent, which the worlds correct: each
//! of them fits the facts.

use kibitz_game::{Agent, Clock, Error, Game, Rng, Spec};

use crate::cost;

/// Worlds to choose from: with a sharp belief two in a hundred count, and those must be enough for a search; few enough
/// to be weighed in some milliseconds.
const PROPOSALS: usize = 4096;

/// Instead of an agent: every world is as likely as any other.
pub const UNIFORM: &str = "uniform";

/// The worlds of a decision with their weights.
pub struct Believed<G: Game> {
    /// Nobody where all worlds are equally likely.
    agent: Option<Box<dyn Agent<G>>>,
    worlds: Vec<G::State>,
    /// Sums of the weights up to each world.
    sums: Vec<f64>,
}

impl<G: Game> Believed<G> {
    /// With this agent's belief, or [`UNIFORM`].
    pub fn new(game: &G, spec: &Spec) -> Result<Believed<G>, Error> {
        if *spec == Spec::bare(UNIFORM) {
            return Ok(Believed { agent: None, worlds: Vec::new(), sums: Vec::new() });
        }
        let agent = crate::build(game, spec)?;
        if !agent.abilities().believes {
            return Err(Error::Spec(format!("worlds=belief({spec}) needs an agent that believes who holds what.")));
        }
        Ok(Believed::of(agent))
    }

    /// With the belief of an agent that has one.
    pub fn of(agent: Box<dyn Agent<G>>) -> Believed<G> {
        Believed { agent: Some(agent), worlds: Vec::new(), sums: Vec::new() }
    }

    /// Milliseconds of a look, at most and roughly.
    pub fn cost(&self, game: &G) -> f64 {
        PROPOSALS as f64 * cost::WORLD + self.agent.as_ref().map_or(0.0, |agent| agent.cost(game))
    }

    /// Draws and weighs the worlds of a view.
    pub fn look(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) {
        self.worlds.clear();
        // Who has no time left is content with any world.
        let proposals = if clock.is_over() { 1 } else { PROPOSALS };
        self.worlds.extend((0..proposals).map(|_| game.sample(view, rng)));
        let worlds = std::mem::take(&mut self.worlds);
        let logs = self.weigh(game, view, &worlds, rng, clock);
        self.worlds = worlds;
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.sums.clear();
        let mut sum = 0.0;
        self.sums.extend(logs.iter().map(|log| {
            sum += libm::exp(log - most);
            sum
        }));
    }

    /// How likely each of some worlds is, as logarithms up to a constant.
    pub fn weigh(
        &mut self,
        game: &G,
        view: &G::View,
        worlds: &[G::State],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Vec<f64> {
        let Some(agent) = &mut self.agent else { return vec![0.0; worlds.len()] };
        let logs = agent.weigh(game, view, worlds, rng, clock).expect("checked when it was made");
        logs.into_iter().map(f64::from).collect()
    }

    /// One of the worlds, in proportion to its weight.
    pub fn draw(&self, rng: &mut Rng) -> G::State {
        let at = rng.unit() * self.sums[self.sums.len() - 1];
        let place = self.sums.partition_point(|&sum| sum <= at);
        self.worlds[place.min(self.worlds.len() - 1)].clone()
    }
}
