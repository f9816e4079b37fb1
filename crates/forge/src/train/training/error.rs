//! Why a training cannot begin, go on or go to its end.

use core::fmt;
use std::io;
use std::path::PathBuf;

use crate::train::cache::CacheError;
use crate::train::checkpoint::CheckpointError;
use crate::train::config::ConfigError;
use crate::train::recipe::RecipeError;

#[derive(Debug)]
pub enum TrainError {
    Io(PathBuf, io::Error),
    Cache(PathBuf, CacheError),
    Config(ConfigError),
    Checkpoint(PathBuf, CheckpointError),
    Recipe(PathBuf, RecipeError),
    Empty(PathBuf),
    /// There is a training in the folder.
    Begun(PathBuf),
    /// Somebody else is at it.
    Busy(PathBuf),
    OtherConfig(Vec<String>),
    OtherData,
    /// What it is to begin with is of another shape.
    OtherShape(PathBuf),
    /// The loss is no number any more.
    Diverged {
        step: u64,
    },
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Cache(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Config(error) => error.fmt(f),
            TrainError::Checkpoint(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Recipe(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Empty(path) => {
                write!(f, "{}: there are no positions in it", path.display())
            }
            TrainError::Begun(path) => write!(
                f,
                "{}: a training was begun there; go on with it by --resume, or choose another folder",
                path.display()
            ),
            TrainError::Busy(path) => write!(
                f,
                "{}: another program is training there; it must end first",
                path.display()
            ),
            TrainError::OtherConfig(differences) => write!(
                f,
                "the training was begun with another configuration: {}",
                differences.join(", ")
            ),
            TrainError::OtherData => f.write_str(
                "the training was begun with other positions; expected the same training caches",
            ),
            TrainError::OtherShape(path) => write!(
                f,
                "{}: a network of other sizes; expected the same width and buckets",
                path.display()
            ),
            TrainError::Diverged { step } => write!(
                f,
                "after step {step} the loss is no number any more; expected a lower rate to help"
            ),
        }
    }
}

impl core::error::Error for TrainError {}
