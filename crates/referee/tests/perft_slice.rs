//! The counts that the rules are tested with are themselves right: both oracles find them.

use referee::oracle_perft::{perft_of_cozy, perft_of_shakmaty};
use referee::perft_data::read;
use referee::trio::Trio;

/// Verifies the counts up to `limit` leaves; returns how many there were.
fn verify(limit: u64) -> usize {
    let entries =
        read(include_str!("../../chess/tests/rules/perft.epd")).expect("a readable collection");
    let mut verified = 0;
    for entry in entries {
        let trio = Trio::from_fen(&entry.fen).unwrap_or_else(|error| panic!("{error}"));
        for count in entry.counts.iter().filter(|count| count.leaves <= limit) {
            let found = [
                perft_of_cozy(&trio.cozy, count.depth),
                perft_of_shakmaty(&trio.shakmaty, count.depth),
            ];
            assert_eq!(found, [count.leaves; 2], "{} depth {}", entry.fen, count.depth);
            verified += 1;
        }
    }
    verified
}

#[test]
fn both_oracles_find_the_smaller_counts() {
    assert!(verify(50_000) > 200);
}

#[test]
#[ignore = "takes a while: run with --release"]
fn both_oracles_find_all_counts() {
    assert!(verify(u64::MAX) > 250);
}
