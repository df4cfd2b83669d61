//! The core's errors as Python's exceptions.

use kibitz_game::Error;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(kibitz, InvalidNotation, PyValueError, "Text that is not in the notation.");
create_exception!(
    kibitz,
    InvalidRecord,
    InvalidNotation,
    "A record that cannot be read; ``line`` is the one at fault."
);
create_exception!(kibitz, IllegalMove, PyValueError, "A move that the rules do not allow here.");
create_exception!(kibitz, AmbiguousMove, PyValueError, "A move that can be read in more than one legal way.");
create_exception!(kibitz, InvalidSpec, PyValueError, "An agent, option or rule set that does not exist or cannot be.");
create_exception!(
    kibitz,
    AgentFailed,
    PyValueError,
    "An agent in Python raised an exception, played what is illegal, or has ended."
);
create_exception!(kibitz, GameFailed, PyValueError, "A game written in Python raised an exception.");
create_exception!(kibitz, BrokenLaw, PyValueError, "A game does not keep a law that every game must keep.");
create_exception!(kibitz, InvalidPosition, PyValueError, "A position that no deal can reach.");

/// The exception of an error, with the same sentence.
pub fn raised(error: Error) -> PyErr {
    match error {
        Error::Notation(sentence) => InvalidNotation::new_err(sentence),
        Error::Illegal(sentence, why) => {
            let error = IllegalMove::new_err(sentence);
            if let Some(why) = why {
                Python::attach(|py| {
                    with(py, &error, "why", why.word);
                    with(py, &error, "about", why.about);
                });
            }
            error
        }
        Error::Ambiguous(sentence) => AmbiguousMove::new_err(sentence),
        Error::Spec(sentence) => InvalidSpec::new_err(sentence),
        Error::Position(sentence) => InvalidPosition::new_err(sentence),
        Error::Record(sentence, line) => {
            let error = InvalidRecord::new_err(sentence);
            Python::attach(|py| with(py, &error, "line", line));
            error
        }
    }
}

/// Gives an exception a piece of what it is about. Exceptions take any attribute, so that this does not fail.
pub fn with<'py>(py: Python<'py>, error: &PyErr, name: &str, value: impl IntoPyObject<'py>) {
    let _ = error.value(py).setattr(name, value);
}

/// What exceptions are about when nobody says it.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    for (exception, names) in [
        (py.get_type::<IllegalMove>(), &["move", "seat", "legal", "why", "about"][..]),
        (py.get_type::<AmbiguousMove>(), &["move", "seat", "legal"]),
        (py.get_type::<InvalidRecord>(), &["line"]),
    ] {
        names.iter().try_for_each(|name| exception.setattr(*name, py.None()))?;
    }
    Ok(())
}
