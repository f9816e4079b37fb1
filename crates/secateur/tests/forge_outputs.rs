//! Caches and exports, through the real program: whole or not at all, and at nobody's cost.

mod support;

use std::fs;
#[cfg(unix)]
use std::path::Path;

use support::folder::Folder;
use support::tool::{fail, play, succeed};

/// Two quick games.
fn selfplay(file: &str) {
    play(&["forge", "selfplay", "--out", file, "--games", "2", "--nodes", "60", "--hash", "1"]);
}

/// Gigabytes that are of no use to anybody must not stay where nobody looks for them.
#[cfg(unix)]
#[test]
fn caches_and_exports_that_are_interrupted_leave_nothing_behind() {
    use support::recorded::wait_for;
    use support::tool::{ended, interrupt, spawn};
    let folder = Folder::made("forge-given-up");
    let [file, out, held_out] = ["games", "out", "held"].map(|name| folder.within(name));
    selfplay(&file);
    // The same games over and over, so that it takes a while.
    let bytes = fs::read(&file).unwrap();
    let (header, games) = bytes.split_at(forge::format::HEADER_BYTES);
    fs::write(&file, [header, &games.repeat((48 << 20) / games.len())].concat()).unwrap();
    for arguments in [
        vec!["pack", &file, "--out", &out, "--held-out", &held_out],
        vec!["export", "--to", "bullet", &file, "--out", &out],
        // Whether anything is kept or not.
        vec!["export", "--to", "bullet", &file, "--out", &out, "--min-ply", "5000"],
    ] {
        let child = spawn(&[&["forge"], &arguments[..]].concat());
        wait_for(|| Path::new(&format!("{out}.part")).exists());
        interrupt(&child);
        let (code, told, err) = ended(child);
        assert_eq!(code, Some(130), "{told}{err}");
        assert!(told.contains("stopped; nothing was written"), "{told}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "{arguments:?}");
    }
}

/// It may be the work of hours, or what a run that was killed has left.
#[test]
fn what_lies_where_caches_and_exports_are_written_is_named_and_left_alone() {
    let folder = Folder::made("forge-in-the-way");
    let [file, out, held_out] = ["games", "out", "held"].map(|name| folder.within(name));
    selfplay(&file);
    let pack = ["forge", "pack", &file, "--out", &out, "--held-out", &held_out];
    let export = ["forge", "export", "--to", "bullet", &file, "--out", &out];
    for (arguments, name) in [(&pack[..], &out), (&pack, &held_out), (&export, &out)] {
        let taken = format!("{name}.part");
        fs::write(&taken, "games of hours").unwrap();
        let told = fail(arguments);
        let named = format!("{name}: {taken} is there already, perhaps left by a run that was");
        assert!(told.contains(&named) && told.contains("expected it removed"), "{told}");
        assert_eq!(fs::read(&taken).unwrap(), b"games of hours");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2, "{arguments:?}");
        fs::remove_file(&taken).unwrap();
    }
    succeed(&pack);
}

#[test]
fn one_place_under_two_names_is_not_packed_into_twice() {
    let folder = Folder::made("forge-two-names");
    let [file, inner, out, same, other] =
        ["games", "inner", "out", "inner/../out", "inner/out"].map(|name| folder.within(name));
    selfplay(&file);
    fs::create_dir(&inner).unwrap();
    let pack = |held_out| ["forge", "pack", &file, "--out", &out, "--held-out", held_out];
    for held_out in [&out, &same] {
        let told = fail(&pack(held_out));
        assert!(told.contains("--out and --held-out are the same; expected two names"), "{told}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2, "nothing is written");
    }
    // One name in two places is well.
    succeed(&pack(&other));
}
