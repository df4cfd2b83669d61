//! Minimax with a limited depth: the searching agent of courses and of EPFL 2017's first experiment.

use kibitz_game::error::suggest;
use kibitz_game::keys::{Given, Key, Kind, Part};
use kibitz_game::{Agent, Clock, Error, Game, Rewards, Rng, Seat, Spec, Value};

use crate::cost;
use crate::leaf::{self, Leaf};
use crate::plan::Plan;
use crate::reward::Reward;

/// Who works against the searching seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimisers {
    /// Everybody else.
    Others,
    /// Whoever decides at every second decision from here (EPFL 2017's program).
    Ply,
    /// Those who are not its allies.
    Opponents,
}

/// Where the worlds come from that are searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Exactly uniform over the hard facts.
    Uniform,
    /// A sampler of the game's own, by name.
    Named(String),
    /// The true deal. This is cheating; who is not shown it draws uniformly.
    True,
}

/// A depth-limited minimax search in its parts.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBeta {
    /// How many decisions are looked ahead; `None` is to the end.
    depth: Option<u32>,
    /// The value of an unfinished deal; `None` is the first of the game.
    leaf: Option<String>,
    /// Who works against the seat.
    min: Minimisers,
    /// The most positions of a decision.
    nodes: u64,
    /// Whether lines that cannot matter are left out.
    prune: bool,
    /// The value of a finished deal.
    reward: String,
    /// How many worlds are searched; their values are added.
    samples: u32,
    /// Where worlds come from.
    worlds: Source,
}

const MINIMISERS: [&str; 3] = ["others", "ply", "opponents"];
const MOST_NODES: u64 = 1_000_000_000;
const MOST_SAMPLES: u64 = 10_000;

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta {
            depth: Some(9),
            leaf: None,
            min: Minimisers::Others,
            nodes: 2_000_000,
            prune: true,
            reward: "margin".into(),
            samples: 1,
            worlds: Source::Uniform,
        }
    }
}

/// How far it looks, and at what.
const DEEP: &[Key<AlphaBeta>] = &[
    Key {
        name: "depth",
        kinds: &[Kind::Words(&["end"]), Kind::Whole(1, 1000)],
        help: "How many decisions it looks ahead.",
        set: |search, given| {
            search.depth = given.word(&[None]).unwrap_or_else(|| Some(given.whole() as u32));
            Ok(())
        },
        get: |search, _| Some(search.depth.map_or(Value::of("end"), Value::of)),
        ..Key::PLAIN
    },
    Key {
        name: "leaf",
        kinds: leaf::KINDS,
        unsaid: "by game",
        help: leaf::HELP,
        set: |search, given| leaf::canonical(given.value).map(|leaf| search.leaf = Some(leaf)),
        get: |search, _| search.leaf.as_deref().map(leaf::value),
        ..Key::PLAIN
    },
    Key {
        name: "min",
        kinds: &[Kind::Words(&MINIMISERS)],
        help: "Who minimizes: all others, whoever moves at odd plies (EPFL 2017's program), or the opponents only.",
        set: |search, given| {
            search.min = given.choice(&[Minimisers::Others, Minimisers::Ply, Minimisers::Opponents]);
            Ok(())
        },
        get: |search, _| Some(Value::of(MINIMISERS[search.min as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "nodes",
        kinds: &[Kind::Whole(1, MOST_NODES)],
        help: "The most positions visited per decision; with fewer than the depth takes, the depth is reduced.",
        set: |search, given| {
            search.nodes = given.whole();
            Ok(())
        },
        get: |search, _| Some(Value::of(search.nodes)),
        ..Key::PLAIN
    },
];

/// Whether it prunes.
const PRUNE: &[Key<AlphaBeta>] = &[Key {
    name: "prune",
    kinds: &[Kind::Words(&["on", "off"])],
    help: "Alpha-beta pruning; the values are the same without it.",
    set: |search, given| {
        search.prune = given.choice(&[true, false]);
        Ok(())
    },
    get: |search, _| Some(Value::of(if search.prune { "on" } else { "off" })),
    ..Key::PLAIN
}];

/// What is asked of a world, and which worlds.
const WORLDS: &[Key<AlphaBeta>] = &[
    Key {
        name: "reward",
        kinds: &[Kind::Named("REWARD")],
        help: "What a finished deal is worth.",
        set: |search, given| {
            search.reward = given.text();
            Ok(())
        },
        get: |search, _| Some(Value::of(&search.reward)),
        ..Key::PLAIN
    },
    Key {
        name: "samples",
        kinds: &[Kind::Whole(1, MOST_SAMPLES)],
        help: "How many determinizations are searched; their values are added.",
        set: |search, given| {
            search.samples = given.whole() as u32;
            Ok(())
        },
        get: |search, _| Some(Value::of(search.samples)),
        ..Key::PLAIN
    },
    Key {
        name: "worlds",
        kinds: &[Kind::Words(&["uniform", "true"]), Kind::Named("SAMPLER")],
        help: "How hidden cards are determinized: uniformly, the true deal (cheating), or by a sampler of the game.",
        set: |search, given| {
            search.worlds = match given.word(&[true, false]) {
                Some(true) => Source::Uniform,
                Some(false) => Source::True,
                None => Source::Named(given.text()),
            };
            Ok(())
        },
        get: |search, _| {
            Some(match &search.worlds {
                Source::Uniform => Value::of("uniform"),
                Source::True => Value::of("true"),
                Source::Named(name) => Value::of(name),
            })
        },
        ..Key::PLAIN
    },
];

/// What `oneply` values moves by: a leaf value, or an agent, which is asked for its own.
const NEXT: &[Key<AlphaBeta>] = &[Key {
    name: "leaf",
    kinds: &[Kind::Named("LEAF"), Kind::Agent],
    help: "The value of the position after the move: a leaf value of the game, or an agent's estimate.",
    set: |search, given| value_of(given).map(|leaf| search.leaf = Some(leaf)),
    get: |search, _| search.leaf.as_deref().map(leaf::value),
    ..Key::PLAIN
}];

fn value_of(given: Given<'_>) -> Result<String, Error> {
    let of = given.spec()?;
    let bare = of.values.is_empty() && of.keys.is_empty();
    if bare || of.name == "value" || of.name.contains('+') {
        return leaf::canonical(given.value);
    }
    leaf::canonical(&Value::Spec(Spec::with_values("value", [given.value.clone()])))
}

impl Plan for AlphaBeta {
    const PARTS: &'static [Part<AlphaBeta>] = &[
        Part {
            name: "alphabeta",
            help: "Depth-limited minimax in sampled determinizations, with alpha-beta pruning.",
            example: "alphabeta(depth=3, nodes=500)",
            base: AlphaBeta::default,
            keys: &[DEEP, PRUNE, WORLDS],
            ..Part::PLAIN
        },
        Part {
            name: "minimax",
            help: "Short for alphabeta(prune=off): the same values, more slowly.",
            example: "minimax(depth=3, nodes=500)",
            base: || AlphaBeta { prune: false, ..AlphaBeta::default() },
            keys: &[DEEP, WORLDS],
            ..Part::PLAIN
        },
        Part {
            name: "oneply",
            help: "Short for alphabeta(depth=1): the move after which the deal is worth most.",
            example: "oneply(value(ismcts(5)), samples=2)",
            base: || AlphaBeta { depth: Some(1), ..AlphaBeta::default() },
            places: &["leaf"],
            required: 1,
            keys: &[NEXT, WORLDS],
            ..Part::PLAIN
        },
    ];

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(Box::new(LookAhead::new(game, self)?))
    }
}

/// What the search of one world has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Values<M> {
    /// Every legal move with its value, in the order of the list.
    pub moves: Vec<(M, f64)>,
    /// The depth that was reached.
    pub depth: u32,
    /// Positions looked at for this depth.
    pub nodes: u64,
}

/// A player that looks ahead.
pub struct LookAhead<G: Game> {
    parts: AlphaBeta,
    leaf: Option<Leaf<G>>,
    reward: Reward<G>,
    /// The chance of an agent that values leaves.
    rng: Rng,
    /// Lists of moves that are not in use.
    lists: Vec<Vec<G::Move>>,
    nodes: u64,
    most_nodes: u64,
    /// Whether the depth cut some line off.
    cut: bool,
}

/// A position on the way down.
#[derive(Clone, Copy)]
struct Place {
    me: Seat,
    /// Decisions made since the root.
    ply: u32,
    /// Decisions at which the deal is left unfinished.
    depth: u32,
    alpha: f64,
    beta: f64,
}

impl<G: Game> LookAhead<G> {
    /// A player for the parts.
    pub fn new(game: &G, parts: AlphaBeta) -> Result<LookAhead<G>, Error> {
        if let Source::Named(name) = &parts.worlds
            && !game.samplers().contains(&name.as_str())
        {
            let known = suggest(name, game.samplers().iter().copied().chain(["uniform", "true"]));
            return Err(Error::Spec(format!("{} has no worlds \"{name}\"{known}", game.title())));
        }
        let leaf = match &parts.leaf {
            None => game.leaf_values().first().map(|name| Leaf::read(game, name)).transpose()?,
            Some(name) => Some(Leaf::read(game, name)?),
        };
        let reward = Reward::read(game, &parts.reward)?;
        Ok(LookAhead { parts, leaf, reward, rng: Rng::new(0), lists: Vec::new(), nodes: 0, most_nodes: 0, cut: false })
    }

    /// The values of the seat's moves in a world: as deep as the parts say, or else as deep as the nodes allow.
    pub fn values(&mut self, game: &G, world: &G::State, me: Seat, clock: Clock<'_>) -> Values<G::Move> {
        let mut legal = Vec::new();
        game.legal(world, me, &mut legal);
        let mut found = Values { moves: legal.iter().map(|&mv| (mv, 0.0)).collect(), depth: 0, nodes: 0 };
        self.most_nodes = self.parts.nodes / self.parts.samples as u64;
        for depth in 1..=self.parts.depth.unwrap_or(u32::MAX) {
            (self.nodes, self.cut) = (0, false);
            let Some(moves) = self.at_depth(game, world, me, depth, &legal, clock) else { break };
            found = Values { moves, depth, nodes: self.nodes };
            self.most_nodes -= self.nodes;
            if !self.cut {
                break;
            }
        }
        found
    }

    /// The values at one depth; `None` when there are too many nodes or the time is up.
    fn at_depth(
        &mut self,
        game: &G,
        world: &G::State,
        me: Seat,
        depth: u32,
        legal: &[G::Move],
        clock: Clock<'_>,
    ) -> Option<Vec<(G::Move, f64)>> {
        let place = Place { me, ply: 1, depth, alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        let value = |&mv: &G::Move| {
            let mut next = world.clone();
            game.play_unchecked(&mut next, me, mv);
            Some((mv, self.value(game, &next, place, clock)?))
        };
        legal.iter().map(value).collect()
    }

    fn value(&mut self, game: &G, state: &G::State, place: Place, clock: Clock<'_>) -> Option<f64> {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.nodes.is_multiple_of(self.patience()) && clock.is_over() {
            return None;
        }
        let acting = game.to_act(state);
        let mut rewards: Rewards = [0.0; Seat::MAX];
        if acting.is_empty() {
            self.reward.value(game, state, &mut rewards);
            return Some(rewards[place.me.index()] as f64);
        }
        if place.ply >= place.depth {
            self.cut = true;
            if let Some(leaf) = &mut self.leaf {
                leaf.value(game, state, &mut rewards, &mut self.rng, clock);
            }
            return Some(rewards[place.me.index()] as f64);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        let mover = acting.first();
        game.legal(state, mover, &mut moves);
        let value = if mover == Seat::CHANCE {
            self.average(game, state, place, &moves, clock)
        } else {
            self.choose(game, state, mover, place, &moves, clock)
        };
        self.lists.push(moves);
        value
    }

    /// The mean over all lots; a lot is no decision.
    fn average(&mut self, game: &G, state: &G::State, place: Place, lots: &[G::Move], clock: Clock<'_>) -> Option<f64> {
        let all = Place { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, ..place };
        let mut sum = 0.0;
        for &lot in lots {
            let mut next = state.clone();
            game.play_unchecked(&mut next, Seat::CHANCE, lot);
            sum += self.value(game, &next, all, clock)?;
        }
        Some(sum / lots.len() as f64)
    }

    /// The best value for whoever decides.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        mover: Seat,
        mut place: Place,
        moves: &[G::Move],
        clock: Clock<'_>,
    ) -> Option<f64> {
        let against = match self.parts.min {
            Minimisers::Others => mover != place.me,
            Minimisers::Ply => place.ply % 2 == 1,
            Minimisers::Opponents => mover != place.me && !game.allies(state, place.me, mover),
        };
        let mut best = if against { f64::INFINITY } else { f64::NEG_INFINITY };
        for &mv in moves {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mover, mv);
            let value = self.value(game, &next, Place { ply: place.ply + 1, ..place }, clock)?;
            if against {
                best = best.min(value);
                place.beta = place.beta.min(value);
            } else {
                best = best.max(value);
                place.alpha = place.alpha.max(value);
            }
            if self.parts.prune && place.alpha >= place.beta {
                break;
            }
        }
        Some(best)
    }

    /// The best move by the sum of its values in the worlds. Of equal ones the shortest is played and a pass last, as
    /// in EPFL 2017's program.
    fn best(&mut self, game: &G, view: &G::View, worlds: &[G::State], clock: Clock<'_>) -> G::Move {
        let mut legal = Vec::new();
        game.view_legal(view, &mut legal);
        if legal.len() == 1 {
            return legal[0];
        }
        let mut sums: Vec<(G::Move, f64)> = legal.into_iter().map(|mv| (mv, 0.0)).collect();
        for world in worlds {
            if clock.is_over() {
                break;
            }
            let found = self.values(game, world, game.viewer(view), clock);
            sums.iter_mut().zip(found.moves).for_each(|(sum, (_, value))| sum.1 += value);
        }
        sums.sort_by_key(|&(mv, _)| game.cards_played(mv).wrapping_sub(1));
        let first = sums[0];
        sums.into_iter().fold(first, |best, new| if new.1 > best.1 { new } else { best }).0
    }

    /// Nodes between two looks at the clock.
    fn patience(&self) -> u64 {
        if self.leaf.as_ref().is_some_and(Leaf::is_opinion) { 1 } else { 256 }
    }

    fn world(&self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        match &self.parts.worlds {
            Source::Named(name) => game.sample_by(name, view, rng).expect("the sampler was checked"),
            Source::Uniform | Source::True => game.sample(view, rng),
        }
    }
}

impl<G: Game> Agent<G> for LookAhead<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let worlds: Vec<G::State> = (0..self.parts.samples).map(|_| self.world(game, view, rng)).collect();
        self.best(game, view, &worlds, clock)
    }

    fn cheats(&self) -> bool {
        self.parts.worlds == Source::True
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, _rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        self.best(game, view, std::slice::from_ref(truth), clock)
    }

    fn cost(&self, game: &G) -> f64 {
        let leaf = self.leaf.as_ref().map_or(0.0, |leaf| leaf.cost(game));
        // A depth that is soon reached needs fewer nodes than there may be.
        let nodes = self
            .parts
            .depth
            .map_or(f64::INFINITY, |depth| self.parts.samples as f64 * cost::MOVES.powi(depth.min(1000) as i32));
        nodes.min(self.parts.nodes as f64) * (cost::NODE + leaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> Result<String, Error> {
        AlphaBeta::read(&Spec::parse(text)?).map(|parts| parts.spec().to_string())
    }

    #[test]
    fn canonical_forms_read_back() {
        for text in [
            "alphabeta",
            "alphabeta(depth=8, leaf=ratio)",
            "alphabeta(depth=end, prune=off)",
            "alphabeta(leaf=hand, min=ply, worlds=true)",
            "alphabeta(min=opponents, nodes=1000, reward=win, samples=20, worlds=greedy)",
        ] {
            assert_eq!(canonical(text).unwrap(), text);
        }
        assert_eq!(canonical("alphabeta(depth=9, min=others, prune=on, worlds=uniform)").unwrap(), "alphabeta");
        assert_eq!(canonical("minimax(depth=4)").unwrap(), "alphabeta(depth=4, prune=off)");
        assert_eq!(canonical("oneply(ratio, samples=4)").unwrap(), "alphabeta(depth=1, leaf=ratio, samples=4)");
        assert_eq!(canonical("oneply(ismcts(10))").unwrap(), "alphabeta(depth=1, leaf=value(ismcts(10)))");
    }

    #[test]
    fn bad_parts_are_sentences() {
        for text in [
            "alphabeta(9)",
            "alphabeta(depth=0)",
            "alphabeta(depth=-1)",
            "alphabeta(dept=3)",
            "alphabeta(min=all)",
            "alphabeta(prune=yes)",
            "alphabeta(nodes=1000000000000)",
            "alphabeta(samples=0)",
            "minimax(prune=on)",
            "oneply",
            "oneply(ratio, depth=2)",
            "oneply([ratio])",
            "alphabeta(leaf=value)",
            "alphabeta(leaf=value(9))",
        ] {
            let error = canonical(text).unwrap_err();
            assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
        }
    }
}
