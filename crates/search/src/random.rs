//! Uniformly random play.

use kibitz_game::{Agent, Error, Game, Rng, Spec, Value};

/// What the choice is uniform over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The moves of [`Game::legal`].
    Actions,
    /// The moves of [`Game::legal_cards`].
    Cards,
    /// First the types ([`Game::kind`]) among the legal moves, then the moves of that type.
    Types,
}

impl Over {
    const WORDS: [&str; 3] = ["actions", "cards", "types"];

    /// Reads `random(over=…)`.
    pub fn read(spec: &Spec) -> Result<Over, Error> {
        spec.allow(0, &["over"])?;
        Ok(match spec.word("over", &Over::WORDS)? {
            "cards" => Over::Cards,
            "types" => Over::Types,
            _ => Over::Actions,
        })
    }

    /// The inverse of [`Over::read`].
    pub fn spec(self) -> Spec {
        let mut spec = Spec::bare("random");
        if self != Over::Actions {
            spec.keys.push(("over".into(), Value::Spec(Spec::bare(Over::WORDS[self as usize]))));
        }
        spec
    }
}

/// Plays a random legal move.
pub struct Random<G: Game> {
    over: Over,
    moves: Vec<G::Move>,
    kinds: Vec<u32>,
}

impl<G: Game> Random<G> {
    /// A random player.
    pub fn new(over: Over) -> Random<G> {
        Random { over, moves: Vec::new(), kinds: Vec::new() }
    }
}

impl<G: Game> Agent<G> for Random<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        match self.over {
            Over::Actions => game.view_legal(view, &mut self.moves),
            // The viewer's choices of cards are the same in every world of its view, so any world will do.
            Over::Cards => game.legal_cards(&game.sample(view, rng), game.viewer(view), &mut self.moves),
            Over::Types => {
                game.view_legal(view, &mut self.moves);
                self.kinds.clear();
                self.kinds.extend(self.moves.iter().map(|&mv| game.kind(mv)));
                self.kinds.sort_unstable();
                self.kinds.dedup();
                let kind = *rng.choose(&self.kinds);
                self.moves.retain(|&mv| game.kind(mv) == kind);
            }
        }
        *rng.choose(&self.moves)
    }
}
