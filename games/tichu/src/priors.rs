//! Worlds by what human hands look like: EPFL 2017's two determinizations from counted hands.
//!
//! Neither is exact: they prefer hands that are usual, and only hold on to cards whose place is known.

use std::sync::LazyLock;

use kibitz_game::{Card, CardSet, Rng, Worlds};

use crate::cards::{ACE, DOG, DRAGON, MAH_JONG, PHOENIX, RANKS, rank_cards, rank_of};
use crate::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX};
use crate::state::State;
use crate::worlds::View;
use crate::{Tichu, beater};

/// The names of all samplers in specifications.
pub(crate) const SAMPLERS: &[&str] = &["prior(single)", "prior(combination)", beater::NAME];

/// A combination of any suits and how often hands of a certain size hold it.
#[derive(Clone, Copy)]
struct Usual {
    shape: Shape,
    size: u8,
    height: u8,
    share: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// So many cards of one rank.
    Same,
    FullHouse,
    /// One card of each rank.
    Straight,
    /// Two cards of each rank.
    Stairs,
    /// A straight of one suit.
    Flush,
}

/// The table by number of cards in hand, 0 to 14.
static USUAL: LazyLock<Vec<Vec<Usual>>> = LazyLock::new(|| {
    let mut table = vec![Vec::new(); 15];
    let rows = include_str!("../data/human-hands.csv").lines().filter(|l| !l.starts_with('#')).skip(1);
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let shape = match fields[1] {
            "fullhouse" => Shape::FullHouse,
            "straight" => Shape::Straight,
            "stairs" => Shape::Stairs,
            "bombstraight" => Shape::Flush,
            _ => Shape::Same,
        };
        let number = |text: &str| text.parse::<f64>().expect("the shipped table holds numbers");
        let height = if fields[3] == "1.5" { HEIGHT_PHOENIX } else { number(fields[3]) as u8 };
        let usual = Usual { shape, size: number(fields[2]) as u8, height, share: number(fields[4]) };
        table[number(fields[0]) as usize].push(usual);
    }
    table
});

/// How usual a single card is in a hand of each size, by height.
static SINGLES: LazyLock<Vec<[f64; 17]>> = LazyLock::new(|| {
    let single = |hand: &Vec<Usual>| {
        let mut shares = [0.0; 17];
        for usual in hand.iter().filter(|u| u.size == 1) {
            shares[usual.height as usize] = usual.share;
        }
        shares
    };
    USUAL.iter().map(single).collect()
});

fn height(card: Card) -> usize {
    match card.set() {
        DOG => 0,
        DRAGON => HEIGHT_DRAGON as usize,
        PHOENIX => HEIGHT_PHOENIX as usize,
        _ => rank_of(card) as usize,
    }
}

/// An index drawn in proportion to weights; any of them when all are 0.
fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return rng.below(weights.len() as u32) as usize;
    }
    let mut k = rng.unit() * total;
    for (i, w) in weights.iter().enumerate() {
        if k < *w {
            return i;
        }
        k -= w;
    }
    weights.len() - 1
}

impl Usual {
    /// The cards of this combination out of a pool, if it is there.
    fn find(&self, pool: CardSet, rng: &mut Rng) -> Option<CardSet> {
        let some = |rank: u8, n: u32, rng: &mut Rng| {
            let cards = match rank {
                0 => pool & DOG,
                1 => pool & MAH_JONG,
                HEIGHT_DRAGON => pool & DRAGON,
                HEIGHT_PHOENIX => pool & PHOENIX,
                rank => pool & rank_cards(rank),
            };
            (cards.len() >= n).then(|| cards.random_subset(n, rng))
        };
        let run = |each: u32, rng: &mut Rng| {
            let ranks = self.size as u32 / each;
            let mut found = CardSet::EMPTY;
            for rank in self.height + 1 - ranks as u8..=self.height {
                found |= some(rank, each, rng)?;
            }
            Some(found)
        };
        match self.shape {
            Shape::Same => some(self.height, self.size as u32, rng),
            Shape::Straight => run(1, rng),
            Shape::Stairs => run(2, rng),
            Shape::FullHouse => {
                let pairs: Vec<u8> =
                    (2..=ACE).filter(|&r| r != self.height && (pool & rank_cards(r)).len() >= 2).collect();
                let three = some(self.height, 3, rng)?;
                if pairs.is_empty() { None } else { Some(three | some(*rng.choose(&pairs), 2, rng)?) }
            }
            Shape::Flush => {
                let lowest = self.height + 1 - self.size;
                let ranks = (lowest..=self.height).fold(CardSet::EMPTY, |set, r| set | rank_cards(r.max(2)));
                (0..4)
                    .map(|suit| ranks & CardSet(RANKS << suit))
                    .find(|run| run.len() == self.size as u32 && pool.covers(*run))
            }
        }
    }
}

impl Tichu {
    /// A world by one of [`SAMPLERS`].
    pub(crate) fn world_by(&self, method: &str, view: &View, rng: &mut Rng) -> Option<State> {
        match method {
            "prior(single)" => Some(self.fill_world(view, single_cards, rng)),
            "prior(combination)" => Some(self.fill_world(view, combinations, rng)),
            // Its question is about a move: before there is one, nothing is asked.
            beater::NAME => Some(self.sample(view, rng)),
            _ => None,
        }
    }
}

/// The hands still to be filled: seat, how many cards it holds in all, how many it still needs.
pub(crate) struct Need {
    pub seat: usize,
    pub hand: usize,
    pub room: u32,
}

/// Players with few cards first, card by card in proportion to how usual it is in such a hand; the last takes the rest.
fn single_cards(needs: &mut [Need], hands: &mut [CardSet; 4], mut pool: CardSet, rng: &mut Rng) {
    needs.sort_by_key(|n| n.hand);
    for need in needs {
        let shares = &SINGLES[need.hand];
        for _ in 0..need.room {
            let cards: Vec<Card> = pool.iter().collect();
            let weights: Vec<f64> = cards.iter().map(|&c| shares[height(c)]).collect();
            let card = cards[draw(&weights, rng)];
            hands[need.seat] |= card.set();
            pool = pool - card.set();
        }
    }
}

/// Combination by combination in proportion to how usual it is for all players together, to the likeliest of them.
fn combinations(needs: &mut [Need], hands: &mut [CardSet; 4], mut pool: CardSet, rng: &mut Rng) {
    while needs.iter().any(|n| n.room > 0) {
        // The likeliest player and the weight of every combination that is there and that somebody has room for.
        let mut found: Vec<(CardSet, usize)> = Vec::new();
        let mut weights: Vec<f64> = Vec::new();
        for (i, need) in needs.iter().enumerate() {
            for usual in USUAL[need.hand].iter().filter(|u| u.size as u32 <= need.room) {
                let Some(cards) = usual.find(pool, rng) else { continue };
                let share = |other: &Need| {
                    let same = |u: &&Usual| u.shape == usual.shape && u.size == usual.size && u.height == usual.height;
                    USUAL[other.hand].iter().find(same).map_or(0.0, |u| u.share)
                };
                let fits = |n: &&Need| n.room >= usual.size as u32;
                let likeliest = needs.iter().filter(fits).map(share).fold(0.0, f64::max);
                // Each combination once, for the player most likely to have it.
                if usual.share >= likeliest {
                    found.push((cards, i));
                    weights.push(needs.iter().map(share).sum());
                }
            }
        }
        let (cards, to) = found[draw(&weights, rng)];
        hands[needs[to].seat] |= cards;
        needs[to].room -= cards.len();
        pool = pool - cards;
    }
}
