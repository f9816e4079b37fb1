//! `secateur lab ablate` and `secateur lab compare`: what they write, how they resume, and that no
//! kill loses or repeats anything.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use engine::heuristics::Heuristic;
use serde_json::Value;
use support::tool::{ended, fail, interrupt, play, spawn};
use toolkit::TempFolder;

const POSITIONS: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\
    r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"spanish\";\n\
    8/8/4k3/8/8/4K3/4P3/8 w - - bm Kd4 Ke4 Kf4; id \"pawn\";\n";

fn results(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("results.json")).unwrap()).unwrap()
}

/// The results without what differs from run to run.
fn comparable(folder: &Path) -> Value {
    let mut results = results(folder);
    let facts = results["facts"].as_object_mut().unwrap();
    for name in ["date", "seconds", "command"] {
        assert!(facts.remove(name).is_some(), "{name}");
    }
    results
}

/// The whole lines of the journal so far.
fn journal(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("events.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a line of the journal is about, if it holds a result.
fn subject(line: &Value) -> Option<String> {
    let fields: &[&str] = match line["event"].as_str().unwrap() {
        "game" => &["place", "swapped"],
        "position" => &["player", "position"],
        "answer" => &["player", "task"],
        "time" => &["player", "round"],
        _ => return None,
    };
    let values: Vec<String> = fields.iter().map(|field| line[field].to_string()).collect();
    Some(format!("{} {}", line["event"], values.join(" ")))
}

fn subjects(folder: &Path) -> Vec<String> {
    journal(folder).iter().filter_map(subject).collect()
}

/// The arguments of a small ablation, with words added.
fn ablate<'a>(epd: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["lab", "ablate", "--heuristics", "NullMove", "--pairs"];
    words.extend(["NullMove+StaticNull", "--hash", "1", "--nodes", "200", "--depth", "3"]);
    words.extend(["--epd", epd, "--suite", epd, "--suite-nodes", "300", "--out", out]);
    words.extend(more);
    words
}

#[test]
fn an_ablation_measures_every_variant() {
    let folder = TempFolder::new("ablate");
    let (epd, out) = (folder.file("few.epd"), folder.file("run"));
    fs::write(&epd, POSITIONS).unwrap();
    let audit = folder.file("audit.json");
    let rates = r#"{"heuristics": [{"name": "StaticNull", "wrong": 12, "judged": 400}]}"#;
    fs::write(&audit, rates).unwrap();
    let [epd, out_text, audit] = [&epd, &out, &audit].map(|path| path.to_str().unwrap());
    let budget = ["--games", "64", "--min-games", "20", "--time", "--audit", audit];
    let text = play(&ablate(epd, out_text, &budget));
    assert!(text.contains("interaction of NullMove+StaticNull: "), "{text}");

    let results = results(&out);
    let variants = results["variants"].as_array().unwrap();
    let names: Vec<&str> =
        variants.iter().map(|variant| variant["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["NullMove", "StaticNull", "NullMove+StaticNull"]);
    let sum: u64 = variants.iter().map(|variant| variant["games"].as_u64().unwrap()).sum();
    assert_eq!((sum, results["facts"]["games"].as_u64().unwrap()), (64, 64));
    for variant in variants {
        assert!(variant["games"].as_u64().unwrap() >= 20, "{variant}");
        let pairs = variant["pentanomial"].as_array().unwrap();
        let pairs: u64 = pairs.iter().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(2 * pairs, variant["games"].as_u64().unwrap());
        assert_eq!(variant["switched"][0]["on"], false);
        for name in ["nodes", "quiescence_nodes", "main_nodes", "aborted"] {
            assert!(variant[name].is_u64(), "{name}: {variant}");
        }
        for name in ["elo", "elo_low", "elo_high", "error", "node_ratio", "time_ratio"] {
            assert!(variant[name].is_f64(), "{name}: {variant}");
        }
        for name in ["first_move_cut_rate", "table_move_cut_rate", "table_hit_rate"] {
            assert!((0.0..=1.0).contains(&variant[name].as_f64().unwrap()), "{name}: {variant}");
        }
        assert_eq!(
            (&variant["solved"][0]["suite"], &variant["solved"][0]["of"]),
            (&"few".into(), &3.into())
        );
    }
    assert_eq!(variants[1]["wrong"]["rate"], 0.03);
    assert!(results["interactions"][0]["elo"].is_f64());
    for name in ["date", "version", "limit", "openings", "seed", "hash", "command"] {
        assert!(!results["facts"][name].is_null(), "{name}");
    }
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("What each heuristic is worth") && page.contains("class=\"whisker\""));

    // The same command has nothing left to do; more games continue the run.
    let before = subjects(&out);
    play(&ablate(epd, out_text, &budget));
    assert_eq!(subjects(&out), before);
    play(&["lab", "ablate", "--resume", out_text, "--games", "70"]);
    let after = subjects(&out);
    assert_eq!((after.len(), &after[..before.len()]), (before.len() + 6, &before[..]));
    fs::remove_file(out.join("report.html")).unwrap();
    play(&["lab", "report", out_text]);
    assert!(out.join("report.html").exists());
}

#[test]
fn a_comparison_puts_settings_side_by_side() {
    let folder = TempFolder::new("compare");
    let (epd, out) = (folder.file("few.epd"), folder.file("run"));
    fs::write(&epd, POSITIONS).unwrap();
    let [epd, out_text] = [&epd, &out].map(|path| path.to_str().unwrap());
    let players = ["secateur", "publius StaticNullMaxDepth=3", "self UseNullMove=false"];
    let mut words = vec!["lab", "compare"];
    words.extend(players);
    words.extend(["--hash", "1", "--nodes", "200", "--depth", "5", "--epd", epd, "--suite", epd]);
    words.extend(["--suite-nodes", "300", "--games", "66", "--min-games", "20", "--out", out_text]);
    let text = play(&words);
    assert!(text.contains("publius StaticNullMaxDepth=3"), "{text}");

    let results = results(&out);
    let names: Vec<&Value> =
        results["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["secateur", "publius StaticNullMaxDepth=3", "UseNullMove=false"]);
    assert_eq!(results["contests"].as_array().unwrap().len(), 3);
    for player in results["players"].as_array().unwrap() {
        assert!(player["nodes"].as_u64().unwrap() > 0 && player["rating"].is_f64(), "{player}");
        assert!(!player["probes_by_depth"].as_array().unwrap().is_empty());
        assert_eq!(player["iterations"], serde_json::json!([0, 3, 3, 3, 3, 3]));
    }
    let settings = results["settings"].as_array().unwrap();
    let setting = |name: &str| settings.iter().find(|row| row["option"] == name).unwrap();
    assert_eq!(setting("UseNullMove")["values"], serde_json::json!(["true", "true", "false"]));
    let margin = setting("NullMoveStaticMargin");
    assert_eq!((&margin["values"][1], &margin["normalised"][1]), (&"135".into(), &169.into()));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("Elo of each against each") && page.contains("135 (169)"), "{page}");
}

/// Deep enough for every heuristic to apply.
#[test]
fn every_switch_changes_the_search() {
    let folder = TempFolder::new("switches");
    let out = folder.file("run");
    let out_text = out.to_str().unwrap();
    play(&["lab", "ablate", "--depth", "10", "--hash", "1", "--games", "0", "--out", out_text]);
    let results = results(&out);
    let variants = results["variants"].as_array().unwrap();
    assert_eq!(variants.len(), Heuristic::COUNT);
    for variant in variants {
        // An evaluation of the table is the same as a new one: it only saves time. Lazy evaluation
        // leaves the network alone.
        let name = variant["name"].as_str().unwrap();
        let changes_nothing = ["TableEval", "LazyEvaluation"].contains(&name);
        assert_eq!(variant["nodes"] == results["baseline"]["nodes"], changes_nothing, "{name}");
        assert_eq!(variant["games"], 0);
    }
}

#[test]
fn twenty_kills_change_nothing() {
    let folder = TempFolder::new("study-kills");
    let (epd, out, whole) = (folder.file("few.epd"), folder.file("run"), folder.file("whole"));
    fs::write(&epd, POSITIONS).unwrap();
    let [epd, out_text, whole_text] = [&epd, &out, &whole].map(|path| path.to_str().unwrap());
    let budget = ["--games", "150", "--min-games", "20", "--concurrency", "3"];
    play(&ablate(epd, whole_text, &budget));

    let (mut dice, mut killed) = (1u64, 0);
    while killed < 20 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let before = subjects(&out);
        let mut child: Child = spawn(&ablate(epd, out_text, &budget));
        // Some kills come before anything was done, others in the middle of a line or of a game.
        let wanted = before.len() + (dice >> 33) as usize % 6;
        while subjects(&out).len() < wanted && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_micros(300));
        }
        sleep(Duration::from_micros(dice >> 53));
        child.kill().unwrap();
        let is_done = child.wait().unwrap().success();
        let after = subjects(&out);
        assert!(after.starts_with(&before), "nothing is lost");
        assert!(!is_done, "the run ended after {killed} kills, with {} lines", after.len());
        killed += 1;
    }
    play(&ablate(epd, out_text, &budget));
    let (all, expected) = (subjects(&out), subjects(&whole));
    let set = |lines: &[String]| lines.iter().cloned().collect::<BTreeSet<String>>();
    assert_eq!(all.len(), set(&all).len(), "nothing is done twice");
    assert_eq!(set(&all), set(&expected));
    assert_eq!(comparable(&out), comparable(&whole));
}

#[cfg(unix)]
#[test]
fn an_interrupted_study_says_how_to_resume() {
    let folder = TempFolder::new("study-interrupt");
    let (epd, out) = (folder.file("few.epd"), folder.file("run"));
    fs::write(&epd, POSITIONS).unwrap();
    let [epd, out_text] = [&epd, &out].map(|path| path.to_str().unwrap());
    let child = spawn(&ablate(epd, out_text, &["--budget", "10m", "--min-games", "20"]));
    while subjects(&out).len() < 25 {
        sleep(Duration::from_millis(2));
    }
    interrupt(&child);
    let (code, text, _) = ended(child);
    assert_eq!(code, Some(130), "{text}");
    let resume = format!("secateur lab ablate --resume {out_text}");
    assert!(text.contains(&resume), "{text}");
    assert!(out.join("results.json").exists() && out.join("report.html").exists());
    // A budget that is used up ends at once.
    let text = play(&["lab", "ablate", "--resume", out_text, "--budget", "1ms"]);
    assert!(text.contains("the time is used up"), "{text}");
}

#[test]
fn faults_are_named_with_what_is_expected() {
    let folder = TempFolder::new("study-faults");
    let (epd, out) = (folder.file("few.epd"), folder.file("run"));
    fs::write(&epd, POSITIONS).unwrap();
    let [epd, out_text] = [&epd, &out].map(|path| path.to_str().unwrap());
    for (arguments, named) in [
        (&["ablate", "--heuristics", "NulMove"][..], "'NulMove' is no heuristic; expected one of"),
        (&["ablate", "--pairs", "NullMove"], "expected two heuristics"),
        (&["ablate", "--pairs", "NullMove+NullMove"], "expected two different heuristics"),
        (&["ablate", "--set", "Nonsense=1"], "'Nonsense=1' is not known"),
        (&["ablate", "--preset", "lazer"], "did you mean 'laser'?"),
        (&["ablate", "--depth", "201"], "0..=200"),
        (&["ablate", "--time", "3"], "5..=1000"),
        (&["ablate", "--audit", "nowhere.json"], "nowhere.json"),
        (&["ablate", "--resume", "nowhere"], "holds no ablation or comparison"),
        (&["ablate", "--resume", "nowhere", "--seed", "3"], "cannot be used with"),
        (&["compare", "secateur"], "2"),
        (&["compare", "secateur", "lazer"], "did you mean 'laser'?"),
    ] {
        let words = [&["lab"], arguments].concat();
        let text = fail(&words);
        assert!(text.contains(named), "{arguments:?}: {text}");
    }
    play(&ablate(epd, out_text, &["--games", "2", "--min-games", "2"]));
    let text = fail(&ablate(epd, out_text, &["--games", "2", "--min-games", "2", "--seed", "9"]));
    assert!(text.contains("a run with other settings (the seed)"), "{text}");
    let text = fail(&["lab", "compare", "--resume", out_text]);
    assert!(text.contains("expected 'secateur lab ablate'"), "{text}");
}
