//! Games written in Python (`kibitz.PythonGame`): one game type of the engine that asks a Python object for what its
//! rules say.
//!
//! - Moves are numbers of a list that the class declares; states and views are Python values that never change.
//! - The engine plays without the interpreter's lock; every question takes it for its length.
//! - A question that fails ends the engine's work by unwinding, and [`crate::foreign::caught`] makes the exception of it.
//!
//! `class` reads what the class declares · here the game with its rules, and how it is asked · `rooms` the traits.

mod class;
mod rooms;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::resume_unwind;
use std::sync::Arc;

use kibitz_game::{Deed, Error, MoveCode, Points, Rng, Seat, SeatSet, options};
use kibitz_registry::AnyGame;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::args::shown;
use crate::error::{AgentFailed, GameFailed};
use crate::value::{seat_to_python, to_dict};
use class::Class;
pub use class::{declare, game_class};

/// A game written in Python, with its rules.
#[derive(Clone)]
pub struct PythonGame(Arc<Held>);

struct Held {
    class: Arc<Class>,
    /// The instance that is asked.
    game: Py<PyAny>,
    text: String,
    options: Value,
    seats: usize,
    bounds: (Points, Points),
    partners: Vec<Vec<usize>>,
    deeds: Vec<Deed>,
}

/// A question to the Python object: one of its methods.
struct Question<'a, 'py> {
    game: &'a Bound<'py, PyAny>,
    method: &'static str,
}

impl<'py> Question<'_, 'py> {
    fn py(&self) -> Python<'py> {
        self.game.py()
    }

    fn of(&self, args: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game.call_method1(self.method, args)
    }
}

impl PythonGame {
    /// The game of a class that has been declared, under rules.
    fn make(name: &str, preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Arc<dyn AnyGame>, Error> {
        Ok(Arc::new(Arc::new(PythonGame::of(Class::named(name)?, preset, overrides)?)))
    }

    fn of(class: Arc<Class>, preset: Option<&str>, overrides: &Map<String, Value>) -> Result<PythonGame, Error> {
        let (options, text) = options::resolve::<Map<String, Value>>(class.presets, preset, overrides)?;
        Python::attach(|py| PythonGame::begin(py, class.clone(), options, text)).map_err(|error| {
            Error::Spec(format!("{} cannot be: {}", class.name, Python::attach(|py| error.value(py).to_string())))
        })
    }

    fn begin(py: Python<'_>, class: Arc<Class>, rules: Map<String, Value>, text: String) -> PyResult<PythonGame> {
        let game = class.object.bind(py).call1((to_dict(py, &rules)?,))?;
        let (seats, bounds, partners) = game.call_method0("_table")?.extract()?;
        let deeds = class::deeds(&game)?;
        let options = Value::Object(rules);
        Ok(PythonGame(Arc::new(Held { class, game: game.unbind(), text, options, seats, bounds, partners, deeds })))
    }

    /// Asks a method, and reads its answer in the same breath.
    fn ask<T>(&self, method: &'static str, read: impl FnOnce(Question<'_, '_>) -> PyResult<T>) -> T {
        Python::attach(|py| self.try_ask(py, method, read)).unwrap_or_else(|error| resume_unwind(Box::new(error)))
    }

    /// As [`PythonGame::ask`], inside another question.
    fn try_ask<T>(
        &self,
        py: Python<'_>,
        method: &'static str,
        read: impl FnOnce(Question<'_, '_>) -> PyResult<T>,
    ) -> PyResult<T> {
        read(Question { game: self.0.game.bind(py), method }).map_err(|error| self.failed(py, method, error))
    }

    /// The exception for whoever asked for the work; one that ends the program stays what it is.
    fn failed(&self, py: Python<'_>, method: &str, cause: PyErr) -> PyErr {
        let known = cause.is_instance_of::<GameFailed>(py) || cause.is_instance_of::<AgentFailed>(py);
        if known || !cause.is_instance_of::<PyException>(py) {
            return cause;
        }
        let error = GameFailed::new_err(format!("\"{}\" failed in {method}: {cause}", self.0.class.name));
        error.set_cause(py, Some(cause));
        error
    }

    /// What a method has returned as the state that follows.
    fn state(&self, found: Bound<'_, PyAny>) -> PyResult<State> {
        let py = found.py();
        let kind = self.0.class.state.bind(py);
        if !found.is_instance(kind)? {
            return Err(PyTypeError::new_err(format!("it returned {}, which is no {}", shown(&found), shown(kind))));
        }
        let to_act = self.try_ask(py, "to_act", |question| {
            let mut seats = SeatSet::EMPTY;
            for seat in question.of((&found,))?.try_iter()? {
                seats = seats.with(self.seat(&seat?)?);
            }
            Ok(seats)
        })?;
        Ok(State { object: Object::of(found), to_act })
    }

    fn seat(&self, value: &Bound<'_, PyAny>) -> PyResult<Seat> {
        let seats = self.0.seats;
        match value.extract::<u8>() {
            Ok(seat) if (seat as usize) < seats => Ok(Seat(seat)),
            _ if value.extract::<&str>().is_ok_and(|word| word == "chance") => Ok(Seat::CHANCE),
            _ => Err(PyValueError::new_err(format!(
                "{} is no seat; seats are 0 to {} and \"chance\"",
                shown(value),
                seats - 1
            ))),
        }
    }

    fn mv(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
        let moves = self.0.class.moves.len();
        match value.extract::<u32>() {
            Ok(number) if (number as usize) < moves => Ok(Move(number)),
            _ => {
                let wrong = format!("{} is no move; moves are the numbers 0 to {}", shown(value), moves - 1);
                Err(PyValueError::new_err(wrong))
            }
        }
    }

    /// Chance for a method: a `random.Random`.
    fn chance<'py>(&self, py: Python<'py>, rng: &mut Rng) -> PyResult<Bound<'py, PyAny>> {
        self.0.class.random.bind(py).call1((rng.next_u64(),))
    }
}

/// A seat as the methods get it.
fn seat_of(py: Python<'_>, seat: Seat) -> PyResult<Bound<'_, PyAny>> {
    seat_to_python(py, seat)
}

/// A Python value that never changes. Copies share it.
#[derive(Clone)]
pub struct Object(Arc<Py<PyAny>>);

impl Object {
    fn of(value: Bound<'_, PyAny>) -> Object {
        Object(Arc::new(value.unbind()))
    }
}

/// Work on a value of a game that is not at hand to say its name.
fn on_value<T>(what: &str, work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    let failed = |py: Python<'_>, cause: PyErr| {
        let error = GameFailed::new_err(format!("A state or view cannot be {what}: {cause}"));
        error.set_cause(py, Some(cause));
        error
    };
    Python::attach(|py| work(py).map_err(|error| failed(py, error)))
        .unwrap_or_else(|error| resume_unwind(Box::new(error)))
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        self.0.is(&*other.0) || on_value("compared", |py| self.0.bind(py).eq(other.0.bind(py)))
    }
}

impl Eq for Object {}

impl Hash for Object {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_isize(on_value("hashed", |py| self.0.bind(py).hash()));
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&on_value("printed", |py| Ok(self.0.bind(py).repr()?.to_string())))
    }
}

/// A state: the Python value, and the seats that owe a decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    object: Object,
    to_act: SeatSet,
}

/// A view: whose it is, the Python value, and what every seat knows of its own part.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    seat: Seat,
    object: Object,
    /// Whether the seat owes a decision.
    asked: bool,
    /// Whether the deal is over.
    over: bool,
}

/// The deal before, which the next one of the match goes on from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Standing(Option<State>);

/// The number of a move in the list of its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u32);

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(u32::try_from(code).unwrap_or(u32::MAX))
    }
}
