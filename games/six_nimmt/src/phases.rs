//! The course of a hand: deal, choice, placing in ascending order, the choice of a row, the score.

use kibitz_game::{Outcome, Play, Points, Returns, Rng, Seat, SeatSet};

use crate::SixNimmt;
use crate::cards::{BULLS, Cards, FULL, HAND, ORDERED, ROWS, draw};
use crate::moves::{Move, Says};
use crate::rules::RowChoice;
use crate::state::{NO_CARD, Phase, Row, State};

/// The match so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// How many play; 0 before the first hand.
    pub players: u8,
    /// The bulls of every seat.
    pub totals: [u16; Seat::MAX],
}

/// The most bulls of a hand: ten rows of five, the dearest cards of the deck.
const MOST_BULLS: Points = {
    let mut by_bulls = [0; 8];
    let mut card = 0;
    while card < BULLS.len() {
        by_bulls[BULLS[card] as usize] += 1;
        card += 1;
    }
    let (mut left, mut sum, mut bulls) = (HAND * FULL, 0, 7);
    while bulls > 0 {
        let count = if by_bulls[bulls] < left { by_bulls[bulls] } else { left };
        sum += count * bulls;
        left -= count;
        bulls -= 1;
    }
    sum as Points
};

impl Play for SixNimmt {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    fn seats(&self) -> usize {
        self.rules.players.count()
    }

    #[inline]
    fn seats_at(&self, state: &State) -> usize {
        state.seats()
    }

    fn bounds(&self) -> (Points, Points) {
        (-MOST_BULLS, 0)
    }

    /// Shuffles and deals (§2.1).
    #[inline]
    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        let players = match standing.players {
            0 => self.rules.players.count(),
            players => players as usize,
        };
        let mut pile = ORDERED;
        draw(&mut pile, self.rules.deck_size(players), HAND * players + ROWS, rng);
        let rows = [0, 1, 2, 3].map(|row| Row::new(pile[HAND * players + row]));
        let mut state = State::new(players, rows, standing.totals);
        for (hand, cards) in state.hands.iter_mut().zip(pile.chunks_exact(HAND)).take(players) {
            *hand = cards.iter().copied().collect();
        }
        state
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.acting
    }

    // ------------------------------------------------------------------------------------ moves

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if !state.acting.has(seat) {
            return;
        }
        match state.phase {
            Phase::Choose => out.extend(state.hands[seat.index()].iter().map(Move::card)),
            Phase::Row => out.extend((0..ROWS).map(Move::row)),
            Phase::Over => {}
        }
    }

    #[inline]
    fn sample_move(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        match state.phase {
            Phase::Row => Move::row(rng.below(ROWS as u32) as usize),
            _ => Move::card(state.hands[seat.index()].random(rng)),
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        match mv.says() {
            Says::Card(card) => {
                let i = seat.index();
                state.hands[i] = state.hands[i] - Cards::of(card);
                state.chosen[i] = card;
                state.acting = state.acting.without(seat);
                if state.acting.is_empty() {
                    show(state);
                    self.place_all(state);
                }
            }
            Says::Row(row) => {
                take(state, seat.index(), row);
                self.place_all(state);
            }
            Says::Nothing => {}
        }
    }

    #[inline]
    fn playout(&self, state: &mut State, rng: &mut Rng) -> u32 {
        self.play_out(state, rng)
    }

    fn playout_batch(&self, deals: usize, rng: &mut Rng) -> Option<[i64; Seat::MAX]> {
        Some(self.play_batch(deals, rng))
    }

    fn returns(&self, state: &State) -> Returns {
        let bulls = state.penalties.map(|bulls| -(bulls as Points));
        Returns::new(&bulls[..state.seats()])
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Card(_)) as u32
    }

    // ------------------------------------------------------------------------------------ the match

    fn standing_after(&self, state: &State) -> Standing {
        let mut totals = state.totals;
        for (total, penalty) in totals.iter_mut().zip(state.penalties) {
            *total = total.saturating_add(penalty);
        }
        Standing { players: state.players, totals }
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        match standing.players {
            0 => Outcome::Open,
            players => self.outcome_of(&standing.totals[..players as usize]),
        }
    }
}

impl SixNimmt {
    /// Places the shown cards in ascending order until none is left or a row must be chosen (§3.3).
    fn place_all(&self, state: &mut State) {
        loop {
            let open = (0..state.seats()).filter(|&seat| state.chosen[seat] != NO_CARD);
            let Some(seat) = open.min_by_key(|&seat| state.chosen[seat]) else {
                return next_turn(state);
            };
            let card = state.chosen[seat];
            match state.row_for(card) {
                Some(row) if state.rows[row].is_full() => take(state, seat, row),
                Some(row) => {
                    state.rows[row].push(card);
                    state.chosen[seat] = NO_CARD;
                }
                None if self.rules.row_choice == RowChoice::Cheapest => take(state, seat, state.cheapest_row()),
                None => {
                    state.phase = Phase::Row;
                    state.acting = Seat(seat as u8).set();
                    return;
                }
            }
        }
    }

    /// Whether the match is over (§8.1), and who has the fewest bulls.
    pub(crate) fn outcome_of(&self, totals: &[u16]) -> Outcome {
        let most = totals.iter().copied().max().unwrap_or(0);
        let reached = if self.rules.limit_strict { most > self.rules.limit } else { most >= self.rules.limit };
        if self.rules.in_match && !reached {
            return Outcome::Open;
        }
        let fewest = totals.iter().copied().min().unwrap_or(0);
        let winners = (0..totals.len()).filter(|&seat| totals[seat] == fewest);
        Outcome::Over(winners.fold(SeatSet::EMPTY, |set, seat| set.with(Seat(seat as u8))))
    }
}

/// All have chosen: the cards are turned over.
fn show(state: &mut State) {
    for seat in 0..state.seats() {
        let card = Cards::of(state.chosen[seat]);
        state.turn |= card;
        state.played[seat] |= card;
    }
}

/// The seat takes a row and begins it anew with its card (§5.4, §6.2).
fn take(state: &mut State, seat: usize, row: usize) {
    let cards = state.rows[row].set();
    state.penalties[seat] += state.rows[row].bulls() as u16;
    state.taken |= cards;
    state.unnoticed |= cards & state.turn;
    state.rows[row] = Row::new(state.chosen[seat]);
    state.chosen[seat] = NO_CARD;
}

/// All cards of the turn lie in rows: the next turn, or the end (§7.1).
fn next_turn(state: &mut State) {
    state.turn = Cards::EMPTY;
    if state.hands[0].is_empty() {
        finish(state);
    } else {
        state.phase = Phase::Choose;
        state.acting = SeatSet::all(state.seats());
    }
}

/// The hand is over: nobody has to remember any more what it did not notice.
pub(crate) fn finish(state: &mut State) {
    state.phase = Phase::Over;
    state.acting = SeatSet::EMPTY;
    state.unnoticed = Cards::EMPTY;
}
