//! The referee: our rules against two foreign chess libraries that share no code with them,
//! shakmaty and cozy-chess, and against brute force where the libraries know no answer.
//!
//! Three boards follow the same random games; at each position every check of `checks` asks
//! the same question of all of them. The first difference ends the run and explains itself.

pub mod args;
pub mod checks;
pub mod convert;
pub mod differential;
pub mod odd;
pub mod oracle_perft;
pub mod perft_data;
pub mod random;
pub mod starts;
pub mod trio;
