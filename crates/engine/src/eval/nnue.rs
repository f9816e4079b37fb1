//! The network: the pieces, as each king sees them, pass one wide layer and become one number.
//! `features` says what is seen, `net` holds the numbers as a file has them, `file` reads one,
//! `network` makes them ready, `accumulator` keeps hidden values from board to board, `kernels` has the loops.

mod accumulator;
mod built_in;
pub mod features;
mod file;
mod kernels;
pub mod net_file;
mod network;
mod piece_values;

pub use accumulator::Accumulators;
pub use file::{BUILT_IN, FileError};
pub use network::Network;
