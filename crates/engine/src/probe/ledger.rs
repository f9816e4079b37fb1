//! Counts what the search does, per heuristic and depth, and prints it for people.

use core::fmt;

use super::Probe;
use crate::heuristics::Heuristic;
use crate::tt::{Stored, Table};

/// Deeper nodes are counted with the last row.
const DEPTHS: usize = 32;

#[derive(Clone, Copy, Default)]
struct Tally {
    tried: u64,
    fired: u64,
}

#[derive(Clone)]
pub struct Ledger {
    heuristics: Box<[[Tally; DEPTHS]; Heuristic::COUNT]>,
    spent: [u64; Heuristic::COUNT],
    nodes: [u64; DEPTHS],
    quiescence_nodes: u64,
    asked: [u64; DEPTHS],
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
            heuristics: Box::new([[Tally::default(); DEPTHS]; Heuristic::COUNT]),
            spent: [0; Heuristic::COUNT],
            nodes: [0; DEPTHS],
            quiescence_nodes: 0,
            asked: [0; DEPTHS],
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
    fn tried(&mut self, heuristic: Heuristic, depth: i32) {
        self.heuristics[heuristic as usize][row(depth)].tried += 1;
    }

    #[inline]
    fn fired(&mut self, heuristic: Heuristic, depth: i32) {
        self.heuristics[heuristic as usize][row(depth)].fired += 1;
    }

    #[inline]
    fn spent(&mut self, heuristic: Heuristic, nodes: u64) {
        self.spent[heuristic as usize] += nodes;
    }

    #[inline]
    fn table(&mut self, depth: i32, hit: bool) {
        self.asked[row(depth)] += 1;
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
    /// How often a heuristic was asked and how often it acted, at all depths together.
    pub fn total(&self, heuristic: Heuristic) -> (u64, u64) {
        self.heuristics[heuristic as usize]
            .iter()
            .fold((0, 0), |(tried, fired), tally| (tried + tally.tried, fired + tally.fired))
    }

    /// How often the table was asked, how often it knew the position, and how often that was
    /// enough to leave the node.
    pub fn looks(&self) -> (u64, u64, u64) {
        let (_, cuts) = self.total(Heuristic::TableCutoff);
        (self.asked.iter().sum(), self.hit.iter().sum(), cuts)
    }

    /// How many entries offered to the table came to this.
    pub fn stored(&self, became: Stored) -> u64 {
        self.stored[became as usize]
    }

    /// Entries of this search in the table when it was over, in thousandths.
    pub fn permille_used(&self) -> usize {
        self.permille_used
    }

    /// How much each iteration multiplied the nodes, on average over the last five.
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
            "cuts {}: by the first move {:.1} %, by the table's move {:.1} %, mean index {:.2}",
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
        writeln!(
            f,
            "\n{:<20} {:>12} {:>12} {:>7} {:>12}",
            "heuristic", "tried", "fired", "%", "nodes spent"
        )?;
        for &heuristic in Heuristic::ALL {
            let (tried, fired) = self.total(heuristic);
            if tried > 0 {
                let name = format!("{heuristic:?}");
                let spent = self.spent[heuristic as usize];
                let share = percent(fired, tried);
                writeln!(f, "{name:<20} {tried:>12} {fired:>12} {share:>7.1} {spent:>12}")?;
            }
        }
        self.write_table(f)?;
        self.write_depths(f)
    }
}

impl Ledger {
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        let mut row = |name, count, whole| {
            writeln!(f, "{name:<33} {count:>12} {:>7.1}", percent(count, whole))
        };
        let (asked, known, enough) = self.looks();
        row("table asked", asked, asked)?;
        row("  knew the position", known, asked)?;
        row("  was enough to leave the node", enough, asked)?;
        let offered = self.stored.iter().sum();
        row("table offered an entry", offered, offered)?;
        for became in Stored::ALL {
            row(name_of(became), self.stored(became), offered)?;
        }
        let Ledger { permille_used, .. } = self;
        writeln!(f, "table in use by this search {permille_used} in a thousand")
    }

    /// Depth 0 is quiescence.
    fn write_depths(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:>5} {:>12} {:>7} {:>7}", "depth", "nodes", "known %", "cut %")?;
        for depth in (0..DEPTHS).filter(|&depth| self.asked[depth] > 0) {
            let nodes = if depth == 0 { self.quiescence_nodes } else { self.nodes[depth] };
            let known = percent(self.hit[depth], self.asked[depth]);
            let cuts = self.heuristics[Heuristic::TableCutoff as usize][depth].fired;
            let cut = percent(cuts, self.asked[depth]);
            write!(f, "\n{depth:>5} {nodes:>12} {known:>7.1} {cut:>7.1}")?;
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
