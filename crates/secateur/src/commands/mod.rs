//! The tools beside the engine, one file each.

pub(crate) mod perft;
mod signature;
