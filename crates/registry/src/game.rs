//! Any game with its rules.

use std::any::Any;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_arena::{AnySelfPlay, Contest, Group, SelfPlay, Setup, What};
use kibitz_game::{
    Abilities, Clock, Deed, Encoding, Error, Game, Level, MoveCode, Outcome, Points, Record, Seat, Seed, Spec, Table,
    Unit,
};
use kibitz_game::{kit, options};
use serde_json::{Map, Value};

use crate::view::Seen;
use crate::{AnyTable, AnyView};

/// What is known of an agent before it plays.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Whether it looks at the true cards.
    pub cheats: bool,
    /// [`kibitz_game::Agent::cost`].
    pub cost: f64,
    /// What it can be asked beside its move.
    pub abilities: Abilities,
}

/// A game with its rules, whichever it is.
pub trait AnyGame: Send + Sync {
    /// [`kibitz_game::Rulebook::NAME`].
    fn name(&self) -> &'static str;
    /// [`kibitz_game::Rulebook::TITLE`].
    fn title(&self) -> &'static str;
    /// [`kibitz_game::Rulebook::rules_text`].
    fn rules(&self) -> &str;
    /// [`kibitz_game::Rulebook::rules_options`].
    fn options(&self) -> Value;
    /// [`kibitz_game::Play::seats`].
    fn seats(&self) -> usize;
    /// [`kibitz_game::Play::bounds`].
    fn bounds(&self) -> (Points, Points);
    /// [`kibitz_game::Hints::seatings`].
    fn seatings(&self) -> Vec<Vec<u8>>;
    /// [`kibitz_game::Hints::seatings_of`].
    fn seatings_of(&self, players: &[u8]) -> Result<Vec<Vec<u8>>, Error>;
    /// [`kibitz_game::Play::partners`].
    fn partners(&self) -> Vec<Vec<usize>>;
    /// [`kibitz_game::Rulebook::UNIT`].
    fn unit(&self) -> Unit;
    /// [`kibitz_game::Hints::NEUTRAL`].
    fn neutral(&self) -> Option<&'static str>;
    /// [`kibitz_game::Rulebook::match_options`].
    fn match_options(&self, target: Option<u32>) -> Map<String, Value>;
    /// The first deal of a match.
    fn deal(&self, seed: Seed) -> Arc<dyn AnyTable>;
    /// The deal that follows a finished one in the same match.
    fn deal_after(&self, before: &dyn AnyTable, seed: Seed) -> Result<Arc<dyn AnyTable>, Error>;
    /// [`Table::position`].
    fn position(&self, setup: Value, seed: Option<Seed>) -> Result<Arc<dyn AnyTable>, Error>;
    /// [`Table::replay`], for a record of this game under these rules.
    fn replay(&self, record: &Record) -> Result<Arc<dyn AnyTable>, Error>;
    /// The table of a record without moves after the moves of [`AnyTable::log`].
    fn relive(&self, record: &Record, log: &[(Seat, u64)]) -> Result<Arc<dyn AnyTable>, Error>;
    /// A view from any of its worlds, with the moves the seat has seen.
    fn view(&self, world: &Value, seat: Seat, history: &[(Seat, u64)]) -> Result<Arc<dyn AnyView>, Error>;
    /// [`kibitz_game::Positions::call`].
    fn call(&self, function: &str, arguments: &Map<String, Value>, clock: Clock<'_>) -> Result<Value, Error>;
    /// [`kibitz_game::Notation::move_text`].
    fn move_text(&self, code: u64) -> String;
    /// [`kibitz_game::Notation::deed`].
    fn deed(&self, code: u64) -> Deed;
    /// [`kibitz_game::Play::is_call`].
    fn is_call(&self, code: u64) -> bool;
    /// Which of two moves comes first in lists.
    fn compare_moves(&self, a: u64, b: u64) -> Ordering;
    /// [`kibitz_game::Hints::best`].
    fn best(&self) -> [&'static str; 3];
    /// [`kibitz_game::Hints::levels`].
    fn levels(&self) -> [Level; 5];
    /// What is known of an agent before it plays; an error when it cannot play this game.
    fn profile(&self, spec: &Spec) -> Result<Profile, Error>;
    /// [`kibitz_arena::play_groups`].
    fn play_groups(&self, contest: &Contest, numbers: Range<u64>, stop: &AtomicBool) -> Result<Vec<Group>, Error>;
    /// A group's first deal in one of its seatings, to the end; `None` when it is stopped.
    fn first_deal(
        &self,
        contest: &Contest,
        number: u64,
        seating: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Arc<dyn AnyTable>>, Error>;
    /// [`kibitz_game::Encode::encoding`].
    fn encoding(&self) -> &'static Encoding;
    /// [`kibitz_arena::SelfPlay`].
    fn self_play(&self, setup: Setup) -> Result<Box<dyn AnySelfPlay>, Error>;
    /// [`kit::check`]: panics at the first law of the house that the game breaks.
    fn check(&self, effort: kit::Effort);
    /// [`kibitz_arena::rates`].
    fn rates(&self, what: What, slices: usize, seconds: f64, stop: &AtomicBool) -> Result<Option<Vec<f64>>, Error>;
}

impl<G: Game> AnyGame for Arc<G> {
    fn name(&self) -> &'static str {
        G::name(self)
    }

    fn title(&self) -> &'static str {
        G::title(self)
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

    fn bounds(&self) -> (Points, Points) {
        G::bounds(self)
    }

    fn seatings(&self) -> Vec<Vec<u8>> {
        G::seatings(self)
    }

    fn seatings_of(&self, players: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
        if players.len() == G::seats(self) {
            return Ok(G::seatings_of(self, players));
        }
        let (seats, given) = (G::seats(self), players.len());
        Err(Error::Spec(format!("{} is played by {seats} under these rules, not by {given}.", G::title(self))))
    }

    fn partners(&self) -> Vec<Vec<usize>> {
        G::partners(self)
    }

    fn unit(&self) -> Unit {
        G::unit(self)
    }

    fn neutral(&self) -> Option<&'static str> {
        G::NEUTRAL
    }

    fn match_options(&self, target: Option<u32>) -> Map<String, Value> {
        G::match_options(self, target)
    }

    fn deal(&self, seed: Seed) -> Arc<dyn AnyTable> {
        Arc::new(Table::deal(self.clone(), &G::Standing::default(), seed))
    }

    fn deal_after(&self, before: &dyn AnyTable, seed: Seed) -> Result<Arc<dyn AnyTable>, Error> {
        let before = (before as &dyn Any).downcast_ref::<Table<G>>().filter(|t| same_rules(&t.game, self));
        let Some(before) = before else {
            return Err(Error::Position(format!(
                "The deal before must be one of {}, {}; this one is of another game or other rules.",
                G::name(self),
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

    fn position(&self, setup: Value, seed: Option<Seed>) -> Result<Arc<dyn AnyTable>, Error> {
        Ok(Arc::new(Table::position(self.clone(), &setup, seed)?))
    }

    fn replay(&self, record: &Record) -> Result<Arc<dyn AnyTable>, Error> {
        let (preset, overrides) = options::parse(&record.rules)?;
        if record.game != G::name(self) || self.under(Some(&preset), &overrides)?.rules_text() != self.rules_text() {
            return Err(Error::Notation(format!(
                "The record is of {}, {}, not of {}, {}.",
                record.game,
                record.rules,
                G::name(self),
                self.rules_text()
            )));
        }
        Ok(Arc::new(Table::replay(self.clone(), record)?))
    }

    fn relive(&self, record: &Record, log: &[(Seat, u64)]) -> Result<Arc<dyn AnyTable>, Error> {
        Ok(Arc::new(Table::replay(self.clone(), record)?.relive(moves::<G>(log))?))
    }

    fn view(&self, world: &Value, seat: Seat, history: &[(Seat, u64)]) -> Result<Arc<dyn AnyView>, Error> {
        let state = G::position(self, world)?;
        self.check_seat(&state, seat)?;
        Ok(Arc::new(Seen {
            game: self.clone(),
            view: G::view(self, &state, seat),
            history: moves::<G>(history).collect(),
        }))
    }

    fn call(&self, function: &str, arguments: &Map<String, Value>, clock: Clock<'_>) -> Result<Value, Error> {
        G::call(self, function, arguments, clock)
    }

    fn move_text(&self, code: u64) -> String {
        G::move_text(self, G::Move::from_code(code))
    }

    fn deed(&self, code: u64) -> Deed {
        G::deed(self, G::Move::from_code(code))
    }

    fn is_call(&self, code: u64) -> bool {
        G::is_call(self, G::Move::from_code(code))
    }

    fn compare_moves(&self, a: u64, b: u64) -> Ordering {
        G::Move::from_code(a).cmp(&G::Move::from_code(b))
    }

    fn best(&self) -> [&'static str; 3] {
        G::best(self)
    }

    fn levels(&self) -> [Level; 5] {
        G::levels(self)
    }

    fn profile(&self, spec: &Spec) -> Result<Profile, Error> {
        let agent = kibitz_search::build::<G>(self, spec)?;
        Ok(Profile { cheats: agent.cheats(), cost: agent.cost(self), abilities: agent.abilities() })
    }

    fn play_groups(&self, contest: &Contest, numbers: Range<u64>, stop: &AtomicBool) -> Result<Vec<Group>, Error> {
        kibitz_arena::play_groups::<G>(self, contest, numbers, stop)
    }

    fn first_deal(
        &self,
        contest: &Contest,
        number: u64,
        seating: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Arc<dyn AnyTable>>, Error> {
        let Some(moves) = kibitz_arena::first_deal::<G>(self, contest, number, seating, stop)? else {
            return Ok(None);
        };
        let seed = kibitz_arena::deal_seed(contest.seed, number).into();
        let begun = Table::deal(self.clone(), &G::Standing::default(), seed);
        let table = moves.into_iter().try_fold(begun, |table, (seat, mv)| table.play(seat, mv))?;
        Ok(Some(Arc::new(table)))
    }

    fn encoding(&self) -> &'static Encoding {
        G::encoding(self)
    }

    fn self_play(&self, setup: Setup) -> Result<Box<dyn AnySelfPlay>, Error> {
        Ok(Box::new(SelfPlay::<G>::new(self, setup)?))
    }

    fn check(&self, effort: kit::Effort) {
        kit::check::<G>(self, effort);
    }

    fn rates(&self, what: What, slices: usize, seconds: f64, stop: &AtomicBool) -> Result<Option<Vec<f64>>, Error> {
        kibitz_arena::rates::<G>(self, what, slices, seconds, stop)
    }
}

/// Whether two values are the same game under the same rules.
pub(crate) fn same_rules<G: Game>(a: &Arc<G>, b: &Arc<G>) -> bool {
    Arc::ptr_eq(a, b) || (G::name(a), a.rules_text()) == (G::name(b), b.rules_text())
}

fn moves<G: Game>(log: &[(Seat, u64)]) -> impl Iterator<Item = (Seat, G::Move)> {
    log.iter().map(|&(seat, code)| (seat, G::Move::from_code(code)))
}
