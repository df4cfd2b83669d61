//! Agents that are the same for every game. One file per idea; no game's name anywhere.
//!
//! A new idea is one file, its lines in [`PARTS`] and its variant of `Plan`.

mod alphabeta;
mod belief;
mod best;
mod combine;
mod cost;
mod cull;
mod evaluate;
mod exact;
mod halving;
mod infer;
mod leaf;
mod lgrf;
mod mcts;
mod net;
mod random;
mod read;
mod reward;
mod rig;
mod thought;
#[cfg(test)]
mod toy;

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Error, Game, Spec, Value};

/// One line of the help on agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name in a specification.
    pub name: &'static str,
    /// How it is written, with all its keys; of several values the first is the default.
    pub usage: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// A small one that can be played with at once; empty when it thinks by the clock, or takes a file.
    pub example: &'static str,
    /// What it can be told.
    pub keys: &'static [Key],
}

/// One key with what it takes and what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// Its values, the default first.
    pub values: &'static str,
    /// In one line.
    pub help: &'static str,
}

pub use alphabeta::{AlphaBeta, LookAhead, Minimisers, Source, Values};
pub use best::Tier;
pub use exact::Exact;
pub use mcts::{Parts, Searcher, Threads, seen_of};
pub use reward::Reward;

/// Every agent that plays any game. All help is made from this table.
pub const PARTS: &[Part] = &[
    Part {
        name: "random",
        usage: "random(over=actions|cards|types)",
        help: "A uniformly random legal move: over distinct actions, over every choice of cards, or first over types.",
        example: "random(over=cards)",
        keys: random::KEYS,
    },
    Part { name: "balanced", usage: "balanced", help: "Short for random(over=types).", example: "balanced", keys: &[] },
    Part {
        name: "alphabeta",
        usage: alphabeta::USAGE,
        help: "Looks so many decisions ahead in sampled worlds; values unfinished deals by a leaf value.",
        example: "alphabeta(depth=3, nodes=500)",
        keys: &[],
    },
    Part {
        name: "minimax",
        usage: "minimax(depth=9, …)",
        help: "Short for alphabeta(prune=off): the same values, more slowly.",
        example: "minimax(depth=3, nodes=500)",
        keys: &[],
    },
    Part {
        name: "oneply",
        usage: "oneply(leaf or agent, samples=1, worlds=uniform|true, reward=margin)",
        help: "The move after which the deal is worth most, by a leaf value or an agent's opinion: alphabeta of depth 1.",
        example: "oneply(value(ismcts(5)), samples=2)",
        keys: &[],
    },
    SEARCHES[0],
    SEARCHES[1],
    SEARCHES[2],
    SEARCHES[3],
    Part {
        name: net::NAME,
        usage: "net(name or file, …, pick=by network|greedy|sample|boltzmann(t))",
        help: "A network plays, by its name or its file; several by the mean of their values.",
        example: "",
        keys: &[],
    },
    Part {
        name: "halving",
        usage: "halving(agent, 200, top=8, rollout=the agent, depth=end, leaf=by game, trust=0, within=any distance, worlds=uniform|belief(agent)|inferred(agent, agent, …), reward=by game)",
        help: "Tries the best moves of an agent in the same worlds and drops half of them at a time.",
        example: "halving(random, 16)",
        keys: halving::KEYS,
    },
    Part {
        name: "split",
        usage: "split(a, b, hand<=9|hidden<=20)",
        help: "One agent while there are many cards, another once the own hand, or the others together, have at most so many.",
        example: "split(random, balanced, hand<=9)",
        keys: &[],
    },
    Part {
        name: "phase",
        usage: "phase(a, b)",
        help: "One agent while something is hidden, another once it knows where every card is.",
        example: "phase(random, alphabeta(depth=3, nodes=500))",
        keys: &[],
    },
    Part {
        name: "rig",
        usage: "rig(a, cards, t=1) | 6 nimmt!: rig(a, point|close|value|scatter|risk, t, …)",
        help: "Any agent, its preferences changed by a heuristic: moves of many cards (t > 0) or few, or one of the game's own.",
        example: "rig(ismcts(8), cards, 2)",
        keys: &[],
    },
    Part {
        name: "decide",
        usage: "decide(a, call=b, exchange=c, wish=d, gift=e, gametype=f)",
        help: "Other agents for some kinds of decision; who has the calls (or announce=) is also asked beside the play.",
        example: "decide(random, call=never)",
        keys: &[],
    },
    Part {
        name: "never",
        usage: "never",
        help: "Bets nothing: a random move that is no call and no announcement.",
        example: "never",
        keys: &[],
    },
    Part {
        name: "fast",
        usage: "fast",
        help: "The strongest player of the game that takes about 20 ms for a move.",
        example: "",
        keys: &[],
    },
    Part { name: "strong", usage: "strong", help: "The same for 200 ms.", example: "", keys: &[] },
    Part { name: "strongest", usage: "strongest", help: "The same for 2 s.", example: "", keys: &[] },
];

const SEARCHES: [Part; 4] = {
    let mut searches = [Part { name: "", usage: "", help: "", example: "", keys: mcts::KEYS }; 4];
    let mut i = 0;
    while i < searches.len() {
        let (name, usage, help, example) = mcts::ALIASES[i];
        searches[i] = Part { name, usage, help, example, keys: mcts::KEYS };
        i += 1;
    }
    searches
};

/// A specification that has been understood.
enum Plan {
    Random(random::Over),
    AlphaBeta(AlphaBeta),
    Search(&'static str, Box<Parts>),
    Split(combine::Split),
    Phase(combine::Phase),
    Rig(rig::Rigged),
    Decide(combine::Decide),
    Net(net::Net),
    Halving(Box<halving::Halving>),
    Never,
    Best(Tier),
}

impl Plan {
    /// `None` when the name is not one of [`PARTS`].
    fn read(spec: &Spec) -> Option<Result<Plan, Error>> {
        match spec.name.as_str() {
            "random" => Some(random::Over::read(spec).map(Plan::Random)),
            "balanced" => Some(spec.allow(0, &[]).map(|()| Plan::Random(random::Over::Types))),
            "split" => Some(combine::Split::read(spec).map(Plan::Split)),
            "phase" => Some(combine::Phase::read(spec).map(Plan::Phase)),
            "rig" => Some(rig::Rigged::read(spec).map(Plan::Rig)),
            "decide" => Some(combine::Decide::read(spec).map(Plan::Decide)),
            net::NAME => Some(net::Net::read(spec).map(Plan::Net)),
            "halving" => Some(halving::Halving::read(spec).map(|halving| Plan::Halving(Box::new(halving)))),
            "never" => Some(spec.allow(0, &[]).map(|()| Plan::Never)),
            "alphabeta" | "minimax" | "oneply" => Some(AlphaBeta::read(spec).map(Plan::AlphaBeta)),
            name => {
                if let Some(tier) = Tier::read(spec) {
                    return Some(tier.map(Plan::Best));
                }
                let alias = mcts::ALIASES.iter().find(|alias| alias.0 == name)?.0;
                Some(Parts::read(spec)?.map(|parts| Plan::Search(alias, Box::new(parts))))
            }
        }
    }

    fn spec(&self) -> Spec {
        match self {
            Plan::Random(over) => over.spec(),
            Plan::AlphaBeta(parts) => parts.spec(),
            Plan::Search(name, parts) => parts.spec(name),
            Plan::Split(split) => split.spec(),
            Plan::Phase(phase) => phase.spec(),
            Plan::Rig(rig) => rig.spec(),
            Plan::Decide(decide) => decide.spec(),
            Plan::Net(net) => net.spec(),
            Plan::Halving(halving) => halving.spec(),
            Plan::Never => Spec::bare("never"),
            Plan::Best(tier) => tier.spec(),
        }
    }

    fn full(&self) -> Spec {
        match self {
            Plan::Random(over) => over.full(),
            Plan::Search(_, parts) => parts.full(),
            Plan::Halving(halving) => halving.full(),
            _ => self.spec(),
        }
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(match self {
            Plan::Random(over) => Box::new(random::Random::<G>::new(over)),
            Plan::AlphaBeta(parts) => Box::new(LookAhead::new(game, parts)?),
            Plan::Search(_, parts) => Box::new(Searcher::new(game, *parts)?),
            Plan::Split(split) => split.agent(game)?,
            Plan::Phase(phase) => phase.agent(game)?,
            Plan::Rig(rig) => rig.agent(game)?,
            Plan::Decide(decide) => decide.agent(game)?,
            Plan::Net(net) => net.agent(game)?,
            Plan::Halving(halving) => halving.agent(game)?,
            Plan::Never => Box::new(combine::Never),
            Plan::Best(tier) => tier.agent(game)?,
        })
    }
}

/// The canonical form of a specification: abbreviations spelled out, defaults left out.
/// `None` when the name is not one of [`PARTS`], so that it can only be a player of some game.
pub fn canonical(spec: &Spec) -> Option<Result<Spec, Error>> {
    Some(Plan::read(spec)?.map(|plan| plan.spec()))
}

/// The full form of a specification: abbreviations spelled out, every key written. `None` as for [`canonical`].
pub fn expand(spec: &Spec) -> Option<Result<Spec, Error>> {
    Some(Plan::read(spec)?.map(|plan| plan.full()))
}

/// Every network that a specification names, wherever it stands.
pub fn networks(spec: &Spec) -> Vec<String> {
    spec.walk().filter(|part| part.name == net::NAME).flat_map(|part| part.values.iter().map(read::text)).collect()
}

/// The same agent with so many milliseconds for its searches. Those who play in roll-outs keep what they have.
pub fn timed(spec: &Spec, ms: u32) -> Spec {
    let within = |agent: &Value| match agent {
        Value::Spec(agent) => Value::Spec(timed(agent, ms)),
        list => list.clone(),
    };
    match Plan::read(spec) {
        Some(Ok(Plan::Search(name, parts))) => Parts { budget: mcts::Budget::Millis(ms.into()), ..*parts }.spec(name),
        Some(Ok(Plan::Split(_) | Plan::Phase(_) | Plan::Decide(_))) => Spec {
            name: spec.name.clone(),
            values: spec.values.iter().map(within).collect(),
            keys: spec.keys.iter().map(|(key, agent)| (key.clone(), within(agent))).collect(),
        },
        _ => spec.clone(),
    }
}

/// The agent of a specification: one of [`PARTS`], or else a player of this game.
pub fn build<G: Game>(game: &G, spec: &Spec) -> Result<Box<dyn Agent<G>>, Error> {
    match Plan::read(spec) {
        Some(plan) => plan?.agent(game),
        None => game.bot(spec).unwrap_or_else(|| Err(unknown(&spec.name, G::BOTS.iter().map(|bot| bot.0)))),
    }
}

/// The error for a name that is neither one of [`PARTS`] nor one of `others`.
pub fn unknown<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Error {
    let known = PARTS.iter().map(|part| part.name).chain(others);
    Error::Spec(format!("There is no agent \"{name}\"{}", suggest(name, known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical_text(text: &str) -> Option<Result<String, Error>> {
        Some(canonical(&Spec::parse(text).unwrap())?.map(|spec| spec.to_string()))
    }

    #[test]
    fn canonical_form_leaves_defaults_out_and_spells_abbreviations_out() {
        for (text, wanted) in [
            ("random", "random"),
            ("random()", "random"),
            ("random(over=actions)", "random"),
            ("random( over = cards )", "random(over=cards)"),
            ("random(over=types)", "random(over=types)"),
            ("balanced", "random(over=types)"),
        ] {
            assert_eq!(canonical_text(text), Some(Ok(wanted.to_string())));
        }
    }

    fn some(part: &Part) -> &'static str {
        match part.example {
            "" if part.name == "net" => "net(tichu)",
            "" => part.name,
            example => example,
        }
    }

    #[test]
    fn canonical_form_is_its_own_canonical_form() {
        for part in PARTS {
            let once = canonical_text(some(part)).expect("a name of the table is known").unwrap();
            assert_eq!(canonical_text(&once), Some(Ok(once.clone())));
        }
    }

    #[test]
    fn the_full_form_means_the_same() {
        for part in PARTS {
            let spec = Spec::parse(some(part)).unwrap();
            let full = expand(&spec).expect("a name of the table is known").unwrap();
            assert_eq!(expand(&full), Some(Ok(full.clone())));
            let unsaid = |key: &&Key| full.key(key.name).is_none();
            // What is left to the game is not in the full form.
            assert!(part.keys.iter().filter(unsaid).all(|key| key.values.starts_with("by game")), "{full}");
        }
        assert_eq!(expand(&Spec::bare("balanced")).unwrap().unwrap().to_string(), "random(over=types)");
        assert_eq!(expand(&Spec::bare("bully")), None);
    }

    #[test]
    fn networks_are_found_wherever_they_stand() {
        for (text, wanted) in [
            ("random", &[][..]),
            ("net(a, /b, pick=sample)", &["a", "/b"]),
            ("ismcts(1, rollout=net(a), select=puct(1, prior=decide(random, call=net(b))))", &["a", "b"]),
            (
                "halving(random, 5, leaf=q(net(a)), depth=1, worlds=inferred(net(b), split(net(c), net(d), hand<=3)))",
                &["a", "b", "c", "d"],
            ),
        ] {
            let spec = canonical(&Spec::parse(text).unwrap()).unwrap().unwrap();
            assert_eq!(networks(&spec), wanted, "{spec}");
        }
    }

    #[test]
    fn another_time_is_for_the_searches_that_decide_and_not_for_roll_outs() {
        for (text, wanted) in [
            ("rules", "rules"),
            ("ismcts(1000, rollout=ismcts(5))", "ismcts(70ms, rollout=ismcts(5))"),
            ("decide(mc(20/move), call=ismcts(9), gift=rules)", "decide(mc(70ms), call=ismcts(70ms), gift=rules)"),
            (
                "split(ismcts(10), phase(pimc(2, 10), random), hand<=9)",
                "split(ismcts(70ms), phase(pimc(2, 70ms), random), hand<=9)",
            ),
            ("halving(ismcts(10), 20)", "halving(ismcts(10), 20)"),
        ] {
            assert_eq!(timed(&Spec::parse(text).unwrap(), 70).to_string(), wanted);
        }
    }

    #[test]
    fn wrong_arguments_are_sentences_and_other_names_are_left_to_the_games() {
        for text in
            ["random(over=card)", "random(ovr=cards)", "random(3)", "balanced(over=types)", "random(over=[cards])"]
        {
            let error = canonical_text(text).unwrap().unwrap_err();
            assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
        }
        assert_eq!(canonical_text("bully"), None);
        assert_eq!(unknown("randon", []).message(), "There is no agent \"randon\"; did you mean \"random\"?");
    }
}
