//! What networks see. Seats are counted from the viewer, so that one network plays them all.

use kibitz_game::{Block, Encoding, Seat};

use crate::{Agram, State, View};

const CARDS: &str = "card by card";
const OTHERS: [&str; 4] = ["of the seat to play next", "of the one after", "of the third", "of the fourth"];

pub(crate) static ENCODING: Encoding = Encoding {
    state: &[
        Block::new(0, 0, 36, "hand", CARDS),
        Block::new(1, 0, 36, "table", CARDS),
        Block::new(2, 0, 36, "played", CARDS),
        Block::new(3, 0, 36, "played", OTHERS[0]),
        Block::new(4, 0, 36, "played", OTHERS[1]),
        Block::new(5, 0, 36, "played", OTHERS[2]),
        Block::new(6, 0, 36, "played", OTHERS[3]),
        Block::new(7, 0, 4, "lead", "how many seats ago the trick was led, if it was"),
    ],
    action: &[Block::new(0, 0, 36, "card", CARDS)],
    truth: &[
        Block::new(0, 0, 36, "hand", OTHERS[0]),
        Block::new(1, 0, 36, "hand", OTHERS[1]),
        Block::new(2, 0, 36, "hand", OTHERS[2]),
        Block::new(3, 0, 36, "hand", OTHERS[3]),
    ],
    outcomes: &["stakes"],
};

impl Agram {
    /// All seats, from this one on.
    fn round(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.rules.players;
        (0..players).map(move |step| Seat((seat.0 + step) % players))
    }

    pub(crate) fn write_view(&self, view: &View, words: &mut [u64]) {
        words.fill(0);
        let table = self.table(&view.open);
        words[0] = view.hand().0;
        words[1] = table.iter().fold(0, |cards, play| cards | play.1.set().0);
        for (word, seat) in words[2..7].iter_mut().zip(self.round(view.seat)) {
            *word = view.open.played_by(seat).0;
        }
        words[7] = table.first().and_then(|lead| self.round(lead.0).position(|seat| seat == view.seat)).map_or(0, |steps| {
            if steps == 0 { 0 } else { 1 << (steps - 1) }
        });
    }

    pub(crate) fn write_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        words.fill(0);
        for (word, other) in words.iter_mut().zip(self.round(seat).skip(1)) {
            *word = (state.dealt[other.index()] - state.open.played_by(other)).0;
        }
    }
}
