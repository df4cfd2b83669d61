//! Whole deals at random: every move legal, every card accounted for, 120 card points, game points for one side.
//! `KIBITZ_ROUNDS` sets how many of each preset.

use kibitz_game::rooms::*;
use kibitz_game::{CardSet, Rng};
use kibitz_schnapsen::Schnapsen;
use kibitz_schnapsen::cards::{points, suit_of};
use kibitz_schnapsen::moves::{Move, Says};
use kibitz_schnapsen::state::{GOAL, NO_SEAT, Standing, State};
use serde_json::{Map, Value, json};

/// What is counted beside the engine: marriages of either seat, and what the other had when the talon was closed.
#[derive(Default)]
struct Book {
    marriages: [u32; 2],
    at_closing: Option<(usize, u8, u8)>,
}

fn play_rounds(preset: &str, options: Value) {
    let rounds = std::env::var("KIBITZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(5000);
    let game = Schnapsen::with_rules(Some(preset), options.as_object().unwrap()).unwrap();
    let mut moves = Vec::new();
    let mut won = [[0u64; 4]; 2];
    let (mut closed, mut claims, mut exhausted) = (0u64, 0u64, 0u64);
    for number in 0..rounds {
        let mut rng = Rng::stream(2019, number);
        let mut state = game.deal(&Standing { totals: [0, 0], first: (number & 1) as u8 }, &mut rng);
        let mut book = Book::default();
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            let mv = game.sample_move(&state, seat, &mut rng);
            game.legal(&state, seat, &mut moves);
            assert!(moves.binary_search(&mv).is_ok(), "{preset} deal {number}: {} is illegal", game.move_text(mv));
            match mv.says() {
                Says::Marriage(card) => {
                    book.marriages[seat.index()] += if suit_of(card) == state.trump { 40 } else { 20 };
                }
                Says::Close => {
                    let other = seat.index() ^ 1;
                    book.at_closing = Some((seat.index(), state.points[other], state.tricks[other]));
                }
                _ => {}
            }
            claims += (mv == Move::CLAIM) as u64;
            game.play_unchecked(&mut state, seat, mv);
        }
        let name = format!("{preset} deal {number}");
        game.audit(&state).unwrap_or_else(|e| panic!("{name}: {e}"));
        everything_adds_up(&game, &state, &book, &name);
        closed += (state.closed_by != NO_SEAT) as u64;
        exhausted += state.talon.is_empty() as u64;
        won[state.winner as usize][state.worth as usize] += 1;
    }
    println!("{preset}: {rounds} deals, {closed} closed, {exhausted} to the last draw, {claims} claims, won {won:?}");
}

fn everything_adds_up(game: &Schnapsen, state: &State, book: &Book, name: &str) {
    let led = state.led().map_or(CardSet::EMPTY, |card| card.set());
    let places = [state.hands[0], state.hands[1], state.piles[0], state.piles[1], state.talon.set(), led];
    assert_eq!(places.iter().map(|&place| points(place)).sum::<u32>(), 120, "{name}");
    for seat in 0..2 {
        let counted = state.points[seat] as u32 + state.pending[seat] as u32;
        assert_eq!(counted, points(state.piles[seat]) + book.marriages[seat], "{name}: points of seat {seat}");
        assert_eq!(state.piles[seat].len(), 2 * state.tricks[seat] as u32, "{name}: tricks of seat {seat}");
        assert!(state.tricks[seat] > 0 || state.points[seat] == 0, "{name}: points without a trick");
    }
    // The game points, told once more.
    let returns = game.returns(state);
    let [a, b] = returns.as_slice() else { panic!("two seats") };
    assert!(*a == 0 && (1..=3).contains(b) || *b == 0 && (1..=3).contains(a), "{name}: {a} to {b}");
    let (winner, loser) = (state.winner as usize, state.winner as usize ^ 1);
    let by = |points: u8, tricks: u8| match (tricks, points) {
        (0, _) => 3,
        (_, 33..) if game.rules.rule33 => 1,
        _ => 2,
    };
    let expected = match book.at_closing {
        Some((closer, points, tricks)) if closer == winner => by(points, tricks),
        Some((_, _, tricks)) => {
            if tricks == 0 {
                3
            } else {
                2
            }
        }
        None if state.points[winner] < GOAL => {
            assert!(state.hands[0].is_empty() && state.last_trick.0 as usize == winner, "{name}: won without 66");
            1
        }
        None => by(state.points[loser], state.tricks[loser]),
    };
    assert_eq!(state.worth, expected, "{name}");
    if book.at_closing.is_some_and(|c| c.0 == winner) {
        assert!(state.points[winner] >= GOAL, "{name}: a closer won without 66");
    }
}

#[test]
fn tournament() {
    play_rounds("tournament", json!({}));
}

#[test]
fn course() {
    play_rounds("course", json!({}));
}

#[test]
fn every_option_the_other_way() {
    play_rounds(
        "tournament",
        json!({"close_min_talon": 2, "exchange_min_talon": 2, "exchange_first_lead": false, "rule33": false,
            "marriage_points": "next_trick", "marriage_lead": "king"}),
    );
    play_rounds("course", json!({"closing": true, "marriage_points": "at_once", "marriage_lead": "either"}));
}

#[test]
fn a_match_ends_at_seven_and_the_deal_alternates() {
    let game = Schnapsen::with_rules(None, &Map::new()).unwrap();
    for seed in 0..50 {
        let mut rng = Rng::new(seed);
        let mut standing = Standing::default();
        for number in 0.. {
            assert_eq!(standing.first, (number & 1) as u8, "who leads first");
            let mut state = game.deal(&standing, &mut rng);
            assert_eq!(game.to_act(&state).first().0, standing.first);
            game.playout(&mut state, &mut rng);
            standing = game.standing_after(&state);
            let over = game.outcome(&standing) != kibitz_game::Outcome::Open;
            assert_eq!(over, standing.totals.iter().any(|&t| t >= 7));
            if over {
                break;
            }
        }
    }
}
