//! What seats do not see of each other's moves, no tree of theirs sees either.

use kibitz_doppelkopf::Doppelkopf;
use kibitz_game::rooms::*;
use kibitz_game::{Rng, Seat};
use kibitz_schnapsen::Schnapsen;
use kibitz_search::seen_of;
use kibitz_six_nimmt::SixNimmt;
use kibitz_tichu::Tichu;
use serde_json::Map;

/// In random deals one of the moves made at a time is made otherwise; who cannot tell it from its view takes the same
/// step in its tree. Returns how often that was so, and how often a seat could tell.
fn unseen_is_unseen<G: Game>(preset: &str, deals: u32) -> (u32, u32) {
    let game = G::with_rules(Some(preset), &Map::new()).unwrap();
    let mut rng = Rng::new(31);
    let (mut unseen, mut seen) = (0, 0);
    for _ in 0..deals {
        let mut state = game.deal(&G::Standing::default(), &mut rng);
        loop {
            let acting = game.to_act(&state);
            if acting.is_empty() {
                break;
            }
            let movers: Vec<Seat> = acting.iter().collect();
            let changed = *rng.choose(&movers);
            let (mut next, mut other) = (state.clone(), state.clone());
            let (mut made, mut otherwise) = (Vec::new(), Vec::new());
            for &seat in &movers {
                let mv = game.sample_move(&next, seat, &mut rng);
                let instead = if seat == changed { game.sample_move(&other, seat, &mut rng) } else { mv };
                game.play_unchecked(&mut next, seat, mv);
                game.play_unchecked(&mut other, seat, instead);
                made.push((seat, mv));
                otherwise.push((seat, instead));
            }
            for observer in (0..game.seats() as u8).map(Seat) {
                if observer == changed || made == otherwise {
                    continue;
                }
                if game.view(&next, observer) == game.view(&other, observer) {
                    let keys = [&made, &otherwise].map(|made| seen_of(&game, made, observer));
                    assert_eq!(keys[0], keys[1], "{preset}: seat {observer} sees too much of {made:?}");
                    unseen += 1;
                } else {
                    seen += 1;
                }
            }
            state = next;
        }
    }
    (unseen, seen)
}

#[test]
fn a_tree_sees_no_more_than_its_seat() {
    // In these games something is hidden that others choose: cards that are given, reservations.
    for (unseen, seen) in [unseen_is_unseen::<Tichu>("official", 200), unseen_is_unseen::<Doppelkopf>("ddv", 2000)] {
        assert!(unseen > 0 && seen > 0, "{unseen} {seen}");
    }
    for (_, seen) in [unseen_is_unseen::<Schnapsen>("tournament", 200), unseen_is_unseen::<SixNimmt>("official", 200)] {
        assert!(seen > 0);
    }
}
