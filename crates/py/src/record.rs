//! `Record`.

use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::{Points, Record as Core, Seed};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyType};
use serde_json::Map;

use crate::error::{InvalidNotation, raised};
use crate::foreign::caught;
use crate::game::Game;
use crate::state::State;
use crate::value::seat_to_python;

/// A deal as text: how it began, what was played, what it was worth.
#[pyclass(frozen, module = "kibitz")]
pub struct Record {
    pub core: Core,
}

#[pymethods]
impl Record {
    #[new]
    fn new(text: &str) -> PyResult<Record> {
        Ok(Record { core: Core::parse(text).map_err(raised)? })
    }

    /// The inverse of ``to_json``.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Record> {
        let value = serde_json::from_str(text)
            .map_err(|error| InvalidNotation::new_err(format!("The record is not JSON: {error}.")))?;
        Ok(Record { core: Core::from_json(&value).map_err(raised)? })
    }

    /// One line of a JSON-lines file.
    fn to_json(&self) -> String {
        self.core.to_json().to_string()
    }

    /// The game with its rules.
    #[getter]
    fn game(&self) -> PyResult<Game> {
        Game::make(&self.core.game, Some(&self.core.rules), &Map::new())
    }

    /// The seed of the deal, if it has one.
    #[getter]
    fn seed(&self) -> Option<Seed> {
        self.core.seed
    }

    /// The names of the players, one per seat, or none.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.core.players.clone()
    }

    /// Seat and text of every move; declined interrupts are left out.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let step = |(seat, text): &(_, String)| Ok((seat_to_python(py, *seat)?, text.clone()));
        PyList::new(py, self.core.moves.iter().flatten().map(step).collect::<PyResult<Vec<_>>>()?)
    }

    /// What the deal was worth per seat; ``None`` when it was not finished.
    #[getter]
    fn result(&self) -> Option<Vec<Points>> {
        self.core.result.clone()
    }

    /// The state at the end, every move checked.
    fn replay(&self, py: Python<'_>) -> PyResult<State> {
        let game = Py::new(py, self.game()?)?;
        let table = caught(|| game.get().core.replay(&self.core))?.map_err(raised)?;
        Ok(State { game, table })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Record>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().__str__(),))
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Record({})", PyString::new(py, &self.__str__()).repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, Record>) -> bool {
        self.core == other.get().core
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.__str__().hash(&mut hasher);
        hasher.finish()
    }
}
