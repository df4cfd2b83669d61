//! Every preset keeps the laws of the house.

use kibitz_game::kit;
use kibitz_game::rooms::*;
use kibitz_tichu::Tichu;
use serde_json::{Map, Value, json};

fn check(preset: &str, options: Value) {
    let game = Tichu::with_rules(Some(preset), options.as_object().unwrap_or(&Map::new())).unwrap();
    kit::check(&game, kit::Effort::default());
}

#[test]
fn official() {
    check("official", json!({}));
}

#[test]
fn bsw() {
    check("bsw", json!({}));
}

#[test]
fn epfl2017() {
    check("epfl2017", json!({}));
}

#[test]
fn epfl2017_compat() {
    check("epfl2017_compat", json!({}));
}

#[test]
fn mini() {
    check("mini", json!({}));
}

#[test]
fn every_open_point_settled_the_other_way() {
    check(
        "official",
        json!({
            "grand_order": "sequential", "tichu_after_out": false, "partner_calls": "one", "wish_bomb_in_turn": "strict",
            "wish_own_combination": "counts", "dragon_last": "keep", "phoenix_lead": 0.5, "phoenix_straight": "high",
            "phoenix_fullhouse": "high", "quad_phoenix_fullhouse": true, "tie": "extra_round",
        }),
    );
}
