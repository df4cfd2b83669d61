//! What a seat knows, and the deals that fit it.
//!
//! A world is exactly uniform over all labelled deals consistent with the hard facts: own hand, cards played,
//! cards given and received, the Mah Jong with whoever led first, and seats that showed to hold no card of the
//! wished rank. Cards whose place is known are placed first. Those of the wished rank then fall on the free
//! places of the seats that may hold them, each place equally likely, and all others on what is left: every
//! arrangement of cards on places is equally likely, hence every deal.

use kibitz_game::{Card, CardSet, Rng, Seat, SeatSet, Worlds};

use crate::Tichu;
use crate::beater;
use crate::cards::{DECK, MAH_JONG, SUITED, rank_cards};
use crate::moves::{Move, Says};
use crate::priors;
use crate::priors::Need;
use crate::rules::GrandOrder;
use crate::state::{Call, NO_CARD, NO_SEAT, Phase, State, next_in};

/// Everything a seat may know: the state with what it cannot know blanked out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The state as this seat sees it: other hands are empty, its own unseen cards too.
    pub known: State,
    /// Cards in hand per seat.
    pub counts: [u8; 4],
}

impl View {
    /// The cards whose place the seat cannot see.
    pub fn unseen(&self) -> CardSet {
        DECK - self.known.hands[self.seat.index()] - self.known.played()
    }

    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.seat.index();
        (0..4).filter(move |&s| s != me)
    }

    /// Unseen cards whose holder the seat knows.
    pub(crate) fn located(&self) -> [CardSet; 4] {
        let mut located = [CardSet::EMPTY; 4];
        let unseen = self.unseen();
        if self.known.starter != NO_SEAT {
            located[self.known.starter as usize] |= unseen & MAH_JONG;
            let me = self.seat.index();
            for (i, &card) in self.known.given[me].iter().enumerate() {
                if card != NO_CARD {
                    located[(me + 1 + i) & 3] |= unseen & Card(card).set();
                }
            }
        }
        located
    }

    /// Unseen cards that a seat certainly holds, and those that it may hold.
    pub(crate) fn may_hold(&self, seat: usize) -> (CardSet, CardSet) {
        let located = self.located();
        let elsewhere = located.iter().fold(CardSet::EMPTY, |all, &cards| all | cards);
        (located[seat], self.unseen() - elsewhere - self.excluded(seat))
    }

    /// Unseen cards that a seat is known not to hold.
    pub(crate) fn excluded(&self, seat: usize) -> CardSet {
        if self.known.without_wished >> seat & 1 != 0 { rank_cards(self.known.wished) } else { CardSet::EMPTY }
    }
}

impl Worlds for Tichu {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let me = seat.index();
        // Filled in place: a view is made for every decision of self-play.
        let mut view = View { seat, known: state.clone(), counts: [0; 4] };
        let View { known, counts, .. } = &mut view;
        for s in 0..4 {
            counts[s] = state.hands[s].len() as u8;
            known.to_come[s] = CardSet::EMPTY;
            if s == me {
                continue;
            }
            known.hands[s] = CardSet::EMPTY;
            for (i, card) in known.given[s].iter_mut().enumerate() {
                if state.phase == Phase::Exchange || (s + 1 + i) & 3 != me {
                    *card = NO_CARD;
                }
            }
        }
        let at_once = match state.phase {
            Phase::Grand => self.rules.grand_order == GrandOrder::Simultaneous,
            phase => phase == Phase::Exchange,
        };
        if at_once {
            // Whether the others have answered, and what, is not seen.
            known.acting = SeatSet(SeatSet::all(4).without(seat).0 | state.acting.0 & seat.set().0);
            if state.phase == Phase::Grand {
                self.forget_other_calls(known, me);
            }
        } else if !state.acting.has(seat) || state.asking == 0 {
            known.acting = self.ordinary(state);
            known.asking = 0;
        } else {
            known.asking = 1 << me;
        }
        known.elsewhere = CardSet::EMPTY;
        known.bombers &= 1 << me;
        view
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.list(&view.known, view.seat, false, moves);
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.world_with(view, view.located(), rng)
    }

    fn beginning(&self, now: &State, history: &[(Seat, Move)], _rng: &mut Rng) -> Option<(State, usize)> {
        self.first_lead(now, history)
    }

    fn step(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        self.swap_cards(view, world, rng)
    }

    fn carry_on(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        self.keep_hands(view, earlier, rng)
    }

    /// All worlds by trying every place for every card, if there are at most `limit`.
    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        let cards: Vec<Card> = view.unseen().iter().collect();
        if cards.len() > 16 || view.known.phase == Phase::Grand {
            return None;
        }
        let mut room = [0u32; 5];
        for s in view.others() {
            room[s] = view.counts[s] as u32;
        }
        room[4] = (cards.len() as u32).checked_sub(room.iter().sum())?;
        let mut worlds = Vec::new();
        let mut state = view.known.clone();
        self.fill(view, &cards, &mut room, &mut state, &mut worlds, limit).then_some(worlds)
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.counts[view.seat.index()] as u32
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        let open_grand = now.phase != Phase::Grand || self.rules.grand_order == GrandOrder::Sequential;
        mover == observer
            || match mv.says() {
                Says::Give { .. } => false,
                Says::Grand | Says::NoGrand => open_grand,
                _ => true,
            }
    }

    fn samplers(&self) -> &'static [&'static str] {
        priors::SAMPLERS
    }

    fn sample_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        self.world_by(method, view, rng)
    }

    fn sample_for(&self, method: &str, view: &View, mv: Move, rng: &mut Rng) -> Option<State> {
        (method == beater::NAME).then(|| self.beater_world(view, mv, rng))
    }

    fn sample_peeking(&self, view: &View, truth: &State, share: f64, rng: &mut Rng) -> Option<State> {
        Some(self.peek(view, truth, share, rng))
    }

    fn silence(&self, view: &mut View) {
        view.known.silent |= 1 << view.seat.0;
    }

    fn seen_as(&self, mv: Move, mover: Seat, observer: Seat) -> u64 {
        if mover == observer {
            return mv.0;
        }
        match mv.says() {
            // Which suits others play matters to nobody else.
            Says::Play => ranks_only(mv),
            Says::Give { .. } => 1,
            _ => mv.0,
        }
    }
}

impl Tichu {
    fn forget_other_calls(&self, known: &mut State, me: usize) {
        for s in (0..4).filter(|&s| s != me) {
            known.calls[s] = Call::None;
        }
    }

    /// A world in which each card of the other hands is where it truly is with probability `share`.
    pub(crate) fn peek(&self, view: &View, truth: &State, share: f64, rng: &mut Rng) -> State {
        let mut located = view.located();
        for s in view.others() {
            located[s] |= truth.hands[s].iter().filter(|_| rng.unit() < share).collect();
        }
        self.world_with(view, located, rng)
    }

    /// A world in which a seat holds some cards that it may hold; none if that leaves no place for other cards.
    pub(crate) fn world_holding(&self, view: &View, seat: usize, cards: CardSet, rng: &mut Rng) -> Option<State> {
        let mut located = view.located();
        located[seat] |= cards;
        // With these cards the seat may have no room left for those of the wished rank, which others cannot hold.
        if view.known.without_wished != 0 {
            let free = view.others().fold(view.unseen(), |free, s| free - located[s]);
            let room = |s: usize| view.counts[s] as u32 - located[s].len();
            let wished = free & rank_cards(view.known.wished);
            let nowhere = free.len() - view.others().map(room).sum::<u32>();
            let places = view.others().filter(|&s| (view.excluded(s) & wished).is_empty()).map(room).sum::<u32>();
            if wished.len() > places + nowhere {
                return None;
            }
        }
        Some(self.world_with(view, located, rng))
    }

    /// A world whose free cards are dealt out by some rule; places of the Grand phase are filled as ever.
    pub(crate) fn fill_world(
        &self,
        view: &View,
        rule: fn(&mut [Need], &mut [CardSet; 4], CardSet, &mut Rng),
        rng: &mut Rng,
    ) -> State {
        let mut located = view.located();
        let mut pool = view.unseen();
        let mut needs = Vec::new();
        for seat in view.others() {
            pool = pool - located[seat];
            let hand = view.counts[seat] as usize;
            needs.push(Need { seat, hand, room: hand as u32 - located[seat].len() });
        }
        rule(&mut needs, &mut located, pool, rng);
        self.world_with(view, located, rng)
    }

    /// A world in which the located cards are in the hands they are located in.
    pub(crate) fn world_with(&self, view: &View, located: [CardSet; 4], rng: &mut Rng) -> State {
        let mut state = view.known.clone();
        let mut pool = view.unseen();
        let mut room = [0u32; 4];
        for s in view.others() {
            state.hands[s] = located[s];
            pool = pool - located[s];
            room[s] = view.counts[s] as u32 - located[s].len();
        }
        if view.known.without_wished != 0 {
            pool = self.place_wished(view, &mut state, pool, &mut room, rng);
        }
        for s in view.others() {
            let cards = pool.random_subset(room[s], rng);
            state.hands[s] |= cards;
            pool = pool - cards;
        }
        if state.phase == Phase::Grand {
            for s in 0..4 {
                state.to_come[s] = pool.random_subset(6.min(pool.len()), rng);
                pool = pool - state.to_come[s];
            }
        }
        state.elsewhere = pool;
        self.settle_world(view, &mut state);
        state
    }

    /// Puts the unseen cards of the wished rank on free places of the seats that may hold them.
    #[inline(never)]
    fn place_wished(
        &self,
        view: &View,
        state: &mut State,
        pool: CardSet,
        room: &mut [u32; 4],
        rng: &mut Rng,
    ) -> CardSet {
        let wished = pool & rank_cards(view.known.wished);
        // Places in no hand: cards of a set-up position that are elsewhere.
        let mut nowhere = pool.len() - room.iter().sum::<u32>();
        for card in wished {
            let may = |s: usize, room: &[u32; 4]| if view.excluded(s).has(card) { 0 } else { room[s] };
            let places: u32 = view.others().map(|s| may(s, room)).sum::<u32>() + nowhere;
            let mut k = rng.below(places);
            let holder = view.others().find(|&s| {
                let here = may(s, room);
                if k < here {
                    return true;
                }
                k -= here;
                false
            });
            match holder {
                Some(s) => {
                    state.hands[s] |= card.set();
                    room[s] -= 1;
                }
                None => {
                    state.elsewhere |= card.set();
                    nowhere -= 1;
                }
            }
        }
        pool - wished
    }

    /// What follows from the hands once they are filled in: who holds bombs, who is still to be asked after the viewer.
    pub(crate) fn settle_world(&self, view: &View, state: &mut State) {
        if matches!(state.phase, Phase::Grand | Phase::Exchange) {
            return;
        }
        self.note_bombers(state);
        if view.known.asking != 0 {
            let me = view.seat.0;
            state.acting = self.on_turn(state);
            let asked = self.would_be_asked(state);
            // Asked in turn from the owner's right: those before the viewer have declined.
            let mut seat = state.owner;
            let mut later = 0;
            loop {
                seat = next_in(0b1111, seat);
                if seat == me || later != 0 {
                    later |= 1 << seat;
                }
                if seat == state.owner {
                    break;
                }
            }
            state.asking = asked & later;
            state.acting = view.seat.set();
        }
    }

    /// Tries every place for the first card; whether the limit was kept.
    fn fill(
        &self,
        view: &View,
        cards: &[Card],
        room: &mut [u32; 5],
        state: &mut State,
        worlds: &mut Vec<State>,
        limit: usize,
    ) -> bool {
        let Some((&card, rest)) = cards.split_first() else {
            let mut world = state.clone();
            self.settle_world(view, &mut world);
            worlds.push(world);
            return worlds.len() <= limit;
        };
        let located = view.located();
        let home = (0..4).find(|&s| located[s].has(card));
        for place in 0..5 {
            let excluded = place < 4 && view.excluded(place).has(card);
            if room[place] == 0 || excluded || home.is_some_and(|h| h != place) {
                continue;
            }
            room[place] -= 1;
            let set = if place < 4 { &mut state.hands[place] } else { &mut state.elsewhere };
            *set |= card.set();
            let go_on = self.fill(view, rest, room, state, worlds, limit);
            let set = if place < 4 { &mut state.hands[place] } else { &mut state.elsewhere };
            *set = *set - card.set();
            room[place] += 1;
            if !go_on {
                return false;
            }
        }
        true
    }
}

/// A play as one who does not care for suits sees it: how many cards of each rank.
#[inline]
pub(crate) fn ranks_only(play: Move) -> u64 {
    let suited = play.0 & SUITED.0;
    let pairs = suited - (suited >> 1 & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    counts | play.0 & !SUITED.0
}
