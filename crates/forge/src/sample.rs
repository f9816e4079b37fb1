//! A position of a game with its score, move and result: the example that every evaluation is
//! trained on.

use core::borrow::Borrow;

use chess::{Color, Game, Move, Position, Setup};

use crate::format::{GameRecord, Ply};
use chess::GameResult;
use toolkit::Ending;

/// A position in which a move was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position before the move.
    pub position: Position,
    /// Plies since the first move of the game, random ones included.
    pub ply: u32,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move that was played.
    pub mv: Move,
    /// The score of the side to move's search, in centipawns from White's point of view; or
    /// `NO_SCORE`.
    pub score: i16,
    /// The result of the game.
    pub result: GameResult,
    /// How the game ended.
    pub ending: Ending,
}

impl Sample {
    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// Whether the move captures or promotes: the score then belongs to another position.
    #[inline]
    pub fn is_noisy(&self) -> bool {
        changes_material(self.mv)
    }

    /// The score from the side to move's point of view.
    #[inline]
    pub fn score_for_mover(&self) -> i16 {
        match self.position.turn() {
            Color::White => self.score,
            Color::Black => self.score.saturating_neg(),
        }
    }

    /// The half points of the side to move: 0, 1 or 2.
    #[inline]
    pub fn half_points_for_mover(&self) -> u8 {
        self.result.half_points(self.position.turn())
    }

    /// The position with its clocks, as a FEN stores them.
    pub fn setup(&self) -> Setup {
        Setup {
            halfmove_clock: self.halfmove_clock.min(chess::MAX_HALFMOVE_CLOCK),
            fullmove_number: (self.ply / 2 + 1).min(chess::MAX_FULLMOVE_NUMBER.into()) as u16,
            ..Setup::from(self.position)
        }
    }
}

/// Whether a move captures or promotes.
#[inline]
pub(crate) fn changes_material(mv: Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}

/// An illegal move in a stored game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalPly {
    /// Its index in the game, from zero.
    pub ply: usize,
}

impl GameRecord {
    /// Plies of the game before the first stored one.
    pub fn first_ply(&self) -> u32 {
        let full_moves = u32::from(self.start.fullmove_number).saturating_sub(1);
        2 * full_moves + u32::from(self.start.position.turn() == Color::Black)
    }

    /// Every position of the game, in order. It ends after an illegal move.
    pub fn samples(&self) -> Samples<&[Ply]> {
        Samples::new(self, &self.plies)
    }

    /// The same, consuming the game.
    pub fn into_samples(mut self) -> Samples<Vec<Ply>> {
        let plies = core::mem::take(&mut self.plies);
        Samples::new(&self, plies)
    }

    /// The game played to its end.
    pub fn replay(&self) -> Result<Game, IllegalPly> {
        let mut game = Game::new(self.start.clone());
        for (ply, Ply { mv, .. }) in self.plies.iter().enumerate() {
            game.play(*mv).map_err(|_| IllegalPly { ply })?;
        }
        Ok(game)
    }
}

/// Iterator over the positions of a game.
pub struct Samples<P> {
    plies: P,
    next: usize,
    position: Position,
    halfmove_clock: u16,
    first_ply: u32,
    result: GameResult,
    ending: Ending,
}

impl<P: Borrow<[Ply]>> Samples<P> {
    fn new(record: &GameRecord, plies: P) -> Samples<P> {
        Samples {
            plies,
            next: 0,
            position: record.start.position,
            halfmove_clock: record.start.halfmove_clock,
            first_ply: record.first_ply(),
            result: record.result,
            ending: record.ending,
        }
    }
}

impl<P: Borrow<[Ply]>> Iterator for Samples<P> {
    type Item = Result<Sample, IllegalPly>;

    #[inline]
    fn next(&mut self) -> Option<Result<Sample, IllegalPly>> {
        let ply = self.next;
        let &Ply { mv, score } = self.plies.borrow().get(ply)?;
        // A right checksum does not make a move legal.
        if !self.position.is_legal(mv) {
            self.next = usize::MAX;
            return Some(Err(IllegalPly { ply }));
        }
        let sample = Sample {
            position: self.position,
            ply: self.first_ply + ply as u32,
            halfmove_clock: self.halfmove_clock,
            mv,
            score,
            result: self.result,
            ending: self.ending,
        };
        let progress = self.position.is_irreversible(mv);
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.position = self.position.after(mv);
        self.next += 1;
        Some(Ok(sample))
    }
}
