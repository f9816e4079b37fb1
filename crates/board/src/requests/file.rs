//! Games of the file that the board was started with.

use serde_json::json;

use crate::board::Board;
use crate::fields::Fields;
use crate::game_file::GameFile;
use crate::refusal::{Answer, Refusal};

/// The most games of one answer, and the longest search.
const MAX_COUNT: usize = 500;
const MAX_SEARCH: usize = 200;

fn file(board: &Board) -> Result<&GameFile, Refusal> {
    let none = "there is no file of games; expected the board to be started with --pgn";
    board.games.as_ref().ok_or_else(|| Refusal::new(none))
}

/// A page of the list.
pub(crate) fn list(board: &Board, fields: &Fields) -> Answer {
    let file = file(board)?;
    let from = fields.optional_number("from", 0..=usize::MAX >> 1)?.unwrap_or(0);
    let count = fields.optional_number("count", 1..=MAX_COUNT)?.unwrap_or(MAX_COUNT);
    let search = fields.optional_text("search")?.unwrap_or_default();
    if search.len() > MAX_SEARCH {
        return Err(Refusal(format!("search: expected at most {MAX_SEARCH} letters")));
    }
    let found = file.matching(search);
    let games: Vec<_> = found.iter().skip(from).take(count).collect();
    Ok(json!({"games": games, "total": file.len(), "matching": found.len()}))
}

/// One game.
pub(crate) fn game(board: &Board, fields: &Fields) -> Answer {
    let file = file(board)?;
    let number = fields.number("number", 1..=usize::MAX >> 1)?;
    Ok(json!({"game": file.game(number)?}))
}
