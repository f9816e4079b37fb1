//! The option `SyzygyPath`: opens tablebases and says what was found.

use std::sync::Arc;

use anyhow::Result;
use engine::Engine;
use tablebase::Syzygy;

/// Bad files beyond this many are only counted.
const NAMED: usize = 10;

/// Gives the engine the tables of some folders; no folder turns them off. Returns what was found, a
/// line for each file that was left out.
pub(super) fn open(engine: &mut Engine, folders: &str) -> Result<Option<String>> {
    if folders.is_empty() {
        let were_on = engine.tablebase.prober.take().is_some();
        return Ok(were_on.then(|| "tablebases off".to_owned()));
    }
    let tables = Syzygy::open(folders)?;
    let mut message = format!("found {tables}");
    let bad = tables.bad_files();
    for file in bad.iter().take(NAMED) {
        message += &format!("\nerror: {file}; left out");
    }
    if let Some(more @ 1..) = bad.len().checked_sub(NAMED) {
        message += &format!("\nerror: {more} more files left out; 'secateur tb check' names them");
    }
    engine.tablebase.prober = Some(Arc::new(tables));
    Ok(Some(message))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use toolkit::TempFolder;

    use super::*;

    #[test]
    fn a_path_reports_its_tables_and_every_file_that_is_none() {
        let folder = TempFolder::new("tablebases");
        let path = folder.path().to_str().unwrap();
        let mut engine = Engine::new(1).unwrap();
        let found = open(&mut engine, path).unwrap().unwrap();
        assert_eq!(found, "found 0 tablebases (0 WDL, 0 DTZ)");
        fs::write(folder.path().join("KQvK.rtbw"), [0; 100]).unwrap();
        fs::create_dir(folder.path().join("KRvK.rtbz")).unwrap();
        let found = open(&mut engine, path).unwrap().unwrap();
        let lines: Vec<&str> = found.lines().collect();
        assert!(lines[1].contains("KQvK.rtbw: 100 bytes; expected"), "{found}");
        assert!(lines[2].contains("KRvK.rtbz: expected a file; left out"), "{found}");
        assert!(engine.tablebase.prober.is_some());
        assert_eq!(open(&mut engine, "").unwrap().unwrap(), "tablebases off");
        assert!(engine.tablebase.prober.is_none());
        assert_eq!(open(&mut engine, "").unwrap(), None);
    }

    #[test]
    fn only_some_of_many_bad_files_are_named() {
        let folder = TempFolder::new("many-tablebases");
        for letters in ["Q", "R", "B", "N", "P"] {
            for extension in ["rtbw", "rtbz"] {
                fs::write(folder.path().join(format!("K{letters}vK.{extension}")), []).unwrap();
                fs::write(folder.path().join(format!("KQ{letters}vK.{extension}")), []).unwrap();
            }
        }
        let mut engine = Engine::new(1).unwrap();
        let found = open(&mut engine, folder.path().to_str().unwrap()).unwrap().unwrap();
        assert_eq!(found.lines().count(), 12);
        assert!(
            found.ends_with("10 more files left out; 'secateur tb check' names them"),
            "{found}"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_read_is_named_and_changes_nothing() {
        let folder = TempFolder::new("no-tablebases");
        let file = folder.path().join("file");
        fs::write(&file, []).unwrap();
        let mut engine = Engine::new(1).unwrap();
        let long = "x".repeat(4096);
        for path in ["no/such/folder", file.to_str().unwrap(), &long] {
            let error = open(&mut engine, path).unwrap_err().to_string();
            assert!(error.contains(path) && error.contains("expected folders"), "{error}");
            assert!(engine.tablebase.prober.is_none());
        }
    }
}
