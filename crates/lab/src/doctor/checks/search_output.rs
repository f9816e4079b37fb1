//! The output of a search: variations, scores and numbers.

use std::collections::BTreeMap;

use uci::{Bound, Info, ScoreValue};

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::positions::{
    ENDING, MATE_IN_TWO, MIDDLE, ONLY_PROMOTIONS, TWO_MOVES, initial, of,
};
use crate::doctor::search::Search;
use crate::doctor::syntax::{faults, moves_after};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 5] = [
    Check {
        name: "info-lines",
        done: "read every info line of three searches word by word",
        clients: "fastchess --compliance wants a score and proper numbers; python-chess drops the \
                  field or shows a bound as a score; GUIs show nothing",
        run: info_lines,
    },
    Check {
        name: "pv-legal",
        done: "played every pv of five searches on a board",
        clients: "fastchess and cutechess warn about it; GUIs truncate the variation or draw \
                  wrong arrows",
        run: pv_legal,
    },
    Check {
        name: "pv-begins-with-bestmove",
        done: "compared each answer with the last pv",
        clients: "GUIs show a move that is not played; adjudication uses the score of another \
                  move",
        run: pv_begins_with_best_move,
    },
    Check {
        name: "multipv",
        done: "MultiPV 3 and go depth 4",
        clients: "En Croissant, Nibbler and Lucas Chess show gaps or nothing",
        run: multi_pv,
    },
    Check {
        name: "multipv-few-moves",
        done: "MultiPV 5 in a position with two legal moves",
        clients: "En Croissant and Nibbler wait for missing lines, or show a move twice",
        run: few_moves,
    },
];

fn info_lines(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    if dialogue.introduction.offers_switch("UCI_ShowWDL") {
        dialogue.set("UCI_ShowWDL", "true")?;
    }
    let mut count = 0;
    for game in [initial(), of(MIDDLE), of(MATE_IN_TWO)] {
        let found = dialogue.search(&game, "go movetime 200")?;
        for line in found.info_lines() {
            count += 1;
            for fault in faults(line) {
                let text = format!("{}: {line}", fault.what);
                if fault.grave { visit.fail(text) } else { visit.warn(text) }
            }
        }
        if found.score().is_none() {
            visit.fail(format!("no score was reported before {}", found.answer()));
        }
    }
    visit.note(format!("{count} lines"));
    Ok(())
}

fn pv_legal(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let mut count = 0;
    for game in [initial(), of(MIDDLE), of(ENDING), of(MATE_IN_TWO), of(ONLY_PROMOTIONS)] {
        let found = dialogue.search(&game, "go movetime 200")?;
        for (line, _) in found.infos() {
            let moves = moves_after(line, "pv");
            count += usize::from(!moves.is_empty());
            if let Err(why) = found.follow(&moves) {
                visit.fail(format!("{why}: {line}"));
            }
        }
    }
    if count == 0 {
        visit.warn("no pv was reported");
    }
    visit.note(format!("{count} variations"));
    Ok(())
}

fn pv_begins_with_best_move(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for game in [initial(), of(MIDDLE), of(ENDING)] {
        for go in ["go depth 4", "go movetime 20", "go movetime 100"] {
            let found = dialogue.search(&game, go)?;
            if let Some((line, moves)) = found.line()
                && moves.first() != Some(&found.best_word())
            {
                visit.warn(format!("{} after {line}", found.answer()));
            }
        }
    }
    Ok(())
}

fn multi_pv(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let Some(lines) = dialogue.introduction.within("MultiPV", 3) else {
        visit.skip("no option MultiPV is offered");
        return Ok(());
    };
    dialogue.set("MultiPV", &lines.to_string())?;
    let found = dialogue.search(&of(MIDDLE), "go depth 4")?;
    visit.expect(found.best());
    judge_lines(visit, &found, i64::from(lines));
    Ok(())
}

fn few_moves(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let Some(lines) = dialogue.introduction.within("MultiPV", 5) else {
        visit.skip("no option MultiPV is offered");
        return Ok(());
    };
    dialogue.set("MultiPV", &lines.to_string())?;
    let found = dialogue.search(&of(TWO_MOVES), "go depth 4")?;
    visit.expect(found.best());
    judge_lines(visit, &found, i64::from(lines.min(2)));
    Ok(())
}

/// The last depth must report every line, each with a different first move, the best first and in
/// order.
fn judge_lines(visit: &mut Visit<'_>, found: &Search, expected: i64) {
    let infos: Vec<(&str, Box<Info>)> =
        found.infos().filter(|(_, info)| !info.pv.is_empty()).collect();
    if let Some((line, _)) = infos.iter().find(|(_, info)| info.multipv.is_none()) {
        visit.fail(format!("no multipv: {line}"));
        return;
    }
    let deepest = infos.iter().filter_map(|(_, info)| info.depth).max();
    let mut last: BTreeMap<i64, &(&str, Box<Info>)> = BTreeMap::new();
    for line in infos.iter().filter(|(_, info)| info.depth == deepest) {
        last.insert(line.1.multipv.unwrap_or_default(), line);
    }
    let numbers: Vec<i64> = last.keys().copied().collect();
    if numbers != (1..=expected).collect::<Vec<i64>>() {
        let depth = deepest.unwrap_or_default();
        visit.fail(format!("lines {numbers:?} at depth {depth}; expected 1 to {expected}"));
        return;
    }
    let block: Vec<i64> =
        infos.iter().rev().take(numbers.len()).rev().filter_map(|(_, info)| info.multipv).collect();
    if block != numbers {
        visit.warn(format!("the last lines come in the order {block:?}"));
    }
    for pair in last.values().collect::<Vec<_>>().windows(2) {
        let [(line, better), (next, worse)] = [pair[0], pair[1]];
        if better.pv.first() == worse.pv.first() {
            visit.fail(format!("the same move twice: {line} and {next}"));
        }
        if value(better).zip(value(worse)).is_some_and(|(better, worse)| better < worse) {
            visit.warn(format!("not in order: {line} and {next}"));
        }
    }
    visit.note(format!("{} lines", numbers.len()));
}

/// A score for comparison: mates rank above all centipawns, shorter ones higher.
fn value(info: &Info) -> Option<i64> {
    const MATE: i64 = 1 << 40;
    let score = info.score.filter(|score| score.bound == Bound::Exact)?;
    Some(match score.value {
        ScoreValue::Centipawns(centipawns) => i64::from(centipawns),
        ScoreValue::Mate(moves) if moves > 0 => MATE - i64::from(moves),
        ScoreValue::Mate(moves) => -MATE - i64::from(moves),
    })
}
