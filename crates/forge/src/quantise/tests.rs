use std::ops::ControlFlow;
use std::sync::Arc;

use chess::{Color, Game, PieceType, Position, Random, Square};
use engine::eval::nnue::features::{KING_PLACES, PER_BUCKET};
use engine::eval::nnue::{Accumulators, Network};

use super::*;
use crate::format::GameResult;
use crate::train::{
    Cache, Finish, Folder, LOG, Training, placed, read_log, scattered, seen, write_cache,
};

type PieceSquare = (Color, PieceType, Square);

fn worth(piece_type: PieceType) -> i32 {
    [100, 300, 320, 500, 900, 0][piece_type.index()]
}

fn material(pieces: &[PieceSquare]) -> i32 {
    let signed = |&(color, piece_type, _): &PieceSquare| {
        if color == Color::White { worth(piece_type) } else { -worth(piece_type) }
    };
    pieces.iter().map(signed).sum()
}

/// Random positions whose score is the material and nothing else.
fn lessons(count: usize, seed: u64) -> Vec<PackedPosition> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let others = 4 + random.below(26);
            let mut pieces = scattered(&mut random, others);
            // Uneven armies, too.
            let fewer = random.below(4);
            let mut spared = 0;
            pieces.retain(|&(color, piece_type, _)| {
                let goes = color == Color::ALL[fewer % 2]
                    && piece_type != PieceType::King
                    && spared < fewer;
                spared += usize::from(goes);
                !goes
            });
            let score = material(&pieces);
            let half_points = 1 + i32::signum(score / 150);
            placed(&pieces, score as i16, half_points as u8)
        })
        .collect()
}

/// All pieces but those, as at the beginning; a piece given by colour and kind is left out once.
fn board(without: &[(Color, PieceType)]) -> PackedPosition {
    let start = Position::initial();
    let mut pieces: Vec<PieceSquare> = Vec::new();
    for (color, piece_type) in Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::ALL.map(|piece_type| (color, piece_type)))
    {
        let squares = start.board().pieces(color, piece_type).squares();
        pieces.extend(squares.map(|square| (color, piece_type, square)));
    }
    for &(color, piece_type) in without {
        let found =
            pieces.iter().position(|piece| (piece.0, piece.1) == (color, piece_type)).unwrap();
        pieces.remove(found);
    }
    placed(&pieces, 0, 1)
}

#[test]
fn a_network_that_was_taught_material_knows_it_in_whole_numbers_too() {
    let folder = Folder::new("toy");
    let (data, held_out) = (folder.0.join("data"), folder.0.join("held"));
    write_cache(&data, &lessons(40_000, 1), 1 << 30);
    write_cache(&held_out, &lessons(2_000, 2), 1 << 30);
    let config = "width = 32\nking_buckets = \"four\"\noutput_buckets = 2\nbatch = 512\n\
                  superbatch = 78\nepochs = 8\nrate = 0.004\nwarm_up = 20\nresult_share = 0.1\n\
                  description = \"material\"\n";
    let open = |path| Cache::open(path).unwrap();
    let run = folder.0.join("run");
    let mut training =
        Training::begin(&run, config, open(&data), open(&held_out), 2, None).unwrap();
    assert_eq!(training.go(|_| ControlFlow::Continue(())).unwrap(), Finish::Complete);

    let log = read_log(&run.join(LOG)).unwrap();
    let (first, last) = (&log[0], &log[log.len() - 1]);
    assert_eq!((log.len(), last.superbatch, last.step), (8, 8, 8 * 78));
    assert!(last.loss < first.loss / 3.0, "{} then {}", first.loss, last.loss);
    assert!(last.held_out < first.held_out / 2.0 && last.held_out < 0.003, "{}", last.held_out);

    let trained = Trained::open(&run).unwrap();
    let net = quantise(&trained);
    assert_eq!(NetFile::from_bytes(&net.to_bytes()).as_ref(), Ok(&net));
    assert_eq!((net.description.as_str(), net.scale, net.hidden_unit), ("material", 400, 255));
    let error = compare(&trained, &net, &lessons(1_000, 3));
    assert_eq!(error.positions, 1_000);
    assert!(error.mean < 8.0 && error.most < 60.0, "{error:?}");
    assert!(
        error.mean <= error.all_but_a_hundredth && error.all_but_a_hundredth <= error.most,
        "{error:?}"
    );

    let (us, them) = (Color::White, Color::Black);
    let value = |without: &[(Color, PieceType)]| value(&net, &board(without));
    let order = [
        value(&[(us, PieceType::Queen)]),
        value(&[(us, PieceType::Rook)]),
        value(&[(us, PieceType::Knight)]),
        value(&[(us, PieceType::Pawn)]),
        value(&[]),
        value(&[(them, PieceType::Pawn)]),
        value(&[(them, PieceType::Knight)]),
        value(&[(them, PieceType::Rook)]),
        value(&[(them, PieceType::Queen)]),
    ];
    assert!(order.is_sorted(), "{order:?}");
    assert!(order[0] < -400 && order[8] > 400, "{order:?}");
}

#[test]
fn output_weights_are_stored_as_finely_as_fits() {
    // A weight of the limit is met at once by a step as long as that.
    for (limit, unit) in [(1.98, 64), (0.49, 256), (0.99, 128), (1.0, 64)] {
        let trained = extreme(limit);
        let net = quantise(&trained);
        assert_eq!(net.output_unit, unit, "{limit}");
        let most = net.output_weights.iter().map(|weight| weight.abs()).max();
        assert!(most.is_some_and(|most| (60..=127).contains(&most)), "{most:?}");
        // Nothing overflows, whatever stands on the board.
        let error = compare(&trained, &net, &lessons(200, 5));
        assert!(error.most < 250.0, "{error:?}");
    }
}

/// A network whose output weights, or some of them, are as far from nought as they may be.
fn extreme(limit: f32) -> Trained {
    let folder = Folder::new(&format!("extreme-{limit}"));
    let (data, held_out) = (folder.0.join("data"), folder.0.join("held"));
    write_cache(&data, &lessons(64, 1), 1 << 30);
    write_cache(&held_out, &lessons(1, 2), 1 << 30);
    let config = format!(
        "width = 32\nbatch = 64\nsuperbatch = 8\nsuperbatches = 2\nrate = 1.0\nwarm_up = 0\n\
         schedule = \"step\"\nstep_every = 100\noutput_limit = {limit:?}\n"
    );
    let (run, open) = (folder.0.join("run"), |path| Cache::open(path).unwrap());
    let mut training =
        Training::begin(&run, &config, open(&data), open(&held_out), 1, None).unwrap();
    training.go(|_| ControlFlow::Continue(())).unwrap();
    let trained = Trained::open(&run).unwrap();
    assert!(trained.at_limit().output > 0 && trained.at_limit().input > 0);
    trained
}

#[test]
fn the_engine_computes_the_same() {
    let mut random = Random::new(31);
    let mut numbers = |count: usize, size: usize| -> Vec<i16> {
        (0..count).map(|_| random.below(2 * size + 1) as i16 - size as i16).collect()
    };
    let width = 64;
    let net = NetFile {
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
    };
    assert_eq!(KING_PLACES % 4, 0);
    let network = Arc::new(Network::new(&net));
    let mut accumulators = Accumulators::new(network);
    let mut random = Random::new(32);
    for _ in 0..10 {
        let mut game = Game::default();
        for ply in 0..120 {
            let position = *game.position();
            let seen = seen(&position, 0, GameResult::Draw);
            let fast = accumulators.evaluate(&position, ply);
            assert_eq!(fast, value(&net, &seen), "{position:?}");
            let moves = position.legal_moves();
            if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
    }
}
