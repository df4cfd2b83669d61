//! What a seat knows, and the deals that fit it.
//!
//! A world is exactly uniform over all labelled deals consistent with the hard facts: own cards, cards played, seats
//! that did not follow, club queens shown, promised or denied (§22). The two copies of a card are different objects
//! when deals are counted, as they are when cards are dealt; a state does not tell them apart, so a world in which a
//! pair is split between two hands comes up twice as often as one in which a hand has both.
//!
//! With three hidden hands every unseen card is in one of seven classes by who may hold it. Singletons are forced; how
//! many cards of the classes {0,1}, {0,2}, {1,2} go to the first of the two fixes how the class {0,1,2} is split, so
//! all deals are counted by a sum of at most three indices, in whole numbers and without error. "At least one club
//! queen" is no class: the few placements of the queens that satisfy it are counted one by one.

use kibitz_game::{Card, CardSet, MoveCode, Play, Rng, Seat, Worlds};

use crate::Doppelkopf;
use crate::cards::{CLUB_QUEEN, Hand, KINDS, kind};
use crate::contracts::Contract;
use crate::moves::{Move, Says};
use crate::state::{EVERYBODY, Party, Phase, State, round_from};

/// Everything a seat may know: the state with what it cannot know blanked out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// The state as this seat sees it: other hands are empty, and other seats were dealt what they have played.
    pub known: State,
    /// Cards in hand per seat.
    pub counts: [u8; 4],
}

impl View {
    /// The cards whose place the seat cannot see.
    #[inline]
    pub fn unseen(&self) -> Hand {
        let seen = self.known.dealt;
        Hand::DECK.minus(seen[0].plus(seen[1]).plus(seen[2].plus(seen[3])))
    }

    /// The three others, in seat order.
    #[inline]
    pub(crate) fn others(&self) -> [usize; 3] {
        let me = self.seat.index();
        [0, 1, 2].map(|i| i + (i >= me) as usize)
    }

    /// The party of a seat, if the viewer can be sure of it (§22.6).
    pub fn party(&self, seat: usize) -> Option<Party> {
        let state = &self.known;
        if state.contract != Contract::Normal {
            let declarer = state.declarer as usize == seat;
            return (state.parties_fixed() || state.phase == Phase::Play && declarer).then(|| state.party(seat));
        }
        if state.phase == Phase::Reservation {
            return None;
        }
        if state.dealt[seat].has(CLUB_QUEEN) {
            return Some(Party::Re); // it has shown one, or it is the viewer
        }
        // A seat is of a party for sure if it is in every placement of the unseen queens.
        let others = self.others();
        let mut is = [false; 2];
        for holders in self.queen_holders() {
            let holds = others.iter().zip(holders).any(|(&s, n)| s == seat && n > 0);
            is[if holds { Party::Re } else { Party::Kontra } as usize] = true;
        }
        match is {
            [true, false] => Some(Party::Re),
            [false, true] => Some(Party::Kontra),
            _ => None,
        }
    }

    /// How the unseen club queens can lie with the three others, by number: every way that the facts allow.
    fn queen_holders(&self) -> impl Iterator<Item = [u8; 3]> + use<'_> {
        let unseen = self.unseen().count(CLUB_QUEEN) as u8;
        let others = self.others();
        let ways = (0..=unseen).flat_map(move |a| (0..=unseen - a).map(move |b| [a, b, unseen - a - b]));
        ways.filter(move |way| {
            others.iter().zip(way).all(|(&s, &n)| {
                let may = self.known.may_hold(s) & kind(CLUB_QUEEN) != 0;
                n <= self.counts[s] && (n == 0 || may) && (n > 0 || !self.known.needs_queen(s))
            })
        })
    }
}

/// Unseen cards by who may hold them: bit *i* of the index stands for the *i*-th of the three others.
pub(crate) struct Classes([CardSet; 8]);

/// How many cards of the classes {0,1}, {0,2} and {1,2} go to the first of the two.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    from_01: u32,
    from_02: u32,
    from_12: u32,
}

impl Classes {
    #[inline]
    pub(crate) fn of(pool: CardSet, may: [CardSet; 3]) -> Classes {
        let mut classes = [CardSet::EMPTY; 8];
        for (index, class) in classes.iter_mut().enumerate().skip(1) {
            *class = (0..3).fold(pool, |cards, i| if index >> i & 1 != 0 { cards & may[i] } else { cards - may[i] });
        }
        Classes(classes)
    }

    fn len(&self, class: usize) -> u32 {
        self.0[class].len()
    }

    /// The number of ways to deal the cards on so many places per seat. With `wanted` it stops at the way of that
    /// number and says how it splits the classes.
    #[inline]
    pub(crate) fn count(&self, room: [u32; 3], wanted: Option<u64>) -> (u64, Option<Split>) {
        let [n01, n02, n12, n012] = [0b011, 0b101, 0b110, 0b111].map(|class| self.len(class));
        let mut free = [0; 3];
        for i in 0..3 {
            let Some(left) = room[i].checked_sub(self.len(1 << i)) else { return (0, None) };
            free[i] = left;
        }
        let mut ways = 0;
        // Each index runs over the values that leave no seat with too many cards.
        for from_01 in n01.saturating_sub(free[1])..=n01.min(free[0]) {
            for from_02 in n02.saturating_sub(free[2])..=n02.min(free[0] - from_01) {
                let first = free[0] - from_01 - from_02;
                if first > n012 {
                    continue;
                }
                let upper = choose(n01, from_01) * choose(n02, from_02) * choose(n012, first);
                let (room_1, room_2) = (free[1] - (n01 - from_01), free[2] - (n02 - from_02));
                for from_12 in n12.saturating_sub(room_2)..=n12.min(room_1) {
                    ways += upper * choose(n12, from_12) * choose(n012 - first, room_1 - from_12);
                    if wanted.is_some_and(|wanted| ways > wanted) {
                        return (ways, Some(Split { from_01, from_02, from_12 }));
                    }
                }
            }
        }
        (ways, None)
    }

    /// Deals the classes by a split, every way equally likely.
    #[inline]
    fn deal(&self, room: [u32; 3], split: Split, rng: &mut Rng) -> [CardSet; 3] {
        let classes = &self.0;
        let a = classes[0b011].random_subset(split.from_01, rng);
        let b = classes[0b101].random_subset(split.from_02, rng);
        let c = classes[0b110].random_subset(split.from_12, rng);
        let mut hands = [
            classes[0b001] | a | b,
            classes[0b010] | (classes[0b011] - a) | c,
            classes[0b100] | (classes[0b101] - b) | (classes[0b110] - c),
        ];
        let mut rest = classes[0b111];
        for i in 0..2 {
            let cards = rest.random_subset(room[i] - hands[i].len(), rng);
            hands[i] |= cards;
            rest = rest - cards;
        }
        hands[2] |= rest;
        hands
    }
}

/// Cards that may be unseen.
const MOST: usize = 36;

/// Binomial coefficients; the number of all deals, 36! / 12!³ ≈ 3.4 · 10¹⁵, and with it every sum here fits.
const CHOOSE: [[u64; MOST + 1]; MOST + 1] = {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline(always)]
fn choose(n: u32, k: u32) -> u64 {
    static TABLE: [[u64; MOST + 1]; MOST + 1] = CHOOSE;
    TABLE[n as usize][k as usize]
}

/// The cards of some kinds, both copies.
pub(crate) const fn both_copies(kinds: u32) -> CardSet {
    CardSet(kinds as u64 | (kinds as u64) << KINDS)
}

impl Worlds for Doppelkopf {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let me = seat.index();
        let mut known = if state.asked == seat.0 { state.clone() } else { state.settled() };
        for s in (0..4).filter(|&s| s != me) {
            known.dealt[s] = state.played(s);
            known.hands[s] = Hand::EMPTY;
            known.named[s] = Contract::Normal;
        }
        View { seat, known, counts: state.hands.map(|h| h.len() as u8) }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        self.legal(&view.known, view.seat, moves);
    }

    #[inline]
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let mut state = view.known.clone();
        let others = view.others();
        let hands = draw_hands(view, others, rng);
        for (s, hand) in others.into_iter().zip(hands) {
            state.hands[s] = Hand::of_copies(hand);
            state.dealt[s] = state.dealt[s].plus(state.hands[s]);
        }
        if state.phase == Phase::Reservation && state.spoken == EVERYBODY {
            self.draw_names(view, &mut state, rng);
        }
        state
    }

    fn samplers(&self) -> &'static [&'static str] {
        &["greedy"]
    }

    fn sample_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        (method == "greedy").then(|| self.greedy_world(view, rng))
    }

    /// All worlds by trying every place for every copy of every card, if there are at most `limit`.
    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        let cards: Vec<Card> = view.unseen().iter().collect();
        if cards.len() > 16 || view.known.phase == Phase::Reservation {
            return None;
        }
        let mut worlds = Vec::new();
        let mut room = view.counts;
        room[view.seat.index()] = 0;
        fill(view, &cards, &mut room, &mut view.known.clone(), &mut worlds, limit).then_some(worlds)
    }

    fn beginning(&self, now: &State, history: &[(Seat, Move)], _rng: &mut Rng) -> Option<(State, usize)> {
        self.first_word(now, history)
    }

    fn step(&self, view: &View, world: &State, rng: &mut Rng) -> State {
        self.swap_cards(view, world, rng)
    }

    fn carry_on(&self, view: &View, earlier: &State, rng: &mut Rng) -> State {
        self.keep_hands(view, earlier, rng)
    }

    fn hand_size(&self, view: &View) -> u32 {
        view.counts[view.seat.index()] as u32
    }

    fn seen_as(&self, mv: Move, mover: Seat, observer: Seat) -> u64 {
        // What a reservation is, its owner tells when he must.
        let secret = mover != observer && matches!(mv.says(), Says::Name(_));
        if secret { u64::MAX } else { mv.code() }
    }

    fn silence(&self, view: &mut View) {
        view.known.silent |= 1 << view.seat.0;
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        // A reservation that is not played is not named (§3.5).
        let Says::Name(contract) = mv.says() else { return true };
        mover == observer || now.phase != Phase::Reservation && now.declarer == mover.0 && now.contract == contract
    }
}

impl Doppelkopf {
    /// The reservations named before the viewer's turn are not known: any that the drawn hand allows.
    #[inline(never)]
    fn draw_names(&self, view: &View, state: &mut State, rng: &mut Rng) {
        let before = round_from(state.first()).take_while(|&s| s != state.turn);
        for seat in before.filter(|&s| s != view.seat.0 && state.reserved >> s & 1 != 0) {
            let marriage = self.may_marry(state, seat as usize) as u32;
            let k = rng.below(7 + marriage) as usize;
            state.named[seat as usize] = Contract::SOLOS.get(k).copied().unwrap_or(Contract::Marriage);
        }
    }

    /// A world by the assignment of the Basel study.
    pub(crate) fn greedy_world(&self, view: &View, rng: &mut Rng) -> State {
        let mut state = crate::greedy::greedy(view, rng);
        if state.phase == Phase::Reservation && state.spoken == EVERYBODY {
            self.draw_names(view, &mut state, rng);
        }
        state
    }
}

/// Draws the cards of the three others.
#[inline]
fn draw_hands(view: &View, others: [usize; 3], rng: &mut Rng) -> [CardSet; 3] {
    let state = &view.known;
    let pool = view.unseen().copies();
    let room = others.map(|s| view.counts[s] as u32);
    let may = others.map(|s| state.may_hold(s));
    if others.iter().any(|&s| state.needs_queen(s)) {
        return draw_with_queens(view, pool, room, may.map(both_copies), rng);
    }
    if may.iter().all(|&kinds| pool & both_copies(kinds) == pool) {
        // Nothing is known of anybody: the commonest case.
        let first = pool.random_subset(room[0], rng);
        let second = (pool - first).random_subset(room[1], rng);
        return [first, second, pool - first - second];
    }
    draw_from_classes(&Classes::of(pool, may.map(both_copies)), room, rng)
}

#[inline(never)]
pub(crate) fn draw_from_classes(classes: &Classes, room: [u32; 3], rng: &mut Rng) -> [CardSet; 3] {
    let (ways, _) = classes.count(room, None);
    let (_, split) = classes.count(room, Some(below(ways, rng)));
    classes.deal(room, split.expect("the view comes from a deal"), rng)
}

/// Somebody has called Re and has not shown a queen: every placement of the unseen queens is weighed by the number of
/// deals of the other cards.
#[inline(never)]
fn draw_with_queens(view: &View, pool: CardSet, room: [u32; 3], may: [CardSet; 3], rng: &mut Rng) -> [CardSet; 3] {
    let queens = pool & both_copies(kind(CLUB_QUEEN));
    let classes = Classes::of(pool - queens, may);
    // One of two queens here and one there is two labelled ways.
    let weigh = |holders: [u8; 3]| {
        let left = [0, 1, 2].map(|i| room[i] - holders[i] as u32);
        let labels = if queens.len() == 2 && !holders.contains(&2) { 2 } else { 1 };
        (left, labels, labels * classes.count(left, None).0)
    };
    let all: u64 = view.queen_holders().map(|holders| weigh(holders).2).sum();
    let mut wanted = below(all, rng);
    for holders in view.queen_holders() {
        let (left, labels, ways) = weigh(holders);
        if wanted >= ways {
            wanted -= ways;
            continue;
        }
        let (_, split) = classes.count(left, Some(wanted / labels));
        let mut hands = classes.deal(left, split.expect("counted just now"), rng);
        let mut copies = queens;
        for i in 0..3 {
            let cards = copies.random_subset(holders[i] as u32, rng);
            hands[i] |= cards;
            copies = copies - cards;
        }
        return hands;
    }
    unreachable!("the view comes from a deal")
}

/// A number below `n`. The bias is below `n` / 2⁶⁴.
#[inline(always)]
fn below(n: u64, rng: &mut Rng) -> u64 {
    ((rng.next_u64() as u128 * n as u128) >> 64) as u64
}

/// Tries every place for the first card; whether the limit was kept.
fn fill(
    view: &View,
    cards: &[Card],
    room: &mut [u8; 4],
    state: &mut State,
    worlds: &mut Vec<State>,
    limit: usize,
) -> bool {
    let Some((&card, rest)) = cards.split_first() else {
        // A promised queen is in hand, or it was shown before.
        let kept = (0..4).all(|s| !state.needs_queen(s) || state.hands[s].has(CLUB_QUEEN));
        let held = (0..4).all(|s| state.both >> s & 1 == 0 || state.dealt[s].count(CLUB_QUEEN) == 2);
        if kept && held {
            worlds.push(state.clone());
        }
        return worlds.len() <= limit;
    };
    for seat in 0..4 {
        if room[seat] == 0 || seat == view.seat.index() || view.known.lacks[seat] & kind(card) != 0 {
            continue;
        }
        room[seat] -= 1;
        let (hand, dealt) = (state.hands[seat], state.dealt[seat]);
        state.hands[seat] = hand.with(card);
        state.dealt[seat] = dealt.with(card);
        let go_on = fill(view, rest, room, state, worlds, limit);
        state.hands[seat] = hand;
        state.dealt[seat] = dealt;
        room[seat] += 1;
        if !go_on {
            return false;
        }
    }
    true
}
