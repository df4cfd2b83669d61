//! What an unfinished deal is worth: a value of the game's own, a sum of several, or the opinion of an agent.

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Error, Game, RewardFn, Rewards, Rng, Seat, Spec, Value};

use crate::combine::known;
use crate::read;

/// The canonical text of a leaf value: `hand`, `ratio+trumps(0.5)` or `value(AGENT)`.
pub fn canonical(value: &Value) -> Result<String, Error> {
    match opinion(read::spec(value)?)? {
        Some(agent) => Ok(format!("value({agent})")),
        None => Ok(read::text(value)),
    }
}

/// The agent of `value(AGENT)`; `None` when it is another leaf value.
fn opinion(spec: &Spec) -> Result<Option<Spec>, Error> {
    match (&spec.name[..], &spec.values[..], &spec.keys[..]) {
        ("value", [agent], []) => known(agent).map(Some),
        ("value", ..) => Err(Error::Spec("leaf=value(…) takes one agent, as in value(net(file)).".into())),
        _ => Ok(None),
    }
}

/// A leaf value, chosen once per player.
pub enum Leaf<G: Game> {
    /// Values of the game with their weights.
    Sum(Vec<(RewardFn<G>, f32)>),
    /// What an agent thinks the deal is worth to each seat, from what that seat can see.
    Opinion(Box<dyn Agent<G>>),
}

impl<G: Game> Leaf<G> {
    /// Reads the text of a leaf value; of terms with a `+` in between each may have a weight.
    pub fn read(game: &G, text: &str) -> Result<Leaf<G>, Error> {
        if let Some(agent) = opinion(&Spec::parse(text)?)? {
            let mut agent = crate::build(game, &agent)?;
            // Asked of any deal: either it has opinions or it has none.
            let view = game.view(&game.deal(&G::Standing::default(), &mut Rng::new(0)), Seat(0));
            return match agent.value(game, &view, &mut Rng::new(0)) {
                Some(_) => Ok(Leaf::Opinion(agent)),
                None => Err(Error::Spec(format!("leaf={text} needs an agent that knows what a deal is worth."))),
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
                Error::Spec(format!("{} has no leaf value \"{term}\"{known}", G::TITLE))
            })
        };
        text.split('+').map(term).collect::<Result<_, _>>().map(Leaf::Sum)
    }

    /// Values an unfinished deal for each seat.
    pub fn value(&mut self, game: &G, state: &G::State, rewards: &mut Rewards, rng: &mut Rng) {
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
            Leaf::Opinion(agent) => {
                for (seat, reward) in rewards.iter_mut().enumerate().take(game.seats_at(state)) {
                    let view = game.view(state, Seat(seat as u8));
                    *reward = agent.value(game, &view, rng).unwrap_or_default();
                }
            }
        }
    }
}
