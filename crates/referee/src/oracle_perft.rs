//! The fastest perft of each oracle: the last ply is counted, not made, and positions are copied.

use cozy_chess::Board;
use shakmaty::{Chess, Position as _};

/// cozy-chess generates moves as sets, so the last ply is a sum of set sizes.
pub fn perft_of_cozy(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        // A separate closure: with the recursion in it, the count loses a third of its speed.
        1 => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    leaves += perft_of_cozy(&next, depth - 1);
                }
                false
            });
        }
    }
    leaves
}

/// `depth` is at least one.
pub fn perft_of_shakmaty(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        perft_of_shakmaty(&next, depth - 1)
    };
    moves.iter().map(|&mv| after(mv)).sum()
}
