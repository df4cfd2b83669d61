//! Worlds respect every hard fact and are uniform over what is left.

use kibitz_game::rooms::*;
use kibitz_game::{CardSet, Rng, Seat, kit};
use kibitz_tichu::Tichu;
use kibitz_tichu::cards::{MAH_JONG, rank_cards};
use kibitz_tichu::notation::parse_card;
use serde_json::{Map, json};

fn official() -> Tichu {
    Tichu::with_rules(Some("official"), &Map::new()).unwrap()
}

/// A late position in which seat 0 knows much: it gave 5j to seat 1, seat 3 led first and has not played the Mah Jong,
/// and seat 2 showed that it has no nine.
fn informed() -> serde_json::Value {
    json!({
        "hands": {"0": "2j 3j", "1": "5j 9j 4s", "2": "6j 7j", "3": "Ma 9s 8j"},
        "turn": 0, "rest": 1, "starter": 3, "wished": "9", "without_wished": [2], "given": {"0": "5j - -"},
    })
}

#[test]
fn facts_hold_in_every_world() {
    let game = official();
    let view = game.view(&game.position(&informed()).unwrap(), Seat(0));
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let world = game.sample(&view, &mut rng);
        assert!(world.hands[1].has(parse_card("5j").unwrap()));
        assert!(world.hands[3].meets(MAH_JONG));
        assert!(!world.hands[2].meets(rank_cards(9)));
    }
}

#[test]
fn worlds_are_uniform_under_all_facts_at_once() {
    let game = official();
    let view = game.view(&game.position(&informed()).unwrap(), Seat(0));
    let worlds = game.enumerate(&view, 1000).unwrap();
    // Free are 9j 4s 6j 7j 9s 8j on 2 + 2 + 2 places; the nines on four of them: 6 ways for the nines
    // (both with 1, both with 3, or one each in two ways) times the rest.
    let ways = |a: u32, b: u32, c: u32| {
        (1..=a + b + c).product::<u32>() / [a, b, c].map(|n| (1..=n).product::<u32>()).iter().product::<u32>()
    };
    let expected = ways(0, 2, 2) + ways(2, 2, 0) + 2 * ways(1, 2, 1);
    assert_eq!(worlds.len() as u32, expected);
    kit::uniform_over(&game, &view, &worlds, &mut Rng::new(2));
}

#[test]
fn an_unfulfilled_wish_tells_on_a_lead_and_on_a_lower_single_only() {
    let game = official();
    let after = |trick: serde_json::Value, wish: &str| {
        let setup = json!({"hands": {"0": "2j 3j 4j", "1": "Kj 6s 7s", "2": "8p", "3": "Tr"}, "trick": trick, "turn": 1, "wish": wish});
        let mut state = game.position(&setup).unwrap();
        let mv = game.parse_move(&state, Seat(1), if trick == json!([]) { "6s" } else { "pass" }).unwrap();
        game.play(&mut state, Seat(1), mv).unwrap();
        state.without_wished
    };
    assert_eq!(after(json!([]), "9"), 0b10, "a leader without a nine");
    assert_eq!(after(json!([[0, "5j"]]), "9"), 0b10, "a pass on a lower single");
    assert_eq!(after(json!([[0, "Jj"]]), "9"), 0, "a nine could not be played on a jack");
    assert_eq!(after(json!([[0, "5j 5s"]]), "9"), 0, "one nine alone does not beat a pair");
}

#[test]
fn the_grand_phase_hides_six_cards_even_from_their_owner() {
    let game = official();
    let state = game.deal(&[0, 0], &mut Rng::new(5));
    let view = game.view(&state, Seat(2));
    assert_eq!(view.known.hands[2].len(), 8);
    assert_eq!(view.unseen().len(), 48);
    assert!(view.known.to_come.iter().all(|c| *c == CardSet::EMPTY));
}
