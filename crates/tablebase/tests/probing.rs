//! Probes of real tables.

mod support;

use std::sync::Arc;

use chess::{Game, Setup};
use engine::probe::Silent;
use engine::tablebase::{Metric, Prober, Tablebase, Wdl};
use engine::{Control, Engine, Limits};
use tablebase::{Kind, Syzygy, checked_files};
use toolkit::TempFolder;

#[test]
fn every_table_is_sound_and_counted() {
    let Some(folder) = support::folder() else { return };
    let tables = Syzygy::open(&folder).unwrap();
    assert!(tables.bad_files().is_empty(), "{:?}", tables.bad_files());
    assert_eq!((tables.count(Kind::Wdl), tables.count(Kind::Dtz)), (35, 35));
    assert_eq!(tables.max_pieces(), 4);
    assert_eq!(tables.to_string(), "70 tablebases (35 WDL, 35 DTZ) with up to 4 pieces");
    assert_eq!(checked_files(&folder).unwrap().filter(Result::is_ok).count(), 70);
}

#[test]
fn the_first_of_two_folders_with_the_same_table_counts() {
    let Some(folder) = support::folder() else { return };
    let twice = std::env::join_paths([&folder, &folder]).unwrap().into_string().unwrap();
    let tables = Syzygy::open(&twice).unwrap();
    assert_eq!(tables.count(Kind::Wdl), 35);
}

#[test]
fn positions_have_the_results_and_distances_that_a_file_expects() {
    let Some(folder) = support::folder() else { return };
    let Ok(path) = std::env::var("SECATEUR_SYZYGY_EXPECTED") else {
        eprintln!("skipped: SECATEUR_SYZYGY_EXPECTED names no file of epd,wdl,dtz lines");
        return;
    };
    let tables = Syzygy::open(&folder).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let (mut compared, mut larger) = (0, 0);
    for line in text.lines().skip(1) {
        let [epd, wdl, dtz] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let position = format!("{epd} 0 1").parse::<Setup>().unwrap().position;
        if position.occupied().len() > tables.max_pieces() {
            larger += 1;
            continue;
        }
        let expected = match wdl {
            "-2" => Wdl::Loss,
            "-1" => Wdl::BlessedLoss,
            "0" => Wdl::Draw,
            "1" => Wdl::CursedWin,
            _ => Wdl::Win,
        };
        assert_eq!(tables.probe_wdl(&position).unwrap(), expected, "{epd}");
        assert_eq!(tables.probe_dtz(&position).unwrap().to_string(), dtz, "{epd}");
        compared += 1;
    }
    eprintln!("{compared} positions as expected, {larger} with too many pieces");
}

#[test]
fn a_win_that_comes_too_late_is_shown_as_a_draw_only_under_the_fifty_move_rule() {
    let Some(folder) = support::folder() else { return };
    let mut engine = Engine::new(1).unwrap();
    engine.tablebase.prober = Some(Arc::new(Syzygy::open(&folder).unwrap()));
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    for (clock, rule, won) in [(0, true, true), (90, true, false), (90, false, true)] {
        let fen = format!("8/8/8/3k4/8/8/8/KR6 w - - {clock} 100");
        let game = Game::new(fen.parse::<Setup>().unwrap());
        engine.tablebase.fifty_move_rule = rule;
        let control = Arc::new(Control::default());
        let answer = engine.go::<Silent>(&game, &limits, &control, &mut ());
        assert_eq!((answer.score.is_win(), answer.score.raw() == 2), (won, !won), "{fen}");
    }
}

#[test]
fn without_distances_results_rank_and_without_results_nothing_is_known() {
    let Some(source) = support::folder() else { return };
    let game = Game::new("8/8/8/3k4/8/8/8/K3R3 w - - 0 1".parse::<Setup>().unwrap());
    let legal = game.position().legal_moves();
    for (extension, metric) in [("rtbw", Some(Metric::Wdl)), ("rtbz", None)] {
        let folder = TempFolder::new(extension);
        for entry in std::fs::read_dir(&source).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == extension) {
                let bytes = std::fs::read(&path).unwrap();
                std::fs::write(folder.path().join(path.file_name().unwrap()), bytes).unwrap();
            }
        }
        let tables = Syzygy::open(folder.as_str()).unwrap();
        let tables = Tablebase { prober: Some(Arc::new(tables)), ..Tablebase::default() };
        let ranking = tables.rank(&game, &legal);
        assert_eq!(ranking.as_ref().map(|ranking| ranking.metric), metric);
        for ranked in ranking.into_iter().flat_map(|ranking| ranking.moves) {
            let beside = ["e1e4", "e1e5", "e1e6"].map(|mv| game.position().parse_uci(mv).unwrap());
            let expected = if beside.contains(&ranked.mv) { Wdl::Draw } else { Wdl::Win };
            assert_eq!(ranked.wdl, expected);
        }
    }
}

#[test]
fn positions_outside_the_tables_are_errors_in_words() {
    let Some(folder) = support::folder() else { return };
    let tables = Syzygy::open(&folder).unwrap();
    let position = |fen: &str| fen.parse::<Setup>().unwrap().position;
    for (fen, words) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "too many pieces"),
    ] {
        let error = tables.probe_wdl(&position(fen)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        assert!(tables.wdl_after_zeroing(&position(fen)).is_none());
        assert!(tables.dtz(&position(fen)).is_none());
    }
}
