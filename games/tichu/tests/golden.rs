//! Play-throughs with every seat's view, and counts of move sequences: a difference is a change of behaviour.

use std::path::Path;

use kibitz_game::golden;
use kibitz_game::rooms::*;
use kibitz_tichu::Tichu;
use serde_json::Map;

#[test]
fn playthroughs() {
    for (preset, seed) in [("official", 1), ("epfl2017", 2)] {
        let game = Tichu::with_rules(Some(preset), &Map::new()).unwrap();
        let file = format!("{}/tests/golden/{preset}.txt", env!("CARGO_MANIFEST_DIR"));
        golden::check(Path::new(&file), &golden::playthrough(&game, seed));
    }
}

#[test]
fn perft() {
    let mut text = String::new();
    for (preset, _) in Tichu::PRESETS {
        let game = Tichu::with_rules(Some(preset), &Map::new()).unwrap();
        // Official rounds begin with thousands of exchanges: the first five decisions are enough there.
        let depth = if game.rules.exchange { 5 } else { 6 };
        text += &golden::perft_lines(&game, &[1, 2, 3], depth);
    }
    golden::check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/perft.txt")), &text);
}
