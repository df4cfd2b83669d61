//! An agent that plays any game it is shown.

use std::any::Any;
use std::sync::Arc;

use kibitz_game::{Agent, Analysis, Clock, Error, Game, LONG, Rng, Seed, Spec, Stream};

use crate::game::same_rules;
use crate::{AnyView, canonical, networks};

/// An agent before it knows what it will play: the one for a game is made when a view of it comes,
/// and kept until a view of another game or other rules does.
pub struct Player {
    spec: Spec,
    rng: Rng,
    mind: Option<Box<dyn Any + Send>>,
}

/// The agent for one game.
struct Mind<G: Game> {
    game: Arc<G>,
    agent: Box<dyn Agent<G>>,
}

impl Player {
    /// A player; the same seed makes the same moves. What its specification names must be there now, not only when it
    /// plays.
    pub fn new(spec: &Spec, seed: Seed) -> Result<Player, Error> {
        let spec = canonical(spec)?;
        for network in networks(&spec) {
            kibitz_net::open(&kibitz_net::find(&network)?)?;
        }
        Ok(Player { spec, rng: Stream::Agent.rng(seed, 0), mind: None })
    }

    /// Makes the agent anew for the next decision: the last one ended in the middle.
    pub fn forget(&mut self) {
        self.mind = None;
    }

    /// The canonical specification.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The move for the viewer; when the time is up, the best it knows of so far.
    pub fn act(&mut self, view: &dyn AnyView, clock: Clock<'_>) -> Result<u64, Error> {
        view.ask(self, clock)
    }

    /// Whether a move in this view may take long, so that somebody might want to stop it.
    pub fn may_take_long(&mut self, view: &dyn AnyView) -> Result<bool, Error> {
        Ok(view.cost(self)? > LONG)
    }

    /// What the agent knows of the viewer's decision; moves are numbers.
    pub fn analyse(&mut self, view: &dyn AnyView, clock: Clock<'_>) -> Result<Analysis<u64>, Error> {
        let found = view.consult(self, clock)?;
        let cannot = || format!("\"{}\" plays but does not analyse; a search does, such as ismcts(2000).", self.spec);
        found.ok_or_else(|| Error::Spec(cannot()))
    }

    /// The agent for this game, and where its chance comes from.
    pub(crate) fn mind<G: Game>(&mut self, game: &Arc<G>) -> Result<(&mut dyn Agent<G>, &mut Rng), Error> {
        let fits =
            |mind: &Box<dyn Any + Send>| mind.downcast_ref::<Mind<G>>().is_some_and(|m| same_rules(&m.game, game));
        if !self.mind.as_ref().is_some_and(fits) {
            let agent = kibitz_search::build::<G>(game, &self.spec)?;
            self.mind = Some(Box::new(Mind { game: game.clone(), agent }));
        }
        let mind = self.mind.as_mut().and_then(|mind| mind.downcast_mut::<Mind<G>>()).expect("made just now");
        if mind.agent.cheats() {
            return Err(Error::Spec(format!(
                "\"{}\" looks at the true cards, and a view does not show them; it can play in a match.",
                self.spec
            )));
        }
        Ok((&mut *mind.agent, &mut self.rng))
    }
}
