//! Rule-based players. All of them claim as soon as they have 66.
//!
//! `bully`, `rdeep`, `mybot` and `kb` are those of the VU study (2019), made for the preset `course`; under other rules they
//! play as well but never close the talon on purpose. `rules` is a sound beginner for the whole game.

mod beginner;
mod bully;
mod kb;
mod mybot;
mod rdeep;
mod rules;

use kibitz_game::keys::{Help, Kind};
use kibitz_game::{Agent, Error, Rng, Spec, Worlds};

use crate::Schnapsen;
use crate::moves::Move;
use crate::worlds::View;

/// Names and what they do.
pub const BOTS: &[(&str, &str)] = &[
    ("rules", "a sound beginner: exchanges, marries, saves trumps, closes on sure hands, plays the end exactly"),
    ("beginner", "a newcomer: leads its highest cards, overlooks marriages, counts nothing and never closes"),
    ("bully", "the highest trump, else the highest card of the suit led, else the highest card (VU 2019)"),
    ("rdeep", "rollouts of a few random moves in sampled determinizations (VU 2019)"),
    ("kb", "what a knowledge base of the strategies jack, ace and cheap proves (VU 2019)"),
    ("mybot", "rules, then alpha-beta once the talon is used up (VU 2019)"),
];

pub(crate) fn build(spec: &Spec) -> Option<Result<Box<dyn Agent<Schnapsen>>, Error>> {
    match spec.name.as_str() {
        "rules" => Some(spec.allow(0, &[]).map(|()| Box::new(rules::ByRules) as Box<dyn Agent<Schnapsen>>)),
        "beginner" => Some(spec.allow(0, &[]).map(|()| Box::new(beginner::Beginner) as Box<dyn Agent<Schnapsen>>)),
        "bully" => Some(spec.allow(0, &[]).map(|()| Box::new(bully::Bully) as Box<dyn Agent<Schnapsen>>)),
        "rdeep" => Some(rdeep::RDeep::PART.read(spec).map(|bot| Box::new(bot) as Box<dyn Agent<Schnapsen>>)),
        "kb" => Some(kb::KnowledgeBase::read(spec).map(|bot| Box::new(bot) as Box<dyn Agent<Schnapsen>>)),
        "mybot" => Some(mybot::MyBot::PART.read(spec).map(|bot| Box::new(bot) as Box<dyn Agent<Schnapsen>>)),
        _ => None,
    }
}

/// The keys of those that take any.
pub fn keys() -> Vec<Help> {
    vec![rdeep::RDeep::PART.help(), kb::KnowledgeBase::PART.help(), mybot::MyBot::PART.help()]
}

/// How often, how deep.
const NUMBER: Kind = Kind::Whole(1, 1_000_000);

/// The moves of the viewer, or the claim alone when it has 66.
fn choices(game: &Schnapsen, view: &View) -> Result<Vec<Move>, Move> {
    let mut moves = Vec::new();
    game.view_legal(view, &mut moves);
    if moves.contains(&Move::CLAIM) { Err(Move::CLAIM) } else { Ok(moves) }
}

/// Puts the moves into random order.
fn shuffle(moves: &mut [Move], rng: &mut Rng) {
    for place in (1..moves.len()).rev() {
        moves.swap(place, rng.below(place as u32 + 1) as usize);
    }
}
