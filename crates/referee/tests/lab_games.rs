//! shakmaty replays games of the lab: the moves are legal, each game ends at the same ply for the
//! same reason, and the same side wins.

mod support;

use chess::GameResult;
use lab::adjudication::Adjudication;
use lab::arena::Arena;
use lab::game::Rules;
use lab::limit::Limit;
use lab::openings::{OpeningSource, Starts};
use lab::player::{PlayerSpec, Timeouts};
use lab::record::Record;
use support::{Judge, Verdict};
use toolkit::Ending;
use toolkit::stop::StopAll;

fn games(count: usize, starts: Starts) -> Vec<Record> {
    let players = ["self Hash=1", "self Hash=1"].map(|text| text.parse::<PlayerSpec>().unwrap());
    let rules = Rules {
        limit: Limit::Nodes(60),
        margin: Default::default(),
        adjudication: Adjudication::NONE,
        tables: None,
        chess960: false,
    };
    let stop = StopAll::default();
    let arena = Arena {
        players: &players,
        pairings: &[(0, 1)],
        openings: &OpeningSource::Random { seed: 11, starts },
        rules: &rules,
        timeouts: Timeouts::DEFAULT,
        workers: 2,
        stop: &stop,
    };
    let mut records = Vec::new();
    arena
        .run(vec![false; count], |record| {
            records.push(record);
            true
        })
        .unwrap();
    records
}

fn check(record: &Record) {
    let mut judge = Judge::new(&record.start);
    for text in record.moves.split(' ') {
        assert_eq!(judge.verdict(), None, "over before {text}: {record:?}");
        judge.play(text);
    }
    let verdict = judge.verdict().map(|verdict| match verdict {
        Verdict::Mate { white_wins: true } => (Some(GameResult::WhiteWins), Ending::Checkmate),
        Verdict::Mate { white_wins: false } => (Some(GameResult::BlackWins), Ending::Checkmate),
        Verdict::Stalemate => (Some(GameResult::Draw), Ending::Stalemate),
        Verdict::Material => (Some(GameResult::Draw), Ending::InsufficientMaterial),
        Verdict::FiftyMoves => (Some(GameResult::Draw), Ending::FiftyMoves),
        Verdict::Repetition => (Some(GameResult::Draw), Ending::Repetition),
    });
    assert_eq!(Some((record.result, record.ending)), verdict, "{record:?}");
}

#[test]
fn the_lab_and_shakmaty_see_the_same_games() {
    for starts in [Starts::Initial, Starts::Chess960] {
        let records = games(60, starts);
        assert_eq!(records.len(), 60);
        records.iter().for_each(check);
    }
}

#[test]
#[ignore = "ten thousand games take minutes"]
fn the_lab_and_shakmaty_see_the_same_ten_thousand_games() {
    for starts in [Starts::Initial, Starts::Chess960] {
        games(5_000, starts).iter().for_each(check);
    }
}
