//! Which move the tree tries next.

use std::sync::LazyLock;

use kibitz_game::{Error, Rng, Spec, Value};

use crate::read;
use crate::tree::Edge;

/// How a node chooses among its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Select {
    /// Upper confidence bound: mean + c·√(ln N / n).
    Ucb {
        /// Exploration.
        c: f64,
        /// What N counts.
        count: Count,
        /// Value of a move that was not tried; infinite: every move is tried first.
        fmu: f64,
    },
    /// Any move.
    Uniform,
}

/// What N of the bound counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// How often the move could have been chosen.
    Available,
    /// How often its node was visited.
    Parent,
}

impl Default for Select {
    fn default() -> Select {
        Select::Ucb { c: std::f64::consts::SQRT_2, count: Count::Available, fmu: f64::INFINITY }
    }
}

impl Select {
    /// Reads `ucb(0.7, count=parent, fmu=1)` or `uniform`.
    pub fn read(spec: &Spec) -> Result<Select, Error> {
        match spec.name.as_str() {
            "uniform" => spec.allow(0, &[]).map(|()| Select::Uniform),
            "ucb" => {
                spec.allow(1, &["c", "count", "fmu"])?;
                let Select::Ucb { c, fmu, .. } = Select::default() else { unreachable!("the default is a bound") };
                let c = read::number_or(spec, 0, "c", c)?;
                if c < 0.0 {
                    return Err(Error::Spec("The exploration of ucb is at least 0.".into()));
                }
                let count = match spec.word("count", &["available", "parent"])? {
                    "parent" => Count::Parent,
                    _ => Count::Available,
                };
                Ok(Select::Ucb { c, count, fmu: read::number_or(spec, 1, "fmu", fmu)? })
            }
            other => Err(Error::Spec(format!(
                "There is no selection \"{other}\"{}",
                kibitz_game::error::suggest(other, ["ucb", "uniform"])
            ))),
        }
    }

    /// The inverse of [`Select::read`].
    pub fn spec(&self) -> Spec {
        let mut spec = Spec::bare(if *self == Select::Uniform { "uniform" } else { "ucb" });
        if let Select::Ucb { c, count, fmu } = *self {
            spec.values.push(read::number_value(c));
            if count == Count::Parent {
                spec.keys.push(("count".into(), Value::Spec(Spec::bare("parent"))));
            }
            if fmu.is_finite() {
                spec.keys.push(("fmu".into(), read::number_value(fmu)));
            }
        }
        spec
    }

    /// Whether every move is tried once before any is tried again.
    #[inline(always)]
    pub fn tries_all_first(&self) -> bool {
        !matches!(self, Select::Ucb { fmu, .. } if fmu.is_finite())
    }

    /// Whether the visits of the node count.
    #[inline(always)]
    pub fn counts_parent(&self) -> bool {
        matches!(self, Select::Ucb { count: Count::Parent, .. })
    }

    /// Of edges that may be chosen, the place of the one to try.
    #[inline(always)]
    pub fn choose(&self, edges: &[Edge], slots: &[u32], node_visits: u32, rng: &mut Rng) -> usize {
        let Select::Ucb { c, count, fmu } = *self else { return rng.below(slots.len() as u32) as usize };
        let ln = ln_table();
        let ln = |n: u32| ln.get(n as usize).copied().unwrap_or_else(|| (n as f64).ln());
        let parent = ln(node_visits.max(1));
        let (mut best, mut value, mut ties) = (0, f64::NEG_INFINITY, 0u32);
        for (place, &slot) in slots.iter().enumerate() {
            let e = edges[slot as usize];
            let bound = if e.visits == 0 {
                fmu
            } else {
                let n = e.visits as f64;
                let ln = if count == Count::Available { ln(e.available.max(1)) } else { parent };
                e.total / n + c * (ln / n).sqrt()
            };
            if bound > value {
                (best, value, ties) = (place, bound, 1);
            } else if bound == value {
                // Ties are broken by lot, so that the order of the list does not matter.
                ties += 1;
                if rng.below(ties) == 0 {
                    best = place;
                }
            }
        }
        best
    }
}

/// Logarithms of small numbers: they are needed for every move of every node on the way down.
#[inline(always)]
fn ln_table() -> &'static [f64] {
    static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| (0..1 << 15).map(|n| (n as f64).ln()).collect());
    &TABLE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(visits: u32, available: u32, total: f64) -> Edge {
        Edge { visits, available, total, ..Edge::default() }
    }

    #[test]
    fn the_bound_counts_availability_or_visits_of_the_parent() {
        // By hand, c = 1: means ½ and ⅓; with N = 100 for both: 0.5 + √(ln 100 / 10) = 1.179, 0.333 + √(ln 100 / 3) = 1.572.
        // With availability 100 and 3: 1.179 and 0.333 + √(ln 3 / 3) = 0.938.
        let edges = [edge(10, 100, 5.0), edge(3, 3, 1.0)];
        let mut rng = Rng::new(1);
        let by_parent = Select::Ucb { c: 1.0, count: Count::Parent, fmu: f64::INFINITY };
        let by_chance = Select::Ucb { c: 1.0, count: Count::Available, fmu: f64::INFINITY };
        assert_eq!(by_parent.choose(&edges, &[0, 1], 100, &mut rng), 1);
        assert_eq!(by_chance.choose(&edges, &[0, 1], 100, &mut rng), 0);
    }

    #[test]
    fn an_untried_move_has_the_value_fmu() {
        let edges = [edge(10, 10, 9.0), edge(0, 10, 0.0)];
        let mut rng = Rng::new(1);
        let greedy = |fmu| Select::Ucb { c: 0.0, count: Count::Parent, fmu };
        assert_eq!(greedy(f64::INFINITY).choose(&edges, &[0, 1], 10, &mut rng), 1);
        assert_eq!(greedy(0.8).choose(&edges, &[0, 1], 10, &mut rng), 0);
        assert_eq!(greedy(0.95).choose(&edges, &[0, 1], 10, &mut rng), 1);
    }

    #[test]
    fn selections_read_back() {
        for text in ["ucb(0.7)", "ucb(2, count=parent)", "ucb(16000, count=parent, fmu=1.5)", "uniform"] {
            assert_eq!(Select::read(&Spec::parse(text).unwrap()).unwrap().spec().to_string(), text);
        }
        assert!(Select::read(&Spec::parse("ucb(-1)").unwrap()).is_err());
        assert!(Select::read(&Spec::parse("ucbb").unwrap()).is_err());
    }
}
