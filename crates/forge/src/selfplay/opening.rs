//! How games begin: random moves that give nothing away, and a search that finds both sides
//! still have a game.

use core::fmt;

use chess::{ARRANGEMENTS, Game, Move, MoveList, Position, Random, Setup};
use engine::{EXCHANGE, WinCurve, material};

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

/// How many random plies a game has: any number of the range is as likely.
pub(super) fn length(random: &mut Random, settings: &Settings) -> u32 {
    let (least, most) = (*settings.random_plies.start(), *settings.random_plies.end());
    least + random.below((most - least) as usize + 1) as u32
}

/// Random moves from the start; `None` if the game ends on the way.
pub(super) fn walk(random: &mut Random, plies: u32, settings: &Settings) -> Option<Setup> {
    let mut game = match settings.chess960 {
        true => Game::new(Setup::chess960(random.below(ARRANGEMENTS))),
        false => Game::default(),
    };
    for _ in 0..plies {
        let mv = random_move(random, &game)?;
        game.play(mv).ok()?;
    }
    let over = game.outcome().is_some();
    // What follows is a game of its own: who reads it does not know what led here, and so what
    // led here must not count as repeated.
    (!over).then(|| game.setup())
}

/// Whether a game may start from this position, whose score is the search's.
pub(super) fn is_played(
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

#[cfg(test)]
mod tests {
    use engine::knobs::Evaluator;

    use super::*;
    use crate::settings::OpeningLimit;

    /// Of 10,000 openings with this score, how many hundred are played.
    fn played(score: i16, decided_percent: u32) -> u32 {
        let opening_limit = OpeningLimit::FullBoard(120);
        let settings = Settings { opening_limit, decided_percent, ..Settings::default() };
        let (curve, position) = (WinCurve::of(Evaluator::Nnue), Position::initial());
        let mut random = Random::new(7);
        let mut play = || is_played(&mut random, score, &position, &curve, &settings);
        (0..10_000).filter(|_| play()).count() as u32 / 100
    }

    /// A half-win is 79.8 centipawns here.
    #[test]
    fn some_openings_that_are_decided_are_played_and_none_beyond_the_limit() {
        for sign in [1, -1] {
            assert_eq!(played(79 * sign, 25), 100);
            assert_eq!(played(120 * sign, 100), 100);
            assert_eq!(played(80 * sign, 0), 0);
            assert!((24..=26).contains(&played(80 * sign, 25)));
            assert_eq!(played(121 * sign, 100), 0);
        }
    }

    #[test]
    fn every_length_of_the_range_is_as_likely() {
        let settings = Settings { random_plies: 4..=9, ..Settings::default() };
        let mut random = Random::new(3);
        let mut counts = [0; 10];
        for _ in 0..6_000 {
            counts[length(&mut random, &settings) as usize] += 1;
        }
        assert!(counts[..4].iter().all(|&count| count == 0));
        assert!(counts[4..].iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
        let plies = walk(&mut random, 6, &settings).unwrap();
        assert_eq!((plies.fullmove_number, plies.position.turn()), (4, chess::Color::White));
    }
}
