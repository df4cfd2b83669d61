//! Readers for what a position says, each with the sentence for what is wrong: for the `position.rs` of the games.

use serde_json::{Map, Value};

use crate::error::suggest;
use crate::{Card, CardSet, Error, Seat};

/// The keys of a position, of facts or of arguments, with their values.
pub type Fields = Map<String, Value>;

/// The error of a position, by its sentence.
pub fn wrong(sentence: impl Into<String>) -> Error {
    Error::Position(sentence.into())
}

/// The fields of a position that knows these keys and has at least those that `least` speaks of: `at least "hands"`.
pub fn fields<'a>(setup: &'a Value, keys: &[&str], least: &str) -> Result<&'a Fields, Error> {
    let fields = setup.as_object().ok_or_else(|| wrong(format!("A position is a map with {least}.")))?;
    match fields.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(wrong(format!("A position has no \"{key}\"{}", suggest(key, keys.iter().copied())))),
        None => Ok(fields),
    }
}

/// Text.
pub fn text_of<'a>(value: &'a Value, what: &str) -> Result<&'a str, Error> {
    value.as_str().ok_or_else(|| wrong(format!("{what} must be text, not {value}.")))
}

/// A list.
pub fn list_of<'a>(value: &'a Value, what: &str) -> Result<&'a [Value], Error> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(format!("{what} must be a list, not {value}.")))
}

/// Yes or no; the default where it is left out.
pub fn flag(fields: &Fields, key: &str, default: bool) -> Result<bool, Error> {
    match fields.get(key) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => value.as_bool().ok_or_else(|| wrong(format!("\"{key}\" is true or false, not {value}."))),
    }
}

/// A hand: its cards, or how many there are of which nothing is known.
pub enum Held<'a> {
    /// These cards, as the game writes them.
    Cards(&'a Value),
    /// So many hidden ones.
    Hidden(usize),
}

/// A hand, of at most so many cards.
pub fn held(value: &Value, most: usize) -> Result<Held<'_>, Error> {
    match value.as_number() {
        None => Ok(Held::Cards(value)),
        Some(number) => {
            let count = number.as_u64().filter(|&count| (1..=most as u64).contains(&count));
            let count = count.ok_or_else(|| wrong(format!("A hidden hand has 1 to {most} cards, not {number}.")))?;
            Ok(Held::Hidden(count as usize))
        }
    }
}

/// So many of some cards, as they come.
pub fn some_of(cards: CardSet, count: usize) -> Result<CardSet, Error> {
    let some: CardSet = cards.iter().take(count).collect();
    match some.len() as usize == count {
        true => Ok(some),
        false => Err(wrong(format!("Only {} cards are left for a hand of {count}.", some.len()))),
    }
}

/// The cards of a text, in its order; none twice.
pub fn cards_of(text: &str, read: impl Fn(&str) -> Result<Card, Error>) -> Result<Vec<Card>, Error> {
    let mut seen = CardSet::EMPTY;
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        let card = read(word)?;
        if seen.has(card) {
            return Err(wrong(format!("The card {word} is there twice in \"{text}\".")));
        }
        seen |= card.set();
        cards.push(card);
    }
    Ok(cards)
}

/// How many seats there are, for those who read which one is meant.
#[derive(Clone, Copy)]
pub struct Seats(pub u8);

impl Seats {
    /// A seat by its number.
    pub fn one(self, value: &Value) -> Result<u8, Error> {
        let seat = value.as_u64().filter(|&seat| seat < self.0 as u64).map(|seat| seat as u8);
        seat.ok_or_else(|| wrong(format!("{value} is not a seat; {self}.")))
    }

    /// A list of seats.
    pub fn list(self, value: &Value, what: &str) -> Result<Vec<u8>, Error> {
        list_of(value, what)?.iter().map(|seat| self.one(seat)).collect()
    }

    /// A seat by the text of its number.
    pub fn named(self, text: &str) -> Option<Seat> {
        (0..self.0).map(Seat).find(|seat| seat.to_string() == text)
    }

    /// A map from seats: its keys are the seats as text. Nothing where it is left out.
    pub fn map<'a>(self, value: Option<&'a Value>, what: &str) -> Result<Vec<(usize, &'a Value)>, Error> {
        let Some(value) = value else { return Ok(Vec::new()) };
        let map = value.as_object().ok_or_else(|| wrong(format!("{what} must be a map from seats, not {value}.")))?;
        let seat = |text: &str| self.named(text).ok_or_else(|| wrong(format!("\"{text}\" is not a seat; {self}.")));
        map.iter().map(|(text, value)| Ok((seat(text)?.index(), value))).collect()
    }
}

impl std::fmt::Display for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            2 => write!(f, "seats are 0 and 1"),
            seats => write!(f, "seats are 0 to {}", seats - 1),
        }
    }
}

/// Takes cards of a deck out of those not yet named.
pub struct Places {
    /// The cards not yet named.
    pub left: CardSet,
    text: fn(Card) -> String,
    read: fn(&str) -> Result<Card, Error>,
}

impl Places {
    /// All cards of a deck, by the notation of the game.
    pub fn of(deck: CardSet, text: fn(Card) -> String, read: fn(&str) -> Result<Card, Error>) -> Places {
        Places { left: deck, text, read }
    }

    /// Takes cards.
    pub fn take(&mut self, cards: CardSet) -> Result<CardSet, Error> {
        match (cards - self.left).iter().next() {
            None => {
                self.left = self.left - cards;
                Ok(cards)
            }
            Some(card) => Err(wrong(format!("The card {} is in two places.", (self.text)(card)))),
        }
    }

    /// Takes the cards of a text, in its order.
    pub fn take_text(&mut self, value: &Value, what: &str) -> Result<Vec<Card>, Error> {
        let cards = cards_of(text_of(value, what)?, self.read).map_err(|e| wrong(e.message()))?;
        self.take(cards.iter().copied().collect())?;
        Ok(cards)
    }
}

/// What a function of the rules is called with.
pub struct Arguments<'a> {
    /// The function.
    pub function: &'a str,
    /// All that was given.
    pub given: &'a Fields,
}

impl<'a> Arguments<'a> {
    /// An argument that the function needs.
    pub fn get(&self, key: &str) -> Result<&'a Value, Error> {
        let missing = || Error::Notation(format!("The function \"{}\" needs \"{key}\".", self.function));
        self.given.get(key).ok_or_else(missing)
    }

    /// A text that the function needs.
    pub fn text(&self, key: &str) -> Result<&'a str, Error> {
        text_of(self.get(key)?, &format!("\"{key}\""))
    }

    /// A list that the function needs.
    pub fn list(&self, key: &str) -> Result<&'a [Value], Error> {
        list_of(self.get(key)?, &format!("\"{key}\""))
    }

    /// The error for a function that is none of these.
    pub fn unknown(&self, known: &[&str]) -> Error {
        let function = self.function;
        Error::Notation(format!("There is no function \"{function}\"{}", suggest(function, known.iter().copied())))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn digit(text: &str) -> Result<Card, Error> {
        text.parse().map(Card).map_err(|_| Error::Notation(format!("\"{text}\" is not a card.")))
    }

    fn sentence<T>(read: Result<T, Error>) -> String {
        read.err().expect("it must be wrong").message().to_string()
    }

    #[test]
    fn what_is_wrong_is_said_in_a_sentence() {
        let four = Seats(4);
        assert_eq!(sentence(four.one(&json!(4))), "4 is not a seat; seats are 0 to 3.");
        assert_eq!(sentence(Seats(2).one(&json!("x"))), "\"x\" is not a seat; seats are 0 and 1.");
        assert_eq!(sentence(four.map(Some(&json!({"03": 1})), "The hands")), "\"03\" is not a seat; seats are 0 to 3.");
        assert_eq!(sentence(four.map(Some(&json!(1)), "The hands")), "The hands must be a map from seats, not 1.");
        let position = json!({"hand": 1});
        assert_eq!(
            sentence(fields(&position, &["hands"], "\"hands\"")),
            "A position has no \"hand\"; did you mean \"hands\"?"
        );
        assert_eq!(
            sentence(fields(&json!(1), &[], "at least \"hands\"")),
            "A position is a map with at least \"hands\"."
        );
        assert_eq!(sentence(cards_of("1 2 1", digit)), "The card 1 is there twice in \"1 2 1\".");
        let given = Fields::new();
        let arguments = Arguments { function: "trick", given: &given };
        assert_eq!(sentence(arguments.get("cards")), "The function \"trick\" needs \"cards\".");
        assert_eq!(
            sentence::<()>(Err(arguments.unknown(&["tricks"]))),
            "There is no function \"trick\"; did you mean \"tricks\"?"
        );
    }

    #[test]
    fn a_card_is_in_one_place() {
        let mut places = Places::of(CardSet(0b111), |card| card.0.to_string(), digit);
        assert_eq!(places.take_text(&json!("2 0"), "A hand").unwrap(), [Card(2), Card(0)]);
        assert_eq!(sentence(places.take_text(&json!("1 2"), "A hand")), "The card 2 is in two places.");
        assert_eq!(places.left, CardSet(0b010), "what is refused takes nothing");
    }
}
