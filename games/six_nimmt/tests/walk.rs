//! From a world back to its deal, and from world to world.

use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat, kit};
use kibitz_six_nimmt::SixNimmt;
use serde_json::{Map, json};

#[test]
fn every_world_goes_back_to_a_deal_from_which_the_moves_lead_to_it() {
    for (preset, options) in [
        ("official", json!({})),
        ("official", json!({"players": 10})),
        ("tactics", json!({"players": 3})),
        ("papers", json!({})),
    ] {
        let game = SixNimmt::with_rules(Some(preset), options.as_object().unwrap()).unwrap();
        let found = kit::walks(&game, 12, 1);
        assert!(found.tried > 200 && found.back == found.tried && found.alike == found.tried, "{preset}: {found:?}");
    }
}

#[test]
fn without_all_the_moves_nobody_goes_back() {
    let game = SixNimmt::with_rules(None, &Map::new()).unwrap();
    let setup = json!({"hands": {"0": [10, 11], "1": [20, 22], "2": [21, 25]}, "rows": [[30], [40], [50], [60]]});
    assert!(game.beginning(&game.position(&setup).unwrap(), &[], &mut Rng::new(0)).is_none());
}

#[test]
fn a_long_walk_is_in_every_world_as_often() {
    // Five cards are in the two hidden hands or were not dealt.
    let game = SixNimmt::with_rules(None, &Map::new()).unwrap();
    let known: Vec<u8> =
        (1..=104).filter(|card| ![10, 11, 20, 21, 22, 24, 25, 30, 40, 50, 60].contains(card)).collect();
    let setup = json!({
        "hands": {"0": [10, 11], "1": [20, 22], "2": [21, 25]}, "rows": [[30], [40], [50], [60]],
        "taken": known, "penalties": [60, 60, 60],
    });
    let view = game.view(&game.position(&setup).unwrap(), Seat(0));
    kit::walk_is_uniform(&game, &view, &mut Rng::new(6));
}
