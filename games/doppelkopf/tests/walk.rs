//! From a world back to its deal, and from world to world.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat, kit};
use serde_json::{Map, json};

fn game(preset: &str) -> Doppelkopf {
    Doppelkopf::with_rules(Some(preset), &Map::new()).unwrap()
}

#[test]
fn every_world_goes_back_to_a_deal_from_which_the_moves_lead_to_it() {
    for preset in ["ddv", "cardplay"] {
        let found = kit::walks(&game(preset), 40, 1);
        // Whoever names a reservation does not know what others have named before.
        let unknown = (found.tried - found.back) * if preset == "cardplay" { 1000 } else { 20 };
        assert!(found.tried > 900 && unknown < found.tried && found.alike == found.back, "{preset}: {found:?}");
    }
    // Where everybody is asked for announcements nobody sees who was asked and said nothing.
    let asked = kit::walks(&game("basel2015"), 20, 1);
    assert!(asked.alike * 2 > asked.tried, "{asked:?}");
}

#[test]
fn without_all_the_moves_nobody_goes_back() {
    let setup = json!({
        "hands": {"0": "DA CK S9", "1": "HT HT D9", "2": "CQ SQ SK", "3": "CQ HK H9"},
        "turn": 0, "tricks": [3, 2, 2, 2], "points": [60, 40, 40, 40],
    });
    assert!(game("ddv").beginning(&game("ddv").position(&setup).unwrap(), &[], &mut Rng::new(0)).is_none());
}

#[test]
fn a_long_walk_is_in_every_world_as_often_as_it_can_be_dealt() {
    // A pair in two hands can be dealt in two ways; and seat 3 showed that it has no trump.
    for setup in [
        json!({
            "hands": {"0": "DA CK", "1": "HT D9", "2": "HT SK", "3": "SQ HK"}, "turn": 0, "re": [0, 2],
            "tricks": [4, 2, 2, 2],
        }),
        json!({
            "hands": {"0": "DA CK", "1": "HT CA", "2": "HT", "3": "SK"}, "trick": [[2, "DQ"], [3, "H9"]],
            "re": [0, 2], "tricks": [4, 2, 2, 2],
        }),
    ] {
        let view = game("ddv").view(&game("ddv").position(&setup).unwrap(), Seat(0));
        kit::walk_is_uniform(&game("ddv"), &view, &mut Rng::new(6));
    }
}
