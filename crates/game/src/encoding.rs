//! What networks see of a game: 64-bit words whose bits are a sum of named blocks.
//!
//! The games write the words; the tables here say what stands where. Every set bit must lie in a block
//! ([`crate::kit`] checks it), and the hash of the tables is the version that networks are stored with.

use std::hash::Hasher;

/// A run of bits with one meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// A short name.
    pub name: &'static str,
    /// The word it lies in.
    pub word: usize,
    /// Its first bit in that word.
    pub bit: u32,
    /// How many bits it has.
    pub bits: u32,
    /// What the bits mean.
    pub meaning: &'static str,
}

impl Block {
    /// A block.
    pub const fn new(word: usize, bit: u32, bits: u32, name: &'static str, meaning: &'static str) -> Block {
        assert!(bits > 0 && bit + bits <= 64, "a block lies in one word");
        Block { name, word, bit, bits, meaning }
    }

    /// The bits of its word.
    pub const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits) << self.bit
    }
}

/// Everything a network can be shown of a game.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// What the seat knows.
    pub state: &'static [Block],
    /// What one of its choices does.
    pub action: &'static [Block],
    /// What the seat cannot see.
    pub truth: &'static [Block],
    /// Numbers that say how a deal ended.
    pub outcomes: &'static [&'static str],
}

impl Encoding {
    /// Of a game that no network plays.
    pub const NOTHING: Encoding = Encoding { state: &[], action: &[], truth: &[], outcomes: &[] };

    /// The most words any part of any game has: buffers on the stack are this large.
    pub const MOST_WORDS: usize = 32;

    /// Number of words of `state`.
    pub fn state_words(&self) -> usize {
        words(self.state)
    }

    /// Number of words of `action`.
    pub fn action_words(&self) -> usize {
        words(self.action)
    }

    /// Number of words of `truth`.
    pub fn truth_words(&self) -> usize {
        words(self.truth)
    }

    /// The version: a hash of all blocks.
    pub fn version(&self) -> String {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        for (part, blocks) in [self.state, self.action, self.truth].into_iter().enumerate() {
            for block in blocks {
                let place = [part as u8, block.word as u8, block.bit as u8, block.bits as u8];
                hash.write(&place);
                hash.write(block.name.as_bytes());
                hash.write(block.meaning.as_bytes());
            }
        }
        self.outcomes.iter().for_each(|name| hash.write(name.as_bytes()));
        format!("{:016x}", hash.finish())
    }
}

fn words(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.word + 1).max().unwrap_or(0)
}

/// FNV-1a: unlike the hash of the standard library it is the same in every release.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Bit *i* is set when the number has reached level *i*: what is more has all bits of what is less.
#[inline]
pub fn reached(number: i32, levels: &[i32]) -> u64 {
    levels.iter().enumerate().fold(0, |bits, (i, &level)| bits | ((number >= level) as u64) << i)
}
