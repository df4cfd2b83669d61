//! What searches, comparisons and levels of play want to know: rewards, values of unfinished deals, the best players.

use kibitz_game::{Agent, Decision, Error, Hints, Level, Play, RewardFn, Rewards, Seat, Spec};

use crate::Doppelkopf;
use crate::bots;
use crate::contracts;
use crate::moves::{Move, Says};
use crate::state::{Phase, State};
use crate::worlds::View;

impl Hints for Doppelkopf {
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;
    const NEUTRAL: Option<&'static str> = Some("rules");

    fn seatings(&self) -> Vec<Vec<u8>> {
        // Parties change from deal to deal, so every pair of seats is once the first side's.
        let pairs = (0..16u8).filter(|mask| mask.count_ones() == 2);
        pairs.map(|mask| (0..4).map(|seat| mask >> seat & 1).collect()).collect()
    }

    fn decision(&self, view: &View) -> Decision {
        match view.known.phase {
            Phase::Reservation => Decision::GameType,
            _ if view.known.asked == view.seat.0 => Decision::Call,
            _ => Decision::Play,
        }
    }

    fn is_bet(&self, mv: Move) -> bool {
        self.is_call(mv) || matches!(mv.says(), Says::Reservation)
    }

    /// With solos and announcements a search with random rollouts loses nine points a deal to the network, which needs
    /// no time to speak of (`docs/methods/doppelkopf-seating.md`).
    fn best(&self) -> [&'static str; 3] {
        if self.rules.reservations && self.rules.announcements {
            return ["net(doppelkopf)"; 3];
        }
        [
            "ismcts(20ms, final=mean, reward=score(500), select=ucb(16000))",
            "ismcts(200ms, final=mean, reward=score(500), select=ucb(16000))",
            "ismcts(2s, final=mean, reward=score(500), select=ucb(16000))",
        ]
    }

    fn levels(&self) -> [Level; 5] {
        let [casual, club, strong, strongest] = if self.rules.reservations && self.rules.announcements {
            [
                (
                    "decide(net(doppelkopf-small, pick=boltzmann(0.05)), call=rules, gametype=rules)",
                    "has an eye for good cards; slips where a slip costs little",
                ),
                (
                    "decide(net(doppelkopf-small), call=rules, gametype=rules)",
                    "the same without slips; chooses games and announces by rules of thumb",
                ),
                (
                    "decide(net(doppelkopf, pick=boltzmann(0.02)), call=rules, gametype=rules)",
                    "has played a lot against itself, but chooses games and announces by rules of thumb; slips rarely",
                ),
                ("net(doppelkopf)", "has played a lot against itself, announcements and solos included"),
            ]
        } else {
            [
                ("mc(20)", "tries its cards a few times"),
                ("rules", "judges each card by its trick and announces on strong hands"),
                ("ismcts(5000, select=ucb(8))", "plays five thousand continuations before each card"),
                ("ismcts(20000, select=ucb(8))", "plays twenty thousand"),
            ]
        };
        Level::list([
            ("beginner", "takes every trick it can with its highest card, its partner's too, and never announces"),
            casual,
            club,
            strong,
            strongest,
        ])
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["score(500)"]
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<Doppelkopf>> {
        (name == "score(500)").then_some(score_and_card_points as RewardFn<Doppelkopf>)
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Doppelkopf>>, Error>> {
        bots::build(spec)
    }

    fn kind(&self, mv: Move) -> u32 {
        match mv.says() {
            Says::Play(_) => 0,
            Says::Call(_) | Says::Level(_) => 1,
            Says::Healthy => 2,
            Says::Reservation => 3,
            Says::Name(contracts::Contract::Marriage) => 4,
            Says::Name(_) => 5,
            Says::Nothing => 6,
            Says::Silent => 7,
        }
    }
}

/// The reward of Basel 2015: 500 for each point of the score, and the card points of the own party.
fn score_and_card_points(game: &Doppelkopf, state: &State, rewards: &mut Rewards) {
    let returns = game.returns(state);
    for seat in 0..4 {
        let own = |other: &usize| game.allies(state, Seat(seat), Seat(*other as u8));
        let party: u32 = (0..4).filter(own).map(|other| state.points[other] as u32).sum();
        rewards[seat as usize] = 500.0 * returns[Seat(seat)] as f32 + party as f32;
    }
}
