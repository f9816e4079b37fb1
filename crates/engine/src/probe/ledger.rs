//! Counts the events of a search by heuristic and depth, and prints them.

use core::fmt;

use super::{Event, Probe};
use crate::heuristics::Heuristic;
use crate::tt::{Stored, Table};

/// Deeper nodes are counted with the last row.
const DEPTHS: usize = 32;

/// By `Event`.
type EventCounts = [u64; Event::COUNT];

#[derive(Clone)]
pub struct Ledger {
    heuristics: Box<[[EventCounts; DEPTHS]; Heuristic::COUNT]>,
    spent: [u64; Heuristic::COUNT],
    nodes: [u64; DEPTHS],
    quiescence_nodes: u64,
    probed: [u64; DEPTHS],
    hit: [u64; DEPTHS],
    stored: [u64; Stored::COUNT],
    permille_used: usize,
    cuts: u64,
    first_cuts: u64,
    table_move_cuts: u64,
    cut_index_sum: u64,
    reduced: u64,
    searched_again: u64,
    iterations: Vec<u64>,
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger {
            heuristics: Box::new([[EventCounts::default(); DEPTHS]; Heuristic::COUNT]),
            spent: [0; Heuristic::COUNT],
            nodes: [0; DEPTHS],
            quiescence_nodes: 0,
            probed: [0; DEPTHS],
            hit: [0; DEPTHS],
            stored: [0; Stored::COUNT],
            permille_used: 0,
            cuts: 0,
            first_cuts: 0,
            table_move_cuts: 0,
            cut_index_sum: 0,
            reduced: 0,
            searched_again: 0,
            iterations: Vec::new(),
        }
    }
}

#[inline]
fn row(depth: i32) -> usize {
    (depth.max(0) as usize).min(DEPTHS - 1)
}

impl Probe for Ledger {
    #[inline]
    fn node(&mut self, depth: i32) {
        self.nodes[row(depth)] += 1;
    }

    #[inline]
    fn quiescence_node(&mut self) {
        self.quiescence_nodes += 1;
    }

    #[inline]
    fn event(&mut self, heuristic: Heuristic, depth: i32, event: Event) {
        self.heuristics[heuristic as usize][row(depth)][event as usize] += 1;
    }

    #[inline]
    fn spent(&mut self, heuristic: Heuristic, nodes: u64) {
        self.spent[heuristic as usize] += nodes;
    }

    #[inline]
    fn table(&mut self, depth: i32, hit: bool) {
        self.probed[row(depth)] += 1;
        self.hit[row(depth)] += u64::from(hit);
    }

    #[inline]
    fn stored(&mut self, became: Stored) {
        self.stored[became as usize] += 1;
    }

    #[inline]
    fn cut(&mut self, index: usize, was_table_move: bool) {
        self.cuts += 1;
        self.first_cuts += u64::from(index == 1);
        self.table_move_cuts += u64::from(was_table_move);
        self.cut_index_sum += index as u64;
    }

    #[inline]
    fn reduced(&mut self, again: bool) {
        self.reduced += 1;
        self.searched_again += u64::from(again);
    }

    fn iteration(&mut self, depth: i32, nodes: u64) {
        self.iterations.resize(depth.max(0) as usize, nodes);
    }

    fn finished(&mut self, table: &Table) {
        self.permille_used = table.permille_used();
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl Ledger {
    /// How often a heuristic reported an event, at all depths together.
    pub fn total(&self, heuristic: Heuristic, event: Event) -> u64 {
        self.heuristics[heuristic as usize].iter().map(|counts| counts[event as usize]).sum()
    }

    /// How often the table was probed, how often it had the position, and how often that ended the
    /// node.
    pub fn table_probes(&self) -> (u64, u64, u64) {
        let cuts = self.total(Heuristic::TableCutoff, Event::Acted);
        (self.probed.iter().sum(), self.hit.iter().sum(), cuts)
    }

    /// How many entries offered to the table ended like this.
    pub fn stored(&self, became: Stored) -> u64 {
        self.stored[became as usize]
    }

    /// Entries of this search in the table when it was over, in thousandths.
    pub fn permille_used(&self) -> usize {
        self.permille_used
    }

    /// The factor by which an iteration multiplied the nodes, averaged over the last five.
    pub fn branching(&self) -> f64 {
        let last = self.iterations.len().saturating_sub(1);
        let first = last.saturating_sub(5);
        match (self.iterations.get(first), self.iterations.get(last)) {
            (Some(&from), Some(&to)) if last > first && from > 0 => {
                (to as f64 / from as f64).powf(1.0 / (last - first) as f64)
            }
            _ => 0.0,
        }
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main: u64 = self.nodes.iter().sum();
        let all = main + self.quiescence_nodes;
        writeln!(f, "nodes {all}, quiescence {:.1} %", percent(self.quiescence_nodes, all))?;
        writeln!(f, "branching factor {:.2}", self.branching())?;
        writeln!(
            f,
            "cutoffs {}: by the first move {:.1} %, by the table's move {:.1} %, mean index {:.2}",
            self.cuts,
            percent(self.first_cuts, self.cuts),
            percent(self.table_move_cuts, self.cuts),
            self.cut_index_sum as f64 / self.cuts.max(1) as f64,
        )?;
        writeln!(
            f,
            "reduced searches {}, searched again {:.1} %",
            self.reduced,
            percent(self.searched_again, self.reduced)
        )?;
        self.write_heuristics(f)?;
        self.write_table(f)?;
        self.write_depths(f)
    }
}

impl Ledger {
    /// Every heuristic that has reported anything; searches only for those that make some.
    fn write_heuristics(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, cells: [&str; 10]| {
            let [name, cells @ ..] = cells;
            write!(f, "{name:<19}")?;
            for (cell, width) in cells.iter().zip([10, 10, 6, 10, 9, 9, 8, 7, 11]) {
                write!(f, " {cell:>width$}")?;
            }
            writeln!(f)
        };
        writeln!(f)?;
        line(
            f,
            [
                "heuristic",
                "asked",
                "acted",
                "%",
                "not stored",
                "searches",
                "fail high",
                "verified",
                "refuted",
                "their nodes",
            ],
        )?;
        for &heuristic in Heuristic::ALL {
            let counts = Event::ALL.map(|event| self.total(heuristic, event));
            let [asked, made, failed_high, verified, refuted, acted, not_stored] = counts;
            if asked == 0 && acted == 0 {
                continue;
            }
            let searches = |count: u64| if made > 0 { count.to_string() } else { String::new() };
            let cells = [
                format!("{heuristic:?}"),
                asked.to_string(),
                acted.to_string(),
                if asked > 0 { format!("{:.1}", percent(acted, asked)) } else { String::new() },
                if not_stored > 0 { not_stored.to_string() } else { String::new() },
                searches(made),
                searches(failed_high),
                searches(verified),
                searches(refuted),
                searches(self.spent[heuristic as usize]),
            ];
            line(f, cells.each_ref().map(String::as_str))?;
        }
        Ok(())
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        let mut row = |name, count, whole| {
            writeln!(f, "{name:<33} {count:>12} {:>7.1}", percent(count, whole))
        };
        let (probed, hit, cut) = self.table_probes();
        row("table probes", probed, probed)?;
        row("  hits", hit, probed)?;
        row("  cutoffs", cut, probed)?;
        let offered = self.stored.iter().sum();
        row("table stores", offered, offered)?;
        for became in Stored::ALL {
            row(name_of(became), self.stored(became), offered)?;
        }
        let Ledger { permille_used, .. } = self;
        writeln!(f, "table filled by this search, permille {permille_used:>9}")
    }

    /// Depth 0 is quiescence.
    fn write_depths(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:>5} {:>12} {:>7} {:>7}", "depth", "nodes", "hit %", "cut %")?;
        for depth in (0..DEPTHS).filter(|&depth| self.probed[depth] > 0) {
            let nodes = if depth == 0 { self.quiescence_nodes } else { self.nodes[depth] };
            let hit = percent(self.hit[depth], self.probed[depth]);
            let counts = &self.heuristics[Heuristic::TableCutoff as usize][depth];
            let cut = percent(counts[Event::Acted as usize], self.probed[depth]);
            write!(f, "\n{depth:>5} {nodes:>12} {hit:>7.1} {cut:>7.1}")?;
        }
        Ok(())
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
