//! Self-play: games are reproducible, agree with the rules, and continue after an interruption.

mod support;

use std::collections::BTreeMap;
use std::fs;

use chess::GameResult;
use forge::archive::Archive;
use forge::filter::Filter;
use forge::format::GameRecord;
use forge::selfplay::{Finish, Goal, Run, Totals};
use forge::settings::{Endgame, NodeBudget, OpeningLimit, Rules, Settings};
use support::{by_number, contents, games, header, play, with};
use toolkit::Ending;
use toolkit::TempFolder;
use toolkit::stop::StopAll;

#[test]
fn a_seed_gives_the_same_games_on_any_number_of_threads() {
    let folder = TempFolder::new("seed");
    let [one, again, three, other] = ["one", "again", "three", "other"].map(|it| folder.file(it));
    for (path, threads) in [(&one, 1), (&again, 1), (&three, 3)] {
        play(path, header(), 8, threads);
    }
    play(&other, with(Settings { seed: 2, ..header().settings }), 8, 1);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&again).unwrap());
    assert_eq!(by_number(&one), by_number(&three));
    assert_eq!(by_number(&one).len(), 8);
    let starts = |path| games(path).into_iter().map(|game| game.start).collect::<Vec<_>>();
    assert!(starts(&one).iter().all(|start| !starts(&other).contains(start)));
}

#[test]
fn an_interrupted_run_continues_to_the_same_games() {
    let folder = TempFolder::new("resume");
    let (whole, damaged) = (folder.file("whole"), folder.file("damaged"));
    let (totals, _) = play(&whole, header(), 9, 1);
    play(&damaged, header(), 4, 2);
    // The second game is damaged, and the last one unfinished.
    let mut bytes = fs::read(&damaged).unwrap();
    let second = forge::format::HEADER_BYTES + 44 + 4 * games(&damaged)[0].plies.len();
    bytes[second + 20] ^= 1;
    bytes.truncate(bytes.len() - 3);
    fs::write(&damaged, bytes).unwrap();
    let (again, _) = play(&damaged, header(), 9, 2);
    assert_eq!(again, totals);
    let (found, faults) = contents(&Archive::open(&damaged).unwrap());
    assert_eq!((found.len(), faults.len()), (9, 1), "the damage stays where it is");
    let found: BTreeMap<_, _> = found.into_iter().map(|game| (game.number, game)).collect();
    assert_eq!(found, by_number(&whole));
    // There is nothing left to do.
    let before = fs::read(&whole).unwrap();
    assert_eq!(play(&whole, header(), 9, 1).0, totals);
    assert_eq!(play(&whole, header(), 5, 1).0, totals);
    assert_eq!(fs::read(&whole).unwrap(), before);
}

/// The result and ending that follow from the rules of chess and the scores.
fn verdict(record: &GameRecord, settings: &Settings) -> (GameResult, Ending) {
    let rules = &settings.rules;
    let mut game = chess::Game::new(record.start.clone());
    let scores: Vec<i32> = record.plies.iter().map(|ply| ply.score.into()).collect();
    let mut endgames = Vec::new();
    for (index, ply) in record.plies.iter().enumerate() {
        assert_eq!(game.outcome(), None, "over before its last move: {record:?}");
        game.play(ply.mv).unwrap();
        endgames.push(settings.is_endgame(game.position()));
        let last = index + 1 == record.plies.len();
        let plies = record.first_ply() + index as u32 + 1;
        let row = |count: u32, test: &dyn Fn(i32) -> bool| {
            let from = (index + 1).checked_sub(count as usize);
            from.is_some_and(|from| scores[from..=index].iter().all(|&score| test(score)))
        };
        let won = rules.win_score as i32;
        let level = rules.draw_score as i32;
        let found = if let Some(outcome) = game.outcome() {
            Some((GameResult::of(outcome.winner()), Ending::from(outcome)))
        } else if row(rules.win_plies, &|score| score >= won) {
            Some((GameResult::WhiteWins, Ending::AdjudicatedWin))
        } else if row(rules.win_plies, &|score| score <= -won) {
            Some((GameResult::BlackWins, Ending::AdjudicatedWin))
        } else if plies >= rules.draw_from + rules.draw_plies
            && row(rules.draw_plies, &|score| score.abs() <= level)
            && !endgames[index + 1 - rules.draw_plies as usize..].contains(&true)
        {
            Some((GameResult::Draw, Ending::AdjudicatedDraw))
        } else {
            (plies >= rules.max_plies).then_some((GameResult::Draw, Ending::TooLong))
        };
        match found {
            Some(verdict) if last => return verdict,
            Some(verdict) => panic!("{verdict:?} before its last move: {record:?}"),
            None => assert!(!last, "not over: {record:?}"),
        }
    }
    panic!("a game without moves: {record:?}");
}

#[test]
fn results_and_endings_follow_from_moves_and_scores() {
    let folder = TempFolder::new("verdicts");
    let quick = Rules {
        win_score: 700,
        win_plies: 4,
        draw_score: 60,
        draw_plies: 6,
        draw_from: 40,
        max_plies: 160,
    };
    let mut endings = Vec::new();
    for (number, rules) in [Rules::default(), quick].into_iter().enumerate() {
        for chess960 in [false, true] {
            let path = folder.file(&format!("{number}-{chess960}"));
            let settings = Settings { rules, chess960, ..Settings::with_nodes(30) };
            let (totals, _) = play(&path, with(settings.clone()), 24, 2);
            let found = games(&path);
            let mut counted = Totals::default();
            for record in &found {
                assert_eq!((record.result, record.ending), verdict(record, &settings));
                endings.push(record.ending);
                let samples: Vec<_> = record.samples().map(Result::unwrap).collect();
                counted.games += 1;
                counted.positions += samples.len() as u64;
                let filter = Filter::default();
                counted.quiet += samples.iter().filter(|it| filter.keeps(it)).count() as u64;
            }
            assert_eq!(totals, counted);
            let shuffled = found.iter().any(|it| it.start.position.needs_chess960());
            assert_eq!(shuffled, chess960);
        }
    }
    for wanted in
        [Ending::Checkmate, Ending::AdjudicatedWin, Ending::AdjudicatedDraw, Ending::TooLong]
    {
        assert!(endings.contains(&wanted), "no {wanted:?} among {endings:?}");
    }
}

/// Games of the same number differ from the endgame on, and not before.
#[test]
fn endgames_have_their_own_nodes_and_are_not_adjudicated_as_drawn() {
    let folder = TempFolder::new("endgames");
    let rules = Rules { draw_score: 400, draw_plies: 6, draw_from: 0, ..Rules::default() };
    let plain = Settings { rules, ..Settings::with_nodes(30) };
    let endgame = Endgame { pieces: 31, nodes: NodeBudget::new(90) };
    let longer = Settings { endgame: Some(endgame), ..plain.clone() };
    let play = |name, settings| {
        let path = folder.file(name);
        let (_, effort) = play(&path, with(settings), 12, 2);
        (by_number(&path), effort.nodes / effort.searches)
    };
    let (short, short_nodes) = play("short", plain);
    let (long, long_nodes) = play("long", longer.clone());
    assert!(long_nodes > 2 * short_nodes, "{short_nodes} {long_nodes}");
    for (number, game) in &long {
        let other = &short[number];
        assert_eq!(game.start, other.start);
        let full = |sample: &forge::sample::Sample| !longer.is_endgame(&sample.position);
        let opening = game.samples().flatten().take_while(full).count();
        let same = opening.min(other.plies.len());
        assert_eq!(game.plies[..same], other.plies[..same]);
        let last = game.replay().unwrap();
        let adjudicated = game.ending == Ending::AdjudicatedDraw;
        assert!(!adjudicated || !longer.is_endgame(last.position()), "{game:?}");
    }
    let drawn = |games: &BTreeMap<u32, GameRecord>| {
        games.values().filter(|game| game.ending == Ending::AdjudicatedDraw).count()
    };
    assert!(drawn(&short) > drawn(&long) && short != long);
}

#[test]
fn openings_have_the_wanted_number_of_random_plies_and_are_balanced() {
    let folder = TempFolder::new("openings");
    let path = folder.file("games");
    let opening_limit = OpeningLimit::FullBoard(60);
    let settings = Settings { random_plies: 5..=7, opening_limit, ..Settings::with_nodes(200) };
    play(&path, with(settings), 40, 2);
    let found = games(&path);
    let count = |plies| found.iter().filter(|game| game.first_ply() == plies).count();
    let counts = [5, 6, 7].map(count);
    assert!(counts.iter().all(|&count| count > 4) && counts.iter().sum::<usize>() == 40);
    let mut starts: Vec<_> = found.iter().map(|game| game.start.position.key()).collect();
    starts.sort_unstable();
    starts.dedup();
    assert!(starts.len() > 30);
    // The first search of the game agrees with the search of the opening.
    let far = found.iter().filter(|game| game.plies[0].score.abs() > 150).count();
    assert!(far <= 2, "{far}");
}

#[test]
fn a_goal_of_positions_counts_quiet_ones() {
    let folder = TempFolder::new("positions");
    let path = folder.file("games");
    let mut run = Run::open(&path, header()).unwrap();
    let goal = Goal { positions: Some(300), ..Goal::default() };
    let mut last = 0;
    let finish = run.play(goal, 1, &StopAll::default(), |totals, _| {
        assert!(last < 300, "it does not stop at the goal");
        last = totals.quiet;
    });
    assert_eq!(finish.unwrap(), Finish::Reached);
    assert!(run.totals().quiet >= 300);
    assert_eq!(games(&path).len() as u64, run.totals().games);
    let again =
        run.play(goal, 1, &StopAll::default(), |_, _| panic!("the goal is reached")).unwrap();
    assert_eq!(again, Finish::Reached);
}

#[test]
fn a_stopped_run_keeps_the_finished_games() {
    let folder = TempFolder::new("stop");
    let path = folder.file("games");
    let mut run = Run::open(&path, header()).unwrap();
    let stop = StopAll::default();
    let mut played = 0;
    let finish = run.play(Goal::default(), 2, &stop, |_, effort| {
        assert!(effort.search <= effort.total && effort.nodes > 0);
        played += 1;
        if played == 3 {
            stop.request();
        }
    });
    assert_eq!(finish.unwrap(), Finish::Stopped);
    assert!((3..=5).contains(&played), "{played}");
    drop(run);
    assert_eq!(games(&path).len(), played);
}
