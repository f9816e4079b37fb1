//! Why a training cannot begin, be resumed or be finished.

use core::error::Error;
use core::fmt;
use std::io;
use std::path::PathBuf;

use crate::train::cache::CacheError;
use crate::train::checkpoint::CheckpointError;
use crate::train::config::ConfigError;
use crate::train::recipe::RecipeError;

/// Why a training failed.
#[derive(Debug)]
pub enum TrainError {
    /// The file or folder cannot be read or written.
    Io(PathBuf, io::Error),
    /// The cache is unusable.
    Cache(PathBuf, CacheError),
    /// The recipe is not valid.
    Config(ConfigError),
    /// The checkpoint is unusable.
    Checkpoint(PathBuf, CheckpointError),
    /// The recipe cannot be kept in the folder.
    Recipe(PathBuf, RecipeError),
    /// The cache has no positions.
    Empty(PathBuf),
    /// The folder holds a training already.
    Begun(PathBuf),
    /// Another program is training in the folder.
    Busy(PathBuf),
    /// The recipe differs from that of the checkpoint.
    OtherConfig(Vec<String>),
    /// The caches differ from those of the checkpoint.
    OtherData,
    /// The network to start from has another shape.
    OtherShape(PathBuf),
    /// The loss or a weight is no longer a finite number.
    Diverged { step: u64 },
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Io(path, _)
            | TrainError::Cache(path, _)
            | TrainError::Checkpoint(path, _)
            | TrainError::Recipe(path, _) => write!(f, "{}", path.display()),
            TrainError::Config(_) => f.write_str("cannot read the recipe"),
            TrainError::Empty(path) => {
                write!(f, "{}: it holds no positions", path.display())
            }
            TrainError::Begun(path) => write!(
                f,
                "{}: it holds a training already; expected --resume, or another folder",
                path.display()
            ),
            TrainError::Busy(path) => write!(
                f,
                "{}: another program is training there; it must end first",
                path.display()
            ),
            TrainError::OtherConfig(differences) => {
                write!(f, "the training was begun with another recipe: {}", differences.join(", "))
            }
            TrainError::OtherData => f.write_str(
                "the training was begun with other positions; expected the same training caches",
            ),
            TrainError::OtherShape(path) => write!(
                f,
                "{}: a network of another shape; expected the same width and buckets",
                path.display()
            ),
            TrainError::Diverged { step } => {
                write!(f, "the training diverged after step {step}; expected a lower rate")
            }
        }
    }
}

impl Error for TrainError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TrainError::Io(_, error) => Some(error),
            TrainError::Cache(_, error) => Some(error),
            TrainError::Config(error) => Some(error),
            TrainError::Checkpoint(_, error) => Some(error),
            TrainError::Recipe(_, error) => Some(error),
            _ => None,
        }
    }
}
