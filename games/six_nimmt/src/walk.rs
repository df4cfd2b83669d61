//! From world to world, and back to the deal.

use kibitz_game::{Play, Rng, Seat};

use crate::SixNimmt;
use crate::cards::{Cards, HAND, ROWS};
use crate::moves::{Move, Says};
use crate::state::{Row, State};
use crate::worlds::View;

impl SixNimmt {
    /// The hand when nobody had chosen a card, if these moves are all that was played.
    ///
    /// The cards that opened the rows are those on the table that nobody played. Which row each of them opened is told by
    /// where the moves lead.
    pub(crate) fn first_turn(&self, now: &State, history: &[(Seat, Move)]) -> Option<State> {
        let mut played = [Cards::EMPTY; Seat::MAX];
        for &(seat, mv) in history {
            if let Says::Card(card) = mv.says() {
                played[seat.index()] |= Cards::of(card);
            }
        }
        let all = played.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
        let opened = (now.taken | now.in_rows()) - all;
        // A card that lies face down was in the hand too.
        let chosen = |seat: usize| now.choice(seat).into_iter().collect::<Cards>();
        let hands: [Cards; Seat::MAX] = std::array::from_fn(|seat| now.hands[seat] | played[seat] | chosen(seat));
        if played != now.played || opened.len() != ROWS || hands[..now.seats()].iter().any(|hand| hand.len() != HAND) {
            return None;
        }
        let cards: Vec<u8> = opened.iter().collect();
        // A card that still opens its row opened it then.
        let fits = |order: &[u8; ROWS]| {
            order.iter().copied().collect::<Cards>() == opened
                && now.rows.iter().zip(order).all(|(row, &card)| !opened.has(row.cards()[0]) || row.cards()[0] == card)
        };
        let orders = (0..256usize).map(|code| [0, 2, 4, 6].map(|shift| cards[code >> shift & 3])).filter(fits);
        orders.map(|order| State { hands, ..State::new(now.seats(), order.map(Row::new), now.totals) }).find(|first| {
            let mut then = first.clone();
            history.iter().for_each(|&(seat, mv)| self.play_unchecked(&mut then, seat, mv));
            then.rows == now.rows && then.penalties == now.penalties
        })
    }

    /// A card of a hidden hand changes places with one that is in another or was not dealt.
    pub(crate) fn swap_cards(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        let mut next = world.clone();
        let others: Vec<usize> = view.others().collect();
        let seat = *rng.choose(&others);
        let (hand, rest) = (world.hands[seat], view.unseen - world.hands[seat]);
        if hand.is_empty() || rest.is_empty() {
            return next;
        }
        let (gives, gets) = (hand.random(rng), rest.random(rng));
        for other in others {
            if next.hands[other].has(gets) {
                next.hands[other] = next.hands[other] - Cards::of(gets) | Cards::of(gives);
            }
        }
        next.hands[seat] = hand - Cards::of(gives) | Cards::of(gets);
        next
    }

    /// A world in which the hidden hands keep as many cards of an earlier world as they can.
    pub(crate) fn keep_hands(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        let mut next = view.known.clone();
        let mut pool = view.unseen;
        for seat in view.others() {
            let mut kept = earlier.hands[seat] & view.unseen;
            while kept.len() > view.count as usize {
                kept = kept - Cards::of(kept.random(rng));
            }
            next.hands[seat] = kept;
            pool = pool - kept;
        }
        for seat in view.others() {
            while next.hands[seat].len() < view.count as usize {
                let card = Cards::of(pool.random(rng));
                next.hands[seat] |= card;
                pool = pool - card;
            }
        }
        next
    }
}
