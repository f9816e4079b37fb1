//! The forge makes training data and trains evaluations on it.
//!
//! # The life of a position
//!
//! 1. [`selfplay`]: the engine plays both sides of a game, a few thousand nodes a move at most.
//!    Every ply is stored with its move and the score of its search. A game starts from a random
//!    opening that a search accepts as balanced ([`settings`] has all conditions) and ends by the
//!    rules of chess or by adjudication.
//! 2. [`mod@store`] appends the finished game to a file whose bytes [`mod@format`] defines.
//!    [`selfplay::Run::relabel`] may later replace the scores by those of a better engine.
//! 3. [`archive`] reads the file, on one thread or many, and skips damage. It turns the games into
//!    [`sample::Sample`]s: a position with its score, its move and the result of its game.
//!    [`stats`] and [`outcomes`] count them.
//! 4. [`filter`] keeps the quiet positions: an evaluation rates positions in which nothing is going
//!    on.
//! 5. [`pack`] encodes them as records of 32 bytes ([`bullet`]), shuffles them and writes them into
//!    a training cache; whole games are held out in a second cache. [`export`] writes the same
//!    records, or text, for other trainers.
//! 6. [`train`] reads the cache in batches and trains a network in floating point with AdamW, as a
//!    recipe in TOML describes.
//! 7. [`quantise`] rounds the network to the integers of a file that the engine reads or is built
//!    with. The engine then plays the games of the next generation.
//!
//! The classical evaluation takes a shorter way: [`texel`] reads the filtered positions of step 4
//! and tunes the weights of its terms, which are written as a Rust source file.
//!
//! # Invariants
//!
//! **Invariant (reproducible games):** a game follows from its number, the settings in the header and
//! the engine; the number of threads and interruptions do not change it. The engine is cleared before
//! each game.
//!
//! **Invariant (one kind per file):** all games of a file share one header. A file is continued only
//! with the same settings and the same engine, identified by the node count of a short bench.
//!
//! **Invariant (append only):** a file of games only grows, and each game has its own checksum. A kill
//! at any moment loses at most the games that were not finished.
//!
//! **Invariant (points of view):** scores and results of files and samples are White's; those of
//! records, caches and networks are the side to move's. [`bullet::encode`] is where they change.
//!
//! **Invariant (no leakage):** a game is held out as a whole, by its number, so training and held-out
//! positions never come from the same game.
//!
//! **Invariant (reproducible training):** recipe, caches and number of threads determine the network to
//! the last bit, resumed or not. The kernels sum in the same order on every machine.
//!
//! **Invariant (no overflow):** training clamps every weight to a limit within which the quantised
//! network cannot overflow the engine's 16-bit arithmetic.
//!
//! **Invariant (one numbering):** only `engine::eval::nnue::features` numbers features and buckets;
//! trainer and engine both use it.
//!
//! The forge has no terminal, no options and no progress bars: `secateur forge` adds these.

pub mod archive;
pub mod book;
pub mod bullet;
pub mod export;
pub mod filter;
pub mod format;
pub mod outcomes;
pub mod pack;
mod parallel;
pub mod quantise;
pub mod sample;
pub mod selfplay;
pub mod settings;
pub mod stats;
pub mod store;
mod subsample;
#[cfg(test)]
mod test_support;
pub mod texel;
pub mod train;
