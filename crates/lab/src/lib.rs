//! The laboratory: what measures an engine, and what the measurements mean.

pub mod adjudication;
pub mod arena;
pub mod contender;
mod crew;
pub mod doctor;
pub mod game;
pub mod halt;
pub mod journal;
pub mod limit;
mod line_file;
pub mod machine;
pub mod manifest;
pub mod openings;
pub mod pgn_file;
pub mod plan;
pub mod player;
pub mod preset;
pub mod random;
pub mod record;
pub mod report;
pub mod run;
pub mod spsa;
pub mod state;
pub mod stats;
pub mod suite;
pub mod tune;
mod words;
