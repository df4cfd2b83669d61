//! The conformance kit: what must hold for every game, in three lines of its tests.
//!
//! ```text
//! #[test]
//! fn tichu_keeps_the_laws() {
//!     kit::check(&Tichu::with_rules(None, &Map::new()).unwrap(), kit::Effort::default());
//! }
//! ```

mod walks;

use std::collections::HashMap;
use std::sync::Arc;

pub use walks::{Walks, walk_is_uniform, walks};

use crate::{Block, Encoding, Game, Kind, MoveCode, Record, Rng, Seat, Table};

/// How much work the kit does.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Deals played at random with every check at every move.
    pub deals: u64,
    /// Small endgames whose worlds are compared with their enumeration.
    pub endgames: u32,
    /// The seed of it all.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { deals: 40, endgames: 12, seed: 1 }
    }
}

/// Checks everything; panics with a sentence at the first law that is broken.
pub fn check<G: Game>(game: &G, effort: Effort) {
    random_play(game, effort);
    worlds_are_uniform(game, effort);
    records_round_trip(game, effort);
    one_seed_one_result(game, effort);
}

/// All seats at the table, and chance.
fn everyone<G: Game>(game: &G, state: &G::State) -> impl Iterator<Item = Seat> + use<G> {
    (0..game.seats_at(state) as u8).map(Seat).chain([Seat::CHANCE])
}

/// A random seat that owes a decision: they may answer in any order.
fn any_of(set: crate::SeatSet, rng: &mut Rng) -> Seat {
    let seats: Vec<Seat> = set.iter().collect();
    *rng.choose(&seats)
}

/// The parts of a move say the same as what else is known of it.
fn deed_agrees<G: Game>(game: &G, mv: G::Move) {
    let deed = game.deed(mv);
    assert_eq!(deed.kind == Kind::Decline, game.is_decline(mv), "{mv:?} is {deed:?}");
    assert!(!game.is_pass(mv) || deed.kind == Kind::Pass, "{mv:?} is a pass but {deed:?}");
    if deed.kind == Kind::Play {
        assert_eq!(deed.cards.len() as u32, game.cards_played(mv), "{mv:?} is {deed:?}");
    }
}

/// Random play to the end with every check at every state: never stuck, legal moves sorted, unique and just
/// those that `play` accepts, cards conserved, views that hide and worlds that reproduce them, returns in bounds.
pub fn random_play<G: Game>(game: &G, effort: Effort) {
    let mut rng = Rng::new(effort.seed);
    // Moves met earlier, to try where they do not belong.
    let mut foreign: Vec<G::Move> = Vec::new();
    for number in 0..effort.deals {
        let mut state = game.deal(&G::Standing::default(), &mut Rng::stream(effort.seed, number));
        assert_eq!(game.seats_at(&state), game.seats(), "a deal has the seats of its rules");
        loop {
            game.audit(&state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
            let to_act = game.to_act(&state);
            for seat in everyone(game, &state) {
                moves_are_exact(game, &state, seat, &mut foreign, &mut rng);
            }
            for seat in everyone(game, &state).filter(|&s| s != Seat::CHANCE) {
                view_hides_and_world_reproduces(game, &state, seat, &mut rng);
            }
            if to_act.is_empty() {
                break;
            }
            let seat = any_of(to_act, &mut rng);
            let mv = game.sample_move(&state, seat, &mut rng);
            let before = state.clone();
            game.play_unchecked(&mut state, seat, mv);
            answers_stay_hidden(game, &before, &state, seat, mv);
        }
        let returns = game.returns(&state);
        let (least, most) = game.bounds();
        assert_eq!(returns.as_slice().len(), game.seats(), "one return per seat");
        for &points in returns.as_slice() {
            assert!((least..=most).contains(&points), "return {points} is outside {least}..={most}\n{state:?}");
        }
    }
}

fn moves_are_exact<G: Game>(game: &G, state: &G::State, seat: Seat, foreign: &mut Vec<G::Move>, rng: &mut Rng) {
    let mut legal = Vec::new();
    let mut cards = Vec::new();
    game.legal(state, seat, &mut legal);
    game.legal_cards(state, seat, &mut cards);
    assert!(
        legal.windows(2).all(|w| w[0] < w[1]),
        "legal moves of {seat} are not sorted and unique: {legal:?}\n{state:?}"
    );
    assert!(cards.windows(2).all(|w| w[0] < w[1]), "card-level moves of {seat} are not sorted and unique: {cards:?}");
    for mv in &legal {
        assert!(cards.binary_search(mv).is_ok(), "{mv:?} is legal but not a card-level move");
        assert_eq!(game.canonical(state, seat, *mv), *mv, "a legal move stands for itself");
    }
    for mv in &cards {
        let stands = game.canonical(state, seat, *mv);
        // A call that only loses is in the long list alone and stands for nothing else.
        let listed = legal.binary_search(&stands).is_ok() || game.is_call(*mv);
        assert!(listed, "{mv:?} stands for {stands:?}, which is not legal\n{state:?}");
    }
    if game.to_act(state).has(seat) {
        assert!(!legal.is_empty(), "seat {seat} owes a decision and has none\n{state:?}");
        for _ in 0..3 {
            let drawn = game.sample_move(state, seat, rng);
            assert!(legal.binary_search(&drawn).is_ok(), "drawn {drawn:?} is not among {legal:?}\n{state:?}");
        }
    }
    // `play` accepts a sample of the legal moves and refuses foreign ones, changing nothing.
    for _ in 0..4.min(cards.len()) {
        let mv = *rng.choose(&cards);
        let mut next = state.clone();
        game.play(&mut next, seat, mv).unwrap_or_else(|e| panic!("{mv:?} is legal but was refused: {e}\n{state:?}"));
        game.audit(&next).unwrap_or_else(|e| panic!("after {mv:?}: {e}\n{next:?}"));
        assert_eq!(G::Move::from_code(mv.code()), mv, "a move is not its code");
        deed_agrees(game, mv);
        let text = game.move_text(mv);
        assert_eq!(game.parse_move(state, seat, &text), Ok(mv), "\"{text}\" does not read back as the move it names");
    }
    for _ in 0..4.min(foreign.len()) {
        let mv = *rng.choose(foreign);
        if cards.binary_search(&mv).is_err() {
            let mut next = state.clone();
            let refused = game.play(&mut next, seat, mv);
            assert!(refused.is_err(), "{mv:?} was accepted from {seat} but is not legal\n{state:?}");
            assert_eq!(next, *state, "a refused move changed the state");
        }
    }
    if !cards.is_empty() && foreign.len() < 4096 {
        foreign.push(*rng.choose(&cards));
    }
}

fn view_hides_and_world_reproduces<G: Game>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng) {
    let view = game.view(state, seat);
    assert_eq!(game.viewer(&view), seat);
    let (mut legal, mut seen, mut again) = (Vec::new(), Vec::new(), Vec::new());
    game.legal(state, seat, &mut legal);
    game.view_legal(&view, &mut seen);
    assert_eq!(legal, seen, "legal moves from the view of {seat} differ from those of the state\n{state:?}");
    // A world differs from the state just in what the seat cannot know.
    let world = game.sample(&view, rng);
    game.audit(&world).unwrap_or_else(|e| panic!("a sampled world is impossible: {e}\n{world:?}"));
    assert_eq!(
        game.view(&world, seat),
        view,
        "a world of {seat} does not give the view it was drawn from\n{state:?}\n{world:?}"
    );
    // The other ways to draw worlds may prefer some to others, but they too must fit.
    for name in game.samplers() {
        if rng.below(8) > 0 {
            continue;
        }
        let world = game.sample_by(name, &view, rng).unwrap_or_else(|| panic!("there is no sampler {name}"));
        assert_eq!(game.view(&world, seat), view, "a world by {name} does not give the view it was drawn from");
    }
    game.legal(&world, seat, &mut again);
    assert_eq!(legal, again, "legal moves of {seat} depend on what it cannot know\n{state:?}\n{world:?}");
    // Whether others are asked for an interrupt is nobody's business, so what a seat owes counts without that.
    let owes = |s: &G::State| game.to_act(s).has(seat) || game.to_act(&game.settled(s)).has(seat);
    assert_eq!(
        owes(state),
        owes(&world),
        "whether {seat} owes a decision depends on what it cannot know\n{state:?}\n{world:?}"
    );
    if !game.to_act(state).has(seat) {
        assert_eq!(game.view(&game.settled(state), seat), view, "{seat} sees that somebody is asked\n{state:?}");
    }
    assert_eq!(game.view_facts(&game.view(&world, seat)), game.view_facts(&view), "view facts leak");
    networks_see_only_the_view(game, state, seat, rng);
}

/// What networks see is the same in every world of a view, written anew each time, and lies in the blocks that say
/// what it means; the parts of a move lead to a legal one.
fn networks_see_only_the_view<G: Game>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng) {
    const ONES: [u64; Encoding::MOST_WORDS] = [u64::MAX; Encoding::MOST_WORDS];
    let encoding = game.encoding();
    let view = game.view(state, seat);
    let seen = game.view(&game.sample(&view, rng), seat);
    let check = |words: &[u64], again: &[u64], blocks: &[Block]| {
        assert_eq!(words, again, "what a network sees of {seat} depends on what it cannot know\n{state:?}");
        for (word, bits) in words.iter().enumerate() {
            let meant = blocks.iter().filter(|b| b.word == word).fold(0, |mask, block| mask | block.mask());
            assert_eq!(bits & !meant, 0, "word {word} has bits without a meaning\n{state:?}");
        }
    };
    let (mut truth, words) = (ONES, encoding.truth_words());
    game.encode_truth(state, seat, &mut truth[..words]);
    check(&truth[..words], &truth[..words], encoding.truth);
    if !game.to_act(state).has(seat) {
        return;
    }
    let (mut choices, mut again) = (Vec::new(), Vec::new());
    let mut draft = None;
    loop {
        let (mut a, mut b) = (ONES, [0; Encoding::MOST_WORDS]);
        let words = encoding.state_words();
        game.encode(&view, draft, &mut a[..words]);
        game.encode(&seen, draft, &mut b[..words]);
        check(&a[..words], &b[..words], encoding.state);
        game.choices(state, seat, draft, &mut choices);
        game.view_choices(&seen, draft, &mut again);
        assert_eq!(choices, again, "the choices of {seat} depend on what it cannot know\n{state:?}");
        assert!(!choices.is_empty(), "{seat} owes a decision but has no choice\n{state:?}");
        let words = encoding.action_words();
        for &mv in &choices {
            let (mut a, mut b) = (ONES, [0; Encoding::MOST_WORDS]);
            game.encode_move(&view, mv, &mut a[..words]);
            game.encode_move(&seen, mv, &mut b[..words]);
            check(&a[..words], &b[..words], encoding.action);
        }
        let mv = *rng.choose(&choices);
        if !game.is_draft(mv) {
            let mut legal = Vec::new();
            game.legal(state, seat, &mut legal);
            assert!(legal.contains(&mv), "a choice of {seat} is not legal: {mv:?}\n{state:?}");
            return;
        }
        draft = Some(mv);
    }
}

/// Of seats that decide at once nobody sees another's answer, nor that it has answered, while one is still owed.
/// Calls are not answers: they are made to be heard.
fn answers_stay_hidden<G: Game>(game: &G, before: &G::State, after: &G::State, seat: Seat, mv: G::Move) {
    let others = game.to_act(before).without(seat);
    if others.is_empty() || game.to_act(after) != others || game.is_call(mv) {
        return;
    }
    for other in everyone(game, before).filter(|&s| s != seat && s != Seat::CHANCE) {
        let same = game.view(before, other) == game.view(after, other);
        assert!(same, "{other} sees the answer {mv:?} of {seat} before all have answered\n{before:?}");
    }
}

/// In small endgames every world of the enumeration comes up equally often.
pub fn worlds_are_uniform<G: Game>(game: &G, effort: Effort) {
    let mut rng = Rng::new(effort.seed ^ 0xc41);
    let mut found = 0;
    for number in 0..50_000 {
        if found == effort.endgames {
            return;
        }
        let mut state = game.deal(&G::Standing::default(), &mut Rng::stream(effort.seed ^ 0xc42, number));
        loop {
            let to_act = game.to_act(&state);
            if to_act.is_empty() {
                break;
            }
            let seat = any_of(to_act, &mut rng);
            if seat != Seat::CHANCE {
                let view = game.view(&state, seat);
                // Few enough worlds to draw each often, enough to be worth it.
                if let Some(worlds) = game.enumerate(&view, 300).filter(|w| w.len() >= 6) {
                    uniform_over(game, &view, &worlds, &mut rng);
                    found += 1;
                    break;
                }
            }
            let mv = game.sample_move(&state, seat, &mut rng);
            game.play_unchecked(&mut state, seat, mv);
        }
    }
    assert_eq!(found, effort.endgames, "too few small endgames were met to test the worlds");
}

/// Draws worlds of a view and compares their frequencies with the enumeration by a chi-square test.
pub fn uniform_over<G: Game>(game: &G, view: &G::View, worlds: &[G::State], rng: &mut Rng) {
    // How often each state is in the enumeration, and how often it is drawn.
    let mut counts: HashMap<G::State, (u32, u32)> = HashMap::new();
    worlds.iter().for_each(|world| counts.entry(world.clone()).or_default().0 += 1);
    for world in worlds {
        assert_eq!(game.view(world, game.viewer(view)), *view, "an enumerated world does not give the view");
    }
    const PER_WORLD: usize = 60;
    for _ in 0..PER_WORLD * worlds.len() {
        let world = game.sample(view, rng);
        let count = counts.get_mut(&world);
        count.unwrap_or_else(|| panic!("a sampled world is not in the enumeration: {world:?}")).1 += 1;
    }
    let excess = |(times, drawn): (u32, u32)| {
        let expected = times as f64 * PER_WORLD as f64;
        (drawn as f64 - expected).powi(2) / expected
    };
    let chi2: f64 = counts.values().map(|&count| excess(count)).sum();
    // Wilson and Hilferty's approximation of the point that chance exceeds once in some 3 million times (z = 5).
    let df = (counts.len() - 1).max(1) as f64;
    let spread = 2.0 / (9.0 * df);
    let limit = df * (1.0 - spread + 5.0 * spread.sqrt()).powi(3);
    assert!(
        chi2 < limit,
        "worlds are not uniform: chi-square {chi2:.1} with {df} degrees of freedom\n{view:?}\n{counts:?}"
    );
}

/// Positions and records, in text and in JSON, read back as what they were written from.
pub fn records_round_trip<G: Game>(game: &G, effort: Effort) {
    let game = Arc::new(game.clone());
    let mut rng = Rng::new(effort.seed ^ 0xc43);
    for seed in 0..effort.deals {
        let mut table = Table::deal(game.clone(), &G::Standing::default(), seed.into());
        while !game.to_act(&table.state).is_empty() {
            let setup = game.setup(&table.state);
            let again = game.position(&setup).unwrap_or_else(|e| panic!("{e}\n{setup}"));
            assert_eq!(again, table.state, "a position does not read back as it was written\n{setup}");
            let seat = any_of(game.to_act(&table.state), &mut rng);
            let mv = game.sample_move(&table.state, seat, &mut rng);
            table = table.play(seat, mv).expect("a legal move");
        }
        let players: Vec<String> = (0..game.seats()).map(|_| "random".to_string()).collect();
        let record = table.record(&players);
        let text = record.to_string();
        let read = Record::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(read, record, "a record does not read back from its text");
        assert_eq!(read.to_string(), text);
        assert_eq!(Record::from_json(&record.to_json()), Ok(record.clone()), "a record does not read back from JSON");
        let replayed = Table::replay(game.clone(), &read).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(replayed.state, table.state, "a replay ends in another state");
        assert_eq!(replayed.record(&players), record, "a replay gives another record");
    }
}

/// The same seeds give the same results on one thread and on three.
pub fn one_seed_one_result<G: Game>(game: &G, effort: Effort) {
    let play = |number: u64| {
        let mut rng = Rng::stream(effort.seed, number);
        let mut state = game.deal(&G::Standing::default(), &mut rng);
        game.playout(&mut state, &mut rng);
        game.returns(&state).as_slice().to_vec()
    };
    let numbers: Vec<u64> = (0..effort.deals * 4).collect();
    let alone: Vec<_> = numbers.iter().map(|&n| play(n)).collect();
    let shared: Vec<_> = std::thread::scope(|scope| {
        let play = &play;
        let parts: Vec<_> = numbers
            .chunks(numbers.len().div_ceil(3))
            .map(|part| scope.spawn(move || part.iter().map(|&n| play(n)).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|p| p.join().expect("a playout does not panic")).collect()
    });
    assert_eq!(alone, shared, "the number of threads changes the result");
}
