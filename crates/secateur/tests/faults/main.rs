//! The catalogue of faults. Each row has an id: look for it in the names of the tests or in the
//! first column of their tables. `position` holds U01 to U35, `limits` G01 to G10, `options`
//! G11 to G17, G29 and G30, `talk` G18 to G27, `machine` G12, G14, G28, G31 and G32, `networks`
//! F08 to F12.

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
