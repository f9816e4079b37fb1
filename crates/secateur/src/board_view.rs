//! The output of `d`: the board, its FEN and key, and what a developer needs besides.

use core::fmt;

use chess::{CastlingField, File, Game, Piece, Rank, Square};

pub(crate) struct BoardView<'a> {
    pub(crate) game: &'a Game,
    pub(crate) style: CastlingField,
}

const RULE: &str = " +---+---+---+---+---+---+---+---+";

impl fmt::Display for BoardView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.game.position();
        writeln!(f, "\n{RULE}")?;
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = position.piece_on(Square::new(file, rank));
                write!(f, " | {}", piece.map_or(' ', Piece::letter))?;
            }
            writeln!(f, " | {rank}\n{RULE}")?;
        }
        writeln!(f, "   a   b   c   d   e   f   g   h\n")?;

        let checkers: Vec<String> =
            position.checkers().squares().map(|square| square.to_string()).collect();
        writeln!(f, "Fen: {}", self.game.fen(self.style))?;
        writeln!(f, "Key: {:016X}", position.key())?;
        writeln!(f, "Checkers: {}", checkers.join(" "))?;
        writeln!(f, "Turn: {}", position.turn())?;
        write!(f, "Legal moves: {}", position.count_legal())?;
        match self.game.outcome() {
            Some(outcome) => write!(f, "\nOver: {outcome}"),
            None => Ok(()),
        }
    }
}
