//! From world to world, and back to the deal.

use kibitz_game::{Card, CardSet, Rng, Seat};

use crate::Schnapsen;
use crate::cards::{JACK, card, married, suit_cards, suit_of, takes};
use crate::moves::{Move, Says};
use crate::state::{Standing, State};
use crate::talon::Talon;
use crate::worlds::View;

/// Cards of a hand at the deal.
const HAND: u32 = 5;

/// What the moves say of when cards were in hand.
struct Past {
    /// The cards that each seat has played.
    played: [CardSet; 2],
    /// By card: so many tricks had been played at the latest when it came into the hand.
    before: [u8; 32],
    /// The winners of the tricks.
    winners: Vec<usize>,
    /// Who took up the card that lay face up, and after how many tricks.
    exchanged: Option<(usize, u8)>,
}

impl Past {
    /// The cards that may have come into the hand after so many tricks.
    fn held_until(&self, tricks: u8) -> CardSet {
        (0..32).filter(|&c| self.before[c as usize] >= tricks).map(Card).collect()
    }

    fn of(now: &State, history: &[(Seat, Move)]) -> Past {
        let mut past =
            Past { played: [CardSet::EMPTY; 2], before: [u8::MAX; 32], winners: Vec::new(), exchanged: None };
        let mut led = None;
        for &(seat, mv) in history {
            let (seat, tricks) = (seat.index() & 1, past.winners.len() as u8);
            let needed = match mv.says() {
                Says::Exchange => card(now.trump, JACK).set(),
                Says::Marriage(card) => married(suit_cards(suit_of(card))),
                Says::Card(card) => card.set(),
                _ => continue,
            };
            needed.iter().for_each(|c| past.before[c.0 as usize] = past.before[c.0 as usize].min(tricks));
            if mv == Move::EXCHANGE {
                past.exchanged = Some((seat, tricks));
                continue;
            }
            past.played[seat] |= mv.laid().set();
            led = match led {
                None => Some((seat, mv.laid())),
                Some((leader, lead)) => {
                    past.winners.push(if takes(lead, mv.laid(), now.trump) { seat } else { leader });
                    None
                }
            };
        }
        past
    }
}

impl Schnapsen {
    /// The deal, if these moves have played all that was played.
    ///
    /// When a seat drew which of its cards is drawn, so that it had what it played when it played it. The card that lay
    /// face up is no part of a state either once it was taken up and played: then it is one that it can have been.
    pub(crate) fn first_lead(&self, now: &State, history: &[(Seat, Move)], rng: &mut Rng) -> Option<State> {
        let past = Past::of(now, history);
        let draws = (Talon::FULL.checked_sub(now.talon.size())? / 2) as usize;
        let mut hands = [0, 1].map(|seat| now.hands[seat] | past.played[seat]);
        let table = now.piles[0] | now.piles[1] | now.led().map_or(CardSet::EMPTY, Card::set);
        let whole = hands.iter().all(|cards| cards.len() == HAND + draws as u32);
        let all = past.played[0] | past.played[1] == table && now.elsewhere.is_empty();
        if !whole || !all || past.winners.len() < draws {
            return None;
        }
        let mut one_of = |cards: CardSet| (!cards.is_empty()).then(|| cards.random_subset(1, rng));
        // A trump that everybody saw when so many tricks had been played is still shown, or was played later.
        let seen = |seat: usize, tricks: u8| {
            let held = now.shown[seat] | past.played[seat] & past.held_until(tricks);
            suit_cards(now.trump) & (now.hands[seat] | past.played[seat]) & held
        };
        let jack = card(now.trump, JACK).set();
        // Whoever lost the last trick before the talon was used up drew the card that lay below.
        let last = now.talon.is_empty().then(|| past.winners[draws - 1] ^ 1);
        let mut below = match (last, past.exchanged) {
            (None, _) => now.talon.face_up().set(),
            (_, Some(_)) => jack,
            (Some(loser), None) => one_of(seen(loser, draws as u8))?,
        };
        let drawn_last = below;
        if let Some(loser) = last {
            hands[loser] = hands[loser] - below;
        }
        if let Some((seat, tricks)) = past.exchanged {
            below = one_of(seen(seat, tricks) - jack)?;
            hands[seat] = hands[seat] - below | jack;
        }
        // Backwards: whatever was drawn last could be any card that was not needed before.
        let mut drawn = [[CardSet::EMPTY; 2]; (Talon::FULL / 2) as usize];
        for draw in (0..draws).rev() {
            for seat in 0..2 {
                if last == Some(seat) && draw + 1 == draws {
                    drawn[draw][seat] = drawn_last;
                    continue;
                }
                drawn[draw][seat] = one_of(hands[seat] & past.held_until(draw as u8 + 1))?;
                hands[seat] = hands[seat] - drawn[draw][seat];
            }
        }
        let mut talon = Talon::default();
        let pairs = drawn.iter().zip(&past.winners).take(draws);
        let cards = pairs.flat_map(|(pair, &winner)| [pair[winner], pair[winner ^ 1]]).flat_map(CardSet::iter);
        cards.chain(now.talon.iter()).for_each(|card| talon.push(card.0));
        talon.replace_face_up(below.iter().next()?);
        let standing = Standing { totals: now.totals, first: now.first };
        Some(State { hands, talon, trump: now.trump, ..State::empty(&standing) })
    }

    /// A card of the other hand that need not be there changes places with one that may be.
    pub(crate) fn swap_cards(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        let hand = world.hands[view.other()];
        let (gives, gets) = (hand - view.located(), view.possible() - hand);
        if gives.is_empty() || gets.is_empty() {
            return world.clone();
        }
        let hand = hand - gives.random_subset(1, rng) | gets.random_subset(1, rng);
        self.world_with(view, hand, rng)
    }

    /// A world in which the other hand keeps what it can of an earlier world.
    pub(crate) fn keep_hand(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        let room = view.count as u32 - view.located().len();
        let kept = earlier.hands[view.other()] & view.possible();
        let kept = kept.random_subset(room.min(kept.len()), rng);
        let more = (view.possible() - kept).random_subset(room - kept.len(), rng);
        self.world_with(view, view.located() | kept | more, rng)
    }
}
