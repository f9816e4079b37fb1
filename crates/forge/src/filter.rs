//! Which positions are used for training. An evaluation rates positions in which nothing is going
//! on; a score that a capture explains belongs to another position.

use crate::format::NO_SCORE;
use crate::sample::Sample;
use toolkit::Ending;

/// The conditions under which a position is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The first ply that is kept: nobody plays positions right after the random opening.
    pub min_ply: u32,
    /// The largest score that is kept, in centipawns: beyond it the game is over, or the search saw
    /// a mate.
    pub max_score: u16,
    /// The most plies since the last capture or pawn move: beyond it nothing happens any more.
    pub max_clock: u16,
    /// Keep positions in check.
    pub checks: bool,
    /// Keep positions whose move captures or promotes.
    pub noisy: bool,
    /// Keep positions of games that were truncated at their longest length: they are stored as
    /// drawn, whatever the scores say.
    pub truncated_games: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 16,
            max_score: 3_000,
            checks: false,
            noisy: false,
            truncated_games: false,
            ..Filter::NONE
        }
    }
}

impl Filter {
    /// Keeps every position that has a score.
    pub const NONE: Filter = Filter {
        min_ply: 0,
        max_score: u16::MAX,
        max_clock: u16::MAX,
        checks: true,
        noisy: true,
        truncated_games: true,
    };

    /// Whether a position is kept.
    #[inline]
    pub fn keeps(&self, sample: &Sample) -> bool {
        sample.ply >= self.min_ply
            && sample.score != NO_SCORE
            && sample.score.unsigned_abs() <= self.max_score
            && sample.halfmove_clock <= self.max_clock
            && (self.noisy || !sample.is_noisy())
            && !self.excludes(sample.ending)
            && (self.checks || !sample.in_check())
    }

    /// Whether all positions of a game with this ending are dropped.
    #[inline]
    pub fn excludes(&self, ending: Ending) -> bool {
        ending == Ending::TooLong && !self.truncated_games
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use chess::GameResult;

    use crate::format::{GameRecord, Ply};
    use chess::Game;

    /// A game of these moves, every score the same.
    pub(crate) fn record(moves: &[&str], score: i16) -> GameRecord {
        let mut game = Game::default();
        for text in moves {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        GameRecord {
            number: 0,
            start: game.start().clone(),
            result: GameResult::Draw,
            ending: Ending::AdjudicatedDraw,
            plies: game.moves().iter().map(|&mv| Ply { mv, score }).collect(),
        }
    }

    fn kept(filter: Filter, score: i16) -> Vec<u32> {
        // The third move captures, the fifth gives check, the sixth answers it.
        let record = record(&["e2e4", "d7d5", "e4d5", "e7e6", "f1b5", "c7c6"], score);
        let samples = record.samples().map(Result::unwrap);
        samples.filter(|sample| filter.keeps(sample)).map(|sample| sample.ply).collect()
    }

    #[test]
    fn each_setting_filters_independently() {
        let all = Filter::NONE;
        assert_eq!(kept(all, i16::MIN + 1), [0, 1, 2, 3, 4, 5]);
        assert!(kept(all, NO_SCORE).is_empty());
        assert_eq!(kept(Filter { noisy: false, ..all }, 0), [0, 1, 3, 4, 5]);
        assert_eq!(kept(Filter { checks: false, ..all }, 0), [0, 1, 2, 3, 4]);
        assert_eq!(kept(Filter { min_ply: 3, ..all }, 0), [3, 4, 5]);
        assert_eq!(kept(Filter { max_clock: 0, ..all }, 0), [0, 1, 2, 3, 4]);
        for (score, count) in [(100, 6), (-100, 6), (101, 0), (-101, 0), (i16::MIN, 0)] {
            assert_eq!(kept(Filter { max_score: 100, ..all }, score).len(), count, "{score}");
        }
        assert_eq!(kept(Filter { min_ply: 0, ..Filter::default() }, 0), [0, 1, 3, 4]);
        assert!(kept(Filter::default(), 0).is_empty());
    }

    #[test]
    fn truncated_games_are_excluded_unless_asked_for() {
        let whole = record(&["e2e4", "e7e5"], 0);
        let truncated = GameRecord { ending: Ending::TooLong, ..whole.clone() };
        let usual = Filter { min_ply: 0, ..Filter::default() };
        for (filter, left) in [(usual, 0), (Filter { truncated_games: true, ..usual }, 2)] {
            let count = |game: &GameRecord| {
                game.samples().filter(|sample| filter.keeps(sample.as_ref().unwrap())).count()
            };
            assert_eq!((count(&whole), count(&truncated)), (2, left));
            assert_eq!(filter.excludes(truncated.ending), left == 0);
        }
    }
}
