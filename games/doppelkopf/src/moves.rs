//! A move in one byte: 0 to 23 a card, then the announcements, no announcement first, then what is said of reservations.
//! The order of the numbers is the order of every list.

use kibitz_game::{Card, MoveCode};

use crate::cards::KINDS;
use crate::contracts::Contract;
use crate::state::{Level, Party};

/// A card, an announcement or a word of the reservations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u8);

/// What a move says, for those who want it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// A card.
    Play(Card),
    /// `re` or `kontra`.
    Call(Party),
    /// `no90` and further.
    Level(Level),
    /// `nichts`: no announcement, by one who was asked.
    Silent,
    /// `gesund`: no reservation.
    Healthy,
    /// `vorbehalt`: a reservation.
    Reservation,
    /// What the reservation is: a marriage or a solo.
    Name(Contract),
    /// A number that is no move.
    Nothing,
}

const RE: u8 = 32;
const LEVELS: u8 = 34;
const NAMES: u8 = 42;

impl Move {
    /// `re`
    pub const RE: Move = Move(RE);
    /// `kontra`
    pub const KONTRA: Move = Move(RE + 1);
    /// `nichts`
    pub const SILENT: Move = Move(31);
    /// `gesund`
    pub const HEALTHY: Move = Move(40);
    /// `vorbehalt`
    pub const RESERVATION: Move = Move(41);

    /// A card.
    #[inline(always)]
    pub const fn play(card: Card) -> Move {
        Move(card.0)
    }

    /// The announcement of a level by a party.
    #[inline(always)]
    pub const fn announce(level: Level, party: Party) -> Move {
        match level {
            Level::None | Level::Call => Move(RE + party as u8),
            _ => Move(LEVELS + level as u8 - Level::No90 as u8),
        }
    }

    /// What a reservation is.
    pub const fn name(contract: Contract) -> Move {
        Move(NAMES + contract as u8 - Contract::Marriage as u8)
    }

    /// Whether it is a card.
    #[inline(always)]
    pub const fn is_card(self) -> bool {
        self.0 < KINDS
    }

    /// Whether it is an announcement.
    pub const fn is_announcement(self) -> bool {
        matches!(self.says(), Says::Call(_) | Says::Level(_))
    }

    /// What the move says.
    pub const fn says(self) -> Says {
        match self.0 {
            kind if kind < KINDS => Says::Play(Card(kind)),
            RE => Says::Call(Party::Re),
            33 => Says::Call(Party::Kontra),
            34..=37 => Says::Level(Level::ALL[(self.0 - LEVELS) as usize + Level::No90 as usize]),
            31 => Says::Silent,
            40 => Says::Healthy,
            41 => Says::Reservation,
            42..=49 => Says::Name(Contract::ALL[(self.0 - NAMES) as usize + Contract::Marriage as usize]),
            _ => Says::Nothing,
        }
    }
}

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(u8::try_from(code).unwrap_or(u8::MAX))
    }
}
