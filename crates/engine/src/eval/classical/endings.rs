//! Corrections of the endgame value: the initiative of the better side, and the part of its advantage
//! that can be won at all.

use chess::{Bitboard, Board, Color, File, PieceType, Position, Rank, Square};

use super::geometry::{distance, rank_of};
use super::terms::*;
use super::trace::{Tally, Trace};

/// The scale of an endgame value that counts in full.
pub const SCALE_TOTAL: i32 = 128;

/// How much the better side can still undertake. It has no colour, and is traced as White's.
pub(super) fn initiative(position: &Position, passed: Bitboard, trace: &mut impl Trace) -> i32 {
    const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    let board = position.board();
    let pawns = board.by_type(PieceType::Pawn);
    let [white, black] = Color::ALL.map(|color| position.king(color));
    let mut tally = Tally::new(Color::White, trace);
    tally.add(INITIATIVE_BASE);
    tally.times(INITIATIVE_PAWNS, pawns.len() as i32);
    if pawns.meets(QUEENSIDE) && pawns.meets(!QUEENSIDE) {
        tally.add(INITIATIVE_BOTH_FLANKS);
    }
    if board.occupied() == pawns | board.by_type(PieceType::King) {
        tally.add(INITIATIVE_PAWN_ENDING);
    }
    tally.times(INITIATIVE_PASSED, passed.len() as i32);
    if rank_of(Color::White, white) > 3 || rank_of(Color::Black, black) > 3 {
        tally.add(INITIATIVE_INFILTRATION);
    }
    let files = white.file().index().abs_diff(black.file().index()) as i32;
    let ranks = white.rank().index().abs_diff(black.rank().index()) as i32;
    tally.times(INITIATIVE_OUTFLANKING, files - ranks);
    tally.sum.eg()
}

/// The endgame value plus the initiative, which may reduce it to 0 but not change its sign.
pub fn with_initiative(eg: i32, initiative: i32) -> i32 {
    eg + eg.signum() * initiative.max(-eg.abs())
}

/// The part of its advantage that `strong` can win, of `SCALE_TOTAL`.
pub(super) fn scale(position: &Position, strong: Color) -> i32 {
    let board = position.board();
    let count = |color, piece_type| board.pieces(color, piece_type).len() as i32;
    let pawns = count(strong, PieceType::Pawn);
    if pawns == 0 {
        return pawnless(board, strong);
    }
    if wrong_bishop(position, strong) {
        return 0;
    }
    let bishops =
        [board.pieces(strong, PieceType::Bishop), board.pieces(!strong, PieceType::Bishop)];
    let single = bishops.iter().all(|bishops| bishops.any() && !bishops.several());
    if single && bishops[0].meets(Bitboard::LIGHT) != bishops[1].meets(Bitboard::LIGHT) {
        let pieces = |color| (pieces(board, color) - board.by_type(PieceType::Bishop)).len();
        return match (pieces(strong), pieces(!strong)) {
            (0, 0) => 64,
            (1, 1) => (96 + pawns * 2).min(SCALE_TOTAL),
            _ => SCALE_TOTAL.min(104 + pawns * 4),
        };
    }
    SCALE_TOTAL.min(96 + 8 * pawns)
}

fn pieces(board: &Board, color: Color) -> Bitboard {
    board.color(color) - board.by_type(PieceType::Pawn) - board.by_type(PieceType::King)
}

/// The scale without pawns: an advantage of more than a minor piece is needed to win.
fn pawnless(board: &Board, strong: Color) -> i32 {
    const POINTS: [i32; PieceType::COUNT] = [0, 3, 3, 5, 9, 0];
    let points = |color: Color| -> i32 {
        PieceType::ALL
            .into_iter()
            .map(|piece_type| POINTS[piece_type] * board.pieces(color, piece_type).len() as i32)
            .sum()
    };
    let (ours, theirs) = (points(strong), points(!strong));
    let knights_only = pieces(board, strong) == board.pieces(strong, PieceType::Knight);
    if ours <= 3 || knights_only && ours <= 6 {
        return 0;
    }
    match ours - theirs {
        ..=3 if theirs <= 3 => 16,
        ..=3 => 40,
        _ => SCALE_TOTAL,
    }
}

/// Whether a rook pawn and a bishop of the wrong colour face a king in the corner: the bishop does
/// not cover the promotion square and cannot drive the king away.
fn wrong_bishop(position: &Position, strong: Color) -> bool {
    let board = position.board();
    let (pawns, bishops) =
        (board.pieces(strong, PieceType::Pawn), board.pieces(strong, PieceType::Bishop));
    let own = board.color(strong) - board.by_type(PieceType::King);
    if own != pawns | bishops || pieces(board, !strong).any() {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let goal = Square::new(file, Rank::R8.seen_by(strong));
        let goal_is_light = Bitboard::LIGHT.has(goal);
        let cannot_cover =
            !bishops.meets(if goal_is_light { Bitboard::LIGHT } else { Bitboard::DARK });
        (pawns - file.bitboard()).is_empty()
            && cannot_cover
            && bishops.any()
            && distance(position.king(!strong), goal) <= 1
    })
}
