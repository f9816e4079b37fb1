//! The staged move picker: the most promising move first, and no move generated before it is needed.
//! The order is the table's move, good captures, killers, quiet moves, captures that lose material.
//! Quiescence and ProbCut want captures only, in the order of their scores: they test the exchange
//! themselves.

use chess::attacks::{attacks_of_pawns, bishop_attacks, knight_attacks, rook_attacks};
use chess::{Bitboard, Checks, Move, MoveList, Noisy, PieceType, Position, Quiet, Square};

use super::Settings;
use crate::history::{Histories, PieceTo, PreviousMoves, QuietRows};
use crate::values::exchange_value;

/// Captures: history points for each centipawn of material gain. At 16, the best capture history
/// counts as much as 1024 centipawns.
const GAIN_WEIGHT: i32 = 16;
/// Captures: a good capture may lose as much as its score divided by this in the exchange: half of
/// its material gain, plus or minus a little for its history.
const GOOD_NOISY_DIVISOR: i32 = 32;
/// Quiet moves: history points added for leaving the attack of a less valuable piece, and subtracted
/// for entering one. They grow with the value of the piece, up to nearly the limit of one history, so
/// that only several histories together outweigh them.
const MINOR_DANGER: DangerPoints = DangerPoints { leaving: 8_000, entering: 8_000 };
const ROOK_DANGER: DangerPoints = DangerPoints { leaving: 12_000, entering: 12_000 };
const QUEEN_DANGER: DangerPoints = DangerPoints { leaving: 16_000, entering: 14_000 };
const NO_DANGER: DangerPoints = DangerPoints { leaving: 0, entering: 0 };
/// Quiet moves: history points for a check, more than half of the limit of one history: it comes before
/// moves without a history, and after moves that several histories praise.
const CHECK_BONUS: i32 = 10_000;
/// Quiet moves: a check gets its bonus if it loses at most this many centipawns, less than a pawn.
const CHECK_MAX_LOSS: i32 = 75;

/// A move and its score: the highest score comes first.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    mv: Move,
    score: i32,
}

/// Memory for the moves of one node. Nodes borrow and return it, so that they allocate nothing.
pub(crate) type MoveBuffer = Vec<Scored>;

/// The stages of the picker, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    Killers,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// What the picker reads to score moves.
pub(crate) struct PickerInputs<'a> {
    pub(crate) position: &'a Position,
    pub(crate) checks: &'a Checks,
    pub(crate) histories: &'a Histories,
    pub(crate) previous: &'a PreviousMoves,
    pub(crate) knobs: &'a Settings,
}

/// Hands out the moves of one node.
pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    buffer: MoveBuffer,
    /// The number of losing captures. They are kept at the front of the buffer, in the places of moves
    /// that were already handed out.
    bad: usize,
    cursor: usize,
    which: Which,
}

/// The moves to hand out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    All,
    /// All except the quiet moves that have not been handed out yet.
    NoMoreQuiets,
    /// Captures and queen promotions.
    Noisy,
    /// The same, and then quiet checks.
    NoisyAndChecks,
}

impl Picker {
    /// All moves of a node.
    pub(crate) fn new(
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        buffer: MoveBuffer,
    ) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move,
            killers,
            next_killer: 0,
            buffer,
            bad: 0,
            cursor: 0,
            which: Which::All,
        }
    }

    /// Captures and queen promotions only, followed by quiet checks if `checks` is set.
    pub(crate) fn noisy(table_move: Option<Move>, checks: bool, buffer: MoveBuffer) -> Picker {
        let mut picker = Picker::new(table_move.filter(|mv| mv.is_noisy()), [None; 2], buffer);
        picker.which = if checks { Which::NoisyAndChecks } else { Which::Noisy };
        picker
    }

    /// Skips the quiet moves that have not been handed out yet.
    pub(crate) fn skip_quiets(&mut self) {
        self.which = Which::NoMoreQuiets;
    }

    /// The stage of the move that was handed out last.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the buffer, emptied.
    pub(crate) fn into_buffer(mut self) -> MoveBuffer {
        self.buffer.clear();
        self.buffer
    }

    /// The next move, or `None` after the last.
    pub(crate) fn next(&mut self, inputs: &PickerInputs<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeNoisy => {
                    self.stage = Stage::GoodNoisy;
                    self.make_noisy(inputs);
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some(Scored { mv, score }) => {
                        let defer_losing = matches!(self.which, Which::All | Which::NoMoreQuiets);
                        let least = -score / GOOD_NOISY_DIVISOR;
                        if !defer_losing
                            || inputs.position.exchange_at_least(mv, least, &inputs.knobs.exchange)
                        {
                            return Some(mv);
                        }
                        self.buffer[self.bad] = Scored { mv, score };
                        self.bad += 1;
                    }
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.take_killer(inputs.position) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.stage = Stage::Quiet;
                    match self.which {
                        Which::All => self.make_quiet(inputs),
                        Which::NoisyAndChecks => self.make_checks(inputs),
                        Which::NoMoreQuiets | Which::Noisy => {}
                    }
                }
                Stage::Quiet => match self.take_best() {
                    Some(best) if self.which != Which::NoMoreQuiets => return Some(best.mv),
                    _ => {
                        self.stage = Stage::BadNoisy;
                        self.cursor = 0;
                    }
                },
                Stage::BadNoisy => {
                    if self.cursor == self.bad {
                        self.stage = Stage::Done;
                        return None;
                    }
                    self.cursor += 1;
                    return Some(self.buffer[self.cursor - 1].mv);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the best move that is left. Selection is faster than sorting: most nodes are cut after a
    /// few moves.
    fn take_best(&mut self) -> Option<Scored> {
        let rest = &mut self.buffer[self.cursor..];
        let (mut best, mut highest) = (0, rest.first()?.score);
        for (i, scored) in rest.iter().enumerate() {
            if scored.score > highest {
                (best, highest) = (i, scored.score);
            }
        }
        rest.swap(0, best);
        self.cursor += 1;
        Some(rest[0])
    }

    fn take_killer(&mut self, position: &Position) -> Option<Move> {
        while self.next_killer < self.killers.len() && self.which == Which::All {
            let killer = self.killers[self.next_killer];
            self.next_killer += 1;
            let Some(mv) = killer.filter(|_| killer != self.table_move) else { continue };
            // Cheap tests first, because testing for legality takes longest.
            let own = position.board().color(position.turn()).has(mv.from());
            if own && !mv.is_noisy() && position.is_legal(mv) {
                return killer;
            }
        }
        None
    }

    fn is_table_move(&self, mv: Move) -> bool {
        Some(mv) == self.table_move
    }

    fn make_noisy(&mut self, inputs: &PickerInputs<'_>) {
        let mut moves = MoveList::new();
        inputs.position.generate::<Noisy>(&mut moves);
        for mv in &moves {
            if !self.is_table_move(mv) {
                let gain = exchange_value(&inputs.knobs.exchange, inputs.position, mv);
                let score = GAIN_WEIGHT * gain + inputs.histories.capture(inputs.position, mv);
                self.buffer.push(Scored { mv, score });
            }
        }
    }

    fn make_quiet(&mut self, inputs: &PickerInputs<'_>) {
        let mut moves = MoveList::new();
        inputs.position.generate::<Quiet>(&mut moves);
        let danger = Danger::new(inputs.position);
        let rows = inputs.histories.rows(inputs.position, inputs.previous);
        let counter = inputs
            .histories
            .countermove(inputs.previous[0])
            .filter(|_| inputs.knobs.use_countermoves);
        let tried = self.killers;
        for mv in &moves {
            if self.is_table_move(mv) || tried[..self.next_killer].contains(&Some(mv)) {
                continue;
            }
            let mut score = quiet_score(inputs, &rows, &danger, mv);
            if counter == Some(mv) {
                score += inputs.knobs.countermove_bonus;
            }
            self.buffer.push(Scored { mv, score });
        }
    }

    /// Quiet moves that give check without losing material.
    fn make_checks(&mut self, inputs: &PickerInputs<'_>) {
        let mut moves = MoveList::new();
        inputs.position.generate::<Quiet>(&mut moves);
        for mv in &moves {
            if inputs.checks.gives_check(inputs.position, mv)
                && inputs.position.exchange_at_least(mv, 0, &inputs.knobs.exchange)
            {
                let score = inputs.histories.main(inputs.position, mv);
                self.buffer.push(Scored { mv, score });
            }
        }
    }
}

/// The squares that any of `pieces` attacks.
#[inline]
fn union(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.squares().fold(Bitboard::EMPTY, |set, from| set | attacks(from))
}

/// The points for leaving and entering the attack of a less valuable piece.
#[derive(Clone, Copy)]
struct DangerPoints {
    leaving: i32,
    entering: i32,
}

/// Squares that less valuable enemy pieces attack, for each kind of piece.
struct Danger {
    to_minors: Bitboard,
    to_rooks: Bitboard,
    to_queens: Bitboard,
}

impl Danger {
    fn new(position: &Position) -> Danger {
        let board = position.board();
        let enemy = !position.turn();
        let occupied = board.occupied();
        let to_minors = attacks_of_pawns(enemy, board.pieces(enemy, PieceType::Pawn));
        let knights = union(board.pieces(enemy, PieceType::Knight), knight_attacks);
        let bishops =
            union(board.pieces(enemy, PieceType::Bishop), |from| bishop_attacks(from, occupied));
        let rooks =
            union(board.pieces(enemy, PieceType::Rook), |from| rook_attacks(from, occupied));
        let to_rooks = to_minors | knights | bishops;
        let to_queens = to_rooks | rooks;
        Danger { to_minors, to_rooks, to_queens }
    }

    /// The squares where a less valuable piece attacks this type of piece, and their points. There are
    /// none for pawns, which have no lesser enemy, and for the king, which never enters an attack.
    fn of(&self, piece_type: PieceType) -> (Bitboard, DangerPoints) {
        match piece_type {
            PieceType::Knight | PieceType::Bishop => (self.to_minors, MINOR_DANGER),
            PieceType::Rook => (self.to_rooks, ROOK_DANGER),
            PieceType::Queen => (self.to_queens, QUEEN_DANGER),
            PieceType::Pawn | PieceType::King => (Bitboard::EMPTY, NO_DANGER),
        }
    }
}

/// The score of a quiet move, in history points.
fn quiet_score(inputs: &PickerInputs<'_>, rows: &QuietRows<'_>, danger: &Danger, mv: Move) -> i32 {
    let position = inputs.position;
    let piece_type = position.piece_type_on(mv.from()).unwrap_or(PieceType::Pawn);
    let piece_to = PieceTo::new(position.turn(), piece_type, mv.to());
    let mut score = rows.order(position.threats(), mv, piece_to);
    let (squares, points) = danger.of(piece_type);
    if squares.has(mv.from()) {
        score += points.leaving;
    }
    if squares.has(mv.to()) {
        score -= points.entering;
    }
    let checks = inputs.checks.squares(piece_type).has(mv.to());
    if checks && position.exchange_at_least(mv, -CHECK_MAX_LOSS, &inputs.knobs.exchange) {
        score += CHECK_BONUS;
    }
    score
}

#[cfg(test)]
mod tests;
