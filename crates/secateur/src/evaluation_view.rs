//! The classical part of `eval`: the evaluation by term, colour and phase.

use core::fmt;

use chess::{Color, Position};
use engine::ScoreScale;
use engine::eval::Classical;
use engine::eval::classical::{PHASE_TOTAL, Pair, SCALE_TOTAL};
use engine::knobs::Evaluator;
use engine::score::Score;

pub(crate) struct EvaluationView<'a>(pub(crate) &'a Position);

const RULE: &str = " ------------+-----------------+-----------------+----------------";

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

/// The value on the normalised scale of scores, where +1.00 is a 50 % chance to win.
pub(crate) fn as_score(value: i32, by: Evaluator, position: &Position) -> String {
    let score = ScoreScale::new(by, position).normalised(Score::evaluation(value));
    format!("as a score {:+.2}", pawns(score))
}

fn halves(pair: Pair) -> String {
    format!("{:>7.2} {:>7.2}", pawns(pair.mg()), pawns(pair.eg()))
}

impl fmt::Display for EvaluationView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, account) = Classical::explain(self.0);
        writeln!(f, " term        |      white      |      black      |   difference")?;
        writeln!(f, "             |     mg      eg  |     mg      eg  |     mg      eg")?;
        writeln!(f, "{RULE}")?;
        let mut total = Pair::ZERO;
        for row in account.rows() {
            let name = format!("{:?}", row.group);
            let [white, black] = row.sides.map(halves);
            let difference = row.difference();
            total += difference;
            writeln!(f, " {name:<11} | {white} | {black} | {}", halves(difference))?;
        }
        writeln!(f, "{RULE}\n{:<49}| {}\n", " all", halves(total))?;
        let opening = 100 * account.phase / PHASE_TOTAL;
        writeln!(f, "Middlegame {opening} %, endgame {} %", 100 - opening)?;
        if account.scale != SCALE_TOTAL {
            let kept = 100 * account.scale / SCALE_TOTAL;
            writeln!(f, "Scale of the endgame advantage: {kept} %")?;
        }
        let white = if self.0.turn() == Color::White { value } else { -value };
        write!(
            f,
            "Evaluation: {:+.2} for white, {:+.2} for {} to move; {}",
            pawns(white),
            pawns(value),
            self.0.turn(),
            as_score(value, Evaluator::Classical, self.0)
        )
    }
}
