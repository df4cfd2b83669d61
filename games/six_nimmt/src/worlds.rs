//! What a seat knows, and the deals that fit it.
//!
//! Nothing in this game tells who holds a card that has not been shown: there is no duty to play one. So the unseen
//! cards fall on the hands of the others and on the cards that were not dealt in every way that the sizes allow, and a
//! world is exactly uniform when the hands are drawn from them one after the other.
//!
//! [`SixNimmt::forgetful_world`] is the papers' way: their players know what lies on the table when they choose and
//! what they held themselves. A card that another played and that was taken before they looked again is, to them,
//! still to come.

use kibitz_game::{Play, Rng, Seat, SeatSet, Worlds};

use crate::SixNimmt;
use crate::cards::{Cards, draw};
use crate::moves::Move;
use crate::state::{NO_CARD, Phase, State};

/// Everything a seat may know: the state with what it cannot know blanked out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The state as this seat sees it: other hands are empty, and while cards are chosen nobody else has.
    pub known: State,
    /// Cards in the hand of each other seat.
    pub count: u8,
    /// The cards whose place the seat cannot see.
    pub unseen: Cards,
}

impl View {
    /// The cards the viewer holds.
    #[inline]
    pub fn hand(&self) -> Cards {
        self.known.hands[self.seat.index()]
    }

    /// The card the viewer has chosen in this turn and that is not placed yet.
    pub fn own_choice(&self) -> Option<u8> {
        self.known.choice(self.seat.index())
    }

    /// The other seats.
    pub fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.seat.index();
        (0..self.known.seats()).filter(move |&seat| seat != me)
    }

    /// Cards that others played and that were taken in the same turn: whoever knows only the table does not know that
    /// they are gone.
    pub fn forgotten(&self) -> Cards {
        self.known.unnoticed - self.known.played[self.seat.index()]
    }
}

impl Worlds for SixNimmt {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let me = seat.index();
        let mut known = state.clone();
        for other in (0..state.seats()).filter(|&s| s != me) {
            known.hands[other] = Cards::EMPTY;
            if !state.is_shown() {
                known.chosen[other] = NO_CARD;
            }
        }
        if state.phase == Phase::Choose {
            // Whether the others have chosen is not seen.
            let all = SeatSet::all(state.seats());
            known.acting = if state.acting.has(seat) { all } else { all.without(seat) };
        }
        // The viewer's own cards of the turn count for the others too: hands are equal.
        let count = state.hands[me].len() + (!state.is_shown() && state.choice(me).is_some()) as usize;
        let shown: Cards = known.chosen[..state.seats()].iter().copied().filter(|&card| card != NO_CARD).collect();
        let seen = state.hands[me] | shown | state.taken | state.in_rows();
        let unseen = self.rules.deck_cards(state.seats()) - seen;
        View { seat, known, count: count as u8, unseen }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.legal(&view.known, view.seat, moves);
    }

    #[inline]
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        deal_out(view, view.unseen, rng)
    }

    /// `paper`: [`SixNimmt::forgetful_world`].
    fn samplers(&self) -> &'static [&'static str] {
        &["paper"]
    }

    fn sample_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        (method == "paper").then(|| self.forgetful_world(view, rng))
    }

    /// All worlds by trying every place for every card, if there are at most `limit`.
    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        let mut room = [0; Seat::MAX + 1];
        for seat in view.others() {
            room[seat] = view.count as usize;
        }
        room[NOT_DEALT] = view.unseen.len().checked_sub(room.iter().sum())?;
        let cards: Vec<u8> = view.unseen.iter().collect();
        let mut worlds = Vec::new();
        fill(&cards, &mut room, &mut view.known.clone(), &mut worlds, limit).then_some(worlds)
    }

    fn beginning(&self, now: &State, history: &[(Seat, Move)], _rng: &mut Rng) -> Option<(State, usize)> {
        Some((self.first_turn(now, history)?, 0))
    }

    fn step(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        self.swap_cards(view, world, rng)
    }

    fn carry_on(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        self.keep_hands(view, earlier, rng)
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.hand().len() as u32
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        let face_down = !now.is_shown() && now.choice(mover.index()).map(Move::card) == Some(mv);
        mover == observer || !face_down
    }
}

impl SixNimmt {
    /// A world as the papers' players imagine it: the cards they forgot
    /// are in the pool they deal from, so that a card may be in a hand and in a pile of bulls at once. In everything
    /// else it is a world of the view.
    pub fn forgetful_world(&self, view: &View, rng: &mut Rng) -> State {
        deal_out(view, view.unseen | view.forgotten(), rng)
    }
}

/// Draws the hands of the others from a pool.
#[inline]
fn deal_out(view: &View, pool: Cards, rng: &mut Rng) -> State {
    let mut state = view.known.clone();
    let count = view.count as usize;
    let mut pile = [0; 128];
    let size = pool.spread(&mut pile);
    draw(&mut pile, size, count * (state.seats() - 1), rng);
    for (number, seat) in view.others().enumerate() {
        state.hands[seat] = pile[number * count..][..count].iter().copied().collect();
    }
    state
}

/// The place of cards that were not dealt.
const NOT_DEALT: usize = Seat::MAX;

/// Tries every place for the first card; whether the limit was kept.
fn fill(
    cards: &[u8],
    room: &mut [usize; Seat::MAX + 1],
    state: &mut State,
    worlds: &mut Vec<State>,
    limit: usize,
) -> bool {
    let Some((&card, rest)) = cards.split_first() else {
        worlds.push(state.clone());
        return worlds.len() <= limit;
    };
    for place in 0..room.len() {
        if room[place] == 0 {
            continue;
        }
        room[place] -= 1;
        if place != NOT_DEALT {
            state.hands[place] |= Cards::of(card);
        }
        let go_on = fill(rest, room, state, worlds, limit);
        if place != NOT_DEALT {
            state.hands[place] = state.hands[place] - Cards::of(card);
        }
        room[place] += 1;
        if !go_on {
            return false;
        }
    }
    true
}
