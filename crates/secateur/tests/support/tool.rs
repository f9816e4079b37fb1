//! Runs the program to its end and reads its output.

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

/// Runs a tool that writes to standard output and standard error.
#[track_caller]
pub(crate) fn play(arguments: &[&str]) -> String {
    let (output, out, err) = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {out}{err}");
    out
}

/// Interrupts a program, as Ctrl-C does.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    // SAFETY: a signal to our own child, which has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
}

/// Waits for the end; returns the exit code, standard output and standard error.
pub(crate) fn ended(child: Child) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

/// Starts the program without waiting for its end.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    let mut command = Command::new(program());
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}
