//! Any game with its rules.

use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_arena::{AnySelfPlay, DealResult, Deals, SelfPlay, Setup, What};
use kibitz_game::options;
use kibitz_game::{Encoding, Error, Game, MoveCode, Outcome, Record, Spec, Table};
use serde_json::{Map, Value};

use crate::AnyTable;

/// A game with its rules, whichever it is.
pub trait AnyGame: Send + Sync {
    /// [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// [`Game::TITLE`].
    fn title(&self) -> &'static str;
    /// [`Game::rules_text`].
    fn rules(&self) -> &str;
    /// [`Game::rules_options`].
    fn options(&self) -> Value;
    /// [`Game::seats`].
    fn seats(&self) -> usize;
    /// [`Game::seatings`].
    fn seatings(&self) -> Vec<Vec<u8>>;
    /// The first deal of a match.
    fn deal(&self, seed: u64) -> Arc<dyn AnyTable>;
    /// The deal that follows a finished one in the same match.
    fn deal_after(&self, before: &dyn AnyTable, seed: u64) -> Result<Arc<dyn AnyTable>, Error>;
    /// [`Table::position`].
    fn position(&self, setup: Value, seed: Option<u64>) -> Result<Arc<dyn AnyTable>, Error>;
    /// [`Table::replay`], for a record of this game under these rules.
    fn replay(&self, record: &Record) -> Result<Arc<dyn AnyTable>, Error>;
    /// [`Game::call`].
    fn call(&self, function: &str, arguments: &Map<String, Value>) -> Result<Value, Error>;
    /// [`Game::move_text`].
    fn move_text(&self, code: u64) -> String;
    /// Which of two moves comes first in lists.
    fn compare_moves(&self, a: u64, b: u64) -> Ordering;
    /// Whether the agent can play this game.
    fn check_agent(&self, spec: &Spec) -> Result<(), Error>;
    /// [`kibitz_arena::play_deals`].
    fn play_deals(&self, deals: &Deals, stop: &AtomicBool) -> Result<Option<Vec<DealResult>>, Error>;
    /// [`Game::encoding`].
    fn encoding(&self) -> &'static Encoding;
    /// [`kibitz_arena::SelfPlay`].
    fn self_play(&self, setup: Setup) -> Result<Box<dyn AnySelfPlay>, Error>;
    /// [`kibitz_arena::rates`].
    fn rates(&self, what: What, slices: usize, seconds: f64, stop: &AtomicBool) -> Result<Option<Vec<f64>>, Error>;
}

impl<G: Game> AnyGame for Arc<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> &str {
        self.rules_text()
    }

    fn options(&self) -> Value {
        self.rules_options()
    }

    fn seats(&self) -> usize {
        G::seats(self)
    }

    fn seatings(&self) -> Vec<Vec<u8>> {
        G::seatings(self)
    }

    fn deal(&self, seed: u64) -> Arc<dyn AnyTable> {
        Arc::new(Table::deal(self.clone(), &G::Standing::default(), seed))
    }

    fn deal_after(&self, before: &dyn AnyTable, seed: u64) -> Result<Arc<dyn AnyTable>, Error> {
        let before = (before as &dyn Any).downcast_ref::<Table<G>>().filter(|t| same_rules(&t.game, self));
        let Some(before) = before else {
            return Err(Error::Position(format!(
                "The deal before must be one of {}, {}; this one is of another game or other rules.",
                G::NAME,
                self.rules_text()
            )));
        };
        if !self.to_act(&before.state).is_empty() {
            return Err(Error::Position("The deal before is not over; finish it to go on with the match.".into()));
        }
        let standing = self.standing_after(&before.state);
        if self.outcome(&standing) != Outcome::Open {
            return Err(Error::Position("The match is over; deal without the deal before to begin a new one.".into()));
        }
        Ok(Arc::new(Table::deal(self.clone(), &standing, seed)))
    }

    fn position(&self, setup: Value, seed: Option<u64>) -> Result<Arc<dyn AnyTable>, Error> {
        Ok(Arc::new(Table::position(self.clone(), &setup, seed)?))
    }

    fn replay(&self, record: &Record) -> Result<Arc<dyn AnyTable>, Error> {
        let (preset, overrides) = options::parse(&record.rules)?;
        if record.game != G::NAME || G::with_rules(Some(&preset), &overrides)?.rules_text() != self.rules_text() {
            return Err(Error::Notation(format!(
                "The record is of {}, {}, not of {}, {}.",
                record.game,
                record.rules,
                G::NAME,
                self.rules_text()
            )));
        }
        Ok(Arc::new(Table::replay(self.clone(), record)?))
    }

    fn call(&self, function: &str, arguments: &Map<String, Value>) -> Result<Value, Error> {
        G::call(self, function, arguments)
    }

    fn move_text(&self, code: u64) -> String {
        G::move_text(self, G::Move::from_code(code))
    }

    fn compare_moves(&self, a: u64, b: u64) -> Ordering {
        G::Move::from_code(a).cmp(&G::Move::from_code(b))
    }

    fn check_agent(&self, spec: &Spec) -> Result<(), Error> {
        kibitz_search::build::<G>(self, spec).map(|_| ())
    }

    fn play_deals(&self, deals: &Deals, stop: &AtomicBool) -> Result<Option<Vec<DealResult>>, Error> {
        kibitz_arena::play_deals::<G>(self, deals, stop)
    }

    fn encoding(&self) -> &'static Encoding {
        G::encoding(self)
    }

    fn self_play(&self, setup: Setup) -> Result<Box<dyn AnySelfPlay>, Error> {
        Ok(Box::new(SelfPlay::<G>::new(self, setup)?))
    }

    fn rates(&self, what: What, slices: usize, seconds: f64, stop: &AtomicBool) -> Result<Option<Vec<f64>>, Error> {
        kibitz_arena::rates::<G>(self, what, slices, seconds, stop)
    }
}

/// Whether two values of a game have the same rules.
pub(crate) fn same_rules<G: Game>(a: &Arc<G>, b: &Arc<G>) -> bool {
    Arc::ptr_eq(a, b) || a.rules_text() == b.rules_text()
}
