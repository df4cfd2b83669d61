//! The rigs of the ETH study: what in a card may make a player like it.
//!
//! [`Rig::change`] takes any probabilities over the cards of a hand; whose they are is for `rig(agent, …)` to say. Where
//! the study leaves a formula open, ours is p ∝ p₀ · exp(s · τ · z) with z the feature in standard deviations of the hand
//! and s a scale.

use kibitz_game::rig::{add, standardised, tilt};
use kibitz_game::{Error, Spec, Value};

use crate::cards::{Cards, bulls};
use crate::state::Row;
use crate::worlds::View;

/// What is preferred.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rig {
    /// Cards with many bulls (τ > 0) or few (τ < 0).
    Point {
        /// τ times the scale.
        strength: f64,
    },
    /// The smallest safe card, always, if there is one.
    Close {
        /// How many unseen cards more than is safe may lie between the row and the card.
        distance: i32,
    },
    /// Cards near a number: p ∝ p₀ · N(card; centre, deviation).
    Value {
        /// μ
        centre: f64,
        /// The standard deviation.
        deviation: f64,
    },
    /// Cards with near neighbours in the own hand (τ > 0) or isolated ones (τ < 0).
    Scattering {
        /// τ times the scale.
        strength: f64,
        /// How many nearest cards count; all when `None`.
        neighbours: Option<usize>,
    },
    /// Cards that risk little (τ < 0) or much (τ > 0).
    Risk {
        /// τ times the scale.
        strength: f64,
        /// α: the weight of the distance against the points.
        alpha: f64,
    },
}

/// The kinds of rig by name; `scatter` is short for `scattering`.
pub const KINDS: [&str; 6] = ["point", "close", "value", "scattering", "scatter", "risk"];

/// The scales that the study does not print, each fitted to its printed similarities (`kibitz.games.six_nimmt.fit`): what
/// multiplies τ of the scattering and of the risk rig, and the deviation of the value rig. For the point rig none is
/// printed; its scale is 1.
const SCATTER: f64 = 0.075;
const RISK: f64 = 0.375;
const DEVIATION: f64 = 11.0;

/// Mean bulls of a card, as the study rounds it.
const MEAN_BULLS: f64 = 1.65;

/// Whether a card laid on a row cannot take it, whatever the others play: the unseen cards in between do not fill the
/// row. With a `distance`, so many of them more may be there.
pub fn is_safe(view: &View, row: &Row, card: u8, distance: i32) -> bool {
    let between = (Cards::between(row.end(), card) & view.unseen).len() as i32;
    row.end() < card && between <= 4 - row.length() as i32 + distance
}

impl Rig {
    /// Reads one of [`KINDS`]: `close(0)`, `value(104, sd=10)`, `scattering(-5, n=all)`, `risk(-, alpha=15)`.
    pub fn read(spec: &Spec) -> Result<Rig, Error> {
        let kind = spec.name.as_str();
        let keys: &[&str] = match kind {
            "value" => &["sd"],
            "scattering" | "scatter" => &["n", "scale"],
            "risk" => &["alpha", "scale", "t"],
            "point" => &["scale"],
            _ => &[],
        };
        spec.allow(1, keys)?;
        let given = spec.values.first().or_else(|| spec.key("t"));
        if !spec.values.is_empty() && spec.key("t").is_some() {
            return Err(Error::Spec(format!("\"{spec}\" gives its strength twice.")));
        }
        let amount = |standard: f64| given.map_or(Ok(standard), |value| number(value, spec));
        let at = |key: &str, standard: f64| spec.key(key).map_or(Ok(standard), |value| number(value, spec));
        Ok(match kind {
            "point" => Rig::Point { strength: amount(1.0)? * at("scale", 1.0)? },
            "value" => {
                let (centre, deviation) = (amount(104.0)?, at("sd", DEVIATION)?);
                if deviation <= 0.0 {
                    return Err(Error::Spec(format!("sd={deviation} cannot be: a deviation is above 0.")));
                }
                Rig::Value { centre, deviation }
            }
            "risk" => Rig::Risk { strength: amount(-1.0)? * at("scale", RISK)?, alpha: at("alpha", 0.0)? },
            "close" => {
                let distance = amount(0.0)?;
                if distance.fract() != 0.0 || distance.abs() > 104.0 {
                    return Err(Error::Spec(format!("A distance of {distance} cannot be; it is a number of cards.")));
                }
                Rig::Close { distance: distance as i32 }
            }
            _ => {
                let neighbours = match spec.key("n").map(Value::to_string).as_deref() {
                    None | Some("all") => None,
                    Some(text) => match text.parse() {
                        Ok(n) if n > 0 => Some(n),
                        _ => {
                            return Err(Error::Spec(format!(
                                "n={text} cannot be: it is \"all\" or a number of cards."
                            )));
                        }
                    },
                };
                Rig::Scattering { strength: amount(-5.0)? * at("scale", SCATTER)?, neighbours }
            }
        })
    }

    /// Changes the probabilities `p` of `cards`, the viewer's hand in ascending order.
    pub fn change(&self, view: &View, cards: &[u8], p: &mut [f64]) {
        match *self {
            Rig::Point { strength } => {
                let z = standardised(cards.iter().map(|&card| bulls(card) as f64).collect());
                tilt(p, |i| strength * z[i]);
            }
            Rig::Close { distance } => {
                let safe = |&card: &u8| {
                    let row = view.known.row_for(card);
                    row.is_some_and(|row| is_safe(view, &view.known.rows[row], card, distance))
                };
                if let Some(chosen) = cards.iter().position(safe) {
                    p.fill(0.0);
                    p[chosen] = 1.0;
                }
            }
            Rig::Value { centre, deviation } => {
                tilt(p, |i| -((cards[i] as f64 - centre) / deviation).powi(2) / 2.0);
            }
            Rig::Scattering { strength, neighbours } => {
                let z = standardised(cards.iter().map(|&card| isolation(card, cards, neighbours)).collect());
                tilt(p, |i| -strength * z[i]);
            }
            Rig::Risk { strength, alpha } => {
                let worst = strength > 0.0;
                let risks: Vec<f64> = cards.iter().map(|&card| risk(view, card, alpha, worst)).collect();
                add(p, |i| strength * risks[i]);
            }
        }
    }
}

fn number(value: &Value, spec: &Spec) -> Result<f64, Error> {
    let text = value.to_string();
    let read = match text.as_str() {
        "+" => Some(1.0),
        "-" => Some(-1.0),
        _ => text.parse().ok().filter(|n: &f64| n.is_finite()),
    };
    read.ok_or_else(|| Error::Spec(format!("\"{text}\" in \"{spec}\" is not a number.")))
}

/// The mean distance to the nearest other cards of the hand.
fn isolation(card: u8, cards: &[u8], neighbours: Option<usize>) -> f64 {
    let mut distances: Vec<u8> = cards.iter().filter(|&&other| other != card).map(|c| c.abs_diff(card)).collect();
    distances.sort_unstable();
    distances.truncate(neighbours.unwrap_or(cards.len()));
    let sum: f64 = distances.iter().map(|&d| d as f64).sum();
    if distances.is_empty() { 0.0 } else { sum / distances.len() as f64 }
}

/// r = α·d + p of the study for the row that risks least, or most when the `worst` is asked for.
fn risk(view: &View, card: u8, alpha: f64, worst: bool) -> f64 {
    let on = |row: &Row| {
        let free = 5.0 - row.length() as f64;
        let distance = if card < row.end() {
            1.0 + (row.end() - card) as f64 / 104.0
        } else if is_safe(view, row, card, 0) {
            0.0
        } else {
            1.0 - free / 5.0
        };
        alpha * distance + row.bulls() as f64 + bulls(card) as f64 + MEAN_BULLS * free
    };
    let risks = view.known.rows.iter().map(on);
    if worst { risks.fold(f64::NEG_INFINITY, f64::max) } else { risks.fold(f64::INFINITY, f64::min) }
}
