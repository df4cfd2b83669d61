//! `level(club)`: a strength to play against, which each game names for itself.

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Error, Game, Level, Spec, Value};

use crate::plan::{Part, Plan};

/// One of [`Level::NAMES`], by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength(usize);

impl Plan for Strength {
    const PARTS: &'static [Part] = &[Part {
        name: "level",
        usage: "level(beginner|casual|club|strong|strongest)",
        help: "A strength to play against, under any rules of the game.",
        example: "level(beginner)",
        keys: &[],
    }];

    fn read(spec: &Spec) -> Result<Strength, Error> {
        spec.allow(1, &[])?;
        let Some(wanted) = spec.values.first().map(Value::to_string) else {
            return Err(Error::Spec(format!("level takes the name of one: {}.", Level::NAMES.join(", "))));
        };
        let unknown = || Error::Spec(format!("There is no level \"{wanted}\"{}", suggest(&wanted, Level::NAMES)));
        Level::NAMES.iter().position(|name| *name == wanted).map(Strength).ok_or_else(unknown)
    }

    /// Who it is depends on the game.
    fn spec(&self) -> Spec {
        Spec { values: vec![Value::Spec(Spec::bare(Level::NAMES[self.0]))], ..Spec::bare("level") }
    }

    fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        let level = Spec::parse(game.levels()[self.0].spec).expect("the levels of a game are specifications");
        crate::build(game, &level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let level = Strength::read(&Spec::parse(text).unwrap());
        level.map(|level| level.spec().to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_level_is_written_by_its_name() {
        assert_eq!(read("level(club)"), Ok("level(club)".into()));
        let wanted = "level takes the name of one: beginner, casual, club, strong, strongest.";
        assert_eq!(read("level"), Err(wanted.into()));
        assert!(read("level(clubb)").unwrap_err().starts_with("There is no level \"clubb\""));
    }
}
