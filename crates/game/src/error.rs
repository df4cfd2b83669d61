//! Everything a caller can get wrong, each as a sentence that says what would be right.

use std::fmt;

use crate::Seat;

/// Why a move is against the rules of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// The rule in one word of the game, for programs and for other languages.
    pub word: &'static str,
    /// The same as the middle of a sentence.
    pub text: String,
    /// What it is about: a card, a number.
    pub about: Option<String>,
}

impl Why {
    /// A rule by its word, and as the middle of a sentence.
    pub fn new(word: &'static str, text: impl Into<String>) -> Why {
        Why { word, text: text.into(), about: None }
    }

    /// The same about a card or a number.
    pub fn about(self, what: impl ToString) -> Why {
        Why { about: Some(what.to_string()), ..self }
    }

    /// The error for a move that breaks this rule.
    pub fn forbids(self, seat: Seat, text: &str) -> Error {
        Error::Illegal(format!("Seat {seat} cannot play \"{text}\": {}.", self.text), Some(Box::new(self)))
    }
}

/// Why a request was refused. Nothing has changed when one of these is returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Text that is not in the notation.
    Notation(String),
    /// A move that the rules do not allow here, and the rule if one forbids it.
    Illegal(String, Option<Box<Why>>),
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
            | Error::Illegal(m, _)
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
