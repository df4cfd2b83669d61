//! The only place that lists the games, and one face for all of them.
//!
//! - [`GAMES`]: one line per game, in this crate's `Cargo.toml`
//! - [`add_game`]: games from outside the program beside them, which are known once they are added
//! - [`AnyGame`], [`AnyTable`], [`AnyView`]: what can be done with any game, without knowing which;
//!   a move is a number ([`kibitz_game::MoveCode`]). They are made once, for everything that implements [`Game`].
//! - [`Player`]: an agent that plays any game it is shown; [`Foreign`]: agents from outside

mod foreign;
mod game;
mod player;
mod table;
mod view;

use std::sync::{Arc, PoisonError, RwLock};

use kibitz_game::error::suggest;
use kibitz_game::keys::Help;
use kibitz_game::options::{self, Preset};
use kibitz_game::{Error, Game, Spec};
use serde_json::{Map, Value};

pub use foreign::{Foreign, ForeignPlayer, admit, set_foreign};
pub use game::{AnyGame, Profile};
pub use kibitz_arena::{
    AnySelfPlay, Batch, Buffers, Choices, Contest, Group, MOST_DEALS, Setup, Stretch, Totals, What, Who, deal_seed,
    match_seed,
};
pub use kibitz_net::{names as network_names, set_folders as set_network_folders};
pub use kibitz_search::foreign::named_in as foreign_in;
pub use kibitz_search::trials::{Amount, Manner, Trials};
pub use kibitz_search::{networks, timed};
pub use player::Player;
pub use table::{AnyTable, List};
pub use view::AnyView;

// `GAMES`, the list of the games, from the lines of this crate's manifest.
include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// What is known of a game before its rules are chosen.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name in commands, files and specifications.
    pub name: &'static str,
    /// The name on a page.
    pub title: &'static str,
    /// The page of rules a person reads.
    pub rules_page: &'static str,
    /// The named rule sets; the first is the default.
    pub presets: &'static [Preset],
    /// The players of this game alone: name and what they do in one line.
    pub bots: &'static [(&'static str, &'static str)],
    /// The keys of those of them that take any.
    pub bot_keys: fn() -> Vec<Help>,
    make: MakeGame,
    admit: fn(Arc<dyn Foreign>),
}

/// Makes the game of a name.
pub type MakeGame = fn(&str, Option<&str>, &Map<String, Value>) -> Result<Arc<dyn AnyGame>, Error>;

impl Entry {
    const fn of<G: Game>() -> Entry {
        Entry {
            name: G::NAME,
            title: G::TITLE,
            rules_page: G::RULES_PAGE,
            presets: G::PRESETS,
            bots: G::BOTS,
            bot_keys: G::bot_keys,
            make: |_, preset, overrides| Ok(Arc::new(Arc::new(G::with_rules(preset, overrides)?))),
            admit: foreign::admit::<G>,
        }
    }

    /// A game from outside the program.
    pub fn foreign(
        name: &'static str,
        title: &'static str,
        rules_page: &'static str,
        presets: &'static [Preset],
        make: MakeGame,
    ) -> Entry {
        let admit = |_| unreachable!("its type is admitted by whoever brings it");
        Entry { name, title, rules_page, presets, bots: &[], bot_keys: Vec::new, make, admit }
    }

    /// The game under a rule set: a preset or the canonical text of rules, with single options changed.
    pub fn make(&self, rules: Option<&str>, overrides: &Map<String, Value>) -> Result<Arc<dyn AnyGame>, Error> {
        let Some(rules) = rules else {
            return (self.make)(self.name, None, overrides);
        };
        let (preset, mut all) = options::parse(rules)?;
        all.extend(overrides.clone());
        (self.make)(self.name, Some(&preset), &all)
    }
}

static ADDED: RwLock<Vec<&'static Entry>> = RwLock::new(Vec::new());

/// Adds a game from outside, or puts it in the place of an earlier one of its name.
pub fn add_game(entry: &'static Entry) {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.retain(|other| other.name != entry.name);
    added.push(entry);
}

/// The game of a name.
pub fn entry(name: &str) -> Result<&'static Entry, Error> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    GAMES.iter().chain(added.iter().copied()).find(|game| game.name == name).ok_or_else(|| {
        if name.contains(':') {
            // To load it is to run its code, which is for whoever sits at the keyboard to ask for.
            return Error::Spec(format!("The game \"{name}\" is not loaded; `kibitz --load {name}` does so."));
        }
        let known = suggest(name, GAMES.iter().map(|game| game.name));
        Error::Spec(format!("There is no game \"{name}\"{known}"))
    })
}

/// Every agent with the game it plays, which is empty when it plays any: first those, then the players of each game.
pub fn agents() -> Vec<(&'static str, Help)> {
    let any = kibitz_search::PARTS.iter().map(|part| ("", part.clone()));
    let bots = GAMES.iter().flat_map(|game| {
        let plain =
            |name| Help { name, usage: String::from(name), help: "", example: name, keys: Vec::new(), open: false };
        let known = (game.bot_keys)();
        game.bots.iter().map(move |&(name, help)| {
            let own = known.iter().find(|part| part.name == name).cloned().unwrap_or_else(|| plain(name));
            (game.name, Help { help, example: name, ..own })
        })
    });
    any.chain(bots).collect()
}

/// The canonical form of a specification, if some game could be played with it.
pub fn canonical(spec: &Spec) -> Result<Spec, Error> {
    if let Some(canonical) = kibitz_search::canonical(spec) {
        return canonical;
    }
    let all_bots = || GAMES.iter().flat_map(|game| game.bots.iter().map(|bot| bot.0));
    let mut answer = Err(kibitz_search::unknown(&spec.name, all_bots()));
    for game in GAMES.iter().filter(|game| game.bots.iter().any(|bot| bot.0 == spec.name)) {
        match game.make(None, &Map::new())?.profile(spec) {
            Ok(_) => return Ok(spec.clone()),
            Err(refused) => answer = Err(refused),
        }
    }
    if !all_bots().any(|bot| bot == spec.name) && kibitz_search::foreign::is_named(&spec.name) {
        return Ok(spec.clone());
    }
    answer
}

/// The full form of a specification, if some game could be played with it: what an abbreviation stands for,
/// and every key with its value. What is left to the game is left out.
pub fn expand(spec: &Spec) -> Result<Spec, Error> {
    kibitz_search::expand(spec).unwrap_or_else(|| canonical(spec))
}
