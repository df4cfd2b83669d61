//! Every test of Doppelkopf as one program: each of several would compile the kit and the game anew.

mod beginner;
mod golden;
mod kit;
mod rounds;
mod rules;
mod score;
mod walk;
mod worlds;
