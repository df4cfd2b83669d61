//! The lists of legal plays against brute force: every subset of the hand classified from scratch, by code that
//! shares nothing with the generators. `KIBITZ_POSITIONS` sets how many positions are compared.

use std::collections::{BTreeMap, BTreeSet};

use kibitz_game::rooms::*;
use kibitz_game::{CardSet, Rng, Seat};
use kibitz_tichu::Tichu;
use kibitz_tichu::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX, Kind, Move};
use kibitz_tichu::state::{Phase, State};
use serde_json::Map;

/// A card as it is written on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    Natural { rank: u8, suit: u8 },
    MahJong,
    Dog,
    Phoenix,
    Dragon,
}

fn face(bit: u8) -> Face {
    match bit {
        0 => Face::MahJong,
        1 => Face::Dog,
        2 => Face::Phoenix,
        3 => Face::Dragon,
        _ => Face::Natural { rank: bit / 4 + 1, suit: bit % 4 },
    }
}

/// Everything some cards can be: kind and height.
fn readings(faces: &[Face]) -> BTreeSet<(Kind, u8)> {
    let mut found = BTreeSet::new();
    if let [only] = faces {
        found.insert(match only {
            Face::Natural { rank, .. } => (Kind::Single, *rank),
            Face::MahJong => (Kind::Single, 1),
            Face::Dog => (Kind::Single, 0),
            Face::Phoenix => (Kind::Single, HEIGHT_PHOENIX),
            Face::Dragon => (Kind::Single, HEIGHT_DRAGON),
        });
        return found;
    }
    if faces.contains(&Face::Dog) || faces.contains(&Face::Dragon) {
        return found;
    }
    let phoenix = faces.contains(&Face::Phoenix);
    let naturals = faces.iter().filter_map(|f| match f {
        Face::Natural { rank, .. } => Some(*rank),
        Face::MahJong => Some(1),
        _ => None,
    });
    let naturals: Vec<u8> = naturals.collect();
    for stands_for in if phoenix { 2..=14u8 } else { 0..=0 } {
        let mut ranks = naturals.clone();
        if phoenix {
            ranks.push(stands_for);
        }
        ranks.sort_unstable();
        let n = ranks.len();
        let (low, high) = (ranks[0], ranks[n - 1]);
        if (0..n).all(|i| ranks[i] == low + i as u8) && n >= 5 {
            let suit = |f: &Face| match f {
                Face::Natural { suit, .. } => *suit,
                _ => 9,
            };
            let bomb = suit(&faces[0]) < 9 && faces.iter().all(|f| suit(f) == suit(&faces[0]));
            found.insert((if bomb { Kind::BombStraight } else { Kind::Straight }, high));
        }
        if low == 1 {
            continue;
        }
        if low == high {
            match n {
                2 => drop(found.insert((Kind::Pair, high))),
                3 => drop(found.insert((Kind::Triple, high))),
                4 if !phoenix => drop(found.insert((Kind::Bomb4, high))),
                _ => {}
            }
        }
        if n == 5
            && low != high
            && ranks[0] == ranks[1]
            && ranks[3] == ranks[4]
            && (ranks[2] == low || ranks[2] == high)
        {
            found.insert((Kind::FullHouse, ranks[2]));
        }
        if n >= 4 && n.is_multiple_of(2) && (0..n).all(|i| ranks[i] == low + (i / 2) as u8) {
            found.insert((Kind::Stairs, high));
        }
    }
    found
}

/// Whether a reading beats the table, by the text of the rules.
fn beats(kind: Kind, size: u32, height: u8, state: &State) -> bool {
    let top = state.top;
    if state.leading() {
        return true;
    }
    if kind == Kind::Single && height == 0 {
        return false;
    }
    let is_bomb = |k: Kind| k == Kind::Bomb4 || k == Kind::BombStraight;
    let (on, on_size) = (top.play.kind(), top.play.size());
    if is_bomb(kind) {
        return !is_bomb(on) || size > on_size || size == on_size && kind == on && 2 * height > top.doubled;
    }
    if kind == Kind::Single && height == HEIGHT_PHOENIX {
        return on == Kind::Single && top.doubled < 30;
    }
    kind == on && size == on_size && 2 * height > top.doubled
}

fn brute_force(state: &State, seat: Seat) -> BTreeSet<Move> {
    let hand: Vec<u8> = state.hands[seat.index()].iter().map(|c| c.0).collect();
    let mut plays = BTreeSet::new();
    if !state.leading() {
        plays.insert(Move::PASS);
    }
    for subset in 1u32..1 << hand.len() {
        let bits: Vec<u8> = (0..hand.len()).filter(|i| subset >> i & 1 != 0).map(|i| hand[i]).collect();
        let faces: Vec<Face> = bits.iter().map(|&b| face(b)).collect();
        let cards = CardSet(bits.iter().fold(0, |set, b| set | 1 << b));
        for (kind, height) in readings(&faces) {
            if beats(kind, bits.len() as u32, height, state) {
                plays.insert(Move::play(kind, height, cards));
            }
        }
    }
    if plays.iter().any(|m| m.cards().meets(state.wish)) {
        plays.retain(|m| m.cards().meets(state.wish));
    }
    plays
}

/// What distinguishes a play for an agent: kind, height, its cards that are in a straight flush of the hand, and how
/// many of each rank it has.
fn essence(hand_flushes: CardSet, mv: Move) -> (u64, u64, Vec<u8>) {
    let ranks = mv.cards().iter().map(|c| if c.0 < 4 { c.0 } else { 4 + c.0 / 4 }).collect();
    (mv.0 >> 56, (mv.cards() & hand_flushes).0, ranks)
}

fn compare(game: &Tichu, state: &State, seat: Seat, rng: &mut Rng) {
    let brute = brute_force(state, seat);
    let (mut cards, mut merged) = (Vec::new(), Vec::new());
    game.legal_cards(state, seat, &mut cards);
    game.legal(state, seat, &mut merged);
    let listed: BTreeSet<Move> = cards.iter().copied().filter(|&m| m != Move::TICHU).collect();
    let names = |set: Vec<&Move>| set.iter().map(|&&m| game.move_text(m)).collect::<Vec<_>>();
    assert!(
        listed == brute,
        "list only: {:?}\nbrute force only: {:?}\n{state:?}",
        names(listed.difference(&brute).collect()),
        names(brute.difference(&listed).collect())
    );
    let free = State { top: Default::default(), open: false, wish: CardSet::EMPTY, ..state.clone() };
    let flushes = brute_force(&free, seat).into_iter().filter(|m| m.kind() == Kind::BombStraight);
    let flushes = flushes.fold(CardSet::EMPTY, |all, m| all | m.cards());
    let classes: BTreeSet<_> = brute.iter().map(|&m| essence(flushes, m)).collect();
    let found: BTreeSet<_> = merged.iter().filter(|&&m| m != Move::TICHU).map(|&m| essence(flushes, m)).collect();
    let merged_plays = merged.iter().filter(|&&m| m != Move::TICHU).count();
    assert_eq!(found, classes, "merged moves are not one for each essence\n{state:?}");
    assert_eq!(merged_plays, classes.len(), "two merged moves have one essence\n{state:?}");
    if merged.len() > 1 && merged.len() <= 40 && rng.below(4) == 0 {
        draws_are_uniform(game, state, seat, &merged, rng);
    }
}

fn draws_are_uniform(game: &Tichu, state: &State, seat: Seat, moves: &[Move], rng: &mut Rng) {
    let mut counts: BTreeMap<Move, u32> = moves.iter().map(|&m| (m, 0)).collect();
    let draws = 60 * moves.len();
    for _ in 0..draws {
        let drawn = game.sample_move(state, seat, rng);
        *counts.get_mut(&drawn).unwrap_or_else(|| panic!("{drawn:?} is not in the list\n{state:?}")) += 1;
    }
    let chi2: f64 = counts.values().map(|&n| (n as f64 - 60.0).powi(2) / 60.0).sum();
    let df = (moves.len() - 1) as f64;
    let spread = 2.0 / (9.0 * df);
    // Once in about a billion draws of this kind, by Wilson and Hilferty.
    let limit = df * (1.0 - spread + 6.0 * spread.sqrt()).powi(3);
    assert!(
        chi2 < limit,
        "draws are not uniform: chi-square {chi2:.1} with {df} degrees of freedom\n{counts:?}\n{state:?}"
    );
}

fn positions() -> usize {
    std::env::var("KIBITZ_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}

/// Plays random rounds of a preset and compares at every decision of the trick.
fn over_random_rounds(preset: &str, seed: u64, with_flush: bool) {
    let game = Tichu::with_rules(Some(preset), &Map::new()).unwrap();
    let mut rng = Rng::new(seed);
    let (mut compared, mut with_phoenix, mut with_wish, mut flushes) = (0, 0, 0, 0);
    while compared < positions() {
        let mut state = game.deal(&[0, 0], &mut rng);
        let holds_flush = |s: &State| s.hands.iter().any(|h| kibitz_tichu::cards::flush_cards(h.0 & !0xF) != 0);
        if with_flush && !holds_flush(&state) {
            continue;
        }
        while !game.to_act(&state).is_empty() {
            let seat = game.to_act(&state).first();
            if state.phase == Phase::Play && state.asking == 0 {
                compare(&game, &state, seat, &mut rng);
                let hand = state.hands[seat.index()];
                compared += 1;
                with_phoenix += hand.meets(kibitz_tichu::cards::PHOENIX) as u32;
                with_wish += hand.meets(state.wish) as u32;
                flushes += (kibitz_tichu::cards::flush_cards(hand.0 & !0xF) != 0) as u32;
            }
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
        }
    }
    println!(
        "{preset}: {compared} positions, {with_phoenix} with the Phoenix, {with_wish} with a binding wish, {flushes} with a straight flush"
    );
    assert!(with_phoenix > 0 && flushes > 0 || !with_flush, "the sample misses what it is for");
}

#[test]
fn lists_agree_in_random_rounds() {
    over_random_rounds("epfl2017", 7, false);
}

#[test]
fn lists_agree_in_rounds_with_straight_flushes() {
    over_random_rounds("epfl2017", 8, true);
}

#[test]
fn lists_agree_in_the_official_game() {
    over_random_rounds("official", 9, true);
}
