//! What searches, comparisons and levels of play want to know: rewards, values of unfinished deals, the best players.

use std::cmp::Ordering;

use kibitz_game::keys::Help;
use kibitz_game::{Agent, Error, Hints, Level, Play, RewardFn, Rewards, Seat, Spec};

use crate::Schnapsen;
use crate::bots;
use crate::cards;
use crate::moves::{Move, Says};
use crate::state::State;

impl Hints for Schnapsen {
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;

    fn own_rewards(&self) -> &'static [&'static str] {
        &["gamepoints"]
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<Schnapsen>> {
        (name == "gamepoints").then_some(game_points as RewardFn<Schnapsen>)
    }

    fn best(&self) -> [&'static str; 3] {
        [
            "ismcts(20ms, exact=on, select=ucb(3))",
            "ismcts(200ms, exact=on, select=ucb(3))",
            "ismcts(2s, exact=on, select=ucb(3))",
        ]
    }

    fn levels(&self) -> [Level; 5] {
        Level::list([
            ("beginner", "leads its highest cards, overlooks marriages, counts nothing and never closes"),
            ("net(schnapsen, pick=boltzmann(0.3))", "has an eye for good cards; slips where a slip costs little"),
            ("rules", "saves trumps and marriages, counts cards, closes on sure hands, plays the end exactly"),
            (
                "phase(net(schnapsen), alphabeta(depth=end))",
                "has played a lot against itself and plays the end exactly",
            ),
            (
                "phase(halving(net(schnapsen), 200, top=6, trust=20), alphabeta(depth=end))",
                "the same, and tries its best moves in two hundred worlds",
            ),
        ])
    }

    fn default_reward(&self) -> &'static str {
        "gamepoints"
    }

    fn leaf_values(&self) -> &'static [&'static str] {
        &["ratio", "trumps"]
    }

    fn leaf_value(&self, name: &str) -> Option<RewardFn<Schnapsen>> {
        match name {
            "ratio" => Some(share_of_points),
            "trumps" => Some(more_trumps),
            _ => None,
        }
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Schnapsen>>, Error>> {
        bots::build(spec)
    }

    fn bot_keys() -> Vec<Help> {
        bots::keys()
    }

    fn kind(&self, mv: Move) -> u32 {
        match mv.says() {
            Says::Card(_) | Says::Nothing => 0,
            Says::Marriage(_) => 1,
            Says::Exchange => 2,
            Says::Close => 3,
            Says::Claim => 4,
            Says::Decline => 5,
        }
    }
}

/// Game points won, or lost.
fn game_points(game: &Schnapsen, state: &State, rewards: &mut Rewards) {
    let returns = game.returns(state);
    let difference = (returns[Seat(0)] - returns[Seat(1)]) as f32;
    [rewards[0], rewards[1]] = [difference, -difference];
}

/// 1 for who holds more trumps, ½ for as many: VU 2019's better heuristic is `ratio+trumps(0.5)`, on a scale of its own.
fn more_trumps(_game: &Schnapsen, state: &State, rewards: &mut Rewards) {
    let [a, b] = state.hands.map(|hand| (hand & cards::suit_cards(state.trump)).len());
    rewards[0] = match a.cmp(&b) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    rewards[1] = 1.0 - rewards[0];
}

/// The share of all card points so far; 0 before there are any.
fn share_of_points(_game: &Schnapsen, state: &State, rewards: &mut Rewards) {
    let points = state.points.map(|p| p as f32);
    let all = (points[0] + points[1]).max(1.0);
    [rewards[0], rewards[1]] = points.map(|p| p / all);
}
