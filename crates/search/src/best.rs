//! Players that each game names for itself: `fast`, `strong`, `strongest`, the best it knows for a time per move, and
//! `level(club)`, a strength to play against.

use kibitz_game::error::suggest;
use kibitz_game::{Agent, Error, Game, Level, Spec, Value};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// The best for one of [`TIMES`], by its place.
    Best(usize),
    /// One of [`Level::NAMES`], by its place.
    Level(usize),
}

/// About 20 ms, 200 ms and 2 s a move: the order of [`Game::best`].
const TIMES: [&str; 3] = ["fast", "strong", "strongest"];
const LEVEL: &str = "level";

impl Tier {
    /// `None` when the name is none of them.
    pub fn read(spec: &Spec) -> Option<Result<Tier, Error>> {
        if spec.name == LEVEL {
            return Some(read_level(spec).map(Tier::Level));
        }
        let place = TIMES.iter().position(|name| *name == spec.name)?;
        Some(spec.allow(0, &[]).map(|()| Tier::Best(place)))
    }

    /// The canonical form: what it stands for depends on the game.
    pub fn spec(self) -> Spec {
        match self {
            Tier::Best(place) => Spec::bare(TIMES[place]),
            Tier::Level(place) => {
                Spec { values: vec![Value::Spec(Spec::bare(Level::NAMES[place]))], ..Spec::bare(LEVEL) }
            }
        }
    }

    /// What it stands for in a game.
    pub fn stands_for<G: Game>(self, game: &G) -> Spec {
        let text = match self {
            Tier::Best(place) => game.best()[place],
            Tier::Level(place) => game.levels()[place].spec,
        };
        Spec::parse(text).expect("the players a game names are specifications")
    }

    /// The player.
    pub fn agent<G: Game>(self, game: &G) -> Result<Box<dyn Agent<G>>, Error> {
        crate::build(game, &self.stands_for(game))
    }
}

fn read_level(spec: &Spec) -> Result<usize, Error> {
    spec.allow(1, &[])?;
    let Some(wanted) = spec.values.first().map(Value::to_string) else {
        return Err(Error::Spec(format!("level takes the name of one: {}.", Level::NAMES.join(", "))));
    };
    let unknown = || Error::Spec(format!("There is no level \"{wanted}\"{}", suggest(&wanted, Level::NAMES)));
    Level::NAMES.iter().position(|name| *name == wanted).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Result<String, String>> {
        let tier = Tier::read(&Spec::parse(text).unwrap())?;
        Some(tier.map(|tier| tier.spec().to_string()).map_err(|error| error.to_string()))
    }

    #[test]
    fn a_level_is_written_by_its_name() {
        assert_eq!(read("level(club)"), Some(Ok("level(club)".into())));
        assert_eq!(read("strongest"), Some(Ok("strongest".into())));
        assert_eq!(read("casual"), None);
        let wanted = "level takes the name of one: beginner, casual, club, strong, strongest.";
        assert_eq!(read("level"), Some(Err(wanted.into())));
        assert!(read("level(clubb)").unwrap().unwrap_err().starts_with("There is no level \"clubb\""));
    }
}
