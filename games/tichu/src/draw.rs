//! One uniform play without making the list: count every kind of play, draw a number, build that one.
//!
//! Holds for hands without a straight flush under plain rules; the lists of [`crate::generate`] have the same
//! plays, and the tests compare the two.

use kibitz_game::{CardSet, Rng, nth_bit};

use crate::cards::{DRAGON, MAH_JONG, PHOENIX, RANKS, SUITED, lowest_of_ranks, quads};
use crate::combos::Top;
use crate::generate::{
    Profile, Runs, above, bomb4, full_house, full_house_phoenix_pair, full_house_phoenix_triple, pair, pair_phoenix,
    run, stairs_phoenix, starts_above, straight_phoenix, triple, triple_phoenix, window,
};
use crate::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX, Kind, Move};

/// Height of a single by the number of its bit; 64 stands for "no card".
const SINGLE_HEIGHT: [u8; 65] = {
    let mut heights = [0; 65];
    let mut at = 4;
    while at < 56 {
        heights[at] = at as u8 / 4 + 1;
        at += 1;
    }
    heights[0] = 1;
    heights[2] = HEIGHT_PHOENIX;
    heights[3] = HEIGHT_DRAGON;
    heights
};

#[inline(always)]
pub(crate) fn single(card: u64) -> Move {
    Move::play(Kind::Single, SINGLE_HEIGHT[card.trailing_zeros() as usize], CardSet(card))
}

#[inline(always)]
fn nth(mask: u64, k: u32) -> u32 {
    nth_bit(mask, k).trailing_zeros()
}

/// The pair (`k / n`-th of `a`, `k % n`-th of `b` without it), where `n` counts the latter.
#[inline(always)]
fn nth_of_two(a: u64, b: u64, n: u32, k: u32) -> (u32, u32) {
    let first = nth(a, k / n);
    (first, nth(b & !(1 << first), k % n))
}

/// A uniform choice of following the table or passing. `fours` says whether the hand may hold four of a rank. `extra`
/// more choices stand behind the plays; when one of them is drawn its number is returned.
#[inline(always)]
pub(crate) fn follow(
    hand: CardSet,
    top: Top,
    phoenix_beats: bool,
    fours: bool,
    extra: u32,
    rng: &mut Rng,
) -> Result<Move, u32> {
    let suited = hand.0 & SUITED.0;
    let kind = top.play.kind();
    if kind == Kind::Single {
        let quads = if fours { quads(suited) } else { 0 };
        let candidates = single_candidates(hand, top, phoenix_beats);
        let n = candidates.count_ones();
        // Drawn even when the pass is forced: one unpredictable branch (play or pass) instead of two.
        let k = rng.below(n + 1 + quads.count_ones() + extra);
        if k > n {
            let k = k - n - 1;
            let bombs = quads.count_ones();
            return if k < bombs { Ok(bomb4(nth(quads, k))) } else { Err(k - bombs) };
        }
        let card = nth_bit(candidates, k); // nothing left for k = n: the pass
        return Ok(if card == 0 { Move::PASS } else { single(card) });
    }
    let p = Profile::new(suited);
    let phoenix = hand.meets(PHOENIX);
    let high = above(top.doubled);
    let bombs = match kind {
        _ if !fours => 0,
        Kind::Bomb4 => p.has4 & high,
        Kind::BombStraight => 0,
        _ => p.has4,
    };
    let tail = |mut k: u32| {
        if k < bombs.count_ones() {
            return Ok(bomb4(nth(bombs, k)));
        }
        k -= bombs.count_ones();
        if k == 0 { Ok(Move::PASS) } else { Err(k - 1) }
    };
    let rest = bombs.count_ones() + 1 + extra;
    match kind {
        Kind::Pair | Kind::Triple => {
            let is_pair = kind == Kind::Pair;
            let (natural, helped) = if is_pair { (p.has2, p.has1) } else { (p.has3, p.has2) };
            let natural = natural & high;
            let helped = if phoenix { helped & high } else { 0 };
            let (n, h) = (natural.count_ones(), helped.count_ones());
            if n + h + rest == 1 {
                return Ok(Move::PASS);
            }
            let mut k = rng.below(n + h + rest);
            if k < n {
                let at = nth(natural, k);
                return Ok(if is_pair { pair(&p, at) } else { triple(&p, at) });
            }
            k -= n;
            if k < h {
                let at = nth(helped, k);
                return Ok(if is_pair { pair_phoenix(&p, at) } else { triple_phoenix(&p, at) });
            }
            tail(k - h)
        }
        Kind::FullHouse => {
            let counts = FullHouses::count(&p, phoenix, high);
            let k = rng.below(counts.total() + rest);
            if k < counts.total() { Ok(counts.build(&p, k)) } else { tail(k - counts.total()) }
        }
        Kind::Straight | Kind::Stairs => {
            let seq = if kind == Kind::Straight {
                Sequence::straights(hand, &p, phoenix)
            } else {
                Sequence::stairs(&p, phoenix)
            };
            let width = if kind == Kind::Straight { top.play.size() } else { top.play.size() / 2 };
            let mut runs = Runs::one(seq.have, seq.missing);
            for _ in 1..width {
                runs = runs.longer(seq.have, seq.missing);
            }
            let starts = starts_above(top.doubled, width);
            runs.whole &= starts;
            runs.gapped &= starts;
            let n = seq.count(runs);
            if n + rest == 1 {
                return Ok(Move::PASS);
            }
            let k = rng.below(n + rest);
            if k < n { Ok(seq.build(&p, runs, k)) } else { tail(k - n) }
        }
        _ => {
            if rest == 1 {
                return Ok(Move::PASS);
            }
            tail(rng.below(rest))
        }
    }
}

/// The cards that may be laid on a single, the lowest of each rank.
#[inline(always)]
fn single_candidates(hand: CardSet, top: Top, phoenix_beats: bool) -> u64 {
    let mut special = SPECIALS_ABOVE[top.doubled as usize & 31] as u64;
    if !phoenix_beats {
        special &= !PHOENIX.0;
    }
    lowest_of_ranks(hand.0 & SUITED.0) & above(top.doubled) | hand.0 & special
}

/// The special cards that may be laid on a single of a doubled height.
static SPECIALS_ABOVE: [u8; 32] = {
    let mut specials = [0; 32];
    let mut doubled = 0;
    while doubled < 2 * HEIGHT_DRAGON {
        let mah_jong = if doubled < 2 { MAH_JONG.0 } else { 0 };
        specials[doubled as usize] = (mah_jong | DRAGON.0 | PHOENIX.0) as u8;
        doubled += 1;
    }
    specials
};

/// A uniform choice of following a single or passing, numbered as in the list, for a hand without bombs.
pub(crate) fn follow_single_in_order(hand: CardSet, top: Top, phoenix_beats: bool, rng: &mut Rng) -> Move {
    const ABOVE_ALL: u32 = 56;
    let candidates = single_candidates(hand, top, phoenix_beats);
    // The Dragon and then the Phoenix stand above the ace, the pass below everything.
    let dragon = (candidates & DRAGON.0) >> DRAGON.0.trailing_zeros() << ABOVE_ALL;
    let phoenix = (candidates & PHOENIX.0) >> PHOENIX.0.trailing_zeros() << (ABOVE_ALL + 1);
    let ordered = candidates & !(DRAGON | PHOENIX).0 | dragon | phoenix;
    match rng.below(1 + ordered.count_ones()) {
        0 => Move::PASS,
        k => match nth_bit(ordered, k - 1) {
            card if card >> ABOVE_ALL == 1 => single(DRAGON.0),
            card if card >> ABOVE_ALL == 2 => single(PHOENIX.0),
            card => single(card),
        },
    }
}

/// A uniform lead, or the number of one of `extra` other choices.
#[inline(always)]
pub(crate) fn lead(hand: CardSet, extra: u32, rng: &mut Rng) -> Result<Move, u32> {
    let suited = hand.0 & SUITED.0;
    let p = Profile::new(suited);
    let phoenix = hand.meets(PHOENIX);
    let singles = p.one | hand.0 & 0xF;
    let (n1, n2, n3, n4) = (p.has1.count_ones(), p.has2.count_ones(), p.has3.count_ones(), p.has4.count_ones());
    let houses = FullHouses::count(&p, phoenix, !0);
    let straights = Sequence::straights(hand, &p, phoenix);
    let stairs = Sequence::stairs(&p, phoenix);
    let (mut in_straights, mut in_stairs) = (0, 0);
    let mut runs = Runs::four(straights.have, straights.missing);
    while runs.whole | runs.gapped != 0 {
        runs = runs.longer(straights.have, straights.missing);
        in_straights += straights.count(runs);
    }
    let mut runs = Runs::one(stairs.have, stairs.missing);
    while runs.whole | runs.gapped != 0 {
        runs = runs.longer(stairs.have, stairs.missing);
        in_stairs += stairs.count(runs);
    }
    let same = n2 + n3 + n4 + if phoenix { n1 + n2 } else { 0 };
    let plays = singles.count_ones() + same + houses.total() + in_straights + in_stairs;
    let mut k = rng.below(plays + extra);
    if k < singles.count_ones() {
        return Ok(single(nth_bit(singles, k)));
    }
    k -= singles.count_ones();
    if k < same {
        return Ok(same_rank(&p, [n2, n3, n4, n1], k));
    }
    k -= same;
    if k < houses.total() {
        return Ok(houses.build(&p, k));
    }
    k -= houses.total();
    if k < in_straights {
        return Ok(straights.find(&p, Runs::four(straights.have, straights.missing), k));
    }
    k -= in_straights;
    if k < in_stairs {
        return Ok(stairs.find(&p, Runs::one(stairs.have, stairs.missing), k));
    }
    Err(k - in_stairs)
}

/// The `k`-th of pairs, triples, fours, pairs with the Phoenix and triples with it.
#[inline(always)]
fn same_rank(p: &Profile, [n2, n3, n4, n1]: [u32; 4], mut k: u32) -> Move {
    if k < n2 {
        return pair(p, nth(p.has2, k));
    }
    k -= n2;
    if k < n3 {
        return triple(p, nth(p.has3, k));
    }
    k -= n3;
    if k < n4 {
        return bomb4(nth(p.has4, k));
    }
    k -= n4;
    if k < n1 { pair_phoenix(p, nth(p.has1, k)) } else { triple_phoenix(p, nth(p.has2, k - n1)) }
}

/// How many full houses there are: natural, with the Phoenix in the pair, with it in the triple.
struct FullHouses {
    triples: u64,
    pairs_as_triples: u64,
    natural: u32,
    in_pair: u32,
    in_triple: u32,
}

impl FullHouses {
    #[inline(always)]
    fn count(p: &Profile, phoenix: bool, high: u64) -> FullHouses {
        let triples = p.has3 & high;
        let pairs_as_triples = p.has2 & high;
        let n3 = triples.count_ones();
        let (n1, n2) = (p.has1.count_ones(), p.has2.count_ones());
        // A triple is among the pairs and the singles itself, so both differences are at least 0 where they count.
        let times = |n: u32, others: u32| if n == 0 { 0 } else { n * (others - 1) };
        FullHouses {
            triples,
            pairs_as_triples,
            natural: times(n3, n2),
            in_pair: if phoenix { times(n3, n1) } else { 0 },
            in_triple: if phoenix { times(pairs_as_triples.count_ones(), n2) } else { 0 },
        }
    }

    #[inline(always)]
    fn total(&self) -> u32 {
        self.natural + self.in_pair + self.in_triple
    }

    #[inline(always)]
    fn build(&self, p: &Profile, mut k: u32) -> Move {
        let (n1, n2) = (p.has1.count_ones(), p.has2.count_ones());
        if k < self.natural {
            let (three, two) = nth_of_two(self.triples, p.has2, n2 - 1, k);
            return full_house(p, three, two);
        }
        k -= self.natural;
        if k < self.in_pair {
            let (three, one) = nth_of_two(self.triples, p.has1, n1 - 1, k);
            return full_house_phoenix_pair(p, three, one);
        }
        let (three, two) = nth_of_two(self.pairs_as_triples, p.has2, n2 - 1, k - self.in_pair);
        full_house_phoenix_triple(p, three, two)
    }
}

/// What straights or stairs are made of.
struct Sequence {
    kind: Kind,
    cards: u64,
    have: u64,
    missing: u64,
    phoenix: bool,
}

impl Sequence {
    #[inline(always)]
    fn straights(hand: CardSet, p: &Profile, phoenix: bool) -> Sequence {
        let one = hand.0 & MAH_JONG.0;
        let have = p.has1 | one;
        let missing = if phoenix { RANKS & !have & !1 } else { 0 };
        Sequence { kind: Kind::Straight, cards: p.one | one, have, missing, phoenix }
    }

    #[inline(always)]
    fn stairs(p: &Profile, phoenix: bool) -> Sequence {
        let missing = if phoenix { p.has1 & !p.has2 } else { 0 };
        Sequence { kind: Kind::Stairs, cards: p.one | p.two, have: p.has2, missing, phoenix }
    }

    /// Whether a run from rank 1 is among the whole ones: the Phoenix cannot take the place of its first card.
    #[inline(always)]
    fn starts_at_one(&self, runs: Runs) -> u32 {
        if self.kind == Kind::Straight { (runs.whole & 1) as u32 } else { 0 }
    }

    /// Number of plays on these runs.
    #[inline(always)]
    fn count(&self, runs: Runs) -> u32 {
        let whole = runs.whole.count_ones();
        if self.phoenix {
            whole * (runs.width + 1) + runs.gapped.count_ones() - self.starts_at_one(runs)
        } else {
            whole
        }
    }

    #[inline(always)]
    fn build(&self, p: &Profile, runs: Runs, mut k: u32) -> Move {
        let whole = runs.whole.count_ones();
        if k < whole {
            return run(self.kind, self.cards, nth(runs.whole, k), runs.width);
        }
        k -= whole;
        let gapped = runs.gapped.count_ones();
        let (at, gap) = if k < gapped {
            let at = nth(runs.gapped, k);
            (at, (self.missing & window(runs.width) << at).trailing_zeros())
        } else {
            let k = k - gapped + self.starts_at_one(runs);
            let at = nth(runs.whole, k / runs.width);
            (at, at + 4 * (k % runs.width))
        };
        match self.kind {
            Kind::Straight => straight_phoenix(self.cards, at, runs.width, gap),
            _ => stairs_phoenix(p, at, runs.width, gap),
        }
    }

    /// The `k`-th play of all lengths beyond `runs`.
    #[inline(always)]
    fn find(&self, p: &Profile, mut runs: Runs, mut k: u32) -> Move {
        loop {
            runs = runs.longer(self.have, self.missing);
            let n = self.count(runs);
            if k < n {
                return self.build(p, runs, k);
            }
            k -= n;
        }
    }
}
