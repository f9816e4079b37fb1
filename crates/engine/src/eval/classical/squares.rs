//! Where the men stand, as each king sees it. The sum is kept up to date: a board is remembered
//! for each place a king may be in, and only what differs from it is added or taken off.

use chess::{Board, Color, Kind, Position, Square};

use super::pair::Pair;
use super::terms::{KING_BUCKETS, MATERIAL, SQUARES};
use super::trace::Trace;
use super::weights::WEIGHTS;

/// How a king looks at the board: always from his own side, and from the queen's wing.
#[derive(Clone, Copy)]
struct Outlook {
    bucket: usize,
    /// Turns squares, seen from this king.
    turn: usize,
    owner: Color,
}

impl Outlook {
    #[inline]
    fn of(owner: Color, king: Square) -> Outlook {
        let sides = if owner == Color::White { 0 } else { 56 };
        let wings = if king.file().index() < 4 { 0 } else { 7 };
        let turn = sides ^ wings;
        let seen = king.index() ^ turn;
        let band = [0, 1, 2, 2, 3, 3, 3, 3][seen / 8];
        Outlook { bucket: band * 4 + seen % 8, turn, owner }
    }

    /// Buckets and the two wings.
    const COUNT: usize = KING_BUCKETS * 2;

    fn number(self) -> usize {
        self.bucket * 2 + usize::from(self.turn & 7 != 0)
    }

    #[inline]
    fn weight(self, color: Color, kind: Kind, square: Square) -> usize {
        let enemy = usize::from(color != self.owner);
        let row = (self.bucket * 2 + enemy) * Kind::COUNT + kind.index();
        SQUARES + row * Square::COUNT + (square.index() ^ self.turn)
    }

    /// What a man is worth from here: material is counted for its owner.
    #[inline]
    fn value(self, color: Color, kind: Kind, square: Square) -> Pair {
        let place = WEIGHTS[self.weight(color, kind, square)];
        if color == self.owner { place + worth(kind) } else { place }
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

/// Boards remembered for each king and each outlook of his, starting with empty ones.
pub(super) struct SquareSums(Box<[[Remembered; Outlook::COUNT]; 2]>);

impl Default for SquareSums {
    fn default() -> SquareSums {
        SquareSums(Box::new([[Remembered::default(); Outlook::COUNT]; 2]))
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
        let outlook = Outlook::of(owner, position.king(owner));
        let remembered = &mut self.0[owner][outlook.number()];
        let (old, new) = (&remembered.board, position.board());
        let mut changed = old.color(Color::White) ^ new.color(Color::White);
        for kind in Kind::ALL {
            changed |= old.kind(kind) ^ new.kind(kind);
        }
        let mut value = remembered.value;
        for kind in Kind::ALL {
            for square in old.kind(kind) & changed {
                value -= outlook.value(color_on(old, square), kind, square);
            }
            for square in new.kind(kind) & changed {
                value += outlook.value(color_on(new, square), kind, square);
            }
        }
        *remembered = Remembered { board: *new, value };
        value
    }
}

#[inline]
fn color_on(board: &Board, square: Square) -> Color {
    if board.color(Color::White).has(square) { Color::White } else { Color::Black }
}

/// The same, told man by man.
pub(super) fn tell(position: &Position, trace: &mut impl Trace) {
    for owner in Color::ALL {
        let outlook = Outlook::of(owner, position.king(owner));
        for square in position.occupied() {
            let Some(man) = position.piece_on(square) else { continue };
            trace.note(owner, outlook.weight(man.color, man.kind, square), 1);
            if man.color == owner && man.kind != Kind::King {
                trace.note(owner, MATERIAL + man.kind.index(), 1);
            }
        }
    }
}
