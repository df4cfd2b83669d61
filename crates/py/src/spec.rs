//! `Spec`: a specification that has been read.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::keys::{Help, KeyHelp, Kind, no_key};
use kibitz_game::{LONG, Value};
use kibitz_registry as core;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use crate::args::{self, shown};
use crate::error::{InvalidSpec, raised};
use crate::game::Game;
use crate::value::MAX_DEPTH;

/// The specification of an agent: a name with its values and keys. It is read once; whoever wants to know something of it
/// asks it.
#[pyclass(frozen, eq, module = "kibitz")]
#[derive(PartialEq)]
pub struct Spec {
    pub core: kibitz_game::Spec,
}

impl Spec {
    /// A specification, or the text of one.
    pub fn of(value: &Bound<'_, PyAny>) -> PyResult<kibitz_game::Spec> {
        if let Ok(spec) = value.cast::<Spec>() {
            return Ok(spec.get().core.clone());
        }
        kibitz_game::Spec::parse(value.extract::<&str>()?).map_err(raised)
    }
}

#[pymethods]
impl Spec {
    #[new]
    fn new(text: &str) -> PyResult<Spec> {
        Ok(Spec { core: kibitz_game::Spec::parse(text).map_err(raised)? })
    }

    /// The name in front of the parentheses.
    #[getter]
    fn name(&self) -> &str {
        &self.core.name
    }

    /// Values without a key, each a specification or a tuple of such.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.core.values)
    }

    /// Values by their keys.
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let keys = PyDict::new(py);
        for (key, value) in &self.core.keys {
            keys.set_item(key, argument(py, value)?)?;
        }
        Ok(keys)
    }

    /// The specifications that stand directly inside it, in order.
    #[getter]
    fn parts(&self) -> Vec<Spec> {
        let values = self.core.values.iter().chain(self.core.keys.iter().map(|(_, value)| value));
        values.flat_map(Value::specs).map(|spec| Spec { core: spec.clone() }).collect()
    }

    /// Every argument by its name, as Python writes it: a number, a truth, a word, a tuple, or a ``Spec`` with arguments
    /// of its own. A value without a key goes by its name in the table of keys, or else by its place.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let help = help(&self.core.name);
        for (place, value) in self.core.values.iter().enumerate() {
            let key = help.as_ref().and_then(|help| help.keys.iter().find(|key| key.place == Some(place)));
            match key {
                Some(key) => all.set_item(key.name, plain(py, value)?)?,
                None => all.set_item(place, plain(py, value)?)?,
            }
        }
        for (key, value) in &self.core.keys {
            all.set_item(key, plain(py, value)?)?;
        }
        Ok(all)
    }

    /// What this agent can be told; empty for players of one game and for Python agents.
    #[getter]
    fn parameters(&self) -> Vec<Parameter> {
        help(&self.core.name).map_or_else(Vec::new, |help| help.keys.into_iter().map(Parameter::of).collect())
    }

    /// The same with other arguments: numbers, words, lists or specifications by their names; ``None`` is the default.
    #[pyo3(signature = (**arguments))]
    fn with_(&self, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Spec> {
        let (mut spec, help) = (self.core.clone(), help(&self.core.name));
        let known = |key: &str| help.as_ref().and_then(|help| help.keys.iter().find(|one| one.name == key));
        let mut given: Vec<(String, Bound<'_, PyAny>)> = Vec::new();
        for (key, value) in arguments.iter().flat_map(|all| all.iter()) {
            given.push((key.extract()?, value));
        }
        // Values without a key follow one another.
        given.sort_by_key(|(key, _)| known(key).and_then(|key| key.place).unwrap_or(usize::MAX));
        for (key, value) in given {
            let place = known(&key).and_then(|key| key.place).filter(|_| spec.key(&key).is_none());
            if let Some(help) = help.as_ref().filter(|help| !help.open && known(&key).is_none()) {
                return Err(raised(no_key(help.name, &key, help.keys.iter().map(|key| key.name))));
            }
            match (place, value.is_none()) {
                (Some(place), false) if place < spec.values.len() => spec.values[place] = from_python(&value)?,
                (Some(place), false) if place == spec.values.len() => spec.values.push(from_python(&value)?),
                (Some(place), true) if place + 1 == spec.values.len() => drop(spec.values.pop()),
                (Some(place), true) if place < spec.values.len() => {
                    let sentence = format!("\"{key}\" cannot be left out of \"{spec}\": other values follow it.");
                    return Err(InvalidSpec::new_err(sentence));
                }
                (_, is_none) => {
                    spec.keys.retain(|(other, _)| *other != key);
                    if !is_none {
                        spec.keys.push((key, from_python(&value)?));
                    }
                }
            }
        }
        spec.keys.sort_by(|a, b| a.0.cmp(&b.0));
        // What is written must read back as itself, and an agent of the engine must be one.
        let spec = kibitz_game::Spec::parse(&spec.to_string()).map_err(raised)?;
        if help.is_some() {
            core::canonical(&spec).map_err(raised)?;
        }
        Ok(Spec { core: spec })
    }

    /// How long a decision takes in a game, at most and roughly: milliseconds of one core.
    fn cost(slf: &Bound<'_, Spec>, game: &Bound<'_, PyAny>) -> PyResult<f64> {
        Game::of(game)?.cost(slf)
    }

    /// Whether a decision may take more than a few milliseconds in a game.
    fn may_take_long(slf: &Bound<'_, Spec>, game: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(Game::of(game)?.cost(slf)? > LONG)
    }

    /// What the agent can be asked beside its move in a game, as ``Game.abilities`` has it.
    fn abilities(slf: &Bound<'_, Spec>, game: &Bound<'_, PyAny>) -> PyResult<BTreeSet<&'static str>> {
        Game::of(game)?.abilities(slf)
    }

    /// Every Python agent it names, wherever it stands. Nothing is imported to find out.
    #[getter]
    fn python_agents(&self) -> Vec<String> {
        core::foreign_in(&self.core)
    }

    /// This specification and every one inside it, from the outside in.
    fn walk(&self) -> Vec<Spec> {
        self.core.walk().map(|spec| Spec { core: spec.clone() }).collect()
    }

    /// Every network it names, wherever it stands.
    #[getter]
    fn networks(&self) -> Vec<String> {
        core::networks(&self.core)
    }

    /// The canonical form: abbreviations spelled out, defaults left out.
    fn canonical(&self) -> PyResult<Spec> {
        Ok(Spec { core: core::canonical(&self.core).map_err(raised)? })
    }

    /// The full form: abbreviations spelled out, every key written.
    fn full(&self) -> PyResult<Spec> {
        Ok(Spec { core: core::expand(&self.core).map_err(raised)? })
    }

    /// The same agent with so much time for its searches; what plays in their rollouts stays as it is.
    fn timed(&self, ms: &Bound<'_, PyAny>) -> PyResult<Spec> {
        let ms = args::whole(ms, "A time in milliseconds", 1..=86_400_000)? as u32;
        Ok(Spec { core: core::timed(&self.core, ms) })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.core.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Spec>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().core.to_string(),))
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Spec({})", PyString::new(py, &self.core.to_string()).repr()?))
    }
}

fn tuple<'py>(py: Python<'py>, values: &[Value]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, values.iter().map(|value| argument(py, value)).collect::<PyResult<Vec<_>>>()?)
}

fn argument<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Spec(spec) => Bound::new(py, Spec { core: spec.clone() })?.into_any(),
        Value::List(items) => tuple(py, items)?.into_any(),
    })
}

/// What the table of keys says of an agent; nothing where players of several games share a name and take no keys.
fn help(name: &str) -> Option<Help> {
    let known = |(game, help): &(&str, Help)| help.name == name && (game.is_empty() || !help.keys.is_empty());
    core::agents().into_iter().find(known).map(|(_, help)| help)
}

/// A value as Python writes it.
fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    let Value::Spec(spec) = value else {
        let Value::List(items) = value else { unreachable!("a value is a specification or a list") };
        let items = items.iter().map(|item| plain(py, item)).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyTuple::new(py, items)?.into_any());
    };
    let text = spec.name.as_str();
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) || text == "inf";
    match text {
        _ if !spec.values.is_empty() || !spec.keys.is_empty() => argument(py, value),
        "true" => true.into_bound_py_any(py),
        "false" => false.into_bound_py_any(py),
        _ if is_number => match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(whole), _) => whole.into_bound_py_any(py),
            (_, Ok(number)) => number.into_bound_py_any(py),
            _ => text.into_bound_py_any(py),
        },
        _ => text.into_bound_py_any(py),
    }
}

/// The inverse: a number, a truth, a text that is a value, a specification, or several of them.
fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    within(value, 0)
}

fn within(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(InvalidSpec::new_err(format!("Lists may be nested {MAX_DEPTH} deep, not deeper.")));
    }
    if let Ok(spec) = value.cast::<Spec>() {
        return Ok(Value::Spec(spec.get().core.clone()));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::of(truth.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Value::parse(text.to_str()?).map_err(raised);
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Value::of(value.str()?.to_str()?));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        // Beyond this a float without an exponent would read back as another whole number.
        let number = number.value();
        return Ok(if number.abs() < 1e15 { Value::of(number) } else { Value::of(format!("{number:?}")) });
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| within(&item?, depth + 1)).collect::<PyResult<_>>()?;
        return Ok(Value::List(items));
    }
    Err(PyTypeError::new_err(format!("{} cannot stand in a specification.", shown(value))))
}

/// One thing that an agent can be told.
#[pyclass(frozen, get_all, module = "kibitz._core")]
pub struct Parameter {
    /// The key.
    name: &'static str,
    /// Where it may stand without its name.
    place: Option<usize>,
    /// Whether it must be given.
    required: bool,
    /// Its types: some of ``word``, ``whole``, ``number``, ``agent``, ``budget``, ``name``, ``form`` and ``part``.
    kinds: Vec<&'static str>,
    /// The words it takes.
    words: Vec<&'static str>,
    /// The least and the greatest number it takes.
    least: Option<f64>,
    most: Option<f64>,
    /// The parts it takes, each with what it can be told.
    parts: Vec<(&'static str, Vec<Py<Parameter>>)>,
    /// Its default, as it is written; ``None`` when that is left to the game or another key, or it must be given.
    default: Option<String>,
    /// What can be written, the default first.
    values: String,
    /// In one line.
    help: &'static str,
    /// What must hold for it, in sentences.
    needs: Vec<&'static str>,
}

impl Parameter {
    pub fn of(key: KeyHelp) -> Parameter {
        let mut it = Parameter {
            name: key.name,
            place: key.place,
            required: key.required,
            kinds: Vec::new(),
            words: Vec::new(),
            least: None,
            most: None,
            parts: Vec::new(),
            default: key.default.as_ref().map(Value::to_string),
            values: key.values(),
            help: key.help,
            needs: key.needs,
        };
        for kind in key.kinds {
            let name = match kind {
                Kind::Words(words) => {
                    it.words.extend_from_slice(words);
                    "word"
                }
                Kind::Whole(least, most) => {
                    (it.least, it.most) = (Some(*least as f64), Some(*most as f64).filter(|_| *most < u64::MAX));
                    "whole"
                }
                Kind::Number(least, most) => {
                    (it.least, it.most) = (Some(*least), Some(*most).filter(|most| *most < f64::MAX));
                    "number"
                }
                Kind::Agent => "agent",
                Kind::Budget => "budget",
                Kind::Named(_) => "name",
                Kind::Form(_) => "form",
                Kind::Parts(parts) => {
                    it.parts.extend(parts().into_iter().map(|part| {
                        let keys = part.keys.into_iter().map(|key| {
                            Python::attach(|py| Py::new(py, Parameter::of(key)).expect("there is memory for it"))
                        });
                        (part.name, keys.collect())
                    }));
                    "part"
                }
            };
            if !it.kinds.contains(&name) {
                it.kinds.push(name);
            }
        }
        it
    }
}

#[pymethods]
impl Parameter {
    fn __repr__(&self) -> String {
        format!("<Parameter {}: {}>", self.name, self.values)
    }
}
