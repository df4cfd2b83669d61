//! Writes the list of the games from the dependencies of this crate, so that a game is registered by one line.
//!
//! A game is a dependency whose path leads to `games/NAME`. Its type is the name in capitals: `games/six_nimmt` has
//! `SixNimmt`.

use std::path::Path;
use std::{env, fs};

use toml::de::DeTable;

fn main() {
    let home = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let manifest = fs::read_to_string(Path::new(&home).join("Cargo.toml")).expect("every crate has one");
    let entries: String = games(&manifest)
        .map(|(krate, game)| format!("    Entry::of::<{}::{}>(),\n", krate.replace('-', "_"), in_capitals(&game)))
        .collect();
    let list = format!("/// The games.\npub const GAMES: &[Entry] = &[\n{entries}];\n");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("games.rs"), list).expect("the folder for it is there");
    println!("cargo::rerun-if-changed=Cargo.toml");
}

/// The crate and the folder of each game, in the order of their lines.
fn games(manifest: &str) -> impl Iterator<Item = (String, String)> {
    let table = DeTable::parse(manifest).expect("cargo has read it").into_inner();
    let dependencies = table.get("dependencies").and_then(|all| all.get_ref().as_table()).expect("there are some");
    let mut games: Vec<(usize, String, String)> = Vec::new();
    for (krate, value) in dependencies {
        let path = value.get_ref().get("path").and_then(|path| path.get_ref().as_str()).map(Path::new);
        if let Some(folder) = path.filter(|path| path.parent().is_some_and(|home| home.ends_with("games"))) {
            let name = folder.file_name().expect("a folder has a name").to_string_lossy();
            games.push((krate.span().start, krate.get_ref().to_string(), name.into_owned()));
        }
    }
    games.sort();
    games.into_iter().map(|(_, krate, name)| (krate, name))
}

/// `six_nimmt` is `SixNimmt`.
fn in_capitals(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}
