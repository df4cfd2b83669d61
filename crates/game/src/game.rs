//! The trait every game implements. What is required stands above the line, what is provided below it.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};

use crate::options::Preset;
use crate::{Agent, Deed, Encoding, Error, Level, Outcome, Points, Returns, Rig, Rng, Seat, SeatSet, Spec, Unit};

/// A move: a small value that fits in one word, so that it can cross into other languages.
pub trait MoveCode: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The word.
    fn code(self) -> u64;
    /// The move of a word made by [`MoveCode::code`]; any other word is some move that no state allows.
    fn from_code(code: u64) -> Self;
}

/// One number per seat: what a state is worth to it.
pub type Rewards = [f32; Seat::MAX];

/// Values a state for each seat.
pub type RewardFn<G> = fn(&G, &<G as Game>::State, &mut Rewards);

/// The kinds of decision a specification can speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Which cards to play.
    Play,
    /// A bet or an announcement.
    Call,
    /// Which cards to give away.
    Exchange,
    /// What to wish for.
    Wish,
    /// Who gets a trick, which row is taken.
    Gift,
    /// Which game is played.
    GameType,
}

impl Decision {
    /// All of them, with their words in specifications; the first word of each is the canonical one.
    pub const WORDS: [(Decision, &'static str); 7] = [
        (Decision::Play, "play"),
        (Decision::Call, "call"),
        (Decision::Call, "announce"),
        (Decision::Exchange, "exchange"),
        (Decision::Wish, "wish"),
        (Decision::Gift, "gift"),
        (Decision::GameType, "gametype"),
    ];
}

/// A game with its rules fixed. The value holds the rules; a state is pure data.
///
/// Two laws bind every method. Only [`Game::view`] decides what a seat may know: whatever takes a view
/// must not depend on anything else. And all chance comes through the [`Rng`] that is handed in.
pub trait Game: Clone + Send + Sync + 'static {
    /// A deal in progress: a few hundred bytes without heap.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move.
    type Move: MoveCode;
    /// Everything one seat may know of a state, and nothing else.
    type View: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What carries over from deal to deal of a match: totals, the dealer, duties.
    type Standing: Clone + Eq + Default + Debug + Send + Sync + 'static;

    /// The name in commands, files and specifications.
    const NAME: &'static str;
    /// The name on a page.
    const TITLE: &'static str;
    /// The page of rules a person reads.
    const RULES_PAGE: &'static str;
    /// The named rule sets; the first is the default.
    const PRESETS: &'static [Preset];
    /// The rule-based players of this game: name and what they do in one line.
    const BOTS: &'static [(&'static str, &'static str)];

    /// What returns count.
    const UNIT: Unit = Unit::wanted("points", "deal");

    /// Who fills the table when two agents are compared with one seat each. For games in which the cards decide who
    /// belongs together: two seats of one agent are often opponents there, and give to each other what they lose, so
    /// that the two sides of [`Game::seatings`] are no fair measure. `None` where they are.
    const NEUTRAL: Option<&'static str> = None;

    /// The game under a preset with single options changed.
    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Self, Error>;
    /// The canonical text of the rules, as [`crate::options::resolve`] makes it.
    fn rules_text(&self) -> &str;
    /// The rule options with their values.
    fn rules_options(&self) -> Value;

    /// Number of seats of a deal, 2 to [`Seat::MAX`]. A position may have another: see [`Game::seats_at`].
    fn seats(&self) -> usize;
    /// The least and the greatest return of a deal.
    fn bounds(&self) -> (Points, Points);
    /// A new deal of a match. Everything hidden (hands, a talon) is decided here.
    fn deal(&self, standing: &Self::Standing, rng: &mut Rng) -> Self::State;
    /// The seats that owe a decision: several when they decide at once, [`Seat::CHANCE`] when the rules
    /// draw lots, none when the deal is over. A seat asked whether it wants to interrupt owes one too.
    fn to_act(&self, state: &Self::State) -> SeatSet;
    /// Every move the seat may make now, sorted and unique: for a seat that owes a decision its choices,
    /// for any other what it may volunteer (an announcement, a bomb out of turn). Moves that differ only
    /// in irrelevant cards are one move. The list is cleared first; its storage is reused.
    fn legal(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>);
    /// Makes a move that is known to be legal. See [`Game::play`] for the checked one.
    fn play_unchecked(&self, state: &mut Self::State, seat: Seat, mv: Self::Move);
    /// The result of a finished deal.
    fn returns(&self, state: &Self::State) -> Returns;
    /// Whether two seats win and lose together in this deal, secret or not.
    fn allies(&self, state: &Self::State, a: Seat, b: Seat) -> bool;
    /// Which side sits where when two agents meet, one table per entry; together they are fair to both.
    fn seatings(&self) -> Vec<Vec<u8>>;

    /// What the seat may know.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;
    /// Whose view it is.
    fn viewer(&self, view: &Self::View) -> Seat;
    /// [`Game::legal`] for the viewer, from the view alone.
    fn view_legal(&self, view: &Self::View, moves: &mut Vec<Self::Move>);
    /// A world: a state that gives this view, exactly uniform over all labelled deals that do.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;
    /// All worlds of a view when there are at most `limit`, by enumeration: one for every labelled deal. Where copies
    /// of a card are alike, different labelled deals are the same state, which then is in the list that often.
    fn enumerate(&self, view: &Self::View, limit: usize) -> Option<Vec<Self::State>>;
    /// How many cards a move takes from the hand.
    fn cards_played(&self, mv: Self::Move) -> u32;
    /// How many cards the viewer still holds.
    fn hand_size(&self, view: &Self::View) -> u32;

    /// What networks see of this game under these rules, block by block.
    fn encoding(&self) -> &'static Encoding;
    /// The `state` words of [`Game::encoding`], from the view alone. `draft` is the begun move of a decision that is
    /// made part by part: see [`Game::choices`]. All words are written.
    fn encode(&self, view: &Self::View, draft: Option<Self::Move>, words: &mut [u64]);
    /// The `action` words of one of [`Game::choices`]. All words are written.
    fn encode_move(&self, view: &Self::View, mv: Self::Move, words: &mut [u64]);
    /// The `truth` words: what the seat cannot see, for critics and as the labels of beliefs. All words are written.
    fn encode_truth(&self, state: &Self::State, seat: Seat, words: &mut [u64]);
    /// How a finished deal ended, as the numbers that [`Encoding::outcomes`] names, seats counted from this one.
    fn encode_outcome(&self, state: &Self::State, seat: Seat, numbers: &mut [f32]);

    /// The standing after a finished deal.
    fn standing_after(&self, state: &Self::State) -> Self::Standing;
    /// Whether the match has ended with this standing.
    fn outcome(&self, standing: &Self::Standing) -> Outcome;

    /// The canonical text of a move.
    fn move_text(&self, mv: Self::Move) -> String;
    /// The move in its parts.
    fn deed(&self, mv: Self::Move) -> Deed;
    /// The move a text means for the seat; shorthand is completed when just one legal move fits.
    fn parse_move(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Error>;
    /// The deal as named lines of text, for records.
    fn write_deal(&self, start: &Self::State) -> Vec<(String, String)>;
    /// The inverse of [`Game::write_deal`].
    fn read_deal(&self, lines: &[(String, String)]) -> Result<Self::State, Error>;
    /// A state from a description of a position (`setup` of the conformance format).
    fn position(&self, setup: &Value) -> Result<Self::State, Error>;
    /// The inverse of [`Game::position`].
    fn setup(&self, state: &Self::State) -> Value;
    /// What an onlooker who sees everything can say of the state, by the keys of the conformance format.
    fn facts(&self, state: &Self::State) -> Map<String, Value>;
    /// What the viewer can say of its view: `hand`, `table`, `scores` and more.
    fn view_facts(&self, view: &Self::View) -> Map<String, Value>;
    /// A pure function of the rules, by the names of the conformance format.
    fn call(&self, function: &str, arguments: &Map<String, Value>) -> Result<Value, Error>;
    /// Whether every card and point of the state is accounted for; if not, what is wrong.
    fn audit(&self, state: &Self::State) -> Result<(), String>;
    /// A rule-based player of this game; `None` when the name is not one of [`Game::BOTS`].
    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Self>>, Error>>;

    // ---------------------------------------------------------------------------------------------
    // Provided.

    /// Number of seats at this table. Any number of players can sit down to some games, and then a position says by
    /// its hands how many do; a deal always has [`Game::seats`].
    #[inline]
    fn seats_at(&self, _state: &Self::State) -> usize {
        self.seats()
    }

    /// The meaningful seatings of these players, given one per seat by number: together they are fair to all of them.
    /// All that differ, unless the game knows that fewer are enough.
    fn seatings_of(&self, players: &[u8]) -> Vec<Vec<u8>> {
        let mut sorted = players.to_vec();
        sorted.sort_unstable();
        let mut all = vec![Vec::new()];
        for _ in players {
            all = all.iter().flat_map(|begun| longer(begun, &sorted)).collect();
        }
        all
    }

    /// The options that make deals a match: to so many points, or the game's own word for how long one lasts.
    /// Without a number, as long as is usual.
    fn match_options(_target: Option<u32>) -> Map<String, Value> {
        Map::new()
    }

    /// One uniform choice of [`Game::legal`] for a seat that owes a decision. Games make it without the list.
    #[inline]
    fn sample_move(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Self::Move {
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        *rng.choose(&moves)
    }

    /// What a network chooses among for a seat that owes a decision. A move with parts is chosen part by part: the
    /// first list then has its beginnings, for which [`Game::is_draft`] holds, and with one of these as `draft` the
    /// list has its continuations. Everything else in a list is a legal move. The list is cleared first.
    #[inline]
    fn choices(&self, state: &Self::State, seat: Seat, draft: Option<Self::Move>, moves: &mut Vec<Self::Move>) {
        debug_assert!(draft.is_none(), "no move of this game has parts");
        self.legal(state, seat, moves);
    }

    /// [`Game::choices`] for the viewer, from the view alone.
    fn view_choices(&self, view: &Self::View, draft: Option<Self::Move>, moves: &mut Vec<Self::Move>) {
        debug_assert!(draft.is_none(), "no move of this game has parts");
        self.view_legal(view, moves);
    }

    /// Whether one of [`Game::choices`] is only the beginning of a move.
    #[inline]
    fn is_draft(&self, _mv: Self::Move) -> bool {
        false
    }

    /// A world drawn by another method than [`Game::sample`]: a biased one that a paper used and its tables depend on.
    /// Such a world fits the view in what its method respects, not always in everything. `None` when the name is not one
    /// of [`Game::samplers`].
    fn sample_by(&self, _method: &str, _view: &Self::View, _rng: &mut Rng) -> Option<Self::State> {
        None
    }

    /// As [`Game::legal`], with every choice of cards a move of its own, and with calls that the rules allow but that
    /// can only lose (a false claim): they are accepted, and no agent that draws or searches moves comes across them.
    fn legal_cards(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>) {
        self.legal(state, seat, moves);
    }

    /// The move of [`Game::legal`] that stands for a card-level move.
    fn canonical(&self, _state: &Self::State, _seat: Seat, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The state with every open interrupt declined: what the table looks like to those not asked. The interrupt
    /// must stay legal as a volunteered move where the rules allow it, and the seat on turn may move while others
    /// are asked, which declines for them: records leave declined interrupts out and are replayed from settled states.
    fn settled(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Whether the move only declines an interrupt; records leave such moves out.
    fn is_decline(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the move is a call (an announcement beside the play) rather than an ordinary move.
    fn is_call(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Takes calls beside the play out of the viewer's lists for the rest of the deal: it leaves them to somebody else.
    /// Worlds of such a view know it too, so that nobody plans a call that will not come.
    fn silence(&self, _view: &mut Self::View) {}

    /// The type of a move, for agents that choose the type first.
    fn kind(&self, _mv: Self::Move) -> u32 {
        0
    }

    /// Whether `observer` may see, by the time of `now`, that `mover` has made this move.
    fn shown(&self, _now: &Self::State, _mover: Seat, _mv: Self::Move, _observer: Seat) -> bool {
        true
    }

    /// The moves of a deal that `observer` has seen by now. Declined interrupts are nobody's business.
    fn history(&self, now: &Self::State, log: &[(Seat, Self::Move)], observer: Seat) -> Vec<(Seat, Self::Move)> {
        let seen = |&&(seat, mv): &&(Seat, Self::Move)| !self.is_decline(mv) && self.shown(now, seat, mv, observer);
        log.iter().filter(seen).copied().collect()
    }

    /// The deal as it was early on, and how many of the moves were made before; the others lead to how it stands now.
    /// `None` where that is not certain: the game does not know how to go back, or the moves are not all that happened.
    fn beginning(&self, _now: &Self::State, _history: &[(Seat, Self::Move)]) -> Option<(Self::State, usize)> {
        None
    }

    /// A world of the view that differs little from another one, drawn so that the way back is as likely: a step of a
    /// walk through all of them.
    fn step(&self, view: &Self::View, _world: &Self::State, rng: &mut Rng) -> Self::State {
        self.sample(view, rng)
    }

    /// A world of the view that keeps what it can of a world of an earlier view of the same deal.
    fn carry_on(&self, view: &Self::View, _earlier: &Self::State, rng: &mut Rng) -> Self::State {
        self.sample(view, rng)
    }

    /// Whether a record begins a new line before the next move (a new trick, a new phase).
    fn new_line(&self, _state: &Self::State) -> bool {
        false
    }

    /// The names of this game's other ways to draw worlds.
    fn samplers(&self) -> &'static [&'static str] {
        &[]
    }

    /// A world drawn for one move of the viewer, by a method whose question is about that move. `None` for all others:
    /// their worlds are drawn before anybody chooses.
    fn sample_for(&self, _method: &str, _view: &Self::View, _mv: Self::Move, _rng: &mut Rng) -> Option<Self::State> {
        None
    }

    /// A world in which each hidden card is where it truly is with probability `share`, and the rest uniform: what
    /// one who peeks sees. `None` where the game does not offer it.
    fn sample_peeking(
        &self,
        _view: &Self::View,
        _truth: &Self::State,
        _share: f64,
        _rng: &mut Rng,
    ) -> Option<Self::State> {
        None
    }

    /// Whether the move stakes something beside the play: a call or an announcement, also where it is asked for.
    fn is_bet(&self, mv: Self::Move) -> bool {
        self.is_call(mv)
    }

    /// Whether the move only lets the others go on.
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether nobody else learns anything of what the seat chooses now, or so little that it need not be searched.
    fn chooses_hidden(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// What `observer` learns from a move of `mover`, as a number: equal for moves it cannot tell apart.
    fn seen_as(&self, mv: Self::Move, mover: Seat, observer: Seat) -> u64 {
        let _ = (mover, observer);
        mv.code()
    }

    /// What the viewer decides now; agents may leave some kinds of decision to others.
    fn decision(&self, _view: &Self::View) -> Decision {
        Decision::Play
    }

    /// The names of this game's own rewards.
    fn own_rewards(&self) -> &'static [&'static str] {
        &[]
    }

    /// A reward of this game's own, by its name in specifications: what a finished deal is worth to each seat.
    fn own_reward(&self, _name: &str) -> Option<RewardFn<Self>> {
        None
    }

    /// The seats that play together whatever the cards; empty where each plays alone or the cards decide it.
    fn partners(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Every card that a seat holds, with its holder, as text. Cards that nobody holds yet are left out.
    fn holders(&self, state: &Self::State) -> Vec<(Seat, String)> {
        let facts = self.facts(state);
        let hands = facts.get("hands").and_then(Value::as_object).into_iter().flatten();
        let held = hands.filter_map(|(seat, cards)| Some((Seat(seat.parse().ok()?), cards)));
        held.flat_map(|(seat, cards)| {
            let cards: Vec<String> = match cards {
                Value::String(cards) => cards.split_whitespace().map(str::to_string).collect(),
                Value::Array(cards) => {
                    cards.iter().map(|card| card.as_str().map_or_else(|| card.to_string(), str::to_string)).collect()
                }
                _ => Vec::new(),
            };
            cards.into_iter().map(move |card| (seat, card))
        })
        .collect()
    }

    /// The reward a search maximises when its specification does not say.
    fn default_reward(&self) -> &'static str {
        "points"
    }

    /// The strongest players known under these rules that take about 20 ms, 200 ms and 2 s for a move, as
    /// specifications: what `fast`, `strong` and `strongest` stand for.
    fn best(&self) -> [&'static str; 3] {
        ["ismcts(20ms)", "ismcts(200ms)", "ismcts(2s)"]
    }

    /// Strengths to play against under these rules, the weakest first: what `level(beginner)` to `level(strongest)` stand
    /// for. Each is measurably stronger than the one before it (`tournaments/levels-NAME.toml`).
    fn levels(&self) -> [Level; 5] {
        Level::list([
            ("random", "makes any legal move"),
            ("ismcts(30)", "looks ahead a little"),
            ("ismcts(300)", "looks ahead"),
            ("ismcts(3000)", "looks far ahead"),
            ("ismcts(30000)", "looks ahead as far as it can"),
        ])
    }

    /// The names of this game's own rigs.
    fn rigs(&self) -> &'static [&'static str] {
        &[]
    }

    /// A rig of the game's own: its name, which is one of [`Game::rigs`], with its arguments.
    fn rig(&self, spec: &Spec) -> Result<Rig<Self>, Error> {
        Err(Error::Spec(format!("{} has no rig \"{}\".", Self::TITLE, spec.name)))
    }

    /// What the viewer has won or lost so far in this deal and keeps, in the unit of [`Game::default_reward`]; 0 where
    /// nothing is certain before the end. Networks whose value is what is still to come are worth that on top.
    fn so_far(&self, _view: &Self::View) -> f32 {
        0.0
    }

    /// The names of this game's values of unfinished deals.
    fn leaf_values(&self) -> &'static [&'static str] {
        &[]
    }

    /// A value of an unfinished deal for each seat, by its name in specifications.
    fn leaf_value(&self, _name: &str) -> Option<RewardFn<Self>> {
        None
    }

    /// A number for what can still come of a state: equal only when play from here on can bring the same returns in the
    /// same ways (but for an accident of one in 2⁶⁴). Games leave out what is past and cannot matter any more.
    fn digest(&self, state: &Self::State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// Why the seat may not make this move now, as the middle of a sentence.
    fn why_illegal(&self, state: &Self::State, seat: Seat, _mv: Self::Move) -> String {
        if self.to_act(state).has(seat) {
            "the rules do not allow it here".into()
        } else {
            "it is not that seat's turn".into()
        }
    }

    /// Makes a move, or says why it cannot be made and leaves the state as it was.
    fn play(&self, state: &mut Self::State, seat: Seat, mv: Self::Move) -> Result<(), Error> {
        self.check_seat(state, seat)?;
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        if moves.binary_search(&mv).is_err() {
            // A card-level move is in the long list only; what is made is the move itself, so that a record keeps it.
            self.legal_cards(state, seat, &mut moves);
            if moves.binary_search(&mv).is_err() {
                return Err(self.illegal(state, seat, mv));
            }
        }
        self.play_unchecked(state, seat, mv);
        Ok(())
    }

    /// Refuses a seat that is not at this table; chance always is.
    fn check_seat(&self, state: &Self::State, seat: Seat) -> Result<(), Error> {
        let seats = self.seats_at(state);
        if seat == Seat::CHANCE || seat.index() < seats {
            return Ok(());
        }
        Err(Error::Illegal(format!("There is no seat {seat}; seats are 0 to {}.", seats - 1)))
    }

    /// The error for an illegal move: the move, the seat, the reason and what would be legal.
    fn illegal(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Error {
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        let mut names: Vec<String> = moves.iter().take(12).map(|&m| self.move_text(m)).collect();
        if moves.len() > names.len() {
            names.push(format!("and {} more", moves.len() - names.len()));
        }
        let legal = match (self.to_act(state).is_empty(), names.is_empty()) {
            (true, _) => "the deal is over".into(),
            (_, true) => "it has no legal move now".into(),
            _ => format!("legal are: {}", names.join(", ")),
        };
        Error::Illegal(format!(
            "Seat {seat} cannot play \"{}\": {}; {legal}.",
            self.move_text(mv),
            self.why_illegal(state, seat, mv)
        ))
    }

    /// Plays uniformly random legal moves to the end of the deal and returns how many.
    #[inline]
    fn playout(&self, state: &mut Self::State, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        loop {
            let to_act = self.to_act(state);
            if to_act.is_empty() {
                return plies;
            }
            let seat = to_act.first();
            let mv = self.sample_move(state, seat, rng);
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
    }

    /// As [`Game::playout`], through the list of moves.
    fn playout_listed(&self, state: &mut Self::State, moves: &mut Vec<Self::Move>, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        loop {
            let to_act = self.to_act(state);
            if to_act.is_empty() {
                return plies;
            }
            let seat = to_act.first();
            self.legal(state, seat, moves);
            let mv = if moves.len() == 1 { moves[0] } else { *rng.choose(moves) };
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
    }

    /// Plays so many new deals at random to the end, many of them side by side in one instruction, and returns the sum
    /// of the returns of each seat. `None` when the game has no such form; [`Game::playout`] is for one deal at a time.
    fn playout_batch(&self, _deals: usize, _rng: &mut Rng) -> Option<[i64; Seat::MAX]> {
        None
    }

    /// The number of move sequences of length `depth`; of several seats that owe a decision the lowest goes first.
    fn perft(&self, state: &Self::State, depth: u32) -> u64 {
        let to_act = self.to_act(state);
        if depth == 0 || to_act.is_empty() {
            return 1;
        }
        let seat = to_act.first();
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .iter()
            .map(|&mv| {
                let mut next = state.clone();
                self.play_unchecked(&mut next, seat, mv);
                self.perft(&next, depth - 1)
            })
            .sum()
    }
}

/// A seating that has begun, continued by each player who is left.
fn longer(begun: &[u8], players: &[u8]) -> Vec<Vec<u8>> {
    let count = |list: &[u8], player: u8| list.iter().filter(|&&p| p == player).count();
    let mut next = players.to_vec();
    next.dedup();
    next.retain(|&player| count(begun, player) < count(players, player));
    next.into_iter().map(|player| [begun, &[player]].concat()).collect()
}
