//! The newcomer errs like a person: what nobody would do, it does not do either.

use kibitz_game::rooms::*;
use kibitz_game::{Clock, Rng, Spec};
use kibitz_schnapsen::Schnapsen;
use kibitz_schnapsen::moves::Move;
use serde_json::Map;

#[test]
fn the_beginner_never_closes_always_claims_and_finds_some_marriages_but_not_all() {
    let game = Schnapsen::with_rules(Some("tournament"), &Map::new()).unwrap();
    let mut beginner = game.bot(&Spec::bare("beginner")).unwrap().unwrap();
    let (mut married, mut overlooked, mut moves) = (0, 0, Vec::new());
    for number in 0..300 {
        let mut rng = Rng::stream(5, number);
        let mut state = game.deal(&Default::default(), &mut rng);
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let mv = beginner.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
            game.legal(&state, seat, &mut moves);
            assert_ne!(mv, Move::CLOSE);
            assert!(mv == Move::CLAIM || !moves.contains(&Move::CLAIM));
            married += mv.is_marriage() as u32;
            overlooked += (mv.is_card() && moves.iter().any(|m| m.is_marriage())) as u32;
            game.play(&mut state, seat, mv).unwrap();
        }
    }
    assert!(married > 20 && overlooked > 20, "{married} found, {overlooked} overlooked");
}
