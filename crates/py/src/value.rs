//! JSON values as Python objects, and back.

use kibitz_game::Seat;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use crate::args::shown;

/// The Python object of a value.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_bound_py_any(py),
            (_, Some(whole)) => whole.into_bound_py_any(py),
            _ => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            items.into_bound_py_any(py)
        }
        Value::Object(map) => Ok(to_dict(py, map)?.into_any()),
    }
}

/// The Python dictionary of a map.
pub fn to_dict<'py>(py: Python<'py>, map: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in map {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// The map of a Python dictionary, if there is one.
pub fn from_dict(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Map<String, Value>> {
    dict.map_or_else(|| Ok(Map::new()), |dict| map_within(dict, 0))
}

/// How deep values may be nested: far more than any position, far less than the stack.
pub const MAX_DEPTH: usize = 32;

fn map_within(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Value>> {
    let mut map = Map::new();
    for (key, value) in dict {
        let key =
            if key.is_instance_of::<PyString>() || (key.is_instance_of::<PyInt>() && !key.is_instance_of::<PyBool>()) {
                key.str()?.to_str()?.to_string()
            } else {
                return Err(PyTypeError::new_err(format!("A key is text or a whole number, not {}.", shown(&key))));
            };
        map.insert(key, value_within(&value, depth + 1)?);
    }
    Ok(map)
}

fn value_within(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(PyValueError::new_err(format!("Values may be nested {MAX_DEPTH} deep, not deeper.")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Bool(truth.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_str()?.to_string()));
    }
    if value.is_instance_of::<PyInt>() {
        let number = value.extract::<i64>().map(Number::from).or_else(|_| value.extract::<u64>().map(Number::from));
        return number.map(Value::Number).map_err(|_| {
            PyValueError::new_err(format!("A whole number is from -2**63 to 2**64-1, not {}.", shown(value)))
        });
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = Number::from_f64(number.value());
        return number
            .map(Value::Number)
            .ok_or_else(|| PyValueError::new_err(format!("A number must be finite, not {}.", shown(value))));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(Value::Object(map_within(dict, depth)?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| value_within(&item?, depth + 1));
        return Ok(Value::Array(items.collect::<PyResult<_>>()?));
    }
    Err(PyTypeError::new_err(format!(
        "{} is neither text, a number, True, False, None, a list nor a dictionary.",
        shown(value)
    )))
}

/// A seat as Python knows it: its number or `"chance"`.
pub fn seat_to_python(py: Python<'_>, seat: Seat) -> PyResult<Bound<'_, PyAny>> {
    if seat == Seat::CHANCE { Ok(intern!(py, "chance").clone().into_any()) } else { seat.0.into_bound_py_any(py) }
}
