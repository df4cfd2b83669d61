//! A game is all of its rooms; what follows from them is here.

use crate::{Encode, Error, Hints, Notation, Play, Positions, Rulebook, Seat, Worlds};

/// A whole game: one trait for each room, which a game implements in the file where that room's code is.
///
/// | trait | says |
/// |---|---|
/// | [`Rulebook`] | names and rule options |
/// | [`Play`] | the course of a deal |
/// | [`Worlds`] | what a seat may know, and the states that fit it |
/// | [`Positions`] | states as data |
/// | [`Notation`] | text of moves and deals |
/// | [`Encode`] | what networks see |
/// | [`Hints`] | players, rewards and advice |
///
/// Whatever implements them is a game; no game writes the methods below.
pub trait Game: Rulebook + Play + Worlds + Positions + Notation + Encode + Hints {
    /// Makes a move, or says why it cannot be made and leaves the state as it was.
    fn play(&self, state: &mut Self::State, seat: Seat, mv: Self::Move) -> Result<(), Error> {
        self.check_seat(state, seat)?;
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        if moves.binary_search(&mv).is_err() {
            // A card-level move is in the long list only; what is made is the move itself, so that a record keeps it.
            self.legal_cards(state, seat, &mut moves);
            if moves.binary_search(&mv).is_err() {
                return Err(self.illegal(state, seat, mv));
            }
        }
        self.play_unchecked(state, seat, mv);
        Ok(())
    }

    /// Refuses a seat that is not at this table; chance always is.
    fn check_seat(&self, state: &Self::State, seat: Seat) -> Result<(), Error> {
        let seats = self.seats_at(state);
        if seat == Seat::CHANCE || seat.index() < seats {
            return Ok(());
        }
        Err(Error::Illegal(format!("There is no seat {seat}; seats are 0 to {}.", seats - 1), None))
    }

    /// The error for an illegal move: the move, the seat, the reason and what would be legal.
    fn illegal(&self, state: &Self::State, seat: Seat, mv: Self::Move) -> Error {
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        let mut names: Vec<String> = moves.iter().take(12).map(|&m| self.move_text(m)).collect();
        if moves.len() > names.len() {
            names.push(format!("and {} more", moves.len() - names.len()));
        }
        let legal = match (self.to_act(state).is_empty(), names.is_empty()) {
            (true, _) => "the deal is over".into(),
            (_, true) => "it has no legal move now".into(),
            _ => format!("legal are: {}", names.join(", ")),
        };
        let why = self.why_illegal(state, seat, mv);
        let sentence = format!("Seat {seat} cannot play \"{}\": {}; {legal}.", self.move_text(mv), why.text);
        Error::Illegal(sentence, Some(Box::new(why)))
    }

    /// The moves of a deal that `observer` has seen by now. Declined interrupts are nobody's business.
    fn history(&self, now: &Self::State, log: &[(Seat, Self::Move)], observer: Seat) -> Vec<(Seat, Self::Move)> {
        let seen = |&&(seat, mv): &&(Seat, Self::Move)| !self.is_decline(mv) && self.shown(now, seat, mv, observer);
        log.iter().filter(seen).copied().collect()
    }

    /// The number of move sequences of length `depth`; of several seats that owe a decision the lowest goes first.
    fn perft(&self, state: &Self::State, depth: u32) -> u64 {
        let to_act = self.to_act(state);
        if depth == 0 || to_act.is_empty() {
            return 1;
        }
        let seat = to_act.first();
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .iter()
            .map(|&mv| {
                let mut next = state.clone();
                self.play_unchecked(&mut next, seat, mv);
                self.perft(&next, depth - 1)
            })
            .sum()
    }
}

impl<G: Rulebook + Play + Worlds + Positions + Notation + Encode + Hints> Game for G {}
