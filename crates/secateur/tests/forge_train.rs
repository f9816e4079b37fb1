//! From nothing to a network, through the program.

mod support;

use std::fs;
use std::path::Path;

use engine::eval::nnue::net_file::NetFile;
use forge::train::{CHECKPOINT, Config, LOG, RECIPE, read_log};
use support::tool::{fail, play};
use toolkit::TempFolder;

const CONFIG: &str = "width = 32\noutput_buckets = 2\nbatch = 64\nsuperbatch = 10\nepochs = 3\n\
                      description = \"made for a test\"\n";

#[track_caller]
fn forge(arguments: &[&str]) -> String {
    play(&[&["forge"], arguments].concat())
}

/// The held-out losses, from the first report to the last.
fn losses(training: &str) -> Vec<f64> {
    let log = read_log(&Path::new(training).join(LOG)).unwrap();
    log.iter().map(|entry| entry.held_out).collect()
}

fn checkpoint(training: &str) -> Vec<u8> {
    fs::read(Path::new(training).join(CHECKPOINT)).unwrap()
}

/// A few quick games.
fn games(folder: &TempFolder) -> String {
    let games = folder.text("games");
    forge(&["selfplay", "--out", &games, "--games", "30", "--nodes", "30", "--hash", "1"]);
    games
}

#[test]
fn a_network_is_made_from_nothing() {
    let folder = TempFolder::new("forge-train");
    let at = |name: &str| folder.text(name);
    let (games, data, held_out) = (games(&folder), at("data"), at("held"));
    let (config, out, net) = (at("toy.toml"), at("run"), at("toy.net"));
    fs::write(&config, CONFIG).unwrap();

    let pack = ["pack", &games, "--out", &data, "--held-out", &held_out, "--held-out-every", "5"];
    let output = forge(&pack);
    let origin = format!("{games}: version {} with bench ", env!("CARGO_PKG_VERSION"));
    let line = output.lines().find(|line| line.starts_with(&origin)).unwrap();
    assert!(
        line.contains(", 30 nodes (hard limit 240), ") && line.ends_with(" of 30 games"),
        "{output}"
    );
    assert!(fail(&[&["forge"], &pack[..]].concat()).contains("already"));
    let (again, other, copy) = (at("./games"), at("other"), at("copy"));
    let twice = ["forge", "pack", &games, &again, "--out", &other, "--held-out", &copy];
    assert!(fail(&twice).contains("named twice"));
    fs::copy(&data, &copy).unwrap();
    for held_out in [&data, &copy] {
        let same = ["--data", &data, "--held-out", held_out, "--out", &out];
        let output = fail(&[&["forge", "train", "--config", &config], &same[..]].concat());
        assert!(output.contains("are the same positions"), "{output}");
    }
    assert!(!Path::new(&out).exists());

    let train =
        ["train", "--config", &config, "--data", &data, "--held-out", &held_out, "--out", &out];
    forge(&train);
    assert!(losses(&out).len() >= 2);
    let page = fs::read_to_string(Path::new(&out).join("report.html")).unwrap();
    assert!(page.contains("Training of toy") && page.contains("<svg"));
    assert!(fail(&[&["forge"], &train[..]].concat()).contains("--resume"));
    // Nothing is left to do, and nothing changes. A leftover of a checkpoint from a killed run does
    // not matter.
    let (before, left) = (checkpoint(&out), Path::new(&out).join(format!("{CHECKPOINT}.part")));
    fs::write(&left, "half a checkpoint").unwrap();
    forge(&[&train[..], &["--resume"]].concat());
    assert!(checkpoint(&out) == before && !left.exists());

    let output = forge(&["quantise", &out, "--out", &net, "--held-out", &held_out]);
    assert!(
        output.contains("centipawns on average") && output.contains("at their limit"),
        "{output}"
    );
    // An existing network is overwritten, any other file is not.
    forge(&["quantise", &out, "--out", &net]);
    let before = fs::read(&games).unwrap();
    let output = fail(&["forge", "quantise", &out, "--out", &games]);
    assert!(output.contains("it holds something else; expected a network"), "{output}");
    let texel = ["forge", "texel", &games, "--epochs", "1", "--out"];
    assert!(fail(&[&texel[..], &[&games[..]]].concat()).contains("expected weights"));
    let weights = at("weights.rs");
    let output = fail(&[&texel[..], &[&weights[..], "--report", &games]].concat());
    assert!(output.contains("expected a page"), "{output}");
    assert!(fs::read(&games).unwrap() == before);

    // The recipe existed; elsewhere it is written, and a different one is left alone.
    assert_eq!(fs::read_to_string(&config).unwrap(), CONFIG);
    let other = at("other.net");
    forge(&["quantise", &out, "--out", &other]);
    let recipe = fs::read_to_string(at("other.toml")).unwrap();
    assert_eq!(recipe, fs::read_to_string(Path::new(&out).join(RECIPE)).unwrap());
    assert_eq!(Config::parse(&recipe), Ok(Config::parse(CONFIG).unwrap().full()));
    fs::write(at("other.toml"), CONFIG.replace("width = 32", "width = 64")).unwrap();
    fs::remove_file(&other).unwrap();
    let output = fail(&["forge", "quantise", &out, "--out", &other]);
    assert!(output.contains("other.toml") && output.contains("width 64 and not 32"), "{output}");
    assert!(!Path::new(&other).exists());
    assert!(fail(&["forge", "quantise", &out, "--out", &at("net.toml")]).contains("extension"));
    let net = NetFile::from_bytes(&fs::read(&net).unwrap()).unwrap();
    assert_eq!((net.width, net.output_buckets), (32, 2));
    assert_eq!(net.description, "made for a test");
}

/// The forge's own tests check the result of a resumed training. These trainings are too long to
/// finish before they are interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_training_stops_cleanly_and_continues() {
    use support::recorded::wait_for;
    use support::tool::{ended, interrupt, spawn};
    let folder = TempFolder::new("forge-train-interrupted");
    let at = |name: &str| folder.text(name);
    let (games, data, held_out, config) = (games(&folder), at("data"), at("held"), at("toy.toml"));
    let text = "width = 32\nbatch = 64\nsuperbatch = 500\nsuperbatches = 100000\n";
    fs::write(&config, text).unwrap();
    forge(&["pack", &games, "--out", &data, "--held-out", &held_out, "--held-out-every", "5"]);
    // Interrupts it after at least `reports` reports.
    let train = |out: &str, more: &[&str], reports: usize| {
        let from = ["--data", &data, "--held-out", &held_out, "--threads", "1"];
        let train = [&["forge", "train", "--config", &config, "--out", out], &from[..], more];
        let child = spawn(&train.concat());
        wait_for(|| read_log(&Path::new(out).join(LOG)).is_ok_and(|log| log.len() >= reports));
        interrupt(&child);
        let (code, out, err) = ended(child);
        assert_eq!(code, Some(130), "{out}{err}");
        assert!(out.contains("of 50000000; the same command with --resume continues"), "{out}");
    };
    let (once, twice) = (at("once"), at("twice"));
    train(&twice, &[], 1);
    let before = losses(&twice).len();
    train(&twice, &["--resume"], before + 2);
    train(&once, &[], losses(&twice).len());
    assert!(losses(&once).starts_with(&losses(&twice)), "the interruption makes no difference");
}

/// The network of a training, and its losses.
fn trained(folder: &TempFolder, name: &str, config: &str, from: [&str; 2]) -> (String, Vec<f64>) {
    let at = |ending: &str| folder.text(&format!("{name}{ending}"));
    let (toml, run, net) = (at(".toml"), at(""), at(".net"));
    fs::write(&toml, config).unwrap();
    let [data, held_out] = from;
    forge(&["train", "--config", &toml, "--data", data, "--held-out", held_out, "--out", &run]);
    forge(&["quantise", &run, "--out", &net]);
    let losses = losses(&run);
    (net, losses)
}

/// The walkthrough of docs/net.md at a tiny size: games, training, and a network that has learned
/// something.
#[test]
fn training_lowers_the_loss_and_wins_games() {
    let folder = TempFolder::new("forge-toy");
    let at = |name: &str| folder.text(name);
    let (games, data, held_out) = (at("games"), at("data"), at("held"));
    let selfplay = ["selfplay", "--out", &games, "--nodes", "20", "--hash", "1", "--games", "600"];
    forge(&[&selfplay[..], &["--evaluator", "classical"]].concat());
    forge(&["pack", &games, "--out", &data, "--held-out", &held_out, "--held-out-every", "10"]);
    let config = |more: &str| format!("width = 32\nbatch = 256\nsuperbatch = 100\n{more}\n");
    let from = [&data[..], &held_out];
    let (toy, losses) = trained(&folder, "toy", &config("epochs = 16\nrate = 0.004"), from);
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(losses.len() > 10 && last < 0.9 * first, "{losses:?}");
    let idle = config("superbatches = 1\nrate = 1e-7\nwarm_up = 0");
    let (random, losses) = trained(&folder, "random", &idle, from);
    assert!(last < 0.8 * losses[0], "{last} and {losses:?}");

    let player = |net: &str| format!("self Evaluator=nnue 'EvalFile={net}'");
    let (a, b, out) = (player(&toy), player(&random), at("match"));
    let output = play(&[
        "lab", "match", "--a", &a, "--b", &b, "--nodes", "300", "--games", "60", "--out", &out,
    ]);
    let line = output.lines().find(|line| line.starts_with("games ")).unwrap();
    let count = |sign: char| -> u32 {
        let word = line.split_whitespace().find(|word| word.starts_with(sign)).unwrap();
        word[1..].parse().unwrap()
    };
    assert!(count('+') > 3 * count('-') && count('+') >= 30, "{line}");
}

#[test]
fn invalid_inputs_are_refused() {
    let folder = TempFolder::new("forge-train-errors");
    let at = |name: &str| folder.text(name);
    let (config, junk, out) = (at("toy.toml"), at("junk"), at("run"));
    fs::write(&junk, "junk").unwrap();
    let train = |text: &str| {
        fs::write(&config, text).unwrap();
        let data = ["--data", &junk, "--held-out", &junk, "--out", &out];
        fail(&[&["forge", "train", "--config", &config], &data[..]].concat())
    };
    let output = train("widht = 32\n");
    assert!(output.contains("toy.toml") && output.contains("widht"), "{output}");
    assert!(train("width = 33\nepochs = 1\n").contains("width is 33"));
    assert!(train(CONFIG).contains("not a training cache"));
    let output = fail(&["forge", "quantise", &junk, "--out", &out]);
    assert!(output.contains("not a checkpoint"), "{output}");
    let output = fail(&["forge", "pack", &junk, "--out", &out, "--held-out", &out]);
    assert!(output.contains("not a file of the forge"), "{output}");
    assert!(!Path::new(&out).exists());
}

#[test]
fn folders_and_devices_are_not_replaced_by_files() {
    let folder = TempFolder::new("forge-no-file");
    let at = |name: &str| folder.text(name);
    fs::create_dir(at("folder")).unwrap();
    let mut names = vec!["folder"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/null", at("device")).unwrap();
        let pipe = std::ffi::CString::new(at("pipe")).unwrap();
        // SAFETY: the name ends with a zero byte and lives as long as the call.
        assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0);
        names.extend(["device", "pipe"]);
    }
    let kind = |name: &str| fs::symlink_metadata(at(name)).unwrap().file_type();
    for name in &names {
        let (out, before) = (at(name), kind(name));
        for (what, arguments) in [
            ("a network", vec!["quantise", "run", "--out", &out]),
            ("weights", vec!["texel", "games", "--out", &out]),
            ("a page", vec!["texel", "games", "--out", &at("weights.rs"), "--report", &out]),
        ] {
            let output = fail(&[&["forge"], &arguments[..]].concat());
            let named = format!("{out}: not a file; expected {what} or a new name");
            assert!(output.contains(&named), "{output}");
            assert_eq!(kind(name), before);
        }
    }
    assert_eq!(folder.names().len(), names.len(), "nothing is left behind");
}

#[test]
fn a_cache_with_one_wrong_bit_is_refused() {
    let folder = TempFolder::new("forge-train-damage");
    let at = |name: &str| folder.text(name);
    let (games, data, held_out) = (games(&folder), at("data"), at("held"));
    let (config, out, net) = (at("toy.toml"), at("run"), at("toy.net"));
    fs::write(&config, CONFIG).unwrap();
    forge(&["pack", &games, "--out", &data, "--held-out", &held_out, "--held-out-every", "5"]);
    let train = [
        "forge",
        "train",
        "--config",
        &config,
        "--data",
        &data,
        "--held-out",
        &held_out,
        "--out",
        &out,
    ];
    let flip = |path: &str| {
        let mut bytes = fs::read(path).unwrap();
        // A bit of the first score.
        bytes[64 + 24] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    for path in [&data, &held_out] {
        flip(path);
        let output = fail(&train);
        assert!(
            output.contains("do not match their checksum") && output.contains(path.as_str()),
            "{output}"
        );
        assert!(!Path::new(&out).exists());
        flip(path);
    }
    play(&train);
    flip(&held_out);
    let output = fail(&["forge", "quantise", &out, "--out", &net, "--held-out", &held_out]);
    assert!(
        output.contains("do not match their checksum") && !Path::new(&net).exists(),
        "{output}"
    );
}
