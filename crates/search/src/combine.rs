//! Players made of players: one for each part of the hand, one for each kind of decision.

use std::sync::atomic::AtomicBool;

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Analysis, Decision, Error, Game, Rng, Spec, Value};

use crate::read;

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
        Ok(Box::new(SplitAgent { large, small, most: self.most }))
    }
}

struct SplitAgent<G: Game> {
    large: Box<dyn Agent<G>>,
    small: Box<dyn Agent<G>>,
    most: u32,
}

impl<G: Game> SplitAgent<G> {
    fn who(&mut self, game: &G, view: &G::View) -> &mut dyn Agent<G> {
        if game.hand_size(view) <= self.most { &mut *self.small } else { &mut *self.large }
    }
}

impl<G: Game> Agent<G> for SplitAgent<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        self.who(game, view).act(game, view, rng)
    }

    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        self.who(game, view).act_until(game, view, rng, stop)
    }

    fn cheats(&self) -> bool {
        self.large.cheats() || self.small.cheats()
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng) -> G::Move {
        self.who(game, view).act_knowing(game, view, truth, rng)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.who(game, view).analyse(game, view, rng, stop)
    }
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
        Ok(Box::new(DecideAgent { main: crate::build(game, &self.main)?, others }))
    }
}

struct DecideAgent<G: Game> {
    main: Box<dyn Agent<G>>,
    others: Vec<(Decision, Box<dyn Agent<G>>)>,
}

impl<G: Game> DecideAgent<G> {
    fn who(&mut self, game: &G, view: &G::View) -> &mut dyn Agent<G> {
        let decision = game.decision(view);
        match self.others.iter_mut().find(|(d, _)| *d == decision) {
            Some((_, agent)) => &mut **agent,
            None => &mut *self.main,
        }
    }
}

impl<G: Game> Agent<G> for DecideAgent<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        self.who(game, view).act(game, view, rng)
    }

    fn act_until(&mut self, game: &G, view: &G::View, rng: &mut Rng, stop: &AtomicBool) -> G::Move {
        self.who(game, view).act_until(game, view, rng, stop)
    }

    fn cheats(&self) -> bool {
        self.main.cheats() || self.others.iter().any(|(_, a)| a.cheats())
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng) -> G::Move {
        self.who(game, view).act_knowing(game, view, truth, rng)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.who(game, view).analyse(game, view, rng, stop)
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
fn known(value: &Value) -> Result<Spec, Error> {
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
