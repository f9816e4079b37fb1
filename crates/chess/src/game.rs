//! A game: its start, its moves, and whether it is over.

use core::fmt;

use crate::{
    Bitboard, CastlingField, Color, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Move, PieceType,
    Position, Setup, Trail,
};

/// A game in progress: it only takes legal moves, and knows repetitions, clocks and outcomes.
///
/// ```
/// use chess::{Color, Game, Outcome};
///
/// let mut game = Game::default();
/// for san in ["f3", "e5", "g4", "Qh4"] {
///     let mv = game.position().parse_san(san)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Setup,
    position: Position,
    trail: Trail,
    moves: Vec<Move>,
}

/// How a game ended. Threefold repetition and the fifty-move rule end it without a claim, as is
/// usual in engine matches.
///
/// ```
/// use chess::{Color, Outcome};
///
/// let mate = Outcome::Checkmate { winner: Color::White };
/// assert_eq!(mate.winner(), Some(Color::White));
/// assert_eq!(Outcome::Repetition.winner(), None);
/// assert_eq!(Outcome::Repetition.to_string(), "draw by threefold repetition");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// No sequence of moves can lead to mate.
    InsufficientMaterial,
    /// A hundred plies without a capture or pawn move.
    FiftyMoves,
    /// The position has occurred three times.
    Repetition,
}

impl Outcome {
    /// The winner; `None` for a draw.
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

/// The move is not legal in the current position.
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
    /// A game that starts from `start`. [`Game::default`] starts from the initial position.
    pub fn new(start: Setup) -> Game {
        let position = start.position;
        let trail = Trail::new(&position, start.halfmove_clock);
        Game { start, position, trail, moves: Vec::new() }
    }

    /// Where the game began.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys and clocks that led to the current position.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, or refuses it and leaves the game as it was.
    ///
    /// ```
    /// use chess::{Game, IllegalMove, Move, MoveKind, Square};
    ///
    /// let mut game = Game::default();
    /// let too_far = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    /// assert_eq!(game.play(too_far), Err(IllegalMove(too_far)));
    /// assert!(game.moves().is_empty());
    /// ```
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

    /// The current position with its clocks.
    ///
    /// ```
    /// use chess::Game;
    ///
    /// let mut game = Game::default();
    /// game.play(game.position().parse_uci("g1f3")?)?;
    /// assert_eq!(game.setup().halfmove_clock, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Setup {
        let black_began = usize::from(self.start.position.turn() == Color::Black);
        let full_moves = (self.moves.len() + black_began) / 2;
        let number = usize::from(self.start.fullmove_number) + full_moves;
        // FEN limits both clocks; the trail keeps counting.
        Setup {
            position: self.position,
            halfmove_clock: self.trail.halfmove_clock().min(MAX_HALFMOVE_CLOCK),
            fullmove_number: number.min(usize::from(MAX_FULLMOVE_NUMBER)) as u16,
            repairs: Vec::new(),
        }
    }

    /// The current position as FEN.
    pub fn fen(&self, style: CastlingField) -> String {
        self.setup().to_fen(style)
    }

    /// How the game has ended, or `None` while it goes on. Checkmate takes precedence over every
    /// draw.
    ///
    /// ```
    /// use chess::{Game, Outcome};
    ///
    /// let mut game = Game::default();
    /// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
    ///     assert_eq!(game.outcome(), None);
    ///     game.play(game.position().parse_uci(uci)?)?;
    /// }
    /// // The initial position is on the board for the third time.
    /// assert_eq!(game.trail().occurrences(), 3);
    /// assert_eq!(game.outcome(), Some(Outcome::Repetition));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// Whether no sequence of moves can mate: bare kings, a single minor piece, or bishops that
    /// all stand on squares of one colour.
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
