//! The private module `kibitz._core`: a thin face of the registry for Python.
//! What each name does is said in `python/kibitz/_core.pyi`.

mod agent;
mod args;
mod error;
mod game;
mod lab;
mod moves;
mod record;
mod selfplay;
mod state;
mod text;
mod value;
mod view;

use pyo3::pymodule;

/// The engine room: games, states, views, moves, records and agents, in Rust.
#[pymodule]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PySequence;

    #[pymodule_export]
    use crate::agent::{Agent, agent_parts, expand_spec, network_names, set_network_folder};
    #[pymodule_export]
    use crate::error::{AmbiguousMove, IllegalMove, InvalidNotation, InvalidPosition, InvalidSpec};
    #[pymodule_export]
    use crate::game::{Game, describe_game, game_names};
    #[pymodule_export]
    use crate::lab::{deal_seed, measure, play_deals};
    #[pymodule_export]
    use crate::moves::{Move, Moves};
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::selfplay::{Batch, SelfPlay};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::view::View;

    /// Lets `isinstance` know what `Moves` is.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        PySequence::register::<Moves>(module.py())
    }
}
