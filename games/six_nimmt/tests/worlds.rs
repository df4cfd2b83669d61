//! Worlds respect what is seen, are uniform over what is not, and the papers' way of drawing them is not.

use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat, kit};
use kibitz_six_nimmt::SixNimmt;
use kibitz_six_nimmt::phases::Standing;
use kibitz_six_nimmt::state::Phase;
use kibitz_six_nimmt::worlds::View;
use serde_json::{Map, Value, json};

fn game(preset: &str) -> SixNimmt {
    SixNimmt::with_rules(Some(preset), &Map::new()).unwrap()
}

/// Three players with two cards each, of whom seat 0 does not know where 20 to 25 are: four are in hands, two were not
/// dealt. Everything else has been seen.
fn late() -> Value {
    let known: Vec<u8> =
        (1..=104).filter(|card| !(20..=25).contains(card) && ![10, 11, 30, 40, 50, 60].contains(card)).collect();
    json!({
        "hands": {"0": [10, 11], "1": [20, 22], "2": [21, 25]}, "rows": [[30], [40], [50], [60]],
        "taken": known, "penalties": [60, 60, 60],
    })
}

fn choose<T: Into<u64>>(n: T, k: u64) -> u64 {
    let n = n.into();
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

#[test]
fn worlds_are_uniform_with_undealt_cards_too() {
    for preset in ["official", "papers"] {
        let game = game(preset);
        let view = game.view(&game.position(&late()).unwrap(), Seat(0));
        let worlds = game.enumerate(&view, 1000).unwrap();
        assert_eq!(worlds.len() as u64, choose(6u64, 2) * choose(4u64, 2));
        kit::uniform_over(&game, &view, &worlds, &mut Rng::new(2));
        assert!(game.enumerate(&view, 89).is_none(), "the limit is kept");
    }
}

#[test]
fn a_row_is_chosen_with_the_cards_of_the_turn_known() {
    let game = game("official");
    let setup = json!({"hands": {"0": [5, 90], "1": [41, 91], "2": [42, 92]}, "rows": [[10], [20], [30], [40]]});
    let mut state = game.position(&setup).unwrap();
    for (seat, card) in [(1, "41"), (2, "42")] {
        let mv = game.parse_move(&state, Seat(seat), card).unwrap();
        let before = game.view(&state, Seat(0));
        game.play(&mut state, Seat(seat), mv).unwrap();
        assert_eq!(game.view(&state, Seat(0)), before, "a face-down card is not seen");
        assert!(!game.shown(&state, Seat(seat), mv, Seat(0)) && game.shown(&state, Seat(seat), mv, Seat(seat)));
    }
    assert!(game.view(&state, Seat(0)).unseen.has(41));
    let mv = game.parse_move(&state, Seat(0), "5").unwrap();
    game.play(&mut state, Seat(0), mv).unwrap();
    assert_eq!(state.phase, Phase::Row);
    let view = game.view(&state, Seat(0));
    assert!(!view.unseen.has(41) && !view.unseen.has(42) && view.count == 1);
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let world = game.sample(&view, &mut rng);
        assert_eq!(world.chosen, state.chosen);
        assert!(world.hands[1].len() == 1 && world.hands[2].len() == 1 && !world.hands[1].meets(world.hands[2]));
    }
}

/// What seat 0 sees when it is to choose in the second half of a random hand and has forgotten some cards; none if that
/// does not happen.
fn forgetful_view(game: &SixNimmt, seed: u64) -> Option<View> {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&Standing::default(), &mut rng);
    while state.phase != Phase::Over {
        let seat = game.to_act(&state).first();
        let view = game.view(&state, Seat(0));
        if view.count < 6 && seat == Seat(0) && view.forgotten().len() >= 2 {
            return Some(view);
        }
        let mv = game.sample_move(&state, seat, &mut rng);
        game.play_unchecked(&mut state, seat, mv);
    }
    None
}

#[test]
fn the_papers_players_wait_for_cards_that_are_gone() {
    let game = game("papers");
    let view = (1..).find_map(|seed| forgetful_view(&game, seed)).unwrap();
    let forgotten = view.forgotten();
    assert!(!forgotten.meets(view.unseen) && forgotten.meets(view.known.taken));
    let (mut rng, draws) = (Rng::new(4), 40_000);
    let count = |method: &dyn Fn(&mut Rng) -> kibitz_six_nimmt::state::State, rng: &mut Rng| {
        let mut counts = [0u32; 128];
        for _ in 0..draws {
            let world = method(rng);
            assert_eq!(game.view(&world, view.seat), view, "the viewer sees no difference");
            for seat in view.others() {
                world.hands[seat].iter().for_each(|card| counts[card as usize] += 1);
            }
        }
        counts
    };
    let exact = count(&|rng| game.sample(&view, rng), &mut rng);
    let paper = count(&|rng| game.sample_by("paper", &view, rng).unwrap(), &mut rng);
    let places = view.count as f64 * view.others().count() as f64;
    let all = view.unseen | forgotten;
    for card in all.iter() {
        // Each card is in some hand in this share of the worlds; five deviations of the binomial never happen.
        let near = |found: u32, share: f64| {
            (found as f64 - draws as f64 * share).abs() < 5.0 * (draws as f64 * share).sqrt() + 1e-9
        };
        let share = if forgotten.has(card) { 0.0 } else { places / view.unseen.len() as f64 };
        assert!(near(exact[card as usize], share), "exact: card {card} in {} worlds", exact[card as usize]);
        assert!(
            near(paper[card as usize], places / all.len() as f64),
            "paper: card {card} in {}",
            paper[card as usize]
        );
    }
    assert!(game.sample_by("greedy", &view, &mut rng).is_none());
}

/// At a table of five more than half of the free decisions (all but the last card) are made with stale cards in the pool,
/// 53.7 % and 1.4 cards in the base program of the ETH study; at a table of ten 84 %, with a dozen cards.
#[test]
fn how_often_the_papers_players_err() {
    for (players, share, mean) in [(5, 0.537, 1.4), (10, 0.84, 12.6)] {
        let options = json!({ "players": players });
        let game = SixNimmt::with_rules(Some("papers"), options.as_object().unwrap()).unwrap();
        let (mut rng, hands) = (Rng::new(5), 4000);
        let (mut wrong, mut stale, mut pool, mut decisions) = (0u32, 0, 0, 0u32);
        for _ in 0..hands {
            let mut state = game.deal(&Standing::default(), &mut rng);
            while state.phase != Phase::Over {
                let seat = game.to_act(&state).first();
                let free = seat == Seat(0) && state.hands[0].len() > 1;
                if free {
                    let view = game.view(&state, seat);
                    let forgotten = view.forgotten();
                    decisions += 1;
                    wrong += !forgotten.is_empty() as u32;
                    stale += forgotten.len();
                    pool += (view.unseen | forgotten).len();
                }
                let mv = game.sample_move(&state, seat, &mut rng);
                game.play_unchecked(&mut state, seat, mv);
            }
        }
        let (found, found_mean) = (wrong as f64 / decisions as f64, stale as f64 / decisions as f64);
        let of_pool = 100.0 * stale as f64 / pool as f64;
        println!(
            "{players} players: {:.1} % of decisions, {found_mean:.2} cards, {of_pool:.1} % of the pool",
            100.0 * found
        );
        assert!((found - share).abs() < 0.02, "{players} players: {found:.3} instead of {share}");
        assert!((found_mean / mean - 1.0).abs() < 0.05, "{players} players: {found_mean:.2} instead of {mean}");
    }
}
