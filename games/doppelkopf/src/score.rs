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

/// A line of the score sheet: what it is for, which party it speaks for, and how much it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The rule in a few words.
    pub what: &'static str,
    /// The party that gets it.
    pub party: Party,
    /// Points of one player.
    pub worth: i32,
}

/// Special points by their kind (§15.2 to §15.4); pairs belong to Re and Kontra.
#[derive(Clone, Copy, Default)]
struct Specials {
    foxes: [i32; 2],
    fat: [i32; 2],
    charlies: [i32; 2],
    /// Those a position was given, whatever they were for.
    given: [i32; 2],
}

impl Specials {
    fn sum(&self) -> [i32; 2] {
        [0, 1].map(|p| self.foxes[p] + self.fat[p] + self.charlies[p] + self.given[p])
    }

    fn lines(&self) -> impl Iterator<Item = Line> {
        let kinds =
            [("fox", self.foxes), ("Doppelkopf", self.fat), ("Charlie", self.charlies), ("special", self.given)];
        let lines =
            |(what, worth): (_, [i32; 2])| Party::BOTH.map(|party| Line { what, party, worth: worth[party as usize] });
        kinds.into_iter().flat_map(lines).filter(|line| line.worth > 0)
    }
}

/// The places in [`State::foxes`] of foxes that went from the others to these winners, as bits.
static CAUGHT_BY: [u32; 16] = {
    let mut places = [0; 16];
    let mut i = 0;
    while i < 16 * 16 {
        let (winners, winner, player) = (i / 16, i / 4 % 4, i % 4);
        if winners >> winner & 1 > winners >> player & 1 {
            places[winners] |= 3 << (2 * (4 * winner + player));
        }
        i += 1;
    }
    places
};
/// The upper bit of every number in [`State::foxes`].
const PAIRS: u32 = 0xaaaa_aaaa;

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

    /// The card points with which a party would have reached what it needs; none where only tricks count.
    pub fn needed(&self, party: Party) -> Option<i32> {
        match (self.levels[party as usize], self.levels[party.other() as usize]) {
            (Level::Black, _) => None,
            (level, _) if level >= Level::No90 => Some(241 - promised(level)),
            (_, Level::Black) => None,
            (_, level) if level >= Level::No90 => Some(promised(level)),
            _ => {
                let only_kontra = self.levels == [Level::None, Level::Call];
                Some(if (party == Party::Kontra) != only_kontra { 120 } else { 121 })
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

    /// The lines that make up the value, but for special points (§14, §15.1).
    pub fn lines(&self) -> Vec<Line> {
        match Party::BOTH.into_iter().find(|&p| self.has_won(p)) {
            None => Party::BOTH.into_iter().flat_map(|party| self.beaten_lines(party)).collect(),
            Some(party) => {
                let line = |what, worth| Line { what, party, worth };
                let mut lines = vec![line("won", 1)];
                lines.extend(self.beaten_lines(party));
                let words = [
                    ["Re called", "Re said no 90", "Re said no 60", "Re said no 30", "Re said schwarz"],
                    [
                        "Kontra called",
                        "Kontra said no 90",
                        "Kontra said no 60",
                        "Kontra said no 30",
                        "Kontra said schwarz",
                    ],
                ];
                for (level, words) in self.levels.into_iter().zip(words) {
                    let said = words.into_iter().take(level as usize).enumerate();
                    lines.extend(said.map(|(i, what)| line(what, if i == 0 { 2 } else { 1 })));
                }
                if party == Party::Kontra && !self.solo {
                    lines.push(line("against the elders", 1));
                }
                lines
            }
        }
    }

    /// The points of `beaten`, one by one.
    fn beaten_lines(&self, party: Party) -> impl Iterator<Item = Line> {
        let (own, lost) = (self.points[party as usize], self.points[party.other() as usize]);
        let said = self.levels[party.other() as usize];
        let lines = [
            ("below 90", lost < 90),
            ("below 60", lost < 60),
            ("below 30", lost < 30),
            ("no trick", self.no_trick[party.other() as usize]),
            ("120 against no 90", said >= Level::No90 && own >= 120),
            ("90 against no 60", said >= Level::No60 && own >= 90),
            ("60 against no 30", said >= Level::No30 && own >= 60),
            ("30 against schwarz", said >= Level::Black && own >= 30),
        ];
        lines.into_iter().filter(|line| line.1).map(move |(what, _)| Line { what, party, worth: 1 })
    }
}

impl Doppelkopf {
    /// What the result of a state depends on, as far as it has been played.
    pub(crate) fn tally(&self, state: &State) -> Tally {
        let re = state.re();
        let of = |seat: usize| (re >> seat & 1 == 0) as usize;
        let mut tally = Tally {
            points: [0; 2],
            levels: state.announced.map(|a| a.level),
            no_trick: [true; 2],
            solo: re.count_ones() == 1,
            extras: self.specials(state).sum(),
        };
        for seat in 0..4 {
            tally.points[of(seat)] += state.points[seat] as i32;
            tally.no_trick[of(seat)] &= state.tricks[seat] == 0;
        }
        tally
    }

    /// The special points so far; there are none in a solo (§16.1).
    #[inline]
    fn specials(&self, state: &State) -> Specials {
        let re = state.re();
        let of = |seat: usize| (re >> seat & 1 == 0) as usize;
        let mut specials = Specials::default();
        if re.count_ones() == 1 {
            return specials;
        }
        specials.given = state.extras.map(|n| n as i32);
        for seat in 0..4 {
            specials.fat[of(seat)] += state.fat[seat] as i32;
        }
        specials.foxes = [re, !re].map(|winners| {
            let caught = state.foxes & CAUGHT_BY[winners as usize & 15];
            (caught.count_ones() + (caught & PAIRS).count_ones()) as i32
        });
        if state.phase == Phase::Over && state.last.winner != NO_SEAT {
            let winner = state.last.winner as usize;
            let charlie = |s: usize| state.last.cards.card(s) == Some(CHARLIE);
            specials.charlies[of(winner)] += charlie(winner) as i32;
            if self.rules.charlie_caught {
                specials.charlies[of(winner)] += (0..4).filter(|&p| of(p) != of(winner) && charlie(p)).count() as i32;
            }
        }
        specials
    }

    /// The score sheet of a finished deal, line by line.
    pub(crate) fn score_sheet(&self, state: &State) -> Vec<Line> {
        let mut lines = self.tally(state).lines();
        lines.extend(self.specials(state).lines());
        lines
    }

    /// The points of every seat after a finished deal.
    #[inline]
    pub(crate) fn scores(&self, state: &State) -> [Points; 4] {
        let re = state.re();
        let [for_re, for_kontra] = self.tally(state).value().players;
        [0, 1, 2, 3].map(|s| if re >> s & 1 != 0 { for_re } else { for_kontra })
    }
}
