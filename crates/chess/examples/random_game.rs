//! Plays a random game until it is over and prints it as PGN.
//! Usage: random_game [SEED]

use std::error::Error;

use chess::pgn::PgnGame;
use chess::{Game, Random};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut random = Random::new(seed);
    let mut game = Game::default();
    while game.outcome().is_none() {
        let moves = game.position().legal_moves();
        let mv = random.pick(&moves).expect("a game that is not over has a move");
        game.play(mv)?;
    }

    let mut pgn = PgnGame::from_game(&game);
    pgn.set_tag("Event", &format!("Random game {seed}"))?;
    pgn.set_tag("Round", "1")?;
    if let Some(outcome) = game.outcome() {
        pgn.set_tag("Termination", &outcome.to_string())?;
    }
    print!("{pgn}");
    Ok(())
}
