//! Random play to the end of a deal, trick by trick.
//!
//! Once only cards can be played, a whole trick is one step without questions that the rules answer beforehand. The random
//! numbers, the moves and the state they lead to are those of [`Play::sample_move`] and [`Play::play_unchecked`], one by one.

use kibitz_game::{Card, Play, Rng, nth_bit};

use crate::Doppelkopf;
use crate::cards::{ALL, FOX, POINTS};
use crate::contracts::{Class, Contract};
use crate::phases::FAT;
use crate::state::{NO_SEAT, Phase, State, Taken};
use crate::trick::Laid;

impl Doppelkopf {
    /// Plays at random to the end of the deal; the number of decisions.
    #[inline]
    pub(crate) fn play_out(&self, state: &mut State, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        loop {
            let to_act = state.to_act();
            if to_act.is_empty() {
                return plies;
            }
            if self.only_cards_from_here(state) {
                return plies + self.play_out_tricks(state, rng);
            }
            let seat = to_act.first();
            let mv = self.sample_move(state, seat, rng);
            self.play_unchecked(state, seat, mv);
            plies += 1;
        }
    }

    /// A trick begins, nobody is asked, and neither words nor a marriage can change anything any more.
    #[inline(always)]
    fn only_cards_from_here(&self, state: &State) -> bool {
        state.phase == Phase::Play
            && state.laid == 0
            && state.asked == NO_SEAT
            && !(state.contract == Contract::Marriage && state.clarified == 0)
            && (!self.rules.announcements || self.too_late_for_calls(state, state.turn as usize))
    }

    #[inline]
    fn play_out_tricks(&self, state: &mut State, rng: &mut Rng) -> u32 {
        let contract = state.contract;
        let mut leader = state.turn & 3;
        let tricks = state.hands[leader as usize].len();
        let mut hands = state.hands;
        let mut lacks = state.lacks;
        let mut foxes = state.foxes;
        let mut last = Taken { cards: Laid::NONE, winner: NO_SEAT, points: 0 };
        for _ in 0..tricks {
            let mut trick = Laid::NONE;
            let (mut to_follow, mut led) = (ALL, Class::NONE);
            let (mut points, mut best) = (0, 0);
            for place in 0..4 {
                let seat = (leader + place) & 3;
                let s = seat as usize;
                let kinds = hands[s].kinds();
                let following = kinds & to_follow;
                // No branch, for it could not be predicted.
                let astray = ((following == 0) as u32).wrapping_neg();
                let playable = following | kinds & astray;
                lacks[s] |= to_follow & astray;
                let bit = nth_bit(playable as u64, rng.below(playable.count_ones()));
                let card = Card(bit.trailing_zeros() as u8 & 31);
                hands[s] = hands[s].without_kind(bit);
                trick = trick.with(seat, card);
                if place == 0 {
                    led = contract.class(card);
                    to_follow = contract.followers(card);
                }
                points += POINTS[card.0 as usize];
                // Strength above, then earlier before later, then the seat.
                best = best.max((led.strength(card) as u32) << 4 | ((3 - place) << 2 | seat) as u32);
            }
            let winner =
                if self.rules.second_heart_ten { trick.holder_second_ten(led, leader) } else { best as u8 & 3 };
            let w = winner as usize & 3;
            state.points[w] += points;
            state.tricks[w] += 1;
            state.fat[w] += (points >= FAT) as u8;
            foxes += (trick.seats_of(FOX) & !(3 << (2 * w))) << (8 * w);
            last = Taken { cards: trick, winner, points };
            leader = winner;
        }
        state.hands = hands;
        state.lacks = lacks;
        state.foxes = foxes;
        state.last = last;
        state.turn = leader;
        state.quiet = true;
        state.phase = Phase::Over;
        4 * tricks
    }
}

#[cfg(test)]
mod tests {
    use kibitz_game::rooms::*;

    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn tricks_in_one_step_end_where_single_moves_do() {
        for (preset, _) in PRESETS {
            for (second_heart_ten, asked) in [(false, false), (true, false), (false, true)] {
                let mut game = Doppelkopf::with_rules(Some(preset), &Default::default()).unwrap();
                game.rules.second_heart_ten = second_heart_ten;
                game.rules.asked = asked;
                for number in 0..1000 {
                    let mut rng = Rng::stream(3, number);
                    let mut slow = game.deal(&Default::default(), &mut rng);
                    for _ in 0..rng.below(50) {
                        step(&game, &mut slow, &mut rng);
                    }
                    let (mut fast, mut again) = (slow.clone(), rng.clone());
                    let plies = game.playout(&mut fast, &mut again);
                    assert_eq!(plies, (0..).take_while(|_| step(&game, &mut slow, &mut rng)).count() as u32);
                    assert_eq!(fast, slow, "{preset} {number}");
                    assert_eq!(again, rng);
                }
            }
        }
    }

    /// One random move, if the deal is not over.
    fn step(game: &Doppelkopf, state: &mut State, rng: &mut Rng) -> bool {
        let to_act = state.to_act();
        if to_act.is_empty() {
            return false;
        }
        let mv = game.sample_move(state, to_act.first(), rng);
        game.play_unchecked(state, to_act.first(), mv);
        true
    }
}
