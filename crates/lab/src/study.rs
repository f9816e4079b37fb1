//! Studies: several settings of our own engine, measured by games and on positions.
//!
//! The first player is the baseline. An **ablation** plays every other player, which has one
//! heuristic or a pair of them switched over, against the baseline. A **comparison** plays every
//! player against every other.
//!
//! Games go where the error bar is widest ([`Schedule`]). Which pair comes next follows from the
//! results of earlier ones alone, not from the order in which workers end, so a run that was killed
//! and resumed plays the same games as one that was not.

mod games;
mod journal;
mod plan;
mod players;
mod results;
mod run;
mod schedule;
mod state;

pub use journal::{StudyEvent, StudyGame};
pub use plan::{
    Contest, STUDY, StudyBudget, StudyError, StudyKind, StudyManifest, StudyPlan, StudyPlayer,
    own_engine,
};
pub use players::{BASELINE, ablation_players, baseline, find_heuristic};
pub use results::{AblationResults, GamesResult, Interaction, RESULTS, StudyFacts, VariantResult};
pub use run::{StudyFinish, StudyRun, StudyView};
pub use schedule::{Schedule, ScheduleRules};
pub use state::{ContestResult, StudyState};
