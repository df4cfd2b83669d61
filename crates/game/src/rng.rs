//! The random numbers of the house.

/// A small fast generator (the public-domain `wyrand` recurrence): one 64-bit word of state.
///
/// It is our own so that a seed means the same cards on every machine and in every release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator from a seed; neighbouring seeds give unrelated sequences.
    pub fn new(seed: u64) -> Rng {
        Rng(mix(seed))
    }

    /// The generator of one numbered piece of work (a deal, a seat, a world): the same whichever
    /// thread or machine asks, and unrelated to every other number's.
    pub fn stream(seed: u64, number: u64) -> Rng {
        Rng(mix(mix(seed) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// The next word.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let t = (self.0 as u128).wrapping_mul((self.0 ^ 0xe703_7ed1_a0b4_28db) as u128);
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
