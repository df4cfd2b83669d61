//! Two sides meet over numbered deals, each in every seating.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use kibitz_game::{Error, Game, Points, Rng, Seat, Spec};
use kibitz_search::build;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Deals {
    /// The two agents.
    pub sides: [Spec; 2],
    /// The numbers of the deals.
    pub numbers: Range<u64>,
    /// The seed of the whole series.
    pub seed: u64,
    /// On how many threads; the result is the same on any number.
    pub threads: usize,
}

/// What a deal was worth: for every seating the return per side, as the mean over the side's seats.
pub type DealResult = Vec<[f64; 2]>;

/// The seed of one deal of a series: [`kibitz_game::Table::deal`] deals the same cards with it.
pub fn deal_seed(seed: u64, number: u64) -> u64 {
    Rng::stream(seed, number).next_u64()
}

/// The result of every deal, in order; `None` when it was stopped.
///
/// The cards and the events of chance depend on the seed and the number of the deal alone, so that
/// all seatings meet the same ones; what an agent draws depends on the seating and its seat as well.
pub fn play_deals<G: Game>(game: &G, deals: &Deals, stop: &AtomicBool) -> Result<Option<Vec<DealResult>>, Error> {
    for side in &deals.sides {
        build(game, side)?;
    }
    let seatings = game.seatings();
    let next = AtomicU64::new(deals.numbers.start);
    let work = || -> Result<Vec<(u64, DealResult)>, Error> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if !deals.numbers.contains(&number) {
                return Ok(done);
            }
            let seed = deal_seed(deals.seed, number);
            let mut results = Vec::with_capacity(seatings.len());
            for (index, seating) in seatings.iter().enumerate() {
                let Some(returns) = play_deal(game, &deals.sides, seating, index as u64, seed, stop)? else {
                    return Ok(done);
                };
                results.push([0, 1].map(|side| mean_return(&returns, seating, side)));
            }
            done.push((number, results));
        }
    };
    let useful = deals.numbers.end.saturating_sub(deals.numbers.start).clamp(1, MAX_THREADS);
    let threads = deals.threads.clamp(1, useful as usize);
    let parts: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = workers.into_iter().map(|w| w.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        others.chain([own]).collect()
    });
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for part in parts {
        all.extend(part?);
    }
    all.sort_unstable_by_key(|(number, _)| *number);
    Ok(Some(all.into_iter().map(|(_, results)| results).collect()))
}

/// More threads than any machine has cores are a mistake, not a wish.
const MAX_THREADS: u64 = 1024;

/// Plays one deal in one seating. `None` when it was stopped.
fn play_deal<G: Game>(
    game: &G,
    sides: &[Spec; 2],
    seating: &[u8],
    index: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<Vec<Points>>, Error> {
    // The streams of a deal: event of chance k has number k, agents come above all of them.
    let mut chances = 0;
    let mut players = Vec::with_capacity(seating.len());
    for (seat, &side) in seating.iter().enumerate() {
        let rng = Rng::stream(seed, (index + 1) << 32 | seat as u64);
        players.push((build(game, &sides[side as usize])?, rng));
    }
    let mut state = game.deal(&G::Standing::default(), &mut Rng::new(seed));
    loop {
        let to_act = game.to_act(&state);
        if to_act.is_empty() {
            return Ok(Some(game.returns(&state).as_slice().to_vec()));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if to_act.has(Seat::CHANCE) {
            let mv = game.sample_move(&state, Seat::CHANCE, &mut Rng::stream(seed, chances));
            chances += 1;
            game.play_unchecked(&mut state, Seat::CHANCE, mv);
            continue;
        }
        let seat = to_act.first();
        let (agent, rng) = &mut players[seat.index()];
        let view = game.view(&state, seat);
        let mv = if agent.cheats() { agent.act_knowing(game, &view, &state, rng) } else { agent.act(game, &view, rng) };
        game.play_unchecked(&mut state, seat, mv);
    }
}

fn mean_return(returns: &[Points], seating: &[u8], side: u8) -> f64 {
    let own: Vec<f64> = returns.iter().zip(seating).filter(|(_, s)| **s == side).map(|(&p, _)| p as f64).collect();
    own.iter().sum::<f64>() / own.len() as f64
}
