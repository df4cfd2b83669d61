//! Many random hands side by side: one lane of a vector is one hand, and every step is the same for all of them.
//!
//! All numbers of a lane are bytes, so that a register of 256 bits holds a row of 32 hands. The loops over lanes are
//! plain arrays that compilers turn into vector instructions, whatever the machine has; without any they are right all
//! the same. A hand is played in the order in which it was dealt, which is as random as drawing from it.

use kibitz_game::{Rng, Seat};

use crate::SixNimmt;
use crate::cards::{BULLS, FULL, HAND, ORDERED, Pile, ROWS, draw};
use crate::playout::Comparisons;
use crate::rules::RowChoice;

/// Hands side by side.
pub(crate) const LANES: usize = 32;

type Bytes = [u8; LANES];
type Keys = [u16; LANES];

/// A card's key: the card above, then the seat, then the bulls. Keys sort by card.
const CARD_SHIFT: u32 = 7;
const SEAT_SHIFT: u32 = 3;

const KEY: [u16; 128] = {
    let mut table = [0; 128];
    let mut card = 0;
    while card < table.len() {
        table[card] = (card as u16) << CARD_SHIFT | BULLS[card] as u16;
        card += 1;
    }
    table
};

/// The cards of all lanes.
struct Deals {
    /// By turn and seat.
    keys: [[Keys; Seat::MAX]; HAND],
    /// The first cards of the rows.
    rows: [Bytes; ROWS],
}

/// No gap is as great: the card is lower than the end of the row.
const NO_GAP: u8 = u8::MAX;

/// The rows of all lanes.
struct Rows {
    ends: [Bytes; ROWS],
    lengths: [Bytes; ROWS],
    bulls: [Bytes; ROWS],
}

impl SixNimmt {
    /// Plays new hands to the end; the sum of the returns of each seat.
    pub(crate) fn play_batch(&self, hands: usize, rng: &mut Rng) -> [i64; Seat::MAX] {
        let players = self.rules.players.count();
        let network = Comparisons::sorting(players);
        let mut pile = ORDERED;
        let size = self.rules.deck_size(players);
        let mut deals = Deals { keys: [[[0; LANES]; Seat::MAX]; HAND], rows: [[0; LANES]; ROWS] };
        let mut sums = [0; Seat::MAX];
        let mut left = hands;
        while left > 0 {
            for lane in 0..LANES {
                // A pile that has been drawn from is as good as a new one.
                draw(&mut pile, size, HAND * players + ROWS, rng);
                deals.set(lane, players, &pile);
            }
            let penalties = match self.rules.row_choice {
                RowChoice::Cheapest => play::<false>(&deals, players, &network, || [0; LANES]),
                RowChoice::Player => play::<true>(&deals, players, &network, || random_rows(rng)),
            };
            let counted = left.min(LANES);
            for (sum, bulls) in sums.iter_mut().zip(&penalties[..players]) {
                *sum -= bulls[..counted].iter().map(|&b| b as i64).sum::<i64>();
            }
            left -= counted;
        }
        sums
    }
}

impl Deals {
    /// Gives a lane its cards: ten for each seat, then the rows.
    #[inline]
    fn set(&mut self, lane: usize, players: usize, pile: &Pile) {
        let (hands, rows) = pile[..HAND * players + ROWS].split_at(HAND * players);
        for (seat, hand) in hands.chunks_exact(HAND).enumerate() {
            for (turn, &card) in hand.iter().enumerate() {
                self.keys[turn][seat][lane] = KEY[card as usize & 127] | (seat as u16) << SEAT_SHIFT;
            }
        }
        for (row, &card) in self.rows.iter_mut().zip(rows) {
            row[lane] = card;
        }
    }
}

/// A row for each lane.
fn random_rows(rng: &mut Rng) -> Bytes {
    let mut rows = [0; LANES];
    for eight in rows.chunks_exact_mut(8) {
        eight.copy_from_slice(&(rng.next_u64() & 0x0303_0303_0303_0303).to_le_bytes());
    }
    rows
}

/// Plays all lanes to the end; the bulls by seat. `CHOOSE`: `choices` says which rows are taken, else the cheapest.
#[inline]
fn play<const CHOOSE: bool>(
    deals: &Deals,
    players: usize,
    network: &Comparisons,
    mut choices: impl FnMut() -> Bytes,
) -> [Bytes; Seat::MAX] {
    let mut rows = Rows::new(&deals.rows);
    let mut penalties = [[0; LANES]; Seat::MAX];
    for turn in &deals.keys {
        let mut keys = *turn;
        for &(a, b) in network.pairs() {
            let (x, y) = (keys[a as usize], keys[b as usize]);
            for lane in 0..LANES {
                keys[a as usize][lane] = x[lane].min(y[lane]);
                keys[b as usize][lane] = x[lane].max(y[lane]);
            }
        }
        for keys in &keys[..players] {
            let taken = rows.place::<CHOOSE>(keys, &if CHOOSE { choices() } else { [0; LANES] });
            let mut seats = [0; LANES];
            for lane in 0..LANES {
                seats[lane] = (keys[lane] >> SEAT_SHIFT) as u8 & 15;
            }
            for (seat, penalties) in penalties[..players].iter_mut().enumerate() {
                for lane in 0..LANES {
                    penalties[lane] += if seats[lane] == seat as u8 { taken[lane] } else { 0 };
                }
            }
        }
    }
    penalties
}

impl Rows {
    fn new(first: &[Bytes; ROWS]) -> Rows {
        let bulls = first.map(|row| row.map(crate::cards::bulls));
        Rows { ends: *first, lengths: [[1; LANES]; ROWS], bulls }
    }

    /// Places a card in every lane; the bulls that are taken.
    #[inline(always)]
    fn place<const CHOOSE: bool>(&mut self, keys: &Keys, choices: &Bytes) -> Bytes {
        let mut taken = [0; LANES];
        for lane in 0..LANES {
            let card = (keys[lane] >> CARD_SHIFT) as u8;
            let worth = keys[lane] as u8 & 7;
            let mut gaps = [0; ROWS];
            let (mut nearest, mut cheapest) = (NO_GAP, u8::MAX);
            let mut prices = [0; ROWS];
            for row in 0..ROWS {
                let end = self.ends[row][lane];
                gaps[row] = if end < card { card - end } else { NO_GAP };
                nearest = nearest.min(gaps[row]);
                // A row has at most 27 bulls; its number in the low bits makes the topmost the least of equals.
                prices[row] = if CHOOSE { row as u8 } else { self.bulls[row][lane] << 2 | row as u8 };
                cheapest = cheapest.min(prices[row]);
            }
            let below = nearest == NO_GAP;
            let (numbers, number) = if CHOOSE { (prices, choices[lane]) } else { (prices, cheapest) };
            let mut bulls = 0;
            for row in 0..ROWS {
                let here = if below { numbers[row] == number } else { gaps[row] == nearest };
                let take = here & (below | (self.lengths[row][lane] == FULL as u8));
                let (old, length) = (self.bulls[row][lane], self.lengths[row][lane]);
                bulls |= if take { old } else { 0 };
                self.bulls[row][lane] = (if take { 0 } else { old }) + if here { worth } else { 0 };
                self.lengths[row][lane] = (if take { 0 } else { length }) + here as u8;
                self.ends[row][lane] = if here { card } else { self.ends[row][lane] };
            }
            taken[lane] = bulls;
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use kibitz_game::rooms::*;
    use serde_json::json;

    use super::*;
    use crate::moves::Move;
    use crate::state::{Phase, State};

    /// A lane's cards as a state, and the bulls when they are laid by the rules in the order of the deal.
    fn by_the_rules(game: &SixNimmt, deals: &Deals, lane: usize, choice: impl Fn(usize, usize) -> u8) -> Vec<u8> {
        let players = game.seats();
        let card = |turn: usize, seat: usize| (deals.keys[turn][seat][lane] >> CARD_SHIFT) as u8;
        let rows = deals.rows.map(|row| crate::state::Row::new(row[lane]));
        let mut state = State::new(players, rows, [0; Seat::MAX]);
        for seat in 0..players {
            state.hands[seat] = (0..HAND).map(|turn| card(turn, seat)).collect();
        }
        for turn in 0..HAND {
            for seat in 0..players {
                game.play(&mut state, Seat(seat as u8), Move::card(card(turn, seat))).unwrap();
            }
            while state.phase == Phase::Row {
                let seat = state.acting.first();
                let own = card(turn, seat.index());
                let place = (0..players).filter(|&s| card(turn, s) < own).count();
                game.play(&mut state, seat, Move::row(choice(turn, place) as usize)).unwrap();
            }
        }
        assert_eq!(state.phase, Phase::Over);
        state.penalties().iter().map(|&p| p as u8).collect()
    }

    #[test]
    fn lanes_play_as_single_hands_do() {
        let mut rng = Rng::new(5);
        for players in 2..=10 {
            for preset in ["official", "tactics", "papers"] {
                let rules = json!({ "players": players });
                let game = SixNimmt::with_rules(Some(preset), rules.as_object().unwrap()).unwrap();
                let mut pile = ORDERED;
                let mut deals = Deals { keys: [[[0; LANES]; Seat::MAX]; HAND], rows: [[0; LANES]; ROWS] };
                for lane in 0..LANES {
                    draw(&mut pile, game.rules.deck_size(players), HAND * players + ROWS, &mut rng);
                    deals.set(lane, players, &pile);
                }
                let choices: Vec<Bytes> = (0..HAND * players).map(|_| random_rows(&mut rng)).collect();
                let mut next = choices.iter();
                let network = Comparisons::sorting(players);
                let found = match game.rules.row_choice {
                    RowChoice::Cheapest => play::<false>(&deals, players, &network, || [0; LANES]),
                    RowChoice::Player => play::<true>(&deals, players, &network, || *next.next().unwrap()),
                };
                for lane in 0..LANES {
                    let wanted = by_the_rules(&game, &deals, lane, |turn, place| choices[turn * players + place][lane]);
                    let found: Vec<u8> = found[..players].iter().map(|bulls| bulls[lane]).collect();
                    assert_eq!(found, wanted, "{preset}, {players} players, lane {lane}");
                }
            }
        }
    }

    #[test]
    fn a_batch_of_any_size_counts_just_its_hands() {
        let game = SixNimmt::with_rules(Some("papers"), &serde_json::Map::new()).unwrap();
        let none = game.playout_batch(0, &mut Rng::new(1)).unwrap();
        assert_eq!(none, [0; Seat::MAX]);
        let one = game.playout_batch(1, &mut Rng::new(1)).unwrap();
        assert!(one[..5].iter().all(|&sum| (-117..=0).contains(&sum)) && one[5..].iter().all(|&sum| sum == 0));
        let all = game.playout_batch(LANES, &mut Rng::new(1)).unwrap();
        let more = game.playout_batch(LANES + 1, &mut Rng::new(1)).unwrap();
        assert!((0..5).all(|seat| (0..=117).contains(&(all[seat] - more[seat]))));
    }
}
