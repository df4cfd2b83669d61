//! `SelfPlay`: batched self-play on memory that belongs to the caller.

use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use kibitz_registry::{AnySelfPlay, Batch as Left, Buffers, Choices, Setup, Who};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{self, Whole};
use crate::error::raised;
use crate::foreign::caught;
use crate::game::Game;
use crate::lab::interruptible;

/// What one step has left in the buffers of its group.
#[pyclass(frozen, module = "kibitz")]
pub struct Batch {
    left: Left,
}

#[pymethods]
impl Batch {
    /// Rows of ``action``: ``offset[-1]``.
    #[getter]
    fn rows(&self) -> usize {
        self.left.rows
    }

    /// Places that have rows, that is a decision to be made.
    #[getter]
    fn decisions(&self) -> usize {
        self.left.decisions
    }

    /// Finished samples written to ``samples``.
    #[getter]
    fn samples(&self) -> usize {
        self.left.samples
    }

    /// Finished samples that did not fit; they come first in the next step. None is ever lost.
    #[getter]
    fn waiting(&self) -> usize {
        self.left.waiting
    }

    /// Places whose rows did not fit; they come first in the next step.
    #[getter]
    fn held(&self) -> usize {
        self.left.held
    }

    /// Deals that ended in this step.
    #[getter]
    fn finished(&self) -> usize {
        self.left.finished
    }

    /// Whether every deal of the group has ended (never, when ``endless``).
    #[getter]
    fn done(&self) -> bool {
        self.left.done
    }

    fn __repr__(&self) -> String {
        let Left { rows, decisions, samples, waiting, held, finished, done } = self.left;
        let done = if done { "True" } else { "False" };
        format!(
            "Batch(rows={rows}, decisions={decisions}, samples={samples}, waiting={waiting}, held={held}, \
             finished={finished}, done={done})"
        )
    }
}

/// Memory of the caller's, kept alive and in place as long as this is.
struct Held<T> {
    first: *mut T,
    len: usize,
    _buffer: Box<dyn Any + Send + Sync>,
}

// SAFETY: the pointer is into a buffer that Python keeps in place while it is held, and numbers may go to any thread.
unsafe impl<T: Send> Send for Held<T> {}

impl<T: Element + Send + Sync + 'static> Held<T> {
    /// Takes a buffer of `T`, or of `S`, which has the same bytes: signed words for unsigned ones.
    fn take<S: Element + Send + Sync + 'static>(
        value: &Bound<'_, PyAny>,
        name: &str,
        types: &str,
        inner: Option<usize>,
    ) -> PyResult<Held<T>> {
        let held = match PyBuffer::<T>::get(value) {
            Ok(buffer) => Held::new(buffer, name, inner)?,
            Err(_) => match PyBuffer::<S>::get(value) {
                Ok(buffer) => Held::new(buffer, name, inner)?,
                Err(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "The buffer \"{name}\" must be an array of {types}, not {}.",
                        args::shown(value.get_type().as_any())
                    )));
                }
            },
        };
        Ok(held)
    }

    fn new<S: Element + Send + Sync + 'static>(
        buffer: PyBuffer<S>,
        name: &str,
        inner: Option<usize>,
    ) -> PyResult<Held<T>> {
        let wrong = |what: String| Err(PyValueError::new_err(format!("The buffer \"{name}\" {what}.")));
        if buffer.readonly() {
            return wrong("must be writable".into());
        }
        if !buffer.is_c_contiguous() {
            return wrong("must be contiguous in memory, rows one after the other".into());
        }
        match (buffer.shape(), inner) {
            ([_], None) => {}
            ([_, columns], Some(inner)) if *columns == inner => {}
            (shape, Some(inner)) => return wrong(format!("must have two dimensions of n × {inner}, not {shape:?}")),
            (shape, None) => return wrong(format!("must have one dimension, not {shape:?}")),
        }
        let (first, len) = (buffer.buf_ptr().cast(), buffer.item_count());
        Ok(Held { first, len, _buffer: Box::new(buffer) })
    }

    /// The memory to write to.
    ///
    /// # Safety
    /// Nothing else in Rust may hold a slice of it meanwhile.
    unsafe fn write(&mut self) -> &mut [T] {
        // SAFETY: Python keeps so many elements at this place; empty buffers may have any pointer.
        if self.len == 0 { &mut [] } else { unsafe { std::slice::from_raw_parts_mut(self.first, self.len) } }
    }
}

macro_rules! memory {
    ($($(#[$doc:meta])* $name:ident: $T:ty, $S:ty, $types:literal;)*) => {
        /// The buffers of one group; those left out are not wanted.
        #[derive(Default)]
        struct Memory {
            $($name: Option<Held<$T>>,)*
        }

        impl Memory {
            const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn take(&mut self, name: &str, value: &Bound<'_, PyAny>, inner: Option<usize>) -> PyResult<()> {
                match name {
                    $(stringify!($name) => self.$name = Some(Held::take::<$S>(value, name, $types, inner)?),)*
                    _ => unreachable!("only known names are taken"),
                }
                Ok(())
            }

            /// The bytes of every buffer.
            fn spans(&self) -> Vec<(&'static str, usize, usize)> {
                let mut spans = Vec::new();
                $(if let Some(held) = &self.$name {
                    let first = held.first as usize;
                    spans.push((stringify!($name), first, first + held.len * size_of::<$T>()));
                })*
                spans
            }
        }
    };
}

memory! {
    state: u64, i64, "uint64 or int64";
    action: u64, i64, "uint64 or int64";
    offset: u32, i32, "uint32 or int32";
    seat: u8, u8, "uint8";
    learner: u8, u8, "uint8";
    kind: u8, u8, "uint8";
    truth: u64, i64, "uint64 or int64";
    values: f32, f32, "float32";
    chosen: i32, u32, "int32 or uint32";
    samples: u64, i64, "uint64 or int64";
    returns: f32, f32, "float32";
    sample_learner: u8, u8, "uint8";
    sample_kind: u8, u8, "uint8";
    sample_truth: u64, i64, "uint64 or int64";
    sample_outcome: f32, f32, "float32";
    sample_ticket: u32, i32, "uint32 or int32";
}

impl Memory {
    /// Two buffers on the same bytes would overwrite each other.
    fn check_apart(&self) -> PyResult<()> {
        let mut spans = self.spans();
        spans.sort_by_key(|span| span.1);
        for pair in spans.windows(2) {
            if pair[0].2 > pair[1].1 {
                let (a, b) = (pair[0].0, pair[1].0);
                return Err(PyValueError::new_err(format!("The buffers \"{a}\" and \"{b}\" share memory.")));
            }
        }
        Ok(())
    }

    /// The memory as a step takes it, and the choices to be read.
    fn parts(&mut self) -> (Buffers<'_>, &[f32], &[i32]) {
        fn of<T: Element + Send + Sync + 'static>(held: &mut Option<Held<T>>) -> &mut [T] {
            // SAFETY: `self` is borrowed mutably, and `check_apart` has seen to it that no two buffers overlap.
            held.as_mut().map_or(&mut [], |held| unsafe { held.write() })
        }
        let buffers = Buffers {
            state: of(&mut self.state),
            action: of(&mut self.action),
            offset: of(&mut self.offset),
            seat: of(&mut self.seat),
            learner: of(&mut self.learner),
            kind: of(&mut self.kind),
            truth: of(&mut self.truth),
            samples: of(&mut self.samples),
            returns: of(&mut self.returns),
            sample_learner: of(&mut self.sample_learner),
            sample_kind: of(&mut self.sample_kind),
            sample_truth: of(&mut self.sample_truth),
            sample_outcome: of(&mut self.sample_outcome),
            sample_ticket: of(&mut self.sample_ticket),
        };
        (buffers, of(&mut self.values), of(&mut self.chosen))
    }
}

struct Inner {
    play: Box<dyn AnySelfPlay>,
    memory: Vec<Memory>,
}

/// Many deals advanced together to the next real decision, for learners and for matches of networks.
#[pyclass(frozen, module = "kibitz")]
pub struct SelfPlay {
    game: Py<Game>,
    places: usize,
    groups: usize,
    inner: Mutex<Inner>,
}

#[pymethods]
impl SelfPlay {
    #[new]
    #[pyo3(
        signature = (game, deals, seats=None, seed=None, threads=None, groups=None, endless=true, reward=None, record=None, seatings=None),
        text_signature = "(game, deals, seats='learn', seed=0, threads=1, groups=1, endless=True, reward=None, record=None, seatings=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        game: &Bound<'_, Game>,
        deals: &Bound<'_, PyAny>,
        seats: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        groups: Option<&Bound<'_, PyAny>>,
        endless: bool,
        reward: Option<String>,
        record: Option<Vec<u8>>,
        seatings: Option<Vec<Vec<Whole<u32>>>>,
    ) -> PyResult<SelfPlay> {
        let seats = match seats {
            None => vec!["learn".to_string()],
            // A single text would be taken for a list of letters.
            Some(one) if one.is_instance_of::<PyString>() => vec![one.extract()?],
            Some(seats) => seats.extract::<Vec<String>>()?,
        };
        let who = seats.iter().map(|text| Who::parse(text)).collect::<Result<Vec<_>, _>>().map_err(raised)?;
        let setup = Setup {
            deals: args::whole(deals, "The number of deals", 1..=1 << 24)? as usize,
            who,
            seatings: seatings
                .map(|tables| tables.into_iter().map(args::seating).collect::<PyResult<_>>())
                .transpose()?,
            seed: seed.map_or(Ok(0), args::series)?,
            threads: threads.map_or(Ok(1), |n| args::whole(n, "The number of threads", 1..=1024))? as usize,
            groups: groups.map_or(Ok(1), |n| args::whole(n, "The number of groups", 1..=64))? as usize,
            endless,
            reward,
            record,
        };
        if let Some(learner) = setup.record.iter().flatten().find(|&&learner| learner >= 64) {
            return Err(PyValueError::new_err(format!("Learners have numbers from 0 to 63, not {learner}.")));
        }
        let core = &game.get().core;
        let play = game.py().detach(|| caught(|| core.self_play(setup)))?.map_err(raised)?;
        let (places, groups) = (play.places(), play.groups());
        let memory = (0..groups).map(|_| Memory::default()).collect();
        Ok(SelfPlay { game: game.clone().unbind(), places, groups, inner: Mutex::new(Inner { play, memory }) })
    }

    /// The game that is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Deals in progress at the same time in one group.
    #[getter]
    fn places(&self) -> usize {
        self.places
    }

    /// How many groups there are.
    #[getter]
    fn groups(&self) -> usize {
        self.groups
    }

    /// How many threads play.
    #[getter]
    fn threads(&self, py: Python<'_>) -> usize {
        self.with(py, |inner| inner.play.threads())
    }

    /// The unit of the returns.
    #[getter]
    fn reward(&self, py: Python<'_>) -> String {
        self.with(py, |inner| inner.play.reward().to_string())
    }

    /// NumPy type and shape of every buffer that ``bind`` takes, for so many rows and samples per step.
    fn shapes<'py>(&self, py: Python<'py>, rows: usize, samples: usize) -> PyResult<Bound<'py, PyDict>> {
        let shapes = PyDict::new(py);
        for &name in Memory::NAMES {
            let outer = match name {
                "offset" => self.places + 1,
                "action" | "values" => rows,
                "samples" | "returns" => samples,
                _ if name.starts_with("sample_") => samples,
                _ => self.places,
            };
            let kind = match name {
                "state" | "action" | "truth" | "samples" | "sample_truth" => "uint64",
                "offset" | "sample_ticket" => "uint32",
                "values" | "returns" | "sample_outcome" => "float32",
                "chosen" => "int32",
                _ => "uint8",
            };
            match self.columns(py, name) {
                Some(columns) => shapes.set_item(name, (kind, (outer, columns)))?,
                None => shapes.set_item(name, (kind, (outer,)))?,
            }
        }
        Ok(shapes)
    }

    /// Gives a group the memory its steps write to and read from; nothing is copied or allocated later.
    #[pyo3(
        signature = (group, **buffers),
        text_signature = "($self, group, *, state, action, offset, seat=None, learner=None, kind=None, truth=None, values=None, chosen=None, samples=None, returns=None, sample_learner=None, sample_kind=None, sample_truth=None, sample_outcome=None, sample_ticket=None)"
    )]
    fn bind(&self, py: Python<'_>, group: &Bound<'_, PyAny>, buffers: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let group = self.group(group)?;
        let mut memory = Memory::default();
        for (name, value) in buffers.into_iter().flatten() {
            let name: String = name.extract()?;
            if !Memory::NAMES.contains(&name.as_str()) {
                let known = kibitz_game::error::suggest(&name, Memory::NAMES.iter().copied());
                return Err(PyTypeError::new_err(format!("There is no buffer \"{name}\"{known}")));
            }
            if !value.is_none() {
                memory.take(&name, &value, self.columns(py, &name))?;
            }
        }
        if memory.state.is_none() || memory.action.is_none() || memory.offset.is_none() {
            return Err(PyTypeError::new_err("A group needs the buffers \"state\", \"action\" and \"offset\"."));
        }
        memory.check_apart()?;
        self.with(py, |inner| {
            inner.play.check(&memory.parts().0).map_err(raised)?;
            inner.play.forget(group);
            inner.memory[group] = memory;
            Ok(())
        })
    }

    /// Makes the choices of the last step, plays on to the next decision of every place and fills the buffers.
    #[pyo3(
        signature = (group=None, choose="values", *, epsilon=0.0, explore=0.0, temperature=0.0),
        text_signature = "($self, group=0, choose='values', *, epsilon=0.0, explore=0.0, temperature=0.0)"
    )]
    fn step(
        &self,
        py: Python<'_>,
        group: Option<&Bound<'_, PyAny>>,
        choose: &str,
        epsilon: f64,
        explore: f64,
        temperature: f64,
    ) -> PyResult<Batch> {
        let group = group.map_or(Ok(0), |group| self.group(group))?;
        for (name, share) in [("epsilon", epsilon), ("explore", explore)] {
            if !(0.0..=1.0).contains(&share) {
                return Err(PyValueError::new_err(format!("{name} is a probability from 0 to 1, not {share}.")));
            }
        }
        if temperature.is_nan() || temperature < 0.0 {
            return Err(PyValueError::new_err(format!("A temperature is 0 or above, not {temperature}.")));
        }
        if !["values", "chosen", "random"].contains(&choose) {
            return Err(PyValueError::new_err(format!(
                "\"{choose}\" is not a way to choose; it is values, chosen or random."
            )));
        }
        let step = |stop: &AtomicBool| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let Inner { play, memory } = &mut *inner;
            let (mut buffers, values, chosen) = memory[group].parts();
            if buffers.offset.is_empty() {
                return Err(PyValueError::new_err(format!("Group {group} has no buffers yet; bind them first.")));
            }
            if choose == "values" && values.is_empty() || choose == "chosen" && chosen.is_empty() {
                return Err(PyValueError::new_err(format!("To choose by {choose}, bind the buffer \"{choose}\".")));
            }
            let choices = Choices {
                values: (choose == "values").then_some(values),
                chosen: (choose == "chosen").then_some(chosen),
                epsilon,
                explore,
                temperature,
            };
            play.step(group, &mut buffers, &choices, stop).map_err(raised)
        };
        // Agents may think long; otherwise a step is over before anybody could interrupt it.
        let left = match self.with(py, |inner| inner.play.has_agents()) {
            true => interruptible(py, step)??,
            false => py.detach(|| caught(|| step(&AtomicBool::new(false))))??,
        };
        Ok(Batch { left })
    }

    /// Everything counted since the beginning, all groups together.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let totals = self.with(py, |inner| inner.play.totals());
        let counts = PyDict::new(py);
        for (name, count) in [
            ("decisions", totals.decisions),
            ("explored", totals.explored),
            ("plies", totals.plies),
            ("deals", totals.deals),
            ("samples", totals.samples),
            ("steps", totals.steps),
        ] {
            counts.set_item(name, count)?;
        }
        Ok(counts)
    }

    /// The points of a match that is done: ``[deal][seating][side]``, the mean over the seats of the side.
    #[pyo3(signature = (group=None), text_signature = "($self, group=0)")]
    fn results(&self, py: Python<'_>, group: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Vec<Vec<f64>>>> {
        let group = group.map_or(Ok(0), |group| self.group(group))?;
        self.with(py, |inner| inner.play.results(group))
            .ok_or_else(|| PyValueError::new_err("The match is not over; step until the batch says that it is done."))
    }
}

impl SelfPlay {
    /// Does something with the engine, while other Python threads run should it be busy.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Inner) -> T + Send) -> T {
        py.detach(|| work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn group(&self, group: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(args::whole(group, "A group", 0..=self.groups as u64 - 1)? as usize)
    }

    /// The length of a row, for buffers with two dimensions.
    fn columns(&self, py: Python<'_>, name: &str) -> Option<usize> {
        let encoding = self.game.bind(py).get().core.encoding();
        let (state, action, truth) = (encoding.state_words(), encoding.action_words(), encoding.truth_words());
        match name {
            "state" => Some(state),
            "action" => Some(action),
            "truth" | "sample_truth" => Some(truth),
            "samples" => Some(state + action),
            "sample_outcome" => Some(encoding.outcomes.len()),
            "sample_ticket" => Some(2),
            _ => None,
        }
    }
}
