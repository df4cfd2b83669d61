//! Agents that are the same for every game. One file per idea; no game's name anywhere.
//!
//! A new agent is one file with its [`Plan`], declared and put in the table below. An idea of the tree search is one file of
//! `mcts` and its key in `mcts/parts.rs`.

mod alphabeta;
mod belief;
mod best;
mod combine;
mod cost;
mod cull;
mod evaluate;
mod exact;
pub mod foreign;
mod halving;
mod infer;
mod leaf;
mod level;
mod lgrf;
mod mcts;
mod net;
mod plan;
mod random;
mod reward;
mod rig;
mod thought;
#[cfg(test)]
mod toy;
pub mod trials;

use kibitz_game::error::suggest;
use kibitz_game::keys::Help;
use kibitz_game::{Agent, Error, Game, Spec};

pub use alphabeta::{AlphaBeta, LookAhead, Minimisers, Source, Values};
pub use best::Tier;
pub use exact::Exact;
pub use mcts::{Parts, Searcher, Threads, seen_of};
pub use plan::Plan;
pub use reward::Reward;

// The order of the help.
plan::table! {
    Random(random::Over),
    AlphaBeta(AlphaBeta),
    Search(Parts),
    Net(net::Net),
    Halving(halving::Halving),
    Split(combine::Split),
    Phase(combine::Phase),
    Rig(rig::Rigged),
    Decide(combine::Decide),
    Never(combine::Never),
    Best(Tier),
    Level(level::Strength),
}

/// The canonical form of a specification: abbreviations spelled out, defaults left out.
/// `None` when the name is not one of [`PARTS`], so that it can only be a player of some game.
pub fn canonical(spec: &Spec) -> Option<Result<Spec, Error>> {
    Some(AnyPlan::read(spec)?.map(|plan| plan.spec()))
}

/// The full form of a specification: abbreviations spelled out, every key written. `None` as for [`canonical`].
pub fn expand(spec: &Spec) -> Option<Result<Spec, Error>> {
    Some(AnyPlan::read(spec)?.map(|plan| plan.full()))
}

/// Every network that a specification names, wherever it stands.
pub fn networks(spec: &Spec) -> Vec<String> {
    spec.walk()
        .filter(|part| part.name == net::NAME)
        .flat_map(|part| part.values.iter().map(|file| file.to_string()))
        .collect()
}

/// The same agent with so many milliseconds for its searches. Those who play in rollouts keep what they have.
pub fn timed(spec: &Spec, ms: u32) -> Spec {
    match AnyPlan::read(spec) {
        Some(Ok(plan)) => plan.timed(spec, ms),
        _ => spec.clone(),
    }
}

/// The agent of a specification: one of [`PARTS`], a player of this game, or one from outside ([`foreign`]).
pub fn build<G: Game>(game: &G, spec: &Spec) -> Result<Box<dyn Agent<G>>, Error> {
    if let Some(plan) = AnyPlan::read(spec) {
        return plan?.agent(game);
    }
    let unknown = || Err(unknown(&spec.name, G::BOTS.iter().map(|bot| bot.0)));
    game.bot(spec).or_else(|| foreign::build(game, spec)).unwrap_or_else(unknown)
}

/// The error for a name that is neither one of [`PARTS`] nor one of `others`.
pub fn unknown<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Error {
    let known = PARTS.iter().map(|part| part.name).chain(others);
    Error::Spec(format!("There is no agent \"{name}\"{}", suggest(name, known)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitz_game::keys::KeyHelp;

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

    fn some(part: &Help) -> &'static str {
        match part.example {
            "" if part.name == "net" => "net(tichu)",
            "" => part.name,
            example => example,
        }
    }

    #[test]
    fn canonical_form_is_its_own_canonical_form() {
        for part in PARTS.iter() {
            let once = canonical_text(some(part)).expect("a name of the table is known").unwrap();
            assert_eq!(canonical_text(&once), Some(Ok(once.clone())));
        }
    }

    #[test]
    fn the_full_form_means_the_same() {
        for part in PARTS.iter() {
            let spec = Spec::parse(some(part)).unwrap();
            let full = expand(&spec).expect("a name of the table is known").unwrap();
            assert_eq!(expand(&full), Some(Ok(full.clone())));
            // What stands in front, and what is left to the game, has no key in the full form.
            let said = |key: &KeyHelp| full.key(key.name).is_some() || key.place.is_some() || !key.unsaid.is_empty();
            assert!(part.keys.iter().all(said), "{full}");
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
