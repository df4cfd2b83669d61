//! The course of a deal. A state is the hands as they were dealt and the cards played since; everything else follows.

use kibitz_game::{Card, CardSet, MoveCode, Outcome, Play, Points, Returns, Rng, Seat, SeatSet};

use crate::Agram;

/// The suits have nine bits each, the ace on top. The ace of spades is missing (§1.1).
pub(crate) const DECK: CardSet = CardSet(0xf_fffd_ffff);
pub(crate) const RANKS: u8 = 9;

/// The cards of the card's suit.
pub(crate) fn suit(card: Card) -> CardSet {
    CardSet(0x1ff << (card.0 / RANKS * RANKS))
}

/// A card that is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub(crate) Card);

impl MoveCode for Move {
    fn code(self) -> u64 {
        self.0.0 as u64
    }

    fn from_code(code: u64) -> Move {
        Move(Card(code as u8))
    }
}

/// The match before a deal: who leads first, and how many deals each seat has won.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Standing {
    pub(crate) leader: u8,
    pub(crate) wins: [u8; 5],
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Open {
    pub standing: Standing,
    pub plays: Vec<(Seat, Card)>,
}

impl Open {
    pub fn played_by(&self, seat: Seat) -> CardSet {
        self.plays.iter().filter(|play| play.0 == seat).map(|play| play.1).collect()
    }
}

/// A deal in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) dealt: Vec<CardSet>,
    pub(crate) open: Open,
}

impl State {
    /// The cards a seat still holds.
    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.dealt[seat.index()] - self.open.played_by(seat)
    }
}

/// The highest card of the suit led wins (§3.2).
pub(crate) fn winner(trick: &[(Seat, Card)]) -> Seat {
    let led = suit(trick[0].1);
    trick.iter().filter(|play| led.has(play.1)).max_by_key(|play| play.1).expect("the lead is of its suit").0
}

impl Agram {
    pub(crate) fn players(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.rules.players).map(Seat)
    }

    fn after(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.rules.players)
    }

    pub(crate) fn start(&self, dealt: Vec<CardSet>, standing: Standing) -> State {
        State { dealt, open: Open { standing, plays: Vec::new() } }
    }

    /// The complete tricks.
    pub(crate) fn tricks<'a>(&self, open: &'a Open) -> impl DoubleEndedIterator<Item = &'a [(Seat, Card)]> {
        open.plays.chunks_exact(self.seats())
    }

    /// The cards on the table.
    pub(crate) fn table<'a>(&self, open: &'a Open) -> &'a [(Seat, Card)] {
        open.plays.chunks_exact(self.seats()).remainder()
    }

    /// Who has won the last complete trick.
    pub(crate) fn won(&self, open: &Open) -> Option<Seat> {
        self.tricks(open).next_back().map(winner)
    }

    pub(crate) fn over(&self, open: &Open) -> bool {
        open.plays.len() == self.seats() * self.rules.cards as usize
    }

    /// Whose turn it is; nobody's when the deal is over.
    pub(crate) fn turn(&self, open: &Open) -> Option<Seat> {
        let turn = match self.table(open).last() {
            Some(last) => self.after(last.0),
            None => self.won(open).unwrap_or(Seat(open.standing.leader)),
        };
        (!self.over(open)).then_some(turn)
    }

    /// What may be played from a hand: the suit led, else anything (§3.1).
    pub(crate) fn playable(&self, hand: CardSet, open: &Open) -> CardSet {
        let follow = self.table(open).first().map_or(hand, |lead| hand & suit(lead.1));
        if follow.is_empty() { hand } else { follow }
    }
}

impl Play for Agram {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    fn seats(&self) -> usize {
        self.rules.players as usize
    }

    fn bounds(&self) -> (Points, Points) {
        (-1, self.seats() as Points - 1)
    }

    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        let mut rest = DECK;
        let mut hand = |_| {
            let hand = rest.random_subset(self.rules.cards as u32, rng);
            rest = rest - hand;
            hand
        };
        self.start(self.players().map(&mut hand).collect(), standing.clone())
    }

    fn to_act(&self, state: &State) -> SeatSet {
        self.turn(&state.open).map_or(SeatSet::EMPTY, Seat::set)
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.turn(&state.open) == Some(seat) {
            moves.extend(self.playable(state.hand(seat), &state.open).iter().map(Move));
        }
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        state.open.plays.push((seat, mv.0));
    }

    /// The winner of the last trick takes the stakes (§4.1).
    fn returns(&self, state: &State) -> Returns {
        let won = self.won(&state.open);
        let stakes = |seat| if won == Some(seat) { self.seats() as Points - 1 } else { -1 };
        Returns::new(&self.players().map(stakes).collect::<Vec<_>>())
    }

    /// The winner deals (§2.2).
    fn standing_after(&self, state: &State) -> Standing {
        let mut standing = state.open.standing.clone();
        let winner = self.won(&state.open).expect("the deal is over");
        standing.wins[winner.index()] += 1;
        standing.leader = self.after(winner).0;
        standing
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        let won = self.players().find(|seat| standing.wins[seat.index()] >= self.rules.wins);
        won.map_or(Outcome::Open, |seat| Outcome::Over(seat.set()))
    }
}
