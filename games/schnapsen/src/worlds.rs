//! What a seat knows, and the deals that fit it.
//!
//! A world fills in the other hand and the order of the talon. All of them are equally likely: the other hand is a
//! uniform choice from the cards it may hold, beside those it is known to hold, and the rest lies in the talon in
//! uniform order. The order counts even in a closed talon: there it changes nothing, and multiplies all hands alike.
//! So the hands alone, without the talon, are a uniform list too: [`Schnapsen::other_hands`], at most 2002 of them.
//! When the talon is used up there is one world.

use kibitz_game::{CardSet, Play, Rng, Seat, Worlds};

use crate::Schnapsen;
use crate::cards::DECK;
use crate::moves::Move;
use crate::phases::{Digits, Scope};
use crate::state::State;
use crate::talon::Talon;

/// Everything a seat may know: the state with what it cannot know blanked out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The state as this seat sees it: the other hand is empty and the talon covered.
    pub known: State,
    /// Cards in the other hand.
    pub count: u8,
}

impl View {
    /// The cards the seat cannot see: the other hand and the covered talon.
    pub fn unseen(&self) -> CardSet {
        DECK - self.known.hands[self.seat.index()] - self.known.open_cards()
    }

    /// The other seat.
    #[inline(always)]
    pub fn other(&self) -> usize {
        self.seat.index() ^ 1
    }

    /// Cards that are certainly in the other hand.
    pub fn located(&self) -> CardSet {
        self.known.shown[self.other()]
    }

    /// Unseen cards that may be in the other hand and need not be.
    pub fn possible(&self) -> CardSet {
        self.unseen() - self.located() - self.known.without[self.other()]
    }

    /// Covered cards of the talon.
    pub fn covered(&self) -> u8 {
        self.known.talon.size().saturating_sub(1)
    }

    /// How many hands the other seat may have.
    pub fn hand_count(&self) -> u64 {
        let free = self.count as u64 - self.located().len() as u64;
        let from = self.possible().len() as u64;
        (0..free).fold(1, |ways, i| ways * from.saturating_sub(i) / (i + 1))
    }

    /// How many worlds there are.
    pub fn world_count(&self) -> u64 {
        let rest = self.unseen().len() as u64 - self.count as u64;
        (0..self.covered() as u64).fold(self.hand_count(), |ways, i| ways * (rest - i))
    }
}

impl Worlds for Schnapsen {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let mut known = if state.asking && seat.0 != state.leader { self.settled(state) } else { state.clone() };
        let other = seat.index() ^ 1;
        known.hands[other] = CardSet::EMPTY;
        known.elsewhere = CardSet::EMPTY;
        known.talon = state.talon.covered();
        View { seat, known, count: state.hands[other].len() as u8 }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.list(&view.known, view.seat, Scope::Sensible, moves);
    }

    #[inline]
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let mut pool = view.possible();
        let mut size = pool.len();
        let mut hand = view.located();
        let mut digits = Digits::new(rng);
        for _ in hand.len()..view.count as u32 {
            hand |= digits.take(&mut pool, size).set();
            size -= 1;
        }
        self.world_with(view, hand, rng)
    }

    /// All worlds, if there are at most `limit`.
    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        if view.world_count() > limit as u64 {
            return None;
        }
        let mut worlds = Vec::with_capacity(view.world_count() as usize);
        for hand in self.other_hands(view) {
            let mut state = view.known.clone();
            state.hands[view.other()] = hand;
            arrange(view, Talon::default(), view.unseen() - hand, &mut state, &mut worlds);
        }
        Some(worlds)
    }

    fn beginning(&self, now: &State, history: &[(Seat, Move)], rng: &mut Rng) -> Option<(State, usize)> {
        Some((self.first_lead(now, history, rng)?, 0))
    }

    fn step(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        self.swap_cards(view, world, rng)
    }

    fn carry_on(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        self.keep_hand(view, earlier, rng)
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.known.hands[view.seat.index()].len()
    }
}

impl Schnapsen {
    /// A world in which the other seat has this hand, one of [`Schnapsen::other_hands`]; the talon is uniform.
    #[inline]
    pub fn world_with(&self, view: &View, hand: CardSet, rng: &mut Rng) -> State {
        let mut state = view.known.clone();
        state.hands[view.other()] = hand;
        let mut rest = view.unseen() - hand;
        let mut size = rest.len();
        let covered = view.covered();
        if covered > 0 {
            let mut talon = Talon::default();
            let mut digits = Digits::new(rng);
            for place in 0..covered {
                if place == 5 {
                    digits = Digits::new(rng);
                }
                talon.push(digits.take(&mut rest, size).0);
                size -= 1;
            }
            talon.push(view.known.talon.face_up().0);
            state.talon = talon;
        }
        state.elsewhere = rest;
        state
    }

    /// Every hand the other seat may have, each as likely as any other.
    pub fn other_hands(&self, view: &View) -> Vec<CardSet> {
        let mut hands = Vec::with_capacity(view.hand_count() as usize);
        let free = view.count as u32 - view.located().len();
        choose(view.possible(), free, view.located(), &mut hands);
        hands
    }
}

/// All ways to add `n` of the cards to the hand.
fn choose(cards: CardSet, n: u32, hand: CardSet, hands: &mut Vec<CardSet>) {
    if n == 0 {
        return hands.push(hand);
    }
    let mut rest = cards;
    for card in cards {
        rest = rest - card.set();
        if rest.len() + 1 < n {
            break;
        }
        choose(rest, n - 1, hand | card.set(), hands);
    }
}

/// All orders of the covered talon.
fn arrange(view: &View, laid: Talon, rest: CardSet, state: &mut State, worlds: &mut Vec<State>) {
    if laid.size() == view.covered() {
        state.talon = view.known.talon;
        if !state.talon.is_empty() {
            let mut talon = laid;
            talon.push(view.known.talon.face_up().0);
            state.talon = talon;
        }
        state.elsewhere = rest;
        worlds.push(state.clone());
        return;
    }
    for card in rest {
        let mut more = laid;
        more.push(card.0);
        arrange(view, more, rest - card.set(), state, worlds);
    }
}
