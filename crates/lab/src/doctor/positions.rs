//! The positions of the checks.

use chess::{Game, Move, PieceType, Random, Setup};

/// Has every kind of move.
pub(super) const MIDDLE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
pub(super) const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
/// The maximum number of legal moves.
pub(super) const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
/// The only legal move captures en passant.
pub(super) const ONLY_EN_PASSANT: &str = "6r1/8/4p3/3pP3/8/7k/8/7K w - d6 0 1";
/// The only legal moves promote.
pub(super) const ONLY_PROMOTIONS: &str = "6r1/3P4/8/8/8/7k/8/7K w - - 0 1";
pub(super) const TWO_MOVES: &str = "7k/6pp/8/8/8/8/8/K2r4 w - - 0 1";
/// The only legal move castles, and the king keeps its square: only the rook moves.
pub(super) const ONLY_CASTLING: &str = "k4r2/8/8/8/8/7p/7P/6KR w H - 0 1";
pub(super) const CHESS960: &str =
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
pub(super) const FREE_CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
pub(super) const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
pub(super) const MATE_IN_TWO: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
/// One legal reply, then mate.
pub(super) const MATED_IN_ONE: &str = "7k/R7/8/8/8/8/8/1R4K1 b - - 0 1";
pub(super) const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
pub(super) const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// An opening with castling.
pub(super) const OPENING: [&str; 7] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"];

pub(super) fn initial() -> Game {
    Game::default()
}

/// A test checks that all of these parse.
pub(super) fn of(fen: &str) -> Game {
    fen.parse::<Setup>().map(Game::new).unwrap_or_default()
}

/// The game after legal moves from the initial position.
pub(super) fn after(moves: &[&str]) -> Game {
    let mut game = initial();
    for text in moves {
        if let Ok(mv) = game.position().parse_uci(text) {
            let _ = game.play(mv);
        }
    }
    game
}

/// A long game: pieces wander, and now and then a pawn moves.
pub(super) fn long_game(plies: usize) -> Game {
    const PAWN_EVERY: usize = 60;
    let mut random = Random::new(960);
    let mut game = initial();
    while game.moves().len() < plies {
        let position = *game.position();
        let wants_pawn = game.trail().halfmove_clock() as usize >= PAWN_EVERY;
        // No captures and no mates, so that there is always a next move.
        let continues = |mv: &Move| position.after(*mv).count_legal() > 0;
        let quiet = |mv: &Move| position.piece_on(mv.to()).is_none() && !mv.is_promotion();
        let fits =
            |mv: &Move| (position.piece_type_on(mv.from()) == Some(PieceType::Pawn)) == wants_pawn;
        let moves: Vec<Move> = position.legal_moves().iter().copied().filter(continues).collect();
        let calm: Vec<Move> = moves.iter().copied().filter(quiet).collect();
        let best: Vec<Move> = calm.iter().copied().filter(fits).collect();
        let choices = [best, calm, moves].into_iter().find(|choices| !choices.is_empty());
        let Some(choices) = choices else { break };
        if game.play(choices[random.below(choices.len())]).is_err() {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Outcome;

    #[test]
    fn every_position_has_its_documented_property() {
        for (fen, count) in [
            (MIDDLE, 48),
            (ENDING, 14),
            (MOST_MOVES, 218),
            (ONLY_EN_PASSANT, 1),
            (ONLY_PROMOTIONS, 4),
            (TWO_MOVES, 2),
            (ONLY_CASTLING, 1),
            (FREE_CASTLING, 26),
            (MATED_IN_ONE, 1),
            (MATED, 0),
            (STALEMATED, 0),
        ] {
            let setup: Setup = fen.parse().unwrap();
            assert_eq!(setup.repairs, [], "{fen}");
            assert_eq!(of(fen).position().count_legal(), count, "{fen}");
        }
        assert!(of(CHESS960).position().needs_chess960());
        assert!(of(ONLY_CASTLING).position().legal_moves().iter().all(|mv| mv.is_castle()));
        assert!(matches!(of(MATED).outcome(), Some(Outcome::Checkmate { .. })));
        assert_eq!(of(STALEMATED).outcome(), Some(Outcome::Stalemate));
        assert_eq!(after(&OPENING).moves().len(), OPENING.len());
    }

    #[test]
    fn a_long_game_is_long_and_not_over() {
        let game = long_game(600);
        assert_eq!(game.moves().len(), 600);
        assert!(game.trail().halfmove_clock() < 100);
        assert!(game.position().count_legal() > 0);
    }
}
