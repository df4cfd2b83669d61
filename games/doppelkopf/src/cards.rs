//! The deck: 24 kinds of card, two copies of each, and multisets of them in one word.
//!
//! A [`Card`] is a kind: its number, 0 to 23. Plain suits come first, then the trumps of the normal game from low to
//! high, so that trumps of that game are one run of bits. The copies of a card are indistinguishable (§5.1): a hand
//! counts them and nothing tells them apart.

use kibitz_game::{Card, CardSet};

/// Number of kinds.
pub const KINDS: u8 = 24;
/// Every kind once.
pub const ALL: u32 = (1 << KINDS) - 1;

/// The suits in the order of the notation, and the ranks from high to low in a plain suit.
pub const SUIT_LETTERS: &str = "CSHD";
/// Rank letters from high to low.
pub const RANK_LETTERS: &str = "ATKQJ9";

/// The kinds by number: suit and rank.
pub const NAMES: [&str; KINDS as usize] = [
    "C9", "CK", "CT", "CA", "S9", "SK", "ST", "SA", "H9", "HK", "HA", "D9", "DK", "DT", "DA", "DJ", "HJ", "SJ", "CJ",
    "DQ", "HQ", "SQ", "CQ", "HT",
];

/// The club queen: who holds one is Re.
pub const CLUB_QUEEN: Card = Card(22);
/// The fox: the ace of diamonds.
pub const FOX: Card = Card(14);
/// Charlie: the jack of clubs.
pub const CHARLIE: Card = Card(18);
/// The heart ten.
pub const HEART_TEN: Card = Card(23);

/// Where a card stands in the order of the notation: clubs, spades, hearts, diamonds, each from the ace down.
const fn place(kind: usize) -> u8 {
    let name = NAMES[kind].as_bytes();
    let (suits, ranks) = (SUIT_LETTERS.as_bytes(), RANK_LETTERS.as_bytes());
    let (mut suit, mut rank) = (0, 0);
    while suits[suit] != name[0] {
        suit += 1;
    }
    while ranks[rank] != name[1] {
        rank += 1;
    }
    (6 * suit + rank) as u8
}

const PLACES: [u8; KINDS as usize] = {
    let mut places = [0; KINDS as usize];
    let mut kind = 0;
    while kind < KINDS as usize {
        places[kind] = place(kind);
        kind += 1;
    }
    places
};

/// The kinds in the order of the notation.
pub const IN_ORDER: [Card; KINDS as usize] = {
    let mut order = [Card(0); KINDS as usize];
    let mut kind = 0;
    while kind < KINDS as usize {
        order[PLACES[kind] as usize] = Card(kind as u8);
        kind += 1;
    }
    order
};

/// The suit of a card, 0 to 3 as in [`SUIT_LETTERS`].
pub const fn suit_of(card: Card) -> u8 {
    PLACES[card.0 as usize] / 6
}

/// The rank of a card, 0 (ace) to 5 (nine) as in [`RANK_LETTERS`].
pub const fn rank_of(card: Card) -> u8 {
    PLACES[card.0 as usize] % 6
}

/// The card of a suit and a rank.
pub const fn card_of(suit: u8, rank: u8) -> Card {
    IN_ORDER[(6 * suit + rank) as usize]
}

/// Card points by kind: ace 11, ten 10, king 4, queen 3, jack 2, nine 0 (§5.2). Padded so that five bits can index it.
pub const POINTS: [u8; 32] = {
    let mut points = [0; 32];
    let mut kind = 0;
    while kind < KINDS as usize {
        points[kind] = [11, 10, 4, 3, 2, 0][(PLACES[kind] % 6) as usize];
        kind += 1;
    }
    points
};

/// A multiset of cards: bit *k* says that kind *k* is there at least once, bit 24 + *k* that it is there twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hand(pub u64);

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand(0);
    /// Every card.
    pub const DECK: Hand = Hand((1 << (2 * KINDS)) - 1);

    /// The hand of labelled cards: bits *k* and 24 + *k* are the two copies of kind *k*.
    #[inline(always)]
    pub const fn of_copies(copies: CardSet) -> Hand {
        let (one, other) = (copies.0 & ALL as u64, copies.0 >> KINDS);
        Hand(one | other | (one & other) << KINDS)
    }

    /// As many labelled cards of each kind as the hand has: the copy of a lone card is the first.
    #[inline(always)]
    pub const fn copies(self) -> CardSet {
        CardSet(self.0)
    }

    /// The kinds that are there.
    #[inline(always)]
    pub const fn kinds(self) -> u32 {
        self.0 as u32 & ALL
    }

    /// The kinds that are there twice.
    #[inline(always)]
    pub const fn pairs(self) -> u32 {
        (self.0 >> KINDS) as u32
    }

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

    /// Whether the card is there.
    #[inline(always)]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// How often the card is there.
    #[inline(always)]
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> card.0 & 1) as u32 + (self.0 >> (card.0 + KINDS) & 1) as u32
    }

    /// How many cards are of these kinds.
    #[inline(always)]
    pub const fn count_of(self, kinds: u32) -> u32 {
        (self.0 & (kinds as u64 | (kinds as u64) << KINDS)).count_ones()
    }

    /// Without one copy of a card that is there.
    #[inline(always)]
    pub const fn without(self, card: Card) -> Hand {
        let second = (self.0 >> (card.0 + KINDS) & 1) as u8;
        Hand(self.0 ^ 1 << (card.0 + KINDS * second))
    }

    /// [`Hand::without`] the kind of a mask.
    #[inline(always)]
    pub(crate) const fn without_kind(self, kind: u64) -> Hand {
        let second = self.0 >> KINDS & kind;
        Hand(self.0 ^ (second << KINDS | kind & !second))
    }

    /// With one more copy of a card that is not there twice.
    #[inline(always)]
    pub const fn with(self, card: Card) -> Hand {
        let there = (self.0 >> card.0 & 1) as u8;
        Hand(self.0 | 1 << (card.0 + KINDS * there))
    }

    /// What is here and not in `part`, which must be part of it.
    #[inline(always)]
    pub const fn minus(self, part: Hand) -> Hand {
        let gone = self.0 ^ part.0;
        Hand::of_copies(CardSet(gone))
    }

    /// Both together; no card may come to more than two.
    #[inline(always)]
    pub const fn plus(self, other: Hand) -> Hand {
        let (a, b) = (self.0 & ALL as u64, other.0 & ALL as u64);
        Hand(a | b | (a & b) << KINDS | (self.0 | other.0) & !(ALL as u64))
    }

    /// Whether every card of `part` is here, as often.
    #[inline(always)]
    pub const fn covers(self, part: Hand) -> bool {
        part.0 & !self.0 == 0
    }

    /// Card points.
    pub fn points(self) -> i32 {
        self.iter().map(|card| POINTS[card.0 as usize] as i32).sum()
    }

    /// Every card, copies one after the other, in the order of the notation.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        IN_ORDER.into_iter().flat_map(move |card| (0..self.count(card)).map(move |_| card))
    }
}

/// The kinds of a mask from the lowest bit up.
pub fn kinds_of(mask: u32) -> impl Iterator<Item = Card> {
    CardSet(mask as u64).iter()
}

/// The mask of one kind.
#[inline(always)]
pub const fn kind(card: Card) -> u32 {
    1 << card.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_240_points_and_60_in_each_suit() {
        assert_eq!(Hand::DECK.points(), 240);
        for suit in 0..4 {
            let points: i32 =
                Hand::DECK.iter().filter(|&c| suit_of(c) == suit).map(|c| POINTS[c.0 as usize] as i32).sum();
            assert_eq!(points, 60);
        }
    }

    #[test]
    fn hands_add_and_subtract_like_multisets() {
        let cards = [CLUB_QUEEN, FOX, CHARLIE];
        // Every multiset over three kinds and every part of it.
        let hand = |n: u32| {
            cards
                .iter()
                .enumerate()
                .fold(Hand::EMPTY, |h, (i, &c)| (0..n / 3u32.pow(i as u32) % 3).fold(h, |h, _| h.with(c)))
        };
        for n in 0..27 {
            for m in 0..27 {
                let (a, b) = (hand(n), hand(m));
                let fits = cards.iter().all(|&c| a.count(c) + b.count(c) <= 2);
                if fits {
                    let sum = a.plus(b);
                    assert!(cards.iter().all(|&c| sum.count(c) == a.count(c) + b.count(c)));
                    assert_eq!(sum.minus(a), b);
                    assert!(sum.covers(a) && sum.len() == a.len() + b.len());
                }
            }
            for &card in cards.iter().filter(|&&c| hand(n).has(c)) {
                assert_eq!(hand(n).without(card).with(card), hand(n));
            }
        }
    }

    #[test]
    fn labelled_cards_lose_their_labels() {
        let (first, second) = (CardSet(1 << 22), CardSet(1 << 46));
        assert_eq!(Hand::of_copies(first), Hand::of_copies(second));
        assert_eq!(Hand::of_copies(first | second).count(CLUB_QUEEN), 2);
    }
}
