//! Chooses the network to build in: the file named by `EVALFILE`, which `make EVALFILE=...` passes
//! on, or the network in the repository. The build fails on a file that the engine could not read.

/// The engine's reader of network files, so that both accept the same files.
#[allow(dead_code, unreachable_pub)]
#[path = "src/eval/nnue/net_file.rs"]
mod net_file;

use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/eval/nnue/net_file.rs");
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets/secateur.net");
    let chosen = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    let path: PathBuf = chosen.map_or_else(default, Into::into);
    let path = absolute(&path).unwrap_or(path);
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=SECATEUR_NET={}", path.display());
    let read = fs::read(&path).map_err(|error| error.to_string());
    let read = read
        .and_then(|bytes| net_file::NetFile::from_bytes(&bytes).map_err(|error| error.to_string()));
    match read {
        Ok(_) => ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error=EVALFILE {}: {why}", path.display());
            ExitCode::FAILURE
        }
    }
}
