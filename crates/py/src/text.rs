//! Facts as lines for a person, and as the classes of `kibitz.facts`.

use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::value::to_dict;

/// The facts in the class of their game; `reader` is the function of `kibitz.facts` that knows it.
pub fn typed<'py>(
    py: Python<'py>,
    reader: &str,
    game: &str,
    facts: &Map<String, Value>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("kibitz.facts")?.getattr(reader)?.call1((game, to_dict(py, facts)?))
}

/// One `key: value` line per fact that says something; a map takes a line for each of its entries.
pub fn lines(head: &str, facts: &Map<String, Value>) -> String {
    let mut text = head.to_string();
    for (key, value) in facts {
        match value {
            Value::Object(map) if !map.is_empty() => {
                text += &format!("\n{key}:");
                for (key, value) in map {
                    text += &format!("\n  {key}: {}", words(value));
                }
            }
            _ => {
                let words = words(value);
                if !words.is_empty() {
                    text += &format!("\n{key}: {words}");
                }
            }
        }
    }
    text
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let nested = items.iter().any(Value::is_array);
            items.iter().map(words).collect::<Vec<_>>().join(if nested { ", " } else { " " })
        }
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key}: {}", words(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
