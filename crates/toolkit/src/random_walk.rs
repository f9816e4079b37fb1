//! Random openings.

use chess::{Game, Move, MoveList, Random};
use engine::EXCHANGE;

/// Which random moves an opening may consist of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkMoves {
    /// Any legal move.
    Any,
    /// Moves that lose nothing in the exchange on their target square, or any if there is none.
    Sound,
}

/// Plays random moves; `None` if the game ends on the way.
pub fn random_walk(
    mut game: Game,
    plies: u32,
    moves: WalkMoves,
    random: &mut Random,
) -> Option<Game> {
    for _ in 0..plies {
        let mv = random_move(&game, moves, random)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

fn random_move(game: &Game, moves: WalkMoves, random: &mut Random) -> Option<Move> {
    let position = game.position();
    let legal = position.legal_moves();
    let mut sound = MoveList::new();
    if moves == WalkMoves::Sound {
        for mv in &legal {
            if position.exchange_at_least(mv, 0, &EXCHANGE) {
                sound.push(mv);
            }
        }
    }
    let choice = if sound.is_empty() { legal } else { sound };
    (!choice.is_empty()).then(|| choice[random.below(choice.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_has_its_length_and_sound_moves_lose_nothing() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let game = random_walk(Game::default(), 9, WalkMoves::Sound, &mut random).unwrap();
            assert_eq!(game.moves().len(), 9);
            let mut replay = Game::default();
            for &mv in game.moves() {
                let position = replay.position();
                let any_sound = position
                    .legal_moves()
                    .iter()
                    .any(|&mv| position.exchange_at_least(mv, 0, &EXCHANGE));
                assert!(!any_sound || position.exchange_at_least(mv, 0, &EXCHANGE));
                replay.play(mv).unwrap();
            }
        }
        let mut unsound = 0;
        for _ in 0..50 {
            let Some(game) = random_walk(Game::default(), 9, WalkMoves::Any, &mut random) else {
                continue;
            };
            let mut replay = Game::default();
            for &mv in game.moves() {
                unsound += u32::from(!replay.position().exchange_at_least(mv, 0, &EXCHANGE));
                replay.play(mv).unwrap();
            }
        }
        assert!(unsound > 20, "{unsound}");
    }
}
