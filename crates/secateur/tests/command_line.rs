//! The program as a command-line tool: `perft` and lines of UCI as arguments.

mod support;

use support::tool::{fail, run, succeed};

#[test]
fn the_signature_does_not_depend_on_threads_or_hash() {
    for effort in [&[][..], &["--threads", "3"], &["--hash", "1"], &["--threads=2", "--hash=8"]] {
        let out = succeed(&[&["perft", "--signature"], effort].concat());
        assert_eq!(out.matches(" same ").count(), 12, "{out}");
        assert!(out.ends_with("signature 19191913\n"), "{out}");
    }
}

#[test]
fn perft_counts_and_divides() {
    let out = succeed(&["perft", "4"]);
    assert!(out.starts_with("197281 leaves in ") && out.ends_with(" Mnps\n"), "{out}");
    assert!(succeed(&["perft", "0"]).starts_with("1 leaves"));
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let out = succeed(&["perft", "2", "--fen", castling, "--divide", "--threads", "2"]);
    assert!(out.contains("e1g1: ") && out.contains("568 leaves"), "{out}");
    let out = succeed(&["perft", "2", "--fen", castling, "--divide", "--chess960"]);
    assert!(out.contains("e1h1: ") && !out.contains("e1g1: "), "{out}");
}

#[test]
fn perft_names_bad_arguments() {
    for (arguments, named) in [
        (&["perft", "x"][..], "'x'"),
        (&["perft", "-1"], "0..=99"),
        (&["perft", "100"], "0..=99"),
        (&["perft", "2", "--threads", "0"], "1..=512"),
        (&["perft", "2", "--threads", "many"], "'many'"),
        (&["perft", "2", "--hash", "33554432"], "no memory for a table of 33554432 MB"),
        (&["perft", "2", "--hash", "99999999999"], "99999999999"),
        (&["perft", "2", "--fen", "nonsense"], "1 ranks"),
        (&["perft", "2", "--fen", ""], "nothing there"),
        (&["perft", "2", "--sideways"], "--sideways"),
        (&["perft", "--signature", "--fen", "8/8"], "cannot be used with"),
    ] {
        let out = fail(arguments);
        assert!(out.contains(named), "{arguments:?}: {out}");
        assert!(!out.contains("panicked"), "{out}");
    }
}

#[test]
fn repairs_of_a_fen_are_reported() {
    let (output, out, err) = run(&["perft", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"]);
    assert!(output.status.success() && out.starts_with("5 leaves"));
    assert_eq!(err.matches("note: castling: ").count(), 2, "{err}");
}

#[test]
fn arguments_are_executed_as_lines_of_uci() {
    let out = succeed(&["position startpos moves e2e4", "go perft 3", "isready", "quit", "d"]);
    assert!(out.contains("Nodes searched: 13160\n\nreadyok\n"), "{out}");
    assert!(!out.contains("Fen:"), "nothing follows quit: {out}");
    assert!(succeed(&["d"]).contains(support::START));
    assert!(fail(&["frobnicate"]).contains("unknown command 'frobnicate'"));
    assert!(fail(&["position fen nonsense", "go perft 1"]).contains("no valid position"));
}

#[test]
fn split_lines_get_one_hint() {
    const HINT: &str = "each argument is one line of UCI; quote lines that contain spaces";
    for split in [
        &["go", "perft", "5"][..],
        &["position", "startpos", "go", "perft", "2"],
        &["d", "setoption", "name", "Threads", "value", "2"],
    ] {
        let out = fail(split);
        assert_eq!(out.matches(HINT).count(), 1, "{split:?}: {out}");
    }
    assert!(!succeed(&["d", "isready", "go perft 1", "flip", "d"]).contains(HINT));
    assert!(!succeed(&["go"]).contains(HINT));
    assert!(succeed(&["go depth 3", "go nodes 10"]).matches("bestmove ").count() == 2);
}
