//! The rule options (RULES.md, Presets) and the presets that set them.

use kibitz_game::Seat;
use kibitz_game::options::Preset;
use serde::{Deserialize, Serialize};

use crate::cards::{Cards, DECK, HAND, ROWS};

/// The named rule sets.
pub const PRESETS: &[Preset] = &[
    ("official", include_str!("../presets/official.toml")),
    ("tactics", include_str!("../presets/tactics.toml")),
    ("papers", include_str!("../presets/papers.toml")),
];

/// Every option of the rules. The defaults are those of a preset that does not mention the option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// How many play a deal; in a position the hands say it.
    pub players: Players,
    /// Who chooses the row that a card lower than all ends takes.
    pub row_choice: RowChoice,
    /// Which cards are in the deck.
    pub deck: Deck,
    /// Hands are played until somebody reaches the limit; otherwise each stands for itself.
    #[serde(rename = "match")]
    pub in_match: bool,
    /// Bulls that end a match.
    pub limit: u16,
    /// The match ends above the limit only.
    pub limit_strict: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: Players(4),
            row_choice: RowChoice::Player,
            deck: Deck::Full,
            in_match: true,
            limit: 66,
            limit_strict: false,
        }
    }
}

impl Rules {
    /// The highest card of the deck when so many play (§4.1).
    #[inline]
    pub const fn deck_size(&self, players: usize) -> usize {
        match self.deck {
            Deck::Full => DECK,
            Deck::Dealt => HAND * players + ROWS,
        }
    }

    /// The deck when so many play.
    #[inline]
    pub const fn deck_cards(&self, players: usize) -> Cards {
        Cards::up_to(self.deck_size(players))
    }
}

/// A number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Players(u8);

impl Players {
    /// The fewest that can play.
    pub const LEAST: usize = 2;
    /// The most that can play.
    pub const MOST: usize = Seat::MAX;

    /// How many.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0 as usize
    }
}

impl TryFrom<u8> for Players {
    type Error = String;
    fn try_from(count: u8) -> Result<Players, String> {
        if (Players::LEAST..=Players::MOST).contains(&(count as usize)) {
            Ok(Players(count))
        } else {
            Err(format!("{} to {} can play", Players::LEAST, Players::MOST))
        }
    }
}

impl From<Players> for u8 {
    fn from(players: Players) -> u8 {
        players.0
    }
}

/// Who chooses the row that a card lower than all ends takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowChoice {
    /// The player of the card.
    Player,
    /// Nobody: it is the row with the fewest bulls, of several the topmost.
    Cheapest,
}

/// Which cards are in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deck {
    /// All 104.
    #[serde(rename = "full")]
    Full,
    /// The lowest 10n + 4 for n players: all of them are dealt.
    #[serde(rename = "10n+4")]
    Dealt,
}
