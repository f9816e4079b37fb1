//! Errors that wrap another one return it as their source.

use std::error::Error;
use std::io::{self, Read};

use chess::pgn::PgnReader;
use chess::{EpdReader, FenError, NotAMove, Position, SanError, Setup};

/// The last error of the chain of sources.
fn root<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    error.source().map_or(error, root)
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unplugged"))
    }
}

#[test]
fn pgn_errors_lead_to_the_move_the_fen_or_the_stream() {
    let error = |text: &str| PgnReader::new(text.as_bytes()).next().unwrap().unwrap_err();
    assert!(root(&error("1. e5 *")).is::<SanError>());
    assert!(root(&error("[FEN \"8/8 w\"]\n*")).is::<FenError>());
    let error = PgnReader::new(Broken).next().unwrap().unwrap_err();
    assert!(root(&error).is::<io::Error>());
}

#[test]
fn epd_errors_lead_to_the_board_or_the_stream() {
    let error = EpdReader::new(&b"8/8 w - -"[..]).next().unwrap().unwrap_err();
    assert!(root(&error).is::<FenError>());
    let error = EpdReader::new(Broken).next().unwrap().unwrap_err();
    assert!(root(&error).is::<io::Error>());
}

#[test]
fn move_and_packing_errors_lead_to_their_cause() {
    let error = Position::initial().parse_uci("castle").unwrap_err();
    assert!(root(&error).is::<NotAMove>());
    let error = Setup::unpack(&[0; 28]).unwrap_err();
    assert!(root(&error).is::<FenError>());
}
