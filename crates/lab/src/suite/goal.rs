//! The goal of a position, and whether an answer meets it.
//!
//! `bm` names the moves that solve it, `am` the moves that do not. `c8` and `c9`, or `c0` as in
//! `f5=10, e5=2`, give points to single moves; without them a solved position is worth one point.
//! With a known distance to mate (`dm`) the score decides, not the move: many mates have several
//! keys, and suites name only one.

use chess::{Epd, Move, Position};

use super::scores;
use crate::player::Eval;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Goal {
    best: Vec<Move>,
    avoid: Vec<Move>,
    /// Points for moves.
    scored: Vec<(Move, u32)>,
    /// Moves to mate; negative if the side to move is mated.
    mate: Option<i32>,
}

/// What an answer is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub solved: bool,
    pub points: u32,
    /// A claim that cannot be right.
    pub remark: Option<String>,
}

impl Goal {
    /// `None` if the record has no goal. Invalid points are reported in `problems` and left out.
    pub fn read(epd: &Epd, problems: &mut Vec<String>) -> Option<Goal> {
        let goal = Goal {
            best: epd.best_moves(),
            avoid: epd.avoid_moves(),
            scored: scores::read(epd, problems),
            mate: epd.mate_in().filter(|&moves| moves != 0),
        };
        (goal != Goal::default()).then_some(goal)
    }

    /// The maximum points.
    pub fn max_points(&self) -> u32 {
        self.scored.iter().map(|&(_, points)| points).max().unwrap_or(1)
    }

    pub fn judge(&self, mv: Move, score: Option<Eval>) -> Mark {
        let (solved, remark) = match self.mate {
            Some(wanted) => judge_mate(wanted, score),
            None => (self.is_right(mv), None),
        };
        let points = if self.scored.is_empty() { u32::from(solved) } else { self.points(mv) };
        Mark { solved, points, remark }
    }

    fn points(&self, mv: Move) -> u32 {
        self.scored.iter().find(|&&(scored, _)| scored == mv).map_or(0, |&(_, points)| points)
    }

    fn is_right(&self, mv: Move) -> bool {
        let best = match (&self.best[..], &self.scored[..]) {
            ([], []) => true,
            ([], _) => self.points(mv) == self.max_points(),
            (best, _) => best.contains(&mv),
        };
        best && !self.avoid.contains(&mv)
    }

    /// The moves that solve it; none if the goal names only moves to avoid or a mate.
    pub fn wanted_moves(&self) -> Vec<Move> {
        let scored = self.scored.iter().map(|&(mv, _)| mv);
        let named = self.best.iter().copied().chain(scored);
        let mut moves: Vec<Move> = named.filter(|&mv| self.is_right(mv)).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The goal in words. It also identifies the question, so that a changed suite is noticed.
    pub fn text(&self, position: &Position) -> String {
        let names = |opcode: &str, moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(|&mv| position.san(mv).to_string()).collect();
            (!names.is_empty()).then(|| format!("{opcode} {}", names.join(" ")))
        };
        let points: Vec<String> = self
            .scored
            .iter()
            .map(|&(mv, points)| format!("{}={points}", position.san(mv)))
            .collect();
        let parts = [
            self.mate.map(mate_words),
            names("bm", &self.best),
            names("am", &self.avoid),
            (!points.is_empty()).then(|| points.join(" ")),
        ];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }
}

/// A mate is found if the engine claims it for the right side in at most the known number of moves.
/// A shorter claim is wrong, or the suite is.
fn judge_mate(wanted: i32, score: Option<Eval>) -> (bool, Option<String>) {
    let Some(Eval::Mate(claimed)) = score else { return (false, None) };
    let same_side = claimed.signum() == wanted.signum();
    let (far, known) = (claimed.unsigned_abs(), wanted.unsigned_abs());
    let doubt = match same_side {
        false => Some("which is the wrong side"),
        true => (far < known).then_some("which is too short"),
    };
    let remark = doubt.map(|doubt| {
        format!("claims {}, {doubt}: known is {}", mate_words(claimed), mate_words(wanted))
    });
    (same_side && far <= known, remark)
}

fn mate_words(moves: i32) -> String {
    let kind = if moves < 0 { "being mated" } else { "mate" };
    format!("{kind} in {}", moves.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rook each and a pawn: Ra8 mates at once.
    const ROOKS: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    fn goal(operations: &str) -> (Position, Goal) {
        let epd: Epd = format!("{ROOKS} {operations}").parse().unwrap();
        let mut problems = Vec::new();
        let goal = Goal::read(&epd, &mut problems).expect(operations);
        assert_eq!(problems, Vec::<String>::new(), "{operations}");
        (epd.setup().position, goal)
    }

    fn solved(operations: &str, mv: &str) -> (bool, u32) {
        let (position, goal) = goal(operations);
        let mark = goal.judge(position.parse_san(mv).unwrap(), Some(Eval::Centipawns(50)));
        assert_eq!(mark.remark, None);
        (mark.solved, mark.points)
    }

    #[test]
    fn best_moves_solve_and_others_do_not() {
        assert_eq!(solved("bm Ra8#;", "Ra8"), (true, 1));
        assert_eq!(solved("bm Ra8# Ra7;", "Ra7"), (true, 1));
        assert_eq!(solved("bm Ra8#;", "Ra7"), (false, 0));
    }

    #[test]
    fn every_move_except_those_to_avoid_solves() {
        assert_eq!(solved("am g3 h3;", "Ra8"), (true, 1));
        assert_eq!(solved("am g3 h3;", "h3"), (false, 0));
        assert_eq!(solved("bm Ra7 h3; am h3;", "h3"), (false, 0), "both must be met");
    }

    #[test]
    fn moves_earn_their_points() {
        for operations in [
            r#"bm Ra7; c8 "10 4 1"; c9 "a1a7 a1a8 g2g3";"#,
            r#"bm Ra7; c0 "Ra7=10, Ra8#=4, g3=1";"#,
            r#"c8 "10 4 1"; c9 "a1a7 a1a8 g2g3"; c0 "Ra8=99";"#,
        ] {
            assert_eq!(solved(operations, "Ra7"), (true, 10), "{operations}");
            assert_eq!(solved(operations, "Ra8"), (false, 4), "{operations}");
            assert_eq!(solved(operations, "h3"), (false, 0), "{operations}");
            assert_eq!(goal(operations).1.max_points(), 10);
        }
    }

    #[test]
    fn a_mate_is_judged_by_its_distance() {
        let judged = |operations: &str, score| {
            let (position, goal) = goal(operations);
            // The move is irrelevant.
            let mark = goal.judge(position.parse_san("h3").unwrap(), score);
            (mark.solved, mark.remark.unwrap_or_default())
        };
        for operations in ["dm 3;", "bm #3;", "bm Ra8; dm 3;"] {
            assert_eq!(judged(operations, Some(Eval::Mate(3))), (true, String::new()));
            assert_eq!(judged(operations, Some(Eval::Mate(4))), (false, String::new()));
            assert_eq!(judged(operations, Some(Eval::Centipawns(9_000))), (false, String::new()));
            assert_eq!(judged(operations, None), (false, String::new()));
            let (solved, remark) = judged(operations, Some(Eval::Mate(2)));
            assert!(
                solved
                    && remark.contains("claims mate in 2, which is too short: known is mate in 3"),
                "{remark}"
            );
            let (solved, remark) = judged(operations, Some(Eval::Mate(-3)));
            assert!(!solved && remark.contains("wrong side"), "{remark}");
        }
        assert_eq!(judged("dm -2;", Some(Eval::Mate(-2))), (true, String::new()));
        assert_eq!(judged("dm -2;", Some(Eval::Mate(-5))), (false, String::new()));
        assert!(
            judged("dm -2;", Some(Eval::Mate(-1)))
                .1
                .contains("being mated in 1, which is too short")
        );
    }

    #[test]
    fn a_goal_is_written_in_words() {
        let (position, goal) = goal(r#"bm Ra7; am h3; dm 4; c8 "10 4"; c9 "a1a7 a1a8";"#);
        assert_eq!(goal.text(&position), "mate in 4, bm Ra7, am h3, Ra7=10 Ra8#=4");
    }

    #[test]
    fn a_record_may_have_no_goal() {
        for operations in ["", "id \"x\";", "c0 \"Ra8 = nice\";", "bm Ra9;", "dm 0;"] {
            let epd: Epd = format!("{ROOKS} {operations}").parse().unwrap();
            assert_eq!(Goal::read(&epd, &mut Vec::new()), None, "{operations}");
        }
    }
}
