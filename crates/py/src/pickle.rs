//! How states, views and moves travel to another process: as text and numbers. Each knows how it is taken apart; here
//! they are put together again. Chance is seat 15.

use kibitz_game::{Record, Seat};
use pyo3::prelude::*;

use crate::error::{InvalidNotation, raised};
use crate::foreign::caught;
use crate::game::Game;
use crate::moves::Move;
use crate::state::State;
use crate::view::View;

/// What takes an object apart: the function that makes it again, and what that needs.
pub type Reduced<'py, Parts> = (Bound<'py, PyAny>, Parts);

/// Moves with their seats, as numbers.
pub type Log = Vec<(u8, u64)>;

/// Moves with their seats as numbers.
pub fn to_log(moves: Vec<(Seat, u64)>) -> Log {
    moves.into_iter().map(|(seat, code)| (seat.0, code)).collect()
}

/// What [`_state`] needs.
pub type StateParts = (Py<Game>, String, Log, bool);

/// What [`_view`] needs.
pub type ViewParts = (Py<Game>, String, u8, Log);

fn from_log(log: Log) -> Vec<(Seat, u64)> {
    log.into_iter().map(|(seat, code)| (Seat(seat), code)).collect()
}

fn json(text: &str) -> PyResult<serde_json::Value> {
    serde_json::from_str(text).map_err(|error| InvalidNotation::new_err(format!("The state is not JSON: {error}.")))
}

/// The inverse of ``State.__reduce__``.
#[pyfunction]
pub fn _state(game: &Bound<'_, Game>, beginning: &str, log: Log, settled: bool) -> PyResult<State> {
    let record = Record::from_json(&json(beginning)?).map_err(raised)?;
    let relive = || game.get().core.relive(&record, &from_log(log));
    let table = caught(relive)?.map_err(raised)?;
    Ok(State { game: game.clone().unbind(), table: if settled { table.settled() } else { table } })
}

/// The inverse of ``View.__reduce__``.
#[pyfunction]
pub fn _view(game: &Bound<'_, Game>, world: &str, seat: u8, history: Log) -> PyResult<View> {
    let world = json(world)?;
    let view = caught(|| game.get().core.view(&world, Seat(seat), &from_log(history)))?.map_err(raised)?;
    Ok(View { game: game.clone().unbind(), view })
}

/// The inverse of ``Move.__reduce__``.
#[pyfunction]
pub fn _move(game: &Bound<'_, Game>, code: u64) -> Move {
    Move { game: game.clone().unbind(), code }
}
