//! SAN over whole games.

use std::collections::HashSet;

use crate::games::{Dice, STARTS, random_game};
use chess::{CastlingNotation, Game};

#[test]
fn every_legal_move_of_random_games_has_a_name_of_its_own_that_reads_back() {
    let mut rng = Dice::new(0x9e37_79b9_7f4a_7c15);
    for round in 0..24 {
        let played = random_game(STARTS[round % STARTS.len()], &mut rng, 120);
        let mut game = Game::new(played.start().clone());
        for &mv in played.moves() {
            let position = *game.position();
            let mut names = HashSet::new();
            for legal in &position.legal_moves() {
                let name = position.san(legal).to_string();
                assert_eq!(position.parse_san(&name), Ok(legal), "{name} in {position:?}");
                assert!(names.insert(name), "two moves of one name in {position:?}");
                let squares = legal.uci(CastlingNotation::Chess960).to_string();
                if legal.promotion().is_none() {
                    assert_eq!(position.parse_san(&squares), Ok(legal), "{squares}");
                }
            }
            game.play(mv).expect("played before");
        }
    }
}
