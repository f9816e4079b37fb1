//! Syzygy endgame tablebases: folders of files that know the result of every position with few
//! pieces.
//!
//! [`Syzygy::open`] checks the files of some folders and keeps the sound ones; `Syzygy` is then the
//! [`Prober`](engine::tablebase::Prober) of an engine. The library shakmaty-syzygy reads the tables.
//! Its types stay inside this crate: `position` converts ours to them, once for each probe and
//! without allocating.
//!
//! Files are read with plain system calls, not mapped into memory, so that a file which shrinks or
//! vanishes during a search is a failed probe and not a fatal signal.
//!
//! **Architecture invariant: no file is trusted.** A file with a wrong name, size, magic, list of
//! pieces or checksum is left out and named. Damage that is found only later is a failed probe.

mod checksum;
mod file;
mod position;
mod syzygy;

pub use file::{BadFile, Fault, Kind, TableFile};
pub use syzygy::{FolderError, ProbeError, Syzygy, checked_files};
