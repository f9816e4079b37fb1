//! The counts of a search as text, at most 100 columns wide. `secateur stats` and the UCI option
//! `SearchStats` print it.

use core::fmt;

use engine::heuristics::Heuristic;
use engine::probe::{Event, Ledger};
use engine::tt::Stored;

/// Prints a ledger.
pub(crate) struct LedgerView<'a>(pub(crate) &'a Ledger);

/// The columns of depths: the first and last depth of each.
const COLUMNS: [(usize, usize); 11] = [
    (0, 0),
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 6),
    (7, 7),
    (8, 8),
    (9, 12),
    (13, Ledger::DEPTHS - 1),
];
/// No line is longer.
const WIDTH: usize = 100;
/// Width of a column of depths.
const DEPTH: usize = 6;
/// Width of the names in front.
const NAME: usize = 18;

/// The headings of the table of heuristics and the widths of its columns.
const HEURISTICS: [(&str, usize); 10] = [
    ("asked", 8),
    ("acted", 8),
    ("%", 5),
    ("unstored", 8),
    ("searches", 8),
    ("high", 7),
    ("%", 5),
    ("verified", 8),
    ("refuted", 7),
    ("nodes", 8),
];

/// A count in at most `width` characters, in thousands, millions or more if it is too long.
fn fit(count: u64, width: usize) -> String {
    let units = ["", "k", "M", "G", "T"];
    let mut value = count;
    for unit in units {
        let text = format!("{value}{unit}");
        if text.len() <= width {
            return text;
        }
        value /= 1000;
    }
    count.to_string()
}

/// A share with one digit, or a dash if there is nothing to share.
fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        whole => format!("{:.1}", 100.0 * part as f64 / whole as f64),
    }
}

impl fmt::Display for LedgerView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_sums(f)?;
        self.write_heuristics(f)?;
        self.write_acted(f)?;
        self.write_slack(f)?;
        self.write_depths(f)?;
        self.write_table(f)
    }
}

impl LedgerView<'_> {
    fn write_sums(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ledger = self.0;
        let (nodes, visits) = (ledger.nodes(), ledger.all_visits());
        let quiescence = percent(ledger.visits(0), visits);
        writeln!(f, "nodes {nodes}, visits {visits}, of these in quiescence {quiescence} %")?;
        if let Some(factor) = ledger.branching() {
            writeln!(f, "branching factor {factor:.2}")?;
        }
        let cuts = ledger.cuts();
        if cuts.all > 0 {
            writeln!(
                f,
                "cutoffs {}: by the first move {} %, by the table's move {} %, mean number {:.2}",
                cuts.all,
                percent(cuts.first, cuts.all),
                percent(cuts.table_move, cuts.all),
                cuts.number_sum as f64 / cuts.all as f64,
            )?;
        }
        let (reduced, again) = ledger.reductions();
        writeln!(f, "reduced searches {reduced}, searched again {} %", percent(again, reduced))
    }

    /// Every heuristic that has reported anything; searches only for those that make some.
    fn write_heuristics(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:<NAME$}", "heuristic")?;
        for (heading, width) in HEURISTICS {
            write!(f, " {heading:>width$}")?;
        }
        writeln!(f)?;
        for &heuristic in Heuristic::ALL.iter().filter(|&&heuristic| self.reports(heuristic)) {
            let counts = Event::ALL.map(|event| self.0.total(heuristic, event));
            let [asked, made, failed_high, verified, refuted, acted, not_stored] = counts;
            let count = |count: u64, width| match count {
                0 => String::new(),
                count => fit(count, width),
            };
            let searches = |number: u64, width| match made {
                0 => String::new(),
                _ => fit(number, width),
            };
            let widths = HEURISTICS.map(|(_, width)| width);
            let cells = [
                fit(asked, widths[0]),
                fit(acted, widths[1]),
                percent(acted, asked),
                count(not_stored, widths[3]),
                searches(made, widths[4]),
                searches(failed_high, widths[5]),
                if made > 0 { percent(failed_high, made) } else { String::new() },
                count(verified, widths[7]),
                count(refuted, widths[8]),
                searches(self.0.nodes_spent(heuristic), widths[9]),
            ];
            write!(f, "{:<NAME$}", format!("{heuristic:?}"))?;
            for (cell, width) in cells.iter().zip(widths) {
                write!(f, " {cell:>width$}")?;
            }
            writeln!(f)?;
        }
        self.write_unreported(f)
    }

    /// The names of the heuristics that reported nothing: they are off, or never had an occasion.
    fn write_unreported(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        for &heuristic in Heuristic::ALL.iter().filter(|&&heuristic| !self.reports(heuristic)) {
            let name = format!(" {heuristic:?}");
            match lines.last_mut() {
                None => lines.push(format!("no events:{name}")),
                Some(line) if line.len() + name.len() <= WIDTH => line.push_str(&name),
                Some(_) => lines.push(format!("          {name}")),
            }
        }
        lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }

    fn reports(&self, heuristic: Heuristic) -> bool {
        Event::ALL.iter().any(|&event| self.0.total(heuristic, event) > 0)
    }

    /// The heading of the tables by depth.
    fn write_columns(f: &mut fmt::Formatter<'_>, title: &str) -> fmt::Result {
        write!(f, "\n{title:<NAME$}")?;
        for (first, last) in COLUMNS {
            let heading = match (first, last) {
                (0, _) => "qs".to_owned(),
                (first, last) if last == Ledger::DEPTHS - 1 => format!("{first}+"),
                (first, last) if first < last => format!("{first}-{last}"),
                (first, _) => first.to_string(),
            };
            write!(f, " {heading:>DEPTH$}")?;
        }
        writeln!(f)
    }

    /// A row of the tables by depth.
    fn write_row(
        f: &mut fmt::Formatter<'_>,
        name: &str,
        cell: impl Fn(core::ops::RangeInclusive<usize>) -> String,
    ) -> fmt::Result {
        write!(f, "{name:<NAME$}")?;
        for (first, last) in COLUMNS {
            write!(f, " {:>DEPTH$}", cell(first..=last))?;
        }
        writeln!(f)
    }

    /// How often a heuristic reported an event at these depths.
    fn sum(
        &self,
        heuristic: Heuristic,
        depths: core::ops::RangeInclusive<usize>,
        event: Event,
    ) -> u64 {
        depths.map(|depth| self.0.count(heuristic, depth, event)).sum()
    }

    fn write_acted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LedgerView::write_columns(f, "acted at depth")?;
        for &heuristic in Heuristic::ALL {
            if self.0.total(heuristic, Event::Acted) > 0 {
                LedgerView::write_row(f, &format!("{heuristic:?}"), |depths| {
                    fit(self.sum(heuristic, depths, Event::Acted), DEPTH)
                })?;
            }
        }
        Ok(())
    }

    /// How far beyond their thresholds heuristics were, in the unit of each.
    fn write_slack(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:<NAME$} {:>8} {:>8} {:>8}", "slack when acted", "least", "mean", "most")?;
        for &heuristic in Heuristic::ALL {
            if let Some(slack) = self.0.slack_of(heuristic) {
                let (name, mean) = (format!("{heuristic:?}"), slack.mean());
                let (min, max) = (slack.min(), slack.max());
                writeln!(f, "{name:<NAME$} {min:>8} {mean:>8.1} {max:>8}")?;
            }
        }
        Ok(())
    }

    fn write_depths(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, cutoff) = (Heuristic::TranspositionTable, Heuristic::TableCutoff);
        LedgerView::write_columns(f, "at depth")?;
        LedgerView::write_row(f, "visits", |depths| {
            fit(depths.map(|depth| self.0.visits(depth)).sum(), DEPTH)
        })?;
        LedgerView::write_row(f, "table hits, %", |depths| {
            let hits = self.sum(table, depths.clone(), Event::Acted);
            percent(hits, self.sum(table, depths, Event::Asked))
        })?;
        LedgerView::write_row(f, "table cuts, %", |depths| {
            let cuts = self.sum(cutoff, depths.clone(), Event::Acted);
            percent(cuts, self.sum(table, depths, Event::Asked))
        })
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ledger = self.0;
        writeln!(f)?;
        let mut row =
            |name, count, whole| writeln!(f, "{name:<33} {count:>12} {:>7}", percent(count, whole));
        let (probed, hit, cut) = ledger.table_probes();
        row("table probes", probed, probed)?;
        row("  hits", hit, probed)?;
        row("  cutoffs", cut, probed)?;
        let offered = Stored::ALL.iter().map(|&became| ledger.stores(became)).sum();
        row("table stores", offered, offered)?;
        for became in Stored::ALL {
            row(name_of(became), ledger.stores(became), offered)?;
        }
        match ledger.permille_used() {
            Some(used) => write!(f, "{:<33} {used:>12}", "filled by a search, permille"),
            None => Ok(()),
        }
    }
}

fn name_of(became: Stored) -> &'static str {
    match became {
        Stored::Empty => "  into an empty slot",
        Stored::Renewed => "  over the same position",
        Stored::OverOld => "  over one of an earlier search",
        Stored::OverPresent => "  over another of this search",
        Stored::Refused => "  refused",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::probe::Probe;

    #[test]
    fn long_counts_are_abbreviated() {
        let texts = [999_999, 1_000_000, 99_999_999, 1_234_567_890_123].map(|n| fit(n, 6));
        assert_eq!(texts, ["999999", "1000k", "99999k", "1234G"]);
    }

    #[test]
    fn columns_of_depths_cover_every_depth_once() {
        let covered: Vec<usize> = COLUMNS.iter().flat_map(|&(first, last)| first..=last).collect();
        assert_eq!(covered, (0..Ledger::DEPTHS).collect::<Vec<usize>>());
    }

    #[test]
    fn the_text_is_at_most_a_hundred_columns_wide() {
        let mut ledger = Ledger::default();
        for &heuristic in Heuristic::ALL {
            for event in Event::ALL {
                (0..40).for_each(|depth| ledger.event(heuristic, depth, event));
            }
            ledger.slack(heuristic, 1, 30_000);
            ledger.spent(heuristic, 1_000);
        }
        for _ in 0..36 {
            let other = ledger.clone();
            ledger += &other;
        }
        let (text, empty) = (LedgerView(&ledger).to_string(), LedgerView(&Ledger::default()));
        assert!(!text.contains("no events"), "{text}");
        let empty = empty.to_string();
        assert!(empty.contains("no events: Aspiration ") && empty.contains(" LazyEvaluation"));
        for line in text.lines().chain(empty.lines()) {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }
}
