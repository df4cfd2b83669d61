//! Every test of 6 nimmt! as one program: each of several would compile the kit and the game anew.

mod bots;
mod golden;
mod kit;
mod rounds;
mod rules;
mod walk;
mod worlds;
