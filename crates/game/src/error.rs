//! Everything a caller can get wrong, each as a sentence that says what would be right.

use std::fmt;

/// Why a request was refused. Nothing has changed when one of these is returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Text that is not in the notation.
    Notation(String),
    /// A move that the rules do not allow here.
    Illegal(String),
    /// A move that can be read in more than one legal way.
    Ambiguous(String),
    /// An agent, option or rule set that does not exist or cannot be.
    Spec(String),
    /// A position that no deal can reach.
    Position(String),
    /// A record that cannot be read, and the line at fault, from 1.
    Record(String, Option<usize>),
}

impl Error {
    /// The sentence.
    pub fn message(&self) -> &str {
        match self {
            Error::Notation(m)
            | Error::Illegal(m)
            | Error::Ambiguous(m)
            | Error::Spec(m)
            | Error::Position(m)
            | Error::Record(m, _) => m,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// `; did you mean "nearest"?` when one of the known words is near the given one, else the list of them.
pub fn suggest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let near = known.iter().map(|k| (strsim::osa_distance(given, k), *k)).min();
    match near {
        Some((distance, word)) if distance <= 1 + word.len() / 4 => format!("; did you mean \"{word}\"?"),
        _ => format!("; known are {}.", known.join(", ")),
    }
}
