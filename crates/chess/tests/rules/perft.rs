//! The move generator against known counts of leaves, section by section of `perft.epd`.

use chess::Setup;
use chess::perft::perft;

const COUNTS: &str = include_str!("perft.epd");
/// What the deepest counts of the signature section add up to.
const SIGNATURE: u64 = 19_191_913;

struct Entry {
    fen: &'static str,
    /// Depth and leaves, in ascending order of depth.
    counts: Vec<(u32, u64)>,
}

/// The entries below the remark that starts with `title`, up to the next empty line.
fn section(title: &str) -> Vec<Entry> {
    let remark = format!("# {title}");
    let lines = COUNTS.lines().skip_while(|line| !line.starts_with(&remark)).skip(1);
    let entries: Vec<Entry> = lines.take_while(|line| !line.is_empty()).map(entry).collect();
    assert!(!entries.is_empty(), "no section '{title}'");
    entries
}

fn entry(line: &'static str) -> Entry {
    let mut parts = line.split(" ;D");
    let fen = parts.next().expect("a FEN");
    let count = |part: &str| {
        let (depth, leaves) = part.split_once(' ').expect("a depth and a count");
        (depth.parse().expect("a depth"), leaves.parse().expect("a count"))
    };
    Entry { fen, counts: parts.map(count).collect() }
}

/// Counts every depth of every entry; returns the sum of each entry's deepest.
fn count(title: &str) -> u64 {
    let mut deepest = 0;
    for Entry { fen, counts } in section(title) {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for &(depth, leaves) in &counts {
            assert_eq!(perft(&setup.position, depth), leaves, "{fen} depth {depth}");
        }
        deepest += counts.last().map_or(0, |count| count.1);
    }
    deepest
}

#[test]
fn classical_positions() {
    count("The six classical positions");
}

#[test]
fn the_signature_adds_up() {
    assert_eq!(count("The signature"), SIGNATURE);
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
fn no_section_is_left_out() {
    let titles = COUNTS.lines().filter(|line| line.starts_with('#')).count();
    // Two lines of the file's own remark, then one per test above.
    assert_eq!(titles, 2 + 8);
}
