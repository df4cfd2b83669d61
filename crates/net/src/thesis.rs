//! The Q-networks of EPFL 2017, as `kibitz train dqn` makes them: four hands, the table and who was first out go in, and
//! one number for each of 258 kinds of move comes out.
//!
//! At a table such a network cheats, and every report says so. In a rollout it does not: all hands of the sampled world
//! are known there.

use std::sync::Arc;

use kibitz_game::{Agent, Block, Clock, Encoding, Error, Game, Rng};
use safetensors::SafeTensors;
use serde_json::Value;

use crate::agent::{MILLIS_PER_WEIGHT, Pick, chosen};
use crate::file::{metadata, numbers, transposed};
use crate::products::dot;

/// The format of the files.
const FORMAT: &str = "kibitz-dqn 1";

const OUTPUTS: usize = 258;
const CARDS: usize = 56;
const RANKS: usize = 17;

/// A layer, its weights input by input.
struct Dense {
    rows: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    /// Appends elu(W x + b).
    fn run(&self, x: &[f32], out: &mut Vec<f32>) {
        let begin = out.len();
        out.extend_from_slice(&self.bias);
        let sums = &mut out[begin..];
        for (&x, row) in x.iter().zip(self.rows.chunks_exact(self.bias.len())) {
            if x != 0.0 {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
            }
        }
        sums.iter_mut().for_each(|x| *x = if *x > 0.0 { *x } else { libm::expm1f(*x) });
    }
}

/// One of the thesis' four networks.
pub struct QNetwork {
    /// Inputs per set of cards: each card, or specials and how many of each rank.
    inputs: usize,
    /// One layer for everything, or one each for the hands, the table and the ranking.
    first: Vec<Dense>,
    second: Dense,
    last: Vec<f32>,
    last_bias: Vec<f32>,
}

impl QNetwork {
    /// Reads a file of `kibitz train dqn`; `None` when it is of another kind. `name` begins the sentences on what is
    /// wrong with it.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Option<Result<QNetwork, Error>> {
        let about = metadata(bytes)?;
        (about.get("format") == FORMAT)
            .then(|| read(bytes, about.get("settings")).ok_or_else(|| Error::Spec(format!("{name} is damaged."))))
    }
}

fn read(bytes: &[u8], settings: &str) -> Option<QNetwork> {
    let settings: Value = serde_json::from_str(settings).ok()?;
    let inputs = settings["input"].as_u64().filter(|&n| n == CARDS as u64 || n == RANKS as u64)? as usize;
    let file = SafeTensors::deserialize(bytes).ok()?;
    let tensor = |key: &str, size: usize| numbers(&file.tensor(key).ok()?).filter(|found| found.len() == size);
    let dense = |key: &str, inputs: usize, outputs: usize| -> Option<Dense> {
        let weight = tensor(&format!("{key}.weight"), inputs * outputs)?;
        Some(Dense { rows: transposed(&weight, outputs), bias: tensor(&format!("{key}.bias"), outputs)? })
    };
    let width = 5 * inputs + 2;
    let first = match settings["shape"].as_str()? {
        "together" => vec![dense("first", width, width)?],
        "separate" => {
            let own = |i| dense(&format!("own.{i}"), if i < 5 { inputs } else { 2 }, if i < 5 { inputs } else { 2 });
            (0..6).map(own).collect::<Option<_>>()?
        }
        _ => return None,
    };
    let (second, last) = (dense("second", width, OUTPUTS)?, tensor("last.weight", OUTPUTS * OUTPUTS)?);
    Some(QNetwork { inputs, first, second, last, last_bias: tensor("last.bias", OUTPUTS)? })
}

/// Where the facts it sees stand among the game's features.
struct Seen {
    hands: [Block; 4],
    top: Block,
    first_out: Block,
    cards: Block,
    kind: Block,
    height: Block,
    size: Block,
    pass: Block,
}

impl Seen {
    /// `None` for another game, and for rules with decisions beside the play of cards.
    fn of(encoding: &Encoding) -> Option<Seen> {
        let find = |blocks: &[Block], name: &str| blocks.iter().find(|block| block.name == name).copied();
        if find(encoding.action, "says").is_some() {
            return None;
        }
        let hand = |whose: &str| find(encoding.truth, &format!("cards {whose}"));
        Some(Seen {
            hands: [hand("own")?, hand("left")?, hand("partner")?, hand("right")?],
            top: find(encoding.state, "top")?,
            first_out: find(encoding.state, "first out")?,
            cards: find(encoding.action, "cards")?,
            kind: find(encoding.action, "kind")?,
            height: find(encoding.action, "height")?,
            size: find(encoding.action, "size")?,
            pass: find(encoding.action, "pass")?,
        })
    }

    /// The output that stands for a move: pass, then combinations by kind, length and height as the thesis counts them.
    fn output(&self, words: &[u64]) -> usize {
        if bits(&self.pass, words) != 0 {
            return 0;
        }
        let place = |block: &Block| bits(block, words).checked_ilog2().unwrap_or(0) as usize;
        let (kind, size, rank) = (place(&self.kind), place(&self.size), place(&self.height) / 2);
        // Before a run of this length stand the shorter ones: one for every height they can end at.
        let runs = |from: usize, to: usize, highest: usize| (from..to).map(|length| highest - length).sum::<usize>();
        match kind {
            0 => {
                1 + match bits(&self.cards, words) & 0xF {
                    2 => 0,  // Dog
                    8 => 15, // Dragon
                    4 => 16, // Phoenix
                    _ => rank,
                }
            }
            1 => 18 + rank - 2,
            2 => 31 + rank - 2,
            6 => 44 + rank - 2,
            4 => 57 + rank - 2,
            5 => 70 + runs(5, size, 15) + rank - size,
            3 => 125 + runs(2, size / 2, 14) + rank - size / 2 - 1,
            _ => 203 + runs(5, size, 15) + rank - size,
        }
    }
}

fn bits(block: &Block, words: &[u64]) -> u64 {
    (words[block.word] & block.mask()) >> block.bit
}

/// Such a network as an agent.
pub struct AllSeeing<G: Game> {
    network: Arc<QNetwork>,
    seen: Seen,
    pick: Pick,
    moves: Vec<G::Move>,
    words: [u64; Encoding::MOST_WORDS],
    x: Vec<f32>,
    hidden: Vec<f32>,
    out: Vec<f32>,
    values: Vec<f32>,
}

impl<G: Game> AllSeeing<G> {
    /// The agent; `name` begins the sentence if the network cannot play this game.
    pub fn new(game: &G, network: Arc<QNetwork>, name: &str, pick: Option<Pick>) -> Result<AllSeeing<G>, Error> {
        let Some(seen) = Seen::of(game.encoding()) else {
            return Err(Error::Spec(format!("{name} plays Tichu without calls, as in rules=epfl2017.")));
        };
        Ok(AllSeeing {
            network,
            seen,
            pick: pick.unwrap_or(Pick::Greedy),
            moves: Vec::new(),
            words: [0; Encoding::MOST_WORDS],
            x: Vec::new(),
            hidden: Vec::new(),
            out: Vec::new(),
            values: Vec::new(),
        })
    }

    /// What the network is shown: four hands, the top combination, whether partner or an opponent was first out.
    fn show(&mut self, game: &G, view: &G::View, truth: &G::State) {
        let (x, all_cards) = (&mut self.x, self.network.inputs == CARDS);
        x.clear();
        let mut add = |cards: u64| {
            let card = |i: usize| (cards >> i & 1) as f32;
            if all_cards {
                x.extend((0..CARDS).map(card));
            } else {
                x.extend((0..4).map(card));
                x.extend((0..13).map(|rank| (cards >> (4 + 4 * rank) & 0xF).count_ones() as f32));
            }
        };
        game.encode_truth(truth, game.viewer(view), &mut self.words[..game.encoding().truth_words()]);
        self.seen.hands.iter().for_each(|hand| add(bits(hand, &self.words)));
        game.encode(view, None, &mut self.words[..game.encoding().state_words()]);
        add(bits(&self.seen.top, &self.words));
        let first = bits(&self.seen.first_out, &self.words);
        x.extend([(first >> 2 & 1) as f32, ((first >> 1 | first >> 3) & 1) as f32]);
    }
}

impl<G: Game> Agent<G> for AllSeeing<G> {
    /// Where no cards are shown, those of a sampled world.
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let world = game.sample(view, rng);
        self.act_knowing(game, view, &world, rng, clock)
    }

    fn cost(&self, _game: &G) -> f64 {
        MILLIS_PER_WEIGHT * self.network.last.len() as f64
    }

    fn cheats(&self) -> bool {
        true
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng, _clock: Clock<'_>) -> G::Move {
        game.view_choices(view, None, &mut self.moves);
        if let [only] = self.moves[..] {
            return only;
        }
        // Of moves with one output the last is meant, as while learning; the first of equals is chosen.
        self.moves.reverse();
        self.show(game, view, truth);
        let network = &self.network;
        self.hidden.clear();
        let mut begin = 0;
        for layer in &network.first {
            let inputs = layer.rows.len() / layer.bias.len();
            layer.run(&self.x[begin..begin + inputs], &mut self.hidden);
            begin += inputs;
        }
        self.out.clear();
        network.second.run(&self.hidden, &mut self.out);
        let words = &mut self.words[..game.encoding().action_words()];
        self.values.clear();
        for &mv in &self.moves {
            game.encode_move(view, mv, words);
            let output = self.seen.output(words);
            let row = &network.last[output * OUTPUTS..][..OUTPUTS];
            self.values.push(network.last_bias[output] + dot(row, &self.out));
        }
        self.moves[chosen(&self.values, self.pick, rng)]
    }
}
