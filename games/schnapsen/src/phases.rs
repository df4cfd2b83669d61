//! The course of a deal: the deal, leads and replies, the talon, 66 and what it is worth.

use kibitz_game::{Card, CardSet, Outcome, Play, Points, Returns, Rng, Seat, SeatSet, nth_bit};

use crate::Schnapsen;
use crate::cards::{
    DECK, JACK, KING, NO_CARD, betrayed, bound, card, married, rank_cards, suit_cards, suit_of, takes, value,
};
use crate::moves::{Move, Moves, Says};
use crate::rules::{End66, MarriageLead, MarriagePoints, Target};
use crate::state::{GOAL, NO_SEAT, Standing, State, Taken};
use crate::talon::Talon;

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Those worth a thought.
    Sensible,
    /// Those and the false claims, which only lose (§9.5).
    All,
}

/// Uniform numbers out of one random word: digits of a number in a mixed base. Their bias is below the product of the
/// bases / 2⁶⁴; no more than five cards are taken from a word, which keeps it below 2⁻⁴³.
pub(crate) struct Digits(u64);

impl Digits {
    #[inline(always)]
    pub fn new(rng: &mut Rng) -> Digits {
        Digits(rng.next_u64())
    }

    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        let product = self.0 as u128 * n as u128;
        self.0 = product as u64;
        (product >> 64) as u32
    }

    /// Takes a uniform card out of a set of `size` cards.
    #[inline(always)]
    pub fn take(&mut self, cards: &mut CardSet, size: u32) -> Card {
        let bit = nth_bit(cards.0, self.below(size));
        cards.0 ^= bit;
        Card(bit.trailing_zeros() as u8)
    }
}

impl Play for Schnapsen {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    fn seats(&self) -> usize {
        2
    }

    fn bounds(&self) -> (Points, Points) {
        (0, 3)
    }

    /// Shuffles and deals (§2.2).
    #[inline]
    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        let mut state = State::empty(standing);
        let mut left = DECK;
        let mut size = 20;
        for _ in 0..2 {
            let mut digits = Digits::new(rng);
            for _ in 0..5 {
                state.talon.push(digits.take(&mut left, size).0);
                size -= 1;
            }
        }
        let mut digits = Digits::new(rng);
        for _ in 0..5 {
            state.hands[0] |= digits.take(&mut left, size).set();
            size -= 1;
        }
        state.hands[1] = left;
        state.trump = suit_of(state.talon.face_up());
        state
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.acting
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, Scope::Sensible, moves);
    }

    fn legal_cards(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, Scope::All, moves);
    }

    /// One uniform choice of the moves of the seat that owes a decision.
    #[inline(always)]
    fn sample_move(&self, state: &State, _seat: Seat, rng: &mut Rng) -> Move {
        let moves = if state.leading() {
            self.leads(state, Scope::Sensible)
        } else if state.asking {
            Move::DECLINE.set().with_if(true, Move::CLAIM)
        } else {
            Moves::cards(self.replies(state))
        };
        moves.nth(rng.below(moves.len()))
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        if mv.is_card() {
            if state.leading() {
                self.lay(state, mv.laid());
            } else {
                self.reply(state, mv.laid());
            }
        } else {
            self.make_other(state, seat, mv);
        }
    }

    /// The state with the question for a claim answered "no".
    fn settled(&self, state: &State) -> State {
        let mut settled = state.clone();
        if settled.asking {
            settled.asking = false;
            settled.acting = Seat(settled.turn()).set();
        }
        settled
    }

    #[inline]
    fn returns(&self, state: &State) -> Returns {
        let mut points = [0; 2];
        if state.over() {
            points[state.winner as usize] = state.worth as Points;
        }
        Returns::new(&points)
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Card(_) | Says::Marriage(_)) as u32
    }

    /// The match after a finished deal (§12).
    fn standing_after(&self, state: &State) -> Standing {
        let mut totals = state.totals;
        if state.over() {
            let total = &mut totals[state.winner as usize];
            *total = total.saturating_add(state.worth);
        }
        Standing { totals, first: state.first ^ 1 }
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        let totals = standing.totals;
        match self.rules.match_target {
            Some(Target(target)) if totals[0].max(totals[1]) < target => Outcome::Open,
            _ if totals[0] == totals[1] => Outcome::Over(SeatSet::all(2)),
            _ => Outcome::Over(Seat((totals[1] > totals[0]) as u8).set()),
        }
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::DECLINE
    }

    fn is_call(&self, mv: Move) -> bool {
        mv == Move::CLAIM
    }
}

impl Schnapsen {
    // -------------------------------------------------------------------------------- legal moves

    /// What the leader may do before he leads (§4, §7–§9).
    #[inline(always)]
    fn leads(&self, state: &State, scope: Scope) -> Moves {
        let seat = state.leader as usize;
        let hand = state.hands[seat];
        let mut pairs = married(hand);
        if self.rules.marriage_lead == MarriageLead::King {
            pairs &= rank_cards(KING);
        }
        let (open, size) = (state.closed_by == NO_SEAT, state.talon.size());
        let exchange = open
            && size >= self.rules.exchange_min_talon.cards()
            && hand.has(card(state.trump, JACK))
            && (self.rules.exchange_first_lead || size != Talon::FULL);
        let close = open && self.rules.closing && size >= self.rules.close_min_talon.cards();
        Moves::cards(hand)
            .with_marriages(pairs)
            .with_if(exchange, Move::EXCHANGE)
            .with_if(close, Move::CLOSE)
            .with_if(self.may_claim(state, seat, scope), Move::CLAIM)
    }

    /// Whether a seat that has the word may claim (§9.1), and in the narrow scope also has 66.
    #[inline(always)]
    fn may_claim(&self, state: &State, seat: usize, scope: Scope) -> bool {
        self.rules.end66 == End66::Claim && (scope == Scope::All || state.points[seat] >= GOAL)
    }

    /// What the follower may play (§6).
    #[inline(always)]
    fn replies(&self, state: &State) -> CardSet {
        let hand = state.hands[state.leader as usize ^ 1];
        if state.drawing() { hand } else { bound(hand, Card(state.lead), state.trump) }
    }

    pub(crate) fn list(&self, state: &State, seat: Seat, scope: Scope, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.moves(state, seat, scope).iter());
    }

    /// Every move a seat may make now.
    #[inline(always)]
    pub(crate) fn moves(&self, state: &State, seat: Seat, scope: Scope) -> Moves {
        if state.over() || seat.index() > 1 {
            return Moves::NONE;
        }
        let leads = state.leader == seat.0;
        match (leads, state.leading()) {
            (true, true) => self.leads(state, scope),
            (false, false) => Moves::cards(self.replies(state)),
            // The declarer of a marriage may claim until the other plays (§9.1).
            (true, false) if state.married => Moves::NONE
                .with_if(state.asking, Move::DECLINE)
                .with_if(self.may_claim(state, seat.index(), scope), Move::CLAIM),
            _ => Moves::NONE,
        }
    }

    // -------------------------------------------------------------------------------- making moves

    #[inline(always)]
    fn make_other(&self, state: &mut State, seat: Seat, mv: Move) {
        match mv {
            Move::CLOSE => self.close(state),
            Move::EXCHANGE => self.exchange(state),
            Move::CLAIM => self.claim(state, seat.index()),
            Move::DECLINE => *state = self.settled(state),
            _ => self.marry(state, mv.laid()),
        }
    }

    /// The leader's card.
    #[inline(always)]
    fn lay(&self, state: &mut State, card: Card) {
        let leader = state.leader as usize;
        state.hands[leader] ^= card.set();
        state.shown[leader] = state.shown[leader] - card.set();
        state.lead = card.0;
        state.begun = false;
        state.acting = Seat(state.leader ^ 1).set();
    }

    /// The follower's card, and what becomes of the trick (§5).
    #[inline(always)]
    fn reply(&self, state: &mut State, card: Card) {
        let follower = state.leader as usize ^ 1;
        let lead = Card(state.lead);
        let drawing = state.drawing();
        state.hands[follower] ^= card.set();
        state.shown[follower] = state.shown[follower] - card.set();
        if !drawing {
            state.without[follower] |= betrayed(lead, card, state.trump);
        }
        let winner = follower ^ !takes(lead, card, state.trump) as usize;
        let worth = value(lead) + value(card);
        state.piles[winner] |= lead.set() | card.set();
        state.points[winner] += worth + state.pending[winner];
        state.pending[winner] = 0;
        state.tricks[winner] += 1;
        state.last_trick = (winner as u8, worth);
        state.leader = winner as u8;
        state.lead = NO_CARD;
        state.married = false;
        state.asking = false;
        state.acting = Seat(winner as u8).set();
        if self.rules.end66 == End66::AutoTrick && state.points[0].max(state.points[1]) >= GOAL {
            // One who has 66 without winning this trick had it first, by a marriage (§9.7).
            let first = if state.points[winner ^ 1] >= GOAL { winner ^ 1 } else { winner };
            self.win(state, first);
        } else if drawing {
            self.draw_cards(state, winner);
        } else if state.hands[0].is_empty() {
            self.run_out(state, winner);
        }
    }

    /// Each draws a card, the winner of the trick first (§5.3).
    #[inline(always)]
    fn draw_cards(&self, state: &mut State, winner: usize) {
        let [first, second] = state.talon.draw_two();
        state.hands[winner] |= first.set();
        state.hands[winner ^ 1] |= second.set();
        if state.talon.is_empty() {
            state.shown[winner ^ 1] |= second.set();
        }
    }

    /// §7
    fn exchange(&self, state: &mut State) {
        let leader = state.leader as usize;
        let jack = card(state.trump, JACK);
        let taken = state.talon.face_up();
        state.begun = true;
        state.talon.replace_face_up(jack);
        state.hands[leader] = state.hands[leader] - jack.set() | taken.set();
        state.shown[leader] = state.shown[leader] - jack.set() | taken.set();
    }

    /// §8.1
    #[inline(always)]
    fn close(&self, state: &mut State) {
        let other = state.leader as usize ^ 1;
        state.begun = true;
        state.closed_by = state.leader;
        state.at_closing = Taken { points: state.points[other], tricks: state.tricks[other] };
    }

    /// §4.3
    #[inline(always)]
    fn marry(&self, state: &mut State, card: Card) {
        let leader = state.leader as usize;
        let worth = if suit_of(card) == state.trump { 40 } else { 20 };
        state.married = true;
        state.shown[leader] |= married(state.hands[leader]) & suit_cards(suit_of(card));
        self.lay(state, card);
        if self.rules.marriage_points == MarriagePoints::AtOnce && state.tricks[leader] > 0 {
            state.points[leader] += worth;
            if self.rules.end66 == End66::Claim && state.points[leader] >= GOAL {
                state.asking = true;
                state.acting = Seat(state.leader).set();
            }
        } else {
            state.pending[leader] += worth;
        }
    }

    // -------------------------------------------------------------------------------- the end

    /// A claim ends the deal, right or wrong (§9).
    fn claim(&self, state: &mut State, seat: usize) {
        if state.points[seat] >= GOAL {
            return self.win(state, seat);
        }
        let other = seat ^ 1;
        let trickless = if state.tricks[other] == 0 { 3 } else { 2 };
        let closing = if state.closed_by == NO_SEAT { 0 } else { self.worth(state, other) };
        self.end(state, other, closing.max(trickless));
    }

    /// The last card has been played and nobody has claimed (§10).
    fn run_out(&self, state: &mut State, winner: usize) {
        if state.points[winner] >= GOAL {
            self.win(state, winner);
        } else if state.closed_by != NO_SEAT {
            self.win(state, state.closed_by as usize ^ 1);
        } else {
            self.end(state, winner, 1);
        }
    }

    fn win(&self, state: &mut State, winner: usize) {
        let worth = self.worth(state, winner);
        self.end(state, winner, worth);
    }

    #[inline(always)]
    fn end(&self, state: &mut State, winner: usize, worth: u8) {
        state.winner = winner as u8;
        state.worth = worth;
        state.asking = false;
        state.acting = SeatSet::EMPTY;
    }

    /// The game points of a winner (§11).
    #[inline(always)]
    fn worth(&self, state: &State, winner: usize) -> u8 {
        let loser = winner ^ 1;
        let taken = Taken { points: state.points[loser], tricks: state.tricks[loser] };
        let closed = (state.closed_by != NO_SEAT).then_some((state.closed_by as usize, state.at_closing));
        self.game_points(winner, taken, closed)
    }

    /// The game points of a winner from what the loser has, and, if the talon was closed, by whom and what the other
    /// seat had then.
    #[inline(always)]
    pub(crate) fn game_points(&self, winner: usize, loser: Taken, closed: Option<(usize, Taken)>) -> u8 {
        let by = |taken: Taken| match taken {
            Taken { tricks: 0, .. } => 3,
            Taken { points: 33.., .. } if self.rules.rule33 => 1,
            _ => 2,
        };
        match closed {
            None => by(loser),
            Some((closer, then)) if closer == winner => by(then),
            Some((_, then)) => 2 + (then.tricks == 0) as u8,
        }
    }
}
