//! The newcomer errs like a person: what nobody would do, it does not do either.

use kibitz_game::rooms::*;
use kibitz_game::{Clock, Rng, Spec};
use kibitz_tichu::Tichu;
use kibitz_tichu::cards::{ACE, DRAGON, PHOENIX, count};
use kibitz_tichu::moves::Move;
use serde_json::Map;

#[test]
fn the_beginner_bids_on_high_cards_only_and_bombs_its_partner_only_when_a_wish_makes_it() {
    let game = Tichu::with_rules(Some("official"), &Map::new()).unwrap();
    let mut beginner = game.bot(&Spec::bare("beginner")).unwrap().unwrap();
    let (mut calls, mut bombs, mut moves) = (0, 0, Vec::new());
    for number in 0..400 {
        let mut rng = Rng::stream(5, number);
        let mut state = game.deal(&[0, 0], &mut rng);
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let view = game.view(&state, seat);
            let mv = beginner.act(&game, &view, &mut rng, Clock::NONE);
            let hand = state.hands[seat.index()];
            assert_ne!(mv, Move::GRAND);
            if mv == Move::TICHU {
                calls += 1;
                assert!((hand & (DRAGON | PHOENIX)).len() + count(hand, ACE) >= 4);
            }
            if mv.is_play() && mv.is_bomb() && mv.cards() != hand {
                bombs += 1;
                game.view_legal(&view, &mut moves);
                let forced = moves.iter().all(|m| m.is_bomb());
                let partners = !state.leading() && state.owner & 1 == seat.0 & 1;
                assert!(forced || !partners, "round {number}: {} on the partner", game.move_text(mv));
            }
            game.play(&mut state, seat, mv).unwrap();
        }
    }
    assert!(calls > 0 && bombs > 0);
}
