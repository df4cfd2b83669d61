//! Text ⇄ card, move and deal, as the notation of RULES.md (Action) has it.

use kibitz_game::setup::{Seats, cards_of};
use kibitz_game::{Card, CardSet, Deed, Error, Kind, Notation, Seat, Why};

use crate::Schnapsen;
use crate::cards;
use crate::cards::{JACK, KING, QUEEN, RANK_LETTERS, SUIT_LETTERS, card, rank_of, suit_cards, suit_of};
use crate::moves::{Move, Says};
use crate::rules::{End66, MarriageLead};
use crate::state::{NO_SEAT, Standing, State};
use crate::talon::Talon;

pub(crate) const SEATS: Seats = Seats(2);

/// The text of a card.
pub fn card_text(card: Card) -> String {
    let rank = RANK_LETTERS.as_bytes()[rank_of(card) as usize] as char;
    format!("{}{rank}", suit_letter(suit_of(card)))
}

/// The letter of a suit.
pub fn suit_letter(suit: u8) -> char {
    SUIT_LETTERS.as_bytes()[suit as usize] as char
}

/// The suit of a letter.
pub fn parse_suit(letter: char) -> Option<u8> {
    SUIT_LETTERS.find(letter).map(|i| i as u8)
}

/// The card of a text; the rank may come first, as the letters of suits and ranks differ.
pub fn parse_card(text: &str) -> Result<Card, Error> {
    let read = |suit: char, rank: char| Some(card(parse_suit(suit)?, RANK_LETTERS.find(rank)? as u8));
    let mut letters = text.chars();
    let found = match (letters.next(), letters.next(), letters.next()) {
        (Some(a), Some(b), None) => read(a, b).or_else(|| read(b, a)),
        _ => None,
    };
    found.ok_or_else(|| {
        Error::Notation(format!(
            "\"{text}\" is not a card; a card is a suit of {SUIT_LETTERS} and a rank of {RANK_LETTERS}, like SA."
        ))
    })
}

/// Cards in canonical order: by suit, high cards first.
pub fn in_order(cards: CardSet) -> impl Iterator<Item = Card> {
    (0..4).flat_map(move |suit| {
        let of_suit: Vec<Card> = (cards & suit_cards(suit)).iter().collect();
        of_suit.into_iter().rev()
    })
}

/// The text of some cards, in their order.
pub fn text_of(cards: impl Iterator<Item = Card>) -> String {
    cards.map(card_text).collect::<Vec<_>>().join(" ")
}

/// The text of a set of cards.
pub fn cards_text(cards: CardSet) -> String {
    text_of(in_order(cards))
}

/// The cards of a text, in its order; none twice.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, Error> {
    cards_of(text, parse_card)
}

impl Notation for Schnapsen {
    /// The canonical text of a move.
    fn move_text(&self, mv: Move) -> String {
        match mv.says() {
            Says::Card(card) => card_text(card),
            Says::Marriage(card) => format!("marriage:{}", card_text(card)),
            Says::Exchange => "exchange".into(),
            Says::Close => "close".into(),
            Says::Claim => "claim".into(),
            Says::Decline => "decline".into(),
            Says::Nothing => "nothing".into(),
        }
    }

    /// A move in its parts.
    fn deed(&self, mv: Move) -> Deed {
        match mv.says() {
            Says::Card(card) => Deed::of(Kind::Play).with([card_text(card)]),
            Says::Marriage(card) => Deed::of(Kind::Play).with([card_text(card)]).as_a("marriage"),
            Says::Exchange => Deed::of(Kind::Exchange),
            Says::Close => Deed::of(Kind::Close),
            Says::Claim => Deed::of(Kind::Claim),
            Says::Decline => Deed::of(Kind::Decline),
            Says::Nothing => Deed::of(Kind::Pass),
        }
    }

    /// The move of a text.
    fn parse_move(&self, _state: &State, seat: Seat, text: &str) -> Result<Move, Error> {
        let text = text.trim();
        match text {
            "exchange" => return Ok(Move::EXCHANGE),
            "close" => return Ok(Move::CLOSE),
            "claim" => return Ok(Move::CLAIM),
            "decline" => return Ok(Move::DECLINE),
            _ => {}
        }
        if let Some(led) = text.strip_prefix("marriage:") {
            let card = parse_card(led)?;
            return match rank_of(card) {
                KING | QUEEN => Ok(Move::marriage(card)),
                _ => Err(Why::new("marriage-card", "a marriage is declared by leading its king or queen")
                    .forbids(seat, text)),
            };
        }
        match parse_card(text) {
            Ok(card) => Ok(Move::card(card)),
            Err(_) => Err(Error::Notation(format!(
                "\"{text}\" is not a move; write a card like SA, marriage:HQ, exchange, close or claim."
            ))),
        }
    }

    /// The deal before the first move: both hands, the talon in drawing order, who leads and the match score if they are
    /// not the usual ones.
    fn write_deal(&self, state: &State) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = (0..2).map(|s| (s.to_string(), cards_text(state.hands[s]))).collect();
        lines.push(("talon".into(), text_of(state.talon.iter())));
        if state.first != 0 {
            lines.push(("first".into(), state.first.to_string()));
        }
        if state.totals != [0, 0] {
            lines.push(("match".into(), format!("{} {}", state.totals[0], state.totals[1])));
        }
        lines
    }

    /// The inverse of `write_deal`.
    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let mut hands = [None, None];
        let mut talon = None;
        let mut standing = Standing::default();
        for (name, text) in lines {
            match name.as_str() {
                "match" => {
                    let totals: Option<Vec<u8>> = text.split_whitespace().map(|t| t.parse().ok()).collect();
                    standing.totals = totals.and_then(|t| t.try_into().ok()).ok_or_else(|| {
                        Error::Notation(format!("\"{text}\" is not a match score; it is two whole numbers."))
                    })?;
                }
                "first" => {
                    standing.first = SEATS
                        .named(text)
                        .ok_or_else(|| Error::Notation(format!("\"{text}\" is not a seat; {SEATS}.")))?
                        .0;
                }
                "talon" => talon = Some(parse_cards(text)?),
                _ => {
                    let seat = SEATS.named(name).ok_or_else(|| {
                        Error::Notation(format!(
                            "\"{name}\" is not a line of the deal; lines are 0, 1, talon, first, match."
                        ))
                    })?;
                    hands[seat.index()] = Some(parse_cards(text)?);
                }
            }
        }
        let ([Some(a), Some(b)], Some(talon)) = (hands, talon) else {
            return Err(Error::Position("A deal has the hands of the seats 0 and 1 and a talon.".into()));
        };
        let sizes = [a.len(), b.len(), talon.len()];
        if sizes != [5, 5, Talon::FULL as usize] {
            return Err(Error::Position(format!(
                "A deal has hands of five cards and a talon of ten, not {}, {} and {}.",
                sizes[0], sizes[1], sizes[2]
            )));
        }
        let mut state = State::empty(&standing);
        state.hands = [a, b].map(|hand| hand.into_iter().collect());
        talon.iter().for_each(|card| state.talon.push(card.0));
        state.trump = suit_of(state.talon.face_up());
        state.audit().map_err(|e| Error::Position(format!("The deal cannot be: {e}.")))?;
        Ok(state)
    }

    fn new_line(&self, state: &State) -> bool {
        state.leading() && !state.begun
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> Why {
        if state.over() {
            return Why::new("over", "nothing can be played any more");
        }
        if seat == Seat::CHANCE {
            return Why::new("chance", "no lots are drawn in this game");
        }
        let leads = state.leader == seat.0 && state.leading();
        let says = mv.says();
        if mv == Move::CLAIM {
            return match self.rules.end66 {
                End66::AutoTrick => Why::new("no-claims", "these rules find 66 by themselves"),
                End66::Claim => {
                    Why::new("claim-time", "66 is claimed before a lead, or after a marriage until the other plays")
                }
            };
        }
        if let Says::Card(card) | Says::Marriage(card) = says
            && !state.hands[seat.index()].has(card)
        {
            let card = card_text(card);
            return Why::new("not-held", format!("it does not hold {card}")).about(card);
        }
        if state.turn() != seat.0 {
            return Why::new("turn", "it is not its turn");
        }
        let talon =
            |word, least: u32| Why::new(word, format!("the talon must have {least} cards at least")).about(least);
        match says {
            Says::Card(_) => Why::new("follow", "it must follow suit and head the trick, or else trump, if it can"),
            Says::Decline => Why::new("not-asked", "nobody asks it whether it claims"),
            Says::Nothing => Why::new("nothing", "that is no move"),
            _ if !leads => Why::new("leader", "only the leader may do that, before he leads"),
            Says::Marriage(_) if self.rules.marriage_lead == MarriageLead::King => {
                Why::new("marriage-king", "a marriage needs king and queen in hand, and leads the king")
            }
            Says::Marriage(_) => Why::new("marriage", "a marriage needs king and queen in hand"),
            _ if state.closed_by != NO_SEAT => Why::new("closed", "the talon is closed"),
            Says::Close if !self.rules.closing => Why::new("no-closing", "these rules have no closing"),
            Says::Close => talon("close-talon", self.rules.close_min_talon.cards().into()),
            _ if !state.hands[seat.index()].has(cards::card(state.trump, JACK)) => {
                Why::new("no-jack", "it does not hold the trump jack")
            }
            _ if state.talon.size() == Talon::FULL => {
                Why::new("exchange-first", "the jack is not exchanged before the first trick")
            }
            _ => talon("exchange-talon", self.rules.exchange_min_talon.cards().into()),
        }
    }
}
