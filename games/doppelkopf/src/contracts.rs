//! What can be played (§4): the normal game, the marriage and seven solos, each with its trumps and its order of cards.

use kibitz_game::Card;

use crate::cards::{HEART_TEN, KINDS, kinds_of, rank_of, suit_of};

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

/// Strengths of trumps begin here; those of plain cards that follow lie below, those of discards are 0.
pub(crate) const TRUMP_BASE: u8 = 32;
/// The number of the class of trumps within a contract; the plain suits are 0 to 3.
const TRUMP: u8 = 4;
/// Classes per contract, and contracts, rounded up so that bits alone can index them.
const CLASSES: usize = 8;
const ROWS: usize = 16 * CLASSES;

/// What is led and must be followed: a plain suit or the trumps, under some contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Class(u8);

impl Class {
    /// Stands where nothing has been led.
    pub const NONE: Class = Class(0);

    const fn of(contract: Contract, number: u8) -> Class {
        Class(contract as u8 * CLASSES as u8 + number)
    }

    /// The trumps of a contract.
    pub const fn trumps(contract: Contract) -> Class {
        Class::of(contract, TRUMP)
    }

    /// Whether these are trumps.
    pub const fn is_trump(self) -> bool {
        self.0 % CLASSES as u8 == TRUMP
    }

    /// The kinds that belong to it.
    pub fn members(self) -> u32 {
        MEMBERS[self.0 as usize % ROWS]
    }

    /// What a card is worth in a trick in which this was led; the highest wins.
    #[inline(always)]
    pub fn strength(self, card: Card) -> u8 {
        STRENGTHS[self.0 as usize % ROWS][(card.0 & 31) as usize]
    }
}

impl Contract {
    /// The class of a card.
    #[inline(always)]
    pub fn class(self, card: Card) -> Class {
        static TABLE: [[Class; 32]; 9] = CLASS_OF;
        TABLE[self as usize][(card.0 & 31) as usize]
    }

    /// The kinds that follow a card.
    #[inline(always)]
    pub fn followers(self, card: Card) -> u32 {
        FOLLOWERS[self as usize][(card.0 & 31) as usize]
    }

    /// The kinds that are trumps.
    pub fn trumps(self) -> u32 {
        Class::trumps(self).members()
    }

    /// The trumps from high to low.
    pub fn trumps_from_the_top(self) -> Vec<Card> {
        let mut trumps: Vec<Card> = kinds_of(self.trumps()).collect();
        trumps.sort_by_key(|&card| std::cmp::Reverse(Class::trumps(self).strength(card)));
        trumps
    }

    const fn class_number(self, card: Card) -> u8 {
        if self.trump_height(card) > 0 { TRUMP } else { suit_of(card) }
    }

    const fn strength(self, led: u8, card: Card) -> u8 {
        let height = self.trump_height(card);
        if height > 0 {
            TRUMP_BASE + height
        } else if suit_of(card) == led {
            6 - rank_of(card)
        } else {
            0
        }
    }
}

/// The class of every card under every contract. Rows are padded so that five bits can index them.
const CLASS_OF: [[Class; 32]; 9] = {
    let mut classes = [[Class::NONE; 32]; 9];
    let mut i = 0;
    while i < 9 * KINDS as usize {
        let (contract, kind) = (Contract::ALL[i / KINDS as usize], i % KINDS as usize);
        classes[i / KINDS as usize][kind] = Class::of(contract, contract.class_number(Card(kind as u8)));
        i += 1;
    }
    classes
};

const MEMBERS: [u32; ROWS] = {
    let mut members = [0; ROWS];
    let mut i = 0;
    while i < 9 * KINDS as usize {
        let (contract, kind) = (Contract::ALL[i / KINDS as usize], (i % KINDS as usize) as u8);
        members[Class::of(contract, contract.class_number(Card(kind))).0 as usize] |= 1 << kind;
        i += 1;
    }
    members
};

/// [`MEMBERS`] of [`CLASS_OF`]: one step instead of two when a card is led.
static FOLLOWERS: [[u32; 32]; 9] = {
    let mut followers = [[0; 32]; 9];
    let mut i = 0;
    while i < 9 * KINDS as usize {
        let (contract, kind) = (i / KINDS as usize, i % KINDS as usize);
        followers[contract][kind] = MEMBERS[CLASS_OF[contract][kind].0 as usize];
        i += 1;
    }
    followers
};

static STRENGTHS: [[u8; 32]; ROWS] = {
    let mut strengths = [[0; 32]; ROWS];
    let mut class = 0;
    while class < 9 * CLASSES {
        let (contract, number) = (Contract::ALL[class / CLASSES], (class % CLASSES) as u8);
        let mut kind = 0;
        while kind < KINDS && number <= TRUMP {
            strengths[class][kind as usize] = contract.strength(number, Card(kind));
            kind += 1;
        }
        class += 1;
    }
    strengths
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::ALL;

    #[test]
    fn every_card_belongs_to_one_class_of_each_contract() {
        for contract in Contract::ALL {
            let classes = (0..=TRUMP).map(|n| Class::of(contract, n).members());
            assert_eq!(classes.clone().fold(0, |all, members| all | members), ALL);
            assert_eq!(classes.map(u32::count_ones).sum::<u32>(), ALL.count_ones());
        }
    }

    #[test]
    fn the_number_of_trumps_is_that_of_the_rules() {
        let trumps = Contract::ALL.map(|c| 2 * c.trumps().count_ones());
        assert_eq!(trumps, [26, 26, 26, 26, 24, 26, 8, 8, 0]);
    }
}
