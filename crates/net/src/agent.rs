//! A network as an agent: it plays, says how likely it would make each move, and what the deal is worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kibitz_game::{Agent, Analysis, Block, Error, Game, MoveInfo, Rng};

use crate::{Memory, Network};

/// How a move is chosen by the network's numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pick {
    /// The highest.
    Greedy,
    /// Drawn in proportion to exp(number / t).
    Boltzmann(f32),
}

/// How sharp the shares of a network's moves are when it plays greedily, in units of its values.
const PRIOR_TEMPERATURE: f32 = 0.1;

/// The head that says who holds each card: for every hidden hand a logit per card. Which bits of the truth are which
/// hand is told by the names of their blocks: the viewer's cards come first.
struct Belief {
    head: usize,
    hands: Vec<Block>,
}

impl Belief {
    fn of<G: Game>(game: &G, network: &Network) -> Option<Belief> {
        let head = network.head("belief")?;
        let cards = game.encoding().truth.iter().filter(|block| block.name.starts_with("cards "));
        let hands: Vec<Block> = cards.skip(1).copied().collect();
        let fits = hands.iter().map(|block| block.bits as usize).sum::<usize>() == network.outputs(head);
        (fits && hands.iter().all(|block| block.bits == hands[0].bits)).then_some(Belief { head, hands })
    }

    /// Logits as logarithms of probabilities: for every card over the hands.
    fn normalise(&self, logits: &mut [f32]) {
        let cards = self.hands[0].bits as usize;
        for card in 0..cards {
            let own = || (0..self.hands.len()).map(|hand| hand * cards + card);
            let most = own().map(|i| logits[i]).fold(f32::NEG_INFINITY, f32::max);
            let sum: f32 = own().map(|i| (logits[i] - most).exp()).sum();
            own().for_each(|i| logits[i] -= most + sum.ln());
        }
    }

    fn weigh(&self, logs: &[f32], truth: &[u64]) -> f32 {
        let cards = self.hands[0].bits as usize;
        let mut sum = 0.0;
        for (hand, block) in self.hands.iter().enumerate() {
            let mut bits = (truth[block.word] & block.mask()) >> block.bit;
            while bits != 0 {
                sum += logs[hand * cards + bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
        sum
    }
}

/// A network that plays one game.
pub struct NetAgent<G: Game> {
    network: Arc<Network>,
    pick: Pick,
    head: usize,
    /// Whether the head gives values, rather than the logits of a policy.
    is_value: bool,
    belief: Option<Belief>,
    memory: Memory,
    state: Vec<u64>,
    rows: Vec<u64>,
    choices: Vec<G::Move>,
    values: Vec<f32>,
}

impl<G: Game> NetAgent<G> {
    /// The agent, if the network was made for this game and what is seen of it; `name` begins the sentence if not.
    /// Without a `pick` it is the one that the network was made for.
    pub fn new(game: &G, network: Arc<Network>, pick: Option<Pick>, name: &str) -> Result<NetAgent<G>, Error> {
        let wrong = |what: String| Err(Error::Spec(format!("{name} {what}.")));
        let about = &network.about;
        if about.get("game") != G::NAME {
            return wrong(format!("plays {}, not {}", about.get("game"), G::NAME));
        }
        let encoding = game.encoding();
        if about.get("features") != encoding.version() {
            return wrong(format!(
                "was made for features {}; {}, {} has features {}",
                about.get("features"),
                G::NAME,
                game.rules_text(),
                encoding.version()
            ));
        }
        if (network.state_words, network.action_words) != (encoding.state_words(), encoding.action_words()) {
            return wrong(format!(
                "takes {} + {} words; {} has {} + {}",
                network.state_words,
                network.action_words,
                G::NAME,
                encoding.state_words(),
                encoding.action_words()
            ));
        }
        let (q, policy) = (network.head("q"), network.head("policy"));
        let Some(head) = q.or(policy) else {
            return wrong("has no head \"q\" and none \"policy\", so that it cannot play".into());
        };
        let pick = pick.unwrap_or(if about.get("pick") == "sample" { Pick::Boltzmann(1.0) } else { Pick::Greedy });
        let (state, rows) = (vec![0; network.state_words], Vec::new());
        let (memory, choices, values) = (Memory::default(), Vec::new(), Vec::new());
        let belief = Belief::of(game, &network);
        Ok(NetAgent { network, pick, head, is_value: q.is_some(), belief, memory, state, rows, choices, values })
    }

    /// Lists the choices and computes their numbers.
    fn look(&mut self, game: &G, view: &G::View, draft: Option<G::Move>) {
        game.view_choices(view, draft, &mut self.choices);
        game.encode(view, draft, &mut self.state);
        let words = self.network.action_words;
        self.rows.resize(self.choices.len() * words, 0);
        for (&mv, row) in self.choices.iter().zip(self.rows.chunks_exact_mut(words)) {
            game.encode_move(view, mv, row);
        }
        self.network.run(&self.state, &self.rows, &mut self.memory);
        self.network.values(&self.memory, self.head, &mut self.values);
    }

    /// The place of the choice.
    fn choose(&self, pick: Pick, rng: &mut Rng) -> usize {
        match pick {
            Pick::Greedy => best(&self.values),
            Pick::Boltzmann(t) => {
                let shares = shares(&self.values, t);
                let mut left = rng.unit() as f32;
                shares
                    .iter()
                    .position(|share| {
                        left -= share;
                        left < 0.0
                    })
                    .unwrap_or(shares.len() - 1)
            }
        }
    }

    /// Makes the rest of a move, part by part. The numbers are those of its last part.
    fn finish(&mut self, game: &G, view: &G::View, begun: G::Move, pick: Pick, rng: &mut Rng) -> (G::Move, f32) {
        let (mut mv, mut value) = (begun, f32::NAN);
        while game.is_draft(mv) {
            self.look(game, view, Some(mv));
            let place = self.choose(pick, rng);
            (mv, value) = (self.choices[place], self.values[place]);
        }
        (mv, value)
    }
}

impl<G: Game> Agent<G> for NetAgent<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::Move {
        game.view_choices(view, None, &mut self.choices);
        if let [only] = self.choices[..]
            && !game.is_draft(only)
        {
            return only;
        }
        self.look(game, view, None);
        let begun = self.choices[self.choose(self.pick, rng)];
        self.finish(game, view, begun, self.pick, rng).0
    }

    fn priors(&mut self, game: &G, view: &G::View, moves: &[G::Move], rng: &mut Rng, out: &mut Vec<f32>) {
        self.look(game, view, None);
        let t = match self.pick {
            Pick::Boltzmann(t) => t,
            Pick::Greedy if self.is_value => PRIOR_TEMPERATURE,
            Pick::Greedy => 1.0,
        };
        out.clear();
        if self.choices == moves {
            out.extend(shares(&self.values, t));
            return;
        }
        // Moves with parts are too many to value each: half of all goes to the one it would make.
        out.resize(moves.len(), 0.5 / moves.len() as f32);
        let begun = self.choices[best(&self.values)];
        let (own, _) = self.finish(game, view, begun, Pick::Greedy, rng);
        match moves.iter().position(|&mv| mv == own) {
            Some(place) => out[place] += 0.5,
            None => out.iter_mut().for_each(|share| *share *= 2.0),
        }
    }

    /// The head `v` says what a state is worth to its viewer: asked with a blank move, it needs no turn.
    fn value(&mut self, game: &G, view: &G::View, _rng: &mut Rng) -> Option<f32> {
        let head = self.network.head("v")?;
        game.encode(view, None, &mut self.state);
        self.rows.clear();
        self.rows.resize(self.network.action_words, 0);
        self.network.run(&self.state, &self.rows, &mut self.memory);
        self.network.values(&self.memory, head, &mut self.values);
        self.values.first().copied()
    }

    fn weigh(&mut self, game: &G, view: &G::View, worlds: &[G::State], _rng: &mut Rng) -> Option<Vec<f32>> {
        self.belief.as_ref()?;
        self.look(game, view, None);
        let belief = self.belief.as_ref()?;
        // The head sees a move as well: the one it would make.
        let mut logs = Vec::new();
        self.network.output(&self.memory, belief.head, best(&self.values), &mut logs);
        belief.normalise(&mut logs);
        let mut truth = vec![0; game.encoding().truth_words()];
        let weigh = |world: &G::State| {
            game.encode_truth(world, game.viewer(view), &mut truth);
            belief.weigh(&logs, &truth)
        };
        Some(worlds.iter().map(weigh).collect())
    }

    fn value_to_move(&mut self, game: &G, view: &G::View, _rng: &mut Rng) -> Option<f32> {
        if !self.is_value {
            return None;
        }
        self.look(game, view, None);
        self.values.iter().copied().reduce(f32::max)
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        _stop: &AtomicBool,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.look(game, view, None);
        let (begun, values) = (self.choices.clone(), self.values.clone());
        let picked = self.choose(self.pick, rng);
        let t = if let Pick::Boltzmann(t) = self.pick { t } else { PRIOR_TEMPERATURE };
        let shares = shares(&values, t);
        let mut moves: Vec<MoveInfo<G::Move>> = Vec::new();
        let mut best = 0;
        for (i, &mv) in begun.iter().enumerate() {
            let (mv, value) =
                if game.is_draft(mv) { self.finish(game, view, mv, Pick::Greedy, rng) } else { (mv, values[i]) };
            if i == picked {
                best = moves.len();
            }
            let mean = value as f64;
            moves.push(MoveInfo {
                mv,
                visits: 0,
                available: 0,
                mean,
                error: f64::INFINITY,
                bound: mean,
                prior: Some(shares[i] as f64),
                best_share: None,
                best_mean: mean,
                line: vec![(game.viewer(view), mv)],
            });
        }
        let own = moves[best].mv;
        moves.sort_by_key(|info| info.mv);
        moves.dedup_by_key(|info| info.mv);
        let best = moves.iter().position(|info| info.mv == own).expect("it is one of them");
        let reward = if self.is_value { self.network.about.get("reward") } else { "logit" }.to_string();
        let belief = Default::default();
        Some(Ok(Analysis { moves, best, iterations: 0, nodes: 0, full: false, reward, belief }))
    }
}

/// The place of the highest number, the first of equals.
fn best(values: &[f32]) -> usize {
    (1..values.len()).fold(0, |best, i| if values[i] > values[best] { i } else { best })
}

/// Shares in proportion to exp(value / t).
fn shares(values: &[f32], t: f32) -> Vec<f32> {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = values.iter().map(|value| ((value - most) / t).exp().max(1e-6)).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}
