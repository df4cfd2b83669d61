//! Positions, facts and pure functions in the conformance format.
//!
//! Beyond that format a position written by [`Positions::setup`] also has `piles` (won cards), `shown` and `without`
//! (what is known of a hand), `last_trick`, `first` (who led first), `begun` (the leader has exchanged or closed),
//! `asked` (who is asked for a claim) and `over`, so that every state can be written down; a trick may begin with `marriage:HQ`.

use kibitz_game::setup::{Arguments, Fields, Held, Places, fields, held, list_of, some_of, text_of, wrong};
use kibitz_game::{Card, CardSet, Clock, Error, Notation, Outcome, Play, Positions, Seat, SeatSet};
use serde_json::{Map, Value, json};

use crate::Schnapsen;
use crate::cards::{DECK, married, suit_cards, suit_of, takes, value};
use crate::moves::{Move, Says};
use crate::notation::{SEATS, card_text, cards_text, in_order, parse_card, parse_cards, parse_suit, suit_letter};
use crate::rules::End66;
use crate::state::{GOAL, NO_SEAT, Standing, State, Taken};
use crate::talon::Talon;
use crate::worlds::View;

/// What a setup may say.
const KEYS: &[&str] = &[
    "trump",
    "hands",
    "talon",
    "trick",
    "turn",
    "points",
    "tricks",
    "pending",
    "closed",
    "match",
    "piles",
    "shown",
    "without",
    "last_trick",
    "first",
    "begun",
    "asked",
    "over",
];

// ------------------------------------------------------------------------------------ reading values

/// Two small numbers, one per seat; zeros when they are left out.
fn pair(fields: &Fields, key: &str) -> Result<[u8; 2], Error> {
    let Some(value) = fields.get(key) else { return Ok([0, 0]) };
    serde_json::from_value(value.clone()).map_err(|_| wrong(format!("\"{key}\" is two whole numbers, not {value}.")))
}

fn number(value: Option<&Value>, what: &str) -> Result<u8, Error> {
    let found = value.and_then(Value::as_u64).and_then(|n| n.try_into().ok());
    found.ok_or_else(|| wrong(format!("{what} must be a whole number from 0 to 255.")))
}

/// `{"by": seat, "points", "tricks"}`: who closed, and what the other had then.
fn closed_from(value: Option<&Value>) -> Result<Option<(u8, Taken)>, Error> {
    let Some(value) = value.filter(|v| !v.is_null()) else { return Ok(None) };
    let closed = value
        .as_object()
        .filter(|map| map.contains_key("by"))
        .ok_or_else(|| wrong(format!("{value} is not a closing; write {{\"by\": seat, \"points\", \"tricks\"}}.")))?;
    let taken = |key: &str| match closed.get(key) {
        None => Ok(0),
        given => number(given, &format!("\"{key}\" of the closing")),
    };
    Ok(Some((SEATS.one(&closed["by"])?, Taken { points: taken("points")?, tricks: taken("tricks")? })))
}

impl Positions for Schnapsen {
    // -------------------------------------------------------------------------------- setup → state

    fn position(&self, setup: &Value) -> Result<State, Error> {
        let fields = fields(setup, KEYS, "at least \"trump\" and \"hands\"")?;
        let first = fields.get("first").map_or(Ok(0), |seat| SEATS.one(seat))?;
        let mut state = State::empty(&Standing { totals: pair(fields, "match")?, first });
        let mut places = Places::of(DECK, card_text, parse_card);
        state.points = pair(fields, "points")?;
        state.pending = pair(fields, "pending")?;
        state.tricks = pair(fields, "tricks")?;
        self.read_talon(fields, &mut state, &mut places)?;
        if let Some((closer, then)) = closed_from(fields.get("closed"))? {
            state.closed_by = closer;
            state.at_closing = then;
        }
        self.read_trick(fields, &mut state, &mut places)?;
        self.read_hands(fields, &mut state, &mut places)?;
        for (seat, cards) in SEATS.map(fields.get("piles"), "The piles")? {
            state.piles[seat] = places.take_text(cards, "A pile")?.into_iter().collect();
        }
        self.complete_talon(&mut state, &mut places)?;
        state.elsewhere = places.left;
        self.read_knowledge(fields, &mut state)?;
        self.read_end(fields, &mut state)?;
        state.audit().map_err(|e| wrong(format!("The position cannot be: {e}.")))?;
        Ok(state)
    }

    // -------------------------------------------------------------------------------- state → setup

    fn setup(&self, state: &State) -> Value {
        let by_seat = |sets: [CardSet; 2]| -> Value {
            let named = (0..2).filter(|&s| !sets[s].is_empty());
            Value::Object(named.map(|s| (s.to_string(), json!(cards_text(sets[s])))).collect())
        };
        let mut map = Map::new();
        map.insert("trump".into(), json!(suit_letter(state.trump).to_string()));
        map.insert("hands".into(), self.hands_of(state));
        map.insert("talon".into(), json!(crate::notation::text_of(state.talon.iter())));
        map.insert("turn".into(), json!(state.turn()));
        if let Some(card) = state.led() {
            let lead = if state.married { Move::marriage(card) } else { Move::card(card) };
            map.insert("trick".into(), json!([[state.leader, self.move_text(lead)]]));
        }
        map.insert("points".into(), json!(state.points));
        map.insert("tricks".into(), json!(state.tricks));
        map.insert("pending".into(), json!(state.pending));
        if state.closed_by != NO_SEAT {
            let Taken { points, tricks } = state.at_closing;
            map.insert("closed".into(), json!({"by": state.closed_by, "points": points, "tricks": tricks}));
        }
        map.insert("match".into(), json!(state.totals));
        map.insert("piles".into(), by_seat(state.piles));
        map.insert("shown".into(), by_seat(state.shown));
        map.insert("without".into(), by_seat(state.without));
        if state.last_trick.0 != NO_SEAT {
            map.insert("last_trick".into(), json!(state.last_trick));
        }
        map.insert("first".into(), json!(state.first));
        if state.begun {
            map.insert("begun".into(), json!(true));
        }
        if state.asking {
            map.insert("asked".into(), json!([state.leader]));
        }
        if state.over() {
            map.insert("over".into(), json!([state.winner, state.worth]));
        }
        map.into()
    }

    // -------------------------------------------------------------------------------- facts

    fn facts(&self, state: &State) -> Fields {
        let state = &self.settled(state);
        let mut map = Map::new();
        map.insert("to_act".into(), json!(state.acting.iter().map(|s| s.0).collect::<Vec<_>>()));
        self.put_table(state, &mut map);
        map.insert("hands".into(), self.hands_of(state));
        map.insert("call_moves".into(), json!(["claim"]));
        let mut scores = [0; 2];
        if state.over() {
            scores[state.winner as usize] = state.worth;
        }
        map.insert("scores".into(), if state.over() { json!(scores) } else { Value::Null });
        let score = if state.over() { self.match_value(&self.standing_after(state)) } else { Value::Null };
        map.insert("match".into(), score);
        map.insert("ending".into(), self.ending(state));
        map
    }

    fn view_facts(&self, view: &View) -> Fields {
        let state = &view.known;
        let me = view.seat.index();
        let names = |cards: CardSet| json!(in_order(cards).map(card_text).collect::<Vec<_>>());
        let mut map = Map::new();
        map.insert("seat".into(), json!(view.seat.0));
        map.insert("hand".into(), names(state.hands[me]));
        let mut counts = [0; 2];
        counts[me] = state.hands[me].len() as u8;
        counts[me ^ 1] = view.count;
        map.insert("counts".into(), json!(counts));
        self.put_table(state, &mut map);
        let table = state.led().map(|card| {
            let lead = if state.married { Move::marriage(card) } else { Move::card(card) };
            json!({"owner": state.leader, "play": self.move_text(lead)})
        });
        map.insert("table".into(), json!(table));
        map.insert("turn".into(), json!(state.turn()));
        map.insert("asked".into(), json!(state.acting.has(view.seat)));
        map.insert("won".into(), json!(state.piles.map(names)));
        map.insert("unseen".into(), names(view.unseen()));
        map.insert("known".into(), names(view.located()));
        map.insert("excluded".into(), names(view.unseen() & state.without[me ^ 1]));
        map.insert("known_to_other".into(), names(state.shown[me]));
        map.insert("scores".into(), json!(state.totals));
        map
    }

    // -------------------------------------------------------------------------------- pure functions

    fn call(&self, function: &str, arguments: &Fields, _clock: Clock<'_>) -> Result<Value, Error> {
        let argument = Arguments { function, given: arguments };
        match function {
            "trick" => {
                let trump = argument.text("trump")?;
                let trump = trump.chars().next().filter(|_| trump.len() == 1).and_then(parse_suit);
                let trump = trump.ok_or_else(|| wrong("\"trump\" is the letter of a suit: C, S, H or D."))?;
                let cards = parse_cards(argument.text("cards")?)?;
                let [lead, reply] = cards[..] else {
                    return Err(wrong("A trick has two cards, the lead and the reply."));
                };
                let winner = takes(lead, reply, trump) as u8;
                Ok(json!({"winner": winner, "points": value(lead) + value(reply)}))
            }
            "game_points" => {
                let winner = SEATS.one(argument.get("winner")?)?;
                let loser = Taken {
                    points: number(arguments.get("loser_points"), "\"loser_points\"")?,
                    tricks: number(arguments.get("loser_tricks"), "\"loser_tricks\"")?,
                };
                let closed = closed_from(arguments.get("closed"))?;
                let closed = closed.map(|(closer, then)| (closer as usize, then));
                Ok(json!(self.game_points(winner as usize, loser, closed)))
            }
            "card_points" => {
                let cards = parse_cards(argument.text("cards")?)?;
                Ok(json!(cards.into_iter().map(value).collect::<Vec<_>>()))
            }
            _ => Err(argument.unknown(&["trick", "game_points", "card_points"])),
        }
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state.audit()
    }
}

impl Schnapsen {
    /// How a deal has ended and why it is worth what it is (§9 to §11); nothing while it goes on.
    fn ending(&self, state: &State) -> Value {
        if !state.over() {
            return Value::Null;
        }
        let (winner, loser) = (state.winner as usize, state.winner as usize ^ 1);
        let played_out = state.hands.iter().all(|hand| hand.is_empty());
        let claims = self.rules.end66 == End66::Claim;
        // Only the leader claims, or the declarer of a marriage, who leads too (§9.1).
        let how = match state.points[winner] >= GOAL {
            _ if claims && !played_out && state.leader as usize == winner => "claim",
            _ if claims && !played_out => "wrong-claim",
            true => "reached",
            _ if state.closed_by as usize == loser => "closer-failed",
            _ => "last-trick",
        };
        let closed = state.closed_by != NO_SEAT;
        let counted = match closed {
            true => state.at_closing,
            false => Taken { points: state.points[loser], tricks: state.tricks[loser] },
        };
        let rule = match how {
            "last-trick" => "last-trick",
            "wrong-claim" => "wrong-claim",
            _ if closed && state.closed_by as usize == loser => "closer",
            _ if counted.tricks == 0 => "no-trick",
            _ if state.worth == 2 => "few-points",
            _ => "enough-points",
        };
        let missed: Vec<usize> =
            (0..2).filter(|&seat| seat != winner && claims && state.points[seat] >= GOAL).collect();
        json!({
            "how": how,
            "winner": winner,
            "worth": state.worth,
            "rule": rule,
            "counted_points": counted.points,
            "counted_tricks": counted.tricks,
            "at_closing": closed,
            "missed": missed,
        })
    }

    fn read_talon(&self, fields: &Fields, state: &mut State, places: &mut Places) -> Result<(), Error> {
        let trump = fields.get("trump").ok_or_else(|| wrong("A position needs \"trump\": the letter of a suit."))?;
        let letter = trump.as_str().filter(|t| t.len() == 1).and_then(|t| t.chars().next());
        state.trump = letter
            .and_then(parse_suit)
            .ok_or_else(|| wrong(format!("{trump} is not a suit; suits are C, S, H and D.")))?;
        if let Some(talon) = fields.get("talon") {
            let cards = places.take_text(talon, "The talon")?;
            if cards.len() > Talon::FULL as usize {
                return Err(wrong(format!("A talon has at most ten cards, not {}.", cards.len())));
            }
            cards.iter().for_each(|card| state.talon.push(card.0));
        }
        Ok(())
    }

    /// A talon of which only the open card is named gets the others, as many as the deal leaves it.
    fn complete_talon(&self, state: &mut State, places: &mut Places) -> Result<(), Error> {
        let held: usize = state.hands.iter().map(|hand| hand.len() as usize).sum();
        let gone =
            held + state.led().iter().count() + 2 * state.tricks.iter().map(|&tricks| tricks as usize).sum::<usize>();
        let size = (DECK.len() as usize).saturating_sub(gone);
        if state.talon.size() != 1 || !(2..=Talon::FULL as usize).contains(&size) {
            return Ok(());
        }
        let open = state.talon.face_up();
        state.talon = Talon::default();
        for card in places.take(some_of(places.left, size - 1)?)?.iter() {
            state.talon.push(card.0);
        }
        state.talon.push(open.0);
        Ok(())
    }

    /// The card led, if any, and whose turn it is.
    fn read_trick(&self, fields: &Fields, state: &mut State, places: &mut Places) -> Result<(), Error> {
        let trick = fields.get("trick").map_or(Ok(&[][..]), |t| list_of(t, "The trick"))?;
        let turn = fields.get("turn").map(|seat| SEATS.one(seat)).transpose()?;
        match trick {
            [] => state.leader = turn.unwrap_or(0),
            [step] => {
                let [seat, text] = list_of(step, "The lead")? else {
                    return Err(wrong(format!("{step} is not a lead; write [seat, card].")));
                };
                state.leader = SEATS.one(seat)?;
                let text = text_of(text, "The lead")?;
                let lead = self.parse_move(state, Seat(state.leader), text).map_err(|e| wrong(e.message()))?;
                let (Says::Card(card) | Says::Marriage(card)) = lead.says() else {
                    return Err(wrong(format!("\"{text}\" is not a lead; write a card or a marriage.")));
                };
                places.take(card.set())?;
                state.lead = card.0;
                state.married = lead.is_marriage();
                if turn.is_some_and(|t| t == state.leader) {
                    return Err(wrong(format!("Seat {} has led; the turn is the other seat's.", state.leader)));
                }
            }
            _ => return Err(wrong("A trick of two cards is complete; \"trick\" has one lead at most.")),
        }
        state.acting = Seat(state.turn()).set();
        Ok(())
    }

    /// The hands; one of which nothing is said gets any cards, as many as the other.
    fn read_hands(&self, fields: &Fields, state: &mut State, places: &mut Places) -> Result<(), Error> {
        let (mut listed, mut hidden) = ([false; 2], None);
        for (seat, cards) in SEATS.map(fields.get("hands"), "The hands")? {
            match held(cards, 5)? {
                Held::Hidden(count) => hidden = Some(count),
                Held::Cards(cards) => {
                    state.hands[seat] = places.take_text(cards, "A hand")?.into_iter().collect();
                    listed[seat] = true;
                }
            }
        }
        // What is named below is not free for a hand that is left out.
        let mut free = places.left;
        for (_, cards) in SEATS.map(fields.get("piles"), "The piles")? {
            let pile: CardSet =
                parse_cards(text_of(cards, "A pile")?).map_err(|e| wrong(e.message()))?.into_iter().collect();
            free = free - pile;
        }
        let seat = match listed {
            [true, true] => return Ok(()),
            [true, false] => 1,
            [false, true] => 0,
            [false, false] => return Err(wrong("A position needs \"hands\": a map from seats to cards.")),
        };
        // The follower has one more card than the leader while a card is on the table.
        let mut size = state.hands[seat ^ 1].len() as usize;
        if !state.leading() {
            size = if state.leader as usize == seat { size.saturating_sub(1) } else { size + 1 };
        }
        state.hands[seat] = places.take(some_of(free, hidden.unwrap_or(size))?)?;
        Ok(())
    }

    fn read_knowledge(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        let set = |value: &Value, what: &str| -> Result<CardSet, Error> {
            Ok(parse_cards(text_of(value, what)?).map_err(|e| wrong(e.message()))?.into_iter().collect())
        };
        for (seat, cards) in SEATS.map(fields.get("shown"), "\"shown\"")? {
            state.shown[seat] = set(cards, "\"shown\"")?;
        }
        for (seat, cards) in SEATS.map(fields.get("without"), "\"without\"")? {
            state.without[seat] = set(cards, "\"without\"")?;
        }
        if state.married {
            let (leader, lead) = (state.leader as usize, Card(state.lead));
            let pair = married(state.hands[leader] | lead.set()) & suit_cards(suit_of(lead));
            if pair.is_empty() {
                return Err(wrong("Who declares a marriage holds its other card."));
            }
            state.shown[leader] |= pair - lead.set();
        }
        Ok(())
    }

    fn read_end(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        if let Some(last) = fields.get("last_trick") {
            let found: Result<(u8, u8), _> = serde_json::from_value(last.clone());
            state.last_trick = found
                .ok()
                .filter(|t| t.0 < 2)
                .ok_or_else(|| wrong(format!("{last} is not [winner, points] of a trick.")))?;
        }
        state.begun = fields.get("begun").and_then(Value::as_bool).unwrap_or(false);
        if let Some(seats) = fields.get("asked") {
            let asked = SEATS.list(seats, "\"asked\"")?;
            let may = self.rules.end66 == End66::Claim && state.married && state.points[state.leader as usize] >= GOAL;
            if asked.iter().any(|&seat| !may || seat != state.leader) {
                return Err(wrong("Only who has 66 by a marriage just declared is \"asked\" for a claim."));
            }
            state.asking = !asked.is_empty();
            if state.asking {
                state.acting = Seat(state.leader).set();
            }
        }
        if let Some(over) = fields.get("over").filter(|v| !v.is_null()) {
            let found: Result<(u8, u8), _> = serde_json::from_value(over.clone());
            (state.winner, state.worth) =
                found
                    .ok()
                    .filter(|(winner, worth)| *winner < 2 && (1..=3).contains(worth))
                    .ok_or_else(|| wrong(format!("{over} is not [winner, game points] of a deal.")))?;
            state.acting = SeatSet::EMPTY;
        }
        Ok(())
    }

    fn hands_of(&self, state: &State) -> Value {
        Value::Object((0..2).map(|s| (s.to_string(), json!(cards_text(state.hands[s])))).collect())
    }

    /// What lies open for everybody.
    fn put_table(&self, state: &State, map: &mut Fields) {
        let seat = |s: u8| if s == NO_SEAT { Value::Null } else { json!(s) };
        map.insert("phase".into(), json!(if state.over() { "over" } else { "play" }));
        map.insert("trump".into(), json!(suit_letter(state.trump).to_string()));
        map.insert("talon_size".into(), json!(state.talon.size()));
        let face_up = (!state.talon.is_empty()).then(|| card_text(state.talon.face_up()));
        map.insert("face_up".into(), json!(face_up));
        map.insert("closed_by".into(), seat(state.closed_by));
        map.insert("points".into(), json!(state.points));
        map.insert("pending".into(), json!(state.pending));
        map.insert("tricks".into(), json!(state.tricks));
        let last = state.last_trick;
        map.insert("trick_winner".into(), seat(last.0));
        map.insert("trick_points".into(), if last.0 == NO_SEAT { Value::Null } else { json!(last.1) });
    }

    fn match_value(&self, standing: &Standing) -> Value {
        let (over, winner) = match self.outcome(standing) {
            Outcome::Open => (false, Value::Null),
            Outcome::Over(seats) if seats.len() == 2 => (true, json!("draw")),
            Outcome::Over(seats) => (true, json!(seats.first().0)),
        };
        json!({"totals": standing.totals, "over": over, "winner": winner})
    }
}
