//! Agram, complete: follow suit, win the last trick. Rules: `RULES.md`; its paragraphs are cited as §n.
//!
//! A state is the hands as they were dealt and the cards played since. Everything else follows from these.

mod encode;
mod text;
mod worlds;

use kibitz_game::options::{self, Preset};
use kibitz_game::{
    Agent, Card, CardSet, Clock, Deed, Encoding, Error, Game, MoveCode, Outcome, Points, Returns, Rng, Seat, SeatSet,
    Spec, Unit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The suits have nine bits each; the ace is the highest. The ace of spades is missing (§1.1).
const DECK: CardSet = CardSet(0xf_fffd_ffff);
const RANKS: u8 = 9;
const SUIT: CardSet = CardSet(0x1ff);

/// The cards of the card's suit.
fn suit(card: Card) -> CardSet {
    CardSet(SUIT.0 << (card.0 / RANKS * RANKS))
}

/// The options of §5.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    players: u8,
    cards: u8,
    wins: u8,
}

/// Agram under a set of rules.
#[derive(Clone, Debug)]
pub struct Agram {
    rules: Rules,
    text: String,
}

/// A card that is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(Card);

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(Card(code as u8))
    }
}

/// The match before a deal: who leads first, and the deals that each seat has won.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Standing {
    leader: u8,
    wins: [u8; 5],
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Open {
    plays: Vec<(Seat, Card)>,
    standing: Standing,
}

impl Open {
    fn played_by(&self, seat: Seat) -> CardSet {
        self.plays.iter().filter(|play| play.0 == seat).map(|play| play.1).collect()
    }
}

/// A deal in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    dealt: Vec<CardSet>,
    open: Open,
}

/// What a seat knows (§6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    seat: Seat,
    dealt: CardSet,
    open: Open,
}

/// The highest card of the suit led wins (§3.2).
fn winner(trick: &[(Seat, Card)]) -> Seat {
    let suit = suit(trick[0].1);
    trick.iter().filter(|play| suit.has(play.1)).max_by_key(|play| play.1).expect("the lead is of its suit").0
}

impl Agram {
    fn players(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.rules.players).map(Seat)
    }

    fn after(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.rules.players)
    }

    fn start(&self, dealt: Vec<CardSet>, standing: Standing) -> State {
        State { dealt, open: Open { plays: Vec::new(), standing } }
    }

    /// The tricks so far; the last may be incomplete.
    fn tricks<'a>(&self, open: &'a Open) -> impl DoubleEndedIterator<Item = &'a [(Seat, Card)]> {
        open.plays.chunks(self.rules.players as usize)
    }

    /// The cards on the table.
    fn table<'a>(&self, open: &'a Open) -> &'a [(Seat, Card)] {
        &open.plays[open.plays.len() / self.seats() * self.seats()..]
    }

    /// Who has won the last complete trick.
    fn won(&self, open: &Open) -> Option<Seat> {
        self.tricks(open).rfind(|trick| trick.len() == self.seats()).map(winner)
    }

    fn over(&self, open: &Open) -> bool {
        open.plays.len() == self.seats() * self.rules.cards as usize
    }

    /// Whose turn it is; nobody's when the deal is over.
    fn turn(&self, open: &Open) -> Option<Seat> {
        let turn = match self.table(open).last() {
            Some(last) => self.after(last.0),
            None => self.won(open).unwrap_or(Seat(open.standing.leader)),
        };
        (!self.over(open)).then_some(turn)
    }

    /// What may be played from a hand: the suit led, or anything (§3.1).
    fn playable(&self, hand: CardSet, open: &Open) -> CardSet {
        let follow = self.table(open).first().map_or(hand, |lead| hand & suit(lead.1));
        if follow.is_empty() { hand } else { follow }
    }
}

impl Game for Agram {
    type State = State;
    type Move = Move;
    type View = View;
    type Standing = Standing;

    const NAME: &'static str = "agram";
    const TITLE: &'static str = "Agram";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = &[
        ("niger", include_str!("../presets/niger.toml")),
        ("sink_sink", include_str!("../presets/sink_sink.toml")),
    ];
    const BOTS: &'static [(&'static str, &'static str)] = &[("high", "plays its highest card")];
    const UNIT: Unit = Unit::wanted("stakes", "deal");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Agram, Error> {
        let (rules, text) = options::resolve::<Rules>(Agram::PRESETS, preset, overrides)?;
        if !(2..=5).contains(&rules.players) || !(5..=6).contains(&rules.cards) || !(1..=99).contains(&rules.wins) {
            return Err(Error::Spec("Agram has 2 to 5 players, 5 or 6 cards, and 1 to 99 wins make a match.".into()));
        }
        Ok(Agram { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(&self.rules).expect("options are plain values")
    }

    fn seats(&self) -> usize {
        self.rules.players as usize
    }

    fn bounds(&self) -> (Points, Points) {
        (-1, self.seats() as Points - 1)
    }

    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        let mut rest = DECK;
        let mut hand = |_| {
            let hand = rest.random_subset(self.rules.cards as u32, rng);
            rest = rest - hand;
            hand
        };
        self.start(self.players().map(&mut hand).collect(), standing.clone())
    }

    fn to_act(&self, state: &State) -> SeatSet {
        self.turn(&state.open).map_or(SeatSet::EMPTY, Seat::set)
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.turn(&state.open) == Some(seat) {
            let hand = state.dealt[seat.index()] - state.open.played_by(seat);
            moves.extend(self.playable(hand, &state.open).iter().map(Move));
        }
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        state.open.plays.push((seat, mv.0));
    }

    fn returns(&self, state: &State) -> Returns {
        let won = self.won(&state.open);
        let points = |seat: Seat| if won == Some(seat) { self.seats() as Points - 1 } else { -1 };
        Returns::new(&self.players().map(points).collect::<Vec<_>>())
    }

    fn allies(&self, _state: &State, a: Seat, b: Seat) -> bool {
        a == b
    }

    /// Every way to seat two agents, but for both alone.
    fn seatings(&self) -> Vec<Vec<u8>> {
        let seats = self.seats();
        (1..(1u8 << seats) - 1).map(|sides| (0..seats).map(|seat| sides >> seat & 1).collect()).collect()
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View { seat, dealt: state.dealt[seat.index()], open: state.open.clone() }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        moves.clear();
        if self.turn(&view.open) == Some(view.seat) {
            moves.extend(self.playable(view.hand(), &view.open).iter().map(Move));
        }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.world(view, rng)
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        self.worlds(view, limit)
    }

    fn cards_played(&self, _mv: Move) -> u32 {
        1
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.hand().len()
    }

    fn encoding(&self) -> &'static Encoding {
        &encode::ENCODING
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        self.write_view(view, words);
    }

    fn encode_move(&self, _view: &View, mv: Move, words: &mut [u64]) {
        words[0] = mv.0.set().0;
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        self.write_truth(state, seat, words);
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        numbers[0] = self.returns(state)[seat] as f32;
    }

    /// The winner deals (§2.2).
    fn standing_after(&self, state: &State) -> Standing {
        let mut standing = state.open.standing.clone();
        let winner = self.won(&state.open).expect("the deal is over");
        standing.wins[winner.index()] += 1;
        standing.leader = self.after(winner).0;
        standing
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        let won = self.players().find(|seat| standing.wins[seat.index()] >= self.rules.wins);
        won.map_or(Outcome::Open, |seat| Outcome::Over(seat.set()))
    }

    fn match_options(target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("wins".into(), target.unwrap_or(3).into())])
    }

    fn move_text(&self, mv: Move) -> String {
        text::card(mv.0)
    }

    fn deed(&self, mv: Move) -> Deed {
        text::deed(mv)
    }

    fn parse_move(&self, _state: &State, _seat: Seat, text: &str) -> Result<Move, Error> {
        text::parse(text).map(Move)
    }

    fn write_deal(&self, start: &State) -> Vec<(String, String)> {
        self.deal_lines(start)
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        self.deal_of(lines)
    }

    fn position(&self, setup: &Value) -> Result<State, Error> {
        self.set_up(setup)
    }

    fn setup(&self, state: &State) -> Value {
        self.setup_of(state)
    }

    fn facts(&self, state: &State) -> Map<String, Value> {
        self.facts_of(state)
    }

    fn view_facts(&self, view: &View) -> Map<String, Value> {
        self.facts_seen(view)
    }

    fn call(&self, function: &str, _arguments: &Map<String, Value>) -> Result<Value, Error> {
        Err(Error::Spec(format!("Agram has no function \"{function}\".")))
    }

    /// Every card is held once, and the play can be repeated.
    fn audit(&self, state: &State) -> Result<(), String> {
        let all: CardSet = state.dealt.iter().flat_map(|hand| hand.iter()).collect();
        let even = state.dealt.iter().all(|hand| hand.len() == self.rules.cards as u32);
        if state.dealt.len() != self.seats() || !even || all.len() != (self.rules.cards * self.rules.players) as u32 {
            return Err(format!("Each of {} seats is dealt {} cards.", self.seats(), self.rules.cards));
        }
        if !DECK.covers(all) {
            return Err("There is a card that is not in the deck.".into());
        }
        let mut again = self.start(state.dealt.clone(), state.open.standing.clone());
        let plays = state.open.plays.iter();
        plays.map(|&(seat, card)| self.play(&mut again, seat, Move(card)).map_err(|e| e.to_string())).collect()
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Agram>>, Error>> {
        (spec.name == "high").then(|| spec.allow(0, &[]).map(|()| Box::new(High) as Box<dyn Agent<Agram>>))
    }

    fn new_line(&self, state: &State) -> bool {
        self.table(&state.open).is_empty()
    }
}

/// The rule-based player.
struct High;

impl Agent<Agram> for High {
    fn act(&mut self, game: &Agram, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let rank = |card: &Card| card.0 % RANKS;
        Move(game.playable(view.hand(), &view.open).iter().max_by_key(rank).expect("a card is owed"))
    }
}
