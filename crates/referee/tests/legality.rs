//! `is_legal` is exact for every one of the 65,536 encodings.

use chess::{Move, Position};
use referee::differential::visit_positions;
use referee::trio::Trio;

/// Compares with the moves of shakmaty, so that the test does not depend on our generator.
fn check_all_encodings(trio: &Trio) {
    let position: &Position = trio.ours.position();
    let legal = trio.moves_by_shakmaty();
    let mut accepted = 0;
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        if position.is_legal(mv) {
            assert!(legal.binary_search(&mv).is_ok(), "{mv:?} {:?} in {position:?}", mv.kind());
            accepted += 1;
        }
    }
    assert_eq!(accepted, legal.len(), "{position:?}");
}

#[test]
fn is_legal_is_exact_for_every_encoding_in_300_positions() {
    // Visits far more positions than it checks, to see many games.
    let mut index = 0;
    visit_positions(7, 6_000, |trio| {
        index += 1;
        if index % 20 == 0 {
            check_all_encodings(trio);
        }
    });
}

#[test]
#[ignore = "takes a while: run with --release"]
fn is_legal_is_exact_for_every_encoding_in_10_000_positions() {
    let mut index = 0;
    visit_positions(8, 50_000, |trio| {
        index += 1;
        if index % 5 == 0 {
            check_all_encodings(trio);
        }
    });
}
