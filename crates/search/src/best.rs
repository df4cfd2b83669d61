//! `fast`, `strong`, `strongest`: the best player a game knows for a time per move.

use kibitz_game::{Agent, Error, Game, Spec};

use crate::plan::{Part, Plan};

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
    /// All three, with their names, the quickest first: the order of [`kibitz_game::Hints::best`].
    pub const ALL: [(Tier, &'static str); 3] =
        [(Tier::Fast, "fast"), (Tier::Strong, "strong"), (Tier::Strongest, "strongest")];

    /// What it stands for in a game.
    pub fn stands_for<G: Game>(self, game: &G) -> Spec {
        Spec::parse(game.best()[self as usize]).expect("the best players of a game are specifications")
    }
}

impl Plan for Tier {
    const PARTS: &'static [Part] = &[
        Part {
            name: "fast",
            usage: "fast",
            help: "The strongest player of the game that takes about 20 ms for a move.",
            example: "",
            keys: &[],
        },
        Part { name: "strong", usage: "strong", help: "The same for 200 ms.", example: "", keys: &[] },
        Part { name: "strongest", usage: "strongest", help: "The same for 2 s.", example: "", keys: &[] },
    ];

    fn read(spec: &Spec) -> Result<Tier, Error> {
        let tier = Tier::ALL.iter().find(|tier| tier.1 == spec.name).expect("a name of the table").0;
        spec.allow(0, &[]).map(|()| tier)
    }

    /// What it stands for depends on the game.
    fn spec(&self) -> Spec {
        Spec::bare(Tier::ALL[*self as usize].1)
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        crate::build(game, &self.stands_for(game))
    }
}
