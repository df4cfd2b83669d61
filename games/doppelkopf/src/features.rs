//! What networks see of a deal: words of bits, seats counted from the viewer (left is next to play). Suits cannot be
//! permuted: they differ in the trumps.

use kibitz_game::{Block, Encode, Encoding, Seat, reached};

use crate::Doppelkopf;
use crate::cards::{FOX, Hand, KINDS, POINTS};
use crate::contracts::Contract;
use crate::moves::{Move, Says};
use crate::state::{Level, NO_SEAT, Party, Phase, State};
use crate::worlds::View;

const CARDS: &str = "24 kinds of card from C9 to HT: at least one copy, then both copies";
const KIND: &str = "24 kinds of card from C9 to HT";
const TAKEN: &str = "at least 1, 10, 20, 30, 45, 60, 75, 90, 105, 120, 135, 151, 181, 211 card points, 240";
const PARTY: &str = "Re for sure, Kontra for sure";
const LEVELS: &str = "announced Re or Kontra, no 90, no 60, no 30, no trick; and the first in time";

const STATE: &[Block] = &[
    Block::new(0, 0, 48, "hand", CARDS),
    Block::new(0, 48, 9, "contract", "normal, marriage, solos: clubs, spades, hearts, diamonds, queens, jacks, aces"),
    Block::new(0, 57, 1, "reservations", "healthy or not, and what it is"),
    Block::new(0, 58, 1, "leads", "no card lies on the table"),
    Block::new(0, 59, 3, "laid", "1, 2, 3 cards lie on the table"),
    Block::new(0, 62, 1, "compulsory", "the solo is a compulsory one"),
    Block::new(0, 63, 1, "clarified", "the marriage has found its partner or gone alone"),
    Block::new(1, 0, 48, "unseen", CARDS),
    Block::new(1, 48, 15, "points own", TAKEN),
    Block::new(2, 0, 48, "played left", CARDS),
    Block::new(2, 48, 15, "points left", TAKEN),
    Block::new(3, 0, 48, "played opposite", CARDS),
    Block::new(3, 48, 15, "points opposite", TAKEN),
    Block::new(4, 0, 48, "played right", CARDS),
    Block::new(4, 48, 15, "points right", TAKEN),
    Block::new(5, 0, 48, "played own", CARDS),
    Block::new(5, 48, 4, "holder", "the trick is held by viewer, left, opposite, right"),
    Block::new(5, 52, 4, "leader", "viewer, left, opposite, right leads or has led"),
    Block::new(5, 56, 4, "declarer", "viewer, left, opposite, right plays the solo or declared the marriage"),
    Block::new(5, 60, 4, "partner", "viewer, left, opposite, right has joined the marriage"),
    Block::new(6, 0, 24, "card left", KIND),
    Block::new(6, 24, 24, "card opposite", KIND),
    Block::new(6, 48, 13, "cards", "0 to 12 cards in hand"),
    Block::new(7, 0, 24, "card right", KIND),
    Block::new(7, 24, 24, "lacks left", "kinds it has shown not to hold"),
    Block::new(7, 48, 2, "party own", PARTY),
    Block::new(7, 50, 2, "party left", PARTY),
    Block::new(7, 52, 2, "party opposite", PARTY),
    Block::new(7, 54, 2, "party right", PARTY),
    Block::new(7, 56, 8, "points trick", "at least 4, 8, 12, 16, 20, 25, 30, 40"),
    Block::new(8, 0, 24, "lacks opposite", "kinds it has shown not to hold"),
    Block::new(8, 24, 24, "lacks right", "kinds it has shown not to hold"),
    Block::new(8, 48, 4, "tricks", "viewer, left, opposite, right has a trick"),
    Block::new(8, 52, 4, "both queens", "known to have been dealt both club queens: viewer, left, opposite, right"),
    Block::new(8, 56, 4, "owes solo", "viewer, left, opposite, right owes a compulsory solo"),
    Block::new(8, 60, 4, "told", "viewer, left, opposite, right has shown its party by an announcement"),
    Block::new(9, 0, 6, "re says", LEVELS),
    Block::new(9, 6, 6, "kontra says", LEVELS),
    Block::new(9, 12, 4, "spoken", "viewer, left, opposite, right has spoken"),
    Block::new(9, 16, 4, "reserved", "viewer, left, opposite, right has a reservation"),
    Block::new(9, 20, 8, "fat", "tricks of 40 points and more of viewer, left, opposite, right: at least 1, 2"),
    Block::new(9, 28, 1, "forced", "a compulsory solo must be played now"),
    Block::new(9, 29, 5, "deal", "at least the 5th, 10th, 15th, 20th, 24th deal of the round"),
];

const ACTION: &[Block] = &[
    Block::new(0, 0, 24, "card", KIND),
    Block::new(0, 24, 6, "announces", "Re or Kontra, no 90, no 60, no 30, no trick; the first of them"),
    Block::new(0, 30, 2, "speaks", "healthy, a reservation"),
    Block::new(0, 32, 8, "names", "marriage, solos: clubs, spades, hearts, diamonds, queens, jacks, aces"),
    Block::new(0, 40, 1, "trump", "the card is a trump"),
    Block::new(0, 41, 1, "takes", "the card takes the lead of the trick"),
    Block::new(0, 42, 1, "last", "the fourth card of the trick"),
    Block::new(0, 43, 6, "points", "an ace, ten, king, queen, jack, nine"),
    Block::new(0, 49, 1, "both", "the other copy is in hand too"),
    Block::new(0, 50, 1, "gone", "the other copy has been played"),
    Block::new(0, 51, 1, "fox", "the ace of diamonds as a trump"),
    Block::new(0, 52, 2, "for", "the trick is held by a sure partner, a sure opponent"),
    Block::new(0, 54, 1, "last of class", "no other card of the suit, or no other trump, is left in hand"),
    Block::new(1, 0, 48, "rest", CARDS),
];

const TRUTH: &[Block] = &[
    Block::new(0, 0, 48, "cards own", CARDS),
    Block::new(0, 48, 4, "re", "viewer, left, opposite, right is of the Re party"),
    Block::new(1, 0, 48, "cards left", CARDS),
    Block::new(2, 0, 48, "cards opposite", CARDS),
    Block::new(3, 0, 48, "cards right", CARDS),
];

/// What networks see.
pub static ENCODING: Encoding = Encoding {
    state: STATE,
    action: ACTION,
    truth: TRUTH,
    outcomes: &["points of viewer", "card points of the party / 120", "Re", "tricks of viewer / 12"],
};

fn taken(points: u8) -> u64 {
    reached(points as i32, &[1, 10, 20, 30, 45, 60, 75, 90, 105, 120, 135, 151, 181, 211, 240])
}

/// Seats as bits, turned so that the viewer is the first.
fn turned(seats: u8, me: usize) -> u64 {
    ((seats as u64 | (seats as u64) << 4) >> me) & 15
}

fn seat_bit(seat: u8, me: usize) -> u64 {
    if seat == NO_SEAT { 0 } else { turned(1 << seat, me) }
}

impl Encode for Doppelkopf {
    fn encoding(&self) -> &'static Encoding {
        &ENCODING
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        let state = &view.known;
        let me = view.seat.index();
        let seat = |i: usize| (me + i) & 3;
        let speaking = state.phase == Phase::Reservation;
        let contract = if speaking { 0 } else { 1u64 << state.contract as u32 };
        words[0] = state.hands[me].0
            | contract << 48
            | (speaking as u64) << 57
            | ((state.laid == 0) as u64) << 58
            | ((1u64 << state.laid) >> 1 & 7) << 59
            | (state.compulsory as u64) << 62
            | ((state.contract == Contract::Marriage && state.clarified != 0) as u64) << 63;
        words[1] = view.unseen().0 | taken(state.points[me]) << 48;
        for i in 1..4 {
            words[1 + i] = state.played(seat(i)).0 | taken(state.points[seat(i)]) << 48;
        }
        let holder = if state.laid > 0 { seat_bit(state.holder(&self.rules), me) } else { 0 };
        let declarer = if speaking { 0 } else { seat_bit(state.declarer, me) };
        words[5] = state.played(me).0
            | holder << 48
            | turned(1 << state.leader(), me) << 52
            | declarer << 56
            | seat_bit(state.partner, me) << 60;
        let card = |i: usize| state.trick.card(seat(i)).map_or(0, |card| 1u64 << card.0);
        words[6] = card(1) | card(2) << KINDS | 1 << (48 + view.counts[me]);
        let parties = (0..4).fold(0, |all, i| {
            let party = view.party(seat(i)).map_or(0, |party| 1u64 << party as u32);
            all | party << (2 * i)
        });
        let lies: i32 = (0..4).filter_map(|s| state.trick.card(s)).map(|card| POINTS[card.0 as usize] as i32).sum();
        words[7] = card(3)
            | (state.lacks[seat(1)] as u64) << KINDS
            | parties << 48
            | reached(lies, &[4, 8, 12, 16, 20, 25, 30, 40]) << 56;
        let with_trick = (0..4).fold(0u64, |all, i| all | ((state.tricks[seat(i)] > 0) as u64) << i);
        words[8] = state.lacks[seat(2)] as u64
            | (state.lacks[seat(3)] as u64) << KINDS
            | with_trick << 48
            | turned(state.both, me) << 52
            | turned(state.open, me) << 56
            | turned(state.told[0] | state.told[1], me) << 60;
        let said = |party: Party| {
            let announced = state.announced[party as usize];
            let level = announced.level as i32;
            reached(level, &[1, 2, 3, 4, 5]) | ((level > 0 && announced.timely) as u64) << 5
        };
        let fat = (0..4).fold(0, |all, i| all | reached(state.fat[seat(i)] as i32, &[1, 2]) << (2 * i));
        words[9] = said(Party::Re)
            | said(Party::Kontra) << 6
            | turned(state.spoken, me) << 12
            | turned(state.reserved, me) << 16
            | fat << 20
            | (state.forced as u64) << 28
            | reached(state.deal as i32, &[5, 10, 15, 20, 24]) << 29;
    }

    fn encode_move(&self, view: &View, mv: Move, words: &mut [u64]) {
        let state = &view.known;
        let me = view.seat.index();
        let hand = state.hands[me];
        words[1] = hand.0;
        let card = match mv.says() {
            Says::Play(card) => card,
            Says::Call(_) => return words[0] = 1 << 24 | ((self.first_call(state, me)) as u64) << 29,
            Says::Level(level) => {
                let place = level as u32 - Level::Call as u32;
                return words[0] = 1 << (24 + place) | ((self.first_call(state, me)) as u64) << 29;
            }
            Says::Healthy => return words[0] = 1 << 30,
            Says::Reservation => return words[0] = 1 << 31,
            Says::Name(contract) => return words[0] = 1 << (32 + contract as u32 - Contract::Marriage as u32),
            Says::Silent | Says::Nothing => return words[0] = 0,
        };
        let rest = hand.without(card);
        words[1] = rest.0;
        let class = state.contract.class(card);
        let (mut takes, mut with, mut against) = (state.laid == 0, false, false);
        if state.laid > 0 {
            let after = state.trick.with(view.seat.0, card);
            let led = State { trick: after, ..state.clone() };
            takes = led.holder(&self.rules) == view.seat.0;
            let (own, theirs) = (view.party(me), view.party(state.holder(&self.rules) as usize));
            with = own.is_some() && own == theirs;
            against = own.is_some() && theirs.is_some() && own != theirs;
        }
        let played = (0..4).map(|s| state.played(s).count(card)).sum::<u32>();
        let rank = crate::cards::rank_of(card);
        words[0] = 1u64 << card.0
            | (class.is_trump() as u64) << 40
            | (takes as u64) << 41
            | ((state.laid == 3) as u64) << 42
            | 1 << (43 + rank)
            | ((rest.has(card)) as u64) << 49
            | ((played > 0) as u64) << 50
            | ((card == FOX && class.is_trump()) as u64) << 51
            | (with as u64) << 52
            | (against as u64) << 53
            | ((rest.kinds() & class.members() == 0) as u64) << 54;
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        let me = seat.index();
        for i in 0..4 {
            let Hand(cards) = state.hands[(me + i) & 3];
            words[i] = cards;
        }
        if state.parties_fixed() {
            words[0] |= turned(state.re(), me) << 48;
        }
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        let me = seat.index();
        let re = state.re();
        let ours = |s: usize| (re >> s & 1) == (re >> me & 1);
        let points: i32 = (0..4).filter(|&s| ours(s)).map(|s| state.points[s] as i32).sum();
        numbers[0] = self.scores(state)[me] as f32;
        numbers[1] = points as f32 / 120.0;
        numbers[2] = (re >> me & 1) as f32;
        numbers[3] = state.tricks[me] as f32 / 12.0;
    }
}

impl Doppelkopf {
    /// Whether the seat's party has announced nothing yet.
    fn first_call(&self, state: &State, seat: usize) -> bool {
        state.announced[state.party(seat) as usize].level == Level::None
    }
}
