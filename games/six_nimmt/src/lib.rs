//! 6 nimmt!, complete.
//!
//! - What: two to ten seats, each for itself, 104 cards; all lay a card at once, and who must take a row takes its
//!   bulls. Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `official`; the papers' simplifications are a preset (`rules.rs`).
//! - Moves (`moves.rs`): a card of the hand, owed by all seats at once; a row to take.
//! - Utility: minus the bulls of the hand.
//!
//! `cards` deck and sets · `state` the data · `phases` the course of a hand · `playout` one random hand in registers ·
//! `batch` many side by side · `worlds` views and the deals that fit them · `notation`, `position` text · `features`
//! for networks · `bots` rule-based players · `rigs` the papers' changes of card probabilities.

mod batch;
pub mod bots;
pub mod cards;
pub mod features;
pub mod moves;
pub mod notation;
pub mod phases;
mod playout;
mod position;
pub mod rigs;
pub mod rules;
pub mod state;
pub mod worlds;

use kibitz_game::options::{self, Preset};
use kibitz_game::{
    Agent, Decision, Deed, Encoding, Error, Game, Level, Outcome, Points, Returns, RewardFn, Rewards, Rig, Rng, Seat,
    SeatSet, Spec, Unit,
};
use serde_json::{Map, Value};

use crate::cards::{BULLS, FULL, HAND};
use crate::moves::{Move, Says};
use crate::phases::Standing;
use crate::rules::{Deck, RowChoice, Rules};
use crate::state::{Phase, State};
use crate::worlds::View;

/// 6 nimmt! under a set of rules.
#[derive(Clone, Debug)]
pub struct SixNimmt {
    /// The options.
    pub rules: Rules,
    text: String,
}

/// The most bulls of a hand: ten rows of five, the dearest cards of the deck.
const MOST_BULLS: Points = {
    let mut by_bulls = [0; 8];
    let mut card = 0;
    while card < BULLS.len() {
        by_bulls[BULLS[card] as usize] += 1;
        card += 1;
    }
    let (mut left, mut sum, mut bulls) = (HAND * FULL, 0, 7);
    while bulls > 0 {
        let count = if by_bulls[bulls] < left { by_bulls[bulls] } else { left };
        sum += count * bulls;
        left -= count;
        bulls -= 1;
    }
    sum as Points
};

impl Game for SixNimmt {
    type State = State;
    type Move = Move;
    type View = View;
    type Standing = Standing;

    const NAME: &'static str = "six_nimmt";
    const TITLE: &'static str = "6 nimmt!";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;
    const UNIT: Unit = Unit { noun: "bulls", per: "hand", unwanted: true };

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<SixNimmt, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(SixNimmt { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    fn seats(&self) -> usize {
        self.rules.players.count()
    }

    #[inline]
    fn seats_at(&self, state: &State) -> usize {
        state.seats()
    }

    fn bounds(&self) -> (Points, Points) {
        (-MOST_BULLS, 0)
    }

    #[inline]
    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        self.deal_hand(standing, rng)
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.acting
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, moves);
    }

    #[inline]
    fn sample_move(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        self.draw_move(state, seat, rng)
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        self.make(state, seat, mv);
    }

    #[inline]
    fn playout(&self, state: &mut State, rng: &mut Rng) -> u32 {
        self.play_out(state, rng)
    }

    fn playout_batch(&self, deals: usize, rng: &mut Rng) -> Option<[i64; Seat::MAX]> {
        Some(self.play_batch(deals, rng))
    }

    fn returns(&self, state: &State) -> Returns {
        let bulls = state.penalties.map(|bulls| -(bulls as Points));
        Returns::new(&bulls[..state.seats()])
    }

    fn allies(&self, _state: &State, a: Seat, b: Seat) -> bool {
        a == b
    }

    /// Every other seat, then the other way round. Seats are equal in this game, only the hands differ: with these two
    /// tables every hand is played once by each side, and with an odd number each side is once the larger.
    fn seatings(&self) -> Vec<Vec<u8>> {
        [0, 1].map(|first| (0..self.seats()).map(|seat| (seat as u8 & 1) ^ first).collect()).into()
    }

    /// Rotations: everyone plays every hand, and who sits beside whom does not matter.
    fn seatings_of(&self, players: &[u8]) -> Vec<Vec<u8>> {
        let mut all: Vec<_> = (0..players.len()).map(|by| [&players[by..], &players[..by]].concat()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn match_options(target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("match".into(), true.into()), ("limit".into(), target.unwrap_or(66).into())])
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.look(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.list(&view.known, view.seat, moves);
    }

    #[inline]
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.world(view, rng)
    }

    /// `paper`: [`SixNimmt::forgetful_world`].
    fn samplers(&self) -> &'static [&'static str] {
        &["paper"]
    }

    fn sample_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        (method == "paper").then(|| self.forgetful_world(view, rng))
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        self.all_worlds(view, limit)
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Card(_)) as u32
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.hand().len() as u32
    }

    fn decision(&self, view: &View) -> Decision {
        let mut moves = Vec::new();
        self.view_legal(view, &mut moves);
        if moves.iter().any(|m| matches!(m.says(), Says::Row(_))) { Decision::Gift } else { Decision::Play }
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["bulls"]
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<SixNimmt>> {
        (name == "bulls").then_some(fewest_bulls as RewardFn<SixNimmt>)
    }

    fn best(&self) -> [&'static str; 3] {
        // The network knows its own number of players only; with others, roll-outs are better (docs/methods/networks-six-nimmt.md).
        match (self.rules.players.count(), self.rules.row_choice, self.rules.deck) {
            (4, RowChoice::Player, Deck::Full) => ["net(six_nimmt)"; 3],
            _ => ["mc(20ms, select=ucb(1))", "mc(200ms, select=ucb(1))", "mc(2s, select=ucb(1))"],
        }
    }

    fn levels(&self) -> [Level; 5] {
        // Where there is no network, many more trials stand in for it.
        let (strongest, help) = match self.best()[2] {
            net @ "net(six_nimmt)" => (net, "has played a lot against itself"),
            _ => ("mc(100000, select=ucb(1))", "tries its cards a hundred thousand times"),
        };
        Level::list([
            ("closest", "lays the card nearest above a row that has room and does not count what may come between"),
            ("rules", "counts the cards that may come between and lays what is least likely to cost something"),
            ("mc(1000, select=ucb(1))", "tries its cards a thousand times before it lays one"),
            ("mc(10000, select=ucb(1))", "tries its cards ten thousand times"),
            (strongest, help),
        ])
    }

    fn default_reward(&self) -> &'static str {
        "bulls/10"
    }

    fn so_far(&self, view: &View) -> f32 {
        view.known.penalties[view.seat.index()] as f32 / -10.0
    }

    fn encoding(&self) -> &'static Encoding {
        &features::ENCODING
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        self.write_state(view, words);
    }

    fn encode_move(&self, view: &View, mv: Move, words: &mut [u64]) {
        self.write_move(view, mv, words);
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        features::write_truth(state, seat, words);
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        self.write_outcome(state, seat, numbers);
    }

    fn standing_after(&self, state: &State) -> Standing {
        self.standing_of(state)
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        match standing.players {
            0 => Outcome::Open,
            players => self.outcome_of(&standing.totals[..players as usize]),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        notation::move_text(mv)
    }

    fn deed(&self, mv: Move) -> Deed {
        notation::deed(mv)
    }

    fn parse_move(&self, _state: &State, _seat: Seat, text: &str) -> Result<Move, Error> {
        notation::parse_move(text)
    }

    fn write_deal(&self, start: &State) -> Vec<(String, String)> {
        self.deal_lines(start)
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        self.read_deal_lines(lines)
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
        self.view_facts_of(view)
    }

    fn call(&self, function: &str, arguments: &Map<String, Value>) -> Result<Value, Error> {
        self.function(function, arguments)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state.audit(self.rules.deck_cards(state.seats()))
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<SixNimmt>>, Error>> {
        bots::build(spec)
    }

    fn rigs(&self) -> &'static [&'static str] {
        &rigs::KINDS
    }

    /// Rows are no cards: there a rig changes nothing.
    fn rig(&self, spec: &Spec) -> Result<Rig<SixNimmt>, Error> {
        let rig = rigs::Rig::read(spec)?;
        Ok(Box::new(move |_, view, moves, p| {
            let card = |mv: &Move| if let Says::Card(card) = mv.says() { Some(card) } else { None };
            if let Some(cards) = moves.iter().map(card).collect::<Option<Vec<u8>>>() {
                rig.change(view, &cards, p);
            }
        }))
    }

    fn kind(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Row(_)) as u32
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        let face_down = !now.is_shown() && now.choice(mover.index()).map(Move::card) == Some(mv);
        mover == observer || !face_down
    }

    fn new_line(&self, state: &State) -> bool {
        state.phase == Phase::Choose && state.acting == SeatSet::all(state.seats())
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> String {
        if seat == Seat::CHANCE {
            return "nothing is left to chance here".into();
        }
        match (mv.says(), state.phase) {
            (_, Phase::Over) => "nothing can be played any more".into(),
            (Says::Card(_), Phase::Row) => "first a row must be taken".into(),
            (Says::Card(_), _) if !state.acting.has(seat) => "it has chosen its card of this turn".into(),
            (Says::Card(card), _) => format!("it does not hold {card}"),
            (Says::Row(_), Phase::Row) => format!("seat {} is to take a row", state.acting.first()),
            (Says::Row(_), _) => "no row is to be taken now".into(),
            (Says::Nothing, _) => "it is neither a card nor a row".into(),
        }
    }
}

/// Bulls taken, as a loss.
fn fewest_bulls(game: &SixNimmt, state: &State, rewards: &mut Rewards) {
    for (reward, &points) in rewards.iter_mut().zip(game.returns(state).as_slice()) {
        *reward = points as f32;
    }
}
