//! Agents from outside the program, in any game.

use std::sync::Arc;

use kibitz_game::{Agent, Clock, Error, Game, MoveCode, Rng, Seat, Spec};
use kibitz_search::foreign::{install, is_named, set_names};

use crate::view::Seen;
use crate::{AnyGame, AnyView, GAMES};

/// Knows agents that are not of this program. One that fails in the middle of a game ends the work by unwinding with a
/// payload of its own, which only whoever asked for the work can tell from a panic.
pub trait Foreign: Send + Sync {
    /// Whether a word that is no path names an agent. To find out may take long.
    fn knows(&self, name: &str) -> bool;
    /// Makes an agent. What it needs is loaded now, and never before.
    fn make(&self, game: Arc<dyn AnyGame>, spec: &Spec) -> Result<Box<dyn ForeignPlayer>, Error>;
}

/// An agent from outside.
pub trait ForeignPlayer: Send {
    /// Its move, which must be a legal one.
    fn act(&mut self, view: Arc<dyn AnyView>, rng: &mut Rng) -> u64;
}

/// What a decision of such an agent is taken to cost, in milliseconds: nobody knows, and somebody might want to stop it.
const COST: f64 = 5.0;

/// Lets agents from outside stand wherever an agent can, in every game.
pub fn set_foreign(foreign: Arc<dyn Foreign>) {
    GAMES.iter().for_each(|game| (game.admit)(foreign.clone()));
    let own = |name: &str| GAMES.iter().any(|game| game.bots.iter().any(|bot| bot.0 == name));
    set_names(Box::new(move |name| !own(name) && foreign.knows(name)));
}

/// Lets agents from outside play a game.
pub fn admit<G: Game>(foreign: Arc<dyn Foreign>) {
    install::<G>(Box::new(move |game, spec| {
        is_named(&spec.name).then(|| {
            let game = Arc::new(game.clone());
            let player = foreign.make(Arc::new(game.clone()), spec)?;
            Ok(Box::new(Outsider { game, player, history: Vec::new() }) as Box<dyn Agent<G>>)
        })
    }));
}

/// An agent from outside in one game.
struct Outsider<G: Game> {
    game: Arc<G>,
    player: Box<dyn ForeignPlayer>,
    history: Vec<(Seat, G::Move)>,
}

impl<G: Game> Agent<G> for Outsider<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        if clock.is_over() {
            let mut moves = Vec::new();
            game.view_legal(view, &mut moves);
            return *rng.choose(&moves);
        }
        let seen = Seen { game: self.game.clone(), view: view.clone(), history: self.history.clone() };
        G::Move::from_code(self.player.act(Arc::new(seen), rng))
    }

    fn cost(&self, _game: &G) -> f64 {
        COST
    }

    fn recalls(&self) -> bool {
        true
    }

    fn recall(&mut self, _game: &G, history: &[(Seat, G::Move)]) {
        self.history.clear();
        self.history.extend_from_slice(history);
    }
}
