//! The laboratory: what measures an engine, and what the measurements mean.

pub mod adjudication;
pub mod arena;
pub mod duel;
pub mod game;
pub mod limit;
pub mod openings;
pub mod player;
pub mod random;
pub mod record;
pub mod spsa;
pub mod stats;
pub mod store;
