//! The weights as the Rust source file that the engine is compiled with.

use core::fmt::Write;

use chess::{PieceType, Square};
use engine::eval::classical::{KING_BUCKETS, Pair, TERMS, square_weight};

use super::model::Weights;

/// Weights per line: a rank of the board, in tables of squares.
const PER_LINE: usize = 8;

/// The start of the file.
pub const WEIGHTS_BEGINNING: &str =
    "//! What each term is worth, in the middlegame and the endgame. ";

/// The text of `weights.rs`. `origin` describes the games that the weights were tuned on.
pub fn weights_file(weights: &Weights, origin: &str) -> String {
    let pairs = with_centred_tables(weights.rounded());
    let mut text = format!(
        "{WEIGHTS_BEGINNING}Written by `secateur forge\n\
         //! texel`, not by hand. {origin}\n\n\
         use super::pair::Pair;\nuse super::terms::WEIGHT_COUNT;\n\n\
         const fn s(mg: i32, eg: i32) -> Pair {{\n    Pair::new(mg, eg)\n}}\n\n\
         pub static WEIGHTS: [Pair; WEIGHT_COUNT] = [\n"
    );
    for term in TERMS {
        let _ = writeln!(text, "    // {}:{}", term.name, term.doc);
        for line in pairs[term.start..term.start + term.len].chunks(PER_LINE) {
            let line: Vec<String> =
                line.iter().map(|pair| format!("s({}, {})", pair.mg(), pair.eg())).collect();
            let _ = writeln!(text, "    {},", line.join(", "));
        }
    }
    text.push_str("];\n");
    text
}

/// Terms that count once for every piece of a type.
const PER_PIECE_TERMS: [(&str, PieceType); 6] = [
    ("KNIGHT_MOBILITY", PieceType::Knight),
    ("KNIGHT_CLOSEDNESS", PieceType::Knight),
    ("BISHOP_MOBILITY", PieceType::Bishop),
    ("ROOK_MOBILITY", PieceType::Rook),
    ("ROOK_CLOSEDNESS", PieceType::Rook),
    ("QUEEN_MOBILITY", PieceType::Queen),
];

/// Moves what all pieces of a type have in common into their material value. No evaluation changes.
fn with_centred_tables(mut pairs: Vec<Pair>) -> Vec<Pair> {
    let term = |name: &str| TERMS.iter().find(|term| term.name == name).expect("a term");
    let material = term("MATERIAL").start;
    for piece_type in PieceType::ALL.into_iter().filter(|&piece_type| piece_type != PieceType::King)
    {
        // Pawns stand on neither of the outer ranks.
        let used = if piece_type == PieceType::Pawn { 8..56 } else { 0..Square::COUNT };
        for enemy in [false, true] {
            let on =
                |bucket| used.clone().map(move |at| square_weight(bucket, enemy, piece_type, at));
            let indices: Vec<usize> = (0..KING_BUCKETS).flat_map(on).collect();
            let common = take_mean(&mut pairs, &indices);
            pairs[material + piece_type.index()] += if enemy { -common } else { common };
        }
    }
    for (name, piece_type) in PER_PIECE_TERMS {
        let term = term(name);
        let indices: Vec<usize> = (term.start..term.start + term.len).collect();
        let common = take_mean(&mut pairs, &indices);
        pairs[material + piece_type.index()] += common;
    }
    pairs
}

/// Subtracts the mean of these weights and returns it.
fn take_mean(pairs: &mut [Pair], indices: &[usize]) -> Pair {
    let mean = |half: fn(Pair) -> i32| {
        indices.iter().map(|&index| half(pairs[index])).sum::<i32>() / indices.len() as i32
    };
    let common = Pair::new(mean(Pair::mg), mean(Pair::eg));
    for &index in indices {
        pairs[index] -= common;
    }
    common
}
