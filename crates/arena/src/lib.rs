//! Many deals, and how fast they go; batched self-play.
//!
//! Everything here takes a flag by which another thread may stop it early, and runs on any number of threads at once.

mod groups;
mod measure;
mod selfplay;

pub use groups::{
    Contest, Group, MOST_DEALS, Moves, Stretch, TableResult, deal_seed, first_deal, match_seed, play_groups,
};
pub use measure::{What, perft, rates};
pub use selfplay::{AnySelfPlay, Batch, Buffers, Choices, SelfPlay, Setup, Totals, Who};
