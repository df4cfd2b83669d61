//! What a move is, for those who would otherwise read its notation.

use crate::Seat;

/// What kind of thing a move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Lays cards.
    Play,
    /// Lays none, in turn.
    Pass,
    /// Answers "no" to an open interrupt.
    Decline,
    /// Announces something beside the play, at a price.
    Call,
    /// Says something of the own hand before the play: a reservation, a game, Grand Tichu or none.
    Bid,
    /// Gives cards away, or exchanges one.
    Exchange,
    /// Names a card or a rank that others shall play.
    Wish,
    /// Gives a trick away.
    Gift,
    /// Closes the talon.
    Close,
    /// Claims to have won.
    Claim,
    /// Takes a row.
    Take,
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::Pass => "pass",
            Kind::Decline => "decline",
            Kind::Call => "call",
            Kind::Bid => "bid",
            Kind::Exchange => "exchange",
            Kind::Wish => "wish",
            Kind::Gift => "gift",
            Kind::Close => "close",
            Kind::Claim => "claim",
            Kind::Take => "take",
        }
    }
}

/// A move in its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// What kind of thing it does.
    pub kind: Kind,
    /// The cards it lays or gives, in the notation.
    pub cards: Vec<String>,
    /// What they are together, where the game has a word for that: `pair`, `marriage`.
    pub combination: Option<&'static str>,
    /// The seats that get something by it: a card each, or a trick.
    pub to: Vec<Seat>,
}

impl Deed {
    /// A move without cards.
    pub fn of(kind: Kind) -> Deed {
        Deed { kind, cards: Vec::new(), combination: None, to: Vec::new() }
    }

    /// The same with cards.
    pub fn with(self, cards: impl IntoIterator<Item = impl Into<String>>) -> Deed {
        Deed { cards: cards.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same with what its cards are together.
    pub fn as_a(self, combination: &'static str) -> Deed {
        Deed { combination: Some(combination), ..self }
    }

    /// The same with those who get something by it.
    pub fn to(self, seats: impl IntoIterator<Item = Seat>) -> Deed {
        Deed { to: seats.into_iter().collect(), ..self }
    }
}
