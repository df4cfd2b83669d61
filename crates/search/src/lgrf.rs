//! Last good reply with forgetting: a rollout that answers a move as it was last answered with success.

use std::collections::HashMap;

use kibitz_game::{Game, MoveCode, Rewards, Rng, Seat};

/// The replies that have won, for one search.
#[derive(Default)]
pub struct Replies {
    good: HashMap<(Seat, u64), u64>,
    /// The replies of the rollout in progress: seat, what was answered, the answer.
    trace: Vec<(Seat, u64, u64)>,
}

impl Replies {
    /// Forgets everything: a table lives for one search.
    pub fn clear(&mut self) {
        self.good.clear();
        self.trace.clear();
    }

    /// Plays to the end: stored replies where they are legal, else random moves.
    pub fn play_on<G: Game>(&mut self, game: &G, state: &mut G::State, moves: &mut Vec<G::Move>, rng: &mut Rng) {
        self.trace.clear();
        let mut before: Option<u64> = None;
        loop {
            let acting = game.to_act(state);
            if acting.is_empty() {
                return;
            }
            let seat = acting.first();
            if game.new_line(state) {
                before = None; // pairs do not reach over the end of a trick
            }
            let stored = before.and_then(|b| self.good.get(&(seat, b))).map(|&code| G::Move::from_code(code));
            let mv = match stored {
                Some(reply) if is_legal(game, state, seat, reply, moves) => reply,
                _ => game.sample_move(state, seat, rng),
            };
            if !game.is_pass(mv) && seat != Seat::CHANCE {
                if let Some(before) = before {
                    self.trace.push((seat, before, mv.code()));
                }
                before = Some(mv.code());
            }
            game.play_unchecked(state, seat, mv);
        }
    }

    /// Keeps the replies of those who did better than the mean, forgets those of the others.
    pub fn learn(&mut self, rewards: &Rewards, seats: usize) {
        let mean = rewards[..seats].iter().sum::<f32>() / seats as f32;
        for &(seat, before, reply) in &self.trace {
            if rewards[seat.index()] > mean {
                self.good.insert((seat, before), reply);
            } else if self.good.get(&(seat, before)) == Some(&reply) {
                self.good.remove(&(seat, before));
            }
        }
    }
}

fn is_legal<G: Game>(game: &G, state: &G::State, seat: Seat, mv: G::Move, moves: &mut Vec<G::Move>) -> bool {
    game.legal(state, seat, moves);
    moves.binary_search(&mv).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_replies_are_kept_and_forgotten_when_they_fail() {
        let mut replies = Replies::default();
        let mut rewards: Rewards = [0.0; Seat::MAX];
        rewards[1] = 1.0;
        replies.trace = vec![(Seat(0), 10, 20), (Seat(1), 20, 30)];
        replies.learn(&rewards, 2);
        assert_eq!(replies.good.get(&(Seat(1), 20)), Some(&30));
        assert_eq!(replies.good.get(&(Seat(0), 10)), None);
        // Another reply that fails leaves the stored one; the stored one failing is forgotten.
        rewards = [0.0; Seat::MAX];
        rewards[0] = 1.0;
        replies.trace = vec![(Seat(1), 20, 31)];
        replies.learn(&rewards, 2);
        assert_eq!(replies.good.get(&(Seat(1), 20)), Some(&30));
        replies.trace = vec![(Seat(1), 20, 30)];
        replies.learn(&rewards, 2);
        assert_eq!(replies.good.get(&(Seat(1), 20)), None);
    }
}
