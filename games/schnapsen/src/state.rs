//! A deal of Schnapsen as pure data.

use kibitz_game::{Card, CardSet, Seat, SeatSet};

use crate::cards::{DECK, NO_CARD, points, suit_of};
use crate::talon::Talon;

/// "No seat" where one is missing.
pub const NO_SEAT: u8 = u8::MAX;
/// Points that win a deal.
pub const GOAL: u8 = 66;

/// A deal in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each seat has in hand.
    pub hands: [CardSet; 2],
    /// The cards each seat has won.
    pub piles: [CardSet; 2],
    /// Cards in hand that the other seat knows of: taken up face up, or shown with a marriage.
    pub shown: [CardSet; 2],
    /// Cards a seat cannot hold: it was bound to play one and did not.
    pub without: [CardSet; 2],
    /// Cards of a set-up position that are nowhere in particular.
    pub elsewhere: CardSet,
    /// The cards not yet drawn.
    pub talon: Talon,
    /// Points counted so far.
    pub points: [u8; 2],
    /// Points of marriages that do not count yet.
    pub pending: [u8; 2],
    /// Tricks won.
    pub tricks: [u8; 2],
    /// The trump suit.
    pub trump: u8,
    /// Who leads.
    pub leader: u8,
    /// The card led, or [`NO_CARD`].
    pub lead: u8,
    /// The card led declares a marriage.
    pub married: bool,
    /// The leader has exchanged or closed and is still to lead.
    pub begun: bool,
    /// The declarer of a marriage is asked whether he claims.
    pub asking: bool,
    /// Who closed the talon, or [`NO_SEAT`].
    pub closed_by: u8,
    /// Points and tricks of the other seat when it was closed.
    pub at_closing: Taken,
    /// The seats that owe a decision.
    pub acting: SeatSet,
    /// Winner and points of the last complete trick.
    pub last_trick: (u8, u8),
    /// Who has won the deal, or [`NO_SEAT`].
    pub winner: u8,
    /// The game points he has won.
    pub worth: u8,
    /// Who led to the first trick.
    pub first: u8,
    /// The game points of the match before this deal.
    pub totals: [u8; 2],
}

/// Points and tricks of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Taken {
    /// Points counted.
    pub points: u8,
    /// Tricks won.
    pub tricks: u8,
}

/// What carries over from deal to deal of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Game points of the seats.
    pub totals: [u8; 2],
    /// Who leads to the first trick of the next deal; the other one deals.
    pub first: u8,
}

impl State {
    /// An empty table.
    #[inline(always)]
    pub fn empty(standing: &Standing) -> State {
        State {
            hands: [CardSet::EMPTY; 2],
            piles: [CardSet::EMPTY; 2],
            shown: [CardSet::EMPTY; 2],
            without: [CardSet::EMPTY; 2],
            elsewhere: CardSet::EMPTY,
            talon: Talon::default(),
            points: [0; 2],
            pending: [0; 2],
            tricks: [0; 2],
            trump: 0,
            leader: standing.first,
            lead: NO_CARD,
            married: false,
            begun: false,
            asking: false,
            closed_by: NO_SEAT,
            at_closing: Taken { points: 0, tricks: 0 },
            acting: Seat(standing.first).set(),
            last_trick: (NO_SEAT, 0),
            winner: NO_SEAT,
            worth: 0,
            first: standing.first,
            totals: standing.totals,
        }
    }

    /// Whether the next card is a lead.
    #[inline(always)]
    pub fn leading(&self) -> bool {
        self.lead == NO_CARD
    }

    /// The card led, if there is one.
    pub fn led(&self) -> Option<Card> {
        (self.lead != NO_CARD).then_some(Card(self.lead))
    }

    /// Whose turn it is in the trick.
    #[inline(always)]
    pub fn turn(&self) -> u8 {
        self.leader ^ !self.leading() as u8
    }

    /// Whether cards are drawn after each trick: the talon is neither closed nor used up.
    #[inline(always)]
    pub fn drawing(&self) -> bool {
        self.closed_by == NO_SEAT && !self.talon.is_empty()
    }

    /// Whether the deal is over.
    #[inline(always)]
    pub fn over(&self) -> bool {
        self.winner != NO_SEAT
    }

    /// Everything that lies or lay open on the table: won cards, the card led, the card face up.
    pub fn open_cards(&self) -> CardSet {
        let mut open = self.piles[0] | self.piles[1];
        if let Some(card) = self.led() {
            open |= card.set();
        }
        if !self.talon.is_empty() {
            open |= self.talon.face_up().set();
        }
        open
    }

    /// Whether every card is in just one place and the facts the seats have learnt hold.
    pub fn audit(&self) -> Result<(), String> {
        let led = self.led().map_or(CardSet::EMPTY, Card::set);
        let places = self.hands.iter().chain(&self.piles).chain([&self.elsewhere, &led]);
        let (mut all, mut cards) = (self.talon.set(), self.talon.size() as u32);
        let mut worth = points(all);
        for place in places {
            all |= *place;
            cards += place.len();
            worth += points(*place);
        }
        if all != DECK || cards != 20 || worth != 120 {
            return Err(format!("{cards} cards and {worth} points in all places, {} different cards", all.len()));
        }
        for seat in 0..2 {
            if !self.hands[seat].covers(self.shown[seat]) {
                return Err(format!("seat {seat} has shown a card that it does not hold"));
            }
            if self.hands[seat].meets(self.without[seat]) {
                return Err(format!("seat {seat} holds a card that it showed not to hold"));
            }
        }
        let sizes = [0, 1].map(|s| self.hands[s].len() + (!self.leading() && self.leader == s as u8) as u32);
        if sizes[0] != sizes[1] || sizes[0] > 5 {
            return Err(format!("hands of {} and {} cards", sizes[0], sizes[1]));
        }
        if !self.talon.size().is_multiple_of(2) || self.talon.size() > Talon::FULL {
            return Err(format!("a talon of {} cards", self.talon.size()));
        }
        if !self.talon.is_empty() && suit_of(self.talon.face_up()) != self.trump {
            return Err("the card face up is no trump".into());
        }
        if !self.over() && sizes[0] == 0 {
            return Err("nobody has cards, but the deal is not over".into());
        }
        if !self.over() && self.drawing() && sizes[0] != 5 {
            return Err(format!("hands of {} cards while cards are drawn", sizes[0]));
        }
        Ok(())
    }
}
