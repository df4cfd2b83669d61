//! Every test of Tichu as one program: each of several would compile the kit and the game anew.

mod beater;
mod beginner;
mod brute_force;
mod golden;
mod kit;
mod rounds;
mod walk;
mod worlds;
