//! What the folder of a run holds, so that one kind of run never writes into another's.

use std::path::Path;

use crate::audit::AUDIT;
use crate::manifest::MANIFEST;
use crate::spsa::SPSA_MANIFEST;
use crate::study::STUDY;
use crate::suite::ANSWERS;
use crate::why;

/// The file by which each kind of run is known.
const KINDS: [&str; 6] = [MANIFEST, SPSA_MANIFEST, ANSWERS, STUDY, AUDIT, why::ANSWERS];

/// Whether a folder holds a run of another kind than the one known by `own`.
pub(crate) fn is_taken(folder: &Path, own: &str) -> bool {
    KINDS.iter().any(|&known| known != own && folder.join(known).exists())
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
