//! SAN as people write it, and round trips over whole games.

use std::collections::HashSet;

use crate::games::{STARTS, random_game};
use chess::{CastlingNotation, Game, Position, Random, SanError, Setup};

#[test]
fn every_legal_move_of_random_games_has_a_unique_san_that_reads_back() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    for round in 0..24 {
        let played = random_game(STARTS[round % STARTS.len()], &mut random, 120);
        let mut game = Game::new(played.start().clone());
        for &mv in played.moves() {
            let position = *game.position();
            let mut names = HashSet::new();
            for legal in &position.legal_moves() {
                let name = position.san(legal).to_string();
                assert_eq!(position.parse_san(&name), Ok(legal), "{name} in {position:?}");
                assert!(names.insert(name), "two moves with the same SAN in {position:?}");
                let squares = legal.uci(CastlingNotation::Chess960).to_string();
                assert_eq!(position.parse_san(&squares), Ok(legal), "{squares}");
            }
            game.play(mv).expect("played before");
        }
    }
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().expect("a valid FEN").position
}

#[track_caller]
fn reads(position: &Position, uci: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(position.parse_san(text), Ok(position.parse_uci(uci).unwrap()), "{text}");
    }
}

#[test]
fn every_common_spelling_of_a_move_is_read() {
    let start = Position::initial();
    reads(&start, "g1f3", &["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", "Nxf3", "Nf3+!?"]);
    reads(&start, "e2e4", &["e4", "e2e4", "e2-e4", "Pe4", "e4#", " e4 !"]);
    let promoting = position("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    reads(&promoting, "e7e8n", &["e8N", "e8=N", "e8(N)", "e8/N", "e7e8=N", "e7-e8N"]);
    reads(&promoting, "e7d8q", &["exd8=Q+", "ed8Q", "ed8=Q", "e7xd8Q", "xd8=Q"]);
    reads(&promoting, "e7e8b", &["e8=b", "e8b", "e8(b)", "e7e8b", "e7-e8=b+"]);
    reads(&promoting, "e7d8q", &["exd8=q", "ed8q", "e7d8q", "e7xd8=q#"]);
    let passing = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    reads(&passing, "e5d6", &["exd6", "ed6", "exd6e.p.", "exd6 e.p.", "exd6ep+", "e5:d6"]);
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    reads(&castling, "e1g1", &["O-O", "0-0", "o-o", "O-O+", "Ke1g1", "e1g1", "e1h1"]);
    reads(&castling, "e1c1", &["O-O-O", "0-0-0", "o-o-o!", "Ke1-c1"]);
}

#[test]
fn a_lower_case_b_is_the_pawn_and_a_capital_the_bishop() {
    let both = position("4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1");
    reads(&both, "b2c3", &["bxc3", "bc3"]);
    reads(&both, "d2c3", &["Bxc3", "Bc3"]);
    for text in ["nf3", "qd4", "kd1", "BXC3", "E4"] {
        assert!(matches!(both.parse_san(text), Err(SanError::Malformed(_))), "{text}");
    }
}

#[test]
fn an_ambiguous_move_is_refused_with_its_candidates() {
    let twins = position("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1");
    let error = twins.parse_san("Nc2").expect_err("two knights go there");
    assert_eq!(error.to_string(), "'Nc2' may be any of Nac2, Nec2");
    let pawns = position("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    assert!(matches!(pawns.parse_san("xd5"), Err(SanError::Ambiguous { .. })));
    assert!(matches!(pawns.parse_san("d5"), Err(SanError::Illegal(_))));
}

#[test]
fn refused_moves_have_the_right_error() {
    let start = Position::initial();
    for text in ["e5", "Ke2", "O-O", "Nf3e.p.", "e4=Q", "Ng1g3", "h1h1"] {
        assert!(matches!(start.parse_san(text), Err(SanError::Illegal(_))), "{text}");
    }
    for text in ["", "x", "e", "e9", "Nf", "Xf3", "e4e", "0-", "O-O-O-O", "é4", "♘f3", "e4)"] {
        assert!(matches!(start.parse_san(text), Err(SanError::Malformed(_))), "{text}");
    }
    for text in ["--", "Z0", "0000", "--!"] {
        assert!(matches!(start.parse_san(text), Err(SanError::Null(_))), "{text}");
    }
    let promoting = position("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert!(matches!(promoting.parse_san("e8"), Err(SanError::PromotionMissing(_))));
    assert!(matches!(promoting.parse_san("e8=K"), Err(SanError::Malformed(_))));
}

#[test]
fn a_huge_text_makes_a_short_error() {
    let error = Position::initial().parse_san(&"N".repeat(1 << 24)).expect_err("no move");
    assert!(error.to_string().len() < 150);
}
