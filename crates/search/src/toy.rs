//! Games small enough to be searched by hand, and what each idea of the search makes of them.

use std::hash::{DefaultHasher, Hash, Hasher};

use kibitz_game::options::Preset;
use kibitz_game::rooms::*;
use kibitz_game::{
    Agent, Analysis, Block, Clock, Encoding, Error, MoveCode, Points, Returns, Rng, Seat, SeatSet, Spec,
};
use serde_json::{Map, Value};

use crate::belief::Believed;
use crate::infer::{Inference, Inferred};
use crate::mcts::Searcher;
use crate::mcts::tree::{ROOT, Tree};
use crate::plan::Plan;
use crate::{Parts, Threads};

/// A move is a number, and nothing but what was played and one hidden number makes a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Move(pub u8);

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(code as u8)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    /// What is hidden.
    world: u8,
    played: Vec<(Seat, u8)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct View {
    seat: Seat,
    world: Option<u8>,
    played: Vec<(Seat, Option<u8>)>,
}

/// A game of two seats, by its rules.
#[derive(Clone)]
pub(crate) struct Toy {
    /// How many worlds there are, and who knows which it is.
    worlds: u8,
    knows: &'static [u8],
    to_act: fn(&State) -> SeatSet,
    legal: fn(&State, Seat) -> &'static [u8],
    /// What seat 0 wins and seat 1 loses.
    points: fn(&State) -> Points,
    /// Seats whose moves nobody else sees.
    secret: &'static [u8],
    new_line: fn(&State) -> bool,
    /// Whether a number of the past may be another one than now, by one in a pair.
    forgets: bool,
}

/// Nobody hides anything, seats alternate, and both moves are always legal.
pub(crate) const OPEN: Toy = Toy {
    worlds: 1,
    knows: &[0, 1],
    to_act: |state| if state.played.len() < 4 { Seat(state.played.len() as u8 % 2).set() } else { SeatSet::EMPTY },
    legal: |_, _| &[0, 1],
    points: |_| 0,
    secret: &[],
    new_line: |_| false,
    forgets: false,
};

impl Rulebook for Toy {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const RULES_PAGE: &'static str = "";
    const PRESETS: &'static [Preset] = &[];

    fn with_rules(_preset: Option<&str>, _overrides: &Map<String, Value>) -> Result<Toy, Error> {
        unreachable!("no search asks for it")
    }

    fn rules_text(&self) -> &str {
        unreachable!("no search asks for it")
    }

    fn rules_options(&self) -> Value {
        unreachable!("no search asks for it")
    }
}

impl Play for Toy {
    type State = State;
    type Move = Move;
    type Standing = ();

    fn seats(&self) -> usize {
        2
    }

    fn bounds(&self) -> (Points, Points) {
        (-100, 100)
    }

    fn deal(&self, _standing: &(), rng: &mut Rng) -> State {
        State { world: rng.below(self.worlds as u32) as u8, played: Vec::new() }
    }

    fn to_act(&self, state: &State) -> SeatSet {
        (self.to_act)(state)
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend((self.legal)(state, seat).iter().map(|&mv| Move(mv)));
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        state.played.push((seat, mv.0));
    }

    fn returns(&self, state: &State) -> Returns {
        let points = (self.points)(state);
        Returns::new(&[points, -points])
    }

    /// Moves from 200 on are calls.
    fn is_call(&self, mv: Move) -> bool {
        mv.0 >= 200
    }

    /// Moves from 100 on are cards.
    fn cards_played(&self, mv: Move) -> u32 {
        (100..200).contains(&mv.0) as u32
    }
}

impl Worlds for Toy {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let seen = |&(mover, mv): &(Seat, u8)| {
            let hidden = mover != seat && self.secret.contains(&mover.0);
            (mover, (!hidden).then_some(mv))
        };
        let world = self.knows.contains(&seat.0).then_some(state.world);
        View { seat, world, played: state.played.iter().map(seen).collect() }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let world = view.world.unwrap_or_else(|| rng.below(self.worlds as u32) as u8);
        let mut state = State { world, played: Vec::new() };
        for &(mover, seen) in &view.played {
            let mv = seen.map_or_else(|| self.sample_move(&state, mover, rng), Move);
            self.play_unchecked(&mut state, mover, mv);
        }
        state
    }

    fn beginning(&self, now: &State, _history: &[(Seat, Move)], rng: &mut Rng) -> Option<(State, usize)> {
        let lost = if self.forgets { rng.below(2) as u8 } else { now.world & 1 };
        Some((State { world: now.world & !1 | lost, played: Vec::new() }, 0))
    }

    fn seen_as(&self, mv: Move, mover: Seat, observer: Seat) -> u64 {
        if mover != observer && self.secret.contains(&mover.0) { 99 } else { mv.code() }
    }

    fn hand_size(&self, _view: &View) -> u32 {
        0
    }
}

impl Positions for Toy {
    fn holders(&self, _state: &State) -> Vec<(Seat, String)> {
        Vec::new()
    }

    fn position(&self, _setup: &Value) -> Result<State, Error> {
        unreachable!("no search asks for it")
    }

    fn setup(&self, _state: &State) -> Value {
        unreachable!("no search asks for it")
    }

    fn view_facts(&self, _view: &View) -> Map<String, Value> {
        unreachable!("no search asks for it")
    }
}

impl Notation for Toy {
    fn new_line(&self, state: &State) -> bool {
        (self.new_line)(state)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.0.to_string()
    }
}

impl Encode for Toy {
    fn encoding(&self) -> &'static Encoding {
        const STATE: &[Block] = &[Block::new(0, 0, 64, "view", "a number for each view")];
        &Encoding { state: STATE, action: &[], truth: &[], outcomes: &[] }
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        let mut hasher = DefaultHasher::new();
        view.hash(&mut hasher);
        words[0] = hasher.finish();
    }
}

impl Hints for Toy {
    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Toy>>, Error>> {
        (spec.name == "first").then(|| Ok(Box::new(First) as Box<dyn Agent<Toy>>))
    }
}

/// Makes the first move of the list.
struct First;

impl Agent<Toy> for First {
    fn act(&mut self, game: &Toy, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        moves[0]
    }
}

fn searcher(game: &Toy, spec: &str) -> Searcher<Toy> {
    Searcher::new(game, Parts::read(&Spec::parse(spec).unwrap()).unwrap()).unwrap()
}

pub fn state(world: u8, played: &[(u8, u8)]) -> State {
    State { world, played: played.iter().map(|&(seat, mv)| (Seat(seat), mv)).collect() }
}

fn look(search: &mut Searcher<Toy>, game: &Toy, state: &State, seat: u8) -> Analysis<Move> {
    search.analyse(game, &game.view(state, Seat(seat)), &mut Rng::new(1), Clock::NONE).unwrap().unwrap()
}

fn analyse(game: &Toy, spec: &str) -> Analysis<Move> {
    look(&mut searcher(game, spec), game, &state(0, &[]), 0)
}

fn means(found: &Analysis<Move>) -> Vec<f64> {
    found.moves.iter().map(|info| info.mean).collect()
}

#[test]
fn a_move_is_available_as_often_as_its_world_comes() {
    // Seat 0 has one move; seat 1 has two in world 0 and one in the other.
    let game = Toy {
        worlds: 2,
        knows: &[1],
        legal: |state, seat| if seat == Seat(1) && state.world == 0 { &[0, 1] } else { &[0] },
        ..OPEN
    };
    let mut search = searcher(&game, "ismcts(60, draw=pool(6), expand=all)");
    look(&mut search, &game, &state(0, &[]), 0);
    // Each of the six worlds is used ten times.
    let two_moves = search.kept().iter().filter(|world| world.world == 0).count() as u32 * 10;
    let inner = search.tree.next(ROOT, 0).unwrap();
    let edge = |key| search.tree.edges_of(inner)[search.tree.find(inner, key).unwrap() as usize];
    // The first iteration goes no further than to the node itself.
    let missed = (search.kept()[0].world == 0) as u32;
    assert_eq!(edge(0).available, 59);
    assert_eq!(edge(0).visits + edge(1).visits, 59);
    // When it came before the first chance to see it, it was added by a world that has it.
    assert_eq!(edge(1).available, two_moves - missed);
    assert!(edge(1).visits > 0 && edge(1).visits <= edge(1).available);
}

#[test]
fn positions_with_the_same_trick_are_one_node() {
    // Two tricks of two moves each, two choices every time: 2 + 4 + 8 + 16 nodes below the root when all is told apart.
    // By tricks 2 + 4 for the first one, and one node with its 2 + 4 for the second, whatever the first was.
    let game = Toy { new_line: |state| state.played.len() == 2, ..OPEN };
    let nodes = |spec: &str| analyse(&game, spec).nodes;
    assert_eq!(nodes("ismcts(2000)"), 31);
    assert_eq!(nodes("ismcts(2000, tree=trick)"), 14);
    assert_eq!(nodes("ismcts(2000, tree=root)"), 3);
}

#[test]
fn a_forest_takes_the_mean_of_its_worlds() {
    // Move 0 wins 10 in world 0 and nothing else; move 1 wins 4.
    let game = Toy {
        worlds: 2,
        knows: &[],
        to_act: |state| if state.played.is_empty() { Seat(0).set() } else { SeatSet::EMPTY },
        points: |state| match (state.played[0].1, state.world) {
            (0, world) => 10 * (world == 0) as Points,
            _ => 4,
        },
        ..OPEN
    };
    let found = analyse(&game, "pimc(40, 20)");
    let share = found.moves[0].best_share.unwrap();
    assert!(share > 0.3 && share < 0.7, "{share}");
    assert!((found.moves[0].mean - 10.0 * share).abs() < 1e-9, "every tree counts alike, however often it tried");
    assert_eq!((found.moves[1].mean, found.moves[1].best_share), (4.0, Some(1.0 - share)));
}

/// Seat 1 chooses in secret; then seat 0, who has not seen it, guesses.
const SECRET: Toy = Toy {
    secret: &[1],
    to_act: |state| match state.played.len() {
        0 | 2 => Seat(0).set(),
        1 => Seat(1).set(),
        _ => SeatSet::EMPTY,
    },
    legal: |state, _| if state.played.is_empty() { &[0] } else { &[0, 1] },
    points: |state| if state.played[1].1 == state.played[2].1 { 1 } else { -1 },
    ..OPEN
};

#[test]
fn what_a_seat_does_not_see_is_merged_in_its_tree_and_told_apart_in_its_owners() {
    for (spec, nodes) in [
        // Seat 0's tree: root, its move, the unseen choice, two guesses.
        ("ismcts(2000)", 5),
        // And seat 1's: its beginning, the move it sees, its two choices, and two guesses seen after each of them.
        ("ismcts(2000, observers=each)", 5 + 1 + 1 + 2 + 4),
    ] {
        let found = analyse(&SECRET, spec);
        assert_eq!(found.nodes, nodes, "{spec}");
        // Who saw the choice would win every time.
        assert!(found.moves[0].mean.abs() < 0.2, "{spec}: {:?}", means(&found));
    }
}

#[test]
fn only_in_a_tree_of_its_own_does_a_seat_learn_from_what_it_hides() {
    // Seat 1 gives away 10 by its secret move 0, and wins 10 by its move 1.
    let game = Toy { points: |state| if state.played[1].1 == 0 { 10 } else { -10 }, ..SECRET };
    let hides = |spec: &str| means(&analyse(&game, spec))[0];
    assert!(hides("ismcts(2000, observers=each)") < -9.0);
    assert!(hides("ismcts(2000)") > -9.9, "one edge for both choices");
}

/// Both choose at once; seat 0 wins 3 or 1 when they choose alike, and loses 1 otherwise.
const AT_ONCE: Toy = Toy {
    to_act: |state| {
        let all = SeatSet::all(2);
        state.played.iter().fold(all, |left, (seat, _)| left.without(*seat))
    },
    points: |state| match [state.played[0].1, state.played[1].1] {
        [0, 0] => 3,
        [1, 1] => 1,
        _ => -1,
    },
    ..OPEN
};

#[test]
fn seats_that_choose_at_once_know_nothing_of_each_other() {
    for observers in ["own", "each"] {
        // By hand both make move 0 once in three times, and seat 0 wins 1/3. Who saw the other's choice would win more.
        let bound = analyse(&AT_ONCE, &format!("ismcts(100000, observers={observers})"));
        assert!(means(&bound).iter().all(|mean| *mean < 0.8), "{:?}", means(&bound));
    }
}

#[test]
fn the_others_may_choose_as_in_a_rollout_and_then_learn_nothing() {
    // By chance seat 1 makes each move half of the time: seat 0 wins 1 by move 0 and nothing by move 1.
    let found = analyse(&AT_ONCE, "ismcts(20000, at_once=rollout, select=uniform)");
    assert!((means(&found)[0] - 1.0).abs() < 0.1 && means(&found)[1].abs() < 0.1, "{:?}", means(&found));
}

#[test]
fn decoupled_bounds_find_the_move_that_is_always_better() {
    // The choice of seat 1 moves 5 points, that of seat 0 moves 2, in favour of move 1 both times.
    let game = Toy { points: |state| 2 * state.played[0].1 as Points - 5 * state.played[1].1 as Points, ..AT_ONCE };
    for observers in ["own", "each"] {
        let found = analyse(&game, &format!("ismcts(3000, observers={observers})"));
        assert_eq!(found.moves[found.best].mv, Move(1));
        assert!((found.moves[1].mean + 3.0).abs() < 0.3, "{:?}", means(&found));
    }
}

#[test]
fn threads_find_the_same_every_time() {
    // Whoever plays the fewer ones wins as much as the other has more.
    let game = Toy {
        points: |state| {
            state.played.iter().map(|&(seat, mv)| if seat.0 == 0 { -(mv as Points) } else { mv as Points }).sum()
        },
        ..OPEN
    };
    for threads in ["root(3)", "leaf(3)", "tree(3)"] {
        let spec = format!("ismcts(700, threads={threads})");
        let first = analyse(&game, &spec);
        assert_eq!(first.moves[first.best].mv, Move(0), "{threads}");
        let visits: u64 = first.moves.iter().map(|info| info.visits).sum();
        assert_eq!(first.iterations, visits, "{threads}: nothing is under way any more");
        assert!(first.iterations.abs_diff(700) < 3, "{threads}: {}", first.iterations);
        for _ in 0..5 {
            assert_eq!(analyse(&game, &spec), first, "{threads}");
        }
    }
    assert_eq!(Threads::Tree(3).batch().leaves, 24);
}

#[test]
fn a_full_tree_goes_on_with_what_it_knows() {
    for parts in
        ["", ", observers=each", ", expand=all", ", expand=path", ", threads=tree(2)", ", select=ucb(1, fmu=0)"]
    {
        for game in [&OPEN, &SECRET, &AT_ONCE] {
            let mut search = searcher(game, &format!("ismcts(500{parts})"));
            search.tree = Tree::new(6);
            let found = look(&mut search, game, &state(0, &[]), 0);
            assert!(found.nodes <= 10, "{parts}: {}", found.nodes);
            assert!(found.full || found.nodes < 6, "{parts}");
            assert_eq!(found.moves.iter().map(|info| info.visits).sum::<u64>(), 500, "{parts}");
        }
    }
}

fn halve(game: &Toy, spec: &str) -> Analysis<Move> {
    let mut agent = crate::build(game, &Spec::parse(spec).unwrap()).unwrap();
    let view = game.view(&state(0, &[]), Seat(0));
    let found = agent.analyse(game, &view, &mut Rng::new(1), Clock::NONE).unwrap().unwrap();
    assert_eq!(
        agent.act(game, &view, &mut Rng::new(1), Clock::NONE),
        found.moves[found.best].mv,
        "the same chance, the same move"
    );
    found
}

/// Seat 0 chooses one of three, the rest is play; what comes of that counts, whatever was chosen.
const LUCK: Toy = Toy {
    worlds: 8,
    knows: &[],
    legal: |state, _| if state.played.is_empty() { &[0, 1, 2] } else { &[0, 1] },
    points: |state| 10 * state.world as Points + state.played[1..].iter().map(|&(_, mv)| mv as Points).sum::<Points>(),
    ..OPEN
};

#[test]
fn halving_tries_all_moves_in_the_same_worlds_with_the_same_chance() {
    let found = halve(&LUCK, "halving(random, 90)");
    let tried: Vec<u64> = found.moves.iter().map(|info| info.visits).collect();
    assert_eq!(tried.iter().sum::<u64>(), found.iterations);
    // Nothing tells them apart, so that those with as many trials have just the same mean.
    let most = *tried.iter().max().unwrap();
    let last: Vec<f64> = found.moves.iter().filter(|info| info.visits == most).map(|info| info.mean).collect();
    assert_eq!(last.len(), 2);
    assert_eq!(last[0], last[1]);
}

#[test]
fn halving_finds_the_better_move_in_spite_of_the_luck_and_soon() {
    // Move 1 is one point better in seven worlds of eight, while luck moves the points by tens.
    let points: fn(&State) -> Points =
        |state| (LUCK.points)(state) + (state.played[0].1 == 1 && state.world != 3) as Points;
    let found = halve(&Toy { points, ..LUCK }, "halving(random, 3000)");
    assert_eq!(found.moves[found.best].mv, Move(1));
    assert!(found.iterations <= 300, "{} trials for a clear choice", found.iterations);
    assert!(found.moves[1].error > 1.0, "the luck is much greater than the difference");
}

#[test]
fn halving_tries_only_what_the_agent_thinks_nearly_as_good() {
    let points: fn(&State) -> Points = |state| [0, 20, 21][state.played[0].1 as usize];
    let game = Toy { points, ..LUCK };
    let moves = |spec: &str| halve(&game, spec).moves.iter().map(|info| info.mv).collect::<Vec<_>>();
    assert_eq!(moves("halving(mc(30), 30, within=30)"), [Move(0), Move(1), Move(2)]);
    assert_eq!(moves("halving(mc(30), 30, within=2)"), [Move(1), Move(2)]);
    assert_eq!(halve(&game, "halving(mc(30), 30, within=0.5)").iterations, 0, "nothing is left to try");
}

/// Eight worlds that seat 1 knows; the seats take turns.
const TOLD: Toy = Toy { worlds: 8, knows: &[1], ..OPEN };

/// Makes move 1 the more often the higher its number of the world; believes that the number is even.
struct Teller;

impl Teller {
    fn share(world: u8) -> f64 {
        (world + 1) as f64 / 9.0
    }
}

impl Agent<Toy> for Teller {
    fn act(&mut self, _game: &Toy, _view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        unreachable!("it is asked what it would do only")
    }

    fn priors(
        &mut self,
        _game: &Toy,
        view: &View,
        _moves: &[Move],
        _rng: &mut Rng,
        _clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
        let share = Teller::share(view.world.expect("seat 1 knows")) as f32;
        *out = vec![1.0 - share, share];
    }

    fn weigh(
        &mut self,
        _game: &Toy,
        _view: &View,
        worlds: &[State],
        _rng: &mut Rng,
        _clock: Clock<'_>,
    ) -> Option<Vec<f32>> {
        Some(worlds.iter().map(|world| if world.world % 2 == 0 { 0.0 } else { -50.0 }).collect())
    }
}

fn inferred() -> Inferred<Toy> {
    let plan = Inference::PART.read(&Spec::parse("inferred(random, random, slip=0.1, walkers=4000)").unwrap()).unwrap();
    Inferred::of(plan, Believed::of(Box::new(Teller)), Box::new(Teller))
}

fn shares(inferred: &mut Inferred<Toy>, rng: &mut Rng) -> [f64; 8] {
    let mut shares = [0.0; 8];
    (0..4000).for_each(|_| shares[inferred.draw(rng).world as usize] += 1.0 / 4000.0);
    shares
}

#[test]
fn a_world_is_as_likely_as_that_the_others_played_like_that() {
    let moves = [(0, 0), (1, 1), (0, 1), (1, 1)];
    let history = moves.map(|(seat, mv)| (Seat(seat), Move(mv)));
    let mut thinker = inferred();
    let mut rng = Rng::new(3);
    // Two decisions, so that the walkers go on from the first to the second.
    for (length, times) in [(2, 1), (4, 2)] {
        let view = TOLD.view(&state(2, &moves[..length]), Seat(0));
        thinker.recall(&history[..length]);
        thinker.look(&TOLD, &view, &mut rng, Clock::NONE);
        let found = shares(&mut thinker, &mut rng);
        let likely = |world: u8| (0.9 * Teller::share(world) + 0.1 / 2.0).powi(times);
        let all: f64 = (0..8).map(likely).sum();
        for world in 0..8 {
            let (found, wanted) = (found[world as usize], likely(world) / all);
            assert!((found - wanted).abs() < 0.03, "world {world} after {length} moves: {found} instead of {wanted}");
        }
    }
}

#[test]
fn what_a_world_leaves_open_of_its_past_is_averaged_over() {
    let game = Toy { forgets: true, ..TOLD };
    let history = [(0, 0), (1, 1), (0, 1), (1, 1)].map(|(seat, mv)| (Seat(seat), Move(mv)));
    let view = game.view(&state(2, &[(0, 0), (1, 1), (0, 1), (1, 1)]), Seat(0));
    let of = |world: u8| (0.9 * Teller::share(world) + 0.1 / 2.0).powi(2);
    let likely = |world: u8| (of(world & !1) + of(world | 1)) / 2.0;
    let all: f64 = (0..8).map(likely).sum();
    let (mut thinker, mut rng) = (inferred(), Rng::new(5));
    thinker.recall(&history);
    thinker.look(&game, &view, &mut rng, Clock::NONE);
    let found = shares(&mut thinker, &mut rng);
    for world in 0..8 {
        let (found, wanted) = (found[world as usize], likely(world) / all);
        assert!((found - wanted).abs() < 0.03, "world {world}: {found} instead of {wanted}");
    }
    let worlds: Vec<State> = (0..8).map(|world| state(world, &[(0, 0), (1, 1), (0, 1), (1, 1)])).collect();
    let mut means = [0.0; 8];
    for _ in 0..200 {
        let logs = thinker.weigh_all(&game, &view, &worlds, &mut rng, Clock::NONE);
        means.iter_mut().zip(logs).for_each(|(mean, log)| *mean += libm::exp(log) / 200.0);
    }
    assert!((0..8).all(|world| (means[world as usize] / likely(world) - 1.0).abs() < 0.1), "{means:?}");
}

#[test]
fn where_the_moves_are_unknown_or_of_another_deal_the_worlds_are_believed() {
    let view = TOLD.view(&state(2, &[(0, 0), (1, 1)]), Seat(0));
    for history in [&[][..], &[(Seat(0), Move(0))], &[(Seat(0), Move(1)), (Seat(1), Move(1))]] {
        let mut thinker = inferred();
        thinker.recall(history);
        thinker.look(&TOLD, &view, &mut Rng::new(1), Clock::NONE);
        let mut rng = Rng::new(2);
        let found = shares(&mut thinker, &mut rng.clone());
        assert!((0..8).all(|world| (found[world] > 0.0) == (world % 2 == 0)), "{history:?}: {found:?}");
        let mut believed = Believed::of(Box::new(Teller));
        believed.look(&TOLD, &view, &mut Rng::new(1), Clock::NONE);
        assert_eq!(thinker.draw(&mut rng), believed.draw(&mut Rng::new(2)));
    }
}

#[test]
fn beyond_the_new_node_the_tree_takes_in_the_moves_of_the_roll_out() {
    // Four moves, two choices each: both moves of the root are tried, and what follows is the first of the list.
    let mut search = searcher(&OPEN, "search(budget=2, expand=path, rollout=first)");
    look(&mut search, &OPEN, &state(0, &[]), 0);
    assert_eq!(search.tree.len(), 1 + 2 * 4);
    for first in [0, 1] {
        let mut node = search.tree.next(ROOT, first).unwrap();
        for _ in 0..3 {
            assert_eq!(search.tree.edges_of(node).iter().map(|e| e.visits).collect::<Vec<_>>(), [1]);
            node = search.tree.next(node, 0).expect("the first move");
        }
    }
    // The third iteration goes through the node of one of them, and tries the other move there.
    let mut search = searcher(&OPEN, "search(budget=3, expand=path, rollout=first)");
    look(&mut search, &OPEN, &state(0, &[]), 0);
    assert_eq!(search.tree.len(), 1 + 2 * 4 + 3);
}

/// One move of seat 0, which wins as many points as its number says.
const ONE: Toy = Toy {
    to_act: |state| if state.played.is_empty() { Seat(0).set() } else { SeatSet::EMPTY },
    legal: |_, _| &[0, 1, 100, 101],
    points: |state| state.played[0].1 as Points,
    ..OPEN
};

/// The analyses of a search by many chances.
fn analyses<'a>(game: &'a Toy, spec: &str) -> impl Iterator<Item = Analysis<Move>> + 'a {
    let mut search = searcher(game, spec);
    (0..400).map(move |seed| {
        let view = game.view(&state(0, &[]), Seat(0));
        search.analyse(game, &view, &mut Rng::new(seed), Clock::NONE).unwrap().unwrap()
    })
}

#[test]
fn words_are_tried_after_cards_and_in_their_order() {
    let tried = |spec: &str| {
        let mut all: Vec<Vec<u64>> =
            analyses(&ONE, spec).map(|found| found.moves.iter().map(|m| m.visits).collect()).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(tried("ismcts(1, untried=declining)"), [[0, 0, 0, 1], [0, 0, 1, 0]]);
    assert_eq!(tried("ismcts(2, untried=declining)"), [[0, 0, 1, 1]]);
    assert_eq!(tried("ismcts(3, untried=declining)"), [[1, 0, 1, 1]]);
    assert_eq!(tried("ismcts(1)").len(), 4);
}

#[test]
fn an_index_into_the_children_is_no_index_into_the_moves() {
    let made = |spec: &str| {
        analyses(&ONE, spec).fold([0; 4], |mut made, found| {
            made[found.best] += 1;
            made
        })
    };
    assert_eq!(made("ismcts(50, final=mean)"), [0, 0, 0, 400]);
    // The best of four stands at any place of the order in which they were tried.
    let wrong = made("ismcts(50, final=mean, compat=index)");
    assert!(wrong.iter().all(|n| (60..140).contains(n)), "{wrong:?}");
    // Of two cards that are tried first it is one of the two first, which are words.
    let words = made("ismcts(50, final=mean, compat=index, untried=declining)");
    assert!(words[0] + words[1] == 400 && words[0] > 150 && words[1] > 150, "{words:?}");
}

#[test]
fn nothing_is_called_while_every_move_loses() {
    let called = |points: fn(&State) -> Points, spec: &str| {
        let game = Toy { legal: |_, _| &[100, 101, 200], points, ..ONE };
        analyses(&game, spec).filter(|found| found.moves[found.best].mv.0 == 200).count()
    };
    let losing: fn(&State) -> Points = |state| if state.played[0].1 == 200 { -1 } else { -2 };
    let winning: fn(&State) -> Points = |state| if state.played[0].1 == 200 { 1 } else { -2 };
    assert_eq!(called(losing, "ismcts(50, final=mean)"), 400);
    assert_eq!(called(losing, "ismcts(50, calls=winning, final=mean)"), 0);
    assert_eq!(called(winning, "ismcts(50, calls=winning, final=mean)"), 400);
}

#[test]
fn a_search_of_the_same_chance_comes_out_the_same() {
    let different = |spec: &str| {
        let mut all: Vec<String> = analyses(&ONE, spec).map(|found| format!("{:?}", found.moves)).collect();
        all.sort();
        all.dedup();
        all.len()
    };
    assert_eq!(different("ismcts(3, chance=same)"), 1);
    assert!(different("ismcts(3)") > 1);
}
