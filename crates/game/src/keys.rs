//! The table of keys: everything an agent, or a part of one, can be told.
//!
//! A [`Key`] is one entry: its name, its type, its help, and how it is read into and written from the parsed value. The
//! rest follows from the entry: defaults, the canonical form, the full form, usage and help, what it needs, and the
//! sentence for whoever writes something else.

use std::fmt;

use crate::error::suggest;
use crate::{Error, Spec, Value};

/// The type of a key. A key that takes several has several.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in this range.
    Whole(u64, u64),
    /// A number in this range; the bounds count.
    Number(f64, f64),
    /// Another agent.
    Agent,
    /// Iterations, time, or iterations per move.
    Budget,
    /// A name that the game decides, such as a reward; the text says of what.
    Named(&'static str),
    /// A form of its own, as in `pool(n)`.
    Form(&'static str),
    /// One of these parts, with keys of their own.
    Parts(fn() -> Vec<Help>),
}

/// One key of a `T`.
pub struct Key<T: 'static> {
    /// The key.
    pub name: &'static str,
    /// Its type.
    pub kinds: &'static [Kind],
    /// What the default is called where it is not a value: `by game`. Else empty.
    pub unsaid: &'static str,
    /// In one line.
    pub help: &'static str,
    /// What must hold for it.
    pub needs: &'static [Need<T>],
    /// Reads a value, which fits one of the kinds as far as [`Kind`] can tell.
    pub set: fn(&mut T, Given<'_>) -> Result<(), Error>,
    /// The value of the key of this name; `None` when it is left to the game, or said by another key.
    pub get: fn(&T, &str) -> Option<Value>,
}

/// A condition between keys.
pub struct Need<T: 'static> {
    /// Whether it holds.
    pub holds: fn(&T) -> bool,
    /// Says what would be right.
    pub sentence: &'static str,
}

/// What has been written for a key.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The key.
    pub key: &'static str,
    /// What follows it.
    pub value: &'a Value,
    kinds: &'static [Kind],
}

/// Values, and values with a key.
pub type Arguments = (Vec<Value>, Vec<(String, Value)>);

/// Takes all arguments that the keys of a part do not name: further values, or the keys of what it names.
pub struct Rest<T: 'static> {
    /// What they are called in the usage.
    pub name: &'static str,
    /// Whether they may have keys.
    pub keys: bool,
    /// Adds one.
    pub add: fn(&mut T, Option<&str>, &Value) -> Result<(), Error>,
    /// All of them.
    pub all: fn(&T) -> Arguments,
}

/// One name in specifications, with everything that can stand in its parentheses.
pub struct Part<T: 'static> {
    /// The name.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// A small one that plays any game; empty when it thinks by the clock, or takes a file.
    pub example: &'static str,
    /// What it is before anything is said: its defaults.
    pub base: fn() -> T,
    /// The keys whose values stand in front without their names.
    pub places: &'static [&'static str],
    /// How many of them must be given.
    pub required: usize,
    /// The keys.
    pub keys: &'static [&'static [Key<T>]],
    /// Takes what is left.
    pub rest: Option<Rest<T>>,
    /// Keys that somebody may expect, and how the same is written here: `{}` stands for their value.
    pub elsewhere: &'static [(&'static str, &'static str)],
}

/// What a part says of itself to somebody who does not know its type.
#[derive(Clone, Debug)]
pub struct Help {
    /// The name in a specification.
    pub name: &'static str,
    /// How it is written.
    pub usage: String,
    /// What it does, in one line.
    pub help: &'static str,
    /// A small one that plays any game; empty when it thinks by the clock, or takes a file.
    pub example: &'static str,
    /// Everything it can be told.
    pub keys: Vec<KeyHelp>,
    /// Whether further keys belong to what it names.
    pub open: bool,
}

/// What a key says of itself.
#[derive(Clone, Debug)]
pub struct KeyHelp {
    /// The key.
    pub name: &'static str,
    /// Where it may stand without its name.
    pub place: Option<usize>,
    /// Whether it must be given.
    pub required: bool,
    /// Its type.
    pub kinds: &'static [Kind],
    /// Its default; `None` when that is not a value.
    pub default: Option<Value>,
    /// What the default is called where it is not a value.
    pub unsaid: &'static str,
    /// In one line.
    pub help: &'static str,
    /// What must hold for it.
    pub needs: Vec<&'static str>,
}

impl<T> Key<T> {
    /// A key with nothing unusual; the rest is filled in with `..`.
    pub const PLAIN: Key<T> =
        Key { name: "", kinds: &[], unsaid: "", help: "", needs: &[], set: |_, _| Ok(()), get: |_, _| None };
}

impl<T> Part<T> {
    /// A part without keys; the rest is filled in with `..`.
    pub const PLAIN: Part<T> = Part {
        name: "",
        help: "",
        example: "",
        base: || unreachable!("every part has a base"),
        places: &[],
        required: 0,
        keys: &[],
        rest: None,
        elsewhere: &[],
    };

    fn no_key(&self, name: &str, value: &Value) -> Error {
        match self.elsewhere.iter().find(|other| other.0 == name) {
            Some((_, here)) => Error::Spec(format!(
                "\"{}\" has no key \"{name}\"; write {}.",
                self.name,
                here.replace("{}", &value.to_string())
            )),
            None => no_key(self.name, name, self.all().map(|key| key.name)),
        }
    }

    /// Reads the arguments of a specification of this name.
    pub fn read(&self, spec: &Spec) -> Result<T, Error> {
        let mut it = (self.base)();
        let (placed, further) = spec.values.split_at(spec.values.len().min(self.places.len()));
        for (name, value) in self.places.iter().zip(placed) {
            self.set(&mut it, self.key(name).expect("places are keys"), value)?;
        }
        match &self.rest {
            Some(rest) => further.iter().try_for_each(|value| (rest.add)(&mut it, None, value))?,
            None => spec.allow_values(self.places.len())?,
        }
        for (name, value) in &spec.keys {
            match (self.key(name), &self.rest) {
                (Some(key), _) if self.places[..placed.len()].contains(&key.name) => {
                    return Err(Error::Spec(format!("The key \"{name}\" is given twice in \"{spec}\".")));
                }
                (Some(key), _) => self.set(&mut it, key, value)?,
                (None, Some(rest)) if rest.keys => (rest.add)(&mut it, Some(name), value)?,
                (None, _) => return Err(self.no_key(name, value)),
            }
        }
        for name in &self.places[..self.required] {
            if !self.places[..placed.len()].contains(name) && spec.key(name).is_none() {
                let wanted = values(self.key(name).expect("places are keys").kinds);
                let example = if self.example.is_empty() { self.help().usage } else { self.example.to_string() };
                return Err(Error::Spec(format!("\"{}\" needs {name} ({wanted}), as in {example}.", self.name)));
            }
        }
        for need in self.all().flat_map(|key| key.needs) {
            if !(need.holds)(&it) {
                return Err(Error::Spec(need.sentence.into()));
            }
        }
        Ok(it)
    }

    /// The canonical form: what does not stand in front, and is the default, is left out.
    pub fn write(&self, it: &T) -> Spec {
        let (mut spec, placed) = self.in_front(it);
        // What the values in front have said already need not be said again.
        let mut said = (self.base)();
        for (name, value) in self.places.iter().zip(&spec.values) {
            self.set(&mut said, self.key(name).expect("places are keys"), value).expect("it was read from one");
        }
        let unusual = self.all().filter(|key| !self.places[..placed].contains(&key.name)).filter_map(|key| {
            let value = (key.get)(it, key.name)?;
            ((key.get)(&said, key.name).as_ref() != Some(&value)).then(|| (key.name.to_string(), value))
        });
        spec.keys.extend(unusual);
        self.with_rest(it, spec)
    }

    /// The form with every key that is not left to the game.
    pub fn write_all(&self, it: &T) -> Spec {
        let (mut spec, placed) = self.in_front(it);
        let others = self.all().filter(|key| !self.places[..placed].contains(&key.name));
        spec.keys.extend(others.filter_map(|key| Some((key.name.to_string(), (key.get)(it, key.name)?))));
        self.with_rest(it, spec)
    }

    /// What it says of itself.
    pub fn help(&self) -> Help {
        let base = (self.base)();
        let keys = self.all().map(|key| {
            let place = self.places.iter().position(|name| *name == key.name);
            let required = place.is_some_and(|place| place < self.required);
            let default = if required || !key.unsaid.is_empty() { None } else { (key.get)(&base, key.name) };
            let needs = key.needs.iter().map(|need| need.sentence).collect();
            let Key { name, kinds, unsaid, help, .. } = *key;
            KeyHelp { name, place, required, kinds, default, unsaid, help, needs }
        });
        let keys: Vec<KeyHelp> = keys.collect();
        let (usage, open) = (self.usage(&keys), self.rest.as_ref().is_some_and(|rest| rest.keys));
        Help { name: self.name, usage, help: self.help, example: self.example, keys, open }
    }

    /// Values in front as long as they have any, and how many have.
    fn in_front(&self, it: &T) -> (Spec, usize) {
        let value = |name: &&str| (self.key(name).expect("places are keys").get)(it, name);
        let values: Vec<Value> = self.places.iter().map_while(value).collect();
        let placed = values.len();
        (Spec { values, ..Spec::bare(self.name) }, placed)
    }

    fn with_rest(&self, it: &T, mut spec: Spec) -> Spec {
        if let Some(rest) = &self.rest {
            let (values, keys) = (rest.all)(it);
            spec.values.extend(values);
            spec.keys.extend(keys);
        }
        spec.keys.sort_by(|a, b| a.0.cmp(&b.0));
        spec
    }

    fn all(&self) -> impl Iterator<Item = &'static Key<T>> {
        self.keys.iter().flat_map(|keys| keys.iter())
    }

    fn key(&self, name: &str) -> Option<&'static Key<T>> {
        self.all().find(|key| key.name == name)
    }

    fn set(&self, it: &mut T, key: &'static Key<T>, value: &Value) -> Result<(), Error> {
        let given = Given { key: key.name, value, kinds: key.kinds };
        given.check()?;
        (key.set)(it, given)
    }

    /// `name(AGENT, 200, key=a|b)`; more than a few keys are told elsewhere.
    fn usage(&self, keys: &[KeyHelp]) -> String {
        const FEW: usize = 2;
        let in_front = self.places.iter().map(|name| {
            let key = keys.iter().find(|key| key.name == *name).expect("places are keys");
            key.default.as_ref().map_or_else(|| values(key.kinds).replace(" | ", "|"), Value::to_string)
        });
        let mut inside: Vec<String> = in_front.collect();
        inside.extend(self.rest.as_ref().map(|rest| rest.name.to_string()));
        let others: Vec<&KeyHelp> = keys.iter().filter(|key| key.place.is_none()).collect();
        if others.len() > FEW {
            inside.push("…".into());
        } else {
            inside.extend(others.iter().map(|key| format!("{}={}", key.name, key.values().replace(" | ", "|"))));
        }
        if inside.is_empty() { self.name.to_string() } else { format!("{}({})", self.name, inside.join(", ")) }
    }
}

impl KeyHelp {
    /// The values it takes, the default first.
    pub fn values(&self) -> String {
        let default = match &self.default {
            Some(value) => value.to_string(),
            None => self.unsaid.to_string(),
        };
        let mut all: Vec<String> = self.kinds.iter().flat_map(|kind| kind.values()).collect();
        // The usage of a part says its defaults.
        if !default.is_empty() && !matches!(self.kinds, [Kind::Parts(_), ..]) {
            all.retain(|one| *one != default);
            all.insert(0, default);
        }
        all.join(" | ")
    }
}

impl Kind {
    /// What can be written, each as it is written.
    pub fn values(&self) -> Vec<String> {
        match self {
            Kind::Words(words) => words.iter().map(|word| word.to_string()).collect(),
            Kind::Whole(..) => vec!["n".into()],
            Kind::Number(..) => vec!["x".into()],
            Kind::Agent => vec!["AGENT".into()],
            Kind::Budget => ["n", "200ms", "2s", "20/move"].map(String::from).to_vec(),
            Kind::Named(what) | Kind::Form(what) => vec![what.to_string()],
            Kind::Parts(parts) => parts().into_iter().map(|part| part.usage).collect(),
        }
    }

    /// Whether a value is of this type; `None` when only its reader can tell.
    fn fits(&self, text: &str) -> Option<bool> {
        match self {
            Kind::Words(words) => Some(words.contains(&text)),
            Kind::Whole(least, most) => Some(text.parse().is_ok_and(|n: u64| (*least..=*most).contains(&n))),
            Kind::Number(least, most) => Some(text.parse().is_ok_and(|x: f64| (*least..=*most).contains(&x))),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole(least, u64::MAX) => write!(f, "a whole number of at least {least}"),
            Kind::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Kind::Number(f64::NEG_INFINITY, f64::INFINITY) => f.write_str("a number"),
            Kind::Number(least, f64::INFINITY | f64::MAX) => write!(f, "a number of at least {least}"),
            Kind::Number(least, most) => write!(f, "a number from {least} to {most}"),
            other => f.write_str(&other.values().join(", ")),
        }
    }
}

impl Given<'_> {
    /// As text.
    pub fn text(&self) -> String {
        self.value.to_string()
    }

    /// One of `choices`, which are in the order of the key's words; `None` when it is none of the words.
    pub fn word<C: Copy>(&self, choices: &[C]) -> Option<C> {
        let text = self.text();
        let words = self.kinds.iter().flat_map(|kind| if let Kind::Words(words) = kind { words } else { &[][..] });
        words.zip(choices).find(|(word, _)| **word == text).map(|(_, choice)| *choice)
    }

    /// As [`Given::word`], for a key that takes nothing else.
    pub fn choice<C: Copy>(&self, choices: &[C]) -> C {
        self.word(choices).expect("a word was checked")
    }

    /// A whole number in the range of the key.
    pub fn whole(&self) -> u64 {
        self.text().parse().expect("a whole number was checked")
    }

    /// A number in the range of the key.
    pub fn number(&self) -> f64 {
        self.text().parse().expect("a number was checked")
    }

    /// The specification; a list is none.
    pub fn spec(&self) -> Result<&Spec, Error> {
        self.value.spec()
    }

    /// The error for something else than the key takes.
    pub fn unknown(&self) -> Error {
        let text = self.text();
        let plain = |kind: &Kind| if let Kind::Words(words) = kind { words.to_vec() } else { Vec::new() };
        if self.kinds.iter().all(|kind| matches!(kind, Kind::Words(_))) {
            let known = suggest(&text, self.kinds.iter().flat_map(plain));
            return Error::Spec(format!("{}={text} is unknown{known}", self.key));
        }
        let kinds: Vec<String> = self.kinds.iter().map(Kind::to_string).collect();
        Error::Spec(format!("{} is {}, not \"{text}\".", self.key, kinds.join(", or ")))
    }

    fn check(&self) -> Result<(), Error> {
        let text = self.text();
        let fits = self.kinds.iter().map(|kind| kind.fits(&text));
        if fits.clone().any(|fits| fits != Some(false)) { Ok(()) } else { Err(self.unknown()) }
    }
}

/// The error for a key that is not there.
pub fn no_key<'a>(name: &str, key: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let known: Vec<&str> = known.collect();
    let hint = if known.is_empty() { "; it takes none.".to_string() } else { suggest(key, known) };
    Error::Spec(format!("\"{name}\" has no key \"{key}\"{hint}"))
}

/// What can be written for a key of these types.
fn values(kinds: &[Kind]) -> String {
    kinds.iter().flat_map(Kind::values).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Kettle {
        litres: u64,
        lid: bool,
        hue: Option<String>,
    }

    const KETTLE: Part<Kettle> = Part {
        name: "kettle",
        help: "Boils.",
        example: "kettle(2)",
        base: || Kettle { litres: 1, lid: true, hue: None },
        places: &["litres"],
        required: 0,
        keys: &[&[
            Key {
                name: "litres",
                kinds: &[Kind::Words(&["empty"]), Kind::Whole(1, 9)],
                set: |kettle, given| {
                    kettle.litres = given.word(&[0]).unwrap_or_else(|| given.whole());
                    Ok(())
                },
                get: |kettle, _| Some(Value::of(kettle.litres)),
                ..Key::PLAIN
            },
            Key {
                name: "lid",
                kinds: &[Kind::Words(&["on", "off"])],
                needs: &[Need { holds: |kettle| kettle.lid || kettle.litres < 5, sentence: "lid=off spills." }],
                set: |kettle, given| {
                    kettle.lid = given.choice(&[true, false]);
                    Ok(())
                },
                get: |kettle, _| Some(Value::of(if kettle.lid { "on" } else { "off" })),
                ..Key::PLAIN
            },
            Key {
                name: "hue",
                kinds: &[Kind::Named("HUE")],
                unsaid: "by maker",
                set: |kettle, given| {
                    kettle.hue = Some(given.text());
                    Ok(())
                },
                get: |kettle, _| kettle.hue.as_ref().map(Value::of),
                ..Key::PLAIN
            },
        ]],
        rest: None,
        elsewhere: &[("size", "litres={}")],
    };

    fn read(text: &str) -> Result<Kettle, Error> {
        KETTLE.read(&Spec::parse(text).unwrap())
    }

    #[test]
    fn an_entry_says_how_a_key_is_read_and_written() {
        for (text, canonical, full) in [
            ("kettle", "kettle(1)", "kettle(1, lid=on)"),
            ("kettle(litres=3, lid=on)", "kettle(3)", "kettle(3, lid=on)"),
            ("kettle(4, lid=off, hue=red)", "kettle(4, hue=red, lid=off)", "kettle(4, hue=red, lid=off)"),
        ] {
            let kettle = read(text).unwrap();
            assert_eq!(KETTLE.write(&kettle).to_string(), canonical);
            assert_eq!(KETTLE.write_all(&kettle).to_string(), full);
            assert_eq!(read(full).unwrap(), kettle);
        }
        assert_eq!(KETTLE.help().usage, "kettle(1, lid=on|off, hue=by maker|HUE)");
    }

    #[test]
    fn what_an_entry_does_not_take_is_refused_with_what_it_does() {
        for (text, sentence) in [
            ("kettle(10)", "litres is empty, or a whole number from 1 to 9, not \"10\"."),
            ("kettle(lid=of)", "lid=of is unknown; did you mean \"off\"?"),
            ("kettle(1, litres=2)", "The key \"litres\" is given twice in \"kettle(1, litres=2)\"."),
            ("kettle(1, 2)", "\"kettle\" takes one value without a key, but 2 were given."),
            ("kettle(lit=2)", "\"kettle\" has no key \"lit\"; did you mean \"lid\"?"),
            ("kettle(size=2)", "\"kettle\" has no key \"size\"; write litres=2."),
            ("kettle(8, lid=off)", "lid=off spills."),
        ] {
            assert_eq!(read(text).unwrap_err().message(), sentence);
        }
    }
}
