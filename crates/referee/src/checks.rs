//! The checks that compare the three boards at each position. A new check is a function and a row
//! in `CHECKS`.

mod notation;

use core::fmt::Debug;

use chess::{Bitboard, Checks, Color, Game, Move, MoveList, Noisy, Position, Quiet, Square};
use shakmaty::Position as _;

use crate::convert::{
    move_to_cozy, move_to_shakmaty, set_from_cozy, set_from_shakmaty, square_to_shakmaty,
};
use crate::trio::{Trio, moves_of_cozy, sorted};

/// One position on all boards, with the data that several checks need.
pub struct Scene<'a> {
    pub trio: &'a Trio,
    /// Our legal moves, in ascending order.
    pub moves: Vec<Move>,
    /// The legal moves of shakmaty and of cozy-chess, in the same order.
    pub by_shakmaty: Vec<Move>,
    pub by_cozy: Vec<Move>,
    /// Encodings to test `is_legal` with, besides the legal moves.
    pub candidates: &'a [Move],
}

impl<'a> Scene<'a> {
    pub fn of(trio: &'a Trio, candidates: &'a [Move]) -> Scene<'a> {
        Scene {
            trio,
            moves: sorted(&trio.ours.position().legal_moves()),
            by_shakmaty: trio.moves_by_shakmaty(),
            by_cozy: trio.moves_by_cozy(),
            candidates,
        }
    }

    fn position(&self) -> &Position {
        self.trio.ours.position()
    }
}

/// Our answer and the one that was expected.
#[derive(Debug)]
pub struct Mismatch {
    pub ours: String,
    pub oracle: String,
}

pub type Verdict = Result<(), Mismatch>;
pub type Check = fn(&Scene) -> Verdict;

pub const CHECKS: &[(&str, Check)] = &[
    ("legal moves against shakmaty", legal_moves_of_shakmaty),
    ("legal moves against cozy-chess", legal_moves_of_cozy),
    ("checkers", checkers),
    ("pins and shields", shields),
    ("threats", threats),
    ("moves that give check", gives_check),
    ("move classes", classes),
    ("count of legal moves", count),
    ("is_legal", is_legal),
    ("recomputed position", recomputed),
    ("null move", null_move),
    ("insufficient material", insufficient_material),
    ("FEN as written", notation::fen_written),
    ("FEN read by the oracles", notation::fen_read_by_oracles),
    ("FEN of the oracles", notation::fen_of_oracles),
    ("UCI notation", notation::uci),
    ("SAN", notation::san),
];

fn same<T: PartialEq + Debug>(ours: T, oracle: T) -> Verdict {
    if ours == oracle {
        return Ok(());
    }
    Err(Mismatch { ours: format!("{ours:?}"), oracle: format!("{oracle:?}") })
}

/// Reports only the moves that one side lacks: whole lists are too long to compare by eye.
fn same_moves(ours: &[Move], oracle: &[Move]) -> Verdict {
    if ours == oracle {
        return Ok(());
    }
    let lacking = |from: &[Move], other: &[Move]| {
        let alone: Vec<_> = from
            .iter()
            .filter(|mv| !other.contains(mv))
            .map(|mv| format!("{mv:?} ({:?})", mv.kind()))
            .collect();
        format!("{} moves, among them only here [{}]", from.len(), alone.join(", "))
    };
    Err(Mismatch { ours: lacking(ours, oracle), oracle: lacking(oracle, ours) })
}

fn legal_moves_of_shakmaty(scene: &Scene) -> Verdict {
    same_moves(&scene.moves, &scene.by_shakmaty)
}

fn legal_moves_of_cozy(scene: &Scene) -> Verdict {
    same_moves(&scene.moves, &scene.by_cozy)
}

fn checkers(scene: &Scene) -> Verdict {
    let position = scene.position();
    same(position.checkers(), set_from_shakmaty(scene.trio.shakmaty.checkers()))?;
    same(position.checkers(), set_from_cozy(scene.trio.cozy.checkers()))?;
    same(position.in_check(), scene.trio.shakmaty.is_check())
}

/// What cozy-chess calls pinned are the shields: pieces of either colour that alone protect the
/// king from a slider.
fn shields(scene: &Scene) -> Verdict {
    let position = scene.position();
    let shields = set_from_cozy(scene.trio.cozy.pinned());
    same(position.shields(position.turn()), shields)?;
    same(position.pinned(), shields & position.board().color(position.turn()))
}

fn threats(scene: &Scene) -> Verdict {
    let theirs = &scene.trio.shakmaty;
    let king = theirs.board().king_of(theirs.turn()).expect("both sides have a king");
    let through_king = theirs.board().occupied().without(king);
    let attacked = Square::all().filter(|&square| {
        let square = square_to_shakmaty(square);
        theirs.king_attackers(square, !theirs.turn(), through_king).any()
    });
    same(scene.position().threats(), attacked.collect::<Bitboard>())
}

/// We predict the check; the oracle makes the move.
fn gives_check(scene: &Scene) -> Verdict {
    let position = scene.position();
    let checks = Checks::new(position);
    for &mv in &scene.moves {
        let mut after = scene.trio.shakmaty.clone();
        after.play_unchecked(move_to_shakmaty(mv, after.board()).expect("a legal move"));
        same((mv, checks.gives_check(position, mv)), (mv, after.is_check()))?;
    }
    Ok(())
}

fn classes(scene: &Scene) -> Verdict {
    let mut noisy = MoveList::new();
    scene.position().generate::<Noisy>(&mut noisy);
    let mut quiet = MoveList::new();
    scene.position().generate::<Quiet>(&mut quiet);
    let of_class =
        |noisy| sorted(scene.by_shakmaty.iter().copied().filter(|mv| mv.is_noisy() == noisy));
    same_moves(&sorted(&noisy), &of_class(true))?;
    same_moves(&sorted(&quiet), &of_class(false))?;
    // The oracle has its own words for what makes a move noisy.
    let board = scene.trio.shakmaty.board();
    for mv in &scene.moves {
        let theirs = move_to_shakmaty(*mv, board).expect("a legal move");
        let expected = theirs.is_capture() || theirs.promotion() == Some(shakmaty::Role::Queen);
        same((mv, mv.is_noisy()), (mv, expected))?;
    }
    Ok(())
}

fn count(scene: &Scene) -> Verdict {
    same(scene.position().count_legal() as usize, scene.by_shakmaty.len())
}

fn is_legal(scene: &Scene) -> Verdict {
    let Trio { shakmaty, cozy, .. } = scene.trio;
    for mv in &scene.moves {
        let by_shakmaty = move_to_shakmaty(*mv, shakmaty.board());
        let expected = by_shakmaty.is_some_and(|mv| shakmaty.is_legal(mv));
        same((mv, scene.position().is_legal(*mv)), (mv, expected))?;
        same((mv, true), (mv, cozy.is_legal(move_to_cozy(*mv))))?;
    }
    for mv in scene.candidates {
        let expected = scene.by_shakmaty.binary_search(mv).is_ok();
        same((mv, mv.kind(), scene.position().is_legal(*mv)), (mv, mv.kind(), expected))?;
    }
    Ok(())
}

/// Board, keys, rights and check info as updated move by move, against recomputation.
fn recomputed(scene: &Scene) -> Verdict {
    let position = scene.position();
    let recomputed = position.recomputed();
    same(position.keys(), recomputed.keys())?;
    same(position == &recomputed, true)
}

fn null_move(scene: &Scene) -> Verdict {
    let position = scene.position();
    if position.in_check() {
        return same(false, scene.trio.cozy.null_move().is_some());
    }
    let ours = position.after_null();
    let theirs = scene.trio.cozy.null_move().expect("the side to move is not in check");
    same(ours == ours.recomputed(), true)?;
    same_moves(&sorted(&ours.legal_moves()), &moves_of_cozy(&theirs))
}

fn insufficient_material(scene: &Scene) -> Verdict {
    same(
        scene.position().has_insufficient_material(),
        scene.trio.shakmaty.is_insufficient_material(),
    )
}

/// Compares the outcomes that need no history, which shakmaty knows.
pub fn verdict_without_history(game: &Game, oracle: &shakmaty::Chess) -> Verdict {
    let by_history = [Some(chess::Outcome::FiftyMoves), Some(chess::Outcome::Repetition)];
    let ours = game.outcome().filter(|outcome| !by_history.contains(&Some(*outcome)));
    let winner = oracle.outcome().winner().map(|color| match color {
        shakmaty::Color::White => Color::White,
        shakmaty::Color::Black => Color::Black,
    });
    same(ours.is_some(), oracle.outcome().is_known())?;
    same(ours.and_then(chess::Outcome::winner), winner)
}
