//! A finished search: its output, its answer, and whether the moves are legal.

use std::time::{Duration, Instant};

use chess::{CastlingNotation, Game, Move, Position};
use uci::{Bound, Info, Reply, ScoreValue};

use super::raw_lines::RawLine;
use super::syntax;

pub(super) struct Search {
    pub(super) game: Game,
    notation: CastlingNotation,
    asked: Instant,
    lines: Vec<RawLine>,
}

impl Search {
    /// The last line is the answer.
    pub(super) fn new(
        game: Game,
        notation: CastlingNotation,
        asked: Instant,
        lines: Vec<RawLine>,
    ) -> Search {
        Search { game, notation, asked, lines }
    }

    pub(super) fn answer(&self) -> &str {
        self.lines.last().map_or("", |line| line.text.trim())
    }

    /// The time until the answer.
    pub(super) fn took(&self) -> Duration {
        self.lines
            .last()
            .map_or(Duration::ZERO, |line| line.at.saturating_duration_since(self.asked))
    }

    /// The time until the first line.
    pub(super) fn first_line(&self) -> Duration {
        self.lines
            .first()
            .map_or(Duration::ZERO, |line| line.at.saturating_duration_since(self.asked))
    }

    fn answer_word(&self, index: usize) -> Option<&str> {
        self.answer().split_ascii_whitespace().nth(index)
    }

    /// The answered move as written.
    pub(super) fn best_word(&self) -> &str {
        self.answer_word(1).unwrap_or_default()
    }

    /// The answered move, if it is legal and in the notation that clients read.
    pub(super) fn best(&self) -> Result<Move, String> {
        read_move(self.game.position(), self.notation, self.best_word())
            .map_err(|why| format!("{}: {why}", self.answer()))
    }

    /// The ponder move, if the answer names one.
    pub(super) fn ponder_word(&self) -> Option<&str> {
        (self.answer_word(2) == Some("ponder")).then(|| self.answer_word(3).unwrap_or_default())
    }

    /// The lines that begin with `info`.
    pub(super) fn info_lines(&self) -> impl DoubleEndedIterator<Item = &str> {
        let lines = self.lines.iter().map(|line| line.text.trim());
        lines.filter(|line| line.split_ascii_whitespace().next() == Some("info"))
    }

    /// The parsed `info` lines, without strings.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = (&str, Box<Info>)> {
        self.info_lines().filter_map(|line| match line.parse() {
            Ok(Reply::Info(info)) if info.string.is_none() => Some((line, info)),
            _ => None,
        })
    }

    /// The last exact score of the first variation.
    pub(super) fn score(&self) -> Option<(&str, ScoreValue)> {
        self.infos().rev().find_map(|(line, info)| {
            let score = info.score.filter(|score| score.bound == Bound::Exact)?;
            is_first(&info).then_some((line, score.value))
        })
    }

    /// The last first variation.
    pub(super) fn line(&self) -> Option<(&str, Vec<&str>)> {
        self.infos().rev().find_map(|(line, info)| {
            let moves = syntax::moves_after(line, "pv");
            (is_first(&info) && !moves.is_empty()).then_some((line, moves))
        })
    }

    pub(super) fn nodes(&self) -> Option<i64> {
        self.infos().rev().find_map(|(_, info)| info.nodes)
    }

    pub(super) fn depth(&self) -> Option<i64> {
        self.infos().filter_map(|(_, info)| info.depth).max()
    }

    /// Plays moves from the position of the search.
    pub(super) fn follow(&self, moves: &[&str]) -> Result<Game, String> {
        follow(&self.game, self.notation, moves)
    }
}

fn is_first(info: &Info) -> bool {
    info.multipv.is_none_or(|line| line == 1)
}

/// A legal move in the notation that clients expect.
pub(super) fn read_move(
    position: &Position,
    notation: CastlingNotation,
    text: &str,
) -> Result<Move, String> {
    let mv = position.parse_uci(text).map_err(|why| why.to_string())?;
    let expected = mv.uci(notation).to_string();
    if text == expected { Ok(mv) } else { Err(format!("'{text}' is written '{expected}' here")) }
}

fn follow(game: &Game, notation: CastlingNotation, moves: &[&str]) -> Result<Game, String> {
    let mut game = game.clone();
    for (index, text) in moves.iter().enumerate() {
        let mv = read_move(game.position(), notation, text)
            .map_err(|why| format!("move {} of it: {why}", index + 1))?;
        game.play(mv).map_err(|why| why.to_string())?;
    }
    Ok(game)
}
