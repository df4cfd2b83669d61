//! Text ⇄ card, move and deal, as the notation of RULES.md (Action) has it.

use kibitz_game::setup::Seats;
use kibitz_game::{Deed, Error, Kind, Notation, Seat, SeatSet, Why};

use crate::SixNimmt;
use crate::cards::{Cards, DECK, HAND, ROWS};
use crate::moves::{Move, Says};
use crate::rules::Players;
use crate::state::{Phase, Row, State};

pub(crate) const SEATS: Seats = Seats(Seat::MAX as u8);

/// The text of cards, in ascending order.
pub fn cards_text(cards: Cards) -> String {
    numbers(cards.iter())
}

fn numbers<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// The card of a text.
pub fn parse_card(text: &str) -> Result<u8, Error> {
    plain_number(text)
        .filter(|&n| n <= DECK as u64)
        .map(|n| n as u8)
        .ok_or_else(|| Error::Notation(format!("\"{text}\" is not a card; a card is its number, from 1 to {DECK}.")))
}

/// A number above 0 as we write it: digits without a sign or leading zeros.
fn plain_number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

impl Notation for SixNimmt {
    /// The canonical text of a move.
    fn move_text(&self, mv: Move) -> String {
        match mv.says() {
            Says::Card(card) => card.to_string(),
            Says::Row(row) => format!("row:{}", row + 1),
            Says::Nothing => "nothing".into(),
        }
    }

    /// A move in its parts.
    fn deed(&self, mv: Move) -> Deed {
        match mv.says() {
            Says::Card(card) => Deed::of(Kind::Play).with([card.to_string()]),
            Says::Row(_) => Deed::of(Kind::Take),
            Says::Nothing => Deed::of(Kind::Pass),
        }
    }

    /// The move of a text; it needs no table to be understood.
    fn parse_move(&self, _state: &State, _seat: Seat, text: &str) -> Result<Move, Error> {
        let text = text.trim();
        if let Some(row) = text.strip_prefix("row:") {
            let row = plain_number(row).filter(|&row| row <= ROWS as u64);
            return row
                .map(|row| Move::row(row as usize - 1))
                .ok_or_else(|| Error::Notation(format!("\"{text}\" is not a row; rows are row:1 to row:{ROWS}.")));
        }
        parse_card(text).map(Move::card).map_err(|_| {
            Error::Notation(format!("\"{text}\" is not a move; write a card from 1 to {DECK}, or row:1 to row:{ROWS}."))
        })
    }

    /// The deal before the first move: a line per seat, then the first cards of the rows.
    fn write_deal(&self, state: &State) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> =
            (0..state.seats()).map(|seat| (seat.to_string(), cards_text(state.hands[seat]))).collect();
        lines.push(("rows".into(), numbers(state.rows.iter().map(Row::end))));
        if state.totals().iter().any(|&total| total != 0) {
            lines.push(("totals".into(), numbers(state.totals().iter())));
        }
        lines
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let mut hands: Vec<Option<Cards>> = vec![None; Seat::MAX];
        let mut rows = None;
        let mut totals = Vec::new();
        for (name, text) in lines {
            let cards = || text.split_whitespace().map(parse_card).collect::<Result<Vec<u8>, _>>();
            match name.as_str() {
                "rows" => rows = <[u8; ROWS]>::try_from(cards()?).ok(),
                "totals" => {
                    let read: Option<Vec<u16>> = text.split_whitespace().map(|t| t.parse().ok()).collect();
                    totals = read.ok_or_else(|| {
                        Error::Notation(format!("\"{text}\" is not a match score; it is a whole number per seat."))
                    })?;
                }
                _ => {
                    let seat = SEATS.named(name).ok_or_else(|| {
                        Error::Notation(format!(
                            "\"{name}\" is not a line of the deal; there are seats, \"rows\" and \"totals\"."
                        ))
                    })?;
                    let hand: Cards = cards()?.into_iter().collect();
                    if hand.len() != HAND || hands[seat.index()].replace(hand).is_some() {
                        return Err(Error::Position(format!(
                            "Seat {seat} must be dealt {HAND} different cards, once."
                        )));
                    }
                }
            }
        }
        let players = hands.iter().flatten().count();
        if !(Players::LEAST..=Players::MOST).contains(&players) || hands[..players].iter().any(Option::is_none) {
            return Err(Error::Position(format!(
                "The deal has {players} hands; it needs those of seats 0, 1 and so on, {} to {} of them.",
                Players::LEAST,
                Players::MOST
            )));
        }
        let rows = rows.ok_or_else(|| Error::Position(format!("The deal needs \"rows\": the {ROWS} first cards.")))?;
        let mut state = State::new(players, rows.map(Row::new), [0; Seat::MAX]);
        if !totals.is_empty() && totals.len() != players {
            return Err(Error::Position(format!("The match score has {} numbers for {players} seats.", totals.len())));
        }
        state.totals[..totals.len()].copy_from_slice(&totals);
        for (seat, hand) in hands.into_iter().flatten().enumerate() {
            state.hands[seat] = hand;
        }
        self.check(&state)?;
        Ok(state)
    }

    fn new_line(&self, state: &State) -> bool {
        state.phase == Phase::Choose && state.acting == SeatSet::all(state.seats())
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> Why {
        if seat == Seat::CHANCE {
            return Why::new("chance", "nothing is left to chance here");
        }
        match (mv.says(), state.phase) {
            (_, Phase::Over) => Why::new("over", "nothing can be played any more"),
            (Says::Card(_), Phase::Row) => Why::new("row-first", "first a row must be taken"),
            (Says::Card(_), _) if !state.acting.has(seat) => Why::new("chosen", "it has chosen its card of this turn"),
            (Says::Card(card), _) => Why::new("not-held", format!("it does not hold {card}")).about(card),
            (Says::Row(_), Phase::Row) => {
                let taker = state.acting.first();
                Why::new("other-row", format!("seat {taker} is to take a row")).about(taker)
            }
            (Says::Row(_), _) => Why::new("no-row", "no row is to be taken now"),
            (Says::Nothing, _) => Why::new("nothing", "it is neither a card nor a row"),
        }
    }
}

impl SixNimmt {
    /// Refuses a state that cannot be.
    pub(crate) fn check(&self, state: &State) -> Result<(), Error> {
        state
            .audit(self.rules.deck_cards(state.seats()))
            .map_err(|e| Error::Position(format!("The position cannot be: {e}.")))
    }
}
