//! What searches, comparisons and levels of play want to know: rewards and values of its own, states without their past,
//! the best players.

use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::{Agent, CardSet, Decision, Error, Hints, Level, RewardFn, Rewards, Seat, Spec};

use crate::Tichu;
use crate::bots;
use crate::cards::{SUITED, flush_starts, points};
use crate::moves::{Move, Says};
use crate::state::{Phase, State};
use crate::worlds::{View, ranks_only};

/// Two networks together; once few enough cards are hidden, what the first of them would win in worlds inferred from
/// the play. With more cards hidden the walkers do not arrive where the truth is (docs/methods/inference.md).
macro_rules! searched {
    ($nets:literal, plays $plays:literal, believes $believes:literal, $trials:literal, $worlds:literal, $when:literal) => {
        concat!(
            "split(net(",
            $nets,
            "), halving(net(",
            $nets,
            "), ",
            $trials,
            ", reward=margin/100, rollout=net(",
            $plays,
            "), top=4, trust=15, within=0.5, worlds=inferred(net(",
            $believes,
            "), net(",
            $plays,
            ", pick=boltzmann(0.02)), ",
            $worlds,
            ")), ",
            $when,
            ")"
        )
    };
}

/// The best players for 20 ms, 200 ms and 2 s a move; they take some 4 and 40 ms.
const BEST: [&str; 3] = {
    const QUICK: &str =
        searched!("tichu, tichu-seed2", plays "tichu", believes "tichu", "200", "asks=1500, walkers=40", "hidden<=14");
    const SLOW: &str =
        searched!("tichu, tichu-seed2", plays "tichu", believes "tichu", "300", "asks=5000, walkers=75", "hidden<=20");
    [QUICK, SLOW, SLOW]
};

/// The same where every decision is which cards to play.
const BEST_OF_PLAYS: [&str; 3] = {
    const QUICK: &str = searched!("tichu-epfl2017, tichu-epfl2017-improved", plays "tichu-epfl2017", believes "tichu-epfl2017-improved",
        "200", "asks=1500, walkers=40", "hidden<=12");
    const SLOW: &str = searched!("tichu-epfl2017, tichu-epfl2017-improved", plays "tichu-epfl2017", believes "tichu-epfl2017-improved",
        "300", "asks=5000, walkers=75", "hidden<=20");
    [QUICK, SLOW, SLOW]
};

/// EPFL 2017's ranking: 1 for a double win, −1 for a double loss, ½ for the team of the first out, else 0.
fn rank(_game: &Tichu, state: &State, rewards: &mut Rewards) {
    let first = state.out[0] & 1;
    let (winner, loser) = if state.double_win() { (1.0, -1.0) } else { (0.5, 0.0) };
    for (seat, reward) in rewards.iter_mut().enumerate().take(4) {
        *reward = if seat as u8 & 1 == first { winner } else { loser };
    }
}

/// Cards of 14 that a seat has shed.
fn cards_shed(_game: &Tichu, state: &State, rewards: &mut Rewards) {
    for seat in 0..4 {
        rewards[seat] = 14.0 - state.hands[seat].len() as f32;
    }
}

fn hand_digest(hand: CardSet) -> u64 {
    if flush_starts(hand.0 & SUITED.0) == 0 { ranks_only(Move(hand.0)) } else { hand.0 | 1 << 63 }
}

/// The points taken. They are a team's for good once no last place can move them: those of a seat that is out, and
/// of one whose partner was the first out, for then they would fall to its own team.
fn points_digest(state: &State) -> u64 {
    let mut settled = [0; 2];
    let mut loose = [0; 4];
    for seat in 0..4 {
        let taken = points(state.piles[seat]);
        let first = state.out_count > 0 && (state.out[0] as usize ^ seat) & 1 == 0;
        if state.active >> seat & 1 == 0 || first {
            settled[seat & 1] += taken;
        } else {
            loose[seat] = taken;
        }
    }
    let [a, b] = settled;
    let [c, d, e, f] = loose;
    bytes(&[a, b, c, d, e, f, points(state.trick)].map(|points| points as u8))
}

fn bytes(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |word, &byte| word << 8 | byte as u64)
}

/// Every bit of both moves every bit of the result.
fn fold(digest: u64, word: u64) -> u64 {
    let product = (digest ^ word) as u128 * 0xa076_1d64_78bd_642f;
    (product >> 64) as u64 ^ product as u64
}

impl Hints for Tichu {
    const BOTS: &'static [(&'static str, &'static str)] = bots::BOTS;

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Tichu>>, Error>> {
        bots::build(spec)
    }

    fn kind(&self, mv: Move) -> u32 {
        match mv.says() {
            Says::Play => mv.kind() as u32,
            Says::Pass => 8,
            Says::Decline => 9,
            Says::Tichu => 10,
            Says::Grand => 11,
            Says::NoGrand => 12,
            Says::Wish(_) => 13,
            Says::Gift(_) => 14,
            Says::Give { .. } => 15,
        }
    }

    fn is_bet(&self, mv: Move) -> bool {
        mv == Move::TICHU || mv == Move::GRAND
    }

    fn chooses_hidden(&self, state: &State, _seat: Seat) -> bool {
        state.phase == Phase::Exchange
    }

    fn decision(&self, view: &View) -> Decision {
        match view.known.phase {
            Phase::Grand => Decision::Call,
            Phase::Exchange => Decision::Exchange,
            Phase::Wish => Decision::Wish,
            Phase::Dragon if view.known.asking == 0 => Decision::Gift,
            _ => Decision::Play,
        }
    }

    fn own_reward(&self, name: &str) -> Option<RewardFn<Tichu>> {
        (name == "rank").then_some(rank as RewardFn<Tichu>)
    }

    fn own_rewards(&self) -> &'static [&'static str] {
        &["rank"]
    }

    fn best(&self) -> [&'static str; 3] {
        if self.only_plays() { BEST_OF_PLAYS } else { BEST }
    }

    fn levels(&self) -> [Level; 5] {
        let [club, strong, strongest] = if self.only_plays() {
            ["net(tichu-epfl2017-small, pick=boltzmann(0.05))", "net(tichu-epfl2017)", BEST_OF_PLAYS[2]]
        } else {
            ["decide(net(tichu-small, pick=boltzmann(0.05)), call=rules)", "net(tichu)", BEST[2]]
        };
        Level::list([
            ("beginner", "leads card by card, lays on everything it can and is soon out of high cards"),
            (
                "rules",
                "knows the first principles: sheds low cards, keeps combinations together, calls on strong hands",
            ),
            (club, "has played a lot against itself; slips where a slip costs little"),
            (strong, "has played a lot against itself, and does not slip"),
            (strongest, "two that have played a lot; they infer the hidden hands from the play and search the end"),
        ])
    }

    /// Points decide a round: worth 24 ± 8 points per round over `rank` at 1,000 iterations (docs/methods/search.md).
    fn default_reward(&self) -> &'static str {
        "margin/200"
    }

    fn leaf_values(&self) -> &'static [&'static str] {
        &["hand"]
    }

    fn leaf_value(&self, name: &str) -> Option<RewardFn<Tichu>> {
        (name == "hand").then_some(cards_shed as RewardFn<Tichu>)
    }

    /// What can still come of a state: hands by rank unless a straight flush makes suits matter, what lies on the table,
    /// whose turn it is, and of the tricks won their points.
    fn digest(&self, state: &State) -> u64 {
        if matches!(state.phase, Phase::Grand | Phase::Exchange | Phase::Wish) {
            let mut hasher = DefaultHasher::new();
            state.hash(&mut hasher);
            return hasher.finish();
        }
        let mut digest = 0x9e37_79b9_7f4a_7c15;
        for hand in state.hands {
            digest = fold(digest, hand_digest(hand));
        }
        // A wish that nobody can fulfil any more is none.
        let wish = if state.hands.iter().any(|hand| hand.meets(state.wish)) { state.wish } else { CardSet::EMPTY };
        digest = fold(digest, wish.0);
        digest = fold(digest, points_digest(state));
        let top = state.top;
        let table = [top.play.kind() as u8, top.play.height(), top.play.size() as u8, top.doubled];
        digest =
            fold(digest, bytes(&[table[0], table[1], table[2], table[3], state.open as u8, state.asking, state.owner]));
        let calls = state.calls.iter().fold(0, |all, &call| all << 2 | call as u8);
        let [first, second, third] = state.out;
        digest = fold(digest, bytes(&[state.phase as u8, state.turn, first, second, third, calls]));
        fold(digest, state.acting.0 as u64)
    }
}
