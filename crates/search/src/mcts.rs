//! Monte Carlo tree search: draw a world, walk down the tree, play on, carry the reward back; then make a move.
//!
//! Here is the order of things, from a decision down to its trees. What happens in an iteration is read in this order:
//! [`grow`] has the iteration, [`worlds`] draws its world, [`descend`] walks down, [`choose`] picks a move at a node by
//! [`select`] (beyond a new node [`follow`] asks the player of the rollouts), and [`backup`] carries back what the rollout
//! brought. Afterwards [`tally`] adds the trees up, [`line`] tells how play would go on, and [`decide`] has the last word.
//! [`parts`] says how all of it is written; every other file is one idea that can be left out: [`untried`], [`puct`],
//! [`observers`], [`batch`].

mod agent;
mod backup;
mod batch;
mod choose;
mod decide;
mod descend;
mod follow;
mod grow;
mod line;
mod observers;
mod parts;
mod puct;
mod select;
mod shares;
mod tally;
mod threads;
pub(crate) mod tree;
mod untried;
mod worlds;

use std::time::{Duration, Instant};

use kibitz_game::{Analysis, Belief, Clock, Error, Game, MoveCode, Rng};

use self::backup::Path;
use self::parts::Worlds;
use self::puct::Guide;
use self::select::Select;
use self::tally::{Grown, Tally};
use self::tree::{Slot, Tree};
use crate::evaluate::Evaluator;
use crate::exact::Endings;
use crate::thought::Thinker;

pub use self::observers::seen_of;
pub use self::parts::{Budget, Draw, Parts};
pub use self::threads::Threads;

/// The most nodes of all trees that grow at the same time: some 500 MB.
const NODE_LIMIT: usize = 8_000_000;

/// A searching player.
pub struct Searcher<G: Game> {
    parts: Parts,
    evaluator: Evaluator<G>,
    endings: Option<Endings<G>>,
    /// Whose opinion selects, for `puct`.
    guide: Option<Guide<G>>,
    pub(crate) tree: Tree,
    /// The view, while worlds may have to be drawn for a move.
    view: Option<G::View>,
    /// The true state, while a cheater decides.
    truth: Option<G::State>,
    /// Searchers that grow trees of their own beside this one's.
    crew: Vec<Searcher<G>>,
    /// One for every thread, where several play on from the leaves of one tree.
    players: Vec<Evaluator<G>>,
    /// The moves of the decision.
    root: Vec<G::Move>,
    /// Scratch, kept between iterations.
    moves: Vec<G::Move>,
    slots: Vec<Slot>,
    /// The edges whose moves are in the list already, as bits.
    listed: Vec<u64>,
    /// How many moves look like the one at a place, where there are several.
    alike: Vec<(usize, u32)>,
    path: Path,
    /// Whether the iteration has left the tree it found, and the player of the rollouts makes the moves.
    beyond: bool,
    /// The root's moves in the order in which they were first tried.
    tried: Vec<Slot>,
    /// Who finds the worlds, if somebody must think of them.
    thinker: Option<Thinker<G>>,
    /// Sums of squared rewards of the root's moves.
    squares: Vec<f64>,
    /// The first worlds that were drawn, and how many are wanted: none while it only plays.
    kept: Vec<G::State>,
    wanted: usize,
}

impl<G: Game> Searcher<G> {
    /// A player for the parts.
    pub fn new(game: &G, parts: Parts) -> Result<Searcher<G>, Error> {
        worlds::check(game, &parts)?;
        let thinker = match &parts.worlds {
            Worlds::Thought(thought) => Some(thought.thinker(game)?),
            _ => None,
        };
        Ok(Searcher {
            thinker,
            endings: Endings::new(parts.exact),
            guide: match &parts.select {
                Select::Puct(puct) => Some(Guide::new(game, puct)?),
                _ => None,
            },
            evaluator: Evaluator::new(game, &parts)?,
            tree: Tree::new(NODE_LIMIT / parts.threads.trees() as usize),
            parts,
            view: None,
            truth: None,
            crew: Vec::new(),
            players: Vec::new(),
            root: Vec::new(),
            moves: Vec::new(),
            slots: Vec::new(),
            listed: Vec::new(),
            alike: Vec::new(),
            path: Path::default(),
            beyond: false,
            tried: Vec::new(),
            squares: Vec::new(),
            kept: Vec::new(),
            wanted: 0,
        })
    }

    /// Searches the viewer's decision.
    fn search(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Result<Analysis<G::Move>, Error> {
        if self.peeks() && self.truth.is_none() {
            return Err(Error::Spec("This agent looks at the true cards, which nobody has shown to it.".into()));
        }
        self.kept.clear();
        let mut legal = Vec::new();
        game.view_legal(view, &mut legal);
        let solved = self.endings.as_mut().and_then(|e| e.analyse(game, view, &legal, &self.parts, clock));
        if let Some((analysis, worlds)) = solved {
            self.keep(&worlds);
            return Ok(analysis);
        }
        let grown = self.share_out(game, view, &legal, rng, clock)?;
        Ok(self.summed(game, &legal, grown))
    }

    /// What was grown, as an analysis says it.
    fn summed(&self, game: &G, legal: &[G::Move], grown: Grown<G>) -> Analysis<G::Move> {
        let mut analysis = Analysis {
            moves: Vec::new(),
            best: 0,
            iterations: grown.iterations,
            nodes: grown.nodes,
            full: grown.full,
            reward: self.parts.reward.as_deref().unwrap_or(game.default_reward()).to_string(),
            belief: Belief::default(),
        };
        let forest = matches!(self.parts.draw, Draw::Forest(_));
        for (tally, &mv) in grown.tallies.into_iter().zip(legal) {
            analysis.moves.push(tally.info(mv, forest.then_some(grown.trees)));
        }
        analysis.best = self.decide(game, &analysis);
        analysis
    }

    /// Says what is found by now, if somebody has asked: the trees before, and so many iterations of this one.
    fn tell(&self, game: &G, legal: &[G::Move], before: &Grown<G>, iterations: u64, clock: Clock<'_>) {
        clock.tell(|| {
            let mut tallies = before.tallies.clone();
            self.collect(&mut tallies);
            let now = Grown {
                trees: before.trees + 1,
                tallies,
                iterations: before.iterations + iterations,
                nodes: before.nodes + self.tree.len() as u64,
                full: before.full,
            };
            self.summed(game, legal, now).map(MoveCode::code)
        });
    }

    /// Grows the trees of this searcher and of its crew, each of them on a thread of its own, and adds up what they
    /// found. Every member has its number and its own chance, so the result does not depend on how the threads run.
    fn share_out(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Result<Grown<G>, Error> {
        let mut crew = std::mem::take(&mut self.crew);
        while crew.len() + 1 < self.parts.threads.trees() as usize {
            crew.push(Searcher::new(game, self.parts.clone())?);
        }
        while self.players.len() < self.parts.threads.players() {
            self.players.push(Evaluator::new(game, &self.parts)?);
        }
        // Basel 2015's program seeds every search with this number.
        let seed = if self.parts.same_chance { 2011 } else { rng.next_u64() };
        let (mut all, others) = std::thread::scope(|scope| {
            let members = crew.iter_mut().enumerate().map(|(number, member)| {
                member.truth.clone_from(&self.truth);
                if let (Some(own), Some(other)) = (&self.thinker, &mut member.thinker) {
                    other.recall(own.told());
                }
                let mut rng = Rng::stream(seed, number as u64 + 1);
                scope.spawn(move || member.grow_all(game, view, legal, &mut rng, clock.aside()))
            });
            let members: Vec<_> = members.collect();
            let own = self.grow_all(game, view, legal, &mut Rng::stream(seed, 0), clock);
            let others = members.into_iter().map(|m| m.join().unwrap_or_else(|p| std::panic::resume_unwind(p)));
            (own, others.collect::<Vec<_>>())
        });
        self.crew = crew;
        for part in others {
            all.trees += part.trees;
            all.iterations += part.iterations;
            all.nodes += part.nodes;
            all.full |= part.full;
            for (tally, found) in all.tallies.iter_mut().zip(part.tallies) {
                tally.add(found);
            }
        }
        Ok(all)
    }

    /// Grows all trees of one member.
    fn grow_all(&mut self, game: &G, view: &G::View, legal: &[G::Move], rng: &mut Rng, clock: Clock<'_>) -> Grown<G> {
        let trees = match self.parts.draw {
            Draw::Forest(n) => n,
            _ => 1,
        };
        let start = Instant::now();
        let tallies = legal.iter().map(|_| Tally::new()).collect();
        let mut grown = Grown { trees: 0, tallies, iterations: 0, nodes: 0, full: false };
        self.evaluator.forget();
        for number in 1..=trees {
            if clock.is_over() {
                break;
            }
            let (known, iterations) = (self.kept.len(), grown.iterations);
            // Every tree of a forest has its share of the time.
            let own = match self.parts.budget {
                Budget::Millis(ms) => {
                    clock.until(start + Duration::from_millis(ms).mul_f64(number as f64 / trees as f64))
                }
                _ => clock,
            };
            self.grow(game, view, legal, rng, own, &mut grown);
            self.collect(&mut grown.tallies);
            // A tree that came too late for its time has no opinion.
            grown.trees += (grown.iterations > iterations) as u32;
            if let Some(world) = self.kept.get(known) {
                self.draw_lines(game, view, legal, world, &mut grown.tallies);
            }
        }
        grown
    }
}
