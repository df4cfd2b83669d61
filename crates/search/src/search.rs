//! The search: draw a world, walk down the tree, play on, carry the reward back.

use std::time::{Duration, Instant};

use kibitz_game::{
    Abilities, Agent, Analysis, Belief, Clock, Error, Game, MoveCode, MoveInfo, Rewards, Rng, Seat, SeatSet,
};

use crate::backup::Path;
use crate::batch::{self, Leaf};
use crate::cost;
use crate::dream::Dream;
use crate::evaluate::Evaluator;
use crate::exact::Endings;
use crate::parts::{Budget, Draw, Expand, Final, Observers, Parts, Shape, Worlds};
use crate::puct::Guide;
use crate::regret::Regrets;
use crate::reuse::Views;
use crate::select::{Highest, Select};
use crate::shares::shares;
use crate::tally::{Grown, Tally};
use crate::thought::Thinker;
use crate::tree::{NodeId, ROOT, Slot, Tree};

/// The most nodes of all trees that grow at the same time: some 500 MB.
const NODE_LIMIT: usize = 8_000_000;
/// The most worlds an analysis remembers, to say where the cards are.
const WORLDS_KEPT: usize = 200;
/// The longest line an analysis shows.
pub(crate) const LINE_LIMIT: usize = 24;

/// A searching player.
pub struct Searcher<G: Game> {
    pub(crate) parts: Parts,
    evaluator: Evaluator<G>,
    endings: Option<Endings<G>>,
    /// Whose opinion selects, for `puct`.
    guide: Option<Guide<G>>,
    pub(crate) tree: Tree,
    /// The view, while worlds may have to be drawn for a move.
    view: Option<G::View>,
    /// The true state, while a cheater decides.
    truth: Option<G::State>,
    /// Searchers that grow trees of their own beside this one's.
    crew: Vec<Searcher<G>>,
    /// One for every thread, where several play on from the leaves of one tree.
    players: Vec<Evaluator<G>>,
    /// The moves of the decision.
    root: Vec<G::Move>,
    /// Scratch, kept between iterations.
    moves: Vec<G::Move>,
    slots: Vec<Slot>,
    /// The edges whose moves are in the list already, as bits.
    listed: Vec<u64>,
    /// How many moves look like the one at a place, where there are several.
    alike: Vec<(usize, u32)>,
    pub(crate) path: Path,
    /// Whether several seats are deciding at once.
    pub(crate) at_once: bool,
    regrets: Regrets,
    dream: Dream,
    views: Views,
    /// Visits and totals of the root's moves before the first iteration: what an earlier decision left.
    before: Vec<(u32, f64)>,
    /// Who finds the worlds, if somebody must think of them.
    thinker: Option<Thinker<G>>,
    /// Sums of squared rewards of the root's moves.
    squares: Vec<f64>,
    /// The first worlds that were drawn, and how many are wanted: none while it only plays.
    kept: Vec<G::State>,
    wanted: usize,
}

impl<G: Game> Searcher<G> {
    /// A player for the parts.
    pub fn new(game: &G, parts: Parts) -> Result<Searcher<G>, Error> {
        match &parts.worlds {
            Worlds::Named(name) if !game.samplers().contains(&name.as_str()) => {
                let known = kibitz_game::error::suggest(name, game.samplers().iter().copied().chain(["uniform"]));
                return Err(Error::Spec(format!("{} has no worlds \"{name}\"{known}", G::TITLE)));
            }
            Worlds::Named(name) if parts.draw != Draw::Each => {
                // Asked of any decision: either its worlds are drawn for a move or they are not.
                let state = game.deal(&G::Standing::default(), &mut Rng::new(0));
                let seat = game.to_act(&state).first();
                let (view, mv) = (game.view(&state, seat), game.sample_move(&state, seat, &mut Rng::new(0)));
                if game.sample_for(name, &view, mv, &mut Rng::new(0)).is_some() {
                    return Err(Error::Spec(format!(
                        "worlds={name} are drawn for every move, so they need draw=each."
                    )));
                }
            }
            Worlds::Peek(_) => {
                // Asked of any deal: either the game offers it or it does not.
                let state = game.deal(&G::Standing::default(), &mut Rng::new(0));
                let view = game.view(&state, Seat(0));
                if game.sample_peeking(&view, &state, 0.5, &mut Rng::new(0)).is_none() {
                    return Err(Error::Spec(format!("In {} nobody can peek.", G::TITLE)));
                }
            }
            _ => {}
        }
        let thinker = match &parts.worlds {
            Worlds::Thought(thought) => Some(thought.thinker(game)?),
            _ => None,
        };
        Ok(Searcher {
            thinker,
            endings: Endings::new(parts.exact),
            guide: match &parts.select {
                Select::Puct(puct) => Some(Guide::new(game, puct)?),
                _ => None,
            },
            evaluator: Evaluator::new(game, &parts)?,
            tree: Tree::new(NODE_LIMIT / parts.threads.trees() as usize),
            parts,
            view: None,
            truth: None,
            crew: Vec::new(),
            players: Vec::new(),
            root: Vec::new(),
            moves: Vec::new(),
            slots: Vec::new(),
            listed: Vec::new(),
            alike: Vec::new(),
            path: Path::default(),
            at_once: false,
            regrets: Regrets::default(),
            dream: Dream::default(),
            views: Views::default(),
            before: Vec::new(),
            squares: Vec::new(),
            kept: Vec::new(),
            wanted: 0,
        })
    }

    /// Searches the viewer's decision.
    fn search(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Result<Analysis<G::Move>, Error> {
        if self.peeks() && self.truth.is_none() {
            return Err(Error::Spec("This agent looks at the true cards, which nobody has shown to it.".into()));
        }
        self.kept.clear();
        let mut legal = Vec::new();
        game.view_legal(view, &mut legal);
        let solved = self.endings.as_mut().and_then(|e| e.analyse(game, view, &legal, &self.parts, clock));
        if let Some((analysis, worlds)) = solved {
            self.keep(&worlds);
            return Ok(analysis);
        }
        let grown = self.share_out(game, view, &legal, rng, clock)?;
        let mut analysis = Analysis {
            moves: Vec::new(),
            best: 0,
            iterations: grown.iterations,
            nodes: grown.nodes,
            full: grown.full,
            reward: self.parts.reward.as_deref().unwrap_or(game.default_reward()).to_string(),
            belief: Belief::default(),
        };
        let forest = matches!(self.parts.draw, Draw::Forest(_));
        for (tally, &mv) in grown.tallies.into_iter().zip(&legal) {
            analysis.moves.push(tally.info(mv, forest.then_some(grown.trees)));
        }
        analysis.best = self.decide(&analysis, rng);
        Ok(analysis)
    }

    /// Grows the trees of this searcher and of its crew, each of them on a thread of its own, and adds up what they
    /// found. Every member has its number and its own chance, so the result does not depend on how the threads run.
    fn share_out(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Result<Grown<G>, Error> {
        let mut crew = std::mem::take(&mut self.crew);
        while crew.len() + 1 < self.parts.threads.trees() as usize {
            crew.push(Searcher::new(game, self.parts.clone())?);
        }
        while self.players.len() < self.parts.threads.players() {
            self.players.push(Evaluator::new(game, &self.parts)?);
        }
        let seed = rng.next_u64();
        let (mut all, others) = std::thread::scope(|scope| {
            let members = crew.iter_mut().enumerate().map(|(number, member)| {
                member.truth.clone_from(&self.truth);
                if let (Some(own), Some(other)) = (&self.thinker, &mut member.thinker) {
                    other.recall(own.told());
                }
                let mut rng = Rng::stream(seed, number as u64 + 1);
                scope.spawn(move || member.grow_all(game, view, legal, &mut rng, clock))
            });
            let members: Vec<_> = members.collect();
            let own = self.grow_all(game, view, legal, &mut Rng::stream(seed, 0), clock);
            let others = members.into_iter().map(|m| m.join().unwrap_or_else(|p| std::panic::resume_unwind(p)));
            (own, others.collect::<Vec<_>>())
        });
        self.crew = crew;
        for part in others {
            all.trees += part.trees;
            all.iterations += part.iterations;
            all.nodes += part.nodes;
            all.full |= part.full;
            for (tally, found) in all.tallies.iter_mut().zip(part.tallies) {
                tally.add(found);
            }
        }
        Ok(all)
    }

    /// Grows all trees of one member.
    fn grow_all(&mut self, game: &G, view: &G::View, legal: &[G::Move], rng: &mut Rng, clock: Clock<'_>) -> Grown<G> {
        let trees = match self.parts.draw {
            Draw::Forest(n) => n,
            _ => 1,
        };
        let start = Instant::now();
        let tallies = legal.iter().map(|_| Tally::new()).collect();
        let mut grown = Grown { trees: 0, tallies, iterations: 0, nodes: 0, full: false };
        self.evaluator.forget();
        for number in 1..=trees {
            if clock.is_over() {
                break;
            }
            let (known, iterations) = (self.kept.len(), grown.iterations);
            // Every tree of a forest has its share of the time.
            let own = match self.parts.budget {
                Budget::Millis(ms) => {
                    clock.until(start + Duration::from_millis(ms).mul_f64(number as f64 / trees as f64))
                }
                _ => clock,
            };
            self.grow(game, view, legal, rng, own, &mut grown);
            self.collect(&mut grown.tallies);
            // A tree that came too late for its time has no opinion.
            grown.trees += (grown.iterations > iterations) as u32;
            if let Some(world) = self.kept.get(known) {
                self.draw_lines(game, view, legal, world, &mut grown.tallies);
            }
        }
        grown
    }

    /// Grows one tree, from nothing or from what the last decision has left of it.
    fn grow(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        grown: &mut Grown<G>,
    ) {
        self.plant(game, view, legal);
        if let Some(thinker) = &mut self.thinker {
            thinker.look(game, view, rng, clock);
        }
        let mut left = match self.parts.budget {
            Budget::Iterations(n) => n.div_ceil(self.parts.threads.trees() as u64),
            Budget::PerMove(n) => (n * legal.len() as u64).div_ceil(self.parts.threads.trees() as u64),
            Budget::Millis(_) => u64::MAX,
        };
        left = left.min(self.parts.capped(legal.len()));
        let pool: Vec<G::State> = match self.parts.draw {
            Draw::Each => Vec::new(),
            Draw::Pool(n) => {
                let drawn = (0..n).map_while(|_| (!clock.is_over()).then(|| self.world(game, view, rng)));
                drawn.collect()
            }
            Draw::Once | Draw::Forest(_) => vec![self.world(game, view, rng)],
        };
        self.keep(&pool);
        let budget = left;
        let me = game.viewer(view);
        if self.parts.threads.players() > 0 {
            self.grow_together(game, view, &pool, &mut left, rng, clock);
        } else {
            let pace = if self.evaluator.is_quick() { 16 } else { 1 };
            while left > 0 {
                let done = budget - left;
                // The clock costs more than a quick iteration: it is asked now and then.
                if done.is_multiple_of(pace) && clock.is_over() || done.is_multiple_of(64) && self.is_decided(left) {
                    break;
                }
                let mut state = self.next_world(game, view, &pool, done, rng);
                self.iterate(game, me, &mut state, rng, clock);
                left -= 1;
            }
        }
        grown.iterations += budget - left;
        grown.nodes += self.tree.len() as u64;
        grown.full |= self.tree.is_full();
    }

    /// The root with its moves, and what is known of them already.
    fn plant(&mut self, game: &G, view: &G::View, legal: &[G::Move]) {
        let me = game.viewer(view);
        let keys: Vec<u64> = legal.iter().map(|&mv| self.key(game, mv, me, me)).collect();
        if !self.parts.reuse || !self.views.recall(view, &keys, &mut self.tree) {
            self.tree.clear();
            for &key in &keys {
                self.tree.add(ROOT, key);
            }
        }
        self.regrets.clear();
        if let Some(guide) = &mut self.guide {
            guide.clear();
        }
        self.view = matches!(self.parts.worlds, Worlds::Named(_)).then(|| view.clone());
        self.squares.clear();
        self.squares.resize(legal.len(), 0.0);
        self.root.clear();
        self.root.extend_from_slice(legal);
        self.before.clear();
        self.before.extend(self.tree.edges_of(ROOT)[..legal.len()].iter().map(|edge| (edge.visits, edge.total)));
    }

    /// Spends the whole budget with roll-outs on several threads.
    fn grow_together(
        &mut self,
        game: &G,
        view: &G::View,
        pool: &[G::State],
        left: &mut u64,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) {
        let me = game.viewer(view);
        let size = self.parts.threads.batch();
        let budget = *left;
        let mut players = std::mem::take(&mut self.players);
        let (own, others) = players.split_first_mut().expect("there are several");
        let mut over = false;
        let select = |search: &mut Self| {
            over |= clock.is_over() || search.is_decided(*left);
            let count = if over { 0 } else { (size.leaves as u64).min(*left) };
            let leaf = |_| {
                let mut state = search.next_world(game, view, pool, budget - *left, rng);
                search.go_down(game, me, &mut state, rng, clock);
                let path = std::mem::take(&mut search.path);
                let assumed = path.set_out(&mut search.tree);
                *left -= 1;
                Leaf { path, assumed, state, seed: rng.next_u64() }
            };
            (0..count).map(leaf).collect()
        };
        let learn = |search: &mut Self, leaf: &Leaf<G::State>, rewards: &Rewards| {
            search.learn(&leaf.path, rewards);
            leaf.path.come_back(&mut search.tree, &leaf.assumed, rewards);
        };
        batch::run(game, size, self, own, others, clock, select, learn);
        self.players = players;
    }

    /// The world of an iteration.
    #[inline]
    fn next_world(&mut self, game: &G, view: &G::View, pool: &[G::State], done: u64, rng: &mut Rng) -> G::State {
        match pool.len() {
            0 => {
                let world = self.world(game, view, rng);
                self.keep(std::slice::from_ref(&world));
                world
            }
            n => pool[(done % n as u64) as usize].clone(),
        }
    }

    /// Whether so many further iterations cannot change the move: the most visited one is out of reach. Only asked when
    /// nobody wants to know more than the move.
    fn is_decided(&self, left: u64) -> bool {
        let single = self.parts.threads.trees() == 1 && !matches!(self.parts.draw, Draw::Forest(_));
        if self.wanted > 0 || self.parts.last != Final::Visits || !single {
            return false;
        }
        let (mut first, mut second) = (0, 0);
        for edge in &self.tree.edges_of(ROOT)[..self.root.len()] {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        first as u64 > second as u64 + left
    }

    #[inline]
    fn world(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        match &self.parts.worlds {
            Worlds::Uniform => game.sample(view, rng),
            Worlds::Thought(_) => self.thinker.as_mut().expect("made with the player").draw(rng),
            Worlds::Named(name) => game.sample_by(name, view, rng).expect("the sampler was checked"),
            Worlds::Peek(share) => {
                let truth = self.truth.as_ref().expect("checked before the search");
                game.sample_peeking(view, truth, *share, rng).expect("checked when the player was made")
            }
        }
    }

    /// Another world when its method wants to know the move first.
    #[inline(always)]
    pub(crate) fn draw_for(&self, game: &G, mv: G::Move, state: &mut G::State, rng: &mut Rng) {
        if let (Some(view), Worlds::Named(name)) = (&self.view, &self.parts.worlds)
            && let Some(world) = game.sample_for(name, view, mv, rng)
        {
            *state = world;
        }
    }

    fn peeks(&self) -> bool {
        matches!(self.parts.worlds, Worlds::Peek(_))
    }

    #[cfg(test)]
    pub(crate) fn kept(&self) -> &[G::State] {
        &self.kept
    }

    /// Remembers worlds, as long as more are wanted.
    #[inline]
    fn keep(&mut self, worlds: &[G::State]) {
        let room = self.wanted.saturating_sub(self.kept.len());
        if room > 0 {
            self.kept.extend_from_slice(&worlds[..worlds.len().min(room)]);
        }
    }

    /// What an edge of the tree stands for.
    #[inline(always)]
    fn key(&self, game: &G, mv: G::Move, mover: Seat, me: Seat) -> u64 {
        if self.parts.tree == Shape::State { mv.code() } else { game.seen_as(mv, mover, me) }
    }

    #[inline]
    fn iterate(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        self.go_down(game, me, state, rng, clock);
        let rewards = self.evaluator.value(game, state, rng, clock);
        let path = std::mem::take(&mut self.path);
        self.learn(&path, &rewards);
        path.back_up(&mut self.tree, &rewards);
        self.path = path;
    }

    /// From the root to a leaf; the way is in `path`.
    #[inline]
    fn go_down(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        self.path.clear();
        if self.parts.redraw {
            self.dream.next(me, game.seats_at(state));
        }
        match self.parts.observers {
            Observers::Own => self.descend(game, me, state, rng, clock),
            Observers::Each => self.descend_each(game, me, state, rng, clock),
        }
        if self.parts.redraw {
            self.dream.wake(me, &mut self.path);
        }
    }

    /// What is learned beside the statistics of the edges.
    #[inline]
    fn learn(&mut self, path: &Path, rewards: &Rewards) {
        for choice in &path.choices {
            self.regrets.learn(&self.tree, choice, rewards);
        }
        if let Some(guide) = &mut self.guide {
            path.steps.iter().for_each(|&(_, _, seat)| guide.see(rewards[seat.index()] as f64));
        }
        // The searching seat's own move is at the root, and nobody else's is.
        if let Some(&(_, slot, seat)) = path.steps.iter().find(|(node, _, _)| *node == ROOT) {
            self.squares[slot as usize] += (rewards[seat.index()] as f64).powi(2);
        }
    }

    /// Whether another seat dreams and the tree ends here.
    #[inline(always)]
    pub(crate) fn dreams(&mut self, game: &G, me: Seat, acting: SeatSet, state: &mut G::State, rng: &mut Rng) -> bool {
        self.parts.redraw && self.dream.enter(game, me, acting, state, &mut self.path, rng)
    }

    /// Whether the searching seat's cards are a guess of the one that dreams.
    pub(crate) fn is_asleep(&self) -> bool {
        self.parts.redraw && self.dream.is_asleep()
    }

    /// Walks down the tree and over its edge by one move, or as the parts say.
    #[inline]
    fn descend(&mut self, game: &G, me: Seat, state: &mut G::State, rng: &mut Rng, clock: Clock<'_>) {
        let mut node = ROOT;
        loop {
            let acting = game.to_act(state);
            if acting.is_empty() || self.dreams(game, me, acting, state, rng) {
                return;
            }
            if self.parts.tree == Shape::Trick && node != ROOT && game.new_line(state) {
                let Some(trick) = self.tree.step(ROOT, TRICK | acting.first().0 as u64) else { return };
                node = trick;
            }
            let (next, fresh) = if acting.has(Seat::CHANCE) {
                let lot = game.sample_move(state, Seat::CHANCE, rng);
                game.play_unchecked(state, Seat::CHANCE, lot);
                (self.tree.step(node, lot.code()), false)
            } else if acting.len() == 1 {
                let seat = acting.first();
                if self.parts.reuse && seat == me && node != ROOT {
                    self.views.note(&game.view(state, me), node);
                }
                self.at_once = false;
                let (mv, slot, fresh) = self.try_move(game, me, seat, state, node, rng, clock);
                if node == ROOT && seat == me {
                    self.draw_for(game, mv, state, rng);
                }
                if slot == NO_SLOT {
                    game.play_unchecked(state, seat, mv);
                    return;
                }
                let next = self.tree.behind(node, slot);
                game.play_unchecked(state, seat, mv);
                self.path.steps.push((node, slot, seat));
                (Some(next), fresh)
            } else {
                self.decide_at_once(game, me, state, node, rng, clock)
            };
            let deep_enough = self.parts.tree == Shape::Root || fresh && self.parts.expand != Expand::Path;
            match next {
                Some(next) if !deep_enough => node = next,
                _ => return,
            }
        }
    }

    /// Several seats decide at once: each by statistics of its own, which know nothing of the others' choices
    /// (decoupled UCT, or regret matching). The tree goes on by what the searching seat will have seen of them.
    fn decide_at_once(
        &mut self,
        game: &G,
        me: Seat,
        state: &mut G::State,
        node: NodeId,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (Option<NodeId>, bool) {
        let mut joint = JOINT;
        let mut fresh = false;
        for seat in game.to_act(state).iter() {
            // The searching seat's root moves lie at the root itself.
            let own =
                if node == ROOT && seat == me { Some(ROOT) } else { self.tree.step(node, AT_ONCE | seat.0 as u64) };
            let mv = match own.filter(|_| seat != me || !self.is_asleep()) {
                None => game.sample_move(state, seat, rng),
                Some(own) => {
                    self.at_once = true;
                    let (mv, slot, new) = self.try_move(game, me, seat, state, own, rng, clock);
                    if slot != NO_SLOT {
                        self.path.steps.push((own, slot, seat));
                    }
                    fresh |= new;
                    mv
                }
            };
            joint = join(joint, self.key(game, mv, seat, me));
            game.play_unchecked(state, seat, mv);
        }
        (self.tree.step(node, joint | JOINT), fresh)
    }

    /// Chooses a move of a seat at a node; also its edge, and whether it is tried for the first time.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn try_move(
        &mut self,
        game: &G,
        me: Seat,
        seat: Seat,
        state: &G::State,
        node: NodeId,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (G::Move, Slot, bool) {
        let (mut untried, mut pick) = (0u32, 0);
        self.slots.clear();
        if seat != me && self.parts.tree != Shape::State && game.chooses_hidden(state, seat) {
            // All its choices look alike to the searching seat: one edge, and any of them.
            let mv = game.sample_move(state, seat, rng);
            let Some(slot) = self.tree.find_or_add(node, game.seen_as(mv, seat, me)) else {
                return (mv, NO_SLOT, true);
            };
            let edge = &mut self.tree.edges_of_mut(node)[slot as usize];
            edge.available += 1;
            return (mv, slot, edge.visits == 0);
        }
        // Where an edge's own numbers say how much speaks for it, the best is known as soon as all have been seen.
        let plain = if self.at_once && self.parts.by_regret { None } else { self.parts.select.plain() };
        let mut best = Highest::default();
        if node == ROOT && seat == me {
            // The root's moves are the same in every world, and its edges lie in their order.
            for (place, edge) in self.tree.edges_of_mut(ROOT)[..self.root.len()].iter_mut().enumerate() {
                edge.available += 1;
                if edge.visits == 0 {
                    untried += 1;
                    if rng.below(untried) == 0 {
                        pick = place;
                    }
                } else if let Some(bound) = &plain {
                    best.see(place, bound.of(edge), rng);
                }
            }
            if untried == 0 && plain.is_some() {
                return (self.root[best.place], best.place as Slot, false);
            }
            self.moves.clone_from(&self.root);
            self.slots.extend(0..self.root.len() as Slot);
            return self.take(game, me, seat, state, node, untried, pick, rng, clock);
        }
        self.tree.expect(node);
        game.legal(state, seat, &mut self.moves);
        let fan = self.tree.fan(node);
        self.listed.clear();
        self.listed.resize(fan.edges.len() / 64, 0);
        let mut first_listed = 0u64;
        self.alike.clear();
        let mut kept = 0;
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let key = if self.parts.tree == Shape::State { mv.code() } else { game.seen_as(mv, seat, me) };
            let mut slot = NO_SLOT;
            let mut first_try = true;
            if let Some(found) = fan.find(key) {
                let word = if found < 64 { &mut first_listed } else { &mut self.listed[found as usize / 64 - 1] };
                let bit = 1 << (found % 64);
                if *word & bit != 0 {
                    // Looks like one before: the two are one choice, and which of them is made is drawn by lot.
                    let place = self.slots.iter().position(|&s| s == found).expect("it was listed");
                    if takes_the_place(&mut self.alike, place, rng) {
                        self.moves[place] = mv;
                    }
                    continue;
                }
                *word |= bit;
                let edge = &mut fan.edges[found as usize];
                edge.available += 1;
                slot = found;
                first_try = edge.visits == 0;
                if !first_try && let Some(bound) = &plain {
                    best.see(kept, bound.of(edge), rng);
                }
            }
            if first_try {
                untried += 1;
                if rng.below(untried) == 0 {
                    pick = kept;
                }
            }
            self.moves[kept] = mv;
            kept += 1;
            self.slots.push(slot);
        }
        if untried == 0 && plain.is_some() {
            return (self.moves[best.place], self.slots[best.place], false);
        }
        self.moves.truncate(kept);
        self.take(game, me, seat, state, node, untried, pick, rng, clock)
    }

    /// Of the moves and their edges listed before, the one to try: a first try at `pick`, or as the selection says.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn take(
        &mut self,
        game: &G,
        me: Seat,
        seat: Seat,
        state: &G::State,
        node: NodeId,
        untried: u32,
        pick: usize,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> (G::Move, Slot, bool) {
        if untried > 0 && self.tree.is_full() {
            self.only_known(pick);
            if self.slots.is_empty() {
                return (self.moves[0], NO_SLOT, true);
            }
        }
        let by_regret = self.at_once && self.parts.by_regret;
        let tries_first = untried > 0 && self.parts.select.tries_all_first() && !by_regret && !self.tree.is_full();
        if untried > 0 && (self.parts.expand == Expand::All || !tries_first) {
            self.add_all(game, me, seat, node);
        }
        let place = if tries_first {
            if self.slots[pick] == NO_SLOT {
                self.slots[pick] = self.add(game, me, seat, node, pick);
            }
            pick
        } else if by_regret {
            let (place, choice) = self.regrets.choose(node, seat, &self.slots, rng);
            self.path.choices.push(choice);
            place
        } else if let Some(guide) = &mut self.guide {
            guide.choose(game, state, seat, node, &self.moves, &self.slots, self.tree.edges_of(node), rng, clock)
        } else {
            let select = &self.parts.select;
            let edges = self.tree.edges_of(node);
            let visits = if select.counts_parent() { edges.iter().map(|e| e.visits).sum() } else { 0 };
            let kind = |place: usize| game.kind(self.moves[place]);
            select.choose(edges, &self.slots, visits, kind, rng)
        };
        let slot = self.slots[place];
        (self.moves[place], slot, self.tree.edges_of(node)[slot as usize].visits == 0)
    }

    /// Leaves only moves that a full tree knows; when there are none, no edges and the move at `pick`.
    #[cold]
    fn only_known(&mut self, pick: usize) {
        if self.slots.iter().all(|&slot| slot == NO_SLOT) {
            self.moves.swap(0, pick);
        }
        let mut kept = 0;
        for place in 0..self.slots.len() {
            if self.slots[place] != NO_SLOT {
                self.slots.swap(kept, place);
                self.moves.swap(kept, place);
                kept += 1;
            }
        }
        self.slots.truncate(kept);
        self.moves.truncate(kept.max(1));
    }

    fn add(&mut self, game: &G, me: Seat, seat: Seat, node: NodeId, place: usize) -> Slot {
        let key = self.key(game, self.moves[place], seat, me);
        // All moves of a node are added together, also when only some of them would have had room.
        let slot = self.tree.find(node, key).unwrap_or_else(|| self.tree.add(node, key));
        self.tree.edges_of_mut(node)[slot as usize].available += 1;
        slot
    }

    fn add_all(&mut self, game: &G, me: Seat, seat: Seat, node: NodeId) {
        for place in 0..self.moves.len() {
            if self.slots[place] == NO_SLOT {
                self.slots[place] = self.add(game, me, seat, node, place);
            }
        }
    }

    /// Adds what a grown tree knows of the root moves.
    fn collect(&self, tallies: &mut [Tally<G::Move>]) {
        // The root's edges come first and in the order of the list: they were added before anything else.
        let edges = &self.tree.edges_of(ROOT)[..tallies.len()];
        let best = edges
            .iter()
            .map(|e| if e.visits == 0 { f64::NEG_INFINITY } else { e.mean() })
            .fold(f64::NEG_INFINITY, f64::max);
        let visits: u32 = edges.iter().map(|e| e.visits).sum();
        for (place, (tally, edge)) in tallies.iter_mut().zip(edges).enumerate() {
            let (visits_before, total_before) = self.before[place];
            tally.prior = self.guide.as_ref().and_then(|guide| guide.opinion(ROOT, place as Slot));
            tally.squares += self.squares[place];
            tally.tries += (edge.visits - visits_before) as u64;
            tally.gained += edge.total - total_before;
            tally.visits += edge.visits as u64;
            tally.available += edge.available as u64;
            tally.total += edge.total;
            if edge.visits > 0 {
                tally.means += edge.mean();
                tally.squared_means += edge.mean().powi(2);
                tally.trees += 1;
                tally.best_in += (edge.mean() == best) as u32;
                tally.best_mean = tally.best_mean.max(edge.mean());
                let n = edge.visits as f64;
                tally.bound = edge.mean() + self.parts.select.bound().c * ((visits.max(1) as f64).ln() / n).sqrt();
            }
        }
    }

    /// Follows the moves that were tried most, for every root move that has no line yet.
    fn draw_lines(
        &self,
        game: &G,
        view: &G::View,
        legal: &[G::Move],
        world: &G::State,
        tallies: &mut [Tally<G::Move>],
    ) {
        let me = game.viewer(view);
        for (place, (tally, &mv)) in tallies.iter_mut().zip(legal).enumerate() {
            if tally.line.is_empty() {
                tally.line = match self.parts.observers {
                    Observers::Own => self.line(game, me, place as Slot, mv, world.clone()),
                    Observers::Each => self.line_each(game, me, mv, world.clone()),
                };
            }
        }
    }

    /// The line of a root move in a world, as far as the tree knows it.
    fn line(&self, game: &G, me: Seat, slot: Slot, mv: G::Move, mut world: G::State) -> Vec<(Seat, G::Move)> {
        let mut line = vec![(me, mv)];
        let mut node = ROOT;
        let mut first = Some((mv, slot));
        while line.len() < LINE_LIMIT {
            let acting = game.to_act(&world);
            if acting.is_empty() || acting.has(Seat::CHANCE) {
                break;
            }
            if self.parts.tree == Shape::Trick && node != ROOT && game.new_line(&world) {
                match self.tree.next(ROOT, TRICK | acting.first().0 as u64) {
                    Some(trick) => node = trick,
                    None => break,
                }
            }
            let at_once = acting.len() > 1;
            let mut joint = JOINT;
            let mut behind = None;
            for seat in acting.iter() {
                let own = if !at_once || node == ROOT && seat == me {
                    Some(node)
                } else {
                    self.tree.next(node, AT_ONCE | seat.0 as u64)
                };
                let chosen = if seat == me { first.take() } else { None };
                let Some((mv, slot)) = chosen.or_else(|| self.most_tried(game, me, seat, &world, own?)) else {
                    return line;
                };
                // The root move heads the line already.
                if chosen.is_none() && !game.is_decline(mv) {
                    line.push((seat, mv));
                }
                joint = join(joint, self.key(game, mv, seat, me));
                behind = own.map(|own| self.tree.edges_of(own)[slot as usize].node);
                game.play_unchecked(&mut world, seat, mv);
            }
            let next = if at_once { self.tree.next(node, joint | JOINT) } else { behind };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        line
    }

    /// The move of a seat that was tried most at a node, of those it may make in this world, and its edge.
    pub(crate) fn most_tried(
        &self,
        game: &G,
        me: Seat,
        seat: Seat,
        world: &G::State,
        node: NodeId,
    ) -> Option<(G::Move, Slot)> {
        let mut moves = Vec::new();
        game.legal(world, seat, &mut moves);
        let edges = self.tree.edges_of(node);
        let tried = moves.into_iter().filter_map(|mv| Some((mv, self.tree.find(node, self.key(game, mv, seat, me))?)));
        let tried = tried.filter(|&(_, slot)| edges[slot as usize].visits > 0);
        tried.max_by_key(|&(mv, slot)| (edges[slot as usize].visits, std::cmp::Reverse(mv)))
    }

    /// The place of a move that empties the hand, when such a move is made without searching.
    fn finishing(&self, game: &G, view: &G::View, moves: &[G::Move]) -> Option<usize> {
        let size = game.hand_size(view);
        let ends = |&mv: &G::Move| size > 0 && game.cards_played(mv) == size;
        if self.parts.finish { moves.iter().position(ends) } else { None }
    }

    /// The place of the move to make.
    fn decide(&self, analysis: &Analysis<G::Move>, rng: &mut Rng) -> usize {
        if self.parts.last == Final::Mixed {
            let all: u64 = analysis.moves.iter().map(|m| m.visits).sum();
            let mut mark = (rng.unit() * all as f64) as u64;
            let drawn = analysis.moves.iter().position(|m| {
                let reached = mark < m.visits;
                mark = mark.saturating_sub(m.visits);
                reached
            });
            return drawn.unwrap_or(0);
        }
        let score = |m: &MoveInfo<G::Move>| match self.parts.last {
            Final::Visits | Final::Mixed => m.visits as f64,
            _ if m.visits == 0 => f64::NEG_INFINITY,
            Final::Mean => m.mean,
            Final::Ucb => m.bound,
            Final::Best => m.best_mean,
        };
        let mut best = 0;
        for (place, info) in analysis.moves.iter().enumerate() {
            let (new, old) = (score(info), score(&analysis.moves[best]));
            // Of equal visits the better mean.
            if new > old || new == old && info.visits > 0 && info.mean > analysis.moves[best].mean {
                best = place;
            }
        }
        best
    }
}

/// No edge: the tree has no room for the move.
pub(crate) const NO_SLOT: Slot = Slot::MAX;
// Keys of steps that are no moves; no game's move has these bits.
const TRICK: u64 = 0xF1 << 56 | 1 << 40;
const AT_ONCE: u64 = 0xF2 << 56 | 1 << 40;
const JOINT: u64 = 0xF3 << 56 | 1 << 40;

/// Whether a move takes the place of the one it looks like, so that all that look alike are equally likely.
#[cold]
fn takes_the_place(alike: &mut Vec<(usize, u32)>, place: usize, rng: &mut Rng) -> bool {
    let known = alike.iter().position(|&(p, _)| p == place).unwrap_or_else(|| {
        alike.push((place, 1));
        alike.len() - 1
    });
    alike[known].1 += 1;
    rng.below(alike[known].1) == 0
}

/// The key of a joint choice, one more move known.
#[inline(always)]
pub(crate) fn join(joint: u64, key: u64) -> u64 {
    (joint ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

impl<G: Game> Agent<G> for Searcher<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        if moves.len() == 1 {
            return moves[0];
        }
        if let Some(last) = self.finishing(game, view, &moves) {
            return moves[last];
        }
        match self.search(game, view, rng, clock) {
            Ok(analysis) => analysis.moves[analysis.best].mv,
            // A cheater that is shown nothing can only guess.
            Err(_) => *rng.choose(&moves),
        }
    }

    fn recalls(&self) -> bool {
        self.thinker.as_ref().is_some_and(Thinker::recalls)
    }

    fn recall(&mut self, _game: &G, history: &[(Seat, G::Move)]) {
        self.thinker.iter_mut().for_each(|thinker| thinker.recall(history));
    }

    fn cheats(&self) -> bool {
        self.peeks()
    }

    fn act_knowing(&mut self, game: &G, view: &G::View, truth: &G::State, rng: &mut Rng, clock: Clock<'_>) -> G::Move {
        self.truth = Some(truth.clone());
        let mv = self.act(game, view, rng, clock);
        self.truth = None;
        mv
    }

    fn analyse(
        &mut self,
        game: &G,
        view: &G::View,
        rng: &mut Rng,
        clock: Clock<'_>,
    ) -> Option<Result<Analysis<G::Move>, Error>> {
        self.wanted = WORLDS_KEPT;
        let result = self.search(game, view, rng, clock);
        self.wanted = 0;
        Some(result.map(|mut analysis| {
            let moves: Vec<G::Move> = analysis.moves.iter().map(|info| info.mv).collect();
            analysis.best = self.finishing(game, view, &moves).unwrap_or(analysis.best);
            analysis.belief = Belief::count(game.viewer(view), self.kept.iter().map(|world| game.holders(world)));
            analysis
        }))
    }

    fn priors(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        rng: &mut Rng,
        clock: Clock<'_>,
        out: &mut Vec<f32>,
    ) {
        match self.search(game, view, rng, clock) {
            Ok(analysis) => shares(&analysis.moves, self.parts.last, out),
            Err(_) => {
                out.clear();
                out.resize(moves.len(), 1.0 / moves.len() as f32);
            }
        }
    }

    /// The mean reward over as many iterations as the budget says (time: none), without a tree.
    fn value(&mut self, game: &G, view: &G::View, rng: &mut Rng, clock: Clock<'_>) -> Option<f32> {
        let (Budget::Iterations(n) | Budget::PerMove(n)) = self.parts.budget else { return None };
        if self.peeks() {
            return None;
        }
        let me = game.viewer(view).index();
        let (mut sum, mut tried) = (0.0, 0);
        while tried < n && !(tried > 0 && clock.is_over()) {
            let mut state = self.world(game, view, rng);
            sum += self.evaluator.value(game, &mut state, rng, clock)[me] as f64;
            tried += 1;
        }
        Some((sum / tried as f64) as f32)
    }

    fn abilities(&self) -> Abilities {
        let values = !self.peeks() && !matches!(self.parts.budget, Budget::Millis(_));
        Abilities { analyses: true, values, values_moves: values, believes: false }
    }

    fn cost(&self, game: &G) -> f64 {
        let parts = &self.parts;
        let thinking = self.thinker.as_ref().map_or(0.0, |thinker| thinker.cost(game));
        let asking = self.guide.as_ref().map_or(0.0, |guide| guide.cost(game));
        let each = cost::ITERATION + self.evaluator.cost(game) + asking;
        let trees = if let Draw::Forest(n) = parts.draw { n as f64 } else { 1.0 };
        let pool = if let Draw::Pool(n) = parts.draw { cost::WORLD_KEPT * n as f64 } else { 0.0 };
        let crew = parts.threads.trees() as f64;
        let solving = if self.endings.is_some() { cost::solving(parts) } else { 0.0 };
        let searching = match parts.budget {
            // Time is shared by the trees of a forest, but every thread has all of it.
            Budget::Millis(ms) => ms as f64 * crew.max(parts.threads.players() as f64),
            Budget::Iterations(n) => n as f64 * trees * each * parts.threads.batch().copies.max(1) as f64,
            Budget::PerMove(n) => cost::MOVES * n as f64 * trees * each * parts.threads.batch().copies.max(1) as f64,
        };
        solving + searching + crew * (pool + trees * thinking)
    }
}
