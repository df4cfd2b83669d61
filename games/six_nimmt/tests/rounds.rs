//! Whole hands at random: every move legal, every card and every bull accounted for, never stuck; and the mean penalty
//! of random players is the one that other programs find. `KIBITZ_ROUNDS` sets how many hands of each preset.

use kibitz_game::Rng;
use kibitz_game::rooms::*;
use kibitz_six_nimmt::SixNimmt;
use kibitz_six_nimmt::cards::Cards;
use kibitz_six_nimmt::phases::Standing;
use kibitz_six_nimmt::state::Phase;
use serde_json::{Map, json};

fn rounds() -> u64 {
    std::env::var("KIBITZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}

fn play_rounds(preset: &str) {
    let games: Vec<SixNimmt> = (2..=10)
        .map(|players| {
            let options = json!({ "players": players });
            SixNimmt::with_rules(Some(preset), options.as_object().unwrap()).unwrap()
        })
        .collect();
    let mut moves = Vec::new();
    for number in 0..rounds() {
        let game = &games[number as usize % games.len()];
        let mut rng = Rng::stream(2022, number);
        let mut state = game.deal(&Standing::default(), &mut rng);
        let deck = game.rules.deck_cards(game.seats());
        let dealt = state.hands.iter().fold(state.in_rows(), |all, &hand| all | hand);
        let undealt = deck - dealt;
        let mut decisions = 0;
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.legal(&state, seat, &mut moves);
            assert!(moves.binary_search(&mv).is_ok(), "{preset} hand {number}: {} is illegal", game.move_text(mv));
            game.play_unchecked(&mut state, seat, mv);
            decisions += 1;
            assert!(decisions <= 20 * game.seats(), "{preset} hand {number} does not end");
        }
        game.audit(&state).unwrap_or_else(|e| panic!("{preset} hand {number}: {e}"));
        let taken: u32 = state.penalties().iter().map(|&bulls| bulls as u32).sum();
        let bulls = taken + state.in_rows().bulls() + undealt.bulls();
        assert_eq!(bulls, deck.bulls(), "{preset} hand {number}: bulls are lost");
        assert_eq!(state.taken | state.in_rows() | undealt, deck);
        if preset != "tactics" {
            assert_eq!(bulls, 171);
        } else {
            assert_eq!(undealt, Cards::EMPTY);
        }
    }
}

#[test]
fn official() {
    play_rounds("official");
}

#[test]
fn tactics() {
    play_rounds("tactics");
}

#[test]
fn papers() {
    play_rounds("papers");
}

/// Means of independent programs (RULES.md, Sources). A hand's penalty has a deviation below 9.5, and seats of one hand
/// are not correlated positively, so that the mean of n penalties is within 5 · 9.5 / √n.
const MEANS: [(usize, f64); 5] = [(2, 8.19), (3, 10.78), (4, 12.13), (5, 12.97), (10, 14.67)];

#[test]
fn random_players_take_as_many_bulls_as_elsewhere() {
    for (players, mean) in MEANS {
        let options = json!({ "players": players });
        let game = SixNimmt::with_rules(Some("papers"), options.as_object().unwrap()).unwrap();
        let hands = 200_000;
        let near = |found: f64, hands: usize, how: &str| {
            let margin = 5.0 * 9.5 / ((hands * players) as f64).sqrt() + 0.005;
            assert!((found - mean).abs() < margin, "{players} players {how}: {found:.3} instead of {mean}");
        };
        let sums = game.playout_batch(hands, &mut Rng::new(1)).unwrap();
        near(-sums.iter().sum::<i64>() as f64 / (hands * players) as f64, hands, "side by side");
        let mut rng = Rng::new(2);
        let mut total = 0;
        for _ in 0..hands {
            let mut state = game.deal(&Standing::default(), &mut rng);
            game.playout(&mut state, &mut rng);
            total += state.penalties().iter().map(|&bulls| bulls as u64).sum::<u64>();
        }
        near(total as f64 / (hands * players) as f64, hands, "one by one");
        // Move by move, through the rules alone.
        let (mut total, few) = (0, hands / 10);
        for _ in 0..few {
            let mut state = game.deal(&Standing::default(), &mut rng);
            while state.phase != Phase::Over {
                let seat = game.to_act(&state).first();
                let mv = game.sample_move(&state, seat, &mut rng);
                game.play_unchecked(&mut state, seat, mv);
            }
            total += state.penalties().iter().map(|&bulls| bulls as u64).sum::<u64>();
        }
        near(total as f64 / (few * players) as f64, few, "move by move");
    }
}

/// The three ways of playing a random hand with a choice of rows agree too.
#[test]
fn playouts_choose_rows_at_random() {
    let game = SixNimmt::with_rules(Some("official"), &Map::new()).unwrap();
    let (hands, mut rng) = (100_000, Rng::new(3));
    let batch = -game.playout_batch(hands, &mut rng).unwrap().iter().sum::<i64>() as f64;
    let (mut fast, mut slow) = (0.0, 0.0);
    let (mut fast_plies, mut slow_plies) = (0, 0);
    for _ in 0..hands {
        let start = game.deal(&Standing::default(), &mut rng);
        let mut state = start.clone();
        fast_plies += game.playout(&mut state, &mut rng);
        fast += state.penalties().iter().map(|&bulls| bulls as f64).sum::<f64>();
        let mut state = start;
        while state.phase != Phase::Over {
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
            slow_plies += 1;
        }
        slow += state.penalties().iter().map(|&bulls| bulls as f64).sum::<f64>();
    }
    let means = [batch, fast, slow].map(|sum| sum / (4 * hands) as f64);
    assert!(means.iter().all(|mean| (mean - means[2]).abs() < 0.2), "{means:?}");
    let plies = [fast_plies, slow_plies].map(|plies| plies as f64 / hands as f64);
    assert!((plies[0] - plies[1]).abs() < 0.05, "{plies:?}");
}
