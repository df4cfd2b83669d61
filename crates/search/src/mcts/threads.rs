//! How many threads think about a decision, and what they share.

use kibitz_game::keys::{Given, Kind};
use kibitz_game::{Error, Spec, Value};

use super::batch::Size;

/// What the threads share. The number is part of the specification: the result is the same on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// One thread.
    One,
    /// Each has a tree of its own; their results are added.
    Root(u32),
    /// Each plays on once from every leaf.
    Leaf(u32),
    /// All play on from leaves of one tree.
    Tree(u32),
}

/// The most threads.
const MOST: u32 = 256;
/// Leaves of a shared tree that are under way for every thread: enough that nobody waits, few enough that the tree is
/// not far behind.
const LEAVES_PER_THREAD: usize = 8;

impl Threads {
    /// How it is written.
    pub const KINDS: &'static [Kind] =
        &[Kind::Words(&["1"]), Kind::Form("root(n)"), Kind::Form("leaf(n)"), Kind::Form("tree(n)")];

    /// Reads `1`, `root(n)`, `leaf(n)` or `tree(n)`.
    pub fn read(given: Given<'_>) -> Result<Threads, Error> {
        let spec = given.spec()?;
        let (how, n): (fn(u32) -> Threads, &Value) = match (spec.name.as_str(), &spec.values[..]) {
            ("1", []) => return Ok(Threads::One),
            ("root", [n]) => (Threads::Root, n),
            ("leaf", [n]) => (Threads::Leaf, n),
            ("tree", [n]) => (Threads::Tree, n),
            _ => return Err(given.unknown()),
        };
        match n.to_string().parse() {
            Ok(1) => Ok(Threads::One),
            Ok(n @ 2..=MOST) => Ok(how(n)),
            _ => Err(Error::Spec(format!("The number of threads is a whole number from 1 to {MOST}, not \"{n}\"."))),
        }
    }

    /// The inverse of [`Threads::read`].
    pub fn value(self) -> Value {
        let of = |name: &str, n: u32| Value::Spec(Spec::with_values(name, [Value::of(n)]));
        match self {
            Threads::One => Value::of(1),
            Threads::Root(n) => of("root", n),
            Threads::Leaf(n) => of("leaf", n),
            Threads::Tree(n) => of("tree", n),
        }
    }

    /// How many trees grow at the same time.
    pub fn trees(self) -> u32 {
        if let Threads::Root(n) = self { n } else { 1 }
    }

    /// How many threads play on from the leaves of one tree; none when it grows alone.
    pub fn players(self) -> usize {
        match self {
            Threads::One | Threads::Root(_) => 0,
            Threads::Leaf(n) | Threads::Tree(n) => n as usize,
        }
    }

    /// What these threads get to do at a time.
    pub fn batch(self) -> Size {
        match self {
            Threads::Tree(n) => Size { leaves: LEAVES_PER_THREAD * n as usize, copies: 1, ahead: true },
            _ => Size { leaves: 1, copies: self.players(), ahead: false },
        }
    }
}
