//! The deck: 14 nibbles of a word, one bit a card.
//!
//! Nibble 0 holds the special cards, nibble *i* the four cards of rank *i* + 1 (2 … 14 = ace), suits
//! j < s < p < r. So a shift by four is a step in rank, and the suits stay in their bits.

use kibitz_game::{Card, CardSet};

/// The whole deck.
pub const DECK: CardSet = CardSet((1 << 56) - 1);
/// The cards with a rank and a suit.
pub const SUITED: CardSet = CardSet(DECK.0 & !0xF);
/// The Mah Jong: rank 1.
pub const MAH_JONG: CardSet = CardSet(1);
/// The Dog.
pub const DOG: CardSet = CardSet(2);
/// The Phoenix.
pub const PHOENIX: CardSet = CardSet(4);
/// The Dragon.
pub const DRAGON: CardSet = CardSet(8);

/// The lowest bit of every nibble: one bit a rank, the Mah Jong being rank 1.
pub const RANKS: u64 = 0x0011_1111_1111_1111;

/// Rank letters from 2 to the ace.
pub const RANK_LETTERS: &str = "23456789TJQKA";
/// Suit letters: jade, sword, pagoda, red star.
pub const SUIT_LETTERS: &str = "jspr";

/// The highest rank, the ace.
pub const ACE: u8 = 14;

/// The four cards of a rank 2 … 14.
#[inline(always)]
pub const fn rank_cards(rank: u8) -> CardSet {
    CardSet(0xF << (4 * (rank - 1)))
}

/// The rank of a card with a suit, or of the Mah Jong.
#[inline(always)]
pub const fn rank_of(card: Card) -> u8 {
    card.0 / 4 + 1
}

/// How many natural cards of a rank are in the set.
#[inline(always)]
pub const fn count(cards: CardSet, rank: u8) -> u32 {
    (cards.0 & rank_cards(rank).0).count_ones()
}

const FIVES: u64 = rank_cards(5).0;
const TENS_AND_KINGS: u64 = rank_cards(10).0 | rank_cards(13).0;

/// Card points: K and 10 ten, 5 five, Dragon 25, Phoenix −25 (§5.2).
#[inline(always)]
pub const fn points(cards: CardSet) -> i32 {
    let fives = (cards.0 & FIVES).count_ones() as i32;
    let tens = (cards.0 & TENS_AND_KINGS).count_ones() as i32;
    5 * fives + 10 * tens + 25 * ((cards.0 >> 3 & 1) as i32 - (cards.0 >> 2 & 1) as i32)
}

/// Lowest card of every rank in a word of nibbles.
#[inline(always)]
pub const fn lowest_of_ranks(x: u64) -> u64 {
    // x & −x in every nibble: the one that negation adds must not be carried into the next.
    const HIGHEST: u64 = 0x8888_8888_8888_8888;
    let not = !x;
    x & ((not & !HIGHEST) + (HIGHEST >> 3) ^ not & HIGHEST)
}

/// One bit, the lowest of its nibble, for every nibble that is not empty.
#[inline(always)]
pub const fn occupied(x: u64) -> u64 {
    let y = x | x >> 1;
    (y | y >> 2) & RANKS
}

/// The ranks of which all four cards are here: bombs of four, one bit a rank.
#[inline(always)]
pub const fn quads(suited: u64) -> u64 {
    let y = suited & suited >> 1;
    y & y >> 2 & RANKS
}

/// The first cards of all straight flushes of five.
#[inline(always)]
pub const fn flush_starts(suited: u64) -> u64 {
    let two = suited & suited >> 4;
    let four = two & two >> 8;
    four & suited >> 16
}

/// The cards that take part in a straight flush: only their suits matter (RULES.md, Action).
#[inline(always)]
pub const fn flush_cards(suited: u64) -> u64 {
    let s = flush_starts(suited);
    s | s << 4 | s << 8 | s << 12 | s << 16
}

/// Whether the hand holds any bomb.
#[inline(always)]
pub const fn holds_bomb(hand: CardSet) -> bool {
    let suited = hand.0 & SUITED.0;
    quads(suited) | flush_starts(suited) != 0
}
