//! The root moves, in the order of search.

use chess::Move;

use crate::root_move::RootMove;
use crate::score::Score;
use crate::tt::Bound;
use crate::window::Window;

/// A new score moves the running mean halfway, in 1024ths.
const HALF: i32 = 512;

/// All root moves of one thread.
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The line being searched, with several to show. The moves before it are done.
    line: usize,
    /// The moves from here on rank lower than the present line: they lose something that the tables
    /// say it keeps.
    end: usize,
}

impl RootMoves {
    /// Moves of a higher rank come first.
    pub(crate) fn new(moves: impl IntoIterator<Item = RootMove>) -> RootMoves {
        let mut moves = RootMoves { moves: moves.into_iter().collect(), line: 0, end: 0 };
        moves.begin_line(0);
        moves
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The first move of the present line.
    pub(crate) fn current(&self) -> Move {
        self.moves[self.line].mv
    }

    /// The move `index` places after the first of the present line, if it ranks as high.
    pub(crate) fn at(&self, index: usize) -> Option<Move> {
        self.moves[..self.end].get(self.line + index).map(|root| root.mv)
    }

    /// Moves of the first rank.
    pub(crate) fn choices(&self) -> usize {
        let first = self.moves.first().map(|root| root.rank);
        self.moves.iter().take_while(|root| Some(root.rank) == first).count()
    }

    pub(crate) fn line_index(&self) -> usize {
        self.line
    }

    pub(crate) fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.score;
        }
    }

    pub(crate) fn begin_line(&mut self, line: usize) {
        self.line = line;
        let rank = self.moves.get(line).map(|root| root.rank);
        let rest = self.moves.iter().skip(line);
        self.end = line + rest.take_while(|root| Some(root.rank) == rank).count();
    }

    pub(crate) fn top(&self) -> &RootMove {
        &self.moves[self.line]
    }

    /// Records the result of searching `mv`. `raises` says that it became the best move; `rest` is
    /// the line after it.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn note(
        &mut self,
        mv: Move,
        score: Score,
        nodes: u64,
        raises: bool,
        rest: &[Move],
        window: Window,
        selective_depth: usize,
    ) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if !raises {
            root.score = -Score::INFINITE;
            return;
        }
        root.score = score;
        root.bound = if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        root.selective_depth = selective_depth;
        let average = root.average.unwrap_or(score);
        root.average = Some(if score.is_decisive() { score } else { average.blended(score, HALF) });
        root.pv.clear();
        root.pv.push(mv);
        root.pv.extend_from_slice(rest);
    }

    /// Sorts the moves of the present line, best first. The others keep their order, because their
    /// scores are equal.
    pub(crate) fn sort(&mut self) {
        self.moves[self.line..self.end].sort_by_key(|root| core::cmp::Reverse(root.score));
    }

    /// Sorts the lines searched so far, best first.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| core::cmp::Reverse((root.rank, root.score)));
    }
}
