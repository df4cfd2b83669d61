//! `rig(a, heuristic, …)`: any agent, its preferences changed by a heuristic, to ask what it cares for (ETH 2022).
//!
//! The agent says how likely it would make each move ([`Agent::priors`]: a search by its visits or means), and the rig
//! changes that. From the move that the agent would make after the same thought ([`Agent::decide`]) it departs only as often
//! as it must for its moves to be as likely as the rig wants: a rig that changes nothing plays just like its agent, and
//! with the same chance a search and a rig of it have searched alike.

use kibitz_game::error::suggest;
use kibitz_game::keys::{Key, Kind, Part, Rest};
use kibitz_game::{Agent, Clock, Error, Game, PRIOR_DRAWS, Rng, Seat, Spec, Value, rig};

use crate::combine::known;
use crate::plan::Plan;

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Rigged {
    base: Spec,
    /// The heuristic by name, with its arguments.
    rig: Spec,
}

/// The rig every game has: moves that take many cards from the hand, or few.
const CARDS: &str = "cards";

impl Plan for Rigged {
    /// Which rigs there are, and what they can be told, depends on the game.
    const PARTS: &'static [Part<Rigged>] = &[Part {
        name: "rig",
        help: "An agent whose move preferences are tilted by a heuristic; moves of many cards (t > 0) or few are every game's.",
        example: "rig(ismcts(8), cards, 2)",
        base: || Rigged { base: Spec::bare("random"), rig: Spec::bare(CARDS) },
        places: &["agent", "heuristic"],
        required: 2,
        keys: &[&[
            Key {
                name: "agent",
                kinds: &[Kind::Agent],
                help: "Whose preferences are tilted.",
                set: |rigged, given| known(given.value).map(|agent| rigged.base = agent),
                get: |rigged, _| Some(Value::Spec(rigged.base.clone())),
                ..Key::PLAIN
            },
            Key {
                name: "heuristic",
                kinds: &[Kind::Words(&[CARDS]), Kind::Named("HEURISTIC")],
                help: "By the number of cards, or a heuristic of the game; further arguments are the heuristic's.",
                set: |rigged, given| {
                    rigged.rig.name = given.text();
                    Ok(())
                },
                get: |rigged, _| Some(Value::of(&rigged.rig.name)),
                ..Key::PLAIN
            },
        ]],
        elsewhere: &[],
        rest: Some(Rest {
            name: "t=1",
            keys: true,
            add: |rigged, key, value| {
                match key {
                    Some(key) => rigged.rig.keys.push((key.into(), value.clone())),
                    None => rigged.rig.values.push(value.clone()),
                }
                Ok(())
            },
            all: |rigged| (rigged.rig.values.clone(), rigged.rig.keys.clone()),
        }),
    }];

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let name = self.rig.name.as_str();
        let rig = match name {
            CARDS => by_cards(&self.rig)?,
            name if game.rigs().contains(&name) => game.rig(&self.rig)?,
            _ => {
                let known = suggest(name, [CARDS].into_iter().chain(game.rigs().iter().copied()));
                return Err(Error::Spec(format!("{} has no rig \"{name}\"{known}", game.title())));
            }
        };
        let base = crate::build(game, &self.base)?;
        if base.cheats() {
            return Err(Error::Spec(format!("\"{}\" looks at the true cards and cannot be rigged.", self.base)));
        }
        Ok(Box::new(RiggedAgent { base, rig, shares: Vec::new(), before: Vec::new(), after: Vec::new() }))
    }
}

/// p ∝ p · exp(τ · z) with z the number of cards in standard deviations of the choices.
fn by_cards<G: Game>(spec: &Spec) -> Result<rig::Rig<G>, Error> {
    spec.allow(1, &["t"])?;
    let strength = spec.key("t").or(spec.values.first()).map_or(Ok(1.0), Value::number)?;
    if !strength.is_finite() {
        return Err(Error::Spec(format!("The strength of a rig is a number, not {strength}.")));
    }
    Ok(Box::new(move |game, _, moves, p| {
        let z = rig::standardised(moves.iter().map(|&mv| game.cards_played(mv) as f64).collect());
        rig::tilt(p, |i| strength * z[i]);
    }))
}

struct RiggedAgent<G: Game> {
    base: Box<dyn Agent<G>>,
    rig: rig::Rig<G>,
    /// Scratch.
    shares: Vec<f32>,
    before: Vec<f64>,
    after: Vec<f64>,
}

impl<G: Game> RiggedAgent<G> {
    /// Fills in what is likely before and after the rig, by the shares of the agent.
    fn weigh(&mut self, game: &G, view: &G::View, moves: &[G::Move]) {
        self.before.clear();
        self.before.extend(self.shares.iter().map(|&p| p as f64));
        self.after.clone_from(&self.before);
        (self.rig)(game, view, moves, &mut self.after);
    }

    fn choose(&mut self, game: &G, view: &G::View, moves: &[G::Move], rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let wanted = self.base.decide(game, view, moves, rng, clock, &mut self.shares);
        self.weigh(game, view, moves);
        match moves.iter().position(|&mv| mv == wanted) {
            Some(place) => moves[depart(place, &self.before, &self.after, rng)],
            None => wanted,
        }
    }
}

impl<G: Game> Agent<G> for RiggedAgent<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.len() == 1 {
            return moves[0];
        }
        self.choose(game, view, &moves, rng, clock)
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
        let mv = self.choose(game, view, moves, rng, clock);
        out.clear();
        out.extend(self.after.iter().map(|&p| p as f32));
        mv
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
        self.base.priors(game, view, moves, rng, clock, &mut self.shares);
        self.weigh(game, view, moves);
        out.clear();
        out.extend(self.after.iter().map(|&p| p as f32));
    }

    fn cost(&self, game: &G) -> f64 {
        (1 + PRIOR_DRAWS) as f64 * self.base.cost(game)
    }

    fn recalls(&self) -> bool {
        self.base.recalls()
    }

    fn recall(&mut self, game: &G, history: &[(Seat, G::Move)]) {
        self.base.recall(game, history);
    }
}

/// Where a choice that is made as often as `before` says must go to be made as often as `after` says, with as few
/// departures as possible: what has become rarer is kept in proportion, and what is left over goes to what has gained.
fn depart(place: usize, before: &[f64], after: &[f64], rng: &mut Rng) -> usize {
    if rng.unit() * before[place] < after[place] {
        return place;
    }
    let gain = |i: usize| (after[i] - before[i]).max(0.0);
    let mut left = rng.unit() * (0..after.len()).map(gain).sum::<f64>();
    let drawn = (0..after.len()).find(|&i| {
        left -= gain(i);
        left < 0.0
    });
    drawn.unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn departures_make_moves_as_likely_as_the_rig_wants() {
        let (before, after) = ([0.5, 0.3, 0.2], [0.2, 0.3, 0.5]);
        let mut rng = Rng::new(5);
        let mut counts = [0; 3];
        let mut kept = 0;
        for _ in 0..20_000 {
            let draw = rng.unit();
            let wanted = if draw < 0.5 {
                0
            } else if draw < 0.8 {
                1
            } else {
                2
            };
            let played = depart(wanted, &before, &after, &mut rng);
            counts[played] += 1;
            kept += (played == wanted) as u32;
        }
        for (count, share) in counts.into_iter().zip(after) {
            assert!((count as f64 / 20_000.0 - share).abs() < 0.02, "{counts:?}");
        }
        // Only the first move becomes rarer, by 0.3 of all choices.
        assert!((kept as f64 / 20_000.0 - 0.7).abs() < 0.02, "{kept}");
    }

    #[test]
    fn a_rig_that_changes_nothing_departs_never_and_a_certain_one_always() {
        let mut rng = Rng::new(1);
        for place in 0..2 {
            for _ in 0..50 {
                assert_eq!(depart(place, &[0.9, 0.1], &[0.9, 0.1], &mut rng), place);
                assert_eq!(depart(place, &[0.9, 0.1], &[0.0, 1.0], &mut rng), 1);
            }
        }
    }

    #[test]
    fn specifications_read_back_or_are_refused() {
        for text in
            ["rig(random, close, 0)", "rig(rig(random, value, 104, sd=10), risk, -, alpha=15)", "rig(ismcts(5), cards)"]
        {
            let spec = Spec::parse(text).unwrap();
            assert_eq!(Rigged::read(&spec).unwrap().spec().to_string(), text);
        }
        for text in ["rig", "rig(random)", "rig(9, close)"] {
            let error = Rigged::read(&Spec::parse(text).unwrap()).expect_err(text);
            assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
        }
    }
}
