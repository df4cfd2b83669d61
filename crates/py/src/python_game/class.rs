//! What a class of `kibitz.PythonGame` declares, and the list of the classes.
//!
//! The engine knows the names and encodings of its games for as long as it runs: what a class declares is kept so too.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use kibitz_game::options::Preset;
use kibitz_game::{Block, Deed, Encoding, Error, Kind, Unit};
use kibitz_registry::{Entry, add_game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde_json::Value;

use super::PythonGame;
use crate::error::InvalidSpec;
use crate::value::from_dict;

/// A class, as it declares itself.
pub struct Class {
    pub name: &'static str,
    pub title: &'static str,
    pub unit: Unit,
    pub presets: &'static [Preset],
    pub moves: Vec<String>,
    pub encoding: &'static Encoding,
    /// Where each feature has its first bit, and how many bits it has.
    pub features: Vec<(String, Vec<Block>)>,
    pub object: Py<PyAny>,
    pub state: Py<PyAny>,
    pub random: Py<PyAny>,
}

static CLASSES: RwLock<Option<HashMap<&'static str, Arc<Class>>>> = RwLock::new(None);

impl Class {
    /// The class of a name that has been declared.
    pub fn named(name: &str) -> Result<Arc<Class>, Error> {
        let classes = CLASSES.read().unwrap_or_else(PoisonError::into_inner);
        let found = classes.as_ref().and_then(|classes| classes.get(name)).cloned();
        found.ok_or_else(|| Error::Spec(format!("There is no game \"{name}\".")))
    }
}

/// Makes a class known as a game, and returns its name.
pub fn declare(class: &Bound<'_, PyType>) -> PyResult<&'static str> {
    match known(class) {
        Some(known) => Ok(known),
        None => read(class).map_err(|error| {
            let py = class.py();
            if error.is_instance_of::<InvalidSpec>(py) {
                return error;
            }
            let name = class.name().map_or_else(|_| "It".into(), |name| name.to_string());
            let told = InvalidSpec::new_err(format!("{name} is no game: {}", error.value(py)));
            told.set_cause(py, Some(error));
            told
        }),
    }
}

fn read(class: &Bound<'_, PyType>) -> PyResult<&'static str> {
    let py = class.py();
    // What is wrong with a class is said there, in sentences.
    let declared = py.import("kibitz.python_game")?.getattr("declared")?.call1((class,))?;
    let text = |key: &str| -> PyResult<&'static str> { Ok(leak(declared.get_item(key)?.extract()?)) };
    let (noun, per, unwanted): (String, String, bool) = declared.get_item("unit")?.extract()?;
    let features: Vec<(String, usize)> = declared.get_item("features")?.extract()?;
    let moves: Vec<String> = declared.get_item("moves")?.extract()?;
    let (name, title) = (text("name")?, text("title")?);
    let presets: &[Preset] = Vec::leak(presets(&declared.get_item("presets")?.cast_into::<PyDict>()?)?);
    let features = layout(features);
    let encoding = match features.is_empty() {
        true => &Encoding::NOTHING,
        false => Box::leak(Box::new(Encoding {
            state: features.iter().flat_map(|(_, blocks)| blocks.clone()).collect::<Vec<_>>().leak(),
            action: layout(vec![("move".into(), moves.len())]).remove(0).1.leak(),
            truth: &[],
            outcomes: &[],
        })),
    };
    if encoding.state_words().max(encoding.action_words()) > Encoding::MOST_WORDS {
        let most = 64 * Encoding::MOST_WORDS;
        return Err(PyValueError::new_err(format!("{title} has more features or moves than {most} bits can show.")));
    }
    let found = Class {
        name,
        title,
        unit: Unit { noun: leak(noun), per: leak(per), unwanted },
        presets,
        moves,
        encoding,
        features,
        object: class.clone().into_any().unbind(),
        state: class.getattr("State")?.unbind(),
        random: py.import("random")?.getattr("Random")?.unbind(),
    };
    let mut classes = CLASSES.write().unwrap_or_else(PoisonError::into_inner);
    classes.get_or_insert_default().insert(name, Arc::new(found));
    drop(classes);
    let entry = Entry::foreign(name, title, text("rules_page")?, presets, PythonGame::make);
    add_game(Box::leak(Box::new(entry)));
    Ok(name)
}

/// The class of a game written in Python that is known by this name.
#[pyfunction]
pub fn game_class(py: Python<'_>, name: &str) -> Option<Py<PyAny>> {
    Class::named(name).ok().map(|class| class.object.clone_ref(py))
}

/// The name of a class that was declared before, as it is.
fn known(class: &Bound<'_, PyType>) -> Option<&'static str> {
    let classes = CLASSES.read().unwrap_or_else(PoisonError::into_inner);
    classes.iter().flat_map(HashMap::values).find(|known| known.object.is(class)).map(|known| known.name)
}

fn leak(text: String) -> &'static str {
    String::leak(text)
}

/// Presets in the form of those that come with the engine. Truth values, numbers and words look alike in JSON and TOML.
fn presets(declared: &Bound<'_, PyDict>) -> PyResult<Vec<Preset>> {
    let mut presets = Vec::new();
    for (name, options) in declared {
        let mut text = String::new();
        for (key, value) in from_dict(Some(options.cast()?))? {
            match value {
                Value::Bool(_) | Value::Number(_) | Value::String(_) => text += &format!("{key} = {value}\n"),
                _ => {
                    let sentence = format!("The rule option {key} is a word, a number, True or False, not {value}.");
                    return Err(PyTypeError::new_err(sentence));
                }
            }
        }
        presets.push((leak(name.extract()?), leak(text)));
    }
    Ok(presets)
}

/// Gives each feature its bits, one after the other; one that does not fit into the rest of a word begins the next.
fn layout(features: Vec<(String, usize)>) -> Vec<(String, Vec<Block>)> {
    let (mut word, mut bit) = (0, 0);
    let mut place = |(name, bits): (String, usize)| {
        let label = leak(name.clone());
        if bit + bits > 64 && bit > 0 {
            (word, bit) = (word + 1, 0);
        }
        let mut blocks = Vec::new();
        let mut left = bits;
        while left > 0 {
            let here = left.min(64 - bit);
            blocks.push(Block::new(word, bit as u32, here as u32, label, label));
            (left, bit) = (left - here, bit + here);
            if bit == 64 {
                (word, bit) = (word + 1, 0);
            }
        }
        (name, blocks)
    };
    features.into_iter().map(&mut place).collect()
}

/// What every move is, by its number.
pub fn deeds(game: &Bound<'_, PyAny>) -> PyResult<Vec<Deed>> {
    let said: Vec<(String, Vec<String>)> = game.call_method0("_deeds")?.extract()?;
    said.into_iter()
        .map(|(word, cards)| {
            let known = [
                Kind::Play,
                Kind::Pass,
                Kind::Call,
                Kind::Bid,
                Kind::Exchange,
                Kind::Wish,
                Kind::Gift,
                Kind::Close,
                Kind::Claim,
                Kind::Take,
            ];
            let kind = known.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
                let words = known.map(Kind::word).join(", ");
                PyValueError::new_err(format!("\"{word}\" is no kind of move; kinds are {words}."))
            })?;
            Ok(Deed::of(kind).with(cards))
        })
        .collect()
}
