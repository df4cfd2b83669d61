//! Trials: moves tried in the same worlds with the same chance, and nothing concluded from it.
//!
//! What a judgement rests on. A group of trials finds worlds of its own and tries every move in each of them, a policy
//! playing on at all seats. Groups share nothing, so that the spread of their means holds all that chance has to do with
//! them, also where worlds are found by walkers that depend on each other. Where all worlds are few, each is looked at
//! once, as likely as it is; where everybody knows all cards, the ending is solved.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use kibitz_game::{Clock, Error, Game, Rng, Seat, Seed, Spec, Stream};
use kibitz_solve::{Solver, Stake};

use crate::evaluate::Evaluator;
use crate::mcts::Parts;
use crate::reward::Reward;
use crate::thought::Thought;

/// Who plays on, in which worlds, and what counts.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The policy of all seats.
    pub policy: Spec,
    /// Whose thoughts the worlds are; uniform without.
    pub worlds: Option<Thought>,
    /// The reward: the unit of the result.
    pub reward: String,
}

impl Manner {
    /// Reads `uniform`, `belief(…)` or `inferred(…)`.
    pub fn worlds(spec: &Spec) -> Result<Option<Thought>, Error> {
        if *spec == Spec::bare("uniform") {
            return Ok(None);
        }
        let unknown = || {
            Error::Spec(format!(
                "\"{spec}\" is no way to find worlds; there are uniform, belief(AGENT) and inferred(BELIEVER, POLICY)."
            ))
        };
        Thought::read(spec).ok_or_else(unknown)?.map(Some)
    }
}

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The number of the first group: groups of other numbers have nothing to do with each other.
    pub first: u64,
    /// How many groups.
    pub groups: u64,
    /// Worlds of a group.
    pub each: usize,
    /// When there are at most so many worlds altogether, every group has all of them.
    pub all: usize,
    /// How many moves of each trial are kept.
    pub line: usize,
    /// Whether the cards of every world are kept.
    pub held: bool,
    /// How many groups are tried at the same time; the result is the same.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Trials<M> {
    /// The moves that were tried.
    pub moves: Vec<M>,
    /// In the order of their numbers; fewer than asked for when the time was up.
    pub groups: Vec<Group<M>>,
    /// Whether a group has all worlds there are.
    pub complete: bool,
    /// Whether another group would bring the same: nothing is left to chance.
    pub certain: bool,
}

impl<M> Trials<M> {
    /// The same with moves of another type.
    pub fn map<N>(self, of: impl Fn(M) -> N) -> Trials<N> {
        let line = |line: Vec<(Seat, M)>| line.into_iter().map(|(seat, mv)| (seat, of(mv))).collect::<Vec<_>>();
        let group = |group: Group<M>| Group {
            weights: group.weights,
            rewards: group.rewards,
            held: group.held,
            lines: group.lines.into_iter().map(|lines| lines.into_iter().map(line).collect()).collect(),
            lots: group.lots,
        };
        Trials {
            groups: self.groups.into_iter().map(group).collect(),
            moves: self.moves.into_iter().map(&of).collect(),
            complete: self.complete,
            certain: self.certain,
        }
    }
}

/// One group of trials.
#[derive(Clone, PartialEq, Debug)]
pub struct Group<M> {
    /// How much each world counts; they sum to 1.
    pub weights: Vec<f64>,
    /// For every world what each move brought the viewer.
    pub rewards: Vec<Vec<f32>>,
    /// Of every world the hidden cards and who holds them.
    pub held: Vec<Vec<(Seat, String)>>,
    /// For every world and move how it went on.
    pub lines: Vec<Vec<Vec<(Seat, M)>>>,
    lots: bool,
}

/// Positions that the solver looks at.
const NODES: u64 = 200_000;

/// Tries moves of a viewer that has seen this history.
#[expect(clippy::too_many_arguments, reason = "a decision, how to look at it and what limits it")]
pub fn trials<G: Game>(
    game: &G,
    view: &G::View,
    history: &[(Seat, G::Move)],
    moves: &[G::Move],
    manner: &Manner,
    amount: Amount,
    seed: Seed,
    clock: Clock<'_>,
) -> Result<Trials<G::Move>, Error> {
    // Errors of the specifications come before any work.
    tester(game, manner)?;
    let all = (amount.all > 0).then(|| game.enumerate(view, amount.all)).flatten().filter(|all| !all.is_empty());
    if let Some(solved) = all.as_deref().and_then(|all| solve(game, view, all, moves, manner, clock)) {
        return Ok(Trials { moves: moves.to_vec(), groups: vec![solved], complete: true, certain: true });
    }
    let (next, found) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<(), Error> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= amount.groups || clock.is_over() {
                return Ok(());
            }
            let mut rng = Stream::Worlds.rng(seed, amount.first + number);
            let group = group(game, view, history, moves, manner, amount, all.as_deref(), &mut rng, clock)?;
            // What was cut short is no trial.
            if clock.is_over() {
                return Ok(());
            }
            found.lock().unwrap_or_else(PoisonError::into_inner).push((number, group));
            if all.is_some() && number == 0 && !found.lock().unwrap_or_else(PoisonError::into_inner)[0].1.lots {
                // The other groups would say the same.
                next.store(amount.groups, Ordering::Relaxed);
            }
        }
    };
    // The first group of all worlds says whether there need be another.
    let threads = if all.is_some() { 1 } else { amount.threads.clamp(1, amount.groups.max(1) as usize) };
    if threads == 1 {
        work()?;
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().unwrap_or_else(|failed| std::panic::resume_unwind(failed)))
        })?;
    }
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(number, _)| *number);
    let groups: Vec<Group<G::Move>> = found.into_iter().map(|(_, group)| group).collect();
    let complete = all.is_some();
    let certain = complete && groups.first().is_some_and(|group| !group.lots);
    Ok(Trials { moves: moves.to_vec(), groups, complete, certain })
}

/// What a state is worth to each seat when a policy plays on, as the cards lie: so many times, each with a chance of its own.
pub fn play_on<G: Game>(
    game: &G,
    state: &G::State,
    policy: &Spec,
    reward: &str,
    times: u64,
    seed: Seed,
    clock: Clock<'_>,
) -> Result<Vec<Vec<f32>>, Error> {
    let manner = Manner { policy: policy.clone(), worlds: None, reward: reward.to_string() };
    let (mut evaluator, reward) = tester(game, &manner)?;
    let mut found = Vec::new();
    for number in 0..times {
        let mut rng = Stream::Agent.rng(seed, number);
        let (mut end, chance) = (state.clone(), rng.clone());
        while let acting = game.to_act(&end)
            && !acting.is_empty()
        {
            if clock.is_over() {
                return Ok(found);
            }
            let seat = acting.first();
            let mv = evaluator.next_move(game, &end, seat, &mut rng, clock);
            game.play_unchecked(&mut end, seat, mv);
        }
        let mut worth = [0.0; Seat::MAX];
        reward.value(game, &end, &mut worth);
        found.push(worth[..game.seats_at(state)].to_vec());
        if rng == chance {
            break; // every other time would be the same
        }
    }
    Ok(found)
}

/// Plays deals to the end and says what they are worth.
fn tester<G: Game>(game: &G, manner: &Manner) -> Result<(Evaluator<G>, Reward<G>), Error> {
    let parts = Parts { rollout: Some(manner.policy.clone()), reward: Some(manner.reward.clone()), ..Parts::default() };
    Ok((Evaluator::new(game, &parts)?, Reward::read(game, &manner.reward)?))
}

#[expect(clippy::too_many_arguments, reason = "those of `trials`")]
fn group<G: Game>(
    game: &G,
    view: &G::View,
    history: &[(Seat, G::Move)],
    moves: &[G::Move],
    manner: &Manner,
    amount: Amount,
    all: Option<&[G::State]>,
    rng: &mut Rng,
    clock: Clock<'_>,
) -> Result<Group<G::Move>, Error> {
    let me = game.viewer(view);
    let (mut evaluator, reward) = tester(game, manner)?;
    let mut thinker = manner.worlds.as_ref().map(|thought| thought.thinker(game)).transpose()?;
    if let Some(thinker) = &mut thinker {
        thinker.recall(history);
    }
    let (worlds, weights) = match (all, &mut thinker) {
        (Some(all), Some(thinker)) => {
            let logs = thinker.weigh(game, view, all, rng, clock);
            (all.to_vec(), shares(&logs))
        }
        (Some(all), None) => (all.to_vec(), vec![1.0 / all.len() as f64; all.len()]),
        (None, Some(thinker)) => {
            thinker.look(game, view, rng, clock);
            let worlds: Vec<_> = (0..amount.each).map(|_| thinker.draw(rng)).collect();
            (worlds, vec![1.0 / amount.each as f64; amount.each])
        }
        (None, None) => {
            let worlds: Vec<_> = (0..amount.each).map(|_| game.sample(view, rng)).collect();
            (worlds, vec![1.0 / amount.each as f64; amount.each])
        }
    };
    let mut found = Group { weights, rewards: Vec::new(), held: Vec::new(), lines: Vec::new(), lots: false };
    for world in &worlds {
        // The same chance for every move, as far as the trials go alike.
        let chance = Rng::new(rng.next_u64());
        let (mut rewards, mut lines) = (Vec::with_capacity(moves.len()), Vec::with_capacity(moves.len()));
        for &mv in moves {
            let (mut state, mut lots) = (world.clone(), chance.clone());
            let mut line = vec![(me, mv)];
            game.play_unchecked(&mut state, me, mv);
            while let acting = game.to_act(&state)
                && !acting.is_empty()
                && !clock.is_over()
            {
                let seat = acting.first();
                let mv = evaluator.next_move(game, &state, seat, &mut lots, clock);
                if line.len() < amount.line && !game.is_decline(mv) {
                    line.push((seat, mv));
                }
                game.play_unchecked(&mut state, seat, mv);
            }
            if clock.is_over() {
                return Ok(found);
            }
            let mut worth = [0.0; Seat::MAX];
            reward.value(game, &state, &mut worth);
            rewards.push(worth[me.index()]);
            lines.push(line);
            found.lots |= lots != chance;
        }
        found.rewards.push(rewards);
        found.lines.push(lines);
        if amount.held {
            found.held.push(game.holders(world).into_iter().filter(|(seat, _)| *seat != me).collect());
        }
    }
    Ok(found)
}

/// The ending as it ends when nobody errs, where two sides are left who know all cards.
fn solve<G: Game>(
    game: &G,
    view: &G::View,
    all: &[G::State],
    moves: &[G::Move],
    manner: &Manner,
    clock: Clock<'_>,
) -> Option<Group<G::Move>> {
    let me = game.viewer(view);
    let world = &all[0];
    let two = game.seats_at(world) == 2 || game.partners().len() == 2;
    if manner.reward != "margin" || !two || all.iter().any(|other| other != world) {
        return None;
    }
    let knows = |seat: u8| {
        let theirs = game.view(world, Seat(seat));
        game.enumerate(&theirs, all.len().max(64)).is_some_and(|worlds| worlds.iter().all(|other| other == world))
    };
    let holds = |seat: u8| game.hand_size(&game.view(world, Seat(seat))) > 0;
    if !(0..game.seats_at(world) as u8).filter(|&seat| Seat(seat) != me && holds(seat)).all(knows) {
        return None;
    }
    let mut solver = Solver::new(Stake::Margin);
    let mut rewards = Vec::with_capacity(moves.len());
    for &mv in moves {
        let mut state = world.clone();
        game.play_unchecked(&mut state, me, mv);
        rewards.push(if game.to_act(&state).is_empty() {
            let mut worth = [0.0; Seat::MAX];
            Reward::read(game, &manner.reward).ok()?.value(game, &state, &mut worth);
            worth[me.index()]
        } else {
            solver.solve(game, &state, me, NODES, clock)?.value as f32
        });
    }
    Some(Group {
        weights: vec![1.0],
        rewards: vec![rewards],
        held: vec![game.holders(world).into_iter().filter(|(seat, _)| *seat != me).collect()],
        lines: vec![moves.iter().map(|&mv| vec![(me, mv)]).collect()],
        lots: false,
    })
}

/// From logarithms of weights to shares of 1.
fn shares(logs: &[f64]) -> Vec<f64> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
