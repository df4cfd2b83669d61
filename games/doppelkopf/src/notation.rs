//! Text ⇄ card, move and deal, as the notation of RULES.md (Action) has it.

use kibitz_game::error::suggest;
use kibitz_game::setup::Seats;
use kibitz_game::{Card, Deed, Error, Kind, Notation, Seat, Why};

use crate::Doppelkopf;
use crate::cards::{Hand, NAMES, RANK_LETTERS, SUIT_LETTERS};
use crate::contracts;
use crate::contracts::Contract;
use crate::moves::{Move, Says};
use crate::state;
use crate::state::{EVERYBODY, Level, Party, Phase, State};

pub(crate) const SEATS: Seats = Seats(4);

/// The text of a card.
pub fn card_text(card: Card) -> &'static str {
    NAMES[card.0 as usize]
}

/// The card of a text; `AS` is read as `SA`.
pub fn parse_card(text: &str) -> Result<Card, Error> {
    let turned: String = text.chars().rev().collect();
    let found = NAMES.iter().position(|name| *name == text).or_else(|| NAMES.iter().position(|name| **name == turned));
    found.map(|kind| Card(kind as u8)).ok_or_else(|| {
        Error::Notation(format!(
            "\"{text}\" is not a card; a card is a suit of {SUIT_LETTERS} and a rank of {RANK_LETTERS}, like HT or CQ."
        ))
    })
}

/// The text of some cards: clubs, spades, hearts, diamonds, each from the ace down.
pub fn cards_text(cards: Hand) -> String {
    cards.iter().map(card_text).collect::<Vec<_>>().join(" ")
}

/// The cards of a text; none more than twice.
pub fn parse_cards(text: &str) -> Result<Hand, Error> {
    let mut cards = Hand::EMPTY;
    for word in text.split_whitespace() {
        let card = parse_card(word)?;
        if cards.count(card) == 2 {
            return Err(Error::Position(format!("The card {word} is there three times in \"{text}\".")));
        }
        cards = cards.with(card);
    }
    Ok(cards)
}

/// Seats of a mask, as text.
fn seats_text(mask: u8) -> String {
    let seats: Vec<String> = (0..4).filter(|s| mask >> s & 1 != 0).map(|s| s.to_string()).collect();
    if seats.is_empty() { "-".into() } else { seats.join(" ") }
}

impl Notation for Doppelkopf {
    /// The canonical text of a move.
    fn move_text(&self, mv: Move) -> String {
        match mv.says() {
            Says::Play(card) => card_text(card),
            Says::Call(party) => party.name(),
            Says::Level(level) => level.name(),
            Says::Silent => "nichts",
            Says::Healthy => "gesund",
            Says::Reservation => "vorbehalt",
            Says::Name(Contract::Marriage) => "hochzeit",
            Says::Name(contract) => contract.name(),
            Says::Nothing => "-",
        }
        .into()
    }

    /// A move in its parts.
    fn deed(&self, mv: Move) -> Deed {
        match mv.says() {
            Says::Play(card) => Deed::of(Kind::Play).with([card_text(card)]),
            Says::Call(_) | Says::Level(_) => Deed::of(Kind::Call),
            Says::Healthy | Says::Reservation | Says::Name(_) => Deed::of(Kind::Bid),
            Says::Silent => Deed::of(Kind::Decline),
            Says::Nothing => Deed::of(Kind::Pass),
        }
    }

    /// The move of a text.
    fn parse_move(&self, _state: &State, _seat: Seat, text: &str) -> Result<Move, Error> {
        let text = text.trim();
        if let Some((mv, _)) = self.words().find(|(_, word)| word == text) {
            return Ok(mv);
        }
        parse_card(text).map(Move::play).map_err(|error| {
            if text.len() <= 2 {
                return error;
            }
            let known: Vec<String> = self.words().map(|(_, word)| word).collect();
            let near = suggest(text, known.iter().map(String::as_str));
            Error::Notation(format!("\"{text}\" is neither a card nor a word of the game{near}"))
        })
    }

    /// The deal before the first word: hands, dealer, and what the round so far decides.
    fn write_deal(&self, state: &State) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> =
            (0..4).map(|seat| (seat.to_string(), cards_text(state.dealt[seat]))).collect();
        lines.push(("dealer".into(), state.dealer.to_string()));
        lines.push(("number".into(), state.deal.to_string()));
        if self.rules.compulsory_solos {
            lines.push(("owing".into(), seats_text(state.open)));
        }
        if state.totals != [0; 4] {
            lines.push(("totals".into(), state.totals.map(|t| t.to_string()).join(" ")));
        }
        lines
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let mut state = State::empty();
        let mut hands = [None; 4];
        state.open = if self.rules.compulsory_solos { EVERYBODY } else { 0 };
        for (name, text) in lines {
            let wrong = |what: &str| Error::Notation(format!("\"{name}: {text}\" is wrong in a deal; {what}."));
            match name.as_str() {
                "dealer" => state.dealer = SEATS.named(text).ok_or_else(|| wrong("the dealer is a seat of 0 to 3"))?.0,
                "number" => {
                    let number = text.parse().ok().filter(|&n| n > 0);
                    state.deal = number.ok_or_else(|| wrong("deals are counted from 1"))?;
                }
                "owing" => {
                    let seats = text.split_whitespace().filter(|t| *t != "-").map(|text| SEATS.named(text));
                    let seats: Option<Vec<Seat>> = seats.collect();
                    let seats = seats.ok_or_else(|| wrong("it lists the seats that owe a compulsory solo, or -"))?;
                    state.open &= seats.iter().fold(0, |mask, s| mask | 1 << s.0);
                }
                "totals" => {
                    let totals: Option<Vec<i32>> = text.split_whitespace().map(|t| t.parse().ok()).collect();
                    let totals = totals.and_then(|t| t.try_into().ok());
                    state.totals = totals.ok_or_else(|| wrong("totals are four whole numbers"))?;
                }
                _ => {
                    let seat = SEATS.named(name).ok_or_else(|| {
                        Error::Notation(format!("\"{name}\" is not a seat of the deal; seats are 0 to 3."))
                    })?;
                    let hand = parse_cards(text)?;
                    if hand.len() != 12 {
                        return Err(Error::Position(format!(
                            "Seat {seat} must be dealt 12 cards, not {}.",
                            hand.len()
                        )));
                    }
                    hands[seat.index()] = Some(hand);
                }
            }
        }
        for seat in 0..4 {
            let missing = || Error::Position(format!("The deal has no hand for seat {seat}; it needs four."));
            state.dealt[seat] = hands[seat].ok_or_else(missing)?;
        }
        state.hands = state.dealt;
        self.open_deal(&mut state);
        state.audit().map_err(|e| Error::Position(format!("The deal cannot be: {e}.")))?;
        Ok(state)
    }

    fn new_line(&self, state: &State) -> bool {
        match state.phase {
            Phase::Reservation => {
                let named = state.named.iter().any(|&c| c != contracts::Contract::Normal);
                state.spoken == 0 || state.spoken == EVERYBODY && !named
            }
            Phase::Play => state.laid == 0 && state.quiet,
            Phase::Over => false,
        }
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> Why {
        if state.phase == Phase::Over {
            return Why::new("over", "nothing can be played any more");
        }
        if seat == Seat::CHANCE {
            return Why::new("chance", "no lot is drawn in this game");
        }
        let due = state.to_act().has(seat);
        let reservations = state.phase == Phase::Reservation;
        match mv.says() {
            Says::Play(_) if reservations => Why::new("reservations-first", "reservations come before the first card"),
            Says::Play(_) if state.asked == seat.0 => Why::new("asked", "it is asked for an announcement"),
            Says::Play(_) if !due => Why::new("turn", "it is not its turn"),
            Says::Play(card) if !state.hands[seat.index()].has(card) => {
                Why::new("not-held", "it does not hold that card").about(card_text(card))
            }
            Says::Play(_) if state.led.is_trump() => Why::new("follow-trump", "it must follow with a trump"),
            Says::Play(_) => Why::new("follow", "it must follow suit"),
            Says::Silent => Why::new("not-asked", "nobody has asked it"),
            Says::Call(_) | Says::Level(_) => self.why_silent(state, seat.index(), mv),
            Says::Nothing => Why::new("nothing", "there is no such move"),
            _ if !reservations => Why::new("fixed", "the game is fixed"),
            _ if !due => Why::new("turn-speak", "it is not its turn to speak"),
            Says::Healthy | Says::Reservation if state.forced => {
                Why::new("compulsory", "it must play its compulsory solo now")
            }
            Says::Healthy | Says::Reservation => Why::new("name-it", "it must name its reservation now"),
            _ if !state.forced && state.spoken != EVERYBODY => {
                Why::new("name-later", "reservations are named when all have spoken")
            }
            _ => Why::new("marriage", "a marriage needs both club queens, and rules that know it"),
        }
    }
}

impl Doppelkopf {
    /// Every move that is not a card, with its text.
    pub(crate) fn words(&self) -> impl Iterator<Item = (Move, String)> {
        let calls = Party::BOTH.map(|p| Move::announce(Level::Call, p)).into_iter();
        let levels = Level::ALL[2..].iter().map(|&l| Move::announce(l, Party::Re));
        let names = Contract::ALL[1..].iter().map(|&c| Move::name(c));
        let moves = calls.chain(levels).chain([Move::SILENT, Move::HEALTHY, Move::RESERVATION]).chain(names);
        moves.map(|mv| (mv, self.move_text(mv)))
    }

    fn why_silent(&self, state: &State, seat: usize, mv: Move) -> Why {
        if !self.rules.announcements {
            return Why::new("no-announcements", "these rules have no announcements");
        }
        if state.phase == Phase::Reservation {
            return Why::new("not-fixed", "the game is not fixed yet");
        }
        if !state.parties_fixed() {
            return Why::new("not-clarified", "the marriage is not clarified yet");
        }
        let party = state.party(seat);
        match mv.says() {
            Says::Call(called) if called != party => {
                return match party {
                    Party::Re => Why::new("is-re", "it belongs to Re"),
                    Party::Kontra => Why::new("is-kontra", "it belongs to Kontra"),
                };
            }
            Says::Level(level) if state.announced[party as usize].level >= level => {
                return Why::new("announced", "its party has announced as much");
            }
            Says::Call(_) if state.announced[party as usize].level > state::Level::None => {
                return Why::new("announced", "its party has announced as much");
            }
            _ => {}
        }
        let cards = state.hands[seat].len();
        Why::new("too-late", format!("with {cards} cards in hand it is too late, or a level before it is missing"))
            .about(cards)
    }
}
