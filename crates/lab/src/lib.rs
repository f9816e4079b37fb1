//! The laboratory: what measures an engine, and what the measurements mean.

pub mod adjudication;
pub mod arena;
pub mod contender;
pub mod doctor;
pub mod game;
pub mod halt;
pub mod journal;
pub mod limit;
pub mod machine;
pub mod manifest;
pub mod openings;
pub mod pgn_file;
pub mod plan;
pub mod player;
pub mod random;
pub mod record;
pub mod run;
pub mod state;
pub mod stats;
mod words;
