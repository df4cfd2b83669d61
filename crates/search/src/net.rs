//! `net(file, …, pick=…)`: a network plays, or several by the mean of their values.

use kibitz_game::{Agent, Error, Game, Spec, Value};
use kibitz_net::{AllSeeing, NetAgent, Opened, Pick};

use crate::plan::{Part, Plan};
use crate::read;

/// What it is called.
pub const NAME: &str = "net";

/// How it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    files: Vec<String>,
    pick: Option<Pick>,
}

impl Plan for Net {
    const PARTS: &'static [Part] = &[Part {
        name: NAME,
        usage: "net(name or file, …, pick=by network|greedy|sample|boltzmann(t))",
        help: "A network plays, by its name or its file; several by the mean of their values.",
        example: "",
        keys: &[],
    }];

    /// Whether there is such a network is asked when it is to play.
    fn read(spec: &Spec) -> Result<Net, Error> {
        spec.allow(usize::MAX, &["pick"])?;
        if spec.values.is_empty() {
            return Err(Error::Spec(
                "net takes a network by its name or its file, as in net(tichu) or net(runs/q.safetensors).".into(),
            ));
        }
        let pick = spec.key("pick").map(|value| {
            let spec = read::spec(value)?;
            match (spec.name.as_str(), &spec.values[..], spec.keys.is_empty()) {
                ("greedy", [], true) => Ok(Pick::Greedy),
                ("sample", [], true) => Ok(Pick::Boltzmann(1.0)),
                ("boltzmann", [t], true) => match read::number(t)? {
                    t if t > 0.0 && t < f64::INFINITY => Ok(Pick::Boltzmann(t as f32)),
                    t => Err(Error::Spec(format!("The temperature of boltzmann is a number above 0, not {t}."))),
                },
                _ => Err(Error::Spec(format!("pick={spec} is unknown; it is greedy, sample or boltzmann(t)."))),
            }
        });
        Ok(Net { files: spec.values.iter().map(read::text).collect(), pick: pick.transpose()? })
    }

    fn spec(&self) -> Spec {
        let mut spec =
            Spec { values: self.files.iter().map(|file| read::word_value(file)).collect(), ..Spec::bare(NAME) };
        let pick = match self.pick {
            None => return spec,
            Some(Pick::Greedy) => Spec::bare("greedy"),
            Some(Pick::Boltzmann(1.0)) => Spec::bare("sample"),
            Some(Pick::Boltzmann(t)) => {
                Spec { values: vec![read::word_value(&t.to_string())], ..Spec::bare("boltzmann") }
            }
        };
        spec.keys.push(("pick".into(), Value::Spec(pick)));
        spec
    }

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
