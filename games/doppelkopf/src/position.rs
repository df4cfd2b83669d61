//! Positions, facts and pure functions in the conformance format.
//!
//! Beyond that format a position written by [`Positions::setup`] also has `played` (cards of earlier tricks by
//! seat), `lacks`, `told`, `both`, `foxes`, `fat`, `last_trick`, `quiet`, `compulsory`, `forced`, `said`, `named`, `asked`
//! (whom an announcement is asked of, in turn) and `totals`, so that every state can be written down.

use kibitz_game::error::suggest;
use kibitz_game::setup::{Arguments, Fields, Held, fields, flag, held, list_of, text_of, wrong};
use kibitz_game::{Card, Clock, Error, Notation, Outcome, Play, Positions};
use serde_json::{Map, Value, json};

use crate::Doppelkopf;
use crate::cards::{ALL, CLUB_QUEEN, Hand, POINTS, kind, kinds_of};
use crate::contracts::Contract;
use crate::moves::Move;
use crate::notation::{SEATS, card_text, cards_text, parse_card, parse_cards};
use crate::phases::next_dealer;
use crate::score::{Line, Tally};
use crate::state::{Announced, EVERYBODY, Level, NO_SEAT, Party, Phase, State, Taken};
use crate::trick::Laid;
use crate::worlds::View;

/// What the position of a setup may say.
const KEYS: &[&str] = &[
    "phase",
    "dealer",
    "hands",
    "counts",
    "game",
    "declarer",
    "re",
    "silent",
    "clarified",
    "trick",
    "turn",
    "tricks",
    "points",
    "extras",
    "announced",
    "compulsory_open",
    "deal",
    "played",
    "lacks",
    "told",
    "both",
    "foxes",
    "fat",
    "last_trick",
    "quiet",
    "compulsory",
    "forced",
    "said",
    "named",
    "reserved",
    "asked",
    "totals",
];

// ------------------------------------------------------------------------------------ reading values

/// Four whole numbers up to `most`; zeros when there is nothing.
fn four(value: Option<&Value>, what: &str, most: u64) -> Result<[u8; 4], Error> {
    let Some(value) = value else { return Ok([0; 4]) };
    let numbers: Option<Vec<u8>> = value
        .as_array()
        .and_then(|list| list.iter().map(|n| n.as_u64().filter(|&n| n <= most).map(|n| n as u8)).collect());
    let four = numbers.and_then(|n| n.try_into().ok());
    four.ok_or_else(|| wrong(format!("{what} must be four whole numbers of 0 to {most}, not {value}.")))
}

/// A list of seats, as bits.
fn seats_in(value: &Value, what: &str) -> Result<u8, Error> {
    Ok(SEATS.list(value, what)?.into_iter().fold(0, |mask, seat| mask | 1 << seat))
}

/// Something of each party: a map with the keys `re` and `kontra`.
fn by_party<'a>(value: Option<&'a Value>, what: &str) -> Result<[Option<&'a Value>; 2], Error> {
    let Some(value) = value else { return Ok([None; 2]) };
    let map = value.as_object().ok_or_else(|| wrong(format!("{what} must be a map from parties, not {value}.")))?;
    match map.keys().find(|k| !Party::BOTH.iter().any(|p| p.name() == k.as_str())) {
        Some(key) => Err(wrong(format!("\"{key}\" is not a party; parties are re and kontra."))),
        None => Ok(Party::BOTH.map(|p| map.get(p.name()))),
    }
}

fn level_from(value: &Value) -> Result<Level, Error> {
    let level = value.as_str().and_then(Level::of);
    let known = || Level::ALL.map(Level::name).join(", ");
    level.ok_or_else(|| wrong(format!("{value} is not a level; levels are {}.", known())))
}

fn contract_from(value: &Value) -> Result<Contract, Error> {
    let name = text_of(value, "The game")?;
    let known = || suggest(name, Contract::ALL.map(Contract::name));
    Contract::of(name).ok_or_else(|| wrong(format!("There is no game \"{name}\"{}", known())))
}

fn named_from(value: &Value) -> Result<Contract, Error> {
    match value.as_str() {
        Some("hochzeit") => Ok(Contract::Marriage),
        _ => contract_from(value),
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Reservation => "reservation",
        Phase::Play => "play",
        Phase::Over => "over",
    }
}

/// The seats of a mask as a list.
fn seats(mask: u8) -> Vec<u8> {
    (0..4).filter(|s| mask >> s & 1 != 0).collect()
}

/// How many cards a seat holds of which nothing else is said.
type Hidden = [Option<u32>; 4];

/// The cards not yet named, and how many each hand and each seat's past still need.
struct Places {
    left: Hand,
    in_hand: [u32; 4],
    played: [u32; 4],
    /// Tricks that are complete.
    complete: u32,
}

impl Places {
    fn take(&mut self, cards: Hand) -> Result<Hand, Error> {
        self.left = less(self.left, cards)?;
        Ok(cards)
    }
}

/// What is left of cards without others, which must be among them.
fn less(left: Hand, cards: Hand) -> Result<Hand, Error> {
    match cards.iter().find(|&c| cards.count(c) > left.count(c)) {
        None => Ok(left.minus(cards)),
        Some(extra) => Err(wrong(format!("The card {} is there more than twice.", card_text(extra)))),
    }
}

impl Positions for Doppelkopf {
    // -------------------------------------------------------------------------------- setup → state

    fn position(&self, setup: &Value) -> Result<State, Error> {
        let fields = fields(setup, KEYS, "at least \"hands\"")?;
        let mut state = State::empty();
        state.dealer = fields.get("dealer").map_or(Ok(3), |seat| SEATS.one(seat))?;
        let deal = fields.get("deal").map_or(Some(1), Value::as_u64);
        state.deal =
            deal.filter(|d| (1..=255).contains(d)).ok_or_else(|| wrong("\"deal\" counts deals from 1."))? as u8;
        state.open = self.read_open(fields)?;
        if let Some(totals) = fields.get("totals") {
            state.totals = serde_json::from_value(totals.clone())
                .map_err(|_| wrong(format!("{totals} is not a score; it is four whole numbers.")))?;
        }
        let (mut listed, mut hidden) = (Vec::new(), [None; 4]);
        for (seat, cards) in SEATS.map(fields.get("hands"), "The hands")? {
            match held(cards, 12)? {
                Held::Hidden(count) => hidden[seat] = Some(count as u32),
                Held::Cards(cards) => {
                    let cards = parse_cards(text_of(cards, "A hand")?).map_err(|e| wrong(e.message()))?;
                    listed.push((seat, cards));
                }
            }
        }
        match fields.get("phase").map(|p| text_of(p, "The phase")).transpose()? {
            Some("reservation") => self.set_up_reservations(fields, state, &listed, &hidden),
            None | Some("play") => self.set_up_play(fields, state, &listed, &hidden),
            Some("over") => {
                state.phase = Phase::Over;
                self.set_up_play(fields, state, &listed, &hidden)
            }
            Some(other) => Err(wrong(format!("\"{other}\" is not a phase; phases are reservation, play, over."))),
        }
    }

    // -------------------------------------------------------------------------------- state → setup

    fn setup(&self, state: &State) -> Value {
        let mut map = Map::new();
        map.insert("phase".into(), json!(phase_name(state.phase)));
        map.insert("dealer".into(), json!(state.dealer));
        map.insert("deal".into(), json!(state.deal));
        map.insert("compulsory_open".into(), json!(open_list(state)));
        map.insert("totals".into(), json!(state.totals));
        let all = |cards: &dyn Fn(usize) -> String| -> Value {
            (0..4).map(|s| (s.to_string(), json!(cards(s)))).collect::<Fields>().into()
        };
        map.insert("hands".into(), all(&|s| cards_text(state.hands[s])));
        if state.phase == Phase::Reservation {
            let said = (0..4).filter(|s| state.spoken >> s & 1 != 0);
            let word = |s: usize| if state.reserved >> s & 1 != 0 { "vorbehalt" } else { "gesund" };
            map.insert("said".into(), said.map(|s| (s.to_string(), json!(word(s)))).collect::<Fields>().into());
            let named = (0..4).filter(|s| state.named[*s] != Contract::Normal);
            let name = |s: usize| json!(self.move_text(Move::name(state.named[s])));
            map.insert("named".into(), named.map(|s| (s.to_string(), name(s))).collect::<Fields>().into());
            return map.into();
        }
        map.insert("game".into(), json!(state.contract.name()));
        map.insert("declarer".into(), seat_value(state.declarer));
        map.insert("re".into(), self.re_value(state));
        map.insert("clarified".into(), json!((state.clarified != 0).then_some(state.clarified)));
        map.insert("compulsory".into(), json!(state.compulsory));
        map.insert("forced".into(), json!(state.forced));
        map.insert("said".into(), json!(state.spoken == EVERYBODY));
        map.insert("reserved".into(), json!(seats(state.reserved)));
        map.insert("both".into(), json!(seats(state.both)));
        let leader = state.leader() as u8;
        let on_table: Vec<Value> = (0..state.laid)
            .map(|i| (leader + i) & 3)
            .map(|s| json!([s, state.trick.card(s as usize).map(card_text)]))
            .collect();
        map.insert("trick".into(), json!(on_table));
        map.insert("turn".into(), json!(state.turn));
        if state.asked != NO_SEAT {
            let asked: Vec<u8> = (0..state.asking).map(|i| (state.asked + i) & 3).collect();
            map.insert("asked".into(), json!(asked));
        }
        map.insert("tricks".into(), json!(state.tricks));
        map.insert("points".into(), json!(state.points));
        let earlier = |s: usize| match state.trick.card(s) {
            None => state.played(s),
            Some(card) => state.played(s).without(card),
        };
        map.insert("played".into(), all(&|s| cards_text(earlier(s))));
        let kinds = |mask: u32| kinds_of(mask).map(card_text).collect::<Vec<_>>().join(" ");
        map.insert("lacks".into(), all(&|s| kinds(state.lacks[s])));
        let announced = |p: Party| {
            let a = state.announced[p as usize];
            (p.name().to_string(), json!({"level": a.level.name(), "timely": a.timely}))
        };
        map.insert("announced".into(), Party::BOTH.map(announced).into_iter().collect::<Fields>().into());
        map.insert("told".into(), json!({"re": seats(state.told[0]), "kontra": seats(state.told[1])}));
        map.insert("extras".into(), json!({"re": state.extras[0], "kontra": state.extras[1]}));
        map.insert("fat".into(), json!(state.fat));
        let pairs = (0..4).flat_map(|w| (0..4).map(move |p| (w, p)));
        let foxes = pairs.flat_map(|(w, p)| (0..state.foxes(w, p)).map(move |_| json!([w, p])));
        map.insert("foxes".into(), foxes.collect::<Vec<_>>().into());
        map.insert("last_trick".into(), last_value(state));
        map.insert("quiet".into(), json!(state.quiet));
        map.into()
    }

    // -------------------------------------------------------------------------------- facts

    fn facts(&self, state: &State) -> Fields {
        let mut map = Map::new();
        map.insert("to_act".into(), json!(state.to_act().iter().map(|s| s.0).collect::<Vec<_>>()));
        map.insert("phase".into(), json!(phase_name(state.phase)));
        map.insert("game".into(), game_value(state));
        let taken = (state.last.winner != NO_SEAT).then_some(state.last);
        map.insert("trick_winner".into(), json!(taken.map(|t| t.winner)));
        map.insert("trick_points".into(), json!(taken.map(|t| t.points)));
        let hands = (0..4).map(|s| (s.to_string(), json!(cards_text(state.hands[s]))));
        map.insert("hands".into(), hands.collect::<Fields>().into());
        map.insert("re".into(), self.re_value(state));
        map.insert("silent".into(), json!(state.silent()));
        map.insert("clarified".into(), json!((state.clarified != 0).then_some(state.clarified)));
        map.insert("announced".into(), announced_value(state));
        map.insert("compulsory_open".into(), json!(open_list(state)));
        map.insert("points".into(), json!(state.points));
        map.insert("tricks".into(), json!(state.tricks));
        let calls = self.words().filter(|(mv, _)| mv.is_announcement());
        map.insert("call_moves".into(), json!(calls.map(|(_, word)| word).collect::<Vec<_>>()));
        let over = state.phase == Phase::Over;
        let winner = over.then(|| self.tally(state).value().winner).flatten();
        map.insert("game_winner".into(), json!(winner.map(Party::name)));
        map.insert("scores".into(), if over { json!(self.scores(state)) } else { Value::Null });
        let line = |line: Line| json!({"what": line.what, "party": line.party.name(), "worth": line.worth});
        let sheet = over.then(|| self.score_sheet(state).into_iter().map(line).collect::<Vec<_>>());
        map.insert("score_sheet".into(), json!(sheet));
        let tally = over.then(|| self.tally(state));
        let sides = tally.map(|tally| {
            let side = |party: Party| {
                let made = json!({"points": tally.points[party as usize], "needed": tally.needed(party)});
                (party.name().to_string(), made)
            };
            Value::Object(Party::BOTH.map(side).into_iter().collect())
        });
        map.insert("sides".into(), json!(sides));
        map.insert("match".into(), if over { self.match_value(state) } else { Value::Null });
        map
    }

    fn view_facts(&self, view: &View) -> Fields {
        let state = &view.known;
        let mut map = Map::new();
        map.insert("seat".into(), json!(view.seat.0));
        map.insert("phase".into(), json!(phase_name(state.phase)));
        map.insert("game".into(), game_value(state));
        let hand: Vec<&str> = state.hands[view.seat.index()].iter().map(card_text).collect();
        map.insert("hand".into(), json!(hand));
        map.insert("counts".into(), json!(view.counts));
        let leader = state.leader() as u8;
        let table = (0..state.laid).map(|i| (leader + i) & 3);
        let table = table.map(|s| json!([s, state.trick.card(s as usize).map(card_text)]));
        map.insert("table".into(), table.collect::<Vec<_>>().into());
        map.insert("last_trick".into(), last_value(state));
        map.insert("turn".into(), json!(state.turn));
        map.insert("asked".into(), json!(state.to_act().has(view.seat)));
        let said = (0..4).map(|s| match (state.spoken >> s & 1, state.reserved >> s & 1) {
            (0, _) => Value::Null,
            (_, 0) => json!("gesund"),
            _ => json!("vorbehalt"),
        });
        map.insert("said".into(), said.collect::<Vec<_>>().into());
        map.insert("parties".into(), (0..4).map(|s| json!(view.party(s).map(Party::name))).collect::<Vec<_>>().into());
        map.insert("announced".into(), announced_value(state));
        map.insert("points".into(), json!(state.points));
        map.insert("tricks".into(), json!(state.tricks));
        let played = (0..4).map(|s| cards_text(state.played(s)));
        map.insert("played".into(), played.collect::<Vec<_>>().into());
        let lacks = (0..4).map(|s| kinds_of(state.lacks[s]).map(card_text).collect::<Vec<_>>().join(" "));
        map.insert("lacks".into(), lacks.collect::<Vec<_>>().into());
        map.insert("both".into(), json!(seats(state.both)));
        map.insert("deal".into(), json!(state.deal));
        map.insert("dealer".into(), json!(state.dealer));
        map.insert("compulsory_open".into(), json!(open_list(state)));
        map.insert("scores".into(), json!(state.totals));
        map
    }

    // -------------------------------------------------------------------------------- pure functions

    fn call(&self, function: &str, arguments: &Fields, _clock: Clock<'_>) -> Result<Value, Error> {
        let argument = Arguments { function, given: arguments };
        let cards =
            || -> Result<Vec<Card>, Error> { argument.text("cards")?.split_whitespace().map(parse_card).collect() };
        match function {
            "card_points" => Ok(json!(cards()?.into_iter().map(|c| POINTS[c.0 as usize]).collect::<Vec<_>>())),
            "trumps" => {
                let contract = contract_from(argument.get("game")?)?;
                Ok(json!(contract.trumps_from_the_top().into_iter().map(card_text).collect::<Vec<_>>()))
            }
            "trick" => {
                let contract = contract_from(argument.get("game")?)?;
                let four: [Card; 4] = cards()?.try_into().map_err(|_| wrong("A trick has four cards."))?;
                let table = State { contract, trick: Laid::of(four), led: contract.class(four[0]), ..State::empty() };
                Ok(json!({"winner": table.holder(&self.rules), "points": table.trick.points()}))
            }
            "value" => self.value_function(arguments, argument.get("re")?),
            "next_dealer" => {
                let kind = argument.text("kind")?;
                let known = ["normal", "marriage", "silent_solo", "lust_solo", "compulsory_solo"];
                if !known.contains(&kind) {
                    return Err(wrong(format!("There is no kind of game \"{kind}\"{}", suggest(kind, known))));
                }
                let dealer = SEATS.one(argument.get("dealer")?)?;
                Ok(json!(next_dealer(dealer, kind == "compulsory_solo", flag(arguments, "forced", false)?)))
            }
            _ => Err(argument.unknown(&["trick", "trumps", "value", "next_dealer", "card_points"])),
        }
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state.audit()
    }
}

impl Doppelkopf {
    fn read_open(&self, fields: &Fields) -> Result<u8, Error> {
        let Some(value) = fields.get("compulsory_open") else { return Ok(0) };
        let open: Vec<bool> = serde_json::from_value(value.clone()).unwrap_or_default();
        if open.len() != 4 {
            return Err(wrong(format!(
                "\"compulsory_open\" is true or false for each of the four seats, not {value}."
            )));
        }
        let mask = open.iter().enumerate().fold(0, |mask, (s, &open)| mask | (open as u8) << s);
        Ok(if self.rules.compulsory_solos { mask } else { 0 })
    }

    fn set_up_reservations(
        &self,
        fields: &Fields,
        mut state: State,
        listed: &[(usize, Hand)],
        hidden: &Hidden,
    ) -> Result<State, Error> {
        if !self.rules.reservations {
            return Err(wrong("These rules have no phase reservation."));
        }
        let mut left = Hand::DECK;
        for &(seat, hand) in listed {
            state.dealt[seat] = hand;
            left = less(left, hand)?;
        }
        for seat in (0..4).filter(|&s| hidden[s].is_some()) {
            let some = left.iter().take(hidden[seat].unwrap_or(0) as usize).fold(Hand::EMPTY, Hand::with);
            state.dealt[seat] = some;
            left = less(left, some)?;
        }
        if state.dealt.iter().any(|hand| hand.len() != 12) {
            return Err(wrong("In the phase reservation every seat has 12 cards."));
        }
        state.hands = state.dealt;
        self.open_deal(&mut state);
        for (seat, word) in SEATS.map(fields.get("said"), "\"said\"")? {
            state.spoken |= 1 << seat;
            match word.as_str() {
                Some("gesund") => {}
                Some("vorbehalt") => state.reserved |= 1 << seat,
                _ => return Err(wrong(format!("A seat says \"gesund\" or \"vorbehalt\", not {word}."))),
            }
        }
        for (seat, name) in SEATS.map(fields.get("named"), "\"named\"")? {
            state.named[seat] = named_from(name)?;
            if state.named[seat] == Contract::Marriage && !self.may_marry(&state, seat) {
                return Err(wrong(format!("Seat {seat} cannot have named a marriage.")));
            }
        }
        if state.spoken != 0 {
            self.set_asked(&mut state)?;
        }
        state.audit().map_err(|e| wrong(format!("The position cannot be: {e}.")))?;
        Ok(state)
    }

    /// Whom the reservations have come to.
    fn set_asked(&self, state: &mut State) -> Result<(), Error> {
        let order: Vec<u8> = crate::state::round_from(state.first()).collect();
        let has_spoken = |s: &&u8| state.spoken >> **s & 1 != 0;
        let has_named = |s: &u8| state.named[*s as usize] != Contract::Normal;
        let spoken = order.iter().take_while(has_spoken).count();
        let reserved: Vec<u8> = order.iter().copied().filter(|s| state.reserved >> s & 1 != 0).collect();
        let named = reserved.iter().take_while(|s| has_named(s)).count();
        let in_order = spoken == state.spoken.count_ones() as usize
            && named == order.iter().filter(|s| has_named(s)).count()
            && (named == 0 || spoken == 4);
        let next = if spoken < 4 { order.get(spoken) } else { reserved.get(named) };
        match next {
            Some(&seat) if in_order && !state.forced => {
                state.turn = seat;
                Ok(())
            }
            _ => {
                Err(wrong("Reservations go round from the first seat, sayings before names, and somebody must be due."))
            }
        }
    }

    fn set_up_play(
        &self,
        fields: &Fields,
        mut state: State,
        listed: &[(usize, Hand)],
        hidden: &Hidden,
    ) -> Result<State, Error> {
        state.contract = fields.get("game").map_or(Ok(Contract::Normal), contract_from)?;
        self.read_declarer(fields, &mut state)?;
        let trick_seats = self.read_trick(fields, &mut state)?;
        let mut places = self.read_cards(fields, &mut state, listed, hidden, &trick_seats)?;
        self.read_knowledge(fields, &mut state)?;
        self.read_parties(fields, &mut state, &mut places)?;
        fill_in(&mut state, &mut places)?;
        state.points = four(fields.get("points"), "\"points\"", 240)?;
        state.tricks = four(fields.get("tricks"), "\"tricks\"", 12)?;
        let known = state.hands.iter().map(|h| h.points()).sum::<i32>() + state.trick.points() as i32;
        state.missing = (240 - known - state.points.iter().map(|&p| p as i32).sum::<i32>()) as i16;
        self.read_announced(fields, &mut state)?;
        self.set_turn(fields, &mut state, &trick_seats)?;
        self.read_asked(fields, &mut state)?;
        state.audit().map_err(|e| wrong(format!("The position cannot be: {e}.")))?;
        Ok(state)
    }

    fn read_declarer(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        match (fields.get("declarer").filter(|d| !d.is_null()), state.contract) {
            (None, Contract::Normal) => {}
            (Some(_), Contract::Normal) => return Err(wrong("A normal game has no declarer.")),
            (Some(seat), _) => state.declarer = SEATS.one(seat)?,
            (None, contract) => return Err(wrong(format!("The game {} needs its \"declarer\".", contract.name()))),
        }
        state.compulsory = flag(fields, "compulsory", false)?;
        state.forced = flag(fields, "forced", false)?;
        state.quiet = flag(fields, "quiet", true)?;
        if state.contract == Contract::Marriage {
            state.both |= 1 << state.declarer;
        }
        Ok(())
    }

    /// The cards on the table; who has played them.
    fn read_trick(&self, fields: &Fields, state: &mut State) -> Result<Vec<u8>, Error> {
        let mut seats: Vec<u8> = Vec::new();
        for step in fields.get("trick").map_or(Ok(&[][..]), |t| list_of(t, "The trick"))? {
            let [seat, text] = list_of(step, "A card of the trick")? else {
                return Err(wrong(format!("{step} is not a card of the trick; write [seat, card].")));
            };
            let seat = SEATS.one(seat)?;
            let card = parse_card(text_of(text, "A card of the trick")?).map_err(|e| wrong(e.message()))?;
            if seats.last().is_some_and(|last| (last + 1) & 3 != seat) || seats.len() == 3 {
                return Err(wrong("The cards of an open trick come from at most three seats in the order of play."));
            }
            if seats.is_empty() {
                state.led = state.contract.class(card);
                state.to_follow = state.led.members();
            } else if state.to_follow & kind(card) == 0 {
                state.lacks[seat as usize] |= state.to_follow;
            }
            state.trick = state.trick.with(seat, card);
            state.laid += 1;
            seats.push(seat);
        }
        Ok(seats)
    }

    /// Hands, cards played, and how many are still to be placed where.
    fn read_cards(
        &self,
        fields: &Fields,
        state: &mut State,
        listed: &[(usize, Hand)],
        hidden: &Hidden,
        trick_seats: &[u8],
    ) -> Result<Places, Error> {
        let mut places = Places { left: Hand::DECK, in_hand: [0; 4], played: [0; 4], complete: 0 };
        for &seat in trick_seats {
            let card = state.trick.card(seat as usize).expect("read just now");
            state.dealt[seat as usize] = places.take(Hand::EMPTY.with(card))?;
        }
        let mut sizes = [None; 4];
        for &(seat, hand) in listed {
            state.hands[seat] = places.take(hand)?;
            sizes[seat] = Some(hand.len());
        }
        let in_trick = |seat: usize| trick_seats.contains(&(seat as u8)) as u32;
        // Cards per seat when the trick began: by the hands, else by the counts, else by the tricks.
        let counts = fields.get("counts").map(|c| four(Some(c), "\"counts\"", 12)).transpose()?;
        let tricks: u32 = four(fields.get("tricks"), "\"tricks\"", 12)?.iter().map(|&t| t as u32).sum();
        let said = |s: usize| sizes[s].or(hidden[s]).or(counts.map(|c| c[s] as u32));
        let of_seat = |s: usize| said(s).map(|n| n + in_trick(s));
        let full = (0..4).find_map(of_seat).unwrap_or(12u32.saturating_sub(tricks));
        let over = state.phase == Phase::Over;
        if (0..4).any(|s| of_seat(s).is_some_and(|n| n != full)) || full > 12 || (full == 0) != over {
            return Err(wrong("All seats must hold as many cards as the trick asks for, and at most 12."));
        }
        places.complete = 12 - full;
        for (seat, cards) in SEATS.map(fields.get("played"), "\"played\"")? {
            let cards = places.take(parse_cards(text_of(cards, "\"played\"")?).map_err(|e| wrong(e.message()))?)?;
            if cards.len() != 12 - full {
                return Err(wrong(format!("Seat {seat} has played {} cards in earlier tricks.", 12 - full)));
            }
            state.dealt[seat] = state.dealt[seat].plus(cards);
        }
        for seat in 0..4 {
            if sizes[seat].is_none() {
                places.in_hand[seat] = full - in_trick(seat);
            }
            places.played[seat] = 12 - full + in_trick(seat) - state.dealt[seat].len();
            state.dealt[seat] = state.dealt[seat].plus(state.hands[seat]);
        }
        Ok(places)
    }

    /// What the table has learnt of hands.
    fn read_knowledge(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        for (seat, cards) in SEATS.map(fields.get("lacks"), "\"lacks\"")? {
            let cards = parse_cards(text_of(cards, "\"lacks\"")?).map_err(|e| wrong(e.message()))?;
            state.lacks[seat] |= cards.kinds();
        }
        for (party, told) in by_party(fields.get("told"), "\"told\"")?.into_iter().enumerate() {
            state.told[party] = told.map_or(Ok(0), |t| seats_in(t, "\"told\""))?;
        }
        if let Some(both) = fields.get("both") {
            state.both |= seats_in(both, "\"both\"")?;
        }
        if let Some(reserved) = fields.get("reserved") {
            state.reserved = seats_in(reserved, "\"reserved\"")?;
        }
        if state.reserved != 0 || flag(fields, "said", false)? {
            state.spoken = EVERYBODY;
        }
        state.fat = four(fields.get("fat"), "\"fat\"", 12)?;
        for fox in fields.get("foxes").map_or(Ok(&[][..]), |f| list_of(f, "\"foxes\""))? {
            let [winner, player] = list_of(fox, "A fox")? else {
                return Err(wrong(format!("{fox} is not a fox in a trick of another; write [winner, player].")));
            };
            let place = 2 * (4 * SEATS.one(winner)? + SEATS.one(player)?);
            if state.foxes >> place & 3 == 2 {
                return Err(wrong("There are two foxes."));
            }
            state.foxes += 1 << place;
        }
        if let Some(last) = fields.get("last_trick").filter(|l| !l.is_null()) {
            let broken = || wrong(format!("{last} is not the last trick; write [cards of seats 0 to 3, winner]."));
            let [cards, winner] = list_of(last, "The last trick")? else { return Err(broken()) };
            let words: Vec<&str> = text_of(cards, "The last trick")?.split_whitespace().collect();
            let cards = words.into_iter().map(parse_card).collect::<Result<Vec<_>, _>>().map_err(|_| broken())?;
            let cards: [Card; 4] = cards.try_into().map_err(|_| broken())?;
            let points = cards.iter().map(|c| POINTS[c.0 as usize]).sum();
            state.last = Taken { cards: Laid::of(cards), winner: SEATS.one(winner)?, points };
        }
        Ok(())
    }

    /// Who is Re, and with that where the club queens are or were.
    fn read_parties(&self, fields: &Fields, state: &mut State, places: &mut Places) -> Result<(), Error> {
        let re = fields.get("re").filter(|r| !r.is_null()).map(|r| seats_in(r, "\"re\"")).transpose()?;
        let clarified = fields.get("clarified").and_then(Value::as_u64);
        state.clarified = clarified.filter(|c| *c <= 3).unwrap_or(0) as u8;
        let silent = flag(fields, "silent", false)?;
        match state.contract {
            Contract::Normal => {
                let visible = (0..4).fold(0, |m, s| m | (state.dealt[s].has(CLUB_QUEEN) as u8) << s);
                let alone = |mask: u8| mask.count_ones() == 1;
                let re = re.or((silent && alone(visible)).then_some(visible));
                if re.is_some_and(|re| visible & !re != 0 || !(1..=2).contains(&re.count_ones()))
                    || silent && !re.is_some_and(alone)
                {
                    return Err(wrong(
                        "Re are the holders of the club queens: two seats, or one that plays a silent solo.",
                    ));
                }
                if let Some(re) = re {
                    for seat in seats(re) {
                        place_queens(state, places, seat as usize, if alone(re) { 2 } else { 1 })?;
                    }
                }
                while places.left.has(CLUB_QUEEN) {
                    let free = |s: &usize| !state.dealt[*s].has(CLUB_QUEEN) && room_for_queen(state, places, *s);
                    let seat = (0..4).find(free).or_else(|| (0..4).find(|&s| room_for_queen(state, places, s)));
                    let seat = seat.ok_or_else(|| wrong("There is no place for a club queen."))?;
                    place_queens(state, places, seat, state.dealt[seat].count(CLUB_QUEEN) + 1)?;
                }
            }
            Contract::Marriage => {
                let declarer = 1 << state.declarer;
                let open = state.clarified == 0;
                let fits = re.map_or(open, |re| !open && re & declarer != 0 && re.count_ones() <= 2);
                if !fits || open && places.complete >= 3 {
                    return Err(wrong(
                        "A marriage is open for at most three tricks; then \"re\" and \"clarified\" say who is in it.",
                    ));
                }
                if let Some(partner) = re.map(|re| re & !declarer).filter(|p| *p != 0) {
                    state.partner = partner.trailing_zeros() as u8;
                }
                if silent && state.partner != NO_SEAT {
                    return Err(wrong("A marriage with a partner is not played alone."));
                }
            }
            _ => {
                if re.is_some_and(|re| re != 1 << state.declarer) {
                    return Err(wrong("In a solo the declarer alone is Re."));
                }
            }
        }
        for seat in seats(state.both) {
            place_queens(state, places, seat as usize, 2)?;
        }
        Ok(())
    }

    fn read_announced(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        for (party, value) in by_party(fields.get("announced"), "\"announced\"")?.into_iter().enumerate() {
            let Some(value) = value else { continue };
            let map = value
                .as_object()
                .ok_or_else(|| wrong(format!("An announcement is a map with \"level\", not {value}.")))?;
            let level = map.get("level").map_or(Ok(Level::None), level_from)?;
            state.announced[party] = Announced { level, timely: flag(map, "timely", true)? };
        }
        for (party, value) in by_party(fields.get("extras"), "\"extras\"")?.into_iter().enumerate() {
            let points = value.map_or(Some(0), Value::as_u64).filter(|&n| n <= 20);
            state.extras[party] = points.ok_or_else(|| wrong("\"extras\" are special points: whole numbers."))? as u8;
        }
        Ok(())
    }

    fn set_turn(&self, fields: &Fields, state: &mut State, trick_seats: &[u8]) -> Result<(), Error> {
        let next = trick_seats.last().map(|last| (last + 1) & 3);
        state.turn = match fields.get("turn") {
            Some(turn) => SEATS.one(turn)?,
            None => next.unwrap_or(state.first()),
        };
        if next.is_some_and(|next| next != state.turn) {
            return Err(wrong(format!("Seat {} cannot be on turn after the last card of the trick.", state.turn)));
        }
        Ok(())
    }

    /// Whom an announcement is asked of: nobody where the position does not say so.
    fn read_asked(&self, fields: &Fields, state: &mut State) -> Result<(), Error> {
        let asked = fields.get("asked").map_or(Ok(Vec::new()), |seats| SEATS.list(seats, "\"asked\""))?;
        let Some(&first) = asked.first() else { return Ok(()) };
        let in_turn = asked.len() <= 4 && asked.iter().zip(0..).all(|(&seat, i)| seat == (first + i) & 3);
        if self.rules.asked && in_turn {
            self.ask(state, first, asked.len() as u8);
        }
        if state.asked == first {
            return Ok(());
        }
        Err(wrong(format!("Seat {first} cannot be \"asked\" for an announcement here, or not before the others.")))
    }

    fn re_value(&self, state: &State) -> Value {
        if state.parties_fixed() { json!(seats(state.re())) } else { Value::Null }
    }

    fn match_value(&self, state: &State) -> Value {
        let standing = self.standing_after(state);
        let winners = match self.outcome(&standing) {
            Outcome::Open => None,
            Outcome::Over(seats) => Some(seats.iter().map(|s| s.0).collect::<Vec<_>>()),
        };
        json!({"totals": standing.totals, "over": winners.is_some(), "winners": winners})
    }

    fn value_function(&self, arguments: &Fields, re: &Value) -> Result<Value, Error> {
        let re =
            re.as_i64().filter(|p| (0..=240).contains(p)).ok_or_else(|| wrong("\"re\" is 0 to 240 card points."))?;
        let level = |key: &str| arguments.get(key).map_or(Ok(Level::None), level_from);
        let extras = by_party(arguments.get("extras"), "\"extras\"")?;
        let extra = |value: Option<&Value>| value.and_then(Value::as_i64).unwrap_or(0) as i32;
        let tally = Tally {
            points: [re as i32, 240 - re as i32],
            levels: [level("re_level")?, level("kontra_level")?],
            no_trick: [flag(arguments, "re_no_trick", false)?, flag(arguments, "kontra_no_trick", false)?],
            solo: flag(arguments, "solo", false)?,
            extras: extras.map(extra),
        };
        let value = tally.value();
        let [re, kontra] = value.players;
        Ok(json!({"winner": value.winner.map(Party::name), "re_player": re, "kontra_player": kontra}))
    }
}

// ------------------------------------------------------------------------------------ pieces of values

fn seat_value(seat: u8) -> Value {
    if seat == NO_SEAT { Value::Null } else { json!(seat) }
}

fn open_list(state: &State) -> [bool; 4] {
    [0, 1, 2, 3].map(|s| state.open >> s & 1 != 0)
}

fn game_value(state: &State) -> Value {
    if state.phase == Phase::Reservation {
        return Value::Null;
    }
    json!({"type": state.contract.name(), "declarer": seat_value(state.declarer), "compulsory": state.compulsory})
}

fn announced_value(state: &State) -> Value {
    let [re, kontra] = state.announced.map(|a| a.level.name());
    json!({"re": re, "kontra": kontra})
}

fn last_value(state: &State) -> Value {
    if state.last.winner == NO_SEAT {
        return Value::Null;
    }
    let cards: Vec<&str> = (0..4).filter_map(|s| state.last.cards.card(s)).map(card_text).collect();
    json!([cards.join(" "), state.last.winner])
}

// ------------------------------------------------------------------------------------ cards named nowhere

fn room_for_queen(state: &State, places: &Places, seat: usize) -> bool {
    places.in_hand[seat] > 0 && state.lacks[seat] & kind(CLUB_QUEEN) == 0 || places.played[seat] > 0
}

/// Sees to it that a seat was dealt so many club queens: in hand if the hand is open, else they have been played.
fn place_queens(state: &mut State, places: &mut Places, seat: usize, wanted: u32) -> Result<(), Error> {
    while state.dealt[seat].count(CLUB_QUEEN) < wanted {
        if !places.left.has(CLUB_QUEEN) || !room_for_queen(state, places, seat) {
            return Err(wrong(format!("Seat {seat} cannot have had {wanted} club queens.")));
        }
        let in_hand = places.in_hand[seat] > 0 && state.lacks[seat] & kind(CLUB_QUEEN) == 0;
        put(state, places, seat, CLUB_QUEEN, in_hand);
    }
    Ok(())
}

fn put(state: &mut State, places: &mut Places, seat: usize, card: Card, in_hand: bool) {
    places.left = places.left.without(card);
    state.dealt[seat] = state.dealt[seat].with(card);
    if in_hand {
        state.hands[seat] = state.hands[seat].with(card);
        places.in_hand[seat] -= 1;
    } else {
        places.played[seat] -= 1;
    }
}

/// Cards named nowhere go to the hands that are still open, the choosiest first, and then into the past.
fn fill_in(state: &mut State, places: &mut Places) -> Result<(), Error> {
    let mut open: Vec<usize> = (0..4).filter(|&s| places.in_hand[s] > 0).collect();
    open.sort_by_key(|&s| places.left.count_of(ALL & !state.lacks[s]));
    for seat in open {
        while places.in_hand[seat] > 0 {
            let fitting = places.left.kinds() & !state.lacks[seat];
            let card =
                kinds_of(fitting).next().ok_or_else(|| wrong(format!("Seat {seat} cannot have so many cards.")))?;
            put(state, places, seat, card, true);
        }
    }
    for seat in 0..4 {
        while places.played[seat] > 0 {
            let card = kinds_of(places.left.kinds()).next().ok_or_else(|| wrong("There are not enough cards."))?;
            put(state, places, seat, card, false);
        }
    }
    if places.left.is_empty() { Ok(()) } else { Err(wrong("There are more cards than places for them.")) }
}
