//! An accepted network survives the round trip and evaluates a position, whatever its weights.
//! Inputs are the beginnings of files. A fuzzer cannot guess the fifty thousand bytes of the
//! smallest network and their checksum, so the rest is made from the last bytes of the input.
#![no_main]

use chess::Position;
use engine::eval::nnue::Network;
use engine::eval::nnue::net_file::{MAX_OUTPUT_WEIGHT, NetError, NetFile};
use libfuzzer_sys::fuzz_target;

/// Five buckets of the narrowest network; larger networks would only take longer.
const LARGEST: usize = 1 << 18;
/// How many bytes of the input all weights are made from.
const PATTERN: usize = 64;

fuzz_target!(|bytes: &[u8]| {
    match NetFile::from_bytes(bytes) {
        Ok(net) => try_out(&net),
        Err(NetError::Length { expected, .. }) if expected <= LARGEST => {
            if let Ok(mut net) = NetFile::from_bytes(&completed(bytes, expected)) {
                fill(&mut net, &bytes[bytes.len().saturating_sub(PATTERN)..]);
                try_out(&net);
            }
        }
        Err(error) => assert!(error.to_string().len() < 1_000),
    }
});

/// The input extended to the expected length, with the correct checksum.
fn completed(bytes: &[u8], expected: usize) -> Vec<u8> {
    let mut whole = bytes.to_vec();
    whole.resize(expected - 4, 0);
    let sum = crc32fast::hash(&whole);
    whole.extend(sum.to_le_bytes());
    whole
}

fn fill(net: &mut NetFile, pattern: &[u8]) {
    let mut bytes = pattern.iter().copied().cycle();
    let mut number = || i16::from_le_bytes([0; 2].map(|_| bytes.next().unwrap_or(0)));
    for weight in net.input_weights.iter_mut().chain(&mut net.hidden_biases) {
        *weight = number();
    }
    for weight in &mut net.output_weights {
        *weight = number() % (MAX_OUTPUT_WEIGHT as i16 + 1);
    }
    for bias in &mut net.output_biases {
        *bias = i32::from(number()) << 16 | i32::from(number());
    }
}

fn try_out(net: &NetFile) {
    assert_eq!(NetFile::from_bytes(&net.to_bytes()).as_ref(), Ok(net));
    let network = Network::new(net);
    let position = Position::initial();
    let (value, worth) = network.explain(&position);
    assert_eq!(value, network.evaluate(&position));
    assert_eq!(worth.len(), 30);
}
