//! Whole rounds at random: every move legal, every card accounted for, 100 card points or 200 : 0.
//! `KIBITZ_ROUNDS` sets how many of each preset (a million in `make long-test`).

use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat};
use kibitz_tichu::Tichu;
use kibitz_tichu::state::Call;
use serde_json::Map;

fn play_rounds(preset: &str) {
    let rounds = std::env::var("KIBITZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(5000);
    let game = Tichu::with_rules(Some(preset), &Map::new()).unwrap();
    let mut moves = Vec::new();
    let (mut doubles, mut bombs) = (0u64, 0u64);
    for number in 0..rounds {
        let mut rng = Rng::stream(2017, number);
        let mut state = game.deal(&[0, 0], &mut rng);
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.legal(&state, seat, &mut moves);
            assert!(moves.binary_search(&mv).is_ok(), "{preset} round {number}: {} is illegal", game.move_text(mv));
            bombs += mv.is_bomb() as u64;
            game.play_unchecked(&mut state, seat, mv);
        }
        game.audit(&state).unwrap_or_else(|e| panic!("{preset} round {number}: {e}"));
        let calls = |team: usize| -> i32 {
            let worth = |seat: usize| match state.calls[seat] {
                Call::None => 0,
                Call::Tichu => 100,
                Call::Grand => 200,
            };
            let won = |seat: usize| if state.out[0] as usize == seat { worth(seat) } else { -worth(seat) };
            let both = [team, team + 2];
            let success = both.iter().any(|&s| won(s) > 0);
            let booked = |seat: usize| match state.calls[seat] {
                Call::Grand if preset == "bsw" && success => won(seat).max(0),
                _ => won(seat),
            };
            both.iter().map(|&s| booked(s)).sum()
        };
        let returns = game.returns(&state);
        let cards = [0, 1].map(|team| returns[Seat(team)] - calls(team as usize));
        doubles += state.double_win() as u64;
        let first_team = (state.out[0] & 1) as usize;
        if state.double_win() {
            assert_eq!((cards[first_team], cards[first_team ^ 1]), (200, 0), "{preset} round {number}");
        } else {
            assert_eq!(cards[0] + cards[1], 100, "{preset} round {number}");
        }
    }
    println!("{preset}: {rounds} rounds, {doubles} double wins, {bombs} bombs");
}

#[test]
fn official() {
    play_rounds("official");
}

#[test]
fn bsw() {
    play_rounds("bsw");
}

#[test]
fn epfl2017() {
    play_rounds("epfl2017");
}

#[test]
fn epfl2017_compat() {
    play_rounds("epfl2017_compat");
}

#[test]
fn mini() {
    play_rounds("mini");
}
