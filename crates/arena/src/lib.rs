//! Many deals on many threads, and how fast they go; batched self-play.
//!
//! Everything here takes a flag by which another thread may stop it early.

mod deals;
mod measure;
mod selfplay;

pub use deals::{DealResult, Deals, deal_seed, play_deals};
pub use measure::{What, perft, rates};
pub use selfplay::{AnySelfPlay, Batch, Buffers, Choices, SelfPlay, Setup, Totals, Who};
