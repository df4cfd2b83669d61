//! A deal with its history: the state, how it began and every move since.

use std::sync::Arc;

use serde_json::Value;

use crate::{Error, Game, Record, Seat, Seed, Start, Stream};

/// A deal in progress that remembers. Cloning and playing share the past, so a table is as good as immutable.
#[derive(Clone)]
pub struct Table<G: Game> {
    /// The game and its rules.
    pub game: Arc<G>,
    /// The deal as it began, before the first move.
    pub begin: Arc<Beginning<G>>,
    /// The deal as it is.
    pub state: G::State,
    log: Option<Arc<Entry<G::Move>>>,
    /// How many moves there were, and how many of them were drawn by lot.
    length: usize,
    lots: u64,
}

/// How a table began.
pub struct Beginning<G: Game> {
    /// The first state.
    pub state: G::State,
    /// The seed of the deal; also decides events of chance. Without it they are left to the caller.
    pub seed: Option<Seed>,
    /// Whether it was dealt; otherwise it was set up, and its record gives the position.
    pub dealt: bool,
}

struct Entry<M> {
    before: Option<Arc<Entry<M>>>,
    seat: Seat,
    mv: M,
}

impl<M> Drop for Entry<M> {
    /// Unlinks a long history step by step: the default drop would recurse.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(entry) = before {
            match Arc::try_unwrap(entry) {
                Ok(mut entry) => before = entry.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl<G: Game> Table<G> {
    /// A table with a fresh deal.
    pub fn deal(game: Arc<G>, standing: &G::Standing, seed: Seed) -> Table<G> {
        let state = game.deal(standing, &mut Stream::Deal.rng(seed, 0));
        Table::begin(game, Beginning { state, seed: Some(seed), dealt: true }).with_chance()
    }

    /// A table that begins in some state, such as a sampled world.
    pub fn set_up(game: Arc<G>, state: G::State, seed: Option<Seed>) -> Table<G> {
        Table::begin(game, Beginning { state, seed, dealt: false }).with_chance()
    }

    fn begin(game: Arc<G>, begin: Beginning<G>) -> Table<G> {
        Table { game, state: begin.state.clone(), begin: Arc::new(begin), log: None, length: 0, lots: 0 }
    }

    /// A table with a position; with a seed it decides events of chance itself.
    pub fn position(game: Arc<G>, setup: &Value, seed: Option<Seed>) -> Result<Table<G>, Error> {
        let state = game.position(setup)?;
        Ok(Table::set_up(game, state, seed))
    }

    /// The table after a move, or why it cannot be made.
    pub fn play(&self, seat: Seat, mv: G::Move) -> Result<Table<G>, Error> {
        let mut state = self.state.clone();
        self.game.play(&mut state, seat, mv)?;
        Ok(self.then(seat, mv, state).with_chance())
    }

    fn then(&self, seat: Seat, mv: G::Move, state: G::State) -> Table<G> {
        let entry = Entry { before: self.log.clone(), seat, mv };
        Table {
            game: self.game.clone(),
            begin: self.begin.clone(),
            state,
            log: Some(Arc::new(entry)),
            length: self.length + 1,
            lots: self.lots + (seat == Seat::CHANCE) as u64,
        }
    }

    fn with_chance(self) -> Table<G> {
        let Some(seed) = self.begin.seed else { return self };
        let mut table = self;
        while table.game.to_act(&table.state).has(Seat::CHANCE) {
            let mut rng = Stream::Lots.rng(seed, table.lots);
            let mv = table.game.sample_move(&table.state, Seat::CHANCE, &mut rng);
            let mut state = table.state.clone();
            table.game.play_unchecked(&mut state, Seat::CHANCE, mv);
            table = table.then(Seat::CHANCE, mv, state);
        }
        table
    }

    /// The table with every open interrupt declined.
    pub fn settled(&self) -> Table<G> {
        Table { state: self.game.settled(&self.state), ..self.clone() }
    }

    /// Every move since the beginning.
    pub fn log(&self) -> Vec<(Seat, G::Move)> {
        let mut moves = Vec::with_capacity(self.length);
        let mut at = &self.log;
        while let Some(entry) = at {
            moves.push((entry.seat, entry.mv));
            at = &entry.before;
        }
        moves.reverse();
        moves
    }

    /// The moves a seat has seen.
    pub fn history(&self, observer: Seat) -> Vec<(Seat, G::Move)> {
        self.game.history(&self.state, &self.log(), observer)
    }

    /// The moves of the table trick by trick, or as else the game divides its deals. Declined interrupts are left out: who
    /// was asked is nobody's business.
    pub fn tricks(&self) -> Vec<Vec<(Seat, G::Move)>> {
        let mut state = self.begin.state.clone();
        let mut tricks: Vec<Vec<(Seat, G::Move)>> = Vec::new();
        for (seat, mv) in self.log() {
            if !self.game.is_decline(mv) {
                let settled = self.game.settled(&state);
                if tricks.is_empty() || self.game.new_line(&settled) {
                    tricks.push(Vec::new());
                }
                tricks.last_mut().expect("pushed above").push((seat, mv));
            }
            self.game.play_unchecked(&mut state, seat, mv);
        }
        tricks
    }

    /// The record of the table so far, a trick in a line.
    pub fn record(&self, players: &[String]) -> Record {
        let text = |(seat, mv)| (seat, self.game.move_text(mv));
        let moves = self.tricks().into_iter().map(|trick| trick.into_iter().map(text).collect()).collect();
        let over = self.game.to_act(&self.state).is_empty();
        Record {
            game: self.game.name().into(),
            rules: self.game.rules_text().into(),
            seed: self.begin.seed,
            players: players.to_vec(),
            start: if self.begin.dealt {
                Start::Deal(self.game.write_deal(&self.begin.state))
            } else {
                Start::Position(self.game.setup(&self.begin.state))
            },
            moves,
            result: over.then(|| self.game.returns(&self.state).as_slice().to_vec()),
        }
    }

    /// This table, where a record has just begun, after the moves of a [`Table::log`].
    pub fn relive(self, log: impl IntoIterator<Item = (Seat, G::Move)>) -> Result<Table<G>, Error> {
        let mut table = Table { state: self.begin.state.clone(), ..self };
        for (seat, mv) in log {
            let mut state = table.state.clone();
            table.game.play(&mut state, seat, mv)?;
            table = table.then(seat, mv, state);
        }
        Ok(table)
    }

    /// The table a record describes, every move checked, and its result with them.
    pub fn replay(game: Arc<G>, record: &Record) -> Result<Table<G>, Error> {
        let state = match &record.start {
            Start::Deal(lines) => game.read_deal(lines)?,
            Start::Position(setup) => game.position(setup)?,
        };
        let dealt = matches!(record.start, Start::Deal(_));
        let mut table = Table::begin(game, Beginning { state, seed: record.seed, dealt });
        for (number, (seat, text)) in record.moves.iter().flatten().enumerate() {
            let game = table.game.clone();
            let before = game.settled(&table.state);
            let step = || -> Result<Table<G>, Error> {
                game.check_seat(&before, *seat)?;
                let mv = game.parse_move(&before, *seat, text)?;
                let mut state = before.clone();
                game.play(&mut state, *seat, mv)?;
                Ok(table.then(*seat, mv, state))
            };
            table = step().map_err(|e| {
                let place = format!("Move {} of the record cannot be played. {}", number + 1, e.message());
                match e {
                    Error::Notation(_) => Error::Notation(place),
                    Error::Ambiguous(_) => Error::Ambiguous(place),
                    Error::Illegal(_, why) => Error::Illegal(place, why),
                    _ => Error::Illegal(place, None),
                }
            })?;
        }
        table.state = table.game.settled(&table.state);
        if let Some(result) = &record.result {
            if !table.game.to_act(&table.state).is_empty() {
                return Err(Error::Notation("The record states a result, but its moves do not end the deal.".into()));
            }
            let found = table.game.returns(&table.state);
            if found.as_slice() != result.as_slice() {
                return Err(Error::Notation(format!(
                    "The record states the result {result:?}, but its moves give {:?}.",
                    found.as_slice()
                )));
            }
        }
        Ok(table)
    }
}
