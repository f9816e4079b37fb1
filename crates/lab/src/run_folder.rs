//! What the folder of a run holds, so that one kind of run never writes into another's.

use std::path::Path;

use crate::journal::JOURNAL;

/// The plan of a run of games.
pub const MANIFEST: &str = "manifest.json";
/// The plan of an SPSA run; runs of all versions use this name.
pub const SPSA_MANIFEST: &str = "tune.json";
/// The answers of a suite run, one per line.
pub const SUITE_ANSWERS: &str = "answers.jsonl";
/// The plan of an ablation or a comparison.
pub const STUDY: &str = "study.json";
/// The plan of an audit.
pub const AUDIT: &str = "audit.json";
/// The answers of `lab why`, one per line.
pub const WHY_ANSWERS: &str = "why.jsonl";

/// The file by which each kind of run is known.
const KINDS: [&str; 6] = [MANIFEST, SPSA_MANIFEST, SUITE_ANSWERS, STUDY, AUDIT, WHY_ANSWERS];

/// Whether a folder holds a run of another kind than the one known by `own`.
pub(crate) fn is_taken(folder: &Path, own: &str) -> bool {
    let has = |name: &str| folder.join(name).exists();
    // A journal without the file of this kind is the rest of another's.
    KINDS.iter().any(|&known| known != own && has(known)) || has(JOURNAL) && !has(own)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn every_kind_of_run_is_known_by_a_file_of_its_own() {
        for (place, known) in KINDS.iter().enumerate() {
            assert!(!KINDS[..place].contains(known), "{known}");
            let folder = TempFolder::new("run-folder");
            let inside = folder.file("run");
            fs::create_dir(&inside).unwrap();
            assert!(!is_taken(&inside, known));
            fs::write(inside.join(known), "").unwrap();
            assert!(!is_taken(&inside, known));
            for other in KINDS.iter().filter(|other| *other != known) {
                assert!(is_taken(&inside, other), "{other} in a folder of {known}");
            }
        }
    }
}
