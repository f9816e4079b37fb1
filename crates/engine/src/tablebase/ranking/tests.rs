//! Ranks by rule, without files: a fake prober knows every position.

use chess::Setup;

use super::*;
use crate::tablebase::fake::{Fake, tables};
use core::sync::atomic::AtomicU32;
use std::sync::Arc;

const QUEEN: &str = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Setup>().unwrap())
}

fn ranked(tables: &Tablebase, game: &Game) -> Option<Ranking> {
    tables.rank(game, &game.position().legal_moves())
}

fn knowing(wdl: fn(&Position) -> Option<Wdl>, dtz: fn(&Position) -> Option<i32>) -> Tablebase {
    tables(&Arc::new(Fake { pieces: 4, wdl, dtz, asked: AtomicU32::new(0) }))
}

#[test]
fn certain_wins_rank_equally_and_leave_a_ply_to_spare() {
    assert_eq!(rank(99, 0, false), CERTAIN);
    assert_eq!(rank(1, 98, false), CERTAIN);
    assert!(rank(100, 0, false) < CERTAIN);
    assert!(rank(50, 50, false) < rank(49, 50, false));
    assert!(rank(30, 71, false) < rank(20, 71, false), "the shorter the better");
    assert!(rank(101, 0, false) > 0);
}

#[test]
fn after_a_repetition_the_shortest_distance_ranks_first() {
    assert!(rank(5, 10, true) > rank(6, 10, true));
    assert!(rank(6, 10, true) < CERTAIN);
}

#[test]
fn losses_rank_equally_until_the_fifty_move_rule_is_in_sight() {
    assert_eq!(rank(-10, 20, false), -CERTAIN);
    assert_eq!(rank(-49, 1, false), -CERTAIN);
    assert!(rank(-50, 0, false) > -CERTAIN);
    assert!(rank(-60, 30, false) > rank(-50, 30, false), "the longer the better");
    assert!(rank(-101, 0, false) > rank(-99, 0, false) && rank(-101, 0, false) < 0);
}

#[test]
fn the_clock_curses_wins_and_blesses_losses() {
    for (dtz, clock, expected) in [
        (1, 99, Wdl::Win),
        (100, 0, Wdl::Win),
        (101, 0, Wdl::CursedWin),
        (50, 51, Wdl::CursedWin),
        (0, 80, Wdl::Draw),
        (-50, 50, Wdl::Loss),
        (-50, 51, Wdl::BlessedLoss),
    ] {
        assert_eq!(wdl(dtz, clock), expected, "{dtz} at {clock}");
    }
}

#[test]
fn only_moves_that_keep_the_result_have_the_first_rank() {
    // Only moves to the first rank win.
    let first_rank = |position: &Position| {
        position.king(chess::Color::White).index() < 8
            && position
                .board()
                .by_type(chess::PieceType::Queen)
                .into_iter()
                .all(|it| it.index() < 8)
    };
    fn dtz(position: &Position) -> Option<i32> {
        let queens = position.board().by_type(chess::PieceType::Queen);
        let all = queens.into_iter().all(|it| it.index() < 8)
            && position.king(chess::Color::White).index() < 8;
        Some(if all { -20 } else { 0 })
    }
    let game = game(QUEEN);
    let ranking = ranked(&knowing(|_| Some(Wdl::Loss), dtz), &game).unwrap();
    assert_eq!(ranking.metric, Metric::Dtz);
    assert!(!ranking.leaves_work());
    for ranked in &ranking.moves {
        let keeps = first_rank(&game.position().after(ranked.mv));
        assert_eq!(ranked.rank, if keeps { CERTAIN } else { 0 });
        assert_eq!(ranked.dtz, Some(if keeps { 21 } else { 0 }));
        assert_eq!(ranked.wdl, if keeps { Wdl::Win } else { Wdl::Draw });
        assert_eq!(ranked.score.is_win(), keeps);
    }
    assert!(ranking.moves.is_sorted_by_key(|ranked| -ranked.rank));
}

#[test]
fn zeroing_moves_take_their_distance_from_the_result() {
    // The king can take the rook: a draw, while all else loses.
    let game = game("8/8/8/8/8/3k4/1r6/K7 w - - 30 50");
    let wdl = |position: &Position| {
        let taken = position.occupied().len() == 2;
        Some(if taken { Wdl::Draw } else { Wdl::Win })
    };
    let ranking = ranked(&knowing(wdl, |_| Some(40)), &game).unwrap();
    let best = ranking.moves[0];
    assert_eq!((best.wdl, best.dtz, best.rank), (Wdl::Draw, Some(0), 0));
    for (wdl, dtz) in [
        (Wdl::Win, 1),
        (Wdl::CursedWin, 101),
        (Wdl::Draw, 0),
        (Wdl::BlessedLoss, -101),
        (Wdl::Loss, -1),
    ] {
        assert_eq!(before_zeroing(wdl), dtz);
    }
}

#[test]
fn a_mate_is_one_ply_away_and_counts_on_the_last_ply_of_the_clock() {
    for clock in [0, 99] {
        let game = game(&format!("k7/8/1K6/8/8/8/8/7R w - - {clock} 90"));
        let ranking = ranked(&knowing(|_| None, |_| Some(-2)), &game).unwrap();
        let mate = game.position().parse_uci("h1h8").unwrap();
        for ranked in &ranking.moves {
            let expected = match (ranked.mv == mate, clock) {
                (true, _) => (Some(1), Wdl::Win),
                (false, 0) => (Some(3), Wdl::Win),
                (false, _) => (Some(0), Wdl::Draw),
            };
            assert_eq!((ranked.dtz, ranked.wdl), expected);
        }
        assert!(clock == 0 || ranking.moves[0].mv == mate);
    }
}

#[test]
fn a_move_that_repeats_for_the_third_time_is_a_draw() {
    let mut game = game(QUEEN);
    for mv in ["b1b2", "d5d6", "b2b1", "d6d5", "b1b2", "d5d6", "b2b1", "d6d5"].iter().take(7) {
        let mv = game.position().parse_uci(mv).unwrap();
        game.play(mv).unwrap();
    }
    assert!(game.trail().has_repeated());
    let tables = knowing(
        |_| None,
        |position| Some(if position.turn() == chess::Color::White { 10 } else { -10 }),
    );
    let ranking = ranked(&tables, &game).unwrap();
    let best = ranking.moves[0];
    assert_eq!(best.mv, game.position().parse_uci("d6d5").unwrap(), "the draw saves the loser");
    assert_eq!((best.wdl, best.rank), (Wdl::Draw, 0));
    assert!(ranking.moves[1..].iter().all(|other| other.wdl == Wdl::Loss));
}

#[test]
fn without_distances_the_results_rank_and_a_win_leaves_work_to_the_search() {
    let game = game(QUEEN);
    let win = ranked(&knowing(|_| Some(Wdl::Loss), |_| None), &game).unwrap();
    assert_eq!(win.metric, Metric::Wdl);
    assert!(win.leaves_work());
    assert!(win.moves.iter().all(|ranked| ranked.wdl == Wdl::Win && ranked.dtz.is_none()));
    for wdl in [Wdl::Draw, Wdl::Win] {
        let prober = match wdl {
            Wdl::Draw => knowing(|_| Some(Wdl::Draw), |_| None),
            _ => knowing(|_| Some(Wdl::Win), |_| None),
        };
        assert!(!ranked(&prober, &game).unwrap().leaves_work(), "{wdl:?}");
    }
}

#[test]
fn the_fifty_move_rule_can_be_switched_off() {
    let prober = Fake { pieces: 4, wdl: |_| None, dtz: |_| Some(-150), asked: AtomicU32::new(0) };
    let on = tables(&Arc::new(prober));
    let off = Tablebase { fifty_move_rule: false, ..on.clone() };
    let game = game(QUEEN);
    let scores = |tables| ranked(tables, &game).unwrap().moves[0].score;
    assert_eq!((scores(&on).raw(), scores(&off).is_win()), (2, true));
}

#[test]
fn positions_beyond_the_tables_are_not_ranked() {
    let known = knowing(|_| Some(Wdl::Draw), |_| Some(0));
    let limited = |probe_limit| Tablebase { probe_limit, ..known.clone() };
    assert!(ranked(&limited(3), &game(QUEEN)).is_some());
    assert!(ranked(&limited(2), &game(QUEEN)).is_none());
    assert!(ranked(&known, &Game::default()).is_none());
    assert!(ranked(&known, &game("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).is_none(), "castling");
    assert!(ranked(&Tablebase::default(), &game(QUEEN)).is_none());
    let fails = knowing(|_| None, |_| None);
    assert!(ranked(&fails, &game(QUEEN)).is_none(), "a failed probe");
    assert_eq!(fails.prober.map(|prober| prober.max_pieces()), Some(4));
}
