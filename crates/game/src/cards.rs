//! Cards and sets of cards as bits of a word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::Rng;

/// One card: the number of its bit in a [`CardSet`]. Which card that is, is the game's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub u8);

impl Card {
    /// The set that holds just this card.
    #[inline(always)]
    pub const fn set(self) -> CardSet {
        CardSet(1 << self.0)
    }
}

/// A set of up to 64 cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// Number of cards.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline(always)]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Whether the two sets share a card.
    #[inline(always)]
    pub const fn meets(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every card of `other` is here.
    #[inline(always)]
    pub const fn covers(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The cards in ascending order of their bits.
    pub fn iter(self) -> Cards {
        Cards(self.0)
    }

    /// An exactly uniform subset of `n` cards (`n` must not exceed the number of cards).
    ///
    /// A random mask is corrected card by card until its size fits: each correction is uniform
    /// over the cards it may take, so by symmetry all subsets of the size are equally likely.
    #[inline]
    pub fn random_subset(self, n: u32, rng: &mut Rng) -> CardSet {
        let total = self.len();
        debug_assert!(n <= total);
        let mask = rng.next_u64();
        // A mask of density 3/8 is nearer to the target when less than 5/12 of the cards are wanted.
        let mask = if 12 * n >= 5 * total { mask } else { mask & (rng.next_u64() | rng.next_u64()) };
        let mut chosen = self.0 & mask;
        let mut count = chosen.count_ones();
        while count > n {
            chosen ^= nth_bit(chosen, rng.below(count));
            count -= 1;
        }
        while count < n {
            chosen |= nth_bit(self.0 & !chosen, rng.below(total - count));
            count += 1;
        }
        CardSet(chosen)
    }
}

/// The cards of a set, one after the other.
#[derive(Clone)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    #[inline(always)]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | card.set())
    }
}

/// The `k`-th lowest set bit of `mask`, or 0 when there are not that many.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub fn nth_bit(mask: u64, k: u32) -> u64 {
    // SAFETY: the target has BMI2, as the condition above says.
    unsafe { core::arch::x86_64::_pdep_u64(1u64 << k, mask) }
}

/// The `k`-th lowest set bit of `mask`, or 0 when there are not that many.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub fn nth_bit(mut mask: u64, k: u32) -> u64 {
    for _ in 0..k {
        mask &= mask.wrapping_sub(1);
    }
    mask & mask.wrapping_neg()
}

macro_rules! bit_operators {
    ($($op:ident $method:ident $sign:tt),*) => {$(
        impl $op for CardSet {
            type Output = CardSet;
            #[inline(always)]
            fn $method(self, other: CardSet) -> CardSet {
                CardSet(self.0 $sign other.0)
            }
        }
    )*};
}
bit_operators!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl BitAndAssign for CardSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}
impl BitOrAssign for CardSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}
impl BitXorAssign for CardSet {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: CardSet) {
        self.0 ^= other.0;
    }
}
impl Not for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn not(self) -> CardSet {
        CardSet(!self.0)
    }
}
/// Set difference.
impl Sub for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_bit_counts_from_the_lowest_and_runs_out_to_zero() {
        let mask = 0b1011_0100u64;
        let found: Vec<u64> = (0..5).map(|k| nth_bit(mask, k)).collect();
        assert_eq!(found, [0b100, 0b1_0000, 0b10_0000, 0b1000_0000, 0]);
    }

    #[test]
    fn random_subsets_are_uniform() {
        // All 20 subsets of three cards out of six; chi-square with 19 degrees of freedom.
        let cards = CardSet(0b10_1101_0001_0100);
        let mut rng = Rng::new(3);
        let mut seen = std::collections::BTreeMap::new();
        let draws = 200_000;
        for _ in 0..draws {
            *seen.entry(cards.random_subset(3, &mut rng)).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 20);
        let expected = draws as f64 / 20.0;
        let chi2: f64 = seen.values().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
        assert!(chi2 < 43.8, "chi-square {chi2} is beyond the 0.1 % point");
    }
}
