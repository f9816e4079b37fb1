//! All reversible moves, indexed by the difference they make to the key, in a cuckoo hash table.
//! Given the keys of two positions, one probe answers whether a single move joins them.
//! CITE: Marcel van Kervinck, "The design and implementation of the Pico-C chess engine";
//! chessprogramming.org/Repetitions#Upcoming_Repetition

use crate::{Color, PieceType, Square, zobrist};

/// A reversible move: a piece can go from either square to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shuttle {
    pub(crate) color: Color,
    pub(crate) a: Square,
    pub(crate) b: Square,
}

const SLOTS: usize = 8192;

struct Table {
    keys: [u64; SLOTS],
    shuttles: [Shuttle; SLOTS],
}

static TABLE: Table = build();

const fn first_slot(key: u64) -> usize {
    key as usize & (SLOTS - 1)
}

const fn second_slot(key: u64) -> usize {
    (key >> 16) as usize & (SLOTS - 1)
}

/// The reversible move that changes the position key by `key`, if there is one.
#[inline]
pub(crate) fn find(key: u64) -> Option<Shuttle> {
    [first_slot(key), second_slot(key)]
        .into_iter()
        .find(|&slot| TABLE.keys[slot] == key)
        .map(|slot| TABLE.shuttles[slot])
}

/// Whether a piece can go from `a` to `b` on an empty board.
const fn reaches(piece_type: PieceType, a: usize, b: usize) -> bool {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    match piece_type {
        PieceType::Pawn => false,
        PieceType::Knight => files * ranks == 2,
        PieceType::Bishop => diagonal,
        PieceType::Rook => straight,
        PieceType::Queen => straight || diagonal,
        PieceType::King => files <= 1 && ranks <= 1,
    }
}

const fn build() -> Table {
    let unused = Shuttle { color: Color::White, a: Square::A1, b: Square::A1 };
    let mut table = Table { keys: [0; SLOTS], shuttles: [unused; SLOTS] };
    let mut count = 0;
    let mut piece = 0;
    while piece < 12 {
        let (color, piece_type) = (Color::ALL[piece / 6], PieceType::ALL[piece % 6]);
        let mut a = 0;
        while a < 64 {
            let mut b = a + 1;
            while b < 64 {
                if reaches(piece_type, a, b) {
                    let (a, b) = (Square::from_index(a), Square::from_index(b));
                    let key = zobrist::piece(color, piece_type, a)
                        ^ zobrist::piece(color, piece_type, b)
                        ^ zobrist::black_to_move();
                    insert(&mut table, key, Shuttle { color, a, b });
                    count += 1;
                }
                b += 1;
            }
            a += 1;
        }
        piece += 1;
    }
    assert!(count == 3668, "the number of reversible moves on an empty board");
    table
}

/// An entry evicted from its slot moves to its other slot, until nothing is evicted.
const fn insert(table: &mut Table, mut key: u64, mut shuttle: Shuttle) {
    let mut slot = first_slot(key);
    loop {
        let (evicted_key, evicted) = (table.keys[slot], table.shuttles[slot]);
        table.keys[slot] = key;
        table.shuttles[slot] = shuttle;
        if evicted_key == 0 {
            return;
        }
        (key, shuttle) = (evicted_key, evicted);
        slot = if slot == first_slot(key) { second_slot(key) } else { first_slot(key) };
    }
}
