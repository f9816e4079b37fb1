//! The file of games that the board was started with. It is listed once; single games are read when
//! somebody asks for them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use chess::pgn::PgnReader;
use serde::Serialize;

use crate::game_json::GameJson;
use crate::pgn_index::{IndexedGame, index};
use crate::refusal::Refusal;

pub(crate) struct GameFile {
    path: PathBuf,
    games: Vec<ListedGame>,
}

/// A game as lists show it.
#[derive(Serialize)]
pub(crate) struct ListedGame {
    number: usize,
    white: String,
    black: String,
    result: String,
    date: String,
    event: String,
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip)]
    start: u64,
    #[serde(skip)]
    end: u64,
}

impl From<IndexedGame> for ListedGame {
    fn from(game: IndexedGame) -> ListedGame {
        let tag = |name| game.tag(name).to_owned();
        ListedGame {
            number: game.number,
            white: tag("White"),
            black: tag("Black"),
            result: tag("Result"),
            date: tag("Date"),
            event: tag("Event"),
            plies: game.plies,
            error: game.error,
            start: game.start,
            end: game.end,
        }
    }
}

impl ListedGame {
    /// Whether a tag contains the words, which are in lower case.
    fn matches(&self, words: &str) -> bool {
        [&self.white, &self.black, &self.event, &self.date, &self.result]
            .iter()
            .any(|tag| tag.to_lowercase().contains(words))
    }
}

impl GameFile {
    /// Lists the games of a file.
    pub(crate) fn open(path: &Path) -> io::Result<GameFile> {
        let games = index(File::open(path)?, usize::MAX).into_iter().map(ListedGame::from);
        Ok(GameFile { path: path.to_owned(), games: games.collect() })
    }

    /// The name without its folders.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// The games that match, in the order of the file; an empty search matches all.
    pub(crate) fn matching(&self, search: &str) -> Vec<&ListedGame> {
        let words = search.trim().to_lowercase();
        self.games.iter().filter(|game| words.is_empty() || game.matches(&words)).collect()
    }

    /// Reads the game with this number, counted from 1.
    pub(crate) fn game(&self, number: usize) -> Result<GameJson, Refusal> {
        let listed = number.checked_sub(1).and_then(|place| self.games.get(place));
        let listed =
            listed.ok_or_else(|| Refusal(format!("number: expected 1 to {}", self.games.len())))?;
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(listed.start))?;
        let mut reader = PgnReader::new(file.take(listed.end - listed.start));
        let game = reader.next().ok_or_else(|| Refusal::new("the file has changed"))??;
        Ok(GameJson::from(&game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use toolkit::TempFolder;

    #[test]
    fn games_are_found_and_read_one_by_one() {
        let folder = TempFolder::new("games");
        let path = folder.file("two.pgn");
        let text =
            "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 1-0\n\n[White \"Cid\"]\n\n1. d4 *\n";
        fs::write(&path, text).unwrap();
        let file = GameFile::open(&path).unwrap();
        assert_eq!((file.name().as_str(), file.len()), ("two.pgn", 2));
        let found =
            |search| file.matching(search).iter().map(|game| game.number).collect::<Vec<_>>();
        assert_eq!((found(""), found(" bOB"), found("nobody")), (vec![1, 2], vec![1], vec![]));
        let second = file.game(2).map_err(|why| why.0).unwrap();
        assert_eq!(second.pgn().map_err(|why| why.0).unwrap().moves().len(), 1);
        assert!(file.game(0).is_err() && file.game(3).is_err());
    }
}
