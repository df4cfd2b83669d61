//! Rigs: heuristics that change how likely a player's moves are, to ask what a strong player cares for (ETH 2022).
//!
//! A rig knows nothing of the player it changes. The formulas every game can use are here, the heuristics are the games'.

use crate::{Play, Worlds};

/// Changes shares of the viewer's legal moves, in their order, which sum to 1 before and after.
pub type Rig<G> = Box<dyn Fn(&G, &<G as Worlds>::View, &[<G as Play>::Move], &mut [f64]) + Send>;

/// In standard deviations from the mean; all 0 when there is no spread.
pub fn standardised(mut values: Vec<f64>) -> Vec<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let deviation = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt();
    for x in &mut values {
        *x = if deviation > 0.0 { (*x - mean) / deviation } else { 0.0 };
    }
    values
}

/// p ∝ p · exp(log weight), without the sum running out of numbers.
pub fn tilt(p: &mut [f64], log_weight: impl Fn(usize) -> f64) {
    let possible = (0..p.len()).filter(|&i| p[i] > 0.0);
    let most = possible.map(&log_weight).fold(f64::NEG_INFINITY, f64::max);
    for (i, p) in p.iter_mut().enumerate() {
        if *p > 0.0 {
            *p *= libm::exp(log_weight(i) - most);
        }
    }
    normalise(p);
}

/// p ∝ p + amount, where the least amount counts as 0 so that nothing becomes negative.
pub fn add(p: &mut [f64], amount: impl Fn(usize) -> f64) {
    let least = (0..p.len()).map(&amount).fold(f64::INFINITY, f64::min);
    for (i, p) in p.iter_mut().enumerate() {
        *p += amount(i) - least;
    }
    normalise(p);
}

fn normalise(p: &mut [f64]) {
    let sum: f64 = p.iter().sum();
    p.iter_mut().for_each(|p| *p /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_by_hand() {
        assert_eq!(standardised(vec![1.0, 3.0]), [-1.0, 1.0]);
        assert_eq!(standardised(vec![4.0, 4.0]), [0.0, 0.0]);
        // Weights 1 and 3 on shares of ¾ and ¼ make halves; what is impossible stays so.
        let mut p = [0.75, 0.25, 0.0];
        tilt(&mut p, |i| libm::log([1.0, 3.0, 99.0][i]));
        assert!((p[0] - 0.5).abs() < 1e-12 && (p[1] - 0.5).abs() < 1e-12 && p[2] == 0.0);
        // ¾ + 0 and ¼ + 1 of 2 in all.
        let mut p = [0.75, 0.25];
        add(&mut p, |i| [-3.0, -2.0][i]);
        assert_eq!(p, [0.375, 0.625]);
    }
}
