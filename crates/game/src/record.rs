//! Records of deals: one readable text each, or JSON lines for many.
//!
//! ```text
//! kibitz 1
//! game: tichu
//! rules: official
//! seed: 7
//! players: rules | random | rules | random
//! deal:
//!   0: 2j 3s …
//! moves:
//!   0 no-grand; 1 grand; …
//! result: 80 20 80 20
//! ```

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value, json};

use crate::{Error, Points, Seat, Seed};

/// A deal as text: how it began, what was played, what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Name of the game.
    pub game: String,
    /// Canonical text of the rules.
    pub rules: String,
    /// Seed of the deal, if it was dealt.
    pub seed: Option<Seed>,
    /// Who sat where, if known.
    pub players: Vec<String>,
    /// The cards.
    pub start: Start,
    /// The moves, grouped in lines for the reader.
    pub moves: Vec<Vec<(Seat, String)>>,
    /// Returns per seat, when the deal was finished.
    pub result: Option<Vec<Points>>,
}

/// How the deal of a record began.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// A complete deal, as named lines.
    Deal(Vec<(String, String)>),
    /// A position of the conformance format.
    Position(Value),
}

const FIRST_LINE: &str = "kibitz 1";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}\ngame: {}\nrules: {}", self.game, self.rules)?;
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        if !self.players.is_empty() {
            writeln!(f, "players: {}", self.players.join(" | "))?;
        }
        match &self.start {
            Start::Deal(lines) => {
                writeln!(f, "deal:")?;
                for (name, text) in lines {
                    writeln!(f, "  {name}: {text}")?;
                }
            }
            Start::Position(setup) => writeln!(f, "position: {setup}")?,
        }
        writeln!(f, "moves:")?;
        for line in &self.moves {
            let moves: Vec<String> = line.iter().map(|(seat, text)| format!("{seat} {text}")).collect();
            writeln!(f, "  {}", moves.join("; "))?;
        }
        if let Some(result) = &self.result {
            let points: Vec<String> = result.iter().map(|p| p.to_string()).collect();
            writeln!(f, "result: {}", points.join(" "))?;
        }
        Ok(())
    }
}

impl Record {
    /// Reads the text of a record.
    pub fn parse(text: &str) -> Result<Record, Error> {
        let mut lines = text.lines().map(str::trim_end).enumerate().filter(|(_, l)| !l.trim().is_empty()).peekable();
        match lines.next() {
            Some((_, line)) if line.trim() == FIRST_LINE => {}
            found => {
                let found = found.map_or("nothing".into(), |(_, l)| format!("\"{l}\""));
                let sentence = format!("A record begins with the line \"{FIRST_LINE}\", not with {found}.");
                return Err(Error::Record(sentence, Some(1)));
            }
        }
        let mut record = Record {
            game: String::new(),
            rules: String::new(),
            seed: None,
            players: Vec::new(),
            start: Start::Deal(Vec::new()),
            moves: Vec::new(),
            result: None,
        };
        let wrong_at = |number: usize, what: String| {
            let line = number + 1;
            Error::Record(format!("Line {line} of the record: {what}"), Some(line))
        };
        while let Some((number, line)) = lines.next() {
            let wrong = |what: String| wrong_at(number, what);
            let Some((key, value)) = line.split_once(':') else {
                return Err(wrong(format!("\"{line}\" is not a \"key: value\" line.")));
            };
            let value = value.trim();
            let mut block = Vec::new();
            while let Some((n, l)) = lines.next_if(|(_, l)| l.starts_with(' ')) {
                block.push((n, l.trim()));
            }
            match key {
                "game" => record.game = value.into(),
                "rules" => record.rules = value.into(),
                "seed" => {
                    let seed = value
                        .parse()
                        .map_err(|_| wrong(format!("\"{value}\" is not a seed; it is a whole number.")))?;
                    record.seed = Some(seed);
                }
                "players" => record.players = value.split('|').map(|p| p.trim().to_string()).collect(),
                "position" => {
                    let setup =
                        serde_json::from_str(value).map_err(|e| wrong(format!("the position is not JSON: {e}.")))?;
                    record.start = Start::Position(setup);
                }
                "deal" => {
                    let split = |(n, l): (usize, &str)| match l.split_once(':') {
                        Some((name, text)) => Ok((name.trim().to_string(), text.trim().to_string())),
                        None => Err(wrong_at(n, format!("\"{l}\" is not a \"name: cards\" line."))),
                    };
                    let deal = block.into_iter().map(split).collect::<Result<Vec<(String, String)>, _>>()?;
                    let mut names = HashSet::new();
                    if let Some((name, _)) = deal.iter().find(|(name, _)| !names.insert(name)) {
                        return Err(wrong(format!("the deal says twice what \"{name}\" holds.")));
                    }
                    record.start = Start::Deal(deal);
                }
                "moves" => {
                    let read = |(n, l): (usize, &str)| {
                        l.split(';')
                            .map(|m| {
                                let step = parse_step(m.trim());
                                step.ok_or_else(|| wrong_at(n, format!("\"{}\" is not \"seat move\".", m.trim())))
                            })
                            .collect::<Result<Vec<_>, _>>()
                    };
                    record.moves = block.into_iter().map(read).collect::<Result<_, _>>()?;
                }
                "result" => {
                    let points: Result<Vec<Points>, _> = value.split_whitespace().map(str::parse).collect();
                    record.result = Some(
                        points
                            .map_err(|_| wrong(format!("\"{value}\" is not a result; it is one number per seat.")))?,
                    );
                }
                _ => return Err(wrong(format!("\"{key}\" is not a key of a record."))),
            }
        }
        for (key, value) in [("game", &record.game), ("rules", &record.rules)] {
            if value.is_empty() {
                return Err(Error::Record(format!("The record has no line \"{key}: …\"."), None));
            }
        }
        Ok(record)
    }

    /// The record as one JSON object; printed without line breaks it is a line of a JSON-lines file.
    pub fn to_json(&self) -> Value {
        let mut map = Map::new();
        map.insert("game".into(), json!(self.game));
        map.insert("rules".into(), json!(self.rules));
        if let Some(seed) = self.seed {
            // What does not fit a number of JSON is text.
            map.insert("seed".into(), u64::try_from(seed).map_or_else(|_| json!(seed.to_string()), |seed| json!(seed)));
        }
        if !self.players.is_empty() {
            map.insert("players".into(), json!(self.players));
        }
        match &self.start {
            Start::Deal(lines) => {
                let lines: Map<String, Value> = lines.iter().map(|(n, t)| (n.clone(), json!(t))).collect();
                map.insert("deal".into(), Value::Object(lines));
            }
            Start::Position(setup) => {
                map.insert("position".into(), setup.clone());
            }
        }
        let moves: Vec<String> = self
            .moves
            .iter()
            .map(|line| line.iter().map(|(seat, text)| format!("{seat} {text}")).collect::<Vec<_>>().join("; "))
            .collect();
        map.insert("moves".into(), json!(moves));
        if let Some(result) = &self.result {
            map.insert("result".into(), json!(result));
        }
        Value::Object(map)
    }

    /// The inverse of [`Record::to_json`].
    pub fn from_json(value: &Value) -> Result<Record, Error> {
        let wrong = |what: &str| Error::Record(format!("The JSON record {what}."), None);
        let map = value.as_object().ok_or_else(|| wrong("is not an object"))?;
        let text = |key: &str| {
            map.get(key)
                .and_then(Value::as_str)
                .map(str::to_string)
                .ok_or_else(|| wrong(&format!("has no text \"{key}\"")))
        };
        let start = match (map.get("deal"), map.get("position")) {
            (Some(Value::Object(lines)), None) => {
                let line = |(n, t): (&String, &Value)| Some((n.clone(), t.as_str()?.to_string()));
                Start::Deal(
                    lines
                        .iter()
                        .map(line)
                        .collect::<Option<_>>()
                        .ok_or_else(|| wrong("has a deal that is not text"))?,
                )
            }
            (None, Some(setup)) => Start::Position(setup.clone()),
            _ => return Err(wrong("must have either a \"deal\" or a \"position\"")),
        };
        let lines = map.get("moves").and_then(Value::as_array).ok_or_else(|| wrong("has no list \"moves\""))?;
        let line = |l: &Value| l.as_str()?.split(';').map(|m| parse_step(m.trim())).collect::<Option<Vec<_>>>();
        let seed = match map.get("seed") {
            None => None,
            Some(seed) => {
                let whole = seed.as_u64().map(Seed::from).or_else(|| seed.as_str()?.parse().ok());
                Some(whole.ok_or_else(|| wrong("has a seed that is not a whole number"))?)
            }
        };
        let players = match map.get("players") {
            None => Vec::new(),
            Some(p) => {
                serde_json::from_value(p.clone()).map_err(|_| wrong("has players that are not a list of names"))?
            }
        };
        let result = match map.get("result") {
            None => None,
            Some(r) => Some(
                serde_json::from_value(r.clone()).map_err(|_| wrong("has a result that is not a list of numbers"))?,
            ),
        };
        let record = Record {
            game: text("game")?,
            rules: text("rules")?,
            seed,
            players,
            start,
            moves: lines
                .iter()
                .map(line)
                .collect::<Option<_>>()
                .ok_or_else(|| wrong("has a move that is not \"seat move\""))?,
            result,
        };
        // Line breaks and the like are in no text of a record.
        match Record::parse(&record.to_string()) {
            Ok(read) if read == record => Ok(record),
            _ => Err(wrong("has text that no record can have")),
        }
    }
}

fn parse_step(text: &str) -> Option<(Seat, String)> {
    let (seat, mv) = text.split_once(' ')?;
    let seat = match seat {
        "chance" => Seat::CHANCE,
        number => Seat(number.parse().ok().filter(|&n: &u8| (n as usize) < Seat::MAX)?),
    };
    Some((seat, mv.trim().to_string()))
}
