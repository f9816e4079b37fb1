//! Our own engine against itself, on as many threads as wanted, into one file. A game follows
//! from its number, the settings and the engine, whichever thread plays it and whatever the
//! others do.

mod adjudication;
mod numbers;
mod opening;
mod origin;
mod run;
mod thinker;
mod worker;

pub use opening::NoOpening;
pub use run::{Finish, Goal, Run, RunError, Totals};
pub use thinker::Thinker;
pub use worker::Effort;
