//! Players made of players: one for each part of the hand or of the deal, one for each kind of decision.

use std::sync::atomic::AtomicBool;

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Analysis, Decision, Error, Game, Rng, Spec, Value};

use crate::read;

/// A player that leaves every decision to one of several.
trait OneOf<G: Game>: Send {
    /// Who decides here.
    fn who(&mut self, game: &G, view: &G::View) -> &mut dyn Agent<G>;
    /// Whether one of them wants to see the true cards.
    fn any_cheats(&self) -> bool;
}

/// The player of [`OneOf`].
struct Delegate<T>(T);

impl<G: Game, T: OneOf<G>> Agent<G> for Delegate<T> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        self.0.who(game, view).act(game, view, rng)
    }

    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        self.0.who(game, view).act_until(game, view, rng, stop)
    }

    fn cheats(&self) -> bool {
        self.0.any_cheats()
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng) -> G::Move {
        self.0.who(game, view).act_knowing(game, view, truth, rng)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.0.who(game, view).analyse(game, view, rng, stop)
    }

    fn priors(&mut self, game: &G, view: &G::View, moves: &[G::Move], rng: &mut Rng, out: &mut Vec<f32>) {
        self.0.who(game, view).priors(game, view, moves, rng, out);
    }

    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Option<f32> {
        self.0.who(game, view).value(game, view, rng)
    }
}

/// `split(a, b, hand<=9)`: the first while the hand is large, the second when it is small.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    large: Spec,
    small: Spec,
    most: u32,
}

impl Split {
    /// Reads the specification.
    pub fn read(spec: &Spec) -> Result<Split, Error> {
        spec.allow(3, &[])?;
        let wrong =
            || Error::Spec("split takes two agents and a condition, as in split(ismcts(100), random, hand<=9).".into());
        let [large, small, condition] = &spec.values[..] else { return Err(wrong()) };
        let text = condition.to_string();
        let most = text.strip_prefix("hand<=").and_then(|n| n.parse().ok()).ok_or_else(wrong)?;
        Ok(Split { large: known(large)?, small: known(small)?, most })
    }

    /// The canonical form.
    pub fn spec(&self) -> Spec {
        let condition = read::word_value(&format!("hand<={}", self.most));
        let values = vec![Value::Spec(self.large.clone()), Value::Spec(self.small.clone()), condition];
        Spec { values, ..Spec::bare("split") }
    }

    /// The player.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let (large, small) = (crate::build(game, &self.large)?, crate::build(game, &self.small)?);
        Ok(Box::new(Delegate(SplitAgent { large, small, most: self.most })))
    }
}

struct SplitAgent<G: Game> {
    large: Box<dyn Agent<G>>,
    small: Box<dyn Agent<G>>,
    most: u32,
}

impl<G: Game> OneOf<G> for SplitAgent<G> {
    fn who(&mut self, game: &G, view: &G::View) -> &mut dyn Agent<G> {
        if game.hand_size(view) <= self.most { &mut *self.small } else { &mut *self.large }
    }

    fn any_cheats(&self) -> bool {
        self.large.cheats() || self.small.cheats()
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
    fn who(&mut self, game: &G, view: &G::View) -> &mut dyn Agent<G> {
        if is_open(game, view) { &mut *self.open } else { &mut *self.hidden }
    }

    fn any_cheats(&self) -> bool {
        self.hidden.cheats() || self.open.cheats()
    }
}

/// Where copies of a card are alike, one state is several deals; more copies than this are never apart at the end.
const ALIKE: usize = 16;

/// Whether there is one world only.
fn is_open<G: Game>(game: &G, view: &G::View) -> bool {
    game.enumerate(view, ALIKE).is_some_and(|worlds| worlds.iter().all(|world| *world == worlds[0]))
}

/// `decide(a, call=never, exchange=rules)`: other players for some kinds of decision.
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
            let word = words.iter().copied().find(|w| w == key).expect("keys were checked");
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
    fn who(&mut self, game: &G, view: &G::View) -> &mut dyn Agent<G> {
        let decision = game.decision(view);
        match self.others.iter_mut().find(|(d, _)| *d == decision) {
            Some((_, agent)) => &mut **agent,
            None => &mut *self.main,
        }
    }

    fn any_cheats(&self) -> bool {
        self.main.cheats() || self.others.iter().any(|(_, a)| a.cheats())
    }
}

/// `never(a)`: another player that stakes nothing. Where it would bet, it makes the move it likes best of those that are
/// no bets. `never` alone plays at random.
#[derive(Clone, PartialEq, Debug)]
pub struct Never(Option<Spec>);

impl Never {
    /// Reads the specification.
    pub fn read(spec: &Spec) -> Result<Never, Error> {
        spec.allow(1, &[])?;
        Ok(Never(spec.values.first().map(known).transpose()?))
    }

    /// The canonical form.
    pub fn spec(&self) -> Spec {
        Spec { values: self.0.iter().map(|spec| Value::Spec(spec.clone())).collect(), ..Spec::bare("never") }
    }

    /// Whether a move takes no time to speak of.
    pub fn is_quick(&self) -> bool {
        !self.0.as_ref().is_some_and(crate::may_take_long)
    }

    /// The player.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        Ok(match &self.0 {
            None => Box::new(Cautious),
            Some(spec) => Box::new(Restrained(crate::build(game, spec)?)),
        })
    }
}

/// The legal moves that are no bets; all of them where there are only bets.
fn without_bets<G: Game>(game: &G, view: &G::View) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.view_legal(view, &mut moves);
    if moves.iter().any(|&m| !game.is_bet(m)) {
        moves.retain(|&m| !game.is_bet(m));
    }
    moves
}

struct Cautious;

impl<G: Game> Agent<G> for Cautious {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        *rng.choose(&without_bets(game, view))
    }
}

struct Restrained<G: Game>(Box<dyn Agent<G>>);

impl<G: Game> Restrained<G> {
    /// The move itself, or in place of a bet the likeliest other one.
    fn no_bet(&mut self, game: &G, view: &G::View, own: G::Move, rng: &mut Rng) -> G::Move {
        if !game.is_bet(own) {
            return own;
        }
        let (mut moves, mut shares) = (Vec::new(), Vec::new());
        game.view_legal(view, &mut moves);
        self.0.priors(game, view, &moves, rng, &mut shares);
        let allowed = without_bets(game, view);
        let likely = moves.iter().zip(&shares).filter(|(mv, _)| allowed.contains(mv)).max_by(|a, b| a.1.total_cmp(b.1));
        likely.map_or(own, |(&mv, _)| mv)
    }
}

impl<G: Game> Agent<G> for Restrained<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        let own = self.0.act(game, view, rng);
        self.no_bet(game, view, own, rng)
    }

    fn cheats(&self) -> bool {
        self.0.cheats()
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng) -> G::Move {
        let own = self.0.act_knowing(game, view, truth, rng);
        self.no_bet(game, view, own, rng)
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
