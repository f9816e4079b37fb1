//! One game on three boards: ours, shakmaty's and cozy-chess's.

use chess::{CastlingField, Game, Move, Setup};
use cozy_chess::Board;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::convert::{move_from_cozy, move_from_shakmaty, move_to_cozy, move_to_shakmaty};

/// The highest halfmove clock that our FEN reader accepts.
pub const CLOCK_LIMIT: u16 = chess::MAX_HALFMOVE_CLOCK;
/// The highest halfmove clock that cozy-chess accepts.
pub const COZY_CLOCK_LIMIT: u16 = 100;

/// The same game on three boards.
#[derive(Clone)]
pub struct Trio {
    pub ours: Game,
    pub shakmaty: Chess,
    pub cozy: Board,
}

impl Trio {
    /// Reads a FEN, which all three boards must accept. The checks compare the results.
    pub fn from_fen(fen: &str) -> Result<Trio, String> {
        let setup: Setup = fen.parse().map_err(|error| format!("{fen}: ours: {error}"))?;
        Trio::from_setup(setup)
    }

    /// Sets up all three boards.
    pub fn from_setup(setup: Setup) -> Result<Trio, String> {
        let fen = setup.to_fen(CastlingField::XFen);
        let shakmaty = read_by_shakmaty(&fen).map_err(|error| format!("{fen}: {error}"))?;
        let cozy = read_by_cozy(&setup).map_err(|error| format!("{fen}: {error}"))?;
        Ok(Trio { ours: Game::new(setup), shakmaty, cozy })
    }

    /// Plays a move that is legal on our board. The other boards play it unchecked.
    pub fn play(&mut self, mv: Move) {
        let theirs = move_to_shakmaty(mv, self.shakmaty.board()).expect("a piece moves");
        self.shakmaty.play_unchecked(theirs);
        self.cozy.play_unchecked(move_to_cozy(mv));
        self.ours.play(mv).expect("only legal moves are played");
    }

    /// Legal moves according to shakmaty, in our order.
    pub fn moves_by_shakmaty(&self) -> Vec<Move> {
        sorted(self.shakmaty.legal_moves().iter().map(|&mv| move_from_shakmaty(mv)))
    }

    /// Legal moves according to cozy-chess, in our order.
    pub fn moves_by_cozy(&self) -> Vec<Move> {
        moves_of_cozy(&self.cozy)
    }
}

pub fn moves_of_cozy(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some.into_iter().map(|mv| move_from_cozy(mv, board)));
        false
    });
    sorted(moves)
}

pub fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

pub fn read_by_shakmaty(fen: &str) -> Result<Chess, String> {
    let fen: Fen = fen.parse().map_err(|error| format!("shakmaty: {error}"))?;
    fen.into_position(CastlingMode::Chess960).map_err(|error| format!("shakmaty: {error}"))
}

/// cozy-chess refuses clocks above a hundred and stops counting there, so the clock is clamped.
pub fn read_by_cozy(setup: &Setup) -> Result<Board, String> {
    let mut setup = setup.clone();
    setup.halfmove_clock = setup.halfmove_clock.min(COZY_CLOCK_LIMIT);
    Board::from_fen(&setup.to_fen(CastlingField::Shredder), true)
        .map_err(|error| format!("cozy-chess: {error}"))
}
