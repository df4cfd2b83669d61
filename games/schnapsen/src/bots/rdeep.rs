//! `rdeep`: every move is tried in sampled worlds and followed by some random moves.

use kibitz_game::keys::{Key, Kind, Part};
use kibitz_game::{Agent, Clock, INSTANT, Play, Rng, Value, Worlds};

use super::{NUMBER, choices, shuffle};
use crate::Schnapsen;
use crate::moves::Move;
use crate::solve::{played, ratio};
use crate::state::State;
use crate::worlds::View;

/// What a move is judged by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// The world in which it did best, as the course's program has it.
    Best,
    /// The mean over its worlds.
    Mean,
}

/// `samples` worlds for each move, in each of them the mean over `samples` continuations of `depth` random moves of the
/// own share of the points.
pub(super) struct RDeep {
    samples: u32,
    depth: u32,
    keep: Keep,
}

impl RDeep {
    pub(super) const PART: Part<RDeep> = Part {
        name: "rdeep",
        base: || RDeep { samples: 4, depth: 8, keep: Keep::Best },
        places: &["samples", "depth"],
        keys: &[&[
            Key {
                name: "samples",
                kinds: &[NUMBER],
                help: "Determinizations per move, and rollouts in each of them.",
                set: |bot, given| {
                    bot.samples = given.whole() as u32;
                    Ok(())
                },
                get: |bot, _| Some(Value::of(bot.samples)),
                ..Key::PLAIN
            },
            Key {
                name: "depth",
                kinds: &[NUMBER],
                help: "Random moves per rollout.",
                set: |bot, given| {
                    bot.depth = given.whole() as u32;
                    Ok(())
                },
                get: |bot, _| Some(Value::of(bot.depth)),
                ..Key::PLAIN
            },
            Key {
                name: "keep",
                kinds: &[Kind::Words(&["best", "mean"])],
                help: "What a move is judged by: its best determinization, as in the course's program, or the mean.",
                set: |bot, given| {
                    bot.keep = given.choice(&[Keep::Best, Keep::Mean]);
                    Ok(())
                },
                get: |bot, _| Some(Value::of(["best", "mean"][bot.keep as usize])),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    };

    /// The mean share after random moves from here.
    fn evaluate(&self, game: &Schnapsen, state: &State, seat: usize, rng: &mut Rng, clock: Clock<'_>) -> f32 {
        let (mut sum, mut tried) = (0.0, 0);
        while tried < self.samples && !(tried > 0 && clock.is_over()) {
            tried += 1;
            let mut state = state.clone();
            for _ in 0..self.depth {
                if state.over() {
                    break;
                }
                let mover = state.acting.first();
                let mv = game.sample_move(&state, mover, rng);
                game.play_unchecked(&mut state, mover, mv);
            }
            sum += ratio(&state, seat);
        }
        sum / tried as f32
    }
}

impl Agent<Schnapsen> for RDeep {
    fn act(&mut self, game: &Schnapsen, view: &View, rng: &mut Rng, clock: Clock<'_>) -> Move {
        let mut moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        shuffle(&mut moves, rng);
        let mut best = (f32::NEG_INFINITY, moves[0]);
        for &mv in &moves {
            let mut score: f32 = 0.0;
            for _ in 0..self.samples {
                if clock.is_over() {
                    return best.1;
                }
                let world = played(game, &game.sample(view, rng), view.seat, mv);
                let here = self.evaluate(game, &world, view.seat.index(), rng, clock);
                match self.keep {
                    Keep::Best => score = score.max(here),
                    Keep::Mean => score += here / self.samples as f32,
                }
            }
            if score > best.0 {
                best = (score, mv);
            }
        }
        best.1
    }

    fn cost(&self, _game: &Schnapsen) -> f64 {
        const MOVES: f64 = 7.0;
        const LONGEST: f64 = 30.0;
        MOVES * (self.samples as f64).powi(2) * (self.depth as f64).min(LONGEST) * INSTANT / 10.0
    }
}
