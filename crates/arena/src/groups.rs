//! Deal groups: one deal, or one whole match, in every seating of some agents.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kibitz_game::{Agent, Clock, Error, Game, Outcome, Play, Rng, Seat, SeatSet, Spec, Stream};
use kibitz_search::build;

use crate::measure::thread_seconds;

/// Who meets, and how.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The agents.
    pub agents: Vec<Spec>,
    /// For every table of a group the agent of each seat, as an index.
    pub seatings: Vec<Vec<u8>>,
    /// The seed of the whole series.
    pub seed: u64,
    /// What is played at a table.
    pub stretch: Stretch,
}

/// What is played at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stretch {
    /// One deal.
    Deal,
    /// Deals until [`kibitz_game::Play::outcome`] says that the match is over.
    Match,
}

/// What came of one group.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Its number in the series.
    pub number: u64,
    /// What came of each seating, in order.
    pub tables: Vec<TableResult>,
    /// The decisions of each agent.
    pub decisions: Vec<u64>,
    /// The CPU time of each agent in seconds, without the threads it starts itself.
    pub seconds: Vec<f64>,
}

/// What came of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableResult {
    /// The sum of the returns of each seat.
    pub returns: Vec<i64>,
    /// The seats that came first; all of them in a draw.
    pub winners: SeatSet,
    /// How many deals were played.
    pub deals: u32,
}

/// A match that is not over after so many deals is a draw: some players only ever lose points.
pub const MOST_DEALS: u32 = 1000;

/// The seed of one deal of a series: [`kibitz_game::Table::deal`] deals the same cards with it.
pub fn deal_seed(seed: u64, number: u64) -> u64 {
    Stream::Series.rng(seed.into(), number).next_u64()
}

/// The seed of a later deal of the match that began with the deal of this seed; number 0 is that deal.
pub fn match_seed(seed: u64, number: u32) -> u64 {
    if number == 0 { seed } else { Stream::Match.rng(seed.into(), number.into()).next_u64() }
}

/// The groups of these numbers, in order; only those that were finished when it is stopped.
///
/// Cards and events of chance depend on the seed and the number alone, so that all seatings meet the same ones; what an
/// agent draws depends on the seating and its seat as well. Nothing depends on which groups are played together.
pub fn play_groups<G: Game>(
    game: &G,
    contest: &Contest,
    numbers: Range<u64>,
    stop: &AtomicBool,
) -> Result<Vec<Group>, Error> {
    check(game, contest)?;
    let mut groups = Vec::new();
    for number in numbers {
        match play_group(game, contest, number, stop)? {
            Some(group) => groups.push(group),
            None => break,
        }
    }
    Ok(groups)
}

/// Moves with the seats that made them.
pub type Moves<G> = Vec<(Seat, <G as Play>::Move)>;

/// The moves of a group's first deal in one of its seatings, those of chance left out; `None` when it is stopped.
pub fn first_deal<G: Game>(
    game: &G,
    contest: &Contest,
    number: u64,
    seating: usize,
    stop: &AtomicBool,
) -> Result<Option<Moves<G>>, Error> {
    check(game, contest)?;
    if seating >= contest.seatings.len() {
        let seatings = contest.seatings.len();
        return Err(Error::Spec(format!("There is no seating {seating}; the contest has {seatings}, from 0.")));
    }
    let seed = deal_seed(contest.seed, number);
    let mut players = seated(game, contest, seating, seed)?;
    let mut moves = Vec::new();
    let mut watch = StopWatch::start(contest.agents.len());
    let mut note = |seat, mv| moves.push((seat, mv));
    let end = play_deal(game, &G::Standing::default(), &mut players, seed, &mut watch, stop, &mut note);
    Ok(end.map(|_| moves))
}

fn check<G: Game>(game: &G, contest: &Contest) -> Result<(), Error> {
    for spec in &contest.agents {
        build(game, spec)?;
    }
    check_seatings(game, &contest.seatings, contest.agents.len())
}

/// Whether every seat of every table has one of so many agents.
pub(crate) fn check_seatings<G: Game>(game: &G, seatings: &[Vec<u8>], agents: usize) -> Result<(), Error> {
    for seating in seatings {
        if seating.len() != game.seats() {
            let (seats, given) = (game.seats(), seating.len());
            return Err(Error::Spec(format!("A seating of {} names {seats} agents, not {given}.", game.title())));
        }
        if let Some(agent) = seating.iter().find(|&&agent| agent as usize >= agents) {
            return Err(Error::Spec(format!("A seating names agent {agent}, but there are only {agents}.")));
        }
    }
    Ok(())
}

fn play_group<G: Game>(game: &G, contest: &Contest, number: u64, stop: &AtomicBool) -> Result<Option<Group>, Error> {
    let seed = deal_seed(contest.seed, number);
    let mut watch = StopWatch::start(contest.agents.len());
    let mut tables = Vec::with_capacity(contest.seatings.len());
    for seating in 0..contest.seatings.len() {
        let mut players = seated(game, contest, seating, seed)?;
        match play_table(game, contest.stretch, &mut players, seed, &mut watch, stop) {
            Some(result) => tables.push(result),
            None => return Ok(None),
        }
    }
    let (decisions, seconds) = watch.stop();
    Ok(Some(Group { number, tables, decisions, seconds }))
}

/// The players of one seating, made anew, so that nothing depends on what they played before.
fn seated<G: Game>(game: &G, contest: &Contest, seating: usize, seed: u64) -> Result<Vec<Player<G>>, Error> {
    let seats = contest.seatings[seating].iter().enumerate();
    seats
        .map(|(seat, &agent)| {
            let rng = Stream::Agent.rng(seed.into(), (seating as u64) << 32 | seat as u64);
            Ok(Player { agent: build(game, &contest.agents[agent as usize])?, index: agent as usize, rng })
        })
        .collect()
}

struct Player<G: Game> {
    agent: Box<dyn Agent<G>>,
    index: usize,
    rng: Rng,
}

/// Plays one deal or match in one seating. `None` when it was stopped.
fn play_table<G: Game>(
    game: &G,
    stretch: Stretch,
    players: &mut [Player<G>],
    seed: u64,
    watch: &mut StopWatch,
    stop: &AtomicBool,
) -> Option<TableResult> {
    let mut standing = G::Standing::default();
    let mut sums = vec![0; players.len()];
    let mut deals = 0;
    loop {
        let state = play_deal(game, &standing, players, match_seed(seed, deals), watch, stop, &mut |_, _| {})?;
        deals += 1;
        for (sum, &points) in sums.iter_mut().zip(game.returns(&state).as_slice()) {
            *sum += points as i64;
        }
        if stretch == Stretch::Deal {
            let winners = first(&sums);
            return Some(TableResult { returns: sums, winners, deals });
        }
        standing = game.standing_after(&state);
        if let Outcome::Over(winners) = game.outcome(&standing) {
            return Some(TableResult { returns: sums, winners, deals });
        }
        if deals == MOST_DEALS {
            let winners = SeatSet::all(players.len());
            return Some(TableResult { returns: sums, winners, deals });
        }
    }
}

fn first(returns: &[i64]) -> SeatSet {
    let most = returns.iter().max();
    let seats = (0..returns.len()).filter(|&seat| Some(&returns[seat]) == most);
    seats.fold(SeatSet::EMPTY, |set, seat| set.with(Seat(seat as u8)))
}

fn play_deal<G: Game>(
    game: &G,
    standing: &G::Standing,
    players: &mut [Player<G>],
    seed: u64,
    watch: &mut StopWatch,
    stop: &AtomicBool,
    note: &mut dyn FnMut(Seat, G::Move),
) -> Option<G::State> {
    let mut chances = 0;
    let mut log = Vec::new();
    let mut state = game.deal(standing, &mut Stream::Deal.rng(seed.into(), 0));
    loop {
        let to_act = game.to_act(&state);
        if to_act.is_empty() {
            return Some(state);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if to_act.has(Seat::CHANCE) {
            let mv = game.sample_move(&state, Seat::CHANCE, &mut Stream::Lots.rng(seed.into(), chances));
            chances += 1;
            log.push((Seat::CHANCE, mv));
            game.play_unchecked(&mut state, Seat::CHANCE, mv);
            continue;
        }
        let seat = to_act.first();
        let Player { agent, index, rng } = &mut players[seat.index()];
        let view = game.view(&state, seat);
        let mv = watch.time(*index, || {
            if agent.recalls() {
                agent.recall(game, &game.history(&state, &log, seat));
            }
            let until = Clock::stopped_by(stop);
            match agent.cheats() {
                true => agent.act_knowing(game, &view, &state, rng, until),
                false => agent.act(game, &view, rng, until),
            }
        });
        // A move that was cut short is none of this contest's.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        note(seat, mv);
        log.push((seat, mv));
        game.play_unchecked(&mut state, seat, mv);
    }
}

/// Who used how much CPU time. Asking for CPU time costs as much as a quick agent's move, so it is asked for once per
/// group and shared out by the time on the wall, which is cheap to ask for.
struct StopWatch {
    began: (f64, Instant),
    spent: Vec<Duration>,
    decisions: Vec<u64>,
}

impl StopWatch {
    fn start(agents: usize) -> StopWatch {
        StopWatch {
            began: (thread_seconds(), Instant::now()),
            spent: vec![Duration::ZERO; agents],
            decisions: vec![0; agents],
        }
    }

    fn time<T>(&mut self, agent: usize, decide: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let decision = decide();
        self.spent[agent] += began.elapsed();
        self.decisions[agent] += 1;
        decision
    }

    /// The decisions and the seconds of each agent.
    fn stop(self) -> (Vec<u64>, Vec<f64>) {
        let (cpu, wall) = self.began;
        let share = (thread_seconds() - cpu) / wall.elapsed().as_secs_f64().max(1e-9);
        (self.decisions, self.spent.iter().map(|spent| spent.as_secs_f64() * share).collect())
    }
}
