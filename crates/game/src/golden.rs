//! Golden files: behaviour written down, so that a change of it shows as a difference in review.
//!
//! `KIBITZ_BLESS=1 cargo test` writes them anew.

use std::fmt::Write;
use std::path::Path;

use crate::{Game, Rng, Seat, Stream};

/// A whole random deal as text: every state as its onlooker, its movers and every seat see it. A hidden card that
/// turns up in somebody's view is plain to see here.
pub fn playthrough<G: Game>(game: &G, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&G::Standing::default(), &mut rng);
    let mut text = format!("{} {} seed {seed}\n", game.name(), game.rules_text());
    let mut moves = Vec::new();
    for ply in 0.. {
        let to_act = game.to_act(&state);
        let seats: Vec<String> = to_act.iter().map(|s| s.to_string()).collect();
        writeln!(text, "\n# {ply}  to act: {}", seats.join(" ")).expect("text");
        writeln!(text, "state  {}", game.setup(&state)).expect("text");
        for seat in (0..game.seats_at(&state) as u8).map(Seat) {
            let facts = serde_json::Value::Object(game.view_facts(&game.view(&state, seat)));
            writeln!(text, "view {seat} {facts}").expect("text");
        }
        for seat in to_act.iter() {
            game.legal(&state, seat, &mut moves);
            // Long lists (an exchange has thousands) are named by their ends.
            let mut names: Vec<String> = moves.iter().map(|&m| game.move_text(m)).collect();
            if names.len() > 60 {
                names = vec![names[0].clone(), format!("… {} more …", names.len() - 2), names[names.len() - 1].clone()];
            }
            writeln!(text, "legal {seat} {}", names.join(", ")).expect("text");
        }
        if to_act.is_empty() {
            writeln!(text, "returns {:?}", game.returns(&state).as_slice()).expect("text");
            return text;
        }
        let seat = to_act.first();
        let mv = game.sample_move(&state, seat, &mut rng);
        writeln!(text, "{seat} plays {}", game.move_text(mv)).expect("text");
        game.play_unchecked(&mut state, seat, mv);
    }
    unreachable!("every deal ends")
}

/// Lines `rules · seed · depth · sequences` for the deals of some seeds.
pub fn perft_lines<G: Game>(game: &G, seeds: &[u64], depth: u32) -> String {
    let mut text = String::new();
    for &seed in seeds {
        let state = game.deal(&G::Standing::default(), &mut Stream::Deal.rng(seed.into(), 0));
        for depth in 1..=depth {
            let count = game.perft(&state, depth);
            writeln!(text, "{} · {seed} · {depth} · {count}", game.rules_text()).expect("text");
        }
    }
    text
}

/// Compares a text with its golden file; panics with the first line that differs.
pub fn check(file: &Path, text: &str) {
    if std::env::var_os("KIBITZ_BLESS").is_some() {
        std::fs::write(file, text).expect("the golden file can be written");
        return;
    }
    let golden =
        std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}; KIBITZ_BLESS=1 makes it", file.display()));
    for (number, (found, wanted)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(found, wanted, "{}:{}: behaviour has changed", file.display(), number + 1);
    }
    assert_eq!(text.lines().count(), golden.lines().count(), "{}: behaviour has changed", file.display());
}
