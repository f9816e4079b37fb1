//! Won endings against the longest defence.

mod support;

use std::sync::Arc;

use chess::{Game, Move, Outcome, Random, Setup};
use engine::probe::Silent;
use engine::tablebase::Wdl;
use engine::{Control, Engine, Limits};
use tablebase::Syzygy;

const GAMES: usize = 1_000;
const NODES: u64 = 200;

/// The move after which the attacker needs longest. A capture or pawn move resets the clock, which
/// helps only the attacker.
fn longest_defence(tables: &Syzygy, game: &Game) -> Move {
    let position = game.position();
    let distance = |mv: &Move| match position.is_irreversible(*mv) {
        true => 0,
        false => tables.probe_dtz(&position.after(*mv)).unwrap(),
    };
    *position.legal_moves().iter().max_by_key(|mv| distance(mv)).unwrap()
}

/// A won position for the side to move. Every other one begins with as much on its clock as the
/// tables allow.
fn won_ending(tables: &Syzygy, random: &mut Random, late: bool) -> Game {
    loop {
        let setup = support::random_setup(random);
        if tables.probe_wdl(&setup.position).unwrap() != Wdl::Win {
            continue;
        }
        let dtz = tables.probe_dtz(&setup.position).unwrap();
        let clock = if late && dtz < 99 { 99 - dtz } else { 0 };
        return Game::new(Setup { halfmove_clock: clock as u16, fullmove_number: 80, ..setup });
    }
}

#[test]
#[ignore = "plays a thousand games"]
fn won_endings_are_won_inside_the_fifty_move_rule() {
    let Some(folder) = support::folder() else { return };
    let tables = Arc::new(Syzygy::open(&folder).unwrap());
    let mut engine = Engine::new(1).unwrap();
    engine.tablebase.prober = Some(Arc::clone(&tables) as Arc<_>);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut random = Random::new(50);
    let (mut plies, mut latest) = (0, 0);
    for number in 0..GAMES {
        let mut game = won_ending(&tables, &mut random, number % 2 == 1);
        let start = game.setup().to_string();
        let attacker = game.position().turn();
        engine.new_game();
        while game.outcome().is_none() {
            let mv = match game.position().turn() == attacker {
                true => {
                    let control = Arc::new(Control::default());
                    let answer = engine.go::<Silent>(&game, &limits, &control, &mut ());
                    assert!(answer.score.is_win(), "{start}: the score is {}", answer.score);
                    answer.best.unwrap()
                }
                false => longest_defence(&tables, &game),
            };
            game.play(mv).unwrap();
            latest = latest.max(game.trail().halfmove_clock());
        }
        let won = Outcome::Checkmate { winner: attacker };
        assert_eq!(game.outcome(), Some(won), "game {number} from {start}");
        plies += game.moves().len();
    }
    eprintln!("{GAMES} endings won, {plies} plies, greatest clock {latest}");
}
