//! Strengths to play against.

/// How strong an opponent a person wants: a name, the agent behind it under the rules at hand, and what to expect of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// One of [`Level::NAMES`].
    pub name: &'static str,
    /// Who it is, as a specification. It counts trials, not time: a level is as strong on any machine however busy.
    pub spec: &'static str,
    /// How it plays, in a few words.
    pub help: &'static str,
}

impl Level {
    /// The names, the weakest first.
    pub const NAMES: [&'static str; 5] = ["beginner", "casual", "club", "strong", "strongest"];

    /// The five levels, each by its specification and what to expect of it.
    pub fn list(rows: [(&'static str, &'static str); 5]) -> [Level; 5] {
        std::array::from_fn(|i| Level { name: Level::NAMES[i], spec: rows[i].0, help: rows[i].1 })
    }
}
