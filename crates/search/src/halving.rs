//! `halving(AGENT, n, …)`: the best moves of an agent are tried in the same worlds, and half of them dropped at a time.
//!
//! Sequential halving spends its trials where the choice is close: with k moves there are log₂ k rounds of equal cost,
//! and after each the lower half goes. All moves of a round meet the same worlds, so that the luck of the cards cancels.
//! The agent's own opinion counts as so many trials (`trust`) where it has values in the same unit.

use std::sync::atomic::{AtomicBool, Ordering};

use kibitz_game::{Agent, Analysis, Error, Game, MoveInfo, Rng, Spec, Value};

use crate::belief::Believed;
use crate::combine::known;
use crate::evaluate::Evaluator;
use crate::parts::Parts;
use crate::{leaf, read};

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Halving {
    base: Spec,
    trials: u64,
    rollout: Spec,
    depth: Option<u32>,
    leaf: Option<String>,
    reward: Option<String>,
    top: usize,
    trust: f64,
    /// The agent of `worlds=belief(AGENT)`.
    belief: Option<Spec>,
}

impl Halving {
    /// Reads the specification.
    pub fn read(spec: &Spec) -> Result<Halving, Error> {
        spec.allow(2, &["depth", "leaf", "reward", "rollout", "top", "trust", "worlds"])?;
        let Some(base) = spec.values.first() else {
            return Err(Error::Spec(
                "halving takes an agent and a number of trials, as in halving(net(tichu), 200).".into(),
            ));
        };
        let base = known(base)?;
        let trials = spec.values.get(1).map_or(Ok(200), |n| read::whole(n, "The number of trials", 1))?;
        let depth = match spec.key("depth").map(read::text).as_deref() {
            None | Some("end") => None,
            Some(_) => Some(read::whole(spec.key("depth").expect("it is there"), "The depth", 0)? as u32),
        };
        let leaf = spec.key("leaf").map(leaf::canonical).transpose()?;
        if depth.is_some() && leaf.is_none() {
            return Err(Error::Spec("halving with a depth needs a leaf, as in leaf=q(net(tichu)).".into()));
        }
        let trust = spec.key("trust").map_or(Ok(0.0), read::number)?;
        if !(0.0..1e9).contains(&trust) {
            return Err(Error::Spec(format!("trust is a number of trials from 0 on, not {trust}.")));
        }
        let belief = spec.key("worlds").map(|value| {
            let spec = read::spec(value)?;
            match (spec.name.as_str(), &spec.values[..], spec.keys.is_empty()) {
                ("uniform", [], true) => Ok(None),
                ("belief", [agent], true) => known(agent).map(Some),
                _ => Err(Error::Spec(format!("worlds={spec} is unknown to halving; it is uniform or belief(AGENT)."))),
            }
        });
        Ok(Halving {
            belief: belief.transpose()?.flatten(),
            rollout: spec.key("rollout").map_or_else(|| Ok(base.clone()), known)?,
            base,
            trials,
            depth,
            leaf,
            reward: spec.key("reward").map(read::text),
            top: spec.key("top").map_or(Ok(8), |n| read::whole(n, "The number of moves", 1))? as usize,
            trust,
        })
    }

    /// The canonical form.
    pub fn spec(&self) -> Spec {
        let mut keys = Vec::new();
        let mut say = |key: &str, value: Value| keys.push((key.to_string(), value));
        if let Some(depth) = self.depth {
            say("depth", read::number_value(depth as f64));
        }
        if let Some(leaf) = &self.leaf {
            say("leaf", Value::Spec(Spec::parse(leaf).expect("it was read before")));
        }
        if let Some(reward) = &self.reward {
            say("reward", read::word_value(reward));
        }
        if self.rollout != self.base {
            say("rollout", Value::Spec(self.rollout.clone()));
        }
        if self.top != 8 {
            say("top", read::number_value(self.top as f64));
        }
        if self.trust != 0.0 {
            say("trust", read::number_value(self.trust));
        }
        if let Some(agent) = &self.belief {
            let belief = Spec { values: vec![Value::Spec(agent.clone())], ..Spec::bare("belief") };
            say("worlds", Value::Spec(belief));
        }
        let values = vec![Value::Spec(self.base.clone()), read::number_value(self.trials as f64)];
        Spec { name: "halving".into(), values, keys }
    }

    /// The player.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let parts = Parts {
            rollout: Some(self.rollout.clone()),
            depth: self.depth,
            leaf: self.leaf.clone(),
            reward: self.reward.clone(),
            ..Parts::default()
        };
        let reward = self.reward.clone().unwrap_or_else(|| game.default_reward().to_string());
        Ok(Box::new(Halver {
            base: crate::build(game, &self.base)?,
            evaluator: Evaluator::new(game, &parts)?,
            believed: self.belief.as_ref().map(|agent| Believed::new(game, agent)).transpose()?,
            plan: self.clone(),
            reward,
        }))
    }
}

struct Halver<G: Game> {
    base: Box<dyn Agent<G>>,
    evaluator: Evaluator<G>,
    believed: Option<Believed<G>>,
    plan: Halving,
    reward: String,
}

impl<G: Game> Halver<G> {
    /// The agent's moves, most likely first, at most `top`.
    fn candidates(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Result<Vec<MoveInfo<G::Move>>, Error> {
        let mut moves = match self.base.analyse(game, view, rng, &AtomicBool::new(false)).transpose()? {
            Some(found) => {
                let same_unit = found.reward == self.reward;
                let mut moves = found.moves;
                for info in moves.iter_mut().filter(|_| !same_unit) {
                    info.best_mean = f64::NAN;
                }
                moves
            }
            None => {
                let (mut legal, mut priors) = (Vec::new(), Vec::new());
                game.view_legal(view, &mut legal);
                self.base.priors(game, view, &legal, rng, &mut priors);
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
        stop: &AtomicBool,
    ) -> Result<Analysis<G::Move>, Error> {
        let me = game.viewer(view);
        let mut moves = self.candidates(game, view, rng)?;
        let mut sums = vec![(0.0f64, 0.0f64); moves.len()];
        let mut left: Vec<usize> = (0..moves.len()).collect();
        let rounds = (moves.len() as f64).log2().ceil().max(1.0) as u64;
        let mut trials = 0;
        let trust = self.plan.trust;
        if let Some(believed) = self.believed.as_mut().filter(|_| moves.len() > 1) {
            believed.look(game, view, rng);
        }
        let score = |info: &MoveInfo<G::Move>, sum: (f64, f64)| {
            // What the agent itself thinks of the move stands in for `trust` trials.
            let own = if info.best_mean.is_nan() { (0.0, 0.0) } else { (trust * info.best_mean, trust) };
            (own.0 + sum.0) / (own.1 + info.visits as f64).max(1.0)
        };
        while left.len() > 1 && !stop.load(Ordering::Relaxed) {
            let worlds = (self.plan.trials / rounds / left.len() as u64).max(1);
            for _ in 0..worlds {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let world = match &self.believed {
                    Some(believed) => believed.draw(rng),
                    None => game.sample(view, rng),
                };
                // The same chance for every move, as far as the trials go alike.
                let seed = rng.next_u64();
                for &i in &left {
                    let mut state = world.clone();
                    game.play_unchecked(&mut state, me, moves[i].mv);
                    let reward = self.evaluator.value(game, &mut state, &mut Rng::new(seed))[me.index()] as f64;
                    sums[i].0 += reward;
                    sums[i].1 += reward * reward;
                    moves[i].visits += 1;
                    trials += 1;
                }
            }
            left.sort_by(|&a, &b| score(&moves[b], sums[b]).total_cmp(&score(&moves[a], sums[a])));
            left.truncate(left.len().div_ceil(2));
        }
        let best_move = moves[left[0]].mv;
        for (info, &(sum, squares)) in moves.iter_mut().zip(&sums) {
            let n = info.visits as f64;
            let unknown = info.best_mean.is_nan();
            info.available = trials;
            if info.visits > 0 {
                info.mean = sum / n;
                let variance = (squares / n - info.mean * info.mean).max(0.0);
                info.error = if info.visits > 1 { (variance / (n - 1.0)).sqrt() } else { f64::INFINITY };
            }
            info.best_mean = if unknown { info.mean } else { info.best_mean };
        }
        moves.sort_by_key(|info| info.mv);
        let best = moves.iter().position(|info| info.mv == best_move).expect("it is one of them");
        Ok(Analysis {
            moves,
            best,
            iterations: trials,
            nodes: 0,
            full: false,
            reward: self.reward.clone(),
            belief: Default::default(),
        })
    }
}

impl<G: Game> Agent<G> for Halver<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        self.act_until(game, view, rng, &AtomicBool::new(false))
    }

    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        match self.search(game, view, rng, stop) {
            Ok(found) => found.moves[found.best].mv,
            Err(_) => self.base.act(game, view, rng),
        }
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        Some(self.search(game, view, rng, stop))
    }
}
