//! Tablebases, compared with two other probers: pyrrhic-rs and, if it is installed, fathom.

use std::process::Command;

use chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use chess::{Bitboard, Color, PieceType, Position, Random, Setup, Square};
use engine::tablebase::Wdl;
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};
use tablebase::Syzygy;

#[path = "../../tablebase/tests/support/mod.rs"]
mod support;

const POSITIONS: usize = 20_000;

#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::from_index(index as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        pawn_attacks(color, square(from)).0
    }

    fn knight_attacks(from: u64) -> u64 {
        knight_attacks(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        bishop_attacks(square(from), Bitboard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        rook_attacks(square(from), Bitboard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        queen_attacks(square(from), Bitboard(occupied)).0
    }

    fn king_attacks(from: u64) -> u64 {
        king_attacks(square(from)).0
    }
}

fn positions() -> Vec<Setup> {
    let mut random = Random::new(2_024);
    (0..POSITIONS).map(|_| support::random_setup(&mut random)).collect()
}

/// The result and the distance by pyrrhic-rs, whose distances have no sign.
fn by_pyrrhic(tables: &TableBases<Attacks>, position: &Position) -> (Wdl, u32) {
    let of = |piece_type| position.board().by_type(piece_type).0;
    let [kings, queens, rooks] = [PieceType::King, PieceType::Queen, PieceType::Rook].map(of);
    let [bishops, knights, pawns] = [PieceType::Bishop, PieceType::Knight, PieceType::Pawn].map(of);
    let [white, black] = [Color::White, Color::Black].map(|color| position.board().color(color).0);
    let ep = position.en_passant().map_or(0, |square| square.index() as u32);
    let turn = position.turn() == Color::White;
    let wdl = tables
        .probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn)
        .unwrap();
    let root = tables
        .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, ep, turn)
        .unwrap()
        .root;
    let DtzProbeValue::DtzResult(result) = root else { panic!("{root:?}") };
    let wdl = match wdl {
        WdlProbeResult::Loss => Wdl::Loss,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Win => Wdl::Win,
    };
    (wdl, u32::from(result.dtz))
}

#[test]
#[ignore = "probes 20,000 positions"]
fn results_and_distances_equal_those_of_pyrrhic() {
    let Some(folder) = support::folder() else { return };
    let ours = Syzygy::open(&folder).unwrap();
    let theirs = TableBases::<Attacks>::new(&folder).unwrap();
    for setup in positions() {
        let position = setup.position;
        let probed =
            (ours.probe_wdl(&position).unwrap(), ours.probe_dtz(&position).unwrap().unsigned_abs());
        assert_eq!(probed, by_pyrrhic(&theirs, &position), "{setup}");
    }
    eprintln!("{POSITIONS} positions equal to pyrrhic-rs");
}

/// The value of a PGN tag.
fn tag<'a>(pgn: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("[{name} \"");
    pgn.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"))
}

#[test]
#[ignore = "starts 20,000 processes"]
fn results_and_distances_equal_those_of_fathom() {
    let Some(folder) = support::folder() else { return };
    let program = std::env::var("FATHOM").unwrap_or_else(|_| "fathom".to_owned());
    if Command::new(&program).arg("--help").output().is_err() {
        eprintln!("skipped: no program fathom; the variable FATHOM may name it");
        return;
    }
    let ours = Syzygy::open(&folder).unwrap();
    for setup in positions() {
        let fen = setup.to_string();
        let run = Command::new(&program).arg(format!("--path={folder}")).arg(&fen).output();
        let pgn = String::from_utf8(run.unwrap().stdout).unwrap();
        let wdl = match ours.probe_wdl(&setup.position).unwrap() {
            Wdl::Loss => "Loss",
            Wdl::BlessedLoss => "BlessedLoss",
            Wdl::Draw => "Draw",
            Wdl::CursedWin => "CursedWin",
            Wdl::Win => "Win",
        };
        let dtz = ours.probe_dtz(&setup.position).unwrap().unsigned_abs().to_string();
        let theirs = (tag(&pgn, "WDL"), tag(&pgn, "DTZ"));
        assert_eq!((Some(wdl), Some(dtz.as_str())), theirs, "{fen}");
    }
    eprintln!("{POSITIONS} positions equal to fathom");
}
