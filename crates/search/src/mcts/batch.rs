//! Rollouts on several threads for one tree, with the same result however the threads run.
//!
//! Only this thread touches the tree. It goes down to some leaves, hands their states out, and while they are played on it
//! looks for the next ones; then it takes a hand in what is left, and carries the rewards back in the order of the leaves.
//! Every rollout has a chance of its own, so nothing depends on who plays it and when.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Clock, Game, Rewards, Rng, Seat};

use super::backup::Path;
use crate::evaluate::Evaluator;

/// How many leaves are on their way at a time.
#[derive(Clone, Copy)]
pub struct Size {
    /// Leaves of a batch.
    pub leaves: usize,
    /// Rollouts of a leaf; their mean counts.
    pub copies: usize,
    /// Whether the next batch is chosen before the rewards of this one have come.
    pub ahead: bool,
}

/// A leaf to be valued.
pub struct Leaf<S> {
    /// The way to it.
    pub path: Path,
    /// What was assumed of its reward along the way.
    pub assumed: Vec<f64>,
    /// Its state.
    pub state: S,
    /// The seed of its rollouts.
    pub seed: u64,
}

/// Leaves whose states are being played on.
pub struct Batch<G: Game> {
    leaves: Vec<Leaf<G::State>>,
    jobs: Vec<Mutex<Job<G>>>,
    next: AtomicUsize,
    done: AtomicUsize,
}

struct Job<G: Game> {
    state: G::State,
    rng: Rng,
    rewards: Rewards,
}

/// Counts a job as done also when it fails, so that nobody waits for it for ever.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

impl<G: Game> Batch<G> {
    fn new(leaves: Vec<Leaf<G::State>>, copies: usize) -> Batch<G> {
        let job = |leaf: &Leaf<G::State>, copy: usize| {
            let rng = Rng::stream(leaf.seed, copy as u64);
            Mutex::new(Job { state: leaf.state.clone(), rng, rewards: [0.0; Seat::MAX] })
        };
        let jobs = leaves.iter().flat_map(|leaf| (0..copies).map(move |copy| job(leaf, copy))).collect();
        Batch { leaves, jobs, next: AtomicUsize::new(0), done: AtomicUsize::new(0) }
    }

    /// Plays on from states that nobody else has taken.
    fn work(&self, game: &G, evaluator: &mut Evaluator<G>, clock: Clock<'_>) {
        while let Some(job) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let _done = Done(&self.done);
            let mut job = job.lock().unwrap_or_else(PoisonError::into_inner);
            let Job { state, rng, rewards } = &mut *job;
            *rewards = evaluator.value(game, state, rng, clock);
        }
    }

    /// The mean rewards of every leaf, once all have come.
    fn rewards(&self, copies: usize) -> Vec<Rewards> {
        let mut patience = 0;
        while self.done.load(Ordering::Acquire) < self.jobs.len() {
            // Others are at most one rollout from the end.
            patience += 1;
            if patience < 1000 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        let mean = |jobs: &[Mutex<Job<G>>]| {
            let mut mean = [0.0; Seat::MAX];
            for job in jobs {
                let job = job.lock().unwrap_or_else(PoisonError::into_inner);
                mean.iter_mut().zip(job.rewards).for_each(|(mean, reward)| *mean += reward / copies as f32);
            }
            mean
        };
        self.jobs.chunks(copies).map(mean).collect()
    }
}

/// Chooses leaves with `select` (none: that was all), has them valued by everybody, and gives each of them with its
/// rewards to `learn`; both are told of `tree`.
#[expect(clippy::too_many_arguments, reason = "two of them are what is done")]
pub fn run<G: Game, T>(
    game: &G,
    size: Size,
    tree: &mut T,
    own: &mut Evaluator<G>,
    others: &mut [Evaluator<G>],
    clock: Clock<'_>,
    mut select: impl FnMut(&mut T) -> Vec<Leaf<G::State>>,
    mut learn: impl FnMut(&mut T, &Leaf<G::State>, &Rewards),
) {
    std::thread::scope(|scope| {
        let mut crew: Vec<Sender<Arc<Batch<G>>>> = Vec::new();
        let mut threads = Vec::new();
        for evaluator in others {
            let (sender, batches) = channel::<Arc<Batch<G>>>();
            crew.push(sender);
            threads.push(scope.spawn(move || {
                for batch in batches {
                    batch.work(game, evaluator, clock);
                }
            }));
        }
        let mut pending: Option<Arc<Batch<G>>> = None;
        loop {
            let leaves = if size.ahead || pending.is_none() { select(tree) } else { Vec::new() };
            let next = (!leaves.is_empty()).then(|| {
                let batch = Arc::new(Batch::new(leaves, size.copies));
                // A thread that is gone has failed; that comes to light at the end.
                crew.iter().for_each(|member| drop(member.send(batch.clone())));
                batch
            });
            match std::mem::replace(&mut pending, next) {
                Some(batch) => {
                    batch.work(game, own, clock);
                    let rewards = batch.rewards(size.copies);
                    batch.leaves.iter().zip(&rewards).for_each(|(leaf, rewards)| learn(tree, leaf, rewards));
                }
                None if pending.is_none() => break,
                None => {}
            }
        }
        drop(crew);
        threads.into_iter().for_each(|thread| thread.join().unwrap_or_else(|failed| std::panic::resume_unwind(failed)));
    });
}
