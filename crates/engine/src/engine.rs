//! The engine object: its settings, its memory, and `go`.

use std::sync::Arc;
use std::time::Instant;

use chess::{Game, Move, Position, Trail};

use crate::control::{Control, Counter};
use crate::eval::Classical;
use crate::eval::nnue::Network;
use crate::history::Histories;
use crate::knobs::{Evaluator, Knobs};
use crate::listener::{Listener, Progress};
use crate::probe::{Probe, Silent};
use crate::root_move::RootMove;
use crate::score::{MAX_PLY, Score};
use crate::search::{NodeAnswer, NodeQuestion, Reductions, Searcher, Task, Workspace, table_key};
use crate::tablebase::Tablebase;
use crate::threads::{Ballot, Brief, Helpers, vote};
use crate::time::Clock;
use crate::time::Limits;
use crate::tt::{NoMemory, Policy, Table};
use crate::wdl::ScoreScale;

/// A chess engine. See the crate's documentation for the life of a search.
pub struct Engine {
    /// The settings. A search reads them when it starts.
    pub knobs: Knobs,
    /// Principal variations to search and report.
    pub multi_pv: usize,
    /// The endgame tablebases, off by default.
    pub tablebase: Tablebase,
    /// The table of reductions, recomputed when the settings it derives from have changed.
    reductions: Arc<Reductions>,
    /// Evaluates positions, unless the settings choose the classical evaluation.
    pub network: Arc<Network>,
    /// The evaluation behind everything in the table and the histories.
    last_evaluation: (Evaluator, Arc<Network>),
    table: Arc<Table>,
    /// Whether a search has written to the table since it was allocated or cleared.
    table_used: bool,
    workspace: Workspace,
    helpers: Helpers,
}

/// What the main thread of an engine has learned: the histories of moves and the corrections of the
/// evaluation.
#[derive(Clone)]
pub struct Learned(Histories);

/// The result of a search.
pub struct Answer<P> {
    /// `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
    pub score: Score,
    /// The last iteration that the chosen thread completed.
    pub depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions of all threads that the tablebases knew.
    pub tablebase_hits: u64,
    /// The sum of all threads' probes.
    pub probe: P,
}

impl Engine {
    /// An engine with the built-in network and a table of this size.
    pub fn new(megabytes: usize) -> Result<Engine, NoMemory> {
        Engine::with_network(megabytes, Arc::new(Network::built_in()))
    }

    /// An engine with this network and a table of this size.
    pub fn with_network(megabytes: usize, network: Arc<Network>) -> Result<Engine, NoMemory> {
        Ok(Engine {
            knobs: Knobs::default(),
            multi_pv: 1,
            tablebase: Tablebase::default(),
            reductions: Arc::new(Reductions::new(&Knobs::default())),
            last_evaluation: (Knobs::DEFAULT.evaluator, Arc::clone(&network)),
            network,
            table: Arc::new(Table::new(megabytes)?),
            table_used: false,
            workspace: Workspace::new(),
            helpers: Helpers::default(),
        })
    }

    /// A new engine with the same knobs and network, one thread, one line and an empty table.
    pub fn alike(&self, megabytes: usize) -> Result<Engine, NoMemory> {
        let engine = Engine::with_network(megabytes, Arc::clone(&self.network))?;
        Ok(Engine { knobs: self.knobs, ..engine })
    }

    /// Threads that a search uses, the main thread included.
    pub fn threads(&self) -> usize {
        1 + self.helpers.count()
    }

    /// Sets the number of threads and returns it. The system may allow fewer than asked for.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.helpers.resize(threads.max(1) - 1);
        self.threads()
    }

    /// Replaces the table by an empty one. On an error the old table stays.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.table = Arc::new(Table::new(megabytes)?);
        self.table_used = false;
        Ok(())
    }

    /// The size of the table.
    pub fn table_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Slots of the table filled by the last search, in thousandths; 0 after it was cleared.
    pub fn permille_used(&self) -> usize {
        self.table.permille_used()
    }

    /// Empties the table. Skips a table that no search has used: its pages stay unallocated.
    pub fn clear_table(&mut self) {
        if core::mem::take(&mut self.table_used) {
            let threads = self.threads();
            self.own_table().clear(threads);
        }
    }

    /// The static evaluation of a position in centipawns, for the side to move.
    pub fn evaluate(&self, position: &Position) -> i32 {
        match self.knobs.evaluator {
            Evaluator::Nnue => self.network.evaluate(position),
            Evaluator::Classical => Classical::explain(position).0,
        }
    }

    /// The scale of this engine's scores of a position.
    pub fn scale(&self, position: &Position) -> ScoreScale {
        ScoreScale::new(self.knobs.evaluator, position)
    }

    /// Forgets everything learned with another evaluation than the present one: the table stores
    /// evaluations, and the histories store corrections of them. A search does this when it starts.
    /// A caller that changes the evaluation does it earlier, because clearing a large table takes
    /// time, and no clock runs yet.
    pub fn forget_other_evaluation(&mut self) {
        let (evaluator, network) = &self.last_evaluation;
        if *evaluator != self.knobs.evaluator || !Arc::ptr_eq(network, &self.network) {
            self.last_evaluation = (self.knobs.evaluator, Arc::clone(&self.network));
            self.new_game();
        }
    }

    /// The table between searches, when no other thread has it.
    fn own_table(&mut self) -> &mut Table {
        Arc::get_mut(&mut self.table).expect("helpers drop the table before they answer")
    }

    /// Gives the table the policy of the settings.
    fn apply_table_policy(&mut self) {
        let policy = Policy::new(&self.knobs);
        if self.table.policy() != policy {
            let threads = self.threads();
            self.own_table().set_policy(policy, threads);
        }
    }

    /// Starts a new game: forgets everything learned.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.workspace.forget();
        self.helpers.forget();
    }

    /// What the searches since the last new game have taught.
    pub fn learned(&self) -> Learned {
        Learned(self.workspace.histories().clone())
    }

    /// Knows what an engine with the same evaluation has learned, and nothing else: the table is
    /// empty.
    pub fn recall(&mut self, learned: &Learned) {
        self.forget_other_evaluation();
        self.clear_table();
        self.workspace.learn(&learned.0);
    }

    /// Prepares the memory of the engine for a search, and describes the search without its root
    /// moves.
    fn brief(&mut self, position: Position, trail: Trail, control: &Arc<Control>) -> Brief {
        self.forget_other_evaluation();
        self.apply_table_policy();
        self.table.next_age();
        self.table_used = true;
        if !self.reductions.fits(&self.knobs) {
            self.reductions = Arc::new(Reductions::new(&self.knobs));
        }
        Brief {
            knobs: self.knobs,
            reductions: Arc::clone(&self.reductions),
            network: Arc::clone(&self.network),
            table: Arc::clone(&self.table),
            tablebase: Some(&self.tablebase).filter(|tables| tables.pieces() > 0).cloned(),
            control: Arc::clone(control),
            counters: (0..self.threads()).map(|_| Counter::default()).collect(),
            position,
            trail,
            moves: Arc::default(),
            max_depth: 1,
            multi_pv: 1,
        }
    }

    /// Searches one node on its own, as a search of `question.game` would have met it: with its
    /// window, its line and its depth, on the calling thread. `None` if a limit or `control` stopped
    /// it.
    pub fn ask(
        &mut self,
        question: &NodeQuestion<'_>,
        nodes: u64,
        control: &Arc<Control>,
    ) -> Option<NodeAnswer> {
        let (position, trail) = question.start();
        let brief = self.brief(position, trail, control);
        let clock =
            Clock { start: Instant::now(), budget: None, nodes: Some(nodes), impatient: false };
        let task = Task { clock: Some(clock), ..brief.task(0, &mut self.workspace) };
        Searcher::<Silent>::answer(task, question)
    }

    /// Searches the last position of `game` until a limit ends the search or `control` stops it.
    pub fn go<P: Probe>(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Arc<Control>,
        listener: &mut (dyn Listener + Send),
    ) -> Answer<P> {
        self.go_with(game, limits, control, listener, P::default())
    }

    /// The same with a probe for the main thread; helpers begin with default ones.
    pub fn go_with<P: Probe>(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Arc<Control>,
        listener: &mut (dyn Listener + Send),
        probe: P,
    ) -> Answer<P> {
        let start = Instant::now();
        let position = *game.position();
        let moves = root_moves(game, limits);
        if moves.is_empty() {
            let score = if position.in_check() { Score::mated_at(0) } else { Score::DRAW };
            return Answer {
                best: None,
                ponder: None,
                score,
                depth: 0,
                nodes: 0,
                tablebase_hits: 0,
                probe,
            };
        }
        let max_depth = limits.depth.unwrap_or(MAX_PLY as i32).clamp(1, MAX_PLY as i32);
        let ranking = self.tablebase.rank(game, &moves);
        let mut brief = Brief {
            moves: match &ranking {
                Some(ranking) => ranking.moves.iter().map(RootMove::ranked).collect(),
                None => moves.into_iter().map(RootMove::new).collect(),
            },
            max_depth,
            multi_pv: self.multi_pv,
            ..self.brief(position, game.trail().clone(), control)
        };
        if let Some(ranking) = &ranking {
            brief.tablebase = brief.tablebase.filter(|_| ranking.leaves_work());
            ranking.moves.iter().for_each(|_| brief.counters[0].count_tablebase_hit());
        }
        let clock = Clock {
            start,
            budget: limits.budget(position.turn()),
            nodes: limits.nodes,
            impatient: false,
        };
        let pending = self.helpers.search::<P>(&brief);
        let task = Task {
            clock: Some(clock),
            soft_nodes: limits.soft_nodes,
            mate: limits.mate,
            listener: Some(&mut *listener),
            ..brief.task(0, &mut self.workspace)
        };
        let (own, mut probe) = Searcher::run(task, probe);
        control.stop();
        let mut threads = vec![own];
        for (findings, helper) in pending.gather() {
            threads.push(findings);
            probe.merge(helper);
        }
        probe.finished(&self.table);
        let ballots: Vec<Ballot<'_>> = threads.iter().map(Ballot::of).collect();
        // With several lines, the main thread reported them, and the first must be the move played.
        let chosen = if self.multi_pv > 1 { 0 } else { vote(&ballots) };
        let Ballot { best, depth, found_at } = ballots[chosen];
        let nodes = Counter::sum(&brief.counters);
        let tablebase_hits = Counter::tablebase_hits(&brief.counters);
        if threads[0].reported != Some(best.mv) && best.score > -Score::INFINITE {
            // The last report named another move than the one to play: the main thread was stopped
            // before it could report a new best move, or it lost the vote.
            listener.progress(&Progress {
                depth: found_at,
                moves: core::slice::from_ref(best),
                bound: best.bound,
                nodes,
                tablebase_hits,
                table: &self.table,
            });
        }
        Answer {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied().or_else(|| self.likely_reply(game, best.mv)),
            score: best.score,
            depth,
            nodes,
            tablebase_hits,
            probe,
        }
    }

    /// The table's reply to `mv`. A stopped search may end with a line of one move, and a client
    /// that ponders needs two.
    fn likely_reply(&self, game: &Game, mv: Move) -> Option<Move> {
        let position = game.position();
        let next = position.after(mv);
        let mut trail = game.trail().clone();
        trail.push(position, mv, &next);
        let entry = self.table.probe(table_key(next.key(), trail.halfmove_clock()))?;
        entry.mv.filter(|&reply| next.is_legal(reply))
    }
}

/// The moves to search: `limits.search_moves`, or all legal moves if none of those is legal.
fn root_moves(game: &Game, limits: &Limits) -> Vec<Move> {
    let legal = game.position().legal_moves();
    let asked: Vec<Move> =
        legal.into_iter().filter(|mv| limits.search_moves.contains(mv)).collect();
    if asked.is_empty() { legal.to_vec() } else { asked }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Silent;
    use crate::tt::{Bound, Bounded, Entry};
    use chess::Setup;

    fn search(engine: &mut Engine, depth: i32) -> Answer<Silent> {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let game = Game::new(Setup::initial());
        engine.go(&game, &limits, &Arc::new(Control::default()), &mut ())
    }

    #[test]
    fn a_new_game_forgets_the_last_one() {
        let mut engine = Engine::new(3).unwrap();
        let first = search(&mut engine, 9).nodes;
        assert_ne!(search(&mut engine, 9).nodes, first);
        for threads in [3, 1] {
            engine.set_threads(threads);
            search(&mut engine, 9);
            engine.new_game();
            assert_eq!(engine.table.permille_used(), 0);
        }
        assert_eq!(search(&mut engine, 9).nodes, first);
    }

    #[test]
    fn another_evaluation_starts_with_empty_memory() {
        let mut engine = Engine::new(2).unwrap();
        let first = search(&mut engine, 8).nodes;
        engine.knobs.evaluator = Evaluator::Classical;
        let classical = search(&mut engine, 8).nodes;
        assert_ne!(classical, first);
        engine.knobs.evaluator = Evaluator::Nnue;
        assert_eq!(search(&mut engine, 8).nodes, first);
        let position = Position::initial();
        assert_eq!(engine.evaluate(&position), engine.network.evaluate(&position));
        engine.knobs.evaluator = Evaluator::Classical;
        assert_eq!(engine.evaluate(&position), Classical::explain(&position).0);
    }

    #[test]
    fn only_a_changed_evaluation_clears_the_memory() {
        let mut engine = Engine::new(2).unwrap();
        let first = search(&mut engine, 8).nodes;
        let used = engine.permille_used();
        engine.forget_other_evaluation();
        assert!(used > 0 && engine.permille_used() == used, "the evaluation is the same");
        engine.knobs.evaluator = Evaluator::Classical;
        engine.forget_other_evaluation();
        assert_eq!(engine.permille_used(), 0);
        search(&mut engine, 8);
        engine.knobs.evaluator = Evaluator::Nnue;
        engine.network = Arc::new(Network::built_in());
        engine.forget_other_evaluation();
        assert_eq!(engine.permille_used(), 0);
        assert_eq!(search(&mut engine, 8).nodes, first);
    }

    #[test]
    fn a_failed_allocation_keeps_the_old_table() {
        let mut engine = Engine::new(2).unwrap();
        search(&mut engine, 6);
        let used = engine.table.permille_used();
        assert!(engine.resize_table(usize::MAX).is_err());
        assert!(engine.resize_table(1 << 36).is_err());
        assert_eq!((engine.table_megabytes(), engine.table.permille_used()), (2, used));
    }

    #[test]
    fn illegal_moves_in_the_table_are_not_played() {
        let mut engine = Engine::new(1).unwrap();
        let root = Position::initial();
        let mut bits = 0u16;
        // Stores a move that is most likely illegal for every position up to two plies deep.
        for mv in &root.legal_moves() {
            let next = root.after(mv);
            let replies = next.legal_moves();
            for position in replies.iter().map(|&reply| next.after(reply)).chain([next]) {
                bits = bits.wrapping_add(0x9e37);
                let mv = Move::from_bits(bits);
                let result = Some(Bounded { score: Score::DRAW.to_table(0), bound: Bound::Lower });
                let entry = Entry { mv, result, eval: None, depth: 1, pv: true };
                engine.table.store(position.key(), entry);
            }
        }
        let best = search(&mut engine, 8).best;
        assert!(best.is_some_and(|mv| root.is_legal(mv)));
    }
}
