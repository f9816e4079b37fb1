//! How games begin: random moves that give nothing away, and a search that finds both sides
//! still have a game.

use core::fmt;

use chess::{ARRANGEMENTS, Game, Move, MoveList, Random, Setup};
use engine::EXCHANGE;

use crate::settings::Settings;

/// After so many failures in a row there is no opening to be had.
pub(super) const MOST_FAILURES: u32 = 10_000;

/// There is nothing to begin from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoOpening;

impl fmt::Display for NoOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no balanced opening among {MOST_FAILURES} random ones; fewer random plies or a higher \
             limit give some"
        )
    }
}

impl core::error::Error for NoOpening {}

/// Random moves from the start; `None` if the game ends on the way.
pub(super) fn walk(random: &mut Random, settings: &Settings) -> Option<Setup> {
    let mut game = match settings.chess960 {
        true => Game::new(Setup::chess960(random.below(ARRANGEMENTS))),
        false => Game::default(),
    };
    // One more or not, so that both sides come to move.
    for _ in 0..settings.random_plies as usize + random.below(2) {
        let mv = random_move(random, &game)?;
        game.play(mv).ok()?;
    }
    let over = game.outcome().is_some();
    // What follows is a game of its own: who reads it does not know what led here, and so what
    // led here must not count as repeated.
    (!over).then(|| game.setup())
}

/// Any move that loses nothing where it goes, or any at all.
fn random_move(random: &mut Random, game: &Game) -> Option<Move> {
    let position = game.position();
    let legal = position.legal_moves();
    let mut sound = MoveList::new();
    for mv in &legal {
        if position.exchange_at_least(mv, 0, &EXCHANGE) {
            sound.push(mv);
        }
    }
    let choice = if sound.is_empty() { legal } else { sound };
    (!choice.is_empty()).then(|| choice[random.below(choice.len())])
}
