//! The course of a deal, rule by rule.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_doppelkopf::contracts::Contract;
use kibitz_doppelkopf::state::{Level, Phase, Standing, State};
use kibitz_game::rooms::*;
use kibitz_game::{Clock, Outcome, Rng, Seat, SeatSet, Spec, Table};
use serde_json::{Map, Value, json};

fn game(preset: &str, options: Value) -> Doppelkopf {
    Doppelkopf::with_rules(Some(preset), options.as_object().unwrap()).unwrap()
}

/// The texts of everything a seat may do.
fn legal(game: &Doppelkopf, state: &State, seat: u8) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal(state, Seat(seat), &mut moves);
    moves.into_iter().map(|mv| game.move_text(mv)).collect()
}

/// Plays words and cards, each checked.
fn played(game: &Doppelkopf, state: &State, steps: &[(u8, &str)]) -> State {
    let mut state = state.clone();
    for &(seat, text) in steps {
        let mv = game.parse_move(&state, Seat(seat), text).unwrap();
        game.play(&mut state, Seat(seat), mv).unwrap_or_else(|e| panic!("{e}"));
    }
    state
}

const HANDS: [&str; 4] = [
    "CQ C9 SA ST S9 HJ H9 H9 DA DT DT DK",
    "CK CJ C9 ST SK SK SQ SQ SJ S9 HA DK",
    "CA CT CT CQ SA HK HQ HJ DA DQ DJ D9",
    "CA CK CJ SJ HA HT HT HK HQ DQ DJ D9",
];

fn dealt(extra: Value) -> Value {
    let hands: Map<String, Value> = HANDS.iter().enumerate().map(|(s, h)| (s.to_string(), json!(h))).collect();
    let mut setup = json!({"phase": "reservation", "hands": hands});
    setup.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    setup
}

#[test]
fn announcements_keep_the_limits_of_the_table() {
    let levels = ["call", "no90", "no60", "no30", "schwarz"];
    // Cards in hand with which each level is still in time.
    let latest = [11, 10, 9, 8, 7];
    for (skip, replies) in [(true, true), (false, true), (true, false)] {
        let game = game("ddv", json!({"skip_levels": skip, "replies": replies}));
        for (cards, clarified) in (1..=12).flat_map(|n| (0..=3).map(move |t| (n, t))) {
            let delay = (clarified - 1).max(0);
            if clarified > 0 && cards > 12 - clarified {
                continue; // the marriage would not be clarified yet
            }
            for (own, late) in (0..=5).flat_map(|own| [(own, false), (own, true)]) {
                for other in 0..=5 {
                    let level = |n: usize| if n == 0 { "none" } else { levels[n - 1] };
                    let mut setup = json!({
                        "counts": [cards, cards, cards, cards], "tricks": [12 - cards, 0, 0, 0], "turn": 0, "re": [0, 2],
                        "announced": {"re": {"level": level(own), "timely": !late}, "kontra": {"level": level(other)}},
                    });
                    if clarified > 0 {
                        setup["game"] = json!("marriage");
                        setup["declarer"] = json!(0);
                        setup["clarified"] = json!(clarified);
                    }
                    let state = game.position(&setup).unwrap();
                    let mut expected: Vec<String> = Vec::new();
                    let in_time = |level: usize| cards >= latest[level] - delay;
                    for next in own..5 {
                        let each_in_time = (own..=next).all(in_time);
                        if each_in_time && !late && (skip || next == own) {
                            expected.push(if next == 0 { "re" } else { levels[next] }.into());
                        }
                    }
                    let reply = other > 0 && cards >= latest[other - 1] - delay - 1;
                    if own == 0 && expected.is_empty() && replies && reply {
                        expected.push("re".into());
                    }
                    // On turn and not, the announcements are the same.
                    let said = |seat| legal(&game, &state, seat).into_iter().filter(|t| t.len() != 2 || t == "re");
                    for seat in [0, 2] {
                        let found: Vec<String> = said(seat).collect();
                        assert_eq!(found, expected, "{cards} cards, clarified {clarified}, {setup}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_late_reply_is_the_last_word_of_a_party() {
    let game = game("ddv", json!({}));
    let setup = json!({
        "counts": [10, 10, 10, 10], "tricks": [2, 0, 0, 0], "turn": 0, "re": [0, 2],
        "announced": {"re": {"level": "call"}},
    });
    let state = played(&game, &game.position(&setup).unwrap(), &[(3, "kontra")]);
    assert_eq!(state.announced[1].level, Level::Call);
    assert!(!state.announced[1].timely && legal(&game, &state, 1).is_empty());
    // In time a reply is a first call like any other.
    let setup = json!({
        "counts": [11, 11, 11, 11], "tricks": [1, 0, 0, 0], "turn": 0, "re": [0, 2],
        "announced": {"re": {"level": "call"}},
    });
    let state = played(&game, &game.position(&setup).unwrap(), &[(3, "kontra")]);
    assert_eq!(legal(&game, &state, 1), ["no90", "no60", "no30", "schwarz"]);
}

#[test]
fn a_call_costs_no_turn_and_shows_the_party() {
    let game = game("ddv", json!({}));
    let state = game.position(&dealt(json!({"phase": "play"}))).unwrap();
    let called = played(&game, &state, &[(1, "kontra"), (0, "no90")]);
    assert_eq!(game.to_act(&called), Seat(0).set());
    assert_eq!(called.told, [0b0001, 0b0010]);
    let view = game.view(&called, Seat(3));
    let parties = [0, 1, 2, 3].map(|s| view.party(s).map(|p| p.name()));
    assert_eq!(parties, [Some("re"), Some("kontra"), None, Some("kontra")]);
}

#[test]
fn equal_cards_are_one_move() {
    let game = game("cardplay", json!({}));
    let state = game
        .position(&json!({"hands": {
        "0": "DT DT CA", "1": "HT D9 CK", "2": "CQ SQ SK", "3": "CQ HK H9"}, "turn": 0}))
        .unwrap();
    assert_eq!(legal(&game, &state, 0), ["CA", "DT"]);
    assert_eq!(legal(&game, &played(&game, &state, &[(0, "TD"), (1, "D9"), (2, "SQ"), (3, "CQ")]), 0), [""; 0]);
}

#[test]
fn all_healthy_is_a_normal_game_and_the_first_seat_leads() {
    let game = game("ddv", json!({}));
    let state = game.position(&dealt(json!({"dealer": 1, "compulsory_open": [true, true, true, true]}))).unwrap();
    let said = played(&game, &state, &[(2, "gesund"), (3, "gesund"), (0, "gesund"), (1, "gesund")]);
    assert_eq!((said.contract, said.turn, said.re()), (Contract::Normal, 2, 0b0101));
    assert_eq!(said.open, 0b1111);
}

#[test]
fn the_compulsory_soloist_leads_and_owes_no_more() {
    let game = game("ddv", json!({}));
    let state = game.position(&dealt(json!({"compulsory_open": [true, true, true, true]}))).unwrap();
    let words = [(0, "gesund"), (1, "gesund"), (2, "vorbehalt"), (3, "gesund"), (2, "solo:aces")];
    let said = played(&game, &state, &words);
    assert_eq!((said.contract, said.turn, said.open, said.compulsory), (Contract::Aces, 2, 0b1011, true));
    // A soloist who owes nothing plays for fun, and the first seat leads.
    let state = game.position(&dealt(json!({}))).unwrap();
    let said = played(&game, &state, &words);
    assert_eq!((said.turn, said.compulsory), (0, false));
}

#[test]
fn without_marriages_both_queens_are_a_silent_solo_or_a_solo() {
    let game = game("ddv", json!({"marriage": false}));
    let hands = json!({"0": "CQ CQ SQ SJ HA HQ H9 DA DT DT DK DQ", "1": "CA CT CJ C9 S9 HA HT HK HK DK DJ DJ",
        "2": "CA CT CK C9 ST SK SK HT HQ HJ HJ DA", "3": "CK CJ SA SA ST SQ SJ S9 H9 DQ D9 D9"});
    let state = game.position(&json!({"phase": "reservation", "hands": hands})).unwrap();
    let rest = [(1, "gesund"), (2, "gesund"), (3, "gesund")];
    let silent = played(&game, &played(&game, &state, &[(0, "gesund")]), &rest);
    assert!(silent.silent() && silent.contract == Contract::Normal);
    let asked = played(&game, &played(&game, &state, &[(0, "vorbehalt")]), &rest);
    assert!(!legal(&game, &asked, 0).contains(&"hochzeit".to_string()));
}

#[test]
fn a_round_deals_on_and_forces_the_solos_that_are_left() {
    let game = game("ddv", json!({}));
    // All healthy as long as they may be: the last four deals are forced, from the dealer's left.
    let mut standing = Standing::default();
    let mut soloists = Vec::new();
    let mut dealers = Vec::new();
    for number in 0..24 {
        assert_eq!(game.outcome(&standing), Outcome::Open);
        let mut rng = Rng::stream(8, number);
        let mut state = game.deal(&standing, &mut rng);
        let mut bot = game.bot(&Spec::parse("healthy").unwrap()).unwrap().unwrap();
        dealers.push(state.dealer);
        while state.phase != Phase::Over {
            let seat = game.to_act(&state).first();
            let mv = bot.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
            game.play(&mut state, seat, mv).unwrap();
        }
        if state.forced {
            soloists.push((number, state.declarer));
        }
        standing = game.standing_after(&state);
    }
    assert_eq!(dealers[..5], [3, 0, 1, 2, 3]);
    assert_eq!(soloists, [(20, 0), (21, 1), (22, 2), (23, 3)]);
    let best = standing.totals.iter().max().unwrap();
    let winners =
        (0..4).filter(|&s| standing.totals[s] == *best).fold(SeatSet::EMPTY, |set, s| set.with(Seat(s as u8)));
    assert_eq!(game.outcome(&standing), Outcome::Over(winners));
}

#[test]
fn the_dealer_stays_after_a_compulsory_solo_that_was_not_forced() {
    let game = game("ddv", json!({}));
    let state = game.position(&dealt(json!({"dealer": 2, "compulsory_open": [true, true, true, true]}))).unwrap();
    let mut state =
        played(&game, &state, &[(3, "gesund"), (0, "vorbehalt"), (1, "gesund"), (2, "gesund"), (0, "solo:hearts")]);
    game.playout(&mut state, &mut Rng::new(1));
    let standing = game.standing_after(&state);
    assert_eq!((standing.dealer, standing.played, standing.solos), (2, 1, 0b0001));
}

#[test]
fn a_record_keeps_announcements_in_the_line_of_their_trick() {
    let game = std::sync::Arc::new(game("basel2015", json!({})));
    let table = Table::position(game.clone(), &dealt(json!({"phase": "play"})), None).unwrap();
    let steps = [(0, "re"), (2, "no90"), (0, "SA"), (1, "SK"), (3, "kontra"), (2, "SA"), (3, "SJ"), (3, "CA")];
    let table = steps.iter().fold(table, |table, &(seat, text)| {
        let mv = game.parse_move(&table.state, Seat(seat), text).unwrap();
        table.play(Seat(seat), mv).unwrap()
    });
    let lines: Vec<usize> = table.record(&[]).moves.iter().map(Vec::len).collect();
    assert_eq!(lines, [7, 1]);
}

#[test]
fn refusals_say_why() {
    let game = game("ddv", json!({}));
    let state = game.position(&dealt(json!({"phase": "play"}))).unwrap();
    let refusal = |state: &State, seat: u8, text: &str| {
        let mv = game.parse_move(state, Seat(seat), text).unwrap();
        game.play(&mut state.clone(), Seat(seat), mv).unwrap_err().message().to_string()
    };
    assert!(refusal(&state, 0, "kontra").contains("it belongs to Re"));
    assert!(refusal(&state, 1, "CK").contains("it is not its turn"));
    assert!(refusal(&state, 0, "HT").contains("does not hold that card"));
    assert!(refusal(&state, 0, "gesund").contains("the game is fixed"));
    let led = played(&game, &state, &[(0, "SA")]);
    assert!(refusal(&led, 1, "CK").contains("must follow suit"));
    let marriage = game.position(&json!({"game": "marriage", "declarer": 0, "counts": [12, 12, 12, 12]})).unwrap();
    assert!(refusal(&marriage, 0, "re").contains("not clarified"));
}

#[test]
fn impossible_positions_are_refused() {
    let game = game("ddv", json!({}));
    let refused = |setup: Value| game.position(&setup).unwrap_err().message().to_string();
    assert!(refused(json!({"hands": {"0": "CQ CQ CQ"}})).contains("three times"));
    assert!(refused(json!({"hands": {"0": "CQ CQ", "1": "CQ DA"}})).contains("more than twice"));
    assert!(refused(json!({"hands": {"0": "CQ DA"}, "re": [1, 2]})).contains("Re are the holders"));
    assert!(refused(json!({"hands": {"1": "CK"}, "trick": [[0, "CA"], [1, "D9"]]})).contains("shown not to hold"));
    assert!(refused(json!({"game": "solo:queens"})).contains("declarer"));
    assert!(refused(json!({"hand": {}})).contains("did you mean \"hands\"?"));
    assert!(refused(json!({"phase": "reservation", "hands": {"0": "CQ"}})).contains("12 cards"));
}

#[test]
fn the_rule_based_player_beats_the_study_baseline() {
    let game = game("ddv", json!({}));
    let mut total = 0;
    for number in 0..60 {
        for seating in game.seatings() {
            let mut rng = Rng::stream(4, number);
            let name = |side: &u8| if *side == 0 { "rules" } else { "healthy" };
            let mut bots: Vec<_> =
                seating.iter().map(|side| game.bot(&Spec::parse(name(side)).unwrap()).unwrap().unwrap()).collect();
            let mut state = game.deal(&Standing::default(), &mut rng);
            while state.phase != Phase::Over {
                let seat = game.to_act(&state).first();
                let mv = bots[seat.index()].act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
                game.play(&mut state, seat, mv).unwrap();
            }
            let returns = game.returns(&state);
            total += (0..4).filter(|&s| seating[s] == 0).map(|s| returns.as_slice()[s]).sum::<i32>();
        }
    }
    // About 1.8 points per deal and seat.
    assert!(total > 60 * 6 * 2, "{total}");
}

#[test]
fn where_announcements_are_asked_for_everybody_is_asked_after_every_card_and_level_by_level() {
    let game = game("basel2015", json!({"asked": true}));
    let start = game.position(&dealt(json!({}))).unwrap();
    let healthy = played(&game, &start, &[(0, "gesund"), (1, "gesund"), (2, "gesund"), (3, "gesund")]);
    let asked = |state: &State, seat: u8, words: &[&str]| {
        assert_eq!(game.to_act(state), Seat(seat).set());
        assert_eq!(legal(&game, state, seat), words);
    };
    asked(&healthy, 0, &["nichts", "re"]);
    // Who announces is asked for the next level, then the others are; the level is its party's.
    let state = played(&game, &healthy, &[(0, "re")]);
    asked(&state, 0, &["nichts", "no90"]);
    let state = played(&game, &state, &[(0, "nichts")]);
    asked(&state, 1, &["nichts", "kontra"]);
    let state = played(&game, &state, &[(1, "nichts")]);
    asked(&state, 2, &["nichts", "no90"]);
    let state = played(&game, &state, &[(2, "nichts"), (3, "nichts")]);
    assert!(legal(&game, &state, 0).contains(&"SA".to_string()), "a card is due");
    // After a card the three others; an announcement brings everybody back.
    let state = played(&game, &state, &[(0, "SA"), (1, "nichts"), (2, "no90")]);
    asked(&state, 2, &["nichts", "no60"]);
    let state = played(&game, &state, &[(2, "nichts"), (3, "nichts"), (0, "nichts")]);
    asked(&state, 1, &["nichts", "kontra"]);
    let state = played(&game, &state, &[(1, "nichts")]);
    assert_eq!(legal(&game, &state, 1)[..2], ["S9", "SK"]);
    // Records leave the question out: the seat on turn plays on.
    let silent = played(&game, &healthy, &[(0, "nichts"), (1, "nichts"), (2, "nichts"), (3, "nichts"), (0, "SA")]);
    let record = played(&game, &game.settled(&healthy), &[(0, "SA")]);
    assert_eq!(game.settled(&silent), game.settled(&record));
}

#[test]
fn nobody_is_asked_once_it_is_too_late_for_everybody() {
    let game = game("basel2015", json!({"asked": true, "reservations": false}));
    let mut healthy = game.bot(&Spec::bare("healthy")).unwrap().unwrap();
    let mut rng = Rng::new(3);
    let mut state = game.deal(&Standing::default(), &mut rng);
    let mut questions = 0;
    while !game.to_act(&state).is_empty() {
        let seat = game.to_act(&state).first();
        let mv = healthy.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
        questions += !mv.is_card() as u32;
        assert!(mv.is_card() || state.hands[seat.index()].len() >= 11);
        game.play(&mut state, seat, mv).unwrap();
    }
    // Four before the first card, and three after each of the first four; in the second trick those who have 11 cards left.
    assert_eq!(questions, 4 + 4 * 3 + 3 + 2 + 1);
}

#[test]
fn healthy_needs_no_view_to_play_as_it_does() {
    for options in [json!({}), json!({"asked": true})] {
        let game = game("basel2015", options);
        let mut healthy = game.bot(&Spec::bare("healthy")).unwrap().unwrap();
        for number in 0..100 {
            let mut rng = Rng::stream(7, number);
            let mut state = game.deal(&Standing::default(), &mut rng);
            while !game.to_act(&state).is_empty() {
                let seat = game.to_act(&state).first();
                let mut same = rng.clone();
                let mv = healthy.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
                if let Some(quick) = healthy.reflex(&game, &state, seat, &mut same) {
                    assert_eq!(quick, mv);
                }
                // Now and then somebody announces or has a reservation all the same.
                let mv = if rng.below(8) == 0 { game.sample_move(&state, seat, &mut rng) } else { mv };
                game.play(&mut state, seat, mv).unwrap();
            }
        }
    }
}
