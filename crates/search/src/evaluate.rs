//! What a leaf is worth: the deal is played on by somebody, and the end of it valued.

use kibitz_game::keys::{Given, Kind};
use kibitz_game::{Agent, Clock, Error, Game, INSTANT, Rewards, Rng, Seat, Spec, Value};

use crate::cost;
use crate::leaf::Leaf;
use crate::lgrf::Replies;
use crate::mcts::Parts;
use crate::reward::Reward;

/// Values leaves. It knows nothing of the tree, so that several can work for one tree.
pub struct Evaluator<G: Game> {
    reward: Reward<G>,
    leaf: Option<Leaf<G>>,
    rollout: Rollout<G>,
    depth: Depth,
    moves: Vec<G::Move>,
}

/// Where a rollout ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// With the deal.
    #[default]
    End,
    /// After so many moves.
    Moves(u32),
    /// With the trick or turn, as [`kibitz_game::Notation::new_line`] tells it.
    Turn,
}

impl Depth {
    /// The words; a number of moves beside them.
    pub const WORDS: Kind = Kind::Words(&["end", "turn"]);

    /// Reads a word or a number of moves; the key says from which number on.
    pub fn read(given: Given<'_>) -> Depth {
        given.word(&[Depth::End, Depth::Turn]).unwrap_or_else(|| Depth::Moves(given.whole() as u32))
    }

    /// The inverse of [`Depth::read`].
    pub fn value(self) -> Value {
        match self {
            Depth::End => Value::of("end"),
            Depth::Moves(moves) => Value::of(moves),
            Depth::Turn => Value::of("turn"),
        }
    }

    /// The most moves.
    fn moves(self) -> u32 {
        if let Depth::Moves(moves) = self { moves } else { u32::MAX }
    }
}

/// Who plays on from the leaf.
enum Rollout<G: Game> {
    /// Uniformly random moves, the fast way.
    Uniform,
    Agent(Box<dyn Agent<G>>),
    Replies(Replies),
    /// Nobody: the leaf value counts.
    Nobody,
}

impl<G: Game> Evaluator<G> {
    /// An evaluator for the parts.
    pub fn new(game: &G, parts: &Parts) -> Result<Evaluator<G>, Error> {
        let reward = Reward::read(game, parts.reward.as_deref().unwrap_or(game.default_reward()))?;
        let leaf = parts.leaf.as_deref().map(|text| Leaf::read(game, text)).transpose()?;
        let rollout = match &parts.rollout {
            None => Rollout::Nobody,
            Some(spec) if *spec == Spec::bare("random") => Rollout::Uniform,
            Some(spec) if *spec == Spec::bare("lgrf") => Rollout::Replies(Replies::default()),
            Some(spec) => Rollout::Agent(crate::build(game, spec)?),
        };
        Ok(Evaluator { reward, leaf, rollout, depth: parts.depth, moves: Vec::new() })
    }

    /// Whether it has a player to ask for moves.
    pub fn has_player(&self) -> bool {
        matches!(self.rollout, Rollout::Agent(_))
    }

    /// The move of a seat in a rollout.
    #[inline]
    pub fn next_move(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let Rollout::Agent(agent) = &mut self.rollout else { return game.sample_move(state, seat, rng) };
        if seat == Seat::CHANCE {
            return game.sample_move(state, seat, rng);
        }
        if let Some(mv) = agent.reflex(game, state, seat, rng) {
            return mv;
        }
        let view = game.view(state, seat);
        // The world is one the search made up: to look at its cards is no cheating.
        if agent.cheats() {
            agent.act_knowing(game, &view, state, rng, clock)
        } else {
            agent.act(game, &view, rng, clock)
        }
    }

    /// Forgets what it has learned from rollouts.
    pub fn forget(&mut self) {
        if let Rollout::Replies(replies) = &mut self.rollout {
            replies.clear();
        }
    }

    /// Whether it takes no longer than asking what time it is, a few times over.
    pub fn is_quick(&self) -> bool {
        !matches!(self.rollout, Rollout::Agent(_)) && !self.leaf.as_ref().is_some_and(Leaf::is_opinion)
    }

    /// Milliseconds of a valuation, at most and roughly.
    pub fn cost(&self, game: &G) -> f64 {
        let moves = match self.depth {
            Depth::Turn => game.seats() as f64,
            depth => (depth.moves() as f64).min(cost::MOVES_OF_A_DEAL),
        };
        let playing = match &self.rollout {
            Rollout::Agent(agent) => moves * (INSTANT + agent.cost(game)),
            Rollout::Uniform | Rollout::Replies(_) => cost::PLAYOUT,
            Rollout::Nobody => 0.0,
        };
        playing + self.leaf.as_ref().map_or(0.0, |leaf| leaf.cost(game))
    }

    /// What the state is worth to each seat; it is played on.
    #[inline]
    pub fn value(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) -> Rewards {
        let mut rewards: Rewards = [0.0; Seat::MAX];
        if self.play_on(game, state, rng, clock) {
            self.reward.value(game, state, &mut rewards);
        } else if let Some(leaf) = &mut self.leaf {
            leaf.value(game, state, &mut rewards, rng, clock);
        }
        if let Rollout::Replies(replies) = &mut self.rollout {
            replies.learn(&rewards, game.seats());
        }
        rewards
    }

    /// Plays on from the leaf; whether the deal came to its end.
    #[inline]
    fn play_on(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) -> bool {
        match (&mut self.rollout, self.depth) {
            (Rollout::Nobody, _) => game.to_act(state).is_empty(),
            (Rollout::Uniform, Depth::End) => {
                game.playout(state, rng);
                true
            }
            (Rollout::Replies(replies), _) => {
                replies.play_on(game, state, &mut self.moves, rng);
                true
            }
            (_, depth) => {
                for _ in 0..depth.moves() {
                    let acting = game.to_act(state);
                    if acting.is_empty() {
                        return true;
                    }
                    if depth == Depth::Turn && game.new_line(state) {
                        return false;
                    }
                    if clock.is_over() {
                        // Nobody waits for a rollout to end well.
                        game.playout(state, rng);
                        return true;
                    }
                    let seat = acting.first();
                    let mv = self.next_move(game, state, seat, rng, clock);
                    game.play_unchecked(state, seat, mv);
                }
                if self.leaf.as_ref().is_some_and(Leaf::needs_a_choice) {
                    play_forced(game, state, &mut self.moves, rng);
                }
                game.to_act(state).is_empty()
            }
        }
    }
}

/// Plays on while there is nothing to choose.
fn play_forced<G: Game>(game: &G, state: &mut G::State, moves: &mut Vec<G::Move>, rng: &mut Rng) {
    while !game.to_act(state).is_empty() {
        let seat = game.to_act(state).first();
        let mv = if seat == Seat::CHANCE {
            game.sample_move(state, seat, rng)
        } else {
            moves.clear();
            game.legal(state, seat, moves);
            let [only] = moves[..] else { return };
            only
        };
        game.play_unchecked(state, seat, mv);
    }
}
