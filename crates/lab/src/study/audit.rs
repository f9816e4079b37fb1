//! The error rates that an audit has measured, read from its JSON.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::StudyError;

/// The rates of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Audit {
    /// The name of the player.
    pub player: String,
    pub rows: Vec<AuditRow>,
}

/// How often a heuristic was wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AuditRow {
    pub name: String,
    pub wrong: u64,
    pub judged: u64,
    /// The ends of a 95 % interval.
    #[serde(default)]
    pub low: Option<f64>,
    #[serde(default)]
    pub high: Option<f64>,
}

impl Audit {
    /// Reads a JSON file with a list `heuristics`.
    pub fn read(path: &Path, player: &str) -> Result<Audit, StudyError> {
        #[derive(Deserialize)]
        struct File {
            heuristics: Vec<AuditRow>,
        }
        let failed = |why| StudyError::File { path: path.to_owned(), why };
        let text = fs::read(path).map_err(failed)?;
        let file: File = serde_json::from_slice(&text)
            .map_err(|why| StudyError::NoAudit { path: path.to_owned(), why: why.to_string() })?;
        Ok(Audit { player: player.to_owned(), rows: file.heuristics })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn rates_are_read_and_other_fields_ignored() {
        let folder = TempFolder::new("audit");
        let path = folder.file("audit.json");
        let text = r#"{"seed": 1, "heuristics": [{"name": "StaticNull", "wrong": 12,
            "judged": 400, "low": 0.017, "high": 0.05, "saved": 3}]}"#;
        fs::write(&path, text).unwrap();
        let audit = Audit::read(&path, "baseline").unwrap();
        let row = &audit.rows[0];
        assert_eq!((row.name.as_str(), row.wrong, row.judged), ("StaticNull", 12, 400));
        assert_eq!((row.low, row.high), (Some(0.017), Some(0.05)));
        fs::write(&path, "{}").unwrap();
        let message = Audit::read(&path, "baseline").unwrap_err().to_string();
        assert!(message.contains("heuristics") && message.contains("expected"), "{message}");
    }
}
