//! The talon: the cards not dealt, in drawing order, the last one face up.

use kibitz_game::{Card, CardSet};

use crate::cards::NO_CARD;

const BITS: u32 = 5;
const CARD: u64 = (1 << BITS) - 1;

/// At most ten cards in one word, five bits each, the next to be drawn lowest. What is drawn is forgotten, so that equal
/// talons are equal words. A card that the onlooker does not know is [`NO_CARD`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Talon {
    cards: u64,
    size: u8,
}

impl Talon {
    /// The most cards it holds.
    pub const FULL: u8 = 10;

    /// Puts a card below all others.
    #[inline(always)]
    pub fn push(&mut self, card: u8) {
        self.cards |= (card as u64) << (BITS * self.size as u32);
        self.size += 1;
    }

    /// Number of cards, the one face up included.
    #[inline(always)]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Whether it is used up.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.size == 0
    }

    /// Takes the next two cards.
    #[inline(always)]
    pub fn draw_two(&mut self) -> [Card; 2] {
        debug_assert!(self.size >= 2);
        let drawn = [Card((self.cards & CARD) as u8), Card((self.cards >> BITS & CARD) as u8)];
        self.cards >>= 2 * BITS;
        self.size -= 2;
        drawn
    }

    /// The card at a place, 0 for the next to be drawn.
    #[inline(always)]
    pub const fn at(self, place: u8) -> u8 {
        (self.cards >> (BITS * place as u32) & CARD) as u8
    }

    /// The last card, which lies face up; call only when there is one.
    #[inline(always)]
    pub const fn face_up(self) -> Card {
        Card(self.at(self.size - 1))
    }

    /// Puts another card in the place of the one face up.
    #[inline(always)]
    pub fn replace_face_up(&mut self, card: Card) {
        let place = BITS * (self.size as u32 - 1);
        self.cards = self.cards & !(CARD << place) | (card.0 as u64) << place;
    }

    /// The cards in drawing order; those not known are left out.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        (0..self.size).map(move |place| self.at(place)).filter(|&card| card != NO_CARD).map(Card)
    }

    /// The cards as a set.
    pub fn set(self) -> CardSet {
        self.iter().collect()
    }

    /// The same talon as the players see it: only the last card is known.
    pub fn covered(self) -> Talon {
        let mut seen = Talon::default();
        for place in 0..self.size {
            seen.push(if place + 1 == self.size { self.at(place) } else { NO_CARD });
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_come_in_the_order_they_were_laid() {
        let mut talon = Talon::default();
        [3, 28, 0, 17].into_iter().for_each(|card| talon.push(card));
        assert_eq!(talon.face_up(), Card(17));
        assert_eq!(talon.covered().iter().collect::<Vec<_>>(), [Card(17)]);
        assert_eq!(talon.draw_two(), [Card(3), Card(28)]);
        talon.replace_face_up(Card(8));
        assert_eq!(talon.iter().collect::<Vec<_>>(), [Card(0), Card(8)]);
        assert_eq!(talon.draw_two(), [Card(0), Card(8)]);
        assert_eq!(talon, Talon::default());
    }
}
