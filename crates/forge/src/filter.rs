//! Which positions are worth learning from. An evaluation says what a position is worth when
//! nothing is going on; a score that was found by taking something says it of another position.

use crate::format::{Ending, NO_SCORE};
use crate::sample::Sample;

/// What a position must be like to be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Openings are random moves: what comes right after them nobody plays.
    pub min_ply: u32,
    /// Centipawns beyond which a score says only that the game is over; mates are among them.
    pub max_score: u16,
    /// Plies since the last capture or pawn move beyond which nothing goes on any more.
    pub max_clock: u16,
    /// Keep positions in check.
    pub checks: bool,
    /// Keep positions whose move takes or promotes.
    pub noisy: bool,
    /// Keep positions of games that were cut: they count as drawn, whatever anybody saw.
    pub cut_games: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 16,
            max_score: 3_000,
            checks: false,
            noisy: false,
            cut_games: false,
            ..Filter::NONE
        }
    }
}

impl Filter {
    /// Everything is kept that has a score.
    pub const NONE: Filter = Filter {
        min_ply: 0,
        max_score: u16::MAX,
        max_clock: u16::MAX,
        checks: true,
        noisy: true,
        cut_games: true,
    };

    #[inline]
    pub fn keeps(&self, sample: &Sample) -> bool {
        sample.ply >= self.min_ply
            && sample.score != NO_SCORE
            && sample.score.unsigned_abs() <= self.max_score
            && sample.halfmove_clock <= self.max_clock
            && (self.noisy || !sample.is_noisy())
            && !self.leaves_out(sample.ending)
            && (self.checks || !sample.in_check())
    }

    /// Whether nothing is kept of a game that ended so.
    #[inline]
    pub fn leaves_out(&self, ending: Ending) -> bool {
        ending == Ending::TooLong && !self.cut_games
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::format::{GameRecord, GameResult, Ply};
    use chess::Game;

    /// The game that has been played, every score the same.
    pub(crate) fn record(moves: &[&str], score: i16) -> GameRecord {
        let mut game = Game::default();
        for text in moves {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        GameRecord {
            number: 0,
            start: game.start().clone(),
            result: GameResult::Draw,
            ending: Ending::AgreedDraw,
            plies: game.moves().iter().map(|&mv| Ply { mv, score }).collect(),
        }
    }

    fn kept(filter: Filter, score: i16) -> Vec<u32> {
        // The third move takes, the fifth gives check, the sixth answers it.
        let record = record(&["e2e4", "d7d5", "e4d5", "e7e6", "f1b5", "c7c6"], score);
        let samples = record.samples().map(Result::unwrap);
        samples.filter(|sample| filter.keeps(sample)).map(|sample| sample.ply).collect()
    }

    #[test]
    fn each_setting_sifts_on_its_own() {
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
    fn nobody_learns_from_games_that_were_cut_unless_asked() {
        let whole = record(&["e2e4", "e7e5"], 0);
        let cut = GameRecord { ending: Ending::TooLong, ..whole.clone() };
        let usual = Filter { min_ply: 0, ..Filter::default() };
        for (filter, left) in [(usual, 0), (Filter { cut_games: true, ..usual }, 2)] {
            let count = |game: &GameRecord| {
                game.samples().filter(|sample| filter.keeps(sample.as_ref().unwrap())).count()
            };
            assert_eq!((count(&whole), count(&cut)), (2, left));
            assert_eq!(filter.leaves_out(cut.ending), left == 0);
        }
    }
}
