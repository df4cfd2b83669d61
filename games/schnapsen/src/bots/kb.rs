//! `kb(ace, cheap)`: the knowledge base of the VU study, which plays what its strategies prove.
//!
//! For every card x the base knows its rank, A(x), K(x), Q(x) or J(x), and the strategies as equivalences:
//! PlayAce(x) ↔ A(x), PlayJack(x) ↔ J(x), PlayCheap(x) ↔ J(x) ∨ Q(x) ∨ K(x). A move is proved when the base together
//! with the contrary of the strategy for its card cannot be satisfied. Of several strategies the first that proves a
//! move counts, of several moves a random one; where nothing is proved any move is made.

use kibitz_game::error::suggest;
use kibitz_game::keys::{Key, Kind, Part, Rest};
use kibitz_game::{Agent, Card, Clock, Error, Rng, Spec, Value};

use super::{choices, shuffle};
use crate::Schnapsen;
use crate::cards::{ACE, JACK, KING, QUEEN, rank_of};
use crate::moves::Move;
use crate::worlds::View;

/// A statement on one card, or by its negative number the contrary.
type Literal = i8;
/// A disjunction.
type Clause = Vec<Literal>;

/// The strategies: name, the statement that the strategy plays the card, the ranks it plays.
const STRATEGIES: [(&str, Literal, &[u8]); 3] =
    [("jack", 6, &[JACK]), ("ace", 7, &[ACE]), ("cheap", 8, &[JACK, QUEEN, KING])];

/// The statement that a card has a rank.
const fn has(rank: u8) -> Literal {
    rank as Literal + 1
}

/// What the base knows of a card: its rank, and what each strategy plays.
fn knowledge(card: Card) -> Vec<Clause> {
    let known = |rank: u8| if rank == rank_of(card) { has(rank) } else { -has(rank) };
    let mut clauses: Vec<Clause> = (JACK..=ACE).map(|rank| vec![known(rank)]).collect();
    for (_, plays, ranks) in STRATEGIES {
        clauses.extend(ranks.iter().map(|&rank| vec![-has(rank), plays]));
        clauses.push(ranks.iter().map(|&rank| has(rank)).chain([-plays]).collect());
    }
    clauses
}

/// Whether all clauses can be true at once: statements that stand alone first, then either way of another.
fn satisfiable(clauses: &[Clause]) -> bool {
    if clauses.iter().any(Vec::is_empty) {
        return false;
    }
    let alone = clauses.iter().find(|clause| clause.len() == 1);
    let Some(literal) = alone.or(clauses.first()).map(|clause| clause[0]) else { return true };
    let given = |literal: Literal| -> Vec<Clause> {
        let open = clauses.iter().filter(|clause| !clause.contains(&literal));
        open.map(|clause| clause.iter().copied().filter(|&other| other != -literal).collect()).collect()
    };
    satisfiable(&given(literal)) || alone.is_none() && satisfiable(&given(-literal))
}

/// Whether the base proves that the strategy plays the card.
fn proves(plays: Literal, card: Card) -> bool {
    let mut clauses = knowledge(card);
    clauses.push(vec![-plays]);
    !satisfiable(&clauses)
}

pub(super) struct KnowledgeBase {
    strategies: Vec<Literal>,
}

impl KnowledgeBase {
    pub(super) const PART: Part<KnowledgeBase> = Part {
        name: "kb",
        base: || KnowledgeBase { strategies: Vec::new() },
        places: &["strategy"],
        keys: &[&[Key {
            name: "strategy",
            kinds: &[Kind::Words(&["jack", "ace", "cheap"])],
            unsaid: "ace, cheap",
            help: "A strategy of the knowledge base; several are tried in their order.",
            set: |bot, given| bot.add(given.value),
            ..Key::PLAIN
        }]],
        rest: Some(Rest { name: "…", keys: false, add: |bot, _, value| bot.add(value), all: |_| Default::default() }),
        ..Part::PLAIN
    };

    /// With what it tries when no strategy is named.
    pub(super) fn read(spec: &Spec) -> Result<KnowledgeBase, Error> {
        let standard = [Value::of("ace"), Value::of("cheap")];
        let named = if spec.values.is_empty() { Spec::with_values("kb", standard) } else { spec.clone() };
        spec.allow(STRATEGIES.len(), &[])?;
        KnowledgeBase::PART.read(&named)
    }

    fn add(&mut self, value: &Value) -> Result<(), Error> {
        let name = value.to_string();
        let unknown = || {
            let known = suggest(&name, STRATEGIES.map(|s| s.0));
            Error::Spec(format!("kb has no strategy \"{name}\"{known}"))
        };
        self.strategies.push(STRATEGIES.iter().find(|s| s.0 == name).ok_or_else(unknown)?.1);
        Ok(())
    }
}

impl Agent<Schnapsen> for KnowledgeBase {
    fn act(&mut self, game: &Schnapsen, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        moves.retain(|&mv| mv != Move::CLOSE);
        shuffle(&mut moves, rng);
        let lays = |mv: &&Move| mv.is_card() || mv.is_marriage();
        let proved = |&plays: &Literal| moves.iter().filter(lays).find(|mv| proves(plays, mv.laid())).copied();
        self.strategies.iter().find_map(proved).unwrap_or(moves[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{DECK, TEN};

    #[test]
    fn a_strategy_proves_the_cards_it_plays_and_no_others() {
        for card in DECK {
            let proved: Vec<&str> = STRATEGIES.iter().filter(|s| proves(s.1, card)).map(|s| s.0).collect();
            let wanted: &[&str] = match rank_of(card) {
                JACK => &["jack", "cheap"],
                QUEEN | KING => &["cheap"],
                TEN => &[],
                _ => &["ace"],
            };
            assert_eq!(proved, wanted, "{card:?}");
            assert!(satisfiable(&knowledge(card)), "the base contradicts itself on {card:?}");
        }
    }

    #[test]
    fn satisfiability_by_hand() {
        // A ∨ B, ¬B ∨ A, ¬A ∨ C, ¬A ∨ D of the study's exercise has models; with ¬B ∨ ¬C as well and B, it has none.
        let exercise = vec![vec![1, 2], vec![-2, 1], vec![-1, 3], vec![-1, 4]];
        assert!(satisfiable(&exercise));
        let more = [exercise, vec![vec![-2, -3], vec![2]]].concat();
        assert!(!satisfiable(&more));
        assert!(satisfiable(&[]));
    }
}
