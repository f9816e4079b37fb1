//! Exports are decoded and compared with the positions.

mod support;

use chess::GameResult;
use chess::{CastlingField, Color, Piece, PieceType, Setup, Square};
use forge::archive::Archive;
use forge::export::{bullet, text};
use forge::sample::Sample;
use support::{file_of, random_games};
use toolkit::TempFolder;

fn samples() -> Vec<Sample> {
    let games = random_games(20, 60, 120);
    games.iter().flat_map(|game| game.samples()).map(Result::unwrap).collect()
}

/// The pieces of a record, square by square, from the side to move.
fn pieces(bytes: &[u8; 32]) -> [Option<Piece>; 64] {
    let occupied = u64::from_le_bytes(bytes[..8].try_into().unwrap());
    let mut pieces = [None; 64];
    let mut next = 0;
    for (square, piece) in pieces.iter_mut().enumerate() {
        if occupied >> square & 1 == 1 {
            let code = bytes[8 + next / 2] >> (4 * (next % 2)) & 15;
            let color = if code < 8 { Color::White } else { Color::Black };
            *piece = Some(Piece::new(color, PieceType::ALL[usize::from(code & 7)]));
            next += 1;
        }
    }
    pieces
}

#[test]
fn a_bullet_record_is_the_position_from_the_side_to_move() {
    let (mut white, mut black) = (0, 0);
    for sample in samples() {
        let bytes = bullet(&sample);
        let turn = sample.position.turn();
        let pieces = pieces(&bytes);
        for square in Square::all() {
            // With Black to move, ranks and colours are swapped.
            let (there, flipped) = match turn {
                Color::White => (square, false),
                Color::Black => (Square::from_index(square.index() ^ 56), true),
            };
            let piece = sample.position.piece_on(there).map(|piece| match flipped {
                true => Piece::new(!piece.color, piece.piece_type),
                false => piece,
            });
            assert_eq!(pieces[square.index()], piece, "{sample:?}");
        }
        let king = |color| {
            pieces.iter().position(|&piece| piece == Some(Piece::new(color, PieceType::King)))
        };
        assert_eq!(Some(usize::from(bytes[27])), king(Color::White));
        assert_eq!(Some(usize::from(bytes[28] ^ 56)), king(Color::Black));
        assert_eq!(bytes[29..], [0; 3]);
        let score = i16::from_le_bytes([bytes[24], bytes[25]]);
        let points = bytes[26];
        match turn {
            Color::White => {
                white += 1;
                assert_eq!((score, points), (sample.score, sample.result as u8));
            }
            Color::Black => {
                black += 1;
                assert_eq!(
                    (score, points),
                    (sample.score.saturating_neg(), 2 - sample.result as u8)
                );
            }
        }
    }
    assert!(white > 1_000 && black > 1_000);
}

#[test]
fn a_line_of_text_is_fen_score_and_result() {
    for sample in samples() {
        let line = text(&sample);
        let [fen, score, result] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let setup: Setup = fen.parse().unwrap();
        assert!(setup.repairs.is_empty(), "{line}");
        assert_eq!(setup, sample.setup());
        assert_eq!(setup.to_fen(CastlingField::XFen), fen);
        assert_eq!(score.parse(), Ok(sample.score));
        let points = match sample.result {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        };
        assert_eq!(result.parse(), Ok(points));
    }
}

#[test]
fn statistics_count_every_game_and_position() {
    use forge::filter::Filter;
    use forge::stats::count;
    let folder = TempFolder::new("stats");
    let paths = ["one", "two"].map(|name| folder.file(name));
    let games = [random_games(21, 500, 90), random_games(22, 300, 90)];
    for (path, games) in paths.iter().zip(&games) {
        std::fs::write(path, file_of(games)).unwrap();
    }
    let archives = paths.each_ref().map(|path| Archive::open(path).unwrap());
    let all: Vec<_> = games.iter().flatten().collect();
    let filter = Filter::default();
    for threads in [1, 3] {
        let stats = count(&archives, &filter, threads, |_, fault| panic!("{fault}"));
        assert_eq!(stats.games, 800);
        assert_eq!(stats.plies, all.iter().map(|game| game.plies.len() as u64).sum::<u64>());
        let samples = all.iter().flat_map(|game| game.samples()).map(Result::unwrap);
        let kept = samples.filter(|sample| filter.keeps(sample)).count() as u64;
        assert_eq!((stats.kept.positions, stats.kept.scores.total()), (kept, kept));
        let in_buckets = stats.kept.output_buckets.iter().sum::<u64>();
        assert_eq!((in_buckets, stats.kept.duplicates.sampled()), (kept, kept));
        assert_eq!((stats.lengths.total(), stats.results.iter().sum()), (800, 800u64));
        assert_eq!(stats.endings.iter().sum::<u64>(), 800);
    }
    // Of the same games twice, half of the positions are repetitions.
    let twice = [archives[0].clone(), archives[0].clone()];
    let share = count(&twice, &filter, 2, |_, _| {}).kept.duplicates.share();
    assert!((0.5..0.6).contains(&share), "{share}");
}
