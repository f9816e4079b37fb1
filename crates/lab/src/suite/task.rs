//! The positions of a suite, read from its file.

use core::fmt;
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use chess::{CastlingField, EpdFault, EpdReader, Setup};

use super::goal::Goal;
use crate::manifest::distinct;

/// A position and its goal.
#[derive(Clone, Debug)]
pub struct Task {
    /// The place of its suite.
    pub suite: usize,
    pub id: String,
    pub setup: Setup,
    pub goal: Goal,
}

impl Task {
    pub fn fen(&self) -> String {
        self.setup.to_fen(CastlingField::XFen)
    }

    pub fn goal_text(&self) -> String {
        self.goal.text(&self.setup.position)
    }
}

#[derive(Clone, Debug)]
pub struct Suite {
    pub name: String,
    /// Faulty lines of the file, which are skipped.
    pub problems: Vec<String>,
}

#[derive(Debug)]
pub enum SuiteError {
    File { path: PathBuf, why: io::Error },
    Nothing { path: PathBuf, first: Option<String> },
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::File { path, why } => {
                write!(f, "{}: {why}; expected a file of EPD", path.display())
            }
            SuiteError::Nothing { path, first } => {
                write!(f, "{}: nothing to solve in it; expected EPD with bm", path.display())?;
                f.write_str(", am, dm, or points in c8 and c9")?;
                first.as_ref().map_or(Ok(()), |first| write!(f, " ({first})"))
            }
        }
    }
}

impl core::error::Error for SuiteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SuiteError::File { why, .. } => Some(why),
            SuiteError::Nothing { .. } => None,
        }
    }
}

/// Reads suites. Each is named after its file.
pub fn read_suites(paths: &[PathBuf]) -> Result<(Vec<Suite>, Vec<Task>), SuiteError> {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned())
        .collect();
    let (mut suites, mut tasks) = (Vec::new(), Vec::new());
    for (place, (path, name)) in paths.iter().zip(distinct(&names)).enumerate() {
        let (of_file, problems) = read(path, place)?;
        if of_file.is_empty() {
            let (path, first) = (path.clone(), problems.into_iter().next());
            return Err(SuiteError::Nothing { path, first });
        }
        suites.push(Suite { name, problems });
        tasks.extend(of_file);
    }
    Ok((suites, tasks))
}

fn read(path: &Path, suite: usize) -> Result<(Vec<Task>, Vec<String>), SuiteError> {
    let failed = |why| SuiteError::File { path: path.to_owned(), why };
    let mut reader = EpdReader::new(File::open(path).map_err(failed)?);
    let (mut tasks, mut problems) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    while let Some(record) = reader.next() {
        let line = reader.line();
        let epd = match record {
            Ok(epd) => epd,
            Err(error) => match error.fault {
                EpdFault::Io(why) => return Err(failed(why)),
                _ => {
                    problems.push(error.to_string());
                    continue;
                }
            },
        };
        let mut faults: Vec<String> = epd.problems().iter().map(ToString::to_string).collect();
        let setup = epd.setup().clone();
        let goal = Goal::read(&epd, &mut faults);
        let id = epd.id().filter(|id| !id.is_empty()).unwrap_or_else(|| format!("line {line}"));
        match goal {
            None => faults.push("nothing to solve; skipped".to_owned()),
            Some(_) if setup.position.legal_moves().is_empty() => {
                faults.push("there is no legal move; skipped".to_owned());
            }
            Some(goal) => {
                let task = Task { suite, id, setup, goal };
                if known.insert((task.id.clone(), task.fen(), task.goal_text())) {
                    tasks.push(task);
                } else {
                    faults.push(format!("{} is a duplicate; skipped", task.id));
                }
            }
        }
        problems.extend(faults.into_iter().map(|fault| format!("line {line}: {fault}")));
    }
    Ok((tasks, problems))
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    fn write(folder: &TempFolder, name: &str, text: &str) -> PathBuf {
        let path = folder.file(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn positions_are_kept_and_faulty_lines_reported() {
        let folder = TempFolder::new("tasks");
        let text = "# a comment\n\
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rz8;\n\
            nonsense\n\
            R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - dm -1;\n\
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1;\n";
        let path = write(&folder, "few.epd", text);
        let (suites, tasks) = read_suites(&[path.clone(), path]).unwrap();
        let ids: Vec<(usize, &str)> =
            tasks.iter().map(|task| (task.suite, task.id.as_str())).collect();
        assert_eq!(ids, [(0, "back rank"), (0, "line 7"), (1, "back rank"), (1, "line 7")]);
        assert_eq!((suites[0].name.as_str(), suites[1].name.as_str()), ("few", "few (2)"));
        let message = suites[0].problems.join("\n");
        for fault in [
            "line 3: back rank is a duplicate",
            "line 4: nothing to solve",
            "line 5: ",
            "line 6: there is no legal move",
        ] {
            assert!(message.contains(fault), "{fault}: {message}");
        }
    }

    #[test]
    fn a_file_without_a_task_is_refused() {
        let folder = TempFolder::new("no-tasks");
        let path = write(&folder, "bare.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"x\";\n");
        let message = read_suites(&[path]).unwrap_err().to_string();
        assert!(
            message.contains("expected EPD with bm") && message.contains("line 1"),
            "{message}"
        );
        let message = read_suites(&[folder.file("none.epd")]).unwrap_err().to_string();
        assert!(message.contains("none.epd") && message.contains("expected a file"), "{message}");
    }
}
