//! What the rules say, case by case, where the conformance file does not.

use kibitz_game::rooms::*;
use kibitz_game::{Agent, Clock, Error, Rng, Seat, Spec};
use kibitz_schnapsen::Schnapsen;
use kibitz_schnapsen::moves::{Move, Says};
use kibitz_schnapsen::solve::{WHOLE, value};
use kibitz_schnapsen::state::State;
use serde_json::{Map, Value, json};

fn game(preset: &str, options: Value) -> Schnapsen {
    Schnapsen::with_rules(Some(preset), options.as_object().unwrap()).unwrap()
}

fn tournament() -> Schnapsen {
    game("tournament", json!({}))
}

fn play(game: &Schnapsen, state: &mut State, seat: u8, text: &str) -> Result<(), Error> {
    let mv = game.parse_move(state, Seat(seat), text)?;
    game.play(state, Seat(seat), mv)
}

/// The position after steps "seat move".
fn after(game: &Schnapsen, setup: Value, steps: &[&str]) -> State {
    let mut state = game.position(&setup).unwrap();
    for step in steps {
        let (seat, text) = step.split_once(' ').unwrap();
        play(game, &mut state, seat.parse().unwrap(), text).unwrap_or_else(|e| panic!("{step}: {e}"));
    }
    state
}

fn legal(game: &Schnapsen, state: &State, seat: u8) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal(state, Seat(seat), &mut moves);
    moves.into_iter().map(|m| game.move_text(m)).collect()
}

fn scores(game: &Schnapsen, state: &State) -> Vec<i32> {
    assert!(game.to_act(state).is_empty(), "the deal is over");
    game.returns(state).as_slice().to_vec()
}

fn late(points: [u8; 2], closed: Value) -> Value {
    json!({"trump": "S", "hands": {"0": "SA HQ", "1": "HK CT"}, "points": points, "tricks": [4, 4], "closed": closed})
}

#[test]
fn a_true_claim_is_listed_and_a_false_one_only_accepted() {
    let game = tournament();
    let (mut cards, mut view_moves) = (Vec::new(), Vec::new());
    for (points, listed) in [(66, true), (65, false)] {
        let state = game.position(&late([points, 40], Value::Null)).unwrap();
        assert_eq!(legal(&game, &state, 0).contains(&"claim".to_string()), listed);
        game.legal_cards(&state, Seat(0), &mut cards);
        assert!(cards.contains(&Move::CLAIM));
        game.view_legal(&game.view(&state, Seat(0)), &mut view_moves);
        assert_eq!(view_moves.contains(&Move::CLAIM), listed);
    }
}

#[test]
fn a_false_claim_costs_two_and_three_against_one_without_a_trick() {
    let game = tournament();
    let claim = |points: [u8; 2], tricks: [u8; 2], closed: Value| {
        let mut setup = late(points, closed);
        setup["tricks"] = json!(tricks);
        scores(&game, &after(&game, setup, &["0 claim"]))
    };
    assert_eq!(claim([65, 40], [4, 4], Value::Null), [0, 2]);
    assert_eq!(claim([65, 0], [4, 0], Value::Null), [0, 3]);
    let closed = |by: u8, points: u8, tricks: u8| json!({"by": by, "points": points, "tricks": tricks});
    assert_eq!(claim([65, 20], [4, 1], closed(0, 0, 0)), [0, 3], "the closer fails against one who had no trick then");
    assert_eq!(claim([65, 40], [4, 4], closed(0, 20, 1)), [0, 2]);
    assert_eq!(claim([30, 50], [2, 4], closed(1, 40, 1)), [0, 2], "never less than two");
    assert_eq!(claim([30, 50], [2, 4], closed(1, 0, 0)), [0, 3], "never less than the closer would have won");
}

#[test]
fn a_false_claim_is_never_better_than_playing_on() {
    // Over random deals, against the worst that can come after the best other move, with open hands.
    let game = tournament();
    let mut rng = Rng::new(6);
    let mut compared = 0;
    for _ in 0..3000 {
        let mut state = game.deal(&Default::default(), &mut rng);
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let me = seat.index();
            if state.leading() && state.hands[0].len() <= 3 && state.points[me] < 66 {
                let mut claimed = state.clone();
                game.play(&mut claimed, seat, Move::CLAIM).unwrap();
                assert!(value(&game, &state, me, WHOLE) >= -(claimed.worth as f32), "{state:?}");
                compared += 1;
            }
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn the_declarer_who_reaches_66_is_asked_and_nobody_sees_it() {
    let game = tournament();
    let setup = json!({"trump": "S", "hands": {"0": "SK SQ CA CJ DJ", "1": "HK HQ SA CK CQ"}, "talon": "DA DK DQ HJ SJ ST",
        "points": [41, 0], "tricks": [2, 0]});
    let state = after(&game, setup.clone(), &["0 marriage:SQ"]);
    assert_eq!(game.to_act(&state), Seat(0).set());
    assert_eq!(legal(&game, &state, 0), ["decline", "claim"]);
    assert_eq!(game.facts(&state)["to_act"], json!([1]));
    assert_eq!(game.view(&state, Seat(1)), game.view(&game.settled(&state), Seat(1)));
    // The other may play at once, or after the answer.
    assert_eq!(after(&game, setup.clone(), &["0 marriage:SQ", "1 SA"]).leader, 1);
    let declined = after(&game, setup.clone(), &["0 marriage:SQ", "0 decline"]);
    assert_eq!(declined, game.settled(&state));
    assert_eq!(legal(&game, &declined, 0), ["claim"], "the right to claim lasts until the other plays");
    let gone = after(&game, setup, &["0 marriage:SQ", "0 decline", "1 SA"]);
    assert_eq!(legal(&game, &gone, 0), [""; 0]);
}

#[test]
fn a_declarer_may_claim_falsely_until_the_other_plays() {
    let game = tournament();
    let setup = json!({"trump": "S", "hands": {"0": "HK HQ CA CJ DJ", "1": "SA SK SQ CK CQ"}, "talon": "DA DT DK DQ HJ ST",
        "points": [30, 0], "tricks": [2, 0]});
    let state = after(&game, setup.clone(), &["0 marriage:HQ"]);
    assert_eq!(game.to_act(&state), Seat(1).set(), "nobody asks for a false claim");
    assert_eq!(scores(&game, &after(&game, setup.clone(), &["0 marriage:HQ", "0 claim"])), [0, 3]);
    let mut replied = after(&game, setup, &["0 HQ"]);
    assert!(play(&game, &mut replied, 0, "claim").is_err(), "a plain lead ends the right");
}

#[test]
fn the_winner_of_the_last_trick_with_66_is_taken_to_claim() {
    let game = tournament();
    let last = |points: [u8; 2], tricks: [u8; 2], closed: Value| {
        let setup = json!({"trump": "S", "hands": {"0": "HA", "1": "CJ"}, "points": points, "tricks": tricks, "closed": closed});
        scores(&game, &after(&game, setup, &["0 HA", "1 CJ"]))
    };
    assert_eq!(last([53, 30], [6, 3], Value::Null), [2, 0], "66 with the last trick counts in full");
    assert_eq!(last([52, 30], [6, 3], Value::Null), [1, 0], "without 66 the last trick is worth one");
    assert_eq!(last([40, 70], [4, 5], Value::Null), [1, 0], "66 that was not claimed is lost");
    assert_eq!(last([53, 30], [3, 1], json!({"by": 0, "points": 0, "tricks": 0})), [3, 0]);
    assert_eq!(
        last([40, 70], [3, 1], json!({"by": 1, "points": 0, "tricks": 0})),
        [3, 0],
        "a closer must claim in time"
    );
    assert_eq!(last([40, 40], [3, 1], json!({"by": 0, "points": 0, "tricks": 0})), [0, 3]);
}

#[test]
fn a_claim_against_the_closer_is_his_failure() {
    let game = tournament();
    let closed = |tricks: u8| json!({"by": 1, "points": 10, "tricks": tricks});
    assert_eq!(scores(&game, &after(&game, late([66, 50], closed(1)), &["0 claim"])), [2, 0]);
    assert_eq!(scores(&game, &after(&game, late([66, 50], closed(0)), &["0 claim"])), [3, 0]);
}

#[test]
fn pending_points_count_with_the_first_trick_and_not_for_66_before() {
    let game = tournament();
    let setup = json!({"trump": "S", "hands": {"0": "SK SQ CA CJ DJ", "1": "HK HQ SA CK CQ"}, "talon": "DA DK DQ HJ HA HT CT DT SJ ST"});
    let mut state = after(&game, setup, &["0 marriage:SK"]);
    assert_eq!((state.points, state.pending), ([0, 0], [40, 0]));
    play(&game, &mut state, 1, "CK").unwrap();
    assert_eq!((state.points, state.pending), ([48, 0], [0, 0]));
}

#[test]
fn the_first_lead_may_exclude_the_exchange() {
    let setup = json!({"trump": "S", "hands": {"0": "SJ HK HQ HJ CJ", "1": "SA SK SQ CK CQ"}, "talon": "DA DT DK DQ DJ HA HT CA CT ST"});
    let strict = game("tournament", json!({"exchange_first_lead": false}));
    let mut state = strict.position(&setup).unwrap();
    let error = play(&strict, &mut state, 0, "exchange").unwrap_err();
    assert!(error.message().contains("before the first trick"), "{error}");
    assert!(legal(&tournament(), &tournament().position(&setup).unwrap(), 0).contains(&"exchange".to_string()));
}

#[test]
fn the_smallest_talons_are_an_option() {
    let setup = json!({"trump": "H", "hands": {"1": "HJ SK SJ CA CJ", "0": "HA HK SQ CK CQ"}, "talon": "DA HQ", "tricks": [3, 1], "turn": 1});
    let wide = game("tournament", json!({"close_min_talon": 2, "exchange_min_talon": 2}));
    let moves = legal(&wide, &wide.position(&setup).unwrap(), 1);
    assert!(moves.ends_with(&["exchange".into(), "close".into()]), "{moves:?}");
    assert!(Schnapsen::with_rules(None, json!({"close_min_talon": 3}).as_object().unwrap()).is_err());
}

#[test]
fn a_marriage_that_made_66_comes_before_the_trick_where_66_is_found_by_itself() {
    let game = game("course", json!({"marriage_points": "at_once"}));
    let setup = json!({"trump": "S", "hands": {"0": "HK HQ CA CJ DJ", "1": "HA ST CT CK CQ"}, "points": [50, 52], "tricks": [3, 3]});
    assert_eq!(scores(&game, &after(&game, setup, &["0 marriage:HK", "1 HA"])), [1, 0]);
}

#[test]
fn a_talon_of_which_only_the_open_card_is_named_gets_the_others() {
    let game = tournament();
    let setup = json!({"trump": "S", "hands": {"0": "SA HQ SK SQ SJ"}, "talon": "ST"});
    let state = game.position(&setup).unwrap();
    assert_eq!((state.hands[1].len(), state.talon.size()), (5, 10));
}

#[test]
fn impossible_positions_are_refused_with_a_sentence() {
    let game = tournament();
    for setup in [
        json!({}),
        json!({"trump": "S"}),
        json!({"trump": "X", "hands": {"0": "SA"}}),
        json!({"trump": "S", "hands": {"0": "SA HQ", "1": "SA CT"}}),
        json!({"trump": "S", "hands": {"0": "SA HQ", "1": "CT"}}),
        json!({"trump": "S", "hands": {"0": "", "1": ""}}),
        json!({"trump": "S", "hands": {"0": "SA HQ"}, "talon": "DA ST"}),
        json!({"trump": "S", "hands": {"0": "SA HQ SK SQ SJ"}, "talon": "DA DT"}),
        json!({"trump": "S", "hands": {"0": "SA HQ SK SQ SJ"}, "talon": "HT"}),
        json!({"trump": "S", "hands": {"0": "SA HQ"}, "trick": [[0, "close"]]}),
        json!({"trump": "S", "hands": {"0": "SA"}, "trick": [[0, "marriage:HQ"]]}),
        json!({"trump": "S", "hands": {"0": "SA"}, "trick": [[1, "HQ"], [0, "HK"]]}),
        json!({"trump": "S", "hands": {"0": "SA HQ"}, "closed": {"points": 3}}),
        json!({"trump": "S", "hands": {"0": "SA HQ"}, "colour": 3}),
        json!({"trump": "S", "hands": {"0": "SA HQ"}, "points": [300, 0]}),
    ] {
        match game.position(&setup) {
            Err(Error::Position(sentence)) => assert!(sentence.ends_with('.') || sentence.ends_with('?'), "{sentence}"),
            other => panic!("{setup}: {other:?}"),
        }
    }
}

#[test]
fn illegal_moves_say_why() {
    let game = tournament();
    let state = game.position(&late([60, 40], Value::Null)).unwrap();
    for (seat, text, why) in [
        (0, "HA", "does not hold HA"),
        (1, "HK", "not its turn"),
        (0, "marriage:HQ", "king and queen"),
        (0, "marriage:HA", "king or queen"),
        (0, "exchange", "trump jack"),
        (0, "close", "4 cards"),
        (1, "claim", "before a lead"),
        (0, "decline", "nobody asks"),
    ] {
        let error = play(&game, &mut state.clone(), seat, text).unwrap_err();
        assert!(matches!(error, Error::Illegal(..)) && error.message().contains(why), "{text}: {error}");
    }
    assert!(matches!(play(&game, &mut state.clone(), 0, "ace"), Err(Error::Notation(_))));
    assert_eq!(game.parse_move(&state, Seat(0), "AS"), game.parse_move(&state, Seat(0), "SA"));
}

#[test]
fn the_deal_printed_in_the_study_replays_to_its_end() {
    let game = game("course", json!({}));
    let setup = json!({"trump": "D", "hands": {"0": "CK CQ DT HT HJ", "1": "CA CT CJ DQ HA"}, "talon": "SK SA HK DJ HQ SQ ST DK SJ DA"});
    let state = after(
        &game,
        setup,
        &[
            "0 CK", "1 CT", "1 SK", "0 SA", "0 HK", "1 DJ", "1 CJ", "0 DT", "0 SQ", "1 DQ", "1 CA", "0 CQ", "1 HQ",
            "0 HT", "0 DA", "1 DK", "0 ST", "1 SJ",
        ],
    );
    assert_eq!(state.points, [67, 40]);
    assert_eq!(scores(&game, &state), [1, 0]);
}

// ------------------------------------------------------------------------------------ players

fn bot(game: &Schnapsen, text: &str) -> Box<dyn Agent<Schnapsen>> {
    game.bot(&Spec::parse(text).unwrap()).unwrap().unwrap()
}

#[test]
fn bully_takes_the_biggest_stick() {
    let game = game("course", json!({}));
    let choice = |hand: &str, trick: Value| {
        let setup =
            json!({"trump": "S", "hands": {"1": hand}, "trick": trick, "turn": 1, "talon": "DA SJ", "tricks": [2, 2]});
        let state = game.position(&setup).unwrap();
        let mv = bot(&game, "bully").act(&game, &game.view(&state, Seat(1)), &mut Rng::new(1), Clock::NONE);
        game.move_text(mv)
    };
    assert_eq!(choice("HK HJ SQ ST CA", json!([[0, "HQ"]])), "ST");
    assert_eq!(choice("HK HJ CQ CT CA", json!([[0, "HQ"]])), "HK");
    assert_eq!(choice("CQ CJ DT DK DJ", json!([[0, "HQ"]])), "DT");
    assert_eq!(choice("HK HJ CQ CT CA", json!([])), "CA");
}

#[test]
fn mybot_follows_its_rules_in_order() {
    let game = game("course", json!({}));
    let choice = |hand: &str, talon: &str, trick: Value, pending: [u8; 2]| {
        let setup = json!({"trump": "S", "hands": {"0": hand}, "trick": trick, "turn": 0, "talon": talon, "tricks": [2, 2], "pending": pending});
        let state = game.position(&setup).unwrap();
        let choices = (0..20)
            .map(|seed| bot(&game, "mybot").act(&game, &game.view(&state, Seat(0)), &mut Rng::new(seed), Clock::NONE));
        let mut texts: Vec<String> = choices.map(|m| game.move_text(m)).collect();
        texts.sort();
        texts.dedup();
        texts.join(" ")
    };
    assert_eq!(choice("SJ HK HQ CA DJ", "DA ST", json!([]), [0, 0]), "exchange");
    assert_eq!(choice("ST HK HQ CA DJ", "DA SJ", json!([]), [0, 0]), "marriage:HK");
    assert_eq!(choice("ST HK HQ CA DJ", "DA SJ", json!([]), [20, 0]), "CA");
    assert_eq!(choice("ST HK HJ CA DJ", "DA SJ", json!([]), [0, 0]), "CA");
    assert_eq!(choice("ST HK HJ CT DJ", "DA SJ", json!([]), [0, 0]), "DJ HJ");
    assert_eq!(choice("HA HT HQ CT DJ", "DA SJ", json!([[1, "HK"]]), [0, 0]), "HA");
    assert_eq!(choice("ST CJ CQ CT DA", "DT SJ", json!([[1, "HK"]]), [0, 0]), "CJ");
    assert_eq!(choice("ST CK CQ CT DA", "DT SJ", json!([[1, "HK"]]), [0, 0]), "CK CQ");
}

#[test]
fn in_the_end_mybot_plays_as_well_as_is_possible_and_the_program_of_the_study_does_not_always() {
    let game = game("course", json!({}));
    let mut rng = Rng::new(9);
    let (mut ends, mut slips) = (0, 0);
    while ends < 300 {
        let mut state = game.deal(&Default::default(), &mut rng);
        while !state.over() && !state.talon.is_empty() {
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
        }
        if state.over() {
            continue;
        }
        ends += 1;
        let seat = game.to_act(&state).first();
        let best = value(&game, &state, seat.index(), WHOLE);
        let mut reached = |text: &str| {
            let mv = bot(&game, text).act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
            let mut next = state.clone();
            game.play(&mut next, seat, mv).unwrap();
            value(&game, &next, seat.index(), WHOLE)
        };
        assert_eq!(reached("mybot(depth=64)"), best);
        slips += (reached("mybot(compat=paper)") < best) as u32;
    }
    assert!(slips < ends, "{slips}");
}

#[test]
fn alpha_beta_agrees_with_plain_minimax() {
    fn minimax(game: &Schnapsen, state: &State, seat: usize) -> f32 {
        if state.over() {
            return kibitz_schnapsen::solve::won(state, seat);
        }
        let mover = game.to_act(state).first();
        let mut moves = Vec::new();
        game.legal(state, mover, &mut moves);
        let values = moves.iter().map(|&mv| {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mover, mv);
            minimax(game, &next, seat)
        });
        if mover.index() == seat { values.fold(f32::MIN, f32::max) } else { values.fold(f32::MAX, f32::min) }
    }
    let mut rng = Rng::new(10);
    for preset in ["tournament", "course"] {
        let game = game(preset, json!({}));
        let mut ends = 0;
        while ends < 300 {
            let mut state = game.deal(&Default::default(), &mut rng);
            while !state.over() && (state.drawing() || state.hands[0].len() > 4) {
                let seat = game.to_act(&state).first();
                let mv = game.sample_move(&state, seat, &mut rng);
                game.play_unchecked(&mut state, seat, mv);
            }
            if !state.over() {
                ends += 1;
                assert_eq!(value(&game, &state, 0, WHOLE), minimax(&game, &state, 0));
            }
        }
    }
}

#[test]
fn players_are_ordered_as_in_the_study() {
    // Game points per deal over duplicate deals; the margins are several standard errors.
    let game = game("course", json!({}));
    let difference = |a: &str, b: &str, deals: u64| {
        let mut sum = 0;
        for number in 0..deals {
            for a_seat in 0..2 {
                let mut state = game.deal(&Default::default(), &mut Rng::stream(11, number));
                let mut players =
                    if a_seat == 0 { [bot(&game, a), bot(&game, b)] } else { [bot(&game, b), bot(&game, a)] };
                let mut rng = Rng::stream(12, 2 * number + a_seat);
                while !state.over() {
                    let seat = game.to_act(&state).first();
                    let mv = players[seat.index()].act(&game, &game.view(&state, seat), &mut rng, Clock::NONE);
                    game.play(&mut state, seat, mv).unwrap();
                }
                let returns = game.returns(&state);
                sum += returns[Seat(a_seat as u8)] - returns[Seat(1 - a_seat as u8)];
            }
        }
        sum as f64 / (2 * deals) as f64
    };
    assert!(difference("rdeep", "mybot", 300) > 0.0);
    assert!(difference("mybot", "bully", 200) > 0.3);
    assert!(difference("rules", "rdeep", 200) > 0.2);
    assert!(difference("rdeep(keep=mean)", "rdeep", 300) > -0.1);
    assert!(difference("mybot", "mybot(compat=paper)", 300) > 0.0);
}

#[test]
fn wrong_specifications_are_sentences() {
    let game = tournament();
    for text in
        ["rdeep(samples=0)", "rdeep(3, samples=4)", "rdeep(keep=all)", "mybot(compat=maybe)", "bully(1)", "rules(x=1)"]
    {
        match game.bot(&Spec::parse(text).unwrap()) {
            Some(Err(Error::Spec(sentence))) => assert!(!sentence.is_empty()),
            _ => panic!("{text} was accepted"),
        }
    }
    assert!(game.bot(&Spec::bare("nobody")).is_none());
    assert!(game.bot(&Spec::parse("rdeep(2, 3)").unwrap()).unwrap().is_ok());
    assert_eq!(Move::NOTHING.says(), Says::Nothing);
    let _: Map<String, Value> = game.view_facts(&game.view(&game.deal(&Default::default(), &mut Rng::new(1)), Seat(0)));
}

#[test]
fn drawn_moves_are_uniform_over_the_list() {
    let game = tournament();
    let mut rng = Rng::new(13);
    let mut moves = Vec::new();
    for _ in 0..40 {
        let mut state = game.deal(&Default::default(), &mut rng);
        while !state.over() {
            let seat = game.to_act(&state).first();
            game.legal(&state, seat, &mut moves);
            let mut counts = vec![0u32; moves.len()];
            for _ in 0..100 * moves.len() {
                let drawn = game.sample_move(&state, seat, &mut rng);
                counts[moves.binary_search(&drawn).expect("a drawn move is listed")] += 1;
            }
            let chi2: f64 = counts.iter().map(|&n| (n as f64 - 100.0).powi(2) / 100.0).sum();
            // Beyond six standard deviations of Wilson and Hilferty's approximation.
            let df = (moves.len() as f64 - 1.0).max(1.0);
            let spread = 2.0 / (9.0 * df);
            assert!(chi2 < df * (1.0 - spread + 6.0 * spread.sqrt()).powi(3), "{counts:?}\n{state:?}");
            let mv = *rng.choose(&moves);
            game.play_unchecked(&mut state, seat, mv);
        }
    }
}
