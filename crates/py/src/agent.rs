//! `Agent`, and the help on agents.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kibitz_game::{Analysis, Clock, Interim, Seed};
use kibitz_registry::{Player, agents};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::args;
use crate::error::raised;
use crate::foreign::caught;
use crate::lab::{interruptible_by, is_set};
use crate::moves::{Move, history};
use crate::spec::{Parameter, Spec};
use crate::view::View;

/// Every agent: ``name``, ``usage``, ``help`` in one line, the ``game`` it belongs to (empty: any game) and its
/// ``keys``, each a ``Parameter``.
#[pyfunction]
pub fn agent_parts(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let parts = PyList::empty(py);
    for (game, agent) in agents() {
        let part = PyDict::new(py);
        for (key, value) in [("name", agent.name), ("usage", &agent.usage), ("help", agent.help), ("game", game)] {
            part.set_item(key, value)?;
        }
        part.set_item("keys", agent.keys.into_iter().map(Parameter::of).collect::<Vec<_>>())?;
        parts.append(part)?;
    }
    Ok(parts)
}

/// Says in which folders the networks are that have names, which ``more`` there are, and ``how`` to get those.
#[pyfunction]
pub fn set_network_folders(folders: Vec<PathBuf>, more: Vec<String>, how: String) {
    kibitz_registry::set_network_folders(folders, more, how);
}

/// The names of the networks that are installed.
#[pyfunction]
pub fn network_names() -> Vec<String> {
    kibitz_registry::network_names()
}

/// A player made from its specification. The same seed makes the same moves.
// Not "kibitz": there the name belongs to the protocol that any player follows.
#[pyclass(frozen, module = "kibitz._core")]
pub struct Agent {
    spec: String,
    seed: Seed,
    player: Mutex<Player>,
}

impl Agent {
    fn player(&self) -> MutexGuard<'_, Player> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time of a decision.
fn time(ms: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    ms.map(|ms| Ok(Duration::from_millis(args::whole(ms, "A time in milliseconds", 1..=86_400_000)?))).transpose()
}

fn clock(stop: &AtomicBool, time: Option<Duration>) -> Clock<'_> {
    let clock = Clock::stopped_by(stop);
    time.map_or(clock, |time| clock.within(time))
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, seed=None))]
    fn new(spec: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Agent> {
        let seed = match seed {
            Some(seed) => args::seed(seed)?,
            // Every RandomState is keyed by the system's own chance.
            None => RandomState::new().hash_one(0).into(),
        };
        let player = Player::new(&Spec::of(spec)?, seed).map_err(raised)?;
        Ok(Agent { spec: player.spec().to_string(), seed, player: Mutex::new(player) })
    }

    /// The canonical specification.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The move for the seat whose view it is; the best it knows of when ``ms`` milliseconds are over or the event
    /// ``stop`` is set.
    #[pyo3(signature = (view, *, ms=None, stop=None))]
    fn act(&self, view: &Bound<'_, View>, ms: Option<&Bound<'_, PyAny>>, stop: Option<Py<PyAny>>) -> PyResult<Move> {
        let (py, time) = (view.py(), time(ms)?);
        let view = view.get();
        let act = |stop: &AtomicBool| self.player().act(&*view.view, clock(stop, time));
        // A thread of its own costs more than a quick move.
        let code = match py.detach(|| caught(|| self.player().may_take_long(&*view.view)))?.map_err(raised)? {
            true => interruptible_by(py, is_set(stop.as_ref()), act).inspect_err(|_| self.player().forget())?,
            false => py.detach(|| caught(|| act(&AtomicBool::new(false)))).inspect_err(|_| self.player().forget())?,
        };
        Ok(Move { game: view.game.clone_ref(py), code: code.map_err(raised)? })
    }

    /// Whether a move in this view may take more than a few milliseconds.
    fn may_take_long(&self, view: &Bound<'_, View>) -> PyResult<bool> {
        let (py, view) = (view.py(), view.get());
        py.detach(|| caught(|| self.player().may_take_long(&*view.view)))?.map_err(raised)
    }

    /// What the agent knows of the decision: a ``kibitz.analysis.Analysis``. ``ms`` and ``stop`` as for ``act``. A tree
    /// search calls ``report`` with what it has found by then every ``report_every_ms``.
    #[pyo3(signature = (view, *, ms=None, stop=None, report=None, report_every_ms=1000))]
    fn analyse<'py>(
        &self,
        view: &Bound<'py, View>,
        ms: Option<&Bound<'py, PyAny>>,
        stop: Option<Py<PyAny>>,
        report: Option<Py<PyAny>>,
        report_every_ms: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, time) = (view.py(), time(ms)?);
        let view = view.get();
        let (interim, asked) = (Interim::default(), Mutex::new(Instant::now()));
        let look = |stop: &AtomicBool| self.player().analyse(&*view.view, clock(stop, time).answering(&interim));
        let over = is_set(stop.as_ref());
        let told = |py: Python<'_>| {
            if let Some(report) = &report {
                if let Some(found) = interim.take() {
                    report.call1(py, (self.analysis(py, view, found)?,))?;
                }
                let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
                if asked.elapsed() >= Duration::from_millis(report_every_ms) {
                    *asked = Instant::now();
                    interim.ask();
                }
            }
            over(py)
        };
        let found = interruptible_by(py, told, look).inspect_err(|_| self.player().forget())?;
        self.analysis(py, view, found.map_err(raised)?)
    }

    /// What travels is the specification and the seed: the agent as it was made.
    fn __reduce__<'py>(slf: &Bound<'py, Agent>) -> (Bound<'py, PyType>, (String, Seed)) {
        (slf.get_type(), (slf.get().spec.clone(), slf.get().seed))
    }

    fn __str__(&self) -> &str {
        &self.spec
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Agent({})", PyString::new(py, &self.spec).repr()?))
    }
}

impl Agent {
    /// A ``kibitz.analysis.Analysis``.
    fn analysis<'py>(&self, py: Python<'py>, view: &View, found: Analysis<u64>) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import(intern!(py, "kibitz.analysis"))?;
        let info = module.getattr(intern!(py, "MoveInfo"))?;
        let moves = PyList::empty(py);
        for mv in found.moves {
            let fields = PyDict::new(py);
            fields.set_item("move", Move { game: view.game.clone_ref(py), code: mv.mv })?;
            fields.set_item("visits", mv.visits)?;
            fields.set_item("available", mv.available)?;
            fields.set_item("mean", mv.mean)?;
            fields.set_item("error", mv.error)?;
            fields.set_item("prior", mv.prior)?;
            fields.set_item("best_share", mv.best_share)?;
            fields.set_item("line", history(py, &view.game, mv.line)?.to_tuple())?;
            moves.append(info.call((), Some(&fields))?)?;
        }
        let belief = PyDict::new(py);
        for (card, shares) in found.belief.cards {
            belief.set_item(card, PyTuple::new(py, shares)?)?;
        }
        let fields = PyDict::new(py);
        fields.set_item("agent", &self.spec)?;
        fields.set_item("seat", view.view.seat().index())?;
        fields.set_item("best", moves.get_item(found.best)?)?;
        fields.set_item("moves", moves.to_tuple())?;
        fields.set_item("iterations", found.iterations)?;
        fields.set_item("nodes", found.nodes)?;
        fields.set_item("full", found.full)?;
        fields.set_item("reward", found.reward)?;
        fields.set_item("belief", belief)?;
        fields.set_item("worlds", found.belief.worlds)?;
        module.getattr(intern!(py, "Analysis"))?.call((), Some(&fields))
    }
}
