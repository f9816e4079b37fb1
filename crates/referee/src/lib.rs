//! Compares the rules with two independent chess libraries, shakmaty and cozy-chess, and with brute
//! force where those libraries have no answer.
//!
//! Three boards follow the same random games. At each position every check of [`checks`] asks all
//! of them the same question. The first difference ends the run with a report.

pub mod args;
pub mod checks;
pub mod convert;
pub mod differential;
pub mod oracle_perft;
pub mod perft_data;
pub mod starts;
pub mod trio;
