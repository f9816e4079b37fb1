//! The questions asked of all boards at each position. A new question is a function and a row
//! in `CHECKS`.

mod notation;

use core::fmt::Debug;

use chess::{Bitboard, Checks, Color, Game, Move, MoveList, Noisy, Position, Quiet, Square};
use shakmaty::Position as _;

use crate::convert::{
    move_to_cozy, move_to_shakmaty, set_from_cozy, set_from_shakmaty, square_to_shakmaty,
};
use crate::trio::{Trio, moves_of_cozy, sorted};

/// One position as all boards see it, with what several checks want.
pub struct Scene<'a> {
    pub trio: &'a Trio,
    /// Legal moves in ascending order: ours, shakmaty's, cozy-chess's.
    pub moves: Vec<Move>,
    pub by_shakmaty: Vec<Move>,
    pub by_cozy: Vec<Move>,
    /// Encodings to ask `is_legal` about beside the legal moves.
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

/// What we said and what was expected instead.
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
    ("pass", pass),
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

/// Names what only one side lists: whole lists are too long to compare by eye.
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
        format!("{} moves, alone with [{}]", from.len(), alone.join(", "))
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

/// cozy-chess calls pinned whoever alone shields the king, of either colour.
fn shields(scene: &Scene) -> Verdict {
    let position = scene.position();
    let shields = set_from_cozy(scene.trio.cozy.pinned());
    same(position.shields(position.turn()), shields)?;
    same(position.pinned(), shields & position.board().color(position.turn()))
}

fn threats(scene: &Scene) -> Verdict {
    let theirs = &scene.trio.shakmaty;
    let king = theirs.board().king_of(theirs.turn()).expect("both kings stand");
    let through_king = theirs.board().occupied().without(king);
    let attacked = Square::all().filter(|&square| {
        let square = square_to_shakmaty(square);
        theirs.king_attackers(square, !theirs.turn(), through_king).any()
    });
    same(scene.position().threats(), attacked.collect::<Bitboard>())
}

/// Foretold by us, seen by the oracle once the move is made.
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
    // What is noisy is also said by the oracle's own words for it.
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

/// Board, keys, rights and sight as updated move by move, against all of it derived anew.
fn recomputed(scene: &Scene) -> Verdict {
    let position = scene.position();
    let anew = position.recomputed();
    same(position.keys(), anew.keys())?;
    same(position == &anew, true)
}

fn pass(scene: &Scene) -> Verdict {
    let position = scene.position();
    if position.in_check() {
        return same(false, scene.trio.cozy.null_move().is_some());
    }
    let ours = position.after_null();
    let theirs = scene.trio.cozy.null_move().expect("nobody is in check");
    same(ours == ours.recomputed(), true)?;
    same_moves(&sorted(&ours.legal_moves()), &moves_of_cozy(&theirs))
}

fn insufficient_material(scene: &Scene) -> Verdict {
    same(
        scene.position().has_insufficient_material(),
        scene.trio.shakmaty.is_insufficient_material(),
    )
}

/// How a game stands by the rules that need no history: shakmaty knows these.
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
