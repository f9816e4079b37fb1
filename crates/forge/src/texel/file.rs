//! The weights as the source file that the engine is built with.

use core::fmt::Write;

use engine::eval::classical::{KING_BUCKETS, Pair, TERMS};

use super::model::{Weights, square_term};

/// Numbers on a line: a rank of the board, where squares are meant.
const PER_LINE: usize = 8;

/// The text of `weights.rs`. `origin` says what the weights were tuned on.
pub fn weights_file(weights: &Weights, origin: &str) -> String {
    let pairs = centred(weights.rounded());
    let mut text = format!(
        "//! What each term is worth, in the middlegame and the endgame. Written by `secateur forge\n\
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

/// Terms that count once for every man of a kind.
const EACH_MAN: [(&str, usize); 6] = [
    ("KNIGHT_MOBILITY", 1),
    ("KNIGHT_CLOSEDNESS", 1),
    ("BISHOP_MOBILITY", 2),
    ("ROOK_MOBILITY", 3),
    ("ROOK_CLOSEDNESS", 3),
    ("QUEEN_MOBILITY", 4),
];

/// What every man of a kind has in common is material. No judgement changes.
fn centred(mut pairs: Vec<Pair>) -> Vec<Pair> {
    let term = |name: &str| TERMS.iter().find(|term| term.name == name).expect("a term");
    let material = term("MATERIAL").start;
    let squares = square_term();
    for kind in 0..5 {
        for enemy in 0..2 {
            let used = |square: usize| kind != 0 || (8..56).contains(&square);
            let row = |bucket: usize| squares.start + ((bucket * 2 + enemy) * 6 + kind) * 64;
            let places: Vec<usize> = (0..KING_BUCKETS)
                .flat_map(|bucket| (0..64).filter(|&at| used(at)).map(move |at| row(bucket) + at))
                .collect();
            let common = take_mean(&mut pairs, &places);
            pairs[material + kind] += if enemy == 0 { common } else { -common };
        }
    }
    for (name, kind) in EACH_MAN {
        let term = term(name);
        let places: Vec<usize> = (term.start..term.start + term.len).collect();
        let common = take_mean(&mut pairs, &places);
        pairs[material + kind] += common;
    }
    pairs
}

/// Takes off what all of these have in common, and returns it.
fn take_mean(pairs: &mut [Pair], places: &[usize]) -> Pair {
    let mean = |half: fn(Pair) -> i32| {
        places.iter().map(|&place| half(pairs[place])).sum::<i32>() / places.len() as i32
    };
    let common = Pair::new(mean(Pair::mg), mean(Pair::eg));
    for &place in places {
        pairs[place] -= common;
    }
    common
}
