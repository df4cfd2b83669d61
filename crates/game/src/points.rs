//! What a deal is worth to each seat.

use crate::{Seat, SeatSet};

/// Points of the game, as its rules count them.
pub type Points = i32;

/// The result of a finished deal, one number per seat; allies share theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Returns {
    points: [Points; Seat::MAX],
    seats: u8,
}

impl Returns {
    /// Returns from one number per seat.
    pub fn new(points: &[Points]) -> Returns {
        let mut all = [0; Seat::MAX];
        all[..points.len()].copy_from_slice(points);
        Returns { points: all, seats: points.len() as u8 }
    }

    /// One number per seat.
    pub fn as_slice(&self) -> &[Points] {
        &self.points[..self.seats as usize]
    }
}

impl std::ops::Index<Seat> for Returns {
    type Output = Points;
    fn index(&self, seat: Seat) -> &Points {
        &self.as_slice()[seat.index()]
    }
}

/// What the returns of a game count, for reports: points per round, bulls per hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What is counted.
    pub noun: &'static str,
    /// What a deal is called.
    pub per: &'static str,
    /// Whether the players want few of them; returns are then negative.
    pub unwanted: bool,
}

impl Unit {
    /// Something good: the more, the better.
    pub const fn wanted(noun: &'static str, per: &'static str) -> Unit {
        Unit { noun, per, unwanted: false }
    }
}

/// Whether a match has ended, and who has won it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The match goes on.
    Open,
    /// It has ended; these seats have won. All seats together are a draw.
    Over(SeatSet),
}
