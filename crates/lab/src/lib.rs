//! The laboratory: what measures an engine, and what the measurements mean.

pub mod adjudication;
pub mod arena;
mod catalogue;
pub mod contender;
pub mod doctor;
pub mod game;
pub mod journal;
pub mod limit;
mod line_file;
pub mod machine;
pub mod manifest;
pub mod open_files;
pub mod openings;
mod pgn_file;
pub mod plan;
pub mod player;
pub mod preset;
pub mod record;
pub mod report;
pub mod run;
pub mod spsa;
pub mod state;
pub mod stats;
pub mod suite;
pub mod tune;
mod words;
