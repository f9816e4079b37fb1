//! A game: where it began, what was played, and whether it is over.

use core::fmt;

use crate::{
    Bitboard, CastlingField, Color, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Move, PieceType,
    Position, Setup, Trail,
};

#[derive(Clone, Debug)]
pub struct Game {
    start: Setup,
    position: Position,
    trail: Trail,
    moves: Vec<Move>,
}

/// How a game ended. Threefold repetition and fifty moves end it without a claim, as all
/// engine matches have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Checkmate { winner: Color },
    Stalemate,
    InsufficientMaterial,
    FiftyMoves,
    Repetition,
}

impl Outcome {
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} mates"),
            Outcome::Stalemate => f.write_str("draw by stalemate"),
            Outcome::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Outcome::FiftyMoves => f.write_str("draw by the fifty-move rule"),
            Outcome::Repetition => f.write_str("draw by threefold repetition"),
        }
    }
}

/// A move that is not legal in the present position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not legal here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

impl Default for Game {
    fn default() -> Game {
        Game::new(Setup::initial())
    }
}

impl Game {
    pub fn new(start: Setup) -> Game {
        let position = start.position;
        let trail = Trail::new(&position, start.halfmove_clock);
        Game { start, position, trail, moves: Vec::new() }
    }

    pub fn start(&self) -> &Setup {
        &self.start
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        let next = self.position.after(mv);
        self.trail.push(&self.position, mv, &next);
        self.position = next;
        self.moves.push(mv);
        Ok(())
    }

    /// The present position with its clocks.
    pub fn setup(&self) -> Setup {
        let black_began = usize::from(self.start.position.turn() == Color::Black);
        let full_moves = (self.moves.len() + black_began) / 2;
        let number = usize::from(self.start.fullmove_number) + full_moves;
        // Clocks as FEN can say them; the trail goes on counting.
        Setup {
            position: self.position,
            halfmove_clock: self.trail.halfmove_clock().min(MAX_HALFMOVE_CLOCK),
            fullmove_number: number.min(usize::from(MAX_FULLMOVE_NUMBER)) as u16,
            repairs: Vec::new(),
        }
    }

    pub fn fen(&self, style: CastlingField) -> String {
        self.setup().to_fen(style)
    }

    /// Mate takes precedence over the draws that its last move would also have brought.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.position.count_legal() == 0 {
            return Some(match self.position.in_check() {
                true => Outcome::Checkmate { winner: !self.position.turn() },
                false => Outcome::Stalemate,
            });
        }
        if self.position.has_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        if self.trail.halfmove_clock() >= 100 {
            return Some(Outcome::FiftyMoves);
        }
        self.trail.is_threefold().then_some(Outcome::Repetition)
    }
}

impl Position {
    /// No sequence of moves can mate: bare kings, a single minor piece, or bishops that all
    /// stand on one colour.
    pub fn has_insufficient_material(&self) -> bool {
        let by_type = |piece_type| self.board.by_type(piece_type);
        if (by_type(PieceType::Pawn) | by_type(PieceType::Rook) | by_type(PieceType::Queen)).any() {
            return false;
        }
        let (knights, bishops) = (by_type(PieceType::Knight), by_type(PieceType::Bishop));
        let one_colour = !bishops.meets(Bitboard::LIGHT) || !bishops.meets(Bitboard::DARK);
        (knights | bishops).len() <= 1 || knights.is_empty() && one_colour
    }
}
