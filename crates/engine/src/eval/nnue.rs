//! The network (NNUE): one wide hidden layer over the pieces as each king sees them, and one output.
//!
//! `features` numbers the inputs. `net_file` is the file format, and `load` finds the network to
//! use. `network` holds the weights in the layout that the vector loops of `kernels` need.
//! `accumulator` updates hidden values from one board to the next; `piece_values` computes them from
//! scratch.

mod accumulator;
pub mod features;
mod kernels;
mod load;
pub mod net_file;
mod network;
mod piece_values;

pub use accumulator::Accumulators;
pub use load::{BUILT_IN, FileError};
pub use network::Network;
