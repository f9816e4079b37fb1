//! Ranks the moves of a position that the tables know, so that only moves that keep its result are
//! searched.
//!
//! By distance to zeroing (DTZ) the ranks are exact under the fifty-move rule. A win is certain while
//! clock and distance together fit into it: such moves rank equally, and the search chooses among
//! them. The nearer the rule, the fewer moves are certain, until only those remain that zero the
//! clock soonest. After a repetition the shortest distance ranks first at once, because every move
//! then makes progress and nothing can recur. Without DTZ tables the results alone rank the moves.
//! CITE: chessprogramming.org/Syzygy_Bases

use chess::{Game, Move, Position, Trail};

use super::{Prober, Tablebase, Wdl};
use crate::score::Score;

/// A rank above all distances. Certain wins have it, certain losses its negation.
const CERTAIN: i32 = 1 << 18;
/// The rank of an uncertain win at distance 0.
const UNCERTAIN: i32 = CERTAIN / 2;
/// Plies without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: i32 = 100;

/// What ranked the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// The distance to zeroing.
    Dtz,
    /// The result alone.
    Wdl,
}

/// A root move, as the tables see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    pub mv: Move,
    /// Moves of the same rank are equally good; higher ranks are better.
    pub rank: i32,
    /// The result of playing it, the clock and repetitions considered.
    pub wdl: Wdl,
    /// Plies to zeroing from before the move; `None` if it was ranked by the result alone.
    pub dtz: Option<i32>,
    /// The score of the result.
    pub score: Score,
}

/// The moves of a position, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    pub moves: Vec<RankedMove>,
    pub metric: Metric,
}

impl Ranking {
    /// Whether the search below the root should probe too. With distances the root needs no help,
    /// and a search that evaluates finds mates sooner; without them, probing finds the way to zero
    /// the clock, which only a win needs.
    pub(crate) fn leaves_work(&self) -> bool {
        let best = self.moves.first().map_or(Score::DRAW, |best| best.score);
        self.metric == Metric::Wdl && best > Score::DRAW
    }
}

impl Tablebase {
    /// Ranks `moves`, which are legal in the last position of `game`. `None` if the tables do not
    /// know every one of them.
    ///
    /// Code that chooses a move by other means than the search, such as a limit of strength, must
    /// choose among those of the first rank.
    pub fn rank(&self, game: &Game, moves: &[Move]) -> Option<Ranking> {
        let prober = self.prober.as_deref()?;
        let position = game.position();
        if position.occupied().len() > self.pieces() || !position.castling().rooks().is_empty() {
            return None;
        }
        let root = Root { tables: self, prober, position, trail: game.trail() };
        let by_distance = moves.iter().map(|&mv| root.by_distance(mv)).collect::<Option<Vec<_>>>();
        let (mut moves, metric) = match by_distance {
            Some(moves) => (moves, Metric::Dtz),
            None => {
                let by_result = moves.iter().map(|&mv| root.by_result(mv));
                (by_result.collect::<Option<Vec<_>>>()?, Metric::Wdl)
            }
        };
        moves.sort_by_key(|ranked| core::cmp::Reverse(ranked.rank));
        Some(Ranking { moves, metric })
    }
}

/// The position whose moves are ranked.
struct Root<'a> {
    tables: &'a Tablebase,
    prober: &'a dyn Prober,
    position: &'a Position,
    trail: &'a Trail,
}

impl Root<'_> {
    /// The position after a move, and its trail.
    fn after(&self, mv: Move) -> (Position, Trail) {
        let next = self.position.after(mv);
        let mut trail = self.trail.clone();
        trail.push(self.position, mv, &next);
        (next, trail)
    }

    /// Whether the game is drawn at once, by repetition or by the clock.
    fn is_drawn(&self, next: &Position, trail: &Trail) -> bool {
        let out_of_moves =
            self.tables.fifty_move_rule && i32::from(trail.halfmove_clock()) >= FIFTY_MOVES;
        trail.is_threefold() || out_of_moves && !is_mate(next)
    }

    fn by_distance(&self, mv: Move) -> Option<RankedMove> {
        let (next, trail) = self.after(mv);
        let dtz = if is_mate(&next) {
            1
        } else if self.is_drawn(&next, &trail) {
            0
        } else if trail.halfmove_clock() == 0 {
            before_zeroing(-self.prober.wdl_after_zeroing(&next)?)
        } else {
            let dtz = -self.prober.dtz(&next)?;
            dtz + dtz.signum()
        };
        let clock = i32::from(self.trail.halfmove_clock());
        let rank = rank(dtz, clock, self.trail.has_repeated());
        let wdl = wdl(dtz, clock);
        let score = self.tables.score(wdl, 0);
        Some(RankedMove { mv, rank, wdl, dtz: Some(dtz), score })
    }

    fn by_result(&self, mv: Move) -> Option<RankedMove> {
        let (next, trail) = self.after(mv);
        let wdl = match self.is_drawn(&next, &trail) {
            true => Wdl::Draw,
            false => -self.prober.wdl_after_zeroing(&next)?,
        };
        let rank = match wdl {
            Wdl::Win => CERTAIN,
            Wdl::CursedWin => UNCERTAIN - FIFTY_MOVES - 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -UNCERTAIN + FIFTY_MOVES + 1,
            Wdl::Loss => -CERTAIN,
        };
        Some(RankedMove { mv, rank, wdl, dtz: None, score: self.tables.score(wdl, 0) })
    }
}

fn is_mate(position: &Position) -> bool {
    position.in_check() && position.count_legal() == 0
}

/// The distance before a zeroing move that leads to this result for the mover.
fn before_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => FIFTY_MOVES + 1,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -FIFTY_MOVES - 1,
        Wdl::Loss => -1,
    }
}

/// The result of a distance that begins at this clock.
fn wdl(dtz: i32, clock: i32) -> Wdl {
    match (dtz.signum(), dtz.abs() + clock <= FIFTY_MOVES) {
        (0, _) => Wdl::Draw,
        (1, true) => Wdl::Win,
        (1, false) => Wdl::CursedWin,
        (_, true) => Wdl::Loss,
        (_, false) => Wdl::BlessedLoss,
    }
}

/// The rank of a distance that begins at this clock. A certain win leaves a ply to spare, since the
/// true distance may be one ply longer. A loss is certain as long as the rule is not even in sight of
/// a defender who gains as much time again.
fn rank(dtz: i32, clock: i32, repeated: bool) -> i32 {
    let plies = dtz.abs() + clock;
    match dtz.signum() {
        0 => 0,
        1 if plies < FIFTY_MOVES && !repeated => CERTAIN,
        1 => UNCERTAIN - plies,
        _ if plies + dtz.abs() < FIFTY_MOVES => -CERTAIN,
        _ => -UNCERTAIN + plies,
    }
}

#[cfg(test)]
mod tests;
