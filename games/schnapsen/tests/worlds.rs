//! Worlds respect every hard fact and are uniform over what is left.

use std::collections::BTreeMap;

use kibitz_game::rooms::*;
use kibitz_game::{CardSet, Rng, Seat, kit};
use kibitz_schnapsen::Schnapsen;
use kibitz_schnapsen::notation::{parse_card, parse_cards};
use kibitz_schnapsen::state::State;
use serde_json::{Map, Value, json};

fn tournament() -> Schnapsen {
    Schnapsen::with_rules(None, &Map::new()).unwrap()
}

fn set(text: &str) -> CardSet {
    parse_cards(text).unwrap().into_iter().collect()
}

/// A position after some moves, each written "seat move".
fn after(game: &Schnapsen, setup: Value, moves: &[&str]) -> State {
    let mut state = game.position(&setup).unwrap();
    for step in moves {
        let (seat, text) = step.split_once(' ').unwrap();
        let seat = Seat(seat.parse().unwrap());
        let mv = game.parse_move(&state, seat, text).unwrap();
        game.play(&mut state, seat, mv).unwrap();
    }
    state
}

/// A complete deal of which both hands are known: seat 0 has a marriage and the trump jack.
fn start() -> Value {
    json!({"trump": "S", "hands": {"0": "SJ HK HQ HJ CJ", "1": "SA SK SQ CK CQ"}, "talon": "DA DT DK DQ DJ HA HT CA CT ST"})
}

#[test]
fn nothing_is_known_at_the_beginning_but_the_own_hand_and_the_card_face_up() {
    let game = tournament();
    let view = game.view(&game.position(&start()).unwrap(), Seat(1));
    assert_eq!(view.unseen(), set("SJ HK HQ HJ CJ DA DT DK DQ DJ HA HT CA CT"));
    assert_eq!(view.hand_count(), 2002);
    assert_eq!(view.world_count(), 2002 * 362_880);
    assert_eq!(game.other_hands(&view).len(), 2002);
    assert_eq!(game.enumerate(&view, 1_000_000), None);
}

#[test]
fn the_exchanged_card_and_the_shown_partner_are_in_every_world() {
    let game = tournament();
    let state = after(&game, start(), &["0 exchange", "0 marriage:HQ"]);
    let view = game.view(&state, Seat(1));
    assert_eq!(view.located(), set("ST HK"));
    // Two of the other hand's four cards are free, out of eleven.
    assert_eq!(view.hand_count(), 55);
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let world = game.sample(&view, &mut rng);
        assert!(world.hands[0].covers(set("ST HK")));
        assert_eq!(world.talon.face_up(), parse_card("SJ").unwrap());
    }
    // What it has shown itself is no news to a seat.
    assert_eq!(game.view(&state, Seat(0)).located(), CardSet::EMPTY);
    // A shown card that has been played is no longer in hand.
    let later = after(&game, start(), &["0 marriage:HQ", "1 CQ", "0 HK"]);
    assert_eq!(game.view(&later, Seat(1)).located(), CardSet::EMPTY);
}

#[test]
fn replies_on_a_closed_talon_betray_what_is_not_in_hand() {
    let game = tournament();
    let closed = |hand: &str, reply: &str| {
        let setup = json!({"trump": "S", "hands": {"0": "HQ CA", "1": hand}, "closed": {"by": 0}, "tricks": [2, 1]});
        let state = after(&game, setup, &["0 HQ", &format!("1 {reply}")]);
        let view = game.view(&state, Seat(0));
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            assert!(!game.sample(&view, &mut rng).hands[1].meets(view.known.without[1]));
        }
        view.known.without[1]
    };
    assert_eq!(closed("HK HJ", "HK"), CardSet::EMPTY, "who heads the trick betrays nothing");
    assert_eq!(closed("HJ SA", "HJ"), set("HA HT HK"), "who follows lower has nothing higher");
    assert_eq!(closed("SA DJ", "SA"), set("HA HT HK HQ HJ"));
    assert_eq!(closed("DJ CK", "DJ"), set("HA HT HK HQ HJ SA ST SK SQ SJ"));
}

#[test]
fn worlds_are_uniform_under_all_facts_at_once() {
    let game = tournament();
    // Seat 1 declared hearts, seat 0 closed, and seat 1 trumped a club.
    let setup = json!({
        "trump": "S", "hands": {"0": "CA DA SA", "1": "HK SQ DT"}, "talon": "DK DQ DJ SJ", "points": [30, 20], "tricks": [2, 2],
        "closed": {"by": 0, "points": 20, "tricks": 1}, "piles": {"0": "CT HJ CJ ST", "1": "HQ HA HT CK"},
        "shown": {"1": "HK"}, "without": {"1": "CA CT CK CQ CJ"},
    });
    let state = game.position(&setup).unwrap();
    let view = game.view(&state, Seat(0));
    // Unseen: HK SQ DT DK DQ DJ and two cards that the set-up leaves open (SK, CQ); free are two places in the hand for
    // six cards, as CQ cannot be there, and three covered places in the talon for the five cards that remain.
    assert_eq!(view.unseen(), set("HK SQ DT DK DQ DJ SK CQ"));
    let worlds = game.enumerate(&view, 1000).unwrap();
    assert_eq!(worlds.len(), 15 * 60);
    assert_eq!(worlds.len() as u64, view.world_count());
    kit::uniform_over(&game, &view, &worlds, &mut Rng::new(2));
}

#[test]
fn the_list_of_hands_is_the_list_of_worlds_without_the_talon() {
    let game = tournament();
    let mut rng = Rng::new(4);
    for seed in 0..200 {
        let mut state = game.deal(&Default::default(), &mut Rng::new(seed));
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let view = game.view(&state, seat);
            let hands = game.other_hands(&view);
            assert_eq!(hands.len() as u64, view.hand_count());
            assert!(hands.contains(&state.hands[seat.index() ^ 1]), "the true hand is possible");
            if let Some(worlds) = game.enumerate(&view, 2000) {
                assert_eq!(worlds.len() as u64, view.world_count());
                assert!(worlds.contains(&state), "the true deal is a world");
                let mut counts: BTreeMap<CardSet, usize> = hands.iter().map(|&h| (h, 0)).collect();
                worlds.iter().for_each(|w| *counts.get_mut(&w.hands[seat.index() ^ 1]).expect("a listed hand") += 1);
                assert!(counts.values().all(|&n| n == worlds.len() / hands.len()), "every hand has as many talons");
                let world = game.world_with(&view, hands[0], &mut rng);
                assert_eq!(game.view(&world, seat), view);
            }
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
        }
    }
}

#[test]
fn with_the_talon_used_up_there_is_one_world() {
    for preset in ["tournament", "course"] {
        let game = Schnapsen::with_rules(Some(preset), &Map::new()).unwrap();
        let mut rng = Rng::new(5);
        let mut met = 0;
        for _ in 0..500 {
            let mut state = game.deal(&Default::default(), &mut rng);
            while !game.to_act(&state).is_empty() {
                if state.talon.is_empty() {
                    met += 1;
                    for seat in [Seat(0), Seat(1)] {
                        let view = game.view(&game.settled(&state), seat);
                        assert_eq!(view.world_count(), 1);
                        assert_eq!(game.sample(&view, &mut rng), game.settled(&state));
                    }
                }
                let seat = game.to_act(&state).first();
                let mv = game.sample_move(&state, seat, &mut rng);
                game.play_unchecked(&mut state, seat, mv);
            }
        }
        assert!(met > 100, "{preset}: {met}");
    }
}

#[test]
fn a_view_does_not_know_what_the_other_draws() {
    let game = tournament();
    let state = after(&game, start(), &["0 HJ", "1 CQ"]);
    let view = game.view(&state, Seat(1));
    assert_eq!(state.hands[0], set("SJ HK HQ CJ DA"));
    assert_eq!(view.known.hands[0], CardSet::EMPTY);
    assert!(view.unseen().has(parse_card("DA").unwrap()));
    assert_eq!(view.known.talon.iter().count(), 1);
}
