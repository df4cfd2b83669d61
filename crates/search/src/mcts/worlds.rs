//! The worlds of a decision: where they come from, and which are remembered.

use kibitz_game::{Error, Game, Rng, Seat};

use super::Searcher;
use super::parts::{Draw, Parts, Worlds};

/// Whether the game has such worlds, and they can be drawn that often.
pub(super) fn check<G: Game>(game: &G, parts: &Parts) -> Result<(), Error> {
    match &parts.worlds {
        Worlds::Named(name) if !game.samplers().contains(&name.as_str()) => {
            let known = kibitz_game::error::suggest(name, game.samplers().iter().copied().chain(["uniform"]));
            return Err(Error::Spec(format!("{} has no worlds \"{name}\"{known}", game.title())));
        }
        Worlds::Named(name) if parts.draw != Draw::Each => {
            // Asked of any decision: either its worlds are drawn for a move or they are not.
            let state = game.deal(&G::Standing::default(), &mut Rng::new(0));
            let seat = game.to_act(&state).first();
            let (view, mv) = (game.view(&state, seat), game.sample_move(&state, seat, &mut Rng::new(0)));
            if game.sample_for(name, &view, mv, &mut Rng::new(0)).is_some() {
                return Err(Error::Spec(format!("worlds={name} are drawn for every move, so they need draw=each.")));
            }
        }
        Worlds::Peek(_) => {
            // Asked of any deal: either the game offers it or it does not.
            let state = game.deal(&G::Standing::default(), &mut Rng::new(0));
            let view = game.view(&state, Seat(0));
            if game.sample_peeking(&view, &state, 0.5, &mut Rng::new(0)).is_none() {
                return Err(Error::Spec(format!("In {} nobody can peek.", game.title())));
            }
        }
        _ => {}
    }
    Ok(())
}

impl<G: Game> Searcher<G> {
    /// The world of an iteration.
    #[inline]
    pub(super) fn next_world(
        &mut self,
        game: &G,
        view: &G::View,
        pool: &[G::State],
        done: u64,
        rng: &mut Rng,
    ) -> G::State {
        match pool.len() {
            0 => {
                let world = self.world(game, view, rng);
                self.keep(std::slice::from_ref(&world));
                world
            }
            n => pool[(done % n as u64) as usize].clone(),
        }
    }

    #[inline]
    pub(super) fn world(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        match &self.parts.worlds {
            Worlds::Uniform => game.sample(view, rng),
            Worlds::Thought(_) => self.thinker.as_mut().expect("made with the player").draw(rng),
            Worlds::Named(name) => game.sample_by(name, view, rng).expect("the sampler was checked"),
            Worlds::Peek(share) => {
                let truth = self.truth.as_ref().expect("checked before the search");
                game.sample_peeking(view, truth, *share, rng).expect("checked when the player was made")
            }
        }
    }

    /// Another world when its method wants to know the move first.
    #[inline(always)]
    pub(super) fn draw_for(&self, game: &G, mv: G::Move, state: &mut G::State, rng: &mut Rng) {
        if let (Some(view), Worlds::Named(name)) = (&self.view, &self.parts.worlds)
            && let Some(world) = game.sample_for(name, view, mv, rng)
        {
            *state = world;
        }
    }

    pub(super) fn peeks(&self) -> bool {
        matches!(self.parts.worlds, Worlds::Peek(_))
    }

    #[cfg(test)]
    pub(crate) fn kept(&self) -> &[G::State] {
        &self.kept
    }

    /// Remembers worlds, as long as more are wanted.
    #[inline]
    pub(super) fn keep(&mut self, worlds: &[G::State]) {
        let room = self.wanted.saturating_sub(self.kept.len());
        if room > 0 {
            self.kept.extend_from_slice(&worlds[..worlds.len().min(room)]);
        }
    }
}
