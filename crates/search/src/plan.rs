//! What an agent says of itself: how it is written, and who plays when it is.

use kibitz_game::{Agent, Error, Game, Spec};

/// One line of the help on agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name in a specification.
    pub name: &'static str,
    /// How it is written, with all its keys; of several values the first is the default.
    pub usage: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// A small one that can be played with at once; empty when it thinks by the clock, or takes a file.
    pub example: &'static str,
    /// What it can be told.
    pub keys: &'static [Key],
}

/// One key with what it takes and what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// Its values, the default first.
    pub values: &'static str,
    /// In one line.
    pub help: &'static str,
}

/// A specification that has been understood: all that the table of agents asks of one.
pub trait Plan: Sized {
    /// Its names with their help; those after the first are usually short for something.
    const PARTS: &'static [Part];

    /// Reads a specification of one of these names.
    fn read(spec: &Spec) -> Result<Self, Error>;

    /// The canonical form: abbreviations spelled out, defaults left out.
    fn spec(&self) -> Spec;

    /// The form with every key.
    fn full(&self) -> Spec {
        self.spec()
    }

    /// `spec`, which it was read from, with so many milliseconds for every search that decides.
    fn timed(self, spec: &Spec, _ms: u32) -> Spec {
        spec.clone()
    }

    /// The player.
    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error>;
}

/// Makes the table of agents from their plans, and the one type that is any of them. A player is made for a type of
/// game, so that plans cannot stand behind a pointer: somebody has to name them all, and here it is done once.
macro_rules! table {
    ($($name:ident($plan:ty)),* $(,)?) => {
        /// Every agent that plays any game. All help is made from this table.
        pub const PARTS: &[Part] =
            &$crate::plan::joined::<{ 0 $(+ <$plan as Plan>::PARTS.len())* }>(&[$(<$plan as Plan>::PARTS),*]);

        /// The plan of any agent.
        enum AnyPlan {
            $($name(Box<$plan>)),*
        }

        impl AnyPlan {
            /// `None` when the name is not one of [`PARTS`].
            fn read(spec: &Spec) -> Option<Result<AnyPlan, Error>> {
                $(if <$plan as Plan>::PARTS.iter().any(|part| part.name == spec.name) {
                    return Some(<$plan as Plan>::read(spec).map(|plan| AnyPlan::$name(Box::new(plan))));
                })*
                None
            }

            fn spec(&self) -> Spec {
                match self {
                    $(AnyPlan::$name(plan) => Plan::spec(&**plan)),*
                }
            }

            fn full(&self) -> Spec {
                match self {
                    $(AnyPlan::$name(plan) => Plan::full(&**plan)),*
                }
            }

            fn timed(self, spec: &Spec, ms: u32) -> Spec {
                match self {
                    $(AnyPlan::$name(plan) => Plan::timed(*plan, spec, ms)),*
                }
            }

            fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
                match self {
                    $(AnyPlan::$name(plan) => Plan::agent(*plan, game)),*
                }
            }
        }
    };
}
pub(crate) use table;

/// Lists as one; they have `N` parts together.
pub const fn joined<const N: usize>(lists: &[&[Part]]) -> [Part; N] {
    let mut all = [Part { name: "", usage: "", help: "", example: "", keys: &[] }; N];
    // No iterators here: this is done by the compiler.
    let (mut list, mut place, mut next) = (0, 0, 0);
    while next < N {
        if place == lists[list].len() {
            (list, place) = (list + 1, 0);
        } else {
            all[next] = lists[list][place];
            (place, next) = (place + 1, next + 1);
        }
    }
    all
}
