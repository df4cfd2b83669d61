//! A trick: the cards on the table and who holds it.

use kibitz_game::Card;

use crate::cards::{HEART_TEN, POINTS};
use crate::contracts::{Class, TRUMP_BASE};

/// The cards on the table by seat, a byte each in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid(u32);

/// A byte without a card.
const NO_CARD: u8 = u8::MAX;

impl Laid {
    /// No card.
    pub const NONE: Laid = Laid(u32::MAX);

    /// The cards of seats 0 to 3.
    pub const fn of(cards: [Card; 4]) -> Laid {
        Laid(u32::from_le_bytes([cards[0].0, cards[1].0, cards[2].0, cards[3].0]))
    }

    /// The card of a seat.
    #[inline(always)]
    pub const fn card(self, seat: usize) -> Option<Card> {
        match (self.0 >> (8 * seat)) as u8 {
            NO_CARD => None,
            kind => Some(Card(kind)),
        }
    }

    /// With the card of a seat that has none yet.
    #[inline(always)]
    pub const fn with(self, seat: u8, card: Card) -> Laid {
        Laid(self.0 ^ ((card.0 ^ NO_CARD) as u32) << (8 * seat))
    }

    /// The seats whose card this is: bit 2 *s* for seat *s*.
    #[inline(always)]
    pub(crate) const fn seats_of(self, card: Card) -> u32 {
        const LOW: u32 = 0x7f7f_7f7f;
        let x = self.0 ^ u32::from_le_bytes([card.0; 4]);
        // The lowest bit of every byte that is zero, all bytes at once.
        let equal = !(((x & LOW) + LOW) | x | LOW) >> 7;
        (equal | equal >> 6 | equal >> 12 | equal >> 18) & 0x55
    }
}

impl Laid {
    /// Who holds the trick that `leader` has opened: the strongest card, of equal ones the first (§6.4).
    #[inline(always)]
    pub fn holder(self, led: Class, leader: u8) -> u8 {
        // Strength above, then earlier before later, then the seat.
        let key = |seat: u8| {
            let card = Card((self.0 >> (8 * seat)) as u8);
            let before = leader.wrapping_sub(seat + 1) & 3;
            (led.strength(card) as u32) << 4 | (before << 2 | seat) as u32
        };
        key(0).max(key(1)).max(key(2).max(key(3))) as u8 & 3
    }

    /// As [`Laid::holder`], under the house rule by which the second heart ten beats the first (§6.5).
    pub fn holder_second_ten(self, led: Class, leader: u8) -> u8 {
        let holder = self.holder(led, leader);
        let is_ten = |seat: u8| self.card(seat as usize) == Some(HEART_TEN);
        let trump_ten = is_ten(holder) && led.strength(HEART_TEN) > TRUMP_BASE;
        let last_ten = (0..4).map(|i| (leader + 3 - i) & 3).find(|&seat| is_ten(seat));
        last_ten.filter(|_| trump_ten).unwrap_or(holder)
    }

    /// Card points on the table.
    #[inline(always)]
    pub fn points(self) -> u8 {
        let of = |seat: u32| POINTS[(self.0 >> (8 * seat)) as usize & 31];
        of(0) + of(1) + (of(2) + of(3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CLUB_QUEEN;
    use crate::contracts::Contract;

    #[test]
    fn cards_on_the_table_are_found_by_seat_and_by_kind() {
        let trick = Laid::NONE.with(2, Card(14)).with(3, Card(15)).with(0, Card(14));
        assert_eq!([0, 1, 2, 3].map(|s| trick.card(s)), [Some(Card(14)), None, Some(Card(14)), Some(Card(15))]);
        assert_eq!(trick.seats_of(Card(14)), 0b01_00_01);
        assert_eq!(trick.with(1, Card(0)), Laid::of([Card(14), Card(0), Card(14), Card(15)]));
    }

    #[test]
    fn the_strongest_card_holds_the_trick_and_of_equals_the_first() {
        let led = Contract::Normal.class(CLUB_QUEEN);
        let trick = Laid::of([HEART_TEN, CLUB_QUEEN, CLUB_QUEEN, HEART_TEN]);
        assert_eq!([0, 1, 2, 3].map(|leader| trick.holder(led, leader)), [0, 3, 3, 3]);
        assert_eq!([0, 1, 2, 3].map(|leader| trick.holder_second_ten(led, leader)), [3, 0, 0, 0]);
        assert_eq!(Laid::NONE.with(2, CLUB_QUEEN).with(3, CLUB_QUEEN).holder(led, 2), 2);
        assert_eq!(trick.points(), 26);
    }

    #[test]
    fn the_house_rule_is_for_trumps() {
        // In a queen solo the heart ten is a plain heart.
        let (contract, ace) = (Contract::Queens, Card(10));
        let trick = Laid::of([HEART_TEN, HEART_TEN, Card(8), Card(9)]);
        assert_eq!(trick.holder_second_ten(contract.class(ace), 0), 0);
    }
}
