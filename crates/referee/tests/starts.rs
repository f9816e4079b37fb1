//! The starting positions agree with cozy-chess.

use chess::{CastlingField, Position, Setup};
use cozy_chess::Board;
use referee::starts::{ARRANGEMENTS, ODD, STANDARD, chess960, double_chess960};
use referee::trio::Trio;

fn shredder(position: Position) -> String {
    Setup::from(position).to_fen(CastlingField::Shredder)
}

#[test]
fn all_960_numbers_agree_with_cozy_chess() {
    for number in 0..ARRANGEMENTS {
        let theirs = format!("{:#}", Board::chess960_startpos(number as u32));
        assert_eq!(shredder(chess960(number)), theirs, "number {number}");
    }
    assert_eq!(chess960(STANDARD), Position::initial());
}

#[test]
fn double_chess960_mixes_two_numbers() {
    for number in 0..ARRANGEMENTS {
        let other = (number * 577 + 131) % ARRANGEMENTS;
        let theirs = Board::double_chess960_startpos(number as u32, other as u32);
        assert_eq!(shredder(double_chess960(number, other)), format!("{theirs:#}"));
    }
}

/// Some odd positions have an en passant square without a legal capture, which is dropped.
#[test]
fn odd_positions_are_accepted_by_all() {
    let complaint = |fen: &&str| {
        let setup: Setup = match fen.parse() {
            Ok(setup) => setup,
            Err(error) => return Some(format!("{fen}: {error}")),
        };
        let mut repairs = setup.repairs.iter().map(|repair| format!("{fen}: {repair}"));
        repairs
            .find(|repair| !repair.ends_with("no capture there is legal"))
            .or(Trio::from_setup(setup.clone()).err())
    };
    let complaints: Vec<_> = ODD.iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}
