//! How likely a search would make each move, by what it found.

use kibitz_game::MoveInfo;

use super::parts::Final;

/// What every move gets, shared among them: none is impossible.
const FLOOR: f64 = 0.01;

/// Shares that sum to 1: of the visits where the most visited move is made; else p ∝ exp((mean − best mean) / e) with
/// e the mean standard error of the moves, so that a search of few trials is not surer than it can be.
pub fn shares<M>(moves: &[MoveInfo<M>], last: Final, out: &mut Vec<f32>) {
    let tried = || moves.iter().filter(|info| info.visits > 0);
    let errors: Vec<f64> = tried().map(|info| info.error).filter(|e| e.is_finite()).collect();
    let error = errors.iter().sum::<f64>() / errors.len() as f64;
    let best = tried().map(|info| info.mean).fold(f64::NEG_INFINITY, f64::max);
    let weight = |info: &MoveInfo<M>| match last {
        _ if info.visits == 0 => 0.0,
        Final::Visits => info.visits as f64,
        _ if info.mean == best || errors.is_empty() => 1.0,
        _ => libm::exp((info.mean - best) / error.max(f64::MIN_POSITIVE)),
    };
    let all: f64 = moves.iter().map(weight).sum();
    let even = 1.0 / moves.len() as f64;
    let share = |info: &MoveInfo<M>| if all > 0.0 { weight(info) / all } else { even };
    out.clear();
    out.extend(moves.iter().map(|info| ((share(info) + FLOOR * even) / (1.0 + FLOOR)) as f32));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(visits: u64, mean: f64, error: f64) -> MoveInfo<u8> {
        MoveInfo {
            mv: 0,
            visits,
            available: visits,
            mean,
            error,
            bound: mean,
            prior: None,
            best_share: None,
            best_mean: mean,
            line: Vec::new(),
        }
    }

    fn by(last: Final, moves: &[MoveInfo<u8>]) -> Vec<f32> {
        let mut out = Vec::new();
        shares(moves, last, &mut out);
        assert!((out.iter().sum::<f32>() - 1.0).abs() < 1e-6 && out.iter().all(|&p| p > 0.0));
        out
    }

    #[test]
    fn visits_or_means_say_how_likely_a_move_is() {
        let moves = [info(30, 1.0, 0.5), info(10, 0.5, 0.5), info(0, 0.0, f64::INFINITY)];
        let p = by(Final::Visits, &moves);
        assert!((p[0] - 0.746).abs() < 1e-3 && (p[2] - 0.0033).abs() < 1e-4, "{p:?}");
        // The second is one error worse: 1 to 1/e.
        let p = by(Final::Mean, &moves);
        assert!((p[1] / p[0] - 0.37).abs() < 0.01, "{p:?}");
    }

    #[test]
    fn without_trials_all_are_alike_and_without_errors_the_best_is_sure() {
        let none = [info(0, 0.0, f64::INFINITY), info(0, 0.0, f64::INFINITY)];
        assert_eq!(by(Final::Visits, &none), [0.5, 0.5]);
        let exact = [info(1, 2.0, 0.0), info(1, 1.0, 0.0)];
        assert!(by(Final::Mean, &exact)[0] > 0.99);
    }
}
