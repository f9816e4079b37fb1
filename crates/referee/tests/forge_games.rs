//! Games of the forge, checked by others: shakmaty replays them, and bullet's own code reads the
//! exported records.

mod support;

use bulletformat::ChessBoard;
use chess::CastlingField;
use chess::GameResult;
use forge::archive::Archive;
use forge::export::{bullet, text};
use forge::format::{GameRecord, Header, Maker};
use forge::selfplay::{Goal, Run};
use forge::settings::{Rules, Settings};
use support::{Judge, Verdict};
use toolkit::Ending;
use toolkit::stop::StopAll;

fn games(count: u32, chess960: bool) -> Vec<GameRecord> {
    let name = format!("referee-{}-{chess960}-{count}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    // No adjudication: the rules of chess end every game.
    let rules = Rules { win_score: 40_000, draw_from: 4_000, ..Rules::default() };
    let settings = Settings { rules, chess960, ..Settings::with_nodes(60) };
    let evaluator = engine::knobs::Evaluator::Nnue;
    let maker = Maker { version: "test".to_owned(), bench: 0, evaluator };
    let mut run = Run::open(&path, Header { maker, settings }).unwrap();
    let goal = Goal { games: Some(count), ..Goal::default() };
    run.play(goal, 2, &StopAll::default(), |_, _| {}).unwrap();
    let games = Archive::open(&path).unwrap().games().unwrap().map(Result::unwrap).collect();
    std::fs::remove_file(&path).unwrap();
    games
}

fn check(record: &GameRecord) {
    let mut judge = Judge::new(&record.start.to_fen(CastlingField::Shredder));
    for ply in &record.plies {
        assert_eq!(judge.verdict(), None, "over before {:?}: {record:?}", ply.mv);
        judge.play(&format!("{:?}", ply.mv));
    }
    let (result, ending) = match judge.verdict() {
        Some(Verdict::Mate { white_wins: true }) => (GameResult::WhiteWins, Ending::Checkmate),
        Some(Verdict::Mate { white_wins: false }) => (GameResult::BlackWins, Ending::Checkmate),
        Some(Verdict::Stalemate) => (GameResult::Draw, Ending::Stalemate),
        Some(Verdict::Material) => (GameResult::Draw, Ending::InsufficientMaterial),
        Some(Verdict::FiftyMoves) => (GameResult::Draw, Ending::FiftyMoves),
        Some(Verdict::Repetition) => (GameResult::Draw, Ending::Repetition),
        None => (GameResult::Draw, Ending::TooLong),
    };
    assert_eq!((record.result, record.ending), (result, ending), "{record:?}");
}

#[test]
fn the_forge_and_shakmaty_see_the_same_games() {
    for chess960 in [false, true] {
        let games = games(40, chess960);
        assert_eq!(games.len(), 40);
        games.iter().for_each(check);
        assert!(games.iter().any(|game| game.ending == Ending::Checkmate));
    }
}

#[test]
fn bullet_reads_the_same_positions_from_text_and_from_records() {
    let mut seen = 0;
    for record in games(12, false) {
        for sample in record.samples().map(Result::unwrap) {
            let theirs: ChessBoard = text(&sample).parse().unwrap();
            let mut bytes = Vec::new();
            bytes.extend_from_slice(&theirs.occ.to_le_bytes());
            bytes.extend_from_slice(&theirs.pcs);
            bytes.extend_from_slice(&theirs.score.to_le_bytes());
            bytes.extend_from_slice(&[theirs.result, theirs.ksq, theirs.opp_ksq]);
            bytes.extend_from_slice(&theirs.extra);
            assert_eq!(bytes, bullet(&sample), "{}", text(&sample));
            seen += 1;
        }
    }
    assert!(seen > 500);
}
