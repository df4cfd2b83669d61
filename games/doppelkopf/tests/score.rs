//! The value of a deal against a plain re-statement of the rules, written from their text and not from the engine: every
//! pair of announcements, every split of 240 points, with and without a trick for a side that has none, solo and normal.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_doppelkopf::score::{Line, Tally, Value};
use kibitz_doppelkopf::state::{Level, Party};
use kibitz_game::rooms::*;
use serde_json::{Map, json};

/// One side as the rules speak of it.
#[derive(Clone, Copy)]
struct Side {
    points: i32,
    tricks: bool,
    called: bool,
    no90: bool,
    no60: bool,
    no30: bool,
    black: bool,
}

impl Side {
    fn new(points: i32, tricks: bool, level: Level) -> Side {
        Side {
            points,
            tricks,
            called: level >= Level::Call,
            no90: level >= Level::No90,
            no60: level >= Level::No60,
            no30: level >= Level::No30,
            black: level >= Level::Black,
        }
    }
}

/// "Re has won with …": the list of cases in the rules, the highest promise first.
fn re_has_won(re: Side, kontra: Side) -> bool {
    if re.black {
        return !kontra.tricks;
    }
    if re.no30 {
        return re.points >= 211;
    }
    if re.no60 {
        return re.points >= 181;
    }
    if re.no90 {
        return re.points >= 151;
    }
    if kontra.black {
        return re.tricks;
    }
    if kontra.no30 {
        return re.points >= 30;
    }
    if kontra.no60 {
        return re.points >= 60;
    }
    if kontra.no90 {
        return re.points >= 90;
    }
    if kontra.called && !re.called { re.points >= 120 } else { re.points >= 121 }
}

fn kontra_has_won(re: Side, kontra: Side) -> bool {
    if kontra.black {
        return !re.tricks;
    }
    if kontra.no30 {
        return kontra.points >= 211;
    }
    if kontra.no60 {
        return kontra.points >= 181;
    }
    if kontra.no90 {
        return kontra.points >= 151;
    }
    if re.black {
        return kontra.tricks;
    }
    if re.no30 {
        return kontra.points >= 30;
    }
    if re.no60 {
        return kontra.points >= 60;
    }
    if re.no90 {
        return kontra.points >= 90;
    }
    if kontra.called && !re.called { kontra.points >= 121 } else { kontra.points >= 120 }
}

/// The lines of the score sheet that a side earns whether or not it has won.
fn earned(side: Side, other: Side) -> i32 {
    let lines = [
        other.points < 90,
        other.points < 60,
        other.points < 30,
        !other.tricks,
        other.no90 && side.points >= 120,
        other.no60 && side.points >= 90,
        other.no30 && side.points >= 60,
        other.black && side.points >= 30,
    ];
    lines.into_iter().filter(|line| *line).count() as i32
}

/// The lines for what was said, which the winner gets whoever said it.
fn said(side: Side) -> i32 {
    let absagen = [side.no90, side.no60, side.no30, side.black];
    2 * side.called as i32 + absagen.into_iter().filter(|line| *line).count() as i32
}

fn restated(re: Side, kontra: Side, solo: bool, extras: [i32; 2]) -> Value {
    let (winner, mut for_re) = match (re_has_won(re, kontra), kontra_has_won(re, kontra)) {
        (true, true) => panic!("both parties have won"),
        (true, false) => (Some(Party::Re), 1 + earned(re, kontra) + said(re) + said(kontra)),
        (false, true) => (Some(Party::Kontra), -(1 + earned(kontra, re) + said(re) + said(kontra))),
        (false, false) => (None, earned(re, kontra) - earned(kontra, re)),
    };
    if solo {
        return Value { winner, players: [3 * for_re, -for_re] };
    }
    if winner == Some(Party::Kontra) {
        for_re -= 1; // against the elders
    }
    for_re += extras[0] - extras[1];
    Value { winner, players: [for_re, -for_re] }
}

#[test]
fn every_value_agrees_with_the_rules_restated() {
    let mut cases = 0;
    for re_level in Level::ALL {
        for kontra_level in Level::ALL {
            for re_points in 0..=240 {
                for solo in [false, true] {
                    // A side without points may have no trick, or one that is worth nothing.
                    let without_trick = [(true, true), (false, re_points == 0), (true, false)];
                    for (re_tricks, kontra_tricks) in without_trick {
                        let possible = match (re_tricks, kontra_tricks) {
                            (true, true) => true,
                            (false, true) => re_points == 0,
                            (true, false) => re_points == 240,
                            (false, false) => false,
                        };
                        if !possible {
                            continue;
                        }
                        cases += 1;
                        let points = [re_points, 240 - re_points];
                        let tally = Tally {
                            points,
                            levels: [re_level, kontra_level],
                            no_trick: [!re_tricks, !kontra_tricks],
                            solo,
                            extras: [1, 3],
                        };
                        let re = Side::new(points[0], re_tricks, re_level);
                        let kontra = Side::new(points[1], kontra_tricks, kontra_level);
                        assert_eq!(tally.value(), restated(re, kontra, solo, [1, 3]), "{tally:?}");
                        // The lines of the score sheet add up to it.
                        let for_re = |line: &Line| if line.party == Party::Re { line.worth } else { -line.worth };
                        let extras = if solo { 0 } else { 1 - 3 };
                        let sum = tally.lines().iter().map(for_re).sum::<i32>() + extras;
                        assert_eq!(-sum, tally.value().players[1], "{tally:?}");
                    }
                }
            }
        }
    }
    assert_eq!(cases, 36 * 2 * (241 + 2));
}

#[test]
fn the_greatest_values_are_those_of_the_bounds() {
    let all = Level::ALL.into_iter().flat_map(|a| Level::ALL.map(|b| [a, b]));
    let values = all.flat_map(|levels| {
        [false, true].map(|solo| {
            let tally = Tally { points: [240, 0], levels, no_trick: [false, true], solo, extras: [0; 2] };
            tally.value().players[0]
        })
    });
    let game = Doppelkopf::with_rules(None, &Map::new()).unwrap();
    assert_eq!(values.max(), Some(game.bounds().1));
}

/// Plays the last trick of a deal and says what everybody gets.
fn last_trick(options: serde_json::Value, hands: [&str; 4]) -> Vec<i32> {
    let game = Doppelkopf::with_rules(Some("ddv"), options.as_object().unwrap()).unwrap();
    let setup = json!({
        "re": [0, 2], "points": [60, 50, 70, 40], "tricks": [3, 3, 3, 2], "turn": 0,
        "hands": {"0": hands[0], "1": hands[1], "2": hands[2], "3": hands[3]},
    });
    let mut state = game.position(&setup).unwrap();
    for seat in 0..4 {
        let mv = game.parse_move(&state, kibitz_game::Seat(seat), hands[seat as usize]).unwrap();
        game.play(&mut state, kibitz_game::Seat(seat), mv).unwrap();
    }
    game.returns(&state).as_slice().to_vec()
}

#[test]
fn house_rules_count_only_where_they_are_played() {
    // Kontra's jack of clubs falls to Re in the last trick.
    let caught = ["SQ", "CJ", "D9", "DT"];
    assert_eq!(last_trick(json!({}), caught), [1, -1, 1, -1]);
    assert_eq!(last_trick(json!({"charlie_caught": true}), caught), [2, -2, 2, -2]);
    // A jack of the own party is not caught.
    let own = ["SQ", "D9", "CJ", "DT"];
    assert_eq!(last_trick(json!({"charlie_caught": true}), own), [1, -1, 1, -1]);
    // Both heart tens: the first wins, or the second.
    let tens = ["HT", "HT", "DA", "DK"];
    assert_eq!(last_trick(json!({}), tens), [1, -1, 1, -1]);
    assert_eq!(last_trick(json!({"second_heart_ten": true}), tens), [0, 0, 0, 0], "Kontra has caught the fox");
}
