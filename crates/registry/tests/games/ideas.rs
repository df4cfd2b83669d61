//! Each idea of the search by hand, in endings small enough to know what must come out.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_game::rooms::*;
use kibitz_game::{Agent, Analysis, Clock, Error, Rng, Seat, Spec};
use kibitz_schnapsen::Schnapsen;
use kibitz_search::build;
use kibitz_six_nimmt::SixNimmt;
use kibitz_tichu::Tichu;
use serde_json::{Map, Value, json};

fn game<G: Game>(preset: &str) -> G {
    G::with_rules(Some(preset), &Map::new()).unwrap()
}

fn agent<G: Game>(game: &G, text: &str) -> Box<dyn Agent<G>> {
    build(game, &Spec::parse(text).unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn refusal<G: Game>(game: &G, text: &str) -> Error {
    build(game, &Spec::parse(text).unwrap()).err().unwrap_or_else(|| panic!("{text} was taken"))
}

fn analyse<G: Game>(game: &G, state: &G::State, seat: u8, text: &str) -> Analysis<G::Move> {
    let view = game.view(state, Seat(seat));
    agent(game, text).analyse(game, &view, &mut Rng::new(3), Clock::NONE).expect("a search").unwrap()
}

/// The mean of the only move there is.
fn worth<G: Game>(game: &G, setup: Value, seat: u8, reward: &str) -> f64 {
    let state = game.position(&setup).unwrap();
    let found = analyse(game, &state, seat, &format!("ismcts(8, reward={reward})"));
    assert_eq!(found.moves.len(), 1, "the move is forced");
    found.moves[0].mean
}

#[test]
fn rewards_of_a_round_of_tichu_by_hand() {
    let tichu: Tichu = game("epfl2017");
    // Seat 2 is out first and has all points, so seat 0's last card makes 100 to 0.
    let won = || json!({"hands": {"0": "2j", "1": "3j"}, "out": [2, 3], "turn": 0, "rest": 2});
    // The same from the other side: seat 1 is third, and its team has nothing.
    let lost = || json!({"hands": {"0": "2j", "1": "3j"}, "out": [2, 3], "turn": 1, "rest": 2});
    // Both of a team first: 200 to 0.
    let double = || json!({"hands": {"0": "2j", "1": "3j", "3": "4j"}, "out": [2], "turn": 0, "rest": 2});
    for (reward, wanted) in [
        ("points", [100.0, 0.0, 200.0]),
        ("points/200", [0.5, 0.0, 1.0]),
        ("200/points", [2.0, 0.0, 1.0]),
        ("margin", [100.0, -100.0, 200.0]),
        ("margin/200", [0.5, -0.5, 1.0]),
        ("200/margin", [2.0, -2.0, 1.0]),
        ("win", [1.0, 0.0, 1.0]),
        ("rank", [0.5, 0.0, 1.0]),
    ] {
        let found = [(won(), 0), (lost(), 1), (double(), 0)].map(|(setup, seat)| worth(&tichu, setup, seat, reward));
        assert_eq!(found, wanted, "{reward}");
    }
}

#[test]
fn the_reward_of_six_nimmt_is_minus_the_bulls() {
    let nimmt: SixNimmt = game("papers");
    // The 1 is below everything, always: it takes the cheapest row, the 50 with its three bulls.
    let setup = || json!({"hands": {"0": [1], "1": [46]}, "rows": [[50], [60], [44, 45], [80]]});
    assert_eq!(worth(&nimmt, setup(), 0, "bulls"), -3.0);
    assert!((worth(&nimmt, setup(), 0, "bulls/10") + 0.3).abs() < 1e-6);
}

/// At the last decision of a deal, every reward is what the returns of the finished deal say.
fn rewards_follow_the_returns<G: Game>(game: &G) {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&G::Standing::default(), &mut rng);
        let mut last = None;
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let before = state.clone();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
            last = Some((before, seat, mv));
        }
        let (before, seat, mv) = last.expect("a deal has moves");
        if game.to_act(&before).len() > 1 || game.enumerate(&game.view(&before, seat), 1).is_none() {
            continue; // what the others have is not known, so neither is the end
        }
        let returns = game.returns(&state);
        let returns = returns.as_slice();
        let foes = (0..returns.len()).filter(|&s| !game.allies(&state, seat, Seat(s as u8)));
        let foes: Vec<f64> = foes.map(|s| returns[s] as f64).collect();
        let margin = returns[seat.index()] as f64 - foes.iter().sum::<f64>() / foes.len().max(1) as f64;
        let win = if margin > 0.0 {
            1.0
        } else if margin < 0.0 {
            0.0
        } else {
            0.5
        };
        for (reward, wanted) in [("points", returns[seat.index()] as f64), ("margin", margin), ("win", win)] {
            let found = analyse(game, &before, seat.0, &format!("mc(20/move, reward={reward})"));
            let info = found.moves.iter().find(|info| info.mv == mv).expect("it was made");
            assert!((info.mean - wanted).abs() < 1e-4, "{} {reward}: {} is not {wanted}", G::NAME, info.mean);
        }
    }
}

#[test]
fn rewards_of_every_game_follow_the_returns() {
    rewards_follow_the_returns(&game::<Tichu>("mini"));
    rewards_follow_the_returns(&game::<Doppelkopf>("cardplay"));
    rewards_follow_the_returns(&game::<Schnapsen>("course"));
}

#[test]
fn a_move_that_empties_the_hand_is_made_without_searching() {
    let tichu: Tichu = game("epfl2017");
    let setup = json!({
        "hands": {"0": "9j", "1": "3j 5j", "2": "4j 6j", "3": "7j"}, "trick": [[3, "8j"]], "turn": 0,
    });
    let state = tichu.position(&setup).unwrap();
    let view = tichu.view(&state, Seat(0));
    // Of a few thoughtless iterations one would pass now and then.
    for seed in 0..30 {
        let mv = agent(&tichu, "ismcts(2, finish=greedy)").act(&tichu, &view, &mut Rng::new(seed), Clock::NONE);
        assert_eq!(tichu.cards_played(mv), 1);
    }
    let passed = (0..30).filter(|&seed| {
        let mv = agent(&tichu, "ismcts(2)").act(&tichu, &view, &mut Rng::new(seed), Clock::NONE);
        tichu.cards_played(mv) == 0
    });
    assert!(passed.count() > 0);
    // An analysis says so too.
    let found = analyse(&tichu, &state, 0, "ismcts(2, finish=greedy)");
    assert_eq!(tichu.cards_played(found.moves[found.best].mv), 1);
}

#[test]
fn a_sure_prior_is_followed_and_said() {
    let schnapsen: Schnapsen = game("course");
    let state = schnapsen.deal(&Default::default(), &mut Rng::new(4));
    let seat = schnapsen.to_act(&state).first();
    let found = analyse(&schnapsen, &state, seat.0, "ismcts(60, select=puct(50, prior=bully))");
    let wanted =
        agent(&schnapsen, "bully").act(&schnapsen, &schnapsen.view(&state, seat), &mut Rng::new(1), Clock::NONE);
    let share = |info: &kibitz_game::MoveInfo<_>| info.visits as f64 / 60.0;
    for info in &found.moves {
        let prior = info.prior.expect("the prior is said");
        // Eight of nine draws are the bully's, and of such exploration the visits follow the prior.
        assert!((prior - if info.mv == wanted { 8.0 / 9.0 } else { 0.0 }).abs() < 0.12, "{prior}");
        assert!((share(info) - prior).abs() < 0.1, "{} against {prior}", share(info));
    }
    let even = analyse(&schnapsen, &state, seat.0, "ismcts(60, select=puct(50))");
    assert!(even.moves.iter().all(|info| (info.prior.unwrap() - 1.0 / even.moves.len() as f64).abs() < 1e-6));
}

#[test]
fn a_cap_of_the_factorial_ends_a_search_early() {
    let nimmt: SixNimmt = game("papers");
    let setup = json!({"hands": {"0": [1, 9, 90], "1": [46, 47, 48]}, "rows": [[50], [60], [44, 45], [80]]});
    let state = nimmt.position(&setup).unwrap();
    assert_eq!(analyse(&nimmt, &state, 0, "mc(200, compat=paper)").iterations, 60);
    assert_eq!(analyse(&nimmt, &state, 0, "mc(20, compat=paper)").iterations, 20);
    assert_eq!(analyse(&nimmt, &state, 0, "mc(200)").iterations, 200);
}

#[test]
fn phase_changes_the_player_when_everything_is_known() {
    let schnapsen: Schnapsen = game("course");
    let mut rng = Rng::new(2);
    let mut state = schnapsen.deal(&Default::default(), &mut rng);
    let mut seen = [0; 2];
    while let Some(seat) = schnapsen.to_act(&state).iter().next() {
        let view = schnapsen.view(&state, seat);
        let open = state.talon.is_empty();
        let by = |text: &str| agent(&schnapsen, text).act(&schnapsen, &view, &mut Rng::new(9), Clock::NONE);
        assert_eq!(by("phase(bully, alphabeta(depth=2))"), by(if open { "alphabeta(depth=2)" } else { "bully" }));
        seen[open as usize] += 1;
        let mv = schnapsen.sample_move(&state, seat, &mut rng);
        schnapsen.play_unchecked(&mut state, seat, mv);
    }
    assert!(seen[0] > 3 && seen[1] > 0, "{seen:?}");
}

#[test]
fn a_rig_that_does_nothing_plays_as_its_agent_and_a_strong_one_as_it_says() {
    let tichu: Tichu = game("mini");
    let mut moves = Vec::new();
    for seed in 0..20 {
        let state = tichu.deal(&Default::default(), &mut Rng::new(seed));
        let seat = tichu.to_act(&state).first();
        let view = tichu.view(&state, seat);
        let strong = agent(&tichu, "rig(random, cards, 1000)").act(&tichu, &view, &mut Rng::new(seed), Clock::NONE);
        tichu.view_legal(&view, &mut moves);
        let most = moves.iter().map(|&mv| tichu.cards_played(mv)).max();
        assert_eq!(Some(tichu.cards_played(strong)), most);
        let plain = agent(&tichu, "rules").act(&tichu, &view, &mut Rng::new(seed), Clock::NONE);
        assert_eq!(agent(&tichu, "rig(rules, cards, 0)").act(&tichu, &view, &mut Rng::new(seed), Clock::NONE), plain);
        let searched = agent(&tichu, "ismcts(20)").act(&tichu, &view, &mut Rng::new(seed), Clock::NONE);
        let rigged = agent(&tichu, "rig(rig(ismcts(20), cards, 0), cards, 0)");
        assert_eq!({ rigged }.act(&tichu, &view, &mut Rng::new(seed), Clock::NONE), searched, "it searches once");
    }
}

#[test]
fn leaf_values_add_up() {
    let schnapsen: Schnapsen = game("course");
    for text in ["alphabeta(leaf=ratio+trumps(0.5))", "oneply(ratio+trumps(0.5))", "oneply(mc(4), samples=2)"] {
        let state = schnapsen.deal(&Default::default(), &mut Rng::new(1));
        let view = schnapsen.view(&state, schnapsen.to_act(&state).first());
        agent(&schnapsen, text).act(&schnapsen, &view, &mut Rng::new(1), Clock::NONE);
    }
    // Two values of the game and their weighted sum, at a state with different trumps.
    let mut sums = [[0f32; Seat::MAX]; 2];
    let state = schnapsen.deal(&Default::default(), &mut Rng::new(1));
    for (sum, name) in sums.iter_mut().zip(["ratio", "trumps"]) {
        schnapsen.leaf_value(name).unwrap()(&schnapsen, &state, sum);
    }
    assert_eq!(sums[0][0] + sums[0][1], 0.0, "nobody has points");
    assert_eq!(sums[1][0] + sums[1][1], 1.0);
}

#[test]
fn what_cannot_be_is_a_sentence() {
    let tichu: Tichu = game("mini");
    for text in [
        "ismcts(10, worlds=beater, draw=pool(5))",
        "ismcts(10, worlds=beatr)",
        "ismcts(10, worlds=paper)",
        "ismcts(10, depth=2, leaf=ratio)",
        "ismcts(10, depth=2, leaf=hand+hands)",
        "ismcts(10, depth=2, leaf=hand(x))",
        "ismcts(10, depth=2, leaf=value(random))",
        "ismcts(10, select=puct(2, prior=nobody))",
        "ismcts(10, select=puct(2, prior=ismcts(5, worlds=true)))",
        "mc(10, compat=paper)",
        "rig(random, close, 0)",
        "rig(random, card, 0)",
        "rig(random, cards, inf)",
        "rig(nobody, cards)",
        "rig(ismcts(5, worlds=true), cards)",
        "phase(random, nobody)",
        "oneply(random)",
        "kb",
    ] {
        let error = refusal(&tichu, text);
        assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
    }
    assert_eq!(
        refusal(&tichu, "ismcts(10, worlds=beatr)").message(),
        "Tichu has no worlds \"beatr\"; did you mean \"beater\"?"
    );
    let schnapsen: Schnapsen = game("course");
    let error = refusal(&schnapsen, "kb(jak)");
    assert_eq!(error.message(), "strategy=jak is unknown; did you mean \"jack\"?");
}

/// Numbers nobody means: a sentence at once, never a hang.
#[test]
fn absurd_budgets_are_sentences() {
    for text in [
        "ismcts(0)",
        "ismcts(-1)",
        "ismcts(1000000000000)",
        "ismcts(1e12)",
        "ismcts(0ms)",
        "ismcts(-2s)",
        "ismcts(infs)",
        "ismcts(0/move)",
        "mc(1000000000000/move)",
        "pimc(0, 10)",
        "pimc(1000000000000, 10)",
        "ismcts(10, threads=root(0))",
        "ismcts(10, depth=0, leaf=hand)",
        "alphabeta(nodes=1000000000000)",
        "alphabeta(samples=1000000000000)",
        "oneply(hand, samples=0)",
    ] {
        let error = refusal(&game::<Tichu>("mini"), text);
        assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
    }
}

/// How often a player of all seats calls beside the play in some deals.
fn calls<G: Game>(game: &G, text: &str) -> usize {
    let mut agent = agent(game, text);
    let mut calls = 0;
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&G::Standing::default(), &mut rng);
        while let Some(seat) = game.to_act(&state).iter().next() {
            let mv = match seat {
                Seat::CHANCE => game.sample_move(&state, seat, &mut rng),
                _ => agent.act(game, &game.view(&state, seat), &mut rng, Clock::NONE),
            };
            calls += game.is_call(mv) as usize;
            game.play_unchecked(&mut state, seat, mv);
        }
    }
    calls
}

#[test]
fn who_decides_on_calls_is_asked_also_where_they_are_made_beside_the_play() {
    let (doppelkopf, tichu) = (game::<Doppelkopf>("ddv"), game::<Tichu>("official"));
    for [talks, silent, asks] in [
        ["random", "decide(random, announce=never)", "decide(healthy, announce=random)"],
        ["mc(1/move)", "decide(mc(1/move), call=never)", "decide(decide(mc(1/move), call=never), call=mc(1/move))"],
    ] {
        assert!(calls(&doppelkopf, talks) > 0, "{talks}");
        assert_eq!(calls(&doppelkopf, silent), 0, "{silent}");
        assert!(calls(&doppelkopf, asks) > 0, "{asks}");
    }
    assert!(calls(&tichu, "random") > 0);
    assert_eq!(calls(&tichu, "decide(random, call=never)"), 0);
    let written = Spec::parse("decide(random, announce=never)").unwrap();
    assert_eq!(kibitz_registry::canonical(&written).unwrap().to_string(), "decide(random, call=never)");
    assert!(refusal(&tichu, "decide(random, announce=never, call=rules)").message().contains("twice"));
}
