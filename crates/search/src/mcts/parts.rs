//! The parts of a search, and how they are written.
//!
//! `search(...)` with all keys; `ismcts(n)`, `mc(n)` and `pimc(k, n)` are abbreviations that set some of them.

use kibitz_game::keys::{Given, Key, Kind, Need, Part};
use kibitz_game::{Agent, Error, Game, Spec, Value};

use super::Searcher;
use super::select::Select;
use super::threads::Threads;
use super::untried::Untried;
use crate::evaluate::Depth;
use crate::exact::Exact;
use crate::plan::Plan;
use crate::thought::Thought;
use crate::{foreign, leaf};

/// How long to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// So many iterations.
    Iterations(u64),
    /// So many milliseconds.
    Millis(u64),
    /// So many iterations for every legal move.
    PerMove(u64),
}

/// Where worlds come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Worlds {
    /// Exactly uniform over the hard facts.
    Uniform,
    /// A sampler of the game's own, by name.
    Named(String),
    /// Each hidden card in its true place with this probability; 1 is the true deal. This is cheating.
    Peek(f64),
    /// As likely as somebody thinks.
    Thought(Thought),
}

/// How often a world is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// A new one for every iteration.
    Each,
    /// So many, used in turn.
    Pool(u32),
    /// One for the decision.
    Once,
    /// So many, each with a tree of its own; their root means are averaged.
    Forest(u32),
}

/// What is one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// What the searching seat can tell apart.
    Infoset,
    /// Every sequence of moves: for one world.
    State,
    /// The root alone.
    Root,
    /// The moves of the current trick, whatever went before (EPIC).
    Trick,
}

/// Whose knowledge the tree follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observers {
    /// The searching seat's.
    Own,
    /// Every seat's, in a tree of its own (MO-ISMCTS).
    Each,
}

/// How seats that decide at once do so in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtOnce {
    /// By the selection, as everybody.
    Bound,
    /// The searching seat by the selection, the others as in a rollout (ETH 2022).
    Rollout,
}

/// How the tree grows in an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expand {
    /// By one move.
    One,
    /// By all moves of a node.
    All,
    /// By every move of the iteration, to the end.
    Path,
}

/// The move that is made in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Final {
    /// Most visits.
    Visits,
    /// Highest mean.
    Mean,
    /// Highest bound.
    Ucb,
    /// Highest mean in any one world.
    Best,
}

/// A search in its parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    /// What it is called: `search`, or an abbreviation.
    pub name: &'static str,
    /// How long.
    pub budget: Budget,
    /// At most this times n! iterations when there are n moves: a habit of ETH 2022's program.
    pub cap: Option<u32>,
    /// Where worlds come from.
    pub worlds: Worlds,
    /// How often.
    pub draw: Draw,
    /// What is one node.
    pub tree: Shape,
    /// When it hands over to the solver.
    pub exact: Exact,
    /// How it grows.
    pub expand: Expand,
    /// Which move is tried next.
    pub select: Select,
    /// Which of those that were never tried.
    pub untried: Untried,
    /// Who plays on from the leaf; `None` when nobody does.
    pub rollout: Option<Spec>,
    /// Where the rollout ends.
    pub depth: Depth,
    /// The value of an unfinished deal.
    pub leaf: Option<String>,
    /// What is maximised; `None` is the game's own choice.
    pub reward: Option<String>,
    /// The move that is made.
    pub last: Final,
    /// The place of the move that is made is taken from the wrong list: a habit of Basel 2015's program.
    pub misread: bool,
    /// Nothing is called or announced while every move loses on average: a habit of the same program.
    pub wary: bool,
    /// Every search begins with the same chance: another of its habits.
    pub same_chance: bool,
    /// A move that ends the deal for the seat is made at once.
    pub finish: bool,
    /// How many threads, and what they share.
    pub threads: Threads,
    /// Whose knowledge the tree follows.
    pub observers: Observers,
    /// How seats that decide at once do so.
    pub at_once: AtOnce,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts {
            name: "search",
            budget: Budget::Iterations(1000),
            cap: None,
            worlds: Worlds::Uniform,
            draw: Draw::Each,
            tree: Shape::Infoset,
            exact: Exact::Off,
            expand: Expand::One,
            select: Select::default(),
            untried: Untried::Random,
            rollout: Some(Spec::bare("random")),
            depth: Depth::End,
            leaf: None,
            reward: None,
            last: Final::Visits,
            misread: false,
            wary: false,
            same_chance: false,
            finish: false,
            threads: Threads::One,
            observers: Observers::Own,
            at_once: AtOnce::Bound,
        }
    }
}

/// What other programs have as a key.
const ELSEWHERE: &[(&str, &str)] = &[("c", "select=ucb({})")];

/// All keys of `search`.
const KEYS: &[Key<Parts>] = &[
    Key {
        name: "at_once",
        kinds: &[Kind::Words(&AT_ONCE)],
        help: "How seats that decide at once choose in the tree: as everybody by select, or the others as in a rollout.",
        needs: &[Need {
            holds: |parts| parts.at_once == AtOnce::Bound || parts.observers == Observers::Own,
            sentence: "at_once=rollout needs observers=own.",
        }],
        set: |parts, given| {
            parts.at_once = given.choice(&[AtOnce::Bound, AtOnce::Rollout]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(AT_ONCE[parts.at_once as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "budget",
        kinds: &[Kind::Budget],
        help: "Iterations, time, or iterations per legal move; with a forest, per tree.",
        set: |parts, given| read_budget(given.value).map(|budget| parts.budget = budget),
        get: |parts, _| {
            Some(match parts.budget {
                Budget::Iterations(n) => Value::of(n),
                Budget::Millis(ms) => Value::of(format!("{ms}ms")),
                Budget::PerMove(n) => Value::of(format!("{n}/move")),
            })
        },
        ..Key::PLAIN
    },
    Key {
        name: "calls",
        kinds: &[Kind::Words(&["any", "winning"])],
        help: "winning: no call or announcement while every move loses on average, as in Basel 2015's program.",
        set: |parts, given| {
            parts.wary = given.choice(&[false, true]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(if parts.wary { "winning" } else { "any" })),
        ..Key::PLAIN
    },
    Key {
        name: "cap",
        kinds: &[Kind::Words(&["none"]), Kind::Form("10*n!")],
        help: "At most so many iterations when there are n moves, as in ETH 2022's program.",
        set: |parts, given| {
            parts.cap = match (given.word(&[None]), given.text().strip_suffix("*n!").map(str::parse)) {
                (Some(none), _) => none,
                (_, Some(Ok(factor))) if factor > 0 => Some(factor),
                _ => return Err(given.unknown()),
            };
            Ok(())
        },
        get: |parts, _| Some(parts.cap.map_or(Value::of("none"), |factor| Value::of(format!("{factor}*n!")))),
        ..Key::PLAIN
    },
    Key {
        name: "chance",
        kinds: &[Kind::Words(&["fresh", "same"])],
        help: "same: every search begins with the same random numbers, as in Basel 2015's program.",
        set: |parts, given| {
            parts.same_chance = given.choice(&[false, true]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(if parts.same_chance { "same" } else { "fresh" })),
        ..Key::PLAIN
    },
    Key {
        name: "compat",
        kinds: &[Kind::Words(&["off", "paper", "index"])],
        help: "Defects of published programs: paper is short for cap=10*n!, worlds=paper (ETH 2022); index takes the place of \
               the best move in the order of first tries for one in the list of moves (Basel 2015).",
        needs: &[Need {
            holds: |parts| !parts.misread || !matches!(parts.draw, Draw::Forest(_)) && parts.threads.trees() == 1,
            sentence: "compat=index is a defect of one tree, grown from nothing.",
        }],
        set: |parts, given| {
            match given.choice(&[0, 1, 2]) {
                1 => (parts.worlds, parts.cap) = (Worlds::Named("paper".into()), Some(10)),
                compat => parts.misread = compat == 2,
            }
            Ok(())
        },
        get: |parts, _| Some(Value::of(if parts.misread { "index" } else { "off" })),
        ..Key::PLAIN
    },
    Key {
        name: "depth",
        kinds: &[Depth::WORDS, Kind::Whole(1, u32::MAX as u64)],
        help: "After how many moves, or with the trick or turn, a rollout is truncated and its leaf valued.",
        needs: &[Need {
            holds: |parts| parts.depth == Depth::End || parts.leaf.is_some(),
            sentence: "A truncated rollout (depth=n, depth=turn) needs a leaf value.",
        }],
        set: |parts, given| {
            parts.depth = Depth::read(given);
            Ok(())
        },
        get: |parts, _| Some(parts.depth.value()),
        ..Key::PLAIN
    },
    Key {
        name: "draw",
        kinds: &[Kind::Words(&["each", "once"]), Kind::Form("pool(n)"), Kind::Form("forest(n)")],
        help: "How often a determinization is drawn: for each iteration, once, n used in turn, or n with a tree each.",
        set: |parts, given| read_draw(given).map(|draw| parts.draw = draw),
        get: |parts, _| {
            let with = |name: &str, n: u32| Value::Spec(Spec::with_values(name, [Value::of(n)]));
            Some(match parts.draw {
                Draw::Each => Value::of("each"),
                Draw::Once => Value::of("once"),
                Draw::Pool(n) => with("pool", n),
                Draw::Forest(n) => with("forest", n),
            })
        },
        ..Key::PLAIN
    },
    Key {
        name: "exact",
        kinds: Exact::KINDS,
        help: "Whether small endings are solved for the margin in all possible worlds: when that is quick, or from n cards on.",
        needs: &[Need {
            holds: |parts| parts.exact == Exact::Off || !matches!(parts.worlds, Worlds::Peek(_)),
            sentence: "exact=on solves all possible worlds, so it does not go with worlds that peek.",
        }],
        set: |parts, given| {
            parts.exact = Exact::read(given);
            Ok(())
        },
        get: |parts, _| Some(parts.exact.value()),
        ..Key::PLAIN
    },
    Key {
        name: "expand",
        kinds: &[Kind::Words(&EXPANDS)],
        help: "How the tree grows per iteration: by one move, by all moves of a node, or by the whole playout.",
        set: |parts, given| {
            parts.expand = given.choice(&[Expand::One, Expand::All, Expand::Path]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(EXPANDS[parts.expand as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "final",
        kinds: &[Kind::Words(&FINALS)],
        help: "The move made: most visits, highest mean, highest bound, or best mean in any one world.",
        needs: &[Need {
            holds: |parts| parts.last != Final::Best || matches!(parts.draw, Draw::Forest(_)),
            sentence: "final=best compares worlds, so it needs draw=forest(n).",
        }],
        set: |parts, given| {
            parts.last = given.choice(&[Final::Visits, Final::Mean, Final::Ucb, Final::Best]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(FINALS[parts.last as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "finish",
        kinds: &[Kind::Words(&["off", "greedy"])],
        help: "greedy: a move that empties the hand is made without searching.",
        set: |parts, given| {
            parts.finish = given.choice(&[false, true]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(if parts.finish { "greedy" } else { "off" })),
        ..Key::PLAIN
    },
    Key {
        name: "leaf",
        kinds: &[Kind::Words(&["none"]), leaf::KINDS[0], leaf::KINDS[1], leaf::KINDS[2], leaf::KINDS[3]],
        help: leaf::HELP,
        set: |parts, given| {
            parts.leaf = match given.word(&[()]) {
                Some(()) => None,
                None => Some(leaf::canonical(given.value)?),
            };
            Ok(())
        },
        get: |parts, _| Some(parts.leaf.as_deref().map_or_else(|| Value::of("none"), leaf::value)),
        ..Key::PLAIN
    },
    Key {
        name: "memory",
        kinds: &[Kind::Words(&["exact", "paper"])],
        unsaid: "exact",
        help: "paper: short for worlds=paper, in the words of ETH 2022.",
        set: |parts, given| {
            parts.worlds = if given.choice(&[false, true]) { Worlds::Named("paper".into()) } else { Worlds::Uniform };
            Ok(())
        },
        ..Key::PLAIN
    },
    Key {
        name: "observers",
        kinds: &[Kind::Words(&OBSERVERS)],
        help: "Whose information sets are the nodes: the seat's own, or every seat's in a tree of its own (MO-ISMCTS).",
        needs: &[Need {
            holds: |parts| parts.observers == Observers::Own || parts.tree == Shape::Infoset,
            sentence: "observers=each needs tree=infoset.",
        }],
        set: |parts, given| {
            parts.observers = given.choice(&[Observers::Own, Observers::Each]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(OBSERVERS[parts.observers as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "reward",
        kinds: &[
            Kind::Words(&["points", "margin", "win"]),
            Kind::Form("points/200"),
            Kind::Form("200/points"),
            Kind::Named("REWARD"),
        ],
        unsaid: "by game",
        help: "What a finished deal is worth, possibly scaled; some games have further rewards.",
        set: |parts, given| {
            parts.reward = Some(given.text());
            Ok(())
        },
        get: |parts, _| parts.reward.as_ref().map(Value::of),
        ..Key::PLAIN
    },
    Key {
        name: "rollout",
        kinds: &[Kind::Words(&["none", "lgrf"]), Kind::Agent],
        help: "The rollout policy: any agent, last-good-reply with forgetting (lgrf), or none.",
        needs: &[
            Need {
                holds: |parts| parts.rollout.is_some() || parts.leaf.is_some() || parts.expand == Expand::Path,
                sentence: "Without a rollout a search needs a leaf value or expand=path.",
            },
            Need {
                holds: |parts| parts.expand != Expand::Path || parts.rollout != Some(Spec::bare("lgrf")),
                sentence: "With expand=path every state of an iteration is a node, so lgrf has no rollout to learn from; expand=one or all fits.",
            },
        ],
        set: |parts, given| {
            parts.rollout = if given.text() == "none" { None } else { Some(given.spec()?.clone()) };
            Ok(())
        },
        get: |parts, _| Some(parts.rollout.clone().map_or_else(|| Value::of("none"), Value::Spec)),
        ..Key::PLAIN
    },
    Key {
        name: "select",
        kinds: &[Kind::Parts(Select::parts), Kind::Words(&["uniform"])],
        help: "Which move is tried next: by a confidence bound, by type first, by a prior (puct), or uniformly.",
        set: |parts, given| Select::read(given.spec()?).map(|select| parts.select = select),
        get: |parts, _| Some(Value::Spec(parts.select.spec())),
        ..Key::PLAIN
    },
    Key {
        name: "threads",
        kinds: Threads::KINDS,
        help: "n trees added up, n rollouts per leaf, or one tree with leaves on n threads; the result is deterministic.",
        needs: &[
            Need {
                holds: |parts| parts.threads.players() == 0 || parts.rollout != Some(Spec::bare("lgrf")),
                sentence: "lgrf learns from one rollout to the next; of threads only root(n) fits.",
            },
            Need {
                holds: |parts| parts.threads.players() == 0 || !parts.plays_outside(),
                sentence: "An agent from outside draws random numbers of its own; of threads only root(n) fits.",
            },
        ],
        set: |parts, given| Threads::read(given).map(|threads| parts.threads = threads),
        get: |parts, _| Some(parts.threads.value()),
        ..Key::PLAIN
    },
    Key {
        name: "tree",
        kinds: &[Kind::Words(&SHAPES)],
        help: "What a node is: an information set of the seat, a sequence of moves, the root alone, or the current trick (EPIC).",
        set: |parts, given| {
            parts.tree = given.choice(&[Shape::Infoset, Shape::State, Shape::Root, Shape::Trick]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(SHAPES[parts.tree as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "untried",
        kinds: &[Kind::Words(&UNTRIED)],
        help: "Which untried move comes first: any, or any card and then words in the order of the list, declining first.",
        set: |parts, given| {
            parts.untried = given.choice(&[Untried::Random, Untried::Declining]);
            Ok(())
        },
        get: |parts, _| Some(Value::of(UNTRIED[parts.untried as usize])),
        ..Key::PLAIN
    },
    Key {
        name: "worlds",
        kinds: &[
            Kind::Words(&["uniform", "true"]),
            Thought::KINDS[0],
            Thought::KINDS[1],
            Kind::Form("peek(p)"),
            Kind::Named("SAMPLER"),
        ],
        help: "How hidden cards are determinized: uniformly over the hard facts, by an agent's belief, inferred from the others' \
               moves, by a sampler of the game; peek (each card right with probability p) and true cheat.",
        set: |parts, given| read_worlds(given).map(|worlds| parts.worlds = worlds),
        get: |parts, _| {
            Some(match &parts.worlds {
                Worlds::Uniform => Value::of("uniform"),
                Worlds::Named(name) => Value::of(name),
                Worlds::Thought(thought) => thought.value(),
                Worlds::Peek(1.0) => Value::of("true"),
                Worlds::Peek(share) => Value::Spec(Spec::with_values("peek", [Value::of(share)])),
            })
        },
        ..Key::PLAIN
    },
];

/// `pimc(n, …)` says the number of its trees in front.
const TREES: &[Key<Parts>] = &[Key {
    name: "trees",
    kinds: &[Kind::Whole(1, MOST_WORLDS as u64)],
    help: "Short for draw=forest(n).",
    set: |parts, given| {
        parts.draw = Draw::Forest(given.whole() as u32);
        Ok(())
    },
    get: |parts, _| if let Draw::Forest(n) = parts.draw { Some(Value::of(n)) } else { None },
    ..Key::PLAIN
}];

impl Plan for Parts {
    const PARTS: &'static [Part<Parts>] = &[
        Part {
            name: "search",
            help: "Monte Carlo tree search; every part of it is a key.",
            example: "search(budget=15)",
            base: Parts::default,
            keys: &[KEYS],
            elsewhere: ELSEWHERE,
            ..Part::PLAIN
        },
        Part {
            name: "ismcts",
            help: "Information-set Monte Carlo tree search: one tree over information sets, a determinization per iteration.",
            example: "ismcts(15)",
            base: || Parts { name: "ismcts", ..Parts::default() },
            places: &["budget"],
            keys: &[KEYS],
            elsewhere: ELSEWHERE,
            ..Part::PLAIN
        },
        Part {
            name: "mc",
            help: "Flat Monte Carlo: the budget is spread evenly over the moves, and the best mean is played.",
            example: "mc(2/move)",
            base: || Parts {
                name: "mc",
                tree: Shape::Root,
                select: Select::Uniform,
                last: Final::Mean,
                ..Parts::default()
            },
            places: &["budget"],
            keys: &[KEYS],
            elsewhere: ELSEWHERE,
            ..Part::PLAIN
        },
        Part {
            name: "pimc",
            help: "Perfect-information Monte Carlo: a tree for each of n determinizations; the best average is played.",
            example: "pimc(2, 10)",
            base: || Parts {
                name: "pimc",
                draw: Draw::Forest(10),
                tree: Shape::State,
                budget: Budget::Iterations(100),
                last: Final::Mean,
                ..Parts::default()
            },
            places: &["trees", "budget"],
            keys: &[KEYS, TREES],
            elsewhere: ELSEWHERE,
            ..Part::PLAIN
        },
    ];

    fn part(&self) -> &'static Part<Parts> {
        Parts::PARTS.iter().find(|part| part.name == self.name).expect("a name of a search")
    }

    fn full(&self) -> Spec {
        Parts::PARTS[0].write_all(self)
    }

    /// Agents in rollouts keep what they have.
    fn timed(self, _spec: &Spec, ms: u32) -> Spec {
        Parts { budget: Budget::Millis(ms.into()), ..self }.spec()
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(Box::new(Searcher::new(game, self)?))
    }
}

impl Parts {
    /// Whether an agent from outside plays on from leaves, or values them.
    fn plays_outside(&self) -> bool {
        let leaf = self.leaf.as_ref().and_then(|leaf| Spec::parse(leaf).ok());
        self.rollout.iter().chain(&leaf).any(|spec| !foreign::named_in(spec).is_empty())
    }

    /// The most iterations of a tree by the cap, when there are so many moves.
    pub fn capped(&self, moves: usize) -> u64 {
        let factorial = (1..=moves as u64).fold(1u64, u64::saturating_mul);
        self.cap.map_or(u64::MAX, |factor| factorial.saturating_mul(factor as u64))
    }
}

const SHAPES: [&str; 4] = ["infoset", "state", "root", "trick"];
const EXPANDS: [&str; 3] = ["one", "all", "path"];
const FINALS: [&str; 4] = ["visits", "mean", "ucb", "best"];
const UNTRIED: [&str; 2] = ["random", "declining"];
const OBSERVERS: [&str; 2] = ["own", "each"];
const AT_ONCE: [&str; 2] = ["bound", "rollout"];

/// The most worlds that are kept for a decision.
const MOST_WORLDS: u32 = 1_000_000;

fn read_draw(given: Given<'_>) -> Result<Draw, Error> {
    if let Some(draw) = given.word(&[Draw::Each, Draw::Once]) {
        return Ok(draw);
    }
    let spec = given.spec()?;
    let how: fn(u32) -> Draw = match spec.name.as_str() {
        "pool" => Draw::Pool,
        "forest" => Draw::Forest,
        _ => return Err(given.unknown()),
    };
    let [number] = &spec.values[..] else { return Err(given.unknown()) };
    match number.to_string().parse() {
        Ok(n @ 1..=MOST_WORLDS) if spec.keys.is_empty() => Ok(how(n)),
        _ => {
            let name = &spec.name;
            Err(Error::Spec(format!("{name} takes a number of worlds from 1 to {MOST_WORLDS}, as in {name}(30).")))
        }
    }
}

fn read_worlds(given: Given<'_>) -> Result<Worlds, Error> {
    let spec = given.spec()?;
    if let Some(thought) = Thought::read(spec) {
        return thought.map(Worlds::Thought);
    }
    match (spec.name.as_str(), &spec.values[..]) {
        ("uniform", []) => Ok(Worlds::Uniform),
        ("true", []) => Ok(Worlds::Peek(1.0)),
        ("peek", [share]) => match share.number()? {
            share if (0.0..=1.0).contains(&share) => Ok(Worlds::Peek(share)),
            share => Err(Error::Spec(format!("peek takes a probability from 0 to 1, not {share}."))),
        },
        _ => Ok(Worlds::Named(given.text())),
    }
}

/// The most iterations of a search: beyond, statistics would overflow.
const MOST_ITERATIONS: u64 = 4_000_000_000;
/// The longest search: a day.
const MOST_MILLIS: u64 = 86_400_000;

fn read_budget(value: &Value) -> Result<Budget, Error> {
    let text = value.to_string();
    let wrong = || {
        Error::Spec(format!(
            "\"{text}\" is not a budget; write iterations (1000), time (200ms, 2s) or iterations per move (20/move)."
        ))
    };
    let number = |t: &str| t.parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0);
    let iterations = |t: &str| t.parse::<u64>().ok().filter(|n| (1..=MOST_ITERATIONS).contains(n));
    let millis =
        |ms: f64| if ms >= 1.0 && ms <= MOST_MILLIS as f64 { Ok(Budget::Millis(ms as u64)) } else { Err(wrong()) };
    if let Some(n) = text.strip_suffix("/move") {
        return iterations(n).map(Budget::PerMove).ok_or_else(wrong);
    }
    if let Some(ms) = text.strip_suffix("ms") {
        return millis(number(ms).ok_or_else(wrong)?);
    }
    if let Some(s) = text.strip_suffix('s') {
        return millis(1000.0 * number(s).ok_or_else(wrong)?);
    }
    iterations(text.strip_suffix("it").unwrap_or(&text)).map(Budget::Iterations).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> Result<String, Error> {
        let spec = Spec::parse(text)?;
        Parts::read(&spec).map(|parts| parts.spec().to_string())
    }

    #[test]
    fn canonical_forms_read_back() {
        for text in [
            "ismcts(100)",
            "mc(20/move)",
            "pimc(10, 1000)",
            "search(budget=10000, draw=forest(10), tree=state)",
            "ismcts(100, draw=pool(30), expand=all, finish=greedy, reward=rank, select=ucb(0.7))",
            "ismcts(200ms, rollout=rules, select=ucb(2, count=parent))",
            "ismcts(5, expand=path, rollout=none)",
            "mc(1000, depth=8, leaf=hand, threads=root(2))",
            "ismcts(100, exact=on)",
            "ismcts(100, exact=12)",
            "mc(200, cap=10*n!, worlds=paper)",
            "mc(200, depth=8, leaf=ratio+trumps(0.5))",
            "ismcts(200, depth=1, leaf=value(ismcts(10)), select=puct(2, prior=rules))",
            "search(at_once=rollout, budget=50, depth=turn, leaf=value(ismcts(10)), tree=root)",
            "ismcts(100, observers=each, threads=tree(2))",
            "ismcts(100, final=mean, threads=leaf(4))",
            "search(budget=100, compat=index, expand=path, final=mean, rollout=rules, untried=declining)",
            "search(budget=100, calls=winning, chance=same)",
        ] {
            assert_eq!(canonical(text).unwrap(), text);
        }
        // Without its trees nothing can stand in front.
        assert_eq!(canonical("pimc(3, 10, draw=each)").unwrap(), "pimc(budget=10, draw=each)");
        assert_eq!(canonical("ismcts(2s, tree=infoset)").unwrap(), "ismcts(2000ms)");
        assert_eq!(canonical("mc(200, compat=paper)").unwrap(), "mc(200, cap=10*n!, worlds=paper)");
    }

    #[test]
    fn the_full_form_means_the_same() {
        let parts = Parts::read(&Spec::parse("pimc(7, 50, reward=margin)").unwrap()).unwrap();
        let again = Parts::read(&parts.full()).unwrap();
        assert_eq!(Parts { name: "search", ..parts }, again);
    }

    #[test]
    fn bad_parts_are_sentences() {
        for text in [
            "ismcts(0)",
            "ismcts(-5)",
            "ismcts(1000000000000)",
            "ismcts(nan)",
            "ismcts(100, buget=3)",
            "mc(1, 2)",
            "ismcts(10, draw=pool)",
            "ismcts(10, draw=pool(0))",
            "ismcts(10, tree=forest)",
            "ismcts(10, rollout=none)",
            "ismcts(10, depth=3)",
            "ismcts(10, final=best)",
            "ismcts(10, exact=yes)",
            "ismcts(10, exact=-1)",
            "ismcts(10, exact=on, worlds=true)",
            "ismcts(10, threads=2)",
            "ismcts(10, threads=tree(0))",
            "ismcts(10, threads=leaf(1000))",
            "ismcts(10, threads=tree(2), rollout=lgrf)",
            "ismcts(10, expand=path, rollout=lgrf)",
            "ismcts(10, observers=all)",
            "ismcts(10, at_once=rollout, observers=each)",
            "pimc(3, 10, observers=each)",
            "ismcts(10, draw=pool(1000000000))",
            "ismcts(1e99s)",
            "ismcts(10, select=ucb(x))",
            "mc(10, cap=10)",
            "mc(10, cap=0*n!)",
            "mc(10, compat=papers)",
            "pimc(2, 10, compat=index)",
            "ismcts(10, compat=index, threads=root(2))",
            "ismcts(10, untried=first)",
            "mc(10, leaf=value(3))",
            "ismcts(10, rollout=package.module:Class, threads=leaf(2))",
        ] {
            let error = canonical(text).unwrap_err();
            assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
        }
    }
}
