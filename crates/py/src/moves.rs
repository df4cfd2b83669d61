//! `Move`, and lists of moves.

use kibitz_game::{Deed, Kind, Seat};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyInt, PyIterator, PyList, PySlice, PyString, PyTuple};
use serde_json::Map;

use crate::args::{Whole, shown};
use crate::error::InvalidNotation;
use crate::game::Game;
use crate::pickle::Reduced;
use crate::value::seat_to_python;

/// A move of a game. It prints as its notation.
#[pyclass(frozen, module = "kibitz")]
pub struct Move {
    pub game: Py<Game>,
    /// The move as one number, unique within its game.
    #[pyo3(get)]
    pub code: u64,
}

impl Move {
    fn deed(&self) -> Deed {
        self.game.get().core.deed(self.code)
    }
}

#[pymethods]
impl Move {
    /// The move of a game by its number, as it prints: the text must be its own.
    #[new]
    fn new(game: &str, text: &str, code: Whole<u64>) -> PyResult<Move> {
        let Whole(code) = code;
        let core = Game::make(game, None, &Map::new())?;
        let own = core.core.move_text(code);
        if own != text {
            return Err(InvalidNotation::new_err(format!("Move {code} of {game} is \"{own}\", not \"{text}\".")));
        }
        Ok(Move { game: Python::attach(|py| Py::new(py, core))?, code })
    }

    /// The name of its game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.get().core.name()
    }

    /// What kind of thing it does: ``play``, ``pass``, ``decline``, ``call``, ``bid``, ``exchange``, ``wish``, ``gift``,
    /// ``close``, ``claim`` or ``take``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.deed().kind.word()
    }

    /// The cards it lays or gives.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.deed().cards)
    }

    /// What its cards are together, where the game has a word for that: ``pair``, ``marriage``.
    #[getter]
    fn combination(&self) -> Option<&'static str> {
        self.deed().combination
    }

    /// The seats that get something by it: a card each, or a trick.
    #[getter]
    fn to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.deed().to.into_iter().map(|seat| seat.0))
    }

    /// Whether it lays no card in turn.
    #[getter]
    fn is_pass(&self) -> bool {
        self.deed().kind == Kind::Pass
    }

    /// Whether it answers "no" to an open interrupt.
    #[getter]
    fn is_decline(&self) -> bool {
        self.deed().kind == Kind::Decline
    }

    /// Whether it announces something beside the play.
    #[getter]
    fn is_call(&self) -> bool {
        self.game.get().core.is_call(self.code)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<Game>, u64)>> {
        Ok((py.import("kibitz._core")?.getattr("_move")?, (self.game.clone_ref(py), self.code)))
    }

    fn __str__(&self) -> String {
        self.game.get().core.move_text(self.code)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Move('{}', {}, {})", self.game(), PyString::new(py, &self.__str__()).repr()?, self.code))
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

/// Legal moves in order. A list can have thousands of them, of which most callers take one:
/// the moves are made when they are asked for.
#[pyclass(frozen, sequence, module = "kibitz")]
pub struct Moves {
    pub game: Py<Game>,
    pub codes: Vec<u64>,
}

impl Moves {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.codes.iter().map(|&code| Move { game: self.game.clone_ref(py), code }))
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.codes.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let game = self.game.clone_ref(py);
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(self.codes.len() as isize)?;
            let steps = (0..part.slicelength as isize).map(|n| part.start + n * part.step);
            let codes = steps.map(|at| self.codes[at as usize]).collect();
            return Moves { game, codes }.into_bound_py_any(py);
        }
        let at = index.extract::<i128>().ok().filter(|_| index.is_instance_of::<PyInt>());
        let at = at.map(|at| if at < 0 { at + self.codes.len() as i128 } else { at });
        match at.and_then(|at| self.codes.get(usize::try_from(at).ok()?)) {
            Some(&code) => Move { game, code }.into_bound_py_any(py),
            None if index.is_instance_of::<PyInt>() => {
                let (at, moves) = (shown(index), self.codes.len());
                Err(PyIndexError::new_err(format!("There is no move {at} in a list of {moves}.")))
            }
            None => Err(PyTypeError::new_err(format!("A place in a list is a whole number, not {}.", shown(index)))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        value.cast::<Move>().is_ok_and(|mv| {
            let mv = mv.get();
            mv.game() == self.game.get().core.name() && self.codes.contains(&mv.code)
        })
    }

    /// The first place of a move, as for a list.
    #[pyo3(signature = (value, start=None, stop=None), text_signature = "($self, value, start=0, stop=9223372036854775807)")]
    fn index(
        &self,
        value: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let py = value.py();
        let start = start.map_or_else(|| 0.into_bound_py_any(py), |start| Ok(start.clone()))?;
        let stop = stop.map_or_else(|| isize::MAX.into_bound_py_any(py), |stop| Ok(stop.clone()))?;
        self.list(py)?.call_method1("index", (value, start, stop))?.extract()
    }

    /// How often a move occurs: once or never.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    /// Equal to the same moves in the same order, in this type or in a list.
    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match other.cast::<Moves>().map(|other| other.get()) {
            Ok(other) => {
                let same_game = self.game.get().core.name() == other.game.get().core.name();
                let same_moves = self.codes == other.codes && (same_game || self.codes.is_empty());
                same_moves.into_bound_py_any(py)
            }
            Err(_) => self.list(py)?.rich_compare(other, CompareOp::Eq),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }
}

/// A list of seats with their moves.
pub fn history<'py>(py: Python<'py>, game: &Py<Game>, log: Vec<(Seat, u64)>) -> PyResult<Bound<'py, PyList>> {
    let entry = |(seat, code)| Ok((seat_to_python(py, seat)?, Move { game: game.clone_ref(py), code }));
    PyList::new(py, log.into_iter().map(entry).collect::<PyResult<Vec<_>>>()?)
}
