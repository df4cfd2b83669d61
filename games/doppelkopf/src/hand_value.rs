//! What a hand of twelve cards can expect: card points as a sum of weights.
//!
//! The weights are least-squares fits to deals that four `rules` players of an earlier version played: 60,000 normal games and 140,000 solos
//! with strong hands, soloists in every seat. A hand with an expectation of 120 wins every second time; the standard
//! deviation around the expectation is 22 points in a solo, 38 for Re and 49 for Kontra in a normal game.

use kibitz_game::Card;

use crate::cards::{Hand, KINDS, card_of, rank_of, suit_of};
use crate::contracts::Contract;
use crate::state::Party;

/// Weights of a kind of game.
struct Weights {
    base: f32,
    /// Trumps from the heart ten down: ♥10 ♣Q ♠Q ♥Q ♦Q ♣J ♠J ♥J ♦J, then ace, ten, king and nine of the trump suit.
    trumps: [f32; 13],
    plain: Plain,
    /// The first lead.
    lead: f32,
}

/// Weights of plain suits.
struct Plain {
    /// An ace, and the second ace of its suit.
    aces: [f32; 2],
    ten: f32,
    /// A suit with no card, and with one.
    short: [f32; 2],
}

/// One's own points in a suit solo.
const SUIT_SOLO: Weights = Weights {
    base: -144.0,
    trumps: [44.0, 34.0, 30.0, 25.0, 22.0, 19.0, 17.0, 16.0, 16.0, 18.0, 14.0, 15.0, 17.0],
    plain: Plain { aces: [16.0, 4.0], ten: -3.0, short: [14.0, 0.0] },
    lead: 1.0,
};
/// One's own points alone in a silent solo.
const SILENT_SOLO: Weights = Weights {
    base: -87.0,
    trumps: [29.0, 28.0, 31.0, 19.0, 16.0, 13.0, 13.0, 13.0, 12.0, 12.0, 10.0, 10.0, 14.0],
    plain: Plain { aces: [9.0, 7.0], ten: 0.0, short: [16.0, 3.0] },
    lead: 0.0,
};
/// Points of the party of a Re player.
const RE: Weights = Weights {
    base: 44.0,
    trumps: [22.0, 18.0, 17.0, 13.0, 11.0, 10.0, 9.0, 9.0, 9.0, 9.0, 9.0, 8.0, 10.0],
    plain: Plain { aces: [6.0, 3.0], ten: 0.0, short: [11.0, 2.0] },
    lead: 0.0,
};
/// Points of the party of a Kontra player.
const KONTRA: Weights = Weights {
    base: 54.0,
    trumps: [16.0, 0.0, 14.0, 10.0, 8.0, 7.0, 7.0, 7.0, 7.0, 7.0, 6.0, 6.0, 8.0],
    plain: Plain { aces: [5.0, 3.0], ten: 0.0, short: [10.0, 2.0] },
    lead: 0.0,
};
/// Solos of queens and jacks: trumps from clubs to diamonds come first in the list.
const QUEENS: Weights = Weights {
    base: -68.0,
    trumps: [33.0, 24.0, 23.0, 22.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    plain: Plain { aces: [19.0, 20.0], ten: 3.0, short: [11.0, 0.0] },
    lead: 3.0,
};
const JACKS: Weights = Weights {
    base: -74.0,
    trumps: [33.0, 26.0, 23.0, 23.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    plain: Plain { aces: [19.0, 20.0], ten: 2.0, short: [10.0, 0.0] },
    lead: 3.0,
};
const ACES: Weights = Weights {
    base: 7.0,
    trumps: [0.0; 13],
    plain: Plain { aces: [17.0, 22.0], ten: 6.0, short: [5.0, 0.0] },
    lead: 0.0,
};

/// Card points that a soloist with this hand can expect.
pub fn solo_points(contract: Contract, hand: Hand, leads: bool) -> f32 {
    let weights = match contract {
        Contract::Queens => QUEENS,
        Contract::Jacks => JACKS,
        Contract::Aces => ACES,
        _ => SUIT_SOLO,
    };
    weights.of(contract, hand) + if leads { weights.lead } else { 0.0 }
}

/// Card points that a seat with both club queens can expect when it keeps them secret.
pub fn silent_points(hand: Hand) -> f32 {
    SILENT_SOLO.of(Contract::Normal, hand)
}

/// Card points that the party of a seat with this hand can expect in a normal game.
pub fn party_points(hand: Hand, party: Party) -> f32 {
    match party {
        Party::Re => RE.of(Contract::Normal, hand),
        Party::Kontra => KONTRA.of(Contract::Normal, hand),
    }
}

impl Weights {
    fn of(&self, contract: Contract, hand: Hand) -> f32 {
        let trumps: f32 = hand.iter().map(|card| trump_place(contract, card).map_or(0.0, |i| self.trumps[i])).sum();
        let plain = (0..4).map(|suit| self.plain.of_suit(contract, hand, suit));
        self.base + trumps + plain.sum::<f32>()
    }
}

impl Plain {
    fn of_suit(&self, contract: Contract, hand: Hand, suit: u8) -> f32 {
        let is_plain = |card: Card| suit_of(card) == suit && trump_place(contract, card).is_none();
        if !(0..KINDS).any(|kind| is_plain(Card(kind))) {
            return 0.0;
        }
        let cards = hand.iter().filter(|&card| is_plain(card)).count();
        let aces = hand.count(card_of(suit, 0)) as usize;
        let tens = hand.iter().filter(|&card| is_plain(card) && rank_of(card) == 1).count();
        self.aces[..aces].iter().sum::<f32>() + self.ten * tens as f32 + self.short.get(cards).copied().unwrap_or(0.0)
    }
}

/// Where a trump stands in [`Weights::trumps`].
fn trump_place(contract: Contract, card: Card) -> Option<usize> {
    if !contract.class(card).is_trump() {
        return None;
    }
    let (suit, rank) = (suit_of(card) as usize, rank_of(card) as usize);
    Some(match (contract, rank) {
        (Contract::Queens | Contract::Jacks, _) => suit,
        (_, 3) => 1 + suit,
        (_, 4) => 5 + suit,
        (_, 1) if suit == 2 => 0,
        _ => [9, 10, 11, 0, 0, 12][rank],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_cards;

    #[test]
    fn a_hand_full_of_high_trumps_is_a_solo_and_an_average_one_is_not() {
        let strong = parse_cards("HT HT CQ CQ SQ SQ HQ DQ CJ CJ SJ CA").unwrap();
        let weak = parse_cards("HT SQ CJ DJ DK D9 CA CT SK S9 HK H9").unwrap();
        assert!(solo_points(Contract::Diamonds, strong, false) > 180.0);
        assert!(solo_points(Contract::Diamonds, weak, false) < 90.0);
        assert!((100.0..140.0).contains(&party_points(weak, Party::Kontra)));
    }

    #[test]
    fn aces_make_a_solo_without_trumps() {
        let aces = parse_cards("CA CA CT CT SA SA ST HA HA HT DA DA").unwrap();
        assert!(solo_points(Contract::Aces, aces, true) > 150.0);
        assert!(solo_points(Contract::Aces, aces, true) > solo_points(Contract::Spades, aces, true));
    }
}
