//! Rule-based players.
//!
//! `rules` plays like a sound beginner. A card is judged by the trick alone: how likely its party is to win it, how many
//! points lie there, and what the card would be worth later. From that follow most conventions of the table: aces are
//! led while the suit is fresh, foxes and tens go to the partner's tricks, the last player wins with the lowest card that
//! does. Solos and announcements are decided by the card points that a hand can expect (`hand_value`).

use kibitz_game::{Agent, Card, Clock, Error, Rng, Seat, Spec, Worlds, nth_bit};

use crate::Doppelkopf;
use crate::beginner::Beginner;
use crate::cards::{CLUB_QUEEN, FOX, Hand, POINTS, kind, kinds_of};
use crate::contracts::{Class, Contract};
use crate::hand_value::{party_points, silent_points, solo_points};
use crate::moves::{Move, Says};
use crate::state::{EVERYBODY, Level, Party, Phase, State};
use crate::worlds::View;

/// Names and what they do.
pub const BOTS: &[(&str, &str)] = &[
    ("rules", "a sound beginner: judges each card by its trick, announces on strong hands, plays a solo that is one"),
    ("beginner", "a newcomer: takes every trick it can with its highest card, its partner's too, and never announces"),
    ("healthy", "always healthy, never announces, plays a random card (the baseline of Basel 2015)"),
];

pub(crate) fn build(spec: &Spec) -> Option<Result<Box<dyn Agent<Doppelkopf>>, Error>> {
    let agent: Box<dyn Agent<Doppelkopf>> = match spec.name.as_str() {
        "rules" => Box::new(ByRules),
        "beginner" => Box::new(Beginner),
        "healthy" => Box::new(Healthy),
        _ => return None,
    };
    Some(spec.allow(0, &[]).map(|()| agent))
}

/// Says "gesund", never announces, plays a random card. A solo it is forced to play is a random one too.
struct Healthy;

impl Agent<Doppelkopf> for Healthy {
    fn act(&mut self, game: &Doppelkopf, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.contains(&Move::HEALTHY) {
            return Move::HEALTHY;
        }
        moves.retain(|m| !m.is_announcement());
        *rng.choose(&moves)
    }

    /// The same by the same chance, without the list.
    #[inline]
    fn reflex(&mut self, _game: &Doppelkopf, state: &State, seat: Seat, rng: &mut Rng) -> Option<Move> {
        match state.phase {
            Phase::Play if state.asked == seat.0 => Some(Move::SILENT),
            Phase::Play => {
                let kinds = state.playable(seat.index());
                Some(Move(nth_bit(kinds as u64, rng.below(kinds.count_ones())).trailing_zeros() as u8))
            }
            _ if state.forced || state.spoken == EVERYBODY => None,
            _ => Some(Move::HEALTHY),
        }
    }
}

struct ByRules;

impl Agent<Doppelkopf> for ByRules {
    fn act(&mut self, game: &Doppelkopf, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if view.known.phase == Phase::Reservation {
            return reserve(view, &moves);
        }
        let seat = Situation::new(game, view);
        let silent = || moves.contains(&Move::SILENT).then_some(Move::SILENT);
        announce(&seat, &moves).or_else(silent).unwrap_or_else(|| play(&seat, &moves))
    }
}

// ------------------------------------------------------------------------------------ reservations

/// Card points from which a solo is one.
const SOLO: f32 = 146.0;
/// Card points from which the one with both club queens keeps them secret.
const SILENT: f32 = 140.0;

/// Who owes a solo takes less, and less again towards the end of the round: a forced one costs six points.
fn owed_solo(deal: u8) -> f32 {
    133.0 - 0.8 * deal as f32
}

/// A marriage when there is one, a solo when it is one.
fn reserve(view: &View, moves: &[Move]) -> Move {
    let state = &view.known;
    let me = view.seat.index();
    let owed = state.open >> me & 1 != 0;
    let first = if owed { view.seat.0 } else { state.first() };
    let worth = |contract: Contract| solo_points(contract, state.hands[me], first == view.seat.0);
    let (best, points) =
        Contract::SOLOS.map(|c| (c, worth(c))).into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are seven");
    let solo = points >= if owed { owed_solo(state.deal) } else { SOLO };
    // Strong enough to win alone, the queens stay secret.
    let hand = state.hands[me];
    let marriage = hand.count(CLUB_QUEEN) == 2 && silent_points(hand) < SILENT;
    if moves.contains(&Move::HEALTHY) {
        return if solo || marriage { Move::RESERVATION } else { Move::HEALTHY };
    }
    let wedding = Move::name(Contract::Marriage);
    if !solo && moves.contains(&wedding) { wedding } else { Move::name(best) }
}

// ------------------------------------------------------------------------------------ the situation

/// What the player thinks about: its view in the words of the table.
struct Situation<'a> {
    game: &'a Doppelkopf,
    view: &'a View,
    state: &'a State,
    me: usize,
    unseen: Hand,
    /// How likely each seat is of the own party.
    friend: [f32; 4],
    /// The share of the unseen cards that each seat holds.
    share: [f32; 4],
}

impl<'a> Situation<'a> {
    fn new(game: &'a Doppelkopf, view: &'a View) -> Situation<'a> {
        let state = &view.known;
        let me = view.seat.index();
        let unseen = view.unseen();
        let share = [0, 1, 2, 3].map(|s| view.counts[s] as f32 / unseen.len().max(1) as f32);
        let mut seat = Situation { game, view, state, me, unseen, friend: [0.0; 4], share };
        seat.friend = seat.friends();
        seat
    }

    /// Certain where parties are known; else by how many of each party are still to be found.
    fn friends(&self) -> [f32; 4] {
        let parties = [0, 1, 2, 3].map(|s| self.view.party(s));
        let Some(own) = parties[self.me] else {
            // An open marriage: the next to win a trick is in it.
            return [0, 1, 2, 3].map(|s| if s == self.me { 1.0 } else { 0.4 });
        };
        let unknown = parties.iter().filter(|p| p.is_none()).count() as f32;
        let known_re = parties.iter().filter(|p| **p == Some(Party::Re)).count() as f32;
        let re_left = (2.0 - known_re).clamp(0.0, unknown);
        parties.map(|party| match party {
            Some(party) => (party == own) as u8 as f32,
            None if own == Party::Re => re_left / unknown,
            None => 1.0 - re_left / unknown,
        })
    }

    fn trumps(&self) -> u32 {
        self.state.contract.trumps()
    }

    /// How likely a seat can beat a card of this strength when it plays to a trick in which a class was led.
    fn beats(&self, seat: usize, led: Class, strength: u8) -> f32 {
        let none_of = |kinds: u32| {
            let cards = self.unseen.count_of(kinds & self.state.may_hold(seat));
            (1.0 - self.share[seat]).powi(cards as i32)
        };
        let stronger =
            |kinds: u32| kinds_of(kinds).filter(|&c| led.strength(c) > strength).fold(0, |mask, c| mask | kind(c));
        let follows = 1.0 - none_of(stronger(led.members()));
        if led.is_trump() {
            return follows;
        }
        let void = none_of(led.members());
        // Who follows cannot trump; who is void can.
        (follows * (1.0 - void)).min(1.0 - void) + void * (1.0 - none_of(stronger(self.trumps())))
    }

    /// What playing a card is worth: the trick it goes to, less what the card could do later.
    fn value(&self, card: Card) -> f32 {
        let state = self.state;
        let led = if state.laid == 0 { state.contract.class(card) } else { state.led };
        let table = state.trick.with(self.me as u8, card);
        let leader = state.leader() as u8;
        let holder = if self.game.rules.second_heart_ten {
            table.holder_second_ten(led, leader)
        } else {
            table.holder(led, leader)
        } as usize;
        let strength = table.card(holder).map_or(0, |c| led.strength(c));
        // The others play in turn: opponents take the trick if they can, partners mostly do.
        let mut ours = self.friend[holder];
        let mut to_come = 0.0;
        for i in 1..4 - state.laid as usize {
            let seat = (self.me + i) & 3;
            let beats = self.beats(seat, led, strength);
            ours =
                ours * (1.0 - 0.9 * beats * (1.0 - self.friend[seat])) + (1.0 - ours) * 0.7 * beats * self.friend[seat];
            to_come += 4.0 + 1.7 * (2.0 * ours - 1.0) * (2.0 * self.friend[seat] - 1.0);
        }
        let points = table.points() as f32;
        let mut stake = points + to_come;
        let alone = self.alone();
        if !alone && state.contract.class(FOX).is_trump() && card == FOX {
            stake += 14.0;
        }
        if !alone && points + to_come > 36.0 {
            stake += 8.0;
        }
        (2.0 * ours - 1.0) * stake - self.later(card)
    }

    /// Whether somebody is known to play alone, so that there are no special points.
    fn alone(&self) -> bool {
        let state = self.state;
        match state.contract {
            Contract::Normal => state.dealt.iter().any(|hand| hand.count(CLUB_QUEEN) == 2),
            Contract::Marriage => state.silent(),
            _ => true,
        }
    }

    /// What a card could still do in a later trick.
    fn later(&self, card: Card) -> f32 {
        let class = self.state.contract.class(card);
        let strength = class.strength(card);
        // Cards out there that beat it within its class.
        let above: u32 =
            kinds_of(class.members()).filter(|&c| class.strength(c) > strength).map(|c| self.unseen.count(c)).sum();
        let points = POINTS[card.0 as usize] as f32;
        if class.is_trump() {
            // A trump wins the more the fewer are above it, and takes its own points home.
            return 40.0 / (1.0 + 0.35 * above as f32) + 0.25 * points - 2.0;
        }
        let trumps_out = self.unseen.count_of(self.trumps()) > 0;
        let fresh = self.unseen.count_of(class.members());
        let safe = !trumps_out || fresh >= 4;
        match above {
            0 if safe => 7.0,
            0 => 3.0,
            _ => 0.0,
        }
    }
}

// ------------------------------------------------------------------------------------ cards

fn play(seat: &Situation, moves: &[Move]) -> Move {
    let cards = moves.iter().filter_map(|m| match m.says() {
        Says::Play(card) => Some(card),
        _ => None,
    });
    let judged = cards.map(|card| (seat.value(card) + habit(seat, card), card));
    let best = judged.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    best.map(|(_, card)| Move::play(card)).expect("a seat on turn has a card")
}

/// Conventions of the lead: Re brings trumps, Kontra plain suits; nobody leads fat cards that are not high.
fn habit(seat: &Situation, card: Card) -> f32 {
    let state = seat.state;
    if state.laid != 0 {
        return 0.0;
    }
    let trump = state.contract.class(card).is_trump();
    let re = seat.view.party(seat.me) == Some(Party::Re);
    match (trump, re) {
        (true, true) => 3.0,
        (true, false) => -1.0,
        (false, _) => 0.0,
    }
}

// ------------------------------------------------------------------------------------ announcements

/// The highest level that the hand and the course of the play promise, if it is a new one.
fn announce(seat: &Situation, moves: &[Move]) -> Option<Move> {
    let own = seat.view.party(seat.me)?;
    let open: Vec<Move> = moves.iter().copied().filter(|m| m.is_announcement()).collect();
    if open.is_empty() {
        return None;
    }
    let expected = expected_points(seat, own);
    let answered = seat.state.announced[own.other() as usize].level > Level::None;
    let promises = |m: &Move| match m.says() {
        Says::Call(_) => expected >= 120.0 + CALL + if answered { AGAINST } else { 0.0 },
        Says::Level(level) => expected >= 120.0 + 30.0 * (level as u8 - Level::Call as u8) as f32 + ABSAGE,
        _ => false,
    };
    open.into_iter().rfind(promises)
}

/// How far above half the expected points must lie for a call, how much more when the others have called, and how far
/// above its promise for an Absage, which loses the game when it fails.
const CALL: f32 = 12.0;
const AGAINST: f32 = 10.0;
const ABSAGE: f32 = 38.0;

/// Card points the own party can expect: by the hand that was dealt, corrected by how the tricks have gone so far.
fn expected_points(seat: &Situation, own: Party) -> f32 {
    let state = seat.state;
    let dealt = state.dealt[seat.me];
    let at_first = match state.contract {
        contract if contract.is_solo() && own == Party::Re => {
            solo_points(contract, dealt, state.tricks == [0; 4] && state.leader() == seat.me)
        }
        // Three who do not know each other's cards leave the soloist alone.
        contract if contract.is_solo() => return 0.0,
        _ if own == Party::Re && seat.alone() => silent_points(dealt),
        _ => party_points(dealt, own),
    };
    let played: f32 = state.points.iter().map(|&p| p as f32).sum();
    let ours: f32 = state.points.iter().zip(seat.friend).map(|(&p, friend)| p as f32 * friend).sum();
    at_first + 0.8 * (ours - played * at_first / 240.0)
}
