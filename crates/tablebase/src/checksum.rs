//! The checksum of a table file: its last 16 bytes.
//!
//! The format cuts everything before them into chunks of 16 MB, computes a 256-bit CityHash of each,
//! and hashes these hashes to 128 bits. The variant is that of CityHash 1.0 by Geoff Pike and Jyrki
//! Alakuijala, whose long form mixes in the CRC-32C.

use std::io::{self, Read};

/// Bytes of the checksum.
pub(crate) const LEN: usize = 16;
const CHUNK: usize = 1 << 24;

/// Reads `data` to its end and returns its checksum as it is stored.
pub(crate) fn of(mut data: impl Read) -> io::Result<[u8; LEN]> {
    let mut hashes = Vec::new();
    let mut chunk = Vec::new();
    loop {
        chunk.clear();
        data.by_ref().take(CHUNK as u64).read_to_end(&mut chunk)?;
        if chunk.is_empty() {
            break;
        }
        for word in hash256(&chunk) {
            hashes.extend_from_slice(&word.to_le_bytes());
        }
    }
    let [low, high] = hash128(&hashes);
    let mut checksum = [0; LEN];
    checksum[..8].copy_from_slice(&low.to_le_bytes());
    checksum[8..].copy_from_slice(&high.to_le_bytes());
    Ok(checksum)
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;
const MERGE: u64 = 0x9ddf_ea08_eb38_2d69;

/// The eight bytes from `at` on as a number.
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

fn fold(value: u64) -> u64 {
    value ^ value >> 47
}

/// Merges two numbers into one.
fn merge(low: u64, high: u64) -> u64 {
    let a = fold((low ^ high).wrapping_mul(MERGE));
    fold((high ^ a).wrapping_mul(MERGE)).wrapping_mul(MERGE)
}

/// The 128-bit hash of hashes: few bytes are hashed without the CRC.
fn hash128(bytes: &[u8]) -> [u64; 2] {
    const SHORT: usize = 900;
    if bytes.len() > SHORT {
        let [_, _, low, high] = hash256(bytes);
        return [low, high];
    }
    if bytes.len() < 32 {
        // No chunk at all: not a table.
        return [0; 2];
    }
    let seed = [word(bytes, 0) ^ K3, word(bytes, 8)];
    match &bytes[16..] {
        rest if rest.len() < 128 => murmur(rest, seed),
        rest => city(rest, seed),
    }
}

/// For 16 to 127 bytes, a multiple of 16.
fn murmur(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len() as u64;
    let last = word(bytes, bytes.len() - 8);
    let (mut c, mut d);
    if bytes.len() == 16 {
        a = fold(a.wrapping_mul(K1)).wrapping_mul(K1);
        let tail = merge(word(bytes, 0), last.wrapping_add(len).rotate_right(16)) ^ last;
        c = b.wrapping_mul(K1).wrapping_add(tail);
        d = fold(a.wrapping_add(word(bytes, 0)));
    } else {
        c = merge(last.wrapping_add(K1), a);
        d = merge(b.wrapping_add(len), c.wrapping_add(word(bytes, bytes.len() - 16)));
        a = a.wrapping_add(d);
        for pair in bytes[..bytes.len() - 16].chunks_exact(16) {
            let mixed = |at| fold(word(pair, at).wrapping_mul(K1)).wrapping_mul(K1);
            a = (a ^ mixed(0)).wrapping_mul(K1);
            b ^= a;
            c = (c ^ mixed(8)).wrapping_mul(K1);
            d ^= c;
        }
    }
    a = merge(a, c);
    b = merge(d, b);
    [a ^ b, merge(b, a)]
}

/// A weak hash of 32 bytes with two seeds.
fn weak(bytes: &[u8], at: usize, a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| word(bytes, at + offset));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    [sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a)]
}

/// For 128 bytes and more.
fn city(bytes: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let mut z = (bytes.len() as u64).wrapping_mul(K1);
    let v0 = (y ^ K1).rotate_right(49).wrapping_mul(K1).wrapping_add(word(bytes, 0));
    let mut v = [v0, v0.rotate_right(42).wrapping_mul(K1).wrapping_add(word(bytes, 8))];
    let mut w = [
        y.wrapping_add(z).rotate_right(35).wrapping_mul(K1).wrapping_add(x),
        x.wrapping_add(word(bytes, 88)).rotate_right(53).wrapping_mul(K1),
    ];
    let whole = bytes.len() / 128 * 128;
    for at in (0..whole).step_by(64) {
        let sum = x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(bytes, at + 8));
        x = sum.rotate_right(37).wrapping_mul(K1) ^ w[1];
        let sum = y.wrapping_add(v[1]).wrapping_add(word(bytes, at + 48));
        y = sum.rotate_right(42).wrapping_mul(K1);
        y = y.wrapping_add(v[0]).wrapping_add(word(bytes, at + 40));
        z = z.wrapping_add(w[0]).rotate_right(33).wrapping_mul(K1);
        v = weak(bytes, at, v[1].wrapping_mul(K1), x.wrapping_add(w[0]));
        let seed = y.wrapping_add(word(bytes, at + 16));
        w = weak(bytes, at + 32, z.wrapping_add(w[1]), seed);
        (x, z) = (z, x);
    }
    x = x.wrapping_add(v[0].wrapping_add(z).rotate_right(49).wrapping_mul(K0));
    z = z.wrapping_add(w[0].rotate_right(37).wrapping_mul(K0));
    let mut done = 0;
    while done < bytes.len() - whole {
        done += 32;
        let at = bytes.len() - done;
        y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v[1]);
        w[0] = w[0].wrapping_add(word(bytes, at + 16));
        x = x.wrapping_mul(K0).wrapping_add(w[0]);
        z = z.wrapping_add(w[1]).wrapping_add(word(bytes, at));
        w[1] = w[1].wrapping_add(v[0]);
        v = weak(bytes, at, v[0].wrapping_add(z), v[1]);
    }
    x = merge(x, v[0]);
    y = merge(y.wrapping_add(z), w[0]);
    [
        merge(x.wrapping_add(v[1]), w[1]).wrapping_add(y),
        merge(x.wrapping_add(w[1]), y.wrapping_add(v[1])),
    ]
}

/// Bytes that one round hashes.
const ROUND: usize = 40;
/// Rounds alternate between two forms in blocks of this many bytes; the rest has one form.
const BLOCK: usize = 6 * ROUND;

fn hash256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= BLOCK {
        return hash256_long(bytes, 0);
    }
    let mut padded = [0; BLOCK];
    padded[..bytes.len()].copy_from_slice(bytes);
    hash256_long(&padded, u64::from(!(bytes.len() as u32)))
}

/// The state of the long hash: six mixed words and five checksums of them.
struct Lanes {
    mixed: [u64; 6],
    crcs: [u64; 5],
}

impl Lanes {
    fn round(&mut self, bytes: &[u8], at: usize, multiplier: u64, flip: u32) {
        let [a, b, c, d, e, t] = self.mixed;
        let next = |from: u64, by: u32, offset: usize| {
            let turned = from.rotate_right(by ^ flip).wrapping_mul(multiplier);
            turned.wrapping_add(word(bytes, at + offset))
        };
        let mixed = [next(b, 41, 0), next(c, 27, 8), next(d, 41, 16), next(e, 33, 24)];
        let [na, nb, nc, nd] = mixed;
        self.mixed = [na, nb, nc, nd, next(t, 25, 32), a];
        for (crc, &word) in self.crcs.iter_mut().zip(&self.mixed) {
            *crc = crc32c(*crc, word);
        }
    }
}

fn hash256_long(bytes: &[u8], seed: u64) -> [u64; 4] {
    let len = bytes.len() as u64;
    let a = word(bytes, 56).wrapping_add(K0);
    let b = word(bytes, 96).wrapping_add(K0);
    let c = merge(b, len);
    let d = word(bytes, 120).wrapping_mul(K0).wrapping_add(len);
    let e = word(bytes, 184).wrapping_add(seed);
    let mut lanes = Lanes { mixed: [a, b, c, d, e, c.wrapping_add(d)], crcs: [seed, 0, 0, 0, 0] };
    let blocks = bytes.len() / BLOCK * BLOCK;
    for (round, at) in (0..blocks).step_by(ROUND).enumerate() {
        let (multiplier, flip) = if round % 2 == 0 { (1, 1) } else { (K0, 0) };
        lanes.round(bytes, at, multiplier, flip);
    }
    let mut at = blocks;
    while at + ROUND <= bytes.len() {
        lanes.round(bytes, at, K0, 0);
        at += ROUND;
    }
    if at < bytes.len() {
        lanes.round(bytes, bytes.len() - ROUND, K0, 0);
    }
    let [a, b, c2, d2, e, t] = lanes.mixed;
    let [f, g, h, i, j] = lanes.crcs;
    let j = j.wrapping_add(i << 32);
    let a = merge(a, j);
    let h = h.wrapping_add(g << 32);
    let b = b.wrapping_add(h);
    let last_c = merge(c2, f).wrapping_add(i);
    let last_d = merge(d2, e.wrapping_add(c));
    let j = j.wrapping_add(e);
    let i = i.wrapping_add(merge(h, t));
    let e = merge(a, last_d).wrapping_add(j);
    let f = merge(b, last_c).wrapping_add(a);
    let g = merge(j, i).wrapping_add(last_c);
    let first = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    let stir = |value: u64| fold(value.wrapping_mul(K0)).wrapping_mul(K0);
    let a = stir(a.wrapping_add(g)).wrapping_add(b);
    let second = d.wrapping_add(a).wrapping_add(first);
    let a = stir(a).wrapping_add(last_c);
    let third = a.wrapping_add(second);
    let a = stir(a.wrapping_add(e));
    [first, second, third, a.wrapping_add(third)]
}

/// The CRC-32C of eight more bytes, without the usual complements.
fn crc32c(crc: u64, word: u64) -> u64 {
    let mixed = (word ^ u64::from(crc as u32)).to_le_bytes();
    let folded = mixed.iter().zip(CRC_TABLES.iter().rev());
    u64::from(folded.fold(0, |sum, (&byte, table)| sum ^ table[usize::from(byte)]))
}

/// For each byte, what it contributes when this many bytes follow it.
static CRC_TABLES: [[u32; 256]; 8] = {
    const REVERSED_POLYNOMIAL: u32 = 0x82f6_3b78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { REVERSED_POLYNOMIAL } else { 0 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut after = 1;
    while after < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[after - 1][byte];
            tables[after][byte] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        after += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use chess::Random;

    use super::*;

    fn bytes(seed: u64, len: usize) -> Vec<u8> {
        let mut random = Random::new(seed);
        (0..len / 8).flat_map(|_| random.word().to_le_bytes()).collect()
    }

    #[test]
    fn hashes_of_hashes_equal_those_of_another_implementation() {
        for (chunks, expected) in [
            (1, [0xcc04_485c_a635_15c7, 0x36b9_55f1_8f4d_5d83]),
            (2, [0x0874_33e6_4ed3_5361, 0x5bec_dfb1_2c31_ca83]),
            (4, [0x7fd7_f9b1_ccc5_6dea, 0x495d_ea0a_0213_a322]),
            (5, [0x4527_4367_d7fb_e93e, 0x45f0_6670_b355_b632]),
            (6, [0xe126_8aa3_d2a7_0674, 0x27e0_110c_5d01_897d]),
            (7, [0x6927_057f_086a_3b41, 0x5111_9c26_02df_97d9]),
            (8, [0x982e_e900_6fd5_88ef, 0x6d3f_6e4f_da92_5edd]),
            (28, [0x14b5_aa40_62af_d48f, 0x2a7f_82c0_cf6b_ff9e]),
            (29, [0x72d5_bbb0_8527_7188, 0xfa46_25b4_1c71_9c8e]),
            (40, [0x3117_6be8_1c3c_3a0a, 0xbca8_ad16_cb37_9efd]),
        ] {
            assert_eq!(hash128(&bytes(chunks, 32 * chunks as usize)), expected, "{chunks}");
        }
    }

    #[test]
    fn checksums_of_files_equal_those_of_another_implementation() {
        for (len, low, high) in [
            (64, 0x76c9_4030_1e20_d260, 0x64e5_a712_4482_36c3),
            (192, 0x8022_403f_3d10_d48a, 0xc407_8088_7298_caae),
            (256, 0xdc87_83a5_5750_1422, 0xf8dc_c605_151c_3006),
            (448, 0xd92c_7b78_d33f_88f9, 0x0ced_7d2d_2734_83eb),
            (4_096, 0xd725_1c7f_be10_0222, 0x1b5f_c450_fd8e_9bf3),
            (CHUNK, 0x95e0_4530_c280_e762, 0x069e_9421_f388_ad7c),
            (CHUNK + 64, 0x9b14_22d1_b9f3_d4f0, 0x0a6f_3a25_5a28_72ee),
            (3 * CHUNK + 128, 0xc23b_f199_87c1_7b2f, 0x4d32_6e35_db0d_cb0c),
        ] {
            let [low, high]: [u64; 2] = [low, high];
            let expected = [low.to_le_bytes(), high.to_le_bytes()].concat();
            assert_eq!(of(&bytes(len as u64, len)[..]).unwrap()[..], expected, "{len}");
        }
    }
}
