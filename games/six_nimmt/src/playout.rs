//! One random hand as fast as one processor can: the rows live in registers, and the state is written back at the end.
//!
//! Where the machine can find the least of eight numbers in one instruction (SSE 4.1), it finds the row of a card so;
//! elsewhere four comparisons do. Both make the same moves of the same random numbers.

use kibitz_game::{Play, Rng};

use crate::SixNimmt;
use crate::cards::{Cards, FULL, HAND, ROWS};
use crate::phases::finish;
use crate::rules::RowChoice;
use crate::state::{Phase, Row, State};

impl SixNimmt {
    /// Plays at random to the end of the hand; the number of decisions.
    #[inline]
    pub(crate) fn play_out(&self, state: &mut State, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        // A turn that has begun is finished move by move.
        while !state.acting.is_empty() && (state.phase == Phase::Row || state.acting.len() < state.players as u32) {
            let seat = state.acting.first();
            let mv = self.sample_move(state, seat, rng);
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
        if state.acting.is_empty() {
            return plies;
        }
        plies
            + match self.rules.row_choice {
                RowChoice::Player => for_players::<true>(state, rng),
                RowChoice::Cheapest => for_players::<false>(state, rng),
            }
    }
}

/// A hand for each number of players, so that the compiler knows it. `CHOOSE`: rows are chosen, at random.
#[inline]
fn for_players<const CHOOSE: bool>(state: &mut State, rng: &mut Rng) -> u32 {
    match state.players {
        2 => hand::<2, CHOOSE>(state, rng),
        3 => hand::<3, CHOOSE>(state, rng),
        4 => hand::<4, CHOOSE>(state, rng),
        5 => hand::<5, CHOOSE>(state, rng),
        6 => hand::<6, CHOOSE>(state, rng),
        7 => hand::<7, CHOOSE>(state, rng),
        8 => hand::<8, CHOOSE>(state, rng),
        9 => hand::<9, CHOOSE>(state, rng),
        _ => hand::<10, CHOOSE>(state, rng),
    }
}

/// Places of a row in a list of slots: more than it needs, so that a slot is a row in the upper half of a byte.
const PLACES: usize = 16;

/// Bits of a card's key that hold the seat: keys sort by card.
const SEAT_BITS: u32 = 4;

fn hand<const SEATS: usize, const CHOOSE: bool>(state: &mut State, rng: &mut Rng) -> u32 {
    // No hand has more than sixteen places, so that indices below sixteen need no check.
    let mut hands = [[0u8; 16]; SEATS];
    let turns = state.hands[0].len().min(HAND);
    for (seat, places) in hands.iter_mut().enumerate() {
        state.hands[seat].lay_out(turns, places);
    }
    let mut rows = Rows::new(&state.rows);
    let mut penalties = [0u16; 16];
    // The cards of the rows; those behind the end of a row are stale.
    let mut slots = [0u8; ROWS * PLACES];
    for (places, row) in slots.chunks_exact_mut(PLACES).zip(&state.rows) {
        places[..FULL].copy_from_slice(row.places());
    }
    let mut chosen_rows = 0;
    for turn in 0..turns {
        let left = turns - turn;
        // At most ten draws out of ten share a word: 10¹⁰ is below 2³⁴.
        let mut word = rng.next_u64();
        let mut keys = [0u32; SEATS];
        for seat in 0..SEATS {
            let wide = word as u128 * left as u128;
            word = wide as u64;
            let place = (wide >> 64) as usize & 15;
            keys[seat] = (hands[seat][place] as u32) << SEAT_BITS | seat as u32;
            hands[seat][place] = hands[seat][left - 1];
        }
        sort(&mut keys);
        let mut choices = if CHOOSE { rng.next_u64() } else { 0 };
        for key in keys {
            let card = (key >> SEAT_BITS) as u8;
            let placed = rows.place(card, if CHOOSE { Some(choices as u8 & 3) } else { None });
            choices >>= 2;
            penalties[key as usize & 15] += placed.bulls;
            chosen_rows += placed.below as u32;
            slots[placed.slot as usize % slots.len()] = card;
        }
    }
    write_back(state, &rows.lengths(), &slots);
    for seat in 0..SEATS {
        state.penalties[seat] += penalties[seat];
    }
    (turns * SEATS) as u32 + if CHOOSE { chosen_rows } else { 0 }
}

/// The state at the end of the hand: rows, piles and what was played.
#[inline]
fn write_back(state: &mut State, lengths: &[u8; ROWS], slots: &[u8; ROWS * PLACES]) {
    let mut all = state.in_rows();
    for seat in 0..state.seats() {
        all |= state.hands[seat];
        state.played[seat] |= state.hands[seat];
        state.hands[seat] = Cards::EMPTY;
    }
    for row in 0..ROWS {
        let mut own = [0; FULL];
        for place in 0..FULL {
            own[place] = if place < lengths[row] as usize { slots[row * PLACES + place] } else { 0 };
        }
        state.rows[row] = Row::of(own, lengths[row]);
    }
    state.taken |= all - state.in_rows();
    finish(state);
}

/// What became of a card.
struct Placed {
    /// The bulls its player took.
    bulls: u16,
    /// Where it lies now: row × [`PLACES`] + place in the row.
    slot: u8,
    /// Whether it was lower than all ends.
    below: bool,
}

#[cfg(not(target_feature = "sse4.1"))]
use plain::Rows;

#[cfg(target_feature = "sse4.1")]
use sse::Rows;

/// The rows as numbers.
#[cfg(any(test, not(target_feature = "sse4.1")))]
mod plain {
    use super::{FULL, PLACES, Placed, ROWS, Row};
    use crate::cards::bulls;

    pub struct Rows {
        ends: [u32; ROWS],
        lengths: [u8; ROWS],
        bulls: [u32; ROWS],
    }

    impl Rows {
        pub fn new(rows: &[Row; ROWS]) -> Rows {
            Rows {
                ends: rows.map(|row| row.end() as u32),
                lengths: rows.map(|row| row.length() as u8),
                bulls: rows.map(|row| row.bulls() as u32),
            }
        }

        pub fn lengths(&self) -> [u8; ROWS] {
            self.lengths
        }

        /// Places a card; one lower than all ends takes the row of the choice, or the cheapest.
        #[inline(always)]
        pub fn place(&mut self, card: u8, choice: Option<u8>) -> Placed {
            // The number of a row in the low bits makes the topmost the least of equals.
            let gap = |row: usize| (card as u32).wrapping_sub(self.ends[row]) << 2 | row as u32;
            let price = |row: usize| self.bulls[row] << 2 | row as u32;
            let least = |f: &dyn Fn(usize) -> u32| f(0).min(f(1)).min(f(2)).min(f(3));
            let nearest = least(&gap);
            let below = nearest >= 128 << 2;
            let row = match choice {
                _ if !below => nearest & 3,
                Some(row) => row as u32,
                None => least(&price) & 3,
            } as usize;
            let take = below || self.lengths[row] as usize == FULL;
            let taken = if take { self.bulls[row] } else { 0 };
            self.bulls[row] = self.bulls[row] - taken + bulls(card) as u32;
            let place = if take { 0 } else { self.lengths[row] };
            self.lengths[row] = place + 1;
            self.ends[row] = card as u32;
            Placed { bulls: taken as u16, slot: row as u8 * PLACES as u8 + place, below }
        }
    }
}

/// The rows in the low four lanes of a register each.
///
/// Lanes are 16 bits wide because the machine seeks the least of such numbers. All masks come out of byte shuffles, which
/// compilers leave as they are; from comparisons they make masks of another kind that take longer to use.
#[cfg(target_feature = "sse4.1")]
mod sse {
    use std::arch::x86_64::*;

    use super::{FULL, PLACES, Placed, ROWS, Row};
    use crate::cards::BULLS;

    pub struct Rows {
        /// Lanes without a row end above every card, so that none belongs there; a card below all rows is at most 256
        /// below one of them, so that the upper byte of its distance is full.
        ends: __m128i,
        /// The slot of the next card of a row (row × 16 + length), in both bytes of the lane.
        slots: __m128i,
        /// Lanes without a row are dearer than any.
        bulls: __m128i,
    }

    const BEYOND: i16 = 257;

    /// A number in all eight lanes.
    #[derive(Clone, Copy)]
    #[repr(align(16))]
    struct Everywhere([u16; 8]);

    /// Every card, and the bulls of every card.
    static CARD: [Everywhere; 128] = everywhere(false);
    static WORTH: [Everywhere; 128] = everywhere(true);

    const fn everywhere(bulls: bool) -> [Everywhere; 128] {
        let mut table = [Everywhere([0; 8]); 128];
        let mut card = 0;
        while card < table.len() {
            table[card] = Everywhere([if bulls { BULLS[card] as u16 } else { card as u16 }; 8]);
            card += 1;
        }
        table
    }

    impl Everywhere {
        #[inline(always)]
        fn load(&self) -> __m128i {
            // SAFETY: the target has SSE 4.1, as the condition of the module says; the value is aligned.
            unsafe { _mm_load_si128(self.0.as_ptr().cast()) }
        }
    }

    /// Four numbers, and `rest` in the lanes without a row.
    #[inline(always)]
    fn lanes(rows: [u16; ROWS], rest: i16) -> __m128i {
        let [a, b, c, d] = rows.map(|n| n as i16);
        // SAFETY: as above.
        unsafe { _mm_setr_epi16(a, b, c, d, rest, rest, rest, rest) }
    }

    /// A slot in both bytes of the lane of each row.
    #[inline(always)]
    fn both(slots: [usize; ROWS], rest: i16) -> __m128i {
        lanes(slots.map(|slot| slot as u16 * 0x101), rest)
    }

    /// The bits of `a` where the mask is set, those of `b` elsewhere.
    #[inline(always)]
    fn either(mask: __m128i, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b)) }
    }

    impl Rows {
        #[inline(always)]
        pub fn new(rows: &[Row; ROWS]) -> Rows {
            let slot = |row: usize| row * PLACES + rows[row].length();
            Rows {
                ends: lanes(rows.map(|row| row.end() as u16), BEYOND),
                slots: both([0, 1, 2, 3].map(slot), 0),
                bulls: lanes(rows.map(|row| row.bulls() as u16), -1),
            }
        }

        #[inline(always)]
        pub fn lengths(&self) -> [u8; ROWS] {
            // SAFETY: as above.
            let slots = unsafe { _mm_cvtsi128_si64(self.slots) } as u64;
            [0, 16, 32, 48].map(|lane| (slots >> lane) as u8 % PLACES as u8)
        }

        /// Places a card; one lower than all ends takes the row of the choice, or the cheapest.
        #[inline(always)]
        pub fn place(&mut self, card: u8, choice: Option<u8>) -> Placed {
            let here = CARD[card as usize & 127].load();
            let worth = WORTH[card as usize & 127].load();
            let numbers = both([0, 1, 2, 3], 0x0808);
            let first = both([0, 1, 2, 3].map(|row| row * PLACES), 0);
            // SAFETY: as above.
            unsafe {
                // A negative distance is, without its sign, greater than any other.
                let nearest = _mm_minpos_epu16(_mm_sub_epi16(here, self.ends));
                let below = _mm_shuffle_epi8(nearest, _mm_set1_epi8(1));
                let fitting = _mm_shuffle_epi8(nearest, _mm_set1_epi8(2));
                let otherwise = match choice {
                    Some(row) => _mm_set1_epi8(row as i8),
                    None => _mm_shuffle_epi8(_mm_minpos_epu16(self.bulls), _mm_set1_epi8(2)),
                };
                let number = either(below, otherwise, fitting);
                // Full bytes where the index is 0, and where the low half of it is 5.
                let row = _mm_shuffle_epi8(_mm_cvtsi32_si128(0xFF), _mm_xor_si128(number, numbers));
                let full = _mm_shuffle_epi8(_mm_cvtsi64_si128(0xFF << (8 * FULL)), self.slots);
                let take = _mm_and_si128(row, _mm_or_si128(below, full));
                let slots = either(take, first, self.slots);
                // Only the lane of the row is not 0, so that the sum of the bytes is its slot, and the bulls taken.
                let slot = _mm_and_si128(_mm_and_si128(row, slots), _mm_set1_epi16(0xFF));
                let taken = _mm_and_si128(self.bulls, take);
                let sums = _mm_sad_epu8(_mm_unpacklo_epi64(taken, slot), _mm_setzero_si128());
                self.ends = either(row, here, self.ends);
                self.bulls = _mm_add_epi16(_mm_andnot_si128(take, self.bulls), _mm_and_si128(worth, row));
                self.slots = _mm_sub_epi8(slots, row);
                Placed {
                    bulls: _mm_cvtsi128_si32(sums) as u16,
                    slot: _mm_extract_epi16(sums, 4) as u8,
                    below: _mm_cvtsi128_si32(below) & 1 != 0,
                }
            }
        }
    }
}

/// Sorts a few keys by comparisons that do not depend on them.
#[inline(always)]
fn sort<const N: usize>(keys: &mut [u32; N]) {
    for &(a, b) in Network::<N>::PAIRS.pairs() {
        let (x, y) = (keys[a as usize], keys[b as usize]);
        keys[a as usize] = x.min(y);
        keys[b as usize] = x.max(y);
    }
}

/// The comparisons that sort `N` keys.
struct Network<const N: usize>;

impl<const N: usize> Network<N> {
    const PAIRS: Comparisons = Comparisons::sorting(N);
}

/// A sorting network: which places are compared and, if need be, exchanged.
pub(crate) struct Comparisons {
    pairs: [(u8, u8); 32],
    count: usize,
}

impl Comparisons {
    /// Batcher's odd–even merge sort.
    pub(crate) const fn sorting(size: usize) -> Comparisons {
        let mut network = Comparisons { pairs: [(0, 0); 32], count: 0 };
        let mut run = 1;
        while run < size {
            let mut step = run;
            while step >= 1 {
                let mut first = step % run;
                while first + step < size {
                    let mut i = 0;
                    while i < step && first + i + step < size {
                        let (a, b) = (first + i, first + i + step);
                        if a / (2 * run) == b / (2 * run) {
                            network.pairs[network.count] = (a as u8, b as u8);
                            network.count += 1;
                        }
                        i += 1;
                    }
                    first += 2 * step;
                }
                step /= 2;
            }
            run *= 2;
        }
        network
    }

    pub(crate) const fn pairs(&self) -> &[(u8, u8)] {
        self.pairs.split_at(self.count).0
    }
}

#[cfg(test)]
mod tests {
    use kibitz_game::rooms::*;
    use serde_json::json;

    use super::*;

    /// By the principle of zeros and ones a network that sorts all of them sorts everything.
    #[test]
    fn the_networks_sort() {
        for size in 2..=10 {
            let network = Comparisons::sorting(size);
            for bits in 0u32..1 << size {
                let mut keys: Vec<u32> = (0..size).map(|i| bits >> i & 1).collect();
                for &(a, b) in network.pairs() {
                    if keys[a as usize] > keys[b as usize] {
                        keys.swap(a as usize, b as usize);
                    }
                }
                assert!(keys.is_sorted(), "{size} keys, {bits:b}");
            }
        }
        assert_eq!(Comparisons::sorting(5).pairs().len(), 9);
        let mut keys = [9, 3, 7, 1, 8];
        sort(&mut keys);
        assert_eq!(keys, [1, 3, 7, 8, 9]);
    }

    #[test]
    fn registers_place_cards_as_numbers_do() {
        let game = SixNimmt::with_rules(Some("papers"), &serde_json::Map::new()).unwrap();
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let state = game.deal(&Default::default(), &mut rng);
            let (mut fast, mut plain) = (Rows::new(&state.rows), plain::Rows::new(&state.rows));
            let free = game.rules.deck_cards(5) - state.in_rows();
            let mut cards = [0; 128];
            let count = free.spread(&mut cards);
            crate::cards::draw(&mut cards, count, count, &mut rng);
            for &card in &cards[..count] {
                let choice = Some(rng.below(4) as u8).filter(|_| rng.below(2) == 0);
                let (a, b) = (fast.place(card, choice), plain.place(card, choice));
                assert_eq!((a.bulls, a.slot, a.below), (b.bulls, b.slot, b.below));
                assert_eq!(fast.lengths(), plain.lengths());
            }
        }
    }

    /// The same cards in the same order, laid by the rules, end in the same state.
    #[test]
    fn a_playout_ends_where_its_moves_lead() {
        for players in 2..=10 {
            for preset in ["official", "tactics", "papers"] {
                let rules = json!({ "players": players });
                let game = SixNimmt::with_rules(Some(preset), rules.as_object().unwrap()).unwrap();
                let mut rng = Rng::new(players);
                for _ in 0..200 {
                    let mut state = game.deal(&Default::default(), &mut rng);
                    // Some begin in the middle of a turn.
                    for _ in 0..rng.below(12) {
                        let seat = game.to_act(&state).first();
                        let mv = game.sample_move(&state, seat, &mut rng);
                        game.play_unchecked(&mut state, seat, mv);
                    }
                    let before = state.clone();
                    game.playout(&mut state, &mut rng);
                    game.audit(&state).unwrap();
                    assert_eq!(state.phase, Phase::Over);
                    let taken: u32 = state.penalties().iter().map(|&p| p as u32).sum();
                    assert_eq!(taken, state.taken.bulls());
                    let all = |s: &State| {
                        (0..s.seats()).fold(s.taken | s.in_rows(), |all, seat| {
                            all | s.hands[seat] | s.choice(seat).into_iter().collect()
                        })
                    };
                    assert_eq!(all(&before), all(&state), "no card is lost");
                    for seat in 0..before.seats() {
                        let own = before.played[seat] | before.hands[seat] | before.choice(seat).into_iter().collect();
                        assert_eq!(state.played[seat], own);
                    }
                }
            }
        }
    }
}
