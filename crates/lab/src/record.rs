//! A game as it is kept: enough to write its PGN, to count it and to play it through again.

use chess::pgn::{GameResult, PgnGame};
use chess::{CastlingField, CastlingNotation, Color, Game, Setup};
use serde::{Deserialize, Serialize};

use crate::game::{End, Played};
use crate::player::Thought;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its place in the schedule. Two by two they share an opening.
    pub number: u32,
    /// Which players had the colours, by their places.
    pub white: usize,
    pub black: usize,
    pub start: String,
    /// In the notation of Chess960, which means the same in every game.
    pub moves: Vec<String>,
    /// How many of the moves are the opening's.
    pub opening: usize,
    /// For each move after the opening.
    pub thoughts: Vec<Note>,
    pub result: Outcome,
    /// In words.
    pub end: String,
    /// Whether the loser failed rather than being beaten.
    pub fault: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    White,
    Black,
    Draw,
    /// The game does not count and is played again.
    Void,
}

/// What a player said of its move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// As PGN comments have it; empty if the player did not say.
    pub score: String,
    pub depth: u32,
    pub nodes: u64,
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

impl Record {
    pub fn new(number: u32, white: usize, black: usize, played: &Played) -> Record {
        let moves = played.game.moves();
        Record {
            number,
            white,
            black,
            start: played.game.start().to_fen(CastlingField::XFen),
            moves: moves.iter().map(|mv| mv.uci(CastlingNotation::Chess960).to_string()).collect(),
            opening: moves.len() - played.thoughts.len(),
            thoughts: played.thoughts.iter().map(Note::from).collect(),
            result: match played.end.winner() {
                Some(Some(Color::White)) => Outcome::White,
                Some(Some(Color::Black)) => Outcome::Black,
                Some(None) => Outcome::Draw,
                None => Outcome::Void,
            },
            end: describe(&played.end),
            fault: matches!(played.end, End::Fault { .. } | End::Void { .. }),
        }
    }

    /// Half points of a player who has taken part; `None` if the game does not count.
    pub fn half_points(&self, player: usize) -> Option<usize> {
        match self.result {
            Outcome::Draw => Some(1),
            Outcome::White => Some(if self.white == player { 2 } else { 0 }),
            Outcome::Black => Some(if self.black == player { 2 } else { 0 }),
            Outcome::Void => None,
        }
    }

    /// The game played through again; `None` if what was kept is no game.
    pub fn replay(&self) -> Option<Game> {
        let mut game = Game::new(self.start.parse::<Setup>().ok()?);
        for text in &self.moves {
            let mv = game.position().parse_uci(text).ok()?;
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// With the players' names and what they said in comments.
    pub fn pgn(&self, names: &[String], tags: &[(&str, &str)]) -> Option<PgnGame> {
        let mut pgn = PgnGame::from_game(&self.replay()?);
        let unknown = || "?".to_owned();
        let name = |player: usize| names.get(player).cloned().unwrap_or_else(unknown);
        let round = (self.number / 2 + 1).to_string();
        let own = [("Round", round), ("White", name(self.white)), ("Black", name(self.black))];
        let own = own.iter().map(|(tag, value)| (*tag, value.as_str()));
        for (tag, value) in tags.iter().copied().chain(own).chain([("Termination", &*self.end)]) {
            // A name that PGN cannot hold is left out rather than the game.
            let _ = pgn.set_tag(tag, value);
        }
        pgn.set_result(match self.result {
            Outcome::White => GameResult::WhiteWins,
            Outcome::Black => GameResult::BlackWins,
            Outcome::Draw => GameResult::Draw,
            Outcome::Void => GameResult::Open,
        });
        for (ply, note) in self.thoughts.iter().enumerate() {
            let seconds = note.milliseconds as f64 / 1000.0;
            let score = if note.score.is_empty() { "0.00" } else { &note.score };
            let text = format!("{score}/{} {seconds:.3}s {}", note.depth, note.nodes);
            pgn.comment_move(self.opening + ply, &text);
        }
        Some(pgn)
    }
}

/// The end in words, as the Termination tag has it.
fn describe(end: &End) -> String {
    match end {
        End::Rules(outcome) => outcome.to_string(),
        End::Adjudicated(Some(winner)) => format!("adjudicated: {winner} wins"),
        End::Adjudicated(None) => "adjudicated: draw".to_owned(),
        End::Time { loser, over } => {
            format!("{loser} loses on time, {} ms over", over.as_millis())
        }
        End::Fault { loser, fault } => format!("{loser} loses: {fault}"),
        End::Void { fault } => format!("does not count: {fault}"),
    }
}
