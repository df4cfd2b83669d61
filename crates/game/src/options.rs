//! Rule options: a named preset with single options changed.
//!
//! A game describes its options by a serde struct; its presets are TOML files. Everything else
//! (defaults, overrides, errors, the canonical text) is the same for every game and lives here.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Error;
use crate::error::suggest;

/// A named rule set: its name and the text of its TOML file.
pub type Preset = (&'static str, &'static str);

/// A rule option that is one of a few words: an enum that reads and writes itself in snake case.
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),* }
    };
}

/// The preset `name` of `presets` (the first when `None`) with `overrides` put over it, and its canonical text:
/// `official` or `official target=500 tie=draw`.
pub fn resolve<R: DeserializeOwned + Serialize>(
    presets: &[Preset],
    name: Option<&str>,
    overrides: &Map<String, Value>,
) -> Result<(R, String), Error> {
    let name = name.unwrap_or(presets[0].0);
    let Some((name, toml)) = presets.iter().find(|p| p.0 == name) else {
        let known = suggest(name, presets.iter().map(|p| p.0));
        return Err(Error::Spec(format!("There is no rule preset \"{name}\"{known}")));
    };
    let preset: Map<String, Value> = toml::from_str(toml).expect("a shipped preset is valid TOML");
    let standard = complete::<R>(preset.clone())?;
    let mut options = standard.clone();
    for (key, value) in overrides {
        let Some(slot) = options.get_mut(key) else {
            let known = suggest(key, standard.keys().map(|k| k.as_str()));
            return Err(Error::Spec(format!("There is no rule option \"{key}\"{known}")));
        };
        *slot = value.clone();
        complete::<R>(options.clone()).map_err(|e| {
            let reason = in_plain_words(e.message());
            Error::Spec(format!("The rule option {key}={} cannot be: {reason}.", plain(value)))
        })?;
    }
    let options = complete::<R>(options)?;
    let mut text = name.to_string();
    let mut changed: Vec<_> = options.iter().filter(|(k, v)| standard.get(*k) != Some(v)).collect();
    changed.sort_by_key(|(k, _)| k.as_str());
    for (key, value) in changed {
        text += &format!(" {key}={}", plain(value));
    }
    let rules = serde_json::from_value(Value::Object(options)).expect("checked just now");
    Ok((rules, text))
}

/// The inverse of the canonical text: preset name and overrides.
pub fn parse(text: &str) -> Result<(String, Map<String, Value>), Error> {
    let mut words = text.split_whitespace();
    let name = words.next().ok_or_else(|| Error::Spec("A rule set needs the name of a preset.".into()))?;
    let mut overrides = Map::new();
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            return Err(Error::Spec(format!("\"{word}\" is not a rule option; write key=value.")));
        };
        overrides.insert(key.to_string(), unplain(value));
    }
    Ok((name.to_string(), overrides))
}

/// A reader's message in the words of a person: the names of machine types are nobody's business.
fn in_plain_words(message: &str) -> String {
    let mut words = message.to_string();
    for (machine, plain) in [("u8", "a whole number"), ("u16", "a whole number"), ("u32", "a whole number")] {
        words = words.replace(&format!("expected {machine}"), &format!("expected {plain}"));
    }
    words
}

/// A value as it stands in the canonical text: words without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn unplain(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_string()))
}

/// All options with their values, defaults filled in.
fn complete<R: DeserializeOwned + Serialize>(options: Map<String, Value>) -> Result<Map<String, Value>, Error> {
    let rules: R = serde_json::from_value(Value::Object(options)).map_err(|e| Error::Spec(e.to_string()))?;
    match serde_json::to_value(&rules) {
        Ok(Value::Object(map)) => Ok(map),
        _ => unreachable!("rules are a struct"),
    }
}
