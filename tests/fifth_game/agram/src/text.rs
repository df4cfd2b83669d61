//! Cards, deals and positions as text (§7).

use kibitz_game::{Card, CardSet, Deed, Error, Game, Kind, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{Agram, DECK, Move, Open, RANKS, Standing, State, View};

const SUITS: &str = "CSHD";
const RANK: &str = "3456789TA";

pub(crate) fn card(card: Card) -> String {
    let letter = |letters: &str, at: u8| letters.as_bytes()[at as usize] as char;
    [letter(SUITS, card.0 / RANKS), letter(RANK, card.0 % RANKS)].iter().collect()
}

pub(crate) fn parse(text: &str) -> Result<Card, Error> {
    let found = DECK.iter().find(|&one| card(one).eq_ignore_ascii_case(text));
    found.ok_or_else(|| Error::Notation(format!("\"{text}\" is not a card; cards are CA to D3, without SA.")))
}

pub(crate) fn deed(mv: Move) -> Deed {
    Deed::of(Kind::Play).with([card(mv.0)])
}

fn cards(set: impl IntoIterator<Item = Card>) -> Vec<String> {
    set.into_iter().map(card).collect()
}

fn parse_all<C: FromIterator<Card>>(text: &str) -> Result<C, Error> {
    text.split_whitespace().map(parse).collect()
}

/// The description of a position: the hands as dealt, and all cards played since, in order.
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

impl Agram {
    /// The beginning of a deal, if there can be such a one.
    fn begun(&self, hands: &[String], standing: Standing) -> Result<State, Error> {
        let dealt = hands.iter().map(|hand| parse_all::<CardSet>(hand)).collect::<Result<_, _>>()?;
        let state = self.start(dealt, standing);
        if state.open.standing.leader >= self.rules.players {
            return Err(Error::Position("The leader is one of the seats.".into()));
        }
        self.audit(&state).map_err(Error::Position)?;
        Ok(state)
    }

    pub(crate) fn set_up(&self, setup: &Value) -> Result<State, Error> {
        let setup: Setup = serde_json::from_value(setup.clone()).map_err(|e| Error::Position(format!("{e}.")))?;
        let mut state = self.begun(&setup.hands, Standing { leader: setup.leader, wins: setup.wins })?;
        for card in parse_all::<Vec<Card>>(&setup.plays)? {
            let seat = self.turn(&state.open).ok_or_else(|| Error::Position("The deal is over.".into()))?;
            self.play(&mut state, seat, Move(card))?;
        }
        Ok(state)
    }

    pub(crate) fn setup_of(&self, state: &State) -> Value {
        json!(Setup {
            hands: state.dealt.iter().map(|&hand| cards(hand).join(" ")).collect(),
            plays: cards(state.open.plays.iter().map(|play| play.1)).join(" "),
            leader: state.open.standing.leader,
            wins: state.open.standing.wins,
        })
    }

    pub(crate) fn deal_lines(&self, start: &State) -> Vec<(String, String)> {
        let hands = self.players().map(|seat| (seat.to_string(), cards(start.dealt[seat.index()]).join(" ")));
        let standing = &start.open.standing;
        let wins = self.players().map(|seat| standing.wins[seat.index()].to_string()).collect::<Vec<_>>().join(" ");
        hands.chain([("leader".into(), standing.leader.to_string()), ("wins".into(), wins)]).collect()
    }

    pub(crate) fn deal_of(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let line = |name: &str| {
            let found = lines.iter().find(|line| line.0 == name).map(|line| line.1.clone());
            found.ok_or_else(|| Error::Notation(format!("The deal has no line \"{name}: …\".")))
        };
        let number = |text: &str| text.parse().map_err(|_| Error::Notation(format!("\"{text}\" is not a number.")));
        let hands = self.players().map(|seat| line(&seat.to_string())).collect::<Result<Vec<_>, _>>()?;
        let mut standing = Standing { leader: number(&line("leader")?)?, ..Standing::default() };
        for (wins, text) in standing.wins.iter_mut().zip(line("wins")?.split_whitespace()) {
            *wins = number(text)?;
        }
        self.begun(&hands, standing)
    }

    /// What lies open, for an onlooker as for a seat.
    fn open_facts(&self, open: &Open) -> Map<String, Value> {
        let per_seat = |count: &dyn Fn(Seat) -> usize| json!(self.players().map(count).collect::<Vec<_>>());
        let complete = || self.tricks(open).filter(|trick| trick.len() == self.seats());
        let table: Vec<_> = self.table(open).iter().map(|&(seat, played)| (seat.0, card(played))).collect();
        let left = |seat| self.rules.cards as usize - open.played_by(seat).len() as usize;
        let facts = [
            ("phase", json!(if self.over(open) { "over" } else { "play" })),
            ("turn", json!(self.turn(open).map(|seat| seat.0))),
            ("table", json!(table)),
            ("counts", per_seat(&left)),
            ("tricks", per_seat(&|seat| complete().filter(|trick| crate::winner(trick) == seat).count())),
            ("trick_winner", json!(self.won(open).map(|seat| seat.0))),
            // All tricks but the last are worth nothing (§4.1).
            ("trick_points", json!(if self.over(open) { self.seats() - 1 } else { 0 })),
            ("scores", per_seat(&|seat| open.standing.wins[seat.index()] as usize)),
        ];
        facts.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
    }

    pub(crate) fn facts_of(&self, state: &State) -> Map<String, Value> {
        let held = |seat: Seat| json!(cards(state.dealt[seat.index()] - state.open.played_by(seat)).join(" "));
        let hands: Map<String, Value> = self.players().map(|seat| (seat.to_string(), held(seat))).collect();
        let mut facts = self.open_facts(&state.open);
        facts.insert("hands".into(), hands.into());
        facts.insert("to_act".into(), json!(self.to_act(state).iter().map(|seat| seat.0).collect::<Vec<_>>()));
        facts
    }

    pub(crate) fn facts_seen(&self, view: &View) -> Map<String, Value> {
        let mut facts = self.open_facts(&view.open);
        facts.insert("seat".into(), json!(view.seat.0));
        facts.insert("hand".into(), json!(cards(view.hand())));
        facts.insert("asked".into(), json!(self.turn(&view.open) == Some(view.seat)));
        facts
    }
}
