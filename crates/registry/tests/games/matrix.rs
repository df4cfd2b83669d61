//! Parts of a search in every meaningful combination, on every game.

use kibitz_game::{Clock, Spec};
use kibitz_registry::{GAMES, Player, canonical};
use serde_json::Map;

const DRAWS: [&str; 4] = ["each", "pool(3)", "once", "forest(2)"];
const TREES: [&str; 4] = ["infoset", "state", "root", "trick"];
const EXPANDS: [&str; 3] = ["one", "all", "path"];
const SELECTS: [&str; 5] =
    ["ucb(1)", "ucb(1, count=parent, fmu=1)", "groups(then=ucb(1))", "puct(2, prior=balanced)", "uniform"];
const FINALS: [&str; 4] = ["visits", "mean", "ucb", "best"];
const ROLLOUTS: [&str; 4] = ["random", "lgrf", "rules", "none"];

/// Whether a combination has a meaning: one world for a tree of states, worlds to compare, an end to reach.
fn makes_sense(draw: &str, tree: &str, expand: &str, last: &str, rollout: &str) -> bool {
    let one_world = !matches!(draw, "each" | "pool(3)");
    (tree != "state" || one_world)
        && (last != "best" || draw == "forest(2)")
        && (rollout != "none" || expand == "path" && tree != "root")
        && (rollout != "lgrf" || expand != "path")
}

#[test]
fn every_meaningful_combination_finds_a_move_in_every_game() {
    let tables: Vec<_> = GAMES.iter().map(|game| game.make(None, &Map::new()).unwrap().deal(3)).collect();
    let mut tried = 0;
    for draw in DRAWS {
        for tree in TREES {
            for expand in EXPANDS {
                for select in SELECTS {
                    for last in FINALS {
                        for rollout in ROLLOUTS {
                            if !makes_sense(draw, tree, expand, last, rollout) {
                                continue;
                            }
                            let text = format!(
                                "search(budget=3, draw={draw}, tree={tree}, expand={expand}, select={select}, \
                                 final={last}, rollout={rollout})"
                            );
                            let spec = Spec::parse(&text).unwrap();
                            let once = canonical(&spec).unwrap_or_else(|e| panic!("{text}: {e}"));
                            assert_eq!(canonical(&Spec::parse(&once.to_string()).unwrap()).unwrap(), once);
                            // Each on one game in turn: together every value meets every game many times.
                            let table = &tables[tried % tables.len()];
                            tried += 1;
                            let seat = table.to_act().first();
                            let view = table.view(seat).unwrap();
                            let mv = Player::new(&spec, 1)
                                .unwrap()
                                .act(&*view, Clock::NONE)
                                .unwrap_or_else(|e| panic!("{text}: {e}"));
                            table.play(seat, mv).unwrap_or_else(|e| panic!("{text}: {e}"));
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "only {tried} combinations make sense");
}

#[test]
fn worlds_exact_endings_threads_and_combinators_go_with_each_other_in_every_game() {
    for game in GAMES {
        let game = game.make(None, &Map::new()).unwrap();
        let mut table = game.deal(5);
        for text in [
            "ismcts(6, exact=on, threads=root(2))",
            "ismcts(6, threads=tree(2), select=puct(1, prior=ismcts(2)))",
            "ismcts(6, observers=each, select=puct(1, prior=rules))",
            "ismcts(6, worlds=uniform, cap=1*n!)",
            "mc(1/move, rollout=split(rules, random, hand<=5))",
            "phase(rig(ismcts(4), cards, 1), alphabeta(depth=2, nodes=200))",
            "decide(oneply(value(mc(2))), call=never, gametype=rules)",
            "split(rig(mc(6), cards, -1), phase(rules, random), hand<=6)",
            "mc(4, depth=1, leaf=value(split(mc(2), mc(1), hand<=3)))",
            "split(rules, mc(2), hidden<=6)",
        ] {
            let mut player = Player::new(&Spec::parse(text).unwrap(), 1).unwrap();
            for _ in 0..3 {
                let Some(seat) = table.to_act().iter().next() else { break };
                let mv = player.act(&*table.view(seat).unwrap(), Clock::NONE);
                let mv = mv.unwrap_or_else(|e| panic!("{} {text}: {e}", game.name()));
                table = table.play(seat, mv).unwrap_or_else(|e| panic!("{} {text}: {e}", game.name()));
            }
        }
    }
}
