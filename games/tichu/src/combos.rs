//! Combinations: what a set of cards can be read as, and what beats what (§7–§9).

use kibitz_game::CardSet;

use crate::cards::{ACE, DOG, DRAGON, MAH_JONG, PHOENIX, RANKS, SUITED, count, rank_of};
use crate::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX, Kind, Move};
use crate::rules::{PhoenixReading, Rules};

/// What lies on the table to be beaten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Top {
    /// The combination; [`Move::PASS`] when the table is empty.
    pub play: Move,
    /// Twice its rank: a single Phoenix lies half a rank above the card before it.
    pub doubled: u8,
}

impl Top {
    /// An empty table: the next play is a lead.
    pub const NONE: Top = Top { play: Move::PASS, doubled: 0 };

    /// Whether the table is empty.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.play.0 == 0
    }

    /// The table after a play on this one.
    #[inline(always)]
    pub fn then(self, play: Move, rules: &Rules) -> Top {
        let doubled = if play.height() == HEIGHT_PHOENIX { self.phoenix(rules) } else { 2 * play.height() };
        Top { play, doubled }
    }

    /// Twice the rank of a single Phoenix played on this table.
    #[inline(always)]
    pub fn phoenix(self, rules: &Rules) -> u8 {
        if self.is_none() {
            rules.phoenix_lead.doubled()
        } else if rules.bug_phoenix_single {
            3
        } else {
            self.doubled + 1
        }
    }
}

/// Whether a combination may be played on the table (§9, §10): anything but a pass on an empty one.
pub fn beats(play: Move, top: Top, rules: &Rules) -> bool {
    if top.is_none() {
        return true;
    }
    let (kind, on) = (play.kind(), top.play.kind());
    let higher = play.size() == top.play.size() && 2 * play.height() > top.doubled;
    if play.is_bomb() {
        return match (top.play.is_bomb(), kind == on) {
            (false, _) => true,
            (true, true) if rules.bug_bomb_classes || play.size() == top.play.size() => higher,
            (true, _) => !rules.bug_bomb_classes && play.size() > top.play.size(),
        };
    }
    match kind {
        Kind::Single if play.is_dog() => false,
        Kind::Single if play.height() == HEIGHT_PHOENIX => {
            on == Kind::Single && top.doubled < 2 * HEIGHT_DRAGON && top.phoenix(rules) > top.doubled
        }
        Kind::FullHouse if rules.bug_no_fullhouse_follow => false,
        _ => kind == on && higher,
    }
}

/// Whether the rules let the Phoenix be read as it is in this combination.
pub fn reading_allowed(play: Move, rules: &Rules) -> bool {
    let Some(stands_for) = play.phoenix_rank() else { return true };
    let height = play.height();
    match play.kind() {
        Kind::Straight => {
            let lowest = height + 1 - play.size() as u8;
            let high_only = rules.phoenix_straight == PhoenixReading::High;
            let jqka = play.size() == 5 && height == ACE && stands_for == lowest;
            let too_low = high_only && stands_for == lowest && height < ACE;
            let not_found = rules.bug_no_jqka_phoenix && jqka;
            !too_low && !not_found
        }
        Kind::FullHouse => {
            let natural = count(play.cards(), height);
            let two_pairs = natural == 2;
            let higher_pair = (height + 1..=ACE).any(|r| count(play.cards(), r) == 2);
            let too_low = rules.phoenix_fullhouse == PhoenixReading::High && two_pairs && higher_pair;
            !too_low && (natural < 4 || rules.quad_phoenix_fullhouse)
        }
        _ => true,
    }
}

/// Every reading of a set of cards as a combination, in ascending order; empty when it is none.
pub fn classify(cards: CardSet, rules: &Rules) -> Vec<Move> {
    let mut readings = Vec::new();
    if cards.len() == 1 {
        let height = match cards {
            DOG => 0,
            DRAGON => HEIGHT_DRAGON,
            PHOENIX => HEIGHT_PHOENIX,
            _ => rank_of(cards.iter().next().expect("one card")),
        };
        return vec![Move::play(Kind::Single, height, cards)];
    }
    if cards.is_empty() || cards.meets(DOG | DRAGON) {
        return readings;
    }
    let mut counts = [0u32; 15];
    for rank in 2..=ACE {
        counts[rank as usize] = count(cards, rank);
    }
    counts[1] = (cards & MAH_JONG).len();
    if cards.meets(PHOENIX) {
        for rank in 2..=ACE {
            counts[rank as usize] += 1;
            read(cards, &counts, true, &mut readings);
            counts[rank as usize] -= 1;
        }
    } else {
        read(cards, &counts, false, &mut readings);
    }
    readings.retain(|&m| reading_allowed(m, rules));
    readings.sort_unstable();
    readings.dedup();
    readings
}

/// The readings of cards whose number per rank, the Phoenix included, is `counts`.
fn read(cards: CardSet, counts: &[u32; 15], with_phoenix: bool, readings: &mut Vec<Move>) {
    let ranks: Vec<u8> = (1..=ACE).filter(|&r| counts[r as usize] > 0).collect();
    let (lowest, highest) = (ranks[0], ranks[ranks.len() - 1]);
    let width = ranks.len() as u32;
    let in_a_row = (highest - lowest) as u32 + 1 == width;
    let each = |n: u32| ranks.iter().all(|&r| counts[r as usize] == n);
    let mut found = |kind, height| readings.push(Move::play(kind, height, cards));
    if in_a_row && each(1) && width >= 5 {
        let bomb = !with_phoenix && one_suit(cards);
        found(if bomb { Kind::BombStraight } else { Kind::Straight }, highest);
    }
    if lowest == 1 {
        return; // the Mah Jong goes with nothing else (§6)
    }
    match (width, cards.len()) {
        (1, 2) => found(Kind::Pair, highest),
        (1, 3) => found(Kind::Triple, highest),
        (1, 4) if !with_phoenix => found(Kind::Bomb4, highest),
        (1, 5) => found(Kind::FullHouse, highest),
        (2, 5) => {
            for rank in [lowest, highest] {
                if counts[rank as usize] == 3 {
                    found(Kind::FullHouse, rank);
                }
            }
        }
        _ => {}
    }
    if in_a_row && each(2) && width >= 2 {
        found(Kind::Stairs, highest);
    }
}

/// Whether all cards have the same suit; the Mah Jong has none.
pub(crate) fn one_suit(cards: CardSet) -> bool {
    SUITED.covers(cards) && (0..4).any(|suit| cards.0 & !(RANKS << suit) == 0)
}
