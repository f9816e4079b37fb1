//! Outcomes: checkmate takes precedence over draws, and shakmaty agrees.

use chess::{Game, Outcome, Position, Random};
use referee::checks::verdict_without_history;
use referee::differential::choose;
use referee::trio::Trio;

fn after(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse().expect("a valid position"));
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn the_hundredth_ply_draws_unless_it_mates() {
    let outcome = |fen, moves| after(fen, moves).outcome();
    let rook_mate = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    let white_mates = Outcome::Checkmate { winner: chess::Color::White };
    assert_eq!(outcome(rook_mate, "a1a8"), Some(white_mates));
    assert_eq!(outcome(rook_mate, "a1a7"), Some(Outcome::FiftyMoves));
    assert_eq!(outcome(rook_mate, "g6f7"), Some(Outcome::FiftyMoves));
    assert_eq!(outcome("7k/8/6K1/8/8/8/8/R7 w - - 98 80", "a1b1"), None);
    // Black mates as well.
    let black_mates = Outcome::Checkmate { winner: chess::Color::Black };
    assert_eq!(outcome("r7/8/8/8/8/6k1/8/7K b - - 99 80", "a8a1"), Some(black_mates));
}

#[test]
fn stalemate_and_bare_kings_take_precedence_over_the_fifty_move_rule() {
    let outcome = |fen, moves| after(fen, moves).outcome();
    assert_eq!(outcome("7k/8/5K2/8/8/8/8/6Q1 w - - 99 80", "g1g6"), Some(Outcome::Stalemate));
    let last_piece = "7k/8/8/8/8/8/6Kr/8 w - - 99 80";
    assert_eq!(outcome(last_piece, "g2h2"), Some(Outcome::InsufficientMaterial));
}

#[test]
fn captures_and_pawn_moves_reset_the_clock() {
    let capture = after("7k/7p/8/8/8/8/8/K6R w - - 99 80", "h1h7");
    assert_eq!((capture.outcome(), capture.trail().halfmove_clock()), (None, 0));
    let pawn = after("7k/7p/8/8/8/8/8/K6R b - - 99 80", "h7h6");
    assert_eq!((pawn.outcome(), pawn.trail().halfmove_clock()), (None, 0));
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_second_is_not() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(after(start, there_and_back).outcome(), None);
    let twice = format!("{there_and_back} {there_and_back}");
    assert_eq!(after(start, &twice).outcome(), Some(Outcome::Repetition));
    // King moves lose the castling rights, so the same pieces are not the same position. Both
    // kings have moved from the second ply on: counting begins there.
    let rooks = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
    let king_trip = "e1e2 e8e7 e2e1 e7e8";
    let twice = format!("{king_trip} {king_trip}");
    assert_eq!(after(rooks, &format!("{twice} e1e2")).outcome(), None);
    assert_eq!(after(rooks, &format!("{twice} e1e2 e8e7")).outcome(), Some(Outcome::Repetition));
}

/// What shakmaty knows, then the clock, then the number of equal positions.
fn expected(trio: &Trio, earlier: &[Position]) -> Option<Outcome> {
    use shakmaty::Position as _;
    let oracle = &trio.shakmaty;
    if oracle.is_checkmate() {
        return Some(Outcome::Checkmate { winner: !trio.ours.position().turn() });
    } else if oracle.is_stalemate() {
        return Some(Outcome::Stalemate);
    } else if oracle.is_insufficient_material() {
        return Some(Outcome::InsufficientMaterial);
    } else if oracle.halfmoves() >= 100 {
        return Some(Outcome::FiftyMoves);
    }
    let occurrences = earlier.iter().filter(|&position| position == trio.ours.position()).count();
    (occurrences >= 3).then_some(Outcome::Repetition)
}

#[test]
fn random_endgames_end_as_the_oracle_says() {
    const ENDGAMES: [&str; 6] = [
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "8/8/8/4k3/8/8/8/KRR5 w - - 70 90",
        "k7/8/8/3pp3/3PP3/8/8/7K w - - 0 1",
        "8/1n6/4k3/8/8/3K4/5B2/8 w - - 90 100",
        "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1",
        "qk6/8/8/8/8/8/8/6KQ w - - 95 100",
    ];
    let mut random = Random::new(31);
    let mut ends = Vec::new();
    for round in 0..600 {
        let mut trio = Trio::from_fen(ENDGAMES[round % ENDGAMES.len()]).expect("a valid position");
        let mut positions = Vec::new();
        for _ in 0..120 {
            positions.push(*trio.ours.position());
            let outcome = trio.ours.outcome();
            assert_eq!(outcome, expected(&trio, &positions), "{:?}", trio.ours.position());
            verdict_without_history(&trio.ours, &trio.shakmaty).expect("the same end");
            ends.extend(outcome);
            let Some(mv) = choose(&trio.ours.position().legal_moves(), &mut random) else { break };
            trio.play(mv);
        }
    }
    let met = |wanted: fn(&Outcome) -> bool| ends.iter().any(wanted);
    assert!(met(|end| matches!(end, Outcome::Checkmate { .. })));
    assert!(met(|end| *end == Outcome::Stalemate));
    assert!(met(|end| *end == Outcome::InsufficientMaterial));
    assert!(met(|end| *end == Outcome::FiftyMoves));
    assert!(met(|end| *end == Outcome::Repetition));
}
