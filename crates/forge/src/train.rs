//! Training a network: 768 features for each king bucket -> `width` for each side -> one output,
//! with the clipped hidden values squared. It runs on the processor, in single precision and on any
//! number of threads. `docs/net.md` describes how to make a network.

pub(crate) mod active_features;
mod adam;
mod backward;
mod batches;
mod cache;
mod checkpoint;
mod config;
mod feature_groups;
mod forward;
mod learner;
mod log;
mod loss;
mod recipe;
mod requirements;
mod schedule;
pub(crate) mod shape;
mod simd;
mod trained;
mod training;
mod worker;

pub use cache::{Cache, CacheError, CacheHeader, CacheWriter, WholeCache};
pub use checkpoint::{CHECKPOINT, CheckpointError};
pub use config::{Config, ConfigError, KingBuckets};
pub use log::{Entry, LOG, read_log};
pub use recipe::{RECIPE, Recipe, RecipeError};
pub use requirements::Requirements;
pub use schedule::ScheduleKind;
pub(crate) use shape::COLUMNS;
pub use trained::{AtLimit, TrainedNet};
pub use training::{Finish, StepReport, TrainError, Training};
