//! A move in one byte: a card by its number, or a row.

use kibitz_game::MoveCode;

use crate::cards::{DECK, ROWS};

/// A card to lay, or a row to take. The order of the bytes is the order of every list: cards, then rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

/// What a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// A card of the hand, 1 to 104.
    Card(u8),
    /// The row to take, counted from 0 at the top.
    Row(usize),
    /// A number that is no move.
    Nothing,
}

impl Move {
    /// Laying a card.
    #[inline(always)]
    pub const fn card(card: u8) -> Move {
        Move(card)
    }

    /// Taking a row, counted from 0.
    #[inline(always)]
    pub const fn row(row: usize) -> Move {
        Move((DECK + 1 + row) as u8)
    }

    /// What the move says.
    #[inline(always)]
    pub const fn says(self) -> Says {
        const CARDS: usize = DECK;
        match self.0 as usize {
            card @ 1..=CARDS => Says::Card(card as u8),
            row if row > DECK && row <= DECK + ROWS => Says::Row(row - DECK - 1),
            _ => Says::Nothing,
        }
    }
}

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(u8::try_from(code).unwrap_or(0))
    }
}
