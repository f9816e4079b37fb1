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

#[cfg(test)]
mod tests {
    use chess::{MoveKind, Square};

    use super::*;

    fn root(to: Square, rank: i32, score: i32) -> RootMove {
        let mv = Move::new(Square::A1, to, MoveKind::Quiet);
        RootMove { rank, score: Score::from_raw(score), ..RootMove::new(mv) }
    }

    fn order(moves: &RootMoves) -> Vec<Square> {
        moves.all().iter().map(|root| root.mv.to()).collect()
    }

    #[test]
    fn a_line_ends_where_the_rank_falls() {
        let ranks = [(Square::A2, 9), (Square::A3, 9), (Square::A4, 0), (Square::A5, 0)];
        let mut moves = RootMoves::new(ranks.map(|(to, rank)| root(to, rank, 0)));
        let line = |moves: &RootMoves| (0..4).map_while(|index| moves.at(index)).count();
        assert_eq!((moves.choices(), line(&moves)), (2, 2));
        for (first, rest) in [(1, 1), (2, 2), (3, 1), (0, 2)] {
            moves.begin_line(first);
            assert_eq!(line(&moves), rest, "{first}");
        }
        let equal = RootMoves::new(ranks.map(|(to, _)| root(to, 0, 0)));
        assert_eq!((equal.choices(), line(&equal)), (4, 4));
    }

    #[test]
    fn a_better_score_never_passes_a_higher_rank() {
        let mut moves = RootMoves::new([
            root(Square::A2, 9, -50),
            root(Square::A3, 9, 20),
            root(Square::A4, 0, 900),
        ]);
        moves.sort();
        assert_eq!(order(&moves), [Square::A3, Square::A2, Square::A4]);
        moves.sort_lines(3);
        assert_eq!(order(&moves), [Square::A3, Square::A2, Square::A4]);
    }
}
