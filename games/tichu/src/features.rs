//! What a network sees of a view: a sum of named blocks, seats counted from the viewer.

use kibitz_game::CardSet;

use crate::state::{Call, Phase};
use crate::worlds::View;

const CARDS: usize = 56;
const SEATS: usize = 4;

/// Number of values.
pub const SIZE: usize = CARDS      // own hand
    + CARDS                        // unseen cards
    + CARDS                        // cards of the trick
    + SEATS * CARDS                // won cards of every seat
    + 3 * CARDS                    // what the seat gave to each other seat
    + SEATS                        // cards in hand, as a share of 14
    + 6                            // phase
    + 8 + 2                        // combination on top: kind, rank / 15, cards / 14
    + SEATS                        // whose it is
    + 13                           // open wish
    + SEATS                        // seats known to hold no card of the wished rank
    + SEATS * 2                    // calls: Tichu, Grand Tichu
    + SEATS * 3                    // out as first, second, third
    + 2; //                           match score, own and other, / 1000

/// Writes the values.
pub(crate) fn write(view: &View, out: &mut Vec<f32>) {
    out.clear();
    let state = &view.known;
    let me = view.seat.index();
    let seats = || (0..SEATS).map(move |i| (me + i) & 3);
    let mut cards = |set: CardSet| out.extend((0..CARDS).map(|i| (set.0 >> i & 1) as f32));
    cards(state.hands[me]);
    cards(view.unseen());
    cards(state.trick);
    seats().for_each(|s| cards(state.piles[s]));
    for &given in &state.given[me] {
        cards(if given as usize >= CARDS { CardSet::EMPTY } else { CardSet(1 << given) });
    }
    let flag = |b: bool| b as u8 as f32;
    out.extend(seats().map(|s| view.counts[s] as f32 / 14.0));
    let phases = [Phase::Grand, Phase::Exchange, Phase::Play, Phase::Wish, Phase::Dragon, Phase::Over];
    out.extend(phases.map(|p| flag(state.phase == p)));
    let top = state.to_beat();
    out.extend((0..8).map(|k| flag(!top.is_none() && top.play.kind() as u8 == k)));
    out.extend([top.doubled as f32 / 30.0, top.play.size() as f32 / 14.0]);
    out.extend(seats().map(|s| flag(!top.is_none() && state.owner as usize == s)));
    out.extend((2..=14).map(|r| flag(state.wish == crate::cards::rank_cards(r))));
    out.extend(seats().map(|s| flag(state.without_wished >> s & 1 != 0)));
    out.extend(seats().flat_map(|s| [flag(state.calls[s] == Call::Tichu), flag(state.calls[s] == Call::Grand)]));
    out.extend(
        seats()
            .flat_map(|s| (0..3).map(move |place| (s, place)))
            .map(|(s, place)| flag(state.out[place] as usize == s)),
    );
    out.extend([me & 1, me & 1 ^ 1].map(|team| state.totals[team] as f32 / 1000.0));
    debug_assert_eq!(out.len(), SIZE);
}
