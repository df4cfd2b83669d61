//! Every searching agent of the papers that needs no network: it reads, prints and plays a deal of its game.

use std::sync::atomic::AtomicBool;

use kibitz_game::Spec;
use kibitz_registry::{Contest, Stretch, canonical, entry};
use serde_json::Map;

/// Paper, agent, game with rules, specification.
const AGENTS: &[(&str, &str, &str, &str)] = &[
    ("epfl2017", "simple", "tichu epfl2017", "simple"),
    ("epfl2017", "random (text)", "tichu epfl2017", "random"),
    ("epfl2017", "random (code)", "tichu epfl2017", "balanced"),
    (
        "epfl2017",
        "MCTS (text)",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), select=ucb(2, count=parent), expand=all, reward=rank)",
    ),
    (
        "epfl2017",
        "MCTS (code)",
        "tichu epfl2017_compat",
        "ismcts(100, draw=pool(30), select=ucb(0.7, count=available), expand=all, reward=rank, finish=greedy)",
    ),
    ("epfl2017", "minimax", "tichu epfl2017", "alphabeta(depth=9, leaf=hand, worlds=true, min=others)"),
    ("epfl2017", "minimax (code)", "tichu epfl2017", "alphabeta(depth=9, leaf=hand, worlds=true, min=ply)"),
    ("eth2022", "random", "six_nimmt papers", "random"),
    ("eth2022", "highest", "six_nimmt papers", "highest"),
    ("eth2022", "MCS_200", "six_nimmt papers", "mc(200, reward=bulls)"),
    ("eth2022", "MCS_200 (code)", "six_nimmt papers", "mc(200, reward=bulls, memory=paper, cap=10*n!)"),
    ("eth2022", "MCS_200 (code), in short", "six_nimmt papers", "mc(200, reward=bulls, compat=paper)"),
    (
        "eth2022",
        "PUCT with the policy of rules",
        "six_nimmt papers",
        "search(budget=100, tree=root, select=puct(2, prior=rules), rollout=rules, reward=bulls, final=mean)",
    ),
    (
        "eth2022",
        "predict-V with the value of a search",
        "six_nimmt papers",
        "search(budget=20, tree=root, select=puct(2), depth=1, leaf=value(mc(3, reward=bulls)), reward=bulls, final=mean)",
    ),
    ("eth2022", "point rig", "six_nimmt papers", "rig(random, point, -2)"),
    ("eth2022", "value rig", "six_nimmt papers", "rig(random, value, 66, sd=10)"),
    ("eth2022", "scattering rig", "six_nimmt papers", "rig(random, scatter, 10, n=all)"),
    ("eth2022", "risk rig", "six_nimmt papers", "rig(random, risk, t=-, alpha=15)"),
    (
        "eth2022",
        "close rig of a search",
        "six_nimmt papers",
        "rig(search(budget=40, tree=root, select=puct(2), reward=bulls, final=mean), close, 2)",
    ),
    (
        "eth2022",
        "MCS_Mod_50",
        "six_nimmt papers",
        "mc(50, reward=bulls, rollout=rig(rig(rig(random, value, 104), close, 0), scatter, -5))",
    ),
    ("eth2022", "close rig", "six_nimmt papers", "rig(random, close, 2)"),
    ("basel2015", "random", "doppelkopf basel2015", "healthy"),
    ("basel2015", "random, in parts", "doppelkopf basel2015", "decide(random, gametype=healthy, announce=never)"),
    (
        "basel2015",
        "no announcing",
        "doppelkopf basel2015",
        "decide(search(worlds=greedy, draw=forest(2), budget=50, tree=state, expand=path, \
         select=ucb(16000, count=parent), reward=score(500), final=mean), announce=never)",
    ),
    (
        "basel2015",
        "ensemble-UCT",
        "doppelkopf basel2015",
        "search(budget=20, draw=forest(10), tree=state, select=ucb(16000, count=parent), reward=score(500), final=mean, worlds=greedy)",
    ),
    (
        "basel2015",
        "single-UCT",
        "doppelkopf basel2015",
        "search(budget=200, select=ucb(8000, count=parent), reward=score(500), final=mean, worlds=greedy)",
    ),
    (
        "basel2015",
        "no MC simulation",
        "doppelkopf basel2015",
        "search(budget=50, draw=forest(4), tree=state, expand=path, rollout=none, select=ucb(16000, count=parent), reward=score(500), final=mean, worlds=greedy)",
    ),
    ("vu2019", "rand", "schnapsen course", "random"),
    ("vu2019", "bully", "schnapsen course", "bully"),
    ("vu2019", "rdeep", "schnapsen course", "rdeep"),
    ("vu2019", "rdeep (text)", "schnapsen course", "rdeep(samples=4, depth=6, keep=mean)"),
    (
        "vu2019",
        "rdeep by parts",
        "schnapsen course",
        "search(tree=root, draw=forest(4), budget=4/move, select=uniform, depth=8, leaf=ratio, final=best)",
    ),
    ("vu2019", "mybot (code)", "schnapsen course", "mybot(compat=paper)"),
    ("vu2019", "mybot", "schnapsen course", "phase(mybot, alphabeta(depth=8, leaf=ratio))"),
    ("vu2019", "kbbot", "schnapsen course", "kb(ace, cheap)"),
    ("vu2019", "kbjack", "schnapsen course", "kb(jack)"),
    ("vu2019", "kbace", "schnapsen course", "kb(ace)"),
    ("vu2019", "trump heuristic", "schnapsen course", "alphabeta(depth=6, leaf=ratio+trumps(0.5))"),
    ("vu2019", "minimax", "schnapsen course", "alphabeta(depth=4, leaf=ratio, prune=off)"),
    ("vu2019", "one ply by a leaf value", "schnapsen course", "oneply(ratio, samples=4)"),
    ("vu2019", "MCTS", "schnapsen course", "search(budget=1000, draw=once, tree=state, select=ucb(0.7), reward=win)"),
    (
        "vu2019",
        "random selection",
        "schnapsen course",
        "search(budget=1000, draw=once, tree=state, select=uniform, reward=win)",
    ),
    ("vu2019", "alphabeta", "schnapsen course", "alphabeta(depth=6, leaf=ratio)"),
    ("beyond", "minimax of sampled worlds", "tichu epfl2017", "minimax(depth=3, min=opponents, samples=3)"),
    ("epfl2017", "absolute", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=points)"),
    ("epfl2017", "absolute normalised", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=points/200)"),
    (
        "epfl2017",
        "absolute normalised (code)",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), expand=all, reward=200/points)",
    ),
    ("epfl2017", "relative", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=margin)"),
    (
        "epfl2017",
        "relative normalised (code)",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), expand=all, reward=200/margin)",
    ),
    ("epfl2017", "Cheat6", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=rank, worlds=peek(0.6))"),
    ("epfl2017", "FullCheat", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=rank, worlds=true)"),
    ("epfl2017", "EPIC", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=rank, tree=trick)"),
    (
        "epfl2017",
        "EPIC without rollout",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), reward=rank, tree=trick, expand=path, rollout=none)",
    ),
    ("epfl2017", "LGRF", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=rank, rollout=lgrf)"),
    (
        "epfl2017",
        "Sw9",
        "tichu epfl2017",
        "split(ismcts(100, draw=pool(30), expand=all, reward=rank), random, hand<=9)",
    ),
    ("epfl2017", "MaxUCT", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=rank, final=ucb)"),
    ("epfl2017", "Average", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=rank, final=mean)"),
    (
        "epfl2017",
        "Movegroup",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), expand=all, reward=rank, select=groups(by=type, stat=sum, then=ucb(2, count=parent)))",
    ),
    (
        "epfl2017",
        "Movegroup (code)",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), expand=all, reward=rank, select=groups(by=type, stat=max, then=ucb(0.7)))",
    ),
    (
        "epfl2017",
        "SingleDet",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), expand=all, reward=rank, worlds=prior(single))",
    ),
    (
        "epfl2017",
        "CombinationDet",
        "tichu epfl2017",
        "ismcts(100, draw=pool(30), expand=all, reward=rank, worlds=prior(combination))",
    ),
    ("leiden2017", "random", "tichu mini", "random(over=cards)"),
    ("leiden2017", "MC", "tichu mini", "mc(20/move, reward=win)"),
    (
        "leiden2017",
        "MCTS",
        "tichu mini",
        "ismcts(20/move, expand=all, reward=win, select=ucb(1.4142135623730951, count=parent))",
    ),
    (
        "leiden2017",
        "MCTS by its bound's mean",
        "tichu mini",
        "ismcts(20/move, select=ucb(1.414, count=parent), expand=all, reward=win, final=mean)",
    ),
    ("leiden2017", "MC with determinization", "tichu mini", "mc(20/move, reward=win, worlds=beater)"),
    (
        "leiden2017",
        "MCTS with determinization",
        "tichu mini",
        "ismcts(20/move, select=ucb(1.414, count=parent), expand=all, reward=win, final=mean, worlds=beater)",
    ),
    ("leiden2017", "MC with determinization, full Tichu", "tichu official", "mc(5/move, reward=win, worlds=beater)"),
    ("epfl2017", "relative normalised", "tichu epfl2017", "ismcts(100, draw=pool(30), expand=all, reward=margin/200)"),
    (
        "epfl2017",
        "the clause that leaves the rest to chance",
        "tichu epfl2017",
        "decide(ismcts(30, draw=pool(30), expand=all, reward=rank), call=never, exchange=random, wish=random, gift=random)",
    ),
    (
        "epfl2017",
        "by time",
        "tichu epfl2017",
        "ismcts(2ms, draw=pool(30), expand=all, reward=rank, worlds=prior(single))",
    ),
    (
        "beyond",
        "calls by search",
        "tichu official",
        "decide(ismcts(50, reward=margin/200), exchange=rules, call=never)",
    ),
];

#[test]
fn every_agent_reads_prints_and_plays_a_deal() {
    for (paper, name, game, text) in AGENTS {
        let spec = Spec::parse(text).unwrap_or_else(|e| panic!("{paper} {name}: {e}"));
        let once = canonical(&spec).unwrap_or_else(|e| panic!("{paper} {name}: {e}"));
        let twice = canonical(&Spec::parse(&once.to_string()).unwrap()).unwrap();
        assert_eq!(once, twice, "{paper} {name}: the canonical form is not its own");
        let (game, rules) = game.split_once(' ').unwrap();
        let game = entry(game).unwrap().make(Some(rules), &Map::new()).unwrap();
        let agents = vec![once.clone(), Spec::bare("random")];
        let contest = Contest { agents, seatings: game.seatings(), seed: 1, stretch: Stretch::Deal };
        let groups = game.play_groups(&contest, 0..1, &AtomicBool::new(false));
        assert_eq!(groups.unwrap_or_else(|e| panic!("{paper} {name}: {e}")).len(), 1, "{paper} {name}");
    }
}
