//! The audit: how often is each prune wrong, and what does it save?
//!
//! A search runs with a [`Sampler`], which sees every cut and keeps a random sample of them by
//! heuristic and depth, and also of decisions that fell short of their threshold by little. Watching
//! does not change the search. Afterwards a [`Judge`] searches what each cut has saved, in an
//! engine with an empty table and with that heuristic off, and compares the result with what the
//! cut claimed. Nodes that no heuristic has cut are searched again as well: this [`CONTROL`] says how
//! often two searches differ anyway. [`AuditResults`] are shares with Wilson's intervals, by heuristic, depth, phase, kind
//! of node and slack.
//!
//! What a cut claims:
//!
//! - a node that is left (static null, null move, ProbCut, multi-cut, razoring, a table cutoff):
//!   that its score is at least beta, or at most alpha;
//! - a move that is skipped (futility, history, exchanges, delta): that it does not beat alpha at the
//!   depth that the node would have given it;
//! - all later quiet moves that are skipped (move count): that none of them does;
//! - a reduced search that fails low: that the search to the planned depth does, too.

mod curve;
mod judge;
mod plan;
mod regression;
mod results;
mod run;
mod sample;
mod sampler;
mod worker;

pub use curve::{Curve, CurvePoint};
pub use judge::{Judge, Judgement, Truth, without, without_pruning};
pub use plan::{AuditError, AuditFinish, AuditPlan, AuditPlayer, AuditStep};
pub use regression::{Phase, Regression, ScoredPosition, regressions};
pub use results::{AuditResults, Group, HeuristicAudit, PlayerAudit};
pub use run::{AUDIT, AuditRun, RESULTS};
pub use sample::{CONTROL, NodeKind, Sample, SampledClaim};
pub use sampler::{DEPTHS, SamplePlan, Sampler, Stratum};
