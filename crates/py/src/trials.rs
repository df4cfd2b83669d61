//! `trials`, and what came of them.

use std::sync::atomic::AtomicBool;

use kibitz_game::{Clock, Spec};
use kibitz_registry::{Amount, Manner};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::args::{self, Whole};
use crate::error::raised;
use crate::game::Game;
use crate::lab::{interruptible_by, is_set};
use crate::moves::{Move, Moves, history};
use crate::view::View;

/// Moves that were tried in the same worlds with the same chance.
#[pyclass(frozen, module = "kibitz._core")]
pub struct Trials {
    game: Py<Game>,
    found: kibitz_registry::Trials<u64>,
}

/// Tries moves of a view in groups of worlds; see the stub.
#[pyfunction]
#[pyo3(
    signature = (view, moves, *, policy, reward, groups, each, seed, worlds="uniform", first=Whole(0), all=Whole(0), line=Whole(0), held=false, threads=Whole(1), stop=None),
    text_signature = "(view, moves, *, policy, reward, groups, each, seed, worlds='uniform', first=0, all=0, line=0, held=False, threads=1, stop=None)"
)]
#[expect(clippy::too_many_arguments, reason = "Python names most of them")]
pub fn trials(
    view: &Bound<'_, View>,
    moves: Vec<Bound<'_, Move>>,
    policy: &str,
    reward: &str,
    groups: Whole<u64>,
    each: Whole<usize>,
    seed: &Bound<'_, PyAny>,
    worlds: &str,
    first: Whole<u64>,
    all: Whole<usize>,
    line: Whole<usize>,
    held: bool,
    threads: Whole<usize>,
    stop: Option<Py<PyAny>>,
) -> PyResult<Trials> {
    let (first, groups, each, all, line) = (first.0, groups.0, each.0, all.0, line.0);
    if each == 0 || moves.is_empty() {
        return Err(PyValueError::new_err("Trials need a move and a world to try it in."));
    }
    let (py, seed, seen) = (view.py(), args::seed(seed)?, view.get());
    let read = |text: &str| Spec::parse(text).map_err(raised);
    let manner = Manner {
        policy: kibitz_registry::canonical(&read(policy)?).map_err(raised)?,
        worlds: Manner::worlds(&read(worlds)?).map_err(raised)?,
        reward: reward.into(),
    };
    let amount = Amount { first, groups, each, all, line, held, threads: threads.0.min(1024) };
    let codes: Vec<u64> = moves.iter().map(|mv| mv.get().code).collect();
    let work = |stop: &AtomicBool| seen.view.trials(&codes, &manner, amount, seed, Clock::stopped_by(stop));
    let found = interruptible_by(py, is_set(stop.as_ref()), work)?.map_err(raised)?;
    Ok(Trials { game: seen.game.clone_ref(py), found })
}

#[pymethods]
impl Trials {
    /// The moves that were tried.
    #[getter]
    fn moves(&self, py: Python<'_>) -> Moves {
        Moves { game: self.game.clone_ref(py), codes: self.found.moves.clone() }
    }

    /// Per group and world what each move brought.
    #[getter]
    fn rewards(&self) -> Vec<&Vec<Vec<f32>>> {
        self.found.groups.iter().map(|group| &group.rewards).collect()
    }

    /// Per group how much each world counts.
    #[getter]
    fn weights(&self) -> Vec<&Vec<f64>> {
        self.found.groups.iter().map(|group| &group.weights).collect()
    }

    /// Per group and world the hidden cards with their holders.
    #[getter]
    fn held(&self) -> Vec<Vec<Vec<(usize, &str)>>> {
        self.found
            .groups
            .iter()
            .map(|group| {
                let worlds = group.held.iter();
                worlds.map(|held| held.iter().map(|(seat, card)| (seat.index(), card.as_str())).collect()).collect()
            })
            .collect()
    }

    /// How a trial went.
    #[pyo3(signature = (group, world, r#move))]
    fn line<'py>(
        &self,
        py: Python<'py>,
        group: Whole<usize>,
        world: Whole<usize>,
        r#move: Whole<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let lines = self.found.groups.get(group.0).and_then(|group| group.lines.get(world.0)?.get(r#move.0));
        let line = lines.ok_or_else(|| PyIndexError::new_err("There is no such trial."))?;
        history(py, &self.game, line.clone())
    }

    /// Whether every group has all worlds there are.
    #[getter]
    fn complete(&self) -> bool {
        self.found.complete
    }

    /// Whether nothing is left to chance.
    #[getter]
    fn certain(&self) -> bool {
        self.found.certain
    }
}
