//! `worlds=inferred(BELIEVER, POLICY, …)`: worlds in which the others had reason to play as they did.
//!
//! A world is as likely as that seats with these cards would have made the moves they made, by a policy that says how
//! likely each move is. Such worlds are few, and none of some thousand that are drawn without thinking of the moves may
//! be among them; so walkers go and look for them. They set out from worlds that the believer thinks likely and go on
//! step by step ([`kibitz_game::Worlds::step`]): to a more likely world always, to a less likely one as often as it is
//! less likely. In the long run a walker is in each world as often as the world is likely (Metropolis). That run would be too long, so
//! those in unlikely worlds leave them for the worlds of others ([`crate::cull`]): at the start by and by, while the
//! moves count for more and more of what they say (annealing), later whenever new moves were seen. From one decision of
//! a deal to the next the walkers keep what they found, so that they walk through the whole deal.
//!
//! Where nothing is known of how the deal went (a position, a game that cannot go back to its deal), the worlds are the
//! believer's.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::keys::{Key, Kind, Part};
use kibitz_game::{Agent, Clock, Error, Game, Rng, Seat, Spec, Value};

use crate::belief::{Believed, UNIFORM};
use crate::combine::known;
use crate::{cost, cull};

/// The logarithm for a move that was made and could not be: it is not endless, so that a walker can begin there.
const IMPOSSIBLE: f64 = -20.0;
/// Steps of a walker for one decision, where the policy has hardly to be asked any more.
const STEPS: usize = 150;
/// Pasts of a world over which its likelihood is averaged, where the worlds are few.
const PASTS: usize = 8;
/// At the start: the share of the walkers that count at each level, and their steps there.
const LEVEL: f64 = 0.5;
const LEVEL_STEPS: usize = 2;
/// After new moves: the share that counts. Few have to, since what they had found before was likely.
const NEWS: f64 = 0.1;

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Inference {
    believer: Spec,
    policy: Spec,
    /// How many walkers there are: so many worlds a decision has.
    walkers: usize,
    /// How often the policy is asked for one decision, about.
    asks: u64,
    /// How often a seat makes any of its moves, whatever the policy says.
    slip: f64,
}

impl Inference {
    /// `inferred(BELIEVER, POLICY, …)`.
    pub const PART: Part<Inference> = Part {
        name: "inferred",
        help: "Worlds in proportion to how likely the others' moves were in them: annealed MCMC with resampling.",
        base: || Inference {
            believer: Spec::bare("random"),
            policy: Spec::bare("random"),
            walkers: 40,
            asks: 4000,
            slip: 0.03,
        },
        places: &["believer", "policy"],
        required: 2,
        keys: &[&[
            Key {
                name: "believer",
                kinds: &[Kind::Agent, Kind::Words(&[UNIFORM])],
                help: "The chains start in worlds that this agent believes in; without a known past, its belief is all.",
                set: |it, given| known(given.value).map(|agent| it.believer = agent),
                get: |it, _| Some(Value::Spec(it.believer.clone())),
                ..Key::PLAIN
            },
            Key {
                name: "policy",
                kinds: &[Kind::Agent],
                help: "How likely the moves of the others are, by this agent's priors.",
                set: |it, given| known(given.value).map(|agent| it.policy = agent),
                get: |it, _| Some(Value::Spec(it.policy.clone())),
                ..Key::PLAIN
            },
            Key {
                name: "asks",
                kinds: &[Kind::Whole(0, u64::MAX)],
                help: "About how many times the policy is evaluated per decision.",
                set: |it, given| {
                    it.asks = given.whole();
                    Ok(())
                },
                get: |it, _| Some(Value::of(it.asks)),
                ..Key::PLAIN
            },
            Key {
                name: "slip",
                kinds: &[Kind::Number(f64::MIN_POSITIVE, 1.0 - f64::EPSILON)],
                help: "The probability of a uniformly random move, mixed into the policy.",
                set: |it, given| {
                    it.slip = given.number();
                    Ok(())
                },
                get: |it, _| Some(Value::of(it.slip)),
                ..Key::PLAIN
            },
            Key {
                name: "walkers",
                kinds: &[Kind::Whole(1, u32::MAX as u64)],
                help: "How many Markov chains run; a decision has as many worlds.",
                set: |it, given| {
                    it.walkers = given.whole() as usize;
                    Ok(())
                },
                get: |it, _| Some(Value::of(it.walkers)),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    };
}

/// The worlds of a decision.
pub struct Inferred<G: Game> {
    plan: Inference,
    believed: Believed<G>,
    policy: Box<dyn Agent<G>>,
    /// What the viewer of the next decision has seen.
    told: Vec<(Seat, G::Move)>,
    /// Who the walkers walk for, and what it had seen when they walked last.
    me: Seat,
    seen: Vec<(Seat, G::Move)>,
    walkers: Vec<Walker<G>>,
    /// Logarithms of how likely a move was for a seat with certain cards: the same question comes again and again.
    answers: HashMap<u64, f32>,
    /// How often the policy was asked for this decision.
    asked: u64,
    /// The next walker to be drawn.
    next: usize,
}

#[derive(Clone)]
struct Walker<G: Game> {
    world: G::State,
    log: f64,
}

impl<G: Game> Inferred<G> {
    /// With these two agents.
    pub fn new(game: &G, plan: &Inference) -> Result<Inferred<G>, Error> {
        let (believed, policy) = (Believed::new(game, &plan.believer)?, crate::build(game, &plan.policy)?);
        Ok(Inferred::of(plan.clone(), believed, policy))
    }

    /// With what they have come to.
    pub fn of(plan: Inference, believed: Believed<G>, policy: Box<dyn Agent<G>>) -> Inferred<G> {
        Inferred {
            plan,
            believed,
            policy,
            told: Vec::new(),
            me: Seat::CHANCE,
            seen: Vec::new(),
            walkers: Vec::new(),
            answers: HashMap::new(),
            asked: 0,
            next: 0,
        }
    }

    /// Milliseconds of a look, at most and roughly: of every walker the whole past may be asked about once.
    pub fn cost(&self, game: &G) -> f64 {
        let past = self.plan.walkers as f64 * cost::MOVES_OF_A_DEAL;
        self.believed.cost(game) + (self.plan.asks as f64 + past) * (cost::NODE + self.policy.cost(game))
    }

    /// What the viewer of the next decision has seen.
    pub fn recall(&mut self, history: &[(Seat, G::Move)]) {
        self.told = history.to_vec();
    }

    /// What it was told last.
    pub fn told(&self) -> &[(Seat, G::Move)] {
        &self.told
    }

    /// Finds the worlds of a view.
    pub fn look(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) {
        let me = game.viewer(view);
        let goes_on = me == self.me && !self.seen.is_empty() && self.told.starts_with(&self.seen);
        self.seen.clone_from(&self.told);
        (self.me, self.asked, self.next) = (me, 0, 0);
        let walkers = if goes_on { std::mem::take(&mut self.walkers) } else { Vec::new() };
        let mut worlds: Vec<G::State> = walkers.iter().map(|w| game.carry_on(view, &w.world, rng)).collect();
        let goes_on = worlds.first().is_some_and(|world| self.leads_to(game, world, rng));
        if !goes_on {
            self.answers.clear();
            self.believed.look(game, view, rng, clock);
            if !self.leads_to(game, &self.believed.draw(&mut rng.clone()), &mut rng.clone()) {
                self.walkers.clear();
                self.seen.clear();
                return;
            }
            worlds = (0..self.plan.walkers).map(|_| self.believed.draw(rng)).collect();
        }
        let weighed = |world| {
            let log = self.weigh(game, &world, f64::NEG_INFINITY, rng, clock);
            Walker { world, log }
        };
        self.walkers = worlds.into_iter().map(weighed).collect();
        if goes_on {
            let news: Vec<f64> = self.walkers.iter().zip(&walkers).map(|(now, before)| now.log - before.log).collect();
            self.follow(&news, cull::power(&news, 1.0, NEWS), rng);
        } else {
            self.anneal(game, view, rng, clock);
        }
        for _ in 0..STEPS {
            if self.asked >= self.plan.asks || clock.is_over() {
                break;
            }
            self.step(game, view, 1.0, rng, clock);
        }
    }

    /// How likely each of some worlds is, as logarithms up to a constant: no walker has to look for them.
    pub fn weigh_all(
        &mut self,
        game: &G,
        view: &G::View,
        worlds: &[G::State],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Vec<f64> {
        self.seen.clone_from(&self.told);
        self.me = game.viewer(view);
        self.walkers.clear();
        self.answers.clear();
        match worlds.first() {
            Some(world) if self.leads_to(game, world, rng) => {
                worlds.iter().map(|world| self.weigh_pasts(game, world, rng, clock)).collect()
            }
            _ => self.believed.weigh(game, view, worlds, rng, clock),
        }
    }

    /// Where the walkers are; none when nothing could be inferred.
    pub fn worlds(&self) -> impl Iterator<Item = &G::State> {
        self.walkers.iter().map(|walker| &walker.world)
    }

    /// The worlds of the walkers in turn, or one of the believer's.
    pub fn draw(&mut self, rng: &mut Rng) -> G::State {
        if self.walkers.is_empty() {
            return self.believed.draw(rng);
        }
        self.next += 1;
        self.walkers[(self.next - 1) % self.walkers.len()].world.clone()
    }

    /// From the believer's worlds to those of the moves: these count for more and more.
    fn anneal(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) {
        let mut share = 0.0;
        while share < 1.0 {
            let logs: Vec<f64> = self.walkers.iter().map(|walker| walker.log).collect();
            let left = 1.0 - share;
            let more =
                if self.asked < self.plan.asks && !clock.is_over() { cull::power(&logs, left, LEVEL) } else { left };
            self.follow(&logs, more, rng);
            share = if more == left { 1.0 } else { share + more };
            for _ in 0..LEVEL_STEPS {
                self.step(game, view, share, rng, clock);
            }
        }
    }

    /// Walkers in unlikely worlds go on from those of others.
    fn follow(&mut self, logs: &[f64], power: f64, rng: &mut Rng) {
        self.walkers = cull::survivors(logs, power, rng).into_iter().map(|i| self.walkers[i].clone()).collect();
    }

    /// One step of every walker, where the moves count for a share of what they say.
    fn step(&mut self, game: &G, view: &G::View, share: f64, rng: &mut Rng, clock: Clock<'_>) {
        let mut walkers = std::mem::take(&mut self.walkers);
        for walker in &mut walkers {
            let world = game.step(view, &walker.world, rng);
            let least = walker.log + libm::log(rng.unit()) / share;
            if world == walker.world {
                continue;
            }
            let log = self.weigh(game, &world, least, rng, clock);
            if log >= least {
                *walker = Walker { world, log };
            }
        }
        self.walkers = walkers;
    }

    /// Whether the moves that were seen lead to this world, as far as the viewer can tell: others may have been asked
    /// for something that is nobody's business.
    fn leads_to(&self, game: &G, world: &G::State, rng: &mut Rng) -> bool {
        let Some((mut state, made)) = game.beginning(world, &self.seen, rng) else { return false };
        let mut moves = Vec::new();
        for &(seat, mv) in &self.seen[made..] {
            // Not this very move: with the cards of this world it may have been forbidden, which only makes it unlikely.
            game.legal(&state, seat, &mut moves);
            if moves.is_empty() {
                return false;
            }
            game.play_unchecked(&mut state, seat, mv);
        }
        game.view(&state, self.me) == game.view(world, self.me)
    }

    /// The logarithm of how likely the others would have made their moves in this world, on average over pasts that it
    /// leaves open.
    fn weigh_pasts(&mut self, game: &G, world: &G::State, rng: &mut Rng, clock: Clock<'_>) -> f64 {
        let [one, other] = [0, 1].map(|_| game.beginning(world, &self.seen, rng));
        let pasts = if one == other { 1 } else { PASTS };
        let logs: Vec<f64> = (0..pasts).map(|_| self.weigh(game, world, f64::NEG_INFINITY, rng, clock)).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum::<f64>() / pasts as f64)
    }

    /// The logarithm of how likely the others would have made their moves in this world with one of its pasts; when it is
    /// less than `least`, just some number that is less.
    ///
    /// A walker keeps the number of the past that was drawn for its world, so that it walks through worlds and pasts.
    fn weigh(&mut self, game: &G, world: &G::State, least: f64, rng: &mut Rng, clock: Clock<'_>) -> f64 {
        let (mut state, made) = game.beginning(world, &self.seen, rng).expect("checked for one of the worlds");
        let mut words = vec![0; game.encoding().state_words()];
        let (mut sum, mut open) = (0.0, Vec::new());
        for (number, &(seat, mv)) in self.seen.iter().enumerate().skip(made) {
            if seat != Seat::CHANCE && seat != self.me {
                // The policy may tell apart what networks see, and no more: suits that do not matter are no new question.
                let view = game.view(&state, seat);
                game.encode(&view, None, &mut words);
                let mut hasher = DefaultHasher::new();
                (number, &words).hash(&mut hasher);
                let question = hasher.finish();
                match self.answers.get(&question) {
                    Some(&log) => sum += log as f64,
                    None => open.push((question, view, game.canonical(&state, seat, mv))),
                }
            }
            game.play_unchecked(&mut state, seat, mv);
        }
        // The latest moves say most.
        for (question, view, mv) in open.iter().rev() {
            if sum < least || clock.is_over() {
                break;
            }
            let log = self.answer(game, view, *mv, clock);
            self.answers.insert(*question, log as f32);
            sum += log;
        }
        sum
    }

    fn answer(&mut self, game: &G, view: &G::View, mv: G::Move, clock: Clock<'_>) -> f64 {
        let (mut moves, mut shares) = (Vec::new(), Vec::new());
        game.view_legal(view, &mut moves);
        let Some(place) = moves.iter().position(|&legal| legal == mv) else { return IMPOSSIBLE };
        if moves.len() == 1 {
            return 0.0;
        }
        self.asked += 1;
        // The policy is a network or the like, that draws no lots to say what is likely.
        self.policy.priors(game, view, &moves, &mut Rng::new(0), clock, &mut shares);
        libm::log((1.0 - self.plan.slip) * shares[place] as f64 + self.plan.slip / moves.len() as f64)
    }
}
