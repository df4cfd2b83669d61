//! Re-determinizing at the acting seat: what others choose is judged in worlds of their own.
//!
//! All worlds of a search have one thing in common, the cards of the searching seat, and so the others of its tree play as
//! if they knew them. Here every second iteration is a dream of another seat: when that seat is first to act, the world is
//! drawn anew from what *it* sees, the searching seat's cards with the rest, and of what follows only that seat learns.
//! From the iterations between, only the searching seat learns. (Cowling, Whitehouse and Powley 2015; Goodman 2019.)

use kibitz_game::{Game, Rng, Seat, SeatSet};

use super::backup::Path;

/// Whose iteration it is.
#[derive(Default)]
pub struct Dream {
    count: u64,
    dreamer: Option<Seat>,
    asleep: bool,
}

impl Dream {
    /// The next iteration; seats other than the searching one take turns in dreaming every second one.
    pub fn next(&mut self, me: Seat, seats: usize) {
        self.count += 1;
        self.asleep = false;
        let turn = (self.count / 2 % (seats as u64 - 1)) as usize;
        let other = Seat(((me.index() + 1 + turn) % seats) as u8);
        self.dreamer = self.count.is_multiple_of(2).then_some(other);
    }

    /// Whether the searching seat's cards are a guess by now.
    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Seats are about to act: draws the dreamer's world when it is among them. Whether the tree ends here: it does not
    /// know what the searching seat would do with cards that it does not hold.
    pub fn enter<G: Game>(
        &mut self,
        game: &G,
        me: Seat,
        acting: SeatSet,
        state: &mut G::State,
        path: &mut Path,
        rng: &mut Rng,
    ) -> bool {
        if let Some(dreamer) = self.dreamer.filter(|&dreamer| !self.asleep && acting.has(dreamer)) {
            *state = game.sample(&game.view(state, dreamer), rng);
            path.clear();
            self.asleep = true;
        }
        self.asleep && acting == me.set()
    }

    /// Leaves in the path what the one learns whose iteration it was.
    pub fn wake(&self, me: Seat, path: &mut Path) {
        path.keep_only(self.dreamer.filter(|_| self.asleep).unwrap_or(me));
    }
}
