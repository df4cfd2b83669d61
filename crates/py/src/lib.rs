//! The private module `kibitz._core`: a thin face of the registry for Python.
//! What each name does is said in `python/kibitz/_core.pyi`.

mod agent;
mod args;
mod error;
mod foreign;
mod game;
mod lab;
mod moves;
mod pickle;
mod processor;
mod python_game;
mod record;
mod selfplay;
mod spec;
mod state;
mod text;
mod trials;
mod value;
mod view;

use pyo3::pymodule;

/// The engine room: games, states, views, moves, records and agents, in Rust.
#[pymodule]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PySequence;

    #[pymodule_export]
    use crate::agent::{Agent, agent_parts, network_names, set_network_folders};
    #[pymodule_export]
    use crate::error::{
        AgentFailed, AmbiguousMove, BrokenLaw, GameFailed, IllegalMove, InvalidNotation, InvalidPosition,
        InvalidRecord, InvalidSpec,
    };
    #[pymodule_export]
    use crate::game::{Game, describe_game, game_names};
    #[pymodule_export]
    use crate::lab::{agent_seed, deal_seed, first_deal, match_seed, measure, play_groups};
    #[pymodule_export]
    use crate::moves::{Move, Moves};
    #[pymodule_export]
    use crate::pickle::{_move, _state, _view};
    #[pymodule_export]
    use crate::processor::runs_v3;
    #[pymodule_export]
    use crate::python_game::game_class;
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::selfplay::{Batch, SelfPlay};
    #[pymodule_export]
    use crate::spec::{Parameter, Spec};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::trials::{Trials, trials};
    #[pymodule_export]
    use crate::view::View;

    /// A match that is not over after so many deals is a draw.
    #[pymodule_export]
    const MOST_DEALS: u32 = kibitz_registry::MOST_DEALS;

    /// The version of the program.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The processors that this engine is for.
    #[pymodule_export]
    const ENGINE: &str = crate::processor::ENGINE;

    /// Lets `isinstance` know what `Moves` is, and the engine what Python agents are.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::error::prepare(module.py())?;
        let plugins = std::sync::Arc::new(crate::foreign::Plugins);
        kibitz_registry::set_foreign(plugins.clone());
        kibitz_registry::admit::<crate::python_game::PythonGame>(plugins);
        PySequence::register::<Moves>(module.py())
    }
}
