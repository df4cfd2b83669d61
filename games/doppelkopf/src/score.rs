//! What a deal is worth (§13 to §16).

use kibitz_game::Points;

use crate::Doppelkopf;
use crate::cards::CHARLIE;
use crate::state::{Level, NO_SEAT, Party, Phase, State};

/// Everything the result depends on; pairs belong to Re and Kontra.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Card points.
    pub points: [i32; 2],
    /// Announcements.
    pub levels: [Level; 2],
    /// Whether the party has made no trick.
    pub no_trick: [bool; 2],
    /// One against three: no special points, the soloist three times.
    pub solo: bool,
    /// Special points: foxes, Doppelköpfe, Charlie.
    pub extras: [i32; 2],
}

/// Who has won, and what one player of Re and one of Kontra get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Nobody when both parties have promised too much.
    pub winner: Option<Party>,
    /// Points of a player of Re and of one of Kontra.
    pub players: [Points; 2],
}

/// The card points below which the others are to stay by an Absage.
fn promised(level: Level) -> i32 {
    150 - 30 * level as i32
}

impl Tally {
    /// Whether a party has reached what it needs (§13).
    fn has_won(&self, party: Party) -> bool {
        let (own, other) = (party as usize, party.other() as usize);
        match (self.levels[own], self.levels[other]) {
            (Level::Black, _) => self.no_trick[other],
            (level, _) if level >= Level::No90 => self.points[other] < promised(level),
            (_, Level::Black) => !self.no_trick[own],
            (_, level) if level >= Level::No90 => self.points[own] >= promised(level),
            _ => {
                // Half the points are enough for Kontra, unless Kontra alone has called.
                let only_kontra = self.levels == [Level::None, Level::Call];
                let half_is_enough = (party == Party::Kontra) != only_kontra;
                self.points[own] >= if half_is_enough { 120 } else { 121 }
            }
        }
    }

    /// Points for how far a party has beaten the other: below 90, 60, 30, no trick; and against its Absagen (§14.2, §14.5).
    fn beaten(&self, party: Party) -> i32 {
        let (own, other) = (party as usize, party.other() as usize);
        let lost = self.points[other];
        let below = (lost < 90) as i32 + (lost < 60) as i32 + (lost < 30) as i32 + self.no_trick[other] as i32;
        // 120 against "no 90", 90 against "no 60", 60 against "no 30", 30 against "schwarz".
        let absagen = Level::No90 as i32..=self.levels[other] as i32;
        let against = absagen.filter(|&level| self.points[own] >= 180 - 30 * level).count() as i32;
        below + against
    }

    /// The result (§14, §15, §16).
    pub fn value(&self) -> Value {
        let winner = Party::BOTH.into_iter().find(|&p| self.has_won(p));
        let extras = if self.solo { 0 } else { self.extras[0] - self.extras[1] };
        let re = match winner {
            None => self.beaten(Party::Re) - self.beaten(Party::Kontra) + extras,
            Some(party) => {
                let levels = self.levels.map(|level| match level {
                    Level::None => 0,
                    _ => 1 + level as i32, // two for the call, one for each Absage
                });
                let against_the_queens = (party == Party::Kontra && !self.solo) as i32;
                let won = 1 + self.beaten(party) + levels[0] + levels[1] + against_the_queens;
                extras + if party == Party::Re { won } else { -won }
            }
        };
        Value { winner, players: [if self.solo { 3 * re } else { re }, -re] }
    }
}

impl Doppelkopf {
    /// What the result of a state depends on, as far as it has been played.
    pub(crate) fn tally(&self, state: &State) -> Tally {
        let re = state.re();
        let solo = re.count_ones() == 1;
        let of = |seat: usize| (re >> seat & 1 == 0) as usize;
        let mut tally = Tally {
            points: [0; 2],
            levels: state.announced.map(|a| a.level),
            no_trick: [true; 2],
            solo,
            extras: state.extras.map(|n| n as i32),
        };
        for seat in 0..4 {
            tally.points[of(seat)] += state.points[seat] as i32;
            tally.no_trick[of(seat)] &= state.tricks[seat] == 0;
            tally.extras[of(seat)] += state.fat[seat] as i32;
        }
        if solo {
            return tally;
        }
        if state.foxes != 0 {
            for winner in 0..4 {
                let caught = (0..4).filter(|&p| of(p) != of(winner)).map(|p| state.foxes(winner, p)).sum::<u32>();
                tally.extras[of(winner)] += caught as i32;
            }
        }
        if state.phase == Phase::Over && state.last.winner != NO_SEAT {
            let winner = state.last.winner as usize;
            let charlie = |s: usize| state.last.cards.card(s) == Some(CHARLIE);
            tally.extras[of(winner)] += charlie(winner) as i32;
            if self.rules.charlie_caught {
                tally.extras[of(winner)] += (0..4).filter(|&p| of(p) != of(winner) && charlie(p)).count() as i32;
            }
        }
        tally
    }

    /// The points of every seat after a finished deal.
    #[inline]
    pub(crate) fn scores(&self, state: &State) -> [Points; 4] {
        let re = state.re();
        let [for_re, for_kontra] = self.tally(state).value().players;
        [0, 1, 2, 3].map(|s| if re >> s & 1 != 0 { for_re } else { for_kontra })
    }
}
