//! Rule-based players.
//!
//! `rules` plays like a club beginner: it counts in how many plays a hand can be shed ([`turns`]), prefers moves that
//! do not break that plan, keeps its highest cards for tricks that matter, works for a partner's Tichu and against an
//! opponent's.

use kibitz_game::{Agent, Card, CardSet, Clock, Error, Rng, Seat, Spec, Worlds};

use crate::Tichu;
use crate::beginner::Beginner;
use crate::cards::{ACE, DOG, DRAGON, MAH_JONG, PHOENIX, count, holds_bomb, points, rank_cards, rank_of};
use crate::moves::{HEIGHT_DRAGON, HEIGHT_PHOENIX, Kind, Move};
use crate::state::{Call, Phase, State};
use crate::worlds::View;

/// Names and what they do.
pub const BOTS: &[(&str, &str)] = &[
    ("rules", "a sound beginner: sheds low cards, keeps combinations together, calls on strong hands"),
    ("beginner", "a newcomer: leads card by card, lays on everything it can, is soon out of high cards"),
    ("simple", "passes whenever it may, else plays a random single card (EPFL 2017)"),
];

pub(crate) fn build(spec: &Spec) -> Option<Result<Box<dyn Agent<Tichu>>, Error>> {
    let agent: Box<dyn Agent<Tichu>> = match spec.name.as_str() {
        "rules" => Box::new(ByRules),
        "beginner" => Box::new(Beginner),
        "simple" => Box::new(Simple),
        _ => return None,
    };
    Some(spec.allow(0, &[]).map(|()| agent))
}

/// Passes whenever it may, else plays a random single card; decides everything else at random.
struct Simple;

impl Agent<Tichu> for Simple {
    fn act(&mut self, game: &Tichu, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if let Some(&decline) = moves.iter().find(|&&m| m == Move::PASS || m == Move::DECLINE || m == Move::NO_GRAND) {
            return decline;
        }
        let singles: Vec<Move> = moves.iter().copied().filter(|m| m.is_play() && m.kind() == Kind::Single).collect();
        // A wish may leave no single: then any legal move.
        if !singles.is_empty() {
            return *rng.choose(&singles);
        }
        moves.retain(|&m| m != Move::TICHU);
        *rng.choose(&moves)
    }
}

/// The fewest plays in which a hand can be shed, if nobody else plays. The Phoenix joins some other play.
fn turns(hand: CardSet) -> u32 {
    let mut counts = [0u8; 15];
    counts[1] = (hand & MAH_JONG).len() as u8;
    for rank in 2..=ACE {
        counts[rank as usize] = count(hand, rank) as u8;
    }
    shed(&mut counts, 2) + (hand & (DOG | DRAGON)).len()
}

/// The fewest plays for so many cards per rank, with at most `straights` straights.
fn shed(counts: &mut [u8; 15], straights: u32) -> u32 {
    let mut best = shed_without_straights(counts);
    if straights == 0 {
        return best;
    }
    for low in 1..=10 {
        let mut high = low;
        while high <= 14 && counts[high] > 0 {
            counts[high] -= 1;
            high += 1;
            if high - low >= 5 {
                best = best.min(1 + shed(counts, straights - 1));
            }
        }
        counts[low..high].iter_mut().for_each(|n| *n += 1);
    }
    best
}

/// Stairs, full houses, fours, triples, pairs and singles.
fn shed_without_straights(counts: &[u8; 15]) -> u32 {
    let (mut groups, mut triples, mut lone_pairs, mut run) = (0, 0, 0, 0);
    for rank in 1..=15 {
        let n = counts.get(rank).copied().unwrap_or(0);
        if n == 2 {
            run += 1;
        } else {
            match run {
                0 => {}
                1 => lone_pairs += 1,
                _ => groups += 1,
            }
            run = 0;
        }
        match n {
            1 | 4 => groups += 1,
            3 => triples += 1,
            _ => {}
        }
    }
    groups + triples.max(lone_pairs)
}

/// How much a hand controls: what wins tricks, less the low singles that need one.
fn strength(hand: CardSet) -> i32 {
    let mut value = 6 * (hand & (DRAGON | PHOENIX)).len() as i32 + 4 * count(hand, ACE) as i32 + count(hand, 13) as i32;
    if holds_bomb(hand) {
        value += 6;
    }
    value
}

/// Tichu: enough tricks of one's own for the plays that need one.
fn worth_tichu(hand: CardSet) -> bool {
    strength(hand) - 2 * turns(hand) as i32 >= 1
}

/// Grand Tichu on eight cards.
fn worth_grand(hand: CardSet) -> bool {
    strength(hand) >= 16
}

struct ByRules;

impl Agent<Tichu> for ByRules {
    fn act(&mut self, game: &Tichu, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let state = &view.known;
        let seat = Situation::new(view);
        match state.phase {
            Phase::Grand if worth_grand(seat.hand) => Move::GRAND,
            Phase::Grand => Move::NO_GRAND,
            Phase::Exchange => exchange(&seat),
            Phase::Wish => wish(&seat),
            _ => {
                let mut moves = Vec::new();
                game.view_legal(view, &mut moves);
                if moves.contains(&Move::TICHU) {
                    let free = state.out_count == 0 && state.calls[seat.partner] == Call::None;
                    if free && worth_tichu(seat.hand) {
                        return Move::TICHU;
                    }
                    moves.retain(|&m| m != Move::TICHU);
                }
                play(&seat, &moves)
            }
        }
    }
}

/// What the player thinks about: its view in the words of the table.
struct Situation<'a> {
    state: &'a State,
    counts: [u8; 4],
    unseen: CardSet,
    hand: CardSet,
    me: usize,
    partner: usize,
}

impl<'a> Situation<'a> {
    fn new(view: &'a View) -> Situation<'a> {
        let me = view.seat.index();
        let hand = view.known.hands[me];
        Situation { state: &view.known, counts: view.counts, unseen: view.unseen(), hand, me, partner: me ^ 2 }
    }

    fn opponents(&self) -> [usize; 2] {
        [(self.me + 1) & 3, (self.me + 3) & 3]
    }

    /// Still in the round with a call of its own.
    fn calling(&self, seat: usize) -> bool {
        self.state.calls[seat] != Call::None && self.state.out_count == 0
    }

    /// The fewest cards an opponent still holds.
    fn danger(&self) -> u8 {
        self.opponents().into_iter().map(|s| self.counts[s]).filter(|&n| n > 0).min().unwrap_or(14)
    }

    fn partner_out(&self) -> bool {
        self.counts[self.partner] == 0
    }

    /// Plays that a move costs beyond the one it is.
    fn breaks(&self, mv: Move) -> u32 {
        (turns(self.hand - mv.cards()) + 1).saturating_sub(turns(self.hand))
    }

    /// Whether no unseen card or combination of its kind, bombs aside, is higher.
    fn unbeatable(&self, mv: Move) -> bool {
        match mv.kind() {
            Kind::Single => match mv.height() {
                HEIGHT_DRAGON => true,
                HEIGHT_PHOENIX => !self.unseen.meets(DRAGON) && !self.higher(ACE.min(self.state.top.doubled / 2), 1),
                height => !self.unseen.meets(DRAGON | PHOENIX) && !self.higher(height, 1),
            },
            Kind::Pair => !self.higher(mv.height(), 2),
            Kind::Triple | Kind::FullHouse => !self.higher(mv.height(), 3),
            Kind::Straight | Kind::Stairs => mv.height() == ACE,
            Kind::Bomb4 | Kind::BombStraight => true,
        }
    }

    /// Whether an unseen rank above `height` has so many cards, the Phoenix counted in.
    fn higher(&self, height: u8, needed: u32) -> bool {
        let joker = if needed > 1 { (self.unseen & PHOENIX).len() } else { 0 };
        (height + 1..=ACE).any(|r| {
            let n = count(self.unseen, r);
            n > 0 && n + joker >= needed
        })
    }
}

/// The two lowest cards that cost nothing for the opponents, a good one for the partner.
fn exchange(seat: &Situation) -> Move {
    let keep = DOG | MAH_JONG | DRAGON | PHOENIX;
    let mut spare: Vec<Card> = (seat.hand - keep).iter().collect();
    let plan = turns(seat.hand);
    // Cards whose loss leaves the fewest plays, low ones first; points are no gift for an opponent.
    let price = |c: Card| {
        let broken = (turns(seat.hand - c.set()) + 1).saturating_sub(plan) as i32;
        3 * broken + rank_of(c) as i32 + points(c.set()) / 2
    };
    spare.sort_by_key(|&c| price(c));
    let strong = worth_tichu(seat.hand);
    let helps = |c: &Card| rank_of(*c) >= 10;
    let partner_calls = seat.state.calls[seat.partner] != Call::None;
    let for_partner = if partner_calls {
        let best = [DRAGON, PHOENIX].into_iter().find(|s| seat.hand.meets(*s)).and_then(|s| s.iter().next());
        best.or_else(|| spare.iter().copied().max_by_key(|&c| rank_of(c)))
    } else if strong {
        spare.iter().copied().skip(2).find(helps)
    } else {
        spare.iter().copied().max_by_key(|&c| (rank_of(c), -price(c)))
    };
    let for_partner = for_partner.unwrap_or_else(|| spare.pop().expect("at least ten cards with a suit"));
    spare.retain(|&c| c != for_partner);
    // The lowest to the next seat, the second lowest to the other: never two of a rank to one hand.
    let from = Seat(seat.me as u8);
    Move::give(from, [spare[0], for_partner, spare[1]])
}

/// The highest rank it does not hold itself; nothing that could hurt a partner's Tichu.
fn wish(seat: &Situation) -> Move {
    if seat.calling(seat.partner) {
        return Move::wish(None);
    }
    Move::wish((2..=ACE).rev().find(|&r| count(seat.hand, r) == 0 && seat.unseen.meets(rank_cards(r))))
}

/// A move of the trick: lead, follow, bomb or the Dragon's gift.
fn play(seat: &Situation, moves: &[Move]) -> Move {
    if let Some(&last) = moves.iter().find(|m| m.is_play() && m.cards() == seat.hand) {
        return last; // out
    }
    if moves.iter().any(|m| *m == Move::gift(Seat(seat.opponents()[0] as u8))) {
        // To the opponent with more cards: he is the likelier to be last and lose it again.
        let [a, b] = seat.opponents();
        return Move::gift(Seat(if seat.counts[a] >= seat.counts[b] { a } else { b } as u8));
    }
    if moves.contains(&Move::DECLINE) {
        return bomb(seat, moves).unwrap_or(Move::DECLINE);
    }
    if seat.state.leading() { lead(seat, moves) } else { follow(seat, moves) }
}

/// Whether a bomb is worth it: against a Tichu that is about to be made, or for many points.
fn bomb(seat: &Situation, moves: &[Move]) -> Option<Move> {
    let owner = seat.state.owner as usize;
    if owner & 1 == seat.me & 1 {
        return None;
    }
    let threat = seat.calling(owner) && seat.counts[owner] <= 6 || seat.counts[owner] <= 2;
    let rich = points(seat.state.trick) >= 25;
    let ends = |m: &Move| turns(seat.hand - m.cards()) <= 1;
    let bombs = || moves.iter().copied().filter(|m| m.is_bomb());
    bombs().find(ends).or_else(|| if threat || rich { bombs().next() } else { None })
}

fn lead(seat: &Situation, moves: &[Move]) -> Move {
    let dog = moves.iter().copied().find(|m| m.is_dog());
    if let Some(dog) = dog {
        let own_call = seat.calling(seat.me);
        if !own_call
            && !seat.partner_out()
            && (seat.calling(seat.partner) || seat.counts[seat.partner] <= seat.counts[seat.me])
        {
            return dog;
        }
    }
    let plan = turns(seat.hand);
    let danger = seat.danger();
    // With two plays left the one that cannot be beaten comes first.
    let sure = |m: &&Move| m.is_play() && seat.breaks(**m) == 0 && seat.unbeatable(**m);
    if let Some(&sure) = moves.iter().find(sure).filter(|_| plan <= 2) {
        return sure;
    }
    let price = |m: Move| -> i32 {
        let height = if m.height() == HEIGHT_PHOENIX { 14 } else { m.height() as i32 };
        let mut price = 12 * seat.breaks(m) as i32 + height - 2 * m.size() as i32;
        if m.cards().meets(PHOENIX | DRAGON) {
            price += 8;
        }
        if m.is_bomb() {
            price += 40;
        }
        if m.is_dog() {
            price += 6; // better late than never, but not for nothing
        }
        // Somebody is about to go out: not with what he may hold.
        if danger == m.size() as u8 && danger <= 2 && !m.is_dog() {
            price += if seat.unbeatable(m) { 0 } else { 2 * (20 - height) };
        }
        price
    };
    moves.iter().copied().filter(|m| m.is_play()).min_by_key(|&m| (price(m), m)).expect("whoever leads can play")
}

fn follow(seat: &Situation, moves: &[Move]) -> Move {
    let state = seat.state;
    let owner = state.owner as usize;
    let may_pass = moves.contains(&Move::PASS);
    let plays = || moves.iter().copied().filter(|m| m.is_play() && !m.is_bomb());
    let cheapest = || plays().min_by_key(|&m| (follow_price(seat, m), m));
    if !may_pass {
        return cheapest().or_else(|| moves.first().copied()).expect("a seat on turn has a move");
    }
    let Some(best) = cheapest() else {
        return bomb(seat, moves).unwrap_or(Move::PASS);
    };
    let cost = follow_price(seat, best);
    if owner == seat.partner {
        // The partner's trick: only a low card that goes anyway, and never over his Tichu.
        let low = state.top.doubled < 20 && best.height() < ACE && best.size() <= 2;
        let hurried = seat.breaks(best) == 0 && turns(seat.hand - best.cards()) <= 1;
        return if !seat.calling(seat.partner) && cost < 14 && low || hurried { best } else { Move::PASS };
    }
    let stakes = points(state.trick).max(0)
        + if seat.calling(owner) { 30 } else { 0 }
        + if seat.danger() <= 3 { 20 } else { 0 }
        + if seat.calling(seat.me) { 15 } else { 0 }
        + if turns(seat.hand) <= 4 { 10 } else { 0 };
    if cost <= 14 + stakes / 2 {
        return best;
    }
    bomb(seat, moves).unwrap_or(Move::PASS)
}

/// What a following play costs: broken combinations and high cards.
fn follow_price(seat: &Situation, m: Move) -> i32 {
    let height = match m.height() {
        HEIGHT_PHOENIX => 18,
        HEIGHT_DRAGON => 21,
        ACE if m.size() == 1 => 15,
        height => height as i32,
    };
    let with_phoenix = if m.size() > 1 && m.cards().meets(PHOENIX) { 5 } else { 0 };
    10 * seat.breaks(m) as i32 + height + with_phoenix
}
