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

/// The bytes with a checksum that fits them.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - SUM_BYTES as usize;
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_checkpoint_comes_back_to_the_last_bit() {
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
fn whatever_is_no_checkpoint_is_named() {
    let good = encoded(&rows());
    let told = |bytes: &[u8]| decode(bytes).unwrap_err();
    assert!(matches!(told(b"SecCache and so on"), CheckpointError::Foreign));
    assert!(matches!(told(b"no"), CheckpointError::Foreign));
    for length in [0, 5, 8, 11, 20, 63, 70, 99, 103, 110] {
        assert!(matches!(told(&good[..length]), CheckpointError::Cut { .. }), "{length}");
    }
    for bytes in [&good[..good.len() - 1], &[&good[..], &[0]].concat()] {
        assert!(matches!(told(bytes), CheckpointError::Length { .. }));
    }
    for at in [12, 40, 64, 70, 104, 112, 5_000, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        assert!(matches!(told(&bytes), CheckpointError::Damaged), "{at}: {}", told(&bytes));
    }
    for version in [2, 9] {
        let mut bytes = good.clone();
        bytes[8] = version;
        let told = told(&bytes);
        assert!(matches!(told, CheckpointError::Version(found) if found == u32::from(version)));
    }
    // A text that is what was written, and still no configuration.
    let mut bytes = good.clone();
    bytes[HEAD_BYTES] = b'W';
    assert!(matches!(told(&summed(bytes)), CheckpointError::Config(_)));
}

/// Gives what it has, and panics when asked for more.
struct Miser<'a>(&'a [u8]);

impl Read for Miser<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!self.0.is_empty(), "read further than there was a reason to");
        self.0.read(buffer)
    }
}

#[test]
fn nothing_is_read_on_that_cannot_be_a_checkpoint() {
    let good = encoded(&rows());
    let before = HEAD_BYTES + TEXT.len();
    let refused = |head: &[u8], length: u64| Checkpoint::decode(Miser(head), length).unwrap_err();
    let told = refused(&[b'x'; HEAD_BYTES], 1 << 50);
    assert!(matches!(told, CheckpointError::Foreign), "{told}");
    let told = refused(&good[..before], 1 << 50);
    assert!(matches!(told, CheckpointError::Length { .. }), "{told}");
    // A text as long as memory.
    let mut head = good[..HEAD_BYTES].to_vec();
    head[HEAD_BYTES - 4..].fill(0xff);
    let told = refused(&head, 1 << 50);
    assert!(matches!(told, CheckpointError::Damaged), "{told}");
}

#[test]
fn the_rows_must_be_those_of_the_configuration() {
    let mut rows = rows();
    rows[2].pop();
    assert!(matches!(decode(&encoded(&rows)), Err(CheckpointError::Length { .. })));
}

#[test]
fn numbers_that_no_training_comes_to_are_refused_by_name() {
    let shape = Config::parse(TEXT).unwrap().shape();
    let (last, bias) = (shape.learned_rows() - 1, shape.output_bias_row());
    for (part, row, number, expected) in [
        (0, 0, f32::NAN, "an input weight is NaN; expected -0.99 to 0.99"),
        (0, last, 1.0, "king buckets share is 1; expected -0.99 to 0.99"),
        (0, shape.hidden_bias_row(0), -2.0, "a hidden bias is -2; expected -1.98 to 1.98"),
        (0, shape.output_row(0, 1, 1), 1.99, "an output weight is 1.99"),
        (0, bias, f32::INFINITY, "an output bias is inf"),
        (1, 0, f32::NEG_INFINITY, "a slope is -inf; expected a number"),
        (2, 0, -1e-9, "the square of a slope is -0.000000001; expected a number from nought on"),
        (2, last, f32::NAN, "the square of a slope is NaN"),
    ] {
        let mut rows = rows();
        rows[part][row].0[3] = number;
        let told = decode(&encoded(&rows)).unwrap_err().to_string();
        assert!(told.contains(expected), "{told:?}, not {expected:?}");
    }
    let told = decode(&encoded_with(&rows(), f64::NAN)).unwrap_err().to_string();
    assert!(told.contains("the loss is NaN"), "{told}");
}
