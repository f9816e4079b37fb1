//! Openings: random moves that lose no material, accepted if a search scores them as balanced.

use core::fmt;

use chess::{ARRANGEMENTS, Game, Position, Random, Setup};
use engine::{WinCurve, material};
use toolkit::WalkMoves;

use crate::settings::Settings;

/// Openings tried for a game before the run fails.
pub(super) const MAX_ATTEMPTS: u32 = 10_000;

/// No opening was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoOpening;

impl fmt::Display for NoOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no balanced opening among {MAX_ATTEMPTS} random ones; expected fewer random plies or a \
             higher limit"
        )
    }
}

impl core::error::Error for NoOpening {}

/// Draws the number of random plies of a game, uniformly from the range of the settings.
pub(super) fn random_ply_count(random: &mut Random, settings: &Settings) -> u32 {
    let (min, max) = (*settings.random_plies.start(), *settings.random_plies.end());
    min + random.below((max - min) as usize + 1) as u32
}

/// Plays random moves from the start; `None` if they end the game.
pub(super) fn random_walk(random: &mut Random, plies: u32, settings: &Settings) -> Option<Setup> {
    let start = match settings.chess960 {
        true => Game::new(Setup::chess960(random.below(ARRANGEMENTS))),
        false => Game::default(),
    };
    // The record starts here: a reader does not know the moves before, so they must not count as
    // repetitions.
    toolkit::random_walk(start, plies, WalkMoves::Sound, random).map(|game| game.setup())
}

/// Whether a game is played from this position, given the score of its search.
pub(super) fn is_accepted(
    random: &mut Random,
    score: i16,
    position: &Position,
    curve: &WinCurve,
    settings: &Settings,
) -> bool {
    let decided = f64::from(score.unsigned_abs()) > curve.half_win(material(position));
    settings.opening_limit.allows(score, curve, position)
        && (!decided || random.below(100) < settings.decided_percent as usize)
}

#[cfg(test)]
mod tests {
    use engine::knobs::Evaluator;

    use super::*;
    use crate::settings::OpeningLimit;

    /// Percent of 10,000 openings with this score that are accepted.
    fn accepted_percent(score: i16, decided_percent: u32) -> u32 {
        let opening_limit = OpeningLimit::FullBoard(120);
        let settings = Settings { opening_limit, decided_percent, ..Settings::default() };
        let (curve, position) = (WinCurve::of(Evaluator::Nnue), Position::initial());
        let mut random = Random::new(7);
        let mut accept = || is_accepted(&mut random, score, &position, &curve, &settings);
        (0..10_000).filter(|_| accept()).count() as u32 / 100
    }

    /// A half-win is 79.8 centipawns here.
    #[test]
    fn decided_openings_are_accepted_at_their_rate_and_none_beyond_the_limit() {
        for sign in [1, -1] {
            assert_eq!(accepted_percent(79 * sign, 25), 100);
            assert_eq!(accepted_percent(120 * sign, 100), 100);
            assert_eq!(accepted_percent(80 * sign, 0), 0);
            assert!((24..=26).contains(&accepted_percent(80 * sign, 25)));
            assert_eq!(accepted_percent(121 * sign, 100), 0);
        }
    }

    #[test]
    fn every_length_of_the_range_is_equally_likely() {
        let settings = Settings { random_plies: 4..=9, ..Settings::default() };
        let mut random = Random::new(3);
        let mut counts = [0; 10];
        for _ in 0..6_000 {
            counts[random_ply_count(&mut random, &settings) as usize] += 1;
        }
        assert!(counts[..4].iter().all(|&count| count == 0));
        assert!(counts[4..].iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
        let plies = random_walk(&mut random, 6, &settings).unwrap();
        assert_eq!((plies.fullmove_number, plies.position.turn()), (4, chess::Color::White));
    }
}
