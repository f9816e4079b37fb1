//! Moves one at a time, the most promising first, none generated before it is needed:
//! the table's move, good captures, killers, quiet moves, captures that lose material.
//! Where only captures are wanted they come as they promise, and whoever asks weighs them.

use chess::attacks::{attacks_of_pawns, bishop_attacks, knight_attacks, rook_attacks};
use chess::{Bitboard, Checks, Move, MoveList, Noisy, PieceType, Position, Quiet, Square};

use crate::history::{Histories, PieceTo, PreviousMoves, QuietRows};
use crate::knobs::Knobs;
use crate::values::{EXCHANGE, exchange_value};

#[derive(Clone, Copy)]
pub(crate) struct Scored {
    mv: Move,
    score: i32,
}

/// MoveBuffer for the moves of one node, lent out and taken back, so that nodes allocate nothing.
pub(crate) type MoveBuffer = Vec<Scored>;

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

/// What the picker may look at while it sorts.
pub(crate) struct PickerInputs<'a> {
    pub(crate) position: &'a Position,
    pub(crate) checks: &'a Checks,
    pub(crate) histories: &'a Histories,
    pub(crate) previous: &'a PreviousMoves,
    pub(crate) knobs: &'a Knobs,
}

pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    buffer: MoveBuffer,
    /// Losing captures are kept in front, where their forerunners have been taken away.
    bad: usize,
    cursor: usize,
    which: Which,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    All,
    /// Good captures are no longer followed by quiet moves.
    NoMoreQuiets,
    Noisy,
    NoisyAndChecks,
}

impl Picker {
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

    /// Captures and queen promotions only, followed by quiet checks if asked for.
    pub(crate) fn noisy(table_move: Option<Move>, checks: bool, buffer: MoveBuffer) -> Picker {
        let mut picker = Picker::new(table_move.filter(|mv| mv.is_noisy()), [None; 2], buffer);
        picker.which = if checks { Which::NoisyAndChecks } else { Which::Noisy };
        picker
    }

    /// Leaves out the quiet moves that have not come yet.
    pub(crate) fn skip_quiets(&mut self) {
        self.which = Which::NoMoreQuiets;
    }

    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Gives the buffer back, empty.
    pub(crate) fn into_buffer(mut self) -> MoveBuffer {
        self.buffer.clear();
        self.buffer
    }

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
                        let weighed = matches!(self.which, Which::All | Which::NoMoreQuiets);
                        if !weighed || inputs.position.exchange_at_least(mv, -score / 32, &EXCHANGE)
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

    /// Selection instead of sorting: most nodes are cut after a few moves.
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
            // Cheap tests first: a quiet move of an own piece. Then whether it is legal.
            let own = position.board().color(position.turn()).has(mv.from());
            if own && !mv.is_noisy() && position.is_legal(mv) {
                return killer;
            }
        }
        None
    }

    fn is_spoken_for(&self, mv: Move) -> bool {
        Some(mv) == self.table_move
    }

    fn make_noisy(&mut self, inputs: &PickerInputs<'_>) {
        let mut moves = MoveList::new();
        inputs.position.generate::<Noisy>(&mut moves);
        for mv in &moves {
            if !self.is_spoken_for(mv) {
                let gain = exchange_value(inputs.position, mv);
                let score = 16 * gain + inputs.histories.capture(inputs.position, mv);
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
            if self.is_spoken_for(mv) || tried[..self.next_killer].contains(&Some(mv)) {
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
                && inputs.position.exchange_at_least(mv, 0, &EXCHANGE)
            {
                let score = inputs.histories.main(inputs.position, mv);
                self.buffer.push(Scored { mv, score });
            }
        }
    }
}

#[inline]
fn join(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.squares().fold(Bitboard::EMPTY, |set, from| set | attacks(from))
}

/// Squares where pieces of lesser worth attack.
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
        let knights = join(board.pieces(enemy, PieceType::Knight), knight_attacks);
        let bishops =
            join(board.pieces(enemy, PieceType::Bishop), |from| bishop_attacks(from, occupied));
        let rooks = join(board.pieces(enemy, PieceType::Rook), |from| rook_attacks(from, occupied));
        let to_rooks = to_minors | knights | bishops;
        let to_queens = to_rooks | rooks;
        Danger { to_minors, to_rooks, to_queens }
    }

    /// Where a piece of `kind` must fear a lesser one, and how much it matters.
    fn of(&self, piece_type: PieceType) -> (Bitboard, i32, i32) {
        match piece_type {
            PieceType::Knight | PieceType::Bishop => (self.to_minors, 8_000, 8_000),
            PieceType::Rook => (self.to_rooks, 12_000, 12_000),
            PieceType::Queen => (self.to_queens, 16_000, 14_000),
            PieceType::Pawn | PieceType::King => (Bitboard::EMPTY, 0, 0),
        }
    }
}

fn quiet_score(inputs: &PickerInputs<'_>, rows: &QuietRows<'_>, danger: &Danger, mv: Move) -> i32 {
    let position = inputs.position;
    let piece_type = position.piece_type_on(mv.from()).unwrap_or(PieceType::Pawn);
    let piece_to = PieceTo::new(position.turn(), piece_type, mv.to());
    let mut score = rows.order(position.threats(), mv, piece_to);
    let (squares, escape, enter) = danger.of(piece_type);
    if squares.has(mv.from()) {
        score += escape;
    }
    if squares.has(mv.to()) {
        score -= enter;
    }
    let checks = inputs.checks.squares(piece_type).has(mv.to());
    if checks && position.exchange_at_least(mv, -75, &EXCHANGE) {
        score += 10_000;
    }
    score
}
