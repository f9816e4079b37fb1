//! Static exchange evaluation: worked examples, and a comparison with playing the captures.

use crate::games::{position, visit_games};
use chess::{Move, PieceType, Position};

const VALUES: [i32; 6] = [100, 300, 320, 500, 900, 0];

/// The exact value, found by trying every threshold that could matter.
fn exchange(position: &Position, mv: Move) -> i32 {
    let reaches = |threshold: &i32| position.exchange_at_least(mv, *threshold, &VALUES);
    let mut thresholds: Vec<i32> = (-2000..=2000).step_by(10).collect();
    assert!(thresholds.is_sorted_by_key(|threshold| !reaches(threshold)), "not monotonous");
    thresholds.retain(reaches);
    thresholds.pop().unwrap_or(i32::MIN)
}

#[test]
fn worked_examples() {
    for (fen, uci, expected, why) in [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100, "a free pawn"),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400, "a defended pawn"),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100, "the second rook backs the first"),
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400, "two rooks behind the pawn"),
        ("4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1", "e1d2", 100, "the king takes an undefended pawn"),
        ("4k3/8/2p5/3p4/8/8/6B1/4K2Q w - - 0 1", "g2d5", -120, "the queen joins from behind"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100, "en passant, free"),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, taken back"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800, "a free promotion"),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100, "a promotion taken at once"),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300, "promoting with capture"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, "castling wins nothing"),
        ("4k3/8/8/2p5/8/1N6/8/4K3 w - - 0 1", "b3d4", -300, "a quiet move into a pawn"),
        ("4k3/8/8/8/8/1N6/8/4K3 w - - 0 1", "b3d4", 0, "a quiet move to safety"),
        ("k3r3/8/8/8/3p4/4N3/8/4K3 b - - 0 1", "d4e3", 300, "taking a pinned knight"),
        ("4r2k/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e1d1", 0, "a quiet king move"),
        ("k3r3/8/8/3b4/2p5/4N3/8/4K3 b - - 0 1", "d5c6", 0, "a quiet move elsewhere"),
        ("k3r3/8/8/8/2b5/8/3pN3/3K4 w - - 0 1", "d1d2", 100, "the bishop is on the other colour"),
        ("4r1k1/8/8/3b4/8/1P2N3/8/4K3 b - - 0 1", "d5b3", 100, "the only defender is pinned"),
        ("4r1k1/8/8/1p1b4/2P5/4N3/8/4K3 b - - 0 1", "d5c4", 100, "the knight's pin holds it"),
    ] {
        let position = position(fen);
        let mv = position.parse_uci(uci).unwrap();
        assert_eq!(exchange(&position, mv), expected, "{uci}: {why}");
    }
}

/// Plays the captures with legal moves, least valuable piece first, and stops when that is better.
/// It therefore handles pins and checks exactly.
fn play_exchange(position: &Position, mv: Move) -> i32 {
    let victim = match position.piece_type_on(mv.to()) {
        _ if mv.is_en_passant() => VALUES[PieceType::Pawn],
        Some(piece_type) if mv.is_capture() => VALUES[piece_type],
        _ => 0,
    };
    let promoted =
        mv.promotion().map_or(0, |piece_type| VALUES[piece_type] - VALUES[PieceType::Pawn]);
    let next = position.after(mv);
    let moves = next.legal_moves();
    let reply = moves
        .into_iter()
        .filter(|reply| reply.to() == mv.to() && reply.is_capture() && !reply.is_en_passant())
        .min_by_key(|reply| next.piece_type_on(reply.from()));
    victim + promoted - reply.map_or(0, |reply| play_exchange(&next, reply).max(0))
}

#[test]
fn the_exchange_agrees_with_playing_the_captures() {
    let (mut asked, mut different) = (0, 0);
    visit_games(300, |position, moves| {
        for mv in moves.into_iter().filter(|mv| mv.is_capture() && !mv.is_promotion()) {
            asked += 1;
            different += usize::from(exchange(position, mv) != play_exchange(position, mv));
        }
    });
    // The exchange ignores promotions by recapture, and checks and pins that arise on the way.
    assert!(asked > 10_000, "{asked}");
    assert!(different * 50 < asked, "{different} of {asked} differ");
}
