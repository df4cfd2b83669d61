//! Cards and positions as text (§7).

use kibitz_game::setup::{cards_of, wrong};
use kibitz_game::{Card, CardSet, Error, Game, Notation, Play, Positions, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Agram;
use crate::play::{DECK, Move, Open, RANKS, Standing, State, winner};
use crate::worlds::View;

fn card_text(card: Card) -> String {
    let letter = |letters: &str, at: u8| letters.as_bytes()[at as usize] as char;
    [letter("CSHD", card.0 / RANKS), letter("3456789TA", card.0 % RANKS)].iter().collect()
}

fn read(text: &str) -> Result<Card, Error> {
    let found = DECK.iter().find(|&card| card_text(card) == text);
    found.ok_or_else(|| Error::Notation(format!("\"{text}\" is not a card; cards are CA to D3, without SA.")))
}

fn texts(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(card_text).collect()
}

impl Notation for Agram {
    fn move_text(&self, mv: Move) -> String {
        card_text(mv.0)
    }

    fn new_line(&self, state: &State) -> bool {
        self.table(&state.open).is_empty()
    }
}

/// A position: the hands as dealt, and all cards played since, in order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    hands: Vec<String>,
    #[serde(default)]
    plays: String,
    #[serde(default)]
    leader: u8,
    #[serde(default)]
    wins: [u8; 5],
}

impl Positions for Agram {
    fn position(&self, setup: &Value) -> Result<State, Error> {
        let Setup { hands, plays, leader, wins } =
            serde_json::from_value(setup.clone()).map_err(|error| wrong(format!("{error}.")))?;
        let hand = |text: &String| Ok(cards_of(text, read)?.into_iter().collect());
        let dealt = hands.iter().map(hand).collect::<Result<_, Error>>()?;
        let mut state = self.start(dealt, Standing { leader: leader % self.rules.players, wins });
        self.audit(&state).map_err(wrong)?;
        for card in cards_of(&plays, read)? {
            let seat = self.turn(&state.open).ok_or_else(|| wrong("More cards are played than were dealt."))?;
            self.play(&mut state, seat, Move(card))?;
        }
        Ok(state)
    }

    fn setup(&self, state: &State) -> Value {
        json!(Setup {
            hands: state.dealt.iter().map(|&hand| texts(hand).join(" ")).collect(),
            plays: texts(state.open.plays.iter().map(|play| play.1)).join(" "),
            leader: state.open.standing.leader,
            wins: state.open.standing.wins,
        })
    }

    fn facts(&self, state: &State) -> Map<String, Value> {
        let hand = |seat: Seat| (seat.to_string(), json!(texts(state.hand(seat)).join(" ")));
        let mut facts = self.open_facts(&state.open);
        facts.insert("hands".into(), self.players().map(hand).collect::<Map<_, _>>().into());
        facts.insert("to_act".into(), json!(self.turn(&state.open).iter().map(|seat| seat.0).collect::<Vec<_>>()));
        facts
    }

    fn view_facts(&self, view: &View) -> Map<String, Value> {
        let mut facts = self.open_facts(&view.open);
        facts.insert("seat".into(), json!(view.seat.0));
        facts.insert("hand".into(), json!(texts(view.hand())));
        facts.insert("asked".into(), json!(self.turn(&view.open) == Some(view.seat)));
        facts
    }

    /// Every card is dealt once, and the play is legal when it is repeated.
    fn audit(&self, state: &State) -> Result<(), String> {
        let all: CardSet = state.dealt.iter().flat_map(|hand| hand.iter()).collect();
        let even = state.dealt.iter().all(|hand| hand.len() == self.rules.cards as u32);
        if state.dealt.len() != self.seats() || !even || all.len() != (self.rules.cards * self.rules.players) as u32 {
            return Err(format!("Each of {} seats is dealt {} cards.", self.seats(), self.rules.cards));
        }
        let mut again = self.start(state.dealt.clone(), state.open.standing.clone());
        let mut plays = state.open.plays.iter();
        plays.try_for_each(|&(seat, card)| self.play(&mut again, seat, Move(card)).map_err(|e| e.message().to_string()))
    }
}

impl Agram {
    /// What lies open, for an onlooker as for a seat.
    fn open_facts(&self, open: &Open) -> Map<String, Value> {
        let per_seat = |number: &dyn Fn(Seat) -> usize| json!(self.players().map(number).collect::<Vec<_>>());
        let table: Vec<_> = self.table(open).iter().map(|&(seat, card)| (seat.0, card_text(card))).collect();
        let facts = [
            ("phase", json!(if self.over(open) { "over" } else { "play" })),
            ("turn", json!(self.turn(open).map(|seat| seat.0))),
            ("table", json!(table)),
            ("counts", per_seat(&|seat| self.rules.cards as usize - open.played_by(seat).len() as usize)),
            ("tricks", per_seat(&|seat| self.tricks(open).filter(|trick| winner(trick) == seat).count())),
            ("trick_winner", json!(self.won(open).map(|seat| seat.0))),
            // All tricks but the last are worth nothing (§4.1).
            ("trick_points", json!(if self.over(open) { self.seats() - 1 } else { 0 })),
            ("scores", per_seat(&|seat| open.standing.wins[seat.index()] as usize)),
        ];
        facts.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
    }
}
