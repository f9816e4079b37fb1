//! Reads FEN, one function per field.

use super::{FenError, Repair};
use crate::check_info::CheckInfo;
use crate::sanitise::clip;
use crate::side::for_turn;
use crate::{
    Bitboard, Board, CastlingRights, Color, File, MAX_PIECES, Piece, PieceType, Rank, Square, Wing,
};

pub(super) fn read_board(text: &str) -> Result<Board, FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    let mut board = Board::default();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut squares = 0;
        let mut after_digit = false;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                if !(1..=8).contains(&digit) {
                    return Err(FenError::BadDigit { rank, digit: letter });
                }
                if after_digit {
                    return Err(FenError::AdjacentDigits(rank));
                }
                squares += digit as usize;
                after_digit = true;
            } else {
                let piece =
                    Piece::from_letter(letter).ok_or(FenError::BadPiece { rank, letter })?;
                if squares < 8 {
                    let square = Square::new(File::from_index(squares), rank);
                    board.toggle(piece.color, piece.piece_type, square);
                }
                squares += 1;
                after_digit = false;
            }
        }
        if squares != 8 {
            return Err(FenError::RankLength { rank, squares });
        }
    }
    Ok(board)
}

/// Whether the board is possible. Any number of promoted pieces is accepted, as long as there are
/// no more pieces than the game begins with.
pub(crate) fn check_board(board: &Board, turn: Color) -> Result<(), FenError> {
    for color in Color::ALL {
        let kings = board.pieces(color, PieceType::King).len();
        if kings != 1 {
            return Err(FenError::KingCount { color, count: kings });
        }
        let pawns = board.pieces(color, PieceType::Pawn).len();
        if pawns > 8 {
            return Err(FenError::TooManyPawns { color, count: pawns });
        }
    }
    let pieces = board.occupied().len();
    if pieces as usize > MAX_PIECES {
        return Err(FenError::TooManyPieces { count: pieces });
    }
    let misplaced = board.by_type(PieceType::Pawn) & Bitboard::BACK_RANKS;
    if misplaced.any() {
        return Err(FenError::PawnOnBackRank(misplaced.lowest()));
    }
    if crate::attacks::king_attacks(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(FenError::KingsTouch);
    }
    let waiting = !turn;
    if for_turn!(waiting, Us => CheckInfo::of::<Us>(board)).checkers.any() {
        return Err(FenError::OpponentInCheck { color: waiting });
    }
    Ok(())
}

pub(super) fn read_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::BadTurn(clip(text))),
    }
}

/// `K` and `Q` mean the outermost rook of the wing; a file letter names the rook itself.
pub(super) fn read_castling(
    text: &str,
    board: &Board,
    repairs: &mut Vec<Repair>,
) -> Result<CastlingRights, FenError> {
    let mut castling = CastlingRights::NONE;
    if text.chars().nth(4).is_some() {
        return Err(FenError::LongCastling);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::R1.seen_by(color);
        let king = board.king(color);
        let rooks = board.pieces(color, PieceType::Rook) & home.bitboard();
        let at_home = king.rank() == home;
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.squares().filter(|&rook| rook > king).last(),
            'q' => rooks.squares().find(|&rook| rook < king),
            file => {
                let file = File::from_letter(file).ok_or(FenError::BadCastling { letter })?;
                Some(Square::new(file, home)).filter(|&rook| rooks.has(rook))
            }
        };
        match rook.filter(|_| at_home) {
            Some(rook) if castling.rooks().has(rook) => {
                return Err(FenError::RepeatedCastling { letter });
            }
            // Only one rook of each wing can have the right.
            Some(rook) if has_right(castling, color, king, Wing::of(king, rook)) => {
                return Err(FenError::RepeatedCastling { letter });
            }
            Some(rook) => castling.grant(rook),
            None => repairs.push(Repair::CastlingRightDropped { letter, color }),
        }
    }
    Ok(castling)
}

/// Whether the king already has the right for this wing.
pub(crate) fn has_right(castling: CastlingRights, color: Color, king: Square, wing: Wing) -> bool {
    castling.rooks_of(color).squares().any(|rook| Wing::of(king, rook) == wing)
}

/// Refuses a text that is no square; drops a square that cannot be right.
pub(super) fn read_en_passant(
    text: &str,
    board: &Board,
    turn: Color,
    repairs: &mut Vec<Repair>,
) -> Result<Option<Square>, FenError> {
    let mut drop = |reason| {
        repairs.push(Repair::EnPassantDropped { text: text.to_owned(), reason });
        Ok(None)
    };
    let Ok(square) = text.parse::<Square>() else {
        // A letter and a digit are meant as a square; anything else belongs to another field.
        let bytes = text.as_bytes();
        return if matches!(*bytes, [b'a'..=b'z', b'0'..=b'9']) {
            drop("it is not on the board")
        } else {
            Err(FenError::BadEnPassant(clip(text)))
        };
    };
    match en_passant_fault(square, board, turn) {
        Some(reason) => drop(reason),
        None => Ok(Some(square)),
    }
}

/// Why no pawn can just have passed over this square; `None` if one can.
pub(crate) fn en_passant_fault(square: Square, board: &Board, turn: Color) -> Option<&'static str> {
    if square.rank() != Rank::R6.seen_by(turn) {
        return Some("it is not on the rank pawns pass over");
    }
    let step = if turn == Color::White { 8 } else { -8 };
    let (origin, pawn) = (square.offset(step), square.offset(-step));
    if !board.pieces(!turn, PieceType::Pawn).has(pawn) {
        return Some("no pawn has passed it");
    }
    let blocked = board.occupied().has(square) || board.occupied().has(origin);
    blocked.then_some("the pawn's way there is blocked")
}

/// Reads an integer of any length and clamps it. Returns whether it was out of range, or `None`
/// if the text is no integer.
pub(super) fn read_counter(text: &str, min: u16, max: u16) -> Option<(u16, bool)> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Only a number too long for i64 fails to parse; its sign shows which end of the range it is.
    let value =
        text.parse::<i64>().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX });
    let clamped = value.clamp(i64::from(min), i64::from(max));
    Some((clamped as u16, clamped != value))
}
