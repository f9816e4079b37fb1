//! The page of a climb: where each parameter went, and how steadily.

use super::chart::{Chart, Series, Tone};
use super::page::Page;
use crate::tune::{Progress, TuneManifest};

/// More lines than this on one picture cannot be told apart.
const LINES: usize = 6;

pub fn page_of_climb(manifest: &TuneManifest, progress: &Progress) -> String {
    let plan = &manifest.plan;
    let parameters = progress.climb.parameters();
    let subtitle = format!(
        "{} parameters, {} of {} iterations of {} pairs, {}, begun {}",
        parameters.len(),
        progress.iterations(),
        plan.iterations,
        plan.pairs,
        plan.limit,
        manifest.started
    );
    let mut page = Page::new("A climb", &subtitle);
    let moved = progress.climb.values().iter().zip(parameters);
    let moved =
        moved.filter(|(value, parameter)| (**value - parameter.value).abs() >= parameter.end_width);
    let state = if progress.is_complete() { "Finished" } else { "Under way" };
    let words = format!(
        "{state}: {} of {} parameters have moved by a nudge or more. What the new values are worth \
         is for a test to say.",
        moved.count(),
        parameters.len()
    );
    page.verdict(Tone::Main, &words);
    page.figures(&[
        ("iterations", format!("{} of {}", progress.iterations(), plan.iterations)),
        ("games", progress.games.to_string()),
        ("limit", plan.limit.to_string()),
    ]);

    for (group, chunk) in (0..parameters.len()).collect::<Vec<_>>().chunks(LINES).enumerate() {
        let title = match parameters.len() {
            0..=LINES => "How far from where they began".to_owned(),
            _ => format!("How far from where they began ({})", group + 1),
        };
        let mut chart = Chart::new(&title, "iterations", "nudges");
        chart.must_show = vec![-1.0, 1.0];
        for (line, &index) in chunk.iter().enumerate() {
            let parameter = &parameters[index];
            let points = progress.trace.iter().enumerate().map(|(iteration, values)| {
                let nudges = (values[index] - parameter.value) / parameter.end_width;
                (iteration as f64, nudges)
            });
            let points = points.collect();
            chart.series.push(Series::new(&*parameter.name, Tone::Other(line), points));
        }
        page.chart(&chart);
    }

    page.heading("Values");
    let rows: Vec<Vec<String>> = parameters
        .iter()
        .zip(progress.climb.values())
        .map(|(parameter, &value)| {
            vec![
                parameter.name.clone(),
                format!("{:.2}", parameter.value),
                format!("{value:.2}"),
                format!("{:+.2}", value - parameter.value),
                format!("{} to {}", parameter.min, parameter.max),
            ]
        })
        .collect();
    page.table(&["parameter", "from", "to", "change", "range"], &rows);
    page.heading("The run");
    let rows = [
        ("program", manifest.program.version.clone()),
        ("player", plan.player.clone()),
        ("machine", format!("{}, {} cores", manifest.cpu, manifest.cores)),
        ("seed", plan.seed.to_string()),
    ];
    page.table(&["", ""], &rows.map(|(name, value)| vec![name.to_owned(), value]));
    page.html()
}
