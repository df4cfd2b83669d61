//! Long work: many deals, measurements. Other Python threads run meanwhile, and Ctrl-C ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use kibitz_game::{Seat, Seed, Spec, Stream};
use kibitz_registry::{Contest, Group, Stretch, What};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::args::{self, Whole};
use crate::error::raised;
use crate::foreign::caught;
use crate::game::Game;
use crate::state::State;

/// What Python sees of a group: number, returns, winners, deals, decisions and seconds, as ``kibitz.lab.Group`` has them.
type Played = (u64, Vec<Vec<i64>>, Vec<Vec<usize>>, Vec<u32>, Vec<u64>, Vec<f64>);

/// Plays groups ``first`` to ``first + count - 1`` of a contest, in order: number, returns, winners, deals, decisions
/// and seconds of each. When the event ``stop`` is set, only those that were finished.
#[pyfunction]
#[pyo3(signature = (game, agents, seatings, first, count, seed, *, whole=false, stop=None))]
#[expect(clippy::too_many_arguments, reason = "Python names most of them")]
pub fn play_groups(
    game: &Bound<'_, Game>,
    agents: Vec<String>,
    seatings: Vec<Vec<Whole<u32>>>,
    first: &Bound<'_, PyAny>,
    count: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    whole: bool,
    stop: Option<Py<PyAny>>,
) -> PyResult<Vec<Played>> {
    let first = args::whole(first, "The number of the first deal", 0..=u64::MAX)?;
    let count = args::whole(count, "The number of deals", 0..=u64::MAX - first)?;
    let contest = contest(agents, seatings, seed, if whole { Stretch::Match } else { Stretch::Deal })?;
    let core = &game.get().core;
    let work = |stop: &AtomicBool| core.play_groups(&contest, first..first + count, stop);
    let groups = interruptible_by(game.py(), is_set(stop.as_ref()), work)?.map_err(raised)?;
    Ok(groups.into_iter().map(played).collect())
}

/// The state at the end of a group's first deal in one of its seatings: what ``play_groups`` played, with its history.
#[pyfunction]
pub fn first_deal(
    game: &Bound<'_, Game>,
    agents: Vec<String>,
    seatings: Vec<Vec<Whole<u32>>>,
    number: &Bound<'_, PyAny>,
    seating: Whole<usize>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<State> {
    let number = args::whole(number, "The number of a deal", 0..=u64::MAX)?;
    let contest = contest(agents, seatings, seed, Stretch::Deal)?;
    let core = &game.get().core;
    let played =
        interruptible(game.py(), |stop| core.first_deal(&contest, number, seating.0, stop))?.map_err(raised)?;
    let table = played.expect("only a signal stops it, and that is an error");
    Ok(State { game: game.clone().unbind(), table })
}

fn contest(
    agents: Vec<String>,
    seatings: Vec<Vec<Whole<u32>>>,
    seed: &Bound<'_, PyAny>,
    stretch: Stretch,
) -> PyResult<Contest> {
    Ok(Contest {
        agents: agents.iter().map(|spec| Spec::parse(spec)).collect::<Result<_, _>>().map_err(raised)?,
        seatings: seatings.into_iter().map(args::seating).collect::<PyResult<_>>()?,
        seed: args::series(seed)?,
        stretch,
    })
}

fn played(group: Group) -> Played {
    let (number, decisions, seconds) = (group.number, group.decisions, group.seconds);
    let winners = group.tables.iter().map(|table| table.winners.iter().map(Seat::index).collect()).collect();
    let deals = group.tables.iter().map(|table| table.deals).collect();
    (number, group.tables.into_iter().map(|table| table.returns).collect(), winners, deals, decisions, seconds)
}

/// The seed of deal ``number`` (from 0) of the match that began with the deal of ``seed``.
#[pyfunction]
pub fn match_seed(seed: &Bound<'_, PyAny>, number: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = args::whole(number, "The number of a deal", 0..=u32::MAX as u64)?;
    Ok(kibitz_registry::match_seed(args::series(seed)?, number as u32))
}

/// The seed of deal ``number`` of the series ``seed``: ``Game.deal`` deals the cards of ``play_groups`` with it.
#[pyfunction]
pub fn deal_seed(seed: &Bound<'_, PyAny>, number: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(kibitz_registry::deal_seed(args::series(seed)?, args::whole(number, "The number of a deal", 0..=u64::MAX)?))
}

/// The seed of the agent in a seat, in seating ``seating`` of the group whose deal has the seed ``seed``.
#[pyfunction]
pub fn agent_seed(seed: &Bound<'_, PyAny>, seating: Whole<u32>, seat: Whole<u32>) -> PyResult<Seed> {
    Ok(Stream::Agent.seed(args::seed(seed)?, (seating.0 as u64) << 32 | seat.0 as u64))
}

/// Rates per second of CPU time, one per slice: ``deals``, ``worlds``, ``playout-sampled``, ``playout-listed`` or
/// ``playout-batched``.
#[pyfunction]
#[pyo3(signature = (game, what, slices=None, seconds=0.05), text_signature = "(game, what, slices=15, seconds=0.05)")]
pub fn measure(
    game: &Bound<'_, Game>,
    what: &str,
    slices: Option<&Bound<'_, PyAny>>,
    seconds: f64,
) -> PyResult<Vec<f64>> {
    let what = What::parse(what).map_err(raised)?;
    let slices = slices.map_or(Ok(15), |n| args::whole(n, "The number of slices", 1..=1_000_000))? as usize;
    if !(0.0001..=3600.0).contains(&seconds) {
        return Err(PyValueError::new_err(format!("A slice lasts from 0.0001 to 3600 seconds, not {seconds}.")));
    }
    let core = &game.get().core;
    let rates = interruptible(game.py(), |stop| core.rates(what, slices, seconds, stop))?.map_err(raised)?;
    Ok(rates.expect("only a signal stops it, and that is an error"))
}

/// Does the work on another thread while this one lets Python run and listens for signals.
/// When one raises an exception, the work is told to stop and the exception is the result.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    interruptible_by(py, |_| Ok(false), work)
}

/// Asks an event, if there is one, whether it is set.
pub fn is_set(event: Option<&Py<PyAny>>) -> impl Fn(Python<'_>) -> PyResult<bool> + Sync + '_ {
    move |py| match event {
        Some(event) => event.call_method0(py, intern!(py, "is_set"))?.is_truthy(py),
        None => Ok(false),
    }
}

/// As [`interruptible`]; the work is also told to stop, and its result waited for, when `told` says so.
pub fn interruptible_by<T: Send>(
    py: Python<'_>,
    told: impl Fn(Python<'_>) -> PyResult<bool> + Sync,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    const PATIENCE: Duration = Duration::from_millis(50);
    py.detach(|| {
        let stop = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            let stop = &stop;
            let worker = scope.spawn(move || sender.send(work(stop)));
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(result) => return Ok(result),
                    Err(RecvTimeoutError::Timeout) => {}
                    // The work has failed.
                    Err(RecvTimeoutError::Disconnected) => {
                        return caught(|| match worker.join() {
                            Err(failed) => std::panic::resume_unwind(failed),
                            Ok(_) => unreachable!("a worker that ends in order sends its result"),
                        });
                    }
                }
                match Python::attach(|py| py.check_signals().and_then(|()| told(py))) {
                    Ok(false) => {}
                    Ok(true) => stop.store(true, Ordering::Relaxed),
                    Err(signal) => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(signal);
                    }
                }
            }
        })
    })
}
