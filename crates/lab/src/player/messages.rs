//! Conversion between our types and UCI messages.

use core::time::Duration;

use chess::{CastlingField, CastlingNotation, Game, Move, Setup};
use uci::{BestMove, Bound, Command, Go, Info, PositionCommand, ScoreValue, StartFrom};

use super::{Clocks, Eval, Fault, Thought};
use crate::limit::Limit;

fn notation(chess960: bool) -> CastlingNotation {
    if chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
}

/// The `position` command for a game.
pub(crate) fn position(game: &Game, chess960: bool) -> Command {
    let notation = notation(chess960);
    let start = game.start();
    let start = if *start == Setup::initial() {
        StartFrom::Startpos
    } else {
        StartFrom::Fen(start.to_fen(CastlingField::XFen))
    };
    let moves = game.moves().iter().map(|mv| mv.uci(notation).to_string()).collect();
    Command::Position(PositionCommand { start, moves })
}

/// The move of a `bestmove`. Castling in the notation of the other kind of game is illegal, as in
/// most match runners.
pub(super) fn chosen(game: &Game, chess960: bool, best: BestMove) -> Result<Move, Fault> {
    let illegal = || Fault::Illegal(best.to_string().trim_start_matches("bestmove ").to_owned());
    let BestMove::Move { best: text, .. } = best else { return Err(illegal()) };
    let mv = game.position().parse_uci(&text.to_string()).map_err(|_| illegal())?;
    let expected = mv.uci(notation(chess960));
    if text == expected {
        return Ok(mv);
    }
    Err(Fault::Misspelt { text: text.to_string(), expected: expected.to_string() })
}

/// Whether the score is settled: an upper bound means that a re-search may still raise it.
fn is_settled(info: &Info) -> bool {
    info.score.is_some_and(|score| score.bound != Bound::Upper)
}

/// The final choice, with the last settled score of the search.
pub(super) fn conclusion(mv: Move, infos: &[(Duration, Info)], time: Duration) -> Thought {
    let last = infos.last().map(|(_, info)| info);
    let settled = infos.iter().rev().map(|(_, info)| info).find(|info| is_settled(info)).or(last);
    let nothing = Info::default();
    let nodes = thought(mv, last.unwrap_or(&nothing), time).nodes;
    Thought { nodes, ..thought(mv, settled.unwrap_or(&nothing), time) }
}

/// The move that an `info` line prefers, if its score is settled.
pub(super) fn preferred(game: &Game, info: &Info) -> Option<Move> {
    is_settled(info).then_some(())?;
    game.position().parse_uci(&info.pv.first()?.to_string()).ok()
}

pub(super) fn thought(mv: Move, info: &Info, time: Duration) -> Thought {
    Thought {
        mv,
        score: eval(info),
        depth: info.depth.and_then(|depth| u32::try_from(depth).ok()).unwrap_or(0),
        nodes: info.nodes.and_then(|nodes| u64::try_from(nodes).ok()).unwrap_or(0),
        time,
    }
}

fn eval(info: &Info) -> Option<Eval> {
    info.score.map(|score| match score.value {
        ScoreValue::Centipawns(centipawns) => Eval::Centipawns(centipawns),
        ScoreValue::Mate(moves) => Eval::Mate(moves),
    })
}

pub(super) fn go(limit: Limit, clocks: &Clocks) -> Go {
    let milliseconds = |time: Duration| Some(time.as_millis().min(i64::MAX as u128) as i64);
    let count = |count: u64| Some(count.min(i64::MAX as u64) as i64);
    let mut go = Go::default();
    match limit {
        Limit::Clock { .. } => {
            [go.wtime, go.btime] = clocks.left.map(|left| left.and_then(milliseconds));
            [go.winc, go.binc] = clocks.increments.map(milliseconds);
            go.movestogo = clocks.moves_to_go.map(i64::from);
        }
        Limit::MoveTime(time) => go.movetime = milliseconds(time),
        Limit::Nodes(nodes) => go.nodes = count(nodes),
        // An extension of UCI: other engines ignore it.
        Limit::SoftNodes(nodes) => go.softnodes = count(nodes),
        Limit::Depth(depth) => go.depth = Some(i64::from(depth)),
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;
    use uci::Reply;

    #[test]
    fn castling_must_use_the_notation_of_the_game() {
        let game = |fen: &str| Game::new(fen.parse::<Setup>().unwrap());
        let chosen = |game: &Game, chess960, text: &str| match text.parse() {
            Ok(Reply::BestMove(best)) => chosen(game, chess960, best),
            other => panic!("{other:?}"),
        };
        let corners = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for (steps, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            for (chess960, right, wrong) in [(false, steps, rook), (true, rook, steps)] {
                assert!(chosen(&corners, chess960, &format!("bestmove {right}")).is_ok());
                let fault = chosen(&corners, chess960, &format!("bestmove {wrong}")).unwrap_err();
                let message = format!("illegal move '{wrong}', which is written '{right}' here");
                assert_eq!(fault.to_string(), message);
            }
        }
        // A king step or a rook move that looks like castling is legal in both.
        let near = game("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        assert!(chosen(&near, true, "bestmove f1e1").is_ok());
        assert!(chosen(&near, true, "bestmove f1g1").is_ok_and(|mv| mv.is_castle()));
        let rook = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert!(chosen(&rook, false, "bestmove h1h8").is_ok());
    }

    #[test]
    fn an_upper_bound_at_the_stop_does_not_replace_the_settled_score() {
        let lines = [
            "info depth 7 score cp 31 nodes 700 pv e2e4",
            "info depth 8 score cp 40 lowerbound nodes 800 pv d2d4",
            "info depth 9 score mate -2 upperbound nodes 900 pv e2e4",
        ];
        let infos = lines.map(|line| match line.parse() {
            Ok(Reply::Info(info)) => (Duration::ZERO, *info),
            other => panic!("{other:?}"),
        });
        let game = Game::default();
        let mv = game.position().parse_uci("d2d4").unwrap();
        let thought = conclusion(mv, &infos, Duration::ZERO);
        assert_eq!(
            (thought.score, thought.depth, thought.nodes),
            (Some(Eval::Centipawns(40)), 8, 900)
        );
        assert_eq!(preferred(&game, &infos[1].1), Some(mv));
        assert_eq!(preferred(&game, &infos[2].1), None);
        assert_eq!(conclusion(mv, &infos[2..], Duration::ZERO).score, Some(Eval::Mate(-2)));
        assert_eq!(conclusion(mv, &[], Duration::ZERO).score, None);
    }
}
