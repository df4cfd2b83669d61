//! Many deals on many threads, and how fast they go.
//!
//! Everything here takes a flag by which another thread may stop it early.

mod deals;
mod measure;

pub use deals::{DealResult, Deals, deal_seed, play_deals};
pub use measure::{What, perft, rates};
