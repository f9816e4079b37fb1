//! The attacks of both sides, computed once per position for all terms.

use chess::attacks::{
    attacks_of_pawns, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use chess::{Bitboard, Board, Color, PieceType, Position, Rank, Square};

use super::geometry::{SURROUNDINGS, forward};
use super::pawns::Structure;
use super::terms::*;
use super::trace::{Tally, Trace};

/// A position and its attacks.
pub(super) struct View<'p> {
    pub(super) position: &'p Position,
    pub(super) board: &'p Board,
    pub(super) occupied: Bitboard,
    /// Squares that each side attacks.
    pub(super) attacked: [Bitboard; 2],
    /// Squares that each side attacks with two pieces or more.
    pub(super) twice: [Bitboard; 2],
    /// Squares that each side attacks with each piece type.
    pub(super) by: [[Bitboard; PieceType::COUNT]; 2],
    pub(super) siege: [Siege; 2],
    /// Squares that count for the mobility of each side: neither occupied by its king or a rammed
    /// pawn nor attacked by an enemy pawn.
    area: [Bitboard; 2],
    /// Pawns of each side that an enemy pawn blocks.
    rammed: [Bitboard; 2],
}

/// The attack of one side on the surroundings of the enemy king.
#[derive(Clone, Copy, Default)]
pub(super) struct Siege {
    /// Attacking pieces by type, knights first.
    pub(super) attackers: [i32; 4],
    /// Attacked squares, counted once for each attacker.
    pub(super) attacks: i32,
}

impl<'p> View<'p> {
    /// The attacks of pawns and kings; `add_pieces` adds the other pieces.
    #[inline(always)]
    pub(super) fn new(position: &'p Position) -> View<'p> {
        let board = position.board();
        let mut view = View {
            position,
            board,
            occupied: board.occupied(),
            attacked: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            by: [[Bitboard::EMPTY; PieceType::COUNT]; 2],
            siege: [Siege::default(); 2],
            area: [Bitboard::EMPTY; 2],
            rammed: [Bitboard::EMPTY; 2],
        };
        for color in Color::ALL {
            let pawns = board.pieces(color, PieceType::Pawn);
            let ahead = forward(color, pawns);
            let by_pawns = attacks_of_pawns(color, pawns);
            let by_king = king_attacks(position.king(color));
            view.by[color][PieceType::Pawn] = by_pawns;
            view.by[color][PieceType::King] = by_king;
            view.attacked[color] = by_pawns | by_king;
            view.twice[color] = ahead.east() & ahead.west() | by_pawns & by_king;
        }
        for color in Color::ALL {
            let pawns = board.pieces(color, PieceType::Pawn);
            let rammed = pawns & forward(!color, board.pieces(!color, PieceType::Pawn));
            view.rammed[color] = rammed;
            view.area[color] =
                !(view.by[!color][PieceType::Pawn] | rammed | board.pieces(color, PieceType::King));
        }
        view
    }

    /// Adds the attacks of all pieces of `color`, and returns the value of their mobility and
    /// placement.
    #[inline(always)]
    pub(super) fn add_pieces(
        &mut self,
        pawns: &Structure,
        color: Color,
        trace: &mut impl Trace,
    ) -> super::Pair {
        let board = self.board;
        let mut tally = Tally::new(color, trace);
        let closedness = usize::from(pawns.closedness);
        let own_pawns = board.pieces(color, PieceType::Pawn);
        let enemy_pawns = board.pieces(!color, PieceType::Pawn);
        let outposts = outpost_ranks(color) - pawns.reach[!color];
        let by_pawns = self.by[color][PieceType::Pawn];
        let (knights, bishops) =
            (board.pieces(color, PieceType::Knight), board.pieces(color, PieceType::Bishop));
        let (rooks, queens) =
            (board.pieces(color, PieceType::Rook), board.pieces(color, PieceType::Queen));

        for square in knights {
            let mobility = self.add_attacks(color, PieceType::Knight, knight_attacks(square));
            tally.add(KNIGHT_MOBILITY + mobility);
            tally.add(KNIGHT_CLOSEDNESS + closedness);
            if outposts.has(square) {
                tally.add(KNIGHT_OUTPOST + usize::from(by_pawns.has(square)));
            }
        }
        let through = self.occupied - bishops - queens;
        for square in bishops {
            let mobility =
                self.add_attacks(color, PieceType::Bishop, bishop_attacks(square, through));
            tally.add(BISHOP_MOBILITY + mobility);
            let complex =
                if Bitboard::LIGHT.has(square) { Bitboard::LIGHT } else { Bitboard::DARK };
            tally.times(BISHOP_RAMMED_PAWNS, (self.rammed[color] & complex).len() as i32);
            tally.times(BISHOP_OWN_PAWNS, (own_pawns & complex).len() as i32);
            if outposts.has(square) {
                tally.add(BISHOP_OUTPOST + usize::from(by_pawns.has(square)));
            }
            let centre = CENTRE & complex;
            if bishop_attacks(square, own_pawns | enemy_pawns) & centre
                == centre - square.bitboard()
            {
                tally.add(BISHOP_LONG_DIAGONAL);
            }
        }
        if bishops.several() {
            tally.add(BISHOP_PAIR);
        }
        let behind = forward(color, knights | bishops) & board.by_type(PieceType::Pawn);
        tally.times(MINOR_BEHIND_PAWN, behind.len() as i32);
        let through = self.occupied - rooks - queens;
        let late_king = last_ranks(color).has(self.position.king(!color));
        for square in rooks {
            let mobility = self.add_attacks(color, PieceType::Rook, rook_attacks(square, through));
            tally.add(ROOK_MOBILITY + mobility);
            tally.add(ROOK_CLOSEDNESS + closedness);
            let file = square.file().bitboard();
            if !file.meets(own_pawns) {
                tally.add(ROOK_FILE + usize::from(!file.meets(enemy_pawns)));
            }
            if late_king && Rank::R7.seen_by(color).bitboard().has(square) {
                tally.add(ROOK_SEVENTH);
            }
        }
        for square in queens {
            let mobility =
                self.add_attacks(color, PieceType::Queen, queen_attacks(square, self.occupied));
            tally.add(QUEEN_MOBILITY + mobility);
            if self.behind_screen(color, square) {
                tally.add(QUEEN_BEHIND_SCREEN);
            }
        }
        tally.sum
    }

    /// Adds the attacks of a piece and returns its mobility.
    #[inline(always)]
    fn add_attacks(&mut self, color: Color, piece_type: PieceType, attacks: Bitboard) -> usize {
        self.twice[color] |= self.attacked[color] & attacks;
        self.attacked[color] |= attacks;
        self.by[color][piece_type] |= attacks;
        let near = (attacks & SURROUNDINGS[!color][self.position.king(!color)]).len() as i32;
        self.siege[color].attackers[piece_type.index() - 1] += i32::from(near > 0);
        self.siege[color].attacks += near;
        (attacks & self.area[color]).len() as usize
    }

    /// Whether exactly one piece stands between the queen and an enemy rook or bishop on its line.
    #[inline(always)]
    fn behind_screen(&self, color: Color, queen: Square) -> bool {
        let rooks =
            self.board.pieces(!color, PieceType::Rook) & rook_attacks(queen, Bitboard::EMPTY);
        let bishops =
            self.board.pieces(!color, PieceType::Bishop) & bishop_attacks(queen, Bitboard::EMPTY);
        (rooks | bishops).squares().any(|slider| {
            let screen = chess::attacks::between(queen, slider) & self.occupied;
            screen.any() && !screen.several()
        })
    }
}

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The fourth to the sixth rank, from the side of `color`.
const fn outpost_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0x0000_ffff_ff00_0000),
        Color::Black => Bitboard(0x0000_00ff_ffff_0000),
    }
}

/// The last two ranks, from the side of `color`.
const fn last_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0xffff << 48),
        Color::Black => Bitboard(0xffff),
    }
}
