//! Every preset keeps the laws of the house.

use kibitz_agram::Agram;
use kibitz_game::{Rulebook, kit};
use serde_json::{Map, json};

#[test]
fn every_preset_keeps_the_laws() {
    for (preset, _) in Agram::PRESETS {
        let game = Agram::with_rules(Some(preset), &Map::new()).unwrap();
        kit::check(&game, kit::Effort::default());
    }
}

#[test]
fn any_number_of_players_keeps_the_laws() {
    for players in [2, 5] {
        let options = json!({"players": players});
        let game = Agram::with_rules(None, options.as_object().unwrap()).unwrap();
        kit::check(&game, kit::Effort::default());
    }
}
