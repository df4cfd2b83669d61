//! Every preset keeps the laws of the house.

use kibitz_game::kit;
use kibitz_game::rooms::*;
use kibitz_schnapsen::Schnapsen;
use serde_json::{Map, Value, json};

fn check(preset: &str, options: Value) {
    let game = Schnapsen::with_rules(Some(preset), options.as_object().unwrap_or(&Map::new())).unwrap();
    kit::check(&game, kit::Effort::default());
}

#[test]
fn tournament() {
    check("tournament", json!({}));
}

#[test]
fn course() {
    check("course", json!({}));
}

#[test]
fn every_open_point_settled_the_other_way() {
    check(
        "tournament",
        json!({
            "close_min_talon": 2, "exchange_min_talon": 2, "exchange_first_lead": false,
            "marriage_points": "next_trick", "marriage_lead": "king", "rule33": false, "match_target": null,
        }),
    );
}

#[test]
fn marriages_that_count_at_once_where_66_is_found_by_itself() {
    check("course", json!({"marriage_points": "at_once", "marriage_lead": "either", "closing": true}));
}
