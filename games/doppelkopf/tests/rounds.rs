//! Whole deals at random, dealt on from round to round: every move legal, every card accounted for, 240 card points, the
//! points of the four seats sum to zero and their totals are all even or all odd.
//! `KIBITZ_ROUNDS` sets how many deals of each preset (a million in `make long-test`).

use kibitz_doppelkopf::Doppelkopf;
use kibitz_doppelkopf::state::Standing;
use kibitz_game::rooms::*;
use kibitz_game::{Outcome, Rng};
use serde_json::Map;

fn play_deals(preset: &str) {
    let deals = std::env::var("KIBITZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(5000);
    let game = Doppelkopf::with_rules(Some(preset), &Map::new()).unwrap();
    let mut moves = Vec::new();
    let mut standing = Standing::default();
    let (mut solos, mut alone, mut rounds) = (0u64, 0u64, 0u64);
    for number in 0..deals {
        let mut rng = Rng::stream(2015, number);
        let mut state = game.deal(&standing, &mut rng);
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.legal(&state, seat, &mut moves);
            assert!(moves.binary_search(&mv).is_ok(), "{preset} deal {number}: {} is illegal", game.move_text(mv));
            game.play_unchecked(&mut state, seat, mv);
        }
        game.audit(&state).unwrap_or_else(|e| panic!("{preset} deal {number}: {e}"));
        assert_eq!(state.points.iter().map(|&p| p as u32).sum::<u32>(), 240, "{preset} deal {number}");
        assert_eq!(state.tricks.iter().sum::<u8>(), 12, "{preset} deal {number}");
        let returns = game.returns(&state);
        assert_eq!(returns.as_slice().iter().sum::<i32>(), 0, "{preset} deal {number}");
        solos += state.contract.is_solo() as u64;
        alone += state.silent() as u64;
        standing = game.standing_after(&state);
        let parity = standing.totals.map(|t| t.rem_euclid(2));
        assert!(parity.iter().all(|&p| p == parity[0]), "{preset} deal {number}: {:?}", standing.totals);
        if let Outcome::Over(_) = game.outcome(&standing) {
            if game.rules.compulsory_solos {
                assert_eq!((standing.played, standing.solos), (24, 0b1111), "a round has everybody's compulsory solo");
            }
            rounds += 1;
            standing = Standing::default();
        }
    }
    println!("{preset}: {deals} deals, {rounds} rounds, {solos} solos, {alone} played alone without declaring it");
}

#[test]
fn ddv() {
    play_deals("ddv");
}

#[test]
fn basel2015() {
    play_deals("basel2015");
}

#[test]
fn cardplay() {
    play_deals("cardplay");
}
