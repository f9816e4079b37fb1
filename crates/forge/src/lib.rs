//! The forge: where the material is made that evaluations learn from. Our own engine plays
//! against itself, every ply of every game is kept, and whoever learns from it takes what the
//! filter lets through. Evaluations are taught here, too: the classical one by `texel`, networks
//! by `train`.

pub mod archive;
mod choice;
pub mod export;
pub mod filter;
pub mod format;
pub mod outcomes;
pub mod pack;
pub mod quantise;
pub mod sample;
pub mod selfplay;
pub mod settings;
pub mod stats;
pub mod store;
pub mod texel;
pub mod train;
