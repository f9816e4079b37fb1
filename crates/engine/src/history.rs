//! What earlier cuts teach about moves: every table a search thread learns in.
//!
//! A move that cut is rewarded, the moves tried before it in vain are punished, and each
//! entry is drawn back towards nought the further it is out.

mod correction;
mod gravity;

pub(crate) use correction::{Corrections, corrected};
use gravity::Record;

use chess::{Bitboard, Color, Move, PieceType, Position, Square};

/// A piece of one colour on one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) const COUNT: usize = 2 * PieceType::COUNT * Square::COUNT;
    /// No move at all, or a pass: its own row in every table.
    pub(crate) const NONE: PieceTo = PieceTo(Self::COUNT as u16);

    #[inline]
    pub(crate) fn new(color: Color, piece_type: PieceType, to: Square) -> PieceTo {
        PieceTo(
            ((color.index() * PieceType::COUNT + piece_type.index()) * Square::COUNT + to.index())
                as u16,
        )
    }

    /// The piece that a legal move moves, on the square it goes to.
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

type ByPieceTo = [Record; PieceTo::COUNT];

const PAWN_ROWS: usize = 1024;

/// The tables of one thread: large, so they live on the heap.
pub(crate) struct Histories {
    /// By side, squares and whether each is attacked.
    quiet: Box<[[[[Record; 64]; 64]; 4]; 2]>,
    /// By piece, square and victim.
    capture: Box<[[Record; PieceType::COUNT]; PieceTo::COUNT]>,
    /// By an earlier move and this one; the row `PieceTo::NONE` is never written.
    continuation: Box<[ByPieceTo]>,
    /// By pawn structure and move.
    pawn: Box<[ByPieceTo]>,
    counter: Box<[Option<Move>; PieceTo::COUNT + 1]>,
    pub(crate) corrections: Corrections,
}

/// The earlier moves a quiet move's record is read from, one, two and four plies back.
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
        let row = [Record::default(); PieceTo::COUNT];
        Histories {
            quiet: Box::new([[[[Record::default(); 64]; 64]; 4]; 2]),
            capture: boxed([Record::default(); PieceType::COUNT]),
            continuation: vec![row; PieceTo::COUNT + 1].into_boxed_slice(),
            pawn: vec![row; PAWN_ROWS].into_boxed_slice(),
            counter: boxed(None),
            corrections: Corrections::new(),
        }
    }

    /// Forgets everything, as a new game asks.
    pub(crate) fn clear(&mut self) {
        let Histories { quiet, capture, continuation, pawn, counter, corrections } = self;
        let blank = Record::default();
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

    /// The record of a quiet move wherever it was played.
    #[inline]
    pub(crate) fn main(&self, position: &Position, mv: Move) -> i32 {
        let (side, attacked, from, to) = Self::quiet_slot(position, mv);
        self.quiet[side][attacked][from][to].get()
    }

    /// The record of a move as an answer to, or continuation of, an earlier one.
    #[inline]
    pub(crate) fn continuation(&self, earlier: PieceTo, piece_to: PieceTo) -> i32 {
        self.continuation[earlier.index()][piece_to.index()].get()
    }

    /// The rows that all quiet moves of one position are read from, looked up once.
    #[inline]
    pub(crate) fn rows(&self, position: &Position, previous: &PreviousMoves) -> QuietRows<'_> {
        QuietRows {
            main: &self.quiet[position.turn()],
            pawn: &self.pawn[Self::pawn_row(position)],
            previous: previous.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// The sum that pruning and reductions go by.
    #[inline]
    pub(crate) fn quiet(&self, position: &Position, mv: Move, previous: &PreviousMoves) -> i32 {
        let piece_to = PieceTo::of(position, mv);
        self.main(position, mv)
            + self.continuation(previous[0], piece_to)
            + self.continuation(previous[1], piece_to)
    }

    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let victim = position.piece_type_on(mv.to()).unwrap_or(PieceType::Pawn);
        self.capture[PieceTo::of(position, mv).index()][victim].get()
    }

    #[inline]
    pub(crate) fn countermove(&self, earlier: PieceTo) -> Option<Move> {
        self.counter[earlier.index()]
    }

    pub(crate) fn set_countermove(&mut self, earlier: PieceTo, mv: Move) {
        if earlier != PieceTo::NONE {
            self.counter[earlier.index()] = Some(mv);
        }
    }

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

    /// The oldest of the earlier moves learns half.
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

    pub(crate) fn reward_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = position.piece_type_on(mv.to()).unwrap_or(PieceType::Pawn);
        self.capture[PieceTo::of(position, mv).index()][victim].add(bonus);
    }
}

/// See `Histories::rows`.
pub(crate) struct QuietRows<'a> {
    main: &'a [[[Record; 64]; 64]; 4],
    pawn: &'a ByPieceTo,
    previous: [&'a ByPieceTo; 3],
}

impl QuietRows<'_> {
    /// What the order of quiet moves goes by.
    #[inline]
    pub(crate) fn order(&self, threats: Bitboard, mv: Move, piece_to: PieceTo) -> i32 {
        let main = &self.main[attacked(threats, mv)][mv.from().index()][mv.to().index()];
        let at = |row: &ByPieceTo| row[piece_to.index()].get();
        let [last, before, fourth] = self.previous;
        main.get() + at(self.pawn) + at(last) + at(before) + at(fourth) / 2
    }
}

/// Whether the squares a move leaves and enters are attacked, as a number below four.
#[inline]
fn attacked(threats: Bitboard, mv: Move) -> usize {
    usize::from(threats.has(mv.from())) * 2 + usize::from(threats.has(mv.to()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_where_it_was_written() {
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
