//! A plain tapered evaluation: material and squares, mobility, and the basics of pawns.
//! Every term is counted for each side alike, so a colour-flipped position is worth the same.

use chess::attacks::{
    attacks_of_pawns, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use chess::{Bitboard, Color, File, Kind, Position, Rank};

use super::pawn_cache::PawnCache;

/// A middlegame and an endgame value, added up together.
#[derive(Clone, Copy, Default)]
pub(super) struct Pair {
    mg: i32,
    eg: i32,
}

const fn s(mg: i32, eg: i32) -> Pair {
    Pair { mg, eg }
}

impl Pair {
    #[inline]
    fn add(&mut self, other: Pair, times: i32) {
        self.mg += other.mg * times;
        self.eg += other.eg * times;
    }
}

const MATERIAL: [Pair; 6] =
    [s(85, 110), s(340, 300), s(360, 320), s(480, 540), s(1000, 980), s(0, 0)];
/// How much each kind tells of the phase; all of it together is 24.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const PHASE_TOTAL: i32 = 24;

const TEMPO: i32 = 15;
const BISHOP_PAIR: Pair = s(25, 50);
const DOUBLED: Pair = s(-8, -18);
const ISOLATED: Pair = s(-12, -14);
const CONNECTED: Pair = s(9, 6);
const PASSED: [Pair; 8] =
    [s(0, 0), s(0, 10), s(2, 16), s(8, 34), s(25, 62), s(50, 105), s(85, 165), s(0, 0)];
const ROOK_OPEN: Pair = s(28, 8);
const ROOK_HALF_OPEN: Pair = s(12, 8);
const SHIELD: Pair = s(11, -2);
/// Mobility is counted from an average, so that it does not change material.
const MOBILITY: [(i32, Pair); 6] =
    [(0, s(0, 0)), (4, s(5, 5)), (6, s(5, 5)), (6, s(3, 5)), (12, s(2, 3)), (0, s(0, 0))];

/// What each kind weighs for every square next to the enemy king that it attacks. Two men or
/// more make an attack, and it grows with the square of their weight.
const SIEGE: [i32; 6] = [0, 2, 2, 3, 4, 0];
const SIEGE_MAX: i32 = 40;
const SIEGE_DIVISOR: i32 = 5;
/// A pawn attacks a piece; a minor piece attacks a major one.
const PAWN_THREAT: Pair = s(45, 25);
const MINOR_THREAT: Pair = s(32, 22);

/// How close to the middle a square is, 0 in the corner to 6 in the centre.
const fn centrality(square: usize) -> i32 {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let file = if file < 4 { file } else { 7 - file };
    let rank = if rank < 4 { rank } else { 7 - rank };
    file + rank
}

/// Squares from White's side: men want the centre, kings shelter until the endgame, pawns
/// want to advance.
const SQUARES: [[Pair; 64]; 6] = {
    let mut table = [[s(0, 0); 64]; 6];
    let mut square = 0;
    while square < 64 {
        let middle = centrality(square);
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let inner = if file < 4 { file } else { 7 - file };
        table[0][square] =
            s(if rank == 1 { 0 } else { (inner - 1) * 6 + (rank - 1) * 3 }, (rank - 1) * 6);
        table[1][square] = s(middle * 10 - 38, middle * 8 - 30);
        table[2][square] = s(middle * 5 - 16, middle * 4 - 14);
        table[3][square] =
            s(if rank == 6 { 12 } else { inner * 2 - 4 }, if rank == 6 { 12 } else { 0 });
        table[4][square] = s(middle - 4, middle * 5 - 16);
        let home = if rank == 0 { 0 } else { -20 * rank };
        let wing = if inner == 0 || inner == 1 {
            26
        } else if inner == 2 {
            4
        } else {
            -6
        };
        table[5][square] = s(home + wing, middle * 11 - 34);
        square += 1;
    }
    table
};

/// The file and its neighbours.
const fn wide_file(file: usize) -> u64 {
    let own = 0x0101_0101_0101_0101u64 << file;
    let not_a = !0x0101_0101_0101_0101u64;
    let not_h = !(0x0101_0101_0101_0101u64 << 7);
    own | (own & not_h) << 1 | (own & not_a) >> 1
}

/// Squares in front of a pawn on its own and the neighbouring files, from each colour's view.
static FRONT_SPAN: [[Bitboard; 64]; 2] = {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let above = if rank == 7 { 0 } else { !0u64 << (8 * (rank + 1)) };
        let below = (1u64 << (8 * rank)) - 1;
        table[0][square] = Bitboard(wide_file(file) & above);
        table[1][square] = Bitboard(wide_file(file) & below);
        square += 1;
    }
    table
};

/// The plain evaluation, and what it remembers to be quick: never more than it could work out.
pub struct Plain {
    pawns: PawnCache,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain { pawns: PawnCache::new() }
    }
}

impl Plain {
    /// Centipawns for the side to move. With a `lazy` margin, material and squares alone when
    /// they already say more than that.
    pub fn evaluate(&mut self, position: &Position, lazy: Option<i32>) -> i32 {
        let phase = phase(position);
        let for_mover = |pair: Pair| {
            let white = (pair.mg * phase + pair.eg * (PHASE_TOTAL - phase)) / PHASE_TOTAL;
            TEMPO + if position.turn() == Color::White { white } else { -white }
        };
        let mut total = difference(position, men_value);
        if lazy.is_some_and(|margin| for_mover(total).abs() > margin) {
            return for_mover(total);
        }
        total.add(difference(position, finer_value), 1);
        let pawns = self.pawns.value(position.keys(), || difference(position, pawn_value));
        total.add(pawns, 1);
        for_mover(total)
    }
}

fn difference(position: &Position, value: fn(&Position, Color) -> Pair) -> Pair {
    let mut total = value(position, Color::White);
    total.add(value(position, Color::Black), -1);
    total
}

fn phase(position: &Position) -> i32 {
    let men = |kind: Kind| position.board().kind(kind).len() as i32;
    Kind::ALL.into_iter().map(|kind| PHASE[kind] * men(kind)).sum::<i32>().min(PHASE_TOTAL)
}

/// Material and where it stands.
fn men_value(position: &Position, color: Color) -> Pair {
    let mut total = Pair::default();
    for kind in Kind::ALL {
        let men = position.board().men(color, kind);
        total.add(MATERIAL[kind], men.len() as i32);
        for square in men {
            let seen = if color == Color::White { square } else { square.flip_rank() };
            total.add(SQUARES[kind][seen], 1);
        }
    }
    total
}

/// Mobility, threats, rooks, bishops, the king's shield and his besiegers.
fn finer_value(position: &Position, color: Color) -> Pair {
    let board = position.board();
    let mut total = Pair::default();
    let occupied = board.occupied();
    let own_pawns = board.men(color, Kind::Pawn);
    let enemy_pawns = board.men(!color, Kind::Pawn);
    let unsafe_squares = attacks_of_pawns(!color, enemy_pawns);
    let area = !(own_pawns | unsafe_squares | board.men(color, Kind::King));
    let ring = king_attacks(position.king(!color));
    let (mut besiegers, mut siege) = (0, 0);
    let mut look = |kind: Kind, reach: Bitboard| {
        let (average, weight) = MOBILITY[kind];
        total.add(weight, (reach & area).len() as i32 - average);
        let near = (reach & ring).len() as i32;
        besiegers += i32::from(near > 0);
        siege += SIEGE[kind] * near;
    };
    let mut minors = Bitboard::EMPTY;
    for square in board.men(color, Kind::Knight) {
        let reach = knight_attacks(square);
        minors |= reach;
        look(Kind::Knight, reach);
    }
    for square in board.men(color, Kind::Bishop) {
        let reach = bishop_attacks(square, occupied);
        minors |= reach;
        look(Kind::Bishop, reach);
    }
    for square in board.men(color, Kind::Rook) {
        look(Kind::Rook, rook_attacks(square, occupied));
    }
    for square in board.men(color, Kind::Queen) {
        look(Kind::Queen, queen_attacks(square, occupied));
    }
    if besiegers >= 2 {
        let weight = siege.min(SIEGE_MAX);
        total.add(s(weight * weight / SIEGE_DIVISOR, weight / 2), 1);
    }
    let majors = board.men(!color, Kind::Rook) | board.men(!color, Kind::Queen);
    let pieces = majors | board.men(!color, Kind::Knight) | board.men(!color, Kind::Bishop);
    let by_pawns = attacks_of_pawns(color, own_pawns) & pieces;
    total.add(PAWN_THREAT, by_pawns.len() as i32);
    total.add(MINOR_THREAT, (minors & majors).len() as i32);
    if board.men(color, Kind::Bishop).several() {
        total.add(BISHOP_PAIR, 1);
    }
    for square in board.men(color, Kind::Rook) {
        let file = square.file().bitboard();
        if !own_pawns.meets(file) {
            total.add(if enemy_pawns.meets(file) { ROOK_HALF_OPEN } else { ROOK_OPEN }, 1);
        }
    }
    let king = position.king(color);
    let shield = FRONT_SPAN[color][king] & near_ranks(king.rank()) & own_pawns;
    total.add(SHIELD, shield.len() as i32);
    total
}

/// Pawn structure.
fn pawn_value(position: &Position, color: Color) -> Pair {
    let own = position.board().men(color, Kind::Pawn);
    let enemy = position.board().men(!color, Kind::Pawn);
    let mut total = Pair::default();
    let supported = attacks_of_pawns(color, own) | own.east() | own.west();
    total.add(CONNECTED, (own & supported).len() as i32);
    for square in own {
        let file = square.file();
        if !(wide(file) - file.bitboard()).meets(own) {
            total.add(ISOLATED, 1);
        }
        let ahead = FRONT_SPAN[color][square];
        if (ahead & file.bitboard()).meets(own) {
            total.add(DOUBLED, 1);
        } else if !ahead.meets(enemy) {
            total.add(PASSED[square.rank().seen_by(color).index()], 1);
        }
    }
    total
}

fn wide(file: File) -> Bitboard {
    Bitboard(wide_file(file.index()))
}

/// The two ranks on either side of `rank`.
fn near_ranks(rank: Rank) -> Bitboard {
    let own = rank.bitboard();
    own.north() | own.north().north() | own.south() | own.south().south()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Setup;

    fn value(fen: &str) -> i32 {
        Plain::default().evaluate(&fen.parse::<Setup>().unwrap().position, None)
    }

    #[test]
    fn the_start_is_worth_the_tempo() {
        assert_eq!(Plain::default().evaluate(&Position::initial(), None), TEMPO);
    }

    #[test]
    fn what_is_remembered_is_what_would_be_worked_out() {
        let mut remembers = Plain::default();
        let mut state = 1u64;
        for _ in 0..20 {
            let mut position = Position::initial();
            for _ in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = position.after(moves[(state >> 33) as usize % moves.len()]);
                let fresh = Plain::default().evaluate(&position, None);
                assert_eq!(remembers.evaluate(&position, None), fresh, "{position:?}");
            }
        }
    }

    #[test]
    fn more_is_better() {
        assert!(value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") > 80);
        assert!(value("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1") < -40);
        assert!(value("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 800);
    }
}
