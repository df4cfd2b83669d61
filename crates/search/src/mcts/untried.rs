//! In which order the moves of a node are tried for the first time.

use kibitz_game::{Game, Rng};

/// Which of the untried moves is tried next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untried {
    /// Any of them.
    Random,
    /// Any card; when all have been tried, the first of the words in the order of the list, in which declining comes
    /// first. So nothing is staked before it was tried to stake nothing (Basel 2015).
    Declining,
}

/// The untried moves of a node, seen one by one, and the one to try.
#[derive(Default)]
pub struct Fresh {
    /// How many there are.
    pub count: u32,
    cards: u32,
    /// The place of the one to try.
    pub pick: usize,
}

impl Fresh {
    /// Another untried move.
    #[inline(always)]
    pub fn see<G: Game>(&mut self, game: &G, order: Untried, mv: G::Move, place: usize, rng: &mut Rng) {
        self.count += 1;
        let picked = match order {
            Untried::Random => rng.below(self.count) == 0,
            Untried::Declining if game.cards_played(mv) > 0 => {
                self.cards += 1;
                rng.below(self.cards) == 0
            }
            Untried::Declining => self.count == 1,
        };
        if picked {
            self.pick = place;
        }
    }
}
