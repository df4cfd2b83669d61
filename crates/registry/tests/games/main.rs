//! Tests over all games. One program: every one of them would build the searches of four games anew.

mod clock;
mod every_game;
mod exact_play;
mod hidden_moves;
mod ideas;
mod matrix;
mod paper_agents;
