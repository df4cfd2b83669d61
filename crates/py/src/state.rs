//! `State`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_game::{Clock, Outcome, Points, Seat, Seed, Spec};
use kibitz_registry::{AnyTable, List};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::args::{self, Whole};
use crate::error::{AmbiguousMove, IllegalMove, raised, with};
use crate::foreign::caught;
use crate::game::Game;
use crate::lab::{interruptible, interruptible_by, is_set};
use crate::moves::{self, Move, Moves};
use crate::pickle::{Reduced, StateParts, to_log};
use crate::record::Record;
use crate::text;
use crate::value::to_python;
use crate::view::View;

/// A deal in progress, immutable. Only its views may reach a player.
#[pyclass(frozen, module = "kibitz")]
pub struct State {
    pub game: Py<Game>,
    pub table: Arc<dyn AnyTable>,
}

impl State {
    /// Another state of the same game.
    fn then(&self, py: Python<'_>, table: Arc<dyn AnyTable>) -> State {
        State { game: self.game.clone_ref(py), table }
    }

    fn seat_or_chance(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        args::seat_or_chance(seat, self.table.seats())
    }

    /// Tells an exception which move it is about, of whom, and what that seat may do instead.
    fn about(&self, error: &PyErr, seat: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = seat.py();
        if !error.is_instance_of::<IllegalMove>(py) && !error.is_instance_of::<AmbiguousMove>(py) {
            return Ok(());
        }
        let of = self.seat_or_chance(seat)?;
        let codes = caught(|| self.table.legal(of, List::Actions))?.map_err(raised)?;
        with(py, error, "move", mv);
        with(py, error, "seat", seat);
        with(py, error, "legal", Moves { game: self.game.clone_ref(py), codes });
        Ok(())
    }

    /// The move that is meant, as its number.
    fn code(&self, seat: Seat, mv: &Bound<'_, PyAny>) -> PyResult<u64> {
        if let Ok(mv) = mv.cast::<Move>() {
            let (own, other) = (&self.game.get().core, &mv.get().game.get().core);
            if own.name() != other.name() {
                return Err(IllegalMove::new_err(format!(
                    "\"{}\" is a move of {}, not of {}.",
                    other.move_text(mv.get().code),
                    other.name(),
                    own.name()
                )));
            }
            return Ok(mv.get().code);
        }
        if let Ok(text) = mv.cast::<PyString>() {
            let text = text.to_str()?;
            return caught(|| self.table.parse_move(seat, text))?.map_err(raised);
        }
        Err(PyTypeError::new_err(format!("A move is a Move or its text, not {}.", args::shown(mv))))
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Whether the deal has ended.
    #[getter]
    fn over(&self) -> bool {
        self.table.to_act().is_empty()
    }

    /// The seats that owe a decision, interrupts included; none at a chance event.
    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.table.to_act().without(Seat::CHANCE).iter().map(Seat::index).collect::<Vec<_>>())
    }

    /// Whether chance is to act: one of ``legal("chance")`` is drawn and played.
    #[getter]
    fn chance(&self) -> bool {
        self.table.to_act().has(Seat::CHANCE)
    }

    /// The result per seat; an error while the deal goes on.
    #[getter]
    fn returns(&self) -> PyResult<Vec<Points>> {
        caught(|| self.table.returns())?.map_err(raised)
    }

    /// The seed of the deal; ``None`` of a position without one.
    #[getter]
    fn seed(&self) -> Option<Seed> {
        self.table.seed()
    }

    /// Whether this finished deal has ended its match.
    #[getter]
    fn match_over(&self) -> PyResult<bool> {
        Ok(caught(|| self.table.outcome())? != Outcome::Open)
    }

    /// The seats that have won the match; all of them in a draw, none while it goes on.
    #[getter]
    fn match_winners(&self) -> PyResult<Vec<usize>> {
        Ok(match caught(|| self.table.outcome())? {
            Outcome::Open => Vec::new(),
            Outcome::Over(winners) => winners.iter().map(Seat::index).collect(),
        })
    }

    /// Every move the seat may make now; ``cards`` lists every choice of cards separately.
    #[pyo3(signature = (seat, *, cards=false))]
    fn legal(&self, seat: &Bound<'_, PyAny>, cards: bool) -> PyResult<Moves> {
        let list = if cards { List::Cards } else { List::Actions };
        let of = self.seat_or_chance(seat)?;
        let codes = caught(|| self.table.legal(of, list))?.map_err(raised)?;
        Ok(Moves { game: self.game.clone_ref(seat.py()), codes })
    }

    /// The state after a move, given as a move or its text.
    #[pyo3(signature = (seat, r#move))]
    fn play(&self, seat: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) -> PyResult<State> {
        let py = seat.py();
        let number = self.seat_or_chance(seat)?;
        let make = |code| caught(|| self.table.play(number, code))?.map_err(raised);
        let played = self.code(number, r#move).and_then(make);
        let refused = |error: PyErr| self.about(&error, seat, r#move).err().unwrap_or(error);
        Ok(self.then(py, played.map_err(refused)?))
    }

    /// The moves so far trick by trick, or as else the game divides its deals, each with the seat that made it.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let tricks = caught(|| self.table.tricks())?.into_iter().map(|trick| moves::history(py, &self.game, trick));
        PyList::new(py, tricks.collect::<PyResult<Vec<_>>>()?)
    }

    /// The last of ``tricks``; empty before the first move.
    #[getter]
    fn last_trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::history(py, &self.game, caught(|| self.table.tricks())?.pop().unwrap_or_default())
    }

    /// The seats that play together as the cards lie, by their lowest seat.
    #[getter]
    fn parties(&self) -> Vec<Vec<usize>> {
        self.table.parties()
    }

    /// The cards that each seat holds.
    #[getter]
    fn hands(&self) -> PyResult<Vec<Vec<String>>> {
        caught(|| self.table.hands())
    }

    /// What is going on, in the game's own word.
    #[getter]
    fn phase(&self) -> PyResult<String> {
        let facts = caught(|| self.table.facts())?;
        Ok(facts.get("phase").and_then(|phase| phase.as_str()).unwrap_or_default().to_string())
    }

    /// The move of ``legal`` that stands for a move, given as a move or its text.
    #[pyo3(signature = (seat, r#move))]
    fn canonical(&self, seat: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        let py = seat.py();
        let seat = self.seat_or_chance(seat)?;
        let code = self.code(seat, r#move)?;
        let code = caught(|| self.table.canonical(seat, code))?.map_err(raised)?;
        Ok(Move { game: self.game.clone_ref(py), code })
    }

    /// The state with every open interrupt declined.
    fn settled(&self, py: Python<'_>) -> State {
        self.then(py, self.table.settled())
    }

    /// What the seat may know.
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<View> {
        let number = args::seat(seat, self.table.seats())?;
        Ok(View { game: self.game.clone_ref(seat.py()), view: caught(|| self.table.view(number))?.map_err(raised)? })
    }

    /// What an onlooker who sees everything can say, by the keys of the conformance format.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        text::typed(py, "of_state", self.game.get().core.name(), &caught(|| self.table.facts())?)
    }

    /// The position, as ``Game.position`` takes it.
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &caught(|| self.table.setup())?)
    }

    /// The record of the deal so far; ``players`` are names, one per seat.
    #[pyo3(signature = (players=Vec::new()), text_signature = "($self, players=())")]
    fn record(&self, players: Vec<String>) -> PyResult<Record> {
        let seats = self.table.seats();
        if !players.is_empty() && players.len() != seats {
            return Err(PyValueError::new_err(format!(
                "A record names {seats} players or none, not {}.",
                players.len()
            )));
        }
        for name in &players {
            if name.trim() != name || name.is_empty() || name.contains(['|', '\n', '\r']) {
                return Err(PyValueError::new_err(format!(
                    "{name:?} cannot name a player: a name has no \"|\", no line break and no blanks around it."
                )));
            }
        }
        Ok(Record { core: caught(|| self.table.record(&players))? })
    }

    /// Every move so far with the seat that made it.
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::history(py, &self.game, self.table.log())
    }

    /// The number of move sequences of this length.
    fn perft(&self, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let number = args::whole(depth, "A depth", 0..=u32::MAX as u64)? as u32;
        let count = interruptible(depth.py(), |stop| self.table.perft(number, stop))?;
        Ok(count.expect("only a signal stops it, and that is an error"))
    }

    /// What the deal brought each seat when a policy played on from here, so many times.
    #[pyo3(signature = (policy, reward, *, times=Whole(1), seed=None, stop=None), text_signature = "($self, policy, reward, *, times=1, seed=None, stop=None)")]
    fn play_on(
        &self,
        py: Python<'_>,
        policy: &str,
        reward: &str,
        times: Whole<u64>,
        seed: Option<&Bound<'_, PyAny>>,
        stop: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Vec<f32>>> {
        let seed = seed.map_or(Ok(0), args::seed)?;
        let policy = Spec::parse(policy).and_then(|spec| kibitz_registry::canonical(&spec)).map_err(raised)?;
        let play = |stop: &AtomicBool| self.table.play_on(&policy, reward, times.0, seed, Clock::stopped_by(stop));
        interruptible_by(py, is_set(stop.as_ref()), play)?.map_err(raised)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, StateParts>> {
        let mut beginning = caught(|| self.table.record(&[]))?;
        (beginning.moves, beginning.result) = (Vec::new(), None);
        let parts = (
            self.game.clone_ref(py),
            beginning.to_json().to_string(),
            to_log(self.table.log()),
            caught(|| self.table.was_settled())?,
        );
        Ok((py.import("kibitz._core")?.getattr("_state")?, parts))
    }

    fn __str__(&self) -> PyResult<String> {
        let game = &self.game.get().core;
        let seats: Vec<String> = self.table.to_act().iter().map(|seat| seat.to_string()).collect();
        let turn = if seats.is_empty() { "over".to_string() } else { format!("{} to act", seats.join(", ")) };
        let facts = caught(|| self.table.facts())?;
        Ok(text::lines(&format!("{}, {}: {turn}", game.name(), game.rules()), &facts))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<State {}>", self.__str__()?.lines().next().unwrap_or_default()))
    }

    fn __eq__(&self, other: &Bound<'_, State>) -> PyResult<bool> {
        caught(|| self.table.same(&*other.get().table))
    }

    fn __hash__(&self) -> PyResult<u64> {
        caught(|| self.table.fingerprint())
    }
}
