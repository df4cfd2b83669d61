//! Agents written in Python, inside agents of the engine.
//!
//! The engine plays without the interpreter's lock; whoever asks such an agent takes it for the length of the call. A
//! call that fails ends the engine's work by unwinding, and [`caught`] makes the exception of it again.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};

use kibitz_game::{Error, Rng, Spec as CoreSpec};
use kibitz_registry::{AnyGame, AnyView, Foreign, ForeignPlayer, List};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::args::shown;
use crate::error::{AgentFailed, BrokenLaw, GameFailed, InvalidSpec, raised};
use crate::game::Game;
use crate::moves::Move;
use crate::spec::Spec;
use crate::view::View;

/// Python agents, as `kibitz.agents.plugins` loads them.
pub struct Plugins;

impl Plugins {
    fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
        py.import(intern!(py, "kibitz.agents.plugins"))
    }
}

impl Foreign for Plugins {
    fn knows(&self, name: &str) -> bool {
        let knows = |py: Python<'_>| Plugins::module(py)?.call_method1(intern!(py, "knows"), (name,))?.extract();
        Python::attach(|py| knows(py).unwrap_or_default())
    }

    fn make(&self, game: Arc<dyn AnyGame>, spec: &CoreSpec) -> Result<Box<dyn ForeignPlayer>, Error> {
        let make = |py: Python<'_>| -> PyResult<Box<dyn ForeignPlayer>> {
            let own = Bound::new(py, Spec { core: spec.clone() })?;
            let maker = Plugins::module(py)?.call_method1(intern!(py, "maker"), (own,))?.unbind();
            let game = Py::new(py, Game { core: game })?;
            Ok(Box::new(PythonPlayer { game, spec: spec.to_string(), maker, player: None }))
        };
        Python::attach(|py| {
            make(py).map_err(|error| match error.is_instance_of::<InvalidSpec>(py) {
                true => Error::Spec(error.value(py).to_string()),
                false => Error::Spec(format!("\"{spec}\" cannot be made: {error}.")),
            })
        })
    }
}

/// One of them. It is made when it is first asked, since only then there is chance to give it a seed from.
struct PythonPlayer {
    game: Py<Game>,
    spec: String,
    maker: Py<PyAny>,
    player: Option<Py<PyAny>>,
}

impl PythonPlayer {
    fn ask(&mut self, py: Python<'_>, view: Arc<dyn AnyView>, rng: &mut Rng) -> PyResult<u64> {
        let player = match &self.player {
            Some(player) => player,
            None => {
                let made = self.maker.call1(py, (rng.next_u64() >> 1,))?;
                self.player.insert(made)
            }
        };
        let seen = View { game: self.game.clone_ref(py), view: view.clone() };
        let said = player.call_method1(py, intern!(py, "act"), (seen,))?.into_bound(py);
        // The viewer's choices are the same in every world of its view, so any world will do.
        let world = || view.sample(0);
        if let Ok(text) = said.cast::<PyString>() {
            return world().parse_move(view.seat(), text.to_str()?).map_err(raised);
        }
        let Ok(mv) = said.cast::<Move>() else {
            return Err(PyTypeError::new_err(format!("It returned {}, which is not a move.", shown(&said))));
        };
        let code = mv.get().code;
        if !view.legal(List::Actions).contains(&code) {
            world().canonical(view.seat(), code).map_err(raised)?;
        }
        Ok(code)
    }

    /// The exception for whoever asked for the work; one that ends the program stays what it is.
    fn failed(&self, py: Python<'_>, cause: PyErr) -> PyErr {
        let known = cause.is_instance_of::<AgentFailed>(py) || cause.is_instance_of::<GameFailed>(py);
        if known || !cause.is_instance_of::<PyException>(py) {
            return cause;
        }
        let error = AgentFailed::new_err(format!("\"{}\" failed: {cause}", self.spec));
        error.set_cause(py, Some(cause));
        error
    }
}

impl ForeignPlayer for PythonPlayer {
    fn act(&mut self, view: Arc<dyn AnyView>, rng: &mut Rng) -> u64 {
        Python::attach(|py| self.ask(py, view, rng).map_err(|error| self.failed(py, error)))
            .unwrap_or_else(|error| resume_unwind(Box::new(error)))
    }
}

/// Does work in which such an agent, or a game written in Python, may fail, and makes its exception the result.
pub fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<PyErr>() {
        Ok(error) => *error,
        // A panic: PyO3 tells Python so.
        Err(panic) => resume_unwind(panic),
    })
}

thread_local! {
    /// Whether a panic of this thread is an answer, so that nobody need be told of it.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Checks laws by panics, and makes an exception of the sentence of the first that is broken.
pub fn broken_law(check: impl FnOnce()) -> PyResult<()> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let told = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                told(panic)
            }
        }));
    });
    EXPECTED.set(true);
    let result = caught(|| {
        catch_unwind(AssertUnwindSafe(check)).map_err(|payload| {
            let sentence = match payload.downcast::<String>() {
                Ok(sentence) => *sentence,
                Err(payload) => match payload.downcast::<&str>() {
                    Ok(sentence) => sentence.to_string(),
                    Err(other) => resume_unwind(other),
                },
            };
            BrokenLaw::new_err(sentence)
        })
    });
    EXPECTED.set(false);
    result?
}
