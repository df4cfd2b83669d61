//! What networks see of a hand: words of bits. Rows are taken by their ends, lowest first: in which order they lie does
//! not matter to the game (but for the cheapest row of the papers, and then only between equals). There are no suits
//! that could be permuted.

use kibitz_game::{Block, Encode, Encoding, Seat, reached};

use crate::SixNimmt;
use crate::cards::{Cards, ROWS, bulls};
use crate::moves::{Move, Says};
use crate::state::{Phase, Row, State};
use crate::worlds::View;

const LOW: &str = "cards 1 to 63 by their numbers";
const HIGH: &str = "cards 64 to 104";
const BULLS: &str = "at least 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20 bulls";
const PENALTY: &str = "at least 1, 3, 5, 8, 11, 15, 20, 25, 30, 40 bulls";
const GAP: &str = "at least 1, 2, 3, 4, 6, 8, 12, 16 unseen cards";

/// A row: its end in two words, and in the second above the cards its length, its bulls and the gap above it.
const fn row(number: usize, names: [&'static str; 5]) -> [Block; 5] {
    let word = 4 + 2 * number;
    [
        Block::new(word, 0, 64, names[0], LOW),
        Block::new(word + 1, 0, 41, names[1], HIGH),
        Block::new(word + 1, 41, 5, names[2], "1 to 5 cards"),
        Block::new(word + 1, 46, 12, names[3], BULLS),
        Block::new(word + 1, 58, 6, names[4], "at least 1, 2, 3, 4, 6, 8 unseen cards up to the next end"),
    ]
}

const STATE: [Block; 33] = {
    let rows = [
        row(0, ["end 1 low", "end 1 high", "length 1", "bulls 1", "gap 1"]),
        row(1, ["end 2 low", "end 2 high", "length 2", "bulls 2", "gap 2"]),
        row(2, ["end 3 low", "end 3 high", "length 3", "bulls 3", "gap 3"]),
        row(3, ["end 4 low", "end 4 high", "length 4", "bulls 4", "gap 4"]),
    ];
    let mut all = [Block::new(0, 0, 64, "hand low", LOW); 33];
    all[1] = Block::new(1, 0, 41, "hand high", HIGH);
    all[2] = Block::new(2, 0, 64, "unseen low", LOW);
    all[3] = Block::new(3, 0, 41, "unseen high", HIGH);
    let mut i = 0;
    while i < 20 {
        all[4 + i] = rows[i / 5][i % 5];
        i += 1;
    }
    all[24] = Block::new(12, 0, 64, "shown low", "cards of this turn that are not placed yet, 1 to 63");
    all[25] = Block::new(13, 0, 41, "shown high", "cards of this turn that are not placed yet, 64 to 104");
    all[26] = Block::new(13, 41, 1, "row", "the viewer takes a row");
    all[27] = Block::new(13, 42, 10, "cards", "1 to 10 cards in hand");
    all[28] = Block::new(13, 52, 9, "players", "2 to 10 players");
    all[29] = Block::new(14, 0, 10, "penalty own", PENALTY);
    all[30] = Block::new(14, 10, 10, "penalty least", "of the other with the fewest: at least 1, 3, 5 … 40 bulls");
    all[31] = Block::new(14, 20, 10, "penalty most", "of the other with the most: at least 1, 3, 5 … 40 bulls");
    all[32] = Block::new(14, 30, 14, "total own", "bulls of the match at least 5, 10 … 70");
    all
};

const ACTION: &[Block] = &[
    Block::new(0, 0, 64, "card low", LOW),
    Block::new(1, 0, 41, "card high", HIGH),
    Block::new(1, 41, 5, "onto", "below all ends, the rows by their ends"),
    Block::new(1, 46, 6, "makes", "the row has 2 to 5 cards, or is taken; 1 for a card below all ends"),
    Block::new(2, 0, 8, "gap", GAP),
    Block::new(2, 8, 12, "bulls", BULLS),
    Block::new(2, 20, 4, "takes row", "the rows by their ends"),
    Block::new(2, 24, 10, "place", "the card's place in the hand, lowest first"),
    Block::new(2, 34, 5, "own bulls", "a card of 1, 2, 3, 5, 7 bulls"),
];

const fn hand(seat: usize, names: [&'static str; 2]) -> [Block; 2] {
    [Block::new(2 * seat, 0, 64, names[0], LOW), Block::new(2 * seat + 1, 0, 41, names[1], HIGH)]
}

const TRUTH: [Block; 20] = {
    let hands = [
        hand(0, ["hand 0 low", "hand 0 high"]),
        hand(1, ["hand 1 low", "hand 1 high"]),
        hand(2, ["hand 2 low", "hand 2 high"]),
        hand(3, ["hand 3 low", "hand 3 high"]),
        hand(4, ["hand 4 low", "hand 4 high"]),
        hand(5, ["hand 5 low", "hand 5 high"]),
        hand(6, ["hand 6 low", "hand 6 high"]),
        hand(7, ["hand 7 low", "hand 7 high"]),
        hand(8, ["hand 8 low", "hand 8 high"]),
        hand(9, ["hand 9 low", "hand 9 high"]),
    ];
    let mut all = [hands[0][0]; 20];
    let mut i = 0;
    while i < 20 {
        all[i] = hands[i / 2][i % 2];
        i += 1;
    }
    all
};

/// What networks see.
pub static ENCODING: Encoding = Encoding {
    state: &STATE,
    action: ACTION,
    truth: &TRUTH,
    outcomes: &["bulls of viewer / 10", "mean bulls of the others / 10", "share of the others with more bulls"],
};

fn price(row: &Row) -> u64 {
    reached(row.bulls() as i32, &[2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20])
}

fn penalty(bulls: u16) -> u64 {
    reached(bulls as i32, &[1, 3, 5, 8, 11, 15, 20, 25, 30, 40])
}

fn write_cards(cards: Cards, words: &mut [u64]) {
    words[0] = cards.0 as u64;
    words[1] = (cards.0 >> 64) as u64;
}

/// The rows by their ends, lowest first.
fn by_end(state: &State) -> [usize; ROWS] {
    let mut order = [0, 1, 2, 3];
    order.sort_unstable_by_key(|&row| state.rows[row].end());
    order
}

impl Encode for SixNimmt {
    fn encoding(&self) -> &'static Encoding {
        &ENCODING
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        let state = &view.known;
        let me = view.seat.index();
        let order = by_end(state);
        write_cards(view.hand(), words);
        write_cards(view.unseen, &mut words[2..]);
        for (place, &row) in order.iter().enumerate() {
            let words = &mut words[4 + 2 * place..];
            let row = &state.rows[row];
            let next = order.get(place + 1).map_or(105, |&next| state.rows[next].end());
            let gap = (view.unseen.0 & Cards::between(row.end(), next).0).count_ones() as i32;
            write_cards(Cards::of(row.end()), words);
            words[1] |= 1 << (40 + row.length()) | price(row) << 46 | reached(gap, &[1, 2, 3, 4, 6, 8]) << 58;
        }
        let shown = (0..state.seats()).filter(|_| state.is_shown()).filter_map(|seat| state.choice(seat)).collect();
        write_cards(shown, &mut words[12..]);
        words[13] |= ((state.phase == Phase::Row && state.acting.has(view.seat)) as u64) << 41;
        words[13] |= (1u64 << view.hand().len()) >> 1 << 42 | 1 << (50 + state.seats());
        let others = || view.others().map(|seat| state.penalties[seat]);
        words[14] = penalty(state.penalties[me])
            | penalty(others().min().unwrap_or(0)) << 10
            | penalty(others().max().unwrap_or(0)) << 20
            | reached(state.totals[me] as i32, &[5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70]) << 30;
    }

    fn encode_move(&self, view: &View, mv: Move, words: &mut [u64]) {
        let state = &view.known;
        let order = by_end(state);
        let place_of = |row: usize| order.iter().position(|&r| r == row).expect("every row is in the order");
        words.fill(0);
        match mv.says() {
            Says::Card(card) => {
                write_cards(Cards::of(card), words);
                let onto = state.row_for(card);
                let (below, makes) = onto.map_or((0, 1), |row| (state.rows[row].end(), state.rows[row].length() + 1));
                let gap = (view.unseen.0 & Cards::between(below, card).0).count_ones() as i32;
                words[1] |= 1 << (41 + onto.map_or(0, |row| place_of(row) + 1)) | 1 << (45 + makes);
                let prices = onto.map_or(0, |row| price(&state.rows[row]));
                let lower = (view.hand().0 & Cards::between(0, card).0).count_ones();
                let own = [1, 2, 3, 5, 7].iter().position(|&b| b == bulls(card)).unwrap_or(0);
                words[2] = reached(gap, &[1, 2, 3, 4, 6, 8, 12, 16])
                    | prices << 8
                    | 1 << (24 + lower.min(9))
                    | 1 << (34 + own);
            }
            Says::Row(row) => words[2] = price(&state.rows[row]) << 8 | 1 << (20 + place_of(row)),
            Says::Nothing => {}
        }
    }

    /// The hands from the seat on, a chosen card included.
    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        words.fill(0);
        for i in 0..state.seats() {
            let s = (seat.index() + i) % state.seats();
            let chosen: Cards = state.choice(s).into_iter().collect();
            write_cards(state.hands[s] | chosen, &mut words[2 * i..]);
        }
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        let own = state.penalties[seat.index()];
        let others = || (0..state.seats()).filter(|&s| s != seat.index()).map(|s| state.penalties[s]);
        let count = (state.seats() - 1) as f32;
        numbers[0] = own as f32 / 10.0;
        numbers[1] = others().map(f32::from).sum::<f32>() / count / 10.0;
        numbers[2] = others().filter(|&bulls| bulls > own).count() as f32 / count;
    }
}
