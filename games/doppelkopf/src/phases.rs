//! The course of a deal: reservations, tricks, the clarification of a marriage.

use kibitz_game::{Card, Outcome, Play, Points, Returns, Rng, Seat, SeatSet, nth_bit};

use crate::Doppelkopf;
use crate::cards::{ALL, CLUB_QUEEN, FOX, Hand, kinds_of};
use crate::contracts::{Class, Contract};
use crate::moves::{Move, Says};
use crate::state::{EVERYBODY, NO_SEAT, Phase, Standing, State, Taken, round_from};
use crate::trick::Laid;

/// A trick is a Doppelkopf from here on (§15.3).
pub(crate) const FAT: u8 = 40;

impl Play for Doppelkopf {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    fn seats(&self) -> usize {
        4
    }

    fn bounds(&self) -> (Points, Points) {
        // One for winning, four for the levels reached; with announcements four for both calls, eight for all Absagen
        // and four for beating them. A soloist has three times that, more than a normal game with special points.
        let most = if self.rules.announcements { 3 * 21 } else { 3 * 5 };
        (-most, most)
    }

    /// Shuffles and deals (§3.1).
    #[inline]
    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        let mut state = State::empty();
        let deck = Hand::DECK.copies();
        let half = deck.random_subset(24, rng);
        let (a, b) = (half.random_subset(12, rng), (deck - half).random_subset(12, rng));
        state.hands = [a, b, half - a, deck - half - b].map(Hand::of_copies);
        state.dealt = state.hands;
        state.dealer = standing.dealer;
        state.deal = standing.played.saturating_add(1);
        state.open = if self.rules.compulsory_solos { EVERYBODY & !standing.solos } else { 0 };
        state.totals = standing.totals;
        self.open_deal(&mut state);
        state
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.to_act()
    }

    fn returns(&self, state: &State) -> Returns {
        Returns::new(&self.scores(state))
    }

    fn allies(&self, state: &State, a: Seat, b: Seat) -> bool {
        a == b || state.parties_fixed() && state.party(a.index()) == state.party(b.index())
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv.says(), Says::Play(_)) as u32
    }

    /// The standing after a finished deal (§2).
    fn standing_after(&self, state: &State) -> Standing {
        let scores = self.scores(state);
        Standing {
            dealer: next_dealer(state.dealer, state.compulsory, state.forced),
            played: state.deal,
            solos: if self.rules.compulsory_solos { EVERYBODY & !state.open } else { 0 },
            totals: [0, 1, 2, 3].map(|s| state.totals[s].saturating_add(scores[s])),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if seat == Seat::CHANCE {
            return;
        }
        match state.phase {
            Phase::Over => {}
            Phase::Reservation if state.turn != seat.0 => {}
            Phase::Reservation => self.list_reservations(state, seat, out),
            Phase::Play if state.asked == seat.0 => {
                out.push(Move::SILENT);
                out.extend(self.next_call(state, seat.index()));
            }
            Phase::Play => {
                if state.turn == seat.0 {
                    out.extend(kinds_of(state.playable(seat.index())).map(Move::play));
                }
                out.extend(self.open_calls(state, seat.index()).moves());
            }
        }
    }

    /// One uniform choice of the list, made without it in the play.
    #[inline(always)]
    fn sample_move(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        if state.phase != Phase::Play {
            return self.draw_reservation(state, seat, rng);
        }
        let kinds = state.playable(seat.index());
        let cards = kinds.count_ones();
        let nth = |k: u32| Move(nth_bit(kinds as u64, k).trailing_zeros() as u8);
        if !self.rules.announcements {
            return nth(rng.below(cards));
        }
        if state.asked == seat.0 {
            let next = self.next_call(state, seat.index());
            return next.filter(|_| rng.below(2) == 1).unwrap_or(Move::SILENT);
        }
        let calls = self.open_calls(state, seat.index());
        let k = rng.below(cards + calls.count());
        if k < cards { nth(k) } else { calls.nth(k - cards) }
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        if mv.is_card() {
            self.lay(state, Card(mv.0));
        } else {
            self.say(state, seat, mv);
        }
    }

    fn settled(&self, state: &State) -> State {
        state.settled()
    }

    #[inline]
    fn playout(&self, state: &mut State, rng: &mut Rng) -> u32 {
        self.play_out(state, rng)
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        if self.rules.deals.is_some_and(|deals| standing.played < deals) {
            return Outcome::Open;
        }
        let most = standing.totals.iter().max();
        let winners = (0..4).filter(|&s| Some(&standing.totals[s as usize]) == most);
        Outcome::Over(winners.fold(SeatSet::EMPTY, |set, s| set.with(Seat(s))))
    }

    fn is_call(&self, mv: Move) -> bool {
        mv.is_announcement()
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::SILENT
    }
}

impl Doppelkopf {
    /// The first decision after the deal.
    #[inline]
    pub(crate) fn open_deal(&self, state: &mut State) {
        state.turn = state.first();
        if self.rules.reservations {
            state.phase = Phase::Reservation;
            if self.is_forced(state) {
                state.forced = true;
                state.turn = state.next_open();
            }
        } else if self.rules.asked {
            self.ask(state, state.turn, 4);
        }
    }

    /// As many compulsory solos are open as deals are left (§2.4).
    fn is_forced(&self, state: &State) -> bool {
        let left = self.rules.deals.map(|deals| (deals as i32 + 1 - state.deal as i32).max(0));
        state.open != 0 && left.is_some_and(|left| state.open.count_ones() as i32 >= left)
    }

    // ------------------------------------------------------------------------------------ legal moves

    fn list_reservations(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        if !state.forced && state.spoken != EVERYBODY {
            out.extend([Move::HEALTHY, Move::RESERVATION]);
            return;
        }
        if !state.forced && self.may_marry(state, seat.index()) {
            out.push(Move::name(Contract::Marriage));
        }
        out.extend(Contract::SOLOS.map(Move::name));
    }

    /// A marriage needs both club queens (§9.1).
    pub(crate) fn may_marry(&self, state: &State, seat: usize) -> bool {
        self.rules.marriage && state.hands[seat].count(CLUB_QUEEN) == 2
    }

    #[inline(never)]
    fn draw_reservation(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        if !state.forced && state.spoken != EVERYBODY {
            return if rng.below(2) == 0 { Move::HEALTHY } else { Move::RESERVATION };
        }
        let marriage = (!state.forced && self.may_marry(state, seat.index())) as u32;
        match rng.below(7 + marriage) {
            7 => Move::name(Contract::Marriage),
            k => Move::name(Contract::SOLOS[k as usize]),
        }
    }

    // ------------------------------------------------------------------------------------ transitions

    #[inline(never)]
    fn say(&self, state: &mut State, seat: Seat, mv: Move) {
        match mv.says() {
            Says::Call(_) | Says::Level(_) => self.announce(state, seat.index(), mv),
            Says::Silent => self.ask(state, (seat.0 + 1) & 3, state.asking - 1),
            Says::Healthy => self.answer(state, seat.0, false),
            Says::Reservation => self.answer(state, seat.0, true),
            Says::Name(contract) => self.name(state, seat.0, contract),
            Says::Play(_) | Says::Nothing => unreachable!("made above, or not legal"),
        }
    }

    /// Healthy or not (§3.2).
    fn answer(&self, state: &mut State, seat: u8, reserved: bool) {
        state.spoken |= 1 << seat;
        state.reserved |= (reserved as u8) << seat;
        if state.spoken != EVERYBODY {
            state.turn = (seat + 1) & 3;
        } else if state.reserved == 0 {
            self.begin_play(state, Contract::Normal, NO_SEAT);
        } else {
            self.next_name(state);
        }
    }

    /// A reservation is named (§3.3); only its seat knows it yet.
    fn name(&self, state: &mut State, seat: u8, contract: Contract) {
        if state.forced {
            return self.begin_play(state, contract, seat);
        }
        state.named[seat as usize] = contract;
        self.next_name(state);
    }

    fn next_name(&self, state: &mut State) {
        let unnamed = |s: &u8| state.reserved >> s & 1 != 0 && state.named[*s as usize] == Contract::Normal;
        match round_from(state.first()).find(unnamed) {
            Some(seat) => {
                state.turn = seat;
            }
            None => self.settle_reservations(state),
        }
    }

    /// Of several reservations the highest is played (§3.4), and the table learns what asking for it reveals (§3.5).
    fn settle_reservations(&self, state: &mut State) {
        let rank = |s: u8| match state.named[s as usize] {
            Contract::Marriage => 2,
            _ if state.open >> s & 1 != 0 => 0,
            _ => 1,
        };
        let reserved = || round_from(state.first()).filter(|s| state.reserved >> s & 1 != 0);
        let Some(winner) = reserved().min_by_key(|&s| rank(s)) else { return };
        let mut denied = 0;
        let mut before = true;
        for seat in reserved() {
            before &= seat != winner;
            let open = state.open >> seat & 1 != 0;
            // The first question is for compulsory solos, the second for others; a yes ends the asking.
            let asked = if rank(winner) == 0 { open && before } else { open || before };
            if asked && state.named[seat as usize] == Contract::Marriage {
                denied |= 1 << seat;
            }
        }
        state.both |= denied;
        let contract = state.named[winner as usize];
        self.begin_play(state, contract, winner);
    }

    /// The game is fixed: who leads (§3.6).
    pub(crate) fn begin_play(&self, state: &mut State, contract: Contract, declarer: u8) {
        state.phase = Phase::Play;
        state.contract = contract;
        state.declarer = declarer;
        state.named = [Contract::Normal; 4];
        if contract == Contract::Marriage {
            state.both |= 1 << declarer;
        }
        state.compulsory = contract.is_solo() && state.open >> declarer & 1 != 0;
        if state.compulsory {
            state.open &= !(1 << declarer);
        }
        state.turn = if state.compulsory { declarer } else { state.first() };
        if self.rules.asked {
            self.ask(state, state.turn, 4);
        }
    }

    /// A card on the table.
    #[inline(always)]
    fn lay(&self, state: &mut State, card: Card) {
        let seat = state.turn & 3;
        let s = seat as usize;
        state.hands[s] = state.hands[s].without(card);
        state.trick = state.trick.with(seat, card);
        if state.laid == 0 {
            state.led = state.contract.class(card);
            state.to_follow = state.contract.followers(card);
        }
        // Who does not follow has none of what was led; no branch, for it could not be predicted.
        let astray = (state.to_follow >> (card.0 & 31) & 1).wrapping_sub(1);
        state.lacks[s] |= state.to_follow & astray;
        state.laid += 1;
        state.turn = (seat + 1) & 3;
        if state.laid == 4 {
            self.take_trick(state);
        }
        if self.rules.asked {
            self.ask_after(state, seat);
        }
    }

    #[inline(always)]
    fn take_trick(&self, state: &mut State) {
        let winner = state.holder(&self.rules);
        let w = winner as usize;
        let points = state.trick.points();
        state.points[w] += points;
        state.tricks[w] += 1;
        state.fat[w] += (points >= FAT) as u8;
        // A fox in the trick of another may be worth a point, once parties are known.
        state.foxes += (state.trick.seats_of(FOX) & !(3 << (2 * w))) << (8 * w);
        state.last = Taken { cards: state.trick, winner, points };
        state.trick = Laid::NONE;
        state.laid = 0;
        state.led = Class::NONE;
        state.to_follow = ALL;
        state.quiet = true;
        state.turn = winner;
        if state.contract == Contract::Marriage && state.clarified == 0 {
            self.clarify(state, winner);
        }
        if state.hands[w].is_empty() {
            state.phase = Phase::Over;
        }
    }

    /// The first trick of somebody else, or the third, clarifies a marriage (§9.2, §9.3).
    #[inline(never)]
    fn clarify(&self, state: &mut State, winner: u8) {
        let number = 12 - state.hands[winner as usize].len() as u8;
        if winner != state.declarer {
            state.partner = winner;
            state.clarified = number;
        } else if number >= 3 {
            state.clarified = number;
        }
    }
}

/// The dealer of the next deal: the same again after a compulsory solo that was not forced (§2.3).
pub(crate) fn next_dealer(dealer: u8, compulsory: bool, forced: bool) -> u8 {
    if compulsory && !forced { dealer } else { (dealer + 1) & 3 }
}
