//! A deal of Doppelkopf as pure data, and what carries over to the next.

use kibitz_game::{Card, SeatSet};

use crate::cards::{CLUB_QUEEN, FOX, Hand, kind};
use crate::contracts::{Class, Contract};
use crate::rules::Rules;
use crate::trick::Laid;

/// Where the deal is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Healthy or not, and what it is.
    Reservation,
    /// Tricks.
    Play,
    /// Finished.
    Over,
}

/// The two parties; also the index of what belongs to them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Party {
    /// The club queens, or the soloist.
    Re,
    /// The others.
    Kontra,
}

impl Party {
    /// Both.
    pub const BOTH: [Party; 2] = [Party::Re, Party::Kontra];

    /// The word of the notation.
    pub const fn name(self) -> &'static str {
        ["re", "kontra"][self as usize]
    }

    /// The other one.
    #[inline(always)]
    pub const fn other(self) -> Party {
        match self {
            Party::Re => Party::Kontra,
            Party::Kontra => Party::Re,
        }
    }
}

/// How far a party has announced (§12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// Nothing.
    None,
    /// Re or Kontra.
    Call,
    /// The others stay below 90.
    No90,
    /// Below 60.
    No60,
    /// Below 30.
    No30,
    /// The others make no trick.
    Black,
}

impl Level {
    /// All of them, by number.
    pub const ALL: [Level; 6] = [Level::None, Level::Call, Level::No90, Level::No60, Level::No30, Level::Black];

    /// The word of the conformance format.
    pub const fn name(self) -> &'static str {
        ["none", "call", "no90", "no60", "no30", "schwarz"][self as usize]
    }

    /// The level of a word.
    pub fn of(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|l| l.name() == name)
    }
}

/// What a party has announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Announced {
    /// How far.
    pub level: Level,
    /// Whether the first call came in time; after a late reply there is no more.
    pub timely: bool,
}

impl Announced {
    /// Nothing yet.
    pub const NOTHING: Announced = Announced { level: Level::None, timely: true };
}

/// "No seat" where one is missing.
pub const NO_SEAT: u8 = u8::MAX;

/// A trick that was taken: the card of each seat, who won it and its points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// The cards by seat.
    pub cards: Laid,
    /// The winner.
    pub winner: u8,
    /// Card points.
    pub points: u8,
}

impl Taken {
    /// No trick yet.
    pub const NONE: Taken = Taken { cards: Laid::NONE, winner: NO_SEAT, points: 0 };
}

/// What carries over from deal to deal of a round (§2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// Who deals next.
    pub dealer: u8,
    /// Deals played so far.
    pub played: u8,
    /// Seats that have played their compulsory solo, as bits.
    pub solos: u8,
    /// Points so far.
    pub totals: [i32; 4],
}

impl Default for Standing {
    fn default() -> Standing {
        Standing { dealer: 3, played: 0, solos: 0, totals: [0; 4] }
    }
}

/// A deal in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each seat has in hand.
    pub hands: [Hand; 4],
    /// The cards each seat was dealt; those not in hand have been played.
    pub dealt: [Hand; 4],
    /// Kinds that a seat has shown not to hold: it did not follow, or it called Kontra without a club queen.
    pub lacks: [u32; 4],
    /// What must be followed: the class of cards that was led, or every kind.
    pub to_follow: u32,
    /// The cards of the trick by seat.
    pub trick: Laid,
    /// The class that was led.
    pub led: Class,
    /// Cards in the trick.
    pub laid: u8,
    /// Where the deal is.
    pub phase: Phase,
    /// What is played.
    pub contract: Contract,
    /// Who plays a solo or has declared a marriage.
    pub declarer: u8,
    /// Who has joined the marriage.
    pub partner: u8,
    /// The number of the trick that clarified the marriage, 0 for none.
    pub clarified: u8,
    /// The solo is its player's compulsory one.
    pub compulsory: bool,
    /// The solo was forced at the end of the round.
    pub forced: bool,
    /// No word has fallen since the last trick was taken.
    pub quiet: bool,
    /// Card points won.
    pub points: [u8; 4],
    /// Tricks won.
    pub tricks: [u8; 4],
    /// Tricks of 40 points and more.
    pub fat: [u8; 4],
    /// Foxes in tricks of others: two bits for each winner and player.
    pub foxes: u32,
    /// The last trick that was taken.
    pub last: Taken,
    /// What the parties have announced.
    pub announced: [Announced; 2],
    /// Seats that have shown their party by an announcement, as bits.
    pub told: [u8; 2],
    /// Seats known to have been dealt both club queens: a marriage was declared, or a solo denied.
    pub both: u8,
    /// Seats that have said whether they have a reservation, as bits.
    pub spoken: u8,
    /// Seats that have one, as bits.
    pub reserved: u8,
    /// What they are, while that is still being asked; [`Contract::Normal`] where nothing is said.
    pub named: [Contract; 4],
    /// Special points of a set-up position.
    pub extras: [u8; 2],
    /// Card points that a set-up position leaves out.
    pub missing: i16,
    /// Whose turn it is.
    pub turn: u8,
    /// Who is asked for an announcement, and how many are, this seat included; [`NO_SEAT`] and 0 when a card is due.
    pub asked: u8,
    /// See `asked`.
    pub asking: u8,
    /// Who dealt.
    pub dealer: u8,
    /// The number of the deal within its round, from 1.
    pub deal: u8,
    /// Seats that still owe a compulsory solo, as bits.
    pub open: u8,
    /// Points before this deal.
    pub totals: [i32; 4],
    /// Seats that have resolved not to announce, as bits: only thoughts know of it, no table does.
    pub silent: u8,
}

/// All four seats as bits.
pub const EVERYBODY: u8 = 0b1111;

/// The seats in the order of play from `first` on.
pub fn round_from(first: u8) -> impl Iterator<Item = u8> {
    (0..4).map(move |i| (first + i) & 3)
}

impl State {
    /// Nobody has cards.
    #[inline]
    pub fn empty() -> State {
        State {
            hands: [Hand::EMPTY; 4],
            dealt: [Hand::EMPTY; 4],
            lacks: [0; 4],
            to_follow: crate::cards::ALL,
            trick: Laid::NONE,
            led: Class::NONE,
            laid: 0,
            turn: 0,
            phase: Phase::Play,
            contract: Contract::Normal,
            declarer: NO_SEAT,
            partner: NO_SEAT,
            clarified: 0,
            compulsory: false,
            forced: false,
            quiet: true,
            points: [0; 4],
            tricks: [0; 4],
            fat: [0; 4],
            foxes: 0,
            last: Taken::NONE,
            announced: [Announced::NOTHING; 2],
            told: [0; 2],
            both: 0,
            spoken: 0,
            reserved: 0,
            named: [Contract::Normal; 4],
            extras: [0; 2],
            missing: 0,
            asked: NO_SEAT,
            asking: 0,
            dealer: 3,
            deal: 1,
            open: 0,
            totals: [0; 4],
            silent: 0,
        }
    }

    /// The first seat after the dealer.
    #[inline(always)]
    pub const fn first(&self) -> u8 {
        (self.dealer + 1) & 3
    }

    /// What a seat has played.
    #[inline(always)]
    pub const fn played(&self, seat: usize) -> Hand {
        self.dealt[seat].minus(self.hands[seat])
    }

    /// Whether the parties are fixed: not before the game is, and not while a marriage is open.
    #[inline(always)]
    pub fn parties_fixed(&self) -> bool {
        self.phase != Phase::Reservation && (self.contract != Contract::Marriage || self.clarified != 0)
    }

    /// The seats of the Re party, as bits; just the declarer while a marriage is open.
    #[inline(always)]
    pub fn re(&self) -> u8 {
        match self.contract {
            Contract::Normal => (0..4).fold(0, |re, s| re | ((self.dealt[s].0 >> CLUB_QUEEN.0 & 1) as u8) << s),
            Contract::Marriage if self.partner != NO_SEAT => 1 << self.declarer | 1 << self.partner,
            _ => 1 << self.declarer,
        }
    }

    /// The party of a seat once parties are fixed.
    #[inline(always)]
    pub fn party(&self, seat: usize) -> Party {
        let re = match self.contract {
            Contract::Normal => self.dealt[seat].has(CLUB_QUEEN),
            _ => seat == self.declarer as usize || seat == self.partner as usize,
        };
        if re { Party::Re } else { Party::Kontra }
    }

    /// Whether one seat plays alone without having declared a solo (§10).
    pub fn silent(&self) -> bool {
        self.parties_fixed() && !self.contract.is_solo() && self.re().count_ones() == 1
    }

    /// The highest level announced by either party.
    #[inline(always)]
    pub(crate) fn highest(&self) -> u32 {
        self.announced[0].level.max(self.announced[1].level) as u32
    }

    /// By how many cards the limits of announcements move (§12.6).
    #[inline(always)]
    pub fn delay(&self) -> u32 {
        if self.contract == Contract::Marriage { (self.clarified as u32).saturating_sub(1) } else { 0 }
    }

    /// The kinds the seat on turn may play (§7).
    #[inline(always)]
    pub fn playable(&self, seat: usize) -> u32 {
        let kinds = self.hands[seat & 3].kinds();
        let following = kinds & self.to_follow;
        // All of them if none follows; no branch, for it could not be predicted.
        following | kinds & ((following == 0) as u32).wrapping_neg()
    }

    /// Who holds the trick on the table, in which a card must lie.
    #[inline(always)]
    pub fn holder(&self, rules: &Rules) -> u8 {
        let leader = self.leader() as u8;
        if rules.second_heart_ten {
            self.trick.holder_second_ten(self.led, leader)
        } else {
            self.trick.holder(self.led, leader)
        }
    }

    /// How often a fox of `player` has gone to `winner`.
    pub const fn foxes(&self, winner: usize, player: usize) -> u32 {
        self.foxes >> (2 * (4 * winner + player)) & 3
    }

    /// The seat that forced by §2.4 plays its compulsory solo, if it comes to that in this deal.
    pub(crate) fn next_open(&self) -> u8 {
        round_from(self.first()).find(|s| self.open >> s & 1 != 0).unwrap_or(NO_SEAT)
    }

    /// Club queens that a seat must still hold, at least, by what the table knows.
    pub(crate) fn needs_queen(&self, seat: usize) -> bool {
        self.contract == Contract::Normal
            && self.told[Party::Re as usize] >> seat & 1 != 0
            && !self.played(seat).has(CLUB_QUEEN)
    }

    /// The kinds a seat may still hold by what the table knows.
    #[inline(always)]
    pub(crate) fn may_hold(&self, seat: usize) -> u32 {
        let queen = if self.both != 0 && self.both >> seat & 1 == 0 { kind(CLUB_QUEEN) } else { 0 };
        crate::cards::ALL & !(self.lacks[seat] | queen)
    }

    /// Whether every card and point is in just one place and what the table has learnt holds.
    pub fn audit(&self) -> Result<(), String> {
        let mut counts = [0; 24];
        for seat in 0..4 {
            let (hand, dealt) = (self.hands[seat], self.dealt[seat]);
            if dealt.len() != 12 || !dealt.covers(hand) {
                return Err(format!("seat {seat} was dealt {} cards, or holds others", dealt.len()));
            }
            dealt.iter().for_each(|c| counts[c.0 as usize] += 1);
            if let Some(card) = crate::cards::kinds_of(hand.kinds() & !self.may_hold(seat)).next() {
                return Err(format!("seat {seat} holds {}, which it has shown not to hold", name(card)));
            }
            if self.both >> seat & 1 != 0 && dealt.count(CLUB_QUEEN) != 2 {
                return Err(format!("seat {seat} was not dealt both club queens"));
            }
            if self.needs_queen(seat) && !hand.has(CLUB_QUEEN) {
                return Err(format!("seat {seat} called Re without a club queen"));
            }
            let in_trick = self.trick.card(seat);
            if self.phase != Phase::Reservation
                && (in_trick.is_some_and(|card| !self.played(seat).has(card))
                    || hand.len() + in_trick.is_some() as u32
                        != self.hands[self.leader()].len() + (self.laid > 0) as u32)
            {
                return Err(format!("seat {seat} has a wrong number of cards, or a foreign one in the trick"));
            }
        }
        if counts.iter().any(|&n| n != 2) {
            return Err("a card is not there just twice".into());
        }
        let hands: i32 = self.hands.iter().map(|h| h.points()).sum();
        let won: i32 = self.points.iter().map(|&p| p as i32).sum();
        let all = hands + won + self.trick.points() as i32 + self.missing as i32;
        if all != 240 {
            return Err(format!("{all} card points instead of 240"));
        }
        let foxes: u32 = (0..16).map(|i| self.foxes >> (2 * i) & 3).sum();
        if foxes > Hand::DECK.count(FOX) {
            return Err(format!("{foxes} foxes have been caught"));
        }
        Ok(())
    }

    /// Who leads to the trick, or has.
    #[inline(always)]
    pub fn leader(&self) -> usize {
        (self.turn + 4 - self.laid) as usize & 3
    }

    /// The seat that owes a decision: the one that is asked or on turn, while the deal lasts.
    #[inline(always)]
    pub fn to_act(&self) -> SeatSet {
        let seat = if self.asked == NO_SEAT { self.turn } else { self.asked };
        SeatSet(((self.phase != Phase::Over) as u16) << (seat & 3))
    }

    /// The same with nobody asked for an announcement.
    pub(crate) fn settled(&self) -> State {
        State { asked: NO_SEAT, asking: 0, ..self.clone() }
    }
}

/// The text of a card.
fn name(card: Card) -> &'static str {
    crate::cards::NAMES[card.0 as usize]
}
