//! Who decides.

use crate::{Analysis, Clock, Error, Rng, Seat, Worlds};

/// How often an agent is asked for the default of [`Agent::priors`].
pub const PRIOR_DRAWS: usize = 8;

/// What an agent can be asked beside its move. It answers without thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// [`Agent::analyse`] says something.
    pub analyses: bool,
    /// [`Agent::value`] says something.
    pub values: bool,
    /// [`Agent::value_to_move`] says something.
    pub values_moves: bool,
    /// [`Agent::weigh`] says something.
    pub believes: bool,
}

impl Abilities {
    /// What both can be asked.
    pub fn and(self, other: Abilities) -> Abilities {
        Abilities {
            analyses: self.analyses && other.analyses,
            values: self.values && other.values,
            values_moves: self.values_moves && other.values_moves,
            believes: self.believes && other.believes,
        }
    }
}

/// A player: sees a view, makes a move.
///
/// Whoever thinks for more than an instant looks at the clock; when the time is up, it makes the best move it knows of so
/// far. A player inside another one gets the other's clock.
pub trait Agent<G: Worlds>: Send {
    /// The move for the viewer, who owes a decision. Must be one of [`Worlds::view_legal`] or a card-level form of one.
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move;

    /// As [`Agent::act`] of a seat in a state, for a player to whom the list of its moves says enough; `None` when it wants
    /// its view. Rollouts ask this first: to make the views would take most of their time.
    fn reflex(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Option<G::Move> {
        let _ = (game, state, seat, rng);
        None
    }

    /// How long a decision takes, at most and roughly: milliseconds of one core. A player by rules takes next to nothing.
    fn cost(&self, game: &G) -> f64 {
        let _ = game;
        INSTANT
    }

    /// What it can be asked beside its move.
    fn abilities(&self) -> Abilities {
        Abilities::default()
    }

    /// Whether it draws conclusions from how the deal went. Nobody else is told.
    fn recalls(&self) -> bool {
        false
    }

    /// The moves of the deal that the viewer has seen so far, events of chance included: told before it is asked what it
    /// does in a view, and meant for that view. A view says how things stand, not how it came to that.
    fn recall(&mut self, game: &G, history: &[(Seat, G::Move)]) {
        let _ = (game, history);
    }

    /// Whether it wants to see the true cards. Every report says so.
    fn cheats(&self) -> bool {
        false
    }

    /// As [`Agent::act`], for a player that cheats.
    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let _ = truth;
        self.act(game, view, rng, clock)
    }

    /// What it knows of the viewer's decision; `None` when it only plays. For the same chance it would make
    /// [`Analysis::best`].
    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        let _ = (game, view, rng, clock);
        None
    }

    /// How likely it would make each of `moves`, the viewer's legal moves in their order: shares that sum to 1, every
    /// one of them above 0. The list is cleared first. An agent that cannot say is asked a few times and may change its
    /// mind: a move it made `k` times out of [`PRIOR_DRAWS`] has the share of `k` plus its part of one more draw.
    fn priors(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
        let share = 1.0 / (PRIOR_DRAWS + 1) as f32;
        out.clear();
        out.resize(moves.len(), share / moves.len() as f32);
        for _ in 0..PRIOR_DRAWS {
            let mv = self.act(game, view, rng, clock);
            match moves.iter().position(|&m| m == mv) {
                Some(place) => out[place] += share,
                // A card-level form of some move: which one is not worth the search.
                None => out.iter_mut().for_each(|p| *p += share / moves.len() as f32),
            }
        }
    }

    /// Its move, and in `out` its [`Agent::priors`]: of one and the same thought where it can say both, and with the same
    /// chance the move of [`Agent::act`] then.
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) -> G::Move {
        self.priors(game, view, moves, rng, clock, out);
        self.act(game, view, rng, clock)
    }

    /// What the deal is worth to the viewer, whoever's turn it is, in the unit the agent was made for; `None` when it
    /// cannot say. Searches use it where a deal is left unfinished.
    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        let _ = (game, view, rng, clock);
        None
    }

    /// How likely it thinks each of some worlds of the view, as logarithms up to a constant; `None` when it has no belief
    /// about hidden cards.
    fn weigh(
        &mut self,
        game: &G,
        view: &G::View,
        worlds: &[G::State],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Vec<f32>> {
        let _ = (game, view, worlds, rng, clock);
        None
    }

    /// As [`Agent::value`], of a viewer who owes a decision: what the deal is worth if it makes its best move.
    fn value_to_move(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        self.value(game, view, rng, clock)
    }
}

/// The cost of a player that does not search, in milliseconds.
pub const INSTANT: f64 = 0.002;
/// A decision that costs more than this, in milliseconds, is one that somebody might want to stop.
pub const LONG: f64 = 3.0;
