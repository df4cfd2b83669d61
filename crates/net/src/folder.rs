//! Where networks are: files by their path, the networks that come with the program by their name.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use kibitz_game::Error;
use kibitz_game::error::suggest;

use crate::{Network, QNetwork};

/// The largest file that is read, in bytes: fifty times the largest network that comes with the program.
const LARGEST: u64 = 256 << 20;

/// Where the networks with names are, and which others there are for whoever installs more.
static SHIPPED: Mutex<Shipped> = Mutex::new(Shipped { folders: Vec::new(), more: Vec::new(), how: String::new() });

struct Shipped {
    folders: Vec<PathBuf>,
    more: Vec<String>,
    how: String,
}

fn shipped() -> MutexGuard<'static, Shipped> {
    SHIPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A network of either kind.
#[derive(Clone)]
pub enum Opened {
    /// Sees what its seat may see.
    Plain(Arc<Network>),
    /// Sees all hands.
    AllSeeing(Arc<QNetwork>),
}

/// When its file was written, and the network.
type Read = (Option<SystemTime>, Opened);

/// Networks that were read: an agent is built for every seat of every deal.
static OPEN: Mutex<Option<HashMap<PathBuf, Read>>> = Mutex::new(None);

/// Says in which folders the networks are that have names, which `more` there are, and how to get those.
pub fn set_folders(folders: Vec<PathBuf>, more: Vec<String>, how: String) {
    *shipped() = Shipped { folders, more, how };
}

/// The names of the networks that are installed, sorted.
pub fn names() -> Vec<String> {
    let folders = shipped().folders.clone();
    let files = folders.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    let name = |path: PathBuf| {
        let ours = path.extension().is_some_and(|extension| extension == "safetensors");
        ours.then(|| path.file_stem()?.to_str().map(str::to_string)).flatten()
    };
    let mut names: Vec<String> = files.filter_map(|file| name(file.path())).collect();
    names.sort();
    names
}

/// The file of a network: `tichu` is one that comes with the program, `runs/a.safetensors` a path.
pub fn find(text: &str) -> Result<PathBuf, Error> {
    if text.contains('/') || text.ends_with(".safetensors") {
        return Ok(PathBuf::from(text));
    }
    let known = names();
    let shipped = shipped();
    let file = |folder: &PathBuf| folder.join(format!("{text}.safetensors"));
    if known.iter().any(|name| name == text)
        && let Some(found) = shipped.folders.iter().map(file).find(|file| file.is_file())
    {
        return Ok(found);
    }
    if shipped.more.iter().any(|name| name == text) {
        return Err(Error::Spec(format!("The network \"{text}\" is not installed; {}.", shipped.how)));
    }
    let known: Vec<&str> = known.iter().chain(&shipped.more).map(String::as_str).collect();
    let hint = match known.is_empty() {
        true => "; none comes with this program, so give the path of a file.".to_string(),
        false => suggest(text, known),
    };
    Err(Error::Spec(format!("There is no network \"{text}\"{hint}")))
}

/// The network of a file, read once.
pub fn open(path: &Path) -> Result<Opened, Error> {
    let cannot = |error: std::io::Error| Error::Spec(format!("{} cannot be read: {error}.", path.display()));
    // Asked before it is opened: some things that are no files answer never, or without end.
    let found = path.metadata().map_err(cannot)?;
    if !found.is_file() {
        return Err(Error::Spec(format!("{} is not a file.", path.display())));
    }
    if found.len() > LARGEST {
        return Err(Error::Spec(format!(
            "{} is too large for a network: it has {} MB, and at most {} are read.",
            path.display(),
            found.len() >> 20,
            LARGEST >> 20
        )));
    }
    let written = found.modified().ok();
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let open = open.get_or_insert_default();
    if let Some((then, network)) = open.get(path)
        && *then == written
    {
        return Ok(network.clone());
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes)).map_err(cannot)?;
    let name = path.display().to_string();
    let network = match QNetwork::from_bytes(&bytes, &name) {
        Some(network) => Opened::AllSeeing(Arc::new(network?)),
        None => Opened::Plain(Arc::new(Network::from_bytes(&bytes, &name)?)),
    };
    open.insert(path.to_path_buf(), (written, network.clone()));
    Ok(network)
}
