//! Every game that is read is legal and survives writing and reading.
#![no_main]

use chess::Game;
use chess::pgn::PgnReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in PgnReader::new(bytes) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(error.to_string().len() < 5_000);
                continue;
            }
        };
        let mut played = Game::new(game.start().clone());
        for mv in game.moves() {
            played.play(mv).expect("the reader accepts legal moves only");
        }
        let text = game.to_string();
        let mut reader = PgnReader::new(text.as_bytes());
        let again =
            reader.next().expect("one game was written").expect("a written game can be read");
        assert!(game == again, "{text}\n{again}");
        assert!(again.problems().is_empty(), "{text}{:?}", again.problems());
        assert!(reader.next().is_none(), "{text}");
    }
});
