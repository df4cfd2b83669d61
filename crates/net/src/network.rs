//! What a network computes: a sum over the set bits, some layers, some heads.
//!
//! Of the ten inputs in a hundred that are set the first layer is a sum of rows, once per state and once per move. The
//! other layers are done for a few moves at a time: the weights of some outputs pass by once for all of them, and
//! inputs that the ReLU has made zero for all are left out, about half of them.

use crate::file::About;
use crate::products::{LANES, dot, sums};

/// Moves that are computed side by side: more would not fit in the registers.
const MOVES: usize = 6;

/// A network, ready to run.
pub struct Network {
    /// What its file says of it.
    pub about: About,
    /// Words of a state.
    pub state_words: usize,
    /// Words of a move.
    pub action_words: usize,
    pub(crate) width: usize,
    pub(crate) residual: bool,
    pub(crate) first: Sums,
    pub(crate) layers: Vec<Layer>,
    pub(crate) heads: Vec<Head>,
}

/// The first layer.
pub(crate) struct Sums {
    pub bias: Vec<f32>,
    pub state: Rows,
    pub action: Rows,
}

/// Weights of inputs that are bits: a row of `width` numbers for each.
pub(crate) struct Rows {
    weights: Vec<f32>,
    width: usize,
    /// The inputs that have any weight: a network that was kept from seeing some has zeros there.
    used: Vec<u64>,
}

impl Rows {
    /// The rows, one after the other.
    pub(crate) fn new(weights: Vec<f32>, width: usize) -> Rows {
        let mut used = vec![0; weights.len() / width / 64];
        for (input, row) in weights.chunks_exact(width).enumerate() {
            used[input / 64] |= (row.iter().any(|&weight| weight != 0.0) as u64) << (input % 64);
        }
        Rows { weights, width, used }
    }

    /// Adds the rows of the bits that are set.
    fn add(&self, words: &[u64], sum: &mut [f32]) {
        for (i, (&word, &used)) in words.iter().zip(&self.used).enumerate() {
            let mut bits = word & used;
            while bits != 0 {
                let input = 64 * i + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let row = &self.weights[input * self.width..][..self.width];
                sum.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
}

/// A hidden layer. The weights of each `LANES` outputs lie together, input by input; missing outputs are zeros.
pub(crate) struct Layer {
    weights: Vec<[f32; LANES]>,
    bias: Vec<[f32; LANES]>,
    inputs: usize,
}

impl Layer {
    /// A layer from its matrix [outputs, inputs].
    pub(crate) fn new(matrix: &[f32], bias: Vec<f32>) -> Layer {
        let outputs = bias.len();
        let inputs = matrix.len() / outputs;
        let blocks = outputs.div_ceil(LANES);
        let mut weights = vec![[0.0; LANES]; blocks * inputs];
        let mut own = vec![[0.0; LANES]; blocks];
        for output in 0..outputs {
            let (block, lane) = (output / LANES, output % LANES);
            own[block][lane] = bias[output];
            for input in 0..inputs {
                weights[block * inputs + input][lane] = matrix[output * inputs + input];
            }
        }
        Layer { weights, bias: own, inputs }
    }

    /// The layer for `M` moves, whose inputs and outputs lie one after the other.
    fn run<const M: usize>(&self, x: &[f32], y: &mut [f32], width: usize, active: &mut Active) {
        active.gather::<M>(x, width);
        let (values, _) = active.values.as_chunks::<M>();
        for (block, bias) in self.bias.iter().enumerate() {
            let weights = &self.weights[block * self.inputs..][..self.inputs];
            let sums = sums(weights, bias, &active.inputs, values);
            let begin = block * LANES;
            let lanes = LANES.min(width - begin);
            for (m, sum) in sums.iter().enumerate() {
                let out = &mut y[m * width + begin..][..lanes];
                out.iter_mut().zip(sum).for_each(|(out, sum)| *out = sum.max(0.0));
            }
        }
    }
}

/// The inputs of a layer that are not zero for all of some moves, each with its values for these moves side by side.
#[derive(Default)]
struct Active {
    inputs: Vec<u32>,
    values: Vec<f32>,
}

impl Active {
    fn gather<const M: usize>(&mut self, x: &[f32], width: usize) {
        self.inputs.clear();
        self.values.clear();
        for input in 0..width {
            let values: [f32; M] = std::array::from_fn(|m| x[m * width + input]);
            if values.iter().any(|&value| value != 0.0) {
                self.inputs.push(input as u32);
                self.values.extend_from_slice(&values);
            }
        }
    }
}

/// A linear output.
pub(crate) struct Head {
    pub name: String,
    pub weight: Vec<f32>,
    pub bias: Vec<f32>,
}

/// Memory that is used again from one decision to the next.
#[derive(Default)]
pub struct Memory {
    state: Vec<f32>,
    x: Vec<f32>,
    y: Vec<f32>,
    active: Active,
}

impl Network {
    /// The place of a head.
    pub fn head(&self, name: &str) -> Option<usize> {
        self.heads.iter().position(|head| head.name == name)
    }

    /// How many weights it has.
    pub fn weights(&self) -> usize {
        let inputs = 64 * (self.state_words + self.action_words);
        let outputs: usize = self.heads.iter().map(|head| head.bias.len()).sum();
        self.width * (inputs + self.layers.len() * self.width + outputs)
    }

    /// How many numbers a head gives.
    pub fn outputs(&self, head: usize) -> usize {
        self.heads[head].bias.len()
    }

    /// Computes everything up to the heads for one state and some moves, given as words one after the other.
    pub fn run(&self, state: &[u64], moves: &[u64], memory: &mut Memory) {
        let count = moves.len() / self.action_words;
        let width = self.width;
        memory.state.clear();
        memory.state.extend_from_slice(&self.first.bias);
        self.first.state.add(state, &mut memory.state);
        memory.x.resize(count * width, 0.0);
        memory.y.resize(count * width, 0.0);
        for (words, x) in moves.chunks_exact(self.action_words).zip(memory.x.chunks_exact_mut(width)) {
            x.copy_from_slice(&memory.state);
            self.first.action.add(words, x);
            x.iter_mut().for_each(|x| *x = x.max(0.0));
        }
        for layer in &self.layers {
            for (x, y) in memory.x.chunks(MOVES * width).zip(memory.y.chunks_mut(MOVES * width)) {
                let active = &mut memory.active;
                match x.len() / width {
                    1 => layer.run::<1>(x, y, width, active),
                    2 => layer.run::<2>(x, y, width, active),
                    3 => layer.run::<3>(x, y, width, active),
                    4 => layer.run::<4>(x, y, width, active),
                    5 => layer.run::<5>(x, y, width, active),
                    _ => layer.run::<MOVES>(x, y, width, active),
                }
            }
            if self.residual {
                memory.x.iter_mut().zip(&memory.y).for_each(|(x, y)| *x += y);
            } else {
                std::mem::swap(&mut memory.x, &mut memory.y);
            }
        }
    }

    /// What a head makes of the last [`Network::run`], for one of its moves.
    pub fn output(&self, memory: &Memory, head: usize, mv: usize, out: &mut Vec<f32>) {
        out.clear();
        let head = &self.heads[head];
        let x = &memory.x[mv * self.width..][..self.width];
        out.extend(head.bias.iter().zip(head.weight.chunks_exact(self.width)).map(|(bias, row)| bias + dot(row, x)));
    }

    /// The first number of a head for every move of the last [`Network::run`].
    pub fn values(&self, memory: &Memory, head: usize, out: &mut Vec<f32>) {
        out.clear();
        let (bias, row) = (self.heads[head].bias[0], &self.heads[head].weight[..self.width]);
        out.extend(memory.x.chunks_exact(self.width).map(|x| bias + dot(row, x)));
    }
}
