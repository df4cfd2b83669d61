//! Small endings, solved in every possible world instead of searched.

use kibitz_game::{Analysis, Belief, Clock, Error, Game, MoveInfo, Play, Rng, Seat, Value};
use kibitz_solve::{Solver, Stake};

use crate::mcts::{Budget, Draw, Parts};
use crate::read;

/// What the solver found, and the worlds it found it in.
type Solved<G> = (Analysis<<G as Play>::Move>, Vec<<G as Play>::State>);

/// When a search hands over to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// Never.
    Off,
    /// When a few worlds are possible and all of them can be solved with a part of the search's own budget.
    On,
    /// As `On`, with at most so many cards in all hands together.
    Cards(u32),
}

impl Exact {
    /// Reads `off`, `on` or a number of cards.
    pub fn read(value: &Value) -> Result<Exact, Error> {
        let text = read::text(value);
        match text.as_str() {
            "off" => Ok(Exact::Off),
            "on" => Ok(Exact::On),
            _ => match text.parse() {
                Ok(cards) => Ok(Exact::Cards(cards)),
                Err(_) => Err(Error::Spec(format!("exact={text} is unknown; write on, off or a number of cards."))),
            },
        }
    }

    /// The inverse of [`Exact::read`].
    pub fn text(self) -> String {
        match self {
            Exact::Off => "off".into(),
            Exact::On => "on".into(),
            Exact::Cards(cards) => cards.to_string(),
        }
    }
}

/// The most worlds that are solved for a decision.
const WORLDS: usize = 200;
/// With more cards than this an ending is hardly ever small enough, and trying would be a waste.
const CARDS: u32 = 20;
/// A position takes the solver about a tenth of the time of an iteration near the end of a deal, and at most a
/// microsecond or two: a vain attempt costs a fraction of the search that follows, or less than half of its time.
const NODES_PER_ITERATION: u64 = 10;
const NODES_PER_MILLI: u64 = 200;
const FEWEST_NODES: u64 = 20_000;
const MOST_NODES: u64 = 2_000_000;

/// Solves endings for a search.
pub struct Endings<G: Game> {
    cards: u32,
    solver: Solver<G>,
}

impl<G: Game> Endings<G> {
    /// `None` when nothing is to be handed over.
    pub fn new(exact: Exact) -> Option<Endings<G>> {
        let cards = match exact {
            Exact::Off => return None,
            Exact::On => CARDS,
            Exact::Cards(cards) => cards,
        };
        Some(Endings { cards, solver: Solver::new(Stake::Margin) })
    }

    /// The mean margin of every move over all worlds of the view, with open hands; `None` when there are too many
    /// cards or worlds, or when solving them takes too long.
    pub fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        parts: &Parts,
        clock: Clock<'_>,
    ) -> Option<Solved<G>> {
        // How many cards the hands hold is the same in every world.
        if cards_left(game, &game.sample(view, &mut Rng::new(0))) > self.cards {
            return None;
        }
        let worlds = game.enumerate(view, WORLDS)?;
        let me = game.viewer(view);
        let budget = nodes(parts, legal.len());
        // The first worlds tell what the others will take: far more than its share is a sign to give up.
        let share = (4 * budget / worlds.len() as u64).min(budget);
        let mut left = budget;
        let mut sums = vec![0.0; legal.len()];
        let mut best_in = vec![0u32; legal.len()];
        for world in &worlds {
            let solution = self.solver.solve(game, world, me, share.min(left), clock)?;
            left -= solution.nodes;
            for (place, (_, value)) in solution.moves.iter().enumerate() {
                sums[place] += value;
                best_in[place] += (*value == solution.value) as u32;
            }
        }
        let count = worlds.len() as f64;
        let info = |place: usize| {
            let mean = sums[place] / count;
            MoveInfo {
                mv: legal[place],
                visits: worlds.len() as u64,
                available: worlds.len() as u64,
                mean,
                error: 0.0,
                bound: mean,
                prior: None,
                best_share: Some(best_in[place] as f64 / count),
                best_mean: mean,
                line: vec![(me, legal[place])],
            }
        };
        let moves: Vec<_> = (0..legal.len()).map(info).collect();
        let best = (0..legal.len()).fold(0, |best, place| if sums[place] > sums[best] { place } else { best });
        let nodes = budget - left;
        let analysis = Analysis {
            moves,
            best,
            iterations: 0,
            nodes,
            full: false,
            reward: "margin".into(),
            belief: Belief::default(),
        };
        Some((analysis, worlds))
    }
}

/// Cards in all hands.
pub(crate) fn cards_left<G: Game>(game: &G, world: &G::State) -> u32 {
    (0..game.seats() as u8).map(|seat| game.hand_size(&game.view(world, Seat(seat)))).sum()
}

/// How many nodes an attempt may take.
pub(crate) fn nodes(parts: &Parts, moves: usize) -> u64 {
    let trees = if let Draw::Forest(n) = parts.draw { n as u64 } else { 1 };
    let nodes = match parts.budget {
        Budget::Iterations(n) => NODES_PER_ITERATION.saturating_mul(n.saturating_mul(trees)),
        Budget::PerMove(n) => NODES_PER_ITERATION.saturating_mul(n.saturating_mul(trees)).saturating_mul(moves as u64),
        // A clock is a promise: no least number here.
        Budget::Millis(ms) => return (NODES_PER_MILLI * ms).min(MOST_NODES),
    };
    nodes.clamp(FEWEST_NODES, MOST_NODES)
}
