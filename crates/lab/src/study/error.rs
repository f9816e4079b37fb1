//! Why a study cannot be carried out.

use core::fmt;
use std::io;
use std::path::PathBuf;

use toolkit::presets::PresetError;

use crate::arena::PlayError;
use crate::openings::BookError;
use crate::player::PlayerSpecError;
use crate::suite::SuiteError;

#[derive(Debug)]
pub enum StudyError {
    Player { text: String, why: PlayerSpecError },
    Preset(PresetError),
    NotOwn { text: String },
    TooFew { players: usize },
    Book(BookError),
    Suite(SuiteError),
    Position { fen: String, why: String },
    Taken { folder: PathBuf },
    Different { folder: PathBuf, what: Vec<String> },
    NoRun { folder: PathBuf, why: String },
    NoAudit { path: PathBuf, why: String },
    File { path: PathBuf, why: io::Error },
    Play(PlayError),
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::Player { text, why } => write!(f, "player '{text}': {why}"),
            StudyError::Preset(error) => error.fmt(f),
            StudyError::NotOwn { text } => {
                write!(f, "player '{text}': expected 'self', perhaps with settings")
            }
            StudyError::TooFew { players } => {
                write!(f, "{players} players; expected at least two")
            }
            StudyError::Book(error) => error.fmt(f),
            StudyError::Suite(error) => error.fmt(f),
            StudyError::Position { fen, why } => write!(f, "position '{fen}': {why}"),
            StudyError::Taken { folder } => write!(
                f,
                "{} holds a run of another kind; expected another folder",
                folder.display()
            ),
            StudyError::Different { folder, what } => write!(
                f,
                "{} holds a run with other settings ({}); expected the same, or another folder",
                folder.display(),
                what.join(", ")
            ),
            StudyError::NoRun { folder, why } => {
                write!(f, "{} holds no ablation or comparison: {why}", folder.display())
            }
            StudyError::NoAudit { path, why } => write!(
                f,
                "{}: {why}; expected the JSON of an audit, with a list 'heuristics'",
                path.display()
            ),
            StudyError::File { path, why } => write!(f, "{}: {why}", path.display()),
            StudyError::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StudyError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            StudyError::Player { why, .. } => Some(why),
            StudyError::Preset(error) => Some(error),
            StudyError::Book(error) => Some(error),
            StudyError::Suite(error) => Some(error),
            StudyError::File { why, .. } => Some(why),
            StudyError::Play(error) => Some(error),
            StudyError::NotOwn { .. }
            | StudyError::TooFew { .. }
            | StudyError::Position { .. }
            | StudyError::Taken { .. }
            | StudyError::Different { .. }
            | StudyError::NoRun { .. }
            | StudyError::NoAudit { .. } => None,
        }
    }
}
