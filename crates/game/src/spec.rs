//! The grammar of agent specifications: `name`, `name(value, key=value, …)`.
//!
//! A value is a number with an optional unit, a word, another specification or a list in brackets.
//! This file knows the grammar only; which names and keys exist is for those who use them.

use std::fmt;

use crate::Error;
use crate::error::suggest;
use crate::keys::no_key;

/// A parsed specification: a name with its arguments in the order they were written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The name in front of the parentheses.
    pub name: String,
    /// Values without a key.
    pub values: Vec<Value>,
    /// Values with a key, sorted by key.
    pub keys: Vec<(String, Value)>,
}

/// One argument of a [`Spec`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A word, a number with or without a unit, or a specification with arguments.
    /// A bare word is a specification without arguments.
    Spec(Spec),
    /// `[a, b, …]`
    List(Vec<Value>),
}

impl Spec {
    /// A name with values only.
    pub fn with_values(name: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Spec {
        Spec { values: values.into_iter().collect(), ..Spec::bare(name) }
    }

    /// A name without arguments.
    pub fn bare(name: impl Into<String>) -> Spec {
        Spec { name: name.into(), values: Vec::new(), keys: Vec::new() }
    }

    /// Reads a specification.
    pub fn parse(text: &str) -> Result<Spec, Error> {
        let mut reader = Reader { text, rest: text };
        let spec = reader.spec()?;
        reader.skip();
        if reader.rest.is_empty() { Ok(spec) } else { Err(reader.wrong("the end")) }
    }

    /// The value of a key, if given.
    pub fn key(&self, key: &str) -> Option<&Value> {
        self.keys.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// This specification and every one inside it, from the outside in.
    pub fn walk(&self) -> impl Iterator<Item = &Spec> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let spec = open.pop()?;
            let inside = spec.values.iter().chain(spec.keys.iter().map(|(_, value)| value)).flat_map(Value::specs);
            let begin = open.len();
            open.extend(inside);
            open[begin..].reverse();
            Some(spec)
        })
    }

    /// Refuses keys that are not in the list and more than `values` values without a key.
    pub fn allow(&self, values: usize, keys: &[&str]) -> Result<(), Error> {
        self.allow_values(values)?;
        match self.keys.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            Some((key, _)) => Err(no_key(&self.name, key, keys.iter().copied())),
            None => Ok(()),
        }
    }

    /// Refuses more than so many values without a key.
    pub fn allow_values(&self, most: usize) -> Result<(), Error> {
        if self.values.len() <= most {
            return Ok(());
        }
        Err(Error::Spec(format!(
            "\"{}\" takes {} without a key, but {} were given.",
            self.name,
            if most == 1 { "one value".to_string() } else { format!("{most} values") },
            self.values.len()
        )))
    }

    /// The value of a key that must be one of a few words; the first of them when it is left out.
    pub fn word<'a>(&self, key: &str, words: &[&'a str]) -> Result<&'a str, Error> {
        let Some(value) = self.key(key) else { return Ok(words[0]) };
        let text = value.to_string();
        words.iter().copied().find(|w| *w == text).ok_or_else(|| {
            Error::Spec(format!(
                "{key}={text} is unknown to \"{}\"{}",
                self.name,
                suggest(&text, words.iter().copied())
            ))
        })
    }
}

impl Value {
    /// A word or a number. Whatever is shown must be one word of the grammar.
    pub fn of(word: impl fmt::Display) -> Value {
        Value::Spec(Spec::bare(word.to_string()))
    }

    /// Reads a value.
    pub fn parse(text: &str) -> Result<Value, Error> {
        let mut reader = Reader { text, rest: text };
        let value = reader.value(0)?;
        reader.skip();
        if reader.rest.is_empty() { Ok(value) } else { Err(reader.wrong("the end")) }
    }

    /// A number, `inf` included.
    pub fn number(&self) -> Result<f64, Error> {
        let text = self.to_string();
        let number = text.parse::<f64>().ok().filter(|n| !n.is_nan());
        number.ok_or_else(|| Error::Spec(format!("\"{text}\" is not a number.")))
    }

    /// The specification; a list is none.
    pub fn spec(&self) -> Result<&Spec, Error> {
        match self {
            Value::Spec(spec) => Ok(spec),
            Value::List(_) => Err(Error::Spec(format!("\"{self}\" is a list where a name is expected."))),
        }
    }

    /// The specifications it is made of.
    pub fn specs(&self) -> Vec<&Spec> {
        match self {
            Value::Spec(spec) => vec![spec],
            Value::List(items) => items.iter().flat_map(Value::specs).collect(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.values.is_empty() && self.keys.is_empty() {
            return Ok(());
        }
        let values = self.values.iter().map(|v| v.to_string());
        let keys = self.keys.iter().map(|(k, v)| format!("{k}={v}"));
        write!(f, "({})", values.chain(keys).collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Spec(spec) => spec.fmt(f),
            Value::List(items) => {
                write!(f, "[{}]", items.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// How deep specifications may be nested: far more than any sensible one, far less than the stack.
const MAX_DEPTH: usize = 32;

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, sign: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn wrong(&self, wanted: &str) -> Error {
        let at = self.text.len() - self.rest.len();
        let found = self.rest.chars().next().map_or("the end".to_string(), |c| format!("\"{c}\""));
        Error::Spec(format!(
            "\"{}\" is not an agent: expected {wanted} at character {}, found {found}.",
            self.text,
            at + 1
        ))
    }

    /// A name, a word or a number with its unit. `/` occurs in units (`20/move`) and rewards (`points/200`),
    /// `<=` in conditions (`hand<=9`), `:` in presets.
    fn word(&mut self) -> Result<String, Error> {
        self.skip();
        let mut end = 0;
        let bytes = self.rest.as_bytes();
        while let Some(&b) = bytes.get(end) {
            let part = b.is_ascii_alphanumeric()
                || b"_-+./*!:<>".contains(&b)
                || (b == b'=' && end > 0 && bytes[end - 1] == b'<');
            if !part {
                break;
            }
            end += 1;
        }
        if end == 0 {
            return Err(self.wrong("a name"));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word.to_string())
    }

    fn spec(&mut self) -> Result<Spec, Error> {
        let name = self.word()?;
        self.arguments(name, 0)
    }

    fn arguments(&mut self, name: String, depth: usize) -> Result<Spec, Error> {
        let mut spec = Spec::bare(name);
        if depth > MAX_DEPTH {
            return Err(Error::Spec(format!("The agent is nested more than {MAX_DEPTH} deep.")));
        }
        if !self.eat('(') || self.eat(')') {
            return Ok(spec);
        }
        loop {
            self.skip();
            if self.rest.starts_with('[') {
                spec.values.push(self.value(depth)?);
            } else {
                let word = self.word()?;
                if self.eat('=') {
                    if spec.key(&word).is_some() {
                        return Err(Error::Spec(format!("The key \"{word}\" is given twice in \"{}\".", self.text)));
                    }
                    let value = self.value(depth)?;
                    spec.keys.push((word, value));
                } else {
                    spec.values.push(Value::Spec(self.arguments(word, depth + 1)?));
                }
            }
            if self.eat(')') {
                break;
            }
            if !self.eat(',') {
                return Err(self.wrong("\",\" or \")\""));
            }
        }
        spec.keys.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(spec)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::Spec(format!("The agent is nested more than {MAX_DEPTH} deep.")));
        }
        if !self.eat('[') {
            let name = self.word()?;
            return Ok(Value::Spec(self.arguments(name, depth + 1)?));
        }
        let mut items = Vec::new();
        if self.eat(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.eat(']') {
                return Ok(Value::List(items));
            }
            if !self.eat(',') {
                return Err(self.wrong("\",\" or \"]\""));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_reads_back_as_itself() {
        for text in [
            "random",
            "random(over=cards)",
            "ismcts(100, draw=pool(30), expand=all, reward=rank, select=ucb(0.7, count=available))",
            "split(ismcts(100), random, hand<=9)",
            "net([100, 100], pick=boltzmann(0.8))",
            "mc(20/move, reward=200/points)",
        ] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_walk_meets_every_part_from_the_outside_in() {
        let spec = Spec::parse("a(b(c), [d(e), f], k=g(x=h))").unwrap();
        let names: Vec<&str> = spec.walk().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "d", "e", "f", "g", "h"]);
    }

    #[test]
    fn order_of_keys_and_blanks_do_not_matter() {
        let a = Spec::parse(" f ( 1 , b = 2,a=x(y) )").unwrap();
        assert_eq!(a.to_string(), "f(1, a=x(y), b=2)");
    }

    #[test]
    fn broken_text_is_a_sentence() {
        for text in ["", "f(", "f(a", "f(a,)", "f(a=)", "f)x", "f(a=1, a=2)", "f(a b)", "é"] {
            let error = Spec::parse(text).unwrap_err();
            assert!(error.message().ends_with('.'), "{text}: {error}");
        }
        let deep = "f(".repeat(100_000);
        assert!(Spec::parse(&deep).is_err());
    }
}
