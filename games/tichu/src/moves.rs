//! A move in one word.
//!
//! Bits 0–55 are the cards, 56–60 the height, 61–63 the kind of combination. A pass is 0. Moves that are
//! not plays have the kind of a straight bomb and the impossible height 31; their verb and arguments lie in
//! the card bits. The order of the words is the order of every list: pass, combinations by kind and height,
//! then the other moves.

use kibitz_game::{Card, CardSet, MoveCode, Seat};

use crate::cards::{DECK, DOG, MAH_JONG, PHOENIX, count, rank_cards};

/// A play, a pass or any other decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Move(pub u64);

/// The kinds of combination (§7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One card.
    Single,
    /// Two of a rank.
    Pair,
    /// Three of a rank.
    Triple,
    /// Adjacent pairs.
    Stairs,
    /// A triple and a pair.
    FullHouse,
    /// Five or more ranks in a row.
    Straight,
    /// Four of a rank.
    Bomb4,
    /// A straight of one suit.
    BombStraight,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Single,
        Kind::Pair,
        Kind::Triple,
        Kind::Stairs,
        Kind::FullHouse,
        Kind::Straight,
        Kind::Bomb4,
        Kind::BombStraight,
    ];

    /// The word of the notation.
    pub fn name(self) -> &'static str {
        ["single", "pair", "triple", "stairs", "fullhouse", "straight", "bomb4", "bombstraight"][self as usize]
    }
}

/// Height of the Dragon.
pub const HEIGHT_DRAGON: u8 = 15;
/// Height of a single Phoenix as a move; what it beats depends on the table.
pub const HEIGHT_PHOENIX: u8 = 16;
const HEIGHT_NO_PLAY: u8 = 31;

/// What a move says, for those who want it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// `pass`
    Pass,
    /// A combination.
    Play,
    /// No bomb now.
    Decline,
    /// `tichu`
    Tichu,
    /// `grand`
    Grand,
    /// `no-grand`
    NoGrand,
    /// `wish:9`, or no wish.
    Wish(Option<u8>),
    /// The Dragon's trick to a seat.
    Gift(Seat),
    /// Cards from a seat for the next, the opposite and the previous one.
    Give {
        /// Who gives.
        from: Seat,
        /// What.
        cards: [Card; 3],
    },
}

const VERB_SHIFT: u32 = 52;

impl Move {
    /// Passing.
    pub const PASS: Move = Move(0);
    /// Answer "no" to an open interrupt.
    pub const DECLINE: Move = Move::other(0, 0);
    /// Calling Tichu.
    pub const TICHU: Move = Move::other(1, 0);
    /// Calling Grand Tichu.
    pub const GRAND: Move = Move::other(2, 0);
    /// Not calling Grand Tichu.
    pub const NO_GRAND: Move = Move::other(3, 0);

    /// A combination.
    #[inline(always)]
    pub const fn play(kind: Kind, height: u8, cards: CardSet) -> Move {
        Move((kind as u64) << 61 | (height as u64) << 56 | cards.0)
    }

    const fn other(verb: u64, argument: u64) -> Move {
        Move((Kind::BombStraight as u64) << 61 | (HEIGHT_NO_PLAY as u64) << 56 | verb << VERB_SHIFT | argument)
    }

    /// A wish; `None` is no wish.
    pub const fn wish(rank: Option<u8>) -> Move {
        Move::other(
            4,
            match rank {
                Some(r) => r as u64,
                None => 0,
            },
        )
    }

    /// The Dragon's trick for a seat.
    pub const fn gift(to: Seat) -> Move {
        Move::other(5, to.0 as u64)
    }

    /// Cards from a seat for the next, the opposite and the previous one.
    pub const fn give(from: Seat, cards: [Card; 3]) -> Move {
        let cards = (cards[0].0 as u64) << 16 | (cards[1].0 as u64) << 8 | cards[2].0 as u64;
        Move::other(6, (from.0 as u64) << 24 | cards)
    }

    /// What the move says.
    pub const fn says(self) -> Says {
        if self.0 == 0 {
            return Says::Pass;
        }
        if self.is_play() {
            return Says::Play;
        }
        let argument = self.0 & ((1 << VERB_SHIFT) - 1);
        match self.0 >> VERB_SHIFT & 0xF {
            1 => Says::Tichu,
            2 => Says::Grand,
            3 => Says::NoGrand,
            4 => Says::Wish(if argument == 0 { None } else { Some(argument as u8) }),
            5 => Says::Gift(Seat(argument as u8)),
            6 => Says::Give {
                from: Seat((argument >> 24) as u8),
                cards: [Card((argument >> 16) as u8), Card((argument >> 8) as u8), Card(argument as u8)],
            },
            _ => Says::Decline,
        }
    }

    /// Whether it is a combination of cards.
    #[inline(always)]
    pub const fn is_play(self) -> bool {
        self.0 != 0 && self.height() != HEIGHT_NO_PLAY
    }

    /// The cards of a combination.
    #[inline(always)]
    pub const fn cards(self) -> CardSet {
        CardSet(self.0 & DECK.0)
    }

    /// The kind of a combination.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        // A table keeps the compiler from turning a first question for singles into a jump by kind.
        Kind::ALL[(self.0 >> 61) as usize]
    }

    /// The height of a combination: the rank that decides.
    #[inline(always)]
    pub const fn height(self) -> u8 {
        (self.0 >> 56 & 31) as u8
    }

    /// Number of cards of a combination.
    #[inline(always)]
    pub const fn size(self) -> u32 {
        self.cards().len()
    }

    /// Whether it is a bomb.
    #[inline(always)]
    pub const fn is_bomb(self) -> bool {
        self.0 >> 61 >= Kind::Bomb4 as u64 && self.height() != HEIGHT_NO_PLAY
    }

    /// Whether it is the Dog.
    #[inline(always)]
    pub const fn is_dog(self) -> bool {
        self.0 == DOG.0
    }

    /// The rank the Phoenix stands for in a combination of several cards.
    pub fn phoenix_rank(self) -> Option<u8> {
        let cards = self.cards();
        if !cards.meets(PHOENIX) || self.size() == 1 {
            return None;
        }
        let naturals = |rank: u8| if rank == 1 { (cards & MAH_JONG).len() } else { count(cards, rank) };
        let run = |width: u32| {
            let top = self.height();
            (top + 1 - width as u8..=top).find(|&r| naturals(r) < self.size() / width)
        };
        match self.kind() {
            Kind::Straight => run(self.size()),
            Kind::Stairs => run(self.size() / 2),
            Kind::FullHouse => {
                let other = (2..=14).find(|&r| r != self.height() && cards.meets(rank_cards(r)));
                // Triple complete: the Phoenix is in the pair. Four and the Phoenix are one rank throughout.
                match other {
                    Some(rank) if naturals(self.height()) == 3 => Some(rank),
                    _ => Some(self.height()),
                }
            }
            _ => Some(self.height()),
        }
    }
}

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0
    }

    fn from_code(code: u64) -> Move {
        Move(code)
    }
}
