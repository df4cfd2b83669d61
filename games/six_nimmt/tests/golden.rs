//! Play-throughs with every seat's view, and counts of move sequences: a difference is a change of behaviour.

use std::path::Path;

use kibitz_game::golden;
use kibitz_game::rooms::*;
use kibitz_six_nimmt::SixNimmt;
use serde_json::{Map, json};

#[test]
fn playthroughs() {
    for (preset, seed) in [("official", 1), ("tactics", 2), ("papers", 3)] {
        let game = SixNimmt::with_rules(Some(preset), &Map::new()).unwrap();
        let file = format!("{}/tests/golden/{preset}.txt", env!("CARGO_MANIFEST_DIR"));
        golden::check(Path::new(&file), &golden::playthrough(&game, seed));
    }
}

#[test]
fn perft() {
    let mut text = String::new();
    for (preset, _) in SixNimmt::PRESETS {
        for players in [2, 3] {
            let options = json!({ "players": players });
            let game = SixNimmt::with_rules(Some(preset), options.as_object().unwrap()).unwrap();
            text += &golden::perft_lines(&game, &[1, 2, 3], 5);
        }
    }
    golden::check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/perft.txt")), &text);
}
