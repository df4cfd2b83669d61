//! Reading and writing the values of specifications.

use kibitz_game::{Error, Spec, Value};

/// A value as text.
pub fn text(value: &Value) -> String {
    value.to_string()
}

/// A number, `inf` included.
pub fn number(value: &Value) -> Result<f64, Error> {
    let text = value.to_string();
    text.parse::<f64>().ok().filter(|n| !n.is_nan()).ok_or_else(|| Error::Spec(format!("\"{text}\" is not a number.")))
}

/// The number at a place or under a key, or else a default.
pub fn number_or(spec: &Spec, place: usize, key: &str, default: f64) -> Result<f64, Error> {
    match spec.key(key).or_else(|| spec.values.get(place)) {
        Some(value) => number(value),
        None => Ok(default),
    }
}

/// A whole number of at least `least`.
pub fn whole(value: &Value, what: &str, least: u64) -> Result<u64, Error> {
    let text = value.to_string();
    let number = text.parse::<u64>().ok().filter(|n| *n >= least);
    number.ok_or_else(|| Error::Spec(format!("{what} is a whole number of at least {least}, not \"{text}\".")))
}

/// A number as a value.
pub fn number_value(number: f64) -> Value {
    word_value(&format!("{number}"))
}

/// A word as a value.
pub fn word_value(word: &str) -> Value {
    Value::Spec(Spec::bare(word))
}

/// The specification in a value; lists are none.
pub fn spec(value: &Value) -> Result<&Spec, Error> {
    match value {
        Value::Spec(spec) => Ok(spec),
        Value::List(_) => Err(Error::Spec(format!("\"{value}\" is a list where a name is expected."))),
    }
}
