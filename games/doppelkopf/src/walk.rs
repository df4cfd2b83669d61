//! From world to world, and back to the deal.

use kibitz_game::{Card, Rng, Seat, Worlds};

use crate::Doppelkopf;
use crate::cards::{CLUB_QUEEN, Hand, KINDS};
use crate::moves::{Move, Says};
use crate::state::{EVERYBODY, Phase, State};
use crate::worlds::{Classes, View, both_copies, draw_from_classes};

impl Doppelkopf {
    /// The deal before the first word, if these moves have played all that was played; and how many of them were made
    /// before. Where a reservation was not named to everybody, the play begins behind them.
    pub(crate) fn first_word(&self, now: &State, history: &[(Seat, Move)]) -> Option<(State, usize)> {
        let mut played = [Hand::EMPTY; 4];
        let (mut named, mut words) = (0, 0);
        for &(seat, mv) in history {
            match mv.says() {
                Says::Play(card) => played[seat.index()] = played[seat.index()].with(card),
                Says::Healthy | Says::Reservation => words += 1,
                Says::Name(_) => {
                    named |= 1 << seat.0;
                    words += 1;
                }
                _ => {}
            }
        }
        let whole = (0..4).all(|s| now.dealt[s].len() == 12 && now.played(s) == played[s]);
        if !whole || now.missing != 0 || now.extras != [0; 2] {
            return None;
        }
        let mut state = State::empty();
        (state.hands, state.dealt) = (now.dealt, now.dealt);
        (state.dealer, state.deal, state.totals, state.silent) = (now.dealer, now.deal, now.totals, now.silent);
        state.open = now.open | if now.compulsory { 1 << now.declarer } else { 0 };
        self.open_deal(&mut state);
        if now.reserved & !named == 0 || now.spoken != EVERYBODY {
            return Some((state, 0));
        }
        if now.phase == Phase::Reservation {
            return None;
        }
        (state.spoken, state.reserved, state.both) = (now.spoken, now.reserved, now.both);
        self.begin_play(&mut state, now.contract, now.declarer);
        Some((state, words))
    }

    /// A card of one hidden hand and one of another change places; the world stays as it is where facts forbid that.
    pub(crate) fn swap_cards(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        if world.phase == Phase::Reservation && world.spoken == EVERYBODY {
            // What was named hangs on the hands.
            return self.sample(view, rng);
        }
        let mut next = world.clone();
        let others = view.others();
        let left_out = rng.below(3) as usize;
        let [a, b] = [others[(left_out + 1) % 3], others[(left_out + 2) % 3]];
        if world.hands[a].is_empty() || world.hands[b].is_empty() {
            return next;
        }
        // Of a pair either copy: labelled deals are what is uniform.
        let [from_a, from_b] = [a, b].map(|seat| {
            let copy = world.hands[seat].copies().random_subset(1, rng).iter().next().expect("it has a card");
            Card(copy.0 % KINDS)
        });
        for (seat, gives, gets) in [(a, from_a, from_b), (b, from_b, from_a)] {
            next.hands[seat] = next.hands[seat].without(gives).with(gets);
            next.dealt[seat] = next.dealt[seat].without(gives).with(gets);
        }
        if [a, b].iter().all(|&seat| fits(&next, seat)) { next } else { world.clone() }
    }

    /// A world in which the hidden hands keep as many cards of an earlier world as they can.
    pub(crate) fn keep_hands(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        let mut next = view.known.clone();
        if next.phase == Phase::Reservation {
            return self.sample(view, rng);
        }
        let others = view.others();
        let may = others.map(|seat| both_copies(next.may_hold(seat)));
        let mut pool = view.unseen();
        let mut kept = [Hand::EMPTY; 3];
        for (i, &seat) in others.iter().enumerate() {
            let keeps = Hand(earlier.hands[seat].0 & pool.0).copies() & may[i];
            kept[i] = Hand::of_copies(keeps.random_subset(keeps.len().min(view.counts[seat] as u32), rng));
            pool = pool.minus(kept[i]);
        }
        let room = [0, 1, 2].map(|i| view.counts[others[i]] as u32 - kept[i].len());
        let rest = Classes::of(pool.copies(), may);
        if rest.count(room, None).0 == 0 {
            return self.sample(view, rng);
        }
        for ((seat, kept), more) in others.into_iter().zip(kept).zip(draw_from_classes(&rest, room, rng)) {
            next.hands[seat] = kept.plus(Hand::of_copies(more));
            next.dealt[seat] = next.dealt[seat].plus(next.hands[seat]);
        }
        if others.iter().all(|&seat| fits(&next, seat)) { next } else { self.sample(view, rng) }
    }
}

/// Whether a seat may hold its cards, by what the table knows.
fn fits(state: &State, seat: usize) -> bool {
    let hand = state.hands[seat];
    let both = state.both >> seat & 1 == 0 || state.dealt[seat].count(CLUB_QUEEN) == 2;
    hand.kinds() & !state.may_hold(seat) == 0 && both && (!state.needs_queen(seat) || hand.has(CLUB_QUEEN))
}
