//! `rdeep`: every move is tried in sampled worlds and followed by some random moves.

use kibitz_game::{Agent, Error, Game, Rng, Spec};

use super::{choices, number, shuffle};
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
    pub(super) fn read(spec: &Spec) -> Result<RDeep, Error> {
        spec.allow(2, &["samples", "depth", "keep"])?;
        let keep = match spec.word("keep", &["best", "mean"])? {
            "mean" => Keep::Mean,
            _ => Keep::Best,
        };
        Ok(RDeep { samples: number(spec, "samples", 0, 4)?, depth: number(spec, "depth", 1, 8)?, keep })
    }

    /// The mean share after random moves from here.
    fn evaluate(&self, game: &Schnapsen, state: &State, seat: usize, rng: &mut Rng) -> f32 {
        let mut sum = 0.0;
        for _ in 0..self.samples {
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
        sum / self.samples as f32
    }
}

impl Agent<Schnapsen> for RDeep {
    fn act(&mut self, game: &Schnapsen, view: &View, rng: &mut Rng) -> Move {
        let mut moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        shuffle(&mut moves, rng);
        let mut best = (f32::NEG_INFINITY, moves[0]);
        for &mv in &moves {
            let mut score: f32 = 0.0;
            for _ in 0..self.samples {
                let world = played(game, &game.sample(view, rng), view.seat, mv);
                let here = self.evaluate(game, &world, view.seat.index(), rng);
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
}
