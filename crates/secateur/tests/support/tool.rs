//! The program as a tool: run to its end, its output read.

use std::process::{Command, Output};

pub(crate) fn run(arguments: &[&str]) -> (Output, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_secateur")).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

pub(crate) fn succeed(arguments: &[&str]) -> String {
    let (output, out, err) = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {out}{err}");
    assert_eq!(err, "", "{arguments:?}");
    out
}

pub(crate) fn fail(arguments: &[&str]) -> String {
    let (output, out, err) = run(arguments);
    let code = output.status.code().expect("ended by itself");
    assert!(code == 1 || code == 2, "{arguments:?}: {code}");
    out + &err
}
