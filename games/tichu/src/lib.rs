//! Tichu, complete.
//!
//! - What: four seats, two teams (0, 2 against 1, 3), 56 cards; shed your cards, win tricks with points.
//!   Rules and their sources: `RULES.md`; its paragraphs are cited as §n.
//! - Simplified: nothing in `official`; the papers' simplifications are presets (`rules.rs`).
//! - Moves (`moves.rs`): pass and combinations; `decline` an interrupt; `tichu`, `grand`, `no-grand`; a wish; the
//!   Dragon's gift; the exchange of three cards.
//! - Utility: the team's points of the round with calls; both seats of a team have the same.
//!
//! `cards` deck · `combos` what cards are and beat · `generate` all plays of a hand · `draw` one of them at random ·
//! `state` the data · `phases` the course of a round, `playout` random ones · `worlds` views and the deals that fit them, `walk` from one to the next, `priors` by human hands, `beater` by one question ·
//! `notation`, `position` text · `search` what searches ask for · `features` for networks · `bots` rule-based players, `beginner` among them.

mod beater;
mod beginner;
pub mod bots;
pub mod cards;
pub mod combos;
mod draw;
pub mod features;
mod generate;
pub mod moves;
pub mod notation;
mod phases;
mod playout;
mod position;
mod priors;
pub mod rules;
mod search;
pub mod state;
mod walk;
pub mod worlds;

use kibitz_game::options::{self, Preset};
use kibitz_game::{
    Agent, CardSet, Decision, Deed, Encoding, Error, Game, Level, Outcome, Points, Returns, RewardFn, Rng, Seat,
    SeatSet, Spec, Unit,
};
use serde_json::{Map, Value};

use crate::cards::{DRAGON, SUITED, flush_cards, rank_cards};
use crate::combos::beats;
use crate::moves::{Kind, Move, Says};
use crate::rules::{GrandOrder, Rules, Target, Tie};
use crate::state::{Call, Phase, State};
use crate::worlds::View;

/// Tichu under a set of rules.
#[derive(Clone, Debug)]
pub struct Tichu {
    /// The options.
    pub rules: Rules,
    text: String,
    /// Whether the fast generator makes the moves of these rules.
    plain: bool,
}

impl Tichu {
    /// What a card-level play is called in the list for agents: cards outside every straight flush of the hand are
    /// interchangeable within their rank, and the lowest stand for all.
    fn merge_suits(&self, hand: CardSet, play: Move) -> Move {
        let apart = CardSet(flush_cards(hand.0 & SUITED.0));
        let mut cards = play.cards();
        for rank in 2..=cards::ACE {
            let free = hand & rank_cards(rank) - apart;
            let taken = (cards & free).len() as usize;
            cards = cards - free | free.iter().take(taken).collect();
        }
        Move::play(play.kind(), play.height(), cards)
    }

    fn outcome_of(&self, totals: [i16; 2]) -> Outcome {
        let team = |t: u8| Outcome::Over(Seat(t).set().with(Seat(t + 2)));
        match self.rules.target {
            Some(Target(target)) if totals[0].max(totals[1]) < target as i16 => Outcome::Open,
            Some(_) if totals[0] == totals[1] && self.rules.tie == Tie::ExtraRound => Outcome::Open,
            _ if totals[0] == totals[1] => Outcome::Over(SeatSet::all(4)),
            _ => team((totals[1] > totals[0]) as u8),
        }
    }
}

impl Game for Tichu {
    type State = State;
    type Move = Move;
    type View = View;
    type Standing = [i16; 2];

    const NAME: &'static str = "tichu";
    const TITLE: &'static str = "Tichu";
    const RULES_PAGE: &'static str = include_str!("../RULES.md");
    const PRESETS: &'static [Preset] = rules::PRESETS;
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;
    const UNIT: Unit = Unit::wanted("points", "round");

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Tichu, Error> {
        let (rules, text) = options::resolve::<Rules>(rules::PRESETS, preset, overrides)?;
        Ok(Tichu { rules, text, plain: rules.plain_combinations() })
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
        // A lost Grand Tichu of both partners and the Phoenix alone; a double win with a Grand Tichu.
        if self.rules.calls { (-425, 400) } else { (-25, 200) }
    }

    #[inline]
    fn deal(&self, totals: &[i16; 2], rng: &mut Rng) -> State {
        self.deal_round(*totals, rng)
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.acting
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, false, moves);
    }

    fn legal_cards(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, true, moves);
    }

    fn canonical(&self, state: &State, seat: Seat, mv: Move) -> Move {
        if mv.is_play() && seat != Seat::CHANCE { self.merge_suits(state.hands[seat.index()], mv) } else { mv }
    }

    #[inline(always)]
    fn sample_move(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        self.draw(state, seat, rng)
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        self.make(state, seat, mv);
    }

    #[inline]
    fn playout(&self, state: &mut State, rng: &mut Rng) -> u32 {
        self.play_out(state, rng)
    }

    fn playout_listed(&self, state: &mut State, moves: &mut Vec<Move>, rng: &mut Rng) -> u32 {
        self.play_out_listed(state, moves, rng)
    }

    fn settled(&self, state: &State) -> State {
        self.settle(state)
    }

    fn returns(&self, state: &State) -> Returns {
        let [a, b] = self.round_score(state);
        Returns::new(&[a, b, a, b])
    }

    fn allies(&self, _state: &State, a: Seat, b: Seat) -> bool {
        (a.0 ^ b.0) & 1 == 0
    }

    fn seatings(&self) -> Vec<Vec<u8>> {
        vec![vec![0, 1, 0, 1], vec![1, 0, 1, 0]]
    }

    fn match_options(target: Option<u32>) -> Map<String, Value> {
        Map::from_iter([("target".into(), target.unwrap_or(1000).into())])
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.look(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.list(&view.known, view.seat, false, moves);
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.world(view, rng)
    }

    fn beginning(&self, now: &State, history: &[(Seat, Move)]) -> Option<(State, usize)> {
        self.first_lead(now, history)
    }

    fn step(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        self.swap_cards(view, world, rng)
    }

    fn carry_on(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        self.keep_hands(view, earlier, rng)
    }

    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        self.all_worlds(view, limit)
    }

    fn cards_played(&self, mv: Move) -> u32 {
        if mv.is_play() { mv.size() } else { 0 }
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.counts[view.seat.index()] as u32
    }

    fn encoding(&self) -> &'static Encoding {
        self.network_encoding()
    }

    #[inline]
    fn encode(&self, view: &View, draft: Option<Move>, words: &mut [u64]) {
        self.write_state(view, draft, words);
    }

    #[inline]
    fn encode_move(&self, view: &View, mv: Move, words: &mut [u64]) {
        self.write_move(view, mv, words);
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        self.write_truth(state, seat, words);
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        self.write_outcome(state, seat, numbers);
    }

    #[inline]
    fn choices(&self, state: &State, seat: Seat, draft: Option<Move>, moves: &mut Vec<Move>) {
        self.network_choices(state, seat, draft, moves);
    }

    fn view_choices(&self, view: &View, draft: Option<Move>, moves: &mut Vec<Move>) {
        self.network_choices(&view.known, view.seat, draft, moves);
    }

    #[inline]
    fn is_draft(&self, mv: Move) -> bool {
        !mv.is_play() && features::is_draft(mv)
    }

    fn standing_after(&self, state: &State) -> [i16; 2] {
        self.totals_after(state)
    }

    fn outcome(&self, totals: &[i16; 2]) -> Outcome {
        self.outcome_of(*totals)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::move_text(mv)
    }

    fn deed(&self, mv: Move) -> Deed {
        notation::deed(mv)
    }

    fn parse_move(&self, state: &State, seat: Seat, text: &str) -> Result<Move, Error> {
        self.read_move(state, seat, text)
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

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Tichu>>, Error>> {
        bots::build(spec)
    }

    fn partners(&self) -> Vec<Vec<usize>> {
        vec![vec![0, 2], vec![1, 3]]
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::DECLINE
    }

    fn is_call(&self, mv: Move) -> bool {
        mv == Move::TICHU
    }

    fn kind(&self, mv: Move) -> u32 {
        match mv.says() {
            Says::Play => mv.kind() as u32,
            Says::Pass => 8,
            Says::Decline => 9,
            Says::Tichu => 10,
            Says::Grand => 11,
            Says::NoGrand => 12,
            Says::Wish(_) => 13,
            Says::Gift(_) => 14,
            Says::Give { .. } => 15,
        }
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        let open_grand = now.phase != Phase::Grand || self.rules.grand_order == GrandOrder::Sequential;
        mover == observer
            || match mv.says() {
                Says::Give { .. } => false,
                Says::Grand | Says::NoGrand => open_grand,
                _ => true,
            }
    }

    fn samplers(&self) -> &'static [&'static str] {
        priors::SAMPLERS
    }

    fn sample_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        self.world_by(method, view, rng)
    }

    fn sample_for(&self, method: &str, view: &View, mv: Move, rng: &mut Rng) -> Option<State> {
        (method == beater::NAME).then(|| self.beater_world(view, mv, rng))
    }

    fn sample_peeking(&self, view: &View, truth: &State, share: f64, rng: &mut Rng) -> Option<State> {
        Some(self.peek(view, truth, share, rng))
    }

    fn is_bet(&self, mv: Move) -> bool {
        mv == Move::TICHU || mv == Move::GRAND
    }

    fn silence(&self, view: &mut View) {
        view.known.silent |= 1 << view.seat.0;
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::PASS
    }

    fn chooses_hidden(&self, state: &State, _seat: Seat) -> bool {
        state.phase == Phase::Exchange
    }

    fn seen_as(&self, mv: Move, mover: Seat, observer: Seat) -> u64 {
        if mover == observer {
            return mv.0;
        }
        match mv.says() {
            // Which suits others play matters to nobody else.
            Says::Play => search::ranks_only(mv),
            Says::Give { .. } => 1,
            _ => mv.0,
        }
    }

    fn decision(&self, view: &View) -> Decision {
        match view.known.phase {
            Phase::Grand => Decision::Call,
            Phase::Exchange => Decision::Exchange,
            Phase::Wish => Decision::Wish,
            Phase::Dragon if view.known.asking == 0 => Decision::Gift,
            _ => Decision::Play,
        }
    }

    fn holders(&self, state: &State) -> Vec<(Seat, String)> {
        let hand = |s: u8| notation::in_order(state.hands[s as usize]).map(move |c| (Seat(s), notation::card_text(c)));
        (0..4).flat_map(hand).collect()
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<Tichu>> {
        (name == "rank").then_some(search::rank as RewardFn<Tichu>)
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["rank"]
    }

    fn best(&self) -> [&'static str; 3] {
        if self.only_plays() { search::BEST_OF_PLAYS } else { search::BEST }
    }

    fn levels(&self) -> [Level; 5] {
        let [club, strong, strongest] = if self.only_plays() {
            ["net(tichu-epfl2017-small, pick=boltzmann(0.05))", "net(tichu-epfl2017)", search::BEST_OF_PLAYS[2]]
        } else {
            ["decide(net(tichu-small, pick=boltzmann(0.05)), call=rules)", "net(tichu)", search::BEST[2]]
        };
        Level::list([
            ("beginner", "leads card by card, lays on everything it can and is soon out of high cards"),
            (
                "rules",
                "knows the first principles: sheds low cards, keeps combinations together, calls on strong hands",
            ),
            (club, "has played a lot against itself; slips where a slip costs little"),
            (strong, "has played a lot against itself, and does not slip"),
            (strongest, "two that have played a lot; they infer the hidden hands from the play and search the end"),
        ])
    }

    /// Points decide a round: worth 24 ± 8 points per round over `rank` at 1,000 iterations (docs/methods/search.md).
    fn default_reward(&self) -> &'static str {
        "margin/200"
    }

    fn leaf_values(&self) -> &'static [&'static str] {
        &["hand"]
    }

    fn leaf_value(&self, name: &str) -> Option<RewardFn<Tichu>> {
        (name == "hand").then_some(search::cards_shed as RewardFn<Tichu>)
    }

    fn digest(&self, state: &State) -> u64 {
        search::digest(state)
    }

    fn new_line(&self, state: &State) -> bool {
        match state.phase {
            Phase::Grand | Phase::Exchange => state.acting.len() == 4,
            Phase::Play => state.leading(),
            _ => false,
        }
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> String {
        if state.phase == Phase::Over {
            return "nothing can be played any more".into();
        }
        if seat == Seat::CHANCE {
            return "no lot is drawn for it now".into();
        }
        let ordinary = self.ordinary(state).has(seat);
        match mv.says() {
            Says::Play if state.phase == Phase::Grand => "cards are played after the question for Grand Tichu".into(),
            Says::Play if state.phase == Phase::Exchange => "cards are exchanged now".into(),
            Says::Play => {
                let hand = state.hands[seat.index()];
                if let Some(card) = (mv.cards() - hand).iter().next() {
                    return format!("it does not hold {}", notation::card_text(card));
                }
                match state.phase {
                    Phase::Wish => "the wish comes first".into(),
                    Phase::Dragon if ordinary => "the Dragon's trick must be given away first".into(),
                    _ if !ordinary && !mv.is_bomb() => "it is not its turn".into(),
                    _ if !ordinary => "a bomb cannot be played here out of turn".into(),
                    _ if !beats(mv, state.to_beat(), &self.rules) => "it does not beat what lies on the table".into(),
                    _ => "the wish must be fulfilled".into(),
                }
            }
            Says::Pass if !ordinary => "it is not its turn".into(),
            Says::Pass if state.phase == Phase::Play && state.leading() => "whoever leads must play".into(),
            Says::Pass => "the wish must be fulfilled, or something else is due".into(),
            Says::Tichu if !self.rules.calls => "these rules have no calls".into(),
            Says::Tichu if state.calls[seat.index()] != Call::None => "it has called already".into(),
            Says::Tichu => "Tichu is called with all 14 cards in hand".into(),
            Says::Gift(to) if ordinary && state.phase == Phase::Dragon && (to.0 ^ seat.0) & 1 == 0 => {
                "the Dragon's trick goes to an opponent".into()
            }
            Says::Gift(_) if !state.top.play.cards().meets(DRAGON) => "no Dragon has won a trick".into(),
            Says::Wish(_) if state.phase != Phase::Wish => "no wish is due".into(),
            Says::Give { .. } if state.phase != Phase::Exchange => "no cards are exchanged now".into(),
            Says::Give { .. } if ordinary => "it must give cards from its own hand".into(),
            _ => "nobody asks for it now".into(),
        }
    }
}

const _: () = assert!(Kind::BombStraight as u8 == 7, "kinds are three bits of a move");
