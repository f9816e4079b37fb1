//! The network file: its contents and its format. All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `SECATEUR` |
//! | 2 | version, 1 |
//! | 2 | width of the hidden layer of one side, a multiple of 32 |
//! | 1 | number of king buckets |
//! | 1 | number of output buckets |
//! | 2 | the integer that represents a hidden value of 1 |
//! | 2 | the integer that represents an output weight of 1 |
//! | 2 | centipawns of an output of 1 |
//! | 32 | the bucket of each king square, rank by rank from the king's side, files a to d |
//! | 2 + n | a description in UTF-8, after its length |
//! | 2 each | input weights: bucket, feature, hidden value |
//! | 2 each | hidden biases |
//! | 2 each | output weights: bucket, own side then the other, hidden value |
//! | 4 each | output biases |
//! | 4 | CRC-32 of all bytes before |

use core::fmt;

/// Input weights of each hidden value and bucket: own and enemy pieces of six types on 64 squares.
pub const PER_BUCKET: usize = 768;
/// Squares of a king once the board is mirrored: four files of eight ranks, rank by rank from its
/// own side.
pub const KING_PLACES: usize = 32;
/// The first bytes of a network file.
pub const MAGIC: [u8; 8] = *b"SECATEUR";
const VERSION: u16 = 1;
/// The width of the hidden layer is a multiple of this, so that vector loops leave no remainder.
pub const WIDTH_STEP: usize = 32;
pub const MAX_WIDTH: usize = 2048;
pub const MAX_BUCKETS: usize = 32;
const MAX_HIDDEN_UNIT: i16 = 255;
/// The greatest output weight. Times a hidden value it fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: u16 = 127;
/// The size of the largest network file, its description included.
pub const MAX_BYTES: u64 =
    (2 * MAX_WIDTH * (MAX_BUCKETS * (PER_BUCKET + 2) + 1)) as u64 + (1 << 17);

/// The contents of a network file: all numbers are quantised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFile {
    /// Hidden values of each side.
    pub width: usize,
    /// The bucket of each king square.
    pub king_buckets: [u8; KING_PLACES],
    pub output_buckets: usize,
    /// The integer that represents a hidden value of 1.
    pub hidden_unit: i16,
    /// The integer that represents an output weight of 1.
    pub output_unit: i16,
    /// Centipawns of an output of 1.
    pub scale: i16,
    pub description: String,
    /// By bucket, feature and hidden value.
    pub input_weights: Vec<i16>,
    pub hidden_biases: Vec<i16>,
    /// By bucket, side (the side to move first) and hidden value.
    pub output_weights: Vec<i16>,
    /// In units of `hidden_unit` times `output_unit`.
    pub output_biases: Vec<i32>,
}

/// Why bytes are not a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetError {
    Empty,
    Foreign,
    Version(u16),
    Sizes(String),
    Truncated,
    Length { expected: usize, found: usize },
    Checksum,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Empty => f.write_str("the file is empty; expected a network"),
            NetError::Foreign => f.write_str(
                "not a network of Secateur: it does not begin with SECATEUR; networks of other \
                 engines do not fit",
            ),
            NetError::Version(version) => {
                write!(f, "a network of version {version}; expected version {VERSION}")
            }
            NetError::Sizes(what) => f.write_str(what),
            NetError::Truncated => f.write_str("the file is truncated within its header"),
            NetError::Length { expected, found } => {
                write!(
                    f,
                    "{found} bytes; expected {expected}: the file is truncated or has trailing bytes"
                )
            }
            NetError::Checksum => f.write_str("damaged: the checksum does not fit the bytes"),
        }
    }
}

impl core::error::Error for NetError {}

impl NetFile {
    /// The number of buckets of input weights.
    pub fn input_buckets(&self) -> usize {
        self.king_buckets.iter().max().map_or(1, |&last| usize::from(last) + 1)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((self.width as u16).to_le_bytes());
        out.push(self.input_buckets() as u8);
        out.push(self.output_buckets as u8);
        for unit in [self.hidden_unit, self.output_unit, self.scale] {
            out.extend(unit.to_le_bytes());
        }
        out.extend(self.king_buckets);
        let end = self.description.floor_char_boundary(usize::from(u16::MAX));
        out.extend((end as u16).to_le_bytes());
        out.extend(&self.description.as_bytes()[..end]);
        for numbers in [&self.input_weights, &self.hidden_biases, &self.output_weights] {
            out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        out.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        let sum = crc32fast::hash(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Reads a network and checks every size and unit, so that no later step can overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetFile, NetError> {
        if bytes.is_empty() {
            return Err(NetError::Empty);
        }
        if !bytes.starts_with(&MAGIC) {
            return Err(NetError::Foreign);
        }
        let mut reader = ByteReader { bytes, at: MAGIC.len() };
        let version = reader.u16()?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let width = usize::from(reader.u16()?);
        let input_buckets = usize::from(reader.u8()?);
        let output_buckets = usize::from(reader.u8()?);
        let (hidden_unit, output_unit, scale) =
            (reader.u16()? as i16, reader.u16()? as i16, reader.u16()? as i16);
        let mut king_buckets = [0; KING_PLACES];
        king_buckets.copy_from_slice(reader.take(KING_PLACES)?);
        check_sizes(width, input_buckets, output_buckets, &king_buckets)?;
        check_units(hidden_unit, output_unit, scale)?;
        let length = usize::from(reader.u16()?);
        // Control characters would break the line that shows it.
        let description = String::from_utf8_lossy(reader.take(length)?)
            .replace(|letter: char| letter.is_control(), " ");
        let inputs = input_buckets * PER_BUCKET * width;
        let outputs = output_buckets * 2 * width;
        let expected = reader.at + 2 * (inputs + width + outputs) + 4 * output_buckets + 4;
        if bytes.len() != expected {
            return Err(NetError::Length { expected, found: bytes.len() });
        }
        let (body, sum) = bytes.split_at(expected - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(NetError::Checksum);
        }
        let net = NetFile {
            width,
            king_buckets,
            output_buckets,
            hidden_unit,
            output_unit,
            scale,
            description,
            input_weights: reader.numbers(inputs)?,
            hidden_biases: reader.numbers(width)?,
            output_weights: reader.numbers(outputs)?,
            output_biases: reader.long_numbers(output_buckets)?,
        };
        let most = net.output_weights.iter().map(|weight| weight.unsigned_abs()).max();
        if most.is_some_and(|most| most > MAX_OUTPUT_WEIGHT) {
            return Err(NetError::Sizes(format!(
                "an output weight of {}; expected at most {MAX_OUTPUT_WEIGHT}",
                most.unwrap_or_default()
            )));
        }
        Ok(net)
    }
}

/// Within these limits the sums of the vector loops do not overflow.
fn check_units(hidden: i16, output: i16, scale: i16) -> Result<(), NetError> {
    if !(1..=MAX_HIDDEN_UNIT).contains(&hidden) {
        return Err(NetError::Sizes(format!(
            "a hidden unit of {hidden}; expected 1 to {MAX_HIDDEN_UNIT}"
        )));
    }
    if output <= 0 || scale <= 0 {
        return Err(NetError::Sizes(format!(
            "an output unit of {output} and a scale of {scale}; expected numbers above 0"
        )));
    }
    Ok(())
}

/// Whether a hidden layer may have this width.
pub fn is_width(width: usize) -> bool {
    (1..=MAX_WIDTH).contains(&width) && width.is_multiple_of(WIDTH_STEP)
}

fn check_sizes(
    width: usize,
    input_buckets: usize,
    output_buckets: usize,
    king_buckets: &[u8; KING_PLACES],
) -> Result<(), NetError> {
    if !is_width(width) {
        return Err(NetError::Sizes(format!(
            "a hidden layer of {width}; expected a multiple of {WIDTH_STEP} up to {MAX_WIDTH}"
        )));
    }
    for (what, count) in [("king", input_buckets), ("output", output_buckets)] {
        if count == 0 || count > MAX_BUCKETS {
            let problem = format!("{count} {what} buckets; expected 1 to {MAX_BUCKETS}");
            return Err(NetError::Sizes(problem));
        }
    }
    let last = king_buckets.iter().max().map_or(0, |&last| usize::from(last));
    if last + 1 != input_buckets {
        return Err(NetError::Sizes(format!(
            "{input_buckets} king buckets, but the highest named is {last}"
        )));
    }
    Ok(())
}

/// Reads little-endian numbers from a slice.
struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let taken = self.bytes.get(self.at..self.at + count).ok_or(NetError::Truncated)?;
        self.at += count;
        Ok(taken)
    }

    fn u8(&mut self) -> Result<u8, NetError> {
        Ok(self.take(1)?[0])
    }

    fn u16(&mut self) -> Result<u16, NetError> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<i16>, NetError> {
        let (numbers, _) = self.take(2 * count)?.as_chunks();
        Ok(numbers.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }

    fn long_numbers(&mut self, count: usize) -> Result<Vec<i32>, NetError> {
        let (numbers, _) = self.take(4 * count)?.as_chunks();
        Ok(numbers.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> NetFile {
        let mut king_buckets = [0; KING_PLACES];
        king_buckets[KING_PLACES - 1] = 1;
        let number = |at: usize| (at * 7919 % 511) as i16 - 255;
        NetFile {
            width: 32,
            king_buckets,
            output_buckets: 2,
            hidden_unit: 255,
            output_unit: 64,
            scale: 400,
            description: "made for a test".into(),
            input_weights: (0..2 * PER_BUCKET * 32).map(number).collect(),
            hidden_biases: (0..32).map(number).collect(),
            output_weights: (0..2 * 2 * 32).map(|at| number(at) / 3).collect(),
            output_biases: vec![-70_000, 3],
        }
    }

    #[test]
    fn a_network_file_round_trips() {
        let net = small();
        assert_eq!(NetFile::from_bytes(&net.to_bytes()), Ok(net));
    }

    #[test]
    fn each_fault_of_a_network_file_has_its_error() {
        let good = small().to_bytes();
        assert_eq!(NetFile::from_bytes(&[]), Err(NetError::Empty));
        assert_eq!(NetFile::from_bytes(b"SECA"), Err(NetError::Foreign));
        assert_eq!(NetFile::from_bytes(b"not a network at all"), Err(NetError::Foreign));
        let changed = |at: usize, to: u8| {
            let mut bytes = good.clone();
            bytes[at] = to;
            NetFile::from_bytes(&bytes)
        };
        assert_eq!(changed(8, 9), Err(NetError::Version(9)));
        assert!(matches!(changed(10, 33), Err(NetError::Sizes(_))));
        assert!(matches!(changed(12, 0), Err(NetError::Sizes(_))));
        assert!(matches!(changed(13, 0), Err(NetError::Sizes(_))));
        assert_eq!(changed(5000, good[5000] ^ 1), Err(NetError::Checksum));
        for length in (9..good.len()).step_by(997) {
            let truncated = NetFile::from_bytes(&good[..length]);
            assert!(
                matches!(truncated, Err(NetError::Length { .. } | NetError::Truncated)),
                "{length}"
            );
        }
        let longer = [&good[..], &[0]].concat();
        assert!(matches!(NetFile::from_bytes(&longer), Err(NetError::Length { .. })));
        let mut net = small();
        net.output_weights[5] = i16::MIN;
        assert!(matches!(NetFile::from_bytes(&net.to_bytes()), Err(NetError::Sizes(_))));
        let net = NetFile { hidden_unit: 256, ..small() };
        assert!(matches!(NetFile::from_bytes(&net.to_bytes()), Err(NetError::Sizes(_))));
    }
}
