//! The output of `eval`: the classical evaluation by term, colour and phase, and the network's value
//! of each piece.

use core::fmt;

use chess::{Color, File, Position, Rank, Square};
use engine::ScoreScale;
use engine::eval::Classical;
use engine::eval::classical::{PHASE_TOTAL, Pair, SCALE_TOTAL};
use engine::eval::nnue::Network;
use engine::knobs::Evaluator;
use engine::score::Score;

pub(crate) struct ClassicalView<'a>(pub(crate) &'a Position);

const TABLE_RULE: &str = " ------------+-----------------+-----------------+----------------";

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

/// The value on the normalised scale of scores, where +1.00 is a 50 % chance to win.
fn as_score(value: i32, by: Evaluator, position: &Position) -> String {
    let score = ScoreScale::new(by, position).normalised(Score::evaluation(value));
    format!("as a score {:+.2}", pawns(score))
}

fn halves(pair: Pair) -> String {
    format!("{:>7.2} {:>7.2}", pawns(pair.mg()), pawns(pair.eg()))
}

impl fmt::Display for ClassicalView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, account) = Classical::explain(self.0);
        writeln!(f, " term        |      white      |      black      |   difference")?;
        writeln!(f, "             |     mg      eg  |     mg      eg  |     mg      eg")?;
        writeln!(f, "{TABLE_RULE}")?;
        let mut total = Pair::ZERO;
        for row in account.rows() {
            let name = format!("{:?}", row.group);
            let [white, black] = row.sides.map(halves);
            let difference = row.difference();
            total += difference;
            writeln!(f, " {name:<11} | {white} | {black} | {}", halves(difference))?;
        }
        writeln!(f, "{TABLE_RULE}\n{:<49}| {}\n", " all", halves(total))?;
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

pub(crate) struct NetworkView<'a> {
    pub(crate) network: &'a Network,
    pub(crate) position: &'a Position,
}

const BOARD_RULE: &str = " +-------+-------+-------+-------+-------+-------+-------+-------+";

impl NetworkView<'_> {
    /// One rank of the board: letters above, values below.
    fn rank(&self, f: &mut fmt::Formatter<'_>, rank: Rank, worth: &[(Square, i32)]) -> fmt::Result {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        for square in squares {
            let letter = self.position.piece_on(square).map_or(' ', |piece| piece.letter());
            write!(f, " |   {letter}  ")?;
        }
        writeln!(f, " |")?;
        for square in squares {
            match worth.iter().find(|&&(of, _)| of == square) {
                Some(&(_, worth)) => write!(f, " |{:+6.2}", f64::from(worth) / 100.0)?,
                None => write!(f, " |      ")?,
            }
        }
        writeln!(f, " |\n{BOARD_RULE}")
    }
}

impl fmt::Display for NetworkView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, worth) = self.network.explain(self.position);
        writeln!(
            f,
            "Value of each piece to white, by the network's evaluation with and without it:\n\n{BOARD_RULE}"
        )?;
        for rank in Rank::ALL.into_iter().rev() {
            self.rank(f, rank, &worth)?;
        }
        let white = if self.position.turn() == Color::White { value } else { -value };
        write!(
            f,
            "\nNetwork ({}): {:+.2} for white, {:+.2} for {} to move; {}",
            self.network.description(),
            f64::from(white) / 100.0,
            f64::from(value) / 100.0,
            self.position.turn(),
            as_score(value, Evaluator::Nnue, self.position)
        )
    }
}
