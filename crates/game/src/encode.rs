//! What networks see of a game.

use crate::{Encoding, Seat, Worlds};

/// The words of an [`Encoding`]. A game that no network plays leaves everything out.
pub trait Encode: Worlds {
    /// What networks see of this game under these rules, block by block. Nothing, unless the game says so.
    fn encoding(&self) -> &'static Encoding {
        &Encoding::NOTHING
    }

    /// The `state` words of [`Encode::encoding`], from the view alone. `draft` is the begun move of a decision that is
    /// made part by part: see [`Encode::choices`]. All words are written.
    fn encode(&self, _view: &Self::View, _draft: Option<Self::Move>, words: &mut [u64]) {
        words.fill(0);
    }

    /// The `action` words of one of [`Encode::choices`]. All words are written.
    fn encode_move(&self, _view: &Self::View, _mv: Self::Move, words: &mut [u64]) {
        words.fill(0);
    }

    /// The `truth` words: what the seat cannot see, for critics and as the labels of beliefs. All words are written.
    fn encode_truth(&self, _state: &Self::State, _seat: Seat, words: &mut [u64]) {
        words.fill(0);
    }

    /// How a finished deal ended, as the numbers that [`Encoding::outcomes`] names, seats counted from this one.
    fn encode_outcome(&self, _state: &Self::State, _seat: Seat, numbers: &mut [f32]) {
        numbers.fill(0.0);
    }

    /// What a network chooses among for a seat that owes a decision. A move with parts is chosen part by part: the
    /// first list then has its beginnings, for which [`Encode::is_draft`] holds, and with one of these as `draft` the
    /// list has its continuations. Everything else in a list is a legal move. The list is cleared first.
    #[inline]
    fn choices(&self, state: &Self::State, seat: Seat, draft: Option<Self::Move>, moves: &mut Vec<Self::Move>) {
        debug_assert!(draft.is_none(), "no move of this game has parts");
        self.legal(state, seat, moves);
    }

    /// [`Encode::choices`] for the viewer, from the view alone.
    fn view_choices(&self, view: &Self::View, draft: Option<Self::Move>, moves: &mut Vec<Self::Move>) {
        debug_assert!(draft.is_none(), "no move of this game has parts");
        self.view_legal(view, moves);
    }

    /// Whether one of [`Encode::choices`] is only the beginning of a move.
    #[inline]
    fn is_draft(&self, _mv: Self::Move) -> bool {
        false
    }
}
