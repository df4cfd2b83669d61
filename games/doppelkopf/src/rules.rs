//! The rule options (RULES.md, Presets) and the presets that set them.

use kibitz_game::options::Preset;
use serde::{Deserialize, Serialize};

/// The named rule sets.
pub const PRESETS: &[Preset] = &[
    ("ddv", include_str!("../presets/ddv.toml")),
    ("basel2015", include_str!("../presets/basel2015.toml")),
    ("cardplay", include_str!("../presets/cardplay.toml")),
];

/// Every option of the rules. The defaults are those of a preset that does not mention the option.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Everybody owes a solo in the course of a round.
    pub compulsory_solos: bool,
    /// Deals of a round; none = single deals.
    pub deals: Option<u8>,
    /// A marriage may be declared.
    pub marriage: bool,
    /// Several levels may be announced at once.
    pub skip_levels: bool,
    /// Re and Kontra may be said late in reply to the other party.
    pub replies: bool,
    /// House rule: of two heart tens in a trick the second wins.
    pub second_heart_ten: bool,
    /// House rule: a jack of clubs of the other party caught in the last trick is a special point.
    pub charlie_caught: bool,
    /// Reservations are asked for; without them every deal is a normal game.
    pub reservations: bool,
    /// There are announcements.
    pub announcements: bool,
    /// Everybody is asked for announcements after every card, level by level.
    pub asked: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            compulsory_solos: true,
            deals: None,
            marriage: true,
            skip_levels: true,
            replies: true,
            second_heart_ten: false,
            charlie_caught: false,
            reservations: true,
            announcements: true,
            asked: false,
        }
    }
}
