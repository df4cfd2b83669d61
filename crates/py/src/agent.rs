//! `Agent`, and the help on agents.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use kibitz_game::Spec;
use kibitz_registry::{Player, agents, expand};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::args;
use crate::error::raised;
use crate::lab::interruptible;
use crate::moves::{Move, history};
use crate::view::View;

/// The full form of a specification: abbreviations spelled out, every key written.
#[pyfunction]
pub fn expand_spec(spec: &str) -> PyResult<String> {
    Ok(Spec::parse(spec).and_then(|spec| expand(&spec)).map_err(raised)?.to_string())
}

/// Every agent: ``name``, ``usage``, ``help`` in one line, the ``game`` it belongs to (empty: any game) and its
/// ``keys``, each with ``name``, ``values`` and ``help``.
#[pyfunction]
pub fn agent_parts(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let parts = PyList::empty(py);
    for agent in agents() {
        let part = PyDict::new(py);
        for (key, value) in [("name", agent.name), ("usage", agent.usage), ("help", agent.help), ("game", agent.game)] {
            part.set_item(key, value)?;
        }
        let keys = PyList::empty(py);
        for key in agent.keys {
            let entry = PyDict::new(py);
            for (field, value) in [("name", key.name), ("values", key.values), ("help", key.help)] {
                entry.set_item(field, value)?;
            }
            keys.append(entry)?;
        }
        part.set_item("keys", keys)?;
        parts.append(part)?;
    }
    Ok(parts)
}

/// Says in which folder the networks are that have names.
#[pyfunction]
pub fn set_network_folder(folder: PathBuf) {
    kibitz_registry::set_network_folder(folder);
}

/// The names of the networks that come with the program.
#[pyfunction]
pub fn network_names() -> Vec<String> {
    kibitz_registry::network_names()
}

/// A player made from its specification. The same seed makes the same moves.
// Not "kibitz": there the name belongs to the protocol that any player follows.
#[pyclass(frozen, module = "kibitz._core")]
pub struct Agent {
    spec: String,
    may_take_long: bool,
    seed: u64,
    player: Mutex<Player>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, seed=None))]
    fn new(spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Agent> {
        let seed = match seed {
            Some(seed) => args::seed(seed)?,
            // Every RandomState is keyed by the system's own chance.
            None => RandomState::new().hash_one(0),
        };
        let player = Spec::parse(spec).and_then(|spec| Player::new(&spec, seed)).map_err(raised)?;
        let (spec, may_take_long) = (player.spec().to_string(), player.may_take_long());
        Ok(Agent { spec, may_take_long, seed, player: Mutex::new(player) })
    }

    /// The canonical specification.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The move for the seat whose view it is.
    fn act(&self, view: &Bound<'_, View>) -> PyResult<Move> {
        let py = view.py();
        let view = view.get();
        let act =
            |stop: &AtomicBool| self.player.lock().unwrap_or_else(PoisonError::into_inner).act_until(&*view.view, stop);
        // A thread of its own costs more than a quick move.
        let code =
            if self.may_take_long { interruptible(py, act)? } else { py.detach(|| act(&AtomicBool::new(false))) };
        let code = code.map_err(raised)?;
        Ok(Move { game: view.game.clone_ref(py), code })
    }

    /// What the agent knows of the decision: a ``kibitz.analysis.Analysis``.
    fn analyse<'py>(&self, view: &Bound<'py, View>) -> PyResult<Bound<'py, PyAny>> {
        let py = view.py();
        let view = view.get();
        let look =
            |stop: &AtomicBool| self.player.lock().unwrap_or_else(PoisonError::into_inner).analyse(&*view.view, stop);
        let found = interruptible(py, look)?.map_err(raised)?;
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

    /// What travels is the specification and the seed: the agent as it was made.
    fn __reduce__<'py>(slf: &Bound<'py, Agent>) -> (Bound<'py, PyType>, (String, u64)) {
        (slf.get_type(), (slf.get().spec.clone(), slf.get().seed))
    }

    fn __str__(&self) -> &str {
        &self.spec
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Agent({})", PyString::new(py, &self.spec).repr()?))
    }
}
