//! Many deals advanced together to the next real decision, for learners and for matches of networks.
//!
//! A *place* is a deal in progress (`place`). A step makes the choices of the last one, plays every place on to its next
//! decision and writes that into the caller's memory. It has two passes over chunks of places on all threads (`pool`):
//! the first plays and writes what each place sees, the second copies rows and finished samples to where they belong
//! once their numbers are known. What is written depends on the choices alone, never on the threads.

mod place;
mod pool;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use kibitz_game::{Encoding, Error, Game, Spec};
use kibitz_search::{Reward, build};

use crate::groups::check_seatings;
use place::{Common, Desk, Mark, Path, Place, Stage, Wanted};
use pool::Pool;

/// Who decides for a seat.
#[derive(Clone, Debug)]
pub enum Who {
    /// A network of the caller's, by its number.
    Learner(u8),
    /// An agent that plays inside.
    Agent(Spec),
}

impl Who {
    /// `learn` is learner 0, `learn1` learner 1 and so on; anything else is an agent.
    pub fn parse(text: &str) -> Result<Who, Error> {
        match text.strip_prefix("learn") {
            Some("") => Ok(Who::Learner(0)),
            Some(number) if number.bytes().all(|b| b.is_ascii_digit()) => {
                let number = number.parse().ok().filter(|&n| n < MOST_LEARNERS);
                number.map(Who::Learner).ok_or_else(|| {
                    Error::Spec(format!(
                        "\"{text}\" is no learner; they are learn, learn1 … learn{}.",
                        MOST_LEARNERS - 1
                    ))
                })
            }
            _ => Ok(Who::Agent(Spec::parse(text)?)),
        }
    }
}

const MOST_LEARNERS: u8 = 64;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Deals in progress at the same time in one group; in a match its number of deals.
    pub deals: usize,
    /// One entry for all seats, two for the two sides of [`kibitz_game::Hints::seatings`], or one per seat.
    pub who: Vec<Who>,
    /// For every table of a deal the entry of each seat, as an index; by default as the number of entries says.
    pub seatings: Option<Vec<Vec<u8>>>,
    /// The seed of everything.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// How many groups, stepped one at a time.
    pub groups: usize,
    /// Whether a new deal begins where one has ended; otherwise it is a match of every deal in every seating.
    pub endless: bool,
    /// The unit of the returns; by default the game's own.
    pub reward: Option<String>,
    /// The learners whose decisions become samples; by default all.
    pub record: Option<Vec<u8>>,
}

/// The caller's memory for one group. What is empty is not wanted.
#[derive(Default)]
pub struct Buffers<'a> {
    /// State words of every place.
    pub state: &'a mut [u64],
    /// Words of every row.
    pub action: &'a mut [u64],
    /// The first row of every place, and the end of the last.
    pub offset: &'a mut [u32],
    /// The seat that decides.
    pub seat: &'a mut [u8],
    /// The learner that is asked.
    pub learner: &'a mut [u8],
    /// What is decided, as the index of [`kibitz_game::Decision::WORDS`].
    pub kind: &'a mut [u8],
    /// Truth words of every place.
    pub truth: &'a mut [u64],
    /// State and action words of finished samples.
    pub samples: &'a mut [u64],
    /// Their returns.
    pub returns: &'a mut [f32],
    /// Their learners.
    pub sample_learner: &'a mut [u8],
    /// Their kinds of decision.
    pub sample_kind: &'a mut [u8],
    /// Their truth words.
    pub sample_truth: &'a mut [u64],
    /// Their outcomes.
    pub sample_outcome: &'a mut [f32],
    /// The step and the place that offered them.
    pub sample_ticket: &'a mut [u32],
}

/// How the choices of the last step are made.
#[derive(Clone, Copy, Default)]
pub struct Choices<'a> {
    /// A value per row: the highest is chosen.
    pub values: Option<&'a [f32]>,
    /// The index of the chosen row per place. Without either any row is chosen.
    pub chosen: Option<&'a [i32]>,
    /// Chance of any choice.
    pub epsilon: f64,
    /// Chance that a coin decides whether to bet, where a bet is possible.
    pub explore: f64,
    /// Above 0: choices are drawn in proportion to exp(value / temperature).
    pub temperature: f64,
}

/// [`Choices`] with what else a step needs to know.
struct How<'a> {
    values: Option<&'a [f32]>,
    chosen: Option<&'a [i32]>,
    epsilon: f64,
    explore: f64,
    temperature: f64,
    recording: bool,
    step: u32,
}

/// What a step has left in the buffers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Batch {
    /// Rows of all places.
    pub rows: usize,
    /// Places that have rows.
    pub decisions: usize,
    /// Finished samples.
    pub samples: usize,
    /// Finished samples that did not fit.
    pub waiting: usize,
    /// Places whose rows did not fit.
    pub held: usize,
    /// Deals that ended in this step.
    pub finished: usize,
    /// Whether all deals of the group have ended.
    pub done: bool,
}

/// Everything counted since the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    /// Choices made.
    pub decisions: u64,
    /// Of these by chance.
    pub explored: u64,
    /// Moves played, forced ones and lots included.
    pub plies: u64,
    /// Deals that have ended.
    pub deals: u64,
    /// Samples handed out.
    pub samples: u64,
    /// Steps.
    pub steps: u64,
}

/// Batched self-play, whichever game it is of.
pub trait AnySelfPlay: Send {
    /// Places of one group.
    fn places(&self) -> usize;
    /// Number of groups.
    fn groups(&self) -> usize;
    /// Number of threads.
    fn threads(&self) -> usize;
    /// Whether agents play inside, so that a step may last long.
    fn has_agents(&self) -> bool;
    /// What networks see.
    fn encoding(&self) -> &'static Encoding;
    /// The unit of the returns.
    fn reward(&self) -> &str;
    /// Everything counted so far.
    fn totals(&self) -> Totals;
    /// Whether the buffers have the right sizes.
    fn check(&self, buffers: &Buffers<'_>) -> Result<(), Error>;
    /// Makes the choices, plays on and fills the buffers. The buffers must be those of the group's last step,
    /// unchanged, or [`AnySelfPlay::forget`] be called first.
    fn step(
        &mut self,
        group: usize,
        buffers: &mut Buffers<'_>,
        choices: &Choices<'_>,
        stop: &AtomicBool,
    ) -> Result<Batch, Error>;
    /// The decisions on offer are taken back and offered again by the next step, which then makes no choices.
    fn forget(&mut self, group: usize);
    /// Points of a match by deal, seating and entry of the seats; `None` while it goes on.
    fn results(&self, group: usize) -> Option<Vec<Vec<Vec<f64>>>>;
}

/// Places that are worked on together by one thread at a time.
struct Chunk<G: Game> {
    places: Vec<Place<G>>,
    desk: Desk<G>,
    /// Decisions on offer, decisions held back, deals that are over for good.
    offers: usize,
    held: usize,
    over: usize,
    /// Rows that were admitted, and the first of them.
    rows: usize,
    base: usize,
    /// Finished deals with room for their samples, and how many these are.
    paths: usize,
    samples: usize,
}

impl<G: Game> Chunk<G> {
    fn new(places: Vec<Place<G>>) -> Chunk<G> {
        let desk = Desk::default();
        Chunk { places, desk, offers: 0, held: 0, over: 0, rows: 0, base: 0, paths: 0, samples: 0 }
    }
}

struct Group<G: Game> {
    chunks: Vec<Chunk<G>>,
    steps: u64,
    /// The chunk that is served first when there is not room for all.
    turn: usize,
    samples_turn: usize,
    /// Deals that had ended by the last step.
    deals: u64,
}

/// Batched self-play of one game.
pub struct SelfPlay<G: Game> {
    common: Common<G>,
    groups: Vec<Group<G>>,
    places: usize,
    pool: Pool,
    reward: String,
    has_agents: bool,
    samples: u64,
    stopped: bool,
}

impl<G: Game> SelfPlay<G> {
    /// Deals everything out.
    pub fn new(game: &G, setup: Setup) -> Result<SelfPlay<G>, Error> {
        if game.encoding().state.is_empty() || game.encoding().action.is_empty() {
            return Err(Error::Spec(format!(
                "{} has no features, without which nothing can be learned.",
                game.title()
            )));
        }
        let seats = game.seats();
        let seatings = match (setup.seatings, setup.who.len()) {
            (Some(seatings), _) if seatings.is_empty() => {
                return Err(Error::Spec("No seating is given; there must be one at least.".into()));
            }
            (Some(seatings), players) => {
                check_seatings(game, &seatings, players)?;
                seatings
            }
            (None, 1) => vec![vec![0; seats]],
            (None, 2) => game.seatings(),
            (None, n) if n == seats => vec![(0..seats as u8).collect()],
            (None, n) => {
                return Err(Error::Spec(format!(
                    "{n} players are named for the seats; name one for all, two for the two sides, or {seats}."
                )));
            }
        };
        for who in &setup.who {
            if let Who::Agent(spec) = who {
                build(game, spec)?;
            }
        }
        let word = setup.reward.unwrap_or_else(|| game.default_reward().to_string());
        let places = if setup.endless { setup.deals } else { setup.deals * seatings.len() };
        let common = Common {
            game: game.clone(),
            encoding: game.encoding(),
            seatings,
            reward: Reward::read(game, &word)?,
            seed: setup.seed,
            endless: setup.endless,
            record: setup.record.map_or(u64::MAX, |own| own.iter().fold(0, |bits, &learner| bits | 1 << learner)),
            places: (places * setup.groups) as u64,
            who: setup.who,
        };
        let has_agents = common.who.iter().any(|who| matches!(who, Who::Agent(_)));
        // Deals of agents that think take long: small chunks keep all threads busy. The order of samples depends on the
        // size of chunks, so that it may not depend on the number of threads.
        let size = if has_agents { 1 } else { (places / 128).clamp(1, 256) };
        let group = |g: usize| -> Result<Group<G>, Error> {
            let chunk = |first: usize| -> Result<Chunk<G>, Error> {
                let places = (first..places.min(first + size)).map(|i| Place::new(&common, g, i, places));
                Ok(Chunk::new(places.collect::<Result<_, _>>()?))
            };
            let chunks = (0..places).step_by(size).map(chunk).collect::<Result<_, _>>()?;
            Ok(Group { chunks, steps: 0, turn: 0, samples_turn: 0, deals: 0 })
        };
        let groups = (0..setup.groups).map(group).collect::<Result<_, _>>()?;
        let pool = Pool::new(setup.threads);
        Ok(SelfPlay { common, groups, places, pool, reward: word, has_agents, samples: 0, stopped: false })
    }

    fn check_sizes(&self, b: &Buffers<'_>) -> Result<(), Error> {
        let e = self.common.encoding;
        let (state, action, truth) = (e.state_words(), e.action_words(), e.truth_words());
        let wrong = |name: &str, found: usize, right: usize| {
            Err(Error::Spec(format!("The buffer \"{name}\" has {found} entries; it must have {right}.")))
        };
        let p = self.places;
        for (name, found, right) in [("state", b.state.len(), p * state), ("offset", b.offset.len(), p + 1)] {
            if found != right {
                return wrong(name, found, right);
            }
        }
        let samples = b.samples.len() / (state + action);
        for (name, found, right) in [
            ("seat", b.seat.len(), p),
            ("learner", b.learner.len(), p),
            ("kind", b.kind.len(), p),
            ("truth", b.truth.len(), p * truth),
            ("action", b.action.len(), b.action.len() / action * action),
            ("samples", b.samples.len(), samples * (state + action)),
            ("returns", b.returns.len(), samples),
            ("sample_learner", b.sample_learner.len(), samples),
            ("sample_kind", b.sample_kind.len(), samples),
            ("sample_truth", b.sample_truth.len(), samples * truth),
            ("sample_outcome", b.sample_outcome.len(), samples * e.outcomes.len()),
            ("sample_ticket", b.sample_ticket.len(), samples * 2),
        ] {
            if found != 0 && found != right {
                return wrong(name, found, right);
            }
        }
        if !b.samples.is_empty() && b.returns.is_empty() {
            return Err(Error::Spec("The buffer \"samples\" needs the buffer \"returns\" beside it.".into()));
        }
        if !b.sample_truth.is_empty() && b.truth.is_empty() {
            return Err(Error::Spec("The buffer \"sample_truth\" needs the buffer \"truth\" beside it.".into()));
        }
        Ok(())
    }

    /// Whether there is a choice for every decision on offer.
    fn check_choices(&self, group: usize, choices: &Choices<'_>) -> Result<(), Error> {
        let chunks = &self.groups[group].chunks;
        let rows: usize = chunks.iter().map(|chunk| chunk.rows).sum();
        if let Some(values) = choices.values.filter(|values| values.len() < rows) {
            return Err(Error::Spec(format!(
                "The buffer \"values\" has {} entries, but there are {rows} rows.",
                values.len()
            )));
        }
        let Some(chosen) = choices.chosen else { return Ok(()) };
        if chosen.len() != self.places {
            return Err(Error::Spec(format!(
                "The buffer \"chosen\" has {} entries; it must have {}.",
                chosen.len(),
                self.places
            )));
        }
        let all = chunks.iter().flat_map(|chunk| &chunk.places).enumerate();
        for (index, place) in all.filter(|(_, place)| place.stage == Stage::Offered) {
            let row = chosen[index];
            if row < 0 || row as u32 >= place.rows {
                return Err(Error::Spec(format!(
                    "Row {row} was chosen at place {index}, which has rows 0 to {}.",
                    place.rows - 1
                )));
            }
        }
        Ok(())
    }
}

impl<G: Game> AnySelfPlay for SelfPlay<G> {
    fn places(&self) -> usize {
        self.places
    }

    fn groups(&self) -> usize {
        self.groups.len()
    }

    fn threads(&self) -> usize {
        self.pool.threads()
    }

    fn has_agents(&self) -> bool {
        self.has_agents
    }

    fn encoding(&self) -> &'static Encoding {
        self.common.encoding
    }

    fn reward(&self) -> &str {
        &self.reward
    }

    fn totals(&self) -> Totals {
        let mut totals = Totals { samples: self.samples, ..Totals::default() };
        for group in &self.groups {
            totals.steps += group.steps;
            for counts in group.chunks.iter().map(|chunk| &chunk.desk.counts) {
                totals.decisions += counts.decisions;
                totals.explored += counts.explored;
                totals.plies += counts.plies;
                totals.deals += counts.deals;
            }
        }
        totals
    }

    fn check(&self, buffers: &Buffers<'_>) -> Result<(), Error> {
        self.check_sizes(buffers)
    }

    fn step(
        &mut self,
        group: usize,
        buffers: &mut Buffers<'_>,
        choices: &Choices<'_>,
        stop: &AtomicBool,
    ) -> Result<Batch, Error> {
        if self.stopped {
            return Err(Error::Spec("This self-play was interrupted in the middle of a step; make a new one.".into()));
        }
        self.check_sizes(buffers)?;
        self.check_choices(group, choices)?;
        let how = How {
            values: choices.values,
            chosen: choices.chosen,
            epsilon: choices.epsilon,
            explore: choices.explore,
            temperature: choices.temperature,
            recording: self.common.endless && !buffers.samples.is_empty(),
            step: self.groups[group].steps as u32,
        };
        let group = &mut self.groups[group];
        play_on(&self.common, group, &mut self.pool, buffers, &how, stop);
        if stop.load(Ordering::Relaxed) {
            self.stopped = true;
            return Err(Error::Spec("The step was interrupted.".into()));
        }
        group.steps += 1;
        let mut batch = Batch::default();
        admit(group, buffers.action.len() / self.common.encoding.action_words(), &mut batch)?;
        hand_out(&self.common, group, &mut self.pool, buffers, &mut batch)?;
        self.samples += batch.samples as u64;
        Ok(batch)
    }

    fn forget(&mut self, group: usize) {
        for chunk in &mut self.groups[group].chunks {
            chunk.rows = 0;
            for place in chunk.places.iter_mut().filter(|place| place.stage == Stage::Offered) {
                place.stage = Stage::Held;
            }
        }
    }

    fn results(&self, group: usize) -> Option<Vec<Vec<Vec<f64>>>> {
        let places: Vec<&Place<G>> = self.groups[group].chunks.iter().flat_map(|chunk| &chunk.places).collect();
        let over = places.iter().all(|place| place.stage == Stage::Over);
        let by_deal = places.chunks(self.common.seatings.len());
        over.then(|| by_deal.map(|deal| deal.iter().map(|place| place.points.clone()).collect()).collect())
    }
}

/// Takes buffers apart from the front; what is not wanted stays empty.
struct Cut<'a, T>(&'a mut [T]);

impl<'a, T> Cut<'a, T> {
    fn take(&mut self, count: usize) -> &'a mut [T] {
        let rest = std::mem::take(&mut self.0);
        let (taken, rest) = rest.split_at_mut(count.min(rest.len()));
        self.0 = rest;
        taken
    }
}

/// First pass: makes the choices and plays every place on to its next decision.
fn play_on<G: Game>(
    common: &Common<G>,
    group: &mut Group<G>,
    pool: &mut Pool,
    buffers: &mut Buffers<'_>,
    how: &How<'_>,
    stop: &AtomicBool,
) {
    struct Task<'a, G: Game> {
        chunk: &'a mut Chunk<G>,
        state: &'a mut [u64],
        truth: &'a mut [u64],
        seat: &'a mut [u8],
        learner: &'a mut [u8],
        kind: &'a mut [u8],
    }
    let (state_words, truth_words) = (common.encoding.state_words(), common.encoding.truth_words());
    let outcomes = !buffers.sample_outcome.is_empty();
    let mut state = Cut(&mut *buffers.state);
    let mut truth = Cut(&mut *buffers.truth);
    let mut seat = Cut(&mut *buffers.seat);
    let mut learner = Cut(&mut *buffers.learner);
    let mut kind = Cut(&mut *buffers.kind);
    let task = |chunk| {
        let chunk: &mut Chunk<G> = chunk;
        let places = chunk.places.len();
        Task {
            chunk,
            state: state.take(places * state_words),
            truth: truth.take(places * truth_words),
            seat: seat.take(places),
            learner: learner.take(places),
            kind: kind.take(places),
        }
    };
    let mut tasks: Vec<Task<'_, G>> = group.chunks.iter_mut().map(task).collect();
    pool.each(&mut tasks, |task| {
        let Chunk { places, desk, offers, held, over, .. } = &mut *task.chunk;
        (*offers, *held, *over) = (0, 0, 0);
        std::mem::swap(&mut desk.moves, &mut desk.last_moves);
        std::mem::swap(&mut desk.rows, &mut desk.last_rows);
        desk.moves.clear();
        desk.rows.clear();
        let mut at = 0;
        for i in 0..places.len() {
            if let Some(later) = places.get(i + 4) {
                later.expect();
            }
            if let Some(next) = places.get(i + 2) {
                next.expect_samples();
            }
            let place = &mut places[i];
            if place.stage == Stage::Over || stop.load(Ordering::Relaxed) {
                *over += 1;
                continue;
            }
            let mut wanted = Wanted {
                state: &mut task.state[i * state_words..][..state_words],
                truth: if task.truth.is_empty() { &mut [] } else { &mut task.truth[i * truth_words..][..truth_words] },
                outcomes,
                stop,
            };
            let begin = at;
            at += place.rows as usize;
            if place.stage == Stage::Offered {
                place.decide(common, how, &wanted, begin, desk);
            }
            place.rows = 0;
            place.waited = if place.stage == Stage::Held { place.waited + 1 } else { 0 };
            place.advance(common, &mut wanted, desk);
            if place.stage == Stage::Over {
                *over += 1;
            } else {
                *offers += 1;
                for (wanted, value) in [
                    (&mut task.seat, place.seat.0),
                    (&mut task.learner, place.learner),
                    (&mut task.kind, place.kind as u8),
                ] {
                    if let Some(entry) = wanted.get_mut(i) {
                        *entry = value;
                    }
                }
            }
        }
    });
}

/// Decides which places have room for their rows: all, or else those that have waited longest.
fn admit<G: Game>(group: &mut Group<G>, capacity: usize, batch: &mut Batch) -> Result<(), Error> {
    let count = group.chunks.len();
    let mut left = capacity;
    let mut short = None;
    for i in 0..count {
        let index = (group.turn + i) % count;
        let chunk = &mut group.chunks[index];
        chunk.rows = chunk.desk.moves.len();
        if chunk.rows > left {
            short.get_or_insert(index);
            chunk.rows = hold_back(chunk, left);
        }
        left -= chunk.rows;
    }
    group.turn = short.unwrap_or(0);
    batch.rows = capacity - left;
    batch.done = group.chunks.iter().all(|chunk| chunk.over == chunk.places.len());
    for chunk in &group.chunks {
        batch.decisions += chunk.offers;
        batch.held += chunk.held;
    }
    let held = group.chunks.iter().flat_map(|chunk| &chunk.places).filter(|place| place.stage == Stage::Held);
    let most = held.map(|place| place.rows as usize).max().unwrap_or(0);
    if most > capacity {
        // It would wait for ever, and its deal with it.
        return Err(Error::Spec(format!(
            "The buffer \"action\" has room for {capacity} rows, but one decision has {most} choices."
        )));
    }
    Ok(())
}

/// Keeps the decisions of a chunk that fit, those first that have been held back longest: one with many rows would never
/// fit if others that came later went first. Returns their rows.
fn hold_back<G: Game>(chunk: &mut Chunk<G>, capacity: usize) -> usize {
    let mut left = capacity;
    let mut offered: Vec<_> = chunk.places.iter_mut().filter(|p| p.stage == Stage::Offered).collect();
    offered.sort_by_key(|place| Reverse(place.waited));
    for place in offered {
        match left.checked_sub(place.rows as usize) {
            Some(rest) => left = rest,
            None => {
                place.stage = Stage::Held;
                chunk.held += 1;
                chunk.offers -= 1;
            }
        }
    }
    capacity - left
}

/// Second pass: copies rows and finished samples to where they belong.
fn hand_out<G: Game>(
    common: &Common<G>,
    group: &mut Group<G>,
    pool: &mut Pool,
    buffers: &mut Buffers<'_>,
    batch: &mut Batch,
) -> Result<(), Error> {
    struct Task<'a, G: Game> {
        chunk: &'a mut Chunk<G>,
        action: &'a mut [u64],
        offset: &'a mut [u32],
        samples: Samples<'a>,
    }
    let encoding = common.encoding;
    let (state_words, action_words) = (encoding.state_words(), encoding.action_words());
    let sample_words = state_words + action_words;
    share_samples(group, buffers.samples.len() / sample_words, batch)?;

    let (offset, end) = buffers.offset.split_at_mut(buffers.offset.len() - 1);
    end[0] = batch.rows as u32;
    let mut action = Cut(&mut *buffers.action);
    let mut offset = Cut(offset);
    let mut words = Cut(&mut *buffers.samples);
    let mut returns = Cut(&mut *buffers.returns);
    let mut learner = Cut(&mut *buffers.sample_learner);
    let mut kind = Cut(&mut *buffers.sample_kind);
    let mut truth = Cut(&mut *buffers.sample_truth);
    let mut outcome = Cut(&mut *buffers.sample_outcome);
    let mut ticket = Cut(&mut *buffers.sample_ticket);
    let mut base = 0;
    let task = |chunk| {
        let chunk: &mut Chunk<G> = chunk;
        chunk.base = base;
        base += chunk.rows;
        let n = chunk.samples;
        Task {
            action: action.take(chunk.rows * action_words),
            offset: offset.take(chunk.places.len()),
            samples: Samples {
                words: words.take(n * sample_words),
                returns: returns.take(n),
                learner: learner.take(n),
                kind: kind.take(n),
                truth: truth.take(n * encoding.truth_words()),
                outcome: outcome.take(n * encoding.outcomes.len()),
                ticket: ticket.take(n * 2),
            },
            chunk,
        }
    };
    let mut tasks: Vec<Task<'_, G>> = group.chunks.iter_mut().map(task).collect();
    pool.each(&mut tasks, |task| {
        let Chunk { places, desk, base, paths, .. } = &mut *task.chunk;
        let (mut from, mut to) = (0, 0);
        for (place, offset) in places.iter_mut().zip(task.offset.iter_mut()) {
            let rows = place.rows as usize;
            place.first = (*base + to) as u32;
            *offset = place.first;
            if place.stage == Stage::Offered {
                let words = rows * action_words;
                task.action[to * action_words..][..words].copy_from_slice(&desk.rows[from * action_words..][..words]);
                to += rows;
            }
            from += rows;
        }
        let numbers = encoding.outcomes.len();
        let mut at = 0;
        for _ in 0..*paths {
            let path = desk.finished.pop_front().expect("counted before");
            task.samples.write(at, &path, numbers);
            at += path.samples;
            desk.spare.push(path);
        }
    });
    Ok(())
}

/// Decides how many finished deals of each chunk have room for their samples.
fn share_samples<G: Game>(group: &mut Group<G>, capacity: usize, batch: &mut Batch) -> Result<(), Error> {
    let count = group.chunks.len();
    let (mut left, mut deals, mut short) = (capacity, 0, None);
    for i in 0..count {
        let index = (group.samples_turn + i) % count;
        let chunk = &mut group.chunks[index];
        (chunk.paths, chunk.samples) = (0, 0);
        for path in &chunk.desk.finished {
            let samples = path.samples;
            if short.is_none() && samples <= left {
                left -= samples;
                chunk.samples += samples;
                chunk.paths += 1;
            } else {
                short.get_or_insert(index);
                batch.waiting += samples;
            }
        }
        deals += chunk.desk.counts.deals;
    }
    group.samples_turn = short.unwrap_or(0);
    batch.samples = capacity - left;
    batch.finished = (deals - group.deals) as usize;
    group.deals = deals;
    // Samples must fit in the long run: a deal that never fits, or too many of them, is a mistake of the caller's.
    if batch.waiting > 64 * capacity || batch.waiting > 0 && batch.samples == 0 {
        return Err(Error::Spec(format!(
            "{} finished samples wait, but the buffer \"samples\" has room for {capacity} a step; make it larger.",
            batch.waiting
        )));
    }
    Ok(())
}

/// The part of the samples that one chunk writes.
struct Samples<'a> {
    words: &'a mut [u64],
    returns: &'a mut [f32],
    learner: &'a mut [u8],
    kind: &'a mut [u8],
    truth: &'a mut [u64],
    outcome: &'a mut [f32],
    ticket: &'a mut [u32],
}

impl Samples<'_> {
    fn write(&mut self, at: usize, path: &Path, numbers: usize) {
        let words = path.words.len() / path.samples - 1;
        if !self.truth.is_empty() {
            let words = path.truth.len() / path.samples;
            self.truth[at * words..][..path.truth.len()].copy_from_slice(&path.truth);
        }
        for (i, sample) in path.words.chunks_exact(words + 1).enumerate() {
            let at = at + i;
            self.words[at * words..][..words].copy_from_slice(&sample[..words]);
            let mark = Mark::of(sample[words]);
            self.returns[at] = path.returns[mark.seat as usize];
            if !self.learner.is_empty() {
                self.learner[at] = mark.learner;
            }
            if !self.kind.is_empty() {
                self.kind[at] = mark.kind;
            }
            if !self.ticket.is_empty() {
                self.ticket[2 * at..][..2].copy_from_slice(&[mark.step, path.place]);
            }
            if !self.outcome.is_empty() {
                let own = &path.outcomes[mark.seat as usize * numbers..][..numbers];
                self.outcome[at * numbers..][..numbers].copy_from_slice(own);
            }
        }
    }
}
