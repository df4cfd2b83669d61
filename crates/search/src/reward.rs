//! What a finished deal is worth to each seat in a search.

use kibitz_game::error::suggest;
use kibitz_game::{Error, Game, RewardFn, Rewards, Seat};

/// A reward, chosen once per search.
#[derive(Clone, Copy)]
pub struct Reward<G: Game> {
    measure: Measure<G>,
    scale: Scale,
}

#[derive(Clone, Copy)]
enum Measure<G: Game> {
    /// Own return.
    Points,
    /// Own return less the mean of those who are not allies.
    Margin,
    /// 1 for a positive margin, ½ for none, else 0.
    Win,
    Own(RewardFn<G>),
}

#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Plain,
    Divided(f32),
    /// The defect of EPFL 2017's program: the reciprocal, 0 for 0.
    Reciprocal(f32),
}

/// The rewards every game has; `x/200` divides, `200/x` is EPFL 2017's reciprocal.
pub const WORDS: [&str; 3] = ["points", "margin", "win"];

impl<G: Game> Reward<G> {
    /// The reward of a word such as `margin` or `points/200`.
    pub fn read(game: &G, word: &str) -> Result<Reward<G>, Error> {
        let number = |text: &str| text.parse::<f32>().ok().filter(|n| *n > 0.0);
        let (name, scale) = match word.split_once('/') {
            None => (word, Scale::Plain),
            Some((name, divisor)) if number(divisor).is_some() => {
                (name, Scale::Divided(number(divisor).expect("read")))
            }
            Some((factor, name)) if number(factor).is_some() => {
                (name, Scale::Reciprocal(number(factor).expect("read")))
            }
            Some(_) => {
                return Err(Error::Spec(format!("\"{word}\" is not a reward; write like points, points/200 or win.")));
            }
        };
        let measure = match name {
            "points" => Measure::Points,
            "margin" => Measure::Margin,
            "win" => Measure::Win,
            own => match game.own_reward(own) {
                Some(reward) => Measure::Own(reward),
                None => {
                    let known = suggest(own, WORDS.into_iter().chain(game.own_rewards().iter().copied()));
                    return Err(Error::Spec(format!("There is no reward \"{own}\"{known}")));
                }
            },
        };
        Ok(Reward { measure, scale })
    }

    /// Values a finished deal for each seat.
    #[inline]
    pub fn value(&self, game: &G, state: &G::State, rewards: &mut Rewards) {
        match self.measure {
            Measure::Own(reward) => reward(game, state, rewards),
            Measure::Points => {
                for (reward, &points) in rewards.iter_mut().zip(game.returns(state).as_slice()) {
                    *reward = points as f32;
                }
            }
            Measure::Margin | Measure::Win => margins(game, state, rewards),
        }
        if matches!(self.measure, Measure::Win) {
            rewards.iter_mut().for_each(|r| {
                *r = if *r > 0.0 {
                    1.0
                } else if *r < 0.0 {
                    0.0
                } else {
                    0.5
                }
            });
        }
        match self.scale {
            Scale::Plain => {}
            Scale::Divided(by) => rewards.iter_mut().for_each(|r| *r /= by),
            Scale::Reciprocal(of) => rewards.iter_mut().for_each(|r| *r = if *r == 0.0 { 0.0 } else { of / *r }),
        }
    }
}

fn margins<G: Game>(game: &G, state: &G::State, rewards: &mut Rewards) {
    let returns = game.returns(state);
    let points = returns.as_slice();
    for (seat, &own) in points.iter().enumerate() {
        let foes = (0..points.len()).filter(|&s| !game.allies(state, Seat(seat as u8), Seat(s as u8)));
        let (sum, count) = foes.fold((0, 0), |(sum, count), s| (sum + points[s], count + 1));
        rewards[seat] = own as f32 - if count == 0 { 0.0 } else { sum as f32 / count as f32 };
    }
}
