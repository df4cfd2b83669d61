//! The deck: twenty cards as bits.
//!
//! Bit 8 · suit + rank with the suits C S H D and the ranks J Q K T A from low to high: a suit is a byte, and of two
//! cards of a suit the one with the higher number is the higher.

use kibitz_game::{Card, CardSet};

/// The letters of the suits: clubs, spades, hearts, diamonds.
pub const SUIT_LETTERS: &str = "CSHD";
/// The letters of the ranks from low to high.
pub const RANK_LETTERS: &str = "JQKTA";
/// All twenty cards.
pub const DECK: CardSet = CardSet(0x1F1F_1F1F);
/// The four queens; each king is the bit above.
pub const QUEENS: CardSet = CardSet(0x0202_0202);
/// "No card" where one is missing; as a number no card has, it fits in five bits.
pub const NO_CARD: u8 = 31;

/// The rank of the jack.
pub const JACK: u8 = 0;
/// The rank of the queen.
pub const QUEEN: u8 = 1;
/// The rank of the king.
pub const KING: u8 = 2;
/// The rank of the ten.
pub const TEN: u8 = 3;
/// The rank of the ace.
pub const ACE: u8 = 4;

/// The suit of a card, 0 to 3.
#[inline(always)]
pub const fn suit_of(card: Card) -> u8 {
    card.0 >> 3
}

/// The rank of a card, [`JACK`] to [`ACE`].
#[inline(always)]
pub const fn rank_of(card: Card) -> u8 {
    card.0 & 7
}

/// The card of a suit and a rank.
#[inline(always)]
pub const fn card(suit: u8, rank: u8) -> Card {
    Card(suit << 3 | rank)
}

/// The five cards of a suit.
#[inline(always)]
pub const fn suit_cards(suit: u8) -> CardSet {
    CardSet(0x1F << (suit << 3))
}

/// The four cards of a rank.
#[inline(always)]
pub const fn rank_cards(rank: u8) -> CardSet {
    CardSet(0x0101_0101 << rank)
}

/// What a card counts (§3.2).
#[inline(always)]
pub const fn value(card: Card) -> u8 {
    // One byte per rank: J 2, Q 3, K 4, T 10, A 11.
    (0x0B_0A04_0302u64 >> (rank_of(card) << 3)) as u8
}

/// The card points of a set.
pub fn points(cards: CardSet) -> u32 {
    cards.iter().map(|c| value(c) as u32).sum()
}

/// Whether the reply takes the trick from the lead (§5.2).
#[inline(always)]
pub const fn takes(lead: Card, reply: Card, trump: u8) -> bool {
    if suit_of(lead) == suit_of(reply) { reply.0 > lead.0 } else { suit_of(reply) == trump }
}

/// The king and the queen of every suit of which both are there.
#[inline(always)]
pub const fn married(hand: CardSet) -> CardSet {
    let queens = hand.0 & hand.0 >> 1 & QUEENS.0;
    CardSet(queens | queens << 1)
}

/// What one must choose from when a lead binds (§6.2): a higher card of the suit; else one of the suit; else a trump;
/// else any.
#[inline(always)]
pub const fn bound(hand: CardSet, lead: Card, trump: u8) -> CardSet {
    let same = hand.0 & suit_cards(suit_of(lead)).0;
    let higher = same & !1 << lead.0;
    let trumps = hand.0 & suit_cards(trump).0;
    CardSet(if higher != 0 {
        higher
    } else if same != 0 {
        same
    } else if trumps != 0 {
        trumps
    } else {
        hand.0
    })
}

/// The cards that one who was bound and gave this reply cannot hold (§14.6).
#[inline(always)]
pub const fn betrayed(lead: Card, reply: Card, trump: u8) -> CardSet {
    let suit = suit_cards(suit_of(lead)).0;
    CardSet(if suit_of(lead) == suit_of(reply) {
        if reply.0 > lead.0 { 0 } else { suit & !1 << lead.0 }
    } else if suit_of(reply) == trump {
        suit
    } else {
        suit | suit_cards(trump).0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_120_points() {
        assert_eq!(points(DECK), 120);
        assert_eq!(DECK.len(), 20);
    }

    #[test]
    fn a_reply_betrays_just_the_cards_that_would_have_bound_it_otherwise() {
        // For every lead, reply and other card: could a hand of reply and other have chosen the reply?
        for lead in DECK {
            for reply in DECK - lead.set() {
                for other in DECK - lead.set() - reply.set() {
                    for trump in 0..4 {
                        let free = bound(reply.set() | other.set(), lead, trump).has(reply);
                        assert_eq!(free, !betrayed(lead, reply, trump).has(other), "{lead:?} {reply:?} {other:?}");
                    }
                }
            }
        }
    }
}
