//! The rule options (RULES.md, Presets) and the presets that set them.

use kibitz_game::choice;
use kibitz_game::options::Preset;
use serde::{Deserialize, Serialize};

/// The named rule sets.
pub const PRESETS: &[Preset] = &[
    ("official", include_str!("../presets/official.toml")),
    ("bsw", include_str!("../presets/bsw.toml")),
    ("epfl2017", include_str!("../presets/epfl2017.toml")),
    ("epfl2017_compat", include_str!("../presets/epfl2017_compat.toml")),
    ("mini", include_str!("../presets/mini.toml")),
];

/// Every option of the rules. The defaults are those of a preset that does not mention the option.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Tichu and Grand Tichu may be called.
    pub calls: bool,
    /// Cards are exchanged before play.
    pub exchange: bool,
    /// How Grand Tichu is asked.
    pub grand_order: GrandOrder,
    /// Tichu may be called once somebody is out.
    pub tichu_after_out: bool,
    /// Calls of both partners.
    pub partner_calls: PartnerCalls,
    /// Who makes the wish of the Mah Jong.
    pub wish: WishBy,
    /// Whether a bomb in turn is a way out of the wish.
    pub wish_bomb_in_turn: WishBomb,
    /// Whether the play that carried the Mah Jong may fulfil its own wish.
    pub wish_own_combination: OwnCombination,
    /// When bombs may be played.
    pub bombs: Bombs,
    /// What happens to a trick won with the Dragon.
    pub dragon: DragonTrick,
    /// The Dragon as last card of the third player out.
    pub dragon_last: DragonLast,
    /// Rank of a led Phoenix: 1.5 or 0.5.
    pub phoenix_lead: PhoenixLead,
    /// The Phoenix at either end of a straight.
    pub phoenix_straight: PhoenixReading,
    /// Two pairs and the Phoenix.
    pub phoenix_fullhouse: PhoenixReading,
    /// Four equal cards and the Phoenix are a full house.
    pub quad_phoenix_fullhouse: bool,
    /// Points that end a match; none = single rounds.
    pub target: Option<Target>,
    /// Equal totals at or above the target.
    pub tie: Tie,
    /// Defect: a single Phoenix always ranks 1.5.
    pub bug_phoenix_single: bool,
    /// Defect: a full house cannot follow a full house.
    pub bug_no_fullhouse_follow: bool,
    /// Defect: a bomb beats only bombs of its own kind and length.
    pub bug_bomb_classes: bool,
    /// Defect: J Q K A with the Phoenix is not found.
    pub bug_no_jqka_phoenix: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            calls: true,
            exchange: true,
            grand_order: GrandOrder::Simultaneous,
            tichu_after_out: true,
            partner_calls: PartnerCalls::Individual,
            wish: WishBy::Player,
            wish_bomb_in_turn: WishBomb::Strict,
            wish_own_combination: OwnCombination::Open,
            bombs: Bombs::Anytime,
            dragon: DragonTrick::Give,
            dragon_last: DragonLast::Give,
            phoenix_lead: PhoenixLead::AboveMahJong,
            phoenix_straight: PhoenixReading::Choose,
            phoenix_fullhouse: PhoenixReading::Choose,
            quad_phoenix_fullhouse: false,
            target: None,
            tie: Tie::Draw,
            bug_phoenix_single: false,
            bug_no_fullhouse_follow: false,
            bug_bomb_classes: false,
            bug_no_jqka_phoenix: false,
        }
    }
}

impl Rules {
    /// Whether the moves are those of the plain rules, so that the fast generator may make them;
    /// otherwise readings are dropped from the long list.
    pub fn plain_combinations(&self) -> bool {
        self.phoenix_straight == PhoenixReading::Choose
            && self.phoenix_fullhouse == PhoenixReading::Choose
            && !self.quad_phoenix_fullhouse
            && !self.bug_no_fullhouse_follow
            && !self.bug_bomb_classes
            && !self.bug_no_jqka_phoenix
    }
}

choice!(
    /// How Grand Tichu is asked.
    GrandOrder {
        /// All at once; answers are seen together.
        Simultaneous,
        /// From seat 0 on, each hearing those before.
        Sequential,
    }
);
choice!(
    /// Calls of both partners.
    PartnerCalls {
        /// Each is judged for itself.
        Individual,
        /// One call per team.
        One,
        /// A Grand that was lost is not booked when the partner's own call was made.
        BswGrand,
    }
);
choice!(
    /// Who makes the wish.
    WishBy {
        /// The player of the Mah Jong, who may also decline.
        Player,
        /// A rank drawn at random.
        Chance,
        /// There is no wish.
        None,
    }
);
choice!(
    /// Whether a bomb in turn is a way out of the wish.
    WishBomb {
        /// It is not.
        Strict,
        /// It is.
        Free,
    }
);
choice!(
    /// Whether the play that carried the Mah Jong may fulfil its own wish.
    OwnCombination {
        /// The wish stays open.
        Open,
        /// A card of the rank in that play counts.
        Counts,
    }
);
choice!(
    /// When bombs may be played.
    Bombs {
        /// Whenever a combination lies on the table.
        Anytime,
        /// Only in turn.
        InTurn,
    }
);
choice!(
    /// What happens to a trick won with the Dragon.
    DragonTrick {
        /// The winner gives it to an opponent of his choice.
        Give,
        /// It goes to the seat on the winner's right.
        Right,
        /// The winner keeps it.
        Keep,
    }
);
choice!(
    /// The Dragon as last card of the third player out.
    DragonLast {
        /// The trick is given away as ever.
        Give,
        /// The player keeps it.
        Keep,
    }
);
choice!(
    /// A Phoenix that can be read in two ways.
    PhoenixReading {
        /// The player says which.
        Choose,
        /// Always the higher one.
        High,
    }
);
choice!(
    /// Equal totals at or above the target.
    Tie {
        /// The match is drawn.
        Draw,
        /// Another round is played.
        ExtraRound,
    }
);

/// The points a match goes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Target(pub u16);

impl TryFrom<u16> for Target {
    type Error = String;
    fn try_from(points: u16) -> Result<Target, String> {
        if (1..=30_000).contains(&points) {
            Ok(Target(points))
        } else {
            Err("a match goes to 1 to 30000 points".into())
        }
    }
}

impl From<Target> for u16 {
    fn from(target: Target) -> u16 {
        target.0
    }
}

/// Rank of a led Phoenix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub enum PhoenixLead {
    /// 1.5: above the Mah Jong.
    AboveMahJong,
    /// 0.5: below it.
    BelowMahJong,
}

impl PhoenixLead {
    /// Twice the rank.
    pub const fn doubled(self) -> u8 {
        match self {
            PhoenixLead::AboveMahJong => 3,
            PhoenixLead::BelowMahJong => 1,
        }
    }
}

impl TryFrom<f64> for PhoenixLead {
    type Error = String;
    fn try_from(rank: f64) -> Result<PhoenixLead, String> {
        match rank {
            1.5 => Ok(PhoenixLead::AboveMahJong),
            0.5 => Ok(PhoenixLead::BelowMahJong),
            _ => Err("a led Phoenix ranks 1.5 or 0.5".into()),
        }
    }
}

impl From<PhoenixLead> for f64 {
    fn from(lead: PhoenixLead) -> f64 {
        lead.doubled() as f64 / 2.0
    }
}
