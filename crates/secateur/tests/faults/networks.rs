//! Rows F08 to F12: networks that are none, that are hostile, or that come at a bad time.

use std::fs::{self, File};

use chess::Game;
use engine::eval::nnue::Network;
use engine::eval::nnue::net_file::{MAX_BYTES, NetFile};

use crate::support::folder::Folder;
use crate::support::{Engine, best, error};

/// The smallest network there is: every weight the same.
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

/// So many bytes without any sense, the same every time.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x5eca_7e0f_u64;
    let byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    core::iter::repeat_with(byte).take(count).collect()
}

/// What `eval` says, which depends on the network.
fn judgement(engine: &mut Engine) -> Vec<String> {
    engine.ask("eval")
}

fn set(engine: &mut Engine, file: &str) -> Vec<String> {
    engine.ask(&format!("setoption name EvalFile value {file}"))
}

/// The network that is set names itself, and nothing else is said.
#[track_caller]
fn set_well(engine: &mut Engine, file: &str, description: &str) {
    let told = format!("info string NNUE evaluation using {description}");
    assert_eq!(set(engine, file), [told]);
}

#[test]
fn f08_f09_f10_what_is_no_network_is_refused_and_the_old_one_stays() {
    let folder = Folder::made("networks");
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
    let before = judgement(&mut engine);
    for (id, bytes, why) in [
        ("F08", Vec::new(), "the file is empty"),
        ("F08", b"no network, but text".to_vec(), "does not begin with SECATEUR"),
        ("F08", noise(good.len()), "does not begin with SECATEUR"),
        ("F08", [b"SECATEUR", &noise(1_000)[..]].concat(), "a network of version"),
        ("F08", filled, "the checksum does not fit"),
        ("F08", good[..good.len() - 1].to_vec(), "the file is truncated or has trailing bytes"),
        ("F08", good[..20].to_vec(), "truncated within its header"),
        ("F08", long, "the file is truncated or has trailing bytes"),
        ("F09", changed(0, b'X'), "does not begin with SECATEUR"),
        ("F09", changed(8, 9), "a network of version 9"),
        ("F09", changed(10, 33), "a hidden layer of 33"),
        ("F09", changed(12, 0), "0 king buckets"),
        ("F09", changed(13, 200), "200 output buckets"),
        ("F09", changed(good.len() - 1, !good[good.len() - 1]), "the checksum does not fit"),
        ("F10", changed(middle, good[middle] ^ 1), "the checksum does not fit"),
        ("F11", NetFile { hidden_unit: 0, ..uniform(3, 5) }.to_bytes(), "a hidden unit of 0"),
        ("F11", NetFile { hidden_unit: 256, ..uniform(3, 5) }.to_bytes(), "a hidden unit of 256"),
        (
            "F11",
            NetFile { output_unit: i16::MIN, ..uniform(3, 5) }.to_bytes(),
            "expected numbers above 0",
        ),
        ("F11", NetFile { scale: 0, ..uniform(3, 5) }.to_bytes(), "a scale of 0"),
        ("F11", uniform(3, 128).to_bytes(), "an output weight of 128"),
        ("F11", uniform(3, i16::MIN).to_bytes(), "an output weight of 32768"),
    ] {
        let file = folder.0.join("some.net");
        fs::write(&file, bytes).unwrap();
        let heard = set(&mut engine, file.to_str().unwrap());
        assert!(error(&heard).contains(why), "{id}: {heard:?}");
        assert_eq!(judgement(&mut engine), before, "{id}: {why}");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn f08_what_cannot_be_read_as_a_file_is_refused_with_the_reason() {
    let folder = Folder::made("no-networks");
    let large = folder.within("large.net");
    // Takes no room: nothing is ever written there.
    File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
    let none = folder.within("none.net");
    let missing = fs::metadata(&none).unwrap_err().to_string();
    let mut engine = Engine::start();
    let before = judgement(&mut engine);
    for (file, why) in [
        (&none[..], &missing[..]),
        (folder.text(), "not a file"),
        (&large, "bytes; no network is larger than"),
    ] {
        let heard = set(&mut engine, file);
        assert!(error(&heard).contains(&format!("{file}: ")), "{heard:?}");
        assert!(error(&heard).contains(why), "{heard:?}");
        assert_eq!(judgement(&mut engine), before, "{file}");
    }
    engine.assert_well();
    engine.quit();
}

#[cfg(unix)]
#[test]
fn f08_what_has_no_end_is_not_waited_for() {
    let folder = Folder::made("endless-networks");
    let pipe = folder.within("pipe.net");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut engine = Engine::start();
    let before = judgement(&mut engine);
    for file in [&pipe, "/dev/zero"] {
        let heard = set(&mut engine, file);
        assert!(error(&heard).ends_with(": not a file; expected a network"), "{heard:?}");
        assert_eq!(judgement(&mut engine), before, "{file}");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn f08_the_reason_is_told_however_long_the_path_is() {
    let folder = Folder::made("networks-far-away");
    let file = folder.0.join("./".repeat(500)).join("empty.net");
    fs::write(&file, b"").unwrap();
    let mut engine = Engine::start();
    let heard = set(&mut engine, file.to_str().unwrap());
    assert!(error(&heard).starts_with("info string error: option EvalFile: "), "{heard:?}");
    let end = "/empty.net: the file is empty; expected a network";
    assert!(error(&heard).ends_with(end), "{heard:?}");
    engine.quit();
}

#[test]
fn f11_the_wildest_weights_are_survived() {
    let folder = Folder::made("wild-networks");
    let game = Game::default();
    let mut engine = Engine::start();
    let built_in = judgement(&mut engine);
    let mut wild = Vec::new();
    for weight in [i16::MIN, i16::MAX] {
        for output in [-127, 0, 127] {
            wild.push(uniform(weight, output));
        }
        // Sums that go over from one end of their numbers to the other.
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
    // The last one is also searched at length, and so is not wild but blind.
    wild.push(uniform(1, 0));
    for (number, net) in wild.iter().enumerate() {
        let file = folder.within(&format!("{number}.net"));
        fs::write(&file, net.to_bytes()).unwrap();
        // A description stays on its line, whatever it holds.
        set_well(&mut engine, &file, "uniform bestmove a2a3");
        let told = judgement(&mut engine);
        assert!(told != built_in && told.iter().any(|line| line.contains("uniform bestmove")));
        for threads in [1, 2] {
            engine.ask(&format!("setoption name Threads value {threads}"));
            engine.say("go depth 5");
            best(&engine.until("bestmove"), &game);
        }
    }
    let bench = engine.bench(3);
    for name in ["", "<built in>"] {
        set_well(&mut engine, name, Network::built_in().description());
        assert_ne!(engine.bench(3), bench);
        assert_eq!(judgement(&mut engine), built_in);
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn f12_a_network_set_while_searching_waits_for_the_move() {
    let folder = Folder::made("late-networks");
    let file = folder.0.join("late.net");
    fs::write(&file, uniform(3, 5).to_bytes()).unwrap();
    let game = Game::default();
    let mut engine = Engine::start();
    let before = judgement(&mut engine);
    engine.say("go infinite");
    engine.say(&format!("setoption name EvalFile value {}", file.display()));
    engine.say("stop");
    let heard = engine.until("bestmove");
    best(&heard, &game);
    assert!(heard.iter().all(|line| !line.starts_with("info string ")), "{heard:?}");
    engine.until("info string NNUE evaluation using uniform");
    assert_ne!(judgement(&mut engine), before);
    engine.say("go depth 6");
    best(&engine.until("bestmove"), &game);
    engine.assert_well();
    engine.quit();
}
