//! What a card game is.
//!
//! - [`Game`]: a game, in its rooms [`Rulebook`], [`Play`], [`Worlds`], [`Positions`], [`Notation`], [`Encode`] and [`Hints`].
//!   A game is its rules; a state is pure data; only a view reaches an agent.
//! - vocabulary: [`Card`], [`CardSet`], [`Seat`], [`SeatSet`], [`Points`], [`Returns`], [`Rng`], [`Clock`]
//! - [`Table`]: a deal with its history; [`Record`]: a deal as text
//! - [`Spec`]: the grammar of agent specifications; [`keys`]: the table of what they can say
//! - [`Agent`]: who decides; [`Analysis`]: what it knows
//! - [`Encoding`]: what networks see; [`Level`]: strengths to play against
//! - [`options`]: rule presets; [`setup`]: readers for positions; [`Error`]: what can be asked wrongly
//! - [`kit`]: the checks every game must pass; [`golden`]: behaviour written down

mod agent;
mod analysis;
mod cards;
mod clock;
mod deed;
mod encode;
mod encoding;
pub mod error;
mod game;
pub mod golden;
mod hints;
pub mod keys;
pub mod kit;
mod level;
mod notation;
pub mod options;
mod play;
mod points;
mod positions;
mod prefetch;
mod record;
pub mod rig;
mod rng;
mod rulebook;
mod seats;
pub mod setup;
mod spec;
mod table;
mod worlds;

pub use agent::{Abilities, Agent, INSTANT, LONG, PRIOR_DRAWS};
pub use analysis::{Analysis, Belief, MoveInfo};
pub use cards::{Card, CardSet, Cards, nth_bit};
pub use clock::{Clock, Interim};
pub use deed::{Deed, Kind};
pub use encode::Encode;
pub use encoding::{Block, Encoding, reached};
pub use error::{Error, Why};
pub use game::Game;
pub use hints::{Decision, Hints, RewardFn, Rewards};
pub use level::Level;
pub use notation::Notation;
pub use play::{MoveCode, Play};
pub use points::{Outcome, Points, Returns, Unit};
pub use positions::Positions;
pub use prefetch::prefetch;
pub use record::{Record, Start};
pub use rig::Rig;
pub use rng::{Rng, Seed, Stream};
pub use rulebook::Rulebook;
pub use seats::{Seat, SeatSet};
pub use spec::{Spec, Value};
pub use table::{Beginning, Table};
pub use worlds::Worlds;

/// All rooms of a game, for those who call the methods of one they know: `use kibitz_game::rooms::*;`.
pub mod rooms {
    pub use crate::{Encode, Game, Hints, Notation, Play, Positions, Rulebook, Worlds};
}
