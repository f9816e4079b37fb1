//! Piece-square values from the perspective of each king. The sums are incremental: for each king
//! bucket the last board is cached, and only the difference is added or subtracted.

use chess::{Board, Color, PieceType, Position, Square};

use super::pair::Pair;
use super::terms::{KING_BUCKETS, MATERIAL, square_weight};
use super::trace::Trace;
use super::weights::WEIGHTS;
use crate::eval::perspective::Perspective;

/// The piece-square table for the square of a king.
#[derive(Clone, Copy)]
struct SquareTable {
    bucket: usize,
    perspective: Perspective,
}

impl SquareTable {
    #[inline]
    fn of(owner: Color, king: Square) -> SquareTable {
        let perspective = Perspective::of(owner, king);
        let seen = perspective.place_of(king);
        let band = [0, 1, 2, 2, 3, 3, 3, 3][seen / 8];
        SquareTable { bucket: band * 4 + seen % 8, perspective }
    }

    /// The number of tables: buckets times the two wings.
    const COUNT: usize = KING_BUCKETS * 2;

    fn index(self) -> usize {
        self.bucket * 2 + usize::from(self.perspective.is_mirrored())
    }

    #[inline]
    fn weight(self, color: Color, piece_type: PieceType, square: Square) -> usize {
        let enemy = color != self.perspective.owner();
        square_weight(self.bucket, enemy, piece_type, self.perspective.place_of(square))
    }

    /// The value of a piece in this table. Material counts for its owner.
    #[inline]
    fn value(self, color: Color, piece_type: PieceType, square: Square) -> Pair {
        let value = WEIGHTS[self.weight(color, piece_type, square)];
        if color == self.perspective.owner() { value + material(piece_type) } else { value }
    }
}

#[inline]
fn material(piece_type: PieceType) -> Pair {
    if piece_type == PieceType::King { Pair::ZERO } else { WEIGHTS[MATERIAL + piece_type.index()] }
}

#[derive(Clone, Copy, Default)]
struct CachedSum {
    board: Board,
    value: Pair,
}

/// The last board and its sum for each king and table, empty at first.
pub(super) struct SquareSums(Box<[[CachedSum; SquareTable::COUNT]; 2]>);

impl Default for SquareSums {
    fn default() -> SquareSums {
        SquareSums(Box::new([[CachedSum::default(); SquareTable::COUNT]; 2]))
    }
}

impl SquareSums {
    /// Material and piece-square values, White's minus Black's.
    #[inline]
    pub(super) fn value(&mut self, position: &Position) -> Pair {
        self.seen_by(position, Color::White) - self.seen_by(position, Color::Black)
    }

    #[inline]
    fn seen_by(&mut self, position: &Position, owner: Color) -> Pair {
        let table = SquareTable::of(owner, position.king(owner));
        let cached = &mut self.0[owner][table.index()];
        let (old, new) = (&cached.board, position.board());
        let changed = old.differences(new);
        let mut value = cached.value;
        for piece_type in PieceType::ALL {
            for square in old.by_type(piece_type) & changed {
                value -= table.value(old.owner_of(square), piece_type, square);
            }
            for square in new.by_type(piece_type) & changed {
                value += table.value(new.owner_of(square), piece_type, square);
            }
        }
        *cached = CachedSum { board: *new, value };
        value
    }
}

/// Reports the same terms piece by piece.
pub(super) fn trace(position: &Position, trace: &mut impl Trace) {
    for owner in Color::ALL {
        let table = SquareTable::of(owner, position.king(owner));
        for square in position.occupied() {
            let Some(piece) = position.piece_on(square) else { continue };
            trace.note(owner, table.weight(piece.color, piece.piece_type, square), 1);
            if piece.color == owner && piece.piece_type != PieceType::King {
                trace.note(owner, MATERIAL + piece.piece_type.index(), 1);
            }
        }
    }
}
