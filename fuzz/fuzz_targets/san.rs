//! Any text either names a legal move or is refused, and every legal move has a unique SAN.
//! The first line of the input is a FEN; the other lines are moves to play.
#![no_main]

use chess::{Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (fen, words) = text.split_once('\n').unwrap_or(("", text));
    let mut position = fen.parse::<Setup>().map_or(Position::initial(), |setup| setup.position);
    names_are_unique(&position);
    for word in words.split('\n').take(64) {
        match position.parse_san(word) {
            Ok(mv) => {
                assert!(position.is_legal(mv));
                position = position.after(mv);
                names_are_unique(&position);
            }
            Err(error) => assert!(error.to_string().len() < 1_000),
        }
    }
});

fn names_are_unique(position: &Position) {
    for mv in &position.legal_moves() {
        let name = position.san(mv).to_string();
        assert_eq!(position.parse_san(&name), Ok(mv), "{name}");
    }
}
