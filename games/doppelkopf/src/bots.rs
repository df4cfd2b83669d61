//! Rule-based players.
use crate::Doppelkopf;
use crate::moves::Move;
use crate::worlds::View;
use kibitz_game::{Agent, Error, Game, Rng, Spec};

/// Names and what they do.
pub const BOTS: &[(&str, &str)] =
    &[("healthy", "always healthy, never announces, plays a random card (the baseline of Basel 2015)")];

pub(crate) fn build(spec: &Spec) -> Option<Result<Box<dyn Agent<Doppelkopf>>, Error>> {
    let agent: Box<dyn Agent<Doppelkopf>> = match spec.name.as_str() {
        "healthy" => Box::new(Healthy),
        _ => return None,
    };
    Some(spec.allow(0, &[]).map(|()| agent))
}

struct Healthy;

impl Agent<Doppelkopf> for Healthy {
    fn act(&mut self, game: &Doppelkopf, view: &View, rng: &mut Rng) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.contains(&Move::HEALTHY) {
            return Move::HEALTHY;
        }
        moves.retain(|m| !m.is_announcement());
        *rng.choose(&moves)
    }
}
