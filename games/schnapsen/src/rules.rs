//! The rule options (RULES.md, Presets) and the presets that set them.

use kibitz_game::choice;
use kibitz_game::options::Preset;
use serde::{Deserialize, Serialize};

/// The named rule sets.
pub const PRESETS: &[Preset] =
    &[("tournament", include_str!("../presets/tournament.toml")), ("course", include_str!("../presets/course.toml"))];

/// Every option of the rules. The defaults are those of a preset that does not mention the option.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The talon may be closed.
    pub closing: bool,
    /// The fewest cards of a talon that may be closed.
    pub close_min_talon: TalonSize,
    /// The fewest cards of a talon whose face-up card may be exchanged.
    pub exchange_min_talon: TalonSize,
    /// Whether the jack may be exchanged before the first trick.
    pub exchange_first_lead: bool,
    /// When a marriage counts.
    pub marriage_points: MarriagePoints,
    /// Which of the two cards a marriage leads.
    pub marriage_lead: MarriageLead,
    /// How a deal ends at 66.
    pub end66: End66,
    /// A loser with 33 points or more loses one game point only.
    pub rule33: bool,
    /// Game points that end a match; none = single deals.
    pub match_target: Option<Target>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            closing: true,
            close_min_talon: TalonSize::FOUR,
            exchange_min_talon: TalonSize::FOUR,
            exchange_first_lead: true,
            marriage_points: MarriagePoints::AtOnce,
            marriage_lead: MarriageLead::Either,
            end66: End66::Claim,
            rule33: true,
            match_target: None,
        }
    }
}

choice!(
    /// When a marriage counts.
    MarriagePoints {
        /// As soon as its declarer has a trick.
        AtOnce,
        /// With the next trick its declarer wins.
        NextTrick,
    }
);
choice!(
    /// Which of the two cards a marriage leads.
    MarriageLead {
        /// The player chooses.
        Either,
        /// The king.
        King,
    }
);
choice!(
    /// How a deal ends at 66.
    End66 {
        /// Whoever thinks he has 66 says so.
        Claim,
        /// It is found after each trick.
        AutoTrick,
    }
);

/// The game points a match goes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Target(pub u8);

impl TryFrom<u8> for Target {
    type Error = String;
    fn try_from(points: u8) -> Result<Target, String> {
        if (1..=250).contains(&points) { Ok(Target(points)) } else { Err("a match goes to 1 to 250 points".into()) }
    }
}

impl From<Target> for u8 {
    fn from(target: Target) -> u8 {
        target.0
    }
}

/// A number of cards in the talon that an option names: 2 or 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct TalonSize(u8);

impl TalonSize {
    const FOUR: TalonSize = TalonSize(4);

    /// The number.
    #[inline(always)]
    pub const fn cards(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for TalonSize {
    type Error = String;
    fn try_from(cards: u8) -> Result<TalonSize, String> {
        match cards {
            2 | 4 => Ok(TalonSize(cards)),
            _ => Err("the talon has 2 or 4 cards left".into()),
        }
    }
}

impl From<TalonSize> for u8 {
    fn from(size: TalonSize) -> u8 {
        size.0
    }
}
