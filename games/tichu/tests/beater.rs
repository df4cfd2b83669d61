//! Leiden 2017's table: its counts, its worlds, and what they are right about.

use kibitz_game::rooms::*;
use kibitz_game::{Clock, Rng};
use kibitz_tichu::Tichu;
use serde_json::{Map, Value, json};

fn mini() -> Tichu {
    Tichu::with_rules(Some("mini"), &Map::new()).unwrap()
}

fn call(function: &str, arguments: Value) -> Value {
    mini().call(function, arguments.as_object().unwrap(), Clock::NONE).unwrap()
}

#[test]
fn the_counts_of_two_series_are_those_of_each_and_repeat() {
    let rows = call("count_beaters", json!({"rounds": 20, "seed": 3, "players": "random"}));
    assert_eq!(rows, call("count_beaters", json!({"rounds": 20, "seed": 3, "players": "random"})));
    let asked: u64 = rows.as_array().unwrap().iter().map(|r| r[3].as_u64().unwrap() + r[4].as_u64().unwrap()).sum();
    assert!(asked > 20 * 20, "{asked} turns in twenty rounds");
}

#[test]
fn worlds_by_the_table_look_like_the_view_and_hold_what_was_drawn() {
    let game = mini();
    let mut moves = Vec::new();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&Default::default(), &mut rng);
        while let Some(seat) = game.to_act(&state).iter().next() {
            let view = game.view(&state, seat);
            game.legal(&state, seat, &mut moves);
            let mv = *rng.choose(&moves);
            let world = game.sample_for("beater", &view, mv, &mut rng).unwrap();
            assert_eq!(game.view(&world, seat), view);
            game.audit(&world).unwrap();
            game.play_unchecked(&mut state, seat, mv);
        }
    }
}

#[test]
fn a_sure_table_gives_the_next_player_a_beater_and_a_sure_no_gives_none_on_purpose() {
    // Every cell with one count: always, or never. Never leaves the uniform worlds.
    let table = |counts: &str| {
        let kinds = ["single", "pair", "triple", "stairs", "fullhouse", "straight", "bomb"];
        let cells = kinds.iter().flat_map(|k| (0..56).flat_map(move |p| (0..4).map(move |s| (k, p, s))));
        cells.map(|(k, p, s)| format!("{k},{p},{s},{counts}\n")).collect::<String>()
    };
    let share = |counts: &str| {
        let found =
            call("check_beaters", json!({"rounds": 60, "seed": 5, "players": "random", "table": table(counts)}));
        ["uniform", "beater"].map(|key| found[key].as_f64().unwrap() / found["asked"].as_f64().unwrap())
    };
    let [uniform, never] = share("1,0");
    assert!((uniform - never).abs() < 0.03, "{uniform} {never}");
    let [_, always] = share("0,1");
    assert!(always < uniform - 0.05, "who always gives a beater is wrong more often: {always} {uniform}");
}

#[test]
fn the_shipped_table_is_right_about_as_often_as_uniform_worlds() {
    let found = call("check_beaters", json!({"rounds": 300, "seed": 11, "players": "random"}));
    let [uniform, beater] =
        ["uniform", "beater"].map(|k| found[k].as_f64().unwrap() / found["asked"].as_f64().unwrap());
    println!("right on {} questions: uniform {uniform:.3}, beater {beater:.3}", found["asked"]);
    assert!(uniform > 0.6 && beater > 0.6 && (uniform - beater).abs() < 0.15);
}
