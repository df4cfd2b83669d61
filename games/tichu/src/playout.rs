//! Random play to the end of a round.
//!
//! While nobody can interrupt, plays and passes follow one another without the questions that only words and bombs out of
//! turn raise. The random numbers, the moves and the cards they lead to are those of single moves, one by one. What the
//! seats would learn on the way (who passed on what, played which cards, could not fulfil the wish) is not noted: it
//! bears on no move and no result.

use std::hint::select_unpredictable;

use kibitz_game::{CardSet, Play, Rng, Seat};

use crate::Tichu;
use crate::cards::{DOG, DRAGON, MAH_JONG, holds_bomb};
use crate::draw;
use crate::moves::Move;
use crate::rules::{DragonTrick, WishBy};
use crate::state::{Phase, State, next_in};

impl Tichu {
    /// Plays at random to the end of the round; the number of decisions.
    #[inline]
    pub(crate) fn play_out(&self, state: &mut State, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        let plain = self.plain && !self.rules.bug_phoenix_single;
        while !state.acting.is_empty() {
            if plain && state.phase == Phase::Play && state.bombers == 0 {
                let bombs = holders_of_bombs(state);
                plies += if self.rules.calls {
                    self.tricks::<true>(state, |state, seat| self.draw_plainly::<true>(state, seat, bombs, rng))
                } else {
                    self.tricks::<false>(state, |state, seat| self.draw_plainly::<false>(state, seat, bombs, rng))
                };
                continue;
            }
            let seat = state.acting.first();
            let mv = self.sample_move(state, seat, rng);
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
        plies
    }

    /// [`Tichu::play_out`] through the list of moves.
    #[inline]
    pub(crate) fn play_out_listed(&self, state: &mut State, moves: &mut Vec<Move>, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        while !state.acting.is_empty() {
            if state.phase == Phase::Play && state.bombers == 0 {
                plies += self.tricks::<true>(state, |state, seat| {
                    moves.clear();
                    self.list_ordinary_plays(state, seat, moves);
                    choose_of(moves, rng)
                });
                continue;
            }
            let seat = state.acting.first();
            self.list(state, seat, false, moves);
            self.play_unchecked(state, seat, choose_of(moves, rng));
            plies += 1;
        }
        plies
    }

    /// [`Play::sample_move`] in a trick that nobody interrupts; `bombs` has the seats that may hold bombs.
    #[inline(always)]
    fn draw_plainly<const CALLS: bool>(&self, state: &State, seat: Seat, bombs: u8, rng: &mut Rng) -> Move {
        let hand = state.hands[seat.index() & 3];
        if bombs >> seat.0 & 1 != 0 || hand.meets(state.wish) {
            return self.draw_with_bombs(state, seat, rng);
        }
        let extra = (CALLS && self.may_call_tichu(state, seat)) as u32;
        let drawn = if state.top.is_none() {
            draw::lead(hand, extra, rng)
        } else {
            draw::follow(hand, state.top, true, false, extra, rng)
        };
        drawn.unwrap_or(Move::TICHU)
    }

    #[inline(never)]
    fn draw_with_bombs(&self, state: &State, seat: Seat, rng: &mut Rng) -> Move {
        self.sample_move(state, seat, rng)
    }

    /// Plays and passes as `choose` says, from a decision in turn while nobody holds a bomb for an interrupt, until
    /// something else is due or the round is over; how many. `WORDS`: some moves may be neither play nor pass.
    #[inline(always)]
    fn tricks<const WORDS: bool>(&self, state: &mut State, mut choose: impl FnMut(&State, Seat) -> Move) -> u32 {
        let mut plies = 0;
        if state.open {
            self.take_trick(state); // nobody can bomb it any more
        }
        loop {
            let seat = state.turn & 3;
            state.acting = Seat(seat).set();
            let mv = choose(state, Seat(seat));
            plies += 1;
            if WORDS && mv.0 != 0 && !mv.is_play() {
                self.say(state, Seat(seat), mv);
                continue;
            }
            if mv.0 == 0 {
                let owner = state.owner;
                state.turn = next_in(state.active | 1 << owner, seat);
                if state.turn == owner {
                    state.turn = if state.active >> owner & 1 != 0 { owner } else { next_in(state.active, owner) };
                    if state.top.play.cards().meets(DRAGON) && self.rules.dragon == DragonTrick::Give {
                        state.phase = Phase::Dragon;
                        state.acting = Seat(owner).set();
                        return plies;
                    }
                    self.take_trick(state);
                }
                continue;
            }
            let cards = mv.cards();
            let hand = state.hands[seat as usize] ^ cards;
            state.hands[seat as usize] = hand;
            state.trick |= cards;
            state.top = state.top.then(mv, &self.rules);
            state.owner = seat;
            if cards.meets(state.wish) {
                state.wish = CardSet::EMPTY;
            }
            if hand.is_empty() && self.go_out(state, seat) {
                return plies;
            }
            state.turn = next_in(state.active, seat);
            if cards.meets(DOG | MAH_JONG) {
                if cards.meets(DOG) {
                    self.dog(state, seat);
                } else if self.rules.wish != WishBy::None {
                    self.ask_for_wish(state, seat);
                    return plies;
                }
            }
        }
    }
}

/// A uniform choice of a list; where there is but one, it takes no random number.
#[inline(always)]
fn choose_of(moves: &[Move], rng: &mut Rng) -> Move {
    // Drawn at any rate and taken back: whether there is a choice cannot be foretold.
    let mut drawn = rng.clone();
    let chosen = *drawn.choose(moves);
    *rng = select_unpredictable(moves.len() == 1, rng.clone(), drawn);
    chosen
}

/// The seats whose hands hold a bomb, as bits; hands only shrink.
#[inline]
fn holders_of_bombs(state: &State) -> u8 {
    (0..4).fold(0, |seats, seat| seats | (holds_bomb(state.hands[seat]) as u8) << seat)
}

#[cfg(test)]
mod tests {
    use kibitz_game::rooms::*;

    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn tricks_at_once_end_where_single_moves_do() {
        for (preset, _) in PRESETS {
            let game = Tichu::with_rules(Some(preset), &Default::default()).unwrap();
            for number in 0..1000 {
                let mut rng = Rng::stream(3, number);
                let mut slow = game.deal(&Default::default(), &mut rng);
                for _ in 0..rng.below(100) {
                    step(&game, &mut slow, &mut rng);
                }
                let (mut fast, mut again) = (slow.clone(), rng.clone());
                let plies = game.playout(&mut fast, &mut again);
                assert_eq!(plies, (0..).take_while(|_| step(&game, &mut slow, &mut rng)).count() as u32);
                forget_what_was_learnt(&mut [&mut fast, &mut slow]);
                assert_eq!(fast, slow, "{preset} {number}");
                assert_eq!(again, rng);
            }
        }
    }

    #[test]
    fn tricks_from_lists_end_where_single_moves_do() {
        let mut moves = Vec::new();
        for (preset, _) in PRESETS {
            let game = Tichu::with_rules(Some(preset), &Default::default()).unwrap();
            for number in 0..200 {
                let mut rng = Rng::stream(4, number);
                let mut slow = game.deal(&Default::default(), &mut rng);
                let (mut fast, mut again) = (slow.clone(), rng.clone());
                game.playout_listed(&mut fast, &mut moves, &mut again);
                while let Some(seat) = Some(slow.acting).filter(|a| !a.is_empty()).map(|a| a.first()) {
                    game.legal(&slow, seat, &mut moves);
                    let mv = if moves.len() == 1 { moves[0] } else { *rng.choose(&moves) };
                    game.play_unchecked(&mut slow, seat, mv);
                }
                forget_what_was_learnt(&mut [&mut fast, &mut slow]);
                assert_eq!(fast, slow, "{preset} {number}");
                assert_eq!(again, rng);
            }
        }
    }

    fn forget_what_was_learnt(states: &mut [&mut State]) {
        for state in states {
            state.passed = [0; 4];
            state.played_by = [CardSet::EMPTY; 4];
            state.without_wished = 0;
        }
    }

    /// One random move, if the round is not over.
    fn step(game: &Tichu, state: &mut State, rng: &mut Rng) -> bool {
        if state.acting.is_empty() {
            return false;
        }
        let seat = state.acting.first();
        let mv = game.sample_move(state, seat, rng);
        game.play_unchecked(state, seat, mv);
        true
    }
}
