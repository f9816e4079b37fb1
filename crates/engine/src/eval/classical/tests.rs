//! Properties of the evaluation that hold for any weights.

use super::*;
use chess::Random;
use chess::Setup;

/// Positions of random games, one game after another.
fn play_out(games: u64, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(0x5eca_7e02);
    for _ in 0..games {
        let mut position = Position::initial();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.below(moves.len())]);
            visit(&position);
        }
    }
}

fn flipped(position: &Position) -> Position {
    let fen = Setup::from(*position).to_string();
    let mut words: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            })
            .collect()
    };
    words[0] = words[0].split('/').rev().map(swap).collect::<Vec<_>>().join("/");
    words[1] = if words[1] == "w" { "b".into() } else { "w".into() };
    words[2] = swap(&words[2]);
    words[3] = words[3].replace('3', "x").replace('6', "3").replace('x', "6");
    words.join(" ").parse::<Setup>().expect("a flipped position is a position").position
}

#[test]
fn colours_are_treated_alike() {
    let mut cached = Classical::default();
    let mut count = 0;
    play_out(550, |position| {
        let other = flipped(position);
        let value = cached.evaluate(position);
        assert_eq!(value, cached.evaluate(&other), "{}", Setup::from(*position));
        count += 1;
    });
    assert!(count >= 100_000, "{count}");
}

#[test]
fn caches_do_not_change_the_evaluation() {
    let mut cached = Classical::default();
    play_out(60, |position| {
        let (fresh, _) = Classical::explain(position);
        assert_eq!(cached.evaluate(position), fresh, "{}", Setup::from(*position));
    });
}

#[test]
fn the_account_adds_up_to_the_evaluation() {
    play_out(60, |position| {
        let (value, account) = Classical::explain(position);
        let sum = account.rows().iter().fold(Pair::ZERO, |sum, row| sum + row.difference());
        let late = sum.eg() * account.scale / SCALE_TOTAL;
        let total = for_mover(position, taper(sum.mg(), late, account.phase));
        let total = if account.scale == 0 { 0 } else { total };
        assert_eq!(total, value, "{}", Setup::from(*position));
    });
}

#[test]
fn more_material_is_better() {
    let value = |fen: &str| Classical::default().evaluate(&fen.parse::<Setup>().unwrap().position);
    assert!(value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") > 40);
    assert!(value("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1") < 0);
    assert!(value("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 500);
    assert!(value("4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1") > 1500);
}

#[test]
fn drawn_endings_are_worth_nothing() {
    let value =
        |fen: &str| Classical::default().evaluate(&fen.parse::<Setup>().unwrap().position).abs();
    for drawn in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "k7/8/8/8/P7/4K3/3B4/8 w - - 0 1",
    ] {
        assert_eq!(value(drawn), 0, "{drawn}");
    }
}
