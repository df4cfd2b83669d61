//! Views and the deals that fit them.

use kibitz_game::{CardSet, Rng, Seat};

use crate::{Agram, DECK, State, View, suit};

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

impl Agram {
    /// What is known of every hand as it was dealt.
    fn known(&self, view: &View) -> Vec<CardSet> {
        let of = |seat| if seat == view.seat { view.dealt } else { view.open.played_by(seat) };
        self.players().map(of).collect()
    }

    /// The unseen cards that a seat may hold: none of a suit that it did not follow (§6).
    fn possible(&self, view: &View, seat: Seat) -> CardSet {
        let strange = |trick: &&[_]| trick.iter().any(|&(s, card)| s == seat && !suit(trick[0].1).has(card));
        self.tricks(&view.open).filter(strange).fold(view.unseen(), |left, trick| left - suit(trick[0].1))
    }

    /// A uniform world. Those who may not hold everything draw from all that they may, again if two draw the same
    /// card; what is left is the same number of cards whatever they drew, so that the others may draw one by one.
    pub(crate) fn world(&self, view: &View, rng: &mut Rng) -> State {
        let known = self.known(view);
        let unseen = view.unseen();
        let cards = self.rules.cards as u32;
        let all = self.players().filter(|seat| known[seat.index()].len() < cards);
        let (free, bound): (Vec<Seat>, Vec<Seat>) = all.partition(|&seat| self.possible(view, seat) == unseen);
        loop {
            let (mut dealt, mut left) = (known.clone(), unseen);
            let mut draw = |seat: Seat, from: CardSet, left: &mut CardSet| {
                let drawn = from.random_subset(cards - known[seat.index()].len(), rng);
                dealt[seat.index()] |= drawn;
                let fits = left.covers(drawn);
                *left = *left - drawn;
                fits
            };
            if bound.iter().all(|&seat| draw(seat, self.possible(view, seat), &mut left)) {
                free.iter().for_each(|&seat| assert!(draw(seat, left, &mut left)));
                return view.world(dealt);
            }
        }
    }

    /// All worlds, card by card: each unseen card goes to a seat that may hold it and has room, or to nobody.
    pub(crate) fn worlds(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        let possible: Vec<CardSet> = self.players().map(|seat| self.possible(view, seat)).collect();
        let mut worlds = Vec::new();
        self.place(&possible, view.unseen(), &mut self.known(view), limit, &mut worlds)
            .then(|| worlds.into_iter().map(|dealt| view.world(dealt)).collect())
    }

    /// Returns whether the limit still holds.
    fn place(
        &self,
        possible: &[CardSet],
        unseen: CardSet,
        dealt: &mut Vec<CardSet>,
        limit: usize,
        worlds: &mut Vec<Vec<CardSet>>,
    ) -> bool {
        let cards = self.rules.cards as u32;
        let missing: u32 = dealt.iter().map(|hand| cards - hand.len()).sum();
        if missing == 0 {
            worlds.push(dealt.clone());
            return worlds.len() <= limit;
        }
        if missing > unseen.len() {
            return true;
        }
        let card = unseen.iter().next().expect("there are as many as are missing");
        let rest = unseen - card.set();
        for seat in 0..dealt.len() {
            if dealt[seat].len() < cards && possible[seat].has(card) {
                dealt[seat] |= card.set();
                let within = self.place(possible, rest, dealt, limit, worlds);
                dealt[seat] = dealt[seat] - card.set();
                if !within {
                    return false;
                }
            }
        }
        self.place(possible, rest, dealt, limit, worlds)
    }
}
