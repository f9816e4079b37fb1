//! Between what engines say and what the lab asks and hears.

use core::time::Duration;

use chess::{Game, Move};
use uci::{BestMove, Bound, Go, Info, ScoreValue};

use super::{Clocks, Eval, Fault, Thought};
use crate::limit::Limit;

pub(super) fn chosen(game: &Game, best: BestMove) -> Result<Move, Fault> {
    let illegal = || Fault::Illegal(best.to_string().trim_start_matches("bestmove ").to_owned());
    match best {
        BestMove::Move { best, .. } => {
            game.position().parse_uci(&best.to_string()).map_err(|_| illegal())
        }
        BestMove::NoLegalMove | BestMove::Null => Err(illegal()),
    }
}

/// The move that a line of information speaks for. One whose score has dropped out of the window
/// may yet stay or go.
pub(super) fn leaning(game: &Game, info: &Info) -> Option<Move> {
    info.score.filter(|score| score.bound != Bound::Upper)?;
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
