//! The random numbers of the house, and the streams they are drawn from.

use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::Hasher;

/// Whoever knows a seed knows everything that is drawn from it. A table's has 128 bits, so that nobody finds it by trying.
pub type Seed = u128;

/// What random numbers are for. Streams are derived from a seed by name and number, with the seed as the key of a keyed
/// hash (SipHash): from the numbers of one stream nobody learns anything of another, nor of the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// The cards of a deal.
    Deal,
    /// Events of chance within a deal, by number.
    Lots,
    /// Worlds that agree with a view.
    Worlds,
    /// The chance of an agent, by its place at the table.
    Agent,
    /// The deals of a series, by number.
    Series,
    /// The later deals of a match, by number.
    Match,
    /// The choices of learners.
    Learner,
}

impl Stream {
    /// The seed of one numbered piece of work in this stream: the same whichever thread or machine asks.
    pub fn seed(self, seed: Seed, number: u64) -> Seed {
        let mut hasher = SipHasher24::new_with_keys(seed as u64, (seed >> 64) as u64);
        hasher.write_u64((self as u64 + 1).to_le());
        hasher.write_u64(number.to_le());
        hasher.finish128().as_u128()
    }

    /// The generator of one numbered piece of work in this stream.
    pub fn rng(self, seed: Seed, number: u64) -> Rng {
        let both = self.seed(seed, number);
        Rng::with(both as u64, (both >> 64) as u64)
    }
}

/// A small fast generator (the public-domain `wyrand` recurrence): where it is, and its step.
///
/// It is our own so that a seed means the same cards on every machine and in every release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
    step: u64,
}

/// The step of wyrand.
const STEP: u64 = 0xa076_1d64_78bd_642f;

impl Rng {
    /// A generator from a number; neighbouring numbers give unrelated sequences. For what needs no secret: searches,
    /// tests. What somebody must not guess comes from a [`Stream`].
    pub fn new(seed: u64) -> Rng {
        Rng { state: mix(seed), step: STEP }
    }

    /// One of 2¹²⁷ generators.
    fn with(state: u64, step: u64) -> Rng {
        // An odd step visits every state; one with few changes of bits would do so in too orderly a way (as in
        // SplittableRandom, Steele et al. 2014).
        let step = mix(step) | 1;
        let step = if (step ^ (step >> 1)).count_ones() < 24 { step ^ 0xaaaa_aaaa_aaaa_aaaa } else { step };
        Rng { state, step }
    }

    /// The generator of one numbered part of a piece of work (a thread, a rollout), unrelated to every other number's.
    pub fn stream(seed: u64, number: u64) -> Rng {
        Rng { state: mix(mix(seed) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), step: STEP }
    }

    /// The next word.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(self.step);
        let t = (self.state as u128).wrapping_mul((self.state ^ 0xe703_7ed1_a0b4_28db) as u128);
        (t >> 64) as u64 ^ t as u64
    }

    /// A number below `n` (which must not be 0). The bias is below `n` / 2⁶⁴.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        ((self.next_u64() as u128 * n as u128) >> 64) as u32
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A uniform element of a slice that is not empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}

/// SplitMix64's finaliser: every bit of the input moves every bit of the output.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Stream; 7] =
        [Stream::Deal, Stream::Lots, Stream::Worlds, Stream::Agent, Stream::Series, Stream::Match, Stream::Learner];

    #[test]
    fn no_two_streams_of_any_seeds_and_numbers_draw_alike() {
        let mut first = std::collections::HashSet::new();
        let mut generators = 0;
        for seed in (0..50).chain([1 << 64, 1 << 127, u128::MAX]) {
            for stream in ALL {
                for number in (0..20).chain([1 << 32, 1 << 63]) {
                    let mut rng = stream.rng(seed, number);
                    first.insert((rng.next_u64(), rng.next_u64()));
                    generators += 1;
                }
            }
        }
        assert_eq!(first.len(), generators);
    }

    #[test]
    fn all_bits_of_a_seed_count() {
        let draw = |seed: Seed| Stream::Deal.rng(seed, 0).next_u64();
        for bit in 0..128 {
            assert_ne!(draw(7), draw(7 ^ 1 << bit), "bit {bit}");
        }
    }

    #[test]
    fn every_stream_is_uniform() {
        for stream in ALL {
            let mut rng = stream.rng(3, 1);
            let mut counts = [0u32; 64];
            (0..64_000).for_each(|_| counts[rng.below(64) as usize] += 1);
            // 63 degrees of freedom: the mean is 63, and 120 is beyond one in a hundred thousand.
            let chi: f64 = counts.iter().map(|&n| (n as f64 - 1000.0).powi(2) / 1000.0).sum();
            assert!(chi < 120.0, "{stream:?}: {chi}");
        }
    }
}
