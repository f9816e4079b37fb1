//! Exchanges the colours of a position.

use chess::{CastlingField, FenError, Setup};

/// Works on the FEN, where each field is easy to mirror.
pub(crate) fn mirrored(setup: &Setup) -> Result<Setup, FenError> {
    let fields = setup.position.board_fields(CastlingField::Shredder);
    let mut fields = fields.split(' ');
    let mut next = || fields.next().unwrap_or("-");
    let (board, turn, castling, en_passant) = (next(), next(), next(), next());
    let board = board.split('/').rev().map(swap_case).collect::<Vec<_>>().join("/");
    let turn = if turn == "w" { "b" } else { "w" };
    let castling = swap_case(castling);
    let en_passant = en_passant.replace('3', "x").replace('6', "3").replace('x', "6");
    let (halfmoves, fullmoves) = (setup.halfmove_clock, setup.fullmove_number);
    format!("{board} {turn} {castling} {en_passant} {halfmoves} {fullmoves}").parse()
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(|letter| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::perft::{SIGNATURE, perft};

    #[test]
    fn mirroring_twice_restores_the_position_and_keeps_perft() {
        let en_passant = "4k3/8/8/8/1pP5/8/8/4K3 b - c3 7 9";
        for fen in SIGNATURE.iter().map(|sample| sample.fen).chain([en_passant]) {
            let setup: Setup = fen.parse().unwrap();
            let mirror = mirrored(&setup).unwrap();
            assert!(mirror.repairs.is_empty(), "{fen}: {:?}", mirror.repairs);
            assert_ne!(mirror, setup);
            assert_eq!(mirrored(&mirror).unwrap(), setup);
            assert_eq!(perft(&mirror.position, 3), perft(&setup.position, 3), "{fen}");
        }
    }
}
