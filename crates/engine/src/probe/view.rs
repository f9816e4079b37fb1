//! Nodes, moves and decisions in detail, for probes that question them afterwards. They are built
//! only for a probe that sets `Probe::DETAILED`.

use chess::{Move, Position, Trail};

use crate::heuristics::Heuristic;
use crate::score::Score;

/// A node of the search.
#[derive(Clone, Copy)]
pub struct NodeView<'a> {
    pub position: &'a Position,
    /// The positions that led here.
    pub trail: &'a Trail,
    pub ply: usize,
    /// Plies left; 0 is quiescence.
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Part of the principal variation.
    pub pv: bool,
    /// The parent expects a cutoff here.
    pub cut: bool,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// The move that led here; `None` after a null move and at the root.
    pub last_move: Option<Move>,
    /// The corrected evaluation; `None` in check, and before it is known. In quiescence the value of
    /// standing pat, which the table may have adjusted.
    pub static_eval: Option<Score>,
    pub improving: bool,
}

/// Why a node has its score, if no heuristic ended it and no move was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEnd {
    /// A repetition, insufficient material, or fifty moves.
    Draw,
    /// Checkmate or stalemate.
    NoMoves,
    /// Quiescence: the evaluation reaches beta.
    StandPat,
    /// The greatest ply, or the ply limit of quiescence.
    PlyLimit,
    /// The tablebases know the result.
    Tablebase,
}

/// A move of a node, about to be searched or skipped.
#[derive(Clone, Copy, Debug)]
pub struct MoveView {
    pub mv: Move,
    /// Its place in the order, counted from one.
    pub number: usize,
    /// The score to beat.
    pub alpha: Score,
    pub gives_check: bool,
    /// The depth that its reduction would leave.
    pub lmr_depth: i32,
}

/// What a heuristic compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Centipawns, moves, history points or plies.
    pub value: i32,
    pub threshold: i32,
}

/// A decision of a heuristic about a node, or about one of its moves.
pub struct Decision<'a> {
    pub heuristic: Heuristic,
    pub node: NodeView<'a>,
    pub mv: Option<Move>,
    /// The depth that its reduction would leave the move; `None` for nodes and in quiescence.
    pub lmr_depth: Option<i32>,
    pub comparison: Comparison,
    /// It wants to cut the node, skip the move, or change the depth.
    pub acts: bool,
    /// Only the comparison decides: no other condition forbids it to act. Known only of heuristics
    /// that compare with a margin or a limit; of others the same as `acts`.
    pub could_act: bool,
}

/// What a heuristic that cuts a node or skips a move says about the search that it saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The node's score is at least beta.
    FailsHigh,
    /// The node's score is at most alpha.
    FailsLow,
    /// The move does not beat alpha.
    MoveFailsLow,
    /// Neither this quiet move nor any later one beats alpha.
    QuietsFailLow,
}

impl Decision<'_> {
    /// What the heuristic claims, or would claim if it acted; `None` if it only changes the depth, or
    /// if it proves what it says by the rules of the game.
    pub fn claim(&self) -> Option<Claim> {
        let value = Score::from_raw(self.comparison.value);
        match self.heuristic {
            Heuristic::StaticNull
            | Heuristic::NullMove
            | Heuristic::ProbCut
            | Heuristic::MultiCut => Some(Claim::FailsHigh),
            Heuristic::Razoring | Heuristic::NodeFutility | Heuristic::DeltaNode => {
                Some(Claim::FailsLow)
            }
            Heuristic::TableCutoff if value >= self.node.beta => Some(Claim::FailsHigh),
            Heuristic::TableCutoff => Some(Claim::FailsLow),
            Heuristic::MoveCount => Some(Claim::QuietsFailLow),
            Heuristic::Futility
            | Heuristic::ExtendedFutility
            | Heuristic::HistoryPruning
            | Heuristic::SeePruning
            | Heuristic::Delta
            | Heuristic::Quiescence => Some(Claim::MoveFailsLow),
            _ => None,
        }
    }

    /// How far beyond its threshold the heuristic is, below zero if it falls short; `None` if it has
    /// no margin or limit that could be set otherwise.
    pub fn slack(&self) -> Option<i32> {
        let Comparison { value, threshold } = self.comparison;
        match self.heuristic {
            Heuristic::StaticNull | Heuristic::MoveCount => Some(value - threshold),
            Heuristic::Razoring
            | Heuristic::NodeFutility
            | Heuristic::Futility
            | Heuristic::ExtendedFutility
            | Heuristic::Delta => Some(threshold - value),
            // These must exceed their thresholds.
            Heuristic::DeltaNode | Heuristic::HistoryPruning => Some(threshold - value - 1),
            _ => None,
        }
    }
}
