//! The card assignment of the Basel 2015 study (its section 4), `worlds=greedy`: fast, always consistent, not uniform.
//!
//! Forced cards first: a card that one player alone can have; all cards of a player who needs as many as he can have;
//! a club queen for a player who must have one. Then an arbitrary card goes to an arbitrary player who can have it,
//! whatever room he has. Arbitrary means, as in the study's program: cards that two can have before those that three can
//! have, plain suits before trumps, the highest trumps last, a card and its copy one after the other. So the last cards
//! to be dealt, the high trumps, often lie in one hand. `tests/worlds.rs` measures how far that is from uniform.

use kibitz_game::{CardSet, Rng};

use crate::cards::{CLUB_QUEEN, Hand, KINDS, kind};
use crate::state::State;
use crate::worlds::View;

/// A deal under construction: the cards still to be dealt, and for the three others what they have, how many they need
/// and what they can have.
struct Assignment {
    pool: CardSet,
    hands: [CardSet; 3],
    needed: [u32; 3],
    possible: [CardSet; 3],
}

/// A world consistent with the view, by the study's rule.
pub fn greedy(view: &View, rng: &mut Rng) -> State {
    let others = view.others();
    let mut deal = Assignment {
        pool: view.unseen().copies(),
        hands: [CardSet::EMPTY; 3],
        needed: others.map(|s| view.counts[s] as u32),
        possible: others.map(|s| {
            let kinds = view.known.may_hold(s) as u64;
            CardSet(kinds | kinds << KINDS)
        }),
    };
    // A promised queen comes before the other rules: they could give both copies away.
    for (i, _) in others.iter().enumerate().filter(|(_, s)| view.known.needs_queen(**s)) {
        let queens = CardSet(kind(CLUB_QUEEN) as u64 | (kind(CLUB_QUEEN) as u64) << KINDS);
        let queen = (deal.pool & queens).iter().next().expect("a promised queen is unseen");
        deal.give(i, queen.set());
    }
    while !deal.pool.is_empty() {
        if !deal.force_a_card() && !deal.force_a_player() {
            deal.give_any(rng);
        }
    }
    let mut state = view.known.clone();
    for (s, hand) in others.into_iter().zip(deal.hands) {
        state.hands[s] = Hand::of_copies(hand);
        state.dealt[s] = state.dealt[s].plus(state.hands[s]);
    }
    state
}

impl Assignment {
    fn give(&mut self, player: usize, cards: CardSet) {
        self.hands[player] |= cards;
        self.needed[player] -= cards.len();
        self.pool = self.pool - cards;
    }

    /// The cards a player can still have.
    fn can_have(&self, player: usize) -> CardSet {
        if self.needed[player] == 0 { CardSet::EMPTY } else { self.pool & self.possible[player] }
    }

    /// Cards that one player alone can have are his: all of them, for giving one leaves the others his as well.
    fn force_a_card(&mut self) -> bool {
        let [a, b, c] = [0, 1, 2].map(|i| self.can_have(i));
        let lone = [a - b - c, b - a - c, c - a - b];
        match lone.iter().position(|cards| !cards.is_empty()) {
            Some(player) => {
                self.give(player, lone[player]);
                true
            }
            None => false,
        }
    }

    /// A player who needs as many cards as he can have gets them all.
    fn force_a_player(&mut self) -> bool {
        let tight = |&i: &usize| self.needed[i] > 0 && self.can_have(i).len() == self.needed[i];
        match (0..3).find(tight) {
            Some(player) => {
                self.give(player, self.can_have(player));
                true
            }
            None => false,
        }
    }

    /// The next card for a random player who can have it.
    fn give_any(&mut self, rng: &mut Rng) {
        let [a, b, c] = [0, 1, 2].map(|i| self.can_have(i));
        let of_two = ((a & b) | (a & c) | (b & c)) - (a & b & c);
        let next = if of_two.is_empty() { self.pool } else { of_two };
        let card = next.iter().min_by_key(|card| card.0 % KINDS).expect("cards are left").set();
        let (mut players, mut count) = ([0; 3], 0);
        for player in (0..3).filter(|&i| self.can_have(i).meets(card)) {
            players[count] = player;
            count += 1;
        }
        self.give(players[rng.below(count as u32) as usize], card);
    }
}
