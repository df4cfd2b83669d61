//! Which of a crowd go on: the likely many times, the unlikely hardly ever, about as many as there were.

use kibitz_game::Rng;

/// The highest power, up to 1, to which the likelihoods can be taken so that at least this share of the crowd counts.
///
/// `logs` are logarithms of likelihoods up to a constant. How many count is (Σ w)² / Σ w²: all when all weigh the same, one
/// when one has all the weight.
pub fn power(logs: &[f64], most: f64, share: f64) -> f64 {
    let enough = |power: f64| {
        let (sum, squares) = weights(logs, power).fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
        sum * sum >= share * logs.len() as f64 * squares
    };
    if enough(most) {
        return most;
    }
    let (mut low, mut high) = (0.0, most);
    for _ in 0..20 {
        let middle = 0.5 * (low + high);
        *(if enough(middle) { &mut low } else { &mut high }) = middle;
    }
    // Never nothing, or it would go on for ever.
    high
}

/// The places of those that go on, as many as there are, each in proportion to its likelihood to that power: one comb
/// of equal teeth is laid over the weights, so that no share is off by a whole place.
pub fn survivors(logs: &[f64], power: f64, rng: &mut Rng) -> Vec<usize> {
    let tooth = weights(logs, power).sum::<f64>() / logs.len() as f64;
    let (mut next, mut passed) = (rng.unit() * tooth, 0.0);
    let mut places = Vec::with_capacity(logs.len());
    for (place, weight) in weights(logs, power).enumerate() {
        passed += weight;
        while next < passed && places.len() < logs.len() {
            places.push(place);
            next += tooth;
        }
    }
    places
}

/// Weights of which the greatest is 1.
fn weights(logs: &[f64], power: f64) -> impl Iterator<Item = f64> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.iter().map(move |log| libm::exp(power * (log - most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_go_on_as_are_likely() {
        let logs = [0.5f64, 0.25, 0.125, 0.125].map(libm::log);
        let logs: Vec<f64> = logs.iter().cycle().take(400).copied().collect();
        let places = survivors(&logs, 1.0, &mut Rng::new(1));
        assert_eq!(places.len(), 400);
        let first = places.iter().filter(|&&place| place % 4 == 0).count();
        assert!((198..=202).contains(&first), "{first} instead of half");
        assert!(places.is_sorted());
    }

    #[test]
    fn the_power_leaves_as_many_as_it_must() {
        assert_eq!(power(&[-3.0; 10], 1.0, 0.5), 1.0, "all weigh the same");
        let logs: Vec<f64> = (0..100).map(|i| -i as f64).collect();
        let found = power(&logs, 1.0, 0.5);
        let (sum, squares) = weights(&logs, found).fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
        assert!((sum * sum / squares - 50.0).abs() < 0.1);
        assert!(power(&logs, found / 2.0, 0.5) == found / 2.0, "but not more than is asked for");
    }
}
