//! Networks as an agent: it plays, says how likely it would make each move, and what the deal is worth.
//!
//! Several networks are heard together: the mean of their numbers counts, and errs less than each of them.

use std::sync::Arc;

use kibitz_game::{Abilities, Agent, Analysis, Block, Clock, Error, Game, MoveInfo, Rng};

use crate::{Memory, Network};

/// How a move is chosen by the network's numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pick {
    /// The highest.
    Greedy,
    /// Drawn in proportion to exp(number / t).
    Boltzmann(f32),
}

/// What a decision costs for every weight: some ten moves at tens of multiplications in a nanosecond.
pub(crate) const MILLIS_PER_WEIGHT: f64 = 3e-7;

/// What the head `v` speaks of by the metadata: the whole deal, or what is still to come of it.
const VALUE: &str = "value";
const TO_COME: &str = "to come";

/// How sharp the shares of a network's moves are when it plays greedily, in units of its values.
const PRIOR_TEMPERATURE: f32 = 0.1;

/// The head that says who holds each card: for every hidden hand a logit per card. Which bits of the truth are which
/// hand is told by the names of their blocks: the viewer's cards come first.
struct Belief {
    /// Which of the networks has it.
    network: usize,
    head: usize,
    hands: Vec<Block>,
}

impl Belief {
    fn of<G: Game>(game: &G, members: &[Member]) -> Option<Belief> {
        let number = members.iter().position(|member| member.network.head("belief").is_some())?;
        let network = &members[number].network;
        let head = network.head("belief")?;
        let cards = game.encoding().truth.iter().filter(|block| block.name.starts_with("cards "));
        let hands: Vec<Block> = cards.skip(1).copied().collect();
        let fits = hands.iter().map(|block| block.bits as usize).sum::<usize>() == network.outputs(head);
        (fits && hands.iter().all(|block| block.bits == hands[0].bits)).then_some(Belief {
            network: number,
            head,
            hands,
        })
    }

    /// Logits as logarithms of probabilities: for every card over the hands.
    fn normalise(&self, logits: &mut [f32]) {
        let cards = self.hands[0].bits as usize;
        for card in 0..cards {
            let own = || (0..self.hands.len()).map(|hand| hand * cards + card);
            let most = own().map(|i| logits[i]).fold(f32::NEG_INFINITY, f32::max);
            let sum: f32 = own().map(|i| libm::expf(logits[i] - most)).sum();
            own().for_each(|i| logits[i] -= most + libm::logf(sum));
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

/// One of the networks of an agent.
struct Member {
    network: Arc<Network>,
    /// The head that plays.
    head: usize,
    memory: Memory,
}

/// Networks that play one game.
pub struct NetAgent<G: Game> {
    members: Vec<Member>,
    pick: Pick,
    /// Whether the heads give values, rather than the logits of a policy.
    is_value: bool,
    belief: Option<Belief>,
    state: Vec<u64>,
    rows: Vec<u64>,
    choices: Vec<G::Move>,
    values: Vec<f32>,
    own: Vec<f32>,
}

impl<G: Game> NetAgent<G> {
    /// The agent, if each network was made for this game and what is seen of it, and all speak in one unit; the name of
    /// a network begins the sentence if not. Without a `pick` it is the one that the first was made for.
    pub fn new(game: &G, networks: Vec<(Arc<Network>, String)>, pick: Option<Pick>) -> Result<NetAgent<G>, Error> {
        for (network, name) in &networks {
            check(game, network).map_err(|what| Error::Spec(format!("{name} {what}.")))?;
            let (unit, first) = (unit(network), unit(&networks[0].0));
            if unit != first {
                return Err(Error::Spec(format!("{name} counts in {unit}, {} in {first}.", networks[0].1)));
            }
        }
        let member = |(network, _): (Arc<Network>, String)| {
            let head = playing_head(&network).expect("checked above");
            Member { network, head, memory: Memory::default() }
        };
        let members: Vec<Member> = networks.into_iter().map(member).collect();
        let Some(first) = members.first() else {
            return Err(Error::Spec("An agent of networks needs one.".into()));
        };
        let about = &first.network.about;
        let pick = pick.unwrap_or(if about.get("pick") == "sample" { Pick::Boltzmann(1.0) } else { Pick::Greedy });
        let (is_value, words) = (first.network.head("q").is_some(), first.network.state_words);
        let (state, belief) = (vec![0; words], Belief::of(game, &members));
        let (rows, choices, values, own) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(NetAgent { members, pick, is_value, belief, state, rows, choices, values, own })
    }

    /// Lists the choices and computes their numbers.
    fn look(&mut self, game: &G, view: &G::View, draft: Option<G::Move>) {
        game.view_choices(view, draft, &mut self.choices);
        game.encode(view, draft, &mut self.state);
        let words = self.members[0].network.action_words;
        self.rows.resize(self.choices.len() * words, 0);
        for (&mv, row) in self.choices.iter().zip(self.rows.chunks_exact_mut(words)) {
            game.encode_move(view, mv, row);
        }
        self.values.clear();
        self.values.resize(self.choices.len(), 0.0);
        let share = 1.0 / self.members.len() as f32;
        for Member { network, head, memory } in &mut self.members {
            network.run(&self.state, &self.rows, memory);
            network.values(memory, *head, &mut self.own);
            self.values.iter_mut().zip(&self.own).for_each(|(value, own)| *value += share * own);
        }
    }

    /// Makes the rest of a move, part by part. The numbers are those of its last part.
    fn finish(&mut self, game: &G, view: &G::View, begun: G::Move, pick: Pick, rng: &mut Rng) -> (G::Move, f32) {
        let (mut mv, mut value) = (begun, f32::NAN);
        while game.is_draft(mv) {
            self.look(game, view, Some(mv));
            let place = chosen(&self.values, pick, rng);
            (mv, value) = (self.choices[place], self.values[place]);
        }
        (mv, value)
    }
}

impl<G: Game> Agent<G> for NetAgent<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, _clock: Clock<'_>) -> G::Move {
        game.view_choices(view, None, &mut self.choices);
        if let [only] = self.choices[..]
            && !game.is_draft(only)
        {
            return only;
        }
        self.look(game, view, None);
        let begun = self.choices[chosen(&self.values, self.pick, rng)];
        self.finish(game, view, begun, self.pick, rng).0
    }

    fn priors(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        _clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
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

    fn abilities(&self) -> Abilities {
        let values = self.members.iter().any(|member| member.network.head("v").is_some());
        Abilities { analyses: true, values, values_moves: self.is_value, believes: self.belief.is_some() }
    }

    fn cost(&self, _game: &G) -> f64 {
        self.members.iter().map(|member| MILLIS_PER_WEIGHT * member.network.weights() as f64).sum()
    }

    /// The head `v` says what a state is worth to its viewer: asked with a blank move, it needs no turn.
    fn value(&mut self, game: &G, view: &G::View, _rng: &mut Rng, _clock: Clock<'_>) -> Option<f32> {
        let Member { network, memory, .. } = self.members.iter_mut().find(|m| m.network.head("v").is_some())?;
        game.encode(view, None, &mut self.state);
        self.rows.clear();
        self.rows.resize(network.action_words, 0);
        network.run(&self.state, &self.rows, memory);
        network.values(memory, network.head("v")?, &mut self.values);
        let so_far = if network.about.get(VALUE) == TO_COME { game.so_far(view) } else { 0.0 };
        self.values.first().map(|value| value + so_far)
    }

    fn weigh(
        &mut self,
        game: &G,
        view: &G::View,
        worlds: &[G::State],
        _rng: &mut Rng,
        _clock: Clock<'_>,
    ) -> Option<Vec<f32>> {
        self.belief.as_ref()?;
        self.look(game, view, None);
        let belief = self.belief.as_ref()?;
        // The head sees a move as well: the one it would make.
        let mut logs = Vec::new();
        let Member { network, memory, .. } = &self.members[belief.network];
        network.output(memory, belief.head, best(&self.values), &mut logs);
        belief.normalise(&mut logs);
        let mut truth = vec![0; game.encoding().truth_words()];
        let weigh = |world: &G::State| {
            game.encode_truth(world, game.viewer(view), &mut truth);
            belief.weigh(&logs, &truth)
        };
        Some(worlds.iter().map(weigh).collect())
    }

    fn value_to_move(&mut self, game: &G, view: &G::View, _rng: &mut Rng, _clock: Clock<'_>) -> Option<f32> {
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
        _clock: Clock<'_>,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.look(game, view, None);
        let (begun, values) = (self.choices.clone(), self.values.clone());
        let picked = chosen(&self.values, self.pick, rng);
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
        let reward = unit(&self.members[0].network).to_string();
        let belief = Default::default();
        Some(Ok(Analysis { moves, best, iterations: 0, nodes: 0, full: false, reward, belief }))
    }
}

/// The head that plays: values before the logits of a policy.
fn playing_head(network: &Network) -> Option<usize> {
    network.head("q").or(network.head("policy"))
}

/// What its numbers count.
fn unit(network: &Network) -> &str {
    if network.head("q").is_some() { network.about.get("reward") } else { "logit" }
}

/// Whether the network was made for this game and what is seen of it; if not, the rest of a sentence about it.
fn check<G: Game>(game: &G, network: &Network) -> Result<(), String> {
    let about = &network.about;
    if about.get("game") != game.name() {
        return Err(format!("plays {}, not {}", about.get("game"), game.name()));
    }
    let encoding = game.encoding();
    if about.get("features") != encoding.version() {
        return Err(format!(
            "was made for features {}; {}, {} has features {}",
            about.get("features"),
            game.name(),
            game.rules_text(),
            encoding.version()
        ));
    }
    if (network.state_words, network.action_words) != (encoding.state_words(), encoding.action_words()) {
        return Err(format!(
            "takes {} + {} words; {} has {} + {}",
            network.state_words,
            network.action_words,
            game.name(),
            encoding.state_words(),
            encoding.action_words()
        ));
    }
    if about.get(VALUE) == TO_COME && about.get("reward") != game.default_reward() {
        return Err(format!(
            "values what is to come in {}, and {} counts in {}",
            about.get("reward"),
            game.name(),
            game.default_reward()
        ));
    }
    match playing_head(network) {
        Some(_) => Ok(()),
        None => Err("has no head \"q\" and none \"policy\", so that it cannot play".into()),
    }
}

/// The place of the choice.
pub(crate) fn chosen(values: &[f32], pick: Pick, rng: &mut Rng) -> usize {
    match pick {
        Pick::Greedy => best(values),
        Pick::Boltzmann(t) => {
            let shares = shares(values, t);
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

/// The place of the highest number, the first of equals.
fn best(values: &[f32]) -> usize {
    (1..values.len()).fold(0, |best, i| if values[i] > values[best] { i } else { best })
}

/// Shares in proportion to exp(value / t).
fn shares(values: &[f32], t: f32) -> Vec<f32> {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = values.iter().map(|value| libm::expf((value - most) / t).max(1e-6)).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}
