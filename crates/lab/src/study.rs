//! Studies: several settings of our own engine, measured by games and on positions.
//!
//! The first player is the baseline. An **ablation** plays every other player, which has one
//! heuristic or a pair of them switched over, against the baseline. A **comparison** plays every
//! player against every other.
//!
//! Games go where the error bar is widest ([`Schedule`]). Which pair comes next follows from the
//! results of earlier ones alone, not from the order in which workers end, so a run that was killed
//! and resumed plays the same games as one that was not.

mod audit;
mod error;
mod games;
mod journal;
mod measuring;
mod plan;
mod players;
mod results;
mod run;
mod schedule;
mod seat;
mod state;

pub use audit::{Audit, AuditRow};
pub use error::StudyError;
pub use journal::{StudyEvent, StudyGame};
pub use measuring::{ABORT_FACTOR, Measuring};
pub use plan::{
    Contest, STUDY, StudyBudget, StudyKind, StudyManifest, StudyPlan, StudyPlayer, own_engine,
};
pub use players::{BASELINE, ablation_players, baseline, comparison_players, find_heuristic};
pub use results::{
    AblationResults, Baseline, ComparisonResults, ContestRow, GamesResult, Interaction,
    PlayerMeasures, PlayerResult, RESULTS, SearchResult, SettingRow, StudyFacts, SuiteResult,
    Switch, VariantResult, WrongRate,
};
pub use run::{StudyFinish, StudyRun, StudyStep, StudyView};
pub use schedule::{Schedule, ScheduleRules};
pub use state::{ContestResult, StudyState};
