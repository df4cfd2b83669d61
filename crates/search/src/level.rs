//! `level(club)`: a strength to play against, which each game names for itself.

use kibitz_game::keys::{Key, Kind, Part};
use kibitz_game::{Agent, Error, Game, Level, Spec, Value};

use crate::plan::Plan;

/// One of [`Level::NAMES`], by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength(usize);

impl Plan for Strength {
    const PARTS: &'static [Part<Strength>] = &[Part {
        name: "level",
        help: "An opponent of this strength under any rules of the game; who that is, the game decides.",
        example: "level(beginner)",
        base: || Strength(0),
        places: &["strength"],
        required: 1,
        keys: &[&[Key {
            name: "strength",
            kinds: &[Kind::Words(&Level::NAMES)],
            help: "The weakest first.",
            set: |level, given| {
                level.0 = given.choice(&[0, 1, 2, 3, 4]);
                Ok(())
            },
            get: |level, _| Some(Value::of(Level::NAMES[level.0])),
            ..Key::PLAIN
        }]],
        ..Part::PLAIN
    }];

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
        assert!(read("level").unwrap_err().starts_with("\"level\" needs strength (beginner | casual"));
        assert_eq!(read("level(clubb)"), Err("strength=clubb is unknown; did you mean \"club\"?".into()));
    }
}
