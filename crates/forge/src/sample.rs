//! A position of a game with what is known of it: what everybody who learns from games learns
//! from.

use core::borrow::Borrow;

use chess::{Color, Game, Move, Position, Setup};

use crate::format::{Ending, GameRecord, GameResult, Ply};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    pub position: Position,
    /// Plies since the first move of the game, random ones included.
    pub ply: u32,
    pub halfmove_clock: u16,
    /// The move that was played.
    pub mv: Move,
    /// What the search of the side to move thought, in centipawns from White's point of view; or
    /// `NO_SCORE`.
    pub score: i16,
    pub result: GameResult,
    /// How the game came to its result.
    pub ending: Ending,
}

impl Sample {
    #[inline]
    pub fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// Whether the move takes or promotes: the score is that of another position.
    #[inline]
    pub fn is_noisy(&self) -> bool {
        changes_material(self.mv)
    }

    /// The score as the side to move sees it.
    #[inline]
    pub fn score_for_mover(&self) -> i16 {
        match self.position.turn() {
            Color::White => self.score,
            Color::Black => self.score.saturating_neg(),
        }
    }

    /// 0, 1 or 2 half points for the side to move.
    #[inline]
    pub fn half_points_for_mover(&self) -> u8 {
        self.result.half_points(self.position.turn())
    }

    /// The position with its clocks, as FEN has them.
    pub fn setup(&self) -> Setup {
        Setup {
            halfmove_clock: self.halfmove_clock.min(chess::MAX_HALFMOVE_CLOCK),
            fullmove_number: (self.ply / 2 + 1).min(chess::MAX_FULLMOVE_NUMBER.into()) as u16,
            ..Setup::from(self.position)
        }
    }
}

/// Whether a move takes or promotes.
#[inline]
pub(crate) fn changes_material(mv: Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}

/// A move that cannot be played where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalPly {
    /// Its place in the game, counted from nought.
    pub ply: usize,
}

impl GameRecord {
    /// Plies from the first move to the first that is kept.
    pub fn first_ply(&self) -> u32 {
        let full_moves = u32::from(self.start.fullmove_number).saturating_sub(1);
        2 * full_moves + u32::from(self.start.position.turn() == Color::Black)
    }

    /// Every position in which a move was made, in order. It ends where one is not legal.
    pub fn samples(&self) -> Samples<&[Ply]> {
        Samples::new(self, &self.plies)
    }

    /// The same, for who has no more use for the game.
    pub fn into_samples(mut self) -> Samples<Vec<Ply>> {
        let plies = core::mem::take(&mut self.plies);
        Samples::new(&self, plies)
    }

    /// The game, played through.
    pub fn replay(&self) -> Result<Game, IllegalPly> {
        let mut game = Game::new(self.start.clone());
        for (ply, Ply { mv, .. }) in self.plies.iter().enumerate() {
            game.play(*mv).map_err(|_| IllegalPly { ply })?;
        }
        Ok(game)
    }
}

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
        // Whatever a checksum may say of the bytes, only the rules know moves.
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
