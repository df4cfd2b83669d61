//! `fast`, `strong`, `strongest`: the best player a game knows for a time per move.

use kibitz_game::{Agent, Error, Game, Spec};

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
    /// All three, with their names, the quickest first: the order of [`Game::best`].
    pub const ALL: [(Tier, &'static str); 3] =
        [(Tier::Fast, "fast"), (Tier::Strong, "strong"), (Tier::Strongest, "strongest")];

    /// `None` when the name is none of them.
    pub fn read(spec: &Spec) -> Option<Result<Tier, Error>> {
        let tier = Tier::ALL.iter().find(|tier| tier.1 == spec.name)?.0;
        Some(spec.allow(0, &[]).map(|()| tier))
    }

    /// The canonical form: what it stands for depends on the game.
    pub fn spec(self) -> Spec {
        Spec::bare(Tier::ALL[self as usize].1)
    }

    /// What it stands for in a game.
    pub fn stands_for<G: Game>(self, game: &G) -> Spec {
        Spec::parse(game.best()[self as usize]).expect("the best players of a game are specifications")
    }

    /// The player.
    pub fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        crate::build(game, &self.stands_for(game))
    }
}
