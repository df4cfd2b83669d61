//! `rules`: a sound beginner.
//!
//! It exchanges and marries when it can, keeps trumps and marriages together, closes when its sure tricks make 66, and
//! counts cards: with the talon used up it plays exactly, with a closed talon against hands the other may have.

use kibitz_game::{Agent, Card, CardSet, Clock, Rng, Worlds};

use super::choices;
use crate::Schnapsen;
use crate::cards::{ACE, JACK, KING, QUEEN, TEN, card, married, rank_of, suit_cards, suit_of, takes, value};
use crate::moves::Move;
use crate::solve::{WHOLE, values};
use crate::state::GOAL;
use crate::worlds::View;

/// Hands of the other seat that are thought through when the talon is closed.
const HANDS: usize = 16;

pub(super) struct ByRules;

impl Agent<Schnapsen> for ByRules {
    fn act(&mut self, game: &Schnapsen, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        if moves.len() == 1 {
            return moves[0];
        }
        if moves.contains(&Move::EXCHANGE) {
            return Move::EXCHANGE;
        }
        let state = &view.known;
        if !state.drawing() {
            return against_hands(game, view, rng);
        }
        let seat = Situation::new(view);
        if state.leading() { seat.lead(&moves) } else { seat.reply(Card(state.lead)) }
    }
}

/// The move that does best on the mean over some hands the other may have, each played out exactly.
fn against_hands(game: &Schnapsen, view: &View, rng: &mut Rng) -> Move {
    let worlds = if view.hand_count() == 1 { 1 } else { HANDS };
    let mut sums: Vec<(Move, f32)> = Vec::new();
    for _ in 0..worlds {
        let values = values(game, &game.sample(view, rng), WHOLE);
        if sums.is_empty() {
            sums = values;
        } else {
            sums.iter_mut().zip(values).for_each(|(sum, value)| sum.1 += value.1);
        }
    }
    sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a move to make").0
}

/// What the player thinks about while cards are drawn.
struct Situation {
    hand: CardSet,
    unseen: CardSet,
    trump: u8,
    points: u8,
    trickless: bool,
}

impl Situation {
    fn new(view: &View) -> Situation {
        let (state, me) = (&view.known, view.seat.index());
        Situation {
            hand: state.hands[me],
            unseen: view.unseen(),
            trump: state.trump,
            points: state.points[me],
            trickless: state.tricks[me] == 0,
        }
    }

    /// Whether no card that the other may hold is higher in its suit.
    fn highest(&self, card: Card) -> bool {
        let higher = suit_cards(suit_of(card)).0 & !1 << card.0;
        self.unseen.0 & higher == 0
    }

    /// Points of the tricks that cannot be lost when nobody draws any more: trumps from the top, then the highest cards
    /// of suits once as many trumps are out as the other can have. Each brings a few points of the other hand.
    fn sure_points(&self) -> u32 {
        const BROUGHT: u32 = 3;
        let trumps = self.hand & suit_cards(self.trump);
        let tops = trumps.iter().filter(|&c| self.highest(c));
        let (count, mut sum) = tops.fold((0, 0), |(n, sum), c| (n + 1, sum + value(c) as u32 + BROUGHT));
        let out = (self.unseen & suit_cards(self.trump)).len();
        if count >= out.min(5) {
            let plain = self.hand - trumps;
            sum += plain.iter().filter(|&c| self.highest(c)).map(|c| value(c) as u32 + BROUGHT).sum::<u32>();
        }
        sum
    }

    /// What the best marriage of the hand is worth.
    fn marriage_worth(&self) -> u32 {
        let pairs = married(self.hand);
        match (pairs.is_empty(), pairs.meets(suit_cards(self.trump))) {
            (true, _) => 0,
            (_, true) => 40,
            _ => 20,
        }
    }

    fn lead(&self, moves: &[Move]) -> Move {
        let sure = self.sure_points();
        // A marriage counts only with a trick: one has it or is sure of it.
        let counted = if self.trickless && sure == 0 { 0 } else { self.marriage_worth() };
        if moves.contains(&Move::CLOSE) && self.points as u32 + sure + counted >= GOAL as u32 {
            return Move::CLOSE;
        }
        // The trump marriage first; the queen is the cheaper card to lose.
        let marriages = moves.iter().copied().filter(|m| m.is_marriage());
        let worth = |m: &Move| (suit_of(m.laid()) == self.trump, rank_of(m.laid()) == QUEEN);
        if let Some(marriage) = marriages.max_by_key(worth) {
            return marriage;
        }
        let cheapest = self.hand.iter().min_by_key(|&c| (self.price_of_leading(c), c)).expect("a card to lead");
        Move::card(cheapest)
    }

    /// How dear a card is: its points, its power, the marriage it may become.
    fn keep(&self, c: Card) -> i32 {
        let partner = match rank_of(c) {
            KING => card(suit_of(c), QUEEN).set(),
            QUEEN => card(suit_of(c), KING).set(),
            _ => CardSet::EMPTY,
        };
        let trump = suit_of(c) == self.trump;
        let mut price = value(c) as i32 + if trump { 12 } else { 0 };
        if self.hand.meets(partner) {
            price += 20;
        } else if self.unseen.meets(partner) {
            price += if trump { 8 } else { 3 };
        }
        if trump && rank_of(c) == JACK {
            price += 4; // to be exchanged
        }
        price
    }

    fn price_of_leading(&self, c: Card) -> i32 {
        // A ten whose ace may lurk is a gift; an ace that nothing but a trump takes is better kept for a ten.
        let gift = rank_of(c) == TEN && !self.highest(c);
        let early = rank_of(c) == ACE;
        self.keep(c) + if gift { 12 } else { 0 } + if early { 4 } else { 0 }
    }

    /// Takes what is worth it with the card that costs least, else throws the cheapest away.
    fn reply(&self, led: Card) -> Move {
        let cheapest = |cards: CardSet| cards.iter().min_by_key(|&c| (self.keep(c), c));
        let takers: CardSet = self.hand.iter().filter(|&c| takes(led, c, self.trump)).collect();
        let loss = cheapest(self.hand - takers);
        let (same, trumps) = (takers & suit_cards(suit_of(led)), takers - suit_cards(suit_of(led)));
        if let Some(c) = takers.iter().find(|&c| (self.points + value(led) + value(c)) >= GOAL) {
            return Move::card(c);
        }
        let breaks = |c: Card| married(self.hand).has(c);
        // In the suit a ten or a spare card is welcome to take; an ace waits for a ten, unless the cards left are few.
        let in_suit = cheapest(same.iter().filter(|&c| !breaks(c)).collect());
        if let Some(c) = in_suit {
            let dear = rank_of(c) == ACE && rank_of(led) < TEN && loss.is_some_and(|l| self.keep(l) < 6);
            let trump_led = suit_of(led) == self.trump;
            if !dear && (!trump_led || value(led) >= 3 || rank_of(c) == TEN) {
                return Move::card(c);
            }
        }
        // A trump is worth a ten or an ace, or when everything else costs more.
        let by_trump = cheapest(trumps.iter().filter(|&c| !breaks(c)).collect());
        if let Some(c) = by_trump {
            let stake = value(led) as i32 + if self.marriage_worth() > 0 { 6 } else { 0 };
            if stake >= 10 || loss.is_none_or(|l| self.keep(l) > self.keep(c)) {
                return Move::card(c);
            }
        }
        Move::card(loss.or_else(|| cheapest(self.hand)).expect("a card to play"))
    }
}
