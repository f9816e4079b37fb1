use super::*;

const TEXT: &str = "width = 32\nepochs = 1\noutput_buckets = 2\nking_buckets = \"four\"\n\
                    weight_limit = 1.98\noutput_limit = 1.98\n";

const HEADERS: [CacheHeader; 2] = [
    CacheHeader { positions: 5, games: 6, seed: 7, sum: 8 },
    CacheHeader { positions: 9, games: 10, seed: 11, sum: u32::MAX },
];

fn encoded_with(rows: &[Vec<Row>; 3], loss: f64) -> Vec<u8> {
    Snapshot {
        text: TEXT,
        data: HEADERS,
        step: 8,
        loss,
        counted: 9,
        rows: rows.each_ref().map(Vec::as_slice),
    }
    .encode()
}

fn encoded(rows: &[Vec<Row>; 3]) -> Vec<u8> {
    encoded_with(rows, 0.1)
}

fn rows() -> [Vec<Row>; 3] {
    let count = Config::parse(TEXT).unwrap().shape().learned_rows();
    core::array::from_fn(|part| {
        (0..count).map(|row| Row([row as f32 * 1e-9 + part as f32 / 4.0; COLUMNS])).collect()
    })
}

fn decode(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
    Checkpoint::decode(bytes, bytes.len() as u64)
}

/// The bytes with the right checksum.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - SUM_BYTES as usize;
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_checkpoint_survives_a_round_trip_to_the_last_bit() {
    let rows = rows();
    let found = decode(&encoded(&rows)).unwrap();
    let [learned, mean, square] = rows;
    let expected = Checkpoint {
        config: Config::parse(TEXT).unwrap(),
        text: TEXT.to_owned(),
        data: HEADERS,
        step: 8,
        loss: 0.1,
        counted: 9,
        learned,
        mean,
        square,
    };
    assert!(found == expected);
}

#[test]
fn files_that_are_not_checkpoints_are_refused() {
    let good = encoded(&rows());
    let error = |bytes: &[u8]| decode(bytes).unwrap_err();
    assert!(matches!(error(b"SecCache and so on"), CheckpointError::Foreign));
    assert!(matches!(error(b"no"), CheckpointError::Foreign));
    for length in [0, 5, 8, 11, 20, 63, 70, 99, 103, 110] {
        assert!(matches!(error(&good[..length]), CheckpointError::Truncated { .. }), "{length}");
    }
    for bytes in [&good[..good.len() - 1], &[&good[..], &[0]].concat()] {
        assert!(matches!(error(bytes), CheckpointError::Length { .. }));
    }
    for at in [12, 40, 64, 70, 104, 112, 5_000, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        assert!(matches!(error(&bytes), CheckpointError::Damaged), "{at}: {}", error(&bytes));
    }
    for version in [2, 9] {
        let mut bytes = good.clone();
        bytes[8] = version;
        let error = error(&bytes);
        assert!(matches!(error, CheckpointError::Version(found) if found == u32::from(version)));
    }
    // A text with the right checksum that is not a recipe.
    let mut bytes = good.clone();
    bytes[HEAD_BYTES] = b'W';
    assert!(matches!(error(&with_checksum(bytes)), CheckpointError::Config(_)));
}

/// Panics when more is read than it holds.
struct Exact<'a>(&'a [u8]);

impl Read for Exact<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!self.0.is_empty(), "read further than necessary");
        self.0.read(buffer)
    }
}

#[test]
fn reading_stops_at_the_first_sign_that_it_is_not_a_checkpoint() {
    let good = encoded(&rows());
    let before = HEAD_BYTES + TEXT.len();
    let refused = |head: &[u8], length: u64| Checkpoint::decode(Exact(head), length).unwrap_err();
    let error = refused(&[b'x'; HEAD_BYTES], 1 << 50);
    assert!(matches!(error, CheckpointError::Foreign), "{error}");
    let error = refused(&good[..before], 1 << 50);
    assert!(matches!(error, CheckpointError::Length { .. }), "{error}");
    // A text as long as memory.
    let mut head = good[..HEAD_BYTES].to_vec();
    head[HEAD_BYTES - 4..].fill(0xff);
    let error = refused(&head, 1 << 50);
    assert!(matches!(error, CheckpointError::Damaged), "{error}");
}

#[test]
fn the_number_of_rows_must_match_the_recipe() {
    let mut rows = rows();
    rows[2].pop();
    assert!(matches!(decode(&encoded(&rows)), Err(CheckpointError::Length { .. })));
}

#[test]
fn invalid_numbers_are_refused_by_name() {
    let shape = Config::parse(TEXT).unwrap().shape();
    let (last, bias) = (shape.learned_rows() - 1, shape.output_bias_row());
    for (part, row, number, expected) in [
        (0, 0, f32::NAN, "an input weight is NaN; expected -0.99 to 0.99"),
        (0, last, 1.0, "king buckets share is 1; expected -0.99 to 0.99"),
        (0, shape.hidden_bias_row(0), -2.0, "a hidden bias is -2; expected -1.98 to 1.98"),
        (0, shape.output_row(0, 1, 1), 1.99, "an output weight is 1.99"),
        (0, bias, f32::INFINITY, "an output bias is inf"),
        (1, 0, f32::NEG_INFINITY, "a first moment is -inf; expected a finite number"),
        (2, 0, -1e-9, "a second moment is -0.000000001; expected a number of at least 0"),
        (2, last, f32::NAN, "a second moment is NaN"),
    ] {
        let mut rows = rows();
        rows[part][row].0[3] = number;
        let error = decode(&encoded(&rows)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?}, not {expected:?}");
    }
    let error = decode(&encoded_with(&rows(), f64::NAN)).unwrap_err().to_string();
    assert!(error.contains("the loss is NaN"), "{error}");
}
