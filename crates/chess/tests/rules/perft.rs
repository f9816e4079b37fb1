//! The move generator against known perft counts: each section of `perft.epd`, and the signature.

use chess::perft::{SIGNATURE, SIGNATURE_SUM, Sample, perft};
use chess::{Epd, Setup};

const COUNTS: &str = include_str!("perft.epd");

/// Counts every depth of the section whose heading starts with `title`.
fn count(title: &str) {
    let remark = format!("# {title}");
    let lines = COUNTS.lines().skip_while(|line| !line.starts_with(&remark)).skip(1);
    let mut entries = 0;
    for line in lines.take_while(|line| !line.is_empty()) {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(epd.problems().is_empty() && !epd.perft().is_empty(), "{line}");
        for (depth, leaves) in epd.perft() {
            assert_eq!(perft(&epd.setup().position, depth), leaves, "{line} depth {depth}");
        }
        entries += 1;
    }
    assert!(entries > 0, "no section '{title}'");
}

#[test]
fn classical_positions() {
    count("The six classical positions");
}

#[test]
fn the_signature_adds_up() {
    let mut sum = 0;
    for Sample { fen, depth, leaves } in SIGNATURE {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(setup.repairs.is_empty(), "{fen}: {:?}", setup.repairs);
        assert_eq!(perft(&setup.position, depth), leaves, "{fen}");
        sum += leaves;
    }
    assert_eq!(sum, SIGNATURE_SUM);
}

#[test]
fn en_passant_that_uncovers_the_king() {
    count("En passant");
}

#[test]
fn promotions() {
    count("Promotions");
}

#[test]
fn castling_past_attacks() {
    count("Castling");
}

#[test]
fn double_check_mate_and_stalemate() {
    count("Double check");
}

#[test]
fn chess960() {
    count("Chess960");
}

#[test]
fn double_chess960() {
    count("Double Chess960");
}

#[test]
fn every_section_has_a_test() {
    let titles = COUNTS.lines().filter(|line| line.starts_with('#')).count();
    // Two lines at the top of the file, then one for each test above except the signature.
    assert_eq!(titles, 2 + 7);
}
