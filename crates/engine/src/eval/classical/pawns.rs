//! Pawn structure and the shelter of the kings. They change seldom, so their value is cached by the
//! squares of pawns and kings.

use chess::attacks::{attacks_of_pawns, pawn_attacks};
use chess::{Bitboard, Color, File, PieceType, Position, Square};

use super::geometry::{
    FRONT, HELPERS, PATH, beside, distance, flank, forward, from_edge, from_rank_on, rank_of,
};
use super::pair::Pair;
use super::terms::*;
use super::trace::{NoTrace, Tally, Trace};

/// Everything that depends only on pawns and kings.
#[derive(Clone, Copy, Default)]
pub(super) struct Structure {
    key: u64,
    /// White's minus Black's.
    pub(super) value: Pair,
    /// The part of the pawns in the danger of each king; `None` in an outline.
    danger: Option<[Pair; 2]>,
    pub(super) passed: Bitboard,
    /// Squares that the pawns of each side attack now or after advancing.
    pub(super) reach: [Bitboard; 2],
    /// From 0, open, to 8, closed.
    pub(super) closedness: u8,
}

const SLOTS: usize = 4096;

/// The cache of structures. A slot never written has the key 0, which no pair of kings has.
pub(super) struct PawnCache(Box<[Structure; SLOTS]>);

impl Default for PawnCache {
    fn default() -> PawnCache {
        PawnCache(Box::new([Structure::default(); SLOTS]))
    }
}

impl PawnCache {
    /// Drops the structure of this position, so that it is computed again.
    pub(super) fn forget(&mut self, position: &Position) {
        self.0[key_of(position) as usize % SLOTS] = Structure::default();
    }

    /// The structure of this position, cached or computed.
    #[inline]
    pub(super) fn structure(&mut self, position: &Position) -> &Structure {
        let key = key_of(position);
        let slot = &mut self.0[key as usize % SLOTS];
        if slot.key != key {
            *slot = compute(position, key);
        }
        slot
    }
}

fn key_of(position: &Position) -> u64 {
    let kings = position.king(Color::White).index() << 6 | position.king(Color::Black).index();
    position.keys().pawns() ^ (kings as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

/// The complete structure of a position.
fn compute(position: &Position, key: u64) -> Structure {
    let mut structure = outline(position);
    structure.key = key;
    let (value, danger) = value(position, &mut NoTrace);
    structure.value = value;
    structure.danger = Some(danger);
    structure
}

/// The part of the pawns in the danger of the king of `color`.
fn danger(position: &Position, color: Color, trace: &mut impl Trace) -> Pair {
    let mut danger = Tally::new(color, trace);
    shelter(position, color, &mut Tally::new(color, &mut NoTrace), &mut danger);
    danger.sum
}

impl Structure {
    /// The part of the pawns in the danger of the king of `color`. An outline computes it and
    /// reports it to the trace; a complete structure reports nothing.
    #[inline(always)]
    pub(super) fn danger_of(
        &self,
        position: &Position,
        color: Color,
        trace: &mut impl Trace,
    ) -> Pair {
        match self.danger {
            Some(danger) => danger[color],
            None => danger(position, color, trace),
        }
    }
}

/// The structure without its value and danger.
pub(super) fn outline(position: &Position) -> Structure {
    let board = position.board();
    let mut outline = Structure::default();
    let pawns = board.by_type(PieceType::Pawn);
    for color in Color::ALL {
        let enemies = board.pieces(!color, PieceType::Pawn);
        for square in board.pieces(color, PieceType::Pawn) {
            outline.reach[color] |= FRONT[color][square] & beside(square.file());
            if !FRONT[color][square].meets(enemies) && !PATH[color][square].meets(pawns) {
                outline.passed |= square.bitboard();
            }
        }
    }
    let white = board.pieces(Color::White, PieceType::Pawn);
    let rammed = (white.north() & board.pieces(Color::Black, PieceType::Pawn)).len();
    let open = !files(pawns) & 0xff;
    let closed = (pawns.len() + 3 * rammed) as i32 - 4 * open.count_ones() as i32;
    outline.closedness = (closed / 3).clamp(0, 8) as u8;
    outline
}

/// The files that contain any of these squares, one bit each.
fn files(squares: Bitboard) -> u64 {
    let mut files = squares.0 | squares.0 >> 32;
    files |= files >> 16;
    (files | files >> 8) & 0xff
}

/// Structure, shelter and kings, White's minus Black's; and the danger of each king, which is not
/// traced here but where it counts.
pub(super) fn value(position: &Position, trace: &mut impl Trace) -> (Pair, [Pair; 2]) {
    let mut dangers = [Pair::ZERO; 2];
    let [white, black] = Color::ALL.map(|color| {
        let mut tally = Tally::new(color, trace);
        let mut no_trace = NoTrace;
        let mut danger = Tally::new(color, &mut no_trace);
        structure(position, color, &mut tally);
        shelter(position, color, &mut tally, &mut danger);
        king(position, color, &mut tally);
        dangers[color] = danger.sum;
        tally.sum
    });
    (white - black, dangers)
}

/// The terms of every pawn of `color`.
fn structure(position: &Position, color: Color, tally: &mut Tally<impl Trace>) {
    let own = position.board().pieces(color, PieceType::Pawn);
    let enemy = position.board().pieces(!color, PieceType::Pawn);
    let enemy_attacks = attacks_of_pawns(!color, enemy);
    for square in own {
        let rank = rank_of(color, square);
        let neighbours = beside(square.file()) & own;
        let opposed = PATH[color][square].meets(enemy);
        let isolated = neighbours.is_empty();
        let passed = !FRONT[color][square].meets(enemy);
        let ahead = forward(color, square.bitboard());
        let helpers = HELPERS[color][square] & own;
        if isolated {
            let edge = from_edge(square.file().index());
            tally.add(PAWN_ISOLATED + edge + if opposed { 0 } else { 4 });
        }
        if PATH[color][square].meets(own) {
            tally.add(PAWN_DOUBLED + usize::from(isolated));
        }
        if !isolated && helpers.is_empty() && ahead.meets(enemy_attacks) {
            tally.add(PAWN_BACKWARD + usize::from(!opposed));
        }
        if (square.bitboard().east() | square.bitboard().west()).meets(own) {
            tally.add(PAWN_PHALANX + rank);
        }
        if pawn_attacks(!color, square).meets(own) {
            tally.add(PAWN_SUPPORTED + rank);
        }
        let opponents = FRONT[color][square] & enemy;
        if !passed && !opposed && helpers.len() >= opponents.len() {
            tally.add(PAWN_CANDIDATE + rank);
        }
    }
    let files = files(own);
    tally.times(PAWN_ISLANDS, (files & !(files << 1)).count_ones() as i32);
}

/// Own and enemy pawns on the three files at the king, added to both `value` and `danger`.
fn shelter(
    position: &Position,
    color: Color,
    value: &mut Tally<impl Trace>,
    danger: &mut Tally<impl Trace>,
) {
    let king = position.king(color);
    let (king_file, king_rank) = (king.file().index(), rank_of(color, king));
    let nearest = |side: Color, file: usize| {
        let pawns = position.board().pieces(side, PieceType::Pawn)
            & from_rank_on(color, king)
            & File::from_index(file).bitboard();
        pawns.squares().map(|square| rank_of(color, square) - king_rank).min()
    };
    for file in king_file.saturating_sub(1)..=(king_file + 1).min(7) {
        let (own, enemy) = (nearest(color, file), nearest(!color, file));
        let beside = usize::from(file != king_file);
        let rammed = usize::from(own.is_some() && own.map(|own| own + 1) == enemy);
        let (own, enemy) = (own.unwrap_or(7), enemy.unwrap_or(7));
        let edge = from_edge(file);
        value.add(KING_SHELTER + (beside * 4 + edge) * 8 + own);
        value.add(KING_STORM + (rammed * 4 + edge) * 8 + enemy);
        danger.add(DANGER_SHELTER + beside * 8 + own);
        danger.add(DANGER_STORM + rammed * 8 + enemy);
    }
}

/// The distance of the king of `color` from its pawns.
fn king(position: &Position, color: Color, tally: &mut Tally<impl Trace>) {
    let king = position.king(color);
    let pawns = position.board().pieces(color, PieceType::Pawn);
    let steps = |square: Square| distance(king, square);
    if let Some(nearest) = pawns.squares().map(steps).min() {
        tally.add(KING_PAWN_DISTANCE + nearest as usize);
    }
    if !flank(king.file()).meets(position.board().by_type(PieceType::Pawn)) {
        tally.add(KING_BARE_FLANK);
    }
}
