//! Worlds respect every hard fact and are uniform over what is left; the Basel study's assignment is not.

use std::collections::HashMap;

use kibitz_doppelkopf::Doppelkopf;
use kibitz_doppelkopf::cards::{CLUB_QUEEN, Hand};
use kibitz_doppelkopf::notation::parse_cards;
use kibitz_doppelkopf::state::{Party, Phase, State};
use kibitz_doppelkopf::worlds::View;
use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat, kit};
use serde_json::{Map, Value, json};

fn game(preset: &str) -> Doppelkopf {
    Doppelkopf::with_rules(Some(preset), &Map::new()).unwrap()
}

fn view_of(setup: Value, seat: u8) -> View {
    let game = game("ddv");
    game.view(&game.position(&setup).unwrap(), Seat(seat))
}

/// Seat 0 with three cards of its own; the nine others among seats 1 to 3.
fn endgame(extra: Value) -> Value {
    let mut setup = json!({
        "hands": {"0": "DA CK S9", "1": "HT HT D9", "2": "CQ SQ SK", "3": "CQ HK H9"},
        "turn": 0, "tricks": [3, 2, 2, 2], "points": [60, 40, 40, 40],
    });
    setup.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    setup
}

/// The number of labelled worlds, after a test that they are uniform.
fn uniform(setup: Value) -> usize {
    let view = view_of(setup, 0);
    let worlds = game("ddv").enumerate(&view, 2000).unwrap();
    kit::uniform_over(&game("ddv"), &view, &worlds, &mut Rng::new(7));
    worlds.len()
}

#[test]
fn without_facts_every_labelled_deal_is_a_world() {
    assert_eq!(uniform(endgame(json!({}))), 1680); // 9! / 3!³
}

#[test]
fn who_did_not_follow_has_none_of_it() {
    // Seat 3 has no trumps but may, as far as anybody knows, hold hearts and spades: HK H9 SK.
    let void = json!({"lacks": {"3": "D9 DK DT DA DJ HJ SJ CJ DQ HQ SQ CQ HT"}, "hands": {"0": "DA CK S9", "1": "HT HT D9", "2": "CQ SQ CQ", "3": "SK HK H9"}});
    assert_eq!(uniform(endgame(void)), 20); // the six trumps on three and three places
}

#[test]
fn a_pair_of_equal_cards_is_split_in_two_labelled_ways() {
    let setup = json!({
        "hands": {"0": "DA", "1": "HT", "2": "HT", "3": "D9"}, "turn": 0, "re": [0, 2], "tricks": [3, 3, 3, 2],
    });
    let view = view_of(setup, 0);
    let worlds = game("ddv").enumerate(&view, 100).unwrap();
    // Three states, each of them two labelled deals.
    assert_eq!(worlds.len(), 6);
    kit::uniform_over(&game("ddv"), &view, &worlds, &mut Rng::new(1));
}

#[test]
fn who_called_re_holds_a_queen_until_one_is_shown() {
    // Seat 2 has called: at least one of the two unseen queens is there.
    let called = json!({"re": [2, 3], "told": {"re": [2], "kontra": []}});
    // All deals less those with both queens on the six places of the other two.
    let without = 1680 * (6 * 5) / (9 * 8);
    assert_eq!(uniform(endgame(called)), 1680 - without);
    // Seats 2 and 3 have called: one each.
    let both = json!({"re": [2, 3], "told": {"re": [2, 3], "kontra": []}});
    assert_eq!(uniform(endgame(both)), 1680 * 2 * (3 * 3) / (9 * 8));
}

#[test]
fn calls_and_voids_together() {
    let facts = json!({
        "re": [2, 3], "told": {"re": [2], "kontra": [1]},
        "lacks": {"1": "CQ H9 HK HA", "2": "H9 HK HA", "3": "S9 SK ST SA"},
    });
    // Both hearts are with seat 3, which has one place more. Both queens with seat 2: 4 · 4 ways for the five other
    // cards, the king of spades not with seat 3. One queen each with seats 2 and 3, in two ways: five cards on 3 and 2.
    assert_eq!(uniform(endgame(facts)), 16 + 2 * 10);
}

#[test]
fn in_a_solo_a_call_tells_nothing_of_queens() {
    let solo = json!({"game": "solo:jacks", "declarer": 2, "told": {"re": [2], "kontra": [1]}});
    assert_eq!(uniform(endgame(solo)), 1680);
}

#[test]
fn a_marriage_or_a_denied_solo_shows_both_queens() {
    let hands = json!({"0": "DA CK S9", "1": "HT HT D9", "2": "CQ SQ CQ", "3": "SK HK H9"});
    let marriage = json!({"hands": hands, "game": "marriage", "declarer": 2, "re": [1, 2], "clarified": 1});
    assert_eq!(uniform(endgame(marriage)), 7 * 6 * 5 * 4 * 3 * 2 / (6 * 6)); // seven cards on 3, 1 and 3 places
    let denied = json!({"hands": hands, "game": "solo:aces", "declarer": 0, "both": [2]});
    assert_eq!(uniform(endgame(denied)), 140);
}

#[test]
fn reservations_tell_just_what_the_questions_reveal() {
    let game = game("ddv");
    let setup = |open: [bool; 4]| {
        json!({"phase": "reservation", "compulsory_open": open, "hands": {
            "0": "CQ CQ SQ SJ HA HQ H9 DA DT DT DK DQ", "1": "CA CT CJ C9 S9 HA HT HK HK DK DJ DJ",
            "2": "CA CT CK C9 ST SK SK HT HQ HJ HJ DA", "3": "CK CJ SA SA ST SQ SJ S9 H9 DQ D9 D9",
        }})
    };
    let both_after = |open: [bool; 4], words: &[(u8, &str)]| {
        let mut state = game.position(&setup(open)).unwrap();
        for &(seat, word) in words {
            let mv = game.parse_move(&state, Seat(seat), word).unwrap();
            game.play(&mut state, Seat(seat), mv).unwrap();
        }
        (state.both, state.declarer)
    };
    let said = [(0, "vorbehalt"), (1, "gesund"), (2, "vorbehalt"), (3, "gesund"), (0, "hochzeit"), (2, "solo:jacks")];
    // Seat 0 is asked for a solo before seat 2 and has none: it must have a marriage.
    assert_eq!(both_after([false; 4], &said), (0b0001, 2));
    // Seat 2 has a compulsory solo, seat 0 cannot have one: its "no" says nothing.
    assert_eq!(both_after([false, false, true, false], &said), (0, 2));
    // Seat 0 could have had one.
    assert_eq!(both_after([true; 4], &said), (0b0001, 2));
    // Seat 3 comes after seat 2, which says yes: seat 3 is not asked.
    let turned = |seat: u8| (seat + 3) & 3;
    let mut rotated = setup([false; 4]);
    let hands = rotated["hands"].as_object().unwrap().clone();
    let hands: Map<String, Value> =
        hands.into_iter().map(|(seat, cards)| (turned(seat.parse().unwrap()).to_string(), cards)).collect();
    rotated["hands"] = hands.into();
    let mut state = game.position(&rotated).unwrap();
    let words = [(0, "gesund"), (1, "vorbehalt"), (2, "gesund"), (3, "vorbehalt"), (1, "solo:jacks"), (3, "hochzeit")];
    for (seat, word) in words {
        let mv = game.parse_move(&state, Seat(seat), word).unwrap();
        game.play(&mut state, Seat(seat), mv).unwrap();
    }
    assert_eq!((state.both, state.declarer), (0, 1));
}

#[test]
fn a_name_that_is_not_played_stays_unknown() {
    let game = game("basel2015");
    let setup = json!({"phase": "reservation", "hands": {
        "0": "CQ CQ SQ SJ HA HQ H9 DA DT DT DK DQ", "1": "CA CT CJ C9 S9 HA HT HK HK DK DJ DJ",
        "2": "CA CT CK C9 ST SK SK HT HQ HJ HJ DA", "3": "CK CJ SA SA ST SQ SJ S9 H9 DQ D9 D9",
    }});
    let table = kibitz_game::Table::position(std::sync::Arc::new(game.clone()), &setup, None).unwrap();
    let words =
        [(0, "gesund"), (1, "vorbehalt"), (2, "vorbehalt"), (3, "gesund"), (1, "solo:jacks"), (2, "solo:queens")];
    let table = words.iter().fold(table, |table, &(seat, word)| {
        let mv = game.parse_move(&table.state, Seat(seat), word).unwrap();
        table.play(Seat(seat), mv).unwrap()
    });
    let seen = |seat| table.history(Seat(seat)).iter().map(|&(_, mv)| game.move_text(mv)).collect::<Vec<_>>();
    assert!(seen(0).contains(&"solo:jacks".to_string()) && !seen(0).contains(&"solo:queens".to_string()));
    assert!(seen(2).contains(&"solo:queens".to_string()));
}

#[test]
fn parties_are_known_just_when_the_rules_show_them() {
    let game = game("ddv");
    let setup = json!({
        "hands": {"0": "CQ DA", "1": "HT D9", "2": "CQ SQ", "3": "HK H9"}, "turn": 0, "tricks": [3, 3, 2, 2],
    });
    let mut state = game.position(&setup).unwrap();
    let parties = |state: &State, seat: u8| {
        let view = game.view(state, Seat(seat));
        [0, 1, 2, 3]
            .map(|s| view.party(s).map(|p| if p == Party::Re { 'r' } else { 'k' }).unwrap_or('?'))
            .iter()
            .collect::<String>()
    };
    let play = |state: &mut State, seat: u8, text: &str| {
        let mv = game.parse_move(state, Seat(seat), text).unwrap();
        game.play(state, Seat(seat), mv).unwrap();
    };
    assert_eq!([0, 1, 2, 3].map(|s| parties(&state, s)), ["r???", "?k??", "??r?", "???k"]);
    // The first queen makes everything plain to the other holder, and one seat to the rest.
    play(&mut state, 0, "CQ");
    assert_eq!([0, 1, 2, 3].map(|s| parties(&state, s)), ["r???", "rk??", "rkrk", "r??k"]);
    play(&mut state, 1, "D9");
    play(&mut state, 2, "SQ");
    // Seat 3 does not follow trumps: it cannot hold the other queen. Seat 0 might, so seat 2 is not known to seat 1.
    play(&mut state, 3, "H9");
    assert_eq!([0, 1, 2, 3].map(|s| parties(&state, s)), ["r??k", "rk?k", "rkrk", "r??k"]);
}

#[test]
fn who_holds_both_queens_knows_all_and_shows_nothing() {
    let setup = json!({
        "hands": {"0": "CQ CQ", "1": "HT D9", "2": "DA SQ", "3": "HK H9"}, "turn": 0, "tricks": [3, 3, 2, 2],
    });
    assert_eq!(view_of(setup.clone(), 0).party(1), Some(Party::Kontra));
    assert_eq!(view_of(setup, 1).party(0), None);
}

/// How far the frequencies of a sampler lie from the enumeration: total variation, and the least and greatest ratio of
/// a world's frequency to what it should be.
fn bias(view: &View, mut draw: impl FnMut(&mut Rng) -> State) -> (f64, f64, f64) {
    let worlds = game("ddv").enumerate(view, 5000).unwrap();
    let name = |state: &State| state.hands;
    let mut counts: HashMap<[Hand; 4], (f64, f64)> = HashMap::new();
    worlds.iter().for_each(|w| counts.entry(name(w)).or_default().0 += 1.0);
    let mut rng = Rng::new(11);
    let draws = 400 * worlds.len();
    for _ in 0..draws {
        counts.get_mut(&name(&draw(&mut rng))).expect("a sampled world is one of the enumeration").1 += 1.0;
    }
    let shares = counts.values().map(|&(due, drawn)| (due / worlds.len() as f64, drawn / draws as f64));
    let distance = shares.clone().map(|(due, drawn)| (due - drawn).abs()).sum::<f64>() / 2.0;
    let ratios = shares.map(|(due, drawn)| drawn / due);
    (distance, ratios.clone().fold(f64::MAX, f64::min), ratios.fold(0.0, f64::max))
}

#[test]
fn the_greedy_assignment_is_consistent_and_biased() {
    // Hands of different size and a void: the rule looks at neither.
    let setup = json!({
        "hands": {"0": "DA CK S9 S9", "1": "HT SQ D9 CA", "2": "CQ HT DJ", "3": "SK HK CT"},
        "trick": [[2, "DQ"], [3, "H9"]], "re": [0, 2], "tricks": [2, 2, 2, 2],
    });
    let view = view_of(setup, 0);
    let doppelkopf = game("ddv");
    let exact = bias(&view, |rng| doppelkopf.sample(&view, rng));
    let greedy = bias(&view, |rng| doppelkopf.sample_by("greedy", &view, rng).unwrap());
    let worlds = doppelkopf.enumerate(&view, 5000).unwrap().len();
    println!("one position, {worlds} worlds: total variation and ratios exact {exact:.3?}, greedy {greedy:.3?}");
    assert!(exact.0 < 0.03, "exact worlds are off by {exact:?}");
    assert!(greedy.0 > 0.10, "greedy worlds are off by {greedy:?} only");
    assert!(doppelkopf.sample_by("magic", &view, &mut Rng::new(1)).is_none());
}

/// The same over endgames that random play leads to, one per deal: the first decision with at most 300 worlds.
#[test]
fn the_greedy_assignment_is_biased_in_ordinary_endgames() {
    let game = game("ddv");
    let (mut rng, positions) = (Rng::new(3), 40);
    let mut found = Vec::new();
    for number in 0.. {
        let mut state = game.deal(&Default::default(), &mut Rng::stream(21, number));
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let view = game.view(&state, seat);
            let few = state.phase == Phase::Play && view.unseen().len() < 16;
            if few && game.enumerate(&view, 300).is_some_and(|worlds| worlds.len() >= 12) {
                let exact = bias(&view, |rng| game.sample(&view, rng));
                found.push((exact, bias(&view, |rng| game.sample_by("greedy", &view, rng).unwrap())));
                break;
            }
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
        }
        if found.len() == positions {
            break;
        }
    }
    let exact = found.iter().map(|pair| pair.0.0).sum::<f64>() / positions as f64;
    let greedy = found.iter().map(|pair| pair.1.0).sum::<f64>() / positions as f64;
    let most = found.iter().map(|pair| pair.1.0).fold(0.0, f64::max);
    let plain = found.iter().fold((1.0, 1.0), |(low, high), pair| (pair.0.1.min(low), pair.0.2.max(high)));
    let ratios = found.iter().fold((1.0, 1.0), |(low, high), pair| (pair.1.1.min(low), pair.1.2.max(high)));
    println!(
        "{positions} endgames: mean total variation exact {exact:.3}, greedy {greedy:.3} (at most {most:.3}); \
         ratios exact {plain:.3?}, greedy {ratios:.3?}"
    );
    assert!(exact < 0.03 && greedy > 0.10, "exact {exact:.3}, greedy {greedy:.3}");
}

#[test]
fn greedy_worlds_give_the_view_they_are_drawn_from() {
    for preset in ["ddv", "basel2015"] {
        let game = game(preset);
        let mut rng = Rng::new(5);
        for number in 0..200 {
            let mut state = game.deal(&Default::default(), &mut Rng::stream(9, number));
            while !game.to_act(&state).is_empty() {
                let seat = game.to_act(&state).first();
                let view = game.view(&state, seat);
                let world = game.sample_by("greedy", &view, &mut rng).unwrap();
                game.audit(&world).unwrap();
                assert_eq!(game.view(&world, seat), view);
                let mv = game.sample_move(&state, seat, &mut rng);
                game.play_unchecked(&mut state, seat, mv);
            }
        }
    }
}

#[test]
fn a_view_holds_no_card_of_another_hand() {
    let view = view_of(endgame(json!({})), 0);
    assert_eq!(view.unseen(), parse_cards("HT HT D9 CQ SQ SK CQ HK H9").unwrap());
    assert!(view.known.hands[1..].iter().all(|hand| hand.is_empty()));
    assert!(view.known.dealt[1..].iter().all(|hand| !hand.has(CLUB_QUEEN)));
}
