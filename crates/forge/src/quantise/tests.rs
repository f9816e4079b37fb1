use std::sync::Arc;

use chess::{Color, Game, PieceType, Position, Random};
use engine::eval::nnue::{Accumulators, Network};
use toolkit::TempFolder;

use super::*;
use crate::test_support::{PieceSquare, packed, random_net, random_pieces, train};
use crate::train::{LOG, read_log};
use chess::GameResult;

fn piece_value(piece_type: PieceType) -> i32 {
    [100, 300, 320, 500, 900, 0][piece_type.index()]
}

fn material(pieces: &[PieceSquare]) -> i32 {
    let signed = |&(color, piece_type, _): &PieceSquare| {
        if color == Color::White { piece_value(piece_type) } else { -piece_value(piece_type) }
    };
    pieces.iter().map(signed).sum()
}

/// Random positions whose score is the material and nothing else.
fn material_positions(count: usize, seed: u64) -> Vec<PackedPosition> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let others = 4 + random.below(26);
            let mut pieces = random_pieces(&mut random, others);
            // Also with unequal material.
            let fewer = random.below(4);
            let mut removed = 0;
            pieces.retain(|&(color, piece_type, _)| {
                let goes = color == Color::ALL[fewer % 2]
                    && piece_type != PieceType::King
                    && removed < fewer;
                removed += usize::from(goes);
                !goes
            });
            let score = material(&pieces);
            let half_points = 1 + i32::signum(score / 150);
            PackedPosition::of_pieces(&pieces, score as i16, half_points as u8)
        })
        .collect()
}

/// The initial position without these pieces.
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
    PackedPosition::of_pieces(&pieces, 0, 1)
}

#[test]
fn a_quantised_network_that_was_trained_on_material_knows_it() {
    let folder = TempFolder::new("toy");
    let recipe = "width = 32\nking_buckets = \"four\"\noutput_buckets = 2\nbatch = 512\n\
                  superbatch = 78\nepochs = 8\nrate = 0.004\nwarm_up = 20\nresult_share = 0.1\n\
                  description = \"material\"\n";
    let (data, held_out) = (material_positions(40_000, 1), material_positions(2_000, 2));
    let run = train(&folder, recipe, &data, &held_out, 2);

    let log = read_log(&run.join(LOG)).unwrap();
    let (first, last) = (&log[0], &log[log.len() - 1]);
    assert_eq!((log.len(), last.superbatch, last.step), (8, 8, 8 * 78));
    assert!(last.loss < first.loss / 3.0, "{} then {}", first.loss, last.loss);
    assert!(last.held_out < first.held_out / 2.0 && last.held_out < 0.003, "{}", last.held_out);

    let trained = TrainedNet::open(&run).unwrap();
    let net = quantise(&trained);
    assert_eq!(NetFile::from_bytes(&net.to_bytes()).as_ref(), Ok(&net));
    assert_eq!((net.description.as_str(), net.scale, net.hidden_unit), ("material", 400, 255));
    let error = compare(&trained, &net, &material_positions(1_000, 3));
    assert_eq!(error.positions, 1_000);
    assert!(error.mean < 8.0 && error.max < 60.0, "{error:?}");
    assert!(error.mean <= error.p99 && error.p99 <= error.max, "{error:?}");

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
    // One step as long as the limit takes a weight there.
    for (limit, unit) in [(1.98, 64), (0.49, 256), (0.99, 128), (1.0, 64)] {
        let trained = extreme(limit);
        let net = quantise(&trained);
        assert_eq!(net.output_unit, unit, "{limit}");
        let largest = net.output_weights.iter().map(|weight| weight.abs()).max();
        assert!(largest.is_some_and(|it| (60..=127).contains(&it)), "{largest:?}");
        // Nothing overflows, whatever is on the board.
        let error = compare(&trained, &net, &material_positions(200, 5));
        assert!(error.max < 250.0, "{error:?}");
    }
}

/// A network with output weights at their limit.
fn extreme(limit: f32) -> TrainedNet {
    let folder = TempFolder::new(&format!("extreme-{limit}"));
    let recipe = format!(
        "width = 32\nbatch = 64\nsuperbatch = 8\nsuperbatches = 2\nrate = 1.0\nwarm_up = 0\n\
         schedule = \"step\"\nstep_every = 100\noutput_limit = {limit:?}\n"
    );
    let (data, held_out) = (material_positions(64, 1), material_positions(1, 2));
    let run = train(&folder, &recipe, &data, &held_out, 1);
    let trained = TrainedNet::open(&run).unwrap();
    assert!(trained.at_limit().output > 0 && trained.at_limit().input > 0);
    trained
}

#[test]
fn the_engine_computes_the_same_values() {
    let net = random_net(31, 64);
    let network = Arc::new(Network::new(&net));
    let mut accumulators = Accumulators::new(network);
    let mut random = Random::new(32);
    for _ in 0..10 {
        let mut game = Game::default();
        for ply in 0..120 {
            let position = *game.position();
            let record = packed(&position, 0, GameResult::Draw);
            let fast = accumulators.evaluate(&position, ply);
            assert_eq!(fast, value(&net, &record), "{position:?}");
            let moves = position.legal_moves();
            if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
    }
}
