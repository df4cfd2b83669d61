//! A round of Tichu as pure data.

use kibitz_game::{Card, CardSet, Seat, SeatSet};

use crate::cards::{DECK, MAH_JONG, points, rank_cards};
use crate::combos::Top;

/// Where the round is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Eight cards in hand: Grand Tichu?
    Grand,
    /// Three cards for the others.
    Exchange,
    /// Tricks.
    Play,
    /// The Mah Jong has been played: a wish?
    Wish,
    /// The Dragon has won a trick: for whom?
    Dragon,
    /// Finished.
    Over,
}

/// What a seat has called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// Nothing.
    None,
    /// Tichu, 100 points.
    Tichu,
    /// Grand Tichu, 200 points.
    Grand,
}

/// "No card" in [`State::given`].
pub const NO_CARD: u8 = u8::MAX;
/// "No seat" where one is missing.
pub const NO_SEAT: u8 = u8::MAX;

/// A round in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each seat has in hand; in the Grand phase the first eight.
    pub hands: [CardSet; 4],
    /// The cards each seat has won.
    pub piles: [CardSet; 4],
    /// The cards each seat takes up after the Grand phase.
    pub to_come: [CardSet; 4],
    /// Cards of a set-up position that are nowhere in particular.
    pub elsewhere: CardSet,
    /// All cards of the trick.
    pub trick: CardSet,
    /// What must be beaten.
    pub top: Top,
    /// The cards that fulfil the open wish; empty when there is none.
    pub wish: CardSet,
    /// The rank that was wished in this round, 0 for none.
    pub wished: u8,
    /// Seats that showed that they held no card of the wished rank: they had to play one and did not.
    pub without_wished: u8,
    /// Where the round is.
    pub phase: Phase,
    /// The seats that owe a decision.
    pub acting: SeatSet,
    /// Whose turn it is in the trick, or to lead.
    pub turn: u8,
    /// Who played what lies on top.
    pub owner: u8,
    /// The trick is won but its winner has not led yet, so it may still be bombed (§4.7).
    pub open: bool,
    /// Seats with cards in hand, as bits.
    pub active: u8,
    /// Seats that hold a bomb, as bits; kept only where bombs may interrupt.
    pub bombers: u8,
    /// Seats still to be asked whether they bomb.
    pub asking: u8,
    /// The seats that are out, in order.
    pub out: [u8; 3],
    /// How many are out.
    pub out_count: u8,
    /// Calls.
    pub calls: [Call; 4],
    /// Who led first: the holder of the Mah Jong.
    pub starter: u8,
    /// What each seat gave to the next, the opposite and the previous seat.
    pub given: [[u8; 3]; 4],
    /// Winner and points of the last trick that was taken.
    pub last_trick: (u8, i8),
    /// The match score before this round.
    pub totals: [i16; 2],
    /// Seats that have resolved not to call, as bits: only thoughts know of it, no table does.
    pub silent: u8,
    /// The cards each seat has played: public, and what a network learns most from.
    pub played_by: [CardSet; 4],
    /// What each seat has passed on, one bit a kind and height: see [`passed_bit`].
    pub passed: [u64; 4],
}

/// The bit for a pass on a combination: single of an opponent by its height (bits 0–15), pair (16–30), triple (31–45),
/// stairs, full house, straight, a bomb (46–49), single of the partner by its height (50–61), anything else of his (62).
#[inline(always)]
pub(crate) fn passed_bit(top: Top, partners: bool) -> u64 {
    1 << PASSED_BITS[partners as usize][top.play.kind() as usize][(top.doubled >> 1 & 15) as usize]
}

/// The number of [`passed_bit`] by whose, what kind and how high.
static PASSED_BITS: [[[u8; 16]; 8]; 2] = {
    const FIRST: [[u8; 8]; 2] = [[0, 16, 31, 46, 47, 48, 49, 49], [50, 62, 62, 62, 62, 62, 62, 62]];
    const BY_HEIGHT: [[bool; 8]; 2] = [
        [true, true, true, false, false, false, false, false],
        [true, false, false, false, false, false, false, false],
    ];
    let mut bits = [[[0; 16]; 8]; 2];
    let mut i = 0;
    while i < 2 * 8 * 16 {
        let (partners, kind, height) = (i / 128, i / 16 % 8, i % 16);
        // The partner's low singles tell nothing apart: nobody beats them.
        let height_told = if partners == 1 { (height as u8).saturating_sub(4) } else { height as u8 };
        let above_first = if BY_HEIGHT[partners][kind] { height_told } else { 0 };
        bits[partners][kind][height] = FIRST[partners][kind] + above_first;
        i += 1;
    }
    bits
};

/// The next seat after `seat` in a mask of seats; the seat itself comes last.
#[inline(always)]
pub fn next_in(mask: u8, seat: u8) -> u8 {
    let turned = (mask as u32 | (mask as u32) << 4) >> (seat + 1);
    (seat + 1 + turned.trailing_zeros() as u8) & 3
}

impl State {
    /// An empty table.
    pub fn empty(totals: [i16; 2]) -> State {
        State {
            hands: [CardSet::EMPTY; 4],
            piles: [CardSet::EMPTY; 4],
            to_come: [CardSet::EMPTY; 4],
            elsewhere: CardSet::EMPTY,
            trick: CardSet::EMPTY,
            top: Top::NONE,
            wish: CardSet::EMPTY,
            wished: 0,
            without_wished: 0,
            phase: Phase::Play,
            acting: SeatSet::EMPTY,
            turn: 0,
            owner: 0,
            open: false,
            active: 0b1111,
            bombers: 0,
            asking: 0,
            out: [NO_SEAT; 3],
            out_count: 0,
            calls: [Call::None; 4],
            starter: NO_SEAT,
            given: [[NO_CARD; 3]; 4],
            last_trick: (NO_SEAT, 0),
            totals,
            silent: 0,
            played_by: [CardSet::EMPTY; 4],
            passed: [0; 4],
        }
    }

    /// The seats that are out, in order.
    pub fn out(&self) -> &[u8] {
        &self.out[..self.out_count as usize]
    }

    /// Whether the first two out are partners.
    pub fn double_win(&self) -> bool {
        self.out_count == 2 && self.out[0] ^ self.out[1] == 2
    }

    /// Whether the next play is a lead.
    #[inline(always)]
    pub fn leading(&self) -> bool {
        self.top.is_none() || self.open
    }

    /// What must be beaten by the seat on turn: nothing when it leads.
    #[inline(always)]
    pub fn to_beat(&self) -> Top {
        if self.open { Top::NONE } else { self.top }
    }

    /// Where the Mah Jong is, if in a hand.
    pub fn mah_jong_holder(&self) -> Option<Seat> {
        (0..4).map(Seat).find(|s| self.hands[s.index()].meets(MAH_JONG))
    }

    /// Everything the table has seen.
    pub fn played(&self) -> CardSet {
        self.piles.iter().fold(self.trick, |all, &pile| all | pile)
    }

    /// Whether every card is in just one place and the facts the seats have learnt hold.
    pub fn audit(&self) -> Result<(), String> {
        let places = self.hands.iter().chain(&self.piles).chain(&self.to_come).chain([&self.elsewhere, &self.trick]);
        let (mut all, mut cards) = (CardSet::EMPTY, 0);
        for place in places {
            all |= *place;
            cards += place.len();
        }
        if all != DECK || cards != 56 {
            return Err(format!("{cards} cards in all places, {} different ones", all.len()));
        }
        for seat in 0..4 {
            let holds = !self.hands[seat].is_empty();
            if holds != (self.active >> seat & 1 != 0) {
                return Err(format!("seat {seat} is marked active wrongly"));
            }
            if self.without_wished >> seat & 1 != 0 && self.hands[seat].meets(rank_cards(self.wished)) {
                return Err(format!("seat {seat} holds a card of the rank it showed not to hold"));
            }
        }
        let holder = self.mah_jong_holder().filter(|h| self.starter != NO_SEAT && h.0 != self.starter);
        if let Some(holder) = holder {
            return Err(format!("seat {holder} holds the Mah Jong but seat {} led first", self.starter));
        }
        if self.starter != NO_SEAT {
            let seen = self.played();
            if self.mah_jong_holder().is_none() && !seen.meets(MAH_JONG) {
                return Err("the Mah Jong has been led with but is nowhere".into());
            }
            for (giver, cards) in self.given.iter().enumerate() {
                for (i, &card) in cards.iter().enumerate().filter(|(_, c)| **c != NO_CARD) {
                    let receiver = (giver + 1 + i) & 3;
                    if !(self.hands[receiver] | seen).has(Card(card)) {
                        return Err(format!("a card that seat {giver} gave to seat {receiver} is elsewhere"));
                    }
                }
            }
        }
        if self.phase == Phase::Over && self.elsewhere.is_empty() {
            let rest: i32 = places_points(self);
            if rest != 100 {
                return Err(format!("{rest} card points instead of 100"));
            }
        }
        Ok(())
    }
}

fn places_points(state: &State) -> i32 {
    state.hands.iter().chain(&state.piles).chain([&state.trick]).map(|&place| points(place)).sum()
}
