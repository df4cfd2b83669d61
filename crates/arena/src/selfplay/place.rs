//! One deal in progress, and what has been seen and done in it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use kibitz_game::{Agent, Clock, Decision, Encoding, Error, Game, Rewards, Rng, Seat, Stream, prefetch};
use kibitz_search::{Reward, build};

use super::{How, Who};
use crate::deal_seed;

/// What is the same for all places.
pub(super) struct Common<G: Game> {
    pub game: G,
    pub encoding: &'static Encoding,
    pub who: Vec<Who>,
    pub seatings: Vec<Vec<u8>>,
    pub reward: Reward<G>,
    pub seed: u64,
    pub endless: bool,
    /// The learners whose decisions become samples, as bits.
    pub record: u64,
    /// Number of all places: the step from one deal of a place to its next.
    pub places: u64,
}

/// Where a place stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// A decision is on offer: the caller has its rows.
    Offered,
    /// A decision is due, but its rows did not fit.
    Held,
    /// Nothing to choose from yet.
    Between,
    /// The deal is over and no other follows.
    Over,
}

/// The decisions of one deal that become samples.
#[derive(Default)]
pub(super) struct Path {
    /// State words, action words and the mark of each, in one piece: it is cold memory.
    pub words: Vec<u64>,
    pub truth: Vec<u64>,
    pub samples: usize,
    pub returns: Rewards,
    /// The outcome as each seat counts it.
    pub outcomes: Vec<f32>,
    pub place: u32,
}

/// Whose decision it was, of what kind, and which step offered it.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub seat: u8,
    pub learner: u8,
    pub kind: u8,
    pub step: u32,
}

impl Mark {
    fn word(self) -> u64 {
        (self.step as u64) << 32 | u64::from_be_bytes([0, 0, 0, 0, 0, self.kind, self.learner, self.seat])
    }

    pub(super) fn of(word: u64) -> Mark {
        Mark { step: (word >> 32) as u32, kind: (word >> 16) as u8, learner: (word >> 8) as u8, seat: word as u8 }
    }
}

impl Path {
    fn clear(&mut self) {
        self.words.clear();
        self.truth.clear();
        self.samples = 0;
        self.outcomes.clear();
    }
}

/// What happened, to be counted.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub decisions: u64,
    pub explored: u64,
    pub plies: u64,
    pub deals: u64,
}

/// What the places of one thread's task share: the choices on offer, last step's and this step's, and finished deals.
pub(super) struct Desk<G: Game> {
    pub moves: Vec<G::Move>,
    pub rows: Vec<u64>,
    pub last_moves: Vec<G::Move>,
    pub last_rows: Vec<u64>,
    /// Handed in, oldest first.
    pub finished: VecDeque<Path>,
    /// Emptied, to be used again.
    pub spare: Vec<Path>,
    pub counts: Counts,
    list: Vec<G::Move>,
}

impl<G: Game> Default for Desk<G> {
    fn default() -> Desk<G> {
        Desk {
            moves: Vec::new(),
            rows: Vec::new(),
            last_moves: Vec::new(),
            last_rows: Vec::new(),
            finished: VecDeque::new(),
            spare: Vec::new(),
            counts: Counts::default(),
            list: Vec::new(),
        }
    }
}

type Player<G> = (Box<dyn Agent<G>>, Rng);

/// A deal in progress.
pub(super) struct Place<G: Game> {
    pub stage: Stage,
    /// Its rows: the first of them, and how many.
    pub first: u32,
    pub rows: u32,
    /// For how many steps they have been held back.
    pub waited: u32,
    pub seat: Seat,
    pub learner: u8,
    pub kind: Decision,
    state: G::State,
    draft: Option<G::Move>,
    index: u32,
    /// The number of the deal, its seed, and how many lots were drawn in it.
    number: u64,
    seed: u64,
    lots: u64,
    seating: usize,
    /// Decides what a learner leaves to chance.
    rng: Rng,
    path: Path,
    players: Vec<Option<Player<G>>>,
    /// The moves of the deal, kept while one of the players draws conclusions from them.
    log: Option<Vec<(Seat, G::Move)>>,
    /// The points of each entry of the seats, once the deal is over.
    pub points: Vec<f64>,
}

impl<G: Game> Place<G> {
    pub(super) fn new(common: &Common<G>, group: usize, index: usize, places: usize) -> Result<Place<G>, Error> {
        let seating = index % common.seatings.len();
        let all = group * places + index;
        let number = if common.endless { all } else { all / common.seatings.len() } as u64;
        let mut players = Vec::new();
        for &entry in &common.seatings[seating] {
            players.push(match &common.who[entry as usize] {
                Who::Learner(_) => None,
                Who::Agent(spec) => Some((build(&common.game, spec)?, Rng::new(0))),
            });
        }
        let recalls = players.iter().flatten().any(|(agent, _)| agent.recalls());
        let mut place = Place {
            log: recalls.then(Vec::new),
            stage: Stage::Between,
            first: 0,
            rows: 0,
            waited: 0,
            seat: Seat(0),
            learner: 0,
            kind: Decision::Play,
            state: common.game.deal(&G::Standing::default(), &mut Rng::new(0)),
            draft: None,
            index: index as u32,
            number,
            seed: 0,
            lots: 0,
            seating,
            rng: Rng::new(0),
            path: Path::default(),
            players,
            points: Vec::new(),
        };
        place.deal(common);
        if common.endless {
            place.stagger(common);
        }
        Ok(place)
    }

    /// Deals `number`: cards, lots and the chance of built-in agents are those of [`crate::play_groups`].
    fn deal(&mut self, common: &Common<G>) {
        self.seed = deal_seed(common.seed, self.number);
        self.lots = 0;
        let table = (self.seating as u64) << 32;
        self.rng = Stream::Learner.rng(self.seed.into(), table);
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Some((_, rng)) = player {
                *rng = Stream::Agent.rng(self.seed.into(), table | seat as u64);
            }
        }
        self.state = common.game.deal(&G::Standing::default(), &mut Stream::Deal.rng(self.seed.into(), 0));
        self.draft = None;
        self.log.iter_mut().for_each(Vec::clear);
        self.path.clear();
        self.path.place = self.index;
    }

    /// Plays some way into the first deal, so that not all deals end in the same step.
    fn stagger(&mut self, common: &Common<G>) {
        let game = &common.game;
        let plies = game.playout(&mut self.state.clone(), &mut self.rng);
        for _ in 0..self.rng.below(plies) {
            let seat = game.to_act(&self.state).first();
            let mv = game.sample_move(&self.state, seat, &mut self.rng);
            game.play_unchecked(&mut self.state, seat, mv);
            if game.to_act(&self.state).is_empty() {
                return self.deal(common);
            }
        }
    }

    /// Makes the choice of the decision that was on offer, whose moves begin at `at` on the desk.
    pub(super) fn decide(
        &mut self,
        common: &Common<G>,
        how: &How<'_>,
        seen: &Wanted<'_>,
        at: usize,
        desk: &mut Desk<G>,
    ) {
        let moves = &desk.last_moves[at..][..self.rows as usize];
        let picked = self.pick(&common.game, how, moves, &mut desk.counts);
        desk.counts.decisions += 1;
        if how.recording && common.record >> self.learner & 1 != 0 {
            let words = common.encoding.action_words();
            self.path.words.extend_from_slice(seen.state);
            self.path.words.extend_from_slice(&desk.last_rows[(at + picked) * words..][..words]);
            let (seat, learner) = (self.seat.0, self.learner);
            self.path.words.push(Mark { seat, learner, kind: self.kind as u8, step: how.step }.word());
            if !seen.truth.is_empty() {
                self.path.truth.extend_from_slice(seen.truth);
            }
            self.path.samples += 1;
        }
        let mv = moves[picked];
        if common.game.is_draft(mv) {
            self.draft = Some(mv);
        } else {
            self.play(common, mv, &mut desk.counts);
        }
        self.stage = Stage::Between;
    }

    /// Asks the processor for the place: with tens of thousands of them it is never in the caches.
    #[inline]
    pub(super) fn expect(&self) {
        let first = (&raw const *self).cast::<u8>();
        (0..size_of::<Self>()).step_by(64).for_each(|byte| prefetch(first.wrapping_add(byte)));
    }

    /// Asks for the end of its samples, once the place itself is here.
    #[inline]
    pub(super) fn expect_samples(&self) {
        let end = self.path.words.as_ptr().wrapping_add(self.path.words.len()).cast::<u8>();
        (0..192).step_by(64).for_each(|byte| prefetch(end.wrapping_add(byte)));
    }

    #[inline]
    fn play(&mut self, common: &Common<G>, mv: G::Move, counts: &mut Counts) {
        self.draft = None;
        self.log.iter_mut().for_each(|log| log.push((self.seat, mv)));
        common.game.play_unchecked(&mut self.state, self.seat, mv);
        counts.plies += 1;
    }

    fn pick(&mut self, game: &G, how: &How<'_>, moves: &[G::Move], counts: &mut Counts) -> usize {
        let any = |rng: &mut Rng| rng.below(moves.len() as u32) as usize;
        if let Some(chosen) = how.chosen {
            return chosen[self.index as usize] as usize;
        }
        let Some(values) = how.values else { return any(&mut self.rng) };
        if how.epsilon > 0.0 && self.rng.unit() < how.epsilon {
            counts.explored += 1;
            return any(&mut self.rng);
        }
        let values = &values[self.first as usize..][..moves.len()];
        let bets = how.explore > 0.0 && moves.iter().any(|&mv| game.is_bet(mv));
        if bets && self.rng.unit() < how.explore {
            counts.explored += 1;
            let bet = self.rng.below(2) == 0;
            // Where all choices are bets, the coin changes nothing.
            let best = best_of(values, |i| game.is_bet(moves[i]) == bet);
            return best.unwrap_or_else(|| best_of(values, |_| true).expect("there are choices"));
        }
        if how.temperature > 0.0 {
            return draw(values, how.temperature, &mut self.rng);
        }
        best_of(values, |_| true).expect("there are choices")
    }

    /// Plays on to the next decision of a learner and puts it on offer. Finished deals are handed in.
    pub(super) fn advance(&mut self, common: &Common<G>, wanted: &mut Wanted<'_>, desk: &mut Desk<G>) {
        let game = &common.game;
        let Desk { moves, rows, list, counts, .. } = desk;
        loop {
            let to_act = game.to_act(&self.state);
            if to_act.is_empty() {
                counts.deals += 1;
                if !common.endless {
                    return self.end(common);
                }
                self.hand_in(common, wanted.outcomes, &mut desk.finished, &mut desk.spare);
                self.number += common.places;
                self.deal(common);
                continue;
            }
            if to_act.has(Seat::CHANCE) {
                let mut lot = Stream::Lots.rng(self.seed.into(), self.lots);
                self.lots += 1;
                let mv = game.sample_move(&self.state, Seat::CHANCE, &mut lot);
                self.log.iter_mut().for_each(|log| log.push((Seat::CHANCE, mv)));
                game.play_unchecked(&mut self.state, Seat::CHANCE, mv);
                counts.plies += 1;
                continue;
            }
            self.seat = to_act.first();
            if let Some((agent, rng)) = &mut self.players[self.seat.index()] {
                let view = game.view(&self.state, self.seat);
                if let Some(log) = self.log.as_ref().filter(|_| agent.recalls()) {
                    agent.recall(game, &game.history(&self.state, log, self.seat));
                }
                let mv = match agent.cheats() {
                    true => agent.act_knowing(game, &view, &self.state, rng, Clock::stopped_by(wanted.stop)),
                    false => agent.act(game, &view, rng, Clock::stopped_by(wanted.stop)),
                };
                if wanted.stop.load(Ordering::Relaxed) {
                    return;
                }
                self.play(common, mv, counts);
                continue;
            }
            game.choices(&self.state, self.seat, self.draft, list);
            if let [only] = list[..] {
                match game.is_draft(only) {
                    true => self.draft = Some(only),
                    false => self.play(common, only, counts),
                }
                continue;
            }
            let Who::Learner(learner) = common.who[common.seatings[self.seating][self.seat.index()] as usize] else {
                unreachable!("agents have moved above")
            };
            self.learner = learner;
            let view = game.view(&self.state, self.seat);
            self.kind = game.decision(&view);
            self.stage = Stage::Offered;
            self.rows = list.len() as u32;
            game.encode(&view, self.draft, wanted.state);
            if !wanted.truth.is_empty() {
                game.encode_truth(&self.state, self.seat, wanted.truth);
            }
            let words = common.encoding.action_words();
            let begin = rows.len();
            rows.resize(begin + words * list.len(), 0);
            for (mv, row) in list.iter().zip(rows[begin..].chunks_exact_mut(words)) {
                game.encode_move(&view, *mv, row);
            }
            moves.extend_from_slice(list);
            return;
        }
    }

    /// The end of a match's deal.
    fn end(&mut self, common: &Common<G>) {
        self.stage = Stage::Over;
        let returns = common.game.returns(&self.state);
        let seating = &common.seatings[self.seating];
        self.points = (0..common.who.len())
            .map(|entry| {
                let own = || returns.as_slice().iter().zip(seating).filter(|(_, e)| **e as usize == entry);
                own().map(|(&points, _)| points as f64).sum::<f64>() / own().count() as f64
            })
            .collect();
    }

    /// The end of a deal of self-play: its samples wait to be collected.
    fn hand_in(&mut self, common: &Common<G>, outcomes: bool, finished: &mut VecDeque<Path>, spare: &mut Vec<Path>) {
        if self.path.samples == 0 {
            return;
        }
        let game = &common.game;
        common.reward.value(game, &self.state, &mut self.path.returns);
        if outcomes {
            let numbers = common.encoding.outcomes.len();
            self.path.outcomes.resize(numbers * game.seats(), 0.0);
            for (seat, own) in self.path.outcomes.chunks_exact_mut(numbers).enumerate() {
                game.encode_outcome(&self.state, Seat(seat as u8), own);
            }
        }
        let mut next = spare.pop().unwrap_or_default();
        next.clear();
        finished.push_back(std::mem::replace(&mut self.path, next));
    }
}

/// Where a place writes what is to be seen of its decision.
pub(super) struct Wanted<'a> {
    pub state: &'a mut [u64],
    /// Empty when nobody asks.
    pub truth: &'a mut [u64],
    pub outcomes: bool,
    pub stop: &'a AtomicBool,
}

/// The index of the highest value among those allowed; the first of equals.
#[inline]
fn best_of(values: &[f32], allowed: impl Fn(usize) -> bool) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (i, &value) in values.iter().enumerate().filter(|(i, _)| allowed(*i)) {
        if best.is_none_or(|b| value > values[b] || values[b].is_nan()) {
            best = Some(i);
        }
    }
    best
}

/// An index drawn in proportion to exp(value / temperature).
fn draw(values: &[f32], temperature: f64, rng: &mut Rng) -> usize {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |value: f32| libm::exp((value - most) as f64 / temperature);
    let mut left = rng.unit() * values.iter().map(|&v| weight(v)).sum::<f64>();
    for (i, &value) in values.iter().enumerate() {
        left -= weight(value);
        if left < 0.0 {
            return i;
        }
    }
    values.len() - 1
}
