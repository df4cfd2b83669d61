//! What networks see of a deal: words of bits, the viewer first. Suits are put in an order of their own, trumps first
//! and the others by what the viewer holds and has seen of them: so the three plain suits, which are alike, need not be
//! permuted as augmentation.

use kibitz_game::{Block, Card, CardSet, Encode, Encoding, Seat, reached};

use crate::Schnapsen;
use crate::cards::{rank_of, suit_cards, suit_of, takes};
use crate::moves::{Move, Says};
use crate::state::{NO_SEAT, State};
use crate::worlds::View;

const CARDS: &str = "four suits of jack, queen, king, ten, ace, trumps first";
const POINTS: &str = "at least 3, 6 … 66 points";

const STATE: &[Block] = &[
    Block::new(0, 0, 20, "hand", CARDS),
    Block::new(0, 20, 20, "unseen", CARDS),
    Block::new(0, 40, 20, "located", "cards that are certainly in the other hand"),
    Block::new(1, 0, 20, "impossible", "unseen cards that the other hand cannot hold"),
    Block::new(1, 20, 20, "shown", "own cards that the other seat knows of"),
    Block::new(1, 40, 20, "won", CARDS),
    Block::new(2, 0, 20, "lost", "cards that the other seat has won"),
    Block::new(2, 20, 20, "led", CARDS),
    Block::new(2, 40, 20, "face up", CARDS),
    Block::new(3, 0, 22, "points own", POINTS),
    Block::new(3, 22, 22, "points other", POINTS),
    Block::new(3, 44, 6, "talon", "0, 2 … 10 cards"),
    Block::new(3, 50, 5, "other hand", "1 to 5 cards"),
    Block::new(3, 55, 1, "leads", "the viewer leads or has led"),
    Block::new(3, 56, 1, "begun", "the leader has exchanged or closed and is still to lead"),
    Block::new(3, 57, 1, "married", "the card led declares a marriage"),
    Block::new(3, 58, 1, "asked", "the viewer is asked whether he claims"),
    Block::new(4, 0, 4, "pending own", "at least 20, 40, 60, 80 points of marriages that do not count yet"),
    Block::new(4, 4, 4, "pending other", "at least 20, 40, 60, 80"),
    Block::new(4, 8, 1, "trick own", "the viewer has won a trick"),
    Block::new(4, 9, 1, "trick other", "the other seat has won a trick"),
    Block::new(4, 10, 2, "closed by", "viewer, other"),
    Block::new(4, 12, 2, "at closing", "the other of these had 33 points, a trick"),
    Block::new(4, 14, 7, "total own", "at least 1 to 7 game points of the match"),
    Block::new(4, 21, 7, "total other", "at least 1 to 7"),
];

const ACTION: &[Block] = &[
    Block::new(0, 0, 20, "card", CARDS),
    Block::new(0, 20, 1, "marriage", "the card declares a marriage"),
    Block::new(0, 21, 1, "exchange", "the trump jack for the card face up"),
    Block::new(0, 22, 1, "close", "no more drawing"),
    Block::new(0, 23, 1, "claim", "66"),
    Block::new(0, 24, 1, "decline", "not to claim now"),
    Block::new(0, 25, 5, "rank", "jack to ace"),
    Block::new(0, 30, 1, "trump", "the card is a trump"),
    Block::new(0, 31, 2, "answers", "takes the trick, does not"),
    Block::new(0, 33, 1, "last of suit", "no other card of the suit is in hand"),
    Block::new(0, 34, 5, "higher", "at least 1 to 5 unseen cards of the suit are higher"),
];

const TRUTH: &[Block] = &[
    Block::new(0, 0, 20, "other hand", CARDS),
    Block::new(0, 20, 20, "next card", "the first to be drawn"),
    Block::new(0, 40, 20, "second card", "the second to be drawn"),
    Block::new(1, 0, 20, "talon", "all cards of the talon"),
];

/// What networks see.
pub static ENCODING: Encoding = Encoding {
    state: STATE,
    action: ACTION,
    truth: TRUTH,
    outcomes: &["game points", "points of viewer / 66", "points of other / 66"],
};

/// Where each suit goes.
#[derive(Clone, Copy)]
struct Order([u8; 4]);

impl Order {
    /// Trumps first; the others by the hand, then by what else is seen of them.
    fn of(state: &State, seat: Seat) -> Order {
        let suit = |set: CardSet, suit: u8| (set & suit_cards(suit)).0 >> (8 * suit) & 31;
        let mut suits = [0, 1, 2, 3];
        let (hand, piles) = (state.hands[seat.index()], [state.piles[seat.index()], state.piles[seat.index() ^ 1]]);
        let key = |s: u8| (s != state.trump, suit(hand, s), suit(piles[0], s), suit(piles[1], s), suit(open(state), s));
        suits.sort_by_key(|&s| key(s));
        let mut places = [0; 4];
        suits.iter().enumerate().for_each(|(place, &suit)| places[suit as usize] = place as u8);
        Order(places)
    }

    fn cards(self, set: CardSet) -> u64 {
        (0..4).fold(0, |bits, suit| bits | (set.0 >> (8 * suit) & 31) << (5 * self.0[suit]))
    }
}

fn open(state: &State) -> CardSet {
    let led = state.led().map_or(CardSet::EMPTY, Card::set);
    led | if state.talon.is_empty() { CardSet::EMPTY } else { state.talon.face_up().set() }
}

fn points(points: u8) -> u64 {
    reached(points as i32, &std::array::from_fn::<i32, 22, _>(|i| 3 * (i as i32 + 1)))
}

impl Encode for Schnapsen {
    fn encoding(&self) -> &'static Encoding {
        &ENCODING
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        let state = &view.known;
        let (me, other) = (view.seat.index(), view.other());
        let order = Order::of(state, view.seat);
        let three = |a, b, c| order.cards(a) | order.cards(b) << 20 | order.cards(c) << 40;
        let led = state.led().map_or(CardSet::EMPTY, Card::set);
        let face_up = if state.talon.is_empty() { CardSet::EMPTY } else { state.talon.face_up().set() };
        words[0] = three(state.hands[me], view.unseen(), view.located());
        words[1] = three(view.unseen() & state.without[other], state.shown[me], state.piles[me]);
        words[2] = three(state.piles[other], led, face_up);
        words[3] = points(state.points[me])
            | points(state.points[other]) << 22
            | 1 << (44 + state.talon.size() / 2)
            | (1u64 << view.count.min(5)) >> 1 << 50
            | ((state.leader as usize == me) as u64) << 55
            | (state.begun as u64) << 56
            | (state.married as u64) << 57
            | (state.asking as u64) << 58;
        let pending = |seat: usize| reached(state.pending[seat] as i32, &[20, 40, 60, 80]);
        let closed = |seat: usize| (state.closed_by != NO_SEAT && state.closed_by as usize == seat) as u64;
        let total = |seat: usize| reached(state.totals[seat] as i32, &[1, 2, 3, 4, 5, 6, 7]);
        words[4] = pending(me)
            | pending(other) << 4
            | ((state.tricks[me] > 0) as u64) << 8
            | ((state.tricks[other] > 0) as u64) << 9
            | closed(me) << 10
            | closed(other) << 11
            | ((state.at_closing.points >= 33) as u64) << 12
            | ((state.at_closing.tricks > 0) as u64) << 13
            | total(me) << 14
            | total(other) << 21;
    }

    fn encode_move(&self, view: &View, mv: Move, words: &mut [u64]) {
        let state = &view.known;
        let card = match mv.says() {
            Says::Card(card) | Says::Marriage(card) => card,
            Says::Exchange => return words[0] = 1 << 21,
            Says::Close => return words[0] = 1 << 22,
            Says::Claim => return words[0] = 1 << 23,
            Says::Decline | Says::Nothing => return words[0] = 1 << 24,
        };
        let order = Order::of(state, view.seat);
        let suit = suit_cards(suit_of(card));
        let answers = state.led().map_or(0, |led| if takes(led, card, state.trump) { 1 } else { 2 });
        let higher = (view.unseen() & suit).iter().filter(|c| c.0 > card.0).count();
        let alone = (state.hands[view.seat.index()] & suit).len() == 1;
        words[0] = order.cards(card.set())
            | (mv.is_marriage() as u64) << 20
            | 1 << (25 + rank_of(card))
            | ((suit_of(card) == state.trump) as u64) << 30
            | answers << 31
            | (alone as u64) << 33
            | reached(higher as i32, &[1, 2, 3, 4, 5]) << 34;
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        let order = Order::of(state, seat);
        let drawn = |place: u8| match place < state.talon.size() {
            true => Card(state.talon.at(place)).set(),
            false => CardSet::EMPTY,
        };
        words[0] =
            order.cards(state.hands[seat.index() ^ 1]) | order.cards(drawn(0)) << 20 | order.cards(drawn(1)) << 40;
        words[1] = order.cards(state.talon.set());
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        let won = if state.winner == seat.0 { 1.0 } else { -1.0 };
        numbers[0] = won * state.worth as f32;
        numbers[1] = state.points[seat.index()] as f32 / 66.0;
        numbers[2] = state.points[seat.index() ^ 1] as f32 / 66.0;
    }
}
