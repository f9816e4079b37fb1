//! The loss of a move against the best one, its mark, and the summary of a side.

use core::fmt;

use chess::Color;

use super::score_view::ScoreView;

/// Scores are capped here: beyond ten pawns the game is decided, and a mate seen a move earlier or
/// later must not outweigh everything else.
const SCORE_CAP: i32 = 1_000;

/// Centipawns that `mover` lost between two positions; not negative.
pub(super) fn loss(before: ScoreView, after: ScoreView, mover: Color) -> i32 {
    let capped = |view: ScoreView| view.centipawns(mover).clamp(-SCORE_CAP, SCORE_CAP);
    (capped(before) - capped(after)).max(0)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    /// The least loss, in centipawns, of a move with this mark.
    pub(super) from: i32,
    pub(super) symbol: &'static str,
}

/// Mildest first.
pub(super) const MARKS: [Mark; 3] = [
    Mark { from: 50, symbol: "?!" },
    Mark { from: 100, symbol: "?" },
    Mark { from: 300, symbol: "??" },
];

pub(super) fn mark(loss: i32) -> Option<Mark> {
    MARKS.into_iter().rev().find(|mark| loss >= mark.from)
}

/// Sums up the moves of one side.
#[derive(Default)]
pub(super) struct SideSummary {
    moves: u32,
    total: i64,
    marks: [u32; MARKS.len()],
    /// The first of the moves with the greatest loss, if any lost something.
    worst: Option<(i32, String)>,
}

impl SideSummary {
    /// `name` is the move with its number.
    pub(super) fn add(&mut self, loss: i32, name: impl FnOnce() -> String) {
        self.moves += 1;
        self.total += i64::from(loss);
        if let Some(place) = mark(loss).and_then(|mark| MARKS.iter().position(|m| *m == mark)) {
            self.marks[place] += 1;
        }
        if loss > self.worst.as_ref().map_or(0, |(worst, _)| *worst) {
            self.worst = Some((loss, name()));
        }
    }
}

impl fmt::Display for SideSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves == 0 {
            return f.write_str("no moves");
        }
        let average = self.total as f64 / f64::from(self.moves);
        write!(f, "{} moves, average loss {average:.1}", self.moves)?;
        for (mark, count) in MARKS.iter().zip(self.marks) {
            write!(f, ", {count} {}", mark.symbol)?;
        }
        match &self.worst {
            Some((loss, name)) => write!(f, "; worst {name} (loss {loss})"),
            None => f.write_str("; nothing lost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::analyze::score_view::tests::{mate, view as score_view};
    use engine::score::Score;

    fn view(centipawns: i32) -> ScoreView {
        score_view(centipawns, Color::White)
    }

    #[test]
    fn a_loss_is_the_drop_of_the_mover_s_score() {
        assert_eq!(loss(view(30), view(-20), Color::White), 50);
        assert_eq!(loss(view(30), view(-20), Color::Black), 0);
        assert_eq!(loss(view(-20), view(30), Color::Black), 50);
    }

    #[test]
    fn losses_are_capped_in_decided_games() {
        let mates = mate(Score::mate_at(3), Color::White);
        assert_eq!(loss(mates, view(2_000), Color::White), 0);
        assert_eq!(loss(mates, view(900), Color::White), 100);
        let mated = mate(Score::mated_at(0), Color::White);
        assert_eq!(loss(view(0), mated, Color::White), SCORE_CAP);
    }

    #[test]
    fn marks_start_at_their_thresholds() {
        let symbol = |loss| mark(loss).map(|mark| mark.symbol);
        assert_eq!(
            [49, 50, 99, 100, 299, 300].map(symbol),
            [None, Some("?!"), Some("?!"), Some("?"), Some("?"), Some("??")]
        );
    }

    #[test]
    fn a_summary_adds_up_losses_and_marks() {
        let mut summary = SideSummary::default();
        assert_eq!(summary.to_string(), "no moves");
        summary.add(0, || "1. e4".to_owned());
        assert_eq!(summary.to_string(), "1 moves, average loss 0.0, 0 ?!, 0 ?, 0 ??; nothing lost");
        summary.add(301, || "2. f3".to_owned());
        summary.add(301, || "3. g4".to_owned());
        let text = "3 moves, average loss 200.7, 0 ?!, 0 ?, 2 ??; worst 2. f3 (loss 301)";
        assert_eq!(summary.to_string(), text);
    }
}
