//! The parts of a search, and how they are written.
//!
//! `search(...)` with all keys; `ismcts(n)`, `mc(n)` and `pimc(k, n)` are abbreviations that set some of them.

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Error, Game, Spec, Value};

use super::Searcher;
use super::select::Select;
use super::threads::Threads;
use crate::evaluate::Depth;
use crate::exact::Exact;
use crate::leaf;
use crate::plan::{Key, Part, Plan};
use crate::read::{self, word_value};
use crate::thought::Thought;

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
    /// By regret matching.
    Regret,
    /// The searching seat by the selection, the others as in a roll-out (ETH 2022).
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
    /// Any, as often as it was tried.
    Mixed,
}

/// A search in its parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
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
    /// Who plays on from the leaf; `None` when nobody does.
    pub rollout: Option<Spec>,
    /// Where the roll-out ends.
    pub depth: Depth,
    /// The value of an unfinished deal.
    pub leaf: Option<String>,
    /// What is maximised; `None` is the game's own choice.
    pub reward: Option<String>,
    /// The move that is made.
    pub last: Final,
    /// A move that ends the deal for the seat is made at once.
    pub finish: bool,
    /// How many threads, and what they share.
    pub threads: Threads,
    /// Whose knowledge the tree follows.
    pub observers: Observers,
    /// Whether others judge their moves in worlds of their own.
    pub redraw: bool,
    /// How seats that decide at once do so.
    pub at_once: AtOnce,
    /// Whether the tree is kept for the next decision.
    pub reuse: bool,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts {
            budget: Budget::Iterations(1000),
            cap: None,
            worlds: Worlds::Uniform,
            draw: Draw::Each,
            tree: Shape::Infoset,
            exact: Exact::Off,
            expand: Expand::One,
            select: Select::default(),
            rollout: Some(Spec::bare("random")),
            depth: Depth::End,
            leaf: None,
            reward: None,
            last: Final::Visits,
            finish: false,
            threads: Threads::One,
            observers: Observers::Own,
            redraw: false,
            at_once: AtOnce::Bound,
            reuse: false,
        }
    }
}

/// All keys of `search`: the single source of all help on searches.
const KEYS: &[Key] = &[
    Key {
        name: "at_once",
        values: "bound | regret | rollout",
        help: "How seats that decide at once choose in the tree: as everybody by select, by regret matching, or the others as in a roll-out.",
    },
    Key {
        name: "budget",
        values: "1000 | 200ms | 2s | 20/move",
        help: "How long: iterations, time, or iterations per legal move; with a forest, per tree.",
    },
    Key {
        name: "cap",
        values: "none | 10*n!",
        help: "At most so many iterations when there are n moves; with memory=paper what ETH 2022's program did: compat=paper.",
    },
    Key {
        name: "depth",
        values: "end | 8 | turn",
        help: "After how many moves a roll-out ends, or with the trick or turn; then the leaf value counts.",
    },
    Key {
        name: "draw",
        values: "each | pool(n) | once | forest(n)",
        help: "How often a world is drawn: for each iteration, n in turn, one, or n with a tree each.",
    },
    Key {
        name: "exact",
        values: "off | on | 12",
        help: "Small endings are solved in all possible worlds, for the margin: when that is quick, or from so many cards on.",
    },
    Key {
        name: "expand",
        values: "one | all | path",
        help: "How the tree grows: by one move, by all moves of a node, or along the whole iteration.",
    },
    Key {
        name: "final",
        values: "visits | mean | ucb | best | mixed",
        help: "The move made: most visits, highest mean, highest bound, best mean in any world, or drawn by visits.",
    },
    Key {
        name: "finish",
        values: "off | greedy",
        help: "greedy: a move that empties the hand is made without searching.",
    },
    Key {
        name: "leaf",
        values: "none | hand | ratio | ratio+trumps(0.5) | value(agent)",
        help: "The value of an unfinished deal: by the game's name for it, a weighted sum, or an agent's opinion.",
    },
    Key {
        name: "observers",
        values: "own | each",
        help: "Whose knowledge the tree follows: the seat's own, or every seat's in a tree of its own (MO-ISMCTS).",
    },
    Key {
        name: "redraw",
        values: "off | actor",
        help: "actor: in every second iteration another seat, when it acts, draws a world from what it sees, and learns.",
    },
    Key {
        name: "reuse",
        values: "off | on",
        help: "on: the tree is kept for the next decision of the deal, so a move depends on what was asked before.",
    },
    Key {
        name: "reward",
        values: "by game | points | margin | win | points/200 | 200/points | rank …",
        help: "What a finished deal is worth: every game has points, margin and win, some have more.",
    },
    Key {
        name: "rollout",
        values: "random | lgrf | any agent | none",
        help: "Who plays on from the leaf; lgrf plays the last good reply and forgets it when it fails.",
    },
    Key {
        name: "select",
        values: "ucb(c, count=available|parent, fmu=inf) | groups(stat=sum|max, then=ucb(…)) | puct(c, prior=any agent) | uniform",
        help: "Which move is tried next: mean + c·√(ln N / n), by type first, q + c·P·√N / (1 + n) with P of an agent, or any.",
    },
    Key {
        name: "threads",
        values: "1 | root(n) | leaf(n) | tree(n)",
        help: "n trees added up, n roll-outs for every leaf, or one tree with leaves on n threads; always the same result.",
    },
    Key {
        name: "tree",
        values: "infoset | state | root | trick",
        help: "What is one node: what the seat can tell apart, every sequence, the root alone, the current trick (EPIC).",
    },
    Key {
        name: "worlds",
        values: "uniform | belief(AGENT) | inferred(AGENT, AGENT, …) | peek(p) | true | a sampler of the game",
        help: "How the hidden cards are filled in; uniform is exact over the hard facts, belief is an agent's, inferred also asks who would have played like that, peek and true cheat.",
    },
];

/// A search under the name it was written with: `search(…)` or an abbreviation.
pub struct Named {
    name: &'static str,
    parts: Parts,
}

impl Plan for Named {
    const PARTS: &'static [Part] = &[
        Part {
            name: "search",
            usage: "search(budget=1000, …)",
            help: "Monte Carlo tree search in all its parts.",
            example: "search(budget=15)",
            keys: KEYS,
        },
        Part {
            name: "ismcts",
            usage: "ismcts(1000, …)",
            help: "Information-set search: one tree over what the seat can tell apart, a new world for every iteration.",
            example: "ismcts(15)",
            keys: KEYS,
        },
        Part {
            name: "mc",
            usage: "mc(1000, …)",
            help: "Flat Monte Carlo: the budget spread evenly over the moves, the best mean is played.",
            example: "mc(2/move)",
            keys: KEYS,
        },
        Part {
            name: "pimc",
            usage: "pimc(10, 100, …)",
            help: "A tree for each of so many worlds with so many iterations each; the best average is played.",
            example: "pimc(2, 10)",
            keys: KEYS,
        },
    ];

    fn read(spec: &Spec) -> Result<Named, Error> {
        let name = Named::PARTS.iter().find(|part| part.name == spec.name).expect("a name of the table").name;
        Ok(Named { name, parts: Parts::read(spec).expect("a name of a search")? })
    }

    fn spec(&self) -> Spec {
        self.parts.spec(self.name)
    }

    fn full(&self) -> Spec {
        self.parts.full()
    }

    /// Those who play in roll-outs keep what they have.
    fn timed(self, _spec: &Spec, ms: u32) -> Spec {
        Parts { budget: Budget::Millis(ms.into()), ..self.parts }.spec(self.name)
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(Box::new(Searcher::new(game, self.parts)?))
    }
}

impl Parts {
    /// What an abbreviation stands for before its own keys; `None` when it is none.
    fn of_alias(name: &str) -> Option<Parts> {
        let standard = Parts::default();
        match name {
            "search" | "ismcts" => Some(standard),
            "mc" => Some(Parts { tree: Shape::Root, select: Select::Uniform, last: Final::Mean, ..standard }),
            "pimc" => Some(Parts {
                draw: Draw::Forest(10),
                tree: Shape::State,
                budget: Budget::Iterations(100),
                last: Final::Mean,
                ..standard
            }),
            _ => None,
        }
    }

    /// Reads a search; `None` when the name is not one.
    pub fn read(spec: &Spec) -> Option<Result<Parts, Error>> {
        Parts::of_alias(&spec.name).map(|parts| parts.with(spec))
    }

    fn with(mut self, spec: &Spec) -> Result<Parts, Error> {
        let values = match spec.name.as_str() {
            "search" => 0,
            "pimc" => 2,
            _ => 1,
        };
        // `memory=paper`, the words of ETH 2022, is short for `worlds=paper`; `compat=paper` also sets its cap.
        let keys: Vec<&str> = KEYS.iter().map(|k| k.name).chain(["memory", "compat"]).collect();
        spec.allow(values, &keys)?;
        match (&spec.name[..], &spec.values[..]) {
            ("pimc", values) => {
                if let Some(number) = values.first() {
                    self.draw = Draw::Forest(worlds(number)?);
                }
                if let Some(budget) = values.get(1) {
                    self.budget = read_budget(budget)?;
                }
            }
            (_, [budget]) => self.budget = read_budget(budget)?,
            _ => {}
        }
        for (key, value) in &spec.keys {
            self.set(key, value)?;
        }
        if self.rollout.is_none() && self.leaf.is_none() && self.expand != Expand::Path {
            return Err(Error::Spec("Without a roll-out a search needs a leaf value or expand=path.".into()));
        }
        if self.depth != Depth::End && self.leaf.is_none() {
            return Err(Error::Spec("A roll-out that ends after some moves needs a leaf value.".into()));
        }
        if self.exact != Exact::Off && matches!(self.worlds, Worlds::Peek(_)) {
            return Err(Error::Spec(
                "exact=on solves what is possible, so it does not go with worlds that peek.".into(),
            ));
        }
        if self.last == Final::Best && !matches!(self.draw, Draw::Forest(_)) {
            return Err(Error::Spec("final=best compares worlds, so it needs draw=forest(n).".into()));
        }
        let simple = self.tree == Shape::Infoset;
        if !simple && (self.observers == Observers::Each || self.redraw) {
            return Err(Error::Spec("observers=each and redraw=actor need tree=infoset.".into()));
        }
        if self.reuse && !(simple && self.observers == Observers::Own && self.draw == Draw::Each) {
            return Err(Error::Spec("reuse=on needs tree=infoset, observers=own and draw=each.".into()));
        }
        if self.at_once == AtOnce::Rollout && self.observers == Observers::Each {
            return Err(Error::Spec("at_once=rollout needs observers=own.".into()));
        }
        if self.threads.players() > 0 && self.rollout == Some(Spec::bare("lgrf")) {
            return Err(Error::Spec("lgrf learns from one roll-out to the next; of threads only root(n) fits.".into()));
        }
        Ok(self)
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), Error> {
        let text = read::text(value);
        let word = |words: &[&str]| {
            words
                .iter()
                .position(|w| *w == text)
                .ok_or_else(|| Error::Spec(format!("{key}={text} is unknown{}", suggest(&text, words.iter().copied()))))
        };
        match key {
            "budget" => self.budget = read_budget(value)?,
            "memory" => {
                self.worlds =
                    if word(&["exact", "paper"])? == 1 { Worlds::Named("paper".into()) } else { Worlds::Uniform };
            }
            "compat" => {
                if word(&["off", "paper"])? == 1 {
                    (self.worlds, self.cap) = (Worlds::Named("paper".into()), Some(10));
                }
            }
            "cap" => {
                self.cap = match text.strip_suffix("*n!").map(str::parse) {
                    _ if text == "none" => None,
                    Some(Ok(factor)) if factor > 0 => Some(factor),
                    _ => {
                        return Err(Error::Spec(format!(
                            "cap={text} is unknown; write none or a factor, as in 10*n!."
                        )));
                    }
                }
            }
            "worlds" => {
                let spec = read::spec(value)?;
                if let Some(thought) = Thought::read(spec) {
                    self.worlds = Worlds::Thought(thought?);
                    return Ok(());
                }
                self.worlds = match (spec.name.as_str(), &spec.values[..]) {
                    ("uniform", []) => Worlds::Uniform,
                    ("true", []) => Worlds::Peek(1.0),
                    ("peek", [share]) => match read::number(share)? {
                        share if (0.0..=1.0).contains(&share) => Worlds::Peek(share),
                        share => return Err(Error::Spec(format!("peek takes a share from 0 to 1, not {share}."))),
                    },
                    _ => Worlds::Named(text),
                };
            }
            "draw" => {
                let spec = read::spec(value)?;
                let n = || match &spec.values[..] {
                    [n] if spec.keys.is_empty() => worlds(n),
                    _ => {
                        Err(Error::Spec(format!("{} takes one number of worlds, as in {}(30).", spec.name, spec.name)))
                    }
                };
                self.draw = match spec.name.as_str() {
                    "each" => Draw::Each,
                    "once" => Draw::Once,
                    "pool" => Draw::Pool(n()?),
                    "forest" => Draw::Forest(n()?),
                    other => {
                        let known = suggest(other, ["each", "pool", "once", "forest"]);
                        return Err(Error::Spec(format!("draw={other} is unknown{known}")));
                    }
                };
            }
            "tree" => self.tree = [Shape::Infoset, Shape::State, Shape::Root, Shape::Trick][word(&SHAPES)?],
            "exact" => self.exact = Exact::read(value)?,
            "expand" => self.expand = [Expand::One, Expand::All, Expand::Path][word(&EXPANDS)?],
            "select" => self.select = Select::read(read::spec(value)?)?,
            "rollout" => self.rollout = if text == "none" { None } else { Some(read::spec(value)?.clone()) },
            "depth" => self.depth = Depth::read(value, 1)?,
            "leaf" => self.leaf = if text == "none" { None } else { Some(leaf::canonical(value)?) },
            "reward" => self.reward = Some(text),
            "final" => self.last = [Final::Visits, Final::Mean, Final::Ucb, Final::Best, Final::Mixed][word(&FINALS)?],
            "finish" => self.finish = word(&["off", "greedy"])? == 1,
            "threads" => self.threads = Threads::read(value)?,
            "observers" => self.observers = [Observers::Own, Observers::Each][word(&OBSERVERS)?],
            "redraw" => self.redraw = word(&["off", "actor"])? == 1,
            "at_once" => self.at_once = [AtOnce::Bound, AtOnce::Regret, AtOnce::Rollout][word(&AT_ONCE)?],
            "reuse" => self.reuse = word(&["off", "on"])? == 1,
            _ => unreachable!("keys were checked"),
        }
        Ok(())
    }

    /// The most iterations of a tree by the cap, when there are so many moves.
    pub fn capped(&self, moves: usize) -> u64 {
        let factorial = (1..=moves as u64).fold(1u64, u64::saturating_mul);
        self.cap.map_or(u64::MAX, |factor| factorial.saturating_mul(factor as u64))
    }

    /// The canonical form under a name: what differs from what the name stands for.
    pub fn spec(&self, name: &str) -> Spec {
        let base = Parts::of_alias(name).expect("a name of a search");
        let mut spec = Spec::bare(name);
        let full = self.full();
        match name {
            "ismcts" | "mc" => spec.values.push(full.key("budget").expect("always there").clone()),
            "pimc" => {
                if let Draw::Forest(n) = self.draw {
                    spec.values.push(word_value(&n.to_string()));
                }
                spec.values.push(full.key("budget").expect("always there").clone());
            }
            _ => {}
        }
        let standard = base.full();
        spec.keys = full.keys.into_iter().filter(|(k, v)| standard.key(k) != Some(v)).collect();
        if name != "search" {
            spec.keys.retain(|(k, _)| k != "budget" && !(name == "pimc" && k == "draw"));
        }
        spec
    }

    /// The form with every key.
    pub fn full(&self) -> Spec {
        let with =
            |name: &str, n: u32| Value::Spec(Spec { values: vec![word_value(&n.to_string())], ..Spec::bare(name) });
        let mut keys = vec![
            (
                "budget",
                match self.budget {
                    Budget::Iterations(n) => word_value(&n.to_string()),
                    Budget::Millis(ms) => word_value(&format!("{ms}ms")),
                    Budget::PerMove(n) => word_value(&format!("{n}/move")),
                },
            ),
            ("cap", word_value(&self.cap.map_or("none".into(), |factor| format!("{factor}*n!")))),
            ("depth", self.depth.value()),
            (
                "draw",
                match self.draw {
                    Draw::Each => word_value("each"),
                    Draw::Once => word_value("once"),
                    Draw::Pool(n) => with("pool", n),
                    Draw::Forest(n) => with("forest", n),
                },
            ),
            ("exact", word_value(&self.exact.text())),
            ("expand", word_value(EXPANDS[self.expand as usize])),
            ("final", word_value(FINALS[self.last as usize])),
            ("finish", word_value(if self.finish { "greedy" } else { "off" })),
            (
                "leaf",
                match self.leaf.as_deref() {
                    None => word_value("none"),
                    Some(text) => Value::Spec(Spec::parse(text).expect("it was read from a specification")),
                },
            ),
            ("rollout", self.rollout.clone().map_or(word_value("none"), Value::Spec)),
            ("select", Value::Spec(self.select.spec())),
            ("threads", self.threads.value()),
            ("observers", word_value(OBSERVERS[self.observers as usize])),
            ("redraw", word_value(if self.redraw { "actor" } else { "off" })),
            ("at_once", word_value(AT_ONCE[self.at_once as usize])),
            ("reuse", word_value(if self.reuse { "on" } else { "off" })),
            ("tree", word_value(SHAPES[self.tree as usize])),
            (
                "worlds",
                match &self.worlds {
                    Worlds::Uniform => word_value("uniform"),
                    Worlds::Named(name) => word_value(name),
                    Worlds::Thought(thought) => thought.value(),
                    Worlds::Peek(share) if *share == 1.0 => word_value("true"),
                    Worlds::Peek(share) => {
                        Value::Spec(Spec { values: vec![read::number_value(*share)], ..Spec::bare("peek") })
                    }
                },
            ),
        ];
        if let Some(reward) = &self.reward {
            keys.push(("reward", word_value(reward)));
        }
        keys.sort_by_key(|(k, _)| *k);
        Spec { keys: keys.into_iter().map(|(k, v)| (k.to_string(), v)).collect(), ..Spec::bare("search") }
    }
}

const SHAPES: [&str; 4] = ["infoset", "state", "root", "trick"];
const EXPANDS: [&str; 3] = ["one", "all", "path"];
const FINALS: [&str; 5] = ["visits", "mean", "ucb", "best", "mixed"];
const OBSERVERS: [&str; 2] = ["own", "each"];
const AT_ONCE: [&str; 3] = ["bound", "regret", "rollout"];

/// The most worlds that are kept for a decision.
const MOST_WORLDS: u32 = 1_000_000;

fn worlds(value: &Value) -> Result<u32, Error> {
    match count(value, "The number of worlds")? {
        n if n <= MOST_WORLDS => Ok(n),
        n => Err(Error::Spec(format!("The number of worlds is at most {MOST_WORLDS}, not {n}."))),
    }
}

fn count(value: &Value, what: &str) -> Result<u32, Error> {
    let number = read::whole(value, what, 1)?;
    u32::try_from(number).map_err(|_| Error::Spec(format!("{what} is at most {}, not {number}.", u32::MAX)))
}

/// The most iterations of a search: beyond, statistics would overflow.
const MOST_ITERATIONS: u64 = 4_000_000_000;
/// The longest search: a day.
const MOST_MILLIS: u64 = 86_400_000;

fn read_budget(value: &Value) -> Result<Budget, Error> {
    let text = read::text(value);
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
        Parts::read(&spec).expect("a search").map(|parts| parts.spec(&spec.name).to_string())
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
            "ismcts(100, observers=each, redraw=actor, threads=tree(2))",
            "ismcts(100, at_once=regret, final=mixed, reuse=on, threads=leaf(4))",
        ] {
            assert_eq!(canonical(text).unwrap(), text);
        }
        assert_eq!(canonical("ismcts(2s, tree=infoset)").unwrap(), "ismcts(2000ms)");
        assert_eq!(canonical("mc(200, compat=paper)").unwrap(), "mc(200, cap=10*n!, worlds=paper)");
    }

    #[test]
    fn the_full_form_means_the_same() {
        let parts = Parts::read(&Spec::parse("pimc(7, 50, reward=margin)").unwrap()).unwrap().unwrap();
        let again = Parts::read(&parts.full()).unwrap().unwrap();
        assert_eq!(parts, again);
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
            "ismcts(10, observers=all)",
            "pimc(3, 10, observers=each)",
            "mc(10, redraw=actor)",
            "pimc(3, 10, reuse=on)",
            "ismcts(10, observers=each, reuse=on)",
            "ismcts(10, at_once=regrets)",
            "ismcts(10, draw=pool(1000000000))",
            "ismcts(1e99s)",
            "ismcts(10, select=ucb(x))",
            "mc(10, cap=10)",
            "mc(10, cap=0*n!)",
            "mc(10, compat=papers)",
            "mc(10, leaf=value(3))",
        ] {
            let error = canonical(text).unwrap_err();
            assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
        }
    }
}
