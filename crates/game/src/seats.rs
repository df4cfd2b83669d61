//! Seats at the table, and sets of them.

use std::fmt;

/// A seat, counted from 0; seat + 1 is the next to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats a game may have.
    pub const MAX: usize = 10;

    /// Nobody's seat: an event of chance that the rules draw, such as a random wish.
    pub const CHANCE: Seat = Seat(15);

    /// The seat as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds just this seat.
    #[inline(always)]
    pub const fn set(self) -> SeatSet {
        SeatSet(1 << self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Seat::CHANCE { f.write_str("chance") } else { write!(f, "{}", self.0) }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `n` seats.
    pub const fn all(n: usize) -> SeatSet {
        SeatSet((1 << n) - 1)
    }

    /// Whether nobody is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of seats.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the seat is in the set.
    #[inline(always)]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// The lowest seat; call only when the set is not empty.
    #[inline(always)]
    pub const fn first(self) -> Seat {
        debug_assert!(self.0 != 0);
        Seat(self.0.trailing_zeros() as u8)
    }

    /// With the seat added.
    #[inline(always)]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// With the seat taken out.
    #[inline(always)]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat).filter(move |&s| self.has(s))
    }
}
