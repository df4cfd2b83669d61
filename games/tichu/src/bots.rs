//! Rule-based players.
pub const BOTS: &[(&str, &str)] = &[];
use kibitz_game::{Agent, Error, Spec};
use crate::Tichu;
pub(crate) fn build(_spec: &Spec) -> Option<Result<Box<dyn Agent<Tichu>>, Error>> { None }
