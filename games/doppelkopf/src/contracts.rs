//! What can be played (§4): the normal game, the marriage and seven solos, each with its trumps and its order of cards.

use kibitz_game::Card;

use crate::cards::{ALL, HEART_TEN, KINDS, card_of, rank_of, suit_of};

/// A type of game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Contract {
    /// All healthy.
    Normal,
    /// A declared marriage.
    Marriage,
    /// Clubs instead of diamonds.
    Clubs,
    /// Spades instead of diamonds.
    Spades,
    /// Hearts instead of diamonds.
    Hearts,
    /// The trumps of the normal game.
    Diamonds,
    /// Queens alone are trumps.
    Queens,
    /// Jacks alone are trumps.
    Jacks,
    /// No trumps.
    Aces,
}

impl Contract {
    /// All of them, by number.
    pub const ALL: [Contract; 9] = [
        Contract::Normal,
        Contract::Marriage,
        Contract::Clubs,
        Contract::Spades,
        Contract::Hearts,
        Contract::Diamonds,
        Contract::Queens,
        Contract::Jacks,
        Contract::Aces,
    ];

    /// The seven solos.
    pub const SOLOS: [Contract; 7] = [
        Contract::Clubs,
        Contract::Spades,
        Contract::Hearts,
        Contract::Diamonds,
        Contract::Queens,
        Contract::Jacks,
        Contract::Aces,
    ];

    /// The word of the notation.
    pub const fn name(self) -> &'static str {
        match self {
            Contract::Normal => "normal",
            Contract::Marriage => "marriage",
            Contract::Clubs => "solo:clubs",
            Contract::Spades => "solo:spades",
            Contract::Hearts => "solo:hearts",
            Contract::Diamonds => "solo:diamonds",
            Contract::Queens => "solo:queens",
            Contract::Jacks => "solo:jacks",
            Contract::Aces => "solo:aces",
        }
    }

    /// The contract of a word.
    pub fn of(name: &str) -> Option<Contract> {
        Contract::ALL.into_iter().find(|c| c.name() == name)
    }

    /// Whether one seat plays against three by declaration.
    #[inline(always)]
    pub const fn is_solo(self) -> bool {
        self as u8 >= Contract::Clubs as u8
    }

    /// Trumps and ranks.
    #[inline(always)]
    pub fn order(self) -> &'static Order {
        &ORDERS[self as usize]
    }

    /// The suit whose plain cards are trumps.
    const fn trump_suit(self) -> Option<u8> {
        match self {
            Contract::Clubs => Some(0),
            Contract::Spades => Some(1),
            Contract::Hearts => Some(2),
            Contract::Normal | Contract::Marriage | Contract::Diamonds => Some(3),
            Contract::Queens | Contract::Jacks | Contract::Aces => None,
        }
    }

    /// How high a card stands among the trumps, 0 for none (§6).
    const fn trump_height(self, card: Card) -> u8 {
        let (suit, rank) = (suit_of(card), rank_of(card));
        let (queen, jack) = (rank == 3, rank == 4);
        match self.trump_suit() {
            Some(_) if card.0 == HEART_TEN.0 => 13,
            Some(_) if queen => 12 - suit,
            Some(_) if jack => 8 - suit,
            Some(trump) if suit == trump => [4, 3, 2, 0, 0, 1][rank as usize],
            Some(_) => 0,
            None => {
                let trump = match self {
                    Contract::Queens => queen,
                    Contract::Jacks => jack,
                    _ => false,
                };
                if trump { 4 - suit } else { 0 }
            }
        }
    }
}

/// The number of the class of trumps among the classes that must be followed; the suits are 0 to 3.
pub const TRUMP: u8 = 4;
/// Strengths of trumps begin here; those of plain cards that follow lie below, those of discards are 0.
const TRUMP_BASE: u8 = 32;

/// Trumps and ranks of a contract, ready for use in a trick. Rows are padded so that five bits can index them.
#[derive(Debug)]
pub struct Order {
    /// Which class a card belongs to: a plain suit, or [`TRUMP`].
    pub class: [u8; 32],
    /// The cards of each class.
    pub members: [u32; 8],
    /// What a card is worth in a trick in which a class was led; the highest wins.
    pub strength: [[u8; 32]; 8],
}

impl Order {
    /// The trumps.
    pub const fn trumps(&self) -> u32 {
        self.members[TRUMP as usize]
    }

    /// The trumps from high to low.
    pub fn trumps_from_the_top(&self) -> Vec<Card> {
        let mut trumps: Vec<Card> = crate::cards::kinds_of(self.trumps()).collect();
        trumps.sort_by_key(|c| std::cmp::Reverse(self.strength[TRUMP as usize][c.0 as usize]));
        trumps
    }

    const fn of(contract: Contract) -> Order {
        let mut order = Order { class: [0; 32], members: [0; 8], strength: [[0; 32]; 8] };
        let mut kind = 0;
        while kind < KINDS {
            let card = Card(kind);
            let height = contract.trump_height(card);
            let class = if height > 0 { TRUMP } else { suit_of(card) };
            order.class[kind as usize] = class;
            order.members[class as usize] |= 1 << kind;
            let mut led = 0;
            while led <= TRUMP {
                order.strength[led as usize][kind as usize] = if height > 0 {
                    TRUMP_BASE + height
                } else if class == led {
                    6 - rank_of(card)
                } else {
                    0
                };
                led += 1;
            }
            kind += 1;
        }
        order
    }
}

static ORDERS: [Order; 9] = {
    let contracts = Contract::ALL;
    [
        Order::of(contracts[0]),
        Order::of(contracts[1]),
        Order::of(contracts[2]),
        Order::of(contracts[3]),
        Order::of(contracts[4]),
        Order::of(contracts[5]),
        Order::of(contracts[6]),
        Order::of(contracts[7]),
        Order::of(contracts[8]),
    ]
};

/// Who holds the trick so far, as one number that grows: strength of the best card, then earlier before later, then
/// the seat in the two lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Best(pub u16);

impl Best {
    /// The trick after one more card: its strength, how many lay there before it, and who played it.
    #[inline(always)]
    pub fn then(self, strength: u8, before: u8, seat: u8) -> Best {
        self.max(Best((strength as u16) << 4 | (3 - before as u16) << 2 | seat as u16))
    }

    /// The strength of the best card.
    #[inline(always)]
    pub const fn strength(self) -> u8 {
        (self.0 >> 4) as u8
    }

    /// Who holds the trick.
    #[inline(always)]
    pub const fn seat(self) -> u8 {
        self.0 as u8 & 3
    }
}

/// The strength of a heart ten, which the house rule lets the second one exceed (§6.5).
#[inline(always)]
pub(crate) fn second_heart_ten(card: Card, strength: u8, best: Best) -> u8 {
    strength + (card == HEART_TEN && strength > TRUMP_BASE && best.strength() == strength) as u8
}

const _: () = {
    let mut i = 0;
    while i < 9 {
        let members = ORDERS_CHECK[i];
        assert!(members == ALL, "every card belongs to one class");
        i += 1;
    }
};

const ORDERS_CHECK: [u32; 9] = {
    let mut all = [0; 9];
    let mut i = 0;
    while i < 9 {
        let members = Order::of(Contract::ALL[i]).members;
        all[i] = members[0] | members[1] | members[2] | members[3] | members[4];
        i += 1;
    }
    all
};

const _: () = assert!(card_of(0, 3).0 == crate::cards::CLUB_QUEEN.0);
