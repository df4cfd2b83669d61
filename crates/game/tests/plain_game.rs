//! The least a game must say: high card, three cards each. Everything else is a default, and keeps the laws.

use kibitz_game::options::{self, Preset};
use kibitz_game::rooms::*;
use kibitz_game::setup::{Places, Seats, cards_of, fields, text_of};
use kibitz_game::{
    Card, CardSet, Deed, Error, Kind, MoveCode, Outcome, Points, Returns, Rng, Seat, SeatSet, Table, kit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

const DECK: CardSet = CardSet(0xFF);
const HAND: u32 = 3;
const SEATS: Seats = Seats(2);

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {}

#[derive(Clone)]
struct HighCard {
    text: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    hands: [CardSet; 2],
    /// The cards laid so far: seat 0, seat 1 and so on.
    laid: Vec<Card>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct View {
    seat: Seat,
    hand: CardSet,
    laid: Vec<Card>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Move(Card);

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(Card(code as u8))
    }
}

impl Rulebook for HighCard {
    const NAME: &'static str = "high_card";
    const TITLE: &'static str = "High card";
    const RULES_PAGE: &'static str = "Each lays a card in turn; the higher one of two wins a point.";
    const PRESETS: &'static [Preset] = &[("usual", "")];

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<HighCard, Error> {
        let (_, text) = options::resolve::<Rules>(HighCard::PRESETS, preset, overrides)?;
        Ok(HighCard { text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        json!(Rules {})
    }
}

impl Play for HighCard {
    type State = State;
    type Move = Move;
    type Standing = ();

    fn seats(&self) -> usize {
        2
    }

    fn bounds(&self) -> (Points, Points) {
        (0, HAND as Points)
    }

    fn deal(&self, _standing: &(), rng: &mut Rng) -> State {
        let first = DECK.random_subset(HAND, rng);
        State { hands: [first, (DECK - first).random_subset(HAND, rng)], laid: Vec::new() }
    }

    fn to_act(&self, state: &State) -> SeatSet {
        if state.laid.len() as u32 == 2 * HAND { SeatSet::EMPTY } else { Seat(state.laid.len() as u8 & 1).set() }
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.to_act(state).has(seat) {
            moves.extend(state.hands[seat.index()].iter().map(Move));
        }
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        state.hands[seat.index()] ^= mv.0.set();
        state.laid.push(mv.0);
    }

    fn returns(&self, state: &State) -> Returns {
        let won = state.laid.chunks(2).filter(|pair| pair[0] > pair[1]).count() as Points;
        Returns::new(&[won, HAND as Points - won])
    }
}

impl Worlds for HighCard {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        View { seat, hand: state.hands[seat.index()], laid: state.laid.clone() }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let laid: CardSet = view.laid.iter().copied().collect();
        let (me, other) = (view.seat.index(), view.seat.index() ^ 1);
        let mut hands = [view.hand; 2];
        let laid_by_other = (view.laid.len() + me) as u32 / 2;
        hands[other] = (DECK - laid - view.hand).random_subset(HAND - laid_by_other, rng);
        State { hands, laid: view.laid.clone() }
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.hand.len()
    }
}

fn text(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.0.to_string()).collect::<Vec<_>>().join(" ")
}

fn parse(text: &str) -> Result<Card, Error> {
    let card = text.parse().ok().map(Card).filter(|&card| card.0 < 8 && DECK.has(card));
    card.ok_or_else(|| Error::Notation(format!("\"{text}\" is not a card.")))
}

impl Positions for HighCard {
    fn position(&self, setup: &Value) -> Result<State, Error> {
        let fields = fields(setup, &["hands", "laid"], "\"hands\" and \"laid\"")?;
        let mut places = Places::of(DECK, |card| card.0.to_string(), parse);
        let mut state = State { hands: [CardSet::EMPTY; 2], laid: Vec::new() };
        for (seat, cards) in SEATS.map(fields.get("hands"), "The hands")? {
            state.hands[seat] = places.take_text(cards, "A hand")?.into_iter().collect();
        }
        if let Some(laid) = fields.get("laid") {
            state.laid = cards_of(text_of(laid, "\"laid\"")?, parse)?;
        }
        Ok(state)
    }

    fn setup(&self, state: &State) -> Value {
        let [first, second] = state.hands.map(text);
        json!({"hands": {"0": first, "1": second}, "laid": text(state.laid.iter().copied())})
    }

    fn view_facts(&self, view: &View) -> Map<String, Value> {
        Map::from_iter([("hand".into(), json!(text(view.hand)))])
    }
}

impl Notation for HighCard {
    fn move_text(&self, mv: Move) -> String {
        mv.0.0.to_string()
    }
}

impl Encode for HighCard {}

impl Hints for HighCard {}

fn game() -> HighCard {
    HighCard::with_rules(None, &Map::new()).unwrap()
}

#[test]
fn what_a_game_leaves_out_keeps_the_laws() {
    kit::check(&game(), kit::Effort { endgames: 0, ..Default::default() });
}

#[test]
fn a_move_is_the_card_it_is_called_after() {
    let state = game().position(&json!({"hands": {"0": "1 4", "1": "2 3"}, "laid": "0 7"})).unwrap();
    assert_eq!(game().parse_move(&state, Seat(0), " 4 "), Ok(Move(Card(4))));
    assert_eq!(
        game().parse_move(&state, Seat(0), "2"),
        Err(Error::Notation("\"2\" is not a move of seat 0 now; it has 1, 4.".into()))
    );
    assert_eq!(game().deed(Move(Card(4))), Deed::of(Kind::Play).with(["4"]));
    assert_eq!(game().holders(&state)[1], (Seat(0), "4".to_string()));
}

#[test]
fn a_record_begins_with_the_setup() {
    let table = Table::deal(std::sync::Arc::new(game()), &(), 1);
    let lines = game().write_deal(&table.state);
    assert_eq!(lines[0].0, "setup");
    assert_eq!(game().read_deal(&lines), Ok(table.state));
    let wrong = game().read_deal(&[("deal".into(), "{}".into())]);
    assert_eq!(wrong, Err(Error::Notation("\"deal: {}\" is not a setup.".into())));
}

#[test]
fn each_plays_alone_and_a_match_is_one_deal() {
    let state = game().deal(&(), &mut Rng::new(1));
    assert!(game().allies(&state, Seat(0), Seat(0)) && !game().allies(&state, Seat(0), Seat(1)));
    assert_eq!(game().seatings(), [[0, 1], [1, 0]]);
    assert_eq!(game().outcome(&()), Outcome::Over(SeatSet::all(2)));
    assert_eq!((game().encoding().state_words(), game().best()[0]), (0, "ismcts(20ms)"));
}
