//! One node asked on its own: the search that a cut has saved. The node stands where it stood in the
//! tree, so that draws by repetition, distances to mate and the evaluations before it are the same.

use chess::{Game, Move, Position, Trail};

use super::deepen::Task;
use super::stack::Frame;
use super::{NonPv, Pv, Searcher, Stopped};
use crate::history::PieceTo;
use crate::probe::Probe;
use crate::score::Score;
use crate::window::Window;

/// A node of a search, and what to ask about it.
#[derive(Clone, Copy)]
pub struct NodeQuestion<'a> {
    /// The game up to the root of the search.
    pub game: &'a Game,
    /// The moves from the root to the node; `None` is a null move. Each must be legal.
    pub line: &'a [Option<Move>],
    /// Plies to search. From 0 on downwards it asks quiescence, that many plies below its start.
    pub depth: i32,
    /// The window, `alpha < beta`. It decides the kind of the node: a zero window has no principal
    /// variation.
    pub alpha: Score,
    pub beta: Score,
    /// The parent expects a cutoff here.
    pub cut: bool,
    /// The depth of the iteration that met the node; it bounds extensions.
    pub root_depth: i32,
}

/// What the search of a node found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeAnswer {
    pub score: Score,
    /// Nodes of the search at the depth that was asked for.
    pub nodes: u64,
    /// The same and the shallower searches before it.
    pub all_nodes: u64,
}

impl NodeQuestion<'_> {
    /// The root of the search.
    pub(crate) fn start(&self) -> (Position, Trail) {
        (*self.game.position(), self.game.trail().clone())
    }

    /// The position of the node.
    pub fn position(&self) -> Position {
        self.line.iter().fold(*self.game.position(), |position, &mv| match mv {
            Some(mv) => position.after(mv),
            None => position.after_null(),
        })
    }
}

impl<'a, P: Probe> Searcher<'a, P> {
    /// Searches the node of a question one ply deeper each time, as iterations would, up to its depth.
    pub(crate) fn answer(task: Task<'a>, question: &NodeQuestion<'_>) -> Option<NodeAnswer> {
        let root = *task.position;
        let mut search = Searcher::new(task, P::default());
        // The first iteration of a search is never stopped; this is not one.
        search.root_depth = question.root_depth.max(2);
        let position = search.walk(root, question.line);
        let ply = question.line.len();
        let window = Window::new(question.alpha, question.beta);
        let mut last = None;
        for depth in question.depth.min(1)..=question.depth {
            let before = search.nodes;
            let score = search.ask_at(&position, window, depth, ply, question.cut).ok()?;
            last = Some((score, search.nodes - before));
        }
        let (score, nodes) = last?;
        Some(NodeAnswer { score, nodes, all_nodes: search.nodes })
    }

    fn ask_at(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        match (window.beta - window.alpha > 1, depth > 0) {
            (true, true) => self.node::<Pv>(position, window, depth, ply, false, None),
            (true, false) => self.quiesce::<Pv>(position, window, ply, -depth),
            (false, true) => self.node::<NonPv>(position, window, depth, ply, cut, None),
            (false, false) => self.quiesce::<NonPv>(position, window, ply, -depth),
        }
    }

    /// Makes the moves of a line; the stack is as if a search had come this way.
    fn walk(&mut self, root: Position, line: &[Option<Move>]) -> Position {
        self.stack.clear();
        let mut position = root;
        for (ply, &mv) in line.iter().enumerate() {
            let static_eval = match position.in_check() {
                true => None,
                false => Some(self.evaluate(&position, 0, ply)),
            };
            let next = match mv {
                Some(mv) => {
                    let next = position.after(mv);
                    self.trail.push(&position, mv, &next);
                    next
                }
                None => {
                    let next = position.after_null();
                    self.trail.push_null(&next);
                    next
                }
            };
            let piece_to = mv.map_or(PieceTo::NONE, |mv| PieceTo::of(&position, mv));
            let frame = self.frame(ply);
            *frame = Frame { mv, piece_to, static_eval, ..*frame };
            position = next;
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chess::{Game, Setup};

    use super::*;
    use crate::knobs::Knobs;
    use crate::{Control, Engine};

    fn engine(knobs: Knobs) -> Engine {
        let mut engine = Engine::new(1).unwrap();
        engine.knobs = knobs;
        engine
    }

    fn ask(engine: &mut Engine, question: &NodeQuestion<'_>, nodes: u64) -> Option<NodeAnswer> {
        engine.new_game();
        engine.ask(question, nodes, &Arc::new(Control::default()))
    }

    fn game(fen: &str) -> Game {
        Game::new(fen.parse::<Setup>().unwrap())
    }

    fn open<'a>(game: &'a Game, line: &'a [Option<Move>], depth: i32) -> NodeQuestion<'a> {
        let (alpha, beta) = (Score::MINUS_INFINITE, Score::INFINITE);
        NodeQuestion { game, line, depth, alpha, beta, cut: false, root_depth: 8 }
    }

    #[test]
    fn distances_to_mate_count_from_the_root_of_the_search() {
        let game = game("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1");
        let root = game.position();
        let line = [Some(root.parse_uci("e1e2").unwrap()), None];
        // After a king move and a pass, the rook still mates at once: the third ply.
        let answer = ask(&mut engine(Knobs::default()), &open(&game, &line, 2), 10_000);
        assert_eq!(answer.unwrap().score, Score::mate_at(3));
        let answer = ask(&mut engine(Knobs::default()), &open(&game, &[], 2), 10_000);
        assert_eq!(answer.unwrap().score, Score::mate_at(1));
    }

    #[test]
    fn a_repetition_of_the_line_is_a_draw() {
        let game = game("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
        let mut position = *game.position();
        let mut line = Vec::new();
        for uci in ["b1b2", "h8g8", "b2b1", "g8h8"] {
            let mv = position.parse_uci(uci).unwrap();
            line.push(Some(mv));
            position = position.after(mv);
        }
        // The root itself must occur twice more; the position after the first move once.
        line.push(line[0]);
        let answer = ask(&mut engine(Knobs::default()), &open(&game, &line, 3), 100_000).unwrap();
        assert!(answer.score.raw().abs() <= 1, "{:?}", answer.score);
        let fresh = ask(&mut engine(Knobs::default()), &open(&game, &line[..1], 3), 100_000);
        assert!(fresh.unwrap().score.raw() < -300);
    }

    #[test]
    fn a_limit_in_nodes_leaves_no_answer() {
        let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        assert_eq!(ask(&mut engine(Knobs::default()), &open(&game, &[], 12), 500), None);
    }

    #[test]
    fn the_last_depth_and_all_depths_are_counted_apart() {
        let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let mut engine = engine(Knobs::default());
        let shallow = ask(&mut engine, &open(&game, &[], 3), 1_000_000).unwrap();
        let deep = ask(&mut engine, &open(&game, &[], 4), 1_000_000).unwrap();
        assert_eq!(deep.all_nodes, shallow.all_nodes + deep.nodes);
        let quiet = ask(&mut engine, &open(&game, &[], 0), 1_000_000).unwrap();
        assert_eq!(quiet.nodes, quiet.all_nodes);
    }

    #[test]
    fn a_zero_window_asks_only_on_which_side_the_score_lies() {
        let game = game("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1");
        let mut engine = engine(Knobs::default());
        let below = |beta| NodeQuestion { alpha: beta - 1, beta, ..open(&game, &[], 4) };
        let won = ask(&mut engine, &below(Score::from_raw(300)), 100_000).unwrap();
        assert!(won.score >= Score::from_raw(300));
    }
}
