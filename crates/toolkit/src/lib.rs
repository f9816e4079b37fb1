//! Support code that the lab, the forge and the program share, and that the search does not need.
//!
//! - [`workers`] runs the same work on many threads and passes their messages to one receiver.
//!   Games, statistics and test suites are spread over the cores this way.
//! - [`stop`] stops every search in the process. Ctrl-C calls [`stop::StopAll::request`] once; each
//!   engine asks its [`stop::StopHandle`] for the control of its next search.
//! - [`whole_file`] replaces files atomically: checkpoints, reports, networks, training caches.
//! - [`TempFolder`] is a folder that is removed with everything in it, for tests.
//! - [`Ending`] says how games end, [`adjudicator`] ends those whose result both sides agree on, and
//!   [`random_walk`] makes openings: one vocabulary for the games of the lab and of the forge.
//! - [`presets`] holds the rules of other engines as settings of ours, found by name.
//! - [`error_chain`] prints an error with its causes.
//!
//! # Invariants
//!
//! **Invariant (stopping):** a stop is never lost. A search that starts after the request finds its
//! control already stopped, and a handle unregisters itself when it is dropped.
//!
//! **Invariant (files):** a file under its final name is complete. Until
//! [`whole_file::StagedFile::publish`] has synced and renamed it, the data lie beside it under a
//! name of their own, which is removed if the work is given up.
//!
//! **Invariant (threads):** [`workers::run`] returns only when all its threads have ended, so
//! workers may borrow from the caller.

use std::error::Error;

pub mod adjudicator;
mod ending;
pub mod presets;
mod random_walk;
pub mod stop;
mod temp_folder;
pub mod whole_file;
pub mod workers;

pub use ending::Ending;
pub use random_walk::{WalkMoves, random_walk};
pub use temp_folder::TempFolder;

/// An error and its causes on one line, separated by colons, as the program prints them. A cause
/// that an error already quotes in its own text is shown once.
pub fn error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug)]
    struct Outer(std::io::Error);

    impl fmt::Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("cannot read the file")
        }
    }

    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn an_error_is_followed_by_its_causes() {
        let cause = std::io::Error::other("the disk is gone");
        assert_eq!(error_chain(&cause), "the disk is gone");
        assert_eq!(error_chain(&Outer(cause)), "cannot read the file: the disk is gone");
        let quoted = std::io::Error::other("read the file");
        assert_eq!(error_chain(&Outer(quoted)), "cannot read the file");
    }
}
