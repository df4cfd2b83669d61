//! The rooms of a game, each method a question to Python.

use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::options::Preset;
use kibitz_game::rooms::{Encode, Hints, Notation, Play, Positions, Rulebook, Worlds};
use kibitz_game::{Deed, Encoding, Error, Kind, Outcome, Points, Returns, Rng, Seat, SeatSet, Unit};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use super::{Move, Object, PythonGame, Question, Standing, State, View, seat_of};
use crate::args::shown;
use crate::value::{from_dict, to_python};

/// A dictionary that a method has returned.
fn map(found: Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    let dict = found
        .cast::<PyDict>()
        .map_err(|_| PyTypeError::new_err(format!("it returned {}, not a dictionary", shown(&found))))?;
    from_dict(Some(dict))
}

impl Rulebook for PythonGame {
    // Those of the type; the methods below have those of the game.
    const NAME: &'static str = "python";
    const TITLE: &'static str = "A game written in Python";
    const RULES_PAGE: &'static str = "";
    const PRESETS: &'static [Preset] = &[];

    fn with_rules(_preset: Option<&str>, _overrides: &Map<String, Value>) -> Result<PythonGame, Error> {
        Err(Error::Spec("A game written in Python is made from its class.".into()))
    }

    fn rules_text(&self) -> &str {
        &self.0.text
    }

    fn rules_options(&self) -> Value {
        self.0.options.clone()
    }

    fn name(&self) -> &'static str {
        self.0.class.name
    }

    fn title(&self) -> &'static str {
        self.0.class.title
    }

    fn unit(&self) -> Unit {
        self.0.class.unit
    }

    fn under(&self, preset: Option<&str>, overrides: &Map<String, Value>) -> Result<PythonGame, Error> {
        PythonGame::of(self.0.class.clone(), preset, overrides)
    }

    fn match_options(&self, target: Option<u32>) -> Map<String, Value> {
        self.ask("match_options", |question| map(question.of((target,))?))
    }
}

impl Play for PythonGame {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    fn seats(&self) -> usize {
        self.0.seats
    }

    fn bounds(&self) -> (Points, Points) {
        self.0.bounds
    }

    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        self.ask("deal", |question| {
            let before = standing.0.as_ref().map(|state| &*state.object.0);
            let dealt = question.of((self.chance(question.py(), rng)?, before))?;
            // What never changes can be hashed; a list or a dictionary in a state cannot.
            dealt.hash()?;
            self.state(dealt)
        })
    }

    fn to_act(&self, state: &State) -> SeatSet {
        state.to_act
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if !state.to_act.has(seat) {
            return;
        }
        self.ask("legal", |question| {
            for mv in question.of((&*state.object.0, seat_of(question.py(), seat)?))?.try_iter()? {
                moves.push(self.mv(&mv?)?);
            }
            moves.sort_unstable();
            if let Some(twice) = moves.windows(2).find(|pair| pair[0] == pair[1]) {
                let text = self.move_text(twice[0]);
                return Err(PyValueError::new_err(format!("it lists \"{text}\" twice for seat {seat}")));
            }
            if moves.is_empty() {
                let sentence = format!("it lists no move for seat {seat}, which owes a decision");
                return Err(PyValueError::new_err(sentence));
            }
            Ok(())
        });
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        *state = self.ask("play", |question| {
            self.state(question.of((&*state.object.0, seat_of(question.py(), seat)?, mv.0))?)
        });
    }

    fn returns(&self, state: &State) -> Returns {
        self.ask("returns", |question| {
            let points: Vec<Points> = question.of((&*state.object.0,))?.extract()?;
            let (least, most) = self.0.bounds;
            if points.len() != self.0.seats || points.iter().any(|each| !(least..=most).contains(each)) {
                return Err(PyValueError::new_err(format!(
                    "it returned {points:?}, not {} numbers from {least} to {most}",
                    self.0.seats
                )));
            }
            Ok(Returns::new(&points))
        })
    }

    fn partners(&self) -> Vec<Vec<usize>> {
        self.0.partners.clone()
    }

    fn is_call(&self, mv: Move) -> bool {
        self.said(mv).is_some_and(|deed| deed.kind == Kind::Call)
    }

    fn is_pass(&self, mv: Move) -> bool {
        self.said(mv).is_some_and(|deed| deed.kind == Kind::Pass)
    }

    fn cards_played(&self, mv: Move) -> u32 {
        self.said(mv).filter(|deed| deed.kind == Kind::Play).map_or(0, |deed| deed.cards.len() as u32)
    }

    fn standing_after(&self, state: &State) -> Standing {
        Standing(Some(state.clone()))
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        let Some(state) = &standing.0 else { return Outcome::Open };
        self.ask("winners", |question| {
            let winners = question.of((&*state.object.0,))?;
            if winners.is_none() {
                return Ok(Outcome::Open);
            }
            let seats = winners.try_iter()?.map(|seat| self.seat(&seat?));
            let all = seats.collect::<PyResult<Vec<_>>>()?;
            Ok(Outcome::Over(all.into_iter().fold(SeatSet::EMPTY, SeatSet::with)))
        })
    }
}

impl Worlds for PythonGame {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        self.ask("view", |question| {
            let object = Object::of(question.of((&*state.object.0, seat.0))?);
            Ok(View { seat, object, asked: state.to_act.has(seat), over: state.to_act.is_empty() })
        })
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.ask("sample", |question| {
            let chance = self.chance(question.py(), rng)?;
            self.state(question.of((&*view.object.0, view.seat.0, chance))?)
        })
    }

    fn hand_size(&self, view: &View) -> u32 {
        self.ask("hand", |question| Ok(question.of((&*view.object.0, view.seat.0))?.len()? as u32))
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        self.ask("worlds", |question| {
            let worlds = question.of((&*view.object.0, view.seat.0, limit))?;
            if worlds.is_none() {
                return Ok(None);
            }
            worlds.try_iter()?.map(|world| self.state(world?)).collect::<PyResult<_>>().map(Some)
        })
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        self.ask("shown", |question| {
            question.of((&*now.object.0, seat_of(question.py(), mover)?, mv.0, observer.0))?.is_truthy()
        })
    }

    fn seen_as(&self, mv: Move, mover: Seat, observer: Seat) -> u64 {
        self.ask("seen_as", |question| question.of((mv.0, seat_of(question.py(), mover)?, observer.0))?.extract())
    }
}

impl PythonGame {
    fn said(&self, mv: Move) -> Option<&Deed> {
        self.0.deeds.get(mv.0 as usize)
    }

    /// The position of a setup, and a look at whether it can be played at all.
    fn placed(&self, question: Question<'_, '_>, setup: &Value) -> PyResult<State> {
        let py = question.py();
        let found = question.of((to_python(py, setup)?,))?;
        found.hash()?;
        let state = self.state(found)?;
        question.game.call_method1("check", (&*state.object.0,))?;
        Ok(state)
    }
}

impl Positions for PythonGame {
    fn position(&self, setup: &Value) -> Result<State, Error> {
        let placed = |py: Python<'_>| -> PyResult<Result<State, Error>> {
            let question = Question { game: self.0.game.bind(py), method: "position" };
            self.placed(question, setup).map(Ok).or_else(|error| {
                // What a person writes may be wrong in any way; what ends the program ends it here too.
                let sentence = || Error::Position(format!("The position cannot be: {}.", trimmed(py, &error)));
                if error.is_instance_of::<PyException>(py) { Ok(Err(sentence())) } else { Err(error) }
            })
        };
        Python::attach(placed).unwrap_or_else(|error| std::panic::resume_unwind(Box::new(error)))
    }

    fn setup(&self, state: &State) -> Value {
        self.ask("setup", |question| Ok(Value::Object(map(question.of((&*state.object.0,))?)?)))
    }

    fn facts(&self, state: &State) -> Map<String, Value> {
        self.ask("_facts", |question| {
            let seats = state.to_act.iter().map(|seat| seat_of(question.py(), seat));
            map(question.of((&*state.object.0, seats.collect::<PyResult<Vec<_>>>()?))?)
        })
    }

    fn view_facts(&self, view: &View) -> Map<String, Value> {
        self.ask("_view_facts", |question| map(question.of((&*view.object.0, view.seat.0, view.asked, view.over))?))
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        Python::attach(|py| {
            let game = self.0.game.bind(py);
            game.call_method1("check", (&*state.object.0,)).map(drop).map_err(|error| trimmed(py, &error))
        })
    }
}

/// What an exception says, without its full stop.
fn trimmed(py: Python<'_>, error: &PyErr) -> String {
    error.value(py).to_string().trim_end_matches('.').to_string()
}

impl Notation for PythonGame {
    fn move_text(&self, mv: Move) -> String {
        self.0.class.moves.get(mv.0 as usize).cloned().unwrap_or_else(|| mv.0.to_string())
    }

    fn deed(&self, mv: Move) -> Deed {
        self.said(mv).cloned().unwrap_or_else(|| Deed::of(Kind::Play).with([self.move_text(mv)]))
    }

    fn new_line(&self, state: &State) -> bool {
        self.ask("new_line", |question| question.of((&*state.object.0,))?.is_truthy())
    }
}

impl Encode for PythonGame {
    fn encoding(&self) -> &'static Encoding {
        self.0.class.encoding
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        words.fill(0);
        let features = &self.0.class.features;
        if features.is_empty() {
            return;
        }
        self.ask("observe", |question| {
            let found = question.of((&*view.object.0, view.seat.0))?;
            let found = found.cast::<PyDict>()?;
            for (name, bits) in found {
                let name: String = name.extract()?;
                let Some((_, blocks)) = features.iter().find(|(known, _)| *known == name) else {
                    return Err(PyValueError::new_err(format!("\"{name}\" is not among the features")));
                };
                for bit in bits.try_iter()? {
                    let mut place: u32 = bit?.extract()?;
                    let block = blocks.iter().find(|block| {
                        let here = place < block.bits;
                        place -= if here { 0 } else { block.bits };
                        here
                    });
                    let block = block
                        .ok_or_else(|| PyValueError::new_err(format!("the feature \"{name}\" has not so many bits")))?;
                    words[block.word] |= 1 << (block.bit + place);
                }
            }
            Ok(())
        });
    }

    fn encode_move(&self, _view: &View, mv: Move, words: &mut [u64]) {
        words.fill(0);
        if let Some(word) = words.get_mut(mv.0 as usize / 64) {
            *word |= 1 << (mv.0 % 64);
        }
    }
}

impl Hints for PythonGame {
    /// The whole position, written out: what Python's own hashes tell apart changes from run to run.
    fn digest(&self, state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.setup(state).to_string().hash(&mut hasher);
        hasher.finish()
    }
}
