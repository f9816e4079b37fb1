//! Caches and exports through the program: complete or not there, and no file is overwritten.

mod support;

use std::fs;
#[cfg(unix)]
use std::path::Path;

use support::tool::{fail, play, succeed};
use toolkit::TempFolder;

/// Two quick games.
fn selfplay(file: &str) {
    play(&["forge", "selfplay", "--out", file, "--games", "2", "--nodes", "60", "--hash", "1"]);
}

/// Gigabytes of no use must not stay where nobody looks for them.
#[cfg(unix)]
#[test]
fn caches_and_exports_that_are_interrupted_leave_nothing_behind() {
    use support::recorded::wait_for;
    use support::tool::{ended, interrupt, spawn};
    let folder = TempFolder::new("forge-given-up");
    let [file, out, held_out] = ["games", "out", "held"].map(|name| folder.text(name));
    selfplay(&file);
    // The same games repeated, so that it takes a while.
    let bytes = fs::read(&file).unwrap();
    let (header, games) = bytes.split_at(forge::format::HEADER_BYTES);
    fs::write(&file, [header, &games.repeat((48 << 20) / games.len())].concat()).unwrap();
    for arguments in [
        vec!["pack", &file, "--out", &out, "--held-out", &held_out],
        vec!["export", "--to", "bullet", &file, "--out", &out],
        // Also if the filter keeps nothing.
        vec!["export", "--to", "bullet", &file, "--out", &out, "--min-ply", "5000"],
    ] {
        let child = spawn(&[&["forge"], &arguments[..]].concat());
        wait_for(|| Path::new(&format!("{out}.part")).exists());
        interrupt(&child);
        let (code, output, err) = ended(child);
        assert_eq!(code, Some(130), "{output}{err}");
        assert!(output.contains("stopped; nothing was written"), "{output}");
        assert_eq!(folder.names().len(), 1, "{arguments:?}");
    }
}

/// It may be the work of hours, or a leftover of a killed run.
#[test]
fn existing_files_with_the_temporary_names_are_reported_and_left_alone() {
    let folder = TempFolder::new("forge-in-the-way");
    let [file, out, held_out] = ["games", "out", "held"].map(|name| folder.text(name));
    selfplay(&file);
    let pack = ["forge", "pack", &file, "--out", &out, "--held-out", &held_out];
    let export = ["forge", "export", "--to", "bullet", &file, "--out", &out];
    for (arguments, name) in [(&pack[..], &out), (&pack, &held_out), (&export, &out)] {
        let taken = format!("{name}.part");
        fs::write(&taken, "games of hours").unwrap();
        let output = fail(arguments);
        let named = format!("{name}: {taken} exists already, perhaps left by a run that was");
        assert!(output.contains(&named) && output.contains("expected it removed"), "{output}");
        assert_eq!(fs::read(&taken).unwrap(), b"games of hours");
        assert_eq!(folder.names().len(), 2, "{arguments:?}");
        fs::remove_file(&taken).unwrap();
    }
    succeed(&pack);
}

#[test]
fn two_names_of_one_place_are_refused() {
    let folder = TempFolder::new("forge-two-names");
    let [file, inner, out, same, other] =
        ["games", "inner", "out", "inner/../out", "inner/out"].map(|name| folder.text(name));
    selfplay(&file);
    fs::create_dir(&inner).unwrap();
    let pack = |held_out| ["forge", "pack", &file, "--out", &out, "--held-out", held_out];
    for held_out in [&out, &same] {
        let output = fail(&pack(held_out));
        assert!(
            output.contains("--out and --held-out are the same; expected two names"),
            "{output}"
        );
        assert_eq!(folder.names().len(), 2, "nothing is written");
    }
    // The same name in two folders is accepted.
    succeed(&pack(&other));
}
