//! What is written for other programs, taken apart again.

mod support;

use chess::{CastlingField, Color, Piece, PieceType, Setup, Square};
use forge::archive::Archive;
use forge::export::{bullet, text};
use forge::format::GameResult;
use forge::sample::Sample;
use support::{Folder, file_of, random_games};

fn samples() -> Vec<Sample> {
    let games = random_games(20, 60, 120);
    games.iter().flat_map(|game| game.samples()).map(Result::unwrap).collect()
}

/// The pieces of a record of 32 bytes, square by square, as the side to move sees them.
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
fn a_record_for_bullet_is_the_position_as_its_mover_sees_it() {
    let (mut white, mut black) = (0, 0);
    for sample in samples() {
        let bytes = bullet(&sample);
        let turn = sample.position.turn();
        let pieces = pieces(&bytes);
        for square in Square::all() {
            // With Black to move the board is turned upside down and colours change.
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
fn a_line_of_text_is_read_by_anybody() {
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
fn counts_are_those_of_the_positions() {
    use forge::filter::Filter;
    use forge::stats::count;
    let folder = Folder::new("stats");
    let paths = ["one", "two"].map(|name| folder.file(name));
    let games = [random_games(21, 500, 90), random_games(22, 300, 90)];
    for (path, games) in paths.iter().zip(&games) {
        std::fs::write(path, file_of(games)).unwrap();
    }
    let archives = paths.each_ref().map(|path| Archive::open(path).unwrap());
    let all: Vec<_> = games.iter().flatten().collect();
    let filter = Filter::default();
    for threads in [1, 3] {
        let tally = count(&archives, &filter, threads, |_, fault| panic!("{fault}"));
        assert_eq!(tally.games, 800);
        assert_eq!(tally.plies, all.iter().map(|game| game.plies.len() as u64).sum::<u64>());
        let samples = all.iter().flat_map(|game| game.samples()).map(Result::unwrap);
        let kept = samples.filter(|sample| filter.keeps(sample)).count() as u64;
        assert_eq!((tally.kept.positions, tally.kept.scores.total()), (kept, kept));
        let in_buckets = tally.kept.output_buckets.iter().sum::<u64>();
        assert_eq!((in_buckets, tally.kept.duplicates.sampled()), (kept, kept));
        assert_eq!((tally.lengths.total(), tally.results.iter().sum()), (800, 800u64));
        assert_eq!(tally.endings.iter().sum::<u64>(), 800);
    }
    // The same games twice are half of them repetitions.
    let twice = [archives[0].clone(), archives[0].clone()];
    let share = count(&twice, &filter, 2, |_, _| {}).kept.duplicates.share();
    assert!((0.5..0.6).contains(&share), "{share}");
}
