//! Lazy SMP: helper threads search the same position as the main thread, each with its own
//! histories, and share results through the transposition table alone. Helpers start once and wait
//! between searches.
//!
//! A `Brief` goes to every thread, which turns it into its own `Task` and returns `Findings` and its
//! probe. The engine makes a `Ballot` of the findings, `vote` chooses the one to play, and the probes
//! are added up.
//! CITE: chessprogramming.org/Lazy_SMP

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use chess::{Move, Position, Trail};

use crate::control::{Control, Counter};
use crate::eval::nnue::Network;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::root_move::RootMove;
use crate::search::{Findings, Reductions, Searcher, Settings, Task, Workspace};
use crate::tablebase::Tablebase;
use crate::tt::Table;

/// The stack of a search thread: enough for the deepest line, which the default of some systems is
/// not.
pub const STACK_BYTES: usize = 16 << 20;

/// The description of a search, the same for all its threads.
#[derive(Clone)]
pub(crate) struct Brief {
    pub(crate) knobs: Knobs,
    pub(crate) reductions: Arc<Reductions>,
    pub(crate) network: Arc<Network>,
    pub(crate) table: Arc<Table>,
    /// `None` if the search does not probe below the root.
    pub(crate) tablebase: Option<Tablebase>,
    pub(crate) control: Arc<Control>,
    pub(crate) counters: Arc<[Counter]>,
    pub(crate) position: Position,
    pub(crate) trail: Trail,
    pub(crate) moves: Arc<[RootMove]>,
    pub(crate) max_depth: i32,
    pub(crate) multi_pv: usize,
}

impl Brief {
    /// The task of one thread, without the clock, limits and listener, which only the main thread
    /// has.
    pub(crate) fn task<'a>(&'a self, index: usize, workspace: &'a mut Workspace) -> Task<'a> {
        Task {
            knobs: Settings::new(self.knobs),
            reductions: &self.reductions,
            network: &self.network,
            table: &self.table,
            tablebase: self.tablebase.as_ref(),
            control: &self.control,
            counters: &self.counters,
            index,
            workspace,
            position: &self.position,
            trail: self.trail.clone(),
            moves: &self.moves,
            max_depth: self.max_depth,
            multi_pv: self.multi_pv,
            clock: None,
            soft_nodes: None,
            mate: None,
            listener: None,
        }
    }
}

/// A job of a helper, which gets the helper's index and memory.
type Job = Box<dyn FnOnce(usize, &mut Workspace) + Send>;

/// A helper thread, seen from the engine.
struct Helper {
    /// Dropped to end the thread.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn start(index: usize) -> std::io::Result<Helper> {
        let (jobs, inbox) = channel();
        let thread = Builder::new()
            .name(format!("search {index}"))
            .stack_size(STACK_BYTES)
            .spawn(move || serve(index, &inbox))?;
        Ok(Helper { jobs: Some(jobs), thread: Some(thread) })
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A helper that has died only means one thread fewer.
            let _ = jobs.send(job);
        }
    }
}

/// The loop of a helper thread.
fn serve(index: usize, inbox: &Receiver<Job>) {
    let mut workspace = Workspace::new();
    while let Ok(job) = inbox.recv() {
        job(index, &mut workspace);
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// All helpers of an engine.
#[derive(Default)]
pub(crate) struct Helpers(Vec<Helper>);

impl Helpers {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Starts or ends helpers until there are `count`, or as many as the system allows.
    pub(crate) fn resize(&mut self, count: usize) {
        self.0.truncate(count);
        while self.0.len() < count {
            match Helper::start(self.0.len() + 1) {
                Ok(helper) => self.0.push(helper),
                Err(_) => return,
            }
        }
    }

    pub(crate) fn forget(&self) {
        for helper in &self.0 {
            helper.send(Box::new(|_, workspace| workspace.forget()));
        }
    }

    /// Starts a search on every helper.
    pub(crate) fn search<P: Probe>(&self, brief: &Brief) -> Pending<P> {
        let (outbox, results) = channel();
        for helper in &self.0 {
            let (brief, outbox) = (brief.clone(), outbox.clone());
            helper.send(Box::new(move |index, workspace| {
                let result = Searcher::run(brief.task(index, workspace), P::default());
                // Dropped before the answer: `Engine::clear_table` needs the only reference.
                drop(brief);
                // Nobody waits for it only if the engine is gone.
                let _ = outbox.send((index, result));
            }));
        }
        Pending(results)
    }
}

/// The results that the helpers owe, with their indices.
pub(crate) struct Pending<P>(Receiver<(usize, (Findings, P))>);

impl<P> Pending<P> {
    /// Collects the results of the helpers, which must have been stopped, in the helpers' order.
    pub(crate) fn gather(self) -> Vec<(Findings, P)> {
        let mut results: Vec<(usize, (Findings, P))> = self.0.iter().collect();
        results.sort_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// A thread's vote for the best move.
#[derive(Clone, Copy)]
pub(crate) struct Ballot<'a> {
    pub(crate) best: &'a RootMove,
    /// The last iteration that the thread completed.
    pub(crate) depth: i32,
    /// The iteration that found the move.
    pub(crate) found_at: i32,
}

/// Added to every score in a vote, so that the thread with the lowest score still has a vote.
const VOTE_OFFSET: i32 = 10;

impl<'a> Ballot<'a> {
    pub(crate) fn of(findings: &'a Findings) -> Ballot<'a> {
        let Findings { best, depth, found_at, .. } = findings;
        Ballot { best, depth: *depth, found_at: *found_at }
    }
}

/// The index of the winning ballot. A ballot weighs its depth times its score above the lowest
/// score, so a thread that sees a loss counts little unless all do. The move with the greatest sum
/// of weights wins, except that a proven win beats every sum, and the shortest win the others.
pub(crate) fn vote(ballots: &[Ballot<'_>]) -> usize {
    let lowest = ballots.iter().map(|ballot| ballot.best.score.raw()).min().unwrap_or(0);
    let weight = |ballot: &Ballot<'_>| {
        i64::from(ballot.best.score.raw() - lowest + VOTE_OFFSET) * i64::from(ballot.depth)
    };
    let votes = |mv: Move| -> i64 {
        ballots.iter().filter(|ballot| ballot.best.mv == mv).map(weight).sum()
    };
    let rank = |ballot: &Ballot<'_>| {
        let score = ballot.best.score;
        let won = if score.is_win() { score.raw() } else { 0 };
        (won, votes(ballot.best.mv), weight(ballot))
    };
    // Among equals the first: the main thread has already reported its move.
    (0..ballots.len())
        .reduce(|a, b| if rank(&ballots[b]) > rank(&ballots[a]) { b } else { a })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use chess::{MoveKind, Square};

    fn root(to: Square, score: Score) -> RootMove {
        RootMove { score, ..RootMove::new(Move::new(Square::A1, to, MoveKind::Quiet)) }
    }

    fn winner(ballots: &[(RootMove, i32)]) -> Square {
        let ballots: Vec<Ballot<'_>> = ballots
            .iter()
            .map(|(best, depth)| Ballot { best, depth: *depth, found_at: *depth })
            .collect();
        ballots[vote(&ballots)].best.mv.to()
    }

    #[test]
    fn the_majority_wins_among_similar_depths_and_scores() {
        let cp = Score::evaluation;
        let ballots = [
            (root(Square::B1, cp(20)), 12),
            (root(Square::C1, cp(22)), 12),
            (root(Square::C1, cp(19)), 12),
        ];
        assert_eq!(winner(&ballots), Square::C1);
        assert_eq!(winner(&ballots[..1]), Square::B1);
    }

    #[test]
    fn the_main_thread_wins_among_equals() {
        let same = [(root(Square::B1, Score::DRAW), 9), (root(Square::C1, Score::DRAW), 9)];
        assert_eq!(winner(&same), Square::B1);
    }

    #[test]
    fn the_shortest_proven_win_beats_every_majority() {
        let ballots = [
            (root(Square::B1, Score::evaluation(900)), 30),
            (root(Square::B1, Score::evaluation(900)), 30),
            (root(Square::D1, Score::mate_at(9)), 10),
            (root(Square::C1, Score::mate_at(5)), 8),
        ];
        assert_eq!(winner(&ballots), Square::C1);
    }
}
