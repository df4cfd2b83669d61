//! The newcomer errs like a person: what nobody would do, it does not do either.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_doppelkopf::contracts::Contract;
use kibitz_doppelkopf::moves::Says;
use kibitz_game::rooms::*;
use kibitz_game::{Clock, Rng, Spec};
use serde_json::Map;

#[test]
fn the_beginner_announces_nothing_marries_and_plays_a_solo_only_when_it_must() {
    let game = Doppelkopf::with_rules(Some("ddv"), &Map::new()).unwrap();
    let mut beginner = game.bot(&Spec::bare("beginner")).unwrap().unwrap();
    let mut marriages = 0;
    for number in 0..300 {
        let mut rng = Rng::stream(5, number);
        let mut state = game.deal(&Default::default(), &mut rng);
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let mv = beginner.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
            assert!(!mv.is_announcement());
            if let Says::Name(contract) = mv.says() {
                assert!(state.forced || contract == Contract::Marriage);
                marriages += 1;
            }
            game.play(&mut state, seat, mv).unwrap();
        }
    }
    assert!(marriages > 0);
}
