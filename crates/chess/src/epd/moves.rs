//! The moves that `bm` and `am` name.

use super::{Epd, Operand, Operation};
use crate::{Move, Position, SanError};

impl Epd {
    pub(super) fn moves_of(&self, opcode: &str) -> Vec<Move> {
        let mut moves = Vec::new();
        for operation in self.operations.iter().filter(|operation| operation.opcode == opcode) {
            for mv in read_moves(&self.setup.position, operation).into_iter().flatten() {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        moves
    }
}

/// Each move an operation names, or why it was refused. Suites separate marks from their move,
/// number the moves, put commas between them, and write `#3` for a mate whose move they omit.
pub(super) fn read_moves(
    position: &Position,
    operation: &Operation,
) -> Vec<Result<Move, SanError>> {
    let texts = operation.operands.iter().flat_map(|operand: &Operand| {
        operand.text.split(|letter: char| letter == ',' || crate::sanitise::is_gap(letter))
    });
    let names = texts.map(without_number).filter(|name| !is_mark(name));
    names.map(|name| position.parse_san(name)).collect()
}

/// Strips a move number: `1.Nf3`, `1...Nf6`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => text,
    }
}

/// Whether a word annotates the move before it, or stands for a mate instead of a move.
fn is_mark(text: &str) -> bool {
    text.chars().all(|letter| "+#!?".contains(letter))
        || matches!(text, "e.p." | "ep")
        || mate_distance(text).is_some()
}

/// The number in `#3`, or in `#-3`.
pub(super) fn mate_distance(text: &str) -> Option<i32> {
    let number = text.strip_prefix('#')?;
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?
}
