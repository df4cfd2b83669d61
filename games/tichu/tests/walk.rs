//! From a world back to its deal, and from world to world.

use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat};
use kibitz_tichu::Tichu;
use kibitz_tichu::moves::Move;
use kibitz_tichu::state::State;
use serde_json::{Map, json};

fn game(rules: &str) -> Tichu {
    Tichu::with_rules(Some(rules), &Map::new()).unwrap()
}

/// Every state of a random round in which a seat is to act, with the moves so far.
fn round(game: &Tichu, seed: u64) -> Vec<(State, Vec<(Seat, Move)>)> {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&[0, 0], &mut rng);
    let (mut log, mut states) = (Vec::new(), Vec::new());
    while !game.to_act(&state).is_empty() {
        let seat = game.to_act(&state).first();
        if seat != Seat::CHANCE {
            states.push((state.clone(), log.clone()));
        }
        let mv = game.sample_move(&state, seat, &mut rng);
        log.push((seat, mv));
        game.play_unchecked(&mut state, seat, mv);
    }
    states
}

/// Goes back to the first lead and makes the moves again that the viewer has seen.
fn again(game: &Tichu, world: &State, seen: &[(Seat, Move)]) -> Option<State> {
    let (mut state, made) = game.beginning(world, seen, &mut Rng::new(0))?;
    let mut moves = Vec::new();
    for &(seat, mv) in &seen[made..] {
        // Whether this very move was allowed is another question: with other cards a wish might have bound.
        game.legal(&state, seat, &mut moves);
        assert!(!moves.is_empty());
        game.play_unchecked(&mut state, seat, mv);
    }
    Some(state)
}

#[test]
fn every_world_goes_back_to_a_deal_from_which_the_moves_lead_to_it() {
    let game = game("epfl2017");
    for seed in 0..20 {
        for (number, (state, log)) in round(&game, seed).into_iter().enumerate() {
            let view = game.view(&state, game.to_act(&state).first());
            for world in [state, game.sample(&view, &mut Rng::new(number as u64))] {
                assert_eq!(again(&game, &world, &log), Some(world));
            }
        }
    }
}

#[test]
fn with_gifts_calls_and_bombs_a_world_goes_back_to_the_first_lead() {
    let game = game("official");
    let (mut looked, mut alike, mut guessed) = (0, 0, 0);
    for seed in 0..20 {
        for (number, (state, log)) in round(&game, seed).into_iter().enumerate() {
            let me = game.to_act(&state).first();
            let view = game.view(&state, me);
            let seen = game.history(&state, &log, me);
            if !seen.iter().any(|(_, mv)| mv.is_play()) {
                assert!(game.beginning(&state, &seen, &mut Rng::new(0)).is_none(), "not a card has been led");
                continue;
            }
            for world in [state, game.sample(&view, &mut Rng::new(number as u64))] {
                let then = again(&game, &world, &seen).expect("all moves were seen");
                game.audit(&then).unwrap();
                assert_eq!(then.hands, world.hands);
                looked += 1;
                // Who is asked for a bomb after others have declined cannot be told from what was seen.
                alike += (game.view(&then, me) == view) as u32;
                guessed += then.given.iter().flatten().filter(|&&card| card < 56).count();
            }
        }
    }
    assert!(alike * 50 > looked * 49, "{alike} of {looked} look the same");
    assert_eq!(guessed, 12 * looked as usize, "everybody knows what was given to him, and by whom");
}

#[test]
fn without_all_the_moves_nobody_goes_back() {
    let card_play = game("epfl2017");
    let (state, log) = round(&card_play, 1).swap_remove(20);
    assert!(card_play.beginning(&state, &log[1..], &mut Rng::new(0)).is_none());
    assert!(card_play.beginning(&state, &[], &mut Rng::new(0)).is_none());
    let setup = json!({"hands": {"0": "2j 3j", "1": "4j", "2": "6j 7j", "3": "8j"}, "turn": 0});
    assert!(card_play.beginning(&card_play.position(&setup).unwrap(), &[], &mut Rng::new(0)).is_none());
}

#[test]
fn steps_lead_to_worlds_of_the_same_view_and_a_later_view_keeps_the_hands_it_can() {
    let game = game("epfl2017");
    let mut rng = Rng::new(4);
    let mut kept = [0, 0];
    for seed in 0..30 {
        let states = round(&game, seed);
        let me = Seat(seed as u8 & 3);
        let mut world = game.sample(&game.view(&states[0].0, me), &mut rng);
        for (state, _) in &states {
            let view = game.view(state, me);
            let hands = world.hands;
            world = game.carry_on(&view, &world, &mut rng);
            for _ in 0..5 {
                assert_eq!(game.view(&world, me), view);
                game.audit(&world).unwrap();
                for seat in (0..4).filter(|&seat| seat != me.index()) {
                    kept[0] += (world.hands[seat] & hands[seat]).len();
                    kept[1] += world.hands[seat].len();
                }
                world = game.step(&view, &world, &mut rng);
            }
        }
    }
    assert!(kept[0] > kept[1] * 3 / 4, "of {} cards {} were kept", kept[1], kept[0]);
}

#[test]
fn a_long_walk_is_in_every_world_as_often() {
    let game = game("official");
    // Seat 2 showed that it has no nine, seat 3 has the Mah Jong, seat 1 a card of seat 0.
    let setup = json!({
        "hands": {"0": "2j 3j", "1": "5j 9j 4s", "2": "6j 7j", "3": "Ma 9s 8j"},
        "turn": 0, "rest": 1, "starter": 3, "wished": "9", "without_wished": [2], "given": {"0": "5j - -"},
    });
    let view = game.view(&game.position(&setup).unwrap(), Seat(0));
    let worlds = game.enumerate(&view, 1000).unwrap();
    let mut rng = Rng::new(6);
    let mut counts = vec![0u32; worlds.len()];
    let mut world = worlds[0].clone();
    let steps = 400 * worlds.len();
    for _ in 0..steps {
        for _ in 0..8 {
            world = game.step(&view, &world, &mut rng);
        }
        counts[worlds.iter().position(|w| w.hands == world.hands).expect("a world of the view")] += 1;
    }
    assert!(counts.iter().all(|count| (300..500).contains(count)), "{counts:?}");
}
