//! The results of a campaign, as its page and its JSON show them.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::file::{PlanFile, Step};
use super::log::{CampaignLog, StepStatus};
use super::outcome::{OutcomeError, StepOutcome};

/// The file of results, in the campaign's folder.
pub const RESULTS: &str = "results.json";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CampaignResults {
    pub title: String,
    pub question: String,
    pub claims: Vec<String>,
    pub steps: Vec<StepResult>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StepResult {
    pub name: String,
    pub about: String,
    /// The command that repeats the step.
    pub command: String,
    /// Why it has not ended, in words; `None` if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<StepOutcome>,
    /// Its folder is here, with a page of its own. Steps that were taken over have none.
    #[serde(skip)]
    pub has_folder: bool,
}

impl CampaignResults {
    /// `command` writes the arguments of a step as a shell reads them. Steps that were not begun
    /// here, but have ended in the results `known` by the same command, are taken over.
    pub fn read(
        folder: &Path,
        plan: &PlanFile,
        log: &CampaignLog,
        known: Option<&CampaignResults>,
        command: impl Fn(&Step) -> String,
    ) -> Result<CampaignResults, OutcomeError> {
        let mut steps: Vec<StepResult> = Vec::new();
        for step in &plan.steps {
            let record = log.step(&step.name);
            let published = known.and_then(|known| known.step_of(&command(step)));
            if let (None, Some(published)) = (record, published) {
                let (name, about) = (step.name.clone(), step.about.clone());
                steps.push(StepResult { name, about, ..published.clone() });
                continue;
            }
            let begun = record.is_some_and(|record| record.status != StepStatus::Failed);
            let outcome = match begun {
                true => StepOutcome::read(&step.run, &folder.join(&step.name)).map(Some),
                false => Ok(None),
            };
            let open = match record.map(|record| (record.status, &record.error)) {
                Some((StepStatus::Ended, _)) => None,
                Some((StepStatus::Begun, _)) => Some("not ended".to_owned()),
                Some((StepStatus::Failed, error)) => {
                    Some(format!("failed: {}", error.as_deref().unwrap_or("unknown")))
                }
                None => Some(waiting(step, &steps)),
            };
            // A step that was killed before its first result has nothing to read.
            let outcome = match (outcome, &open) {
                (Err(_), Some(_)) => None,
                (outcome, _) => outcome?,
            };
            steps.push(StepResult {
                name: step.name.clone(),
                about: step.about.clone(),
                command: command(step),
                open,
                seconds: record.map_or(0.0, |record| record.seconds),
                outcome,
                has_folder: record.is_some(),
            });
        }
        let PlanFile { title, question, claims, .. } = plan.clone();
        Ok(CampaignResults { title, question, claims, steps })
    }

    /// A step with this command that has ended.
    fn step_of(&self, command: &str) -> Option<&StepResult> {
        self.steps.iter().find(|step| step.open.is_none() && step.command == command)
    }

    /// The outcome of a step that has ended.
    pub fn ended(&self, name: &str) -> Option<&StepOutcome> {
        let step = self.steps.iter().find(|step| step.name == name)?;
        step.outcome.as_ref().filter(|_| step.open.is_none())
    }
}

/// Why a step has not begun.
fn waiting(step: &Step, before: &[StepResult]) -> String {
    if !step.missing.is_empty() {
        let values: Vec<String> =
            step.missing.iter().map(|name| format!("--set {name}=FILE")).collect();
        return format!("skipped: needs {}", values.join(" "));
    }
    let ended = |name: &str| {
        let step = before.iter().find(|step| step.name == name)?;
        step.outcome.as_ref().filter(|_| step.open.is_none())
    };
    let conditions: Vec<String> = step.when.iter().map(ToString::to_string).collect();
    let all_known = step.when.iter().all(|condition| ended(&condition.step).is_some());
    match (conditions.is_empty(), all_known) {
        (true, _) => "not begun".to_owned(),
        (false, false) => format!("waits for: {}", conditions.join(" or ")),
        (false, true) => match step.when.iter().any(|one| one.holds(ended(&one.step))) {
            true => "not begun".to_owned(),
            false => format!("skipped: runs only if {}", conditions.join(" or ")),
        },
    }
}

/// A step that has not ended: the time that it has had in this call, and its weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slice {
    pub spent: Duration,
    pub weight: f64,
}

/// Less time than this is not worth starting a step.
const SHORTEST: Duration = Duration::from_secs(1);

/// The step to run next and its time, if `remaining` is left for all. Each step gets its part by
/// weight of all the time that the open steps have or had; what steps that end early leave over
/// goes to the others.
pub fn share(remaining: Duration, steps: &[Slice]) -> Option<(usize, Duration)> {
    let per_weight = |slice: &Slice| slice.spent.as_secs_f64() / slice.weight;
    let (place, slice) = steps
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| per_weight(a).total_cmp(&per_weight(b)))?;
    let weights: f64 = steps.iter().map(|slice| slice.weight).sum();
    let all = remaining + steps.iter().map(|slice| slice.spent).sum::<Duration>();
    let due = all.mul_f64((slice.weight / weights).clamp(0.0, 1.0));
    let time = due.saturating_sub(slice.spent).min(remaining);
    (time >= SHORTEST).then_some((place, time))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use toolkit::TempFolder;

    use super::*;

    fn slices(slices: &[(u64, f64)]) -> Vec<Slice> {
        let slice = |&(spent, weight)| Slice { spent: Duration::from_secs(spent), weight };
        slices.iter().map(slice).collect()
    }

    #[test]
    fn time_is_shared_by_weight_and_what_is_left_goes_to_the_rest() {
        let seconds = |place, seconds| Some((place, Duration::from_secs(seconds)));
        let share =
            |remaining, steps: &[(u64, f64)]| share(Duration::from_secs(remaining), &slices(steps));
        assert_eq!(share(3600, &[(0, 1.0), (0, 1.0), (0, 2.0)]), seconds(0, 900));
        assert_eq!(share(2700, &[(900, 1.0), (0, 1.0), (0, 2.0)]), seconds(1, 900));
        assert_eq!(share(1800, &[(900, 1.0), (900, 1.0), (0, 2.0)]), seconds(2, 1800));
        // The second of three has ended after 300 of its 900 seconds.
        assert_eq!(share(2400, &[(900, 1.0), (0, 2.0)]), seconds(1, 2200));
        assert_eq!(share(200, &[(900, 1.0), (2200, 2.0)]), seconds(0, 200));
        assert_eq!(share(50, &[(0, 1.0)]), seconds(0, 50));
        assert_eq!(share(0, &[(10, 1.0), (10, 1.0)]), None);
        assert_eq!(share(50, &[]), None);
    }

    #[test]
    fn a_step_says_why_it_has_not_ended() {
        let text = "title='T'\nquestion='Q'\n\
            [[step]]\nname='a'\nrun='sprt'\na='self'\n\
            [[step]]\nname='b'\nrun='sprt'\nwhen='a accepted'\n\
            [[step]]\nname='c'\nrun='suite'\nfiles=['{wac}']\n";
        let plan = PlanFile::read(text, ".", &BTreeMap::new()).unwrap();
        let folder = TempFolder::new("campaign-results");
        let read = |log: &CampaignLog| {
            let results =
                CampaignResults::read(folder.path(), &plan, log, None, |step| step.shown.join(" "));
            results.unwrap().steps.into_iter().map(|step| step.open.unwrap()).collect::<Vec<_>>()
        };
        let mut log = CampaignLog::default();
        assert_eq!(
            read(&log),
            ["not begun", "waits for: a accepted", "skipped: needs --set wac=FILE"]
        );
        log.begin(&plan.steps[0]);
        assert_eq!(read(&log)[0], "not ended");
        log.end(&plan.steps[0], StepStatus::Failed, 1.0, Some("no such book".to_owned()));
        assert_eq!(read(&log)[0], "failed: no such book");
    }
}
