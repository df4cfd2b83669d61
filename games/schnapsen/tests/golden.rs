//! Play-throughs with every seat's view, and counts of move sequences: a difference is a change of behaviour.

use std::path::Path;

use kibitz_game::golden;
use kibitz_game::rooms::*;
use kibitz_schnapsen::Schnapsen;
use serde_json::Map;

#[test]
fn playthroughs() {
    for (preset, seed) in [("tournament", 531), ("tournament", 858), ("course", 2)] {
        let game = Schnapsen::with_rules(Some(preset), &Map::new()).unwrap();
        let file = format!("{}/tests/golden/{preset}-{seed}.txt", env!("CARGO_MANIFEST_DIR"));
        golden::check(Path::new(&file), &golden::playthrough(&game, seed));
    }
}

#[test]
fn perft() {
    let mut text = String::new();
    for (preset, _) in Schnapsen::PRESETS {
        let game = Schnapsen::with_rules(Some(preset), &Map::new()).unwrap();
        text += &golden::perft_lines(&game, &[1, 2, 3], 7);
    }
    golden::check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/perft.txt")), &text);
}
