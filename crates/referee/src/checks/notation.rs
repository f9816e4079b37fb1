//! Checks of notation: each library reads what the others write.

use chess::{CastlingField, CastlingNotation, File, Setup};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, Position as _};

use super::{Mismatch, Scene, Verdict, same, same_moves};
use crate::convert::move_to_shakmaty;
use crate::trio::{COZY_CLOCK_LIMIT, Trio, moves_of_cozy, read_by_cozy, read_by_shakmaty};

pub(super) fn fen_written(scene: &Scene) -> Verdict {
    let Trio { ours, shakmaty, cozy } = scene.trio;
    let theirs = Fen::from_position(shakmaty, EnPassantMode::Legal).to_string();
    same(ours.fen(CastlingField::XFen), theirs)?;
    same(but_en_passant(&ours.fen(CastlingField::Shredder)), but_en_passant(&format!("{cozy:#}")))
}

/// cozy-chess writes an en passant square after every double push. The moves are compared
/// elsewhere.
fn but_en_passant(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

pub(super) fn fen_read_by_oracles(scene: &Scene) -> Verdict {
    let Trio { ours, shakmaty, cozy } = scene.trio;
    for style in [CastlingField::XFen, CastlingField::Shredder] {
        let fen = ours.fen(style);
        let clocks = |chess: &shakmaty::Chess| (chess.halfmoves(), chess.fullmoves());
        match read_by_shakmaty(&fen) {
            Ok(read) => {
                same(read == *shakmaty, true)?;
                same(clocks(&read), clocks(shakmaty))?;
            }
            Err(error) => return Err(Mismatch { ours: fen, oracle: error }),
        }
    }
    match read_by_cozy(&ours.setup()) {
        Ok(read) => {
            same(but_en_passant(&format!("{read:#}")), but_en_passant(&format!("{cozy:#}")))?;
            same_moves(&moves_of_cozy(&read), &scene.by_cozy)?;
            same(read.halfmove_clock(), cozy.halfmove_clock())
        }
        Err(error) => Err(Mismatch { ours: ours.fen(CastlingField::Shredder), oracle: error }),
    }
}

pub(super) fn fen_of_oracles(scene: &Scene) -> Verdict {
    let Trio { ours, shakmaty, cozy } = scene.trio;
    let expected = ours.setup();
    let modes = [EnPassantMode::Legal, EnPassantMode::PseudoLegal, EnPassantMode::Always];
    for mode in modes {
        let read = read_by_us(&Fen::from_position(shakmaty, mode).to_string())?;
        same(read.position == expected.position, true)?;
        same(
            (read.halfmove_clock, read.fullmove_number),
            (expected.halfmove_clock, expected.fullmove_number),
        )?;
        if mode == EnPassantMode::Legal {
            same(read.repairs.len(), 0)?;
        }
    }
    let read = read_by_us(&format!("{cozy:#}"))?;
    same(read.position == expected.position, true)?;
    same(read.halfmove_clock, expected.halfmove_clock.min(COZY_CLOCK_LIMIT))
}

fn read_by_us(fen: &str) -> Result<Setup, Mismatch> {
    fen.parse().map_err(|error| Mismatch { ours: format!("{error}"), oracle: fen.to_owned() })
}

pub(super) fn uci(scene: &Scene) -> Verdict {
    let Trio { shakmaty, .. } = scene.trio;
    let position = scene.position();
    for &mv in &scene.moves {
        let theirs = move_to_shakmaty(mv, shakmaty.board()).expect("a legal move");
        let of_chess960 = mv.uci(CastlingNotation::Chess960).to_string();
        same(&of_chess960, &UciMove::from_chess960(theirs).to_string())?;
        let standard = mv.uci(CastlingNotation::Standard).to_string();
        let at_home = mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H);
        if !mv.is_castle() || at_home {
            same(&standard, &UciMove::from_standard(theirs).to_string())?;
        }
        for text in [of_chess960, standard] {
            same(position.parse_uci(&text), Ok(mv))?;
            let read = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(shakmaty).ok());
            same((&text, Some(theirs)), (&text, read))?;
        }
    }
    Ok(())
}

pub(super) fn san(scene: &Scene) -> Verdict {
    let position = scene.position();
    for &mv in &scene.moves {
        let mut board = scene.trio.shakmaty.clone();
        let theirs = move_to_shakmaty(mv, board.board()).expect("a legal move");
        let text = SanPlus::from_move_and_play_unchecked(&mut board, theirs).to_string();
        same(position.san(mv).to_string(), text.clone())?;
        same((&text, position.parse_san(&text).ok()), (&text, Some(mv)))?;
    }
    Ok(())
}
