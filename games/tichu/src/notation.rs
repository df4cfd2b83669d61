//! Text ⇄ card, move and deal, as the notation of RULES.md (Action) has it.

use kibitz_game::setup::{Seats, cards_of};
use kibitz_game::{Card, CardSet, Deed, Error, Kind, Notation, Seat, Why};

use crate::Tichu;
use crate::cards::{DOG, DRAGON, MAH_JONG, PHOENIX, RANK_LETTERS, SUIT_LETTERS, rank_of};
use crate::combos::{beats, classify};
use crate::moves::{Move, Says};
use crate::state::{Call, Phase, State};

pub(crate) const SEATS: Seats = Seats(4);

/// The text of a card.
pub fn card_text(card: Card) -> String {
    match card.set() {
        MAH_JONG => "Ma".into(),
        DOG => "Do".into(),
        PHOENIX => "Ph".into(),
        DRAGON => "Dr".into(),
        _ => {
            let suit = SUIT_LETTERS.as_bytes()[card.0 as usize & 3] as char;
            format!("{}{suit}", rank_letter(rank_of(card)))
        }
    }
}

/// The card of a text.
pub fn parse_card(text: &str) -> Result<Card, Error> {
    let special = [("Ma", MAH_JONG), ("Do", DOG), ("Ph", PHOENIX), ("Dr", DRAGON)];
    if let Some((_, set)) = special.iter().find(|(name, _)| *name == text) {
        return Ok(Card(set.0.trailing_zeros() as u8));
    }
    let mut letters = text.chars();
    let found =
        (letters.next().and_then(parse_rank), letters.next().and_then(|c| SUIT_LETTERS.find(c)), letters.next());
    match found {
        (Some(rank), Some(suit), None) => Ok(Card(4 * (rank - 1) + suit as u8)),
        _ => Err(Error::Notation(format!(
            "\"{text}\" is not a card; a card is a rank of {RANK_LETTERS} and a suit of {SUIT_LETTERS}, or Ma, Do, Ph, Dr."
        ))),
    }
}

/// The letter of a rank 2 … 14.
pub fn rank_letter(rank: u8) -> char {
    RANK_LETTERS.as_bytes()[rank as usize - 2] as char
}

/// The rank of a letter.
pub fn parse_rank(letter: char) -> Option<u8> {
    RANK_LETTERS.find(letter).map(|i| i as u8 + 2)
}

/// Cards in canonical order: Dog, Mah Jong, 2 … A by suit, Dragon, Phoenix.
pub fn in_order(cards: CardSet) -> impl Iterator<Item = Card> {
    let place = |set: CardSet| (cards & set).iter();
    let special = DOG | MAH_JONG | DRAGON | PHOENIX;
    place(DOG).chain(place(MAH_JONG)).chain((cards - special).iter()).chain(place(DRAGON)).chain(place(PHOENIX))
}

/// The text of a set of cards.
pub fn cards_text(cards: CardSet) -> String {
    in_order(cards).map(card_text).collect::<Vec<_>>().join(" ")
}

/// The cards of a text, in its order; none twice.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, Error> {
    cards_of(text, parse_card)
}

impl Notation for Tichu {
    /// The canonical text of a move.
    fn move_text(&self, mv: Move) -> String {
        match mv.says() {
            Says::Pass => "pass".into(),
            Says::Decline => "decline".into(),
            Says::Tichu => "tichu".into(),
            Says::Grand => "grand".into(),
            Says::NoGrand => "no-grand".into(),
            Says::Wish(None) => "wish:-".into(),
            Says::Wish(Some(rank)) => format!("wish:{}", rank_letter(rank.clamp(2, 14))),
            Says::Gift(seat) => format!("dragon>{seat}"),
            Says::Give { from, cards } => {
                let gift = |i: usize| format!("{}>{}", card_text(cards[i]), (from.0 as usize + 1 + i) & 3);
                format!("give {} {} {}", gift(0), gift(1), gift(2))
            }
            Says::Play => match mv.phoenix_rank() {
                Some(rank) => format!("{} Ph={}", cards_text(mv.cards() - PHOENIX), rank_letter(rank)),
                None => cards_text(mv.cards()),
            },
        }
    }

    /// A move in its parts.
    fn deed(&self, mv: Move) -> Deed {
        match mv.says() {
            Says::Play => Deed::of(Kind::Play).with(in_order(mv.cards()).map(card_text)).as_a(mv.kind().name()),
            Says::Pass => Deed::of(Kind::Pass),
            Says::Decline => Deed::of(Kind::Decline),
            Says::Tichu => Deed::of(Kind::Call),
            Says::Grand | Says::NoGrand => Deed::of(Kind::Bid),
            Says::Wish(_) => Deed::of(Kind::Wish),
            Says::Gift(to) => Deed::of(Kind::Gift).to([to]),
            Says::Give { from, cards } => {
                let others = [1, 2, 3].map(|step| Seat((from.0 + step) & 3));
                Deed::of(Kind::Exchange).with(cards.map(card_text)).to(others)
            }
        }
    }

    fn parse_move(&self, state: &State, seat: Seat, text: &str) -> Result<Move, Error> {
        let text = text.trim();
        match text {
            "pass" => return Ok(Move::PASS),
            "decline" => return Ok(Move::DECLINE),
            "tichu" => return Ok(Move::TICHU),
            "grand" => return Ok(Move::GRAND),
            "no-grand" => return Ok(Move::NO_GRAND),
            "" => return Err(Error::Notation("An empty text is not a move; to pass, write \"pass\".".into())),
            _ => {}
        }
        if let Some(rank) = text.strip_prefix("wish:") {
            let mut letters = rank.chars();
            return match (letters.next(), letters.next()) {
                (Some('-'), None) => Ok(Move::wish(None)),
                (Some(letter), None) if parse_rank(letter).is_some() => Ok(Move::wish(parse_rank(letter))),
                _ => Err(Error::Notation(format!(
                    "\"{text}\" is not a wish; write wish: and one of {RANK_LETTERS}, or wish:-."
                ))),
            };
        }
        if let Some(receiver) = text.strip_prefix("dragon>") {
            return SEATS.named(receiver).map(Move::gift).ok_or_else(|| {
                Error::Notation(format!("\"{text}\" is not a gift of the Dragon; write dragon> and a seat of 0 to 3."))
            });
        }
        if let Some(gifts) = text.strip_prefix("give ") {
            return self.read_exchange(seat, text, gifts);
        }
        self.read_play(state, seat, text)
    }

    /// The deal before the first move: `8 cards | 6 cards` where Grand Tichu is asked, else 14 cards.
    fn write_deal(&self, state: &State) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = (0..4)
            .map(|seat| {
                let mut text = cards_text(state.hands[seat]);
                if state.phase == Phase::Grand {
                    text += &format!(" | {}", cards_text(state.to_come[seat]));
                }
                (seat.to_string(), text)
            })
            .collect();
        if state.totals != [0, 0] {
            lines.push(("totals".into(), format!("{} {}", state.totals[0], state.totals[1])));
        }
        lines
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let mut state = State::empty([0, 0]);
        let mut dealt = CardSet::EMPTY;
        let mut hands = 0;
        for (name, text) in lines {
            if name == "totals" {
                let totals: Option<Vec<i16>> = text.split_whitespace().map(|t| t.parse().ok()).collect();
                state.totals = totals.and_then(|t| t.try_into().ok()).ok_or_else(|| {
                    Error::Notation(format!("\"{text}\" is not a match score; it is two whole numbers."))
                })?;
                continue;
            }
            let seat = SEATS
                .named(name)
                .ok_or_else(|| Error::Notation(format!("\"{name}\" is not a seat of the deal; seats are 0 to 3.")))?;
            let cards = parse_cards(&text.replace('|', " "))?;
            let hand: CardSet = cards.iter().copied().collect();
            if cards.len() != 14 || hand.meets(dealt) {
                return Err(Error::Position(format!("Seat {seat} must be dealt 14 cards that nobody else has.")));
            }
            dealt |= hand;
            hands += 1;
            if self.rules.calls {
                state.hands[seat.index()] = cards[..8].iter().copied().collect();
                state.to_come[seat.index()] = cards[8..].iter().copied().collect();
            } else {
                state.hands[seat.index()] = hand;
            }
        }
        if hands != 4 {
            return Err(Error::Position(format!("The deal has {hands} hands; it needs those of the seats 0 to 3.")));
        }
        self.open_round(&mut state);
        Ok(state)
    }

    fn new_line(&self, state: &State) -> bool {
        match state.phase {
            Phase::Grand | Phase::Exchange => state.acting.len() == 4,
            Phase::Play => state.leading(),
            _ => false,
        }
    }

    fn why_illegal(&self, state: &State, seat: Seat, mv: Move) -> Why {
        if state.phase == Phase::Over {
            return Why::new("over", "nothing can be played any more");
        }
        if seat == Seat::CHANCE {
            return Why::new("chance", "no lot is drawn for it now");
        }
        let ordinary = self.ordinary(state).has(seat);
        match mv.says() {
            Says::Play if state.phase == Phase::Grand => {
                Why::new("grand-first", "cards are played after the question for Grand Tichu")
            }
            Says::Play if state.phase == Phase::Exchange => Why::new("exchange-first", "cards are exchanged now"),
            Says::Play => {
                let hand = state.hands[seat.index()];
                if let Some(card) = (mv.cards() - hand).iter().next() {
                    let card = card_text(card);
                    return Why::new("not-held", format!("it does not hold {card}")).about(card);
                }
                match state.phase {
                    Phase::Wish => Why::new("wish-first", "the wish comes first"),
                    Phase::Dragon if ordinary => {
                        Why::new("dragon-first", "the Dragon's trick must be given away first")
                    }
                    _ if !ordinary && !mv.is_bomb() => Why::new("turn", "it is not its turn"),
                    _ if !ordinary => Why::new("no-bomb", "a bomb cannot be played here out of turn"),
                    _ if !beats(mv, state.to_beat(), &self.rules) => {
                        Why::new("too-low", "it does not beat what lies on the table")
                    }
                    _ => Why::new("wish", "the wish must be fulfilled"),
                }
            }
            Says::Pass if !ordinary => Why::new("turn", "it is not its turn"),
            Says::Pass if state.phase == Phase::Play && state.leading() => {
                Why::new("must-lead", "whoever leads must play")
            }
            Says::Pass => Why::new("no-pass", "the wish must be fulfilled, or something else is due"),
            Says::Tichu if !self.rules.calls => Why::new("no-calls", "these rules have no calls"),
            Says::Tichu if state.calls[seat.index()] != Call::None => Why::new("called", "it has called already"),
            Says::Tichu => Why::new("tichu-late", "Tichu is called with all 14 cards in hand"),
            Says::Gift(to) if ordinary && state.phase == Phase::Dragon && (to.0 ^ seat.0) & 1 == 0 => {
                Why::new("dragon-opponent", "the Dragon's trick goes to an opponent")
            }
            Says::Gift(_) if !state.top.play.cards().meets(DRAGON) => {
                Why::new("no-dragon", "no Dragon has won a trick")
            }
            Says::Wish(_) if state.phase != Phase::Wish => Why::new("no-wish", "no wish is due"),
            Says::Give { .. } if state.phase != Phase::Exchange => {
                Why::new("no-exchange", "no cards are exchanged now")
            }
            Says::Give { .. } if ordinary => Why::new("own-cards", "it must give cards from its own hand"),
            _ => Why::new("not-asked", "nobody asks for it now"),
        }
    }
}

impl Tichu {
    /// `2j>1 Kp>2 3s>3`
    fn read_exchange(&self, seat: Seat, text: &str, gifts: &str) -> Result<Move, Error> {
        let words: Vec<&str> = gifts.split_whitespace().collect();
        let wrong = || Error::Notation(format!("\"{text}\" is not an exchange; write like \"give 2j>1 Kp>2 3s>3\"."));
        if words.len() != 3 {
            return Err(wrong());
        }
        let mut cards: [Option<Card>; 3] = [None; 3];
        for word in words {
            let (card, to) = word.split_once('>').ok_or_else(wrong)?;
            let (card, to) = (parse_card(card)?, SEATS.named(to).ok_or_else(wrong)?);
            let place = (to.0 + 3).wrapping_sub(seat.0) as usize & 3;
            if place == 3 || cards[place].is_some() || cards.contains(&Some(card)) {
                let rule = "it must give one different card to each of the three other seats";
                return Err(Why::new("three-gifts", rule).forbids(seat, text));
            }
            cards[place] = Some(card);
        }
        Ok(Move::give(seat, cards.map(|c| c.expect("three places, three cards"))))
    }

    /// `4j 5j 6j 7j Ph=8`; the Phoenix without its rank is completed when just one reading is legal.
    fn read_play(&self, state: &State, seat: Seat, text: &str) -> Result<Move, Error> {
        let mut cards = CardSet::EMPTY;
        let mut stands_for = None;
        for word in text.split_whitespace() {
            let (word, rank) = match word.split_once('=') {
                Some(("Ph", rank)) => ("Ph", Some(rank)),
                Some(_) => {
                    return Err(Error::Notation(format!(
                        "\"{word}\" is not a card; only the Phoenix stands for a rank (Ph=8)."
                    )));
                }
                None => (word, None),
            };
            if let Some(rank) = rank {
                let mut letters = rank.chars();
                stands_for = match (letters.next().and_then(parse_rank), letters.next()) {
                    (Some(rank), None) => Some(rank),
                    _ => {
                        return Err(Error::Notation(format!(
                            "\"Ph={rank}\" is not a rank; the Phoenix stands for one of {RANK_LETTERS}."
                        )));
                    }
                };
            }
            let card = parse_card(word)?;
            if cards.has(card) {
                return Err(Why::new("twice", format!("{word} is in it twice")).about(word).forbids(seat, text));
            }
            cards |= card.set();
        }
        let mut readings = classify(cards, &self.rules);
        if stands_for.is_some() {
            readings.retain(|m| m.phoenix_rank() == stands_for);
        }
        match readings[..] {
            [] => Err(Why::new("no-combination", "these cards are no combination").forbids(seat, text)),
            [only] => Ok(only),
            _ => {
                let mut legal = Vec::new();
                self.list(state, seat, true, &mut legal);
                let fitting: Vec<Move> = readings.iter().copied().filter(|m| legal.binary_search(m).is_ok()).collect();
                match fitting[..] {
                    [only] => Ok(only),
                    [] => Ok(readings[0]),
                    _ => Err(Error::Ambiguous(format!(
                        "\"{text}\" can be read in several ways; write {}.",
                        fitting.iter().map(|&m| format!("\"{}\"", self.move_text(m))).collect::<Vec<_>>().join(" or ")
                    ))),
                }
            }
        }
    }
}
