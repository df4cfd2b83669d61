//! What a network sees of a view: a sum of named blocks, seats counted from the viewer.

use kibitz_game::Card;

use crate::cards::{Hand, KINDS};
use crate::rules::Rules;
use crate::state::{Level, Phase};
use crate::worlds::View;

const CARDS: usize = 2 * KINDS as usize;
const SEATS: usize = 4;
const CONTRACTS: usize = 9;
const LEVELS: usize = 5;

/// Number of values.
pub const SIZE: usize = CARDS      // own hand: at least one copy, both copies
    + CARDS                        // unseen cards
    + SEATS * CARDS                // what every seat has played
    + SEATS * KINDS as usize       // the card of every seat in the trick
    + SEATS * KINDS as usize       // kinds a seat has shown not to hold
    + SEATS                        // who holds the trick
    + SEATS                        // cards in hand, as a share of 12
    + SEATS                        // card points won / 240
    + SEATS                        // tricks won / 12
    + 2                            // phase
    + CONTRACTS                    // what is played
    + SEATS                        // who declared it
    + SEATS * 2                    // party, where it is certain: Re, Kontra
    + 2 * (LEVELS + 1)             // announcements of Re and Kontra; whether in time
    + SEATS * 2                    // has spoken, has a reservation
    + SEATS                        // known to have been dealt both club queens
    + SEATS                        // owes a compulsory solo
    + SEATS                        // who leads or has led
    + 1; //                           deal / 24

/// Writes the values.
pub(crate) fn write(rules: &Rules, view: &View, out: &mut Vec<f32>) {
    out.clear();
    let state = &view.known;
    let me = view.seat.index();
    let seats = || (0..SEATS).map(move |i| (me + i) & 3);
    let flag = |b: bool| b as u8 as f32;
    let mut cards = |hand: Hand| out.extend((0..CARDS).map(|i| (hand.0 >> i & 1) as f32));
    cards(state.hands[me]);
    cards(view.unseen());
    seats().for_each(|s| cards(state.played(s)));
    out.extend(
        seats().flat_map(|s| (0..KINDS).map(move |k| (s, k))).map(|(s, k)| flag(state.trick.card(s) == Some(Card(k)))),
    );
    out.extend(seats().flat_map(|s| (0..KINDS).map(move |k| (s, k))).map(|(s, k)| (state.lacks[s] >> k & 1) as f32));
    let holder = (state.laid > 0).then(|| state.holder(rules));
    out.extend(seats().map(|s| flag(holder == Some(s as u8))));
    out.extend(seats().map(|s| view.counts[s] as f32 / 12.0));
    out.extend(seats().map(|s| state.points[s] as f32 / 240.0));
    out.extend(seats().map(|s| state.tricks[s] as f32 / 12.0));
    out.extend([Phase::Reservation, Phase::Play].map(|p| flag(state.phase == p)));
    out.extend((0..CONTRACTS).map(|c| flag(state.phase != Phase::Reservation && state.contract as usize == c)));
    out.extend(seats().map(|s| flag(state.declarer as usize == s)));
    for s in seats() {
        let party = view.party(s);
        out.extend([0, 1].map(|p| flag(party.is_some_and(|party| party as usize == p))));
    }
    for announced in state.announced {
        out.extend(Level::ALL[1..].iter().map(|&level| flag(announced.level >= level)));
        out.push(flag(announced.timely));
    }
    out.extend(seats().flat_map(|s| [(state.spoken >> s & 1) as f32, (state.reserved >> s & 1) as f32]));
    out.extend(seats().map(|s| (state.both >> s & 1) as f32));
    out.extend(seats().map(|s| (state.open >> s & 1) as f32));
    out.extend(seats().map(|s| flag(state.leader() == s)));
    out.push(state.deal as f32 / 24.0);
    debug_assert_eq!(out.len(), SIZE);
}
