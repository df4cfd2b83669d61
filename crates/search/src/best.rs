//! `fast`, `strong`, `strongest`: the best player a game knows for a time per move.

use kibitz_game::keys::Part;
use kibitz_game::{Agent, Error, Game, Spec};

use crate::plan::Plan;

/// One of the three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// About 20 ms a move.
    Fast,
    /// About 200 ms a move.
    Strong,
    /// About 2 s a move.
    Strongest,
}

impl Tier {
    /// What it stands for in a game.
    pub fn stands_for<G: Game>(self, game: &G) -> Spec {
        Spec::parse(game.best()[self as usize]).expect("the best players of a game are specifications")
    }
}

impl Plan for Tier {
    const PARTS: &'static [Part<Tier>] = &[
        Part {
            name: "fast",
            help: "The strongest known player of the game at about 20 ms per move.",
            base: || Tier::Fast,
            ..Part::PLAIN
        },
        Part {
            name: "strong",
            help: "The strongest known player of the game at about 200 ms per move.",
            base: || Tier::Strong,
            ..Part::PLAIN
        },
        Part {
            name: "strongest",
            help: "The strongest known player of the game at about 2 s per move.",
            base: || Tier::Strongest,
            ..Part::PLAIN
        },
    ];

    /// What it stands for depends on the game.
    fn part(&self) -> &'static Part<Tier> {
        &Tier::PARTS[*self as usize]
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        crate::build(game, &self.stands_for(game))
    }
}
