//! The course of a round: Grand Tichu, exchange, tricks with wish, bombs and the Dragon's gift, the score.

use kibitz_game::{Card, CardSet, Outcome, Play, Points, Returns, Rng, Seat, SeatSet, nth_bit};

use crate::cards;
use crate::cards::{
    DECK, DOG, DRAGON, MAH_JONG, SUITED, flush_cards, flush_starts, holds_bomb, lowest_of_ranks, points, rank_cards,
};
use crate::combos::Top;
use crate::generate::above;
use crate::moves::{Kind, Move, Says};
use crate::rules::{
    Bombs, DragonLast, DragonTrick, GrandOrder, OwnCombination, PartnerCalls, Target, Tie, WishBomb, WishBy,
};
use crate::state::{Call, NO_CARD, Phase, State, next_in, passed_bit};
use crate::{Tichu, draw, generate};

impl Play for Tichu {
    type State = State;
    type Move = Move;
    type Standing = [i16; 2];

    fn seats(&self) -> usize {
        4
    }

    fn bounds(&self) -> (Points, Points) {
        // A lost Grand Tichu of both partners and the Phoenix alone; a double win with a Grand Tichu.
        if self.rules.calls { (-425, 400) } else { (-25, 200) }
    }

    /// Shuffles and deals (§2.1).
    #[inline]
    fn deal(&self, totals: &[i16; 2], rng: &mut Rng) -> State {
        let mut state = State::empty(*totals);
        let half = DECK.random_subset(28, rng);
        let (a, b) = (half.random_subset(14, rng), (DECK - half).random_subset(14, rng));
        state.hands = [a, b, half - a, DECK - half - b];
        if self.rules.calls {
            for seat in 0..4 {
                let seen = state.hands[seat].random_subset(8, rng);
                state.to_come[seat] = state.hands[seat] - seen;
                state.hands[seat] = seen;
            }
        }
        self.open_round(&mut state);
        state
    }

    #[inline(always)]
    fn to_act(&self, state: &State) -> SeatSet {
        state.acting
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, false, moves);
    }

    fn legal_cards(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.list(state, seat, true, moves);
    }

    fn canonical(&self, state: &State, seat: Seat, mv: Move) -> Move {
        if mv.is_play() && seat != Seat::CHANCE { self.merge_suits(state.hands[seat.index()], mv) } else { mv }
    }

    /// One uniform choice of the list, made without it where that is possible.
    #[inline(always)]
    fn sample_move(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        if state.phase == Phase::Play && state.asking == 0 && self.plain {
            let hand = state.hands[seat.index() & 3];
            if flush_starts(hand.0 & SUITED.0) == 0 && !hand.meets(state.wish) {
                let extra = self.may_call_tichu(state, seat) as u32;
                let drawn = if state.leading() {
                    draw::lead(hand, extra, rng)
                } else {
                    draw::follow(hand, state.top, self.phoenix_beats(state.top), true, extra, rng)
                };
                return drawn.unwrap_or(Move::TICHU);
            }
        }
        self.draw_slowly(state, seat, rng)
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        // A pass or a play, the moves rollouts are made of; the others are rare.
        if mv.0 == 0 {
            self.pass(state, seat.0);
        } else if mv.is_play() {
            self.lay(state, seat.0, mv);
        } else {
            self.say(state, seat, mv);
        }
    }

    #[inline]
    fn playout(&self, state: &mut State, rng: &mut Rng) -> u32 {
        self.play_out(state, rng)
    }

    fn playout_listed(&self, state: &mut State, moves: &mut Vec<Move>, rng: &mut Rng) -> u32 {
        self.play_out_listed(state, moves, rng)
    }

    /// The state with every question for a bomb answered "no".
    fn settled(&self, state: &State) -> State {
        let mut settled = state.clone();
        settled.acting = self.ordinary(state);
        settled.asking = 0;
        settled
    }

    fn returns(&self, state: &State) -> Returns {
        let [a, b] = self.round_score(state);
        Returns::new(&[a, b, a, b])
    }

    fn allies(&self, _state: &State, a: Seat, b: Seat) -> bool {
        (a.0 ^ b.0) & 1 == 0
    }

    fn cards_played(&self, mv: Move) -> u32 {
        if mv.is_play() { mv.size() } else { 0 }
    }

    fn standing_after(&self, state: &State) -> [i16; 2] {
        let round = self.round_score(state);
        [0, 1].map(|team| state.totals[team].saturating_add(round[team] as i16))
    }

    fn outcome(&self, totals: &[i16; 2]) -> Outcome {
        let team = |t: u8| Outcome::Over(Seat(t).set().with(Seat(t + 2)));
        match self.rules.target {
            Some(Target(target)) if totals[0].max(totals[1]) < target as i16 => Outcome::Open,
            Some(_) if totals[0] == totals[1] && self.rules.tie == Tie::ExtraRound => Outcome::Open,
            _ if totals[0] == totals[1] => Outcome::Over(SeatSet::all(4)),
            _ => team((totals[1] > totals[0]) as u8),
        }
    }

    fn partners(&self) -> Vec<Vec<usize>> {
        vec![vec![0, 2], vec![1, 3]]
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::DECLINE
    }

    fn is_call(&self, mv: Move) -> bool {
        mv == Move::TICHU
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::PASS
    }
}

impl Tichu {
    /// The first decision after the deal.
    #[inline]
    pub(crate) fn open_round(&self, state: &mut State) {
        if self.rules.calls {
            state.phase = Phase::Grand;
            state.acting = match self.rules.grand_order {
                GrandOrder::Simultaneous => SeatSet::all(4),
                GrandOrder::Sequential => Seat(0).set(),
            };
        } else {
            self.take_up(state);
        }
    }

    /// All have answered the question for Grand Tichu: the other six cards (§2.3).
    pub(crate) fn take_up(&self, state: &mut State) {
        for seat in 0..4 {
            state.hands[seat] |= state.to_come[seat];
            state.to_come[seat] = CardSet::EMPTY;
        }
        if self.rules.exchange {
            state.phase = Phase::Exchange;
            state.acting = SeatSet::all(4);
        } else {
            self.begin_play(state);
        }
    }

    /// The holder of the Mah Jong leads (§4.1).
    #[inline]
    pub(crate) fn begin_play(&self, state: &mut State) {
        state.phase = Phase::Play;
        for seat in 0..4 {
            if state.hands[seat as usize].meets(MAH_JONG) {
                state.turn = seat;
                state.starter = seat;
            }
        }
        self.note_bombers(state);
        state.acting = Seat(state.turn).set();
    }

    pub(crate) fn note_bombers(&self, state: &mut State) {
        state.bombers = 0;
        if self.rules.bombs == Bombs::Anytime {
            for seat in 0..4 {
                state.bombers |= (holds_bomb(state.hands[seat]) as u8) << seat;
            }
        }
    }

    // ------------------------------------------------------------------------------------ legal moves

    pub(crate) fn list(&self, state: &State, seat: Seat, cards: bool, out: &mut Vec<Move>) {
        out.clear();
        if seat == Seat::CHANCE {
            if state.acting.has(seat) {
                out.extend((2..=14).map(|r| Move::wish(Some(r))));
            }
            return;
        }
        // While others are asked for a bomb, the seat on turn may go on: they then have declined.
        let ordinary = self.ordinary(state).has(seat);
        let hand = state.hands[seat.index()];
        match state.phase {
            Phase::Grand if ordinary => {
                // Heard from the partner, a call of his bars one's own where a team has just one (§3.5).
                let heard =
                    self.rules.grand_order == GrandOrder::Sequential && state.calls[seat.index() ^ 2] != Call::None;
                if !heard || self.rules.partner_calls != PartnerCalls::One {
                    out.push(Move::GRAND);
                }
                out.push(Move::NO_GRAND);
            }
            Phase::Exchange if ordinary => gifts(seat, hand, out),
            Phase::Wish if ordinary => {
                out.extend([None].into_iter().chain((2..=14).map(Some)).map(Move::wish));
            }
            Phase::Play if ordinary => self.plays(state, seat, cards, out),
            Phase::Play | Phase::Dragon => {
                if self.may_interrupt(state, seat) {
                    generate::bombs(hand, state.top, &self.rules, out);
                }
                if state.asking != 0 && state.acting.has(seat) {
                    out.push(Move::DECLINE);
                } else if ordinary {
                    let opponents = [(seat.0 + 1) & 3, (seat.0 + 3) & 3];
                    let (low, high) = (opponents[0].min(opponents[1]), opponents[0].max(opponents[1]));
                    out.extend([Move::gift(Seat(low)), Move::gift(Seat(high))]);
                }
            }
            _ => {}
        }
        self.list_tichu(state, seat, out);
    }

    /// [`Tichu::list`] of the seat on turn in a trick.
    #[inline(always)]
    pub(crate) fn list_ordinary_plays(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        self.plays(state, seat, false, out);
        self.list_tichu(state, seat, out);
    }

    #[inline(always)]
    fn list_tichu(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        if self.may_call_tichu(state, seat) {
            let at = out.partition_point(|&m| m < Move::TICHU);
            out.insert(at, Move::TICHU);
        }
    }

    /// What a card-level play is called in the list for agents: cards outside every straight flush of the hand are
    /// interchangeable within their rank, and the lowest stand for all.
    fn merge_suits(&self, hand: CardSet, play: Move) -> Move {
        let apart = CardSet(flush_cards(hand.0 & SUITED.0));
        let mut cards = play.cards();
        for rank in 2..=cards::ACE {
            let free = hand & rank_cards(rank) - apart;
            let taken = (cards & free).len() as usize;
            cards = cards - free | free.iter().take(taken).collect();
        }
        Move::play(play.kind(), play.height(), cards)
    }

    /// The moves of the seat on turn.
    #[inline(always)]
    fn plays(&self, state: &State, seat: Seat, cards: bool, out: &mut Vec<Move>) {
        let hand = state.hands[seat.index()];
        let top = state.to_beat();
        if !top.is_none() {
            out.push(Move::PASS);
        }
        let suited = hand.0 & SUITED.0;
        if cards {
            generate::long(hand, hand, top, &self.rules, out);
        } else if self.plain && flush_starts(suited) == 0 {
            generate::fast(hand, top, &self.rules, out);
        } else {
            generate::long(hand, CardSet(flush_cards(suited)), top, &self.rules, out);
        }
        if hand.meets(state.wish) {
            self.fulfil(state.wish, out);
        }
    }

    /// If any play has a natural card of the wished rank, only such plays are legal (§11.3).
    #[inline(never)]
    fn fulfil(&self, wish: CardSet, out: &mut Vec<Move>) {
        if out.iter().any(|m| m.cards().meets(wish)) {
            let free = self.rules.wish_bomb_in_turn == WishBomb::Free;
            out.retain(|m| m.cards().meets(wish) || free && m.is_bomb());
        }
    }

    /// Whether a seat may bomb now although it is not its turn (§10.3, §10.5): never the right to lead, never the Dog.
    fn may_interrupt(&self, state: &State, seat: Seat) -> bool {
        let leads = state.phase == Phase::Play && state.turn == seat.0;
        self.rules.bombs == Bombs::Anytime
            && matches!(state.phase, Phase::Play | Phase::Dragon)
            && state.bombers >> seat.0 & 1 != 0
            && !state.top.is_none()
            && !leads
            && !self.round_ended(state)
    }

    /// Tichu may be called before the own first card (§3.2).
    #[inline(always)]
    pub(crate) fn may_call_tichu(&self, state: &State, seat: Seat) -> bool {
        self.rules.calls
            && state.calls[seat.index()] == Call::None
            && state.hands[seat.index()].len() == 14
            && state.phase != Phase::Over
            && (self.rules.tichu_after_out || state.out_count == 0)
            && (self.rules.partner_calls != PartnerCalls::One || state.calls[seat.index() ^ 2] == Call::None)
            && state.silent >> seat.0 & 1 == 0
    }

    /// Whether a single Phoenix beats what lies on the table, short of the Dragon.
    #[inline(always)]
    pub(crate) fn phoenix_beats(&self, top: Top) -> bool {
        !self.rules.bug_phoenix_single || top.doubled < 3
    }

    #[inline(never)]
    fn draw_slowly(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        match state.phase {
            Phase::Exchange if state.acting.has(seat) => {
                let tichu = self.may_call_tichu(state, seat) as u32;
                let k = rng.below(14 * 13 * 12 + tichu);
                return if k == 14 * 13 * 12 { Move::TICHU } else { nth_gift(seat, state.hands[seat.index()], k) };
            }
            Phase::Grand if self.rules.grand_order == GrandOrder::Simultaneous && state.acting.has(seat) => {
                return if rng.below(2) == 0 { Move::GRAND } else { Move::NO_GRAND };
            }
            Phase::Wish if seat == Seat::CHANCE => return Move::wish(Some(2 + rng.below(13) as u8)),
            Phase::Play if state.asking == 0 && self.plain => {
                if let Some(mv) = self.draw_wished_single(state, seat, rng) {
                    return mv;
                }
            }
            _ => {}
        }
        let mut moves = Vec::with_capacity(64);
        self.list(state, seat, false, &mut moves);
        *rng.choose(&moves)
    }

    /// One uniform choice on a single by a hand without bombs that has cards of the wished rank.
    fn draw_wished_single(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Move> {
        let hand = state.hands[seat.index()];
        let on_single = !state.leading() && state.top.play.kind() == Kind::Single;
        if !on_single || holds_bomb(hand) || self.may_call_tichu(state, seat) {
            return None;
        }
        let high = above(state.top.doubled);
        match lowest_of_ranks(hand.0 & state.wish.0) & high {
            0 => Some(draw::follow_single_in_order(hand, state.top, self.phoenix_beats(state.top), rng)),
            wished => {
                rng.next_u64(); // the choice of one
                Some(draw::single(wished))
            }
        }
    }

    // ------------------------------------------------------------------------------------ transitions

    #[inline(always)]
    fn pass(&self, state: &mut State, seat: u8) {
        if !state.wish.is_empty() && state.without_wished >> seat & 1 == 0 {
            self.note_unfulfilled(state, seat, Move::PASS);
        }
        state.asking = 0;
        state.passed[(seat & 3) as usize] |= passed_bit(state.top, (state.owner ^ seat) & 1 == 0);
        let next = next_in(state.active | 1 << state.owner, seat);
        if next == state.owner {
            self.win_trick(state);
        } else {
            state.turn = next;
        }
        self.go_on(state);
    }

    /// Cards on the table, in turn or as an interrupting bomb.
    #[inline(always)]
    fn lay(&self, state: &mut State, seat: u8, play: Move) {
        let in_turn = state.phase == Phase::Play && seat == state.turn;
        if in_turn {
            if !state.wish.is_empty() && state.without_wished >> seat & 1 == 0 {
                self.note_unfulfilled(state, seat, play);
            }
            if state.open {
                self.take_trick(state); // leading again ends the time for bombs (§4.7)
            }
        }
        state.phase = Phase::Play; // a bomb on the Dragon ends the gift
        state.open = false;
        state.asking = 0;
        let cards = play.cards();
        let hand = state.hands[(seat & 3) as usize] ^ cards;
        state.hands[(seat & 3) as usize] = hand;
        state.played_by[(seat & 3) as usize] |= cards;
        state.trick |= cards;
        state.top = state.top.then(play, &self.rules);
        state.owner = seat;
        if state.bombers >> seat & 1 != 0 {
            state.bombers ^= (!holds_bomb(hand) as u8) << seat;
        }
        if cards.meets(state.wish) {
            state.wish = CardSet::EMPTY; // fulfilled, by whomever (§11.2)
        }
        if hand.is_empty() && self.go_out(state, seat) {
            return;
        }
        if cards.meets(DOG) {
            return self.dog(state, seat);
        }
        state.turn = next_in(state.active, seat);
        if cards.meets(MAH_JONG) && self.rules.wish != WishBy::None {
            return self.ask_for_wish(state, seat);
        }
        self.go_on(state);
    }

    #[inline(always)]
    pub(crate) fn ask_for_wish(&self, state: &mut State, seat: u8) {
        state.phase = Phase::Wish;
        state.acting = if self.rules.wish == WishBy::Chance { Seat::CHANCE } else { Seat(seat) }.set();
    }

    /// The next decision after a play or a pass: interrupts first, then the seat on turn.
    #[inline(always)]
    fn go_on(&self, state: &mut State) {
        state.acting = self.on_turn(state);
        if state.bombers != 0 {
            self.ask_bombers(state);
        }
    }

    /// Asks every seat that holds a beating bomb and has no ordinary decision (§22.3).
    #[inline(never)]
    fn ask_bombers(&self, state: &mut State) {
        state.asking = self.would_be_asked(state);
        if state.asking != 0 {
            state.acting = Seat(self.next_asked(state)).set();
        }
    }

    pub(crate) fn would_be_asked(&self, state: &State) -> u8 {
        let ordinary = state.acting;
        let may = |seat: u8| {
            let seat = Seat(seat);
            if ordinary.has(seat) || !self.may_interrupt(state, seat) {
                return false;
            }
            // Any bomb beats what is none.
            let mut bombs = Vec::new();
            if state.top.play.is_bomb() {
                generate::bombs(state.hands[seat.index()], state.top, &self.rules, &mut bombs);
            }
            !state.top.play.is_bomb() || !bombs.is_empty()
        };
        (0..4).filter(|&seat| may(seat)).fold(0, |asked, seat| asked | 1 << seat)
    }

    /// Of those to be asked, the first from the owner's right.
    pub(crate) fn next_asked(&self, state: &State) -> u8 {
        next_in(state.asking, state.owner)
    }

    /// A seat had to fulfil the wish and did not, so it holds no such card: certain on a lead, where every card
    /// can be played alone, and on a lower single.
    #[inline(never)]
    fn note_unfulfilled(&self, state: &mut State, seat: u8, mv: Move) {
        let excused = self.rules.wish_bomb_in_turn == WishBomb::Free && mv.is_bomb();
        let top = state.to_beat();
        let playable = top.is_none() || top.play.kind() == Kind::Single && 2 * state.wished > top.doubled;
        if playable && !excused && !mv.cards().meets(state.wish) {
            state.without_wished |= 1 << seat;
        }
    }

    /// All others have passed.
    #[inline(always)]
    pub(crate) fn win_trick(&self, state: &mut State) {
        let owner = state.owner;
        state.turn = if state.active >> owner & 1 != 0 { owner } else { next_in(state.active, owner) };
        if state.top.play.cards().meets(DRAGON) && self.rules.dragon == DragonTrick::Give {
            state.phase = Phase::Dragon;
        } else if self.rules.bombs == Bombs::Anytime {
            state.open = true;
        } else {
            self.take_trick(state);
        }
    }

    #[inline(always)]
    pub(crate) fn take_trick(&self, state: &mut State) {
        let dragon = state.top.play.cards().meets(DRAGON) && self.rules.dragon == DragonTrick::Right;
        let receiver = if dragon { (state.owner + 1) & 3 } else { state.owner };
        self.hand_over(state, receiver);
    }

    #[inline(always)]
    fn hand_over(&self, state: &mut State, receiver: u8) {
        state.last_trick = (state.owner, points(state.trick) as i8);
        state.piles[(receiver & 3) as usize] |= state.trick;
        self.clear_table(state);
    }

    /// An empty table has no owner.
    #[inline(always)]
    fn clear_table(&self, state: &mut State) {
        state.trick = CardSet::EMPTY;
        state.top = Top::NONE;
        state.owner = 0;
        state.open = false;
    }

    /// The Dog: no trick, the lead to the partner, or if he is out to the next after him (§12.2).
    #[inline(never)]
    pub(crate) fn dog(&self, state: &mut State, seat: u8) {
        state.piles[seat as usize] |= state.trick;
        self.clear_table(state);
        let partner = (seat + 2) & 3;
        state.turn = if state.active >> partner & 1 != 0 { partner } else { next_in(state.active, partner) };
        state.acting = Seat(state.turn).set();
    }

    /// The last card of a hand. Whether the round is over, or over but for the Dragon's gift (§14.3, §13.4).
    #[inline(never)]
    pub(crate) fn go_out(&self, state: &mut State, seat: u8) -> bool {
        state.active &= !(1 << seat);
        state.out[state.out_count as usize] = seat;
        state.out_count += 1;
        if !self.round_ended(state) {
            return false;
        }
        state.acting = SeatSet::EMPTY;
        state.phase = Phase::Over;
        state.asking = 0;
        if state.double_win() {
            return true;
        }
        let to_give = self.rules.dragon == DragonTrick::Give && self.rules.dragon_last == DragonLast::Give;
        if to_give && state.top.play.cards().meets(DRAGON) {
            state.phase = Phase::Dragon;
            state.acting = Seat(seat).set();
            state.turn = next_in(state.active, seat);
        } else {
            self.take_trick(state);
        }
        true
    }

    /// Three seats are out, or both of a team as the first two.
    pub(crate) fn round_ended(&self, state: &State) -> bool {
        state.out_count == 3 || state.double_win()
    }

    /// Everything that is not a play or a pass.
    #[inline(never)]
    pub(crate) fn say(&self, state: &mut State, seat: Seat, mv: Move) {
        match mv.says() {
            Says::Tichu => state.calls[seat.index()] = Call::Tichu,
            Says::Grand | Says::NoGrand => self.answer_grand(state, seat, mv == Move::GRAND),
            Says::Give { cards, .. } => self.give(state, seat, cards),
            Says::Wish(rank) => self.wish(state, rank),
            Says::Gift(to) => {
                state.asking = 0;
                self.hand_over(state, to.0);
                if self.round_ended(state) {
                    state.phase = Phase::Over;
                    state.acting = SeatSet::EMPTY;
                } else {
                    state.phase = Phase::Play;
                    state.acting = Seat(state.turn).set();
                }
            }
            Says::Decline => {
                state.asking &= !(1 << seat.0);
                state.acting = if state.asking != 0 { Seat(self.next_asked(state)).set() } else { self.on_turn(state) };
            }
            Says::Pass | Says::Play => unreachable!("made above"),
        }
    }

    /// The seats with an ordinary decision, interrupts left aside.
    pub(crate) fn ordinary(&self, state: &State) -> SeatSet {
        if state.asking == 0 { state.acting } else { self.on_turn(state) }
    }

    /// Who decides in a trick when nobody interrupts.
    #[inline(always)]
    pub(crate) fn on_turn(&self, state: &State) -> SeatSet {
        Seat(if state.phase == Phase::Dragon { state.owner } else { state.turn }).set()
    }

    fn answer_grand(&self, state: &mut State, seat: Seat, grand: bool) {
        if grand {
            state.calls[seat.index()] = Call::Grand;
        }
        state.acting = state.acting.without(seat);
        if self.rules.grand_order == GrandOrder::Sequential && seat.0 < 3 {
            state.acting = Seat(seat.0 + 1).set();
        }
        if state.acting.is_empty() {
            if self.rules.partner_calls == PartnerCalls::One {
                for (first, second) in [(0, 2), (1, 3)] {
                    if state.calls[first] == Call::Grand {
                        state.calls[second] = Call::None; // said at once: the lower seat has the call (§3.5)
                    }
                }
            }
            self.take_up(state);
        }
    }

    fn give(&self, state: &mut State, seat: Seat, cards: [Card; 3]) {
        state.given[seat.index()] = cards.map(|c| c.0);
        state.acting = state.acting.without(seat);
        if state.acting.is_empty() {
            for giver in 0..4 {
                for (i, &card) in state.given[giver].iter().enumerate() {
                    debug_assert_ne!(card, NO_CARD);
                    state.hands[giver] ^= Card(card).set();
                    state.hands[(giver + 1 + i) & 3] |= Card(card).set();
                }
            }
            self.begin_play(state);
        }
    }

    fn wish(&self, state: &mut State, rank: Option<u8>) {
        if let Some(rank) = rank {
            state.wished = rank;
            let own = self.rules.wish_own_combination == OwnCombination::Counts && state.trick.meets(rank_cards(rank));
            if !own {
                state.wish = rank_cards(rank);
            }
        }
        state.phase = Phase::Play;
        self.go_on(state);
    }

    // ------------------------------------------------------------------------------------ score

    /// The points of the two teams (§15, §16). `taken` are the points in the four piles, `left` in the last hand.
    pub(crate) fn score(&self, out: &[u8], taken: [i32; 4], left: i32, calls: [Call; 4]) -> [i32; 2] {
        let mut teams = [0; 2];
        let first = out[0] as usize;
        if out.len() == 2 {
            teams[first & 1] = 200;
        } else {
            let last = 6 - out.iter().map(|&s| s as usize).sum::<usize>();
            for seat in 0..4 {
                let taker = if seat == last { first } else { seat };
                teams[taker & 1] += taken[seat];
            }
            teams[(last + 1) & 1] += left;
        }
        for seat in 0..4 {
            teams[seat & 1] += self.call_worth(first, calls, seat);
        }
        teams
    }

    /// What the call of a seat is worth to its team when `first` is out first (§16).
    #[inline]
    fn call_worth(&self, first: usize, calls: [Call; 4], seat: usize) -> i32 {
        let worth = match calls[seat] {
            Call::None => return 0,
            Call::Tichu => 100,
            Call::Grand => 200,
        };
        // §16.3
        let forgiven = self.rules.partner_calls == PartnerCalls::BswGrand
            && calls[seat] == Call::Grand
            && calls[seat ^ 2] != Call::None
            && first == seat ^ 2;
        match (forgiven, first == seat) {
            (true, _) => 0,
            (_, true) => worth,
            _ => -worth,
        }
    }

    /// What makes up the score of a finished round: the rule, the team, the seat where it is about one, the points.
    pub(crate) fn score_sheet(&self, state: &State) -> Vec<(&'static str, usize, Option<usize>, i32)> {
        let (out, taken) = (state.out(), state.piles.map(points));
        let first = out[0] as usize;
        let mut lines = Vec::new();
        if out.len() == 2 {
            lines.push(("double", first & 1, None, 200));
        } else {
            let last = 6 - out.iter().map(|&s| s as usize).sum::<usize>();
            for team in 0..2 {
                let own = (0..4).filter(|&seat| seat & 1 == team && seat != last).map(|seat| taken[seat]).sum();
                lines.push(("tricks", team, None, own));
            }
            lines.push(("last-tricks", first & 1, Some(last), taken[last]));
            lines.push(("last-hand", (last + 1) & 1, Some(last), self.points_left(state)));
        }
        for seat in 0..4 {
            let call = match state.calls[seat] {
                Call::None => continue,
                Call::Tichu => "tichu",
                Call::Grand => "grand",
            };
            lines.push((call, seat & 1, Some(seat), self.call_worth(first, state.calls, seat)));
        }
        lines
    }

    #[inline]
    pub(crate) fn round_score(&self, state: &State) -> [i32; 2] {
        self.score(state.out(), state.piles.map(points), self.points_left(state), state.calls)
    }

    /// The card points in the last hand.
    pub(crate) fn points_left(&self, state: &State) -> i32 {
        points(state.hands[state.active.trailing_zeros() as usize & 3])
    }
}

/// Every way to give three cards away.
fn gifts(from: Seat, hand: CardSet, out: &mut Vec<Move>) {
    for a in hand {
        for b in hand - a.set() {
            for c in hand - a.set() - b.set() {
                out.push(Move::give(from, [a, b, c]));
            }
        }
    }
}

/// The `k`-th of [`gifts`].
fn nth_gift(from: Seat, hand: CardSet, k: u32) -> Move {
    let nth = |set: CardSet, k: u32| Card(nth_bit(set.0, k).trailing_zeros() as u8);
    let a = nth(hand, k / (13 * 12));
    let b = nth(hand - a.set(), k / 12 % 13);
    let c = nth(hand - a.set() - b.set(), k % 12);
    Move::give(from, [a, b, c])
}
