//! What the lab refuses before the first game, and what a failed run leaves.

mod support;

use std::fs;
use std::process::Command;

use support::tool::{fail, play, program, run};
use toolkit::TempFolder;

/// An engine that always plays an illegal move.
#[cfg(unix)]
const CHEAT: &str = "#!/bin/sh
while read -r word rest; do case $word in
uci) echo 'id name cheat'; echo uciok;;
isready) echo readyok;;
go) echo 'bestmove a1a1';;
quit) exit;;
esac; done
";

#[cfg(unix)]
#[test]
fn a_failed_run_leaves_its_summary_and_its_report() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::new("cheat");
    let engine = folder.file("cheat");
    fs::write(&engine, CHEAT).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let (engine, out) = (format!("cmd={}", engine.display()), folder.file("run"));
    let arguments = ["lab", "match", "--a", &engine, "--depth", "1", "--out"];
    let (output, shown, notes) = run(&[&arguments[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(1), "{shown}{notes}");
    assert!(notes.contains("cheat has failed 10 times in a row"), "{notes}");
    assert!(shown.contains("endings      10 illegal move"), "{shown}");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("cheat has failed 10 times in a row"), "{page}");
}

#[test]
fn faults_are_named_before_the_first_game() {
    let folder = TempFolder::reserve("never");
    let out = folder.as_str();
    for (arguments, named) in [
        (vec!["--a", "cmd=/no/such/engine"], "/no/such/engine: "),
        (vec!["--a", "self Nonsense=1"], "'Nonsense=1' is not known"),
        (vec!["--a", "self", "--openings", "no/such.epd"], "no/such.epd: "),
        (vec!["--a", "self", "--tc", "0+1"], "expected SECONDS"),
        (vec!["--a", "self", "--nodes", "5", "--depth", "5"], "cannot be used with"),
        (vec!["--a", "self", "--resign", "many"], "expected MOVES:CENTIPAWNS"),
        (vec!["--a", "self", "--resume", "no/such/run"], "cannot be used with"),
        (vec!["--a", "self", "--order", "random"], "--order needs a book"),
        (
            vec!["--a", "self", "--openings", "random", "--order", "sequential"],
            "--order needs a book",
        ),
        (vec!["--a", "self", "--margin", "0"], "expected a number with its unit"),
        (vec![], "--a <PLAYER>"),
    ] {
        let shown = fail(&[&["lab", "match", "--out", out][..], &arguments].concat());
        assert!(shown.contains(named), "{arguments:?}: {shown}");
        assert!(!folder.path().exists(), "{arguments:?}");
    }
    let shown = fail(&["lab", "match", "--resume", "no/such/run"]);
    assert!(shown.contains("no/such/run holds no run"), "{shown}");
    // A resumed test keeps its bounds.
    for (option, value) in [
        ("--elo0", "0"),
        ("--elo1", "5"),
        ("--alpha", "0.1"),
        ("--beta", "0.1"),
        ("--model", "logistic"),
    ] {
        let shown = fail(&["lab", "sprt", "--resume", "no/such/run", option, value]);
        assert!(shown.contains("cannot be used with") && shown.contains(option), "{shown}");
    }
    fs::write(folder.path(), "a file").unwrap();
    let shown = fail(&["lab", "match", "--a", "self", "--out", out]);
    assert!(shown.contains(out), "{shown}");
    fs::remove_file(folder.path()).unwrap();
}

#[cfg(unix)]
#[test]
fn too_many_open_files_are_reported_before_the_first_game() {
    let folder = TempFolder::reserve("files");
    let script = "ulimit -n 64; exec \"$0\" lab match --a \"cmd=$0\" --concurrency 40 --out \"$1\"";
    let output =
        Command::new("/bin/sh").args(["-c", script, program(), folder.as_str()]).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("40 workers need about 352 open files, and 64 are allowed"), "{shown}");
    assert!(shown.contains("expected --concurrency 4 or less"), "{shown}");
    assert!(!folder.path().exists());
}

#[test]
fn a_folder_with_a_run_is_not_overwritten() {
    let folder = TempFolder::reserve("taken");
    let arguments =
        ["lab", "match", "--a", "self", "--depth", "1", "--games", "2", "--margin", "0ms", "--out"];
    play(&[&arguments[..], &[folder.as_str()]].concat());
    let shown = fail(&[&arguments[..], &[folder.as_str()]].concat());
    assert!(shown.contains("holds a run already") && shown.contains("--resume"), "{shown}");
}

#[test]
fn an_engine_that_never_gets_ready_is_named() {
    let folder = TempFolder::reserve("dying");
    // It echoes, and never sends `uciok`.
    let shown = fail(&[
        "lab",
        "match",
        "--a",
        "cmd=/bin/cat",
        "--ready-time",
        "300ms",
        "--nodes",
        "10",
        "--out",
        folder.as_str(),
    ]);
    assert!(shown.contains("/bin/cat: no answer for 0.3 s after 'uci'"), "{shown}");
}
