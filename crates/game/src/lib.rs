//! What a card game is.
//!
//! - [`Game`]: the trait. A game is its rules; a state is pure data; only a view reaches an agent.
//! - vocabulary: [`Card`], [`CardSet`], [`Seat`], [`SeatSet`], [`Points`], [`Returns`], [`Rng`], [`Clock`]
//! - [`Table`]: a deal with its history; [`Record`]: a deal as text
//! - [`Spec`]: the grammar of agent specifications; [`keys`]: the table of what they can say
//! - [`Agent`]: who decides; [`Analysis`]: what it knows
//! - [`Encoding`]: what networks see; [`Level`]: strengths to play against
//! - [`options`]: rule presets; [`Error`]: what can be asked wrongly
//! - [`kit`]: the checks every game must pass; [`golden`]: behaviour written down

mod agent;
mod analysis;
mod cards;
mod clock;
mod deed;
mod encoding;
pub mod error;
mod game;
pub mod golden;
pub mod keys;
pub mod kit;
mod level;
pub mod options;
mod points;
mod prefetch;
mod record;
pub mod rig;
mod rng;
mod seats;
mod spec;
mod table;

pub use agent::{Abilities, Agent, INSTANT, LONG, PRIOR_DRAWS};
pub use analysis::{Analysis, Belief, MoveInfo};
pub use cards::{Card, CardSet, Cards, nth_bit};
pub use clock::Clock;
pub use deed::{Deed, Kind};
pub use encoding::{Block, Encoding, reached};
pub use error::Error;
pub use game::{Decision, Game, MoveCode, RewardFn, Rewards};
pub use level::Level;
pub use points::{Outcome, Points, Returns, Unit};
pub use prefetch::prefetch;
pub use record::{Record, Start};
pub use rig::Rig;
pub use rng::{Rng, Seed, Stream};
pub use seats::{Seat, SeatSet};
pub use spec::{Spec, Value};
pub use table::{Beginning, Table};
