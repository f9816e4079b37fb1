//! An accepted FEN survives the round trip, also through the builder and the packed form, and all
//! move generation agrees on it.
#![no_main]

use chess::{CastlingField, Move, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<Setup>() else { return };
    let clean = Setup { repairs: Vec::new(), ..setup };
    for style in [CastlingField::XFen, CastlingField::Shredder] {
        assert_eq!(clean.to_fen(style).parse().as_ref(), Ok(&clean));
    }
    assert_eq!(clean.to_builder().build().as_ref(), Ok(&clean));
    assert_eq!(Setup::unpack(&clean.pack()).as_ref(), Ok(&clean));
    let position = clean.position;
    assert_eq!(position, position.recomputed());
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal() as usize);
    for mv in &moves {
        assert!(position.is_legal(mv));
        let next = position.after(mv);
        assert_eq!(next, next.recomputed());
    }
    let legal = (1..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| position.is_legal(mv));
    assert_eq!(legal.count(), moves.len());
});
