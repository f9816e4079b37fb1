//! Parallel perft with a hash table, a stop flag and progress reports.
//!
//! The tree is split two plies below the root, and each free thread takes the next subtree. One
//! large root move therefore does not keep the other threads waiting.

use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::Mutex;
use std::thread;

use super::{Table, perft};
use crate::{Move, Position};

/// The greatest depth: too deep to ever finish, and small enough for one byte and any stack.
pub const MAX_DEPTH: u32 = 99;

/// The resources for a count: see [`divide`].
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// How many threads count, the calling thread among them. Zero means one.
    pub threads: usize,
    /// A table of counts, which makes transpositions cheap.
    pub table: Option<&'a Table>,
    /// Ends the count early once it is set.
    pub stop: &'a AtomicBool,
}

/// How much of a count is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Subtrees counted so far.
    pub subtrees_done: usize,
    /// All subtrees.
    pub subtrees: usize,
    /// Leaves counted so far.
    pub leaves: u64,
}

/// The leaves in total and below each root move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// All leaves.
    pub leaves: u64,
    /// The leaves below each root move.
    pub by_move: Vec<(Move, u64)>,
}

/// Why a count ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupted {
    /// The stop flag was set.
    Stopped,
    /// The number of leaves does not fit in 64 bits.
    TooManyLeaves,
    /// The depth is greater than [`MAX_DEPTH`].
    TooDeep(u32),
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interrupted::Stopped => f.write_str("the count was stopped"),
            Interrupted::TooManyLeaves => {
                write!(f, "the tree has more than {} leaves; ask for less depth", u64::MAX)
            }
            Interrupted::TooDeep(depth) => {
                write!(f, "depth {depth} is too deep; expected 0 to {MAX_DEPTH}")
            }
        }
    }
}

impl core::error::Error for Interrupted {}

/// Counts the leaves of the tree of legal moves, in total and below each root move. The result
/// does not depend on the effort. `watch` is called after each subtree.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use chess::Position;
/// use chess::perft::{Effort, Table, divide};
///
/// let table = Table::new(16)?;
/// let stop = AtomicBool::new(false);
/// let effort = Effort { threads: 2, table: Some(&table), stop: &stop };
/// let divided = divide(&Position::initial(), 4, effort, &|_progress| {})?;
/// assert_eq!(divided.leaves, 197_281);
/// assert_eq!(divided.by_move.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn divide(
    position: &Position,
    depth: u32,
    effort: Effort<'_>,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Divided, Interrupted> {
    match depth {
        0 => return Ok(Divided { leaves: 1, by_move: Vec::new() }),
        1.. if depth > MAX_DEPTH => return Err(Interrupted::TooDeep(depth)),
        _ => {}
    }
    let roots: Vec<Move> = position.legal_moves().into_iter().collect();
    let subtrees = cut(position, &roots, depth);
    let work = Work { effort, watch, subtrees: &subtrees, next: AtomicUsize::new(0) };
    let tally = Mutex::new(Tally { by_root: vec![0; roots.len()], leaves: 0, done: 0 });
    let outcome = thread::scope(|scope| {
        let helpers: Vec<_> = (1..effort.threads.min(subtrees.len()))
            .map_while(|_| {
                // A thread that cannot be started is one fewer, not a failure.
                thread::Builder::new().spawn_scoped(scope, || work.run(&tally)).ok()
            })
            .collect();
        let own = work.run(&tally);
        helpers.into_iter().fold(own, |outcome, helper| match helper.join() {
            Ok(theirs) => outcome.and(theirs),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    });
    outcome?;
    let tally = tally.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let by_move = roots.into_iter().zip(tally.by_root).collect();
    Ok(Divided { leaves: tally.leaves, by_move })
}

struct Subtree {
    root: usize,
    position: Position,
    depth: u32,
}

/// Two plies down where the tree is deep enough, else one.
fn cut(position: &Position, roots: &[Move], depth: u32) -> Vec<Subtree> {
    let mut subtrees = Vec::new();
    for (root, &mv) in roots.iter().enumerate() {
        let after = position.after(mv);
        if depth < 3 {
            subtrees.push(Subtree { root, position: after, depth: depth - 1 });
            continue;
        }
        for reply in &after.legal_moves() {
            subtrees.push(Subtree { root, position: after.after(reply), depth: depth - 2 });
        }
    }
    subtrees
}

struct Tally {
    by_root: Vec<u64>,
    leaves: u64,
    done: usize,
}

struct Work<'a> {
    effort: Effort<'a>,
    watch: &'a (dyn Fn(Progress) + Sync),
    subtrees: &'a [Subtree],
    next: AtomicUsize,
}

impl Work<'_> {
    fn run(&self, tally: &Mutex<Tally>) -> Result<(), Interrupted> {
        while let Some(subtree) = self.subtrees.get(self.next.fetch_add(1, Relaxed)) {
            let counted = self.count(&subtree.position, subtree.depth);
            let Ok(mut tally) = tally.lock() else { return Err(Interrupted::Stopped) };
            let sum = counted.and_then(|leaves| {
                let sum = tally.leaves.checked_add(leaves).ok_or(Interrupted::TooManyLeaves)?;
                tally.by_root[subtree.root] += leaves;
                Ok(sum)
            });
            tally.leaves = match sum {
                Ok(leaves) => leaves,
                Err(interrupted) => {
                    // The other threads need not start another subtree.
                    self.next.store(self.subtrees.len(), Relaxed);
                    return Err(interrupted);
                }
            };
            tally.done += 1;
            (self.watch)(Progress {
                subtrees_done: tally.done,
                subtrees: self.subtrees.len(),
                leaves: tally.leaves,
            });
        }
        Ok(())
    }

    /// Walks down until a subtree is too small to be worth probing the table or the flag.
    fn count(&self, position: &Position, depth: u32) -> Result<u64, Interrupted> {
        if self.effort.stop.load(Relaxed) {
            return Err(Interrupted::Stopped);
        }
        let small = if self.effort.table.is_some() { 1 } else { 3 };
        if depth <= small {
            return Ok(perft(position, depth));
        }
        if let Some(leaves) = self.effort.table.and_then(|table| table.get(position, depth)) {
            return Ok(leaves);
        }
        let leaves = if depth == 2 {
            perft(position, depth)
        } else {
            let mut leaves = 0u64;
            for mv in &position.legal_moves() {
                let below = self.count(&position.after(mv), depth - 1)?;
                leaves = leaves.checked_add(below).ok_or(Interrupted::TooManyLeaves)?;
            }
            leaves
        };
        if let Some(table) = self.effort.table {
            table.put(position, depth, leaves);
        }
        Ok(leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    const POSITIONS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "R6k/6pp/8/8/8/8/8/7K b - - 0 1",
    ];

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().unwrap().position
    }

    #[test]
    fn threads_and_tables_change_no_count() {
        let (small, large) = (Table::new(1).unwrap(), Table::new(8).unwrap());
        let stop = AtomicBool::new(false);
        for fen in POSITIONS {
            let position = position(fen);
            for depth in 0..=4 {
                let expected = perft(&position, depth);
                for threads in [0, 1, 2, 5] {
                    for table in [None, Some(&small), Some(&large)] {
                        let effort = Effort { threads, table, stop: &stop };
                        let divided = divide(&position, depth, effort, &|_| {}).unwrap();
                        assert_eq!(divided.leaves, expected, "{fen} depth {depth}");
                        let sum: u64 = divided.by_move.iter().map(|(_, leaves)| leaves).sum();
                        assert_eq!(sum, if depth == 0 { 0 } else { expected });
                    }
                }
            }
        }
    }

    #[test]
    fn each_root_move_has_its_own_count() {
        let position = position(POSITIONS[1]);
        let stop = AtomicBool::new(false);
        let effort = Effort { threads: 3, table: None, stop: &stop };
        let divided = divide(&position, 4, effort, &|_| {}).unwrap();
        for (mv, leaves) in divided.by_move {
            assert_eq!(leaves, perft(&position.after(mv), 3));
        }
    }

    #[test]
    fn progress_reaches_the_end_and_the_flag_stops_the_count() {
        let position = Position::initial();
        let stop = AtomicBool::new(false);
        let last = Mutex::new(None);
        let effort = Effort { threads: 2, table: None, stop: &stop };
        divide(&position, 4, effort, &|progress| *last.lock().unwrap() = Some(progress)).unwrap();
        let end = Progress { subtrees_done: 400, subtrees: 400, leaves: 197_281 };
        assert_eq!(*last.lock().unwrap(), Some(end));

        // Depth 30 would never finish; the flag, raised after the first subtree, ends it.
        let raise = |_| stop.store(true, Relaxed);
        let deep = Effort { threads: 2, table: None, stop: &AtomicBool::new(true) };
        assert_eq!(divide(&position, 30, deep, &raise), Err(Interrupted::Stopped));
        let deep = Effort { threads: 2, table: None, stop: &stop };
        assert_eq!(divide(&position, 6, deep, &raise), Err(Interrupted::Stopped));
    }

    #[test]
    fn more_leaves_than_fit_are_an_error() {
        let table = Table::new(16).unwrap();
        let stop = AtomicBool::new(false);
        let effort = Effort { threads: 1, table: Some(&table), stop: &stop };
        let kings = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(divide(&kings, 40, effort, &|_| {}), Err(Interrupted::TooManyLeaves));
        let too_deep = Err(Interrupted::TooDeep(MAX_DEPTH + 1));
        assert_eq!(divide(&kings, MAX_DEPTH + 1, effort, &|_| {}), too_deep);
    }
}
