//! Relabelled games: the same games, each score that of its own position and side.

mod support;

use std::path::Path;

use chess::GameResult;
use chess::{Color, Game, Setup};
use forge::format::{GameRecord, Header, NO_SCORE, Ply};
use forge::sample::Sample;
use forge::selfplay::{Finish, Run, RunError};
use forge::settings::Settings;
use support::{by_number, games, header, play, with};
use toolkit::Ending;
use toolkit::TempFolder;
use toolkit::stop::StopAll;

fn settings(nodes: u32) -> Header {
    with(Settings { relabelled: true, ..Settings::with_nodes(nodes) })
}

/// Relabels games into a file; games in it must be of the same source.
fn relabel(path: &Path, nodes: u32, records: &[GameRecord], threads: usize) {
    let mut run = Run::open(path, settings(nodes)).unwrap();
    run.check_source(records.iter().cloned()).unwrap();
    let finish =
        run.relabel(records.iter().cloned(), threads, &StopAll::default(), |_, _| {}).unwrap();
    assert_eq!((finish, run.totals().games), (Finish::Reached, records.len() as u64));
}

#[test]
fn relabelled_games_get_new_scores_and_may_be_continued() {
    let folder = TempFolder::new("relabel");
    let [old, new, again] = ["old", "new", "again"].map(|name| folder.file(name));
    play(&old, header(), 6, 2);
    let records = games(&old);
    relabel(&new, 300, &records, 2);
    // In two parts, of a source that has grown meanwhile.
    relabel(&again, 300, &records[..4], 1);
    relabel(&again, 300, &records, 1);
    let (before, after) = (by_number(&old), by_number(&new));
    assert_eq!(after, by_number(&again), "the interruption makes no difference");
    assert_eq!(after.len(), 6);
    let mut changed = 0;
    for (number, record) in &after {
        let old = &before[number];
        assert_eq!(
            (&record.start, record.result, record.ending),
            (&old.start, old.result, old.ending)
        );
        let moves = |record: &GameRecord| record.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        assert_eq!(moves(record), moves(old));
        let scores = record.plies.iter().zip(&old.plies).filter(|(new, _)| new.score != NO_SCORE);
        changed += scores.filter(|(new, old)| new.score != old.score).count();
    }
    assert!(changed > 100, "only {changed} scores differ");
}

fn samples(record: &GameRecord) -> Vec<Sample> {
    record.samples().map(Result::unwrap).collect()
}

fn median(mut numbers: Vec<i32>) -> i32 {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

#[test]
fn the_same_engine_gives_about_the_same_scores_to_the_same_plies() {
    let folder = TempFolder::new("relabel-same");
    let (old, new) = (folder.file("old"), folder.file("new"));
    play(&old, header(), 40, 2);
    relabel(&new, 60, &games(&old), 2);
    let (before, after) = (by_number(&old), by_number(&new));
    for color in Color::ALL {
        let (mut large, mut agree) = (0, 0);
        // Distances of scores from the old scores of the same ply, and of the plies before and
        // after it.
        let (mut apart, mut shifted) = (Vec::new(), [Vec::new(), Vec::new()]);
        for (number, record) in &after {
            let (old, new) = (samples(&before[number]), samples(record));
            for (at, sample) in new.iter().enumerate() {
                if sample.position.turn() != color || sample.score == NO_SCORE {
                    continue;
                }
                let far = |ply: &Sample| (i32::from(sample.score) - i32::from(ply.score)).abs();
                apart.push(far(&old[at]));
                for (other, apart) in [at.wrapping_sub(1), at + 1].into_iter().zip(&mut shifted) {
                    apart.extend(old.get(other).map(far));
                }
                if old[at].score.abs() > 200 {
                    large += 1;
                    agree += usize::from(sample.score.signum() == old[at].score.signum());
                }
            }
        }
        let (apart, shifted) = (median(apart), shifted.map(median));
        assert!(large > 200 && agree * 50 >= large * 49, "{color:?}: {agree} of {large}");
        assert!(apart <= 10, "{color:?}: {apart}");
        assert!(shifted.iter().all(|&it| it > 30), "{color:?}: {apart} and {shifted:?}");
    }
}

#[test]
fn positions_that_are_not_quiet_get_no_score() {
    let folder = TempFolder::new("relabel-quiet");
    let start: Setup = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 30".parse().unwrap();
    let mut game = Game::new(start.clone());
    // White ignores the queen, which takes the pawn and then gives check.
    for text in ["e1f2", "d5e4", "f2g3", "e4e1", "g3f3"] {
        game.play(game.position().parse_uci(text).unwrap()).unwrap();
    }
    let record = GameRecord {
        number: 0,
        start,
        result: GameResult::BlackWins,
        ending: Ending::AdjudicatedWin,
        plies: game.moves().iter().map(|&mv| Ply { mv, score: 1 }).collect(),
    };
    let path = folder.file("games");
    relabel(&path, 500, &[record], 1);
    let scores: Vec<i16> = games(&path)[0].plies.iter().map(|ply| ply.score).collect();
    // White would capture the queen; Black captures; White is in check.
    assert_eq!([scores[0], scores[1], scores[4]], [NO_SCORE; 3]);
    assert!(scores[2..4].iter().all(|&score| score != NO_SCORE && score < -300), "{scores:?}");
}

#[test]
fn games_of_another_source_are_recognised() {
    let folder = TempFolder::new("relabel-other");
    let [old, other, new] = ["old", "other", "new"].map(|name| folder.file(name));
    play(&old, header(), 3, 2);
    play(&other, with(Settings { seed: 2, ..header().settings }), 3, 2);
    relabel(&new, 60, &games(&old), 2);
    let run = Run::open(&new, settings(60)).unwrap();
    let check = |games: Vec<GameRecord>| run.check_source(games.into_iter());
    assert!(check(games(&old)).is_ok());
    let error = check(games(&other)).unwrap_err();
    assert!(matches!(error, RunError::OtherSource { .. }), "{error}");
    // A different game, and a missing one.
    let mut mixed = games(&old);
    mixed[1] = GameRecord { number: mixed[1].number, ..games(&other)[1].clone() };
    let number = mixed[1].number;
    assert!(
        matches!(check(mixed), Err(RunError::OtherSource { number: named }) if named == number)
    );
    let mut fewer = games(&old);
    let number = fewer.remove(0).number;
    assert!(
        matches!(check(fewer), Err(RunError::OtherSource { number: named }) if named == number)
    );
}
