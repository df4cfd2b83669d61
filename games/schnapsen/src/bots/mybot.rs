//! `mybot`: the knowledge rules of the VU study, and alpha-beta once the talon is used up.

use kibitz_game::keys::{Key, Kind, Part};
use kibitz_game::{Agent, Card, Clock, Rng, Value, Worlds};

use super::{NUMBER, choices, shuffle};
use crate::Schnapsen;
use crate::cards::{ACE, JACK, KING, rank_of, suit_of};
use crate::moves::Move;
use crate::phases::Scope;
use crate::solve::{played, values, won};
use crate::state::State;
use crate::worlds::View;

/// The rules as the study describes them, or with the defects of the program in its appendix (`compat=paper`):
/// - moves are looked at in random order and the first that fits any rule is made, so the rules have no priority;
/// - seat 1 takes its own leads for replies and its replies for leads, as the program asks whether player 1 leads;
/// - alpha-beta hands the depth on as alpha: it always searches to the end, and below the first move seat 1 is content
///   with any win of its own.
pub(super) struct MyBot {
    depth: u32,
    compat: bool,
}

impl MyBot {
    pub(super) const PART: Part<MyBot> = Part {
        name: "mybot",
        base: || MyBot { depth: 8, compat: false },
        keys: &[&[
            Key {
                name: "depth",
                kinds: &[NUMBER],
                help: "How many moves alpha-beta looks ahead once the talon is used up.",
                set: |bot, given| {
                    bot.depth = given.whole() as u32;
                    Ok(())
                },
                get: |bot, _| Some(Value::of(bot.depth)),
                ..Key::PLAIN
            },
            Key {
                name: "compat",
                kinds: &[Kind::Words(&["off", "paper"])],
                help: "paper: with the defects of the program in the appendix of VU 2019.",
                set: |bot, given| {
                    bot.compat = given.choice(&[false, true]);
                    Ok(())
                },
                get: |bot, _| Some(Value::of(if bot.compat { "paper" } else { "off" })),
                ..Key::PLAIN
            },
        ]],
        ..Part::PLAIN
    };
}

impl Agent<Schnapsen> for MyBot {
    fn act(&mut self, game: &Schnapsen, view: &View, rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = match choices(game, view) {
            Ok(moves) => moves,
            Err(claim) => return claim,
        };
        let state = &view.known;
        if state.talon.is_empty() {
            let world = game.sample(view, rng);
            return if self.compat { faulty_end(game, &world, rng) } else { self.end(game, &world, rng) };
        }
        moves.retain(|&m| m != Move::CLOSE);
        shuffle(&mut moves, rng);
        match (self.compat, state.leading()) {
            (true, _) if state.leader == 0 => faulty_lead(&moves),
            (true, _) => faulty_reply(state, &moves),
            (false, true) => lead(state, &moves),
            (false, false) => reply(state, &moves),
        }
    }
}

impl MyBot {
    /// The best move by alpha-beta; of equal ones a random one.
    fn end(&self, game: &Schnapsen, world: &State, rng: &mut Rng) -> Move {
        let values = values(game, world, self.depth);
        let best = values.iter().map(|v| v.1).fold(f32::NEG_INFINITY, f32::max);
        let equal: Vec<Move> = values.iter().filter(|v| v.1 == best).map(|v| v.0).collect();
        *rng.choose(&equal)
    }
}

fn is_ace(mv: Move) -> bool {
    mv.is_card() && rank_of(mv.laid()) == ACE
}

fn is_jack(mv: Move) -> bool {
    mv.is_card() && rank_of(mv.laid()) == JACK
}

/// Jack, queen or king.
fn is_cheap(card: Card) -> bool {
    rank_of(card) <= KING
}

/// Exchange; an ace if a marriage waits for a trick; a marriage, in trumps rather; an ace; a jack that is no trump; any.
/// The moves come in random order.
fn lead(state: &State, moves: &[Move]) -> Move {
    let pick = |fits: &dyn Fn(Move) -> bool| moves.iter().copied().find(|&m| fits(m));
    let trump = |m: Move| suit_of(m.laid()) == state.trump;
    let ace = || pick(&is_ace);
    pick(&|m| m == Move::EXCHANGE)
        .or_else(|| if state.pending[state.leader as usize] > 0 { ace() } else { None })
        .or_else(|| pick(&|m| m.is_marriage() && trump(m)))
        .or_else(|| pick(&Move::is_marriage))
        .or_else(ace)
        .or_else(|| pick(&|m| is_jack(m) && !trump(m)))
        .unwrap_or(moves[0])
}

/// The highest card of the suit that takes the trick.
fn highest_taker(state: &State, moves: &[Move]) -> Option<Move> {
    let led = state.led()?;
    moves.iter().copied().filter(|m| suit_of(m.laid()) == suit_of(led) && m.laid() > led).max()
}

/// The highest card of the suit that takes the trick; a jack, else a queen or king, that is no trump; any.
fn reply(state: &State, moves: &[Move]) -> Move {
    let plain = |m: &&Move| suit_of(m.laid()) != state.trump;
    let jack = || moves.iter().filter(plain).copied().find(|&m| is_jack(m));
    let cheap = || moves.iter().filter(plain).copied().find(|m| is_cheap(m.laid()));
    highest_taker(state, moves).or_else(jack).or_else(cheap).unwrap_or(moves[0])
}

// ------------------------------------------------------------------------------------ compat=paper

/// The first of the moves that exchanges, declares a marriage or plays an ace or a jack; any.
fn faulty_lead(moves: &[Move]) -> Move {
    let fits = |m: &Move| *m == Move::EXCHANGE || m.is_marriage() || is_ace(*m) || is_jack(*m);
    moves.iter().copied().find(fits).unwrap_or(moves[0])
}

/// As a reply, but cheap cards come as they come; on a lead of seat 1 there is nothing to take.
fn faulty_reply(state: &State, moves: &[Move]) -> Move {
    let cheap = |m: &Move| *m != Move::EXCHANGE && is_cheap(m.laid()) && suit_of(m.laid()) != state.trump;
    highest_taker(state, moves).or_else(|| moves.iter().copied().find(cheap)).unwrap_or(moves[0])
}

/// The first move with the best value of [`faulty_value`].
fn faulty_end(game: &Schnapsen, world: &State, rng: &mut Rng) -> Move {
    let mover = world.acting.first();
    let mut moves: Vec<Move> = game.moves(world, mover, Scope::Sensible).iter().collect();
    shuffle(&mut moves, rng);
    let sign = if mover.0 == 0 { 1.0 } else { -1.0 };
    let mut best = (f32::NEG_INFINITY, moves[0]);
    for &mv in &moves {
        let value = sign * faulty_value(game, &played(game, world, mover, mv), rng);
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

/// The value for seat 0. With alpha = 1 and beta without bound at every node, seat 1 stops at the first value below 1.
fn faulty_value(game: &Schnapsen, state: &State, rng: &mut Rng) -> f32 {
    if state.over() {
        return won(state, 0);
    }
    let mover = state.acting.first();
    let mut moves: Vec<Move> = game.moves(state, mover, Scope::Sensible).iter().collect();
    shuffle(&mut moves, rng);
    let after = |mv: Move, rng: &mut Rng| faulty_value(game, &played(game, state, mover, mv), rng);
    if mover.0 == 0 {
        return moves.iter().map(|&mv| after(mv, rng)).fold(f32::NEG_INFINITY, f32::max);
    }
    let mut best = f32::INFINITY;
    for &mv in &moves {
        best = best.min(after(mv, rng));
        if best < 1.0 {
            break;
        }
    }
    best
}
