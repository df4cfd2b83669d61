//! What an agent says of itself: how it is written, and who plays when it is.

use kibitz_game::keys::Part;
use kibitz_game::{Agent, Error, Game, Spec};

/// A specification that has been understood: all that the table of agents asks of one.
pub trait Plan: Sized + 'static {
    /// Its names with their keys; those after the first are usually short for something.
    const PARTS: &'static [Part<Self>];

    /// The name it is written under.
    fn part(&self) -> &'static Part<Self> {
        &Self::PARTS[0]
    }

    /// Reads a specification of one of these names.
    fn read(spec: &Spec) -> Result<Self, Error> {
        Self::PARTS.iter().find(|part| part.name == spec.name).expect("a name of the table").read(spec)
    }

    /// The canonical form: abbreviations spelled out, defaults left out.
    fn spec(&self) -> Spec {
        self.part().write(self)
    }

    /// The form with every key.
    fn full(&self) -> Spec {
        self.part().write_all(self)
    }

    /// `spec`, which it was read from, with so many milliseconds for every search that decides.
    fn timed(self, spec: &Spec, _ms: u32) -> Spec {
        spec.clone()
    }

    /// The player.
    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error>;
}

/// Makes the table of agents from their plans, and the one type that is any of them. A player is made for a type of
/// game, so that plans cannot stand behind a pointer: one list has to name them all, and this is it.
macro_rules! table {
    ($($name:ident($plan:ty)),* $(,)?) => {
        /// Every agent that plays any game, with its keys. All help is made from this table.
        pub static PARTS: std::sync::LazyLock<Vec<Help>> = std::sync::LazyLock::new(|| {
            let mut parts = Vec::new();
            $(parts.extend(<$plan as Plan>::PARTS.iter().map(|part| part.help()));)*
            parts
        });

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
