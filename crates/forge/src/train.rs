//! Teaching a network: (768 features for each king bucket) -> width for each side -> one number,
//! with the clipped hidden values squared. Everything is done on the processor, in single
//! precision and on as many threads as wanted. `docs/net.md` tells how to make a network.

mod adam;
mod backward;
mod cache;
mod checkpoint;
mod config;
mod feed;
mod forward;
mod learner;
mod log;
mod loss;
mod needs;
mod order;
mod packed;
mod recipe;
pub(crate) mod reference;
mod row;
mod schedule;
pub(crate) mod shape;
mod simd;
mod sorted;
mod together;
mod trained;
mod training;
pub(crate) mod views;
mod worker;

pub use cache::{Cache, CacheError, CacheHeader, CacheWriter, WholeCache};
pub use checkpoint::{CHECKPOINT, CheckpointError};
pub use config::{Config, ConfigError, KingBuckets};
pub use log::{Entry, LOG, read_log};
pub use needs::Needs;
pub use packed::{PackedPosition, RECORD_BYTES};
pub use recipe::{RECIPE, Recipe, RecipeError};
pub(crate) use row::COLUMNS;
pub use schedule::Course;
pub use trained::{AtLimit, Trained};
pub use training::{Batch, Finish, TrainError, Training};

#[cfg(test)]
pub(crate) use cache::tests::{Folder, write as write_cache};
#[cfg(test)]
pub(crate) use packed::tests::{placed, scattered, seen};
