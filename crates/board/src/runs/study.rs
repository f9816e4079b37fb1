//! The figures of an ablation or a comparison.

use std::path::Path;

use lab::stats::Elo;
use lab::study::{StudyKind, StudyManifest, StudyRun};

use crate::refusal::Refusal;

pub(crate) struct StudyFigures {
    pub(crate) kind: &'static str,
    pub(crate) games: u64,
    /// The games of the budget, if it has a limit.
    pub(crate) planned: Option<u64>,
    pub(crate) variants: Vec<Variant>,
}

/// One contest of the study.
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) elo: Elo,
    pub(crate) games: u64,
}

impl StudyFigures {
    pub(crate) fn read(folder: &Path) -> Result<StudyFigures, Refusal> {
        let manifest = StudyManifest::read(folder)?;
        let state = StudyRun::read(folder, &manifest)?;
        let plan = &manifest.plan;
        let name =
            |place: usize| plan.players.get(place).map_or("?", |player| player.name.as_str());
        let contests = plan.contests();
        let variants = contests.iter().zip(&state.contests).map(|(contest, result)| Variant {
            name: match plan.kind {
                StudyKind::Ablation => name(contest.first).to_owned(),
                StudyKind::Comparison => {
                    format!("{} against {}", name(contest.first), name(contest.second))
                }
            },
            elo: result.pairs.logistic(),
            games: result.games.games(),
        });
        Ok(StudyFigures {
            kind: match plan.kind {
                StudyKind::Ablation => "ablation",
                StudyKind::Comparison => "comparison",
            },
            variants: variants.collect(),
            games: state.games().len() as u64,
            planned: manifest.budget.games,
        })
    }
}
