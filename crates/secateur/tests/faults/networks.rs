//! `EvalFile` with files that are not networks, hostile networks, or at a bad time.

use std::fs::{self, File};

use chess::Game;
use engine::eval::nnue::Network;
use engine::eval::nnue::net_file::{MAX_BYTES, NetFile};
use toolkit::TempFolder;

use crate::support::{Engine, best, error};

/// The smallest network possible, with uniform weights.
fn uniform(weight: i16, output: i16) -> NetFile {
    let width = 32;
    NetFile {
        width,
        king_buckets: [0; 32],
        output_buckets: 1,
        hidden_unit: 255,
        output_unit: 64,
        scale: 400,
        description: "uniform\nbestmove a2a3".to_owned(),
        input_weights: vec![weight; 768 * width],
        hidden_biases: vec![weight; width],
        output_weights: vec![output; 2 * width],
        output_biases: vec![1_000; 1],
    }
}

/// Random bytes, the same every time.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x5eca_7e0f_u64;
    let byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    core::iter::repeat_with(byte).take(count).collect()
}

/// The output of `eval`, which depends on the network.
fn evaluation(engine: &mut Engine) -> Vec<String> {
    engine.ask("eval")
}

fn set(engine: &mut Engine, file: &str) -> Vec<String> {
    engine.ask(&format!("setoption name EvalFile value {file}"))
}

/// Sets a network; the one answer is its description.
#[track_caller]
fn set_valid(engine: &mut Engine, file: &str, description: &str) {
    let message = format!("info string NNUE evaluation using {description}");
    assert_eq!(set(engine, file), [message]);
}

#[test]
fn invalid_networks_are_refused_and_the_old_one_stays() {
    let folder = TempFolder::new("networks");
    let good = uniform(3, 5).to_bytes();
    let changed = |at: usize, to: u8| {
        let mut bytes = good.clone();
        bytes[at] = to;
        bytes
    };
    let mut long = good.clone();
    long.push(0);
    let mut filled = good.clone();
    filled[200..].copy_from_slice(&noise(good.len() - 200));
    let middle = good.len() / 2;
    let mut engine = Engine::start();
    let before = evaluation(&mut engine);
    for (bytes, why) in [
        (Vec::new(), "the file is empty"),
        (b"no network, but text".to_vec(), "does not begin with SECATEUR"),
        (noise(good.len()), "does not begin with SECATEUR"),
        ([b"SECATEUR", &noise(1_000)[..]].concat(), "a network of version"),
        (filled, "the checksum does not fit"),
        (good[..good.len() - 1].to_vec(), "the file is truncated or has trailing bytes"),
        (good[..20].to_vec(), "truncated within its header"),
        (long, "the file is truncated or has trailing bytes"),
        (changed(0, b'X'), "does not begin with SECATEUR"),
        (changed(8, 9), "a network of version 9"),
        (changed(10, 33), "a hidden layer of 33"),
        (changed(12, 0), "0 king buckets"),
        (changed(13, 200), "200 output buckets"),
        (changed(good.len() - 1, !good[good.len() - 1]), "the checksum does not fit"),
        (changed(middle, good[middle] ^ 1), "the checksum does not fit"),
        (NetFile { hidden_unit: 0, ..uniform(3, 5) }.to_bytes(), "a hidden unit of 0"),
        (NetFile { hidden_unit: 256, ..uniform(3, 5) }.to_bytes(), "a hidden unit of 256"),
        (NetFile { output_unit: i16::MIN, ..uniform(3, 5) }.to_bytes(), "expected numbers above 0"),
        (NetFile { scale: 0, ..uniform(3, 5) }.to_bytes(), "a scale of 0"),
        (uniform(3, 128).to_bytes(), "an output weight of 128"),
        (uniform(3, i16::MIN).to_bytes(), "an output weight of 32768"),
    ] {
        let file = folder.file("some.net");
        fs::write(&file, bytes).unwrap();
        let replies = set(&mut engine, file.to_str().unwrap());
        assert!(error(&replies).contains(why), "{why}: {replies:?}");
        assert_eq!(evaluation(&mut engine), before, "{why}");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn files_that_cannot_be_read_are_refused_with_the_reason() {
    let folder = TempFolder::new("no-networks");
    let large = folder.text("large.net");
    // A sparse file: it takes no disk space.
    File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
    let none = folder.text("none.net");
    let missing = fs::metadata(&none).unwrap_err().to_string();
    let mut engine = Engine::start();
    let before = evaluation(&mut engine);
    for (file, why) in [
        (&none[..], &missing[..]),
        (folder.as_str(), "not a file"),
        (&large, "bytes; no network is larger than"),
    ] {
        let replies = set(&mut engine, file);
        assert!(error(&replies).contains(&format!("{file}: ")), "{replies:?}");
        assert!(error(&replies).contains(why), "{replies:?}");
        assert_eq!(evaluation(&mut engine), before, "{file}");
    }
    engine.assert_works();
    engine.quit();
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = TempFolder::new("endless-networks");
    let pipe = folder.text("pipe.net");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut engine = Engine::start();
    let before = evaluation(&mut engine);
    for file in [&pipe, "/dev/zero"] {
        let replies = set(&mut engine, file);
        assert!(error(&replies).ends_with(": not a file; expected a network"), "{replies:?}");
        assert_eq!(evaluation(&mut engine), before, "{file}");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn the_error_keeps_the_reason_if_the_path_is_long() {
    let folder = TempFolder::new("networks-far-away");
    let file = folder.file(&"./".repeat(500)).join("empty.net");
    fs::write(&file, b"").unwrap();
    let mut engine = Engine::start();
    let replies = set(&mut engine, file.to_str().unwrap());
    assert!(error(&replies).starts_with("info string error: option EvalFile: "), "{replies:?}");
    let end = "/empty.net: the file is empty; expected a network";
    assert!(error(&replies).ends_with(end), "{replies:?}");
    engine.quit();
}

#[test]
fn extreme_weights_are_harmless() {
    let folder = TempFolder::new("wild-networks");
    let game = Game::default();
    let mut engine = Engine::start();
    let built_in = evaluation(&mut engine);
    let mut wild = Vec::new();
    for weight in [i16::MIN, i16::MAX] {
        for output in [-127, 0, 127] {
            wild.push(uniform(weight, output));
        }
        // Sums that overflow from one end of their range to the other.
        wild.push(NetFile { hidden_biases: vec![!weight; 32], ..uniform(weight, 127) });
    }
    for bias in [i32::MIN, i32::MAX] {
        for (hidden_unit, output_unit) in [(1, 1), (1, i16::MAX), (255, 1), (255, i16::MAX)] {
            for scale in [1, i16::MAX] {
                let output_biases = vec![bias];
                let net = uniform(i16::MAX, if bias < 0 { -127 } else { 127 });
                wild.push(NetFile { hidden_unit, output_unit, scale, output_biases, ..net });
            }
        }
    }
    // The last network runs the bench below, so it is constant instead of extreme.
    wild.push(uniform(1, 0));
    for (number, net) in wild.iter().enumerate() {
        let file = folder.text(&format!("{number}.net"));
        fs::write(&file, net.to_bytes()).unwrap();
        // A description with a line break stays on one line.
        set_valid(&mut engine, &file, "uniform bestmove a2a3");
        let shown = evaluation(&mut engine);
        assert!(shown != built_in && shown.iter().any(|line| line.contains("uniform bestmove")));
        for threads in [1, 2] {
            engine.ask(&format!("setoption name Threads value {threads}"));
            engine.send("go depth 5");
            best(&engine.until("bestmove"), &game);
        }
    }
    let bench = engine.bench(3);
    for name in ["", "<built in>"] {
        set_valid(&mut engine, name, Network::built_in().description());
        assert_ne!(engine.bench(3), bench);
        assert_eq!(evaluation(&mut engine), built_in);
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_network_set_during_a_search_waits_for_its_end() {
    let folder = TempFolder::new("late-networks");
    let file = folder.file("late.net");
    fs::write(&file, uniform(3, 5).to_bytes()).unwrap();
    let game = Game::default();
    let mut engine = Engine::start();
    let before = evaluation(&mut engine);
    engine.send("go infinite");
    engine.send(&format!("setoption name EvalFile value {}", file.display()));
    engine.send("stop");
    let replies = engine.until("bestmove");
    best(&replies, &game);
    assert!(replies.iter().all(|line| !line.starts_with("info string ")), "{replies:?}");
    engine.until("info string NNUE evaluation using uniform");
    assert_ne!(evaluation(&mut engine), before);
    engine.send("go depth 6");
    best(&engine.until("bestmove"), &game);
    engine.assert_works();
    engine.quit();
}
