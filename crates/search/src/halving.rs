//! `halving(AGENT, n, …)`: the best moves of an agent are tried in the same worlds, and half of them dropped at a time.
//!
//! Sequential halving spends its trials where the choice is close: with k moves there are log₂ k rounds of equal cost,
//! and after each the lower half goes. All moves of a round meet the same worlds, so that the luck of the cards cancels.
//! The agent's own opinion counts as so many trials (`trust`) where it has values in the same unit. A move that could
//! catch up only by luck goes at once, so that most decisions take a fraction of the trials.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::keys::{Key, Kind, Need, Part};
use kibitz_game::{Abilities, Agent, Analysis, Belief, Clock, Error, Game, MoveInfo, Rng, Seat, Spec, Value};

use crate::combine::known;
use crate::evaluate::{Depth, Evaluator};
use crate::leaf;
use crate::mcts::Parts;
use crate::plan::Plan;
use crate::thought::{Thinker, Thought};

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Halving {
    base: Spec,
    trials: u64,
    /// `None` is the agent itself.
    rollout: Option<Spec>,
    depth: Depth,
    leaf: Option<String>,
    reward: Option<String>,
    top: usize,
    trust: f64,
    /// How far below the agent's best move, in its own unit, a move may be and still be tried.
    within: f64,
    /// Whose thoughts the worlds are; uniform without.
    thought: Option<Thought>,
}

impl Plan for Halving {
    const PARTS: &'static [Part<Halving>] = &[Part {
        name: "halving",
        help: "Sequential halving: the best moves of an agent are tried in the same worlds, and the worse half dropped each round.",
        example: "halving(random, 16)",
        base: || Halving {
            base: Spec::bare("random"),
            trials: 200,
            rollout: None,
            depth: Depth::End,
            leaf: None,
            reward: None,
            top: 8,
            trust: 0.0,
            within: f64::INFINITY,
            thought: None,
        },
        places: &["agent", "trials"],
        required: 1,
        keys: &[&[
            Key {
                name: "agent",
                kinds: &[Kind::Agent],
                help: "Whose moves are tried.",
                set: |halving, given| known(given.value).map(|agent| halving.base = agent),
                get: |halving, _| Some(Value::Spec(halving.base.clone())),
                ..Key::PLAIN
            },
            Key {
                name: "trials",
                kinds: &[Kind::Whole(1, u64::MAX)],
                help: "The number of trials per decision; clear decisions take fewer.",
                set: |halving, given| {
                    halving.trials = given.whole();
                    Ok(())
                },
                get: |halving, _| Some(Value::of(halving.trials)),
                ..Key::PLAIN
            },
            Key {
                name: "depth",
                kinds: &[Depth::WORDS, Kind::Whole(0, u32::MAX as u64)],
                help: "After how many decisions, or with the trick or turn, a rollout is truncated and its leaf valued.",
                needs: &[Need {
                    holds: |halving| halving.depth == Depth::End || halving.leaf.is_some(),
                    sentence: "halving with a depth needs a leaf, as in leaf=q(net(tichu)).",
                }],
                set: |halving, given| {
                    halving.depth = Depth::read(given);
                    Ok(())
                },
                get: |halving, _| Some(halving.depth.value()),
                ..Key::PLAIN
            },
            Key {
                name: "leaf",
                kinds: leaf::KINDS,
                unsaid: "by game",
                help: leaf::HELP,
                set: |halving, given| leaf::canonical(given.value).map(|leaf| halving.leaf = Some(leaf)),
                get: |halving, _| halving.leaf.as_deref().map(leaf::value),
                ..Key::PLAIN
            },
            Key {
                name: "reward",
                kinds: &[Kind::Named("REWARD")],
                unsaid: "by game",
                help: "What a trial is worth; the agent's values count only if they are in the same unit.",
                set: |halving, given| {
                    halving.reward = Some(given.text());
                    Ok(())
                },
                get: |halving, _| halving.reward.as_ref().map(Value::of),
                ..Key::PLAIN
            },
            Key {
                name: "rollout",
                kinds: &[Kind::Agent],
                unsaid: "the agent",
                help: "The rollout policy of all seats.",
                set: |halving, given| known(given.value).map(|agent| halving.rollout = Some(agent)),
                get: |halving, _| Some(Value::Spec(halving.rollout().clone())),
                ..Key::PLAIN
            },
            Key {
                name: "top",
                kinds: &[Kind::Whole(1, u64::MAX)],
                help: "The most moves that are tried.",
                set: |halving, given| {
                    halving.top = given.whole() as usize;
                    Ok(())
                },
                get: |halving, _| Some(Value::of(halving.top)),
                ..Key::PLAIN
            },
            Key {
                name: "trust",
                kinds: &[Kind::Number(0.0, 999_999_999.0)],
                help: "How many trials the agent's own value of a move counts for.",
                set: |halving, given| {
                    halving.trust = given.number();
                    Ok(())
                },
                get: |halving, _| Some(Value::of(halving.trust)),
                ..Key::PLAIN
            },
            Key {
                name: "within",
                kinds: &[Kind::Number(0.0, f64::INFINITY)],
                help: "Only moves at most this far below the agent's best, by its own values.",
                set: |halving, given| {
                    halving.within = given.number();
                    Ok(())
                },
                get: |halving, _| Some(Value::of(halving.within)),
                ..Key::PLAIN
            },
            Key {
                name: "worlds",
                kinds: &[Kind::Words(&["uniform"]), Thought::KINDS[0], Thought::KINDS[1]],
                help: "How hidden cards are determinized: uniformly, by an agent's belief, or inferred from the others' moves.",
                set: |halving, given| {
                    halving.thought = match given.word(&[()]) {
                        Some(()) => None,
                        None => Some(Thought::read(given.spec()?).ok_or_else(|| given.unknown())??),
                    };
                    Ok(())
                },
                get: |halving, _| Some(halving.thought.as_ref().map_or_else(|| Value::of("uniform"), Thought::value)),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    }];

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let parts = Parts {
            rollout: Some(self.rollout().clone()),
            depth: self.depth,
            leaf: self.leaf.clone(),
            reward: self.reward.clone(),
            ..Parts::default()
        };
        let reward = self.reward.clone().unwrap_or_else(|| game.default_reward().to_string());
        Ok(Box::new(Halver {
            base: crate::build(game, &self.base)?,
            evaluator: Evaluator::new(game, &parts)?,
            thinker: self.thought.as_ref().map(|thought| thought.thinker(game)).transpose()?,
            plan: self,
            reward,
        }))
    }
}

impl Halving {
    /// Who plays on in trials.
    fn rollout(&self) -> &Spec {
        self.rollout.as_ref().unwrap_or(&self.base)
    }
}

struct Halver<G: Game> {
    base: Box<dyn Agent<G>>,
    evaluator: Evaluator<G>,
    thinker: Option<Thinker<G>>,
    plan: Halving,
    reward: String,
}

impl<G: Game> Halver<G> {
    /// The agent's moves, most likely first, at most `top` and none that it thinks far worse than the best.
    fn candidates(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Result<Vec<MoveInfo<G::Move>>, Error> {
        let mut moves = match self.base.analyse(game, view, rng, clock).transpose()? {
            Some(found) => {
                let same_unit = found.reward == self.reward;
                let mut moves = found.moves;
                let most = moves.iter().map(|info| info.best_mean).fold(f64::NEG_INFINITY, f64::max);
                moves.retain(|info| info.best_mean.is_nan() || info.best_mean >= most - self.plan.within);
                for info in moves.iter_mut().filter(|_| !same_unit) {
                    info.best_mean = f64::NAN;
                }
                moves
            }
            None => {
                let (mut legal, mut priors) = (Vec::new(), Vec::new());
                game.view_legal(view, &mut legal);
                self.base.priors(game, view, &legal, rng, clock, &mut priors);
                let info = |(&mv, &prior): (&G::Move, &f32)| MoveInfo {
                    mv,
                    visits: 0,
                    available: 0,
                    mean: 0.0,
                    error: f64::INFINITY,
                    bound: f64::NAN,
                    prior: Some(prior as f64),
                    best_share: None,
                    best_mean: f64::NAN,
                    line: Vec::new(),
                };
                legal.iter().zip(&priors).map(info).collect()
            }
        };
        moves.sort_by(|a, b| b.prior.unwrap_or(0.0).total_cmp(&a.prior.unwrap_or(0.0)));
        moves.truncate(self.plan.top);
        Ok(moves)
    }

    fn search(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Result<Analysis<G::Move>, Error> {
        let me = game.viewer(view);
        let mut moves = self.candidates(game, view, rng, clock)?;
        let own = |info: &MoveInfo<G::Move>| Some(info.best_mean).filter(|mean| !mean.is_nan());
        let mut runs: Vec<Run> = moves.iter().map(|info| Run::new(own(info), self.plan.trust)).collect();
        let mut left: Vec<usize> = (0..moves.len()).collect();
        let rounds = moves.len().next_power_of_two().ilog2().max(1) as u64;
        let mut trials = 0;
        // Trials that drew no lots, by world and move: they would end the same again.
        let mut certain: HashMap<(u64, usize), f32> = HashMap::new();
        let mut belief = Belief::default();
        if let Some(thinker) = self.thinker.as_mut().filter(|_| moves.len() > 1) {
            thinker.look(game, view, rng, clock);
            belief = thinker.belief(game, me);
        }
        while left.len() > 1 && !clock.is_over() {
            let worlds = (self.plan.trials / rounds / left.len() as u64).max(1);
            for number in 1..=worlds {
                if left.len() == 1 || clock.is_over() {
                    break;
                }
                let world = match &mut self.thinker {
                    Some(thinker) => thinker.draw(rng),
                    None => game.sample(view, rng),
                };
                // The same chance for every move, as far as the trials go alike.
                let chance = Rng::new(rng.next_u64());
                let mut hasher = DefaultHasher::new();
                world.hash(&mut hasher);
                let name = hasher.finish();
                for &i in &left {
                    let known = certain.get(&(name, i)).copied();
                    let reward = known.unwrap_or_else(|| {
                        let (mut state, mut lots) = (world.clone(), chance.clone());
                        game.play_unchecked(&mut state, me, moves[i].mv);
                        let reward = self.evaluator.value(game, &mut state, &mut lots, clock)[me.index()];
                        if lots == chance {
                            certain.insert((name, i), reward);
                        }
                        reward
                    });
                    runs[i].rewards.push(reward as f64);
                    trials += 1;
                }
                if number % LOOK == 0 {
                    let most = runs[left[0]].rewards.len() as u64 + self.plan.trials.saturating_sub(trials) / 2;
                    let first =
                        *left.iter().max_by(|&&a, &&b| runs[a].score().total_cmp(&runs[b].score())).expect("two");
                    left.retain(|&i| i == first || !runs[first].is_beyond(&runs[i], most));
                }
            }
            left.sort_by(|&a, &b| runs[b].score().total_cmp(&runs[a].score()));
            left.truncate(left.len().div_ceil(2));
        }
        let best_move = moves[left[0]].mv;
        for (info, run) in moves.iter_mut().zip(&runs) {
            (info.visits, info.available) = (run.rewards.len() as u64, trials);
            if info.visits > 0 {
                (info.mean, info.error) = mean_and_error(run.rewards.iter().copied());
            }
            info.best_mean = run.own.unwrap_or(info.mean);
        }
        moves.sort_by_key(|info| info.mv);
        let best = moves.iter().position(|info| info.mv == best_move).expect("it is one of them");
        Ok(Analysis { moves, best, iterations: trials, nodes: 0, full: false, reward: self.reward.clone(), belief })
    }
}

/// After how many worlds it is asked which moves have a chance left: fewer tell too little of their spread.
const LOOK: u64 = 32;
/// By how many standard errors luck may still change a difference.
const LUCK: f64 = 2.5;

/// A move on trial.
struct Run {
    /// What the agent thinks of it.
    own: Option<f64>,
    /// As how many trials that counts.
    trust: f64,
    /// What its trials brought; those of all moves were in the same worlds, in this order.
    rewards: Vec<f64>,
}

impl Run {
    fn new(own: Option<f64>, trust: f64) -> Run {
        Run { own, trust: if own.is_some() { trust } else { 0.0 }, rewards: Vec::new() }
    }

    fn score(&self) -> f64 {
        let sum: f64 = self.rewards.iter().sum();
        (self.trust * self.own.unwrap_or(0.0) + sum) / (self.trust + self.rewards.len() as f64).max(1.0)
    }

    /// Whether another move, which is behind, will stay behind after so many trials, but for much luck. What counts is
    /// the difference in each world: its spread is far smaller than that of the rewards.
    fn is_beyond(&self, other: &Run, trials: u64) -> bool {
        let lead = self.rewards.iter().zip(&other.rewards).map(|(own, other)| own - other);
        let (lead, error) = mean_and_error(lead);
        let opinion = self.trust * (self.own.unwrap_or(0.0) - other.own.unwrap_or(0.0));
        opinion + trials as f64 * (lead - LUCK * error) > 0.0
    }
}

/// The mean of some numbers and its standard error, which is infinite for a single one.
fn mean_and_error(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let (n, sum) = numbers.clone().fold((0.0, 0.0), |(n, sum), x| (n + 1.0, sum + x));
    let mean = sum / n;
    let squares: f64 = numbers.map(|x| (x - mean) * (x - mean)).sum();
    (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY })
}

impl<G: Game> Agent<G> for Halver<G> {
    fn recalls(&self) -> bool {
        self.base.recalls() || self.thinker.as_ref().is_some_and(Thinker::recalls)
    }

    fn recall(&mut self, game: &G, history: &[(Seat, G::Move)]) {
        self.base.recall(game, history);
        self.thinker.iter_mut().for_each(|thinker| thinker.recall(history));
    }

    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        match self.search(game, view, rng, clock) {
            Ok(found) => found.moves[found.best].mv,
            Err(_) => self.base.act(game, view, rng, clock),
        }
    }

    fn abilities(&self) -> Abilities {
        Abilities { analyses: true, ..self.base.abilities() }
    }

    fn cost(&self, game: &G) -> f64 {
        let thinking = self.thinker.as_ref().map_or(0.0, |thinker| thinker.cost(game));
        self.base.cost(game) + thinking + self.plan.trials as f64 * self.evaluator.cost(game)
    }

    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        self.base.value(game, view, rng, clock)
    }

    fn value_to_move(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        self.base.value_to_move(game, view, rng, clock)
    }

    fn weigh(
        &mut self,
        game: &G,
        view: &G::View,
        worlds: &[G::State],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Vec<f32>> {
        self.base.weigh(game, view, worlds, rng, clock)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        Some(self.search(game, view, rng, clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(own: f64, rewards: impl Iterator<Item = f64>) -> Run {
        Run { rewards: rewards.collect(), ..Run::new(Some(own), 10.0) }
    }

    /// Luck that is the same for every move.
    fn luck() -> impl Iterator<Item = f64> {
        (0..64).map(|world| (world * 37 % 64) as f64)
    }

    #[test]
    fn an_opinion_counts_as_so_many_trials() {
        assert_eq!(run(5.0, std::iter::empty()).score(), 5.0);
        assert_eq!(run(5.0, [1.0; 30].into_iter()).score(), 2.0);
        let silent = Run { rewards: vec![1.0; 30], ..Run::new(None, 10.0) };
        assert_eq!(silent.score(), 1.0);
    }

    #[test]
    fn a_lead_is_safe_when_every_world_shows_it_however_much_luck_there_is() {
        let (first, other) = (run(0.0, luck().map(|x| x + 0.5)), run(0.0, luck()));
        assert!(first.is_beyond(&other, 1000));
        let (first, other) = (run(0.0, luck().map(|x| x + 0.5)), run(0.0, luck().map(|x| 63.0 - x)));
        assert!(!first.is_beyond(&other, 1000), "by other luck the lead is none");
    }

    #[test]
    fn a_lead_is_safe_when_the_trials_left_cannot_overcome_the_opinion() {
        let wavering = |i: usize, x: f64| x + [1.0, -1.0][i % 2];
        let other = || run(0.0, luck().enumerate().map(|(i, x)| wavering(i, x)));
        let first = run(10.0, luck());
        assert!(first.is_beyond(&other(), 100));
        assert!(!first.is_beyond(&other(), 10_000));
    }
}
