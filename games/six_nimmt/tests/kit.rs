//! Every preset keeps the laws of the house, with few players and with many.

use kibitz_game::kit;
use kibitz_game::rooms::*;
use kibitz_six_nimmt::SixNimmt;
use serde_json::{Value, json};

/// Where worlds are few enough to be listed they are compared with the list. With the full deck that is so for two
/// players only: more leave thousands to the end. `tests/worlds.rs` has positions for them.
fn check(preset: &str, options: Value, endgames: u32) {
    let game = SixNimmt::with_rules(Some(preset), options.as_object().unwrap()).unwrap();
    let deals = 120 / game.seats() as u64;
    kit::check(&game, kit::Effort { deals, endgames, ..kit::Effort::default() });
}

#[test]
fn official() {
    check("official", json!({}), 0);
    check("official", json!({"players": 2}), 12);
    check("official", json!({"players": 10}), 0);
}

#[test]
fn tactics() {
    check("tactics", json!({}), 12);
    // Two players know each other's cards.
    check("tactics", json!({"players": 2}), 0);
    check("tactics", json!({"players": 3}), 12);
    check("tactics", json!({"players": 10}), 0);
}

#[test]
fn papers() {
    check("papers", json!({}), 0);
    check("papers", json!({"players": 2}), 12);
    check("papers", json!({"players": 10}), 0);
}

#[test]
fn every_option_the_other_way() {
    check("papers", json!({"players": 3, "deck": "10n+4", "match": true, "limit": 30, "limit_strict": true}), 12);
    check("official", json!({"row_choice": "cheapest", "match": false}), 0);
}
