//! Positions, facts and pure functions in the conformance format.
//!
//! Beyond that format a position written by [`Positions::setup`] also has `under` (cards of the trick below the
//! top), `height` (rank of a single Phoenix on top), `open`, `given`, `starter`, `wished`, `without_wished`,
//! `last_trick`, `played` (what each seat has played), `passed` (what each has passed on, as bits) and `asked` (seats
//! still to be asked for a bomb), so that every state can be written down.

use kibitz_game::setup::{Arguments, Fields, Held, Places, fields, held, list_of, some_of, text_of, wrong};
use kibitz_game::{Card, CardSet, Clock, Error, Notation, Outcome, Play, Positions, Record, Seat, SeatSet};
use serde_json::{Map, Value, json};

use crate::Tichu;
use crate::beater::Rounds;
use crate::cards::{DECK, DOG, DRAGON, MAH_JONG, PHOENIX, RANK_LETTERS, points, rank_cards};
use crate::combos::{Top, beats, classify};
use crate::moves::{HEIGHT_PHOENIX, Move};
use crate::notation;
use crate::notation::{SEATS, card_text, cards_text, parse_card, parse_cards, parse_rank, rank_letter};
use crate::rules::{GrandOrder, WishBy};
use crate::state::{Call, NO_CARD, NO_SEAT, Phase, State, next_in};

/// What the position of a setup may say.
const KEYS: &[&str] = &[
    "phase",
    "hands",
    "out",
    "trick",
    "turn",
    "wish",
    "calls",
    "piles",
    "rest",
    "totals",
    "under",
    "height",
    "open",
    "given",
    "starter",
    "wished",
    "without_wished",
    "last_trick",
    "played",
    "passed",
    "asked",
];

// ------------------------------------------------------------------------------------ reading values

fn rank_from(value: &Value) -> Result<u8, Error> {
    let letter = value.as_str().filter(|t| t.len() == 1).and_then(|t| parse_rank(t.chars().next()?));
    letter.ok_or_else(|| wrong(format!("{value} is not a rank; ranks are {RANK_LETTERS}.")))
}

fn call_from(value: &Value) -> Result<Call, Error> {
    match value.as_str() {
        Some("tichu") => Ok(Call::Tichu),
        Some("grand") => Ok(Call::Grand),
        _ => Err(wrong(format!("{value} is not a call; calls are \"tichu\" and \"grand\"."))),
    }
}

/// The seats of a mask as a list.
fn bits(mask: u8) -> Vec<u8> {
    (0..4).filter(|seat| mask >> seat & 1 != 0).collect()
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Grand => "grand",
        Phase::Exchange => "exchange",
        Phase::Play => "play",
        Phase::Wish => "wish",
        Phase::Dragon => "dragon",
        Phase::Over => "over",
    }
}

impl Positions for Tichu {
    // -------------------------------------------------------------------------------- setup → state

    fn position(&self, setup: &Value) -> Result<State, Error> {
        let fields = fields(setup, KEYS, "at least \"hands\"")?;
        let mut state = State::empty(self.read_totals(fields)?);
        let mut places = Places::of(DECK, card_text, parse_card);
        state.phase = match fields.get("phase").map(|p| text_of(p, "The phase")).transpose()? {
            None | Some("play") => Phase::Play,
            Some("grand") => Phase::Grand,
            Some("exchange") => Phase::Exchange,
            Some("wish") => Phase::Wish,
            Some("dragon") => Phase::Dragon,
            Some("over") => Phase::Over,
            Some(other) => {
                return Err(wrong(format!(
                    "\"{other}\" is not a phase; phases are grand, exchange, play, wish, dragon, over."
                )));
            }
        };
        let (listed, hidden) = self.read_hands(fields, &mut state, &mut places)?;
        self.read_out(fields, &mut state, listed, &hidden)?;
        for (seat, call) in SEATS.map(fields.get("calls"), "The calls")? {
            state.calls[seat] = call_from(call)?;
        }
        if matches!(state.phase, Phase::Grand | Phase::Exchange) {
            return self.set_up_before_play(fields, state, &mut places, &hidden);
        }
        for (seat, cards) in SEATS.map(fields.get("piles"), "The piles")? {
            state.piles[seat] |= places.take_text(cards, "A pile")?.into_iter().collect();
        }
        let last = self.read_trick(fields, &mut state, &mut places)?;
        self.read_wish(fields, &mut state)?;
        self.fill_in(&mut state, &mut places, listed, &hidden)?;
        match fields.get("rest") {
            Some(seat) => state.piles[SEATS.one(seat)? as usize] |= places.left,
            None => state.elsewhere = places.left,
        }
        self.read_history(fields, &mut state)?;
        self.read_given(fields, &mut state)?;
        self.set_turn(fields, &mut state, last)?;
        self.note_bombers(&mut state);
        self.read_asked(fields, &mut state)?;
        state.audit().map_err(|e| wrong(format!("The position cannot be: {e}.")))?;
        Ok(state)
    }

    // -------------------------------------------------------------------------------- state → setup

    fn setup(&self, state: &State) -> Value {
        let mut map = Map::new();
        map.insert("phase".into(), json!(phase_name(state.phase)));
        let hand = |s: usize| match state.to_come[s].is_empty() {
            true => cards_text(state.hands[s]),
            false => format!("{} {}", cards_text(state.hands[s]), cards_text(state.to_come[s])),
        };
        let seats = (0..4).filter(|s| !state.hands[*s].is_empty());
        map.insert("hands".into(), seats.map(|s| (s.to_string(), json!(hand(s)))).collect::<Fields>().into());
        map.insert("out".into(), json!(state.out()));
        map.insert("calls".into(), self.calls_made(state));
        map.insert("totals".into(), json!(state.totals));
        let given = (0..4).filter(|s| state.given[*s] != [NO_CARD; 3]);
        let gift = |c: u8| if c == NO_CARD { "-".into() } else { card_text(Card(c)) };
        let given: Fields = given.map(|s| (s.to_string(), json!(state.given[s].map(gift).join(" ")))).collect();
        if !given.is_empty() {
            map.insert("given".into(), given.into());
        }
        if matches!(state.phase, Phase::Grand | Phase::Exchange) {
            map.insert("turn".into(), json!(state.acting.iter().map(|s| s.0).collect::<Vec<_>>()));
            return map.into();
        }
        let piles = (0..4).filter(|s| !state.piles[*s].is_empty());
        map.insert(
            "piles".into(),
            piles.map(|s| (s.to_string(), json!(cards_text(state.piles[s])))).collect::<Fields>().into(),
        );
        map.insert("turn".into(), json!(state.turn));
        if !state.top.is_none() {
            map.insert("trick".into(), json!([[state.owner, self.move_text(state.top.play)]]));
            map.insert("under".into(), json!(cards_text(state.trick - state.top.play.cards())));
            if state.top.play.height() == HEIGHT_PHOENIX {
                map.insert("height".into(), json!(state.top.doubled as f64 / 2.0));
            }
            map.insert("open".into(), json!(state.open));
        }
        if state.asking != 0 {
            map.insert("asked".into(), json!(bits(state.asking)));
        }
        map.insert("wish".into(), self.wish_of(state));
        if state.wished != 0 {
            map.insert("wished".into(), json!(rank_letter(state.wished).to_string()));
            map.insert("without_wished".into(), json!(bits(state.without_wished)));
        }
        if state.starter != NO_SEAT {
            map.insert("starter".into(), json!(state.starter));
        }
        if state.last_trick.0 != NO_SEAT {
            map.insert("last_trick".into(), json!(state.last_trick));
        }
        let played = (0..4).filter(|s| !state.played_by[*s].is_empty());
        let played: Fields = played.map(|s| (s.to_string(), json!(cards_text(state.played_by[s])))).collect();
        let passed = (0..4).filter(|s| state.passed[*s] != 0);
        let passed: Fields = passed.map(|s| (s.to_string(), json!(state.passed[s]))).collect();
        for (key, history) in [("played", played), ("passed", passed)].into_iter().filter(|(_, h)| !h.is_empty()) {
            map.insert(key.into(), history.into());
        }
        map.into()
    }

    // -------------------------------------------------------------------------------- facts

    fn facts(&self, state: &State) -> Fields {
        let state = &self.settled(state);
        let mut map = Map::new();
        let to_act = state.acting.iter().map(|s| if s == Seat::CHANCE { json!("chance") } else { json!(s.0) });
        map.insert("to_act".into(), to_act.collect::<Vec<_>>().into());
        map.insert("phase".into(), json!(phase_name(state.phase)));
        let won = (state.open || state.phase == Phase::Dragon).then(|| (state.owner, points(state.trick)));
        let last = (state.last_trick.0 != NO_SEAT).then_some((state.last_trick.0, state.last_trick.1 as i32));
        map.insert("trick_winner".into(), json!(won.or(last).map(|t| t.0)));
        map.insert("trick_points".into(), json!(won.or(last).map(|t| t.1)));
        let hand = |s: usize| (s.to_string(), json!(cards_text(state.hands[s] | state.to_come[s])));
        map.insert("hands".into(), Value::Object((0..4).map(hand).collect()));
        map.insert("wish".into(), self.wish_of(state));
        map.insert("out".into(), json!(state.out()));
        map.insert("pile_points".into(), json!(state.piles.map(points)));
        map.insert("calls_made".into(), self.calls_made(state));
        map.insert("call_moves".into(), json!(["tichu"]));
        let over = state.phase == Phase::Over;
        map.insert("scores".into(), if over { json!(self.round_score(state)) } else { Value::Null });
        map.insert("match".into(), if over { self.match_value(self.standing_after(state)) } else { Value::Null });
        let line = |(what, team, seat, worth)| json!({"what": what, "team": team, "seat": seat, "worth": worth});
        let sheet = over.then(|| self.score_sheet(state).into_iter().map(line).collect::<Vec<_>>());
        map.insert("score_sheet".into(), json!(sheet));
        map
    }

    fn view_facts(&self, view: &crate::worlds::View) -> Fields {
        let state = &view.known;
        let mut map = Map::new();
        map.insert("seat".into(), json!(view.seat.0));
        map.insert("phase".into(), json!(phase_name(state.phase)));
        let hand: Vec<String> = crate::notation::in_order(state.hands[view.seat.index()]).map(card_text).collect();
        map.insert("hand".into(), json!(hand));
        map.insert("counts".into(), json!(view.counts));
        let table =
            (!state.top.is_none()).then(|| json!({"owner": state.owner, "play": self.move_text(state.top.play)}));
        map.insert("table".into(), json!(table));
        map.insert("trick".into(), json!(cards_text(state.trick)));
        map.insert("turn".into(), json!(state.turn));
        map.insert("asked".into(), json!(state.acting.has(view.seat)));
        map.insert("wish".into(), self.wish_of(state));
        map.insert("out".into(), json!(state.out()));
        map.insert("calls_made".into(), self.calls_made(state));
        map.insert("pile_points".into(), json!(state.piles.map(points)));
        map.insert("scores".into(), json!(state.totals));
        let me = view.seat.index();
        let named = |c: u8| if c == NO_CARD { Value::Null } else { json!(card_text(Card(c))) };
        map.insert("given".into(), json!(state.given[me].map(named)));
        let received = [1, 2, 3].map(|i| named(state.given[(me + i) & 3][3 - i]));
        map.insert("received".into(), json!(received));
        map
    }

    // -------------------------------------------------------------------------------- pure functions

    fn call(&self, function: &str, arguments: &Fields, clock: Clock<'_>) -> Result<Value, Error> {
        let argument = Arguments { function, given: arguments };
        match function {
            "classify" => {
                let cards = parse_cards(argument.text("cards")?)?;
                let mut top = Top::NONE;
                for text in arguments.get("on").map_or(Ok(&[][..]), |on| list_of(on, "\"on\""))? {
                    let text = text_of(text, "A play")?;
                    if text != "pass" {
                        top = top.then(self.reading(text, top)?, &self.rules);
                    }
                }
                let readings = classify(cards.into_iter().collect(), &self.rules);
                let fitting = readings.into_iter().filter(|&m| beats(m, top, &self.rules));
                Ok(fitting.map(|m| self.reading_value(m, top)).collect::<Vec<_>>().into())
            }
            "count_beaters" | "check_beaters" => {
                let number = |key: &str| {
                    argument.get(key)?.as_u64().ok_or_else(|| wrong(format!("\"{key}\" is a whole number from 0 on.")))
                };
                let seed = number("seed")?;
                let rounds = match arguments.get("records") {
                    None => Rounds::Played { players: argument.text("players")?, count: number("rounds")?, seed },
                    Some(records) => {
                        let read = |text| Record::parse(text_of(text, "A record")?);
                        let records = list_of(records, "\"records\"")?.iter().map(read).collect::<Result<_, _>>()?;
                        Rounds::Recorded { records, seed }
                    }
                };
                if function == "count_beaters" {
                    return self.count_beaters(&rounds, clock);
                }
                let rows = arguments.get("table").map(|rows| text_of(rows, "\"table\"")).transpose()?;
                self.check_beaters(rows, &rounds, clock)
            }
            "card_points" => {
                let cards = parse_cards(argument.text("cards")?)?;
                Ok(json!(cards.into_iter().map(|c| points(c.set())).collect::<Vec<_>>()))
            }
            "round_score" => {
                let out = SEATS.list(argument.get("out")?, "\"out\"")?;
                let double = out.len() == 2 && out[0] ^ out[1] == 2;
                let mut distinct = out.clone();
                distinct.sort_unstable();
                distinct.dedup();
                if !double && out.len() != 3 || distinct.len() != out.len() {
                    return Err(wrong("A round ends with three different seats out, or with two partners."));
                }
                let number = |v: &Value| v.as_i64().filter(|n| n.abs() < 1000).map(|n| n as i32);
                let (mut taken, mut left) = ([0; 4], 0);
                if !double {
                    let list = argument.list("taken")?;
                    let points: Option<Vec<i32>> = list.iter().map(number).collect();
                    taken = points
                        .and_then(|p| p.try_into().ok())
                        .ok_or_else(|| wrong("\"taken\" is four whole numbers."))?;
                    left = number(argument.get("left")?).ok_or_else(|| wrong("\"left\" is a whole number."))?;
                }
                let mut calls = [Call::None; 4];
                for (seat, call) in SEATS.map(arguments.get("calls"), "The calls")? {
                    calls[seat] = call_from(call)?;
                }
                Ok(json!(self.score(&out, taken, left, calls)))
            }
            "match" => {
                let pair = |key: &str| -> Result<[i16; 2], Error> {
                    serde_json::from_value(argument.get(key)?.clone())
                        .map_err(|_| wrong(format!("\"{key}\" is two whole numbers.")))
                };
                let (totals, round) = (pair("totals")?, pair("round")?);
                Ok(self.match_value([0, 1].map(|t| totals[t].saturating_add(round[t]))))
            }
            _ => Err(argument.unknown(&["classify", "card_points", "round_score", "match"])),
        }
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state.audit()
    }

    fn holders(&self, state: &State) -> Vec<(Seat, String)> {
        let hand = |s: u8| notation::in_order(state.hands[s as usize]).map(move |c| (Seat(s), notation::card_text(c)));
        (0..4).flat_map(hand).collect()
    }
}

impl Tichu {
    fn read_totals(&self, fields: &Fields) -> Result<[i16; 2], Error> {
        let Some(value) = fields.get("totals") else { return Ok([0, 0]) };
        let totals: Option<Vec<i16>> = serde_json::from_value(value.clone()).ok();
        totals
            .and_then(|t| t.try_into().ok())
            .ok_or_else(|| wrong(format!("{value} is not a match score; it is two whole numbers.")))
    }

    /// The hands; whose cards were listed, as bits, and how many cards the others have, as far as that was said.
    fn read_hands(&self, fields: &Fields, state: &mut State, places: &mut Places) -> Result<(u8, [usize; 4]), Error> {
        let (mut listed, mut hidden) = (0, [0; 4]);
        for (seat, cards) in SEATS.map(fields.get("hands"), "The hands")? {
            let cards = match held(cards, 14)? {
                Held::Cards(cards) => places.take_text(cards, "A hand")?,
                Held::Hidden(count) => {
                    hidden[seat] = count;
                    continue;
                }
            };
            if cards.len() > 14 {
                return Err(wrong(format!("Seat {seat} has {} cards; a hand has at most 14.", cards.len())));
            }
            listed |= 1 << seat;
            let seen = if state.phase == Phase::Grand { cards.len().min(8) } else { cards.len() };
            state.hands[seat] = cards[..seen].iter().copied().collect();
            state.to_come[seat] = cards[seen..].iter().copied().collect();
        }
        if listed == 0 && hidden == [0; 4] {
            return Err(wrong("A position needs \"hands\": a map from seats to cards."));
        }
        Ok((listed, hidden))
    }

    fn read_out(&self, fields: &Fields, state: &mut State, listed: u8, hidden: &[usize; 4]) -> Result<(), Error> {
        let Some(out) = fields.get("out") else { return Ok(()) };
        let out = list_of(out, "\"out\"")?;
        if out.len() > 3 {
            return Err(wrong("At most three seats can be out."));
        }
        for (place, seat) in out.iter().enumerate() {
            let seat = SEATS.one(seat)?;
            let holds = !state.hands[seat as usize].is_empty() || hidden[seat as usize] > 0;
            if state.active >> seat & 1 == 0 || holds {
                return Err(wrong(format!("Seat {seat} cannot be out: it is out twice or has cards.")));
            }
            state.active &= !(1 << seat);
            state.out[place] = seat;
            state.out_count += 1;
        }
        let empty = (0..4u8).find(|&s| listed & state.active & 1 << s != 0 && state.hands[s as usize].is_empty());
        match empty {
            Some(seat) => Err(wrong(format!("Seat {seat} has no cards but is not out."))),
            None => Ok(()),
        }
    }

    fn set_up_before_play(
        &self,
        fields: &Fields,
        mut state: State,
        places: &mut Places,
        hidden: &[usize; 4],
    ) -> Result<State, Error> {
        let phase = state.phase;
        let seen = if phase == Phase::Grand { 8 } else { 14 };
        for (seat, &count) in hidden.iter().enumerate() {
            state.hands[seat] |= places.take(some_of(places.left, count.min(seen))?)?;
            state.to_come[seat] |= places.take(some_of(places.left, count.saturating_sub(seen))?)?;
        }
        for seat in 0..4 {
            // Who has taken up eight cards does not know the others, and whoever asks for him does not either.
            if phase == Phase::Grand && state.hands[seat].len() == 8 && state.to_come[seat].is_empty() {
                state.to_come[seat] = places.take(some_of(places.left, 6)?)?;
            }
        }
        if (0..4).any(|s| state.hands[s].len() + state.to_come[s].len() != 14) {
            return Err(wrong(format!("In the phase {} every seat has 14 cards.", phase_name(phase))));
        }
        let allowed = if phase == Phase::Grand { self.rules.calls } else { self.rules.exchange };
        if !allowed {
            return Err(wrong(format!("These rules have no phase {}.", phase_name(phase))));
        }
        if phase == Phase::Grand {
            self.open_round(&mut state);
        } else {
            self.take_up(&mut state);
            self.read_given(fields, &mut state)?;
            for seat in 0..4 {
                let given = state.given[seat as usize];
                if given == [NO_CARD; 3] {
                    continue;
                }
                if given.iter().any(|&card| card == NO_CARD || !state.hands[seat as usize].has(Card(card))) {
                    return Err(wrong(format!(
                        "Seat {seat} gives three cards of its hand, or has \"given\" nothing yet."
                    )));
                }
                state.acting = state.acting.without(Seat(seat));
            }
        }
        if let Some(turn) = fields.get("turn") {
            // Who still owes an answer: in the exchange those who have given nothing yet.
            let seats = SEATS.list(turn, "In this phase \"turn\"")?;
            let owing = seats.into_iter().fold(SeatSet::EMPTY, |set, s| set.with(Seat(s)));
            if phase == Phase::Exchange && owing != state.acting {
                return Err(wrong("In the exchange just those seats owe an answer that have \"given\" nothing."));
            }
            if self.rules.grand_order == GrandOrder::Sequential && owing.len() > 1 && phase == Phase::Grand {
                return Err(wrong("These rules ask one seat at a time for Grand Tichu."));
            }
            state.acting = owing;
        }
        if state.acting.is_empty() {
            return Err(wrong("Somebody must owe an answer in this phase."));
        }
        Ok(state)
    }

    /// The trick; the last seat that played or passed in it.
    fn read_trick(&self, fields: &Fields, state: &mut State, places: &mut Places) -> Result<Option<u8>, Error> {
        if let Some(under) = fields.get("under") {
            state.trick = places.take_text(under, "\"under\"")?.into_iter().collect();
        }
        let mut last = None;
        for step in fields.get("trick").map_or(Ok(&[][..]), |t| list_of(t, "The trick"))? {
            let [seat, text] = list_of(step, "A play of the trick")? else {
                return Err(wrong(format!("{step} is not a play of the trick; write [seat, move].")));
            };
            let seat = SEATS.one(seat)?;
            last = Some(seat);
            let text = text_of(text, "A play of the trick")?;
            if text == "pass" {
                if state.top.is_none() {
                    return Err(wrong("A trick cannot begin with a pass."));
                }
                continue;
            }
            let play = self.reading(text, state.top)?;
            if !beats(play, state.top, &self.rules) {
                return Err(wrong(format!("\"{text}\" does not beat what lies on the table.")));
            }
            state.trick |= places.take(play.cards())?;
            state.top = state.top.then(play, &self.rules);
            state.owner = seat;
            state.played_by[seat as usize] |= play.cards();
        }
        if let Some(height) = fields.get("height").and_then(Value::as_f64) {
            state.top.doubled = (2.0 * height) as u8;
        }
        Ok(last)
    }

    /// What each seat has played and passed on; a position that does not say so begins with its trick.
    fn read_history(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        for (seat, cards) in SEATS.map(fields.get("played"), "What was \"played\"")? {
            let cards: CardSet = parse_cards(text_of(cards, "What was \"played\"")?)
                .map_err(|e| wrong(e.message()))?
                .into_iter()
                .collect();
            if let Some(card) = (cards - state.played()).iter().next() {
                return Err(wrong(format!("{} was \"played\" but lies in no trick.", card_text(card))));
            }
            state.played_by[seat] |= cards;
        }
        for (seat, bits) in SEATS.map(fields.get("passed"), "What was \"passed\" on")? {
            let bits = bits.as_u64().ok_or_else(|| wrong("What was \"passed\" on is a number of bits."))?;
            state.passed[seat] = bits;
        }
        Ok(())
    }

    /// A play of a text on a table, without regard to whose it is.
    fn reading(&self, text: &str, top: Top) -> Result<Move, Error> {
        let table = State { top, ..State::empty([0, 0]) };
        let play = self.parse_move(&table, Seat(0), text).map_err(|e| wrong(e.message()))?;
        if play.is_play() { Ok(play) } else { Err(wrong(format!("\"{text}\" is not a play."))) }
    }

    fn read_wish(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        if let Some(rank) = fields.get("wish").filter(|w| !w.is_null()) {
            state.wished = rank_from(rank)?;
            state.wish = rank_cards(state.wished);
        }
        if let Some(rank) = fields.get("wished") {
            state.wished = rank_from(rank)?;
        }
        if let Some(seats) = fields.get("without_wished") {
            for seat in list_of(seats, "\"without_wished\"")? {
                state.without_wished |= 1 << SEATS.one(seat)?;
            }
            if state.wished == 0 && state.without_wished != 0 {
                return Err(wrong("\"without_wished\" needs the rank that was \"wished\"."));
            }
        }
        Ok(())
    }

    /// Hidden hands get any cards. Seats of which nothing is said, and that are not out, are in play with a few cards
    /// that cannot matter: two low ones that are no pair and not of the wished rank.
    fn fill_in(&self, state: &mut State, places: &mut Places, listed: u8, hidden: &[usize; 4]) -> Result<(), Error> {
        for seat in (0..4).filter(|&s| hidden[s] > 0) {
            let lacks = if state.without_wished >> seat & 1 != 0 { rank_cards(state.wished) } else { CardSet::EMPTY };
            state.hands[seat] = places.take(some_of(places.left - lacks, hidden[seat])?)?;
        }
        let dull = places.left - (MAH_JONG | DOG | DRAGON | PHOENIX) - state.wish;
        let mut spare = dull.iter();
        for seat in (0..4).filter(|&s| state.active & !listed & 1 << s != 0 && hidden[s] == 0) {
            let mut ranks = CardSet::EMPTY;
            for card in spare.by_ref() {
                let rank = rank_cards(crate::cards::rank_of(card));
                if !ranks.meets(rank) {
                    ranks |= rank;
                    state.hands[seat] |= card.set();
                }
                if state.hands[seat].len() == 2 {
                    break;
                }
            }
            places.left = places.left - state.hands[seat];
            if state.hands[seat].is_empty() {
                return Err(wrong(format!(
                    "No card is left for seat {seat}: \"hands\" must say what it holds, or \"out\" that it has finished."
                )));
            }
        }
        Ok(())
    }

    fn read_given(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        for (seat, cards) in SEATS.map(fields.get("given"), "\"given\"")? {
            let words: Vec<&str> = text_of(cards, "\"given\"")?.split_whitespace().collect();
            if words.len() != 3 {
                return Err(wrong(format!("Seat {seat} gives three cards, with \"-\" for one that is not known.")));
            }
            for (i, word) in words.into_iter().enumerate().filter(|(_, w)| *w != "-") {
                state.given[seat][i] = parse_card(word).map_err(|e| wrong(e.message()))?.0;
            }
        }
        let given = || state.given.as_flattened().iter().filter(|&&card| card != NO_CARD);
        if given().map(|&card| Card(card)).collect::<CardSet>().len() as usize != given().count() {
            return Err(wrong("A card is \"given\" once."));
        }
        if let Some(seat) = fields.get("starter") {
            state.starter = SEATS.one(seat)?;
        }
        if let Some(last) = fields.get("last_trick") {
            let found: Result<(u8, i8), _> = serde_json::from_value(last.clone());
            state.last_trick = found
                .ok()
                .filter(|t| t.0 < 4)
                .ok_or_else(|| wrong(format!("{last} is not [winner, points] of a trick.")))?;
        }
        Ok(())
    }

    /// Whose turn it is, and what the phase makes of it.
    fn set_turn(&self, fields: &Fields, state: &mut State, last: Option<u8>) -> Result<(), Error> {
        let open = fields.get("open").and_then(Value::as_bool).unwrap_or(false);
        let leader =
            if state.active >> state.owner & 1 != 0 { state.owner } else { next_in(state.active, state.owner) };
        let all_passed =
            !state.top.is_none() && last.is_some_and(|l| next_in(state.active | 1 << state.owner, l) == state.owner);
        state.turn = match (fields.get("turn"), last, state.mah_jong_holder()) {
            (Some(seat), ..) => SEATS.one(seat)?,
            (None, Some(_), _) if all_passed => leader,
            (None, Some(seat), _) => next_in(state.active, seat),
            (None, None, Some(holder)) => holder.0,
            (None, None, None) if state.phase == Phase::Over => 0,
            _ => {
                return Err(wrong(
                    "The position must say whose \"turn\" it is: there is no trick and nobody holds the Mah Jong.",
                ));
            }
        };
        if state.active >> state.turn & 1 == 0 && state.phase != Phase::Over {
            return Err(wrong(format!("Seat {} is out and cannot be on turn.", state.turn)));
        }
        state.acting = Seat(state.turn).set();
        match state.phase {
            Phase::Wish => {
                if !state.top.play.cards().meets(MAH_JONG) || self.rules.wish == WishBy::None {
                    return Err(wrong("A wish is due only when the Mah Jong has just been played."));
                }
                state.acting = if self.rules.wish == WishBy::Chance { Seat::CHANCE } else { Seat(state.owner) }.set();
            }
            Phase::Dragon => {
                if !state.top.play.cards().meets(DRAGON) {
                    return Err(wrong("The Dragon is given away only when it has won the trick."));
                }
                state.turn = leader;
                state.acting = Seat(state.owner).set();
            }
            // All have passed: the owner on turn, or nobody else left to ask.
            Phase::Play
                if open
                    || !state.top.is_none() && (state.turn == state.owner || all_passed && state.turn == leader) =>
            {
                self.win_trick(state);
                state.acting = self.on_turn(state);
            }
            Phase::Over => state.acting = SeatSet::EMPTY,
            _ => {}
        }
        let ended = self.round_ended(state);
        if ended && !matches!(state.phase, Phase::Over | Phase::Dragon) || state.phase == Phase::Over && !ended {
            return Err(wrong("A round is over just when three seats, or the first two of a team, are out."));
        }
        Ok(())
    }

    /// Who is still to be asked for a bomb: nobody where the position does not say so.
    fn read_asked(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        let asked = fields.get("asked").map_or(Ok(Vec::new()), |seats| SEATS.list(seats, "\"asked\""))?;
        state.asking = asked.into_iter().fold(0, |mask, seat| mask | 1 << seat);
        if let Some(seat) = bits(state.asking & !self.would_be_asked(state)).first() {
            return Err(wrong(format!(
                "Seat {seat} cannot be \"asked\" for a bomb: it is on turn, or none of its bombs fits."
            )));
        }
        if state.asking != 0 {
            state.acting = Seat(self.next_asked(state)).set();
        }
        Ok(())
    }

    fn calls_made(&self, state: &State) -> Value {
        let calls = (0..4).filter_map(|s| match state.calls[s] {
            Call::None => None,
            Call::Tichu => Some((s.to_string(), json!("tichu"))),
            Call::Grand => Some((s.to_string(), json!("grand"))),
        });
        Value::Object(calls.collect())
    }

    fn wish_of(&self, state: &State) -> Value {
        if state.wish.is_empty() { Value::Null } else { json!(rank_letter(state.wished).to_string()) }
    }

    fn match_value(&self, totals: [i16; 2]) -> Value {
        let (over, winner) = match self.outcome(&totals) {
            Outcome::Open => (false, Value::Null),
            Outcome::Over(seats) if seats.len() == 4 => (true, json!("draw")),
            Outcome::Over(seats) => (true, json!(seats.first().0)),
        };
        json!({"totals": totals, "over": over, "winner": winner})
    }

    /// `[type, length, rank]`
    fn reading_value(&self, play: Move, top: Top) -> Value {
        let name = if play.is_dog() { "dog" } else { play.kind().name() };
        if play.height() == HEIGHT_PHOENIX {
            json!([name, 1, top.phoenix(&self.rules) as f64 / 2.0])
        } else {
            json!([name, play.size(), play.height()])
        }
    }
}
