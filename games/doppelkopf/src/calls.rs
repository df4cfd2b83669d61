//! Announcements (§12): what a seat may say now, and what saying it does.

use crate::Doppelkopf;
use crate::cards::{CLUB_QUEEN, kind};
use crate::contracts::Contract;
use crate::moves::{Move, Says};
use crate::state::{Announced, Level, NO_SEAT, Party, Phase, State};

/// Cards in hand with which Re or Kontra is still in time; each further level has one card less.
const FIRST_CALL: u32 = 11;

/// The announcements open to a seat: some levels in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    party: Party,
    /// The lowest level.
    from: u8,
    /// One above the highest.
    to: u8,
}

impl Open {
    pub(crate) const NONE: Open = Open { party: Party::Re, from: 0, to: 0 };

    #[inline(always)]
    pub(crate) const fn count(self) -> u32 {
        (self.to - self.from) as u32
    }

    #[inline(always)]
    pub(crate) const fn nth(self, k: u32) -> Move {
        Move::announce(Level::ALL[(self.from as u32 + k) as usize % 6], self.party)
    }

    pub(crate) fn moves(self) -> impl Iterator<Item = Move> {
        (0..self.count()).map(move |k| self.nth(k))
    }
}

impl Doppelkopf {
    /// What a seat may announce now, on turn or not.
    #[inline(always)]
    pub(crate) fn open_calls(&self, state: &State, seat: usize) -> Open {
        if self.too_late_for_calls(state, seat) {
            return Open::NONE;
        }
        self.open_calls_early(state, seat, state.hands[seat & 3].len() + state.delay())
    }

    /// The latest announcement of all is the reply to "schwarz", with six cards.
    #[inline(always)]
    pub(crate) fn too_late_for_calls(&self, state: &State, seat: usize) -> bool {
        state.hands[seat & 3].len() + state.delay() < FIRST_CALL - Level::Black as u32
    }

    #[inline(never)]
    fn open_calls_early(&self, state: &State, seat: usize, cards: u32) -> Open {
        let silent = state.silent >> seat & 1 != 0;
        if !self.rules.announcements || silent || state.phase != Phase::Play || !state.parties_fixed() {
            return Open::NONE;
        }
        let party = state.party(seat);
        let own = state.announced[party as usize];
        let others = state.announced[party.other() as usize].level as u32;
        let from = own.level as u8 + 1;
        // The lowest level not yet announced must be in time, and with it are all above (§12.4).
        let to = if own.timely && cards + own.level as u32 >= FIRST_CALL {
            if self.rules.skip_levels { Level::Black as u8 + 1 } else { from.min(Level::Black as u8) + 1 }
        } else if self.rules.replies && own.level == Level::None && others > 0 && cards + others >= FIRST_CALL {
            from + 1 // a late reply is Re or Kontra and nothing more (§12.5)
        } else {
            from
        };
        Open { party, from, to: to.max(from) }
    }

    /// What one who is asked may announce: the next level.
    #[inline(never)]
    pub(crate) fn next_call(&self, state: &State, seat: usize) -> Option<Move> {
        self.open_calls(state, seat).moves().next()
    }

    /// After a card the three others are asked, unless it is too late for all of them: nobody has more than one card more.
    #[inline(always)]
    pub(crate) fn ask_after(&self, state: &mut State, seat: u8) {
        (state.asked, state.asking) = (NO_SEAT, 0);
        if state.hands[seat as usize & 3].len() + 1 + state.delay() + state.highest() >= FIRST_CALL {
            self.ask(state, (seat + 1) & 3, 3);
        }
    }

    /// So many seats are asked in turn, beginning with this one, as far as the table sees that they may announce
    /// (§12.9).
    #[inline(never)]
    pub(crate) fn ask(&self, state: &mut State, first: u8, seats: u8) {
        let highest = state.highest();
        let fixed = self.rules.announcements && state.phase == Phase::Play && state.parties_fixed();
        let may = |seat: u8| {
            let cards = state.hands[seat as usize].len() + state.delay();
            fixed && cards + highest >= FIRST_CALL
        };
        let next = (0..seats).map(|i| ((first + i) & 3, seats - i)).find(|&(seat, _)| may(seat));
        (state.asked, state.asking) = next.unwrap_or((NO_SEAT, 0));
    }

    /// Says it: the level counts for the party, and the table learns which that is (§12.8).
    pub(crate) fn announce(&self, state: &mut State, seat: usize, mv: Move) {
        let party = state.party(seat);
        let level = if let Says::Level(level) = mv.says() { level } else { Level::Call };
        let before = state.announced[party as usize];
        let in_time = state.hands[seat].len() + state.delay() >= FIRST_CALL;
        let timely = if before.level > Level::None { before.timely } else { in_time };
        state.announced[party as usize] = Announced { level, timely };
        state.told[party as usize] |= 1 << seat;
        if state.contract == Contract::Normal && party == Party::Kontra {
            state.lacks[seat] |= kind(CLUB_QUEEN);
        }
        state.quiet = false;
        if state.asked == seat as u8 {
            // It is asked again, as long as there is another level.
            let again = self.next_call(state, seat).is_some();
            if again { self.ask(state, seat as u8, 4) } else { self.ask(state, (seat as u8 + 1) & 3, 3) }
        }
    }
}
