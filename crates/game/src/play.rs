//! The course of a deal: who may do what, what becomes of it, and how it ends.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Points, Returns, Rng, Rulebook, Seat, SeatSet};

/// A move: a small value that fits in one word, so that it can cross into other languages.
pub trait MoveCode: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The word.
    fn code(self) -> u64;
    /// The move of a word made by [`MoveCode::code`]; any other word is some move that no state allows.
    fn from_code(code: u64) -> Self;
}

/// How a deal is played, for one who sees all cards. A state is pure data. All chance comes through the [`Rng`] that is
/// handed in.
pub trait Play: Rulebook {
    /// A deal in progress: a few hundred bytes without heap.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move.
    type Move: MoveCode;
    /// What carries over from deal to deal of a match: totals, the dealer, duties.
    type Standing: Clone + Eq + Default + Debug + Send + Sync + 'static;

    /// Number of seats of a deal, 2 to [`Seat::MAX`]. A position may have another: see [`Play::seats_at`].
    fn seats(&self) -> usize;
    /// The least and the greatest return of a deal.
    fn bounds(&self) -> (Points, Points);
    /// A new deal of a match. Everything hidden (hands, a talon) is decided here.
    fn deal(&self, standing: &Self::Standing, rng: &mut Rng) -> Self::State;
    /// The seats that owe a decision: several when they decide at once, [`Seat::CHANCE`] when the rules
    /// draw lots, none when the deal is over. A seat asked whether it wants to interrupt owes one too.
    fn to_act(&self, state: &Self::State) -> SeatSet;
    /// Every move the seat may make now, sorted and unique: for a seat that owes a decision its choices,
    /// for any other what it may volunteer (an announcement, a bomb out of turn). Moves that differ only
    /// in irrelevant cards are one move. The list is cleared first; its storage is reused.
    fn legal(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>);
    /// Makes a move that is known to be legal. See [`crate::Game::play`] for the checked one.
    fn play_unchecked(&self, state: &mut Self::State, seat: Seat, mv: Self::Move);
    /// The result of a finished deal.
    fn returns(&self, state: &Self::State) -> Returns;

    // Provided.

    /// Number of seats at this table. Any number of players can sit down to some games, and then a position says by
    /// its hands how many do; a deal always has [`Play::seats`].
    #[inline]
    fn seats_at(&self, _state: &Self::State) -> usize {
        self.seats()
    }

    /// As [`Play::legal`], with every choice of cards a move of its own, and with calls that the rules allow but that
    /// can only lose (a false claim): they are accepted, and no agent that draws or searches moves comes across them.
    fn legal_cards(&self, state: &Self::State, seat: Seat, moves: &mut Vec<Self::Move>) {
        self.legal(state, seat, moves);
    }

    /// The move of [`Play::legal`] that stands for a card-level move.
    fn canonical(&self, _state: &Self::State, _seat: Seat, mv: Self::Move) -> Self::Move {
        mv
    }

    /// One uniform choice of [`Play::legal`] for a seat that owes a decision. Games make it without the list.
    #[inline]
    fn sample_move(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Self::Move {
        let mut moves = Vec::new();
        self.legal(state, seat, &mut moves);
        *rng.choose(&moves)
    }

    /// The state with every open interrupt declined: what the table looks like to those not asked. The interrupt
    /// must stay legal as a volunteered move where the rules allow it, and the seat on turn may move while others
    /// are asked, which declines for them: records leave declined interrupts out and are replayed from settled states.
    fn settled(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Whether two seats win and lose together in this deal, secret or not.
    fn allies(&self, _state: &Self::State, a: Seat, b: Seat) -> bool {
        a == b || self.partners().iter().any(|team| team.contains(&a.index()) && team.contains(&b.index()))
    }

    /// The seats that play together whatever the cards; empty where each plays alone or the cards decide it.
    fn partners(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Whether the move only declines an interrupt; records leave such moves out.
    fn is_decline(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the move is a call (an announcement beside the play) rather than an ordinary move.
    fn is_call(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the move only lets the others go on.
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// How many cards a move takes from the hand.
    fn cards_played(&self, mv: Self::Move) -> u32 {
        (!self.is_pass(mv) && !self.is_decline(mv) && !self.is_call(mv)) as u32
    }

    /// The standing after a finished deal.
    fn standing_after(&self, _state: &Self::State) -> Self::Standing {
        Self::Standing::default()
    }

    /// Whether the match has ended with this standing. A game without totals has matches of one deal, and nobody wins them.
    fn outcome(&self, _standing: &Self::Standing) -> Outcome {
        Outcome::Over(SeatSet::all(self.seats()))
    }

    /// Plays uniformly random legal moves to the end of the deal and returns how many.
    #[inline]
    fn playout(&self, state: &mut Self::State, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        loop {
            let to_act = self.to_act(state);
            if to_act.is_empty() {
                return plies;
            }
            let seat = to_act.first();
            let mv = self.sample_move(state, seat, rng);
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
    }

    /// As [`Play::playout`], through the list of moves.
    fn playout_listed(&self, state: &mut Self::State, moves: &mut Vec<Self::Move>, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        loop {
            let to_act = self.to_act(state);
            if to_act.is_empty() {
                return plies;
            }
            let seat = to_act.first();
            self.legal(state, seat, moves);
            let mv = if moves.len() == 1 { moves[0] } else { *rng.choose(moves) };
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
    }

    /// Plays so many new deals at random to the end, many of them side by side in one instruction, and returns the sum
    /// of the returns of each seat. `None` when the game has no such form; [`Play::playout`] is for one deal at a time.
    fn playout_batch(&self, _deals: usize, _rng: &mut Rng) -> Option<[i64; Seat::MAX]> {
        None
    }
}
