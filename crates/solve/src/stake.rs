//! What a finished deal is worth.

use kibitz_game::{Game, Seat};

/// What the sides play for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// The seat's return less the mean of those who are not its allies.
    Margin,
    /// The seat's return.
    Own,
}

impl Stake {
    /// The worth of a finished deal to a seat.
    pub fn worth<G: Game>(self, game: &G, state: &G::State, seat: Seat) -> f64 {
        let returns = game.returns(state);
        let own = returns[seat] as f64;
        if self == Stake::Own {
            return own;
        }
        let (mut sum, mut foes) = (0, 0);
        for (other, points) in returns.as_slice().iter().enumerate() {
            if other != seat.index() && !game.allies(state, seat, Seat(other as u8)) {
                sum += points;
                foes += 1;
            }
        }
        if foes == 0 { own } else { own - sum as f64 / foes as f64 }
    }
}
