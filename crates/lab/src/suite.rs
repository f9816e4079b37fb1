//! Suites: positions with known answers, put to one player or several.

mod answer;
mod goal;
mod run;
mod scores;
mod sheet;
mod task;

pub use answer::{Answer, Effort, Question};
pub use goal::{Goal, Mark};
pub use run::{ANSWERS, SuiteFinish, SuitePlayer, SuiteRun, SuiteRunError, with_distinct_names};
pub use sheet::{AnswerSheet, Difference, SUITE, SuitePosition, SuiteScore};
pub use task::{Suite, SuiteError, Task, read_suites};
