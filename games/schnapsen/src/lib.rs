//! Schnapsen, complete.
//!
//! - What: two seats, 20 cards; win tricks and declare marriages until you have 66 points. Cards are drawn from a talon
//!   until it is used up or closed; from then on one must follow.
//!   Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `tournament`; the framework of the VU course is the preset `course` (`rules.rs`).
//! - Moves (`moves.rs`): cards, marriages, `exchange`, `close`, `claim`, and `decline` where a declarer who has 66 is
//!   asked. A false claim is legal and accepted, but only in [`Game::legal_cards`]: it never does better than any other
//!   move, and points are no secret, so nobody who draws or searches moves should trip over it.
//! - Utility: the game points of the deal, 1 to 3 for the winner, 0 for the loser.
//!
//! `cards` deck · `talon` what is drawn · `moves` · `state` the data · `phases` the course of a deal · `worlds` views and
//! the deals that fit them · `notation`, `position` text · `features` for networks · `solve` play with open
//! hands · `bots` rule-based players.

pub mod bots;
pub mod cards;
pub mod features;
pub mod moves;
pub mod notation;
mod phases;
mod position;
pub mod rules;
pub mod solve;
pub mod state;
pub mod talon;
pub mod worlds;

use std::cmp::Ordering;

use kibitz_game::keys::Help;
use kibitz_game::options::{self, Preset};
use kibitz_game::{
    Agent, Deed, Encoding, Error, Game, Level, Outcome, Points, Returns, RewardFn, Rewards, Rng, Seat, SeatSet, Spec,
    Unit,
};
use serde_json::{Map, Value};

use crate::cards::JACK;
use crate::moves::{Move, Says};
use crate::phases::Scope;
use crate::rules::{End66, MarriageLead, Rules, Target};
use crate::state::{NO_SEAT, Standing, State};
use crate::talon::Talon;
use crate::worlds::View;

/// Schnapsen under a set of rules.
#[derive(Clone, Debug)]
pub struct Schnapsen {
    /// The options.
    pub rules: Rules,
    text: String,
}

impl Schnapsen {
    fn outcome_of(&self, totals: [u8; 2]) -> Outcome {
        match self.rules.match_target {
            Some(Target(target)) if totals[0].max(totals[1]) < target => Outcome::Open,
            _ if totals[0] == totals[1] => Outcome::Over(SeatSet::all(2)),
            _ => Outcome::Over(Seat((totals[1] > totals[0]) as u8).set()),
        }
    }

    fn list(&self, state: &State, seat: Seat, scope: Scope, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.moves(state, seat, scope).iter());
    }
}

impl Game for Schnapsen {
    type State = State;
    type Move = Move;
    type View = View;
    type Standing = Standing;

    const NAME: &'static str = "schnapsen";
    const TITLE: &'static str = "Schnapsen";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;
    const UNIT: Unit = Unit::wanted("game points", "deal");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Schnapsen, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(Schnapsen { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    fn seats(&self) -> usize {
        2
    }

    fn bounds(&self) -> (Points, Points) {
        (0, 3)
    }

    #[inline]
    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        self.deal_cards(standing, rng)
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.acting
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, Scope::Sensible, moves);
    }

    fn legal_cards(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, Scope::All, moves);
    }

    #[inline(always)]
    fn sample_move(&self, state: &State, _seat: Seat, rng: &mut Rng) -> Move {
        self.draw_move(state, rng)
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        self.make(state, seat, mv);
    }

    fn settled(&self, state: &State) -> State {
        self.settle(state)
    }

    #[inline]
    fn returns(&self, state: &State) -> Returns {
        let mut points = [0; 2];
        if state.over() {
            points[state.winner as usize] = state.worth as Points;
        }
        Returns::new(&points)
    }

    fn allies(&self, _state: &State, a: Seat, b: Seat) -> bool {
        a == b
    }

    fn seatings(&self) -> Vec<Vec<u8>> {
        vec![vec![0, 1], vec![1, 0]]
    }

    /// A Bummerl.
    fn match_options(target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("match_target".into(), target.unwrap_or(7).into())])
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.look(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.list(&view.known, view.seat, Scope::Sensible, moves);
    }

    #[inline]
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.world(view, rng)
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        self.all_worlds(view, limit)
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Card(_) | Says::Marriage(_)) as u32
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.known.hands[view.seat.index()].len()
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["gamepoints"]
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<Schnapsen>> {
        (name == "gamepoints").then_some(game_points as RewardFn<Schnapsen>)
    }

    fn best(&self) -> [&'static str; 3] {
        [
            "ismcts(20ms, exact=on, select=ucb(3))",
            "ismcts(200ms, exact=on, select=ucb(3))",
            "ismcts(2s, exact=on, select=ucb(3))",
        ]
    }

    fn levels(&self) -> [Level; 5] {
        Level::list([
            ("beginner", "leads its highest cards, overlooks marriages, counts nothing and never closes"),
            ("net(schnapsen, pick=boltzmann(0.3))", "has an eye for good cards; slips where a slip costs little"),
            ("rules", "saves trumps and marriages, counts cards, closes on sure hands, plays the end exactly"),
            (
                "phase(net(schnapsen), alphabeta(depth=end))",
                "has played a lot against itself and plays the end exactly",
            ),
            (
                "phase(halving(net(schnapsen), 200, top=6, trust=20), alphabeta(depth=end))",
                "the same, and tries its best moves in two hundred worlds",
            ),
        ])
    }

    fn default_reward(&self) -> &'static str {
        "gamepoints"
    }

    fn leaf_values(&self) -> &'static [&'static str] {
        &["ratio", "trumps"]
    }

    fn leaf_value(&self, name: &str) -> Option<RewardFn<Schnapsen>> {
        match name {
            "ratio" => Some(share_of_points),
            "trumps" => Some(more_trumps),
            _ => None,
        }
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
        self.standing(state)
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        self.outcome_of(standing.totals)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::move_text(mv)
    }

    fn deed(&self, mv: Move) -> Deed {
        notation::deed(mv)
    }

    fn parse_move(&self, _state: &State, seat: Seat, text: &str) -> Result<Move, Error> {
        notation::parse_move(seat, text)
    }

    fn write_deal(&self, start: &State) -> Vec<(String, String)> {
        notation::deal_lines(start)
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        notation::read_deal_lines(lines)
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
        state.audit()
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Schnapsen>>, Error>> {
        bots::build(spec)
    }

    fn bot_keys() -> Vec<Help> {
        bots::keys()
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::DECLINE
    }

    fn is_call(&self, mv: Move) -> bool {
        mv == Move::CLAIM
    }

    fn kind(&self, mv: Move) -> u32 {
        match mv.says() {
            Says::Card(_) | Says::Nothing => 0,
            Says::Marriage(_) => 1,
            Says::Exchange => 2,
            Says::Close => 3,
            Says::Claim => 4,
            Says::Decline => 5,
        }
    }

    fn new_line(&self, state: &State) -> bool {
        state.leading() && !state.begun
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> String {
        if state.over() {
            return "nothing can be played any more".into();
        }
        if seat == Seat::CHANCE {
            return "no lots are drawn in this game".into();
        }
        let leads = state.leader == seat.0 && state.leading();
        let says = mv.says();
        if mv == Move::CLAIM {
            return match self.rules.end66 {
                End66::AutoTrick => "these rules find 66 by themselves".into(),
                End66::Claim => "66 is claimed before a lead, or after a marriage until the other plays".into(),
            };
        }
        if let Says::Card(card) | Says::Marriage(card) = says
            && !state.hands[seat.index()].has(card)
        {
            return format!("it does not hold {}", notation::card_text(card));
        }
        if state.turn() != seat.0 {
            return "it is not its turn".into();
        }
        match says {
            Says::Card(_) => "it must follow suit and head the trick, or else trump, if it can".into(),
            Says::Decline => "nobody asks it whether it claims".into(),
            Says::Nothing => "that is no move".into(),
            _ if !leads => "only the leader may do that, before he leads".into(),
            Says::Marriage(_) if self.rules.marriage_lead == MarriageLead::King => {
                "a marriage needs king and queen in hand, and leads the king".into()
            }
            Says::Marriage(_) => "a marriage needs king and queen in hand".into(),
            _ if state.closed_by != NO_SEAT => "the talon is closed".into(),
            Says::Close if !self.rules.closing => "these rules have no closing".into(),
            Says::Close => format!("the talon must have {} cards at least", self.rules.close_min_talon.cards()),
            _ if !state.hands[seat.index()].has(cards::card(state.trump, JACK)) => {
                "it does not hold the trump jack".into()
            }
            _ if state.talon.size() == Talon::FULL => "the jack is not exchanged before the first trick".into(),
            _ => format!("the talon must have {} cards at least", self.rules.exchange_min_talon.cards()),
        }
    }
}

/// Game points won, or lost.
fn game_points(game: &Schnapsen, state: &State, rewards: &mut Rewards) {
    let returns = game.returns(state);
    let difference = (returns[Seat(0)] - returns[Seat(1)]) as f32;
    [rewards[0], rewards[1]] = [difference, -difference];
}

/// 1 for who holds more trumps, ½ for as many: VU 2019's better heuristic is `ratio+trumps(0.5)`, on a scale of its own.
fn more_trumps(_game: &Schnapsen, state: &State, rewards: &mut Rewards) {
    let [a, b] = state.hands.map(|hand| (hand & cards::suit_cards(state.trump)).len());
    rewards[0] = match a.cmp(&b) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    rewards[1] = 1.0 - rewards[0];
}

/// The share of all card points so far; 0 before there are any.
fn share_of_points(_game: &Schnapsen, state: &State, rewards: &mut Rewards) {
    let points = state.points.map(|p| p as f32);
    let all = (points[0] + points[1]).max(1.0);
    [rewards[0], rewards[1]] = points.map(|p| p / all);
}
