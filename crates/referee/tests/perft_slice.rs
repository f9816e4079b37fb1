//! The perft counts in the tests of the rules are right: both oracles confirm them.

use chess::perft::SIGNATURE;
use chess::{Epd, Setup};
use referee::oracle_perft::{perft_of_cozy, perft_of_shakmaty};
use referee::perft_data::read;
use referee::trio::Trio;

/// Every position with one of its counts: the collection, then the signature.
fn counts() -> Vec<(Setup, u32, u64)> {
    let entries =
        read(include_str!("../../chess/tests/rules/perft.epd")).expect("a readable collection");
    let by_depth = |epd: Epd| {
        epd.perft().into_iter().map(move |(depth, leaves)| (epd.setup().clone(), depth, leaves))
    };
    let collected = entries.into_iter().flat_map(|entry| by_depth(entry.record.expect("a board")));
    let signature = SIGNATURE
        .iter()
        .map(|sample| (sample.fen.parse().expect("a sample's FEN"), sample.depth, sample.leaves));
    collected.chain(signature).collect()
}

/// Verifies the counts up to `limit` leaves and returns how many there are.
fn verify(limit: u64) -> usize {
    let mut verified = 0;
    for (setup, depth, leaves) in counts().into_iter().filter(|count| count.2 <= limit) {
        let trio = Trio::from_setup(setup).unwrap_or_else(|error| panic!("{error}"));
        let found = [perft_of_cozy(&trio.cozy, depth), perft_of_shakmaty(&trio.shakmaty, depth)];
        assert_eq!(found, [leaves; 2], "{:?} depth {depth}", trio.ours.position());
        verified += 1;
    }
    verified
}

#[test]
fn both_oracles_confirm_the_smaller_counts() {
    assert!(verify(50_000) > 180);
}

#[test]
#[ignore = "takes a while: run with --release"]
fn both_oracles_confirm_all_counts() {
    assert!(verify(u64::MAX) > 250);
}
