//! Players made of players: one for each part of the hand or of the deal, one for each kind of decision.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Analysis, Decision, Error, Game, Rng, Seat, Spec, Value};

use crate::exact::cards_left;
use crate::read;

/// A player that leaves every decision to one of several.
trait OneOf<G: Game>: Send {
    /// Who decides here, and what it is shown. The same chance leads to the same one.
    fn who<'a>(&'a mut self, game: &G, view: &'a G::View, rng: &Rng) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>);
    /// All of them.
    fn all(&mut self) -> Vec<&mut dyn Agent<G>>;
    /// Whether something holds of one of them.
    fn any(&self, holds: fn(&dyn Agent<G>) -> bool) -> bool;
}

/// The player of [`OneOf`].
struct Delegate<T>(T);

impl<G: Game, T: OneOf<G>> Agent<G> for Delegate<T> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        let (agent, view) = self.0.who(game, view, rng);
        agent.act(game, &view, rng)
    }

    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        let (agent, view) = self.0.who(game, view, rng);
        agent.act_until(game, &view, rng, stop)
    }

    fn recalls(&self) -> bool {
        self.0.any(|agent| agent.recalls())
    }

    fn recall(&mut self, game: &G, history: &[(Seat, G::Move)]) {
        self.0.all().into_iter().for_each(|agent| agent.recall(game, history));
    }

    fn cheats(&self) -> bool {
        self.0.any(|agent| agent.cheats())
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng) -> G::Move {
        let (agent, view) = self.0.who(game, view, rng);
        agent.act_knowing(game, &view, truth, rng)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        let (agent, view) = self.0.who(game, view, rng);
        agent.analyse(game, &view, rng, stop)
    }

    fn priors(&mut self, game: &G, view: &G::View, moves: &[G::Move], rng: &mut Rng, out: &mut Vec<f32>) {
        let (agent, shown) = self.0.who(game, view, rng);
        let Cow::Owned(shown) = shown else { return agent.priors(game, view, moves, rng, out) };
        let mut own = Vec::new();
        game.view_legal(&shown, &mut own);
        let mut shares = Vec::new();
        agent.priors(game, &shown, &own, rng, &mut shares);
        // Moves it is not shown have what is left.
        let left = if own.len() < moves.len() { NOT_SHOWN / (moves.len() - own.len()) as f32 } else { 0.0 };
        let known = own.iter().zip(shares).map(|(&mv, share)| (mv, share)).collect::<Vec<_>>();
        let scale = if left > 0.0 { 1.0 - NOT_SHOWN } else { 1.0 };
        let share = |mv| known.iter().find(|k| k.0 == mv).map_or(left, |k| k.1 * scale);
        out.clear();
        out.extend(moves.iter().map(|&mv| share(mv)));
    }

    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Option<f32> {
        let (agent, view) = self.0.who(game, view, rng);
        agent.value(game, &view, rng)
    }
}

/// How likely all moves together are that a player is not shown.
const NOT_SHOWN: f32 = 1e-3;

/// `split(a, b, hand<=9)`: the first while there are many cards, the second when there are few.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    many: Spec,
    few: Spec,
    counted: Counted,
    most: u32,
}

/// Which cards are many or few.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Counted {
    /// Those in the own hand.
    Hand,
    /// Those in the other hands.
    Hidden,
}

impl Split {
    /// Reads the specification.
    pub fn read(spec: &Spec) -> Result<Split, Error> {
        spec.allow(3, &[])?;
        let wrong = || {
            Error::Spec(
                "split takes two agents and a condition, hand<=n or hidden<=n, as in split(ismcts(100), random, hand<=9)."
                    .into(),
            )
        };
        let [many, few, condition] = &spec.values[..] else { return Err(wrong()) };
        let text = condition.to_string();
        let (counted, most) = match text.split_once("<=") {
            Some(("hand", n)) => (Counted::Hand, n),
            Some(("hidden", n)) => (Counted::Hidden, n),
            _ => return Err(wrong()),
        };
        Ok(Split { many: known(many)?, few: known(few)?, counted, most: most.parse().map_err(|_| wrong())? })
    }

    /// The canonical form.
    pub fn spec(&self) -> Spec {
        let counted = match self.counted {
            Counted::Hand => "hand",
            Counted::Hidden => "hidden",
        };
        let condition = read::word_value(&format!("{counted}<={}", self.most));
        let values = vec![Value::Spec(self.many.clone()), Value::Spec(self.few.clone()), condition];
        Spec { values, ..Spec::bare("split") }
    }

    /// The player.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let (many, few) = (crate::build(game, &self.many)?, crate::build(game, &self.few)?);
        Ok(Box::new(Delegate(SplitAgent { many, few, counted: self.counted, most: self.most })))
    }
}

struct SplitAgent<G: Game> {
    many: Box<dyn Agent<G>>,
    few: Box<dyn Agent<G>>,
    counted: Counted,
    most: u32,
}

impl<G: Game> OneOf<G> for SplitAgent<G> {
    fn who<'a>(&'a mut self, game: &G, view: &'a G::View, rng: &Rng) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>) {
        let cards = match self.counted {
            Counted::Hand => game.hand_size(view),
            // As many in any world.
            Counted::Hidden => cards_left(game, &game.sample(view, &mut rng.clone())) - game.hand_size(view),
        };
        (if cards <= self.most { &mut *self.few } else { &mut *self.many }, Cow::Borrowed(view))
    }

    fn all(&mut self) -> Vec<&mut dyn Agent<G>> {
        vec![&mut *self.many, &mut *self.few]
    }

    fn any(&self, holds: fn(&dyn Agent<G>) -> bool) -> bool {
        holds(&*self.many) || holds(&*self.few)
    }
}

/// `phase(a, b)`: the first while something is hidden, the second once the viewer knows where every card is.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    hidden: Spec,
    open: Spec,
}

impl Phase {
    /// Reads the specification.
    pub fn read(spec: &Spec) -> Result<Phase, Error> {
        spec.allow(2, &[])?;
        let [hidden, open] = &spec.values[..] else {
            return Err(Error::Spec("phase takes two agents, as in phase(ismcts(100), alphabeta(depth=8)).".into()));
        };
        Ok(Phase { hidden: known(hidden)?, open: known(open)? })
    }

    /// The canonical form.
    pub fn spec(&self) -> Spec {
        let values = [&self.hidden, &self.open].map(|spec| Value::Spec(spec.clone()));
        Spec { values: values.to_vec(), ..Spec::bare("phase") }
    }

    /// The player.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let (hidden, open) = (crate::build(game, &self.hidden)?, crate::build(game, &self.open)?);
        Ok(Box::new(Delegate(PhaseAgent { hidden, open })))
    }
}

struct PhaseAgent<G: Game> {
    hidden: Box<dyn Agent<G>>,
    open: Box<dyn Agent<G>>,
}

impl<G: Game> OneOf<G> for PhaseAgent<G> {
    fn who<'a>(&'a mut self, game: &G, view: &'a G::View, _rng: &Rng) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>) {
        (if is_open(game, view) { &mut *self.open } else { &mut *self.hidden }, Cow::Borrowed(view))
    }

    fn all(&mut self) -> Vec<&mut dyn Agent<G>> {
        vec![&mut *self.hidden, &mut *self.open]
    }

    fn any(&self, holds: fn(&dyn Agent<G>) -> bool) -> bool {
        holds(&*self.hidden) || holds(&*self.open)
    }
}

/// Where copies of a card are alike, one state is several deals; more copies than this are never apart at the end.
const ALIKE: usize = 16;

/// Whether there is one world only.
fn is_open<G: Game>(game: &G, view: &G::View) -> bool {
    game.enumerate(view, ALIKE).is_some_and(|worlds| worlds.iter().all(|world| *world == worlds[0]))
}

/// `decide(a, call=never, exchange=rules)`: other players for some kinds of decision. Who has the calls is also asked
/// where one may be made beside the play.
#[derive(Clone, PartialEq, Debug)]
pub struct Decide {
    main: Spec,
    others: Vec<(&'static str, Spec)>,
}

impl Decide {
    /// Reads the specification.
    pub fn read(spec: &Spec) -> Result<Decide, Error> {
        let words: Vec<&str> = Decision::WORDS.iter().map(|w| w.1).collect();
        spec.allow(1, &words)?;
        let [main] = &spec.values[..] else {
            return Err(Error::Spec(
                "decide takes the agent that decides everything else, as in decide(ismcts(100), call=never).".into(),
            ));
        };
        let mut others = Vec::new();
        for (key, value) in &spec.keys {
            let decision = Decision::WORDS.iter().find(|w| w.1 == key).expect("keys were checked").0;
            let word = Decision::WORDS.iter().find(|w| w.0 == decision).expect("a word of the table").1;
            if others.iter().any(|(other, _)| *other == word) {
                return Err(Error::Spec(format!("decide has {word} twice.")));
            }
            others.push((word, known(value)?));
        }
        Ok(Decide { main: known(main)?, others })
    }

    /// The canonical form.
    pub fn spec(&self) -> Spec {
        let keys = self.others.iter().map(|(word, spec)| (word.to_string(), Value::Spec(spec.clone()))).collect();
        Spec { values: vec![Value::Spec(self.main.clone())], keys, ..Spec::bare("decide") }
    }

    /// The player.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let mut others: Vec<(Decision, Box<dyn Agent<G>>)> = Vec::new();
        for (word, spec) in &self.others {
            let decision = Decision::WORDS.iter().find(|w| w.1 == *word).expect("a word of the table").0;
            others.push((decision, crate::build(game, spec)?));
        }
        Ok(Box::new(Delegate(DecideAgent { main: crate::build(game, &self.main)?, others })))
    }
}

struct DecideAgent<G: Game> {
    main: Box<dyn Agent<G>>,
    others: Vec<(Decision, Box<dyn Agent<G>>)>,
}

impl<G: Game> OneOf<G> for DecideAgent<G> {
    fn who<'a>(&'a mut self, game: &G, view: &'a G::View, rng: &Rng) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>) {
        let decision = game.decision(view);
        let owner = |wanted| self.others.iter().position(|(d, _)| *d == wanted);
        let place = owner(decision);
        let mut shown = Cow::Borrowed(view);
        if decision != Decision::Call
            && let Some(caller) = owner(Decision::Call)
        {
            // A call may be made beside the play: its owner is asked first, and the others do not think of it.
            let mut moves = Vec::new();
            game.view_legal(view, &mut moves);
            let may_call = moves.iter().any(|&mv| game.is_call(mv));
            if may_call && game.is_call(self.others[caller].1.act(game, view, &mut rng.clone())) {
                return (&mut *self.others[caller].1, shown);
            }
            game.silence(shown.to_mut());
        }
        let agent = match place {
            Some(place) => &mut *self.others[place].1,
            None => &mut *self.main,
        };
        (agent, shown)
    }

    fn all(&mut self) -> Vec<&mut dyn Agent<G>> {
        let others = self.others.iter_mut().map(|(_, agent)| &mut **agent as &mut dyn Agent<G>);
        std::iter::once(&mut *self.main as &mut dyn Agent<G>).chain(others).collect()
    }

    fn any(&self, holds: fn(&dyn Agent<G>) -> bool) -> bool {
        holds(&*self.main) || self.others.iter().any(|(_, agent)| holds(&**agent))
    }
}

/// `never`: stakes nothing; of the moves that are no bets a random one.
pub struct Never;

impl<G: Game> Agent<G> for Never {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.iter().any(|&m| !game.is_bet(m)) {
            moves.retain(|&m| !game.is_bet(m));
        }
        *rng.choose(&moves)
    }
}

/// The canonical form of an inner agent; players of some game are taken as they are.
pub fn known(value: &Value) -> Result<Spec, Error> {
    let spec = read::spec(value)?;
    match crate::canonical(spec) {
        Some(canonical) => canonical,
        None if spec.name.chars().all(|c| c.is_ascii_lowercase() || c == '_') => Ok(spec.clone()),
        None => Err(Error::Spec(format!(
            "\"{spec}\" is not an agent{}",
            suggest(&spec.name, crate::PARTS.iter().map(|p| p.name))
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Move, Toy, View};
    use std::sync::{Arc, Mutex};

    /// Notes how many moves it has been told of.
    struct Listener(Arc<Mutex<Vec<usize>>>);

    impl Agent<Toy> for Listener {
        fn act(&mut self, _game: &Toy, _view: &View, _rng: &mut Rng) -> Move {
            unreachable!("it only listens")
        }

        fn recalls(&self) -> bool {
            true
        }

        fn recall(&mut self, _game: &Toy, history: &[(Seat, Move)]) {
            self.0.lock().unwrap().push(history.len());
        }
    }

    #[test]
    fn all_players_of_a_player_are_told_how_the_deal_went() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let listener = || Box::new(Listener(heard.clone())) as Box<dyn Agent<Toy>>;
        let deaf = || Box::new(Never) as Box<dyn Agent<Toy>>;
        let mut agents: Vec<Box<dyn Agent<Toy>>> = vec![
            Box::new(Delegate(SplitAgent { many: deaf(), few: listener(), counted: Counted::Hand, most: 3 })),
            Box::new(Delegate(PhaseAgent { hidden: listener(), open: deaf() })),
            Box::new(Delegate(DecideAgent { main: deaf(), others: vec![(Decision::Call, listener())] })),
        ];
        for agent in &mut agents {
            assert!(agent.recalls());
            agent.recall(&crate::toy::OPEN, &[(Seat(1), Move(1)); 2]);
        }
        assert_eq!(*heard.lock().unwrap(), [2; 3]);
        assert!(!Delegate(PhaseAgent { hidden: deaf(), open: deaf() }).recalls());
    }
}
