//! All combinations of a hand that may be played on the table.
//!
//! Two generators make the same lists. The fast one is for hands without a straight flush, where suits do not
//! matter: it takes the lowest cards of a rank. The long one distinguishes a given set of cards by suit: those
//! of straight flushes for agents, all of them for card-level moves.

use kibitz_game::CardSet;

use crate::cards::{
    ACE, DOG, DRAGON, MAH_JONG, PHOENIX, RANKS, SUITED, count, flush_starts, lowest_of_ranks, occupied, quads,
    rank_cards,
};
use crate::combos::{Top, beats, one_suit, reading_allowed};
use crate::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX, Kind, Move};
use crate::rules::Rules;

/// The cards of a hand by how many of their rank there are: what every combination is built from.
pub(crate) struct Profile {
    /// Lowest, second and third card of every rank.
    pub one: u64,
    pub two: u64,
    pub three: u64,
    /// Ranks with at least one, two, three and four cards.
    pub has1: u64,
    pub has2: u64,
    pub has3: u64,
    pub has4: u64,
}

impl Profile {
    #[inline(always)]
    pub fn new(suited: u64) -> Profile {
        let one = lowest_of_ranks(suited);
        let rest = suited & !one;
        let two = lowest_of_ranks(rest);
        let rest2 = rest & !two;
        let three = lowest_of_ranks(rest2);
        Profile {
            one,
            two,
            three,
            has1: occupied(suited),
            has2: occupied(rest),
            has3: occupied(rest2),
            has4: occupied(rest2 & !three),
        }
    }
}

/// Height of the rank at a nibble's bit position.
#[inline(always)]
pub(crate) fn height_at(position: u32) -> u8 {
    (position / 4 + 1) as u8
}

/// The nibbles of `width` ranks, from nibble 0 on.
#[inline(always)]
pub(crate) fn window(width: u32) -> u64 {
    (1u64 << (4 * width)) - 1
}

/// Everything at or above the lowest rank that beats a doubled height.
#[inline(always)]
pub(crate) fn above(doubled: u8) -> u64 {
    !0u64 << ((doubled as u32) << 1 & !3)
}

/// Everything that begins high enough for a run of `width` ranks to end above a doubled height.
#[inline(always)]
pub(crate) fn starts_above(doubled: u8, width: u32) -> u64 {
    !0u64 << (4 * (doubled as u32 / 2 + 1 - width))
}

// The combinations at a rank's bit position, of the lowest cards.

#[inline(always)]
pub(crate) fn pair(p: &Profile, at: u32) -> Move {
    Move::play(Kind::Pair, height_at(at), CardSet((p.one | p.two) & 0xF << at))
}
#[inline(always)]
pub(crate) fn pair_phoenix(p: &Profile, at: u32) -> Move {
    Move::play(Kind::Pair, height_at(at), CardSet(p.one & 0xF << at) | PHOENIX)
}
#[inline(always)]
pub(crate) fn triple(p: &Profile, at: u32) -> Move {
    Move::play(Kind::Triple, height_at(at), CardSet((p.one | p.two | p.three) & 0xF << at))
}
#[inline(always)]
pub(crate) fn triple_phoenix(p: &Profile, at: u32) -> Move {
    Move::play(Kind::Triple, height_at(at), CardSet((p.one | p.two) & 0xF << at) | PHOENIX)
}
#[inline(always)]
pub(crate) fn bomb4(at: u32) -> Move {
    Move::play(Kind::Bomb4, height_at(at), CardSet(0xF << at))
}
#[inline(always)]
pub(crate) fn full_house(p: &Profile, three: u32, two: u32) -> Move {
    let cards = (p.one | p.two | p.three) & 0xF << three | (p.one | p.two) & 0xF << two;
    Move::play(Kind::FullHouse, height_at(three), CardSet(cards))
}
/// The Phoenix completes the pair.
#[inline(always)]
pub(crate) fn full_house_phoenix_pair(p: &Profile, three: u32, one: u32) -> Move {
    let cards = (p.one | p.two | p.three) & 0xF << three | p.one & 0xF << one;
    Move::play(Kind::FullHouse, height_at(three), CardSet(cards) | PHOENIX)
}
/// The Phoenix completes the triple.
#[inline(always)]
pub(crate) fn full_house_phoenix_triple(p: &Profile, three: u32, two: u32) -> Move {
    let cards = (p.one | p.two) & (0xF << three | 0xF << two);
    Move::play(Kind::FullHouse, height_at(three), CardSet(cards) | PHOENIX)
}
/// A run of `width` ranks from `at` on, of the given cards.
#[inline(always)]
pub(crate) fn run(kind: Kind, cards: u64, at: u32, width: u32) -> Move {
    Move::play(kind, height_at(at + 4 * (width - 1)), CardSet(cards & window(width) << at))
}
/// A straight in which the Phoenix stands for the rank at `gap`.
#[inline(always)]
pub(crate) fn straight_phoenix(cards: u64, at: u32, width: u32, gap: u32) -> Move {
    let cards = cards & window(width) << at & !(0xF << gap);
    Move::play(Kind::Straight, height_at(at + 4 * (width - 1)), CardSet(cards) | PHOENIX)
}
/// Stairs in which the Phoenix is the second card of the rank at `gap`.
#[inline(always)]
pub(crate) fn stairs_phoenix(p: &Profile, at: u32, width: u32, gap: u32) -> Move {
    let cards = (p.one | p.two) & window(width) << at & !(p.two & 0xF << gap);
    Move::play(Kind::Stairs, height_at(at + 4 * (width - 1)), CardSet(cards) | PHOENIX)
}

/// The starts of all runs of one width: those complete in `have`, and those with just one rank out of `missing`.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    pub whole: u64,
    pub gapped: u64,
    pub width: u32,
}

impl Runs {
    /// Runs of one rank.
    #[inline(always)]
    pub fn one(have: u64, missing: u64) -> Runs {
        Runs { whole: have, gapped: missing, width: 1 }
    }

    /// Runs of four ranks, in fewer steps.
    #[inline(always)]
    pub fn four(have: u64, missing: u64) -> Runs {
        let two = have & have >> 4;
        let gapped = missing & have >> 4 | have & missing >> 4;
        Runs { whole: two & two >> 8, gapped: gapped & two >> 8 | two & gapped >> 8, width: 4 }
    }

    /// One rank longer.
    #[inline(always)]
    pub fn longer(self, have: u64, missing: u64) -> Runs {
        let shift = 4 * self.width;
        Runs {
            gapped: self.gapped & have >> shift | self.whole & missing >> shift,
            whole: self.whole & have >> shift,
            width: self.width + 1,
        }
    }
}

/// The bit positions of a mask, ascending. Their number is known beforehand, so that a list makes room for all at once.
#[inline(always)]
pub(crate) fn positions(mut mask: u64) -> impl Iterator<Item = u32> {
    (0..mask.count_ones()).map(move |_| {
        let at = mask.trailing_zeros();
        mask &= mask - 1;
        at
    })
}

/// Appends the single cards of a mask.
#[inline(always)]
fn push_singles(mut mask: u64, out: &mut Vec<Move>) {
    // How many there are cannot be foretold but is seldom more than a few: so these are written at any rate, and those
    // that are none are dropped, instead of a branch for each.
    let count = out.len() + mask.count_ones().min(4) as usize;
    let few = [(); 4].map(|()| {
        let at = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        Move::play(Kind::Single, height_at(at & 63), CardSet(1 << (at & 63)))
    });
    out.extend_from_slice(&few);
    out.truncate(count);
    out.extend(positions(mask).map(|at| Move::play(Kind::Single, height_at(at), CardSet(1 << at))));
}

/// Appends every play on the table, of a hand without a straight flush under plain rules, in order.
#[inline]
pub(crate) fn fast(hand: CardSet, top: Top, rules: &Rules, out: &mut Vec<Move>) {
    let suited = hand.0 & SUITED.0;
    if !top.is_none() && top.play.kind() == Kind::Single {
        let singles = lowest_of_ranks(suited) & above(top.doubled);
        follow_single(hand, singles, quads(suited), top, rules, out);
        return;
    }
    let p = Profile::new(suited);
    let phoenix = hand.meets(PHOENIX);
    if top.is_none() {
        lead_singles(hand, &p, out);
        pairs(&p, phoenix, !0, out);
        triples(&p, phoenix, !0, out);
        stairs(&p, phoenix, None, out);
        full_houses(&p, phoenix, !0, out);
        straights(hand, &p, phoenix, None, out);
        bombs4(p.has4, out);
        return;
    }
    let high = above(top.doubled);
    match top.play.kind() {
        Kind::Pair => pairs(&p, phoenix, high, out),
        Kind::Triple => triples(&p, phoenix, high, out),
        Kind::Stairs => stairs(&p, phoenix, Some(top), out),
        Kind::FullHouse => full_houses(&p, phoenix, high, out),
        Kind::Straight => straights(hand, &p, phoenix, Some(top), out),
        Kind::Bomb4 => return bombs4(p.has4 & high, out),
        _ => return,
    }
    bombs4(p.has4, out);
}

#[inline(always)]
fn follow_single(hand: CardSet, singles: u64, quads: u64, top: Top, rules: &Rules, out: &mut Vec<Move>) {
    if top.doubled < 2 && hand.meets(MAH_JONG) {
        out.push(Move::play(Kind::Single, 1, MAH_JONG));
    }
    push_singles(singles, out);
    if top.doubled < 2 * HEIGHT_DRAGON && hand.meets(DRAGON | PHOENIX) {
        if hand.meets(DRAGON) {
            out.push(Move::play(Kind::Single, HEIGHT_DRAGON, DRAGON));
        }
        if hand.meets(PHOENIX) && top.phoenix(rules) > top.doubled {
            out.push(Move::play(Kind::Single, HEIGHT_PHOENIX, PHOENIX));
        }
    }
    bombs4(quads, out);
}

fn lead_singles(hand: CardSet, p: &Profile, out: &mut Vec<Move>) {
    let special = hand.0 & 0xF;
    if special & (DOG.0 | MAH_JONG.0) != 0 {
        if hand.meets(DOG) {
            out.push(Move::play(Kind::Single, 0, DOG));
        }
        if hand.meets(MAH_JONG) {
            out.push(Move::play(Kind::Single, 1, MAH_JONG));
        }
    }
    push_singles(p.one, out);
    if special & (DRAGON.0 | PHOENIX.0) != 0 {
        if hand.meets(DRAGON) {
            out.push(Move::play(Kind::Single, HEIGHT_DRAGON, DRAGON));
        }
        if hand.meets(PHOENIX) {
            out.push(Move::play(Kind::Single, HEIGHT_PHOENIX, PHOENIX));
        }
    }
}

#[inline(always)]
fn bombs4(quads: u64, out: &mut Vec<Move>) {
    if quads != 0 {
        out.extend(positions(quads).map(bomb4));
    }
}

// Of two plays of one height the one with the Phoenix has fewer high cards, so it comes first in order.

#[inline(always)]
fn pairs(p: &Profile, phoenix: bool, high: u64, out: &mut Vec<Move>) {
    if !phoenix {
        out.extend(positions(p.has2 & high).map(|at| pair(p, at)));
        return;
    }
    for at in positions(p.has1 & high) {
        out.push(pair_phoenix(p, at));
        if p.has2 >> at & 1 != 0 {
            out.push(pair(p, at));
        }
    }
}

#[inline(always)]
fn triples(p: &Profile, phoenix: bool, high: u64, out: &mut Vec<Move>) {
    if !phoenix {
        out.extend(positions(p.has3 & high).map(|at| triple(p, at)));
        return;
    }
    for at in positions(p.has2 & high) {
        out.push(triple_phoenix(p, at));
        if p.has3 >> at & 1 != 0 {
            out.push(triple(p, at));
        }
    }
}

#[inline(always)]
fn full_houses(p: &Profile, phoenix: bool, high: u64, out: &mut Vec<Move>) {
    let begin = out.len();
    for three in positions(p.has3 & high) {
        out.extend(positions(p.has2 & !(1 << three)).map(|two| full_house(p, three, two)));
    }
    if !phoenix {
        return;
    }
    for three in positions(p.has3 & high) {
        out.extend(positions(p.has1 & !(1 << three)).map(|one| full_house_phoenix_pair(p, three, one)));
    }
    for three in positions(p.has2 & high) {
        out.extend(positions(p.has2 & !(1 << three)).map(|two| full_house_phoenix_triple(p, three, two)));
    }
    out[begin..].sort_unstable();
}

#[inline(always)]
fn straights(hand: CardSet, p: &Profile, phoenix: bool, top: Option<Top>, out: &mut Vec<Move>) {
    let begin = out.len();
    let cards = p.one | hand.0 & MAH_JONG.0;
    let have = p.has1 | hand.0 & MAH_JONG.0;
    // The Phoenix cannot stand for rank 1 (§8.3).
    let missing = if phoenix { RANKS & !have & !1 } else { 0 };
    let mut runs = Runs::four(have, missing);
    let wanted = top.map(|t| t.play.size());
    while runs.whole | runs.gapped != 0 {
        runs = runs.longer(have, missing);
        if wanted.is_some_and(|w| runs.width < w) {
            continue;
        }
        let starts = top.map_or(!0, |t| starts_above(t.doubled, runs.width));
        for at in positions(runs.whole & starts) {
            out.push(run(Kind::Straight, cards, at, runs.width));
            if phoenix {
                let gaps = (0..runs.width).map(|i| at + 4 * i).filter(|&gap| gap > 0);
                gaps.for_each(|gap| out.push(straight_phoenix(cards, at, runs.width, gap)));
            }
        }
        for at in positions(runs.gapped & starts) {
            let gap = (missing & window(runs.width) << at).trailing_zeros();
            out.push(straight_phoenix(cards, at, runs.width, gap));
        }
        if wanted.is_some() {
            break;
        }
    }
    sort_small(&mut out[begin..]);
}

#[inline(always)]
fn stairs(p: &Profile, phoenix: bool, top: Option<Top>, out: &mut Vec<Move>) {
    let begin = out.len();
    let have = p.has2;
    let missing = if phoenix { p.has1 & !have } else { 0 };
    let mut runs = Runs::one(have, missing);
    let wanted = top.map(|t| t.play.size() / 2);
    while runs.whole | runs.gapped != 0 {
        runs = runs.longer(have, missing);
        if wanted.is_some_and(|w| runs.width < w) {
            continue;
        }
        let starts = top.map_or(!0, |t| starts_above(t.doubled, runs.width));
        for at in positions(runs.whole & starts) {
            out.push(run(Kind::Stairs, p.one | p.two, at, runs.width));
            if phoenix {
                (0..runs.width).for_each(|i| out.push(stairs_phoenix(p, at, runs.width, at + 4 * i)));
            }
        }
        for at in positions(runs.gapped & starts) {
            let gap = (missing & window(runs.width) << at).trailing_zeros();
            out.push(stairs_phoenix(p, at, runs.width, gap));
        }
        if wanted.is_some() {
            break;
        }
    }
    sort_small(&mut out[begin..]);
}

#[inline(always)]
fn sort_small(moves: &mut [Move]) {
    if moves.len() > 1 {
        moves.sort_unstable();
    }
}

/// The subsets of a nibble by their number of cards.
const SUBSETS: [&[u8]; 5] = [&[0], &[1, 2, 4, 8], &[3, 5, 6, 9, 10, 12], &[7, 11, 13, 14], &[15]];

/// Appends every play on the table in order, distinguishing the cards of `told_apart` by suit; other cards of a
/// rank are interchangeable and the lowest are taken.
pub(crate) fn long(hand: CardSet, told_apart: CardSet, top: Top, rules: &Rules, out: &mut Vec<Move>) {
    let begin = out.len();
    if !top.is_none() && top.play.kind() == Kind::Single {
        let suited = hand.0 & SUITED.0;
        let singles = (suited & told_apart.0 | lowest_of_ranks(suited & !told_apart.0)) & above(top.doubled);
        follow_single(hand, singles, quads(suited), top, rules, out);
        Long { hand, told_apart, top, rules, out }.straight_bombs();
        return sort_small(&mut out[begin..]);
    }
    Long { hand, told_apart, top, rules, out }.all();
    out[begin..].sort_unstable();
}

struct Long<'a> {
    hand: CardSet,
    told_apart: CardSet,
    top: Top,
    rules: &'a Rules,
    out: &'a mut Vec<Move>,
}

impl Long<'_> {
    fn all(&mut self) {
        let phoenix = self.hand.meets(PHOENIX);
        if self.wants(Kind::Single) {
            for (card, height) in [(DOG, 0), (MAH_JONG, 1), (DRAGON, HEIGHT_DRAGON), (PHOENIX, HEIGHT_PHOENIX)] {
                if self.hand.meets(card) {
                    self.keep(Move::play(Kind::Single, height, card));
                }
            }
        }
        for rank in 2..=ACE {
            let many = count(self.hand, rank);
            for (kind, take) in [(Kind::Single, 1), (Kind::Pair, 2), (Kind::Triple, 3)] {
                if many >= take && self.wants(kind) {
                    self.product(kind, rank, &[(rank, take)], CardSet::EMPTY);
                }
                if phoenix && take > 1 && many >= take - 1 && self.wants(kind) {
                    self.product(kind, rank, &[(rank, take - 1)], PHOENIX);
                }
            }
            if many >= 2 && self.wants(Kind::FullHouse) {
                self.full_houses(rank, phoenix);
            }
        }
        if self.wants(Kind::Straight) {
            self.runs(Kind::Straight, 1, 5);
        }
        if self.wants(Kind::Stairs) {
            self.runs(Kind::Stairs, 2, 2);
        }
        self.bombs();
    }

    fn wants(&self, kind: Kind) -> bool {
        self.top.is_none() || self.top.play.kind() == kind
    }

    fn keep(&mut self, play: Move) {
        let natural = !play.cards().meets(PHOENIX);
        if beats(play, self.top, self.rules) && (natural || reading_allowed(play, self.rules)) {
            self.out.push(play);
        }
    }

    fn full_houses(&mut self, rank: u8, phoenix: bool) {
        let hand = self.hand;
        let many = count(hand, rank);
        if phoenix && many == 4 {
            self.product(Kind::FullHouse, rank, &[(rank, 4)], PHOENIX);
        }
        for other in (2..=ACE).filter(|&r| r != rank && hand.meets(rank_cards(r))) {
            let pair = count(hand, other) >= 2;
            if many >= 3 && pair {
                self.product(Kind::FullHouse, rank, &[(rank, 3), (other, 2)], CardSet::EMPTY);
            }
            if phoenix && many >= 3 {
                self.product(Kind::FullHouse, rank, &[(rank, 3), (other, 1)], PHOENIX);
            }
            if phoenix && pair {
                self.product(Kind::FullHouse, rank, &[(rank, 2), (other, 2)], PHOENIX);
            }
        }
    }

    fn naturals(&self, rank: u8) -> CardSet {
        if rank == 1 { self.hand & MAH_JONG } else { self.hand & rank_cards(rank) }
    }

    /// Runs of `least` or more ranks with `each` cards of every rank, the Phoenix taking the place of one.
    fn runs(&mut self, kind: Kind, each: u32, least: usize) {
        let phoenix = self.hand.meets(PHOENIX);
        let wanted = (!self.top.is_none()).then(|| (self.top.play.size() / each) as usize);
        for low in 1..=ACE {
            let mut ranks = [(0, each); ACE as usize];
            let mut gap = None;
            for high in low..=ACE {
                let width = (high - low) as usize;
                ranks[width].0 = high;
                let have = self.naturals(high).len();
                if have < each {
                    if !phoenix || gap.is_some() || have + 1 < each || high == 1 {
                        break;
                    }
                    gap = Some(width);
                }
                let run = &mut ranks[..=width];
                if run.len() < least || wanted.is_some_and(|w| w != run.len()) {
                    continue;
                }
                if gap.is_none() {
                    self.product(kind, high, run, CardSet::EMPTY);
                }
                let gaps = gap.map_or(0..if phoenix { run.len() } else { 0 }, |g| g..g + 1);
                for i in gaps.filter(|&i| low + i as u8 > 1) {
                    run[i].1 -= 1;
                    self.product(kind, high, run, PHOENIX);
                    run[i].1 += 1;
                }
            }
        }
    }

    /// Every choice of so many cards of each rank.
    fn product(&mut self, kind: Kind, height: u8, ranks: &[(u8, u32)], chosen: CardSet) {
        let Some((&(rank, take), rest)) = ranks.split_first() else {
            // A straight of one suit is a bomb and is made there.
            if kind != Kind::Straight || !one_suit(chosen) {
                self.keep(Move::play(kind, height, chosen));
            }
            return;
        };
        let cards = self.naturals(rank);
        if rank == 1 || take == 0 {
            return self.product(kind, height, rest, if take == 0 { chosen } else { chosen | cards });
        }
        if take == 1 {
            let singles = cards & self.told_apart | CardSet(lowest_of_ranks((cards - self.told_apart).0));
            for card in singles {
                self.product(kind, height, rest, chosen | card.set());
            }
            return;
        }
        let shift = 4 * (rank as u32 - 1);
        let nibble = (cards.0 >> shift) as u8;
        let free = ((cards - self.told_apart).0 >> shift) as u8;
        for &subset in SUBSETS[take as usize] {
            // Of the cards that are not told apart, only the lowest.
            let (taken, left) = (subset & free, free & !subset);
            let lowest_first = taken == 0 || left == 0 || taken < left & left.wrapping_neg();
            if subset & !nibble == 0 && lowest_first {
                self.product(kind, height, rest, chosen | CardSet((subset as u64) << shift));
            }
        }
    }

    fn bombs(&mut self) {
        for at in positions(quads(self.hand.0 & SUITED.0)) {
            self.keep(bomb4(at));
        }
        self.straight_bombs();
    }

    fn straight_bombs(&mut self) {
        let suited = self.hand.0 & SUITED.0;
        let mut starts = flush_starts(suited);
        let mut width = 5;
        while starts != 0 {
            for at in positions(starts) {
                let cards = (RANKS & window(width)) << at;
                self.keep(Move::play(Kind::BombStraight, height_at(at + 4 * (width - 1)), CardSet(cards)));
            }
            starts &= suited >> (4 * width);
            width += 1;
        }
    }
}

/// Appends the bombs of a hand that beat the table, in order.
pub(crate) fn bombs(hand: CardSet, top: Top, rules: &Rules, out: &mut Vec<Move>) {
    let begin = out.len();
    Long { hand, told_apart: hand, top, rules, out }.bombs();
    out[begin..].sort_unstable();
}
