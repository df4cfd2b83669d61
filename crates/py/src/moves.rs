//! `Move`.

use kibitz_game::Seat;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyList, PyString};

use crate::game::Game;
use crate::value::seat_to_python;

/// A move of a game. It prints as its notation.
#[pyclass(frozen, module = "kibitz")]
pub struct Move {
    pub game: Py<Game>,
    /// The move as one number, unique within its game.
    #[pyo3(get)]
    pub code: u64,
}

#[pymethods]
impl Move {
    #[getter]
    fn game(&self) -> &'static str {
        self.game.get().core.name()
    }

    fn __str__(&self) -> String {
        self.game.get().core.move_text(self.code)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Move('{}', {})", self.game(), PyString::new(py, &self.__str__()).repr()?))
    }

    /// Moves of one game are ordered as in its lists; those of different games differ and have no order.
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let order = match other.cast::<Move>().map(|other| other.get()) {
            Ok(other) if other.game() == self.game() => {
                op.matches(self.game.get().core.compare_moves(self.code, other.code))
            }
            _ => return Ok(py.NotImplemented()),
        };
        order.into_py_any(py)
    }

    fn __hash__(&self) -> u64 {
        self.code
    }
}

/// A list of moves.
pub fn list<'py>(py: Python<'py>, game: &Py<Game>, codes: Vec<u64>) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, codes.into_iter().map(|code| Move { game: game.clone_ref(py), code }))
}

/// A list of seats with their moves.
pub fn history<'py>(py: Python<'py>, game: &Py<Game>, log: Vec<(Seat, u64)>) -> PyResult<Bound<'py, PyList>> {
    let entry = |(seat, code)| Ok((seat_to_python(py, seat)?, Move { game: game.clone_ref(py), code }));
    PyList::new(py, log.into_iter().map(entry).collect::<PyResult<Vec<_>>>()?)
}
