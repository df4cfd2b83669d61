//! A move is a number below 64, so a set of moves is one word.
//!
//! 0–31 a card; 32–58 a marriage declared by leading the card 32 below; 60 `decline`, 61 `exchange`, 62 `close`,
//! 63 `claim`. The order of the numbers is the order of every list.

use kibitz_game::{Card, CardSet, MoveCode, nth_bit};

use crate::cards::{DECK, KING, QUEEN, rank_of};

/// A card or any other decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u8);

/// What a move says, for those who want it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// A card, led or in reply.
    Card(Card),
    /// A marriage, with the card of it that is led.
    Marriage(Card),
    /// The trump jack for the card that lies face up.
    Exchange,
    /// No more drawing.
    Close,
    /// "I have 66."
    Claim,
    /// Not to claim now.
    Decline,
    /// A number that is no move.
    Nothing,
}

const MARRIAGE: u8 = 32;

impl Move {
    /// Answer "no" to an open interrupt.
    pub const DECLINE: Move = Move(60);
    /// The trump jack for the card that lies face up.
    pub const EXCHANGE: Move = Move(61);
    /// Closing the talon.
    pub const CLOSE: Move = Move(62);
    /// Claiming 66.
    pub const CLAIM: Move = Move(63);
    /// What no state allows.
    pub const NOTHING: Move = Move(29);

    /// A card.
    #[inline(always)]
    pub const fn card(card: Card) -> Move {
        Move(card.0)
    }

    /// A marriage declared by leading its king or queen.
    #[inline(always)]
    pub const fn marriage(card: Card) -> Move {
        Move(MARRIAGE + card.0)
    }

    /// What the move says.
    pub const fn says(self) -> Says {
        match self {
            Move::DECLINE => Says::Decline,
            Move::EXCHANGE => Says::Exchange,
            Move::CLOSE => Says::Close,
            Move::CLAIM => Says::Claim,
            Move(number) => {
                let card = Card(number & 31);
                if number < MARRIAGE && DECK.has(card) {
                    Says::Card(card)
                } else if number >= MARRIAGE && DECK.has(card) && matches!(rank_of(card), KING | QUEEN) {
                    Says::Marriage(card)
                } else {
                    Says::Nothing
                }
            }
        }
    }

    /// Whether it is a card and nothing else.
    #[inline(always)]
    pub const fn is_card(self) -> bool {
        self.0 < MARRIAGE
    }

    /// Whether it declares a marriage.
    #[inline(always)]
    pub const fn is_marriage(self) -> bool {
        self.0 >= MARRIAGE && self.0 < Move::DECLINE.0
    }

    /// The card that is laid on the table by a card or a marriage.
    #[inline(always)]
    pub const fn laid(self) -> Card {
        Card(self.0 & 31)
    }

    /// The set that holds just this move.
    #[inline(always)]
    pub const fn set(self) -> Moves {
        Moves(1 << self.0)
    }
}

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0 as u64
    }

    fn from_code(code: u64) -> Move {
        if code < 64 { Move(code as u8) } else { Move::NOTHING }
    }
}

/// A set of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves(pub u64);

impl Moves {
    /// None.
    pub const NONE: Moves = Moves(0);

    /// Cards.
    #[inline(always)]
    pub const fn cards(cards: CardSet) -> Moves {
        Moves(cards.0)
    }

    /// With marriages led by these cards.
    #[inline(always)]
    pub const fn with_marriages(self, cards: CardSet) -> Moves {
        Moves(self.0 | cards.0 << MARRIAGE)
    }

    /// With a move when the condition holds.
    #[inline(always)]
    pub const fn with_if(self, condition: bool, mv: Move) -> Moves {
        Moves(self.0 | (condition as u64) << mv.0)
    }

    /// Number of moves.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The move at a place of the sorted list.
    #[inline(always)]
    pub fn nth(self, place: u32) -> Move {
        Move(nth_bit(self.0, place).trailing_zeros() as u8)
    }

    /// The moves in order.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        CardSet(self.0).iter().map(|bit| Move(bit.0))
    }
}
