//! The log of a campaign: which steps have ended, by which command, in which time.

use core::fmt;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toolkit::whole_file::write_whole;

use super::file::Step;

/// The file of the log, in the campaign's folder.
pub const CAMPAIGN: &str = "plan.json";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    /// Begun, and not yet ended: its time was used up, or somebody stopped it.
    Begun,
    Ended,
    Failed,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StepRecord {
    /// The arguments of the command.
    pub words: Vec<String>,
    pub status: StepStatus,
    /// Running time, over all calls.
    pub seconds: f64,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CampaignLog {
    steps: BTreeMap<String, StepRecord>,
}

#[derive(Debug)]
pub enum LogError {
    File {
        path: PathBuf,
        why: io::Error,
    },
    Content {
        path: PathBuf,
        why: serde_json::Error,
    },
    /// The step was begun with another command.
    Changed {
        step: String,
        before: String,
    },
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::File { path, why } => write!(f, "{}: {why}", path.display()),
            LogError::Content { path, why } => {
                write!(f, "{}: {why}; expected the log of a plan", path.display())
            }
            LogError::Changed { step, before } => write!(
                f,
                "step '{step}' was begun as '{before}'; expected the same command, another name for \
                 the step, or another --out"
            ),
        }
    }
}

impl core::error::Error for LogError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            LogError::File { why, .. } => Some(why),
            LogError::Content { why, .. } => Some(why),
            LogError::Changed { .. } => None,
        }
    }
}

impl CampaignLog {
    /// The log of a folder, empty if it has none.
    pub fn read(folder: &Path) -> Result<CampaignLog, LogError> {
        let path = folder.join(CAMPAIGN);
        match fs::read(&path) {
            Ok(text) => {
                serde_json::from_slice(&text).map_err(|why| LogError::Content { path, why })
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(CampaignLog::default()),
            Err(why) => Err(LogError::File { path, why }),
        }
    }

    pub fn write(&self, folder: &Path) -> Result<(), LogError> {
        let path = folder.join(CAMPAIGN);
        let text = serde_json::to_vec_pretty(self);
        let text = text.map_err(|why| LogError::Content { path: path.clone(), why })?;
        write_whole(&path, &text).map_err(|why| LogError::File { path, why })
    }

    pub fn step(&self, name: &str) -> Option<&StepRecord> {
        self.steps.get(name)
    }

    /// Refuses a step that was begun with another command: its folder holds other results.
    pub fn check(&self, step: &Step) -> Result<(), LogError> {
        match self.step(&step.name) {
            Some(record) if record.words != step.words => {
                Err(LogError::Changed { step: step.name.clone(), before: record.words.join(" ") })
            }
            _ => Ok(()),
        }
    }

    /// Notes that a step runs.
    pub fn begin(&mut self, step: &Step) {
        let seconds = self.step(&step.name).map_or(0.0, |record| record.seconds);
        let (words, status) = (step.words.clone(), StepStatus::Begun);
        self.steps.insert(step.name.clone(), StepRecord { words, status, seconds, error: None });
    }

    /// Notes how a running step came out, and the time that it took since it began.
    pub fn end(&mut self, step: &Step, status: StepStatus, seconds: f64, error: Option<String>) {
        if let Some(record) = self.steps.get_mut(&step.name) {
            record.status = status;
            record.seconds += seconds;
            record.error = error;
        }
    }
}

#[cfg(test)]
mod tests {
    use toolkit::TempFolder;

    use super::*;

    fn step(option: &str) -> Step {
        Step {
            name: "x".to_owned(),
            about: String::new(),
            run: "sprt".to_owned(),
            words: vec!["sprt".to_owned(), option.to_owned()],
            shown: Vec::new(),
            when: Vec::new(),
            weight: 1.0,
            missing: Vec::new(),
        }
    }

    #[test]
    fn a_log_is_read_as_it_was_written_and_times_add_up() {
        let folder = TempFolder::new("campaign-log");
        let mut log = CampaignLog::read(folder.path()).unwrap();
        assert_eq!(log, CampaignLog::default());
        for _ in 0..2 {
            log.begin(&step("--nodes=1"));
            log.end(&step("--nodes=1"), StepStatus::Begun, 1.5, None);
        }
        assert_eq!(log.step("x").unwrap().status, StepStatus::Begun);
        log.write(folder.path()).unwrap();
        let mut log = CampaignLog::read(folder.path()).unwrap();
        assert_eq!(log.step("x").unwrap().seconds, 3.0);
        log.end(&step("--nodes=1"), StepStatus::Ended, 0.0, None);
        assert_eq!(log.step("x").unwrap().status, StepStatus::Ended);
        assert_eq!(log.step("y"), None);
    }

    #[test]
    fn a_step_with_another_command_is_refused() {
        let mut log = CampaignLog::default();
        assert!(log.check(&step("--nodes=1")).is_ok());
        log.begin(&step("--nodes=1"));
        assert!(log.check(&step("--nodes=1")).is_ok());
        let error = log.check(&step("--nodes=2")).unwrap_err().to_string();
        assert!(error.starts_with("step 'x' was begun as 'sprt --nodes=1'"), "{error}");
    }

    #[test]
    fn a_damaged_log_is_refused_with_its_path() {
        let folder = TempFolder::new("campaign-damaged");
        fs::write(folder.path().join(CAMPAIGN), "{").unwrap();
        let error = CampaignLog::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains(CAMPAIGN) && error.contains("expected the log"), "{error}");
    }
}
