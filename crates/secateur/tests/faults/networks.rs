//! Rows F08 to F12: networks that are none, that are hostile, or that come at a bad time.

use std::fs;

use chess::Game;
use engine::eval::nnue::net::Net;

use crate::support::folder::Folder;
use crate::support::{Engine, best, error};

/// The smallest network there is: every weight the same.
fn uniform(weight: i16, output: i16) -> Net {
    let width = 32;
    Net {
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

/// What `eval` says, which depends on the network.
fn judgement(engine: &mut Engine) -> Vec<String> {
    engine.ask("eval")
}

fn set(engine: &mut Engine, file: &str) -> Vec<String> {
    engine.ask(&format!("setoption name EvalFile value {file}"))
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
    let middle = good.len() / 2;
    let mut engine = Engine::start();
    let before = judgement(&mut engine);
    for (id, bytes, why) in [
        ("F08", Vec::new(), "the file is empty"),
        ("F08", b"no network, but text".to_vec(), "does not begin with SECATEUR"),
        ("F08", good[..good.len() - 1].to_vec(), "the file is cut or has a tail"),
        ("F08", good[..20].to_vec(), "cut within its header"),
        ("F08", long, "the file is cut or has a tail"),
        ("F09", changed(0, b'X'), "does not begin with SECATEUR"),
        ("F09", changed(8, 9), "a network of version 9"),
        ("F09", changed(10, 33), "a hidden layer of 33"),
        ("F09", changed(12, 0), "0 king buckets"),
        ("F09", changed(13, 200), "200 output buckets"),
        ("F09", changed(good.len() - 1, !good[good.len() - 1]), "the checksum does not fit"),
        ("F10", changed(middle, good[middle] ^ 1), "the checksum does not fit"),
    ] {
        let file = folder.0.join("some.net");
        fs::write(&file, bytes).unwrap();
        let heard = set(&mut engine, file.to_str().unwrap());
        assert!(error(&heard).contains(why), "{id}: {heard:?}");
        assert_eq!(judgement(&mut engine), before, "{id}: {why}");
    }
    for (missing, why) in [("no/such.net", "no/such.net"), (folder.text(), "not a file")] {
        let heard = set(&mut engine, missing);
        assert!(error(&heard).contains(why), "F08: {heard:?}");
    }
    assert_eq!(judgement(&mut engine), before);
    engine.assert_well();
    engine.quit();
}

#[test]
fn f11_the_wildest_weights_are_survived() {
    let folder = Folder::made("wild-networks");
    let game = Game::default();
    let mut engine = Engine::start();
    let built_in = judgement(&mut engine);
    for (weight, output) in
        [(i16::MIN, 127), (i16::MAX, 127), (i16::MAX, -127), (i16::MIN, -127), (1, 0)]
    {
        let file = folder.0.join(format!("{weight}.net"));
        fs::write(&file, uniform(weight, output).to_bytes()).unwrap();
        assert_eq!(set(&mut engine, file.to_str().unwrap()), Vec::<String>::new());
        // A description stays on its line, whatever it holds.
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
        assert_eq!(set(&mut engine, name), Vec::<String>::new());
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
    best(&engine.until("bestmove"), &game);
    assert_ne!(judgement(&mut engine), before);
    engine.say("go depth 6");
    best(&engine.until("bestmove"), &game);
    engine.assert_well();
    engine.quit();
}
