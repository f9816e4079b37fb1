//! Where each game of a PGN text begins and ends, with its tags. A game can then be read alone,
//! however long the text is.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use chess::pgn::{PgnGame, PgnReader};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct IndexedGame {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) tags: Vec<(String, String)>,
    /// Moves of the main line.
    pub(crate) plies: usize,
    /// The bytes of the game.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

impl IndexedGame {
    pub(crate) fn tag(&self, name: &str) -> &str {
        let tag = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        tag.map_or("", |(_, value)| value.as_str())
    }
}

/// Hands out one byte at a time, so that what was handed out ends where the reader stopped. Keeps
/// the bytes since the last boundary.
struct Bytewise<R> {
    inner: BufReader<R>,
    seen: Rc<Cell<Vec<u8>>>,
}

impl<R: Read> Read for Bytewise<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(&byte) = self.inner.fill_buf()?.first() else { return Ok(0) };
        let Some(first) = buffer.first_mut() else { return Ok(0) };
        *first = byte;
        self.inner.consume(1);
        let mut seen = self.seen.take();
        seen.push(byte);
        self.seen.set(seen);
        Ok(1)
    }
}

/// The games of a text, up to `most` of them. A stream that fails ends the list with an error.
pub(crate) fn index(stream: impl Read, most: usize) -> Vec<IndexedGame> {
    let seen = Rc::new(Cell::new(Vec::new()));
    let bytes =
        Bytewise { inner: BufReader::with_capacity(1 << 16, stream), seen: Rc::clone(&seen) };
    let mut reader = PgnReader::new(bytes);
    let (mut games, mut start) = (Vec::new(), 0);
    while games.len() < most
        && let Some(game) = reader.next()
    {
        let mut text = seen.take();
        let length = boundary(&text);
        let number = reader.games();
        let (tags, plies, error) = match game {
            Ok(game) => (tags(&game), game.tree().main_line().count(), None),
            Err(error) => (Vec::new(), 0, Some(error.fault.to_string())),
        };
        let end = start + length as u64;
        games.push(IndexedGame { number, tags, plies, start, end, error });
        text.drain(..length);
        seen.set(text);
        start = end;
    }
    games
}

fn tags(game: &PgnGame) -> Vec<(String, String)> {
    let tags = game.tags().iter();
    tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The length of the first game of a text that may already contain the first tag of the next. A
/// game without a result ends where the tags of the next begin.
fn boundary(text: &[u8]) -> usize {
    let trimmed = text.trim_ascii_end();
    let ended = [&b"*"[..], b"1-0", b"0-1", b"1/2", b"}", "½".as_bytes()];
    if ended.iter().any(|end| trimmed.ends_with(end)) {
        return text.len();
    }
    let (mut at, mut in_moves) = (0, false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_tag = line.trim_ascii_start().starts_with(b"[");
        if is_tag && in_moves {
            return at;
        }
        in_moves |= !is_tag && !line.trim_ascii().is_empty();
        at += line.len();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The white players of the games, each read alone from its bytes.
    fn players(text: &str) -> Vec<String> {
        let games = index(text.as_bytes(), usize::MAX);
        let read = |game: &IndexedGame| {
            let bytes = &text.as_bytes()[game.start as usize..game.end as usize];
            let alone = PgnReader::new(bytes).next().unwrap().unwrap();
            assert_eq!(alone.tree().main_line().count(), game.plies);
            alone.tags().get("White").unwrap_or("?").to_owned()
        };
        games.iter().map(read).collect()
    }

    #[test]
    fn every_game_can_be_read_alone() {
        let text = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n{after}\n";
        assert_eq!(players(text), ["A", "B"]);
    }

    #[test]
    fn a_game_without_a_result_ends_before_the_next_tags() {
        let text = "[White \"A\"]\n[Black \"X\"]\n\n1. e4 e5\n\n[White \"B\"]\n[Black \"Y\"]\n\n1. d4 d5\n";
        assert_eq!(players(text), ["A", "B"]);
    }

    #[test]
    fn games_without_tags_or_with_bracketed_comments_are_told_apart() {
        assert_eq!(players("1. e4 *\n\n1. d4 {[%clk 1]\n[%emt 2]} 1-0\n\n1. c4 0-1"), ["?"; 3]);
    }

    #[test]
    fn a_game_that_cannot_be_read_is_listed_with_its_fault() {
        let text = "1. e5 *\n\n[White \"B\"]\n\n1. e4 *\n";
        let games = index(text.as_bytes(), usize::MAX);
        assert_eq!(games.len(), 2);
        assert!(games[0].error.as_deref().unwrap().contains("'e5' is not legal here"));
        assert_eq!((games[1].tag("white"), games[1].plies), ("B", 1));
    }
}
