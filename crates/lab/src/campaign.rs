//! Campaigns: a question, and the steps that answer it.
//!
//! A campaign is written as a plan file ([`PlanFile`]): each step is a command of the lab with its
//! options, and may depend on how an earlier step ended ([`Condition`]). The program runs the steps,
//! each in a folder of its own; [`CampaignLog`] stores which of them have ended, [`share`] divides
//! the time, and [`StepOutcome`] reads from a step's folder what it found. The page and the results
//! are derived from these folders, so that a campaign can be killed at any time and resumed.

mod condition;
mod file;
mod log;
mod outcome;
mod results;

pub use condition::{Condition, Event};
pub use file::{PlanFile, PlanFileError, STEP_KINDS, Step};
pub use log::{CAMPAIGN, CampaignLog, LogError, StepRecord, StepStatus};
pub use outcome::{EloRow, FigureTable, OutcomeError, StepOutcome};
pub use results::{CampaignResults, RESULTS, Slice, StepResult, share};
