//! The record of a game in the journal: enough to count it, to replay it and to write its PGN.

mod ending;

use core::fmt;

use chess::pgn::PgnGame;
use chess::{CastlingField, CastlingNotation, Game, GameResult, Setup};
use serde::{Deserialize, Serialize};
use toolkit::Ending;

use crate::game::Played;
use crate::player::Thought;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its place in the schedule. Games 2n and 2n+1 form a pair.
    pub number: u32,
    /// The places of the players.
    pub white: usize,
    pub black: usize,
    pub start: String,
    /// Separated by spaces, in Chess960 notation, which is unambiguous in every game.
    pub moves: String,
    /// The number of moves that belong to the opening.
    pub opening: usize,
    /// The name that the book gives the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// One for each move after the opening.
    pub notes: Vec<Note>,
    /// `None` if the game does not count.
    #[serde(with = "result_words")]
    pub result: Option<GameResult>,
    pub ending: Ending,
    /// The end in words.
    pub words: String,
}

/// The result in words, as the journal stores it. A game that does not count is void, and is
/// played again.
mod result_words {
    use chess::GameResult;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        White,
        Black,
        Draw,
        Void,
    }

    pub(super) fn serialize<S: Serializer>(
        result: &Option<GameResult>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let word = match result {
            Some(GameResult::WhiteWins) => Word::White,
            Some(GameResult::BlackWins) => Word::Black,
            Some(GameResult::Draw) => Word::Draw,
            None => Word::Void,
        };
        word.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<GameResult>, D::Error> {
        Ok(match Word::deserialize(deserializer)? {
            Word::White => Some(GameResult::WhiteWins),
            Word::Black => Some(GameResult::BlackWins),
            Word::Draw => Some(GameResult::Draw),
            Word::Void => None,
        })
    }
}

/// The part of a record that counting needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    pub number: u32,
    pub white: usize,
    pub black: usize,
    /// `None` if the game does not count.
    #[serde(with = "result_words")]
    pub result: Option<GameResult>,
    pub ending: Ending,
}

/// What a player reported about its move. The keys are short because every move has a note.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// As PGN comments write it; empty if the player reported none.
    #[serde(rename = "s")]
    pub score: String,
    #[serde(rename = "d")]
    pub depth: u32,
    #[serde(rename = "n")]
    pub nodes: u64,
    #[serde(rename = "t")]
    pub milliseconds: u64,
}

impl From<&Thought> for Note {
    fn from(thought: &Thought) -> Note {
        Note {
            score: thought.score.map(|score| score.to_string()).unwrap_or_default(),
            depth: thought.depth,
            nodes: thought.nodes,
            milliseconds: thought.time.as_millis().min(u128::from(u64::MAX)) as u64,
        }
    }
}

/// As PGN comments write it, without what the player did not report.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.score.is_empty() {
            write!(f, "{}/{} ", self.score, self.depth)?;
        }
        write!(f, "{:.3}s", self.milliseconds as f64 / 1000.0)?;
        if self.nodes > 0 { write!(f, " n={}", self.nodes) } else { Ok(()) }
    }
}

impl Record {
    pub fn new(number: u32, white: usize, black: usize, played: &Played) -> Record {
        let moves = played.game.moves();
        let text: Vec<String> =
            moves.iter().map(|mv| mv.uci(CastlingNotation::Chess960).to_string()).collect();
        Record {
            number,
            white,
            black,
            start: played.game.start().to_fen(CastlingField::XFen),
            moves: text.join(" "),
            opening: moves.len() - played.thoughts.len(),
            opening_name: None,
            notes: played.thoughts.iter().map(Note::from).collect(),
            result: played.end.result(),
            ending: ending::of(&played.end),
            words: ending::describe(&played.end),
        }
    }

    pub fn summary(&self) -> GameSummary {
        let &Record { number, white, black, result, ending, .. } = self;
        GameSummary { number, white, black, result, ending }
    }

    /// Whether a player failed in this game instead of being beaten.
    pub fn failed(&self, player: usize) -> bool {
        self.ending.is_fault()
            && match self.result {
                Some(GameResult::WhiteWins) => player == self.black,
                Some(GameResult::BlackWins) => player == self.white,
                Some(GameResult::Draw) => false,
                None => true,
            }
    }

    /// Replays the game; `None` if the record is not a legal game.
    pub fn replay(&self) -> Option<Game> {
        let mut game = Game::new(self.start.parse::<Setup>().ok()?);
        for text in self.moves.split_ascii_whitespace() {
            let mv = game.position().parse_uci(text).ok()?;
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// The game as PGN, with the players' notes as comments.
    pub fn pgn(&self, names: &[String], tags: &[(&str, &str)]) -> Option<PgnGame> {
        let mut pgn = PgnGame::from_game(&self.replay()?);
        let unknown = || "?".to_owned();
        let name = |player: usize| names.get(player).cloned().unwrap_or_else(unknown);
        let round = format!("{}.{}", self.number / 2 + 1, self.number % 2 + 1);
        let own = [
            ("Round", round),
            ("White", name(self.white)),
            ("Black", name(self.black)),
            ("Termination", ending::termination(self.ending).to_owned()),
        ];
        let own = own.iter().map(|(tag, value)| (*tag, value.as_str()));
        let opening = self.opening_name.as_deref().map(|name| ("Opening", name));
        for (tag, value) in tags.iter().copied().chain(own).chain(opening) {
            // A value that PGN cannot hold costs the tag, not the game.
            let _ = pgn.set_tag(tag, value);
        }
        pgn.set_result(self.result);
        // One pass: looking up each move from the start would take quadratic time.
        let places: Vec<_> = pgn.tree().main_line().skip(self.opening).collect();
        for (index, note) in self.notes.iter().enumerate() {
            let mut text = note.to_string();
            if index + 1 == self.notes.len() {
                text += ", ";
                text += &self.words;
            }
            if let Some(&place) = places.get(index) {
                pgn.comment(place, &text);
            }
        }
        Some(pgn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::record;

    #[test]
    fn a_score_that_was_not_reported_is_not_invented() {
        let mut game = record(0, 0, 1, Some(GameResult::Draw));
        game.opening = 0;
        let scored = Note { score: "+0.31".to_owned(), depth: 9, nodes: 5_000, milliseconds: 7 };
        let silent = Note { score: String::new(), depth: 0, nodes: 0, milliseconds: 12 };
        game.notes = vec![scored, silent];
        game.words = "draw: both players agree".to_owned();
        let pgn = game.pgn(&[], &[]).unwrap().to_string();
        let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(pgn.contains("e4 {+0.31/9 0.007s n=5000}"), "{pgn}");
        assert!(pgn.contains("e5 {0.012s, draw: both players agree}"), "{pgn}");
    }

    #[test]
    fn the_name_of_an_opening_becomes_a_tag() {
        let mut game = record(0, 0, 1, Some(GameResult::Draw));
        let tag = |game: &Record| {
            let pgn = game.pgn(&[], &[]).unwrap();
            pgn.tags().get("Opening").map(str::to_owned)
        };
        assert_eq!(tag(&game), None);
        game.opening_name = Some("Ruy Lopez".to_owned());
        assert_eq!(tag(&game).as_deref(), Some("Ruy Lopez"));
    }
}
