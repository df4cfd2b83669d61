//! Exact play against brute force, on small endings of every game.
//! `KIBITZ_ENDINGS` sets how many of each rule set.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_game::{Agent, Clock, Game, Rng, Seat, Spec};
use kibitz_schnapsen::Schnapsen;
use kibitz_search::{AlphaBeta, LookAhead, Parts, Plan, Searcher};
use kibitz_six_nimmt::SixNimmt;
use kibitz_solve::{Solver, Stake, solve};
use kibitz_tichu::Tichu;
use serde_json::{Map, Value, json};

const PLENTY: u64 = 10_000_000;

fn with_rules<G: Game>(preset: &str) -> G {
    G::with_rules(Some(preset), &Map::new()).unwrap()
}

fn tichu(preset: &str) -> Tichu {
    with_rules(preset)
}

fn cards_left<G: Game>(game: &G, state: &G::State) -> u32 {
    (0..game.seats() as u8).map(|seat| game.hand_size(&game.view(state, Seat(seat)))).sum()
}

/// A deal played at random until at most `cards` cards are left in all hands; `None` when it ends before.
fn ending<G: Game>(game: &G, cards: u32, rng: &mut Rng) -> Option<G::State> {
    let mut state = game.deal(&G::Standing::default(), rng);
    while cards_left(game, &state) > cards {
        let seat = game.to_act(&state);
        if seat.is_empty() {
            return None;
        }
        let mv = game.sample_move(&state, seat.first(), rng);
        game.play_unchecked(&mut state, seat.first(), mv);
    }
    (!game.to_act(&state).is_empty()).then_some(state)
}

/// What a state is worth to a seat: every line to its end, nothing left out, nothing remembered.
fn brute_force<G: Game>(game: &G, state: &G::State, me: Seat, worth: &impl Fn(&G::State) -> f64) -> f64 {
    let acting = game.to_act(state);
    if acting.is_empty() {
        return worth(state);
    }
    let mover = acting.iter().next().unwrap();
    let mut moves = Vec::new();
    game.legal(state, mover, &mut moves);
    let values: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mover, mv);
            brute_force(game, &next, me, worth)
        })
        .collect();
    if mover == Seat::CHANCE {
        values.iter().sum::<f64>() / values.len() as f64
    } else if game.allies(state, me, mover) {
        values.into_iter().fold(f64::MIN, f64::max)
    } else {
        values.into_iter().fold(f64::MAX, f64::min)
    }
}

/// What a finished deal is worth to a seat: its points less the mean of those it plays against.
fn margin<G: Game>(game: &G, end: &G::State, me: Seat) -> f64 {
    let returns = game.returns(end);
    let seats = (0..returns.as_slice().len() as u8).map(Seat);
    let foes: Vec<f64> = seats.filter(|&s| !game.allies(end, me, s)).map(|s| returns[s] as f64).collect();
    returns[me] as f64 - if foes.is_empty() { 0.0 } else { foes.iter().sum::<f64>() / foes.len() as f64 }
}

/// Endings of random play with so many cards in all hands together, each solved and tried out.
fn compare<G: Game>(preset: &str, cards: &[u32]) {
    let wanted = std::env::var("KIBITZ_ENDINGS").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let game: G = with_rules(preset);
    let mut rng = Rng::new(4);
    let mut solver = Solver::new(Stake::Margin);
    let (mut done, mut nodes) = (0, 0);
    while done < wanted {
        let Some(state) = ending(&game, *rng.choose(cards), &mut rng) else { continue };
        let me = Seat(rng.below(game.seats_at(&state) as u32) as u8);
        let worth = |end: &_| margin(&game, end, me);
        let text = || format!("{preset}, ending {done}, seat {me}: {}", game.setup(&state));
        // A fresh table and one full of other endings must agree.
        let solution = solve(&game, &state, me, PLENTY).unwrap();
        let again = solver.solve(&game, &state, me, PLENTY, Clock::NONE).unwrap();
        assert_eq!(solution.moves.is_empty(), !game.to_act(&state).has(me));
        for (&(mv, value), &(_, value_again)) in solution.moves.iter().zip(&again.moves) {
            let mut next = state.clone();
            game.play_unchecked(&mut next, me, mv);
            let wanted = brute_force(&game, &next, me, &worth);
            assert!((value - wanted).abs() < 1e-9, "{}: {} {value} {wanted}", text(), game.move_text(mv));
            assert!((value_again - wanted).abs() < 1e-9, "{}: {} {value_again} {wanted}", text(), game.move_text(mv));
        }
        // The seat's own best move has been compared already, where it is to move.
        if solution.moves.is_empty() {
            assert!((solution.value - brute_force(&game, &state, me, &worth)).abs() < 1e-9, "{}", text());
        } else {
            assert_eq!(solution.value, solution.moves.iter().map(|m| m.1).fold(f64::MIN, f64::max));
        }
        nodes += solution.nodes;
        done += 1;
    }
    println!("{} {preset}: {done} endings, {} nodes each", G::NAME, nodes / done);
}

#[test]
fn solver_equals_brute_force_in_tichu() {
    compare::<Tichu>("epfl2017", &[3, 4, 5, 6, 7]);
    compare::<Tichu>("official", &[3, 4, 5, 6, 7]);
}

#[test]
fn solver_equals_brute_force_in_doppelkopf() {
    compare::<Doppelkopf>("ddv", &[4, 8, 9, 10, 11, 12]);
    compare::<Doppelkopf>("basel2015", &[4, 8, 9, 10, 11, 12]);
}

#[test]
fn solver_equals_brute_force_in_schnapsen() {
    // With eight cards or less the talon is used up or closed.
    compare::<Schnapsen>("tournament", &[3, 4, 5, 6, 7, 8]);
    compare::<Schnapsen>("course", &[3, 4, 5, 6, 7, 8]);
}

#[test]
fn solver_equals_brute_force_in_six_nimmt() {
    // The last two cards of five players; who chooses later knows the choices before, in both.
    compare::<SixNimmt>("papers", &[3, 5, 7, 10]);
    compare::<SixNimmt>("official", &[3, 5, 7]);
}

/// Searches endings of random play that have no secrets, and finds a best move in all of them.
fn finds_the_best<G: Game>(preset: &str, cards: u32, exploration: f64) {
    let game: G = with_rules(preset);
    let mut search = searcher(&game, &format!("ismcts(20000, reward=margin, select=ucb({exploration}))"));
    let mut rng = Rng::new(21);
    let mut done = 0;
    for _ in 0..1000 {
        let Some(state) = ending(&game, cards, &mut rng) else { continue };
        let seat = game.to_act(&state).first();
        if seat == Seat::CHANCE || game.to_act(&state).len() > 1 {
            continue;
        }
        let view = game.view(&state, seat);
        let Some(worlds) = game.enumerate(&view, 30) else { continue };
        let solution = solve(&game, &worlds[0], seat, PLENTY).unwrap();
        // Copies of a card make several worlds that are the same.
        if worlds.iter().any(|world| *world != worlds[0]) || solution.best.len() == solution.moves.len() {
            continue;
        }
        let made = search.act(&game, &view, &mut rng, Clock::NONE);
        let value = solution.moves.iter().find(|m| m.0 == made).unwrap().1;
        assert_eq!(value, solution.value, "{preset}: {} in {}", game.move_text(made), game.setup(&state));
        done += 1;
        if done == 30 {
            break;
        }
    }
    println!("{} {preset}: the best move in {done} endings", G::NAME);
    assert!(done > 0);
}

#[test]
fn with_enough_iterations_a_search_finds_the_best_move() {
    finds_the_best::<Tichu>("epfl2017", 7, 100.0);
    finds_the_best::<Tichu>("official", 7, 100.0);
    finds_the_best::<Doppelkopf>("ddv", 8, 4.0);
    finds_the_best::<Schnapsen>("tournament", 8, 2.0);
    // The row that is taken with the last card.
    finds_the_best::<SixNimmt>("official", 0, 10.0);
}

/// Solves a position of the official rules for a seat; cards named nowhere lie in the pile of a seat.
fn solved(setup: Value, seat: u8) -> (f64, Vec<(String, f64)>) {
    let game = tichu("official");
    let solution = solve(&game, &game.position(&setup).unwrap(), Seat(seat), PLENTY).unwrap();
    (solution.value, solution.moves.iter().map(|&(mv, value)| (game.move_text(mv), value)).collect())
}

fn named(moves: &[(&str, f64)]) -> Vec<(String, f64)> {
    moves.iter().map(|&(mv, value)| (mv.to_string(), value)).collect()
}

#[test]
fn the_pair_that_cannot_be_beaten_is_led_first() {
    // The pair wins the lead and the last card goes out: everything for team 0. After a single the king (10 points)
    // takes the lead and the deuce goes out: 90 to 10.
    let setup = json!({ "hands": { "0": "3j 3s 4j", "1": "Kj 2s" }, "out": [2, 3], "turn": 0, "rest": 2 });
    assert_eq!(solved(setup.clone(), 0), (100.0, named(&[("3j", 80.0), ("4j", 80.0), ("3j 3s", 100.0)])));
    assert_eq!(solved(setup, 1), (-100.0, vec![]));
}

#[test]
fn a_double_win_is_worth_more_than_any_points() {
    let setup = json!({ "hands": { "2": "3j 3s", "1": "Aj Kj", "3": "4j 6j" }, "out": [0], "turn": 2, "rest": 3 });
    let (value, moves) = solved(setup, 2);
    assert_eq!(value, 200.0);
    assert_eq!(moves.iter().filter(|(_, v)| *v == 200.0).map(|(mv, _)| &mv[..]).collect::<Vec<_>>(), ["3j 3s"]);
}

#[test]
fn the_dragon_costs_its_points_whether_played_or_kept() {
    let setup = json!({ "hands": { "0": "Dr 3j", "1": "2j 4j" }, "out": [3, 2], "turn": 0, "rest": 2 });
    assert_eq!(solved(setup, 0), (50.0, named(&[("3j", 50.0), ("Dr", 50.0)])));
}

#[test]
fn the_stake_may_be_the_own_points_alone() {
    let game = tichu("official");
    let setup = json!({ "hands": { "0": "3j 3s 4j", "1": "Kj 2s" }, "out": [2, 3], "turn": 0, "rest": 2 });
    let state = game.position(&setup).unwrap();
    let solution = Solver::new(Stake::Own).solve(&game, &state, Seat(0), PLENTY, Clock::NONE).unwrap();
    assert_eq!(solution.moves.iter().map(|m| m.1).collect::<Vec<_>>(), [90.0, 90.0, 100.0]);
}

#[test]
fn a_budget_that_is_too_small_gives_nothing() {
    let game = tichu("official");
    let deal = game.deal(&[0, 0], &mut Rng::new(1));
    assert_eq!(solve(&game, &deal, Seat(0), 10_000), None);
    let mut rng = Rng::new(2);
    let state = std::iter::repeat_with(|| ending(&game, 7, &mut rng)).flatten().next().unwrap();
    let seat = game.to_act(&state).first();
    let nodes = solve(&game, &state, seat, PLENTY).unwrap().nodes;
    assert!(solve(&game, &state, seat, nodes).is_some());
    assert_eq!(solve(&game, &state, seat, nodes - 1), None);
    assert_eq!(solve(&game, &state, seat, 0), None);
}

fn look_ahead(game: &Tichu, spec: &str) -> LookAhead<Tichu> {
    LookAhead::new(game, AlphaBeta::read(&Spec::parse(spec).unwrap()).unwrap()).unwrap()
}

#[test]
fn pruning_changes_no_value_and_looks_at_no_more_positions() {
    for preset in ["epfl2017", "official"] {
        let game = tichu(preset);
        for min in ["others", "ply", "opponents"] {
            let mut rng = Rng::new(9);
            let (mut full, mut pruned) = (0, 0);
            for _ in 0..200 {
                let Some(state) = ending(&game, 14 + rng.below(30), &mut rng) else { continue };
                let seat = game.to_act(&state).first();
                if seat == Seat::CHANCE {
                    continue;
                }
                let values = |name: &str| {
                    let spec = format!("{name}(depth=5, min={min}, nodes=100000000)");
                    look_ahead(&game, &spec).values(&game, &state, seat, Clock::NONE)
                };
                let (minimax, alphabeta) = (values("minimax"), values("alphabeta"));
                assert_eq!(minimax.moves, alphabeta.moves, "{preset}, min={min}: {}", game.setup(&state));
                assert_eq!(minimax.depth, alphabeta.depth);
                assert!(alphabeta.nodes <= minimax.nodes);
                full += minimax.nodes;
                pruned += alphabeta.nodes;
            }
            println!("{preset}, min={min}: {full} positions, {pruned} with pruning");
            assert!(pruned < full);
        }
    }
}

#[test]
fn looking_ahead_to_the_end_is_exact() {
    let game = tichu("official");
    let mut rng = Rng::new(6);
    let mut all = look_ahead(&game, "alphabeta(depth=end, min=opponents, nodes=100000000)");
    for _ in 0..500 {
        let Some(state) = ending(&game, 7, &mut rng) else { continue };
        let seat = game.to_act(&state).first();
        let exact = solve(&game, &state, seat, PLENTY).unwrap();
        for (found, wanted) in all.values(&game, &state, seat, Clock::NONE).moves.iter().zip(&exact.moves) {
            assert_eq!(found.0, wanted.0);
            assert!((found.1 - wanted.1).abs() < 1e-3, "{}", game.setup(&state));
        }
    }
}

#[test]
fn too_few_nodes_make_the_search_less_deep() {
    let game = tichu("epfl2017");
    let state = game.deal(&[0, 0], &mut Rng::new(3));
    let seat = game.to_act(&state).first();
    let found = look_ahead(&game, "alphabeta(depth=1000, nodes=20000)").values(&game, &state, seat, Clock::NONE);
    assert!((1..1000).contains(&found.depth) && found.nodes <= 20_000);
    assert_eq!(look_ahead(&game, "alphabeta(nodes=1)").values(&game, &state, seat, Clock::NONE).depth, 0);
}

fn searcher<G: Game>(game: &G, spec: &str) -> Searcher<G> {
    Searcher::new(game, Parts::read(&Spec::parse(spec).unwrap()).unwrap()).unwrap()
}

/// Whatever the search, endings of so many cards are solved in all their worlds.
fn hands_over<G: Game>(preset: &str, cards: u32, spec: &str) {
    let game: G = with_rules(preset);
    let mut rng = Rng::new(12);
    let mut search = searcher(&game, spec);
    let (mut solved, mut certain) = (0, 0);
    for _ in 0..1000 {
        let Some(state) = ending(&game, cards, &mut rng) else { continue };
        let seat = game.to_act(&state).first();
        if seat == Seat::CHANCE {
            continue;
        }
        let view = game.view(&state, seat);
        let Some(worlds) = game.enumerate(&view, 30) else { continue };
        let analysis = search.analyse(&game, &view, &mut rng, Clock::NONE).unwrap().unwrap();
        assert_eq!(analysis.iterations, 0, "{preset}: solved, not searched");
        let mut means = vec![0.0; analysis.moves.len()];
        for world in &worlds {
            let solution = solve(&game, world, seat, PLENTY).unwrap();
            means.iter_mut().zip(&solution.moves).for_each(|(mean, m)| *mean += m.1 / worlds.len() as f64);
        }
        for (info, mean) in analysis.moves.iter().zip(&means) {
            assert!((info.mean - mean).abs() < 1e-6, "{preset}: {}", game.setup(&state));
        }
        let made = search.act(&game, &view, &mut rng, Clock::NONE);
        let place = analysis.moves.iter().position(|info| info.mv == made).unwrap();
        let best = means.iter().copied().fold(f64::MIN, f64::max);
        assert!(means[place] > best - 1e-6, "{preset}: {}", game.setup(&state));
        solved += 1;
        certain += worlds.iter().all(|world| *world == worlds[0]) as u32;
    }
    println!("{preset}: {solved} endings, {certain} of them certain");
    assert!(solved > certain && certain > 0);
}

#[test]
fn a_search_hands_small_endings_over_and_plays_them_exactly() {
    hands_over::<Tichu>("epfl2017", 8, "ismcts(100000, exact=on)");
    hands_over::<Tichu>("official", 8, "ismcts(100000, exact=on, observers=each, threads=tree(2))");
    hands_over::<Doppelkopf>("ddv", 8, "mc(100000, exact=on)");
    hands_over::<Doppelkopf>("basel2015", 8, "pimc(10, 10000, exact=on)");
    hands_over::<Schnapsen>("tournament", 8, "ismcts(100000, exact=on, redraw=actor, reuse=on)");
}

#[test]
fn a_search_keeps_what_is_too_large_for_the_solver() {
    let game = tichu("epfl2017");
    let setup = json!({ "hands": { "0": "3j 3s 4j", "1": "Kj 2s" }, "out": [2, 3], "turn": 0, "rest": 2 });
    let view = game.view(&game.position(&setup).unwrap(), Seat(0));
    let deal = game.deal(&[0, 0], &mut Rng::new(13));
    let first = game.view(&deal, game.to_act(&deal).first());
    let exact = |spec: &str, view: &_| {
        searcher(&game, spec).analyse(&game, view, &mut Rng::new(1), Clock::NONE).unwrap().unwrap().iterations == 0
    };
    assert!(exact("ismcts(10, exact=on)", &view));
    assert!(exact("ismcts(10, exact=5)", &view));
    assert!(!exact("ismcts(10, exact=4)", &view));
    assert!(!exact("ismcts(10)", &view));
    assert!(!exact("ismcts(10, exact=on)", &first));
    assert!(!exact("ismcts(10, exact=56)", &first));
}
