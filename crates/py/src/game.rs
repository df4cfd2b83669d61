//! `Game`, and what is known of games before their rules are chosen.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_game::kit::Effort;
use kibitz_game::{Block, Clock};
use kibitz_registry::{AnyGame, Entry, GAMES, Profile, entry};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use serde_json::{Map, Value, json};

use crate::args::{self, Whole};
use crate::error::{InvalidPosition, raised};
use crate::foreign::{broken_law, caught};
use crate::lab::interruptible;
use crate::pickle::Reduced;
use crate::python_game::declare;
use crate::record::Record;
use crate::spec::Spec;
use crate::state::State;
use crate::value::{from_dict, to_dict, to_python};
use crate::view::View;

/// The names of all games.
#[pyfunction]
pub fn game_names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}

/// Title, seats, presets (with their options), bots and the page of rules of a game.
#[pyfunction]
pub fn describe_game<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    to_dict(py, &description(entry(name).map_err(raised)?).map_err(raised)?)
}

fn description(game: &Entry) -> Result<Map<String, Value>, kibitz_game::Error> {
    let mut presets = Map::new();
    for (preset, _) in game.presets {
        presets.insert(preset.to_string(), game.make(Some(preset), &Map::new())?.options());
    }
    let bots: Map<String, Value> = game.bots.iter().map(|&(name, help)| (name.into(), help.into())).collect();
    let mut all = Map::new();
    all.insert("name".into(), json!(game.name));
    all.insert("title".into(), json!(game.title));
    all.insert("seats".into(), json!(game.make(None, &Map::new())?.seats()));
    all.insert("presets".into(), Value::Object(presets));
    all.insert("bots".into(), Value::Object(bots));
    all.insert("rules_page".into(), json!(game.rules_page));
    Ok(all)
}

/// A game with its rules: ``Game("tichu", rules="official", target=500)``.
#[pyclass(frozen, module = "kibitz")]
pub struct Game {
    pub core: Arc<dyn AnyGame>,
}

impl Game {
    /// The game of a name under a rule set.
    pub fn make(name: &str, rules: Option<&str>, options: &Map<String, Value>) -> PyResult<Game> {
        let core = entry(name).and_then(|game| game.make(rules, options)).map_err(raised)?;
        Ok(Game { core })
    }

    /// A game, or the name of one under its first rules.
    pub fn of(value: &Bound<'_, PyAny>) -> PyResult<Game> {
        match value.cast::<Game>() {
            Ok(game) => Ok(Game { core: game.get().core.clone() }),
            Err(_) => Game::make(value.extract()?, None, &Map::new()),
        }
    }

    fn profile(&self, spec: &Bound<'_, PyAny>) -> PyResult<Profile> {
        let spec = Spec::of(spec)?;
        caught(|| self.core.profile(&spec))?.map_err(raised)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, rules=None, **options))]
    fn new(name: &Bound<'_, PyAny>, rules: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
        let options = from_dict(options)?;
        match name.cast::<PyType>() {
            Ok(class) => Game::make(declare(class)?, rules, &options),
            Err(_) => Game::make(name.extract()?, rules, &options),
        }
    }

    /// The name in commands and specifications.
    #[getter]
    fn name(&self) -> &'static str {
        self.core.name()
    }

    /// The name on a page.
    #[getter]
    fn title(&self) -> &'static str {
        self.core.title()
    }

    /// The canonical text of the rules: the preset and what was changed in it.
    #[getter]
    fn rules(&self) -> &str {
        self.core.rules()
    }

    /// Every rule option with its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.core.options())
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.core.seats()
    }

    /// The least and the greatest return of a deal.
    #[getter]
    fn bounds(&self) -> (i32, i32) {
        self.core.bounds()
    }

    /// Which of two sides sits where, one list per table of a group.
    #[getter]
    fn seatings(&self) -> Vec<Vec<u32>> {
        self.core.seatings().into_iter().map(|table| table.into_iter().map(u32::from).collect()).collect()
    }

    /// Who fills the table when two agents are compared with one seat each, in a game whose two sides are no fair
    /// measure, since the cards decide who belongs together; elsewhere ``None``.
    #[getter]
    fn neutral(&self) -> Option<&'static str> {
        self.core.neutral()
    }

    /// The strongest players known here for about 20 ms, 200 ms and 2 s a move: what ``fast``, ``strong`` and
    /// ``strongest`` stand for.
    #[getter]
    fn best(&self) -> Vec<&'static str> {
        self.core.best().to_vec()
    }

    /// Strengths to play against, the weakest first: name, specification, what to expect.
    #[getter]
    fn levels(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        self.core.levels().map(|level| (level.name, level.spec, level.help)).to_vec()
    }

    /// The meaningful seatings of these players, given one per seat by number.
    fn seatings_of(&self, players: Vec<Whole<u32>>) -> PyResult<Vec<Vec<u32>>> {
        let all = self.core.seatings_of(&args::seating(players)?).map_err(raised)?;
        Ok(all.into_iter().map(|table| table.into_iter().map(u32::from).collect()).collect())
    }

    /// The seats that play together whatever the cards; empty where each plays alone or the cards decide it.
    #[getter]
    fn partners(&self) -> Vec<Vec<usize>> {
        self.core.partners()
    }

    /// What returns count: ``noun``, ``per`` what, and whether players want few of them.
    #[getter]
    fn unit(&self) -> (&'static str, &'static str, bool) {
        let unit = self.core.unit();
        (unit.noun, unit.per, unit.unwanted)
    }

    /// The same rules, with deals that add up to a match: to so many points, or for so many deals.
    #[pyo3(signature = (target=None))]
    fn to_match(&self, target: Option<Whole<u32>>) -> PyResult<Game> {
        let options = caught(|| self.core.match_options(target.map(|target| target.0)))?;
        Game::make(self.core.name(), Some(self.core.rules()), &options)
    }

    /// Whether the agent looks at the true cards; an error when it cannot play this game.
    fn cheats(&self, spec: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.profile(spec)?.cheats)
    }

    /// How long a decision of the agent takes, at most and roughly: milliseconds of one core.
    pub fn cost(&self, spec: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.profile(spec)?.cost)
    }

    /// What the agent can be asked beside its move: some of ``analyse``, ``value``, ``value to move`` and ``belief``.
    pub fn abilities(&self, spec: &Bound<'_, PyAny>) -> PyResult<BTreeSet<&'static str>> {
        let can = self.profile(spec)?.abilities;
        let all = [
            (can.analyses, "analyse"),
            (can.values, "value"),
            (can.values_moves, "value to move"),
            (can.believes, "belief"),
        ];
        Ok(all.into_iter().filter_map(|(can, name)| can.then_some(name)).collect())
    }

    /// A new deal; ``after`` a finished one, as the next deal of the same match.
    #[pyo3(signature = (seed, after=None))]
    fn deal(slf: &Bound<'_, Game>, seed: &Bound<'_, PyAny>, after: Option<&Bound<'_, State>>) -> PyResult<State> {
        let (game, seed) = (&slf.get().core, args::seed(seed)?);
        let table = match after {
            None => caught(|| game.deal(seed))?,
            Some(before) => caught(|| game.deal_after(&*before.get().table, seed))?.map_err(raised)?,
        };
        Ok(State { game: slf.clone().unbind(), table })
    }

    /// A position of the conformance format. Without a seed, events of chance are left to the caller.
    #[pyo3(signature = (setup, seed=None))]
    fn position(slf: &Bound<'_, Game>, setup: &Bound<'_, PyDict>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = seed.map(args::seed).transpose()?;
        let setup = Value::Object(from_dict(Some(setup))?);
        let table = caught(|| slf.get().core.position(setup, seed))?.map_err(raised)?;
        Ok(State { game: slf.clone().unbind(), table })
    }

    /// What a seat would know in a position in which it holds this hand, and the others ``counts`` cards each: as many
    /// as it does where that is left out.
    #[pyo3(signature = (hand, seat=Whole(0), *, counts=None, **position), text_signature = "($self, hand, seat=0, *, counts=None, **position)")]
    fn view(
        slf: &Bound<'_, Game>,
        hand: &Bound<'_, PyAny>,
        seat: Whole<usize>,
        counts: Option<Vec<Whole<usize>>>,
        position: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<View> {
        let Whole(seat) = seat;
        let core = &slf.get().core;
        let hand = match hand.cast::<PyString>() {
            Ok(text) => text.to_str()?.to_string(),
            Err(_) => {
                hand.try_iter()?.map(|card| Ok(card?.str()?.to_string())).collect::<PyResult<Vec<_>>>()?.join(" ")
            }
        };
        let own = hand.split_whitespace().count();
        let number = args::seat(&seat.into_pyobject(slf.py())?.into_any(), core.seats())?;
        let counts = match counts {
            Some(counts) => counts.into_iter().map(|Whole(count)| count).collect(),
            None => vec![own; core.seats()],
        };
        if counts.len() != core.seats() {
            let sentence = format!("\"counts\" has {} numbers, but {} play.", counts.len(), core.seats());
            return Err(InvalidPosition::new_err(sentence));
        }
        let mut setup = from_dict(position)?;
        let others = (0..core.seats()).filter(|&other| other != seat && counts[other] > 0);
        let mut hands: Map<String, Value> = others.map(|other| (other.to_string(), json!(counts[other]))).collect();
        hands.insert(seat.to_string(), json!(hand));
        setup.insert("hands".into(), hands.into());
        let seen = || core.position(Value::Object(setup), None)?.view(number);
        Ok(View { game: slf.clone().unbind(), view: caught(seen)?.map_err(raised)? })
    }

    /// The state at the end of a record, every move checked.
    fn replay(slf: &Bound<'_, Game>, record: &Bound<'_, Record>) -> PyResult<State> {
        let table = caught(|| slf.get().core.replay(&record.get().core))?.map_err(raised)?;
        Ok(State { game: slf.clone().unbind(), table })
    }

    /// A pure function of the rules, by the names of the conformance format.
    #[pyo3(signature = (function, **arguments))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        function: &str,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = from_dict(arguments)?;
        let work = |stop: &AtomicBool| self.core.call(function, &arguments, Clock::stopped_by(stop));
        to_python(py, &interruptible(py, work)?.map_err(raised)?)
    }

    /// Checks that the game keeps the laws of every game, in so many random deals and so many endings whose worlds are
    /// compared with their enumeration; see the stub.
    #[pyo3(signature = (deals, endgames, seed), text_signature = "($self, deals, endgames, seed)")]
    fn check(&self, py: Python<'_>, deals: u64, endgames: u32, seed: u64) -> PyResult<()> {
        let effort = Effort { deals, endgames, seed };
        let core = &self.core;
        interruptible(py, |_| broken_law(|| core.check(effort)))?
    }

    /// What networks see of this game, bit by bit.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let encoding = self.core.encoding();
        let blocks = |blocks: &[Block]| -> Value {
            let block =
                |b: &Block| json!({"name": b.name, "word": b.word, "bit": b.bit, "bits": b.bits, "meaning": b.meaning});
            blocks.iter().map(block).collect()
        };
        let all = json!({
            "version": encoding.version(),
            "state": blocks(encoding.state),
            "action": blocks(encoding.action),
            "truth": blocks(encoding.truth),
            "state_words": encoding.state_words(),
            "action_words": encoding.action_words(),
            "truth_words": encoding.truth_words(),
            "outcomes": encoding.outcomes,
        });
        to_python(py, &all)
    }

    /// In another process a game written in Python is imported first.
    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<Reduced<'py, (&'static str, String)>> {
        let core = &slf.get().core;
        Ok((slf.py().import("kibitz.games")?.getattr("load")?, (core.name(), core.rules().to_string())))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game('{}', {})", self.core.name(), PyString::new(py, self.core.rules()).repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, Game>) -> bool {
        let other = &other.get().core;
        (self.core.name(), self.core.rules()) == (other.name(), other.rules())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.core.name(), self.core.rules()).hash(&mut hasher);
        hasher.finish()
    }
}
