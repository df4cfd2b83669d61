//! A hand of 6 nimmt! as pure data.

use kibitz_game::{Seat, SeatSet};

use crate::cards::{Cards, FULL, HAND, ROWS, bulls};

/// Where the hand is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// All choose a card.
    Choose,
    /// The player of a card lower than all ends chooses a row.
    Row,
    /// Finished.
    Over,
}

/// "No card" in [`State::chosen`].
pub const NO_CARD: u8 = 0;

/// A row on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    cards: [u8; FULL],
    length: u8,
}

impl Row {
    /// A row that begins with a card.
    #[inline(always)]
    pub const fn new(card: u8) -> Row {
        Row { cards: [card, 0, 0, 0, 0], length: 1 }
    }

    /// A row of `length` cards; the places behind them are 0.
    #[inline(always)]
    pub(crate) const fn of(cards: [u8; FULL], length: u8) -> Row {
        Row { cards, length }
    }

    /// The cards from the beginning.
    #[inline(always)]
    pub fn cards(&self) -> &[u8] {
        &self.cards[..self.length as usize]
    }

    /// All places from the beginning, 0 where there is no card.
    #[inline(always)]
    pub(crate) const fn places(&self) -> &[u8; FULL] {
        &self.cards
    }

    /// The last card.
    #[inline(always)]
    pub const fn end(&self) -> u8 {
        self.cards[(self.length as usize - 1) % FULL]
    }

    /// Whether the next card takes the row.
    #[inline(always)]
    pub const fn is_full(&self) -> bool {
        self.length as usize == FULL
    }

    /// Number of cards.
    #[inline(always)]
    pub const fn length(&self) -> usize {
        self.length as usize
    }

    /// The bulls of its cards.
    #[inline(always)]
    pub fn bulls(&self) -> u8 {
        // Places without a card have no bulls.
        self.cards.iter().map(|&card| bulls(card)).sum()
    }

    /// Its cards as a set.
    #[inline]
    pub fn set(&self) -> Cards {
        // Places without a card add none.
        self.cards.iter().copied().collect()
    }

    /// Lays a card at the end; call only when the row is not full.
    #[inline(always)]
    pub fn push(&mut self, card: u8) {
        self.cards[self.length as usize] = card;
        self.length += 1;
    }
}

/// A hand in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each seat has in hand; a card it has chosen has left it.
    pub hands: [Cards; Seat::MAX],
    /// The cards each seat has shown since the deal.
    pub played: [Cards; Seat::MAX],
    /// The cards that lie in somebody's pile of bulls. Everybody has seen them.
    pub taken: Cards,
    /// Of these, the ones that were taken in the very turn in which they were played: they never lay in a row while
    /// cards were chosen. Kept until the hand is over, for those whose memory is the table (`worlds.rs`).
    pub unnoticed: Cards,
    /// The cards of the turn, from the moment they are shown until the last is placed.
    pub turn: Cards,
    /// The rows, from the top.
    pub rows: [Row; ROWS],
    /// The card each seat has chosen: face down while others still choose, then shown until it is placed.
    pub chosen: [u8; Seat::MAX],
    /// How many play.
    pub players: u8,
    /// Where the hand is.
    pub phase: Phase,
    /// The seats that owe a decision.
    pub acting: SeatSet,
    /// The bulls each seat has taken in this hand.
    pub penalties: [u16; Seat::MAX],
    /// The bulls of the match before this hand.
    pub totals: [u16; Seat::MAX],
}

impl State {
    /// A table with four rows at which nobody has a card yet.
    #[inline]
    pub fn new(players: usize, rows: [Row; ROWS], totals: [u16; Seat::MAX]) -> State {
        State {
            hands: [Cards::EMPTY; Seat::MAX],
            played: [Cards::EMPTY; Seat::MAX],
            taken: Cards::EMPTY,
            unnoticed: Cards::EMPTY,
            turn: Cards::EMPTY,
            rows,
            chosen: [NO_CARD; Seat::MAX],
            players: players as u8,
            phase: Phase::Choose,
            acting: SeatSet::all(players),
            penalties: [0; Seat::MAX],
            totals,
        }
    }

    /// How many play.
    #[inline(always)]
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The bulls each seat has taken in this hand.
    pub fn penalties(&self) -> &[u16] {
        &self.penalties[..self.seats()]
    }

    /// The bulls of the match before this hand.
    pub fn totals(&self) -> &[u16] {
        &self.totals[..self.seats()]
    }

    /// All cards in the rows.
    #[inline]
    pub fn in_rows(&self) -> Cards {
        self.rows.iter().fold(Cards::EMPTY, |all, row| all | row.set())
    }

    /// The card a seat has chosen and that is not placed yet.
    pub fn choice(&self, seat: usize) -> Option<u8> {
        Some(self.chosen[seat]).filter(|&card| card != NO_CARD)
    }

    /// Whether the chosen cards are shown.
    pub fn is_shown(&self) -> bool {
        self.phase != Phase::Choose
    }

    /// The row with the greatest end below a card, where it belongs (§5.2); none when all ends are higher.
    #[inline(always)]
    pub fn row_for(&self, card: u8) -> Option<usize> {
        let mut best = None;
        let mut nearest = 0;
        for (number, row) in self.rows.iter().enumerate() {
            if row.end() < card && row.end() > nearest {
                nearest = row.end();
                best = Some(number);
            }
        }
        best
    }

    /// The row with the fewest bulls, of several the topmost (§6.4).
    #[inline(always)]
    pub fn cheapest_row(&self) -> usize {
        let prices = self.rows.map(|row| row.bulls());
        (0..ROWS).min_by_key(|&row| prices[row]).unwrap_or(0)
    }

    /// Whether every card of the deck is in at most one place, hands are equal, rows ascend and all taken bulls are
    /// counted.
    pub fn audit(&self, deck: Cards) -> Result<(), String> {
        let seats = self.seats();
        let mut all = Cards::EMPTY;
        let mut count = 0;
        let mut add = |place: Cards| {
            all |= place;
            count += place.len();
        };
        add(self.taken);
        self.rows.iter().for_each(|row| add(row.set()));
        for seat in 0..seats {
            add(self.hands[seat]);
            add(self.choice(seat).into_iter().collect());
        }
        if all.len() != count {
            return Err(format!("{count} cards in all places, but only {} different ones", all.len()));
        }
        if let Some(card) = (all - deck).iter().next() {
            return Err(format!("{card} is not in the deck of {} cards", deck.len()));
        }
        if self.rows.iter().any(|row| row.length == 0 || !row.cards().is_sorted_by(|a, b| a < b)) {
            return Err("a row is empty or does not ascend".into());
        }
        let left = |seat: usize| self.hands[seat].len() + (!self.is_shown() && self.choice(seat).is_some()) as usize;
        if let Some(seat) = (1..seats).find(|&seat| left(seat) != left(0)) {
            return Err(format!("seat {seat} has {} cards left and seat 0 has {}", left(seat), left(0)));
        }
        if left(0) > HAND {
            return Err(format!("hands have {} cards; there are at most {HAND}", left(0)));
        }
        let counted: u32 = self.penalties().iter().map(|&p| p as u32).sum();
        if self.taken.bulls() > counted {
            return Err(format!("{} bulls are taken, but only {counted} counted", self.taken.bulls()));
        }
        let shown = self.played.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
        if shown.len() != self.played.iter().map(|cards| cards.len()).sum::<usize>() {
            return Err("a card was played twice".into());
        }
        let open: Cards = (0..seats).filter(|_| self.is_shown()).filter_map(|seat| self.choice(seat)).collect();
        if !(shown - self.taken - self.in_rows() - open).is_empty() || !(self.unnoticed - self.taken).is_empty() {
            return Err("a card that was played is neither in a row nor taken".into());
        }
        let owes = |seat: usize| self.acting.has(Seat(seat as u8));
        let fits = match self.phase {
            Phase::Choose => left(0) > 0 && (0..seats).all(|seat| owes(seat) == self.choice(seat).is_none()),
            Phase::Row => self.acting.len() == 1 && self.choice(self.acting.first().index()).is_some(),
            Phase::Over => self.acting.is_empty() && left(0) == 0,
        };
        if fits { Ok(()) } else { Err(format!("{:?} cannot owe a decision here", self.acting)) }
    }
}
