//! Predictions about a move agree with the position after it.

use crate::games::{position, visit_games};
use chess::{Checks, Color, Move, MoveKind, MoveList, Noisy, PieceType, Quiet, Square};

#[test]
fn gives_check_agrees_with_making_the_move() {
    visit_games(400, |position, moves| {
        let checks = Checks::new(position);
        for mv in moves {
            let expected = position.after(mv).in_check();
            assert_eq!(checks.gives_check(position, mv), expected, "{mv:?} in {position:?}");
        }
    });
}

#[test]
fn the_likely_key_is_the_key_of_all_but_rare_moves() {
    let (mut alike, mut rare) = (0, 0);
    visit_games(40, |position, moves| {
        for mv in moves {
            let next = position.after(mv);
            let usual = position.castling() == next.castling()
                && position.en_passant() == next.en_passant();
            if usual {
                assert_eq!(position.likely_key_after(mv), next.key(), "{mv:?} in {position:?}");
            }
            *if usual { &mut alike } else { &mut rare } += 1;
        }
    });
    assert!(alike > 9 * rare, "{alike} {rare}");
}

#[test]
fn rare_checks_are_recognised_before_the_move() {
    for (fen, uci) in [
        ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q"),
        ("8/1k6/8/8/8/8/4P3/K5B1 w - - 0 1", "e2e4"),
    ] {
        let position = position(fen);
        let mv = position.parse_uci(uci).unwrap();
        let expected = position.after(mv).in_check();
        assert_eq!(expected, uci != "e2e4", "{fen}");
        assert_eq!(Checks::new(&position).gives_check(&position, mv), expected, "{fen}");
    }
}

#[test]
fn noisy_and_quiet_moves_together_are_all_moves() {
    visit_games(200, |position, moves| {
        let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
        position.generate::<Noisy>(&mut noisy);
        position.generate::<Quiet>(&mut quiet);
        assert!(noisy.into_iter().all(Move::is_noisy));
        assert!(!quiet.into_iter().any(Move::is_noisy));
        let mut parts: Vec<Move> = noisy.into_iter().chain(&quiet).collect();
        let mut all: Vec<Move> = moves.into_iter().collect();
        parts.sort();
        all.sort();
        assert_eq!(parts, all);
        assert_eq!(position.count_legal() as usize, all.len());
    });
}

#[test]
fn a_null_move_only_passes_the_turn() {
    visit_games(100, |position, _| {
        if !position.in_check() {
            let passed = position.after_null();
            assert_eq!(passed, passed.recomputed());
            assert_eq!(passed.turn(), !position.turn());
            assert_eq!(passed.en_passant(), None);
            assert_eq!(passed.keys().pawns(), position.keys().pawns());
        }
    });
}

#[test]
fn castling_is_the_same_move_in_both_notations() {
    let position = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castle = Move::new(Square::E1, Square::H1, MoveKind::Castle);
    assert_eq!(position.parse_uci("e1g1"), Ok(castle));
    assert_eq!(position.parse_uci("e1h1"), Ok(castle));
    assert_eq!(castle.uci(chess::CastlingNotation::Standard).to_string(), "e1g1");
    assert_eq!(castle.uci(chess::CastlingNotation::Chess960).to_string(), "e1h1");
}

#[test]
fn in_chess960_a_king_step_is_not_taken_for_castling() {
    // King f1, rook h1: the king may step to g1 or castle to g1.
    let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = position.parse_uci("f1g1").unwrap();
    let castle = position.parse_uci("f1h1").unwrap();
    assert!(!step.is_castle() && castle.is_castle());
    assert_eq!(position.after(castle).piece_type_on(Square::F1), Some(PieceType::Rook));
    assert_eq!(position.after(castle).king(Color::White), Square::G1);
    assert_eq!(castle.uci(chess::CastlingNotation::Standard).to_string(), "f1h1");
}
