//! What a seat knows, and the deals that fit it.

use kibitz_game::{CardSet, Rng, Seat, Worlds};

use crate::Agram;
use crate::play::{DECK, Open, State, suit};

/// What a seat knows (§6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) seat: Seat,
    dealt: CardSet,
    pub(crate) open: Open,
}

impl View {
    /// The cards still held.
    pub(crate) fn hand(&self) -> CardSet {
        self.dealt - self.open.played_by(self.seat)
    }

    /// The cards that may be anywhere: in a hand, or never dealt.
    fn unseen(&self) -> CardSet {
        self.open.plays.iter().fold(DECK - self.dealt, |unseen, play| unseen - play.1.set())
    }

    fn world(&self, dealt: Vec<CardSet>) -> State {
        State { dealt, open: self.open.clone() }
    }
}

impl Worlds for Agram {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        View { seat, dealt: state.dealt[seat.index()], open: state.open.clone() }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.hand().len()
    }

    /// Those who cannot hold everything draw from what they can, all of them again if two draw the same card. That
    /// leaves as many cards whatever they drew, and so the others may draw one after the other.
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let (known, unseen) = (self.known(view), view.unseen());
        let missing = |seat: Seat| self.rules.cards as u32 - known[seat.index()].len();
        let open = self.players().filter(|&seat| missing(seat) > 0);
        let (free, bound): (Vec<Seat>, Vec<Seat>) = open.partition(|&seat| self.possible(view, seat) == unseen);
        loop {
            let (mut dealt, mut left) = (known.clone(), unseen);
            let mut draw = |seat: Seat, from: CardSet| {
                let drawn = from.random_subset(missing(seat), rng);
                dealt[seat.index()] |= drawn;
                drawn
            };
            let fits = bound.iter().all(|&seat| {
                let drawn = draw(seat, self.possible(view, seat));
                let fits = left.covers(drawn);
                left = left - drawn;
                fits
            });
            if fits {
                free.iter().for_each(|&seat| left = left - draw(seat, left));
                return view.world(dealt);
            }
        }
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        let possible: Vec<CardSet> = self.players().map(|seat| self.possible(view, seat)).collect();
        let mut worlds = Vec::new();
        let all = self.place(view.unseen(), &possible, &mut self.known(view), &mut |dealt| {
            worlds.push(view.world(dealt.to_vec()));
            worlds.len() <= limit
        });
        all.then_some(worlds)
    }
}

impl Agram {
    /// What is known of every hand as it was dealt.
    fn known(&self, view: &View) -> Vec<CardSet> {
        let of = |seat| if seat == view.seat { view.dealt } else { view.open.played_by(seat) };
        self.players().map(of).collect()
    }

    /// The unseen cards that a seat can hold: none of a suit that it did not follow (§6).
    fn possible(&self, view: &View, seat: Seat) -> CardSet {
        let tricks = self.tricks(&view.open).chain([self.table(&view.open)]);
        let strays = tricks.filter(|trick| trick.iter().any(|&(s, card)| s == seat && !suit(trick[0].1).has(card)));
        strays.fold(view.unseen(), |left, trick| left - suit(trick[0].1))
    }

    /// Gives each unseen card to a seat that can hold it, or to nobody, in every way; whether `found` wanted all of them.
    fn place(
        &self,
        unseen: CardSet,
        possible: &[CardSet],
        dealt: &mut Vec<CardSet>,
        found: &mut impl FnMut(&[CardSet]) -> bool,
    ) -> bool {
        let missing = |hand: &CardSet| self.rules.cards as u32 - hand.len();
        let all: u32 = dealt.iter().map(missing).sum();
        if all == 0 {
            return found(dealt);
        }
        let Some(card) = unseen.iter().next().filter(|_| all <= unseen.len()) else { return true };
        let rest = unseen - card.set();
        for seat in 0..dealt.len() {
            if missing(&dealt[seat]) > 0 && possible[seat].has(card) {
                dealt[seat] |= card.set();
                let go_on = self.place(rest, possible, dealt, found);
                dealt[seat] = dealt[seat] - card.set();
                if !go_on {
                    return false;
                }
            }
        }
        self.place(rest, possible, dealt, found)
    }
}
