//! Arguments that need a closer look than their type.

use std::ops::RangeInclusive;

use kibitz_game::{Seat, Seed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::error::IllegalMove;

/// A value as it would be typed in, short enough for a sentence.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    // Some values (very large numbers) refuse to be printed.
    let text = value.repr().map_or_else(|_| "a value that cannot be printed".to_string(), |text| text.to_string());
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

/// A whole number within a range; `what` begins the sentence when it is not.
pub fn whole(value: &Bound<'_, PyAny>, what: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    let sentence = || {
        let most = match *range.end() {
            u64::MAX => "2**64-1".to_string(),
            most => most.to_string(),
        };
        format!("{what} is a whole number from {} to {most}, not {}.", range.start(), shown(value))
    };
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(sentence()));
    }
    match value.extract::<u64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(PyTypeError::new_err(sentence())),
        _ => Err(PyValueError::new_err(sentence())),
    }
}

/// A whole number of any type that it fits: what does not fit is refused with a sentence.
pub struct Whole<T>(pub T);

impl<'a, 'py, T: TryFrom<u64>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole<T>> {
        let most = u64::MAX >> (u64::BITS as usize - 8 * size_of::<T>());
        let number = whole(&value, "What is counted", 0..=most)?;
        Ok(Whole(T::try_from(number).ok().expect("it is no more than the type holds")))
    }
}

/// The agents of a table by their numbers, one per seat.
pub fn seating(agents: Vec<Whole<u32>>) -> PyResult<Vec<u8>> {
    let number = |Whole(agent): Whole<u32>| {
        u8::try_from(agent).map_err(|_| PyValueError::new_err(format!("An agent has a number below 256, not {agent}.")))
    };
    agents.into_iter().map(number).collect()
}

/// The seed of a series of deals.
pub fn series(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(value, "A seed", 0..=u64::MAX)
}

/// The seed of a deal, of worlds or of an agent.
pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if !value.is_instance_of::<PyBool>()
        && let Ok(seed) = value.extract::<Seed>()
    {
        return Ok(seed);
    }
    let sentence = format!("A seed is a whole number from 0 to 2**128-1, not {}.", shown(value));
    match value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        true => Err(PyValueError::new_err(sentence)),
        false => Err(PyTypeError::new_err(sentence)),
    }
}

/// A seat of a game with so many seats, or chance.
pub fn seat_or_chance(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Seat> {
    let is_chance = value.cast::<PyString>().is_ok_and(|text| text.to_str().is_ok_and(|text| text == "chance"));
    if is_chance { Ok(Seat::CHANCE) } else { seat(value, seats) }
}

/// A seat of a game with so many seats.
pub fn seat(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Seat> {
    match whole(value, "A seat", 0..=seats as u64 - 1) {
        Ok(number) => Ok(Seat(number as u8)),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(error),
        Err(_) => {
            Err(IllegalMove::new_err(format!("There is no seat {}; seats are 0 to {}.", shown(value), seats - 1)))
        }
    }
}
