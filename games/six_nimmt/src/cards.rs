//! The deck: cards 1 to 104, and sets of them as bits of a word of 128.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use kibitz_game::{Rng, nth_bit};

/// Cards of the full deck; also the highest card.
pub const DECK: usize = 104;
/// Cards dealt to each seat.
pub const HAND: usize = 10;
/// Rows on the table.
pub const ROWS: usize = 4;
/// Cards of a full row: the next one takes them.
pub const FULL: usize = 5;

/// The bulls of every card (§4.2). The table is a power of two long, so that a masked card needs no check.
pub const BULLS: [u8; 128] = {
    let mut table = [0; 128];
    let mut card = 1;
    while card <= DECK {
        table[card] = match card {
            55 => 7,
            _ if card % 11 == 0 => 5,
            _ if card % 10 == 0 => 3,
            _ if card % 5 == 0 => 2,
            _ => 1,
        };
        card += 1;
    }
    table
};

/// The bulls of a card.
#[inline(always)]
pub const fn bulls(card: u8) -> u8 {
    BULLS[card as usize & 127]
}

/// A set of cards: bit *c* is card *c*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub u128);

impl Cards {
    /// No card.
    pub const EMPTY: Cards = Cards(0);

    /// The cards 1 to `highest`.
    #[inline]
    pub const fn up_to(highest: usize) -> Cards {
        Cards((1 << (highest + 1)) - 2)
    }

    /// The set of one card.
    #[inline(always)]
    pub const fn of(card: u8) -> Cards {
        // Shifting a word of 128 takes longer than looking it up.
        const ONE: [Cards; 128] = {
            let mut table = [Cards::EMPTY; 128];
            // "No card" is no card of a set either.
            let mut card = 1;
            while card < table.len() {
                table[card] = Cards(1 << card);
                card += 1;
            }
            table
        };
        ONE[card as usize & 127]
    }

    /// The cards strictly between two.
    #[inline]
    pub const fn between(low: u8, high: u8) -> Cards {
        if high <= low + 1 {
            return Cards::EMPTY;
        }
        Cards((1 << high) - (1 << (low + 1)))
    }

    /// Number of cards.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline(always)]
    pub const fn has(self, card: u8) -> bool {
        self.0 >> (card & 127) & 1 != 0
    }

    /// Whether the two sets share a card.
    #[inline(always)]
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest card; call only when there is one.
    #[inline(always)]
    pub const fn lowest(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The highest card; call only when there is one.
    #[inline(always)]
    pub const fn highest(self) -> u8 {
        127 - self.0.leading_zeros() as u8
    }

    /// A uniform card; call only when there is one.
    #[inline]
    pub fn random(self, rng: &mut Rng) -> u8 {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let k = rng.below(self.len() as u32);
        match k.checked_sub(low.count_ones()) {
            None => nth_bit(low, k).trailing_zeros() as u8,
            Some(k) => 64 + nth_bit(high, k).trailing_zeros() as u8,
        }
    }

    /// All bulls of the cards.
    pub fn bulls(self) -> u32 {
        self.iter().map(|card| bulls(card) as u32).sum()
    }

    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let card = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(card)
        })
    }

    /// Writes the lowest `count` cards in ascending order to the front of `places`. For a hand: no branch depends on it.
    #[inline(always)]
    pub fn lay_out(self, count: usize, places: &mut [u8; 16]) {
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        for place in &mut places[..count & 15] {
            let (now, shift) = if low != 0 { (low, 0) } else { (high, 64) };
            *place = now.trailing_zeros() as u8 + shift;
            high = if low != 0 { high } else { high & high.wrapping_sub(1) };
            low &= low.wrapping_sub(1);
        }
    }

    /// Writes the cards in ascending order to the front of `places`, which must be long enough; how many they are.
    #[inline]
    pub fn spread(self, places: &mut [u8]) -> usize {
        // Two words of 64 are walked faster than one of 128.
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mut count = 0;
        while low != 0 {
            places[count] = low.trailing_zeros() as u8;
            low &= low - 1;
            count += 1;
        }
        while high != 0 {
            places[count] = 64 + high.trailing_zeros() as u8;
            high &= high - 1;
            count += 1;
        }
        count
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, |set, card| set | Cards::of(card))
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline(always)]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline(always)]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

/// Set difference.
impl Sub for Cards {
    type Output = Cards;
    #[inline(always)]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

/// Cards in a row, to draw from; longer than the deck, so that a masked place needs no check.
pub type Pile = [u8; 128];

/// The full deck in order.
pub const ORDERED: Pile = {
    let mut pile = [0; 128];
    let mut i = 0;
    while i < DECK {
        pile[i] = i as u8 + 1;
        i += 1;
    }
    pile
};

/// Brings `count` uniformly random ones of the first `size` cards of a pile to its front, in random order.
///
/// Two draws share a word, each with 32 bits of it: no card is likelier than another by more than one part in 2²⁵.
#[inline]
pub fn draw(pile: &mut Pile, size: usize, count: usize, rng: &mut Rng) {
    debug_assert!(count <= size && size <= DECK);
    let mut swap = |place: usize, bits: u64| {
        let other = place + (bits * (size - place) as u64 >> 32) as usize;
        pile.swap(place & 127, other & 127);
    };
    let mut next = 0;
    while next < count & !1 {
        let word = rng.next_u64();
        swap(next, word >> 32);
        swap(next + 1, word & 0xFFFF_FFFF);
        next += 2;
    }
    if next < count {
        swap(next, rng.next_u64() >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_171_bulls() {
        assert_eq!(Cards::up_to(DECK).len(), DECK);
        assert_eq!(Cards::up_to(DECK).bulls(), 171);
        assert_eq!(Cards::up_to(34).bulls(), 55);
    }

    #[test]
    fn sets_know_their_ends_and_what_lies_between() {
        let set: Cards = [104, 3, 70, 64, 63].into_iter().collect();
        assert_eq!((set.lowest(), set.highest(), set.len()), (3, 104, 5));
        let mut places = [0; 8];
        assert_eq!(set.spread(&mut places), 5);
        assert_eq!(&places[..5], &[3, 63, 64, 70, 104]);
        assert_eq!(set.iter().collect::<Vec<_>>(), &places[..5]);
        let mut hand = [0; 16];
        set.lay_out(5, &mut hand);
        assert_eq!(&hand[..5], &places[..5]);
        assert_eq!(Cards::between(3, 7), [4, 5, 6].into_iter().collect());
        assert!(Cards::between(3, 4).is_empty() && Cards::between(9, 4).is_empty());
        assert_eq!(Cards::between(62, 66), [63, 64, 65].into_iter().collect());
    }

    #[test]
    fn random_cards_are_uniform() {
        let set: Cards = [1, 40, 63, 64, 100].into_iter().collect();
        let mut counts = [0; 128];
        let mut rng = Rng::new(1);
        for _ in 0..50_000 {
            counts[set.random(&mut rng) as usize] += 1;
        }
        // Each count is binomial with deviation 89.
        assert!(set.iter().all(|card| (9_500..10_500).contains(&counts[card as usize])));
        assert_eq!(counts.iter().sum::<u32>(), 50_000);
    }

    #[test]
    fn drawn_cards_are_uniform_in_order() {
        // All 60 ordered draws of three of five; chi-square with 59 degrees of freedom.
        let mut rng = Rng::new(2);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..120_000 {
            let mut pile = ORDERED;
            draw(&mut pile, 5, 3, &mut rng);
            *seen.entry([pile[0], pile[1], pile[2]]).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 60);
        let chi2: f64 = seen.values().map(|&n| (n as f64 - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi2 < 98.4, "chi-square {chi2} is beyond the 0.1 % point");
    }
}
