//! Every preset keeps the laws of the house.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_game::kit;
use kibitz_game::rooms::*;
use serde_json::{Map, Value, json};

fn check(preset: &str, options: Value) {
    let game = Doppelkopf::with_rules(Some(preset), options.as_object().unwrap_or(&Map::new())).unwrap();
    kit::check(&game, kit::Effort::default());
}

#[test]
fn ddv() {
    check("ddv", json!({}));
}

#[test]
fn basel2015() {
    check("basel2015", json!({}));
}

#[test]
fn cardplay() {
    check("cardplay", json!({}));
}

#[test]
fn normal_games_with_announcements() {
    check("ddv", json!({"reservations": false}));
}

#[test]
fn announcements_that_are_asked_for() {
    check("basel2015", json!({"asked": true}));
}

#[test]
fn every_solo_forced() {
    // With one deal and a solo owed the first seat is led to play it.
    check("ddv", json!({"deals": 4}));
}

#[test]
fn every_option_the_other_way() {
    check(
        "ddv",
        json!({
            "compulsory_solos": false, "deals": null, "marriage": false, "skip_levels": false, "replies": false,
            "second_heart_ten": true, "charlie_caught": true,
        }),
    );
}
