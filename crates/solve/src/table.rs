//! Positions whose value is known, exactly or within bounds.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What is known of a position: its value is neither below `low` nor above `high`.
#[derive(Clone, Copy, Debug)]
pub struct Known<M> {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// The move that was best, to be tried first.
    pub best: Option<M>,
}

/// Known positions by their digest.
pub struct Table<M> {
    known: HashMap<u64, Known<M>, BuildHasherDefault<Digest>>,
}

/// The most positions kept: some 100 MB.
const LIMIT: usize = 2_000_000;

impl<M: Copy> Table<M> {
    /// An empty table.
    pub fn new() -> Table<M> {
        Table { known: HashMap::default() }
    }

    /// Forgets everything when half full, so that there is room for the next position.
    pub fn make_room(&mut self) {
        if self.known.len() > LIMIT / 2 {
            self.known = HashMap::default();
        }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, digest: u64) -> Known<M> {
        let nothing = Known { low: f64::NEG_INFINITY, high: f64::INFINITY, best: None };
        self.known.get(&digest).copied().unwrap_or(nothing)
    }

    /// Keeps what is known of a position, as long as there is room.
    #[inline]
    pub fn put(&mut self, digest: u64, known: Known<M>) {
        if self.known.len() < LIMIT || self.known.contains_key(&digest) {
            self.known.insert(digest, known);
        }
    }
}

/// Digests are as good as random already.
#[derive(Default)]
struct Digest(u64);

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys are single words");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
