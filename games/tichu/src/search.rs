//! What searches ask of the game: moves as others see them, rewards and values of its own.

use kibitz_game::Rewards;

use crate::Tichu;
use crate::cards::SUITED;
use crate::moves::Move;
use crate::state::State;

/// A play as one who does not care for suits sees it: how many cards of each rank.
#[inline]
pub(crate) fn ranks_only(play: Move) -> u64 {
    let suited = play.0 & SUITED.0;
    let pairs = suited - (suited >> 1 & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    counts | play.0 & !SUITED.0
}

/// EPFL 2017's ranking: 1 for a double win, −1 for a double loss, ½ for the team of the first out, else 0.
pub(crate) fn rank(_game: &Tichu, state: &State, rewards: &mut Rewards) {
    let first = state.out[0] & 1;
    let (winner, loser) = if state.double_win() { (1.0, -1.0) } else { (0.5, 0.0) };
    for (seat, reward) in rewards.iter_mut().enumerate().take(4) {
        *reward = if seat as u8 & 1 == first { winner } else { loser };
    }
}

/// Cards of 14 that a seat has shed.
pub(crate) fn cards_shed(_game: &Tichu, state: &State, rewards: &mut Rewards) {
    for seat in 0..4 {
        rewards[seat] = 14.0 - state.hands[seat].len() as f32;
    }
}
