//! Perft: counting the leaves of the tree of legal moves, which proves a move generator.
//!
//! [`perft`] counts in one thread. [`divide`] uses many threads and a hash table, can be stopped,
//! and counts the leaves below each root move. [`SIGNATURE`] holds known counts.

mod parallel;
mod table;

pub use parallel::{Divided, Effort, Interrupted, MAX_DEPTH, Progress, divide};
pub use table::{Table, TableTooLarge};

use crate::check_info::CheckInfo;
use crate::count::count;
use crate::make::passed_square;
use crate::side::Side;
use crate::side::for_turn;
use crate::{MoveList, Position};

/// The leaves of the tree of legal moves, `depth` plies deep.
///
/// ```
/// use chess::Position;
/// use chess::perft::perft;
///
/// let start = Position::initial();
/// let counts: Vec<u64> = (0..=4).map(|depth| perft(&start, depth)).collect();
/// assert_eq!(counts, [1, 20, 400, 8_902, 197_281]);
/// ```
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
        // The last ply is counted, not made, so the board and its check info are enough.
        return moves
            .into_iter()
            .map(|mv| {
                let board = position.board_after::<Us>(mv);
                let castling = position.castling_after::<Us>(mv);
                let en_passant = passed_square::<Us>(&position.board, mv);
                let check_info = CheckInfo::of::<Us::Enemy>(&board);
                u64::from(count::<Us::Enemy>(&board, &check_info, castling, en_passant))
            })
            .sum();
    }
    moves.into_iter().map(|mv| walk::<Us::Enemy>(&position.after_by::<Us>(mv), depth - 1)).sum()
}

/// A position and its known count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub fen: &'static str,
    /// The depth of the count.
    pub depth: u32,
    /// The leaves at that depth.
    pub leaves: u64,
}

/// The sum of the counts of [`SIGNATURE`].
pub const SIGNATURE_SUM: u64 = 19_191_913;

/// Twelve positions whose counts together are the signature of a correct move generator.
#[rustfmt::skip]
pub const SIGNATURE: [Sample; 12] = [
    Sample { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", depth: 5, leaves: 4_865_609 },
    Sample { fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", depth: 4, leaves: 4_085_603 },
    Sample { fen: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", depth: 4, leaves: 1_272_509 },
    Sample { fen: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", depth: 4, leaves: 908_001 },
    Sample { fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 5, leaves: 674_624 },
    Sample { fen: "8/pp3p1k/2p2q1p/3r1P2/5R2/7P/P1P1QP2/7K b - - 0 1", depth: 4, leaves: 1_195_350 },
    Sample { fen: "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1 b - - 1 8", depth: 4, leaves: 1_514_828 },
    Sample { fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", depth: 6, leaves: 72_339 },
    Sample { fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", depth: 3, leaves: 89_890 },
    Sample { fen: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", depth: 5, leaves: 2_090 },
    Sample { fen: "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/3P4/3QPN2/PPP1BPPP/R1B1K2R w KQ - 0 8", depth: 4, leaves: 2_407_583 },
    Sample { fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", depth: 4, leaves: 2_103_487 },
];

const _: () = {
    let (mut sum, mut index) = (0, 0);
    while index < SIGNATURE.len() {
        sum += SIGNATURE[index].leaves;
        index += 1;
    }
    assert!(sum == SIGNATURE_SUM);
};
