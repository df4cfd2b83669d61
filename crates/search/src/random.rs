//! Uniformly random play.

use kibitz_game::{Agent, Clock, Error, Game, Rng, Spec, Value};

use crate::plan::{Key, Part, Plan};

/// All keys of `random`.
const KEYS: &[Key] = &[Key {
    name: "over",
    values: "actions | cards | types",
    help: "What is equally likely: distinct actions, every choice of cards, or first the types of moves.",
}];

/// What the choice is uniform over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The moves of [`kibitz_game::Play::legal`].
    Actions,
    /// The moves of [`kibitz_game::Play::legal_cards`].
    Cards,
    /// First the types ([`kibitz_game::Hints::kind`]) among the legal moves, then the moves of that type.
    Types,
}

impl Over {
    const WORDS: [&str; 3] = ["actions", "cards", "types"];
}

impl Plan for Over {
    const PARTS: &'static [Part] = &[
        Part {
            name: "random",
            usage: "random(over=actions|cards|types)",
            help: "A uniformly random legal move: over distinct actions, over every choice of cards, or first over types.",
            example: "random(over=cards)",
            keys: KEYS,
        },
        Part {
            name: "balanced",
            usage: "balanced",
            help: "Short for random(over=types).",
            example: "balanced",
            keys: &[],
        },
    ];

    fn read(spec: &Spec) -> Result<Over, Error> {
        if spec.name == "balanced" {
            return spec.allow(0, &[]).map(|()| Over::Types);
        }
        spec.allow(0, &["over"])?;
        Ok(match spec.word("over", &Over::WORDS)? {
            "cards" => Over::Cards,
            "types" => Over::Types,
            _ => Over::Actions,
        })
    }

    fn spec(&self) -> Spec {
        if *self == Over::Actions { Spec::bare("random") } else { self.full() }
    }

    fn full(&self) -> Spec {
        let word = Value::Spec(Spec::bare(Over::WORDS[*self as usize]));
        Spec { keys: vec![("over".into(), word)], ..Spec::bare("random") }
    }

    fn agent<G: Game>(self, _game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(Box::new(Random::<G> { over: self, moves: Vec::new(), kinds: Vec::new() }))
    }
}

/// Plays a random legal move. How likely each is it says exactly, but over the choices of cards: those are not in the
/// list, and every action counts as one.
struct Random<G: Game> {
    over: Over,
    moves: Vec<G::Move>,
    kinds: Vec<u32>,
}

impl<G: Game> Agent<G> for Random<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, _clock: Clock<'_>) -> G::Move {
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

    fn priors(
        &mut self,
        game: &G,
        _view: &G::View,
        moves: &[G::Move],
        _rng: &mut Rng,
        _clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
        out.clear();
        out.resize(moves.len(), 1.0 / moves.len() as f32);
        if self.over == Over::Types {
            let like = |mv: G::Move| moves.iter().filter(|&&m| game.kind(m) == game.kind(mv)).count();
            // Of every type the moves share one part.
            out.iter_mut().zip(moves).for_each(|(p, &mv)| *p = 1.0 / like(mv) as f32);
            let types: f32 = out.iter().sum();
            out.iter_mut().for_each(|p| *p /= types);
        }
    }
}
