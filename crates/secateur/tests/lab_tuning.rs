//! SPSA and the OpenBench configuration, through the real program.

mod support;

use std::fs;

use engine::knobs::Knobs;
use support::tool::{play, run, succeed};
use toolkit::TempFolder;

#[test]
fn an_spsa_run_leaves_a_preset_a_patch_and_a_report() {
    let (folder, duel) = (TempFolder::reserve("spsa"), TempFolder::reserve("spsa-duel"));
    let shown = play(&[
        "lab",
        "spsa",
        "--knob",
        "FutilityBase=200",
        "--knob",
        "RazorMargin1",
        "--rate",
        "0.5",
        "--nodes",
        "40",
        "--iterations",
        "8",
        "--concurrency",
        "2",
        "--out",
        folder.as_str(),
    ]);
    assert!(shown.contains("8 of 8 iterations, 16 games"), "{shown}");
    let read = |name: &str| fs::read_to_string(folder.file(name)).unwrap();
    assert!(read("tuned.toml").contains("\nRazorMargin1 = "));
    let built_in = format!("-    spin futility_base = {} in", Knobs::default().futility_base);
    assert!(read("defaults.patch").contains(&built_in));
    let page = read("report.html");
    assert!(page.contains("FutilityBase") && page.contains("<svg"));

    // The preset can be played, and the report rewritten.
    let tuned = format!("self 'preset={}/tuned.toml' name=tuned", folder.as_str());
    let shown = play(&[
        "lab",
        "match",
        "--a",
        &tuned,
        "--depth",
        "2",
        "--games",
        "2",
        "--out",
        duel.as_str(),
    ]);
    assert!(shown.contains("report.html"), "{shown}");
    fs::remove_file(duel.file("report.html")).unwrap();
    play(&["lab", "report", duel.as_str()]);
    let page = fs::read_to_string(duel.file("report.html")).unwrap();
    assert!(page.contains("tuned against secateur") && page.contains("RazorMargin1="), "{page}");
}

#[test]
fn parameters_that_cannot_be_tuned_are_reported() {
    for (arguments, named) in [
        (&["--knob", "Nonsense"][..], "spsa-params"),
        (&["--knob", "UseNullMove"], "spsa-params"),
        (&["--knob", "FutilityBase=9999"], "50 to 500"),
        (&["--parameters", "nowhere.txt"], "nowhere.txt"),
        (&["--resume", "nowhere"], "holds no SPSA run"),
        (&[], "expected --parameters FILE or --knob NAME"),
        (&["--parameters", "all.txt", "--rate", "0.1"], "--knob <NAME>"),
    ] {
        let (output, _, err) = run(&[&["lab", "spsa"], arguments].concat());
        assert!(!output.status.success() && err.contains(named), "{arguments:?}: {err}");
    }
}

#[test]
fn openbench_gets_its_configuration() {
    let shown = play(&["lab", "openbench", "--source", "https://example.org/secateur"]);
    let engine: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(engine["source"], "https://example.org/secateur");
    assert!(engine["nps"].as_u64().is_some_and(|nps| nps > 100_000));
    assert!(engine["build"]["compilers"][0].as_str().is_some_and(|it| it.starts_with("cargo>=")));
    assert!(engine["test_presets"]["STC"]["test_bounds"].is_string());
    assert_eq!(engine["test_presets"]["STC"]["win_adj"], "movecount=4 score=600");
    // The lines of a tuning session come from the engine's table.
    let lines = engine["spsa_inputs"].as_array().unwrap().iter();
    let lines: String = lines.map(|line| format!("{}\n", line.as_str().unwrap())).collect();
    assert_eq!(lines, succeed(&["spsa-params"]));
    let base = Knobs::default().futility_base;
    assert!(lines.contains(&format!("\nFutilityBase, int, {base}, 50, 500, ")), "{lines}");
    // The keys that OpenBench allows in a tuning preset; it refuses all others.
    let allowed = [
        "dev_branch",
        "dev_bench",
        "dev_network",
        "dev_options",
        "dev_time_control",
        "spsa_reporting_type",
        "spsa_distribution_type",
        "spsa_alpha",
        "spsa_gamma",
        "spsa_A_ratio",
        "spsa_iterations",
        "spsa_pairs_per",
        "book_name",
        "upload_pgns",
        "priority",
        "throughput",
        "syzygy_wdl",
        "syzygy_adj",
        "win_adj",
        "draw_adj",
    ];
    let tune = engine["tune_presets"]["default"].as_object().unwrap();
    assert!(tune.keys().all(|key| allowed.contains(&key.as_str())), "{tune:?}");
}
