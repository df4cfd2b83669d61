//! The rules of RULES.md as sentences, and what is refused.

use kibitz_game::rooms::*;
use kibitz_game::{Clock, Error, MoveCode, Outcome, Rng, Seat, SeatSet};
use kibitz_six_nimmt::SixNimmt;
use kibitz_six_nimmt::moves::{Move, Says};
use kibitz_six_nimmt::phases::Standing;
use kibitz_six_nimmt::state::{Phase, State};
use serde_json::{Value, json};

fn game(preset: &str, options: Value) -> SixNimmt {
    SixNimmt::with_rules(Some(preset), options.as_object().unwrap()).unwrap()
}

fn official() -> SixNimmt {
    game("official", json!({}))
}

/// Plays moves given as text.
fn after(game: &SixNimmt, setup: Value, moves: &[(u8, &str)]) -> State {
    let mut state = game.position(&setup).unwrap_or_else(|e| panic!("{e}"));
    for &(seat, text) in moves {
        let mv = game.parse_move(&state, Seat(seat), text).unwrap();
        game.play(&mut state, Seat(seat), mv).unwrap_or_else(|e| panic!("{e}"));
    }
    state
}

fn rows(state: &State) -> Vec<Vec<u8>> {
    state.rows.iter().map(|row| row.cards().to_vec()).collect()
}

#[test]
fn cards_go_to_the_greatest_end_below_them_in_ascending_order() {
    let setup = json!({
        "hands": {"0": [14, 5], "1": [15, 13], "2": [44, 22], "3": [61, 29]}, "rows": [[12], [37], [43], [58]],
    });
    let state = after(&official(), setup, &[(3, "61"), (1, "15"), (0, "14"), (2, "44")]);
    assert_eq!(rows(&state), [vec![12, 14, 15], vec![37], vec![43, 44], vec![58, 61]]);
}

#[test]
fn the_sixth_card_takes_five_and_begins_the_row() {
    let setup = json!({"hands": {"0": [10, 9], "1": [71, 17]}, "rows": [[1, 2, 3, 4, 5], [50], [60], [70]]});
    let state = after(&official(), setup, &[(0, "10"), (1, "71")]);
    assert_eq!(rows(&state), [vec![10], vec![50], vec![60], vec![70, 71]]);
    assert_eq!(state.penalties(), [6, 0]);
}

#[test]
fn the_choice_of_a_row_is_made_when_its_card_is_placed() {
    let game = official();
    let setup = json!({"hands": {"0": [62, 5], "1": [29, 12]}, "rows": [[61], [36], [40], [50, 51, 52, 53, 54]]});
    let state = after(&game, setup.clone(), &[(0, "62"), (1, "29")]);
    assert_eq!((state.phase, game.to_act(&state)), (Phase::Row, Seat(1).set()));
    let state = after(&game, setup, &[(0, "62"), (1, "29"), (1, "row:1")]);
    assert_eq!(rows(&state), [vec![29], vec![36], vec![40], vec![62]]);
    assert_eq!(state.penalties(), [7, 1]);
}

#[test]
fn two_rows_may_be_chosen_in_one_turn() {
    let setup = json!({"hands": {"0": [3, 90], "1": [2, 91], "2": [80, 92]}, "rows": [[10], [20], [30], [40]]});
    let game = official();
    let state = after(&game, setup.clone(), &[(0, "3"), (1, "2"), (2, "80"), (1, "row:2")]);
    assert_eq!(rows(&state), [vec![10], vec![2, 3], vec![30], vec![40, 80]], "3 follows the 2 that began a row");
    let setup = json!({"hands": {"0": [30, 90], "1": [2, 91]}, "rows": [[50], [60, 61, 62, 63, 64], [40], [70]]});
    let state = after(&game, setup, &[(0, "30"), (1, "2"), (1, "row:2")]);
    assert_eq!(rows(&state), [vec![50], vec![2, 30], vec![40], vec![70]]);
    assert_eq!(state.penalties(), [0, 7]);
}

#[test]
fn without_a_choice_the_cheapest_row_goes_and_the_topmost_of_equals() {
    let game = game("papers", json!({}));
    let setup = json!({"hands": {"0": [5, 6], "1": [41, 14]}, "rows": [[10], [21], [31], [40]]});
    let state = after(&game, setup, &[(0, "5"), (1, "41")]);
    assert_eq!(rows(&state), [vec![10], vec![5], vec![31], vec![40, 41]]);
}

#[test]
fn a_position_says_how_many_play() {
    let game = official();
    assert_eq!(game.seats(), 4);
    for players in 2..=10u8 {
        let hands: serde_json::Map<String, Value> =
            (0..players).map(|seat| (seat.to_string(), json!([10 * seat + 1, 10 * seat + 2]))).collect();
        let setup = json!({"hands": hands, "rows": [[101], [102], [103], [104]]});
        let mut state = game.position(&setup).unwrap();
        assert_eq!(game.seats_at(&state), players as usize);
        assert_eq!(game.to_act(&state), SeatSet::all(players as usize));
        assert_eq!(game.position(&game.setup(&state)), Ok(state.clone()));
        game.playout(&mut state, &mut Rng::new(1));
        assert_eq!(game.returns(&state).as_slice().len(), players as usize);
        // The match goes on with as many.
        let next = game.deal(&game.standing_after(&state), &mut Rng::new(2));
        assert_eq!(next.seats(), players as usize);
    }
    let two = json!({"hands": {"0": [1], "1": [2]}, "rows": [[101], [102], [103], [104]]});
    let mut state = game.position(&two).unwrap();
    let refused = game.play(&mut state, Seat(2), Move::card(1)).unwrap_err();
    assert_eq!(refused, Error::Illegal("There is no seat 2; seats are 0 to 1.".into(), None));
}

#[test]
fn the_match_ends_at_the_limit_and_the_fewest_bulls_win() {
    let outcome = |options: Value, totals: &[u16]| {
        let mut standing = Standing { players: totals.len() as u8, ..Standing::default() };
        standing.totals[..totals.len()].copy_from_slice(totals);
        game("official", options).outcome(&standing)
    };
    assert_eq!(outcome(json!({}), &[65, 3]), Outcome::Open);
    assert_eq!(outcome(json!({}), &[66, 3]), Outcome::Over(Seat(1).set()));
    assert_eq!(outcome(json!({"limit_strict": true}), &[66, 3]), Outcome::Open);
    assert_eq!(outcome(json!({}), &[70, 12, 12]), Outcome::Over(Seat(1).set().with(Seat(2))));
    assert_eq!(outcome(json!({"match": false}), &[4, 3]), Outcome::Over(Seat(1).set()));
    assert_eq!(official().outcome(&Standing::default()), Outcome::Open, "no hand has been played");
}

#[test]
fn every_hand_is_played_once_by_each_side() {
    for players in 2..=10 {
        let game = game("official", json!({ "players": players }));
        let tables = game.seatings();
        for seat in 0..players {
            let by_a = tables.iter().filter(|table| table[seat] == 0).count();
            assert_eq!(2 * by_a, tables.len());
        }
        let sizes: Vec<usize> = tables.iter().map(|t| t.iter().filter(|&&side| side == 0).count()).collect();
        assert_eq!(sizes.iter().sum::<usize>() * 2, players * tables.len(), "each side has as many seats in all");
    }
}

#[test]
fn refusals_are_sentences_and_change_nothing() {
    let game = official();
    let setup = json!({"hands": {"0": [5, 90], "1": [41, 91]}, "rows": [[10], [20], [30], [40]]});
    let chosen = after(&game, setup.clone(), &[(1, "41")]);
    let row = after(&game, setup.clone(), &[(1, "41"), (0, "5")]);
    let mut over = row.clone();
    game.playout(&mut over, &mut Rng::new(1));
    for (state, seat, text, reason) in [
        (&chosen, 1, "91", "it has chosen its card of this turn"),
        (&chosen, 0, "41", "it does not hold 41"),
        (&chosen, 0, "row:1", "no row is to be taken now"),
        (&row, 0, "90", "first a row must be taken"),
        (&row, 1, "row:1", "seat 0 is to take a row"),
        (&over, 0, "90", "nothing can be played any more"),
    ] {
        let mut next = state.clone();
        let mv = game.parse_move(state, Seat(seat), text).unwrap();
        let error = game.play(&mut next, Seat(seat), mv).unwrap_err();
        assert!(matches!(&error, Error::Illegal(e, _) if e.contains(reason)), "{text}: {error}");
        assert_eq!(next, *state);
    }
}

#[test]
fn text_is_canonical() {
    let game = official();
    let state = game.deal(&Standing::default(), &mut Rng::new(1));
    let all = (1..=104).map(Move::card).chain((0..4).map(Move::row));
    for mv in all {
        assert_eq!(game.parse_move(&state, Seat(0), &game.move_text(mv)), Ok(mv));
        assert_eq!(Move::from_code(mv.code()), mv);
    }
    assert_eq!(Move::from_code(109).says(), Says::Nothing);
    for text in ["", "0", "105", "07", "+7", "-1", "7 ", "row:0", "row:5", "row:", "row:01", "row1", "seven", "1 2"] {
        let read = game.parse_move(&state, Seat(0), text);
        let trimmed = text.trim() == "7";
        assert!(trimmed || matches!(read, Err(Error::Notation(ref e)) if e.ends_with('.')), "{text}: {read:?}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let game = official();
    let rows = json!([[10], [20], [30], [40]]);
    let position = |hands: Value, rows: Value| json!({"hands": hands, "rows": rows});
    for setup in [
        json!([]),
        json!({}),
        json!({"hands": {"0": [1], "1": [2]}}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "colour": 1}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "penalties": [0, 0, 0]}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "totals": [-1, 0]}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "taken": [55]}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "phase": "row"}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "phase": "over"}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "phase": "play"}),
        json!({"hands": {"0": [1], "1": [2]}, "rows": rows, "chosen": {"2": 3}}),
        json!({"hands": {"0": [], "1": []}, "rows": rows, "chosen": {"0": 3, "1": 4}}),
        position(json!({"0": [1]}), rows.clone()),
        position(json!({"0": [1], "2": [2]}), rows.clone()),
        position(json!({"0": [1], "1": [2, 3]}), rows.clone()),
        position(json!({"0": [1, 1], "1": [2, 3]}), rows.clone()),
        position(json!({"0": [1], "1": [10]}), rows.clone()),
        position(json!({"0": [0], "1": [2]}), rows.clone()),
        position(json!({"0": [105], "1": [2]}), rows.clone()),
        position(json!({"0": "one", "1": [2]}), rows.clone()),
        position(json!({"0": [1], "1": [2]}), json!([[10], [20], [30]])),
        position(json!({"0": [1], "1": [2]}), json!([[10, 9], [20], [30], [40]])),
        position(json!({"0": [1], "1": [2]}), json!([[], [20], [30], [40]])),
        position(json!({"0": [1], "1": [2]}), json!([[3, 4, 5, 6, 7, 8], [20], [30], [40]])),
    ] {
        match game.position(&setup) {
            Err(Error::Position(sentence)) => assert!(sentence.ends_with(['.', '?']), "{sentence}"),
            other => panic!("{setup}: {other:?}"),
        }
    }
    // Cards beyond the deck of two players are not in the game of tactics.
    let beyond = position(json!({"0": [1], "1": [25]}), json!([[10], [20], [3], [4]]));
    assert!(game.position(&beyond).is_ok());
    assert!(self::game("tactics", json!({})).position(&beyond).is_err());
}

#[test]
fn wrong_options_are_refused() {
    for options in [
        json!({"players": 1}),
        json!({"players": 11}),
        json!({"players": "many"}),
        json!({"row_choice": "dearest"}),
        json!({"deck": "half"}),
        json!({"limit": -1}),
        json!({"rows": 5}),
    ] {
        let error = SixNimmt::with_rules(None, options.as_object().unwrap()).err().unwrap();
        assert!(error.message().ends_with(['.', '?']), "{options}: {error}");
    }
    let rules = game("papers", json!({"players": 3, "deck": "10n+4"}));
    assert_eq!(rules.rules_text(), "papers deck=10n+4 players=3");
}

#[test]
fn wrong_calls_are_refused() {
    let game = official();
    let call = |function: &str, arguments: Value| game.call(function, arguments.as_object().unwrap(), Clock::NONE);
    assert_eq!(call("bulls", json!({"cards": [55, 104]})), Ok(json!([7, 1])));
    for (function, arguments) in [
        ("bulls", json!({})),
        ("bulls", json!({"cards": [0]})),
        ("deck", json!({"players": 11})),
        ("match", json!({"totals": [1, 2], "hand": [1]})),
        ("match", json!({"totals": [1, 2], "hand": [1, 2, 3]})),
        ("card_points", json!({"cards": [1]})),
    ] {
        let error = call(function, arguments).unwrap_err();
        assert!(error.message().ends_with(['.', '?']), "{function}: {error}");
    }
}
