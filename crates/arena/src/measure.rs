//! How fast a game goes, per second of this thread's own CPU time: other work on the machine does not count.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

use kibitz_game::error::suggest;
use kibitz_game::{Error, Game, Rng, Seat};

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// New deals.
    Deals,
    /// Worlds drawn from views of the middle of deals.
    Worlds,
    /// Random deals from the first card to the result, moves drawn by [`kibitz_game::Play::sample_move`].
    PlayoutSampled,
    /// Random deals from the first card to the result, moves drawn from [`kibitz_game::Play::legal`].
    PlayoutListed,
    /// Random deals from the first card to the result, many side by side: [`kibitz_game::Play::playout_batch`].
    PlayoutBatched,
}

impl What {
    const NAMES: [(&str, What); 5] = [
        ("deals", What::Deals),
        ("worlds", What::Worlds),
        ("playout-sampled", What::PlayoutSampled),
        ("playout-listed", What::PlayoutListed),
        ("playout-batched", What::PlayoutBatched),
    ];

    /// Reads a name.
    pub fn parse(name: &str) -> Result<What, Error> {
        What::NAMES.iter().find(|(known, _)| *known == name).map(|(_, what)| *what).ok_or_else(|| {
            let known = suggest(name, What::NAMES.iter().map(|(known, _)| *known));
            Error::Spec(format!("\"{name}\" cannot be measured{known}"))
        })
    }
}

/// Every run measures the same deals and views.
const SEED: u64 = 1;
/// Enough views that their mix is that of the game and none stays in the branch predictor.
const VIEWS: u64 = 2000;
/// Deals of one call of [`kibitz_game::Play::playout_batch`].
const BATCH: usize = 1024;
/// The longest stretch without a look at the flag, in seconds.
const STRETCH: f64 = 0.1;

/// Rates per second, one per slice of about `seconds`. `None` when it was stopped; an error when the game has nothing
/// of the kind.
pub fn rates<G: Game>(
    game: &G,
    what: What,
    slices: usize,
    seconds: f64,
    stop: &AtomicBool,
) -> Result<Option<Vec<f64>>, Error> {
    let standing = G::Standing::default();
    let mut rng = Rng::new(SEED);
    let found = match what {
        What::Deals => slice_rates(slices, seconds, stop, || {
            black_box(game.deal(&standing, &mut rng));
        }),
        What::Worlds => {
            let views: Vec<G::View> = (0..VIEWS).map(|number| random_view(game, number)).collect();
            let mut cycle = views.iter().cycle();
            slice_rates(slices, seconds, stop, || {
                let view = cycle.next().expect("there are views");
                black_box(game.sample(black_box(view), &mut rng));
            })
        }
        What::PlayoutSampled => slice_rates(slices, seconds, stop, || {
            let mut state = game.deal(&standing, &mut rng);
            game.playout(&mut state, &mut rng);
            black_box(game.returns(&state));
        }),
        What::PlayoutListed => {
            let mut moves = Vec::new();
            slice_rates(slices, seconds, stop, || {
                let mut state = game.deal(&standing, &mut rng);
                game.playout_listed(&mut state, &mut moves, &mut rng);
                black_box(game.returns(&state));
            })
        }
        What::PlayoutBatched => {
            if game.playout_batch(1, &mut rng).is_none() {
                return Err(Error::Spec(format!("{} has no batched playouts that could be measured.", game.title())));
            }
            let per_call = slice_rates(slices, seconds, stop, || {
                black_box(game.playout_batch(BATCH, &mut rng));
            });
            per_call.map(|rates| rates.into_iter().map(|rate| rate * BATCH as f64).collect())
        }
    };
    Ok(found)
}

/// The view of the seat on turn at a uniformly random decision of a random deal.
fn random_view<G: Game>(game: &G, number: u64) -> G::View {
    let mut rng = Rng::stream(SEED, number);
    let mut state = game.deal(&G::Standing::default(), &mut rng);
    let mut seen = 0;
    let mut kept = game.view(&state, Seat(0));
    loop {
        let to_act = game.to_act(&state);
        if to_act.is_empty() {
            return kept;
        }
        let seat = to_act.first();
        if seat != Seat::CHANCE {
            // Keeping the n-th with probability 1/n leaves each of them equally likely at the end.
            seen += 1;
            if rng.below(seen) == 0 {
                kept = game.view(&state, seat);
            }
        }
        let mv = game.sample_move(&state, seat, &mut rng);
        game.play_unchecked(&mut state, seat, mv);
    }
}

/// Times `slices` slices of a number of rounds that is found first, so that each lasts about `seconds`.
fn slice_rates(slices: usize, seconds: f64, stop: &AtomicBool, mut round: impl FnMut()) -> Option<Vec<f64>> {
    let stretch = seconds.min(STRETCH);
    let mut rounds = 1u64;
    loop {
        let spent = timed(rounds, &mut round);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if spent >= stretch / 4.0 {
            rounds = (rounds as f64 * stretch / spent).ceil().max(1.0) as u64;
            break;
        }
        rounds *= 2;
    }
    let stretches = (seconds / stretch).round().max(1.0) as u64;
    let mut found = Vec::new();
    for _ in 0..slices {
        let mut spent = 0.0;
        for _ in 0..stretches {
            spent += timed(rounds, &mut round);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        found.push((rounds * stretches) as f64 / spent);
    }
    Some(found)
}

fn timed(rounds: u64, round: &mut impl FnMut()) -> f64 {
    let start = thread_seconds();
    for _ in 0..rounds {
        round();
    }
    // A clock too coarse to see the work must not make a rate infinite.
    (thread_seconds() - start).max(1e-9)
}

/// CPU time of the calling thread so far.
pub(crate) fn thread_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec, which the call fills in.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "this system has no CPU clock per thread");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// [`Game::perft`] that can be stopped, and then is `None`.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let to_act = game.to_act(state);
    if depth <= 2 || to_act.is_empty() {
        return Some(game.perft(state, depth));
    }
    let seat = to_act.first();
    let mut moves = Vec::new();
    game.legal(state, seat, &mut moves);
    let mut sum = 0;
    for mv in moves {
        let mut next = state.clone();
        game.play_unchecked(&mut next, seat, mv);
        sum += perft(game, &next, depth - 1, stop)?;
    }
    Some(sum)
}
