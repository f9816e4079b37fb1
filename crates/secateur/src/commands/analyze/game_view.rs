//! A review on the terminal: a row for each move, words for the marked ones, and a summary.

use std::io::{self, Write};

use chess::pgn::{PgnGame, result_text};
use lab::review::{Mark, Review, ReviewedMove, SideReview, THRESHOLDS};

use crate::commands::folded::folded;

/// Words stand below the move they are about.
const INDENT: &str = "        ";
/// Moves of a better line to show.
const LINE: usize = 8;

pub(super) struct GameView {
    out: Box<dyn Write>,
    width: usize,
}

impl GameView {
    pub(super) fn new(out: Box<dyn Write>, width: usize) -> GameView {
        GameView { out, width }
    }

    /// Says who played. Games after the first need no explanation of the columns.
    pub(super) fn heading(
        &mut self,
        number: usize,
        pgn: &PgnGame,
        fault: Option<&str>,
        is_first: bool,
    ) -> io::Result<()> {
        if !is_first {
            writeln!(self.out)?;
        }
        let tag = |name| pgn.tags().get(name).filter(|value| !value.contains('?'));
        let (white, black) = (tag("White").unwrap_or("White"), tag("Black").unwrap_or("Black"));
        let rest: Vec<&str> = ["Event", "Date"].into_iter().filter_map(tag).collect();
        let rest: String = rest.into_iter().map(|value| format!(", {value}")).collect();
        let result = result_text(pgn.result());
        self.text("", &format!("Game {number}: {white} - {black}{rest}, {result}"))?;
        for problem in pgn.problems() {
            self.text("", &format!("Note: {problem}"))?;
        }
        if let Some(fault) = fault {
            self.text("", &format!("Note: judged up to an error, {fault}"))?;
        }
        if is_first {
            self.explanation()?;
        }
        writeln!(
            self.out,
            "\n{:>7} {:<10} {:>7} {:>7} {:>6} {:>5}  best",
            "move", "played", "before", "after", "loss", "cp"
        )
    }

    fn explanation(&mut self) -> io::Result<()> {
        let marks: Vec<String> = THRESHOLDS
            .iter()
            .map(|threshold| format!("{} from {:.2}", threshold.mark, threshold.from))
            .collect();
        self.text(
            "",
            "Scores in pawns from White's point of view. The loss of a move is in expected points (a \
             win is 1, a draw ½) and in centipawns, where scores beyond ten pawns count as ten; the \
             best move has none.",
        )?;
        self.text("", &format!("Marks by expected points: {}.", marks.join(", ")))
    }

    /// Writes a move, and what is wrong with it.
    pub(super) fn row(&mut self, mv: &ReviewedMove) -> io::Result<()> {
        let (loss, cp) = match mv.is_best {
            true => ("-".to_owned(), "-".to_owned()),
            false => (mv.loss_text(), mv.loss_cp.to_string()),
        };
        let played = format!("{}{}", mv.san, mv.mark);
        let best = mv.best.san.first().map_or("", String::as_str);
        let row = format!(
            "{:>7} {played:<10} {:>7} {:>7} {loss:>6} {cp:>5}  {best}",
            mv.number, mv.before, mv.after
        );
        writeln!(self.out, "{}", row.trim_end())?;
        if !mv.words.is_empty() {
            self.text(INDENT, &mv.words)?;
            if mv.mark != Mark::None {
                let line = mv.best.shortened(LINE);
                self.text(INDENT, &format!("Better: {line} ({})", mv.before))?;
            }
        }
        self.out.flush()
    }

    pub(super) fn summary(&mut self, review: &Review) -> io::Result<()> {
        writeln!(self.out)?;
        if !review.is_complete() {
            let (judged, plies) = (review.moves.len(), review.plies);
            self.text("", &format!("Interrupted: {judged} of {plies} moves judged."))?;
        }
        for (name, side) in [("White: ", &review.white), ("Black: ", &review.black)] {
            self.text(name, &summed_up(side))?;
        }
        for (index, turn) in review.turning_points.iter().enumerate() {
            if index == 0 {
                let plural = if review.turning_points.len() == 1 { "" } else { "s" };
                writeln!(self.out, "\nTurning point{plural}")?;
            }
            if let Some(mv) = turn.ply.checked_sub(1).and_then(|index| review.moves.get(index)) {
                writeln!(self.out, "{:>7} {}{}", mv.number, mv.san, mv.mark)?;
            }
            self.text(INDENT, &turn.words)?;
        }
        self.out.flush()
    }

    /// A text that fits the width.
    fn text(&mut self, first: &str, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", folded(first, text, self.width))
    }
}

fn summed_up(side: &SideReview) -> String {
    let Some(accuracy) = side.accuracy else { return "no moves".to_owned() };
    let plural = if side.moves == 1 { "" } else { "s" };
    let marks: String = THRESHOLDS
        .iter()
        .map(|threshold| format!(", {} {}", side.count(threshold.mark), threshold.mark))
        .collect();
    format!(
        "{} move{plural}, accuracy {accuracy:.1} %, average loss {:.3} ({:.0} cp){marks}",
        side.moves, side.loss, side.loss_cp
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_summed_up_in_one_line() {
        assert_eq!(summed_up(&SideReview::default()), "no moves");
        let side = SideReview {
            moves: 1,
            accuracy: Some(63.58),
            loss: 0.1,
            loss_cp: 75.0,
            mistakes: 1,
            ..SideReview::default()
        };
        let text = "1 move, accuracy 63.6 %, average loss 0.100 (75 cp), 0 ?!, 1 ?, 0 ??";
        assert_eq!(summed_up(&side), text);
    }
}
