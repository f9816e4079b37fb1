//! History heuristics: the tables in which a search thread learns about moves.
//!
//! A move that causes a cutoff gets a bonus, and the moves searched before it get a malus. Each
//! entry is pulled towards 0 in proportion to its size.

mod correction;
mod gravity;

pub(crate) use correction::{Corrections, corrected};
use gravity::HistoryEntry;

use chess::{Bitboard, Color, Move, PieceType, Position, Square};

/// A piece of one colour and the square it moves to, as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) const COUNT: usize = 2 * PieceType::COUNT * Square::COUNT;
    /// No move, or a null move. It has a row in every table.
    pub(crate) const NONE: PieceTo = PieceTo(Self::COUNT as u16);

    #[inline]
    pub(crate) fn new(color: Color, piece_type: PieceType, to: Square) -> PieceTo {
        PieceTo(
            ((color.index() * PieceType::COUNT + piece_type.index()) * Square::COUNT + to.index())
                as u16,
        )
    }

    /// The piece and target square of a legal move.
    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece_type = position.piece_type_on(mv.from()).unwrap_or(PieceType::Pawn);
        PieceTo::new(position.turn(), piece_type, mv.to())
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

type ByPieceTo = [HistoryEntry; PieceTo::COUNT];

/// Rows of the pawn history: pawn structures share a row modulo this.
const PAWN_ROWS: usize = 1024;

/// The tables of one thread. They are large, so they live on the heap.
#[derive(Clone)]
pub(crate) struct Histories {
    /// By side, whether each square is attacked, and both squares.
    quiet: Box<[[[[HistoryEntry; 64]; 64]; 4]; 2]>,
    /// By piece, target square and victim.
    capture: Box<[[HistoryEntry; PieceType::COUNT]; PieceTo::COUNT]>,
    /// By an earlier move and this one. The row of `PieceTo::NONE` is never written.
    continuation: Box<[ByPieceTo]>,
    /// By pawn structure and move.
    pawn: Box<[ByPieceTo]>,
    /// By the last move.
    counter: Box<[Option<Move>; PieceTo::COUNT + 1]>,
    pub(crate) corrections: Corrections,
}

/// The moves one, two and four plies back, which index the continuation history.
pub(crate) type PreviousMoves = [PieceTo; 3];

impl Default for Histories {
    fn default() -> Histories {
        Histories::new()
    }
}

/// An array of equal values, built on the heap.
fn boxed<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has N elements"),
    }
}

impl Histories {
    pub(crate) fn new() -> Histories {
        let row = [HistoryEntry::default(); PieceTo::COUNT];
        Histories {
            quiet: Box::new([[[[HistoryEntry::default(); 64]; 64]; 4]; 2]),
            capture: boxed([HistoryEntry::default(); PieceType::COUNT]),
            continuation: vec![row; PieceTo::COUNT + 1].into_boxed_slice(),
            pawn: vec![row; PAWN_ROWS].into_boxed_slice(),
            counter: boxed(None),
            corrections: Corrections::new(),
        }
    }

    /// Forgets everything, for a new game.
    pub(crate) fn clear(&mut self) {
        let Histories { quiet, capture, continuation, pawn, counter, corrections } = self;
        let blank = HistoryEntry::default();
        quiet.as_flattened_mut().as_flattened_mut().as_flattened_mut().fill(blank);
        capture.as_flattened_mut().fill(blank);
        continuation.as_flattened_mut().fill(blank);
        pawn.as_flattened_mut().fill(blank);
        counter.fill(None);
        corrections.clear();
    }

    #[inline]
    fn quiet_slot(position: &Position, mv: Move) -> (usize, usize, usize, usize) {
        let attacked = attacked(position.threats(), mv);
        (position.turn().index(), attacked, mv.from().index(), mv.to().index())
    }

    #[inline]
    fn pawn_row(position: &Position) -> usize {
        position.keys().pawns() as usize % PAWN_ROWS
    }

    /// The history score of a quiet move, whatever was played before it.
    #[inline]
    pub(crate) fn main(&self, position: &Position, mv: Move) -> i32 {
        let (side, attacked, from, to) = Self::quiet_slot(position, mv);
        self.quiet[side][attacked][from][to].get()
    }

    /// The history score of a move as the continuation of an earlier one.
    #[inline]
    pub(crate) fn continuation(&self, earlier: PieceTo, piece_to: PieceTo) -> i32 {
        self.continuation[earlier.index()][piece_to.index()].get()
    }

    /// The rows for all quiet moves of one position, looked up once.
    #[inline]
    pub(crate) fn rows(&self, position: &Position, previous: &PreviousMoves) -> QuietRows<'_> {
        QuietRows {
            main: &self.quiet[position.turn()],
            pawn: &self.pawn[Self::pawn_row(position)],
            previous: previous.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// The history score that pruning and reductions read.
    #[inline]
    pub(crate) fn quiet(&self, position: &Position, mv: Move, previous: &PreviousMoves) -> i32 {
        let piece_to = PieceTo::of(position, mv);
        self.main(position, mv)
            + self.continuation(previous[0], piece_to)
            + self.continuation(previous[1], piece_to)
    }

    /// The history score of a capture.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let victim = position.piece_type_on(mv.to()).unwrap_or(PieceType::Pawn);
        self.capture[PieceTo::of(position, mv).index()][victim].get()
    }

    /// The quiet move that last refuted `earlier`.
    #[inline]
    pub(crate) fn countermove(&self, earlier: PieceTo) -> Option<Move> {
        self.counter[earlier.index()]
    }

    pub(crate) fn set_countermove(&mut self, earlier: PieceTo, mv: Move) {
        if earlier != PieceTo::NONE {
            self.counter[earlier.index()] = Some(mv);
        }
    }

    /// Adds a bonus, or a malus if negative, to every table of quiet moves.
    pub(crate) fn reward_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        let (side, attacked, from, to) = Self::quiet_slot(position, mv);
        self.quiet[side][attacked][from][to].add(bonus);
        let piece_to = PieceTo::of(position, mv);
        self.pawn[Self::pawn_row(position)][piece_to.index()].add(bonus);
        self.reward_continuation(piece_to, previous, bonus);
    }

    /// Adds a bonus for each earlier move. The oldest gets half: it says least about this move.
    pub(crate) fn reward_continuation(
        &mut self,
        piece_to: PieceTo,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        for (&earlier, bonus) in previous.iter().zip([bonus, bonus, bonus / 2]) {
            if earlier != PieceTo::NONE {
                self.continuation[earlier.index()][piece_to.index()].add(bonus);
            }
        }
    }

    /// Adds a bonus, or a malus if negative, to the capture history.
    pub(crate) fn reward_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = position.piece_type_on(mv.to()).unwrap_or(PieceType::Pawn);
        self.capture[PieceTo::of(position, mv).index()][victim].add(bonus);
    }
}

/// See `Histories::rows`.
pub(crate) struct QuietRows<'a> {
    main: &'a [[[HistoryEntry; 64]; 64]; 4],
    pawn: &'a ByPieceTo,
    previous: [&'a ByPieceTo; 3],
}

impl QuietRows<'_> {
    /// The history score that orders quiet moves. The oldest of the earlier moves counts half.
    #[inline]
    pub(crate) fn order(&self, threats: Bitboard, mv: Move, piece_to: PieceTo) -> i32 {
        let main = &self.main[attacked(threats, mv)][mv.from().index()][mv.to().index()];
        let at = |row: &ByPieceTo| row[piece_to.index()].get();
        let [last, before, fourth] = self.previous;
        main.get() + at(self.pawn) + at(last) + at(before) + at(fourth) / 2
    }
}

/// Whether the squares a move leaves and enters are attacked, as an index below 4.
#[inline]
fn attacked(threats: Bitboard, mv: Move) -> usize {
    usize::from(threats.has(mv.from())) * 2 + usize::from(threats.has(mv.to()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bonus_is_read_where_it_was_added() {
        let position = Position::initial();
        let mut histories = Histories::new();
        let mv = position.parse_uci("g1f3").unwrap();
        let earlier = PieceTo::new(Color::Black, PieceType::Queen, Square::D8);
        let previous = [earlier, PieceTo::NONE, PieceTo::NONE];
        histories.reward_quiet(&position, mv, &previous, 500);
        assert_eq!(histories.main(&position, mv), 500);
        assert_eq!(histories.quiet(&position, mv, &previous), 1000);
        assert_eq!(histories.quiet(&position, mv, &[PieceTo::NONE; 3]), 500);
        let other = position.parse_uci("b1c3").unwrap();
        assert_eq!(histories.quiet(&position, other, &previous), 0);
        histories.clear();
        assert_eq!(histories.quiet(&position, mv, &previous), 0);
    }
}
