use super::*;

fn header() -> Header {
    let maker = Maker {
        version: "0.1.0".to_owned(),
        bench: 123_456_789_012,
        evaluator: Evaluator::Classical,
    };
    let rules = Rules { win_plies: 7, ..Rules::default() };
    let settings = Settings { seed: u64::MAX, chess960: true, rules, ..Settings::with_nodes(77) };
    Header { maker, settings }
}

/// A header of format 1 with these numbers.
fn first_format(numbers: [u64; FIRST_COUNT]) -> [u8; bytes_of(FIRST_COUNT)] {
    let mut bytes = [0; bytes_of(FIRST_COUNT)];
    encode(&mut bytes, FIRST_VERSION, "0.1.0", &numbers);
    bytes
}

#[test]
fn a_header_survives_a_round_trip() {
    let stored = StoredHeader { header: header(), version: VERSION, bytes: HEADER_BYTES };
    let bytes = header().encode();
    assert_eq!(Header::decode(&bytes), Ok(stored.clone()));
    assert_eq!(Header::decode(&[&bytes[..], b"games follow"].concat()), Ok(stored));
}

#[test]
fn headers_of_the_first_format_are_read() {
    let rules = Rules { win_plies: 7, ..Rules::default() };
    let settings = Settings {
        seed: 5,
        chess960: true,
        random_plies: 8..=9,
        opening_limit: OpeningLimit::Fixed(400),
        decided_percent: 100,
        rules,
        ..Settings::with_nodes(77)
    };
    let maker = Maker { version: "0.1.0".to_owned(), bench: 4242, evaluator: Evaluator::Nnue };
    let mut numbers = [4242, 77, 616, 8, 5, 1, 8, 400, 2_000, 7, 8, 12, 80, 400];
    let bytes = first_format(numbers);
    let header = Header { maker, settings };
    let stored = StoredHeader { header, version: FIRST_VERSION, bytes: 148 };
    assert_eq!(Header::decode(&bytes), Ok(stored.clone()));
    assert_eq!(Header::decode(&bytes[..147]), Err(HeaderError::Short { bytes: 147 }));
    numbers[5] = 2;
    let found = Header::decode(&first_format(numbers)).unwrap().header.settings;
    assert!(found.relabelled && !found.chess960);
    numbers[5] = 4;
    assert_eq!(Header::decode(&first_format(numbers)), Err(HeaderError::Damaged));
}

#[test]
fn every_truncation_and_every_flipped_bit_is_noticed() {
    let bytes = header().encode();
    assert_eq!(Header::decode(&[]), Err(HeaderError::Empty));
    for length in 1..bytes.len() {
        let short = HeaderError::Short { bytes: length };
        assert_eq!(Header::decode(&bytes[..length]), Err(short));
    }
    for bit in 0..8 * bytes.len() {
        let mut bytes = bytes;
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = Header::decode(&bytes).unwrap_err();
        match bit / 8 {
            0..8 => assert_eq!(error, HeaderError::Foreign),
            8..12 => assert!(matches!(error, HeaderError::UnknownFormat { .. })),
            _ => assert_eq!(error, HeaderError::Damaged),
        }
    }
    assert_eq!(Header::decode(b"PK"), Err(HeaderError::Foreign));
}

#[test]
fn every_number_counts_when_headers_are_compared() {
    let endgame = Endgame { pieces: 14, nodes: NodeBudget::new(500) };
    let one =
        Header { settings: Settings { endgame: Some(endgame), ..header().settings }, ..header() };
    assert!(one.differences(&one).is_empty());
    for index in 0..COUNT {
        let mut numbers = one.numbers().map(|(_, number)| number);
        numbers[index] ^= 1;
        let other = Header::from_numbers(one.maker.version.clone(), numbers).unwrap();
        assert_eq!(other.differences(&one).len(), 1, "{index}");
        assert_ne!(other.encode(), one.encode());
    }
    let other = Header { settings: Settings::with_nodes(50), ..one.clone() };
    let differences = other.differences(&one).join(", ");
    assert!(
        differences.contains("nodes 50 and not 77")
            && differences.contains("chess960 0 and not 1")
            && differences.contains("endgame pieces 0 and not 14"),
        "{differences}"
    );
}
