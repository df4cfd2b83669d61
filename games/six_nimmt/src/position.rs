//! Positions, facts and pure functions in the conformance format.
//!
//! Beyond that format a position written by [`Positions::setup`] also has `phase`, `chosen` (cards laid but not yet
//! placed), `shown` (cards of this turn that are placed already), `played` (per seat), `taken` and `unnoticed`, so that
//! every state can be written down.

use kibitz_game::setup::{Arguments, Fields, Held, fields, held, list_of, wrong};
use kibitz_game::{Clock, Error, Outcome, Play, Positions, Seat, SeatSet};
use serde_json::{Map, Value, json};

use crate::SixNimmt;
use crate::cards::{Cards, DECK, FULL, HAND, ROWS, bulls};
use crate::notation::SEATS;
use crate::rules::{Players, RowChoice};
use crate::state::{Phase, Row, State};
use crate::worlds::View;

/// What the position of a setup may say.
const KEYS: &[&str] =
    &["hands", "rows", "penalties", "totals", "phase", "chosen", "shown", "played", "taken", "unnoticed"];

const FUNCTIONS: [&str; 3] = ["bulls", "deck", "match"];

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Choose => "choose",
        Phase::Row => "row",
        Phase::Over => "over",
    }
}

// ------------------------------------------------------------------------------------ reading values

fn card_of(value: &Value) -> Result<u8, Error> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let card = number.filter(|&card| (1..=DECK as u64).contains(&card));
    card.map(|card| card as u8).ok_or_else(|| wrong(format!("{value} is not a card; cards are 1 to {DECK}.")))
}

/// A set of cards, as a list or as text; none twice.
fn cards_of(value: &Value, what: &str) -> Result<Cards, Error> {
    let mut cards = Cards::EMPTY;
    let words = value.as_str().map(|text| text.split_whitespace().map(Value::from).collect::<Vec<_>>());
    for value in words.as_deref().map_or_else(|| list_of(value, what), Ok)? {
        let card = card_of(value)?;
        if cards.has(card) {
            return Err(wrong(format!("{what} must not have {card} twice.")));
        }
        cards |= Cards::of(card);
    }
    Ok(cards)
}

/// Cards under a key; none when it is left out.
fn cards_at(fields: &Fields, key: &str) -> Result<Cards, Error> {
    fields.get(key).map_or(Ok(Cards::EMPTY), |value| cards_of(value, &format!("\"{key}\"")))
}

/// Bulls per seat: as many as there are seats, small enough to be added up.
fn bulls_of(value: &Value, what: &str) -> Result<Vec<u16>, Error> {
    let read: Option<Vec<u16>> =
        value.as_array().and_then(|list| list.iter().map(|v| v.as_u64().and_then(|n| n.try_into().ok())).collect());
    read.filter(|list| (Players::LEAST..=Players::MOST).contains(&list.len()) && list.iter().all(|&n| n < 10_000))
        .ok_or_else(|| wrong(format!("{what} must be a whole number per seat, not {value}.")))
}

/// Bulls under a key for a number of seats; zeros when it is left out.
fn bulls_at(fields: &Fields, key: &str, seats: usize) -> Result<[u16; Seat::MAX], Error> {
    let mut all = [0; Seat::MAX];
    if let Some(value) = fields.get(key) {
        let list = bulls_of(value, &format!("\"{key}\""))?;
        if list.len() != seats {
            return Err(wrong(format!("\"{key}\" has {} numbers, but {seats} play.", list.len())));
        }
        all[..seats].copy_from_slice(&list);
    }
    Ok(all)
}

fn row_of(value: &Value) -> Result<Row, Error> {
    let cards = list_of(value, "A row")?.iter().map(card_of).collect::<Result<Vec<u8>, _>>()?;
    if !(1..=FULL).contains(&cards.len()) || !cards.is_sorted_by(|a, b| a < b) {
        return Err(wrong(format!("{value} is not a row; it is 1 to {FULL} cards in ascending order.")));
    }
    let mut row = Row::new(cards[0]);
    cards[1..].iter().for_each(|&card| row.push(card));
    Ok(row)
}

impl Positions for SixNimmt {
    // -------------------------------------------------------------------------------- setup → state

    fn position(&self, setup: &Value) -> Result<State, Error> {
        let fields = fields(setup, KEYS, "\"hands\" and \"rows\"")?;
        let hands = SEATS.map(fields.get("hands"), "\"hands\"")?;
        let players = hands.len();
        if !(Players::LEAST..=Players::MOST).contains(&players) || hands.iter().any(|&(seat, _)| seat >= players) {
            return Err(wrong(format!(
                "A position needs \"hands\": a map from seats 0, 1 and so on to cards, {} to {} of them.",
                Players::LEAST,
                Players::MOST
            )));
        }
        let rows = fields.get("rows").ok_or_else(|| wrong("A position needs \"rows\"."))?;
        let rows = list_of(rows, "\"rows\"")?.iter().map(row_of).collect::<Result<Vec<Row>, _>>()?;
        let rows = <[Row; ROWS]>::try_from(rows)
            .map_err(|rows| wrong(format!("A position has {ROWS} rows, not {}.", rows.len())))?;
        let mut state = State::new(players, rows, bulls_at(fields, "totals", players)?);
        state.penalties = bulls_at(fields, "penalties", players)?;
        let mut hidden = [0; Seat::MAX];
        for (seat, cards) in hands {
            match held(cards, HAND)? {
                Held::Hidden(count) => hidden[seat] = count,
                Held::Cards(cards) => state.hands[seat] = cards_of(cards, &format!("The hand of seat {seat}"))?,
            }
        }
        for (seat, card) in SEATS.map(fields.get("chosen"), "\"chosen\"")? {
            at_table(seat, players)?;
            state.chosen[seat] = card_of(card)?;
        }
        for (seat, cards) in SEATS.map(fields.get("played"), "\"played\"")? {
            at_table(seat, players)?;
            state.played[seat] = cards_of(cards, "\"played\"")?;
        }
        state.taken = cards_at(fields, "taken")?;
        state.unnoticed = cards_at(fields, "unnoticed")?;
        self.fill_in(fields, &mut state, &hidden)?;
        self.set_phase(fields, &mut state)?;
        self.check(&state)?;
        Ok(state)
    }

    // -------------------------------------------------------------------------------- state → setup

    fn setup(&self, state: &State) -> Value {
        let mut map = Map::new();
        let list = |cards: Cards| json!(cards.iter().collect::<Vec<u8>>());
        map.insert("phase".into(), json!(phase_name(state.phase)));
        map.insert("hands".into(), hands_value(state));
        map.insert("rows".into(), rows_value(state));
        map.insert("penalties".into(), json!(state.penalties()));
        map.insert("totals".into(), json!(state.totals()));
        let chosen = chosen_value(state);
        if !chosen.is_empty() {
            map.insert("chosen".into(), chosen.into());
        }
        if state.phase == Phase::Row {
            let laid: Cards = (0..state.seats()).filter_map(|seat| state.choice(seat)).collect();
            map.insert("shown".into(), list(state.turn - laid));
        }
        let played = (0..state.seats()).filter(|&seat| !state.played[seat].is_empty());
        let played: Fields = played.map(|seat| (seat.to_string(), list(state.played[seat]))).collect();
        if !played.is_empty() {
            map.insert("played".into(), played.into());
        }
        if !state.taken.is_empty() {
            map.insert("taken".into(), list(state.taken));
        }
        if !state.unnoticed.is_empty() {
            map.insert("unnoticed".into(), list(state.unnoticed));
        }
        map.into()
    }

    // -------------------------------------------------------------------------------- facts

    fn facts(&self, state: &State) -> Fields {
        let mut map = Map::new();
        map.insert("to_act".into(), json!(state.acting.iter().map(|seat| seat.0).collect::<Vec<_>>()));
        map.insert("phase".into(), json!(phase_name(state.phase)));
        map.insert("rows".into(), rows_value(state));
        map.insert("chosen".into(), chosen_value(state).into());
        map.insert("hands".into(), hands_value(state));
        map.insert("penalties".into(), json!(state.penalties()));
        map.insert("call_moves".into(), json!([]));
        let over = state.phase == Phase::Over;
        map.insert("scores".into(), if over { json!(state.penalties()) } else { Value::Null });
        let standing = self.standing_after(state);
        map.insert(
            "match".into(),
            if over { self.match_value(&standing.totals[..state.seats()]) } else { Value::Null },
        );
        map
    }

    fn view_facts(&self, view: &View) -> Fields {
        let state = &view.known;
        let mut map = Map::new();
        map.insert("seat".into(), json!(view.seat.0));
        map.insert("phase".into(), json!(phase_name(state.phase)));
        map.insert("hand".into(), json!(view.hand().iter().collect::<Vec<u8>>()));
        map.insert("count".into(), json!(view.count));
        map.insert("table".into(), rows_value(state));
        map.insert("chosen".into(), chosen_value(state).into());
        map.insert("asked".into(), json!(state.acting.has(view.seat)));
        map.insert("penalties".into(), json!(state.penalties()));
        map.insert("scores".into(), json!(state.totals()));
        map.insert("taken".into(), json!(state.taken.iter().collect::<Vec<u8>>()));
        map.insert("unseen".into(), json!(view.unseen.len()));
        map
    }

    // -------------------------------------------------------------------------------- pure functions

    fn call(&self, function: &str, arguments: &Fields, _clock: Clock<'_>) -> Result<Value, Error> {
        let argument = Arguments { function, given: arguments };
        match function {
            "bulls" => {
                let cards = argument.list("cards")?.iter().map(card_of);
                Ok(json!(cards.map(|card| card.map(bulls)).collect::<Result<Vec<u8>, _>>()?))
            }
            "deck" => {
                let value = argument.get("players")?;
                let players = value.as_u64().and_then(|n| u8::try_from(n).ok()).map(Players::try_from);
                let Some(Ok(players)) = players else {
                    return Err(wrong(format!("{value} cannot play; {} to {} can.", Players::LEAST, Players::MOST)));
                };
                let deck = self.rules.deck_cards(players.count());
                let undealt = deck.len() - HAND * players.count() - ROWS;
                Ok(json!({"size": deck.len(), "bulls": deck.bulls(), "undealt": undealt}))
            }
            "match" => {
                let mut totals = bulls_of(argument.get("totals")?, "\"totals\"")?;
                let hand = bulls_of(argument.get("hand")?, "\"hand\"")?;
                if hand.len() != totals.len() {
                    return Err(wrong("\"totals\" and \"hand\" must have the same number of seats."));
                }
                totals.iter_mut().zip(hand).for_each(|(total, hand)| *total += hand);
                Ok(self.match_value(&totals))
            }
            _ => Err(argument.unknown(&FUNCTIONS)),
        }
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state.audit(self.rules.deck_cards(state.seats()))
    }
}

impl SixNimmt {
    /// Hidden hands get cards that are named nowhere.
    fn fill_in(&self, fields: &Fields, state: &mut State, hidden: &[usize; Seat::MAX]) -> Result<(), Error> {
        let of_seat = |seat: usize| state.hands[seat] | state.played[seat] | state.choice(seat).into_iter().collect();
        let in_rows: Cards = state.rows.iter().flat_map(Row::cards).copied().collect();
        let named = (0..state.seats()).map(of_seat).fold(in_rows | state.taken, |all, cards| all | cards);
        let mut free = self.rules.deck_cards(state.seats()) - named - cards_at(fields, "shown")?;
        for seat in (0..state.seats()).filter(|&seat| hidden[seat] > 0) {
            state.hands[seat] = free.iter().take(hidden[seat]).collect();
            free = free - state.hands[seat];
        }
        Ok(())
    }

    /// The phase and who owes a decision in it.
    fn set_phase(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        let laid: Cards = (0..state.seats()).filter_map(|seat| state.choice(seat)).collect();
        let empty = state.hands.iter().all(|hand| hand.is_empty()) && laid.is_empty();
        state.phase = match fields.get("phase") {
            None if empty => Phase::Over,
            None => Phase::Choose,
            Some(name) => *[Phase::Choose, Phase::Row, Phase::Over]
                .iter()
                .find(|&&phase| name.as_str() == Some(phase_name(phase)))
                .ok_or_else(|| wrong(format!("{name} is not a phase; phases are choose, row, over.")))?,
        };
        match state.phase {
            Phase::Choose => {
                let waiting = (0..state.seats()).filter(|&seat| state.choice(seat).is_none());
                state.acting = waiting.fold(SeatSet::EMPTY, |set, seat| set.with(Seat(seat as u8)));
                if state.acting.is_empty() {
                    return Err(wrong("All have chosen: the cards are placed, or the phase is \"row\"."));
                }
            }
            Phase::Row => {
                let lowest = (0..state.seats()).filter(|&s| state.choice(s).is_some()).min_by_key(|&s| state.chosen[s]);
                let due = lowest.filter(|&seat| state.row_for(state.chosen[seat]).is_none());
                let Some(seat) = due.filter(|_| self.rules.row_choice == RowChoice::Player) else {
                    return Err(wrong(
                        "A row is chosen only under row_choice=player, for the lowest card of \"chosen\" when all rows \
                         end higher.",
                    ));
                };
                state.acting = Seat(seat as u8).set();
                state.turn = cards_at(fields, "shown")? | laid;
                // What lies open has been played.
                for seat in 0..state.seats() {
                    state.played[seat] |= state.choice(seat).into_iter().collect();
                }
            }
            Phase::Over => state.acting = SeatSet::EMPTY,
        }
        Ok(())
    }

    fn match_value(&self, totals: &[u16]) -> Value {
        match self.outcome_of(totals) {
            Outcome::Open => json!({"totals": totals, "over": false, "winners": null}),
            Outcome::Over(seats) => {
                let winners: Vec<u8> = seats.iter().map(|seat| seat.0).collect();
                json!({"totals": totals, "over": true, "winners": winners})
            }
        }
    }
}

fn at_table(seat: usize, players: usize) -> Result<(), Error> {
    if seat < players {
        Ok(())
    } else {
        Err(wrong(format!("There is no seat {seat}; seats are 0 to {}.", players - 1)))
    }
}

fn hands_value(state: &State) -> Value {
    let hand = |seat: usize| (seat.to_string(), json!(state.hands[seat].iter().collect::<Vec<u8>>()));
    Value::Object((0..state.seats()).map(hand).collect())
}

fn rows_value(state: &State) -> Value {
    json!(state.rows.iter().map(|row| row.cards()).collect::<Vec<_>>())
}

fn chosen_value(state: &State) -> Fields {
    (0..state.seats()).filter_map(|seat| Some((seat.to_string(), json!(state.choice(seat)?)))).collect()
}
