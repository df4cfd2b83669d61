//! `net(file, …, pick=…)`: a network plays, or several by the mean of their values.

use kibitz_game::keys::{Given, Key, Kind, Part, Rest};
use kibitz_game::{Agent, Error, Game, Spec, Value};
use kibitz_net::{AllSeeing, NetAgent, Opened, Pick};

use crate::plan::Plan;

/// What it is called.
pub const NAME: &str = "net";

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    files: Vec<String>,
    pick: Option<Pick>,
}

impl Plan for Net {
    /// Whether there is such a network is asked when it is to play.
    const PARTS: &'static [Part<Net>] = &[Part {
        name: NAME,
        help: "A network plays; several play by the mean of their values.",
        base: || Net { files: Vec::new(), pick: None },
        places: &["network"],
        required: 1,
        keys: &[&[
            Key {
                name: "network",
                kinds: &[Kind::Form("NAME"), Kind::Form("FILE")],
                help: "A network that comes with the program, by its name, or any other by its file.",
                set: |net, given| {
                    net.files.push(given.text());
                    Ok(())
                },
                get: |net, _| net.files.first().map(Value::of),
                ..Key::PLAIN
            },
            Key {
                name: "pick",
                kinds: &[Kind::Words(&["greedy", "sample"]), Kind::Form("boltzmann(t)")],
                unsaid: "by network",
                help: "The highest number, or a draw in proportion to exp(number / t); sample has t = 1.",
                set: |net, given| {
                    net.pick = Some(pick(given)?);
                    Ok(())
                },
                get: |net, _| {
                    net.pick.map(|pick| match pick {
                        Pick::Greedy => Value::of("greedy"),
                        Pick::Boltzmann(1.0) => Value::of("sample"),
                        Pick::Boltzmann(t) => Value::Spec(Spec::with_values("boltzmann", [Value::of(t)])),
                    })
                },
                ..Key::PLAIN
            },
        ]],
        rest: Some(Rest {
            name: "…",
            keys: false,
            add: |net, _, value| {
                net.files.push(value.to_string());
                Ok(())
            },
            all: |net| (net.files.iter().skip(1).map(Value::of).collect(), Vec::new()),
        }),
        ..Part::PLAIN
    }];

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let open = |file: &String| {
            let path = kibitz_net::find(file)?;
            Ok((kibitz_net::open(&path)?, path.display().to_string()))
        };
        let opened = self.files.iter().map(open).collect::<Result<Vec<_>, Error>>()?;
        if let [(Opened::AllSeeing(network), name)] = &opened[..] {
            return Ok(Box::new(AllSeeing::new(game, network.clone(), name, self.pick)?));
        }
        let plain = |(network, name)| match network {
            Opened::Plain(network) => Ok((network, name)),
            Opened::AllSeeing(_) => {
                Err(Error::Spec(format!("{name} sees all hands and plays alone, in a net of its own.")))
            }
        };
        let networks = opened.into_iter().map(plain).collect::<Result<_, Error>>()?;
        Ok(Box::new(NetAgent::new(game, networks, self.pick)?))
    }
}

fn pick(given: Given<'_>) -> Result<Pick, Error> {
    if let Some(pick) = given.word(&[Pick::Greedy, Pick::Boltzmann(1.0)]) {
        return Ok(pick);
    }
    let spec = given.spec()?;
    match (spec.name.as_str(), &spec.values[..], spec.keys.is_empty()) {
        ("boltzmann", [t], true) => match t.number()? {
            t if t > 0.0 && t < f64::INFINITY => Ok(Pick::Boltzmann(t as f32)),
            t => Err(Error::Spec(format!("The temperature of boltzmann is a number above 0, not {t}."))),
        },
        _ => Err(given.unknown()),
    }
}
