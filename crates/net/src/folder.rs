//! Where networks are: files by their path, the networks that come with the program by their name.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use kibitz_game::Error;
use kibitz_game::error::suggest;

use crate::{Network, QNetwork};

/// The largest file that is read, in bytes: fifty times the largest network that comes with the program.
const LARGEST: u64 = 256 << 20;

static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

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

/// Says where the networks are that have names.
pub fn set_folder(folder: PathBuf) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder);
}

/// The names of the networks that come with the program, sorted.
pub fn names() -> Vec<String> {
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let files = folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten().flatten();
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
    if known.iter().any(|name| name == text)
        && let Some(folder) = &*FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
    {
        return Ok(folder.join(format!("{text}.safetensors")));
    }
    let hint = match known.is_empty() {
        true => "; none comes with this program, so give the path of a file.".to_string(),
        false => suggest(text, known.iter().map(String::as_str)),
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
