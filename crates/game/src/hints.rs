//! What a game tells those who search, compare and choose players. Everything has a default.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::keys::Help;
use crate::{Agent, Error, Level, Play, Rig, Seat, Spec, Worlds};

/// One number per seat: what a state is worth to it.
pub type Rewards = [f32; Seat::MAX];

/// Values a state for each seat.
pub type RewardFn<G> = fn(&G, &<G as Play>::State, &mut Rewards);

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

/// Players, rewards and advice: nothing here changes how the game is played.
pub trait Hints: Worlds {
    /// The rule-based players of this game: name and what they do in one line.
    const BOTS: &'static [(&'static str, &'static str)] = &[];

    /// Who fills the table when two agents are compared with one seat each. For games in which the cards decide who
    /// belongs together: two seats of one agent are often opponents there, and give to each other what they lose, so
    /// that the two sides of [`Hints::seatings`] are no fair measure. `None` where they are.
    const NEUTRAL: Option<&'static str> = None;

    /// A rule-based player of this game; `None` when the name is not one of [`Hints::BOTS`].
    fn bot(&self, _spec: &Spec) -> Option<Result<Box<dyn Agent<Self>>, Error>> {
        None
    }

    /// The keys of those players in [`Hints::BOTS`] that take any.
    fn bot_keys() -> Vec<Help> {
        Vec::new()
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

    /// Which side sits where when two agents meet, one table per entry; together they are fair to both. Unless the game
    /// knows better, the sides take every other seat, and then change places.
    fn seatings(&self) -> Vec<Vec<u8>> {
        [0, 1].map(|first| (0..self.seats()).map(|seat| (seat as u8 & 1) ^ first).collect()).into()
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

    /// The reward a search maximises when its specification does not say.
    fn default_reward(&self) -> &'static str {
        "points"
    }

    /// The names of this game's own rewards.
    fn own_rewards(&self) -> &'static [&'static str] {
        &[]
    }

    /// A reward of this game's own, by its name in specifications: what a finished deal is worth to each seat.
    fn own_reward(&self, _name: &str) -> Option<RewardFn<Self>> {
        None
    }

    /// What the viewer has won or lost so far in this deal and keeps, in the unit of [`Hints::default_reward`]; 0 where
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

    /// The names of this game's own rigs.
    fn rigs(&self) -> &'static [&'static str] {
        &[]
    }

    /// A rig of the game's own: its name, which is one of [`Hints::rigs`], with its arguments.
    fn rig(&self, spec: &Spec) -> Result<Rig<Self>, Error> {
        Err(Error::Spec(format!("{} has no rig \"{}\".", self.title(), spec.name)))
    }

    /// What the viewer decides now; agents may leave some kinds of decision to others.
    fn decision(&self, _view: &Self::View) -> Decision {
        Decision::Play
    }

    /// The type of a move, for agents that choose the type first.
    fn kind(&self, _mv: Self::Move) -> u32 {
        0
    }

    /// Whether the move stakes something beside the play: a call or an announcement, also where it is asked for.
    fn is_bet(&self, mv: Self::Move) -> bool {
        self.is_call(mv)
    }

    /// Whether nobody else learns anything of what the seat chooses now, or so little that it need not be searched.
    fn chooses_hidden(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// A number for what can still come of a state: equal only when play from here on can bring the same returns in the
    /// same ways (but for an accident of one in 2⁶⁴). Games leave out what is past and cannot matter any more.
    fn digest(&self, state: &Self::State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
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
