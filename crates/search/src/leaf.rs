//! What an unfinished deal is worth: a value of the game's own, a sum of several, or the opinion of an agent: of every
//! seat, or of the one that is to move, whose gain is the others' loss.

use kibitz_game::error::suggest;
use kibitz_game::keys::Kind;
use kibitz_game::{Agent, Clock, Error, Game, INSTANT, RewardFn, Rewards, Rng, Seat, Spec, Value};

use crate::combine::known;

/// What a leaf value can be.
pub const KINDS: &[Kind] =
    &[Kind::Named("LEAF"), Kind::Form("LEAF+LEAF(0.5)"), Kind::Form("value(AGENT)"), Kind::Form("q(AGENT)")];
/// What it is for.
pub const HELP: &str = "The value of an unfinished deal: a leaf value of the game, a weighted sum of them, or an agent's estimate, of \
                        every seat (value) or of the seat to move (q).";

/// A leaf value as it stands in a specification.
pub fn value(text: &str) -> Value {
    Value::parse(text).expect("it was read from a specification")
}

/// The canonical text of a leaf value: `hand`, `ratio+trumps(0.5)`, `value(AGENT)` or `q(AGENT)`.
pub fn canonical(value: &Value) -> Result<String, Error> {
    match opinion(value.spec()?)? {
        Some(agent) => Ok(format!("{}({agent})", value.spec()?.name)),
        None => Ok(value.to_string()),
    }
}

/// The agent of `value(AGENT)` or `q(AGENT)`; `None` when it is another leaf value.
fn opinion(spec: &Spec) -> Result<Option<Spec>, Error> {
    match (&spec.name[..], &spec.values[..], &spec.keys[..]) {
        ("value" | "q", [agent], []) => known(agent).map(Some),
        (name @ ("value" | "q"), ..) => {
            Err(Error::Spec(format!("leaf={name}(…) takes one agent, as in {name}(net(file)).")))
        }
        _ => Ok(None),
    }
}

/// A leaf value, chosen once per player.
pub enum Leaf<G: Game> {
    /// Values of the game with their weights.
    Sum(Vec<(RewardFn<G>, f32)>),
    /// What an agent thinks the deal is worth to each seat, from what that seat can see.
    Opinion(Box<dyn Agent<G>>),
    /// What an agent thinks the deal is worth to the seat that is to move, and so to its allies; the others lose that.
    Mover(Box<dyn Agent<G>>),
}

impl<G: Game> Leaf<G> {
    /// Reads the text of a leaf value; of terms with a `+` in between each may have a weight.
    pub fn read(game: &G, text: &str) -> Result<Leaf<G>, Error> {
        if let Some(agent) = opinion(&Spec::parse(text)?)? {
            let agent = crate::build(game, &agent)?;
            let (mover, can) = (text.starts_with("q("), agent.abilities());
            return match if mover { can.values_moves } else { can.values } {
                true if mover => Ok(Leaf::Mover(agent)),
                true => Ok(Leaf::Opinion(agent)),
                false => Err(Error::Spec(format!("leaf={text} needs an agent that knows what a deal is worth."))),
            };
        }
        let term = |term: &str| {
            let whole = game.leaf_value(term).map(|value| (value, 1.0));
            let weighted = || {
                let (name, weight) = term.strip_suffix(')')?.split_once('(')?;
                Some((game.leaf_value(name)?, weight.parse().ok().filter(|w: &f32| w.is_finite())?))
            };
            whole.or_else(weighted).ok_or_else(|| {
                let known = match game.leaf_values() {
                    [] => ".".into(),
                    names => suggest(term, names.iter().copied()),
                };
                Error::Spec(format!("{} has no leaf value \"{term}\"{known}", game.title()))
            })
        };
        text.split('+').map(term).collect::<Result<_, _>>().map(Leaf::Sum)
    }

    /// Whether it is asked about moves: networks learn from decisions, and a move without alternatives is none.
    pub fn needs_a_choice(&self) -> bool {
        matches!(self, Leaf::Mover(_))
    }

    /// Whether an agent is asked.
    pub fn is_opinion(&self) -> bool {
        !matches!(self, Leaf::Sum(_))
    }

    /// Milliseconds of a valuation, at most and roughly.
    pub fn cost(&self, game: &G) -> f64 {
        match self {
            Leaf::Sum(_) => INSTANT,
            Leaf::Mover(agent) => agent.cost(game),
            Leaf::Opinion(agent) => game.seats() as f64 * agent.cost(game),
        }
    }

    /// Values an unfinished deal for each seat.
    pub fn value(&mut self, game: &G, state: &G::State, rewards: &mut Rewards, rng: &mut Rng, clock: Clock<'_>) {
        match self {
            Leaf::Sum(terms) => match &terms[..] {
                [(value, 1.0)] => value(game, state, rewards),
                terms => {
                    let mut sum: Rewards = [0.0; Seat::MAX];
                    for (value, weight) in terms {
                        value(game, state, rewards);
                        sum.iter_mut().zip(&*rewards).for_each(|(sum, reward)| *sum += weight * reward);
                    }
                    *rewards = sum;
                }
            },
            Leaf::Mover(agent) => {
                let mut state = state.clone();
                while game.to_act(&state).has(Seat::CHANCE) {
                    let mv = game.sample_move(&state, Seat::CHANCE, rng);
                    game.play_unchecked(&mut state, Seat::CHANCE, mv);
                }
                let mover = game.to_act(&state).first();
                let value = agent.value_to_move(game, &game.view(&state, mover), rng, clock).unwrap_or_default();
                for (seat, reward) in rewards.iter_mut().enumerate().take(game.seats_at(&state)) {
                    *reward = if game.allies(&state, mover, Seat(seat as u8)) { value } else { -value };
                }
            }
            Leaf::Opinion(agent) => {
                for (seat, reward) in rewards.iter_mut().enumerate().take(game.seats_at(state)) {
                    let view = game.view(state, Seat(seat as u8));
                    *reward = agent.value(game, &view, rng, clock).unwrap_or_default();
                }
            }
        }
    }
}
