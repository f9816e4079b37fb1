//! Keys, and all else that moves update step by step, equal recomputation.

use chess::{Color, Keys, Position};
use referee::differential::choose;
use referee::odd::ODD;
use referee::random::Random;
use referee::starts::{ARRANGEMENTS, double_chess960};

fn start(game: usize, random: &mut Random) -> Position {
    match game % 4 {
        0 => Position::initial(),
        1 => {
            let setup: chess::Setup = ODD[game / 4 % ODD.len()].parse().expect("a valid position");
            setup.position
        }
        _ => double_chess960(random.below(ARRANGEMENTS), random.below(ARRANGEMENTS)),
    }
}

fn parts(keys: &Keys) -> [u64; 6] {
    let [white, black] = Color::ALL.map(|color| keys.non_pawn(color));
    [keys.position(), keys.pawns(), keys.minors(), keys.majors(), white, black]
}

fn play(plies: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut played = 0;
    for game in 0.. {
        let mut position = start(game, &mut random);
        for _ in 0..150 {
            if played == plies {
                return;
            }
            let Some(mv) = choose(&position.legal_moves(), &mut random) else { break };
            let next = position.after(mv);
            let anew = next.recomputed();
            assert_eq!(parts(next.keys()), parts(anew.keys()), "{mv:?} in {position:?}");
            assert!(next == anew, "{mv:?} in {position:?}");
            if !next.in_check() {
                let passed = next.after_null();
                assert!(passed == passed.recomputed(), "a pass in {next:?}");
            }
            position = next;
            played += 1;
        }
    }
}

#[test]
fn keys_equal_recomputation_over_100_000_plies() {
    play(100_000, 11);
}

#[test]
#[ignore = "takes a while: run with --release"]
fn keys_equal_recomputation_over_a_million_plies() {
    play(1_000_000, 12);
}
