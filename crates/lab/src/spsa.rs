//! SPSA: tuning the numbers of our own engine by games. The optimiser proposes perturbed settings,
//! workers play pairs of games with them, and the results move the values. An SPSA run is a folder
//! like a run of games: its journal alone decides where it resumes.

mod optimiser;
mod output;
mod parameter;
mod plan;
mod run;
mod worker;

pub use optimiser::{A_RATIO, ALPHA, GAMMA, Perturbation, Spsa};
pub use output::{PATCH, PRESET, Patch, patch, preset};
pub use parameter::{END_RATE, Parameter, ParameterError, declared, parse_lines};
pub use plan::{SPSA_MANIFEST, SpsaError, SpsaManifest, SpsaPlan};
pub use run::{SpsaProgress, SpsaRun};
