//! What searches, comparisons and levels of play want to know: rewards, values of unfinished deals, the best players.

use kibitz_game::{Agent, Decision, Error, Hints, Level, Play, RewardFn, Rewards, Rig, Spec, Worlds};

use crate::SixNimmt;
use crate::bots;
use crate::moves::{Move, Says};
use crate::rigs;
use crate::rules::{Deck, RowChoice};
use crate::state::State;
use crate::worlds::View;

impl Hints for SixNimmt {
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;

    /// Rotations: everyone plays every hand, and who sits beside whom does not matter.
    fn seatings_of(&self, players: &[u8]) -> Vec<Vec<u8>> {
        let mut all: Vec<_> = (0..players.len()).map(|by| [&players[by..], &players[..by]].concat()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn decision(&self, view: &View) -> Decision {
        let mut moves = Vec::new();
        self.view_legal(view, &mut moves);
        if moves.iter().any(|m| matches!(m.says(), Says::Row(_))) { Decision::Gift } else { Decision::Play }
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["bulls"]
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<SixNimmt>> {
        (name == "bulls").then_some(fewest_bulls as RewardFn<SixNimmt>)
    }

    fn best(&self) -> [&'static str; 3] {
        // The network knows its own number of players only; with others, rollouts are better (docs/methods/networks-six-nimmt.md).
        match (self.rules.players.count(), self.rules.row_choice, self.rules.deck) {
            (4, RowChoice::Player, Deck::Full) => ["net(six_nimmt)"; 3],
            _ => ["mc(20ms, select=ucb(1))", "mc(200ms, select=ucb(1))", "mc(2s, select=ucb(1))"],
        }
    }

    fn levels(&self) -> [Level; 5] {
        // Where there is no network, many more trials stand in for it.
        let (strongest, help) = match self.best()[2] {
            net @ "net(six_nimmt)" => (net, "has played a lot against itself"),
            _ => ("mc(100000, select=ucb(1))", "tries its cards a hundred thousand times"),
        };
        Level::list([
            ("closest", "lays the card nearest above a row that has room and does not count what may come between"),
            ("rules", "counts the cards that may come between and lays what is least likely to cost something"),
            ("mc(1000, select=ucb(1))", "tries its cards a thousand times before it lays one"),
            ("mc(10000, select=ucb(1))", "tries its cards ten thousand times"),
            (strongest, help),
        ])
    }

    fn default_reward(&self) -> &'static str {
        "bulls/10"
    }

    fn so_far(&self, view: &View) -> f32 {
        view.known.penalties[view.seat.index()] as f32 / -10.0
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<SixNimmt>>, Error>> {
        bots::build(spec)
    }

    fn rigs(&self) -> &'static [&'static str] {
        &rigs::KINDS
    }

    /// Rows are no cards: there a rig changes nothing.
    fn rig(&self, spec: &Spec) -> Result<Rig<SixNimmt>, Error> {
        let rig = rigs::Rig::read(spec)?;
        Ok(Box::new(move |_, view, moves, p| {
            let card = |mv: &Move| if let Says::Card(card) = mv.says() { Some(card) } else { None };
            if let Some(cards) = moves.iter().map(card).collect::<Option<Vec<u8>>>() {
                rig.change(view, &cards, p);
            }
        }))
    }

    fn kind(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Row(_)) as u32
    }
}

/// Bulls taken, as a loss.
fn fewest_bulls(game: &SixNimmt, state: &State, rewards: &mut Rewards) {
    for (reward, &points) in rewards.iter_mut().zip(game.returns(state).as_slice()) {
        *reward = points as f32;
    }
}
