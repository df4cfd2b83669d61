//! From a world back to its deal, and from world to world.

use std::collections::HashMap;

use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat, kit};
use kibitz_schnapsen::Schnapsen;
use kibitz_schnapsen::moves::Move;
use kibitz_schnapsen::notation::parse_card;
use kibitz_schnapsen::state::State;
use serde_json::{Map, json};

fn game(preset: &str) -> Schnapsen {
    Schnapsen::with_rules(Some(preset), &Map::new()).unwrap()
}

#[test]
fn every_world_goes_back_to_a_deal_from_which_the_moves_lead_to_it() {
    for preset in ["tournament", "course"] {
        let found = kit::walks(&game(preset), 300, 1);
        // Which card was exchanged for the trump jack nobody can tell once it was played: a guess may be wrong.
        assert!(found.tried > 2000 && found.back == found.tried, "{preset}: {found:?}");
        assert!(found.alike * 100 > found.tried * 97, "{preset}: {found:?}");
    }
}

#[test]
fn every_past_is_as_likely_as_any_other() {
    let game = game("tournament");
    let setup = json!({
        "trump": "S", "hands": {"0": "SJ HK HQ HJ CJ", "1": "SA SK SQ CK CQ"}, "talon": "DA DT DK DQ DJ HA HT CA CT ST",
    });
    let first = game.position(&setup).unwrap();
    let card = |text: &str| Move::card(parse_card(text).unwrap());
    let mut moves = [(0, "CJ"), (1, "CQ"), (1, "CK"), (0, "HJ")].map(|(seat, text)| (Seat(seat), card(text))).to_vec();
    moves.insert(0, (Seat(0), Move::EXCHANGE));
    let play = |deal: &State, checked: bool| {
        let mut state = deal.clone();
        for &(seat, mv) in &moves {
            if checked {
                game.play(&mut state, seat, mv).ok()?;
            } else {
                game.play_unchecked(&mut state, seat, mv);
            }
        }
        Some(state)
    };
    let now = play(&first, true).unwrap();
    // By brute force: each seat's two drawn cards are any of the seven it has had, the jack of trumps and the ten it was
    // exchanged for are where they were.
    let mut pasts = 0;
    let mut rng = Rng::new(4);
    let mut counts: HashMap<State, u32> = HashMap::new();
    for _ in 0..40_000 {
        let (deal, made) = game.beginning(&now, &moves, &mut rng).unwrap();
        assert_eq!((made, play(&deal, true)), (0, Some(now.clone())), "a deal that can have been");
        *counts.entry(deal).or_default() += 1;
    }
    let owned = [0, 1].map(|seat: usize| (first.hands[seat] | now.hands[seat]).iter().collect::<Vec<_>>());
    for a in &owned[0] {
        for b in &owned[0] {
            for c in &owned[1] {
                for d in &owned[1] {
                    let mut deal = counts.keys().next().unwrap().clone();
                    let mut talon = first.talon.iter().map(|card| card.0).collect::<Vec<_>>();
                    // The winner of each trick draws first: seat 1 takes both.
                    talon[..4].copy_from_slice(&[c.0, a.0, d.0, b.0]);
                    deal.talon = Default::default();
                    talon.iter().for_each(|&card| deal.talon.push(card));
                    let drawn = [a.set() | b.set(), c.set() | d.set()];
                    let all = [0, 1].map(|seat| owned[seat].iter().copied().collect::<kibitz_game::CardSet>());
                    let exchanged = parse_card("ST").unwrap().set();
                    deal.hands = [all[0] - drawn[0] - exchanged, all[1] - drawn[1]];
                    let whole = deal.hands.iter().all(|hand| hand.len() == 5);
                    pasts += (whole && game.audit(&deal).is_ok() && play(&deal, true).as_ref() == Some(&now)) as usize;
                }
            }
        }
    }
    assert_eq!(counts.len(), pasts);
    let mean = 40_000 / pasts as u32;
    assert!(pasts > 20 && counts.values().all(|count| (mean / 2..mean * 3 / 2).contains(count)));
}

#[test]
fn without_all_the_moves_nobody_goes_back() {
    let game = game("tournament");
    let setup = json!({"trump": "S", "hands": {"0": "SJ HK", "1": "SA SK"}});
    assert!(game.beginning(&game.position(&setup).unwrap(), &[], &mut Rng::new(0)).is_none());
}

#[test]
fn a_long_walk_is_in_every_world_as_often() {
    let game = game("tournament");
    // The other hand, the covered card, and two that are nowhere in particular.
    let setup = json!({
        "trump": "S", "hands": {"0": "CA SA", "1": "HK SQ"}, "talon": "DK SJ", "tricks": [3, 3], "points": [40, 40],
        "closed": {"by": 0, "points": 40, "tricks": 3}, "piles": {"0": "CT HJ CJ ST DT DA", "1": "HQ HA HT CK SK DJ"},
    });
    let view = game.view(&game.position(&setup).unwrap(), Seat(0));
    kit::walk_is_uniform(&game, &view, &mut Rng::new(6));
}
