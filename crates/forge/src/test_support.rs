//! Positions, training caches and networks for unit tests.

use core::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess::{Color, Move, PieceType, Position, Random, Square};
use engine::eval::nnue::features::{KING_PLACES, PER_BUCKET};
use engine::eval::nnue::net_file::NetFile;
use toolkit::TempFolder;

use crate::bullet::{PackedPosition, encode};
use crate::sample::Sample;
use crate::train::{Cache, CacheHeader, CacheWriter, Finish, Training};
use chess::GameResult;
use toolkit::Ending;

/// A piece and its square.
pub(crate) type PieceSquare = (Color, PieceType, Square);

/// A position of a game, packed, with this score from White's point of view and this result.
pub(crate) fn packed(position: &Position, score: i16, result: GameResult) -> PackedPosition {
    let mv = Move::from_bits(1).unwrap();
    let (position, ending) = (*position, Ending::Repetition);
    let sample = Sample { position, ply: 0, halfmove_clock: 0, mv, score, result, ending };
    PackedPosition::from_bytes(&encode(&sample)).unwrap()
}

/// Kings and `others` more pieces on random squares.
pub(crate) fn random_pieces(random: &mut Random, others: usize) -> Vec<PieceSquare> {
    let mut squares: Vec<Square> = Square::all().collect();
    random.shuffle(&mut squares);
    let kings = Color::ALL.map(|color| (color, PieceType::King));
    let rest = (0..others).map(|number| (Color::ALL[number % 2], PieceType::ALL[random.below(5)]));
    let pieces: Vec<(Color, PieceType)> = kings.into_iter().chain(rest).collect();
    pieces
        .into_iter()
        .zip(squares)
        .map(|((color, piece_type), square)| (color, piece_type, square))
        .collect()
}

/// A cache of these positions, shuffled with this much memory.
pub(crate) fn write_cache(path: &Path, positions: &[PackedPosition], memory: u64) -> CacheHeader {
    let mut writer = CacheWriter::create(path, 8, positions.len() as u64, memory).unwrap();
    positions.iter().for_each(|position| writer.add(&position.to_bytes()).unwrap());
    writer.finish(3, |_| Ok(())).unwrap().publish().unwrap()
}

/// The folder of a finished training with this recipe, data and held-out positions.
pub(crate) fn train(
    folder: &TempFolder,
    recipe: &str,
    data: &[PackedPosition],
    held_out: &[PackedPosition],
    threads: usize,
) -> PathBuf {
    let [data_path, held_out_path, run] = ["data", "held", "run"].map(|name| folder.file(name));
    write_cache(&data_path, data, 1 << 30);
    write_cache(&held_out_path, held_out, 1 << 30);
    let open = |path| Cache::open(path).unwrap();
    let (data, held_out) = (open(&data_path), open(&held_out_path));
    let mut training = Training::begin(&run, recipe, data, held_out, threads, None).unwrap();
    assert_eq!(training.run(|_| ControlFlow::Continue(())).unwrap(), Finish::Complete);
    run
}

/// A network of random weights: four king buckets, three output buckets.
pub(crate) fn random_net(seed: u64, width: usize) -> NetFile {
    assert_eq!(KING_PLACES % 4, 0);
    let mut random = Random::new(seed);
    let mut numbers = |count: usize, size: usize| -> Vec<i16> {
        (0..count).map(|_| random.below(2 * size + 1) as i16 - size as i16).collect()
    };
    NetFile {
        width,
        king_buckets: core::array::from_fn(|place| (place % 4) as u8),
        output_buckets: 3,
        hidden_unit: 255,
        output_unit: 64,
        scale: 400,
        description: String::new(),
        input_weights: numbers(4 * PER_BUCKET * width, 90),
        hidden_biases: numbers(width, 200),
        output_weights: numbers(3 * 2 * width, 127),
        output_biases: vec![-5_000, 0, 9_000],
    }
}
