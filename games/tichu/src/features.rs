//! What networks see of a round: words of bits, seats counted from the viewer (left is next to play).
//!
//! Sets of cards are collapsed over suits: a rank with *n* cards has the lowest *n* of its four bits set. So suits are
//! no part of the encoding, and permuting them as augmentation would change nothing; where they matter, in the
//! viewer's own straight flushes, those cards stand in a block of their own. Rules in which every decision is which
//! cards to play need the first twelve words of the state and three of the action only.

use kibitz_game::{Block, Card, CardSet, Encode, Encoding, Seat, reached};

use crate::Tichu;
use crate::cards::{PHOENIX, RANKS, SUITED, flush_cards, flush_starts, holds_bomb, lowest_of_ranks, points, rank_of};
use crate::moves::{Move, Says};
use crate::rules::{Bombs, DragonTrick, WishBy};
use crate::state::{Call, NO_CARD, Phase, State};
use crate::worlds::View;

const CARDS: &str = "four special cards, then four bits a rank from 2: so many set as there are cards";
const LEVELS: &str = "card points below 0, and at least 5, 10, 20, 30, 45, 60, 80";
const PASSED: &str = "heights passed on: singles of opponents, pairs, triples; stairs, full house, straight, bomb; \
                      singles of the partner from height 4, anything else of his";
const EXCHANGED: &str = "Mah Jong, Dog, Phoenix, Dragon, ranks 2 to ace";

const STATE: [Block; 57] = [
    Block::new(0, 0, 56, "hand", CARDS),
    Block::new(0, 56, 1, "lead", "the table is empty"),
    Block::new(0, 57, 3, "owner", "the top combination is of left, partner, right"),
    Block::new(0, 60, 3, "active", "left, partner, right have cards"),
    Block::new(0, 63, 1, "wish binds", "the hand has a card of the wished rank"),
    Block::new(1, 0, 56, "unseen", CARDS),
    Block::new(1, 56, 8, "top kind", "single, pair, triple, stairs, full house, straight, bomb of four, straight bomb"),
    Block::new(2, 0, 56, "played left", CARDS),
    Block::new(2, 56, 8, "points left", LEVELS),
    Block::new(3, 0, 56, "played partner", CARDS),
    Block::new(3, 56, 8, "points partner", LEVELS),
    Block::new(4, 0, 56, "played right", CARDS),
    Block::new(4, 56, 8, "points right", LEVELS),
    Block::new(5, 0, 56, "top", CARDS),
    Block::new(5, 56, 8, "points own", LEVELS),
    Block::new(6, 0, 32, "top height", "twice the rank that must be beaten"),
    Block::new(6, 32, 15, "cards left", "0 to 14 cards in the hand of left"),
    Block::new(6, 47, 15, "cards partner", "0 to 14 cards in the hand of the partner"),
    Block::new(7, 0, 15, "cards right", "0 to 14 cards in the hand of right"),
    Block::new(7, 15, 15, "cards own", "0 to 14 cards in the own hand"),
    Block::new(7, 30, 13, "wish", "the rank of the open wish, 2 to ace"),
    Block::new(7, 43, 14, "top length", "1 to 14 cards on top"),
    Block::new(7, 57, 4, "first out", "viewer, left, partner, right"),
    Block::new(7, 61, 1, "two out", "two or three seats are out"),
    Block::new(8, 0, 56, "own straight flush", "the cards of the hand in a straight flush, suit by suit"),
    Block::new(8, 56, 8, "points trick", LEVELS),
    Block::new(9, 0, 63, "passed left", PASSED),
    Block::new(10, 0, 63, "passed partner", PASSED),
    Block::new(11, 0, 63, "passed right", PASSED),
    // From here on the decisions beside the play.
    Block::new(12, 0, 17, "given left", EXCHANGED),
    Block::new(12, 17, 17, "given partner", EXCHANGED),
    Block::new(12, 34, 17, "given right", EXCHANGED),
    Block::new(12, 51, 2, "call own", "Tichu, Grand Tichu"),
    Block::new(12, 53, 2, "call left", "Tichu, Grand Tichu"),
    Block::new(12, 55, 2, "call partner", "Tichu, Grand Tichu"),
    Block::new(12, 57, 2, "call right", "Tichu, Grand Tichu"),
    Block::new(12, 59, 1, "grand", "eight cards in hand: Grand Tichu?"),
    Block::new(12, 60, 1, "exchange", "cards are given away"),
    Block::new(12, 61, 1, "wishing", "a wish is due"),
    Block::new(12, 62, 1, "dragon", "the Dragon's trick is given away"),
    Block::new(12, 63, 1, "asked", "a bomb out of turn?"),
    Block::new(13, 0, 17, "received left", EXCHANGED),
    Block::new(13, 17, 17, "received partner", EXCHANGED),
    Block::new(13, 34, 17, "received right", EXCHANGED),
    Block::new(13, 51, 3, "without wished", "left, partner, right showed to have no card of the wished rank"),
    Block::new(13, 54, 1, "open", "the trick is won but may still be bombed"),
    Block::new(13, 55, 3, "still holds", "left, partner, right have not played the card they were given"),
    Block::new(13, 58, 4, "turn", "viewer, left, partner, right"),
    Block::new(13, 62, 2, "chosen", "one card, two cards of the exchange are chosen"),
    Block::new(14, 0, 10, "total own", "match points at least 100, 200 … 1000"),
    Block::new(14, 10, 10, "total other", "match points at least 100, 200 … 1000"),
    Block::new(14, 20, 4, "second out", "viewer, left, partner, right"),
    Block::new(14, 24, 1, "own bomb", "the hand has a bomb"),
    Block::new(14, 25, 1, "own mah jong led", "the viewer led first"),
    Block::new(14, 26, 1, "starter left", "left led first"),
    Block::new(14, 27, 1, "starter partner", "the partner led first"),
    Block::new(14, 28, 1, "starter right", "right led first"),
];
/// How many of them rules without other decisions than plays have.
const STATE_OF_PLAYS: usize = 29;

const ACTION: [Block; 19] = [
    Block::new(0, 0, 56, "cards", CARDS),
    Block::new(0, 56, 8, "kind", "single, pair, triple, stairs, full house, straight, bomb of four, straight bomb"),
    Block::new(1, 0, 56, "rest", CARDS),
    Block::new(1, 56, 1, "pass", "a pass"),
    Block::new(1, 57, 1, "last cards", "no card is left"),
    Block::new(1, 58, 1, "bomb left", "a bomb is left"),
    Block::new(1, 59, 1, "partner's", "the trick is the partner's"),
    Block::new(1, 60, 1, "over partner", "cards on the partner's"),
    Block::new(1, 61, 1, "wild Phoenix", "the Phoenix stands for another card"),
    Block::new(1, 62, 1, "straight flush left", "a straight flush is left"),
    Block::new(1, 63, 1, "fulfils", "a card of the wished rank"),
    Block::new(2, 0, 32, "height", "twice the rank of the combination; a single Phoenix half a rank above the table"),
    Block::new(2, 32, 15, "size", "0 to 14 cards"),
    Block::new(2, 47, 15, "cards after", "0 to 14 cards are left"),
    Block::new(3, 0, 4, "says", "no bomb, Tichu, Grand Tichu, no Grand Tichu"),
    Block::new(3, 4, 2, "gift", "the Dragon's trick to left, to right"),
    Block::new(3, 6, 14, "wish", "none, ranks 2 to ace"),
    Block::new(3, 20, 3, "to", "a card for left, partner, right"),
    Block::new(3, 23, 17, "card", EXCHANGED),
];
const ACTION_OF_PLAYS: usize = 14;

const TRUTH: &[Block] = &[
    Block::new(0, 0, 56, "cards own", "the deck, card by card, with those still to be taken up"),
    Block::new(1, 0, 56, "cards left", "the deck, card by card"),
    Block::new(2, 0, 56, "cards partner", "the deck, card by card"),
    Block::new(3, 0, 56, "cards right", "the deck, card by card"),
    Block::new(4, 0, 56, "hand left", CARDS),
    Block::new(5, 0, 56, "hand partner", CARDS),
    Block::new(6, 0, 56, "hand right", CARDS),
];

const OUTCOMES: &[&str] = &[
    "place of viewer",
    "place of left",
    "place of partner",
    "place of right",
    "card points of the team / 100",
    "double win",
    "calls of the team / 100",
    "calls of the others / 100",
];

static PLAYS: Encoding = Encoding {
    state: STATE.split_at(STATE_OF_PLAYS).0,
    action: ACTION.split_at(ACTION_OF_PLAYS).0,
    truth: TRUTH,
    outcomes: OUTCOMES,
};
static FULL: Encoding = Encoding { state: &STATE, action: &ACTION, truth: TRUTH, outcomes: OUTCOMES };

/// A set of cards with the suits collapsed.
#[inline(always)]
fn counted(cards: CardSet) -> u64 {
    const TWOS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    let suited = cards.0 & SUITED.0;
    let pairs = suited - (suited >> 1 & TWOS);
    let counts = (pairs & FOURS) + (pairs >> 2 & FOURS);
    let (one, two, four) = (counts & RANKS, counts >> 1 & RANKS, counts >> 2 & RANKS);
    one | two | four | (two | four) << 1 | (one & two | four) << 2 | four << 3 | cards.0 & 0xF
}

#[inline(always)]
fn levels(points: i32) -> u64 {
    (points < 0) as u64 | reached(points, &[5, 10, 20, 30, 45, 60, 80]) << 1
}

/// The place of a card of the exchange: special cards, then ranks.
fn exchanged(card: u8) -> u64 {
    match card {
        NO_CARD => 0,
        0..4 => 1 << card,
        _ => 1 << (rank_of(Card(card)) + 2),
    }
}

fn total(points: i16) -> u64 {
    reached(points as i32, &[100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
}

impl Encode for Tichu {
    fn encoding(&self) -> &'static Encoding {
        if self.only_plays() { &PLAYS } else { &FULL }
    }

    #[inline]
    fn encode(&self, view: &View, draft: Option<Move>, words: &mut [u64]) {
        let state = &view.known;
        let me = view.seat.index();
        let [left, partner, right] = [(me + 1) & 3, (me + 2) & 3, (me + 3) & 3];
        let from_me = |seat: u8| (seat as usize + 4 - me) & 3;
        let hand = state.hands[me];
        let top = if state.asking != 0 { state.top } else { state.to_beat() };
        let lies = !top.is_none();
        let played = |seat: usize| counted(state.played_by[seat]) | levels(points(state.piles[seat])) << 56;
        let held = |seat: usize| 1u64 << view.counts[seat];

        let owner = if lies { 1u64 << from_me(state.owner) & 0b1110 } else { 1 };
        let active = |seat: usize| (state.active >> seat & 1) as u64;
        let others = active(left) | active(partner) << 1 | active(right) << 2;
        words[0] = counted(hand) | owner << 56 | others << 60 | (hand.meets(state.wish) as u64) << 63;
        words[1] = counted(view.unseen()) | (lies as u64) << (56 + top.play.kind() as u32);
        words[2] = played(left);
        words[3] = played(partner);
        words[4] = played(right);
        words[5] = if lies { counted(top.play.cards()) } else { 0 } | levels(points(state.piles[me])) << 56;
        words[6] = (lies as u64) << top.doubled | held(left) << 32 | held(partner) << 47;
        let wish = if state.wish.is_empty() { 0 } else { 1u64 << (state.wished - 2) };
        let length = if lies { 1u64 << (top.play.size() - 1) } else { 0 };
        let first = if state.out_count > 0 { 1u64 << from_me(state.out[0]) } else { 0 };
        words[7] = held(right)
            | held(me) << 15
            | wish << 30
            | length << 43
            | first << 57
            | ((state.out_count > 1) as u64) << 61;
        words[8] = flush_cards(hand.0 & SUITED.0) | levels(points(state.trick)) << 56;
        words[9] = state.passed[left];
        words[10] = state.passed[partner];
        words[11] = state.passed[right];
        if words.len() > 12 {
            self.write_beside_the_play(view, draft, &mut words[12..]);
        }
    }

    #[inline]
    fn encode_move(&self, view: &View, mv: Move, words: &mut [u64]) {
        let state = &view.known;
        let me = view.seat.index();
        let hand = state.hands[me];
        let top = if state.asking != 0 { state.top } else { state.to_beat() };
        let cards = if mv.is_play() { mv.cards() } else { CardSet::EMPTY };
        let mut rest = hand - cards;
        if words.len() > 3 {
            words[3] = if mv.is_play() || mv == Move::PASS { 0 } else { said(view, mv, &mut rest) };
        }
        let suited = rest.0 & SUITED.0;
        let flush = flush_starts(suited) != 0;
        let partners = !top.is_none() && state.owner as usize == me ^ 2;
        let flags = (mv == Move::PASS) as u64
            | (rest.is_empty() as u64) << 1
            | (holds_bomb(rest) as u64) << 2
            | (partners as u64) << 3
            | ((partners && !cards.is_empty()) as u64) << 4
            | ((cards.meets(PHOENIX) && cards != PHOENIX) as u64) << 5
            | (flush as u64) << 6
            | (cards.meets(state.wish) as u64) << 7;
        words[0] = if cards.is_empty() { 0 } else { counted(cards) | 1u64 << (56 + mv.kind() as u32) };
        words[1] = counted(rest) | flags << 56;
        let height = if cards.is_empty() { 0 } else { 1u64 << top.then(mv, &self.rules).doubled };
        words[2] = height | 1u64 << (32 + cards.len()) | 1u64 << (47 + rest.len());
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        for i in 0..4 {
            let s = (seat.index() + i) & 3;
            let cards = state.hands[s] | state.to_come[s];
            words[i] = cards.0;
            if i > 0 {
                words[3 + i] = counted(cards);
            }
        }
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        let me = seat.index();
        let nobody = [Call::None; 4];
        let play = self.score(state.out(), state.piles.map(points), self.points_left(state), nobody);
        let all = self.round_score(state);
        for i in 0..4 {
            let s = (me + i) & 3;
            let place = state.out().iter().position(|&out| out as usize == s);
            // After a double win the other two share the places that are left.
            let last = if state.double_win() { 2.5 } else { 3.0 };
            numbers[i] = place.map_or(last, |place| place as f32);
        }
        let (own, other) = (me & 1, me & 1 ^ 1);
        numbers[4] = play[own] as f32 / 100.0;
        numbers[5] = if !state.double_win() {
            0.0
        } else if state.out[0] as usize & 1 == own {
            1.0
        } else {
            -1.0
        };
        numbers[6] = (all[own] - play[own]) as f32 / 100.0;
        numbers[7] = (all[other] - play[other]) as f32 / 100.0;
    }

    #[inline]
    fn choices(&self, state: &State, seat: Seat, draft: Option<Move>, moves: &mut Vec<Move>) {
        self.network_choices(state, seat, draft, moves);
    }

    fn view_choices(&self, view: &View, draft: Option<Move>, moves: &mut Vec<Move>) {
        self.network_choices(&view.known, view.seat, draft, moves);
    }

    #[inline]
    fn is_draft(&self, mv: Move) -> bool {
        !mv.is_play() && is_draft(mv)
    }
}

impl Tichu {
    /// Whether every decision of these rules is which cards to play.
    pub(crate) fn only_plays(&self) -> bool {
        let r = &self.rules;
        !r.calls && !r.exchange && r.wish != WishBy::Player && r.dragon != DragonTrick::Give && r.bombs == Bombs::InTurn
    }

    /// The cards of the exchange are chosen one after the other: for left, for the partner, for right.
    #[inline]
    pub(crate) fn network_choices(&self, state: &State, seat: Seat, draft: Option<Move>, moves: &mut Vec<Move>) {
        if state.phase != Phase::Exchange || !state.acting.has(seat) {
            return self.list(state, seat, false, moves);
        }
        let begun = draft.map_or([Card(NO_CARD); 3], gift_of);
        let next = begun.iter().position(|&card| card.0 == NO_CARD).expect("a draft is not complete");
        let hand = begun.iter().filter(|c| c.0 != NO_CARD).fold(state.hands[seat.index()], |h, c| h - c.set());
        let suited = hand.0 & SUITED.0;
        let apart = flush_cards(suited);
        let different = CardSet(hand.0 & 0xF | apart | lowest_of_ranks(suited & !apart));
        moves.clear();
        moves.extend(different.iter().map(|card| {
            let mut cards = begun;
            cards[next] = card;
            Move::give(seat, cards)
        }));
        if draft.is_none() && self.may_call_tichu(state, seat) {
            moves.push(Move::TICHU);
        }
        moves.sort_unstable();
    }

    /// Calls, exchange, wish, gift and bombs out of turn.
    fn write_beside_the_play(&self, view: &View, draft: Option<Move>, words: &mut [u64]) {
        let state = &view.known;
        let me = view.seat.index();
        let from_me = |seat: u8| (seat as usize + 4 - me) & 3;
        let begun = draft.map(|mv| gift_of(mv).map(|card| card.0));
        let given = begun.unwrap_or(state.given[me]);
        let chosen = begun.map_or(0, |cards| cards.iter().filter(|&&card| card != NO_CARD).count());
        let unseen = view.unseen();
        let (mut gave, mut received, mut calls, mut holds, mut without) = (0, 0, 0, 0, 0);
        for i in 0..3 {
            let other = (me + 1 + i) & 3;
            gave |= exchanged(given[i]) << (17 * i);
            // What this seat gave lies in its third, second, first place as it sits left, opposite, right.
            received |= exchanged(state.given[other][2 - i]) << (17 * i);
            let unplayed = state.phase != Phase::Exchange && given[i] != NO_CARD && unseen.has(Card(given[i]));
            holds |= (unplayed as u64) << i;
            without |= ((state.without_wished >> other & 1) as u64) << i;
        }
        for i in 0..4 {
            let call = match state.calls[(me + i) & 3] {
                Call::None => 0u64,
                Call::Tichu => 1,
                Call::Grand => 2,
            };
            calls |= call << (2 * i);
        }
        let flag = |phase: Phase| (state.phase == phase && state.asking == 0) as u64;
        words[0] = gave
            | calls << 51
            | flag(Phase::Grand) << 59
            | flag(Phase::Exchange) << 60
            | flag(Phase::Wish) << 61
            | flag(Phase::Dragon) << 62
            | ((state.asking != 0) as u64) << 63;
        let playing = matches!(state.phase, Phase::Play | Phase::Wish | Phase::Dragon);
        let turn = if playing { 1u64 << from_me(state.turn) } else { 0 };
        words[1] = received
            | without << 51
            | (state.open as u64) << 54
            | holds << 55
            | turn << 58
            | ((chosen == 1) as u64) << 62
            | ((chosen == 2) as u64) << 63;
        let second = if state.out_count > 1 { 1u64 << from_me(state.out[1]) } else { 0 };
        let starter = if state.starter < 4 { 1u64 << from_me(state.starter) } else { 0 };
        words[2] = total(state.totals[me & 1])
            | total(state.totals[me & 1 ^ 1]) << 10
            | second << 20
            | (holds_bomb(state.hands[me]) as u64) << 24
            | starter << 25;
    }
}

fn gift_of(mv: Move) -> [Card; 3] {
    match mv.says() {
        Says::Give { cards, .. } => cards,
        _ => unreachable!("only the exchange has drafts"),
    }
}

/// Whether a gift still lacks a card.
pub(crate) fn is_draft(mv: Move) -> bool {
    matches!(mv.says(), Says::Give { cards, .. } if cards.iter().any(|card| card.0 == NO_CARD))
}

/// The word of a move that is neither a play nor a pass; what is given away leaves the hand.
fn said(view: &View, mv: Move, rest: &mut CardSet) -> u64 {
    match mv.says() {
        Says::Decline => 1,
        Says::Tichu => 2,
        Says::Grand => 4,
        Says::NoGrand => 8,
        Says::Gift(to) => 1 << if to.0 == (view.seat.0 + 1) & 3 { 4 } else { 5 },
        Says::Wish(rank) => 1 << (6 + rank.map_or(0, |rank| rank - 1)),
        Says::Give { cards, .. } => {
            let chosen: Vec<u8> = cards.iter().map(|card| card.0).filter(|&card| card != NO_CARD).collect();
            chosen.iter().for_each(|&card| *rest = *rest - Card(card).set());
            let (to, card) = (chosen.len() - 1, chosen[chosen.len() - 1]);
            1 << (20 + to) | exchanged(card) << 23
        }
        Says::Pass | Says::Play => unreachable!("they have words of their own"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::rank_cards;

    #[test]
    fn a_collapsed_set_has_as_many_cards_in_the_lowest_bits_of_each_rank() {
        for bits in 0..16u64 {
            let cards = CardSet(bits << 20 | rank_cards(14).0 | 0b1010);
            let lowest = (1u64 << bits.count_ones()) - 1;
            assert_eq!(counted(cards), lowest << 20 | rank_cards(14).0 | 0b1010);
        }
    }
}
