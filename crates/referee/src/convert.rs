//! Converts squares and moves between the three libraries. All of them encode castling as the king
//! capturing its own rook.

use chess::{Bitboard, Move, MoveKind, PieceType, Square};

pub fn square_to_shakmaty(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

pub fn square_from_shakmaty(square: shakmaty::Square) -> Square {
    Square::from_index(usize::from(square))
}

pub fn square_to_cozy(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(square.index())
}

pub fn square_from_cozy(square: cozy_chess::Square) -> Square {
    Square::from_index(square as usize)
}

pub fn set_from_shakmaty(set: shakmaty::Bitboard) -> Bitboard {
    Bitboard(set.into())
}

pub fn set_from_cozy(set: cozy_chess::BitBoard) -> Bitboard {
    Bitboard(set.0)
}

fn piece_type_to_shakmaty(piece_type: PieceType) -> shakmaty::Role {
    shakmaty::Role::ALL[piece_type.index()]
}

fn piece_type_from_shakmaty(role: shakmaty::Role) -> PieceType {
    PieceType::ALL[usize::from(role) - usize::from(shakmaty::Role::Pawn)]
}

fn piece_type_to_cozy(piece_type: PieceType) -> cozy_chess::Piece {
    cozy_chess::Piece::index(piece_type.index())
}

fn piece_type_from_cozy(piece: cozy_chess::Piece) -> PieceType {
    PieceType::ALL[piece as usize]
}

/// The kind of a move that is neither castling nor en passant.
fn plain_kind(
    moved: PieceType,
    from: Square,
    to: Square,
    captures: bool,
    promotes: Option<PieceType>,
) -> MoveKind {
    match (promotes, captures) {
        (Some(PieceType::Knight), false) => MoveKind::PromoteKnight,
        (Some(PieceType::Bishop), false) => MoveKind::PromoteBishop,
        (Some(PieceType::Rook), false) => MoveKind::PromoteRook,
        (Some(_), false) => MoveKind::PromoteQueen,
        (Some(PieceType::Knight), true) => MoveKind::CapturePromoteKnight,
        (Some(PieceType::Bishop), true) => MoveKind::CapturePromoteBishop,
        (Some(PieceType::Rook), true) => MoveKind::CapturePromoteRook,
        (Some(_), true) => MoveKind::CapturePromoteQueen,
        (None, true) => MoveKind::Capture,
        (None, false) if moved == PieceType::Pawn && from.index().abs_diff(to.index()) == 16 => {
            MoveKind::DoublePush
        }
        (None, false) => MoveKind::Quiet,
    }
}

pub fn move_from_shakmaty(mv: shakmaty::Move) -> Move {
    let square = square_from_shakmaty;
    match mv {
        shakmaty::Move::Normal { role, from, capture, to, promotion } => {
            let (moved, from, to) = (piece_type_from_shakmaty(role), square(from), square(to));
            let promotes = promotion.map(piece_type_from_shakmaty);
            Move::new(from, to, plain_kind(moved, from, to, capture.is_some(), promotes))
        }
        shakmaty::Move::EnPassant { from, to } => {
            Move::new(square(from), square(to), MoveKind::EnPassant)
        }
        shakmaty::Move::Castle { king, rook } => {
            Move::new(square(king), square(rook), MoveKind::Castle)
        }
        shakmaty::Move::Put { .. } => unreachable!("chess has no drops"),
    }
}

/// Does not check legality: `board` only supplies the moving and the captured piece.
pub fn move_to_shakmaty(mv: Move, board: &shakmaty::Board) -> Option<shakmaty::Move> {
    let (from, to) = (square_to_shakmaty(mv.from()), square_to_shakmaty(mv.to()));
    Some(match mv.kind()? {
        MoveKind::Castle => shakmaty::Move::Castle { king: from, rook: to },
        MoveKind::EnPassant => shakmaty::Move::EnPassant { from, to },
        _ => shakmaty::Move::Normal {
            role: board.role_at(from)?,
            from,
            capture: board.role_at(to),
            to,
            promotion: mv.promotion().map(piece_type_to_shakmaty),
        },
    })
}

/// `board` supplies what cozy-chess moves leave out: the moving piece and the one on the target.
pub fn move_from_cozy(mv: cozy_chess::Move, board: &cozy_chess::Board) -> Move {
    let (from, to) = (square_from_cozy(mv.from), square_from_cozy(mv.to));
    let moved = board.piece_on(mv.from).map(piece_type_from_cozy).expect("a piece on the origin");
    let kind = match board.color_on(mv.to) {
        Some(color) if color == board.side_to_move() => MoveKind::Castle,
        None if moved == PieceType::Pawn && from.file() != to.file() => MoveKind::EnPassant,
        standing => {
            let promotes = mv.promotion.map(piece_type_from_cozy);
            plain_kind(moved, from, to, standing.is_some(), promotes)
        }
    };
    Move::new(from, to, kind)
}

pub fn move_to_cozy(mv: Move) -> cozy_chess::Move {
    cozy_chess::Move {
        from: square_to_cozy(mv.from()),
        to: square_to_cozy(mv.to()),
        promotion: mv.promotion().map(piece_type_to_cozy),
    }
}
