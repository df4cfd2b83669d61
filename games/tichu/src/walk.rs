//! From world to world, and back to the deal.

use kibitz_game::{Card, CardSet, Rng, Seat, Worlds};

use crate::Tichu;
use crate::cards::SUITED;
use crate::moves::{Move, Says};
use crate::state::{Call, NO_CARD, State};
use crate::worlds::View;

/// Cards of a hand at the deal.
const HAND: u32 = 14;

impl Tichu {
    /// The round when the first card was to be led, if these moves have played all that was played; and how many of
    /// them were made before.
    ///
    /// Where cards are exchanged, what the others gave each other is hidden and no part of a world. Those who decide
    /// know it, so that it is guessed: the lowest card of a hand came from an opponent, the highest from the partner.
    pub(crate) fn first_lead(&self, now: &State, history: &[(Seat, Move)]) -> Option<(State, usize)> {
        let mut played = [CardSet::EMPTY; 4];
        for &(seat, mv) in history.iter().filter(|(seat, mv)| *seat != Seat::CHANCE && mv.is_play()) {
            played[seat.index()] |= mv.cards();
        }
        let mut state = State::empty(now.totals);
        for seat in 0..4 {
            state.hands[seat] = now.hands[seat] | played[seat];
        }
        if played != now.played_by || state.hands.iter().any(|hand| hand.len() != HAND) {
            return None;
        }
        let mut first = 0;
        if self.rules.calls || self.rules.exchange {
            first = history.iter().position(|(_, mv)| mv.is_play())?;
            for &(seat, mv) in &history[..first] {
                match mv.says() {
                    Says::Tichu => state.calls[seat.index()] = Call::Tichu,
                    Says::Grand => state.calls[seat.index()] = Call::Grand,
                    _ => {}
                }
            }
        }
        if self.rules.exchange {
            state.given = guessed_gifts(now.given, &state.hands);
        }
        self.begin_play(&mut state);
        Some((state, first))
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
        if fits { self.world_with(view, located, rng) } else { self.sample(view, rng) }
    }
}

/// What each seat gave, where it is not known by what the receivers hold.
fn guessed_gifts(mut given: [[u8; 3]; 4], hands: &[CardSet; 4]) -> [[u8; 3]; 4] {
    for receiver in 0..4 {
        // To the next seat, opposite, to the previous one: so the giver sits one, two, three places before.
        let gifts = [0, 1, 2].map(|i| ((receiver + 3 - i) & 3, i));
        let known = gifts.iter().filter(|&&(giver, i)| given[giver][i] != NO_CARD);
        let mut rest = known.fold(hands[receiver] & SUITED, |rest, &(giver, i)| rest - Card(given[giver][i]).set());
        for (giver, i) in gifts.into_iter().filter(|&(giver, i)| given[giver][i] == NO_CARD).collect::<Vec<_>>() {
            let guess = if i == 1 { rest.iter().last() } else { rest.iter().next() };
            if let Some(card) = guess {
                given[giver][i] = card.0;
                rest = rest - card.set();
            }
        }
    }
    given
}
