//! Accumulators must equal an evaluation from scratch: random walks go back and forth through games
//! and compare the two at every position.

use chess::{Position, Random, Setup};

use super::*;
use crate::eval::nnue::features::{KING_PLACES, PER_BUCKET};
use crate::eval::nnue::kernels::Instructions;
use crate::eval::nnue::net_file::NetFile;

/// A random network with four king buckets and two output buckets, whose input weights are at most
/// `reach`.
fn noise(reach: u16) -> NetFile {
    let width = 64;
    let mut random = Random::new(77);
    let mut numbers = |count: usize, range: usize| -> Vec<i16> {
        (0..count).map(|_| (random.below(2 * range + 1) as i32 - range as i32) as i16).collect()
    };
    NetFile {
        width,
        king_buckets: core::array::from_fn(|place| (place / (KING_PLACES / 4)) as u8),
        output_buckets: 2,
        hidden_unit: 255,
        output_unit: 64,
        scale: 400,
        description: "noise".into(),
        input_weights: numbers(4 * PER_BUCKET * width, reach.into()),
        hidden_biases: numbers(width, 100),
        output_weights: numbers(2 * 2 * width, 127),
        output_biases: vec![300, -4000],
    }
}

/// Walks at random: mostly forwards, sometimes back by a few plies, as a search does.
fn walk(net: &NetFile, plies: u64, seed: u64) {
    let mut all: Vec<Accumulators> = Instructions::all()
        .into_iter()
        .map(|with| Accumulators::new(Arc::new(Network::with(net, with))))
        .collect();
    let mut random = Random::new(seed);
    let mut line: Vec<Position> = vec![Position::initial()];
    for ply in 0..plies {
        let position = line[line.len() - 1];
        let expected = all[0].network.evaluate(&position);
        for accumulators in &mut all {
            // Some positions are not evaluated, as in a search.
            if ply % 7 != 3 {
                let value = accumulators.evaluate(&position, line.len() - 1);
                assert_eq!(value, expected, "{:?}", accumulators.network.instructions);
            }
        }
        let moves = position.legal_moves();
        if moves.is_empty() || line.len() == 200 {
            // Another start, so that kings stand on unusual squares.
            line = vec![Setup::chess960(random.below(960)).position];
        } else if line.len() > 9 && random.below(16) == 0 {
            line.truncate(line.len() - 1 - random.below(8));
        } else {
            line.push(position.after(moves[random.below(moves.len())]));
        }
    }
}

#[test]
fn accumulators_equal_an_evaluation_from_scratch() {
    walk(&noise(60), 20_000, 1);
}

#[test]
fn overflowing_sums_are_undone_exactly() {
    walk(&noise(i16::MAX.unsigned_abs()), 5_000, 3);
}

#[test]
#[ignore = "a million plies take a while"]
fn a_million_plies_agree() {
    walk(&noise(60), 1_000_000, 2);
}
