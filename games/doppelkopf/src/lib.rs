//! Doppelkopf, complete.
//!
//! - What: four seats, 48 cards (24 kinds twice), two secret parties that depend on the deal; win card points in
//!   tricks. Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `ddv`; `cardplay` leaves reservations and announcements out (`rules.rs`).
//! - Moves (`moves.rs`): a card, equal cards being one move; announcements, which cost no turn; the words of the
//!   reservations.
//! - Utility: the points of the deal per seat; they sum to zero.
//!
//! `cards` deck and hands · `contracts` trumps of each game · `trick` who holds it · `state` the data · `phases` the course of a deal ·
//! `calls` announcements · `score` the result · `worlds` views and the deals that fit them · `greedy` the Basel
//! study's card assignment · `notation`, `position` text · `features` for networks · `bots` rule-based players, `beginner`
//! among them.

mod beginner;
pub mod bots;
mod calls;
pub mod cards;
pub mod contracts;
pub mod features;
pub mod greedy;
pub mod hand_value;
pub mod moves;
pub mod notation;
mod phases;
mod position;
pub mod rules;
pub mod score;
pub mod state;
pub mod trick;
pub mod worlds;

use kibitz_game::options::{self, Preset};
use kibitz_game::{
    Agent, Decision, Deed, Encoding, Error, Game, Level, MoveCode, Outcome, Points, Returns, RewardFn, Rewards, Rng,
    Seat, SeatSet, Spec, Unit,
};
use serde_json::{Map, Value};

use crate::moves::{Move, Says};
use crate::rules::Rules;
use crate::state::{EVERYBODY, Party, Phase, Standing, State};
use crate::worlds::View;

/// Doppelkopf under a set of rules.
#[derive(Clone, Debug)]
pub struct Doppelkopf {
    /// The options.
    pub rules: Rules,
    text: String,
}

impl Doppelkopf {
    fn outcome_of(&self, standing: &Standing) -> Outcome {
        if self.rules.deals.is_some_and(|deals| standing.played < deals) {
            return Outcome::Open;
        }
        let most = standing.totals.iter().max();
        let winners = (0..4).filter(|&s| Some(&standing.totals[s as usize]) == most);
        Outcome::Over(winners.fold(SeatSet::EMPTY, |set, s| set.with(Seat(s))))
    }
}

impl Game for Doppelkopf {
    type State = State;
    type Move = Move;
    type View = View;
    type Standing = Standing;

    const NAME: &'static str = "doppelkopf";
    const TITLE: &'static str = "Doppelkopf";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;
    const UNIT: Unit = Unit::wanted("game points", "deal");
    const NEUTRAL: Option<&'static str> = Some("rules");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Doppelkopf, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(Doppelkopf { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        serde_json::to_value(self.rules).expect("options are plain values")
    }

    fn seats(&self) -> usize {
        4
    }

    fn bounds(&self) -> (Points, Points) {
        // One for winning, four for the levels reached; with announcements four for both calls, eight for all Absagen
        // and four for beating them. A soloist has three times that, more than a normal game with special points.
        let most = if self.rules.announcements { 3 * 21 } else { 3 * 5 };
        (-most, most)
    }

    #[inline]
    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        self.deal_cards(standing, rng)
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.to_act()
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, moves);
    }

    #[inline(always)]
    fn sample_move(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        self.draw(state, seat, rng)
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        self.make(state, seat, mv);
    }

    fn settled(&self, state: &State) -> State {
        state.settled()
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::SILENT
    }

    fn returns(&self, state: &State) -> Returns {
        Returns::new(&self.scores(state))
    }

    fn allies(&self, state: &State, a: Seat, b: Seat) -> bool {
        a == b || state.parties_fixed() && state.party(a.index()) == state.party(b.index())
    }

    fn seatings(&self) -> Vec<Vec<u8>> {
        // Parties change from deal to deal, so every pair of seats is once the first side's.
        let pairs = (0..16u8).filter(|mask| mask.count_ones() == 2);
        pairs.map(|mask| (0..4).map(|seat| mask >> seat & 1).collect()).collect()
    }

    /// A round of so many deals.
    fn match_options(target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("deals".into(), target.unwrap_or(24).into())])
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

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.world(view, rng)
    }

    fn samplers(&self) -> &'static [&'static str] {
        &["greedy"]
    }

    fn sample_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        (method == "greedy").then(|| self.greedy_world(view, rng))
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        self.all_worlds(view, limit)
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Play(_)) as u32
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.counts[view.seat.index()] as u32
    }

    fn seen_as(&self, mv: Move, mover: Seat, observer: Seat) -> u64 {
        // What a reservation is, its owner tells when he must.
        let secret = mover != observer && matches!(mv.says(), Says::Name(_));
        if secret { u64::MAX } else { mv.code() }
    }

    fn decision(&self, view: &View) -> Decision {
        match view.known.phase {
            Phase::Reservation => Decision::GameType,
            _ if view.known.asked == view.seat.0 => Decision::Call,
            _ => Decision::Play,
        }
    }

    fn is_bet(&self, mv: Move) -> bool {
        self.is_call(mv) || matches!(mv.says(), Says::Reservation)
    }

    fn silence(&self, view: &mut View) {
        view.known.silent |= 1 << view.seat.0;
    }

    /// With solos and announcements a search with random roll-outs loses nine points a deal to the network, which needs
    /// no time to speak of (`docs/methods/doppelkopf-seating.md`).
    fn best(&self) -> [&'static str; 3] {
        if self.rules.reservations && self.rules.announcements {
            return ["net(doppelkopf)"; 3];
        }
        [
            "ismcts(20ms, final=mean, reward=score(500), select=ucb(16000))",
            "ismcts(200ms, final=mean, reward=score(500), select=ucb(16000))",
            "ismcts(2s, final=mean, reward=score(500), select=ucb(16000))",
        ]
    }

    fn levels(&self) -> [Level; 5] {
        let [casual, strong, strongest] = if self.rules.reservations && self.rules.announcements {
            [
                (
                    "decide(net(doppelkopf-small, pick=boltzmann(0.05)), call=rules, gametype=rules)",
                    "has an eye for good cards; slips where a slip costs little",
                ),
                (
                    "decide(net(doppelkopf), call=rules, gametype=rules)",
                    "has played a lot against itself, but chooses games and announces by rules of thumb",
                ),
                ("net(doppelkopf)", "has played a lot against itself, announcements and solos included"),
            ]
        } else {
            [
                ("mc(20)", "tries its cards a few times"),
                ("ismcts(1000, select=ucb(8))", "plays a thousand continuations before each card"),
                ("ismcts(20000, select=ucb(8))", "plays twenty thousand"),
            ]
        };
        Level::list([
            ("beginner", "takes every trick it can with its highest card, its partner's too, and never announces"),
            casual,
            ("rules", "judges each card by its trick and announces on strong hands"),
            strong,
            strongest,
        ])
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["score(500)"]
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<Doppelkopf>> {
        (name == "score(500)").then_some(score_and_card_points as RewardFn<Doppelkopf>)
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
        self.outcome_of(standing)
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
        state.audit()
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Doppelkopf>>, Error>> {
        bots::build(spec)
    }

    fn is_call(&self, mv: Move) -> bool {
        mv.is_announcement()
    }

    fn kind(&self, mv: Move) -> u32 {
        match mv.says() {
            Says::Play(_) => 0,
            Says::Call(_) | Says::Level(_) => 1,
            Says::Healthy => 2,
            Says::Reservation => 3,
            Says::Name(contracts::Contract::Marriage) => 4,
            Says::Name(_) => 5,
            Says::Nothing => 6,
            Says::Silent => 7,
        }
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        // A reservation that is not played is not named (§3.5).
        let Says::Name(contract) = mv.says() else { return true };
        mover == observer || now.phase != Phase::Reservation && now.declarer == mover.0 && now.contract == contract
    }

    fn new_line(&self, state: &State) -> bool {
        match state.phase {
            Phase::Reservation => {
                let named = state.named.iter().any(|&c| c != contracts::Contract::Normal);
                state.spoken == 0 || state.spoken == EVERYBODY && !named
            }
            Phase::Play => state.laid == 0 && state.quiet,
            Phase::Over => false,
        }
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> String {
        if state.phase == Phase::Over {
            return "nothing can be played any more".into();
        }
        if seat == Seat::CHANCE {
            return "no lot is drawn in this game".into();
        }
        let due = state.to_act().has(seat);
        let reservations = state.phase == Phase::Reservation;
        match mv.says() {
            Says::Play(_) if reservations => "reservations come before the first card".into(),
            Says::Play(_) if state.asked == seat.0 => "it is asked for an announcement".into(),
            Says::Play(_) if !due => "it is not its turn".into(),
            Says::Play(card) if !state.hands[seat.index()].has(card) => "it does not hold that card".into(),
            Says::Play(_) if state.led.is_trump() => "it must follow with a trump".into(),
            Says::Play(_) => "it must follow suit".into(),
            Says::Silent => "nobody has asked it".into(),
            Says::Call(_) | Says::Level(_) => self.why_silent(state, seat.index(), mv),
            Says::Nothing => "there is no such move".into(),
            _ if !reservations => "the game is fixed".into(),
            _ if !due => "it is not its turn to speak".into(),
            Says::Healthy | Says::Reservation if state.forced => "it must play its compulsory solo now".into(),
            Says::Healthy | Says::Reservation => "it must name its reservation now".into(),
            _ if !state.forced && state.spoken != EVERYBODY => "reservations are named when all have spoken".into(),
            _ => "a marriage needs both club queens, and rules that know it".into(),
        }
    }
}

impl Doppelkopf {
    fn why_silent(&self, state: &State, seat: usize, mv: Move) -> String {
        if !self.rules.announcements {
            return "these rules have no announcements".into();
        }
        if state.phase == Phase::Reservation {
            return "the game is not fixed yet".into();
        }
        if !state.parties_fixed() {
            return "the marriage is not clarified yet".into();
        }
        let party = state.party(seat);
        match mv.says() {
            Says::Call(called) if called != party => {
                return match party {
                    Party::Re => "it belongs to Re".into(),
                    Party::Kontra => "it belongs to Kontra".into(),
                };
            }
            Says::Level(level) if state.announced[party as usize].level >= level => {
                return "its party has announced as much".into();
            }
            Says::Call(_) if state.announced[party as usize].level > state::Level::None => {
                return "its party has announced as much".into();
            }
            _ => {}
        }
        format!("with {} cards in hand it is too late, or a level before it is missing", state.hands[seat].len())
    }
}

/// The reward of Basel 2015: 500 for each point of the score, and the card points of the own party.
fn score_and_card_points(game: &Doppelkopf, state: &State, rewards: &mut Rewards) {
    let returns = game.returns(state);
    for seat in 0..4 {
        let own = |other: &usize| game.allies(state, Seat(seat), Seat(*other as u8));
        let party: u32 = (0..4).filter(own).map(|other| state.points[other] as u32).sum();
        rewards[seat as usize] = 500.0 * returns[Seat(seat)] as f32 + party as f32;
    }
}
