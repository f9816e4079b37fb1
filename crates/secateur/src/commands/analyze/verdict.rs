//! What a move was worth: the loss against the best one, its mark, and a side's record.

use core::fmt;

use chess::Color;

use super::view::View;

/// Scores count as no more than this in either direction: beyond ten pawns the game is decided,
/// and a mate seen a move earlier or later must not outweigh all the rest.
const CEILING: i32 = 1_000;

/// Centipawns the side that moved gave away between two positions, never below none.
pub(super) fn loss(before: View, after: View, mover: Color) -> i32 {
    let capped = |view: View| view.centipawns(mover).clamp(-CEILING, CEILING);
    (capped(before) - capped(after)).max(0)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    /// Centipawns of loss from which a move deserves it.
    pub(super) from: i32,
    pub(super) sign: &'static str,
}

/// Mildest first.
pub(super) const MARKS: [Mark; 3] =
    [Mark { from: 50, sign: "?!" }, Mark { from: 100, sign: "?" }, Mark { from: 300, sign: "??" }];

pub(super) fn mark(loss: i32) -> Option<Mark> {
    MARKS.into_iter().rev().find(|mark| loss >= mark.from)
}

/// All the moves of one side.
#[derive(Default)]
pub(super) struct Record {
    moves: u32,
    total: i64,
    marks: [u32; MARKS.len()],
    /// The first of the costliest moves, if any cost something.
    worst: Option<(i32, String)>,
}

impl Record {
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

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves == 0 {
            return f.write_str("no moves");
        }
        let average = self.total as f64 / f64::from(self.moves);
        write!(f, "{} moves, average loss {average:.1}", self.moves)?;
        for (mark, count) in MARKS.iter().zip(self.marks) {
            write!(f, ", {count} {}", mark.sign)?;
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
    use crate::commands::analyze::view::tests::{mate, view as seen};
    use engine::score::Score;

    fn view(centipawns: i32) -> View {
        seen(centipawns, Color::White)
    }

    #[test]
    fn a_loss_is_what_the_mover_gave_away() {
        assert_eq!(loss(view(30), view(-20), Color::White), 50);
        assert_eq!(loss(view(30), view(-20), Color::Black), 0);
        assert_eq!(loss(view(-20), view(30), Color::Black), 50);
    }

    #[test]
    fn decided_games_stay_decided() {
        let mates = mate(Score::mate_at(3), Color::White);
        assert_eq!(loss(mates, view(2_000), Color::White), 0);
        assert_eq!(loss(mates, view(900), Color::White), 100);
        let mated = mate(Score::mated_at(0), Color::White);
        assert_eq!(loss(view(0), mated, Color::White), CEILING);
    }

    #[test]
    fn marks_begin_at_their_thresholds() {
        let sign = |loss| mark(loss).map(|mark| mark.sign);
        assert_eq!(
            [49, 50, 99, 100, 299, 300].map(sign),
            [None, Some("?!"), Some("?!"), Some("?"), Some("?"), Some("??")]
        );
    }

    #[test]
    fn a_record_adds_up() {
        let mut record = Record::default();
        assert_eq!(record.to_string(), "no moves");
        record.add(0, || "1. e4".to_owned());
        assert_eq!(record.to_string(), "1 moves, average loss 0.0, 0 ?!, 0 ?, 0 ??; nothing lost");
        record.add(301, || "2. f3".to_owned());
        record.add(301, || "3. g4".to_owned());
        let text = "3 moves, average loss 200.7, 0 ?!, 0 ?, 2 ??; worst 2. f3 (loss 301)";
        assert_eq!(record.to_string(), text);
    }
}
