//! Networks that play, read from safetensors files and run without Python.
//!
//! `file` reads and checks · `network` computes, by the `products` · `agent` plays, guides and values · `thesis` networks that see all
//! hands · `folder` where named networks are.

mod agent;
mod file;
mod folder;
mod network;
mod products;
mod thesis;

pub use agent::{NetAgent, Pick};
pub use file::{About, FORMAT};
pub use folder::{Opened, find, names, open, set_folders};
pub use network::{Memory, Network};
pub use thesis::{AllSeeing, QNetwork};
