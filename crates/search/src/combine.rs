//! Players made of players: one for each part of the hand or of the deal, one for each kind of decision.

use std::borrow::Cow;

use kibitz_game::error::suggest;
use kibitz_game::{Abilities, Agent, Analysis, Clock, Decision, Error, Game, Rng, Seat, Spec, Value};

use crate::exact::cards_left;
use crate::plan::{Part, Plan};
use crate::read;

/// A player that leaves every decision to one of several.
trait OneOf<G: Game>: Send {
    /// Who decides here, and what it is shown. The same chance leads to the same one.
    fn who<'a>(
        &'a mut self,
        game: &G,
        view: &'a G::View,
        rng: &Rng,
        clock: Clock<'_>,
    ) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>);
    /// All of them, to be told something.
    fn all(&mut self) -> Vec<&mut dyn Agent<G>>;
    /// All of them, to be asked something.
    fn each(&self) -> Box<dyn Iterator<Item = &dyn Agent<G>> + '_>;
}

/// The player of [`OneOf`].
struct Delegate<T>(T);

impl<G: Game, T: OneOf<G>> Agent<G> for Delegate<T> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let (agent, view) = self.0.who(game, view, rng, clock);
        agent.act(game, &view, rng, clock)
    }

    /// Of a decision's players one or two are asked; who is not known here.
    fn cost(&self, game: &G) -> f64 {
        self.0.each().map(|agent| agent.cost(game)).sum()
    }

    /// It can be asked what all of them can be asked: any of them may be the one.
    fn abilities(&self) -> Abilities {
        self.0.each().map(|agent| agent.abilities()).reduce(Abilities::and).unwrap_or_default()
    }

    fn recalls(&self) -> bool {
        self.0.each().any(|agent| agent.recalls())
    }

    fn recall(&mut self, game: &G, history: &[(Seat, G::Move)]) {
        self.0.all().into_iter().for_each(|agent| agent.recall(game, history));
    }

    fn cheats(&self) -> bool {
        self.0.each().any(|agent| agent.cheats())
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let (agent, view) = self.0.who(game, view, rng, clock);
        agent.act_knowing(game, &view, truth, rng, clock)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        let (agent, view) = self.0.who(game, view, rng, clock);
        agent.analyse(game, &view, rng, clock)
    }

    fn priors(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
        let (agent, shown) = self.0.who(game, view, rng, clock);
        let Cow::Owned(shown) = shown else { return agent.priors(game, view, moves, rng, clock, out) };
        let mut own = Vec::new();
        game.view_legal(&shown, &mut own);
        let mut shares = Vec::new();
        agent.priors(game, &shown, &own, rng, clock, &mut shares);
        // Moves it is not shown have what is left.
        let left = if own.len() < moves.len() { NOT_SHOWN / (moves.len() - own.len()) as f32 } else { 0.0 };
        let known = own.iter().zip(shares).map(|(&mv, share)| (mv, share)).collect::<Vec<_>>();
        let scale = if left > 0.0 { 1.0 - NOT_SHOWN } else { 1.0 };
        let share = |mv| known.iter().find(|k| k.0 == mv).map_or(left, |k| k.1 * scale);
        out.clear();
        out.extend(moves.iter().map(|&mv| share(mv)));
    }

    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        let (agent, view) = self.0.who(game, view, rng, clock);
        agent.value(game, &view, rng, clock)
    }

    fn value_to_move(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        let (agent, view) = self.0.who(game, view, rng, clock);
        agent.value_to_move(game, &view, rng, clock)
    }

    fn weigh(
        &mut self,
        game: &G,
        view: &G::View,
        worlds: &[G::State],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Vec<f32>> {
        let (agent, view) = self.0.who(game, view, rng, clock);
        agent.weigh(game, &view, worlds, rng, clock)
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

impl Plan for Split {
    const PARTS: &'static [Part] = &[Part {
        name: "split",
        usage: "split(a, b, hand<=9|hidden<=20)",
        help: "One agent while there are many cards, another once the own hand, or the others together, have at most so many.",
        example: "split(random, balanced, hand<=9)",
        keys: &[],
    }];

    fn read(spec: &Spec) -> Result<Split, Error> {
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

    fn spec(&self) -> Spec {
        let counted = match self.counted {
            Counted::Hand => "hand",
            Counted::Hidden => "hidden",
        };
        let condition = read::word_value(&format!("{counted}<={}", self.most));
        let values = vec![Value::Spec(self.many.clone()), Value::Spec(self.few.clone()), condition];
        Spec { values, ..Spec::bare("split") }
    }

    fn timed(self, spec: &Spec, ms: u32) -> Spec {
        each_timed(spec, ms)
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
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
    fn who<'a>(
        &'a mut self,
        game: &G,
        view: &'a G::View,
        rng: &Rng,
        _clock: Clock<'_>,
    ) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>) {
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

    fn each(&self) -> Box<dyn Iterator<Item = &dyn Agent<G>> + '_> {
        Box::new([&*self.many, &*self.few].into_iter())
    }
}

/// `phase(a, b)`: the first while something is hidden, the second once the viewer knows where every card is.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    hidden: Spec,
    open: Spec,
}

impl Plan for Phase {
    const PARTS: &'static [Part] = &[Part {
        name: "phase",
        usage: "phase(a, b)",
        help: "One agent while something is hidden, another once it knows where every card is.",
        example: "phase(random, alphabeta(depth=3, nodes=500))",
        keys: &[],
    }];

    fn read(spec: &Spec) -> Result<Phase, Error> {
        spec.allow(2, &[])?;
        let [hidden, open] = &spec.values[..] else {
            return Err(Error::Spec("phase takes two agents, as in phase(ismcts(100), alphabeta(depth=8)).".into()));
        };
        Ok(Phase { hidden: known(hidden)?, open: known(open)? })
    }

    fn spec(&self) -> Spec {
        let values = [&self.hidden, &self.open].map(|spec| Value::Spec(spec.clone()));
        Spec { values: values.to_vec(), ..Spec::bare("phase") }
    }

    fn timed(self, spec: &Spec, ms: u32) -> Spec {
        each_timed(spec, ms)
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let (hidden, open) = (crate::build(game, &self.hidden)?, crate::build(game, &self.open)?);
        Ok(Box::new(Delegate(PhaseAgent { hidden, open })))
    }
}

struct PhaseAgent<G: Game> {
    hidden: Box<dyn Agent<G>>,
    open: Box<dyn Agent<G>>,
}

impl<G: Game> OneOf<G> for PhaseAgent<G> {
    fn who<'a>(
        &'a mut self,
        game: &G,
        view: &'a G::View,
        _rng: &Rng,
        _clock: Clock<'_>,
    ) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>) {
        (if is_open(game, view) { &mut *self.open } else { &mut *self.hidden }, Cow::Borrowed(view))
    }

    fn all(&mut self) -> Vec<&mut dyn Agent<G>> {
        vec![&mut *self.hidden, &mut *self.open]
    }

    fn each(&self) -> Box<dyn Iterator<Item = &dyn Agent<G>> + '_> {
        Box::new([&*self.hidden, &*self.open].into_iter())
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

impl Plan for Decide {
    const PARTS: &'static [Part] = &[Part {
        name: "decide",
        usage: "decide(a, call=b, exchange=c, wish=d, gift=e, gametype=f)",
        help: "Other agents for some kinds of decision; who has the calls (or announce=) is also asked beside the play.",
        example: "decide(random, call=never)",
        keys: &[],
    }];

    fn read(spec: &Spec) -> Result<Decide, Error> {
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

    fn spec(&self) -> Spec {
        let keys = self.others.iter().map(|(word, spec)| (word.to_string(), Value::Spec(spec.clone()))).collect();
        Spec { values: vec![Value::Spec(self.main.clone())], keys, ..Spec::bare("decide") }
    }

    fn timed(self, spec: &Spec, ms: u32) -> Spec {
        each_timed(spec, ms)
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
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
    fn who<'a>(
        &'a mut self,
        game: &G,
        view: &'a G::View,
        rng: &Rng,
        clock: Clock<'_>,
    ) -> (&'a mut dyn Agent<G>, Cow<'a, G::View>) {
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
            if may_call && game.is_call(self.others[caller].1.act(game, view, &mut rng.clone(), clock)) {
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

    fn each(&self) -> Box<dyn Iterator<Item = &dyn Agent<G>> + '_> {
        let others = self.others.iter().map(|(_, agent)| &**agent);
        Box::new(std::iter::once(&*self.main).chain(others))
    }
}

/// The same with so many milliseconds for the searches of every player in it.
fn each_timed(spec: &Spec, ms: u32) -> Spec {
    let within = |agent: &Value| match agent {
        Value::Spec(agent) => Value::Spec(crate::timed(agent, ms)),
        list => list.clone(),
    };
    Spec {
        name: spec.name.clone(),
        values: spec.values.iter().map(within).collect(),
        keys: spec.keys.iter().map(|(key, agent)| (key.clone(), within(agent))).collect(),
    }
}

/// `never`: stakes nothing; of the moves that are no bets a random one.
pub struct Never;

impl Plan for Never {
    const PARTS: &'static [Part] = &[Part {
        name: "never",
        usage: "never",
        help: "Bets nothing: a random move that is no call and no announcement.",
        example: "never",
        keys: &[],
    }];

    fn read(spec: &Spec) -> Result<Never, Error> {
        spec.allow(0, &[]).map(|()| Never)
    }

    fn spec(&self) -> Spec {
        Spec::bare("never")
    }

    fn agent<G: Game>(self, _game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(Box::new(self))
    }
}

impl<G: Game> Agent<G> for Never {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, _clock: Clock<'_>) -> G::Move {
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
    use kibitz_game::Worlds;

    use super::*;
    use crate::toy::{Move, State, Toy, View};
    use std::sync::{Arc, Mutex};

    /// Notes how many moves it has been told of.
    struct Listener(Arc<Mutex<Vec<usize>>>);

    impl Agent<Toy> for Listener {
        fn act(&mut self, _game: &Toy, _view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
            unreachable!("it only listens")
        }

        fn recalls(&self) -> bool {
            true
        }

        fn recall(&mut self, _game: &Toy, history: &[(Seat, Move)]) {
            self.0.lock().unwrap().push(history.len());
        }
    }

    /// Can everything, and answers with a number of its own.
    struct Able(f32);

    impl Agent<Toy> for Able {
        fn act(&mut self, _game: &Toy, _view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
            Move(0)
        }

        fn cost(&self, _game: &Toy) -> f64 {
            self.0 as f64
        }

        fn abilities(&self) -> Abilities {
            Abilities { analyses: true, values: true, values_moves: true, believes: true }
        }

        fn value(&mut self, _game: &Toy, _view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Option<f32> {
            Some(self.0)
        }

        fn value_to_move(&mut self, _game: &Toy, _view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Option<f32> {
            Some(10.0 * self.0)
        }

        fn weigh(
            &mut self,
            _game: &Toy,
            _view: &View,
            worlds: &[State],
            _rng: &mut Rng,
            _clock: Clock<'_>,
        ) -> Option<Vec<f32>> {
            Some(vec![100.0 * self.0; worlds.len()])
        }
    }

    #[test]
    fn a_player_of_players_can_be_asked_what_all_of_them_can_be_asked() {
        let able = |number: f32| Box::new(Able(number)) as Box<dyn Agent<Toy>>;
        let (game, world) = (&crate::toy::OPEN, crate::toy::state(0, &[]));
        let view = game.view(&world, Seat(0));
        let decide = |other| Delegate(DecideAgent { main: able(2.0), others: vec![(Decision::Exchange, other)] });
        let mut agents: Vec<Box<dyn Agent<Toy>>> = vec![
            Box::new(Delegate(SplitAgent { many: able(2.0), few: able(3.0), counted: Counted::Hand, most: 0 })),
            Box::new(decide(able(3.0))),
        ];
        for (number, agent) in agents.iter_mut().enumerate() {
            let chosen = agent.value(game, &view, &mut Rng::new(1), Clock::NONE).unwrap();
            assert_eq!(agent.abilities(), able(1.0).abilities());
            assert_eq!(agent.cost(game), 5.0);
            let to_move = agent.value_to_move(game, &view, &mut Rng::new(1), Clock::NONE);
            assert_eq!(to_move, Some(10.0 * chosen), "player {number}");
            let weights = agent.weigh(game, &view, std::slice::from_ref(&world), &mut Rng::new(1), Clock::NONE);
            assert_eq!(weights, Some(vec![100.0 * chosen]), "player {number}");
        }
        assert_eq!(decide(Box::new(Never)).abilities(), Abilities::default(), "one of them cannot");
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
