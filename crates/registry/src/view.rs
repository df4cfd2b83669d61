//! What one seat may know, in any game.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kibitz_game::{Agent, Analysis, Belief, Clock, Error, Game, MoveCode, MoveInfo, Rng, Seat, Seed, Stream, Table};
use serde_json::{Map, Value};

use kibitz_search::trials::{Amount, Manner, Trials, trials};

use crate::game::same_rules;
use crate::table::codes;
use crate::{AnyTable, List, Player};

/// Everything one seat may know, whichever game it is of.
pub trait AnyView: Any + Send + Sync {
    /// [`kibitz_game::Worlds::viewer`].
    fn seat(&self) -> Seat;
    /// The moves the seat has seen.
    fn history(&self) -> Vec<(Seat, u64)>;
    /// The legal moves of the viewer, sorted.
    fn legal(&self, list: List) -> Vec<u64>;
    /// [`kibitz_game::Positions::view_facts`].
    fn facts(&self) -> Map<String, Value>;
    /// The state words of [`kibitz_game::Encode::encode`].
    fn features(&self) -> Vec<u64>;
    /// The action words of [`kibitz_game::Encode::encode_move`]; the move must be legal for the viewer.
    fn move_features(&self, code: u64) -> Vec<u64>;
    /// A world as a table of its own, which begins here.
    fn sample(&self, seed: Seed) -> Arc<dyn AnyTable>;
    /// Where the hidden cards are over all worlds, counted one by one if there are at most `all`, else over so many that
    /// are drawn; and whether it was all of them.
    fn belief(&self, all: usize, drawn: u64, seed: Seed, clock: Clock<'_>) -> (Belief, bool);
    /// [`Agent::cost`] of the player in this game.
    fn cost(&self, player: &mut Player) -> Result<f64, Error>;
    /// Has the player decide for the viewer.
    fn ask(&self, player: &mut Player, clock: Clock<'_>) -> Result<u64, Error>;
    /// Has the player say what it knows of the viewer's decision; `None` when it only plays.
    fn consult(&self, player: &mut Player, clock: Clock<'_>) -> Result<Option<Analysis<u64>>, Error>;
    /// [`kibitz_search::trials::trials`] of moves, which are numbers.
    fn trials(
        &self,
        moves: &[u64],
        manner: &Manner,
        amount: Amount,
        seed: Seed,
        clock: Clock<'_>,
    ) -> Result<Trials<u64>, Error>;
    /// Whether the other is the same view of the same game under the same rules.
    fn same(&self, other: &dyn AnyView) -> bool;
    /// The same number for the same view.
    fn fingerprint(&self) -> u64;
}

/// A view with the game it is of and the moves the seat has seen, and nothing that leads back to the state.
pub(crate) struct Seen<G: Game> {
    pub game: Arc<G>,
    pub view: G::View,
    pub history: Vec<(Seat, G::Move)>,
}

impl<G: Game> Seen<G> {
    /// Whether the viewer owes a decision: what it could volunteer is for nobody to decide.
    fn check_turn(&self) -> Result<(), Error> {
        // In every world of a view the viewer owes the same, so any world will do.
        let world = self.game.sample(&self.view, &mut Rng::new(0));
        if self.game.to_act(&world).has(self.seat()) {
            return Ok(());
        }
        Err(Error::Illegal(format!("Seat {} has nothing to decide in this view.", self.seat()), None))
    }

    /// The player's agent, told what the seat has seen, and where its chance comes from.
    fn brief<'a>(&self, player: &'a mut Player) -> Result<(&'a mut dyn Agent<G>, &'a mut Rng), Error> {
        let (agent, rng) = player.mind(&self.game)?;
        if agent.recalls() {
            agent.recall(&self.game, &self.history);
        }
        Ok((agent, rng))
    }
}

impl<G: Game> AnyView for Seen<G> {
    fn seat(&self) -> Seat {
        self.game.viewer(&self.view)
    }

    fn history(&self) -> Vec<(Seat, u64)> {
        self.history.iter().map(|&(seat, mv)| (seat, mv.code())).collect()
    }

    fn legal(&self, list: List) -> Vec<u64> {
        let mut moves = Vec::new();
        match list {
            List::Actions => self.game.view_legal(&self.view, &mut moves),
            List::Cards => {
                // The viewer's choices of cards are the same in every world of its view, so any world will do.
                let world = self.game.sample(&self.view, &mut Rng::new(0));
                self.game.legal_cards(&world, self.seat(), &mut moves);
            }
        }
        codes(&moves)
    }

    fn facts(&self) -> Map<String, Value> {
        self.game.view_facts(&self.view)
    }

    fn features(&self) -> Vec<u64> {
        let mut words = vec![0; self.game.encoding().state_words()];
        self.game.encode(&self.view, None, &mut words);
        words
    }

    fn move_features(&self, code: u64) -> Vec<u64> {
        let mut words = vec![0; self.game.encoding().action_words()];
        self.game.encode_move(&self.view, G::Move::from_code(code), &mut words);
        words
    }

    fn sample(&self, seed: Seed) -> Arc<dyn AnyTable> {
        let state = self.game.sample(&self.view, &mut Stream::Worlds.rng(seed, 0));
        // A seed of its own: by the one it was drawn with it would draw the lots of a true deal of that seed.
        Arc::new(Table::set_up(self.game.clone(), state, Some(Stream::Worlds.seed(seed, 1))))
    }

    fn belief(&self, all: usize, drawn: u64, seed: Seed, clock: Clock<'_>) -> (Belief, bool) {
        let mut rng = Stream::Worlds.rng(seed, 0);
        let seats = self.game.seats_at(&self.game.sample(&self.view, &mut rng));
        let every = self.game.enumerate(&self.view, all).filter(|worlds| !worlds.is_empty());
        match every {
            Some(worlds) => {
                let held = worlds.iter().map(|world| self.game.holders(world));
                (Belief::count(seats, self.seat(), held), true)
            }
            None => {
                let held = (0..drawn)
                    .take_while(|_| !clock.is_over())
                    .map(|_| self.game.holders(&self.game.sample(&self.view, &mut rng)));
                (Belief::count(seats, self.seat(), held), false)
            }
        }
    }

    fn cost(&self, player: &mut Player) -> Result<f64, Error> {
        Ok(player.mind(&self.game)?.0.cost(&self.game))
    }

    fn ask(&self, player: &mut Player, clock: Clock<'_>) -> Result<u64, Error> {
        self.check_turn()?;
        let (agent, rng) = self.brief(player)?;
        Ok(agent.act(&self.game, &self.view, rng, clock).code())
    }

    fn consult(&self, player: &mut Player, clock: Clock<'_>) -> Result<Option<Analysis<u64>>, Error> {
        self.check_turn()?;
        let (agent, rng) = self.brief(player)?;
        let Some(mut found) = agent.analyse(&self.game, &self.view, rng, clock).transpose()? else { return Ok(None) };
        let best = found.moves[found.best].mv;
        let mut legal = Vec::new();
        self.game.view_legal(&self.view, &mut legal);
        // What it had no opinion of is in the list all the same.
        found.moves.sort_by_key(|info| info.mv);
        let known = |mv: &G::Move| found.moves.binary_search_by_key(mv, |info| info.mv).is_ok();
        let missing: Vec<_> = legal.into_iter().filter(|mv| !known(mv)).collect();
        found.moves.extend(missing.into_iter().map(|mv| MoveInfo::untried(self.seat(), mv)));
        found.moves.sort_by_key(|info| info.mv);
        found.best = found.moves.iter().position(|info| info.mv == best).expect("it was there before");
        Ok(Some(found.map(|mv| mv.code())))
    }

    fn trials(
        &self,
        moves: &[u64],
        manner: &Manner,
        amount: Amount,
        seed: Seed,
        clock: Clock<'_>,
    ) -> Result<Trials<u64>, Error> {
        self.check_turn()?;
        let world = self.game.sample(&self.view, &mut Rng::new(0));
        let (mut legal, mut listed) = (Vec::new(), Vec::new());
        self.game.view_legal(&self.view, &mut legal);
        self.game.legal_cards(&world, self.seat(), &mut listed);
        let moves: Vec<G::Move> = moves.iter().map(|&code| G::Move::from_code(code)).collect();
        if let Some(&other) = moves.iter().find(|mv| !legal.contains(mv) && !listed.contains(mv)) {
            let text = self.game.move_text(other);
            return Err(Error::Illegal(format!("\"{text}\" is no legal move of seat {} here.", self.seat()), None));
        }
        let found = trials::<G>(&self.game, &self.view, &self.history, &moves, manner, amount, seed, clock)?;
        Ok(found.map(|mv| mv.code()))
    }

    fn same(&self, other: &dyn AnyView) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Seen<G>>();
        other.is_some_and(|other| same_rules(&self.game, &other.game) && self.view == other.view)
    }

    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.rules_text().hash(&mut hasher);
        self.view.hash(&mut hasher);
        hasher.finish()
    }
}
