//! Loading a network: the one built into the program, or one from a file.

use core::error::Error;
use core::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::net_file::{MAX_BYTES, NetError, NetFile};
use super::network::Network;

/// The bytes of the built-in network, which the build script has chosen and checked.
static BYTES: &[u8] = include_bytes!(env!("SECATEUR_NET"));

/// The value of `EvalFile` that stands for the built-in network.
pub const BUILT_IN: &str = "<built in>";

/// A file that could not be loaded as a network.
#[derive(Debug)]
pub struct FileError {
    file: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Io(io::Error),
    NotAFile,
    TooLarge { bytes: u64 },
    NotANetwork(NetError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        match &self.reason {
            Reason::Io(error) => error.fmt(f),
            Reason::NotAFile => f.write_str("not a file; expected a network"),
            Reason::TooLarge { bytes } => {
                write!(f, "{bytes} bytes; no network is larger than {MAX_BYTES}")
            }
            Reason::NotANetwork(error) => error.fmt(f),
        }
    }
}

impl Error for FileError {
    /// The source of the wrapped error: the text already contains the wrapped error itself, and a
    /// program that prints all sources would repeat it.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.reason {
            Reason::Io(error) => error.source(),
            Reason::NotANetwork(error) => error.source(),
            Reason::NotAFile | Reason::TooLarge { .. } => None,
        }
    }
}

impl From<io::Error> for Reason {
    fn from(error: io::Error) -> Reason {
        Reason::Io(error)
    }
}

impl Network {
    /// The network that is built into the program.
    pub fn built_in() -> Network {
        Network::new(&NetFile::from_bytes(BYTES).expect("the build script has checked the network"))
    }

    /// The network in this file. An empty name and `BUILT_IN` mean the built-in network.
    pub fn named(file: &str) -> Result<Network, FileError> {
        match file {
            "" | BUILT_IN => Ok(Network::built_in()),
            _ => Network::open(Path::new(file))
                .map_err(|reason| FileError { file: file.to_owned(), reason }),
        }
    }

    fn open(path: &Path) -> Result<Network, Reason> {
        // Checked before it is opened: opening a pipe blocks, and reading a device may never end.
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(Reason::NotAFile);
        }
        if metadata.len() > MAX_BYTES {
            return Err(Reason::TooLarge { bytes: metadata.len() });
        }
        let net = NetFile::from_bytes(&fs::read(path)?).map_err(Reason::NotANetwork)?;
        Ok(Network::new(&net))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_network_has_a_description() {
        assert!(!Network::built_in().description().is_empty());
    }

    #[test]
    fn a_file_that_is_not_a_network_is_refused_with_a_reason() {
        let folder = std::env::temp_dir().join(format!("secateur-net-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("empty"), b"").unwrap();
        fs::write(folder.join("foreign"), b"something else altogether").unwrap();
        // The system's own text, which differs between systems.
        let missing = fs::metadata(folder.join("none")).unwrap_err().to_string();
        for (file, reason) in [
            ("none", &missing[..]),
            (".", "not a file"),
            ("empty", "the file is empty"),
            ("foreign", "does not begin with SECATEUR"),
        ] {
            let path = folder.join(file).display().to_string();
            let message = Network::named(&path).err().map(|error| error.to_string());
            let names_both = |text: &String| text.starts_with(&path) && text.contains(reason);
            assert!(message.as_ref().is_some_and(names_both), "{message:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
        for name in ["", BUILT_IN] {
            assert!(Network::named(name).is_ok());
        }
    }

    #[test]
    fn printing_all_sources_repeats_no_text() {
        let with = |reason| FileError { file: "x".into(), reason };
        assert!(with(Reason::Io(io::ErrorKind::NotFound.into())).source().is_none());
        assert!(with(Reason::NotANetwork(NetError::Empty)).source().is_none());
        assert!(with(Reason::NotAFile).source().is_none());
    }
}
