//! Agents that are not of this program: written in another language, by whoever embeds the engine.
//!
//! They can stand wherever an agent can. Whoever embeds the engine installs a maker for every game; without one there
//! are none. Only a view reaches them, as it reaches any agent.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use kibitz_game::{Agent, Error, Game, Spec};

/// Makes the agent of a specification; `None` when it names none.
pub type Maker<G> = Box<dyn Fn(&G, &Spec) -> Option<Result<Box<dyn Agent<G>>, Error>> + Send + Sync>;

/// A [`Maker`] for every type of game.
type Makers = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

static MAKERS: RwLock<Option<Makers>> = RwLock::new(None);

/// Whether a name is a path to something outside, `package.module:Class`, rather than a word.
pub fn is_path(name: &str) -> bool {
    name.contains(':')
}

type Names = Box<dyn Fn(&str) -> bool + Send + Sync>;

static NAMES: OnceLock<Names> = OnceLock::new();

/// Installs who knows whether a word names an agent from outside, beside paths. Only the first call counts.
pub fn set_names(names: Names) {
    let _ = NAMES.set(names);
}

/// Whether a name is that of an agent from outside. Nothing is loaded to find out.
pub fn is_named(name: &str) -> bool {
    is_path(name) || !named_in(&Spec::bare(name)).is_empty()
}

/// The agents from outside that a specification names, wherever they stand. Nothing is loaded to find out.
pub fn named_in(spec: &Spec) -> Vec<String> {
    let known = |name: &str| crate::PARTS.iter().any(|part| part.name == name);
    let named = |name: &str| NAMES.get().is_some_and(|names| names(name));
    let outside = |name: &&str| is_path(name) || !known(name) && named(name);
    spec.walk().map(|part| part.name.as_str()).filter(outside).map(String::from).collect()
}

/// Has agents from outside made for a game.
pub fn install<G: Game>(maker: Maker<G>) {
    let mut makers = MAKERS.write().unwrap_or_else(PoisonError::into_inner);
    makers.get_or_insert_default().insert(TypeId::of::<G>(), Arc::new(maker));
}

/// The agent of a specification; `None` when nobody outside knows it.
pub fn build<G: Game>(game: &G, spec: &Spec) -> Option<Result<Box<dyn Agent<G>>, Error>> {
    // Making one may take long and make others: the table is not kept locked.
    let maker = MAKERS.read().unwrap_or_else(PoisonError::into_inner).as_ref()?.get(&TypeId::of::<G>())?.clone();
    maker.downcast_ref::<Maker<G>>().expect("kept by its type")(game, spec)
}
