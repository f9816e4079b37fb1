//! Games that the lab has played, played through again with shakmaty: the same moves are legal,
//! the same ends come at the same ply, and the same side wins.

use std::collections::HashMap;

use lab::adjudication::Adjudication;
use lab::arena::Arena;
use lab::contender::Contender;
use lab::game::Rules;
use lab::halt::Halt;
use lab::limit::Limit;
use lab::openings::{Source, Starts};
use lab::player::Waiting;
use lab::record::{Ending, Outcome, Record};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

fn games(count: usize, starts: Starts) -> Vec<Record> {
    let contenders = ["self Hash=1", "self Hash=1"].map(|text| text.parse::<Contender>().unwrap());
    let rules = Rules {
        limit: Limit::Nodes(60),
        margin: Default::default(),
        adjudication: Adjudication::NONE,
        chess960: false,
    };
    let halt = Halt::default();
    let arena = Arena {
        contenders: &contenders,
        pairings: &[(0, 1)],
        source: &Source::Random { seed: 11, starts },
        rules: &rules,
        waiting: Waiting::DEFAULT,
        workers: 2,
        halt: &halt,
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

/// How a game stands; a key of 64 bits stands for the position, which is enough for one game.
fn ending(position: &Chess, seen: &HashMap<u64, u32>) -> Option<Ending> {
    let times = seen[&key(position)];
    if position.is_checkmate() {
        Some(Ending::Checkmate)
    } else if position.is_stalemate() {
        Some(Ending::Stalemate)
    } else if position.is_insufficient_material() {
        Some(Ending::InsufficientMaterial)
    } else if position.halfmoves() >= 100 {
        Some(Ending::FiftyMoves)
    } else {
        (times >= 3).then_some(Ending::Repetition)
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

fn check(record: &Record) {
    let fen: Fen = record.start.parse().unwrap();
    let mut position: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
    let mut seen = HashMap::from([(key(&position), 1)]);
    for text in record.moves.split(' ') {
        assert_eq!(ending(&position, &seen), None, "over before {text}: {record:?}");
        let mv = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position = position.play(mv).unwrap();
        *seen.entry(key(&position)).or_insert(0) += 1;
    }
    assert_eq!(ending(&position, &seen), Some(record.ending), "{record:?}");
    let winner = match record.ending {
        Ending::Checkmate if position.turn().is_white() => Outcome::Black,
        Ending::Checkmate => Outcome::White,
        _ => Outcome::Draw,
    };
    assert_eq!(record.result, winner, "{record:?}");
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
