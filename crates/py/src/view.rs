//! `View`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_game::Clock;
use kibitz_registry::{AnyView, List};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde_json::Value;

use crate::args;
use crate::error::IllegalMove;
use crate::foreign::caught;
use crate::game::Game;
use crate::lab::interruptible;
use crate::moves::{self, Move, Moves};
use crate::pickle::{Reduced, ViewParts, to_log};
use crate::state::State;
use crate::text;

/// Everything one seat may know, and nothing else.
#[pyclass(frozen, module = "kibitz")]
pub struct View {
    pub game: Py<Game>,
    pub view: Arc<dyn AnyView>,
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().index()
    }

    /// The cards of the seat.
    #[getter]
    fn hand(&self) -> PyResult<Vec<String>> {
        Ok(match caught(|| self.view.facts())?.get("hand") {
            Some(Value::String(cards)) => cards.split_whitespace().map(str::to_string).collect(),
            Some(Value::Array(cards)) => {
                cards.iter().map(|card| card.as_str().map_or_else(|| card.to_string(), str::to_string)).collect()
            }
            _ => Vec::new(),
        })
    }

    /// The moves this seat has seen.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::history(py, &self.game, self.view.history())
    }

    /// Every move the seat may make now; ``cards`` lists every choice of cards separately.
    #[pyo3(signature = (*, cards=false))]
    fn legal(&self, py: Python<'_>, cards: bool) -> PyResult<Moves> {
        let list = if cards { List::Cards } else { List::Actions };
        Ok(Moves { game: self.game.clone_ref(py), codes: caught(|| self.view.legal(list))? })
    }

    /// What the seat can say: hand, table, scores, counts and the game's own keys.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        text::typed(py, "of_view", self.game.get().core.name(), &caught(|| self.view.facts())?)
    }

    /// A world: a state that looks just like this to the seat, uniform over all that do.
    fn sample(&self, seed: &Bound<'_, PyAny>) -> PyResult<State> {
        let number = args::seed(seed)?;
        let table = caught(|| self.view.sample(number))?;
        Ok(State { game: self.game.clone_ref(seed.py()), table })
    }

    /// Where the hidden cards are over all worlds; see the stub.
    #[pyo3(signature = (*, all=None, drawn=None, seed=None), text_signature = "($self, *, all=5000, drawn=3000, seed=None)")]
    fn belief<'py>(
        &self,
        py: Python<'py>,
        all: Option<&Bound<'py, PyAny>>,
        drawn: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyDict>, u32, bool)> {
        let seed = seed.map_or(Ok(1), args::seed)?;
        let all = all.map_or(Ok(5000), |all| args::whole(all, "The most worlds to count", 0..=100_000))? as usize;
        let drawn = drawn.map_or(Ok(3000), |n| args::whole(n, "The number of worlds to draw", 1..=u32::MAX as u64))?;
        let count = |stop: &AtomicBool| self.view.belief(all, drawn, seed, Clock::stopped_by(stop));
        let (found, every) = interruptible(py, count)?;
        let cards = PyDict::new(py);
        for (card, shares) in found.cards {
            cards.set_item(card, PyTuple::new(py, shares)?)?;
        }
        Ok((cards, found.worlds, every))
    }

    /// The ``state`` words of ``Game.features``: a function of the view alone.
    fn features(&self) -> PyResult<Vec<u64>> {
        caught(|| self.view.features())
    }

    /// The ``action`` words of a legal move.
    #[pyo3(signature = (r#move))]
    fn move_features(&self, r#move: &Bound<'_, Move>) -> PyResult<Vec<u64>> {
        let code = r#move.get().code;
        if !caught(|| self.view.legal(List::Actions))?.contains(&code) {
            let seat = self.view.seat();
            return Err(IllegalMove::new_err(format!("\"{}\" is no legal move of seat {seat} here.", r#move.str()?)));
        }
        caught(|| self.view.move_features(code))
    }

    /// Any world stands for the view: the true one is not known here.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, ViewParts>> {
        let world = caught(|| self.view.sample(0).setup())?.to_string();
        let parts = (self.game.clone_ref(py), world, self.view.seat().0, to_log(self.view.history()));
        Ok((py.import("kibitz._core")?.getattr("_view")?, parts))
    }

    fn __str__(&self) -> PyResult<String> {
        let (game, facts) = (&self.game.get().core, caught(|| self.view.facts())?);
        Ok(text::lines(&format!("{}, {}: seen by {}", game.name(), game.rules(), self.view.seat()), &facts))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<View {}>", self.__str__()?.lines().next().unwrap_or_default()))
    }

    fn __eq__(&self, other: &Bound<'_, View>) -> PyResult<bool> {
        caught(|| self.view.same(&*other.get().view))
    }

    fn __hash__(&self) -> PyResult<u64> {
        caught(|| self.view.fingerprint())
    }
}
