//! Counts of games, and of the positions that a filter keeps.

use engine::eval::nnue::features::output_bucket;
use engine::{WinCurve, material};

use super::{Duplicates, Histogram};
use crate::filter::Filter;
use crate::format::{GameRecord, Header, NO_SCORE};
use crate::sample::{IllegalPly, Sample};
use chess::GameResult;
use toolkit::Ending;

/// Bounds of the bins of scores, from White's point of view.
pub const SCORES: &[i32] =
    &[-2_000, -1_000, -600, -400, -200, -100, -50, -20, 21, 51, 101, 201, 401, 601, 1_001, 2_001];
/// Bounds of the bins of game lengths.
pub const PLIES: &[i32] = &[40, 60, 80, 100, 120, 150, 200, 300];
/// Bounds of the bins of distances from equal, in percent of a half-win: the score that wins half
/// of the games with the material on the board.
pub const HALF_WINS: &[i32] = &[50, 100, 200, 400];
/// Output buckets of the network, by the number of pieces.
pub const OUTPUT_BUCKETS: usize = 8;

/// Counts of games and of the positions that the filter keeps.
#[derive(Clone, Debug)]
pub struct GameStats {
    pub games: u64,
    pub plies: u64,
    /// Positions searched with the endgame budget.
    pub endgame_plies: u64,
    /// By `GameResult`.
    pub results: [u64; 3],
    /// By `Ending`.
    pub endings: [u64; 8],
    /// Plies of games, random ones included.
    pub lengths: Histogram,
    pub openings: Openings,
    pub kept: KeptPositions,
}

/// The first scores of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Openings {
    /// Games whose first position has a score.
    pub scored: u64,
    /// Those whose first score is beyond a half-win.
    pub decided: u64,
}

/// The positions that the filter keeps.
#[derive(Clone, Debug)]
pub struct KeptPositions {
    pub positions: u64,
    /// By the result of their game.
    pub results: [u64; 3],
    pub scores: Histogram,
    /// By output bucket of the network.
    pub output_buckets: [u64; OUTPUT_BUCKETS],
    /// By `Phase`.
    pub phases: [PhaseStats; 3],
    pub duplicates: Duplicates,
}

/// The part of a game, by the pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// 24 pieces or more.
    Opening,
    /// 14 to 23 pieces.
    Middlegame,
    /// Fewer than 14 pieces.
    Endgame,
}

impl Phase {
    /// Every phase, from the first to the last.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    fn of(pieces: u32) -> Phase {
        match pieces {
            24.. => Phase::Opening,
            14.. => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening (24 pieces or more)",
            Phase::Middlegame => "middlegame (14 to 23)",
            Phase::Endgame => "endgame (fewer than 14)",
        }
    }
}

/// Positions of one phase.
#[derive(Clone, Debug)]
pub struct PhaseStats {
    /// By the result of their game.
    pub results: [u64; 3],
    /// Distances of scores from equal, in percent of a half-win.
    pub half_wins: Histogram,
}

impl Default for PhaseStats {
    fn default() -> PhaseStats {
        PhaseStats { results: [0; 3], half_wins: Histogram::new(HALF_WINS) }
    }
}

impl Default for GameStats {
    fn default() -> GameStats {
        GameStats {
            games: 0,
            plies: 0,
            endgame_plies: 0,
            results: [0; 3],
            endings: [0; 8],
            lengths: Histogram::new(PLIES),
            openings: Openings::default(),
            kept: KeptPositions {
                positions: 0,
                results: [0; 3],
                scores: Histogram::new(SCORES),
                output_buckets: [0; OUTPUT_BUCKETS],
                phases: core::array::from_fn(|_| PhaseStats::default()),
                duplicates: Duplicates::default(),
            },
        }
    }
}

impl GameStats {
    /// Counts a game of a file with this header, up to its first illegal move.
    pub fn add(
        &mut self,
        record: &GameRecord,
        header: &Header,
        filter: &Filter,
    ) -> Result<(), IllegalPly> {
        let curve = WinCurve::of(header.maker.evaluator);
        let plies = record.plies.len() as u64;
        self.games += 1;
        self.plies += plies;
        self.results[record.result as usize] += 1;
        self.endings[record.ending as usize] += 1;
        self.lengths.add((u64::from(record.first_ply()) + plies) as i32);
        for (index, sample) in record.samples().enumerate() {
            let sample = sample?;
            self.endgame_plies += u64::from(header.settings.is_endgame(&sample.position));
            if index == 0 && sample.score != NO_SCORE {
                self.openings.scored += 1;
                self.openings.decided += u64::from(half_wins(&sample, &curve) > 100.0);
            }
            if filter.keeps(&sample) {
                self.kept.add(&sample, &curve);
            }
        }
        Ok(())
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &GameStats) {
        let GameStats { games, plies, endgame_plies, results, endings, lengths, openings, kept } =
            other;
        self.games += games;
        self.plies += plies;
        self.endgame_plies += endgame_plies;
        add(&mut self.results, results);
        add(&mut self.endings, endings);
        self.lengths.merge(lengths);
        self.openings.scored += openings.scored;
        self.openings.decided += openings.decided;
        self.kept.merge(kept);
    }

    /// The number of games by ending.
    pub fn endings(&self) -> impl Iterator<Item = (Ending, u64)> {
        Ending::PLAYED.into_iter().zip(self.endings)
    }

    /// The number of games by result.
    pub fn results(&self) -> impl Iterator<Item = (GameResult, u64)> {
        GameResult::ALL.into_iter().zip(self.results)
    }
}

impl KeptPositions {
    fn add(&mut self, sample: &Sample, curve: &WinCurve) {
        let pieces = sample.position.occupied().len();
        self.positions += 1;
        self.results[sample.result as usize] += 1;
        self.scores.add(sample.score.into());
        self.output_buckets[output_bucket(pieces as usize, OUTPUT_BUCKETS)] += 1;
        let in_phase = &mut self.phases[Phase::of(pieces) as usize];
        in_phase.results[sample.result as usize] += 1;
        in_phase.half_wins.add(half_wins(sample, curve) as i32);
        self.duplicates.add(sample.position.key());
    }

    fn merge(&mut self, other: &KeptPositions) {
        self.positions += other.positions;
        add(&mut self.results, &other.results);
        self.scores.merge(&other.scores);
        add(&mut self.output_buckets, &other.output_buckets);
        for (in_phase, more) in self.phases.iter_mut().zip(&other.phases) {
            add(&mut in_phase.results, &more.results);
            in_phase.half_wins.merge(&more.half_wins);
        }
        self.duplicates.merge(&other.duplicates);
    }
}

/// How far from equal a score is, in percent of a half-win.
fn half_wins(sample: &Sample, curve: &WinCurve) -> f64 {
    let half_win = curve.half_win(material(&sample.position));
    100.0 * f64::from(sample.score.unsigned_abs()) / half_win
}

fn add<const N: usize>(counts: &mut [u64; N], more: &[u64; N]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += more;
    }
}

#[cfg(test)]
mod tests {
    use engine::knobs::Evaluator;

    use super::*;
    use crate::filter::tests::record;
    use crate::format::Maker;
    use crate::settings::{Endgame, NodeBudget, Settings};

    fn header(evaluator: Evaluator, endgame_pieces: u32) -> Header {
        let endgame = Endgame { pieces: endgame_pieces, nodes: NodeBudget::new(500) };
        Header {
            maker: Maker { version: "0.1.0".to_owned(), bench: 1, evaluator },
            settings: Settings { endgame: Some(endgame), ..Settings::default() },
        }
    }

    fn stats(score: i16, header: &Header) -> GameStats {
        let mut stats = GameStats::default();
        let filter = Filter { min_ply: 0, ..Filter::default() };
        // The third move captures: 31 pieces, and the position before it is not quiet.
        let game = record(&["e2e4", "d7d5", "e4d5", "e7e6"], score);
        stats.add(&game, header, &filter).unwrap();
        stats
    }

    /// A half-win is 79.8 centipawns of the network with all pieces on the board, 63.2 of the
    /// classical evaluation.
    #[test]
    fn an_opening_is_decided_beyond_a_half_win_of_its_evaluation() {
        for (evaluator, score, decided) in [
            (Evaluator::Nnue, 79, 0),
            (Evaluator::Nnue, 80, 1),
            (Evaluator::Nnue, -80, 1),
            (Evaluator::Classical, 63, 0),
            (Evaluator::Classical, -64, 1),
        ] {
            let found = stats(score, &header(evaluator, 14)).openings;
            assert_eq!(found, Openings { scored: 1, decided }, "{evaluator:?} {score}");
        }
        let unscored = stats(NO_SCORE, &header(Evaluator::Nnue, 14)).openings;
        assert_eq!(unscored, Openings::default());
    }

    #[test]
    fn positions_count_in_their_output_bucket_and_in_one_phase() {
        let mut both = stats(100, &header(Evaluator::Nnue, 31));
        let kept = &both.kept;
        assert_eq!((kept.positions, kept.output_buckets[7]), (3, 3));
        assert_eq!(kept.phases[Phase::Opening as usize].results, [0, 3, 0]);
        let rows: Vec<u64> = kept.phases[0].half_wins.rows().map(|(_, count)| count).collect();
        assert_eq!(rows, [0, 0, 3, 0, 0]);
        assert_eq!((both.plies, both.endgame_plies), (4, 1), "one position has 31 pieces");
        both.merge(&stats(0, &header(Evaluator::Nnue, 14)));
        assert_eq!((both.plies, both.endgame_plies, both.kept.output_buckets[7]), (8, 1, 6));
        assert_eq!(both.openings, Openings { scored: 2, decided: 1 });
        for (pieces, phase) in [
            (32, Phase::Opening),
            (24, Phase::Opening),
            (23, Phase::Middlegame),
            (14, Phase::Middlegame),
            (13, Phase::Endgame),
            (2, Phase::Endgame),
        ] {
            assert_eq!(Phase::of(pieces), phase);
        }
    }
}
