//! The text of moves and deals, both ways.

use crate::{Deed, Error, Kind, Positions, Seat, Why};

/// What stands in records, and what a person reads and writes.
pub trait Notation: Positions {
    /// The canonical text of a move.
    fn move_text(&self, mv: Self::Move) -> String;

    // Provided.

    /// The move a text means for the seat; shorthand is completed when just one legal move fits.
    fn parse_move(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Error> {
        let mut moves = Vec::new();
        self.legal_cards(state, seat, &mut moves);
        let named = moves.iter().copied().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text.trim()));
        named.ok_or_else(|| {
            let names: Vec<String> = moves.iter().map(|&mv| self.move_text(mv)).collect();
            Error::Notation(format!("\"{text}\" is not a move of seat {seat} now; it has {}.", names.join(", ")))
        })
    }

    /// The move in its parts. Unless the game says more, a move that is nothing else plays the card it is called after.
    fn deed(&self, mv: Self::Move) -> Deed {
        match mv {
            _ if self.is_decline(mv) => Deed::of(Kind::Decline),
            _ if self.is_pass(mv) => Deed::of(Kind::Pass),
            _ if self.is_call(mv) => Deed::of(Kind::Call),
            _ => Deed::of(Kind::Play).with([self.move_text(mv)]),
        }
    }

    /// The deal as named lines of text, for records.
    fn write_deal(&self, start: &Self::State) -> Vec<(String, String)> {
        vec![("setup".into(), self.setup(start).to_string())]
    }

    /// The inverse of [`Notation::write_deal`].
    fn read_deal(&self, lines: &[(String, String)]) -> Result<Self::State, Error> {
        let [(name, text)] = lines else {
            return Err(Error::Notation("The deal has one line, \"setup\".".into()));
        };
        let setup = serde_json::from_str(text).ok().filter(|_| name == "setup");
        self.position(&setup.ok_or_else(|| Error::Notation(format!("\"{name}: {text}\" is not a setup.")))?)
    }

    /// Whether a record begins a new line before the next move (a new trick, a new phase).
    fn new_line(&self, _state: &Self::State) -> bool {
        false
    }

    /// Why the seat may not make this move now.
    fn why_illegal(&self, state: &Self::State, seat: Seat, _mv: Self::Move) -> Why {
        if self.to_act(state).has(seat) {
            Why::new("forbidden", "the rules do not allow it here")
        } else {
            Why::new("turn", "it is not that seat's turn")
        }
    }
}
