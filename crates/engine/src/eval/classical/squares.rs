//! Where the men stand, as each king sees it. The sum is kept up to date: a board is remembered
//! for each place a king may be in, and only what differs from it is added or taken off.

use chess::{Board, Color, Kind, Position, Square};

use super::pair::Pair;
use super::terms::{KING_BUCKETS, MATERIAL, square_weight};
use super::trace::Trace;
use super::weights::WEIGHTS;
use crate::eval::outlook::Outlook;

/// The table of squares that holds for a king where he stands.
#[derive(Clone, Copy)]
struct SquareTable {
    bucket: usize,
    outlook: Outlook,
}

impl SquareTable {
    #[inline]
    fn of(owner: Color, king: Square) -> SquareTable {
        let outlook = Outlook::of(owner, king);
        let seen = outlook.place_of(king);
        let band = [0, 1, 2, 2, 3, 3, 3, 3][seen / 8];
        SquareTable { bucket: band * 4 + seen % 8, outlook }
    }

    /// Buckets and the two wings.
    const COUNT: usize = KING_BUCKETS * 2;

    fn number(self) -> usize {
        self.bucket * 2 + usize::from(self.outlook.is_mirrored())
    }

    #[inline]
    fn weight(self, color: Color, kind: Kind, square: Square) -> usize {
        let enemy = color != self.outlook.owner();
        square_weight(self.bucket, enemy, kind, self.outlook.place_of(square))
    }

    /// What a man is worth from here: material is counted for its owner.
    #[inline]
    fn value(self, color: Color, kind: Kind, square: Square) -> Pair {
        let place = WEIGHTS[self.weight(color, kind, square)];
        if color == self.outlook.owner() { place + worth(kind) } else { place }
    }
}

#[inline]
fn worth(kind: Kind) -> Pair {
    if kind == Kind::King { Pair::ZERO } else { WEIGHTS[MATERIAL + kind.index()] }
}

#[derive(Clone, Copy, Default)]
struct Remembered {
    board: Board,
    value: Pair,
}

/// Boards remembered for each king and each table of his, starting with empty ones.
pub(super) struct SquareSums(Box<[[Remembered; SquareTable::COUNT]; 2]>);

impl Default for SquareSums {
    fn default() -> SquareSums {
        SquareSums(Box::new([[Remembered::default(); SquareTable::COUNT]; 2]))
    }
}

impl SquareSums {
    /// Material and squares, White's less Black's.
    #[inline]
    pub(super) fn value(&mut self, position: &Position) -> Pair {
        self.seen_by(position, Color::White) - self.seen_by(position, Color::Black)
    }

    #[inline]
    fn seen_by(&mut self, position: &Position, owner: Color) -> Pair {
        let table = SquareTable::of(owner, position.king(owner));
        let remembered = &mut self.0[owner][table.number()];
        let (old, new) = (&remembered.board, position.board());
        let changed = old.differences(new);
        let mut value = remembered.value;
        for kind in Kind::ALL {
            for square in old.kind(kind) & changed {
                value -= table.value(old.owner_of(square), kind, square);
            }
            for square in new.kind(kind) & changed {
                value += table.value(new.owner_of(square), kind, square);
            }
        }
        *remembered = Remembered { board: *new, value };
        value
    }
}

/// The same, told man by man.
pub(super) fn tell(position: &Position, trace: &mut impl Trace) {
    for owner in Color::ALL {
        let table = SquareTable::of(owner, position.king(owner));
        for square in position.occupied() {
            let Some(man) = position.piece_on(square) else { continue };
            trace.note(owner, table.weight(man.color, man.kind, square), 1);
            if man.color == owner && man.kind != Kind::King {
                trace.note(owner, MATERIAL + man.kind.index(), 1);
            }
        }
    }
}
