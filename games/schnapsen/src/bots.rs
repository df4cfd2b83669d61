//! Rule-based players.

use kibitz_game::{Agent, Error, Spec};

use crate::Schnapsen;

/// Names and what they do.
pub const BOTS: &[(&str, &str)] = &[];

pub(crate) fn build(_spec: &Spec) -> Option<Result<Box<dyn Agent<Schnapsen>>, Error>> {
    None
}
