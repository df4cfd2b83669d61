//! Play-throughs with every seat's view, and counts of move sequences: a difference is a change of behaviour.

use std::path::Path;

use kibitz_doppelkopf::Doppelkopf;
use kibitz_game::golden;
use kibitz_game::rooms::*;
use serde_json::Map;

#[test]
fn playthroughs() {
    for (preset, seed) in [("ddv", 1), ("cardplay", 2)] {
        let game = Doppelkopf::with_rules(Some(preset), &Map::new()).unwrap();
        let file = format!("{}/tests/golden/{preset}.txt", env!("CARGO_MANIFEST_DIR"));
        golden::check(Path::new(&file), &golden::playthrough(&game, seed));
    }
}

#[test]
fn perft() {
    let mut text = String::new();
    for (preset, _) in Doppelkopf::PRESETS {
        let game = Doppelkopf::with_rules(Some(preset), &Map::new()).unwrap();
        text += &golden::perft_lines(&game, &[1, 2, 3], 6);
    }
    golden::check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/perft.txt")), &text);
}
