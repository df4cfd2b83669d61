//! The rule-based players do what they say, and the rigs what the study says of them.

#![expect(clippy::disallowed_methods, reason = "a tolerance covers what systems round differently")]

use kibitz_game::rooms::*;
use kibitz_game::{Agent, Clock, Error, Rng, Seat, Spec};
use kibitz_six_nimmt::SixNimmt;
use kibitz_six_nimmt::moves::Move;
use kibitz_six_nimmt::phases::Standing;
use kibitz_six_nimmt::rigs::{Rig, is_safe};
use kibitz_six_nimmt::state::Phase;
use kibitz_six_nimmt::worlds::View;
use serde_json::{Map, Value, json};

fn game(preset: &str) -> SixNimmt {
    SixNimmt::with_rules(Some(preset), &Map::new()).unwrap()
}

/// A player of this game, or random play changed by one of its rigs.
fn read(game: &SixNimmt, spec: &str) -> Result<Box<dyn Agent<SixNimmt>>, Error> {
    let spec = Spec::parse(spec).unwrap();
    if game.rigs().contains(&spec.name.as_str()) {
        return Ok(Box::new(RiggedRandom(game.rig(&spec)?)));
    }
    game.bot(&spec).expect("a player of this game")
}

struct RiggedRandom(kibitz_game::Rig<SixNimmt>);

impl Agent<SixNimmt> for RiggedRandom {
    fn act(&mut self, game: &SixNimmt, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        let mut p = vec![1.0 / moves.len() as f64; moves.len()];
        (self.0)(game, view, &moves, &mut p);
        let mut left = rng.unit();
        let drawn = (0..moves.len()).find(|&i| {
            left -= p[i];
            left < 0.0
        });
        moves[drawn.unwrap_or(0)]
    }
}

fn view_of(game: &SixNimmt, setup: Value) -> View {
    game.view(&game.position(&setup).unwrap(), Seat(0))
}

/// What the player lays in a position, as text.
fn lays(spec: &str, setup: Value) -> String {
    let game = game("official");
    let view = view_of(&game, setup);
    game.move_text(read(&game, spec).unwrap().act(&game, &view, &mut Rng::new(1), Clock::NONE))
}

/// Mean penalties of one player and of the random players at a table of five.
fn against_random(spec: &str, hands: u64) -> (f64, f64) {
    let game = game("papers");
    let mut bot = read(&game, spec).unwrap();
    let (mut own, mut others) = (0.0, 0.0);
    for number in 0..hands {
        let mut rng = Rng::stream(11, number);
        let mut state = game.deal(&Standing::default(), &mut rng);
        while state.phase != Phase::Over {
            let seat = game.to_act(&state).first();
            let mv = match seat {
                Seat(0) => bot.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE),
                _ => game.sample_move(&state, seat, &mut rng),
            };
            game.play(&mut state, seat, mv).unwrap();
        }
        own += state.penalties[0] as f64 / hands as f64;
        others += state.penalties[1..5].iter().map(|&bulls| bulls as f64).sum::<f64>() / (4 * hands) as f64;
    }
    (own, others)
}

#[test]
fn highest_lowest_and_closest_are_what_they_are_called() {
    let setup = || {
        json!({
            "hands": {"0": [3, 27, 46, 99], "1": [4, 5, 6, 7]}, "rows": [[10], [25], [40, 41, 42, 43, 45], [80]],
        })
    };
    assert_eq!(lays("highest", setup()), "99");
    assert_eq!(lays("lowest", setup()), "3");
    assert_eq!(lays("closest", setup()), "27", "46 is nearer, but to a full row");
    let forced = json!({"hands": {"0": [3, 46], "1": [4, 5]}, "rows": [[50], [60], [44, 45], [80]]});
    assert_eq!(lays("closest", forced), "46");
}

#[test]
fn all_take_the_cheapest_row() {
    let game = game("official");
    let setup = json!({"hands": {"0": [3, 90], "1": [41, 91]}, "rows": [[10], [21], [30], [44]]});
    let mut state = game.position(&setup).unwrap();
    for (seat, card) in [(0, "3"), (1, "41")] {
        let mv = game.parse_move(&state, Seat(seat), card).unwrap();
        game.play(&mut state, Seat(seat), mv).unwrap();
    }
    for (name, _) in SixNimmt::BOTS {
        let mv = read(&game, name).unwrap().act(&game, &game.view(&state, Seat(0)), &mut Rng::new(1), Clock::NONE);
        assert_eq!(game.move_text(mv), "row:2", "{name}");
    }
}

/// The situation that the study draws in its figure 4.1: one row of two cards ends with 31 and one of four with 39, and
/// 33 has been seen. Then 32, 34, 35 and 40 are safe; with distance 2 also 36, 37, 41 and 42.
#[test]
fn close_cards_are_those_of_the_study() {
    let game = game("papers");
    let safe = |card: u8, distance: i32| {
        let setup = json!({
            "hands": {"0": [card, 60, 61, 62, 63, 64, 65], "1": [90, 91, 92, 93, 94, 95, 96]},
            "rows": [[30, 31], [20, 21, 22, 39], [3], [88, 89, 97, 98, 99]], "taken": [33], "penalties": [5, 0],
        });
        let view = view_of(&game, setup);
        let row = view.known.row_for(card).unwrap();
        is_safe(&view, &view.known.rows[row], card, distance)
    };
    let all = |distance: i32| (32..=43).filter(|c| ![33, 39].contains(c) && safe(*c, distance)).collect::<Vec<u8>>();
    assert_eq!(all(0), [32, 34, 35, 40]);
    assert_eq!(all(2), [32, 34, 35, 36, 37, 40, 41, 42]);
}

#[test]
fn the_close_rig_plays_the_smallest_safe_card() {
    let setup =
        json!({"hands": {"0": [12, 23, 24, 90], "1": [4, 5, 6, 7]}, "rows": [[20, 21, 22], [30], [40], [88, 89]]});
    for _ in 0..20 {
        assert_eq!(lays("close(0)", setup.clone()), "23");
        assert_eq!(lays("close", setup.clone()), "23");
    }
}

fn changed(rig: Rig, hand: &[u8]) -> Vec<f64> {
    let game = game("papers");
    let others: Vec<u8> = (90..90 + hand.len() as u8).collect();
    let view = view_of(&game, json!({"hands": {"0": hand, "1": others}, "rows": [[20], [30], [40], [50]]}));
    let mut p = vec![1.0 / hand.len() as f64; hand.len()];
    rig.change(&view, hand, &mut p);
    assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12 && p.iter().all(|&p| p >= 0.0));
    p
}

#[test]
fn rigs_change_probabilities_as_their_formulas_say() {
    // N(card; μ, sd): the ratio of two cards.
    let p = changed(Rig::Value { centre: 60.0, deviation: 10.0 }, &[31, 60, 70]);
    assert!((p[2] / p[1] - (-0.5f64).exp()).abs() < 1e-12);
    assert!((p[0] / p[1] - (-(2.9f64.powi(2)) / 2.0).exp()).abs() < 1e-12);
    // Far from everything the nearest card is still played.
    let p = changed(Rig::Value { centre: 104.0, deviation: 0.01 }, &[3, 4]);
    assert_eq!(p, [0.0, 1.0]);
    // 55 has seven bulls, 56 and 57 one: in deviations of the hand +√2 and −1/√2.
    let p = changed(Rig::Point { strength: 1.0 }, &[55, 56, 57]);
    assert!((p[0] / p[1] - (1.5 * 2f64.sqrt()).exp()).abs() < 1e-9 && p[1] == p[2]);
    let p = changed(Rig::Point { strength: -3.0 }, &[55, 56, 57]);
    assert!(p[0] < p[1]);
    // 80 is isolated.
    let hand = [11, 12, 13, 80];
    let isolated = changed(Rig::Scattering { strength: -5.0, neighbours: None }, &hand);
    assert!(isolated[3] > 0.99);
    let bunched = changed(Rig::Scattering { strength: 5.0, neighbours: Some(1) }, &hand);
    assert!(bunched[3] < 0.01 && (bunched[0] - bunched[1]).abs() < 1e-12);
    // Equal features change nothing.
    assert_eq!(changed(Rig::Point { strength: 9.0 }, &[1, 2, 3, 4]), [0.25; 4]);
}

#[test]
fn risk_is_the_sum_of_distance_and_points() {
    // The rows 20, 30, 40 and 50 have three bulls and four free places each, both cards one bull: only α tells them
    // apart.
    let chances = |strength: f64, alpha: f64| changed(Rig::Risk { strength, alpha }, &[19, 21]);
    assert_eq!(chances(-1.0, 0.0), [0.5, 0.5]);
    // 21 is safe on 20: d = 0. 19 is below all rows: d = 1 + 1/104, and so much is added to the other card.
    let amount = 15.0 * (1.0 + 1.0 / 104.0);
    let p = chances(-1.0, 15.0);
    assert!((p[0] - 0.5 / (1.0 + amount)).abs() < 1e-12, "{p:?}");
    let p = chances(1.0, 15.0);
    assert!(p[0] > p[1], "the greatest risk counts: {p:?}");
}

#[test]
fn specifications_of_rigs_are_read_or_refused_with_a_sentence() {
    let game = game("papers");
    for text in [
        "close(0)",
        "close(4)",
        "value(104, sd=10)",
        "value(38)",
        "point(-2.5)",
        "scattering(-5, n=all)",
        "scatter(10, n=3)",
        "risk(t=+, alpha=15)",
        "risk(-)",
    ] {
        read(&game, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    for text in [
        "close(0.5)",
        "close(sd=1)",
        "value(x)",
        "value(1, 2)",
        "value(sd=0)",
        "scatter(1, n=0)",
        "risk(1, t=-)",
        "rules(1)",
        "highest(x=2)",
    ] {
        let error = read(&game, text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(error.message().ends_with(['.', '?']), "{text}: {error}");
    }
}

#[test]
fn the_beginner_and_the_good_rigs_beat_random_players() {
    for (spec, most) in
        [("rules", 8.0), ("close(0)", 12.5), ("value(104)", 12.0), ("scattering(-5)", 12.5), ("closest", 12.0)]
    {
        let (own, others) = against_random(spec, 3000);
        println!("{spec}: {own:.2}, others {others:.2}");
        assert!(own < most && own < others, "{spec} takes {own:.2}, the others {others:.2}");
    }
    // The study finds no effect of the points.
    let (own, others) = against_random("point(1)", 3000);
    assert!((own - others).abs() < 1.5, "point: {own:.2} and {others:.2}");
}
