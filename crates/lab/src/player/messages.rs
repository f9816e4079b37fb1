//! Between our own words and those of UCI.

use core::time::Duration;

use chess::{CastlingField, CastlingNotation, Game, Move, Setup};
use uci::{BestMove, Command, Go, Info, PositionCommand, ScoreValue, StartFrom};

use super::{Clocks, Eval, Fault};
use crate::limit::Limit;

/// How an engine is told where the game stands.
pub(crate) fn position(game: &Game, chess960: bool) -> Command {
    let notation = if chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard };
    let start = game.start();
    let start = if *start == Setup::initial() {
        StartFrom::Startpos
    } else {
        StartFrom::Fen(start.to_fen(CastlingField::XFen))
    };
    let moves = game.moves().iter().map(|mv| mv.uci(notation).to_string()).collect();
    Command::Position(PositionCommand { start, moves })
}

pub(super) fn chosen(game: &Game, best: BestMove) -> Result<Move, Fault> {
    let illegal = || Fault::Illegal(best.to_string().trim_start_matches("bestmove ").to_owned());
    match best {
        BestMove::Move { best, .. } => {
            game.position().parse_uci(&best.to_string()).map_err(|_| illegal())
        }
        BestMove::NoLegalMove | BestMove::Null => Err(illegal()),
    }
}

pub(super) fn eval(info: &Info) -> Option<Eval> {
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
        Limit::Clock { increment, .. } => {
            (go.wtime, go.btime) = (milliseconds(clocks.left[0]), milliseconds(clocks.left[1]));
            (go.winc, go.binc) = (milliseconds(increment), milliseconds(increment));
            go.movestogo = clocks.moves_to_go.map(i64::from);
        }
        Limit::MoveTime(time) => go.movetime = milliseconds(time),
        Limit::Nodes(nodes) => go.nodes = count(nodes),
        // Only our own engines know soft nodes by that name.
        Limit::SoftNodes(nodes) => go.softnodes = count(nodes),
        Limit::Depth(depth) => go.depth = Some(i64::from(depth)),
    }
    go
}
