//! `Spec`: a specification that has been read.

use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::Value;
use kibitz_registry as core;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::error::raised;

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

    /// The same agent with so much time for its searches; what plays in their roll-outs stays as it is.
    fn timed(&self, ms: u32) -> Spec {
        Spec { core: core::timed(&self.core, ms) }
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
