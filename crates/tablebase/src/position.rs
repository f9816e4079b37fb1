//! Converts a position to the type that the probing library takes.

use chess::{Color, PieceType, Position};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup, Square,
};

/// The same position. `None` if the library calls it illegal, or if a side may still castle, which no
/// table knows. A check that no game can give is no reason: tables contain such positions.
pub(crate) fn to_shakmaty(position: &Position) -> Option<Chess> {
    if !position.castling().rooks().is_empty() {
        return None;
    }
    let board = position.board();
    let of_type = |piece_type| Bitboard(board.by_type(piece_type).0);
    let by_role = ByRole {
        pawn: of_type(PieceType::Pawn),
        knight: of_type(PieceType::Knight),
        bishop: of_type(PieceType::Bishop),
        rook: of_type(PieceType::Rook),
        queen: of_type(PieceType::Queen),
        king: of_type(PieceType::King),
    };
    let by_color = ByColor {
        white: Bitboard(board.color(Color::White).0),
        black: Bitboard(board.color(Color::Black).0),
    };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: match position.turn() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        },
        ep_square: position.en_passant().map(|square| Square::new(square.index() as u32)),
        ..Setup::empty()
    };
    let checked = Chess::from_setup(setup, CastlingMode::Chess960);
    checked.or_else(PositionError::ignore_impossible_check).ok()
}

#[cfg(test)]
mod tests {
    use chess::Setup;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    use super::*;

    #[test]
    fn positions_stay_the_same() {
        for fen in [
            "8/8/8/8/4k3/8/2q5/K7 w - - 0 1",
            "8/8/8/1k6/3Pp3/8/8/4K3 b - d3 0 1",
            "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
            // Two rooks on one line cannot both have come to give check.
            "7k/8/8/8/7R/7R/8/K7 b - - 0 1",
            "2bqk3/1n5p/8/8/8/8/P5N1/3QKB2 w - - 0 1",
        ] {
            let position = fen.parse::<Setup>().unwrap().position;
            let converted = to_shakmaty(&position).unwrap();
            let written = Fen::from_position(&converted, EnPassantMode::Legal).to_string();
            assert_eq!(written, fen);
        }
    }

    #[test]
    fn tables_know_no_castling() {
        let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<Setup>().unwrap().position;
        assert!(to_shakmaty(&position).is_none());
    }
}
