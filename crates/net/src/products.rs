//! Sums of products, to the same bits on every processor: a · b + c is always rounded once, in the same order.
//!
//! Most processors do that in one instruction. The others compute in double precision, which takes them some ten times
//! as long.

/// Outputs that are computed side by side: as many as have room in the registers beside each other for all moves. Few
/// moves with few sums would wait for each other. Each output has a sum of its own, so that their number changes none.
pub(crate) const LANES: usize = if cfg!(target_feature = "avx512f") { 64 } else { 16 };
/// The sums a product of vectors is divided into: it changes what is rounded, and so is the same everywhere.
const PARTS: usize = 64;

/// Whether the instruction is there wherever this build runs.
const FUSES: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

/// The sums of one block of outputs for `M` moves.
pub(crate) fn sums<const M: usize>(
    weights: &[[f32; LANES]],
    bias: &[f32; LANES],
    inputs: &[u32],
    values: &[[f32; M]],
) -> [[f32; LANES]; M] {
    #[cfg(target_arch = "x86_64")]
    if !FUSES && fuses_here() {
        // SAFETY: the processor was asked.
        return unsafe { x86::sums(weights, bias, inputs, values) };
    }
    plain_sums(weights, bias, inputs, values)
}

/// The product of two vectors.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if !FUSES && fuses_here() {
        // SAFETY: the processor was asked.
        return unsafe { x86::dot(a, b) };
    }
    dot_by::<FUSES>(a, b)
}

/// Builds for any x86-64 ask the processor they run on.
#[cfg(target_arch = "x86_64")]
fn fuses_here() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, dot_by, sums_by};

    #[target_feature(enable = "avx2,fma")]
    pub fn sums<const M: usize>(
        weights: &[[f32; LANES]],
        bias: &[f32; LANES],
        inputs: &[u32],
        values: &[[f32; M]],
    ) -> [[f32; LANES]; M] {
        sums_by::<M, true>(weights, bias, inputs, values)
    }

    #[target_feature(enable = "avx2,fma")]
    pub fn dot(a: &[f32], b: &[f32]) -> f32 {
        dot_by::<true>(a, b)
    }
}

/// On its own, so that the compiler keeps the sums in registers: together with what is done to them later it makes
/// vectors across the moves, ten times slower.
#[inline(never)]
fn plain_sums<const M: usize>(
    weights: &[[f32; LANES]],
    bias: &[f32; LANES],
    inputs: &[u32],
    values: &[[f32; M]],
) -> [[f32; LANES]; M] {
    sums_by::<M, FUSES>(weights, bias, inputs, values)
}

#[inline(always)]
fn sums_by<const M: usize, const FUSES: bool>(
    weights: &[[f32; LANES]],
    bias: &[f32; LANES],
    inputs: &[u32],
    values: &[[f32; M]],
) -> [[f32; LANES]; M] {
    let mut sums = [*bias; M];
    for (&input, values) in inputs.iter().zip(values) {
        let row = &weights[input as usize];
        for m in 0..M {
            for lane in 0..LANES {
                sums[m][lane] = fused::<FUSES>(values[m], row[lane], sums[m][lane]);
            }
        }
    }
    sums
}

#[inline(always)]
fn dot_by<const FUSES: bool>(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; PARTS];
    let (a_blocks, b_blocks) = (a.chunks_exact(PARTS), b.chunks_exact(PARTS));
    let rest: f32 = a_blocks.remainder().iter().zip(b_blocks.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_blocks.zip(b_blocks) {
        for part in 0..PARTS {
            sums[part] = fused::<FUSES>(a[part], b[part], sums[part]);
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// a · b + c, rounded once.
#[inline(always)]
fn fused<const FUSES: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FUSES { a.mul_add(b, c) } else { rounded_once(a, b, c) }
}

/// The product is exact in double precision. Where the sum is not, it is moved to the neighbour with an odd last bit:
/// rounded again it then becomes what the exact one would (Boldo and Melquiond, 2008).
#[inline(always)]
fn rounded_once(a: f32, b: f32, c: f32) -> f32 {
    let (product, c) = (a as f64 * b as f64, c as f64);
    let sum = product + c;
    let of_c = sum - product;
    let lost = (product - (sum - of_c)) + (c - of_c);
    let bits = sum.to_bits();
    let outward = ((lost > 0.0) == (sum > 0.0)) as u64;
    let inexact = lost.abs() > 0.0; // neither, where the sum has overflown
    let odd = if inexact && bits & 1 == 0 { bits.wrapping_add(2 * outward).wrapping_sub(1) } else { bits };
    f64::from_bits(odd) as f32
}

#[cfg(test)]
mod tests {
    use kibitz_game::Rng;

    use super::*;

    /// Numbers of all sizes, also the smallest, with few set bits as often as with many.
    fn number(rng: &mut Rng) -> f32 {
        let bits = rng.next_u64() as u32;
        let bits = if bits & 1 == 0 { bits } else { bits & 0xFFF0_0000 | bits >> 27 };
        f32::from_bits(if bits >> 23 & 0xFF == 0xFF { bits & 0xBFFF_FFFF } else { bits })
    }

    #[test]
    fn double_precision_rounds_as_the_instruction_does() {
        let mut rng = Rng::new(5);
        for _ in 0..1_000_000 {
            let (a, b) = (number(&mut rng), number(&mut rng));
            // Also sums that nearly vanish, and those half way between two numbers.
            let c = [number(&mut rng), -a * b, a * b * 16_777_216.0, a * b / 16_777_216.0][rng.below(4) as usize];
            if c.is_finite() {
                let (one, two) = (a.mul_add(b, c), rounded_once(a, b, c));
                assert_eq!(one.to_bits(), two.to_bits(), "{a:e} · {b:e} + {c:e} is {one:e}, not {two:e}");
            }
        }
    }

    #[test]
    fn sums_are_the_same_with_and_without_the_instruction() {
        let mut rng = Rng::new(6);
        let mut numbers = |count: usize| -> Vec<f32> { (0..count).map(|_| rng.unit() as f32 - 0.5).collect() };
        let (a, b) = (numbers(258), numbers(258));
        assert_eq!(dot(&a, &b).to_bits(), dot_by::<false>(&a, &b).to_bits());
        let weights: Vec<[f32; LANES]> = (0..100).map(|_| numbers(LANES).try_into().expect("as many")).collect();
        let values: Vec<[f32; 3]> = (0..100).map(|_| numbers(3).try_into().expect("as many")).collect();
        let inputs: Vec<u32> = (0..100).collect();
        let bias = numbers(LANES).try_into().expect("as many");
        let (one, two) =
            (sums(&weights, &bias, &inputs, &values), sums_by::<3, false>(&weights, &bias, &inputs, &values));
        assert_eq!(one, two);
    }
}
