//! From world to world, and back to the deal.

use kibitz_game::{CardSet, Rng, Seat};

use crate::Tichu;
use crate::moves::Move;
use crate::state::State;
use crate::worlds::View;

/// Cards of a hand at the deal.
const HAND: u32 = 14;

impl Tichu {
    /// The deal as it began, if these moves have played all that was played. Where cards are exchanged the others' gifts
    /// are hidden, and what they decided with before cannot be told.
    pub(crate) fn deal_of(&self, now: &State, history: &[(Seat, Move)]) -> Option<State> {
        if self.rules.calls || self.rules.exchange {
            return None;
        }
        let mut played = [CardSet::EMPTY; 4];
        for &(seat, mv) in history.iter().filter(|(seat, mv)| *seat != Seat::CHANCE && mv.is_play()) {
            played[seat.index()] |= mv.cards();
        }
        let mut state = State::empty(now.totals);
        for seat in 0..4 {
            state.hands[seat] = now.hands[seat] | played[seat];
        }
        let complete = played == now.played_by && state.hands.iter().all(|hand| hand.len() == HAND);
        complete.then(|| {
            self.open_round(&mut state);
            state
        })
    }

    /// One card of two hidden hands, or two of each, change places; the world stays as it is where facts forbid that.
    pub(crate) fn swap_cards(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        let mut next = world.clone();
        let located = view.located();
        let free = |seat: usize| world.hands[seat] - located[seat];
        let mut seats: Vec<usize> = view.others().filter(|&seat| !free(seat).is_empty()).collect();
        if seats.len() < 2 {
            return next;
        }
        if seats.len() == 3 {
            seats.remove(rng.below(3) as usize);
        }
        let most = if rng.below(3) == 0 { 2 } else { 1 };
        let size = seats.iter().fold(most, |size, &seat| size.min(free(seat).len()));
        let [a, b] = [seats[0], seats[1]];
        let (from_a, from_b) = (free(a).random_subset(size, rng), free(b).random_subset(size, rng));
        next.hands[a] = next.hands[a] - from_a | from_b;
        next.hands[b] = next.hands[b] - from_b | from_a;
        if seats.iter().any(|&seat| next.hands[seat].meets(view.excluded(seat))) {
            return world.clone();
        }
        self.settle_world(view, &mut next);
        next
    }

    /// A world in which the hidden hands keep as many cards of an earlier world as they can.
    pub(crate) fn keep_hands(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        let mut located = view.located();
        let mut pool = located.iter().fold(view.unseen(), |pool, &cards| pool - cards);
        let mut room = [0; 4];
        for seat in view.others() {
            let keeps = (earlier.hands[seat] & pool) - view.excluded(seat);
            let places = view.counts[seat] as u32 - located[seat].len();
            let kept = keeps.random_subset(places.min(keeps.len()), rng);
            located[seat] |= kept;
            pool = pool - kept;
            room[seat] = places - kept.len();
        }
        // Cards of the wished rank need a place where they may be.
        let wished = pool & view.others().fold(CardSet::EMPTY, |all, seat| all | view.excluded(seat));
        let open = |&seat: &usize| !view.excluded(seat).meets(wished);
        let fits = wished.len() <= view.others().filter(open).map(|seat| room[seat]).sum();
        if fits { self.world_with(view, located, rng) } else { self.world(view, rng) }
    }
}
