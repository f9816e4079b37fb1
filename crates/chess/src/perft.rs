//! Counting the leaves of the tree of legal moves: the proof of a move generator.

mod parallel;
mod signature;
mod table;

pub use parallel::{Divided, Effort, Interrupted, MAX_DEPTH, Progress, divide};
pub use signature::{SIGNATURE, SIGNATURE_SUM, Sample};
pub use table::{Table, TableTooLarge};

use crate::check_info::CheckInfo;
use crate::count::count;
use crate::make::passed_square;
use crate::position::for_turn;
use crate::side::{Black, Side, White};
use crate::{Color, MoveList, Position};

/// Leaves of the tree of legal moves, `depth` plies deep.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal()),
        _ => for_turn!(position.turn, Us => walk::<Us>(position, depth)),
    }
}

fn walk<Us: Side>(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.generate_by::<Us, crate::movegen::All>(&mut moves);
    if depth == 2 {
        // The last ply is counted, not made: a board and what it sees are enough.
        return moves
            .into_iter()
            .map(|mv| {
                let board = position.board_after::<Us>(mv);
                let castling = position.castling_after::<Us>(mv);
                let en_passant = passed_square::<Us>(&position.board, mv);
                let sight = CheckInfo::of::<Us::Enemy>(&board);
                u64::from(count::<Us::Enemy>(&board, &sight, castling, en_passant))
            })
            .sum();
    }
    moves.into_iter().map(|mv| walk::<Us::Enemy>(&position.after_by::<Us>(mv), depth - 1)).sum()
}
