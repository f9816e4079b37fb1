//! The program as a tool: run to its end, its output read.

use std::process::{Child, Command, Output, Stdio};

pub(crate) fn program() -> &'static str {
    env!("CARGO_BIN_EXE_secateur")
}

pub(crate) fn run(arguments: &[&str]) -> (Output, String, String) {
    let output = Command::new(program()).args(arguments).output().unwrap();
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

/// Runs a tool that has something to say on both channels.
#[track_caller]
pub(crate) fn play(arguments: &[&str]) -> String {
    let (output, out, err) = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {out}{err}");
    out
}

/// Left to itself, for who wants to see it while it works.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    let mut command = Command::new(program());
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}
