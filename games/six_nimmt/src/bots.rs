//! Rule-based players. All take the cheapest row when they must take one.
//!
//! `rules` plays like a club beginner: it counts the unseen cards that could come between a row and its card, lays what
//! is least likely to cost something, and keeps the cards of the middle, which find a place most easily, for the end.

use kibitz_game::{Agent, Clock, Error, Rng, Spec};

use crate::SixNimmt;
use crate::cards::{Cards, FULL};
use crate::moves::Move;
use crate::state::Phase;
use crate::worlds::View;

/// Names and what they do.
pub const BOTS: &[(&str, &str)] = &[
    (
        "rules",
        "a sound beginner: counts the cards that may come in between and lays what is least likely to cost something",
    ),
    ("highest", "always its highest card (ETH 2022)"),
    ("lowest", "always its lowest card"),
    ("closest", "the card nearest above the end of a row that has room"),
];

pub(crate) fn build(spec: &Spec) -> Option<Result<Box<dyn Agent<SixNimmt>>, Error>> {
    let plain = Plain::named(&spec.name)?;
    Some(spec.allow(0, &[]).map(|()| Box::new(plain) as Box<dyn Agent<SixNimmt>>))
}

/// A player who always knows what to lay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plain {
    Rules,
    Highest,
    Lowest,
    Closest,
}

impl Plain {
    fn named(name: &str) -> Option<Plain> {
        Some(match name {
            "rules" => Plain::Rules,
            "highest" => Plain::Highest,
            "lowest" => Plain::Lowest,
            "closest" => Plain::Closest,
            _ => return None,
        })
    }

    fn card(self, game: &SixNimmt, view: &View) -> u8 {
        match self {
            Plain::Rules => by_rules(game, view),
            Plain::Highest => view.hand().highest(),
            Plain::Lowest => view.hand().lowest(),
            Plain::Closest => closest(view),
        }
    }
}

impl Agent<SixNimmt> for Plain {
    fn act(&mut self, game: &SixNimmt, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        match view.known.phase {
            Phase::Row => Move::row(view.known.cheapest_row()),
            _ => Move::card(self.card(game, view)),
        }
    }
}

/// The smallest step up from a row with room; if there is none, from a full one; a card below all rows comes last.
fn closest(view: &View) -> u8 {
    let state = &view.known;
    let price = |card: u8| match state.row_for(card) {
        Some(row) => (state.rows[row].is_full() as u8, card - state.rows[row].end()),
        None => (2, card),
    };
    view.hand().iter().min_by_key(|&card| price(card)).expect("a hand that chooses has cards")
}

// ------------------------------------------------------------------------------------ the beginner

/// The card with the least price: the bulls to expect in this turn, less up to one bull for being rid of a card of
/// either end of the deck.
fn by_rules(game: &SixNimmt, view: &View) -> u8 {
    let middle = game.rules.deck_size(view.known.seats()) as f64 / 2.0;
    let price = |card: u8| expected_bulls(view, card) - (card as f64 - middle).abs() / middle;
    let cheaper = |a: &u8, b: &u8| price(*a).total_cmp(&price(*b));
    view.hand().iter().min_by(cheaper).expect("a hand that chooses has cards")
}

/// What laying a card costs in this turn, if every other seat lays one of the unseen cards at random.
fn expected_bulls(view: &View, card: u8) -> f64 {
    let state = &view.known;
    let others = state.seats() as i32 - 1;
    let unseen = view.unseen.len().max(1) as f64;
    let share = |cards: Cards| (cards & view.unseen).len() as f64 / unseen;
    let Some(row) = state.row_for(card) else {
        // A lower card of another seat opens a row for this one.
        let spared = share(Cards::between(0, card));
        return (1.0 - spared).powi(others) * state.rows[state.cheapest_row()].bulls() as f64;
    };
    let row = &state.rows[row];
    // The card takes the row when just so many come before it as there is room.
    let room = (FULL - row.length()) as i32;
    if room > others {
        return 0.0;
    }
    let between = Cards::between(row.end(), card) & view.unseen;
    let before = share(between);
    let ways = (0..room).fold(1.0, |ways, i| ways * (others - i) as f64 / (i + 1) as f64);
    let chance = ways * before.powi(room) * (1.0 - before).powi(others - room);
    let each = between.bulls() as f64 / between.len().max(1) as f64;
    chance * (row.bulls() as f64 + room as f64 * each)
}
