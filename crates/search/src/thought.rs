//! Worlds that somebody must think of before any can be drawn: `worlds=belief(…)` and `worlds=inferred(…)`.

use kibitz_game::keys::Kind;
use kibitz_game::{Belief, Clock, Error, Game, Rng, Seat, Spec, Value};

use crate::belief::Believed;
use crate::combine::known;
use crate::infer::{Inference, Inferred};

/// Whose thoughts the worlds of a search are, as it is written.
#[derive(Clone, PartialEq, Debug)]
pub enum Thought {
    /// `belief(AGENT)`.
    Belief(Spec),
    /// `inferred(BELIEVER, POLICY, …)`.
    Inference(Inference),
}

impl Thought {
    /// How it is written.
    pub const KINDS: [Kind; 2] = [Kind::Form("belief(AGENT)"), Kind::Parts(|| vec![Inference::PART.help()])];

    /// Reads a kind of worlds; `None` when it is another one.
    pub fn read(spec: &Spec) -> Option<Result<Thought, Error>> {
        match (spec.name.as_str(), &spec.values[..], spec.keys.is_empty()) {
            ("belief", [agent], true) => Some(known(agent).map(Thought::Belief)),
            ("inferred", ..) => Some(Inference::PART.read(spec).map(Thought::Inference)),
            _ => None,
        }
    }

    /// The inverse of [`Thought::read`].
    pub fn value(&self) -> Value {
        Value::Spec(match self {
            Thought::Belief(agent) => Spec::with_values("belief", [Value::Spec(agent.clone())]),
            Thought::Inference(inference) => Inference::PART.write(inference),
        })
    }

    /// Who thinks.
    pub fn thinker<G: Game>(&self, game: &G) -> Result<Thinker<G>, Error> {
        Ok(match self {
            Thought::Belief(agent) => Thinker::Believed(Believed::new(game, agent)?),
            Thought::Inference(inference) => Thinker::Inferred(Box::new(Inferred::new(game, inference)?)),
        })
    }
}

/// Who finds the worlds of a decision.
pub enum Thinker<G: Game> {
    /// By belief.
    Believed(Believed<G>),
    /// By what the others did.
    Inferred(Box<Inferred<G>>),
}

impl<G: Game> Thinker<G> {
    /// Whether it draws conclusions from how the deal went.
    pub fn recalls(&self) -> bool {
        matches!(self, Thinker::Inferred(_))
    }

    /// What the viewer of the next decision has seen.
    pub fn recall(&mut self, history: &[(Seat, G::Move)]) {
        if let Thinker::Inferred(inferred) = self {
            inferred.recall(history);
        }
    }

    /// What it was told last.
    pub fn told(&self) -> &[(Seat, G::Move)] {
        match self {
            Thinker::Believed(_) => &[],
            Thinker::Inferred(inferred) => inferred.told(),
        }
    }

    /// Milliseconds of a look, at most and roughly.
    pub fn cost(&self, game: &G) -> f64 {
        match self {
            Thinker::Believed(believed) => believed.cost(game),
            Thinker::Inferred(inferred) => inferred.cost(game),
        }
    }

    /// Finds the worlds of a view.
    pub fn look(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) {
        match self {
            Thinker::Believed(believed) => believed.look(game, view, rng, clock),
            Thinker::Inferred(inferred) => inferred.look(game, view, rng, clock),
        }
    }

    /// Where the cards lie in them; of a belief's nothing is told, it has no worlds of its own.
    pub fn belief(&self, game: &G, viewer: Seat) -> Belief {
        match self {
            Thinker::Believed(_) => Belief::default(),
            Thinker::Inferred(inferred) => {
                let seats = inferred.worlds().next().map_or(game.seats(), |world| game.seats_at(world));
                Belief::count(seats, viewer, inferred.worlds().map(|world| game.holders(world)))
            }
        }
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
        match self {
            Thinker::Believed(believed) => believed.weigh(game, view, worlds, rng, clock),
            Thinker::Inferred(inferred) => inferred.weigh_all(game, view, worlds, rng, clock),
        }
    }

    /// One of them.
    pub fn draw(&mut self, rng: &mut Rng) -> G::State {
        match self {
            Thinker::Believed(believed) => believed.draw(rng),
            Thinker::Inferred(inferred) => inferred.draw(rng),
        }
    }
}
