//! Builds positions piece by piece.

use crate::{Board, Color, FenError, File, Piece, Setup, Square, Wing};

/// Builds a [`Setup`] piece by piece. It starts with an empty board, White to move, no castling
/// rights, no en passant square, and move number 1.
///
/// [`SetupBuilder::build`] applies the same checks as FEN, so it never yields an illegal position.
///
/// ```
/// use chess::{Color, FenError, Piece, PieceType, Setup, Square};
///
/// let king = |color| Piece::new(color, PieceType::King);
/// let builder = Setup::builder().put(Square::E1, king(Color::White));
/// let error = FenError::KingCount { color: Color::Black, count: 0 };
/// assert_eq!(builder.build(), Err(error));
///
/// let setup = builder.put(Square::E8, king(Color::Black)).build()?;
/// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupBuilder {
    pieces: [Option<Piece>; Square::COUNT],
    turn: Color,
    /// The letters of the castling field of FEN.
    castling: String,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl SetupBuilder {
    fn new() -> SetupBuilder {
        SetupBuilder {
            pieces: [None; Square::COUNT],
            turn: Color::White,
            castling: String::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Puts a piece on a square, in place of any piece there.
    pub fn put(mut self, square: Square, piece: Piece) -> SetupBuilder {
        self.pieces[square] = Some(piece);
        self
    }

    /// Empties a square.
    pub fn remove(mut self, square: Square) -> SetupBuilder {
        self.pieces[square] = None;
        self
    }

    /// Sets the side to move.
    pub fn turn(mut self, color: Color) -> SetupBuilder {
        self.turn = color;
        self
    }

    /// Grants the right to castle to one wing with the outermost rook there: `K`, `Q`, `k` or `q`
    /// in FEN.
    ///
    /// ```
    /// use chess::{Color, Setup, Wing};
    ///
    /// let bare: Setup = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse()?;
    /// let setup = bare.to_builder().castle(Color::White, Wing::King).build()?;
    /// assert!(setup.position.parse_san("O-O").is_ok());
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn castle(mut self, color: Color, wing: Wing) -> SetupBuilder {
        self.grant(color, if wing == Wing::King { 'k' } else { 'q' });
        self
    }

    /// Grants the right to castle with the rook on this file of the back rank, as Chess960 may
    /// need: `A` to `H` or `a` to `h` in FEN.
    pub fn castle_with(mut self, color: Color, rook: File) -> SetupBuilder {
        self.grant(color, rook.letter());
        self
    }

    fn grant(&mut self, color: Color, letter: char) {
        self.castling.push(match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        });
    }

    /// Revokes all castling rights.
    pub fn no_castling(mut self) -> SetupBuilder {
        self.castling.clear();
        self
    }

    /// Sets the en passant square: the one that a pawn has just passed over. `None` clears it.
    ///
    /// ```
    /// use chess::{Setup, Square};
    ///
    /// let pawns: Setup = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1".parse()?;
    /// let setup = pawns.to_builder().en_passant(Square::D6).build()?;
    /// assert!(setup.position.parse_san("exd6").is_ok());
    /// assert_eq!(setup.to_builder().en_passant(None).build()?, pawns);
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn en_passant(mut self, square: impl Into<Option<Square>>) -> SetupBuilder {
        self.en_passant = square.into();
        self
    }

    /// Sets the plies since the last capture or pawn move.
    pub fn halfmove_clock(mut self, plies: u16) -> SetupBuilder {
        self.halfmove_clock = plies;
        self
    }

    /// Sets the number of the next move.
    pub fn fullmove_number(mut self, number: u16) -> SetupBuilder {
        self.fullmove_number = number;
        self
    }

    /// Checks the position and returns it, exactly as reading the same position from FEN does: an
    /// impossible board or a repeated castling right is an error, while a castling right without
    /// king and rook at home, an en passant square without a legal capture, and a clock out of
    /// range are repaired and listed in [`Setup::repairs`].
    ///
    /// ```
    /// use chess::{Color, Setup, Wing};
    ///
    /// let kings: Setup = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let setup = kings.to_builder().castle(Color::White, Wing::King).build()?;
    /// assert_eq!(setup.position, kings.position);
    /// assert_eq!(setup.repairs.len(), 1);
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn build(&self) -> Result<Setup, FenError> {
        let mut board = Board::default();
        for square in Square::all() {
            if let Some(Piece { color, piece_type }) = self.pieces[square] {
                board.toggle(color, piece_type, square);
            }
        }
        let castling = (!self.castling.is_empty()).then_some(self.castling.as_str());
        let en_passant = self.en_passant.map(|square| square.to_string());
        let mut setup = Setup::from_parts(board, self.turn, castling, en_passant.as_deref())?;
        setup.read_halfmove_clock(&self.halfmove_clock.to_string())?;
        setup.read_fullmove_number(&self.fullmove_number.to_string())?;
        Ok(setup)
    }
}

impl Setup {
    /// A builder with an empty board.
    pub fn builder() -> SetupBuilder {
        SetupBuilder::new()
    }

    /// A builder that holds this position and its clocks, ready to be changed.
    ///
    /// ```
    /// use chess::{Color, Piece, PieceType, Setup, Square};
    ///
    /// // White gives odds of a rook.
    /// let odds = Setup::initial().to_builder().remove(Square::A1).build()?;
    /// assert_eq!(
    ///     odds.to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
    /// );
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn to_builder(&self) -> SetupBuilder {
        let position = &self.position;
        let mut builder = SetupBuilder {
            pieces: core::array::from_fn(|index| position.piece_on(Square::from_index(index))),
            turn: position.turn(),
            castling: String::new(),
            en_passant: position.en_passant(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        };
        for color in Color::ALL {
            for rook in position.castling().rooks_of(color) {
                builder.grant(color, rook.file().letter());
            }
        }
        builder
    }
}
