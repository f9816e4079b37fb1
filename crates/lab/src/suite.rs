//! Suites: positions with known answers, put to several players, and what they make of them.

mod answer;
mod exam;
mod goal;
mod scores;
mod sheet;
mod task;

pub use answer::{Answer, Effort, Question};
pub use exam::{ANSWERS, Exam, ExamError, Examinee, Finish, with_distinct_names};
pub use goal::{Goal, Mark};
pub use sheet::{Difference, Posed, SUITE, Sheet, Tally};
pub use task::{Suite, SuiteError, Task, read_suites};
