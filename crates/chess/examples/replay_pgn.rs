//! Replays the games of a PGN file and prints the final position of each.
//! Usage: replay_pgn < FILE

use std::io::stdin;
use std::process::ExitCode;

use chess::Game;
use chess::pgn::{PgnGame, PgnReader, result_text};

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for pgn in PgnReader::new(stdin().lock()) {
        match pgn {
            Ok(pgn) => println!("{}", final_position(&pgn)),
            Err(error) => {
                // The reader goes on with the next game.
                eprintln!("{error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn final_position(pgn: &PgnGame) -> String {
    let mut game = Game::new(pgn.start().clone());
    for mv in pgn.moves() {
        game.play(mv).expect("the reader accepts legal moves only");
    }
    let player = |name| pgn.tags().get(name).unwrap_or("?");
    let outcome = game.outcome().map_or(String::new(), |outcome| format!(" ({outcome})"));
    let (white, black, result) = (player("White"), player("Black"), result_text(pgn.result()));
    format!("{white} - {black} {result}{outcome}: {}", game.setup())
}
