//! The page of an ablation: what each heuristic is worth.

use super::chart::Tone;
use super::page::Page;
use super::rows::{ChartRow, RowChart};
use crate::stats::{EloValue, Finding};
use crate::study::{
    ABORT_FACTOR, AblationResults, SearchResult, StudyFacts, VariantResult, WrongRate,
};

pub fn page_of_ablation(results: &AblationResults) -> String {
    let facts = &results.facts;
    let variants = results.by_loss();
    let mut page = Page::new("What each heuristic is worth", &subtitle(facts));
    let (tone, text) = verdict(&variants);
    page.verdict(tone, &text);
    page.figures(&figures(results));
    page.rows(&elo_chart(&variants));
    page.paragraph(
        "Elo of the engine with the heuristic switched over, against the same engine without that \
         change. A bar to the left: the switch costs strength, so the heuristic is worth that much. \
         Whiskers are 95 % intervals, of which one in twenty misses the true value; an end beyond \
         the chart has no limit.",
    );
    if let Some(chart) = node_chart(&variants) {
        page.rows(&chart);
        page.paragraph(&format!(
            "Nodes to depth {}, divided by those of the baseline. A position is aborted at \
             {ABORT_FACTOR} times the baseline's nodes; the row then shows >. Fewer nodes do not \
             mean more strength.",
            facts.depth
        ));
    }
    page.heading("All numbers");
    let (head, rows) = table(results);
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    page.table(&head, &rows);
    interactions(&mut page, results);
    page.heading("How it was measured");
    page.table(&["what", ""], &measured(facts, &results.baseline.player));
    page.html()
}

fn subtitle(facts: &StudyFacts) -> String {
    let StudyFacts { games, limit, date, .. } = facts;
    format!("{games} games, {limit}, {date}")
}

/// The variants whose interval excludes zero.
fn verdict(variants: &[&VariantResult]) -> (Tone, String) {
    let finding = |wanted: Finding| {
        let is_it = |variant: &&&VariantResult| variant.games.interval.finding() == wanted;
        variants.iter().filter(is_it).copied().collect::<Vec<_>>()
    };
    let (worse, better) = (finding(Finding::Weaker), finding(Finding::Stronger));
    let known = variants.len() - finding(Finding::TooFewPairs).len();
    if known == 0 {
        return (Tone::Faint, "Too few games to tell what any heuristic is worth.".to_owned());
    }
    let mut text = match worse.first() {
        None => "No switch costs strength that these games can show.".to_owned(),
        Some(most) => format!(
            "{} of {known} switches cost strength; {} {} most: {} Elo.",
            worse.len(),
            most.name,
            most.switched_to(),
            most.games.interval
        ),
    };
    if let Some(most) = better.last() {
        text += &format!(
            " {} gain: {} {} most, {} Elo.",
            better.len(),
            most.name,
            most.switched_to(),
            most.games.interval
        );
    }
    (if better.is_empty() { Tone::Main } else { Tone::Good }, text)
}

fn figures(results: &AblationResults) -> Vec<(&'static str, String)> {
    let errors: Vec<f64> =
        results.variants.iter().filter_map(|variant| variant.games.error).collect();
    let widest = errors.iter().copied().fold(0.0, f64::max);
    let mut figures = vec![
        ("switches", results.variants.len().to_string()),
        ("games", results.facts.games.to_string()),
    ];
    if !errors.is_empty() {
        figures.push(("widest error", format!("± {widest:.1} Elo")));
    }
    if let Some(search) = &results.baseline.measures.search {
        figures.push(("nodes of the baseline", search.nodes.to_string()));
    }
    figures
}

fn label(variant: &VariantResult) -> String {
    format!("{} {}", variant.name, variant.switched_to())
}

fn elo_chart(variants: &[&VariantResult]) -> RowChart {
    let row = |variant: &&VariantResult| {
        let interval = variant.games.interval.known()?;
        let tone = match variant.games.interval.finding() {
            Finding::Weaker => Tone::Bad,
            Finding::Stronger => Tone::Good,
            Finding::TooFewPairs | Finding::NoDifference => Tone::Faint,
        };
        Some(ChartRow {
            name: label(variant),
            value: interval.estimate,
            interval: Some((interval.low, interval.high)),
            text: interval.to_string(),
            tone,
        })
    };
    let rows = variants.iter().filter_map(row).collect();
    RowChart { title: "Elo".to_owned(), origin: 0.0, is_log: false, rows }
}

fn node_chart(variants: &[&VariantResult]) -> Option<RowChart> {
    let searched = |variant: &&&VariantResult| variant.measures.search.is_some();
    let mut variants: Vec<&&VariantResult> = variants.iter().filter(searched).collect();
    let ratio =
        |variant: &VariantResult| variant.measures.search.as_ref().map_or(1.0, |s| s.node_ratio);
    variants.sort_by(|one, two| ratio(two).total_cmp(&ratio(one)));
    let row = |variant: &&&VariantResult| {
        let search = variant.measures.search.as_ref()?;
        let tone = if search.node_ratio > 1.0 { Tone::Main } else { Tone::Faint };
        Some(ChartRow {
            name: label(variant),
            value: search.node_ratio,
            interval: None,
            text: search.ratio_text(),
            tone,
        })
    };
    let rows: Vec<ChartRow> = variants.iter().filter_map(row).collect();
    let title = "Nodes to depth".to_owned();
    (!rows.is_empty()).then_some(RowChart { title, origin: 1.0, is_log: true, rows })
}

/// The columns that hold something.
fn table(results: &AblationResults) -> (Vec<String>, Vec<Vec<String>>) {
    let rows = results.by_loss();
    let search = |cell: fn(&SearchResult) -> String| {
        move |variant: &VariantResult| variant.measures.search.as_ref().map(cell)
    };
    type Cell<'a> = Box<dyn Fn(&VariantResult) -> Option<String> + 'a>;
    let mut columns: Vec<(String, Cell<'_>)> = vec![
        ("switched".to_owned(), Box::new(|variant| Some(label(variant)))),
        ("Elo".to_owned(), Box::new(|variant| Some(variant.games.interval.to_string()))),
        ("games".to_owned(), Box::new(|variant| Some(variant.games.games.to_string()))),
        ("nodes".to_owned(), Box::new(search(SearchResult::nodes_text))),
        ("ratio".to_owned(), Box::new(search(SearchResult::ratio_text))),
        ("quiescence".to_owned(), Box::new(search(|s| s.quiescence_nodes.to_string()))),
        ("first-move cuts".to_owned(), Box::new(search(|s| percent(s.first_move_cut_rate)))),
        ("table-move cuts".to_owned(), Box::new(search(|s| percent(s.table_move_cut_rate)))),
        ("table hits".to_owned(), Box::new(search(|s| percent(s.table_hit_rate)))),
        ("time".to_owned(), Box::new(|variant| variant.measures.time_text())),
        ("wrong".to_owned(), Box::new(|variant| variant.wrong.as_ref().map(wrong_text))),
    ];
    for (place, suite) in results.facts.suites.iter().enumerate() {
        let cell = move |variant: &VariantResult| {
            let solved = variant.measures.solved.get(place)?;
            Some(format!("{} / {}", solved.solved, solved.of))
        };
        columns.push((suite.clone(), Box::new(cell)));
    }
    columns.retain(|(_, cell)| rows.iter().any(|variant| cell(variant).is_some()));
    let cells = |variant: &&VariantResult| {
        columns.iter().map(|(_, cell)| cell(variant).unwrap_or_default()).collect()
    };
    let body = rows.iter().map(cells).collect();
    (columns.into_iter().map(|(name, _)| name).collect(), body)
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

pub(super) fn wrong_text(wrong: &WrongRate) -> String {
    let rate = format!("{:.1} %", 100.0 * wrong.rate);
    match (wrong.low, wrong.high) {
        (Some(low), Some(high)) => format!("{rate} ({:.1} .. {:.1})", 100.0 * low, 100.0 * high),
        _ => rate,
    }
}

fn interactions(page: &mut Page, results: &AblationResults) {
    if results.interactions.is_empty() {
        return;
    }
    page.heading("Interactions");
    page.paragraph(
        "Elo of both switches together, minus the sum of each alone. Below zero the two make up for \
         each other: without one, the other is worth more.",
    );
    let row = |interaction: &crate::study::Interaction| {
        let elo = match (interaction.elo, interaction.error) {
            (Some(elo), Some(error)) => format!("{} ± {error:.1}", EloValue(elo)),
            _ => "unknown".to_owned(),
        };
        vec![interaction.pair.clone(), elo]
    };
    let rows: Vec<Vec<String>> = results.interactions.iter().map(row).collect();
    page.table(&["pair", "Elo"], &rows);
}

/// How the results of a study were measured.
pub(super) fn measured(facts: &StudyFacts, player: &str) -> Vec<Vec<String>> {
    let mut rows = vec![
        ("player", player.to_owned()),
        ("games", format!("{}, {}", facts.games, facts.limit)),
        ("openings", facts.openings.clone()),
        ("adjudication", facts.adjudication.clone()),
        ("hash", format!("{} MB", facts.hash)),
        ("running time", format!("{:.0} min", facts.seconds / 60.0)),
        ("machine", format!("{}, {} cores", facts.cpu, facts.cores)),
        ("program", format!("version {}", facts.version)),
        ("to repeat", facts.command.clone()),
    ];
    if facts.positions > 0 {
        rows.insert(2, ("positions", format!("{}, depth {}", facts.positions, facts.depth)));
    }
    if !facts.suites.is_empty() {
        let suites = format!("{}, {} nodes a position", facts.suites.join(", "), facts.suite_nodes);
        rows.insert(3, ("suites", suites));
    }
    rows.into_iter().map(|(name, text)| vec![name.to_owned(), text]).collect()
}
