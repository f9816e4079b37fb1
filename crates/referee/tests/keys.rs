//! Keys and all other incrementally updated data equal recomputation.

use std::collections::HashMap;

use chess::{CastlingField, Color, Keys, PieceType, Position, Random};
use referee::differential::choose;
use referee::starts::{ARRANGEMENTS, ODD, double_chess960};

fn start(game: usize, random: &mut Random) -> Position {
    match game % 4 {
        0 => Position::initial(),
        1 => {
            let setup: chess::Setup = ODD[game / 4 % ODD.len()].parse().expect("a valid position");
            setup.position
        }
        _ => double_chess960(random.below(ARRANGEMENTS), random.below(ARRANGEMENTS)),
    }
}

fn parts(keys: &Keys) -> [u64; 6] {
    let [white, black] = Color::ALL.map(|color| keys.non_pawn(color));
    [keys.position(), keys.pawns(), keys.minors(), keys.majors(), white, black]
}

fn play(plies: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut played = 0;
    for game in 0.. {
        let mut position = start(game, &mut random);
        for _ in 0..150 {
            if played == plies {
                return;
            }
            let Some(mv) = choose(&position.legal_moves(), &mut random) else { break };
            let next = position.after(mv);
            let recomputed = next.recomputed();
            assert_eq!(parts(next.keys()), parts(recomputed.keys()), "{mv:?} in {position:?}");
            assert!(next == recomputed, "{mv:?} in {position:?}");
            if !next.in_check() {
                let passed = next.after_null();
                assert!(passed == passed.recomputed(), "a null move in {next:?}");
            }
            position = next;
            played += 1;
        }
    }
}

#[test]
fn keys_equal_recomputation_over_100_000_plies() {
    play(100_000, 11);
}

#[test]
#[ignore = "takes a while: run with --release"]
fn keys_equal_recomputation_over_a_million_plies() {
    play(1_000_000, 12);
}

/// The pieces of each part, listed without using any key.
fn pieces_of_parts(position: &Position) -> [String; 6] {
    let pieces = |colors: &[Color], piece_types: &[PieceType]| {
        let sets = colors.iter().flat_map(|&color| {
            piece_types.iter().map(move |&piece_type| position.board().pieces(color, piece_type).0)
        });
        format!("{:x?}", sets.collect::<Vec<_>>())
    };
    let non_pawns =
        [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King];
    [
        position.board_fields(CastlingField::Shredder),
        pieces(&Color::ALL, &[PieceType::Pawn]),
        pieces(&Color::ALL, &[PieceType::Knight, PieceType::Bishop]),
        pieces(&Color::ALL, &[PieceType::Rook, PieceType::Queen]),
        pieces(&[Color::White], &non_pawns),
        pieces(&[Color::Black], &non_pawns),
    ]
}

/// Recomputation uses the same definition of the parts; this test does not.
#[test]
fn a_key_depends_on_the_pieces_of_its_part_only() {
    let mut random = Random::new(13);
    let mut key_of_pieces: [HashMap<String, u64>; 6] = Default::default();
    let mut pieces_of_key: [HashMap<u64, String>; 6] = Default::default();
    for game in 0..300 {
        let mut position = start(game, &mut random);
        for _ in 0..100 {
            let named = pieces_of_parts(&position).into_iter().zip(parts(position.keys()));
            for (part, (pieces, key)) in named.enumerate() {
                let known = *key_of_pieces[part].entry(pieces.clone()).or_insert(key);
                assert_eq!(known, key, "part {part}: two keys for {pieces}");
                let known = pieces_of_key[part].entry(key).or_insert_with(|| pieces.clone());
                assert_eq!(*known, pieces, "part {part}: one key for two sets of pieces");
            }
            let Some(mv) = choose(&position.legal_moves(), &mut random) else { break };
            position = position.after(mv);
        }
    }
}
