//! Reads games from a stream, one at a time.

use std::io::Read;

use super::draft::{Draft, Failure};
use super::lexer::{Lexeme, Lexer, Token};
use super::movetext::begins_nothing;
use super::{PgnError, PgnFault, PgnGame};

/// Reads games from a stream, one at a time. Reading continues after a game that is refused.
///
/// ```
/// use chess::pgn::PgnReader;
///
/// let text = "1. e4 e5 *\n\n1. d4 d5 2. c4 *\n";
/// let lengths: Result<Vec<usize>, _> =
///     PgnReader::new(text.as_bytes()).map(|game| Ok(game?.moves().len())).collect();
/// assert_eq!(lengths?, [2, 3]);
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
pub struct PgnReader<R> {
    lexer: Lexer<R>,
    /// The token that ended the last game and belongs to the next.
    held: Option<Lexeme>,
    games: usize,
    done: bool,
}

impl<R: Read> PgnReader<R> {
    /// Reads from `stream`, which needs no buffer of its own.
    pub fn new(stream: R) -> PgnReader<R> {
        PgnReader { lexer: Lexer::new(stream), held: None, games: 0, done: false }
    }

    /// The number of games so far, unreadable ones included.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Reads the rest of the line after a result: comments there belong to the game that ended. It
    /// does not wait for another line, so that a live stream shows its games in time.
    fn finish_line(&mut self, draft: &mut Draft) {
        while !self.lexer.is_line_over() {
            let line = self.lexer.line();
            let Some(lexeme) = self.lexer.next() else { return };
            let is_comment = matches!(lexeme.token, Token::Comment { .. });
            if lexeme.line == line && is_comment {
                draft.take(lexeme);
            } else if !begins_nothing(&lexeme.token) {
                self.held = Some(lexeme);
                return;
            }
        }
    }

    fn fail(&self, line: usize, fault: PgnFault) -> Option<Result<PgnGame, PgnError>> {
        Some(Err(PgnError { game: self.games, line, fault, partial: None }))
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Result<PgnGame, PgnError>> {
        if self.done {
            return None;
        }
        if self.games == 0 && self.lexer.line() == 1 && self.lexer.is_utf16() {
            self.done = true;
            self.games = 1;
            return self.fail(1, PgnFault::Utf16);
        }
        let mut draft = Draft::default();
        loop {
            let Some(lexeme) = self.held.take().or_else(|| self.lexer.next()) else {
                self.done = true;
                break;
            };
            if draft.ends_before(&lexeme) {
                self.held = Some(lexeme);
                break;
            }
            // Comments on lines between a game and the tags of the next belong to neither.
            if self.games > 0 && draft.is_blank() && matches!(lexeme.token, Token::Tag { .. }) {
                draft = Draft::default();
            }
            if draft.take(lexeme) {
                self.finish_line(&mut draft);
                break;
            }
        }
        let failure = if self.done { self.lexer.take_failure() } else { None };
        if draft.is_blank() && failure.is_none() {
            return None;
        }
        self.games += 1;
        if let Some(error) = failure {
            return self.fail(self.lexer.line(), PgnFault::Io(error));
        }
        match draft.finish() {
            Ok(game) => Some(Ok(game)),
            Err(Failure { line, fault, partial }) => {
                Some(Err(PgnError { game: self.games, line, fault, partial }))
            }
        }
    }
}
