//! Network files: safetensors whose metadata say what the network is for and where it comes from.
//!
//! Tensors, in half or single precision, matrices as [outputs, inputs]: `state.weight`, `state.bias`, `action.weight`,
//! `layers.i.weight`, `layers.i.bias`, `heads.NAME.weight`, `heads.NAME.bias`. Metadata: `format`, `game`, `rules`,
//! `features`, `shape` (`5x512`, `9x512r` with residual layers), `heads`, `pick`, `reward`, `value` (`to come` when the
//! head `v` leaves out what is won or lost already) and whatever else is of interest.

use std::collections::BTreeMap;

use kibitz_game::{Encoding, Error};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};

use crate::network::{Head, Layer, Network, Rows, Sums};

/// The format of the files.
pub const FORMAT: &str = "kibitz-net 1";

/// What a file says of its network.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// All metadata.
    pub all: BTreeMap<String, String>,
}

impl About {
    /// One of the metadata; empty when it is missing.
    pub fn get(&self, key: &str) -> &str {
        self.all.get(key).map_or("", String::as_str)
    }
}

impl Network {
    /// Reads a network. `name` begins the sentences on what is wrong with it.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Network, Error> {
        let wrong = |what: String| Error::Spec(format!("{name} {what}."));
        let about = metadata(bytes).ok_or_else(|| wrong("is not a safetensors file, or is damaged".into()))?;
        match about.get("format") {
            FORMAT => {}
            "" => return Err(wrong("is a safetensors file but not one of our networks: its format is missing".into())),
            other => return Err(wrong(format!("has the format {other}; this program reads {FORMAT}"))),
        }
        let file = SafeTensors::deserialize(bytes).map_err(|_| wrong("is damaged".into()))?;
        let tensor = |key: &str, rows: usize, columns: Option<usize>| -> Result<Vec<f32>, Error> {
            let view = file.tensor(key).map_err(|_| wrong(format!("has no tensor \"{key}\"")))?;
            let wanted: Vec<usize> = [rows].into_iter().chain(columns).collect();
            if view.shape() != wanted {
                return Err(wrong(format!(
                    "has the tensor \"{key}\" of shape {:?} instead of {wanted:?}",
                    view.shape()
                )));
            }
            numbers(&view).ok_or_else(|| {
                wrong(format!(
                    "has the tensor \"{key}\" in neither half nor single precision, or with numbers that are not finite"
                ))
            })
        };
        let (depth, width, residual) = shape(about.get("shape"))
            .ok_or_else(|| wrong(format!("has the shape \"{}\"; shapes are like 5x512", about.get("shape"))))?;
        let inputs = |key: &str| -> Result<usize, Error> {
            let view = file.tensor(key).map_err(|_| wrong(format!("has no tensor \"{key}\"")))?;
            let inputs = view.shape().get(1).copied().unwrap_or(0);
            let words = inputs / 64;
            if inputs % 64 != 0 || words == 0 || words > Encoding::MOST_WORDS {
                return Err(wrong(format!("has {inputs} inputs in \"{key}\"; they come in words of 64")));
            }
            Ok(words)
        };
        let (state_words, action_words) = (inputs("state.weight")?, inputs("action.weight")?);
        let first = Sums {
            bias: tensor("state.bias", width, None)?,
            state: Rows::new(transposed(&tensor("state.weight", width, Some(64 * state_words))?, width), width),
            action: Rows::new(transposed(&tensor("action.weight", width, Some(64 * action_words))?, width), width),
        };
        let layer = |i: usize| -> Result<Layer, Error> {
            let weight = tensor(&format!("layers.{i}.weight"), width, Some(width))?;
            Ok(Layer::new(&weight, tensor(&format!("layers.{i}.bias"), width, None)?))
        };
        let layers = (0..depth - 1).map(layer).collect::<Result<_, _>>()?;
        let named: BTreeMap<String, usize> =
            serde_json::from_str(about.get("heads")).map_err(|_| wrong("does not say what heads it has".into()))?;
        let head = |(name, outputs): (String, usize)| -> Result<Head, Error> {
            let weight = tensor(&format!("heads.{name}.weight"), outputs, Some(width))?;
            let bias = tensor(&format!("heads.{name}.bias"), outputs, None)?;
            Ok(Head { name, weight, bias })
        };
        let heads = named.into_iter().map(head).collect::<Result<_, _>>()?;
        Ok(Network { about, state_words, action_words, width, residual, first, layers, heads })
    }
}

/// What a safetensors file says of itself.
pub(crate) fn metadata(bytes: &[u8]) -> Option<About> {
    let (_, header) = SafeTensors::read_metadata(bytes).ok()?;
    Some(About { all: header.metadata().clone().unwrap_or_default().into_iter().collect() })
}

/// Depth, width and whether layers are added to what they are given.
fn shape(text: &str) -> Option<(usize, usize, bool)> {
    let (text, residual) = text.strip_suffix('r').map_or((text, false), |text| (text, true));
    let (depth, width) = text.split_once('x')?;
    let (depth, width): (usize, usize) = (depth.parse().ok()?, width.parse().ok()?);
    ((1..=99).contains(&depth) && (1..=99_999).contains(&width)).then_some((depth, width, residual))
}

/// The numbers of a tensor in half or single precision, if all of them are finite.
pub(crate) fn numbers(view: &TensorView<'_>) -> Option<Vec<f32>> {
    let bytes = view.data();
    let numbers: Vec<f32> = match view.dtype() {
        Dtype::F32 => bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
        Dtype::F16 => bytes.chunks_exact(2).map(|b| half(u16::from_le_bytes([b[0], b[1]]))).collect(),
        _ => return None,
    };
    numbers.iter().all(|number| number.is_finite()).then_some(numbers)
}

/// A number in half precision.
fn half(bits: u16) -> f32 {
    let sign = (bits as u32 >> 15) << 31;
    let (exponent, fraction) = (bits as u32 >> 10 & 31, bits as u32 & 0x3FF);
    let size = match exponent {
        // Below the smallest normal number: so many times 2^-24.
        0 => (fraction as f32 * 2f32.powi(-24)).to_bits(),
        31 => 0x7F80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | size)
}

/// Rows of outputs as rows of inputs.
pub(crate) fn transposed(matrix: &[f32], rows: usize) -> Vec<f32> {
    let columns = matrix.len() / rows;
    (0..columns).flat_map(|column| (0..rows).map(move |row| matrix[row * columns + column])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_read_exactly() {
        for (bits, number) in [
            (0x0000, 0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7BFF, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x83FF, -6.097_555e-5),
        ] {
            assert_eq!(half(bits), number);
        }
        assert!(half(0x7E00).is_nan());
        assert_eq!(half(0xFC00), f32::NEG_INFINITY);
    }

    #[test]
    fn shapes_are_depth_and_width() {
        assert_eq!(shape("5x512"), Some((5, 512, false)));
        assert_eq!(shape("9x256r"), Some((9, 256, true)));
        for text in ["", "5", "x512", "0x512", "5x", "5x512q"] {
            assert_eq!(shape(text), None, "{text}");
        }
    }
}
