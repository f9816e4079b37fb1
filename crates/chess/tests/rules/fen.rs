//! FEN: errors, repairs, and round trips.

use crate::games::visit_games;
use chess::{CastlingField, Color, FenError, Position, Rank, Repair, Setup, Square};

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn refused(fen: &str) -> FenError {
    match fen.parse::<Setup>() {
        Ok(setup) => panic!("accepted {fen} as {setup}"),
        Err(error) => error,
    }
}

fn read(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_initial_position_reads_and_writes_as_its_fen() {
    assert_eq!(read(INITIAL).position, Position::initial());
    assert_eq!(Setup::initial().to_string(), INITIAL);
}

#[test]
fn missing_fields_take_their_defaults() {
    let board = "4k3/8/8/8/8/8/8/4K2R";
    assert_eq!(read(board).to_string(), format!("{board} w - - 0 1"));
    assert_eq!(read(&format!("{board} b")).to_string(), format!("{board} b - - 0 1"));
    assert_eq!(read(&format!("{board} w K - 7")).to_string(), format!("{board} w K - 7 1"));
}

#[test]
fn odd_spacing_is_accepted() {
    let odd = format!("\u{feff}  {}\r\n\0", INITIAL.replace(' ', " \t "));
    assert_eq!(read(&odd), Setup::initial());
}

#[test]
fn malformed_boards_are_refused() {
    use FenError::*;
    assert_eq!(refused(""), Empty);
    assert_eq!(refused(" \0 "), Empty);
    assert_eq!(refused("startpos"), RankCount(1));
    assert_eq!(refused("k7/8/8/8/8/8/K7 w - - 0 1"), RankCount(7));
    assert_eq!(refused("k7/8/8/8/8/8/8/8/K7 w - - 0 1"), RankCount(9));
    let rank = Rank::R8;
    assert_eq!(refused("kppppppp1/8/8/8/8/8/8/K7 w"), RankLength { rank, squares: 9 });
    assert_eq!(refused("k/8/8/8/8/8/8/K7 w"), RankLength { rank, squares: 1 });
    assert_eq!(refused("9/8/8/8/8/8/8/K7 w"), BadDigit { rank, digit: '9' });
    assert_eq!(refused("k70/8/8/8/8/8/8/K7 w"), BadDigit { rank, digit: '0' });
    assert_eq!(refused("k34/8/8/8/8/8/8/K7 w"), AdjacentDigits(rank));
    assert_eq!(refused("kx6/8/8/8/8/8/8/K7 w"), BadPiece { rank, letter: 'x' });
    assert_eq!(refused("k\u{1F40E}6/8/8/8/8/8/8/K7 w"), BadPiece { rank, letter: '\u{1F40E}' });
}

#[test]
fn malformed_fields_are_refused() {
    use FenError::*;
    let fen = |rest: &str| format!("r3k2r/8/8/8/8/8/8/R3K2R {rest}");
    assert_eq!(refused(&fen("r KQkq - 0 1")), BadTurn("r".into()));
    assert_eq!(refused(&fen("w KQXq - 0 1")), BadCastling { letter: 'X' });
    assert_eq!(refused(&fen("w KKkq - 0 1")), RepeatedCastling { letter: 'K' });
    assert_eq!(refused(&fen("w KQkqK - 0 1")), LongCastling);
    assert_eq!(refused(&fen("w HK - 0 1")), RepeatedCastling { letter: 'K' });
    assert_eq!(refused(&fen("w - e6e6 0 1")), BadEnPassant("e6e6".into()));
    assert_eq!(refused(&fen("w - 50 60")), BadEnPassant("50".into()));
    assert_eq!(refused(&fen("w - bm e4")), BadEnPassant("bm".into()));
    assert_eq!(refused(&fen("w - - x 1")), BadHalfmoveClock("x".into()));
    assert_eq!(refused(&fen("w - - 0 1.5")), BadFullmoveNumber("1.5".into()));
    assert_eq!(refused(&fen("w - - 0 1 moves")), TooManyFields("moves".into()));
}

#[test]
fn impossible_piece_counts_and_checks_are_refused() {
    use FenError::*;
    let (white, black) = (Color::White, Color::Black);
    assert_eq!(refused("8/1P6/8/8/8/8/1p6/8 w"), KingCount { color: white, count: 0 });
    assert_eq!(refused("8/8/p1p5/1p5p/1P5P/8/PPP2K2/8 w"), KingCount { color: black, count: 0 });
    assert_eq!(refused("k7/8/8/8/8/8/8/KK6 w"), KingCount { color: white, count: 2 });
    assert_eq!(refused("k7/ppppppp1/pp6/8/8/8/8/K7 w"), TooManyPawns { color: black, count: 9 });
    assert_eq!(
        refused("rnbqkbnr/pppppppp/8/8/8/NN6/PPPPPPPP/RNBQKBNR w - - 0 1"),
        TooManyPieces { count: 34 }
    );
    assert!(matches!(refused(&["QQQQQQQQ"; 8].join("/")), KingCount { .. }));
    assert_eq!(refused("8/8/8/3kK3/8/8/8/8 w - - 0 1"), KingsTouch);
    assert_eq!(refused("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"), OpponentInCheck { color: black });
}

#[test]
fn pawns_on_the_back_ranks_are_refused_on_all_32_of_them() {
    for index in (0..8).chain(56..64) {
        for pawn in ['P', 'p'] {
            let square = Square::from_index(index);
            let row = format!("{}{pawn}{}", "1".repeat(index % 8), "1".repeat(7 - index % 8));
            let row = merge_digits(&row);
            let (top, bottom) = if index < 8 { ("8", row.as_str()) } else { (row.as_str(), "8") };
            let fen = format!("{top}/8/8/k7/8/K7/8/{bottom} w - - 0 1");
            assert_eq!(refused(&fen), FenError::PawnOnBackRank(square), "{fen}");
        }
    }
}

fn merge_digits(row: &str) -> String {
    let mut merged = String::new();
    let mut empty = 0;
    for letter in row.chars().chain(['.']) {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            merged.push_str(&empty.to_string());
            empty = 0;
        }
        if letter != '.' {
            merged.push(letter);
        }
    }
    merged
}

#[test]
fn castling_rights_without_king_and_rook_at_home_are_dropped() {
    let setup = read("4k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1");
    assert_eq!(setup.to_string(), "4k2r/8/8/8/8/8/4K3/R6R w k - 0 1");
    let dropped: Vec<String> = setup.repairs.iter().map(Repair::to_string).collect();
    assert_eq!(dropped.len(), 3);
    assert!(dropped[0].contains("'K' dropped"), "{dropped:?}");
}

#[test]
fn en_passant_squares_without_a_legal_capture_are_dropped() {
    for (fen, reason) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "rank"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - i9 0 1", "not on the board"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "no pawn"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "blocked"),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "no capture"),
        // The capture would uncover a check along the rank, the file or the diagonal.
        ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "no capture"),
        ("4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", "no capture"),
        ("4k3/8/1b6/3pP3/3K4/8/8/8 w - d6 0 1", "no capture"),
    ] {
        let setup = read(fen);
        assert_eq!(setup.position.en_passant(), None, "{fen}");
        assert_eq!(setup.repairs.len(), 1, "{fen}");
        assert!(setup.repairs[0].to_string().contains(reason), "{fen}: {}", setup.repairs[0]);
    }
    let kept = read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!((kept.position.en_passant(), kept.repairs), (Some(Square::D6), vec![]));
}

#[test]
fn counters_are_clamped() {
    for (text, expected) in [
        ("150 1", "150 1"),
        ("-1 1", "0 1"),
        ("999999999999999999999999 1", "150 1"),
        ("0 0", "0 1"),
        ("0 1000000000000", "0 9999"),
        ("-99999999999999999999999 -5", "0 1"),
    ] {
        let setup = read(&format!("4k3/8/8/8/8/8/8/4K3 w - - {text}"));
        assert_eq!(setup.to_string(), format!("4k3/8/8/8/8/8/8/4K3 w - - {expected}"));
        assert_eq!(setup.repairs.is_empty(), text == expected, "{text}");
    }
}

#[test]
fn a_long_game_still_writes_a_fen_that_needs_no_repair() {
    let mut game = chess::Game::new(read("4k3/8/8/8/8/8/8/4K3 w - - 149 9999"));
    for uci in ["e1e2", "e8e7", "e2e1", "e7e8"] {
        let mv = game.position().parse_uci(uci).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.trail().halfmove_clock(), 153);
    assert_eq!(read(&game.fen(CastlingField::XFen)).repairs, []);
}

#[test]
fn castling_letters_select_the_right_rook() {
    // Two rooks on the king's wing: K is the outer one, F the inner one.
    let outer = read("4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
    let inner = read("4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
    assert_eq!(outer.position.castling().rooks(), Square::H1.bitboard());
    assert_eq!(inner.position.castling().rooks(), Square::F1.bitboard());
    assert_ne!(outer.position.key(), inner.position.key());
    assert_eq!(inner.to_string(), "4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
    assert_eq!(outer.to_fen(CastlingField::Shredder), "4k3/8/8/8/8/8/8/4KR1R w H - 0 1");
    // Both styles of letters mean the same rights.
    assert_eq!(read(INITIAL), read(&INITIAL.replace("KQkq", "HAha")));
}

#[test]
fn every_position_of_random_games_survives_the_round_trip() {
    visit_games(300, |position, _| {
        let setup = Setup::from(*position);
        for style in [CastlingField::XFen, CastlingField::Shredder] {
            assert_eq!(setup.to_fen(style).parse(), Ok(setup.clone()));
        }
    });
}

#[test]
fn positions_with_very_many_moves_list_them_all() {
    let setup = read("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(setup.position.legal_moves().len(), 218);
    let setup = read("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert_eq!(setup.position.legal_moves().len(), 270);
}

#[test]
fn gaps_are_white_space_zeros_and_byte_order_marks() {
    assert!([' ', '\t', '\r', '\n', '\0', '\u{feff}'].into_iter().all(chess::is_gap));
    assert!(!['a', '-', '/', '\u{1}'].into_iter().any(chess::is_gap));
}
