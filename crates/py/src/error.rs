//! The core's errors as Python's exceptions.

use kibitz_game::Error;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(kibitz, InvalidNotation, PyValueError, "Text that is not in the notation.");
create_exception!(kibitz, IllegalMove, PyValueError, "A move that the rules do not allow here.");
create_exception!(kibitz, AmbiguousMove, PyValueError, "A move that can be read in more than one legal way.");
create_exception!(kibitz, InvalidSpec, PyValueError, "An agent, option or rule set that does not exist or cannot be.");
create_exception!(kibitz, InvalidPosition, PyValueError, "A position that no deal can reach.");

/// The exception of an error, with the same sentence.
pub fn raised(error: Error) -> PyErr {
    match error {
        Error::Notation(sentence) => InvalidNotation::new_err(sentence),
        Error::Illegal(sentence) => IllegalMove::new_err(sentence),
        Error::Ambiguous(sentence) => AmbiguousMove::new_err(sentence),
        Error::Spec(sentence) => InvalidSpec::new_err(sentence),
        Error::Position(sentence) => InvalidPosition::new_err(sentence),
    }
}
