//! Long work: many deals, measurements. Other Python threads run meanwhile, and Ctrl-C ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use kibitz_game::Spec;
use kibitz_registry::{DealResult, Deals, What};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::args;
use crate::error::{InvalidSpec, raised};
use crate::game::Game;

/// Plays deals ``first`` to ``first + count - 1`` of the seed in all seatings of the two sides.
///
/// For every deal and seating the returns per side (the mean over the side's seats): ``[deal][seating][side]``.
/// The same numbers on any number of threads.
#[pyfunction]
#[pyo3(signature = (game, sides, first, count, seed, threads=None), text_signature = "(game, sides, first, count, seed, threads=1)")]
pub fn play_deals(
    game: &Bound<'_, Game>,
    sides: Vec<String>,
    first: &Bound<'_, PyAny>,
    count: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<DealResult>> {
    let Ok([a, b]) = <[String; 2]>::try_from(sides) else {
        return Err(InvalidSpec::new_err("Two sides play: give two agents."));
    };
    let read = |text: String| Spec::parse(&text).map_err(raised);
    let first = args::whole(first, "The number of the first deal", 0..=u64::MAX)?;
    let count = args::whole(count, "The number of deals", 0..=u64::MAX - first)?;
    let deals = Deals {
        sides: [read(a)?, read(b)?],
        numbers: first..first + count,
        seed: args::seed(seed)?,
        threads: threads.map_or(Ok(1), |n| args::whole(n, "The number of threads", 1..=1024))? as usize,
    };
    let core = &game.get().core;
    let results = interruptible(game.py(), |stop| core.play_deals(&deals, stop))?.map_err(raised)?;
    Ok(results.expect("only a signal stops it, and that is an error"))
}

/// The seed of deal ``number`` of the series ``seed``: ``Game.deal`` deals the cards of ``play_deals`` with it.
#[pyfunction]
pub fn deal_seed(seed: &Bound<'_, PyAny>, number: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(kibitz_registry::deal_seed(args::seed(seed)?, args::whole(number, "The number of a deal", 0..=u64::MAX)?))
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
                    // The work has panicked: let PyO3 tell Python so.
                    Err(RecvTimeoutError::Disconnected) => std::panic::resume_unwind(
                        worker.join().expect_err("a worker that ends in order sends its result"),
                    ),
                }
                if let Err(signal) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(signal);
                }
            }
        })
    })
}
