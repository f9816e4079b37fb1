//! The session under bad input, hostile files and scarce resources. `position`, `limits`,
//! `options` and `networks` hold bad values, `talk` bad timing, `machine` limits and signals of the
//! system.

mod limits;
#[cfg(target_os = "linux")]
mod machine;
mod networks;
mod options;
mod position;
mod position_tables;
#[path = "../support/mod.rs"]
mod support;
mod talk;
