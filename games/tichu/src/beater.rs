//! Worlds by one question, as Leiden 2017 fills in hidden hands: does the next player hold something that beats what he
//! has to beat?
//!
//! A table of counts answers how often seats did, by what is asked for (seven kinds, all bombs being one), how far the
//! round is, and the seat. With that probability the next player is given one of the combinations that the unseen cards
//! hold; everything else is dealt uniformly, so he holds one slightly too often, as the paper says. Where the next player
//! leads, nothing is asked. The paper counts turns, up to 90 of them; a state of ours does not know how many there were,
//! so here the cards played say how far the round is.

use std::sync::LazyLock;

use kibitz_game::{Agent, CardSet, Clock, Error, Game, Hints, Notation, Play, Record, Rng, Seat, Spec, Start, Worlds};
use serde_json::{Value, json};

use crate::cards::rank_cards;
use crate::combos::Top;
use crate::moves::{Kind, Move};
use crate::state::{Phase, State};
use crate::worlds::View;
use crate::{Tichu, generate};

/// The name in specifications.
pub(crate) const NAME: &str = "beater";

const KINDS: [&str; 7] = ["single", "pair", "triple", "stairs", "fullhouse", "straight", "bomb"];
const PLAYED: usize = 56;
const CELLS: usize = KINDS.len() * PLAYED * 4;

/// The rounds that are counted: played here, by random players or a rule-based one, or played elsewhere by anybody.
pub(crate) enum Rounds<'a> {
    Played { players: &'a str, count: u64, seed: u64 },
    Recorded { records: Vec<Record>, seed: u64 },
}

/// What a seat is asked: kind and number of the cell.
fn cell(top: Top, state: &State, seat: u8) -> usize {
    let kind = match top.play.kind() {
        Kind::Single => 0,
        Kind::Pair => 1,
        Kind::Triple => 2,
        Kind::Stairs => 3,
        Kind::FullHouse => 4,
        Kind::Straight => 5,
        Kind::Bomb4 | Kind::BombStraight => 6,
    };
    let played = state.played().len().min(PLAYED as u32 - 1) as usize;
    (kind * PLAYED + played) * 4 + seat as usize
}

/// How often a seat could not and could beat what it had to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table(Vec<[u64; 2]>);

impl Table {
    fn new() -> Table {
        Table(vec![[0; 2]; CELLS])
    }

    /// How likely a seat holds a beater; ½ where nothing was counted.
    fn chance(&self, cell: usize) -> f64 {
        let [without, with] = self.0[cell];
        if without + with == 0 { 0.5 } else { with as f64 / (without + with) as f64 }
    }

    /// The rows `kind,played,seat,without,with` of a file; others are ignored.
    fn read(text: &str) -> Table {
        let mut table = Table::new();
        for row in text.lines() {
            let fields: Vec<&str> = row.split(',').collect();
            let [kind, numbers @ ..] = &fields[..] else { continue };
            let kind = KINDS.iter().position(|k| k == kind);
            let numbers: Vec<u64> = numbers.iter().filter_map(|n| n.parse().ok()).collect();
            if let (Some(kind), &[played, seat, without, with]) = (kind, &numbers[..])
                && (played as usize) < PLAYED
                && seat < 4
            {
                table.0[(kind * PLAYED + played as usize) * 4 + seat as usize] = [without, with];
            }
        }
        table
    }

    fn rows(&self) -> Vec<Value> {
        let counted = self.0.iter().enumerate().filter(|(_, counts)| **counts != [0, 0]);
        let row = |(cell, counts): (usize, &[u64; 2])| {
            json!([KINDS[cell / 4 / PLAYED], cell / 4 % PLAYED, cell % 4, counts[0], counts[1]])
        };
        counted.map(row).collect()
    }
}

/// The shipped table: see its first lines.
static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("../data/beater.csv")));

impl Tichu {
    /// A world for a move of the viewer, by the shipped table.
    pub(crate) fn beater_world(&self, view: &View, mv: Move, rng: &mut Rng) -> State {
        self.beater_world_by(&TABLE, view, mv, rng)
    }

    fn beater_world_by(&self, table: &Table, view: &View, mv: Move, rng: &mut Rng) -> State {
        let plain = self.sample(view, rng);
        let mut next = plain.clone();
        self.play_unchecked(&mut next, view.seat, mv);
        let Some((asked, top)) = self.asked(&next).filter(|&(asked, _)| asked != view.seat.0) else { return plain };
        let Some(cards) = self.some_beater(view, asked as usize, top, rng) else { return plain };
        if rng.unit() >= table.chance(cell(top, &next, asked)) {
            return plain;
        }
        self.world_holding(view, asked as usize, cards, rng).unwrap_or(plain)
    }

    /// The seat that must now beat something or pass, and what.
    fn asked(&self, state: &State) -> Option<(u8, Top)> {
        let top = state.to_beat();
        let turn = state.phase == Phase::Play && state.asking == 0 && state.acting.len() == 1 && !top.is_none();
        turn.then(|| (state.acting.first().0, top))
    }

    /// One of the combinations among the unseen cards that beat the table and that the seat may hold.
    fn some_beater(&self, view: &View, seat: usize, top: Top, rng: &mut Rng) -> Option<CardSet> {
        let (own, free) = view.may_hold(seat);
        let mut plays = Vec::new();
        generate::long(own | free, CardSet::EMPTY, top, &self.rules, &mut plays);
        let room = view.counts[seat] as u32 - own.len();
        plays.retain(|play| (play.cards() - own).len() <= room);
        if plays.is_empty() {
            return None;
        }
        // The list has one play for all suits of its ranks: any of them will do.
        let play = rng.choose(&plays).cards();
        let any_suits = (2..=14).fold(play, |cards, rank| {
            let here = play & rank_cards(rank);
            let known = here & own;
            let others = (free & rank_cards(rank)).random_subset((here - known).len(), rng);
            (cards - here) | known | others
        });
        Some(any_suits)
    }

    fn beats_with(&self, hand: CardSet, top: Top) -> bool {
        let mut plays = Vec::new();
        generate::long(hand, CardSet::EMPTY, top, &self.rules, &mut plays);
        generate::bombs(hand, top, &self.rules, &mut plays);
        !plays.is_empty()
    }

    /// Shows every turn of some rounds to somebody: the state, the mover and the move.
    fn watch(
        &self,
        rounds: &Rounds,
        clock: Clock<'_>,
        mut see: impl FnMut(&State, Seat, Move, &mut Rng),
    ) -> Result<(), Error> {
        let (players, count, seed) = match rounds {
            Rounds::Recorded { records, seed } => return self.replay(records, *seed, see),
            Rounds::Played { players, count, seed } => (*players, *count, *seed),
        };
        let mut agent: Option<Box<dyn Agent<Tichu>>> = match players {
            "random" => None,
            name => Some(self.bot(&Spec::parse(name)?).unwrap_or_else(|| {
                Err(Error::Spec(format!("Players who are watched are random, rules or simple, not \"{name}\".")))
            })?),
        };
        for round in (0..count).take_while(|_| !clock.is_over()) {
            let mut rng = Rng::stream(seed, round);
            let mut state = self.deal(&Default::default(), &mut rng);
            while let Some(seat) = self.to_act(&state).iter().next() {
                let mv = match &mut agent {
                    Some(agent) if seat != Seat::CHANCE => agent.act(self, &self.view(&state, seat), &mut rng, clock),
                    _ => self.sample_move(&state, seat, &mut rng),
                };
                see(&state, seat, mv, &mut rng);
                self.play_unchecked(&mut state, seat, mv);
            }
        }
        Ok(())
    }

    fn replay(
        &self,
        records: &[Record],
        seed: u64,
        mut see: impl FnMut(&State, Seat, Move, &mut Rng),
    ) -> Result<(), Error> {
        for (number, record) in records.iter().enumerate() {
            let mut rng = Rng::stream(seed, number as u64);
            let Start::Deal(lines) = &record.start else {
                return Err(Error::Notation("A round that is watched begins with its deal.".into()));
            };
            let mut state = self.read_deal(lines)?;
            for (seat, text) in record.moves.iter().flatten() {
                state = self.settled(&state);
                let mv = self.parse_move(&state, *seat, text)?;
                see(&state, *seat, mv, &mut rng);
                self.play(&mut state, *seat, mv)?;
            }
        }
        Ok(())
    }

    /// Counts rounds for a table: its rows.
    pub(crate) fn count_beaters(&self, rounds: &Rounds, clock: Clock<'_>) -> Result<Value, Error> {
        let mut table = Table::new();
        self.watch(rounds, clock, |state, _, _, _| {
            if let Some((seat, top)) = self.asked(state) {
                let holds = self.beats_with(state.hands[seat as usize], top);
                table.0[cell(top, state, seat)][holds as usize] += 1;
            }
        })?;
        Ok(table.rows().into())
    }

    /// How often uniform worlds, and worlds by a table, are right on whether the next player holds a beater.
    pub(crate) fn check_beaters(&self, rows: Option<&str>, rounds: &Rounds, clock: Clock<'_>) -> Result<Value, Error> {
        let given = rows.map(Table::read);
        let table = given.as_ref().unwrap_or(&TABLE);
        let (mut asked, mut right) = (0u64, [0u64; 2]);
        self.watch(rounds, clock, |state, mover, mv, rng| {
            let mut next = state.clone();
            self.play_unchecked(&mut next, mover, mv);
            let Some((seat, top)) = self.asked(&next).filter(|&(seat, _)| seat != mover.0) else { return };
            let holds = |world: &State| self.beats_with(world.hands[seat as usize], top);
            let view = self.view(state, mover);
            let worlds = [self.sample(&view, rng), self.beater_world_by(table, &view, mv, rng)];
            asked += 1;
            for (right, world) in right.iter_mut().zip(&worlds) {
                *right += (holds(world) == holds(state)) as u64;
            }
        })?;
        Ok(json!({"asked": asked, "uniform": right[0], "beater": right[1]}))
    }
}
