//! Which move the tree tries next.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use kibitz_game::error::suggest;
use kibitz_game::keys::{Help, Key, Kind, Part};
use kibitz_game::{Error, Rng, Spec, Value};

use super::puct::Puct;
use super::tree::Edge;

/// How a node chooses among its moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Select {
    /// The move with the highest upper confidence bound.
    Ucb(Bound),
    /// First the type of move, then the move, both by the bound (EPFL 2017's move groups).
    Groups(Bound, Stat),
    /// Any move.
    Uniform,
    /// The move that another agent's opinion and the mean speak for; chosen by [`super::puct::Guide`].
    Puct(Puct),
}

/// The upper confidence bound: mean + c·√(ln N / n).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// Exploration.
    pub c: f64,
    /// What N counts.
    pub count: Count,
    /// Value of a move that was not tried; infinite: every move is tried first.
    pub fmu: f64,
}

/// What N of the bound counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// How often the move could have been chosen.
    Available,
    /// How often its node was visited.
    Parent,
}

/// What the reward of a group is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stat {
    /// The sum over its moves.
    Sum,
    /// The largest sum of any of its moves: the defect of EPFL 2017's program.
    Max,
}

impl Default for Bound {
    fn default() -> Bound {
        Bound { c: std::f64::consts::SQRT_2, count: Count::Available, fmu: f64::INFINITY }
    }
}

impl Default for Select {
    fn default() -> Select {
        Select::Ucb(Bound::default())
    }
}

impl Bound {
    const PART: Part<Bound> = Part {
        name: "ucb",
        help: "The largest upper confidence bound, mean + c·√(ln N / n).",
        base: Bound::default,
        places: &["c"],
        keys: &[&[
            Key {
                name: "c",
                kinds: &[Kind::Number(0.0, f64::MAX)],
                help: "The UCB exploration constant.",
                set: |bound, given| {
                    bound.c = given.number();
                    Ok(())
                },
                get: |bound, _| Some(Value::of(bound.c)),
                ..Key::PLAIN
            },
            Key {
                name: "count",
                kinds: &[Kind::Words(&["available", "parent"])],
                help: "What N counts: how often the move was available, or the visits of its node.",
                set: |bound, given| {
                    bound.count = given.choice(&[Count::Available, Count::Parent]);
                    Ok(())
                },
                get: |bound, _| Some(Value::of(["available", "parent"][bound.count as usize])),
                ..Key::PLAIN
            },
            Key {
                name: "fmu",
                kinds: &[Kind::Number(f64::NEG_INFINITY, f64::INFINITY)],
                help: "First-move urgency: the bound of an untried move; with inf every move is tried first.",
                set: |bound, given| {
                    bound.fmu = given.number();
                    Ok(())
                },
                get: |bound, _| Some(Value::of(bound.fmu)),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    };

    /// The bound of an edge; `parent` is √ln of the visits of its node.
    #[inline(always)]
    fn of(&self, edge: &Edge, parent: f64, roots: &Roots) -> f64 {
        if edge.visits == 0 {
            return self.fmu;
        }
        let root_ln = if self.count == Count::Available { roots.ln(edge.available.max(1)) } else { parent };
        let scale = roots.inverse(edge.visits);
        edge.total * scale * scale + self.c * root_ln * scale
    }
}

/// `groups(stat=max, then=ucb(0.7))` as it is written.
struct Groups {
    then: Option<Bound>,
    stat: Stat,
}

impl Groups {
    const PART: Part<Groups> = Part {
        name: "groups",
        help: "The type of move first, then the move, both by the bound (EPFL 2017's move groups).",
        base: || Groups { then: None, stat: Stat::Sum },
        keys: &[&[
            Key { name: "by", kinds: &[Kind::Words(&["type"])], help: "What makes a group.", ..Key::PLAIN },
            Key {
                name: "stat",
                kinds: &[Kind::Words(&["sum", "max"])],
                help: "The reward of a group: the sum over its moves, or their largest (the defect of EPFL 2017's program).",
                set: |groups, given| {
                    groups.stat = given.choice(&[Stat::Sum, Stat::Max]);
                    Ok(())
                },
                get: |groups, _| Some(Value::of(["sum", "max"][groups.stat as usize])),
                ..Key::PLAIN
            },
            Key {
                name: "then",
                kinds: &[Kind::Parts(|| vec![Bound::PART.help()])],
                unsaid: "ucb",
                help: "The bound.",
                set: |groups, given| Bound::PART.read(given.spec()?).map(|bound| groups.then = Some(bound)),
                get: |groups, _| groups.then.as_ref().map(|bound| Value::Spec(Bound::PART.write(bound))),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    };
}

/// A bound that an edge's own numbers say.
pub struct Plain {
    bound: Bound,
    roots: Roots,
}

impl Plain {
    /// The bound of an edge that was tried.
    #[inline(always)]
    pub fn of(&self, edge: &Edge) -> f64 {
        self.bound.of(edge, 0.0, &self.roots)
    }
}

impl Select {
    /// How it is written, unless it is `uniform`.
    pub fn parts() -> Vec<Help> {
        vec![Bound::PART.help(), Groups::PART.help(), Puct::PART.help()]
    }

    /// Reads `ucb(0.7, count=parent, fmu=1)`, `groups(stat=max, then=ucb(0.7))`, `puct(2, prior=rules)` or `uniform`.
    pub fn read(spec: &Spec) -> Result<Select, Error> {
        match spec.name.as_str() {
            "uniform" => spec.allow(0, &[]).map(|()| Select::Uniform),
            "ucb" => Bound::PART.read(spec).map(Select::Ucb),
            "groups" => {
                Groups::PART.read(spec).map(|groups| Select::Groups(groups.then.unwrap_or_default(), groups.stat))
            }
            "puct" => Puct::PART.read(spec).map(Select::Puct),
            other => Err(Error::Spec(format!(
                "There is no selection \"{other}\"{}",
                suggest(other, ["ucb", "groups", "puct", "uniform"])
            ))),
        }
    }

    /// The inverse of [`Select::read`].
    pub fn spec(&self) -> Spec {
        match self {
            Select::Uniform => Spec::bare("uniform"),
            Select::Ucb(bound) => Bound::PART.write(bound),
            Select::Puct(puct) => Puct::PART.write(puct),
            Select::Groups(bound, stat) => Groups::PART.write(&Groups { then: Some(*bound), stat: *stat }),
        }
    }

    /// The bound, for the final choice.
    pub fn bound(&self) -> Bound {
        match self {
            Select::Ucb(bound) | Select::Groups(bound, _) => *bound,
            Select::Uniform | Select::Puct(_) => Bound { c: 0.0, ..Bound::default() },
        }
    }

    /// Whether every move is tried once before any is tried again.
    #[inline(always)]
    pub fn tries_all_first(&self) -> bool {
        match self {
            Select::Ucb(bound) => bound.fmu == f64::INFINITY,
            Select::Groups(..) | Select::Puct(_) => false,
            Select::Uniform => true,
        }
    }

    /// The bound, where an edge's own numbers say all of it and every move is tried first: then one look at the edges
    /// is enough.
    #[inline(always)]
    pub fn plain(&self) -> Option<Plain> {
        match *self {
            Select::Ucb(bound) if bound.count == Count::Available && bound.fmu == f64::INFINITY => {
                Some(Plain { bound, roots: *ROOTS })
            }
            _ => None,
        }
    }

    /// Whether the visits of the node count.
    #[inline(always)]
    pub fn counts_parent(&self) -> bool {
        self.bound().count == Count::Parent
    }

    /// Of edges that may be chosen, the place of the one to try; `kind` tells the type of the move at a place.
    #[inline(always)]
    pub fn choose(
        &self,
        edges: &[Edge],
        slots: &[u32],
        node_visits: u32,
        kind: impl Fn(usize) -> u32,
        rng: &mut Rng,
    ) -> usize {
        let roots = &*ROOTS;
        let parent = roots.ln(node_visits.max(1));
        match self {
            Select::Uniform | Select::Puct(_) => rng.below(slots.len() as u32) as usize,
            Select::Ucb(bound) => {
                highest(slots.len(), |place| bound.of(&edges[slots[place] as usize], parent, roots), rng)
            }
            Select::Groups(bound, stat) => {
                let mut groups: Vec<(u32, Edge)> = Vec::new();
                for (place, &slot) in slots.iter().enumerate() {
                    let (kind, edge) = (kind(place), edges[slot as usize]);
                    match groups.iter_mut().find(|g| g.0 == kind) {
                        Some((_, group)) => {
                            group.visits += edge.visits;
                            group.available = group.available.max(edge.available);
                            group.total = match stat {
                                Stat::Sum => group.total + edge.total,
                                Stat::Max => group.total.max(edge.total),
                            };
                        }
                        None => groups.push((kind, edge)),
                    }
                }
                let group = groups[highest(groups.len(), |i| bound.of(&groups[i].1, parent, roots), rng)];
                let inside = roots.ln(group.1.visits.max(1));
                let value = |place: usize| {
                    let edge = &edges[slots[place] as usize];
                    if kind(place) == group.0 { bound.of(edge, inside, roots) } else { f64::NEG_INFINITY }
                };
                highest(slots.len(), value, rng)
            }
        }
    }
}

/// The place with the highest value; ties are broken by lot, so that the order of a list does not matter.
#[inline(always)]
pub fn highest(count: usize, value: impl Fn(usize) -> f64, rng: &mut Rng) -> usize {
    let mut highest = Highest::default();
    for place in 0..count {
        highest.see(place, value(place), rng);
    }
    highest.place
}

/// The highest of the values seen so far.
pub struct Highest {
    /// Where it was; 0 before the first.
    pub place: usize,
    value: f64,
    ties: u32,
}

impl Default for Highest {
    fn default() -> Highest {
        Highest { place: 0, value: f64::NEG_INFINITY, ties: 0 }
    }
}

impl Highest {
    /// One more value.
    #[inline(always)]
    pub fn see(&mut self, place: usize, value: f64, rng: &mut Rng) {
        if value == self.value {
            self.ties += 1;
            if rng.below(self.ties) == 0 {
                self.place = place;
            }
            return;
        }
        // Which of two is higher cannot be foretold, ties are rare: so both are kept at hand instead of a branch.
        let higher = value > self.value;
        self.place = select_unpredictable(higher, place, self.place);
        self.value = select_unpredictable(higher, value, self.value);
        self.ties = select_unpredictable(higher, 1, self.ties);
    }
}

/// Functions of small numbers: they are needed for every move of every node on the way down.
#[derive(Clone, Copy)]
struct Roots {
    ln: &'static Table,
    inverse: &'static Table,
}

type Table = [f64; 1 << 15];

static ROOTS: LazyLock<Roots> = LazyLock::new(|| {
    let table = |function: fn(u32) -> f64| -> &'static Table {
        let values: Vec<f64> = (0..1 << 15).map(function).collect();
        (&*values.leak()).try_into().expect("as many as the table has")
    };
    Roots { ln: table(root_of_ln), inverse: table(inverse_root) }
});

impl Roots {
    /// √ln n.
    #[inline(always)]
    fn ln(&self, n: u32) -> f64 {
        self.ln.get(n as usize).copied().unwrap_or_else(|| root_of_ln(n))
    }

    /// 1/√n.
    #[inline(always)]
    fn inverse(&self, n: u32) -> f64 {
        self.inverse.get(n as usize).copied().unwrap_or_else(|| inverse_root(n))
    }
}

#[cold]
fn root_of_ln(n: u32) -> f64 {
    libm::log(n as f64).sqrt()
}

#[cold]
fn inverse_root(n: u32) -> f64 {
    (n as f64).sqrt().recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(visits: u32, available: u32, total: f64) -> Edge {
        Edge { visits, available, total, ..Edge::default() }
    }

    fn any(_: usize) -> u32 {
        0
    }

    #[test]
    fn the_bound_counts_availability_or_visits_of_the_parent() {
        // By hand, c = 1: means ½ and ⅓; with N = 100 for both: 0.5 + √(ln 100 / 10) = 1.179, 0.333 + √(ln 100 / 3) = 1.572.
        // With availability 100 and 3: 1.179 and 0.333 + √(ln 3 / 3) = 0.938.
        let edges = [edge(10, 100, 5.0), edge(3, 3, 1.0)];
        let mut rng = Rng::new(1);
        let by = |count| Select::Ucb(Bound { c: 1.0, count, fmu: f64::INFINITY });
        assert_eq!(by(Count::Parent).choose(&edges, &[0, 1], 100, any, &mut rng), 1);
        assert_eq!(by(Count::Available).choose(&edges, &[0, 1], 100, any, &mut rng), 0);
    }

    #[test]
    fn an_untried_move_has_the_value_fmu() {
        let edges = [edge(10, 10, 9.0), edge(0, 10, 0.0)];
        let mut rng = Rng::new(1);
        let greedy = |fmu| Select::Ucb(Bound { c: 0.0, count: Count::Parent, fmu });
        assert_eq!(greedy(f64::INFINITY).choose(&edges, &[0, 1], 10, any, &mut rng), 1);
        assert_eq!(greedy(0.8).choose(&edges, &[0, 1], 10, any, &mut rng), 0);
        assert_eq!(greedy(0.95).choose(&edges, &[0, 1], 10, any, &mut rng), 1);
    }

    #[test]
    fn groups_are_chosen_by_their_sums_or_by_the_largest_of_them() {
        // Moves 0 and 1 are one group with means 0.6 each, move 2 another with 0.55; c = 0.
        // Sum: 12/20 = 0.6 beats 0.55. Max: 6/20 = 0.3 loses to it.
        let edges = [edge(10, 30, 6.0), edge(10, 30, 6.0), edge(10, 30, 5.5)];
        let kind = |place: usize| (place == 2) as u32;
        let mut rng = Rng::new(1);
        let by = |stat| Select::Groups(Bound { c: 0.0, count: Count::Parent, fmu: f64::INFINITY }, stat);
        assert!(by(Stat::Sum).choose(&edges, &[0, 1, 2], 30, kind, &mut rng) < 2);
        assert_eq!(by(Stat::Max).choose(&edges, &[0, 1, 2], 30, kind, &mut rng), 2);
    }

    #[test]
    fn selections_read_back() {
        for text in [
            "ucb(0.7)",
            "ucb(2, count=parent)",
            "ucb(16000, count=parent, fmu=1.5)",
            "uniform",
            "groups(stat=max, then=ucb(0.7))",
            "puct(2)",
            "puct(1.5, prior=rules)",
        ] {
            assert_eq!(Select::read(&Spec::parse(text).unwrap()).unwrap().spec().to_string(), text);
        }
        for text in
            ["ucb(-1)", "ucbb", "ucb(inf)", "puct(-1)", "puct(2, proir=rules)", "puct(prior=[rules])", "puct(prior=9)"]
        {
            let error = Select::read(&Spec::parse(text).unwrap()).expect_err(text);
            assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
        }
    }
}
