//! Lists the files of the page, so that a new one is embedded without a list kept by hand.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let assets = folder.join("assets");
    println!("cargo::rerun-if-changed={}", assets.display());
    let mut files = Vec::new();
    collect(&assets, "", &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in &files {
        let path = path.to_str().expect("a path of the page is Unicode");
        writeln!(table, "    ({name:?}, include_bytes!({path:?}).as_slice()),").expect("a string");
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("assets.rs"), table).expect("the output folder can be written");
}

/// Adds the files of a folder with their names as the browser asks for them.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, name) = (entry.path(), format!("{prefix}{name}"));
        match path.is_dir() {
            true => collect(&path, &format!("{name}/"), files),
            false => files.push((name, path)),
        }
    }
}
