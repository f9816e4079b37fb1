//! A cut to be judged later: where it stood in the tree, what was asked there, and what it claims.

use chess::{CastlingNotation, Game, Move, Position, Setup};
use engine::heuristics::Heuristic;
use engine::probe::Claim;
use engine::score::Score;
use serde::{Deserialize, Serialize};

/// The control: nodes that no heuristic has cut, searched again in the same way. A search in another
/// order and with another table may end on the other side of a bound, and so these differ at times,
/// too.
pub const CONTROL: &str = "Control";

/// What stands for a null move in a line.
const PASS: &str = "0000";

/// What a cut says about the search that it saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampledClaim {
    /// The node's score is at least beta.
    NodeFailsHigh,
    /// The node's score is at most alpha.
    NodeFailsLow,
    /// None of the moves beats alpha.
    MovesFailLow,
}

impl From<Claim> for SampledClaim {
    fn from(claim: Claim) -> SampledClaim {
        match claim {
            Claim::FailsHigh => SampledClaim::NodeFailsHigh,
            Claim::FailsLow => SampledClaim::NodeFailsLow,
            Claim::MoveFailsLow | Claim::QuietsFailLow => SampledClaim::MovesFailLow,
        }
    }
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    Pv,
    Cut,
    All,
    Quiescence,
}

impl NodeKind {
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::Pv => "PV",
            NodeKind::Cut => "cut",
            NodeKind::All => "all",
            NodeKind::Quiescence => "quiescence",
        }
    }
}

/// A sampled cut, or a decision that fell short of its threshold by little.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Smaller numbers are judged first; a set of the smallest is a random sample.
    pub priority: u64,
    pub heuristic: String,
    /// It fell short: the heuristic did not act.
    pub near: bool,
    /// The root of the search.
    pub fen: String,
    /// The moves from the root to the node, as UCI writes them.
    pub line: Vec<String>,
    pub kind: NodeKind,
    /// Plies left at the node; 0 or less in quiescence, that many plies below its start.
    pub depth: i32,
    /// In internal centipawns.
    pub alpha: i32,
    pub beta: i32,
    /// The parent expected a cutoff.
    pub cut: bool,
    /// The iteration that met the node.
    pub root_depth: i32,
    pub claim: SampledClaim,
    /// The moves that were skipped, or would have been; none for a whole node.
    pub moves: Vec<String>,
    /// Plies that the search of a move would have had: in full, and after its reduction.
    pub move_depth: i32,
    pub reduced_depth: i32,
    /// How far beyond the threshold the value was; below zero for a decision that fell short.
    pub slack: Option<i32>,
    /// Pieces and pawns on the board.
    pub pieces: u32,
}

/// Castling as the king takes its rook, which is right for all games.
pub(super) fn uci(mv: Move) -> String {
    mv.uci(CastlingNotation::Chess960).to_string()
}

/// The same for a line, where `None` is a null move.
pub(super) fn uci_line(line: &[Option<Move>]) -> Vec<String> {
    line.iter().map(|mv| mv.map_or_else(|| PASS.to_owned(), uci)).collect()
}

/// A sample as the engine is asked about it.
pub(super) struct Replayed {
    /// `None` for the control.
    pub(super) heuristic: Option<Heuristic>,
    pub(super) game: Game,
    pub(super) line: Vec<Option<Move>>,
    pub(super) moves: Vec<Move>,
}

impl Sample {
    /// The root and the moves; `None` if the sample was not written by this program.
    pub(super) fn replayed(&self) -> Option<Replayed> {
        let game = Game::new(self.fen.parse::<Setup>().ok()?);
        let mut position: Position = *game.position();
        let mut line = Vec::new();
        for text in &self.line {
            if text == PASS {
                line.push(None);
                position = position.after_null();
            } else {
                let mv = position.parse_uci(text).ok()?;
                line.push(Some(mv));
                position = position.after(mv);
            }
        }
        let moves = self.moves.iter().map(|text| position.parse_uci(text).ok());
        Some(Replayed {
            heuristic: match self.heuristic == CONTROL {
                true => None,
                false => Some(Heuristic::named(&self.heuristic)?),
            },
            game,
            line,
            moves: moves.collect::<Option<Vec<Move>>>()?,
        })
    }

    pub(super) fn alpha(&self) -> Score {
        Score::from_raw(self.alpha)
    }

    pub(super) fn beta(&self) -> Score {
        Score::from_raw(self.beta)
    }
}
