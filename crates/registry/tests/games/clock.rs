//! One clock for everything that is thought about a decision.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use kibitz_game::{Clock, Spec};
use kibitz_registry::{GAMES, Player};
use serde_json::Map;

/// Agents that would not be done in a year; none of them is quick to look at the clock by itself alone.
const ENDLESS: &[&str] = &[
    "ismcts(4000000000)",
    "ismcts(86400000ms)",
    "ismcts(1, rollout=ismcts(86400000ms))",
    "ismcts(1, rollout=ismcts(1, rollout=ismcts(1, rollout=ismcts(4000000000))))",
    "ismcts(1, depth=1, leaf=value(ismcts(4000000000)))",
    "ismcts(10, select=puct(1, prior=ismcts(4000000000)))",
    "pimc(1000000, 4000000000)",
    "ismcts(4000000000, draw=pool(1000000))",
    "ismcts(4000000000, threads=root(3))",
    "ismcts(4000000000, threads=tree(3), rollout=mc(1000))",
    "mc(4000000000/move, rollout=random(over=types))",
    "alphabeta(depth=end, nodes=1000000000, samples=10000)",
    "oneply(value(ismcts(4000000000)))",
    "halving(random, 4000000000)",
    "halving(ismcts(4000000000), 100)",
    "rig(ismcts(4000000000), cards, 2)",
    "decide(random, call=ismcts(4000000000), exchange=mc(4000000000), gametype=mc(4000000000))",
    "split(ismcts(4000000000), random, hand<=0)",
    "phase(ismcts(4000000000), random)",
    "rdeep(1000000, 1000000)",
];

/// Far longer than it takes to notice a flag, on the slowest and busiest of machines, and far less than a year.
const SOON: Duration = Duration::from_secs(20);

fn play_in_time<'a>(clock: impl Fn() -> Clock<'a>) {
    for game in GAMES {
        let rules = game.make(None, &Map::new()).unwrap();
        for text in ENDLESS {
            let spec = Spec::parse(text).unwrap();
            if rules.profile(&spec).is_err() {
                continue; // a player of another game
            }
            assert!(rules.profile(&spec).unwrap().cost > 1e5, "{text} costs next to nothing in {}", game.name);
            let table = rules.deal(5);
            let seat = table.to_act().first();
            let view = table.view(seat).unwrap();
            let begun = Instant::now();
            Player::new(&spec, 1).unwrap().act(&*view, clock()).unwrap();
            assert!(begun.elapsed() < SOON, "{text} played {} for {:?}", game.name, begun.elapsed());
        }
    }
}

#[test]
fn whatever_is_thought_ends_at_the_deadline() {
    play_in_time(|| Clock::NONE.within(Duration::from_millis(20)));
}

#[test]
fn whatever_is_thought_ends_when_somebody_says_so() {
    let stop = AtomicBool::new(true);
    play_in_time(|| Clock::stopped_by(&stop));
}

#[test]
fn what_an_agent_can_do_and_costs_is_known_without_asking_it_to_think() {
    for game in GAMES {
        let rules = game.make(None, &Map::new()).unwrap();
        let begun = Instant::now();
        for text in ENDLESS {
            let _ = rules.profile(&Spec::parse(text).unwrap());
        }
        assert!(begun.elapsed() < SOON, "{}: {:?}", game.name, begun.elapsed());
    }
}

#[test]
fn costs_grow_with_what_is_asked_and_quick_players_cost_next_to_nothing() {
    for game in GAMES {
        let rules = game.make(None, &Map::new()).unwrap();
        let cost = |text: &str| rules.profile(&Spec::parse(text).unwrap()).unwrap().cost;
        for quick in ["random", "rules", "never", "decide(rules, call=never)"] {
            assert!(cost(quick) < kibitz_game::LONG, "{quick}");
        }
        for (less, more) in [
            ("ismcts(10)", "ismcts(1000)"),
            ("ismcts(10)", "ismcts(10, rollout=rules)"),
            ("ismcts(10, rollout=rules)", "ismcts(10, rollout=ismcts(10))"),
            ("ismcts(10)", "ismcts(10, threads=leaf(4))"),
            ("ismcts(10)", "pimc(10, 10)"),
            ("mc(10)", "mc(10/move)"),
            ("ismcts(100ms)", "ismcts(100ms, threads=root(2))"),
            ("alphabeta(depth=3, nodes=500)", "alphabeta(depth=3, nodes=5000)"),
            ("halving(random, 10)", "halving(random, 100)"),
        ] {
            assert!(cost(less) < cost(more), "{}: {less} {} and {more} {}", game.name, cost(less), cost(more));
        }
    }
}
