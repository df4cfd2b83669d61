//! What a seat may know, and the states that fit it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{MoveCode, Play, Rng, Seat};

/// Information. Only [`Worlds::view`] decides what a seat may know: whatever takes a view must not depend on anything
/// else.
pub trait Worlds: Play {
    /// Everything one seat may know of a state, and nothing else.
    type View: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// What the seat may know.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;
    /// Whose view it is.
    fn viewer(&self, view: &Self::View) -> Seat;
    /// A world: a state that gives this view, exactly uniform over all labelled deals that do.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;
    /// How many cards the viewer still holds.
    fn hand_size(&self, view: &Self::View) -> u32;

    // Provided.

    /// [`Play::legal`] for the viewer, from the view alone: what is legal in one of its worlds is legal in all of them.
    fn view_legal(&self, view: &Self::View, moves: &mut Vec<Self::Move>) {
        self.legal(&self.sample(view, &mut Rng::new(0)), self.viewer(view), moves);
    }

    /// All worlds of a view when there are at most `limit`, by enumeration: one for every labelled deal. Where copies
    /// of a card are alike, different labelled deals are the same state, which then is in the list that often.
    /// `None` also where the game cannot enumerate; the kit then has nothing to compare its worlds with.
    fn enumerate(&self, _view: &Self::View, _limit: usize) -> Option<Vec<Self::State>> {
        None
    }

    /// Whether `observer` may see, by the time of `now`, that `mover` has made this move.
    fn shown(&self, _now: &Self::State, _mover: Seat, _mv: Self::Move, _observer: Seat) -> bool {
        true
    }

    /// What `observer` learns from a move of `mover`, as a number: equal for moves it cannot tell apart.
    fn seen_as(&self, mv: Self::Move, mover: Seat, observer: Seat) -> u64 {
        let _ = (mover, observer);
        mv.code()
    }

    /// Takes calls beside the play out of the viewer's lists for the rest of the deal: it leaves them to somebody else.
    /// Worlds of such a view know it too, so that nobody plans a call that will not come.
    fn silence(&self, _view: &mut Self::View) {}

    /// The names of this game's other ways to draw worlds.
    fn samplers(&self) -> &'static [&'static str] {
        &[]
    }

    /// A world drawn by another method than [`Worlds::sample`]: a biased one that a paper used and its tables depend on.
    /// Such a world fits the view in what its method respects, not always in everything. `None` when the name is not one
    /// of [`Worlds::samplers`].
    fn sample_by(&self, _method: &str, _view: &Self::View, _rng: &mut Rng) -> Option<Self::State> {
        None
    }

    /// A world drawn for one move of the viewer, by a method whose question is about that move. `None` for all others:
    /// their worlds are drawn before anybody chooses.
    fn sample_for(&self, _method: &str, _view: &Self::View, _mv: Self::Move, _rng: &mut Rng) -> Option<Self::State> {
        None
    }

    /// A world in which each hidden card is where it truly is with probability `share`, and the rest uniform: what
    /// one who peeks sees. `None` where the game does not offer it.
    fn sample_peeking(
        &self,
        _view: &Self::View,
        _truth: &Self::State,
        _share: f64,
        _rng: &mut Rng,
    ) -> Option<Self::State> {
        None
    }

    /// The deal as it was early on, and how many of the moves were made before; the others lead to how it stands now.
    /// What a world leaves open of its past, such as when a card was drawn, is drawn: every past as likely as any other,
    /// and as many in every world of a view. `None` where the past is not certain: the game does not know how to go back,
    /// or the moves are not all that happened.
    fn beginning(
        &self,
        _now: &Self::State,
        _history: &[(Seat, Self::Move)],
        _rng: &mut Rng,
    ) -> Option<(Self::State, usize)> {
        None
    }

    /// A world of the view that differs little from another one, drawn so that the way back is as likely: a step of a
    /// walk through all of them.
    fn step(&self, view: &Self::View, _world: &Self::State, rng: &mut Rng) -> Self::State {
        self.sample(view, rng)
    }

    /// A world of the view that keeps what it can of a world of an earlier view of the same deal.
    fn carry_on(&self, view: &Self::View, _earlier: &Self::State, rng: &mut Rng) -> Self::State {
        self.sample(view, rng)
    }
}
