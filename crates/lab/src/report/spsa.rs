//! The page of an SPSA run: the path of each parameter.

use super::chart::{Chart, Series, Tone};
use super::page::Page;
use crate::spsa::{SpsaManifest, SpsaProgress};

/// Maximum lines per chart.
const MAX_LINES: usize = 6;

pub fn page_of_spsa(manifest: &SpsaManifest, progress: &SpsaProgress) -> String {
    let plan = &manifest.plan;
    let parameters = progress.spsa.parameters();
    let subtitle = format!(
        "{} parameters, {} of {} iterations of {} pairs, {}, started {}",
        parameters.len(),
        progress.iterations(),
        plan.iterations,
        plan.pairs,
        plan.limit,
        manifest.started
    );
    let mut page = Page::new("SPSA", &subtitle);
    let moved = progress.spsa.values().iter().zip(parameters);
    let moved =
        moved.filter(|(value, parameter)| (**value - parameter.value).abs() >= parameter.end_width);
    let state = if progress.is_complete() { "Finished" } else { "In progress" };
    let words = format!(
        "{state}: {} of {} parameters have moved by at least their last perturbation. Only a test \
         shows what the new values are worth.",
        moved.count(),
        parameters.len()
    );
    page.verdict(Tone::Main, &words);
    page.figures(&[
        ("iterations", format!("{} of {}", progress.iterations(), plan.iterations)),
        ("games", progress.games.to_string()),
        ("limit", plan.limit.to_string()),
    ]);

    for (group, chunk) in (0..parameters.len()).collect::<Vec<_>>().chunks(MAX_LINES).enumerate() {
        let title = match parameters.len() {
            0..=MAX_LINES => "Distance from the start values".to_owned(),
            _ => format!("Distance from the start values ({})", group + 1),
        };
        let mut chart = Chart::new(&title, "iterations", "perturbations");
        chart.must_show = vec![-1.0, 1.0];
        for (line, &index) in chunk.iter().enumerate() {
            let parameter = &parameters[index];
            let points = progress.trace.iter().enumerate().map(|(iteration, values)| {
                let distance = (values[index] - parameter.value) / parameter.end_width;
                (iteration as f64, distance)
            });
            let points = points.collect();
            chart.series.push(Series::new(&*parameter.name, Tone::Other(line), points));
        }
        page.chart(&chart);
    }

    page.heading("Values");
    let rows: Vec<Vec<String>> = parameters
        .iter()
        .zip(progress.spsa.values())
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
