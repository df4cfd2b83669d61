//! A second game, as unlike Tichu as the trait allows: the auction of one suit.
//!
//! Nothing of it is in the library. It shows that the trait is no game in disguise (any number of seats,
//! everybody deciding at once, chance within the deal, secret and changing parties, a private interrupt),
//! that a game's test is three lines, and, by games with one flaw each, that every check of the kit bites.

use kibitz_game::options::{self, Preset};
use kibitz_game::rooms::*;
use kibitz_game::{
    Agent, Block, Card, CardSet, Clock, Deed, Encoding, Error, Kind, MoveCode, Outcome, Points, Returns, Rng, Seat,
    SeatSet, Spec, Table, kit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

const RULES_PAGE: &str = "\
One suit of thirteen cards, 1 to 13. Each seat gets three (two when four or five play), the rest is the talon.
In each turn all seats choose a card in secret and show them together. The highest takes the sum of what is
shown, and the bonus. Before the next turn a lot decides whether the top or the bottom card of the talon is
turned up as its bonus. While the 13 is in hand, its holder may double its card of the turn once in the deal,
between the showing and the lot. Those who were dealt the 1 and the 2 are secret allies and share their points.";

/// The 13: whoever holds it may double once.
const JOKER: Card = Card(13);
/// Who is dealt these two is allied with who is dealt the other.
const ALLIED: [Card; 2] = [Card(1), Card(2)];

fn deck() -> impl Iterator<Item = Card> {
    (1..=13).map(Card)
}

// -------------------------------------------------------------------------------------------------
// The data.

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// Number of seats, 2 to 5.
    seats: usize,
    /// Points that end a match.
    target: Points,
}

#[derive(Clone, Debug)]
struct Auction {
    rules: Rules,
    text: String,
}

/// Which end of the talon the lot has fallen on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum End {
    Top,
    Bottom,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Move {
    Choose(Card),
    Double,
    Decline,
    Turn(End),
}

/// What everybody has seen. It grows only, and the stage of the deal can be told from it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Public {
    /// Per turn, the card each seat has shown.
    shown: Vec<Vec<Card>>,
    /// The bonuses turned up, and where they lay.
    lots: Vec<(End, Card)>,
    /// Who has doubled, and in which turn.
    doubled: Option<(Seat, usize)>,
    /// Points of the match before this deal.
    totals: Standing,
}

type Standing = [Points; 5];

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    /// The cards each seat was dealt.
    hands: Vec<CardSet>,
    /// The talon as it was dealt, from the top.
    talon: Vec<Card>,
    public: Public,
    /// The secret choices of the turn.
    chosen: Vec<Option<Card>>,
    /// Whether the holder of the joker is being asked to double.
    asked: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct View {
    seat: Seat,
    /// The cards the viewer was dealt.
    hand: CardSet,
    public: Public,
    /// The viewer's choice of the turn.
    chosen: Option<Card>,
    /// Whether the viewer is being asked to double.
    asked: bool,
}

#[derive(PartialEq, Eq)]
enum Stage {
    Choose,
    /// The cards are shown: time to double, then the lot is drawn.
    Lot,
    Over,
}

impl Public {
    fn shown_by(&self, seat: Seat) -> CardSet {
        self.shown.iter().map(|cards| cards[seat.index()]).collect()
    }

    fn all_shown(&self) -> CardSet {
        self.shown.iter().flatten().copied().collect()
    }

    /// The places of the talon that have been turned up, with their cards.
    fn turned(&self, talon: usize) -> Vec<(usize, Card)> {
        let (mut top, mut bottom) = (0, talon);
        let place = |&(end, card): &(End, Card)| match end {
            End::Top => {
                top += 1;
                (top - 1, card)
            }
            End::Bottom => {
                bottom -= 1;
                (bottom, card)
            }
        };
        self.lots.iter().map(place).collect()
    }

    /// The points each seat has won, before allies share.
    fn won(&self, seats: usize) -> Vec<Points> {
        let mut won = vec![0; seats];
        for (turn, cards) in self.shown.iter().enumerate() {
            let bonus = if turn == 0 { 0 } else { self.lots[turn - 1].1.0 as Points };
            let stake = |seat: usize| {
                let doubles = self.doubled == Some((Seat(seat as u8), turn));
                cards[seat].0 as Points * if doubles { 2 } else { 1 }
            };
            // Of equal stakes the higher card wins.
            let winner = (0..seats).max_by_key(|&s| (stake(s), cards[s])).expect("there are seats");
            won[winner] += bonus + (0..seats).map(stake).sum::<Points>();
        }
        won
    }
}

impl State {
    /// Who was dealt the card; nobody when it lies in the talon.
    fn holder(&self, card: Card) -> Option<Seat> {
        self.hands.iter().position(|hand| hand.has(card)).map(|seat| Seat(seat as u8))
    }

    /// The two secret allies; none when a card lies in the talon or one seat holds both.
    fn party(&self) -> Option<(Seat, Seat)> {
        let (one, two) = (self.holder(ALLIED[0])?, self.holder(ALLIED[1])?);
        (one != two).then_some((one, two))
    }

    fn in_hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()] - self.public.shown_by(seat)
    }
}

impl View {
    fn in_hand(&self) -> CardSet {
        self.hand - self.public.shown_by(self.seat)
    }
}

impl Auction {
    fn of(seats: usize) -> Auction {
        let overrides = json!({ "seats": seats }).as_object().expect("an object").clone();
        Auction::with_rules(None, &overrides).expect("2 to 5 seats")
    }

    fn hand_size(&self) -> usize {
        if self.rules.seats <= 3 { 3 } else { 2 }
    }

    fn talon_size(&self) -> usize {
        deck().count() - self.rules.seats * self.hand_size()
    }

    fn everyone(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.rules.seats as u8).map(Seat)
    }

    fn stage(&self, public: &Public) -> Stage {
        if public.shown.len() == self.hand_size() {
            Stage::Over
        } else if public.shown.len() == public.lots.len() {
            Stage::Choose
        } else {
            Stage::Lot
        }
    }

    /// A state with these hands and this talon in which nothing has happened.
    fn start(&self, hands: Vec<CardSet>, talon: Vec<Card>, totals: Standing) -> State {
        let public = Public { shown: Vec::new(), lots: Vec::new(), doubled: None, totals };
        State { hands, talon, public, chosen: vec![None; self.rules.seats], asked: false }
    }

    /// The world of a view with these hidden cards. Nobody else has chosen yet, nobody else is being asked.
    fn world(&self, view: &View, hands: Vec<CardSet>, talon: Vec<Card>) -> State {
        let mut chosen = vec![None; self.rules.seats];
        chosen[view.seat.index()] = view.chosen;
        State { hands, talon, public: view.public.clone(), chosen, asked: view.asked }
    }
}

fn shuffle(cards: &mut [Card], rng: &mut Rng) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

// -------------------------------------------------------------------------------------------------
// The game.

impl MoveCode for Move {
    fn code(self) -> u64 {
        match self {
            Move::Choose(card) => card.0 as u64,
            Move::Double => 14,
            Move::Decline => 15,
            Move::Turn(End::Top) => 16,
            Move::Turn(End::Bottom) => 17,
        }
    }

    fn from_code(code: u64) -> Move {
        match code {
            1..=13 => Move::Choose(Card(code as u8)),
            14 => Move::Double,
            15 => Move::Decline,
            16 => Move::Turn(End::Top),
            17 => Move::Turn(End::Bottom),
            _ => Move::Choose(Card(0)),
        }
    }
}

impl Rulebook for Auction {
    const NAME: &'static str = "auction";
    const TITLE: &'static str = "Auction of one suit";
    const RULES_PAGE: &'static str = RULES_PAGE;
    const PRESETS: &'static [Preset] = &[("three", "seats = 3\ntarget = 200")];

    fn with_rules(preset: Option<&str>, overrides: &Map<String, Value>) -> Result<Auction, Error> {
        let (rules, text) = options::resolve::<Rules>(Auction::PRESETS, preset, overrides)?;
        if !(2..=5).contains(&rules.seats) {
            return Err(Error::Spec(format!("seats={} cannot be: 2 to 5 can play.", rules.seats)));
        }
        Ok(Auction { rules, text })
    }

    fn rules_text(&self) -> &str {
        &self.text
    }

    fn rules_options(&self) -> Value {
        json!(self.rules)
    }
}

impl Play for Auction {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    fn seats(&self) -> usize {
        self.rules.seats
    }

    fn bounds(&self) -> (Points, Points) {
        // All cards, the 12 doubled.
        (0, 91 + 12)
    }

    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        let mut cards: Vec<Card> = deck().collect();
        shuffle(&mut cards, rng);
        let talon = cards.split_off(self.rules.seats * self.hand_size());
        let hands = cards.chunks(self.hand_size()).map(|hand| hand.iter().copied().collect()).collect();
        self.start(hands, talon, *standing)
    }

    fn to_act(&self, state: &State) -> SeatSet {
        match self.stage(&state.public) {
            Stage::Choose => {
                let owes = |set: SeatSet, seat: Seat| {
                    if state.chosen[seat.index()].is_none() { set.with(seat) } else { set }
                };
                self.everyone().fold(SeatSet::EMPTY, owes)
            }
            Stage::Lot if state.asked => state.holder(JOKER).expect("somebody is asked").set(),
            Stage::Lot => Seat::CHANCE.set(),
            Stage::Over => SeatSet::EMPTY,
        }
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        if seat != Seat::CHANCE {
            return self.view_legal(&self.view(state, seat), moves);
        }
        moves.clear();
        if self.to_act(state).has(Seat::CHANCE) {
            moves.extend([Move::Turn(End::Top), Move::Turn(End::Bottom)]);
        }
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        match mv {
            Move::Choose(card) => {
                state.chosen[seat.index()] = Some(card);
                let Some(shown) = state.chosen.iter().copied().collect::<Option<Vec<Card>>>() else {
                    return;
                };
                state.public.shown.push(shown);
                state.chosen.fill(None);
                state.asked = state.public.doubled.is_none() && self.everyone().any(|s| state.in_hand(s).has(JOKER));
            }
            Move::Double => {
                state.public.doubled = Some((seat, state.public.shown.len() - 1));
                state.asked = false;
            }
            Move::Decline => state.asked = false,
            Move::Turn(end) => {
                let turned = state.public.lots.iter().filter(|lot| lot.0 == end).count();
                let card = match end {
                    End::Top => state.talon[turned],
                    End::Bottom => state.talon[state.talon.len() - 1 - turned],
                };
                state.public.lots.push((end, card));
            }
        }
    }

    fn returns(&self, state: &State) -> Returns {
        let won = state.public.won(self.rules.seats);
        let shared =
            |seat: Seat| self.everyone().filter(|&s| self.allies(state, seat, s)).map(|s| won[s.index()]).sum();
        Returns::new(&self.everyone().map(shared).collect::<Vec<_>>())
    }

    fn allies(&self, state: &State, a: Seat, b: Seat) -> bool {
        a == b || state.party().is_some_and(|(one, two)| (one, two) == (a, b) || (one, two) == (b, a))
    }

    fn cards_played(&self, mv: Move) -> u32 {
        matches!(mv, Move::Choose(_)) as u32
    }

    fn standing_after(&self, state: &State) -> Standing {
        let mut totals = state.public.totals;
        for (total, points) in totals.iter_mut().zip(self.returns(state).as_slice()) {
            *total += points;
        }
        totals
    }

    fn outcome(&self, standing: &Standing) -> Outcome {
        let best = standing.iter().copied().max().expect("there are seats");
        if best < self.rules.target {
            return Outcome::Open;
        }
        let first = self.everyone().filter(|seat| standing[seat.index()] == best);
        Outcome::Over(first.fold(SeatSet::EMPTY, SeatSet::with))
    }

    fn settled(&self, state: &State) -> State {
        State { asked: false, ..state.clone() }
    }

    fn is_decline(&self, mv: Move) -> bool {
        mv == Move::Decline
    }
}

impl Worlds for Auction {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let hand = state.hands[seat.index()];
        let asked = state.asked && hand.has(JOKER);
        View { seat, hand, public: state.public.clone(), chosen: state.chosen[seat.index()], asked }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn view_legal(&self, view: &View, moves: &mut Vec<Move>) {
        moves.clear();
        match self.stage(&view.public) {
            Stage::Choose if view.chosen.is_none() => moves.extend(view.in_hand().iter().map(Move::Choose)),
            Stage::Lot if view.public.doubled.is_none() && view.in_hand().has(JOKER) => {
                moves.push(Move::Double);
                // Who has declined may still think better of it until the lot is drawn.
                if view.asked {
                    moves.push(Move::Decline);
                }
            }
            _ => {}
        }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let turned = view.public.turned(self.talon_size());
        let mut hands: Vec<CardSet> = self.everyone().map(|seat| view.public.shown_by(seat)).collect();
        hands[view.seat.index()] = view.hand;
        if let Some((doubler, _)) = view.public.doubled {
            hands[doubler.index()] |= JOKER.set();
        }
        let seen = hands.iter().fold(turned.iter().map(|t| t.1).collect(), |seen: CardSet, &hand| seen | hand);
        // Every order of the unseen cards is equally likely, and so is every deal they make.
        let mut unseen: Vec<Card> = deck().filter(|&card| !seen.has(card)).collect();
        shuffle(&mut unseen, rng);
        for hand in &mut hands {
            while (hand.len() as usize) < self.hand_size() {
                *hand |= unseen.pop().expect("as many cards as places").set();
            }
        }
        let mut lie = |place: usize| match turned.iter().find(|t| t.0 == place) {
            Some(&(_, card)) => card,
            None => unseen.pop().expect("as many cards as places"),
        };
        let talon = (0..self.talon_size()).map(&mut lie).collect();
        self.world(view, hands, talon)
    }

    /// Puts one card after the other into every place that the view does not rule out for it.
    fn enumerate(&self, view: &View, limit: usize) -> Option<Vec<State>> {
        struct Search<'a> {
            game: &'a Auction,
            view: &'a View,
            limit: usize,
            worlds: Vec<State>,
        }
        impl Search<'_> {
            /// Returns whether the limit still holds.
            fn place(&mut self, card: Card, hands: &mut Vec<CardSet>, talon: &mut Vec<Option<Card>>) -> bool {
                if card > JOKER {
                    let talon = talon.iter().map(|c| c.expect("every place is taken")).collect();
                    let world = self.game.world(self.view, hands.clone(), talon);
                    if self.game.audit(&world).is_ok() && self.game.view(&world, self.view.seat) == *self.view {
                        self.worlds.push(world);
                    }
                    return self.worlds.len() <= self.limit;
                }
                let next = Card(card.0 + 1);
                let public = &self.view.public;
                let turned = public.turned(talon.len());
                for seat in self.game.everyone() {
                    let full = hands[seat.index()].len() as usize == self.game.hand_size();
                    let elsewhere = public.all_shown().has(card) && !public.shown_by(seat).has(card);
                    let known = (seat == self.view.seat) != self.view.hand.has(card);
                    if full || elsewhere || known || turned.iter().any(|t| t.1 == card) {
                        continue;
                    }
                    hands[seat.index()] |= card.set();
                    let go_on = self.place(next, hands, talon);
                    hands[seat.index()] = hands[seat.index()] - card.set();
                    if !go_on {
                        return false;
                    }
                }
                for place in 0..talon.len() {
                    let other = turned.iter().any(|&(p, c)| (p == place) != (c == card));
                    if talon[place].is_some() || other || self.view.hand.has(card) || public.all_shown().has(card) {
                        continue;
                    }
                    talon[place] = Some(card);
                    let go_on = self.place(next, hands, talon);
                    talon[place] = None;
                    if !go_on {
                        return false;
                    }
                }
                true
            }
        }
        let mut search = Search { game: self, view, limit, worlds: Vec::new() };
        let complete =
            search.place(Card(1), &mut vec![CardSet::EMPTY; self.rules.seats], &mut vec![None; self.talon_size()]);
        complete.then_some(search.worlds)
    }

    fn hand_size(&self, view: &View) -> u32 {
        (view.hand - view.public.shown_by(view.seat)).len() - view.chosen.is_some() as u32
    }

    fn shown(&self, now: &State, mover: Seat, mv: Move, observer: Seat) -> bool {
        match mv {
            Move::Choose(card) => mover == observer || now.public.all_shown().has(card),
            Move::Double | Move::Turn(_) => true,
            Move::Decline => mover == observer,
        }
    }
}

impl Positions for Auction {
    fn position(&self, setup: &Value) -> Result<State, Error> {
        let setup: Setup = serde_json::from_value(setup.clone()).map_err(|e| Error::Position(format!("{e}.")))?;
        let cards = |texts: &[String]| texts.iter().map(|text| parse_cards(text)).collect::<Result<Vec<_>, _>>();
        let hands = cards(&setup.hands)?.into_iter().map(|hand| hand.into_iter().collect()).collect();
        let mut state = self.start(hands, parse_cards(&setup.talon)?, setup.totals);
        state.public.shown = cards(&setup.shown)?;
        if setup.lots.len() > state.talon.len() {
            return Err(Error::Position("The talon has fewer cards than were turned.".into()));
        }
        for end in setup.lots {
            self.play_unchecked(&mut state, Seat::CHANCE, Move::Turn(end));
        }
        state.public.doubled = setup.doubled.and_then(|turn| Some((state.holder(JOKER)?, turn)));
        state.chosen =
            setup.chosen.iter().map(|card| card.as_deref().map(parse_card).transpose()).collect::<Result<_, _>>()?;
        state.asked = setup.asked;
        self.audit(&state).map_err(Error::Position)?;
        Ok(state)
    }

    fn setup(&self, state: &State) -> Value {
        json!(Setup {
            hands: state.hands.iter().map(|&hand| card_text(hand)).collect(),
            talon: card_text(state.talon.iter().copied()),
            shown: state.public.shown.iter().map(|cards| card_text(cards.iter().copied())).collect(),
            lots: state.public.lots.iter().map(|lot| lot.0).collect(),
            doubled: state.public.doubled.map(|(_, turn)| turn),
            chosen: state.chosen.iter().map(|card| card.map(|c| c.0.to_string())).collect(),
            asked: state.asked,
            totals: state.public.totals,
        })
    }

    fn facts(&self, state: &State) -> Map<String, Value> {
        let hands: Map<String, Value> =
            self.everyone().map(|s| (s.to_string(), json!(card_text(state.in_hand(s))))).collect();
        let mut facts = Map::new();
        facts.insert("hands".into(), hands.into());
        if self.stage(&state.public) == Stage::Over {
            facts.insert("scores".into(), json!(self.returns(state).as_slice()));
        }
        facts
    }

    fn view_facts(&self, view: &View) -> Map<String, Value> {
        let mut facts = Map::new();
        facts.insert("hand".into(), json!(card_text(view.in_hand())));
        facts.insert("table".into(), json!(view.public.shown.last().map(|cards| card_text(cards.iter().copied()))));
        facts.insert("scores".into(), json!(view.public.won(self.rules.seats)));
        facts
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        let law = |holds: bool, broken: &str| if holds { Ok(()) } else { Err(broken.to_string()) };
        let seats = self.rules.seats;
        law(state.hands.len() == seats && state.chosen.len() == seats, "Every seat has a hand and may choose.")?;
        let lying = state.hands.iter().flat_map(|hand| hand.iter()).chain(state.talon.iter().copied());
        let mut lying: Vec<Card> = lying.collect();
        lying.sort();
        law(lying.into_iter().eq(deck()), "Every card of the suit is somewhere, and only once.")?;
        let dealt = state.hands.iter().all(|hand| hand.len() as usize == self.hand_size());
        law(dealt, "Every seat is dealt the same number of cards.")?;

        let public = &state.public;
        let turns = public.shown.len();
        law(turns <= self.hand_size(), "There are no more turns than cards.")?;
        law(public.shown.iter().all(|cards| cards.len() == seats), "All seats show a card.")?;
        let own = |seat: Seat| state.hands[seat.index()].covers(public.shown_by(seat));
        law(self.everyone().all(own), "A seat shows cards that it was dealt.")?;
        law(public.all_shown().len() as usize == turns * seats, "A card is shown once.")?;
        let drawn = public.lots.len();
        let drawn_fits = drawn == turns || drawn + 1 == turns;
        law(drawn_fits && drawn < self.hand_size(), "A lot is drawn between two turns.")?;
        let lie = public.turned(state.talon.len()).iter().all(|&(place, card)| state.talon[place] == card);
        law(lie, "A bonus comes from the talon.")?;

        let joker_in_hand = |after: usize| {
            let gone = public.shown.iter().take(after).flatten().any(|&card| card == JOKER);
            !gone && state.holder(JOKER).is_some()
        };
        if let Some((seat, turn)) = public.doubled {
            let able = state.holder(JOKER) == Some(seat) && turn < turns && joker_in_hand(turn + 1);
            law(able, "Who doubles holds the 13.")?;
        }
        let stage = self.stage(public);
        if state.asked {
            let open = stage == Stage::Lot && public.doubled.is_none() && joker_in_hand(turns);
            law(open, "Only the holder of the 13 is asked, before the lot, until it has doubled.")?;
        }
        let chosen: Vec<(Seat, Card)> = self.everyone().filter_map(|s| Some((s, state.chosen[s.index()]?))).collect();
        let open = chosen.is_empty() || (stage == Stage::Choose && chosen.len() < seats);
        law(open, "When all have chosen, the cards are shown.")?;
        law(chosen.iter().all(|&(seat, card)| state.in_hand(seat).has(card)), "A seat chooses a card it holds.")
    }
}

impl Notation for Auction {
    fn deed(&self, mv: Move) -> Deed {
        match mv {
            Move::Choose(card) => Deed::of(Kind::Play).with([card.0.to_string()]),
            Move::Double => Deed::of(Kind::Call),
            Move::Decline => Deed::of(Kind::Decline),
            _ => Deed::of(Kind::Bid),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Choose(card) => card.0.to_string(),
            Move::Double => "double".into(),
            Move::Decline => "decline".into(),
            Move::Turn(End::Top) => "top".into(),
            Move::Turn(End::Bottom) => "bottom".into(),
        }
    }

    fn parse_move(&self, _state: &State, _seat: Seat, text: &str) -> Result<Move, Error> {
        match text {
            "double" => Ok(Move::Double),
            "decline" => Ok(Move::Decline),
            "top" => Ok(Move::Turn(End::Top)),
            "bottom" => Ok(Move::Turn(End::Bottom)),
            _ => parse_card(text).map(Move::Choose),
        }
    }

    fn write_deal(&self, start: &State) -> Vec<(String, String)> {
        let hand = |seat: Seat| (seat.to_string(), card_text(start.hands[seat.index()]));
        let totals = start.public.totals.map(|t| t.to_string()).join(" ");
        let rest = [("talon".into(), card_text(start.talon.iter().copied())), ("totals".into(), totals)];
        self.everyone().map(hand).chain(rest).collect()
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let line = |name: &str| match lines.iter().find(|l| l.0 == name) {
            Some((_, text)) => Ok(text.as_str()),
            None => Err(Error::Notation(format!("The deal has no line \"{name}: …\"."))),
        };
        let hand = |seat: Seat| Ok(parse_cards(line(&seat.to_string())?)?.into_iter().collect());
        let hands = self.everyone().map(hand).collect::<Result<_, Error>>()?;
        let totals: Option<Vec<Points>> = line("totals")?.split(' ').map(|t| t.parse().ok()).collect();
        let totals = totals.and_then(|t| t.try_into().ok());
        let totals = totals.ok_or_else(|| Error::Notation("The totals are five whole numbers.".into()))?;
        let state = self.start(hands, parse_cards(line("talon")?)?, totals);
        self.audit(&state).map_err(Error::Notation)?;
        Ok(state)
    }

    fn new_line(&self, state: &State) -> bool {
        self.stage(&state.public) == Stage::Choose && state.chosen.iter().all(Option::is_none)
    }
}

impl Encode for Auction {
    fn encoding(&self) -> &'static Encoding {
        const CARDS: &str = "the deck, card by card";
        static ENCODING: Encoding = Encoding {
            state: &[
                Block::new(0, 0, 64, "hand", CARDS),
                Block::new(1, 0, 64, "shown", CARDS),
                Block::new(2, 0, 64, "turned", CARDS),
                Block::new(3, 0, 64, "chosen", CARDS),
                Block::new(4, 0, 1, "asked", "a decision is owed"),
            ],
            action: &[Block::new(0, 0, 64, "move", "its code")],
            truth: &[Block::new(0, 0, 64, "hand", CARDS)],
            outcomes: &["points"],
        };
        &ENCODING
    }

    fn encode(&self, view: &View, _draft: Option<Move>, words: &mut [u64]) {
        let turned: CardSet = view.public.lots.iter().map(|lot| lot.1).collect();
        let sets = [view.in_hand(), view.public.all_shown(), turned, view.chosen.into_iter().collect()];
        words[..4].copy_from_slice(&sets.map(|set| set.0));
        words[4] = view.asked as u64;
    }

    fn encode_move(&self, _view: &View, mv: Move, words: &mut [u64]) {
        words[0] = mv.code();
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        words[0] = self.view(state, seat).in_hand().0;
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        numbers[0] = self.returns(state)[seat] as f32;
    }
}

impl Hints for Auction {
    const BOTS: &'static [(&'static str, &'static str)] = &[("highest", "shows its highest card and doubles at once")];

    fn seatings(&self) -> Vec<Vec<u8>> {
        let seats = self.rules.seats;
        (1..(1u32 << seats) - 1).map(|sides| (0..seats).map(|s| (sides >> s & 1) as u8).collect()).collect()
    }

    fn bot(&self, spec: &Spec) -> Option<Result<Box<dyn Agent<Auction>>, Error>> {
        (spec.name == "highest").then(|| spec.allow(0, &[]).map(|()| Box::new(Highest) as Box<dyn Agent<Auction>>))
    }
}

/// The description of a position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    hands: Vec<String>,
    talon: String,
    shown: Vec<String>,
    lots: Vec<End>,
    doubled: Option<usize>,
    chosen: Vec<Option<String>>,
    asked: bool,
    totals: Standing,
}

fn card_text(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.0.to_string()).collect::<Vec<_>>().join(" ")
}

fn parse_card(text: &str) -> Result<Card, Error> {
    let card = text.parse().ok().map(Card).filter(|card| deck().any(|c| c == *card));
    card.ok_or_else(|| Error::Notation(format!("\"{text}\" is not a card; cards are 1 to 13.")))
}

fn parse_cards(text: &str) -> Result<Vec<Card>, Error> {
    text.split_whitespace().map(parse_card).collect()
}

struct Highest;

impl Agent<Auction> for Highest {
    fn act(&mut self, game: &Auction, view: &View, _rng: &mut Rng, _clock: Clock<'_>) -> Move {
        let mut moves = Vec::new();
        game.view_legal(view, &mut moves);
        *moves.iter().filter(|&&mv| mv != Move::Decline).max().expect("the viewer owes a decision")
    }
}

// -------------------------------------------------------------------------------------------------
// It keeps the laws.

#[test]
fn the_auction_keeps_the_laws() {
    kit::check(&Auction::of(3), kit::Effort::default());
}

#[test]
fn the_auction_keeps_the_laws_with_any_number_of_seats() {
    // Four seats never come to a view with few enough worlds for the kit: they are tested below.
    for (seats, endgames) in [(2, 4), (4, 0), (5, 4)] {
        kit::check(&Auction::of(seats), kit::Effort { endgames, ..Default::default() });
    }
    assert!(Auction::with_rules(None, json!({"seats": 6}).as_object().unwrap()).is_err());
}

/// Plays moves, written as in a record, each checked.
fn played(game: &Auction, mut state: State, moves: &str) -> State {
    for step in moves.split("; ") {
        let (seat, text) = step.split_once(' ').unwrap();
        let seat = seat.parse().map_or(Seat::CHANCE, Seat);
        let mv = game.parse_move(&state, seat, text).unwrap();
        game.play(&mut state, seat, mv).unwrap();
    }
    state
}

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);

/// Seats 0 and 1 are allies, seat 1 has the joker.
fn example(game: &Auction) -> State {
    let lines = [("0", "1 9 12"), ("1", "2 6 13"), ("2", "3 4 11"), ("talon", "5 7 8 10"), ("totals", "0 0 0 0 0")];
    game.read_deal(&lines.map(|(name, text)| (name.to_string(), text.to_string()))).unwrap()
}

#[test]
fn allies_share_what_a_doubled_stake_wins() {
    let game = Auction::of(3);
    let first = played(&game, example(&game), "2 11; 0 9; 1 6; 1 double; chance bottom"); // 12 9 11 to seat 1
    let second = played(&game, first, "0 1; 1 2; 2 3; chance top"); // 6 and the 10 to seat 2
    let state = played(&game, second, "1 13; 2 4; 0 12"); // 29 and the 5 to seat 1
    assert!(game.to_act(&state).is_empty());
    assert!(game.allies(&state, A, B) && !game.allies(&state, B, C));
    assert_eq!(game.returns(&state).as_slice(), [66, 66, 16]);
    assert_eq!(game.standing_after(&state), [66, 66, 16, 0, 0]);
    assert_eq!(game.outcome(&[200, 200, 16, 0, 0]), Outcome::Over(SeatSet::all(2)));
}

#[test]
fn only_the_one_who_is_asked_sees_the_question() {
    let game = Auction::of(3);
    let asked = played(&game, example(&game), "0 9; 1 6; 2 11");
    let settled = game.settled(&asked);
    assert_eq!(game.to_act(&asked), B.set());
    assert_eq!(game.to_act(&settled), Seat::CHANCE.set());
    assert_ne!(game.view(&asked, B), game.view(&settled, B));
    for other in [A, C] {
        assert_eq!(game.view(&asked, other), game.view(&settled, other));
    }
    // Who has declined may still double; a record, which leaves declines out, relies on it.
    assert!(played(&game, settled, "1 double").public.doubled.is_some());
}

#[test]
fn a_table_tells_nobody_what_another_has_chosen() {
    let game = std::sync::Arc::new(Auction::of(3));
    let table = Table::position(game.clone(), &game.setup(&example(&game)), None).unwrap();
    let table = table.play(A, Move::Choose(Card(9))).unwrap().play(C, Move::Choose(Card(4))).unwrap();
    assert_eq!(table.history(B), []);
    assert_eq!(table.history(C), [(C, Move::Choose(Card(4)))]);
    assert_eq!(table.play(B, Move::Choose(Card(2))).unwrap().history(B).len(), 3);
}

#[test]
fn worlds_are_uniform_where_the_kit_finds_none_small_enough() {
    let game = Auction::of(4);
    let mut rng = Rng::new(4);
    let mut state = game.deal(&Standing::default(), &mut rng);
    while state.public.lots.is_empty() {
        let seat = game.to_act(&state).first();
        let mv = game.sample_move(&state, seat, &mut rng);
        game.play_unchecked(&mut state, seat, mv);
    }
    let view = game.view(&state, A);
    let worlds = game.enumerate(&view, 10_000).unwrap();
    // Three hidden hands of one card and four of the talon, or one less when somebody has doubled.
    assert_eq!(worlds.len(), if state.public.doubled.is_some_and(|(seat, _)| seat != A) { 720 } else { 5040 });
    kit::uniform_over(&game, &view, &worlds, &mut rng);
}

#[test]
fn the_rule_based_player_finishes_a_deal() {
    let game = Auction::of(3);
    let mut bot = game.bot(&Spec::parse("highest").unwrap()).unwrap().unwrap();
    assert!(game.bot(&Spec::parse("highest(1)").unwrap()).unwrap().is_err());
    let mut rng = Rng::new(1);
    let mut state = example(&game);
    while !game.to_act(&state).is_empty() {
        let seat = game.to_act(&state).first();
        let mv = match seat {
            Seat::CHANCE => Move::Turn(End::Top),
            _ => bot.act(&game, &game.view(&state, seat), &mut rng, Clock::NONE),
        };
        game.play(&mut state, seat, mv).unwrap();
    }
    // 12 13 11 to seat 1, 9 6 4 and the 5 to seat 0, 1 2 3 and the 7 to seat 2; the joker went first, unused.
    assert_eq!(game.returns(&state).as_slice(), [60, 60, 13]);
}

// -------------------------------------------------------------------------------------------------
// Games with one flaw each do not.

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Flaw {
    /// Nothing.
    None,
    /// A view shows the next seat's cards.
    ViewLeaksCards,
    /// A view shows how many have chosen, and worlds agree with it.
    ViewLeaksAnswers,
    /// The legal moves come in the wrong order.
    LegalUnsorted,
    /// What is legal depends on who holds the joker.
    LegalLeaks,
    /// Of two worlds the one with more in the next hand is taken.
    SampleBiased,
    /// A world does not know what the viewer has chosen.
    SampleForgets,
    /// One world is left out.
    EnumerationIncomplete,
    /// A card vanishes when a bonus is turned.
    CardLost,
    /// The least and the greatest return are too narrow.
    BoundsTooNarrow,
    /// All cards have the same name.
    MovesNamedAlike,
    /// A record does not keep the order of the talon.
    RecordForgets,
    /// A position does not read back.
    PositionForgets,
    /// The deal depends on more than its generator.
    DealUnsteady,
}

/// The auction with a flaw.
#[derive(Clone)]
struct Flawed {
    honest: Auction,
    flaw: Flaw,
    /// Counts deals where it should not.
    deals: std::sync::Arc<std::sync::atomic::AtomicU64>,
}

/// A view, and what it should not show.
type Leak = (View, u64);

impl Flawed {
    fn new(flaw: Flaw) -> Flawed {
        Flawed { honest: Auction::of(3), flaw, deals: Default::default() }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    fn after(&self, seat: Seat) -> usize {
        (seat.index() + 1) % self.honest.rules.seats
    }
}

/// Methods that are those of the honest game.
macro_rules! honest {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        fn $name(&self, $($argument: $type),*) -> $result {
            self.honest.$name($($argument),*)
        }
    )*};
}

impl Rulebook for Flawed {
    const NAME: &'static str = Auction::NAME;
    const TITLE: &'static str = Auction::TITLE;
    const RULES_PAGE: &'static str = Auction::RULES_PAGE;
    const PRESETS: &'static [Preset] = Auction::PRESETS;

    honest! {
        fn rules_options() -> Value;
        fn rules_text() -> &str;
    }

    fn with_rules(_preset: Option<&str>, _overrides: &Map<String, Value>) -> Result<Flawed, Error> {
        unreachable!("the kit takes a game as it is")
    }
}

impl Play for Flawed {
    type State = State;
    type Move = Move;
    type Standing = Standing;

    honest! {
        fn seats() -> usize;
        fn to_act(state: &State) -> SeatSet;
        fn returns(state: &State) -> Returns;
        fn allies(state: &State, a: Seat, b: Seat) -> bool;
        fn standing_after(state: &State) -> Standing;
        fn outcome(standing: &Standing) -> Outcome;
        fn settled(state: &State) -> State;
        fn is_decline(mv: Move) -> bool;
        fn cards_played(mv: Move) -> u32;
    }

    fn bounds(&self) -> (Points, Points) {
        if self.has(Flaw::BoundsTooNarrow) { (0, 50) } else { self.honest.bounds() }
    }

    fn deal(&self, standing: &Standing, rng: &mut Rng) -> State {
        if self.has(Flaw::DealUnsteady) {
            let number = self.deals.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            return self.honest.deal(standing, &mut Rng::new(number));
        }
        self.honest.deal(standing, rng)
    }

    fn legal(&self, state: &State, seat: Seat, moves: &mut Vec<Move>) {
        self.honest.legal(state, seat, moves);
        if self.has(Flaw::LegalUnsorted) {
            moves.reverse();
        }
        if self.has(Flaw::LegalLeaks) && seat != Seat::CHANCE && moves.len() == 2 && state.holder(JOKER) == Some(A) {
            moves.pop();
        }
    }

    fn play_unchecked(&self, state: &mut State, seat: Seat, mv: Move) {
        self.honest.play_unchecked(state, seat, mv);
        if self.has(Flaw::CardLost) && matches!(mv, Move::Turn(_)) {
            state.talon.pop();
        }
    }
}

impl Worlds for Flawed {
    type View = Leak;

    fn view(&self, state: &State, seat: Seat) -> Leak {
        let leak = match self.flaw {
            Flaw::ViewLeaksCards => state.hands[self.after(seat)].0,
            Flaw::ViewLeaksAnswers => state.chosen.iter().flatten().count() as u64,
            _ => 0,
        };
        (self.honest.view(state, seat), leak)
    }

    fn viewer(&self, view: &Leak) -> Seat {
        self.honest.viewer(&view.0)
    }

    fn view_legal(&self, view: &Leak, moves: &mut Vec<Move>) {
        self.honest.view_legal(&view.0, moves);
        if self.has(Flaw::LegalUnsorted) {
            moves.reverse();
        }
    }

    fn sample(&self, view: &Leak, rng: &mut Rng) -> State {
        let mut world = self.honest.sample(&view.0, rng);
        match self.flaw {
            Flaw::SampleBiased => {
                let next = self.after(view.0.seat);
                let other = self.honest.sample(&view.0, rng);
                if other.hands[next] > world.hands[next] { other } else { world }
            }
            Flaw::SampleForgets => {
                world.chosen.fill(None);
                world
            }
            Flaw::ViewLeaksAnswers => {
                let others: Vec<Seat> = self.honest.everyone().filter(|&s| s != view.0.seat).collect();
                let own = view.0.chosen.iter().count();
                for &seat in &others[..view.1 as usize - own] {
                    world.chosen[seat.index()] = world.in_hand(seat).iter().next();
                }
                world
            }
            _ => world,
        }
    }

    fn enumerate(&self, view: &Leak, limit: usize) -> Option<Vec<State>> {
        let mut worlds = self.honest.enumerate(&view.0, limit)?;
        if self.has(Flaw::EnumerationIncomplete) {
            worlds.pop();
        }
        Some(worlds)
    }

    fn hand_size(&self, view: &Leak) -> u32 {
        Worlds::hand_size(&self.honest, &view.0)
    }
}

impl Positions for Flawed {
    honest! {
        fn position(setup: &Value) -> Result<State, Error>;
        fn facts(state: &State) -> Map<String, Value>;
        fn audit(state: &State) -> Result<(), String>;
    }

    fn setup(&self, state: &State) -> Value {
        let mut setup = self.honest.setup(state);
        if self.has(Flaw::PositionForgets) {
            setup["lots"] = json!([]);
        }
        setup
    }

    fn view_facts(&self, view: &Leak) -> Map<String, Value> {
        self.honest.view_facts(&view.0)
    }
}

impl Notation for Flawed {
    honest! {
        fn parse_move(state: &State, seat: Seat, text: &str) -> Result<Move, Error>;
        fn write_deal(start: &State) -> Vec<(String, String)>;
    }

    fn deed(&self, mv: Move) -> Deed {
        self.honest.deed(mv)
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Choose(_) if self.has(Flaw::MovesNamedAlike) => "1".into(),
            _ => self.honest.move_text(mv),
        }
    }

    fn read_deal(&self, lines: &[(String, String)]) -> Result<State, Error> {
        let mut state = self.honest.read_deal(lines)?;
        if self.has(Flaw::RecordForgets) {
            state.talon.sort();
        }
        Ok(state)
    }
}

impl Encode for Flawed {
    fn encoding(&self) -> &'static Encoding {
        self.honest.encoding()
    }

    fn encode(&self, view: &Leak, draft: Option<Move>, words: &mut [u64]) {
        self.honest.encode(&view.0, draft, words);
    }

    fn encode_move(&self, view: &Leak, mv: Move, words: &mut [u64]) {
        self.honest.encode_move(&view.0, mv, words);
    }

    fn encode_truth(&self, state: &State, seat: Seat, words: &mut [u64]) {
        self.honest.encode_truth(state, seat, words);
    }

    fn encode_outcome(&self, state: &State, seat: Seat, numbers: &mut [f32]) {
        self.honest.encode_outcome(state, seat, numbers);
    }
}

impl Hints for Flawed {
    honest! {
        fn seatings() -> Vec<Vec<u8>>;
    }
}

/// The sentence with which a check refuses a game.
fn refusal(check: fn(&Flawed, kit::Effort), flaw: Flaw) -> String {
    let game = Flawed::new(flaw);
    let panic = std::panic::catch_unwind(|| check(&game, kit::Effort::default()));
    let Err(sentence) = panic else { panic!("the kit does not notice {flaw:?}") };
    let text = sentence.downcast_ref::<String>().cloned();
    text.or_else(|| sentence.downcast_ref::<&str>().map(|s| s.to_string())).expect("a panic says why")
}

#[test]
fn without_a_flaw_nothing_is_refused() {
    kit::check(&Flawed::new(Flaw::None), kit::Effort::default());
}

#[test]
fn a_game_that_leaks_is_refused() {
    assert!(refusal(kit::random_play, Flaw::ViewLeaksCards).contains("does not give the view it was drawn from"));
    assert!(refusal(kit::random_play, Flaw::ViewLeaksAnswers).contains("before all have answered"));
    assert!(refusal(kit::random_play, Flaw::LegalLeaks).contains("differ from those of the state"));
}

#[test]
fn a_game_with_wrong_moves_or_cards_is_refused() {
    assert!(refusal(kit::random_play, Flaw::LegalUnsorted).contains("not sorted and unique"));
    assert!(refusal(kit::random_play, Flaw::MovesNamedAlike).contains("does not read back"));
    assert!(refusal(kit::random_play, Flaw::CardLost).contains("Every card of the suit"));
    assert!(refusal(kit::random_play, Flaw::BoundsTooNarrow).contains("is outside 0..=50"));
}

#[test]
fn a_game_with_wrong_worlds_is_refused() {
    assert!(refusal(kit::random_play, Flaw::SampleForgets).contains("does not give the view it was drawn from"));
    assert!(refusal(kit::worlds_are_uniform, Flaw::SampleBiased).contains("worlds are not uniform"));
    assert!(refusal(kit::worlds_are_uniform, Flaw::EnumerationIncomplete).contains("not in the enumeration"));
}

#[test]
fn a_game_that_forgets_or_wavers_is_refused() {
    assert!(refusal(kit::records_round_trip, Flaw::RecordForgets).contains("The record states the result"));
    assert!(refusal(kit::records_round_trip, Flaw::PositionForgets).contains("does not read back as it was written"));
    assert!(refusal(kit::one_seed_one_result, Flaw::DealUnsteady).contains("the number of threads"));
}
