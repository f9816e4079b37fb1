//! The network's part of `eval`: the value of each piece.

use core::fmt;

use chess::{Color, File, Position, Rank, Square};
use engine::eval::nnue::Network;
use engine::knobs::Evaluator;

use crate::evaluation_view::as_score;

pub(crate) struct NetworkView<'a> {
    pub(crate) network: &'a Network,
    pub(crate) position: &'a Position,
}

const RULE: &str = " +-------+-------+-------+-------+-------+-------+-------+-------+";

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
        writeln!(f, " |\n{RULE}")
    }
}

impl fmt::Display for NetworkView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, worth) = self.network.explain(self.position);
        writeln!(
            f,
            "Value of each piece: how much the network's evaluation changes without it\n\n{RULE}"
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
