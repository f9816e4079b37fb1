//! A network from a file that somebody has named.

use core::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::net_file::{MAX_BYTES, NetError, NetFile};
use super::network::Network;

/// A file that is no network.
#[derive(Debug)]
pub struct FileError {
    file: String,
    why: Why,
}

#[derive(Debug)]
enum Why {
    Io(io::Error),
    NoFile,
    Large { bytes: u64 },
    NetFile(NetError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        match &self.why {
            Why::Io(error) => error.fmt(f),
            Why::NoFile => f.write_str("not a file; expected a network"),
            Why::Large { bytes } => {
                write!(f, "{bytes} bytes; no network is larger than {MAX_BYTES}")
            }
            Why::NetFile(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FileError {}

impl From<io::Error> for Why {
    fn from(error: io::Error) -> Why {
        Why::Io(error)
    }
}

/// What `EvalFile` says of the network that the program carries.
pub const BUILT_IN: &str = "<built in>";

impl Network {
    /// The network of this file; none at all means the one that is built in.
    pub fn named(file: &str) -> Result<Network, FileError> {
        match file {
            "" | BUILT_IN => Ok(Network::built_in()),
            _ => Network::open(Path::new(file))
                .map_err(|why| FileError { file: file.to_owned(), why }),
        }
    }

    fn open(path: &Path) -> Result<Network, Why> {
        // Looked at before it is opened: a pipe would be waited for, and not everything ends.
        let about = fs::metadata(path)?;
        if !about.is_file() {
            return Err(Why::NoFile);
        }
        if about.len() > MAX_BYTES {
            return Err(Why::Large { bytes: about.len() });
        }
        let net = NetFile::from_bytes(&fs::read(path)?).map_err(Why::NetFile)?;
        Ok(Network::new(&net))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_network_is_refused_with_a_reason() {
        let folder = std::env::temp_dir().join(format!("secateur-net-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("empty"), b"").unwrap();
        fs::write(folder.join("foreign"), b"something else altogether").unwrap();
        // Systems have words of their own for it.
        let missing = fs::metadata(folder.join("none")).unwrap_err().to_string();
        for (file, reason) in [
            ("none", &missing[..]),
            (".", "not a file"),
            ("empty", "the file is empty"),
            ("foreign", "does not begin with SECATEUR"),
        ] {
            let path = folder.join(file).display().to_string();
            let said = Network::named(&path).err().map(|error| error.to_string());
            let told = |said: &String| said.starts_with(&path) && said.contains(reason);
            assert!(said.as_ref().is_some_and(told), "{said:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
        for name in ["", BUILT_IN] {
            assert!(Network::named(name).is_ok());
        }
    }
}
