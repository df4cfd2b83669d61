//! A deal in progress of any game.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_game::{Clock, Error, Game, MoveCode, Outcome, Points, Record, Seat, SeatSet, Seed, Spec, Table};
use serde_json::{Map, Value};

use crate::AnyView;
use crate::game::same_rules;
use crate::view::Seen;

/// Which list of legal moves is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// [`kibitz_game::Play::legal`]: moves that differ only in irrelevant cards are one.
    Actions,
    /// [`kibitz_game::Play::legal_cards`]: every choice of cards is a move of its own.
    Cards,
}

/// A deal with its history, whichever game it is of. Immutable.
pub trait AnyTable: Any + Send + Sync {
    /// [`kibitz_game::Play::seats_at`].
    fn seats(&self) -> usize;
    /// [`kibitz_game::Play::to_act`].
    fn to_act(&self) -> SeatSet;
    /// The seed of the deal, if it has one.
    fn seed(&self) -> Option<Seed>;
    /// [`kibitz_game::Play::returns`], or an error while the deal goes on.
    fn returns(&self) -> Result<Vec<Points>, Error>;
    /// Whether this deal has ended its match.
    fn outcome(&self) -> Outcome;
    /// The legal moves of a seat, sorted.
    fn legal(&self, seat: Seat, list: List) -> Result<Vec<u64>, Error>;
    /// [`kibitz_game::Notation::parse_move`].
    fn parse_move(&self, seat: Seat, text: &str) -> Result<u64, Error>;
    /// [`kibitz_game::Play::canonical`].
    fn canonical(&self, seat: Seat, code: u64) -> Result<u64, Error>;
    /// [`Table::play`].
    fn play(&self, seat: Seat, code: u64) -> Result<Arc<dyn AnyTable>, Error>;
    /// [`Table::settled`].
    fn settled(&self) -> Arc<dyn AnyTable>;
    /// What the seat may know.
    fn view(&self, seat: Seat) -> Result<Arc<dyn AnyView>, Error>;
    /// [`kibitz_game::Positions::facts`].
    fn facts(&self) -> Map<String, Value>;
    /// [`kibitz_game::Positions::setup`].
    fn setup(&self) -> Value;
    /// [`Table::record`].
    fn record(&self, players: &[String]) -> Record;
    /// [`Table::tricks`].
    fn tricks(&self) -> Vec<Vec<(Seat, u64)>>;
    /// The cards of every seat: [`kibitz_game::Positions::holders`].
    fn hands(&self) -> Vec<Vec<String>>;
    /// The seats that play together as the cards lie: [`kibitz_game::Play::allies`].
    fn parties(&self) -> Vec<Vec<usize>>;
    /// [`Table::log`].
    fn log(&self) -> Vec<(Seat, u64)>;
    /// Whether [`AnyTable::settled`] made this state, so that its moves alone do not lead to it.
    fn was_settled(&self) -> bool;
    /// [`kibitz_arena::perft`].
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    /// [`kibitz_search::trials::play_on`].
    fn play_on(
        &self,
        policy: &Spec,
        reward: &str,
        times: u64,
        seed: Seed,
        clock: Clock<'_>,
    ) -> Result<Vec<Vec<f32>>, Error>;
    /// Whether the other is the same state of the same game under the same rules; the past does not matter.
    fn same(&self, other: &dyn AnyTable) -> bool;
    /// The same number for the same state.
    fn fingerprint(&self) -> u64;
}

impl<G: Game> AnyTable for Table<G> {
    fn seats(&self) -> usize {
        self.game.seats_at(&self.state)
    }

    fn to_act(&self) -> SeatSet {
        self.game.to_act(&self.state)
    }

    fn seed(&self) -> Option<Seed> {
        self.begin.seed
    }

    fn returns(&self) -> Result<Vec<Points>, Error> {
        if AnyTable::to_act(self).is_empty() {
            Ok(self.game.returns(&self.state).as_slice().to_vec())
        } else {
            Err(Error::Position("The deal is not over; returns are known when nobody has to act any more.".into()))
        }
    }

    fn outcome(&self) -> Outcome {
        if AnyTable::to_act(self).is_empty() {
            self.game.outcome(&self.game.standing_after(&self.state))
        } else {
            Outcome::Open
        }
    }

    fn legal(&self, seat: Seat, list: List) -> Result<Vec<u64>, Error> {
        self.game.check_seat(&self.state, seat)?;
        let mut moves = Vec::new();
        match list {
            List::Actions => self.game.legal(&self.state, seat, &mut moves),
            List::Cards => self.game.legal_cards(&self.state, seat, &mut moves),
        }
        Ok(codes(&moves))
    }

    fn parse_move(&self, seat: Seat, text: &str) -> Result<u64, Error> {
        self.game.check_seat(&self.state, seat)?;
        Ok(self.game.parse_move(&self.state, seat, text)?.code())
    }

    fn canonical(&self, seat: Seat, code: u64) -> Result<u64, Error> {
        self.game.check_seat(&self.state, seat)?;
        let mv = G::Move::from_code(code);
        self.game.play(&mut self.state.clone(), seat, mv)?;
        Ok(self.game.canonical(&self.state, seat, mv).code())
    }

    fn play(&self, seat: Seat, code: u64) -> Result<Arc<dyn AnyTable>, Error> {
        Ok(Arc::new(Table::play(self, seat, G::Move::from_code(code))?))
    }

    fn settled(&self) -> Arc<dyn AnyTable> {
        Arc::new(Table::settled(self))
    }

    fn view(&self, seat: Seat) -> Result<Arc<dyn AnyView>, Error> {
        if seat == Seat::CHANCE {
            return Err(Error::Position("Chance sees nothing; only the players' seats have views.".into()));
        }
        self.game.check_seat(&self.state, seat)?;
        let view = self.game.view(&self.state, seat);
        Ok(Arc::new(Seen { game: self.game.clone(), view, history: self.history(seat) }))
    }

    fn facts(&self) -> Map<String, Value> {
        self.game.facts(&self.state)
    }

    fn setup(&self) -> Value {
        self.game.setup(&self.state)
    }

    fn record(&self, players: &[String]) -> Record {
        Table::record(self, players)
    }

    fn tricks(&self) -> Vec<Vec<(Seat, u64)>> {
        let code = |(seat, mv): (Seat, G::Move)| (seat, mv.code());
        Table::tricks(self).into_iter().map(|trick| trick.into_iter().map(code).collect()).collect()
    }

    fn hands(&self) -> Vec<Vec<String>> {
        let mut hands = vec![Vec::new(); AnyTable::seats(self)];
        for (seat, card) in self.game.holders(&self.state) {
            hands[seat.index()].push(card);
        }
        hands
    }

    fn parties(&self) -> Vec<Vec<usize>> {
        let mut parties: Vec<Vec<usize>> = Vec::new();
        for seat in 0..AnyTable::seats(self) {
            let with = |other: usize| self.game.allies(&self.state, Seat(other as u8), Seat(seat as u8));
            match parties.iter_mut().find(|party| with(party[0])) {
                Some(party) => party.push(seat),
                None => parties.push(vec![seat]),
            }
        }
        parties
    }

    fn log(&self) -> Vec<(Seat, u64)> {
        Table::log(self).into_iter().map(|(seat, mv)| (seat, mv.code())).collect()
    }

    fn was_settled(&self) -> bool {
        let mut state = self.begin.state.clone();
        for (seat, mv) in Table::log(self) {
            self.game.play_unchecked(&mut state, seat, mv);
        }
        state != self.state
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        kibitz_arena::perft(&*self.game, &self.state, depth, stop)
    }

    fn play_on(
        &self,
        policy: &Spec,
        reward: &str,
        times: u64,
        seed: Seed,
        clock: Clock<'_>,
    ) -> Result<Vec<Vec<f32>>, Error> {
        kibitz_search::trials::play_on::<G>(&self.game, &self.state, policy, reward, times, seed, clock)
    }

    fn same(&self, other: &dyn AnyTable) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Table<G>>();
        other.is_some_and(|other| same_rules(&self.game, &other.game) && self.state == other.state)
    }

    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.rules_text().hash(&mut hasher);
        self.state.hash(&mut hasher);
        hasher.finish()
    }
}

pub(crate) fn codes<M: MoveCode>(moves: &[M]) -> Vec<u64> {
    moves.iter().map(|mv| mv.code()).collect()
}
