//! Endgame tablebases, as the search sees them: a [`Prober`] that knows the result of positions with
//! few pieces, and the rules for asking it. The files are the business of another crate, so the
//! engine compiles without a tablebase library.
//!
//! `ranking` orders the root moves; `search/tablebase_probe.rs` probes inside the tree.
//! CITE: chessprogramming.org/Syzygy_Bases

mod ranking;

use core::ops::Neg;
use std::sync::Arc;

use chess::{Color, Position};

use crate::score::Score;
pub use ranking::{Metric, RankedMove, Ranking};

/// The result of a position with best play, for the side to move, directly after a capture or pawn
/// move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    Loss,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    Draw,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    Win,
}

impl Wdl {
    /// The winner, if `turn` is to move and the fifty-move rule holds.
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self {
            Wdl::Win => Some(turn),
            Wdl::Loss => Some(!turn),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => None,
        }
    }

    /// The result without the fifty-move rule.
    fn without_fifty_moves(self) -> Wdl {
        match self {
            Wdl::BlessedLoss => Wdl::Loss,
            Wdl::CursedWin => Wdl::Win,
            wdl => wdl,
        }
    }
}

impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// Looks positions up in tables. A missing or damaged table gives `None`.
pub trait Prober: Send + Sync {
    /// The most pieces, kings included, of any table.
    fn max_pieces(&self) -> u32;

    /// The result of a position without castling rights that a capture or pawn move has just reached.
    fn wdl_after_zeroing(&self, position: &Position) -> Option<Wdl>;

    /// The distance to zeroing: plies until the winner can force a capture, a pawn move or mate;
    /// negative if the side to move loses, 0 if the position is drawn. Above 100 the fifty-move rule
    /// draws. The true distance may be one ply longer: some tables store full moves.
    fn dtz(&self, position: &Position) -> Option<i32>;
}

/// The tables of an engine, and when to ask them.
#[derive(Clone)]
pub struct Tablebase {
    /// `None` if there are no tables.
    pub prober: Option<Arc<dyn Prober>>,
    /// Positions with exactly the most pieces are probed from this depth on.
    pub probe_depth: i32,
    /// Positions with more pieces are not probed.
    pub probe_limit: u32,
    /// Cursed wins and blessed losses count as draws.
    pub fifty_move_rule: bool,
}

impl Default for Tablebase {
    fn default() -> Tablebase {
        Tablebase { prober: None, probe_depth: 1, probe_limit: 7, fifty_move_rule: true }
    }
}

/// The distance of a cursed win from a draw. A search prefers it to a plain draw, because the
/// opponent may err.
const CURSED: i32 = 2;

impl Tablebase {
    /// The most pieces of a position to probe; 0 if there is nothing to probe.
    pub(crate) fn pieces(&self) -> u32 {
        self.prober.as_ref().map_or(0, |prober| prober.max_pieces().min(self.probe_limit))
    }

    /// The score of a result, `ply` plies from the root.
    pub(crate) fn score(&self, wdl: Wdl, ply: usize) -> Score {
        let wdl = if self.fifty_move_rule { wdl } else { wdl.without_fifty_moves() };
        match wdl {
            Wdl::Loss => -Score::tablebase_win_at(ply),
            Wdl::BlessedLoss => Score::DRAW - CURSED,
            Wdl::Draw => Score::DRAW,
            Wdl::CursedWin => Score::DRAW + CURSED,
            Wdl::Win => Score::tablebase_win_at(ply),
        }
    }
}

/// A prober for tests, which gives fixed answers and counts the questions.
#[cfg(test)]
pub(crate) mod fake {
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;

    pub(crate) struct Fake {
        pub(crate) pieces: u32,
        pub(crate) wdl: fn(&Position) -> Option<Wdl>,
        pub(crate) dtz: fn(&Position) -> Option<i32>,
        pub(crate) asked: AtomicU32,
    }

    impl Fake {
        /// Tables of four pieces in which every position has the same result, and no distances.
        pub(crate) fn knowing(wdl: fn(&Position) -> Option<Wdl>) -> Arc<Fake> {
            Arc::new(Fake { pieces: 4, wdl, dtz: |_| None, asked: AtomicU32::new(0) })
        }

        pub(crate) fn asked(&self) -> u32 {
            self.asked.load(Relaxed)
        }
    }

    impl Prober for Fake {
        fn max_pieces(&self) -> u32 {
            self.pieces
        }

        fn wdl_after_zeroing(&self, position: &Position) -> Option<Wdl> {
            self.asked.fetch_add(1, Relaxed);
            (self.wdl)(position)
        }

        fn dtz(&self, position: &Position) -> Option<i32> {
            (self.dtz)(position)
        }
    }

    pub(crate) fn tables(prober: &Arc<Fake>) -> Tablebase {
        Tablebase { prober: Some(Arc::clone(prober) as Arc<dyn Prober>), ..Tablebase::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    #[test]
    fn cursed_wins_are_draws_only_under_the_fifty_move_rule() {
        let win = Score::tablebase_win_at(7);
        let with = Tablebase::default();
        assert_eq!(ALL.map(|wdl| with.score(wdl, 7).raw()), [-win.raw(), -2, 0, 2, win.raw()]);
        let without = Tablebase { fifty_move_rule: false, ..Tablebase::default() };
        assert_eq!(ALL.map(|wdl| without.score(wdl, 7)), [-win, -win, Score::DRAW, win, win]);
        assert!(win.is_win() && !win.is_mate());
    }

    #[test]
    fn the_opponent_has_the_opposite_result() {
        let mut mirrored = ALL.map(|wdl| -wdl);
        mirrored.reverse();
        assert_eq!(mirrored, ALL);
        let winners = ALL.map(|wdl| wdl.winner(Color::Black));
        assert_eq!(winners, [Some(Color::White), None, None, None, Some(Color::Black)]);
    }

    #[test]
    fn the_limit_and_the_tables_bound_the_pieces() {
        let prober = fake::Fake::knowing(|_| None);
        let tables = |probe_limit| Tablebase { probe_limit, ..fake::tables(&prober) };
        assert_eq!([0, 3, 4, 7].map(|limit| tables(limit).pieces()), [0, 3, 4, 4]);
        assert_eq!(Tablebase::default().pieces(), 0);
    }
}
