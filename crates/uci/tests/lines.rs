//! Parses lines as clients and engines send them.

use std::borrow::Cow;

use uci::{
    Command, CommandError, Go, Info, OptionSpec, Parsed, PositionError, Reply, ScoreValue,
    TokenError,
};

fn command(line: &str) -> Command {
    let parsed = Command::parse(line).expect(line);
    assert_eq!(parsed.token_errors, [], "{line}");
    parsed.command.expect(line)
}

fn go(line: &str) -> (Go, Vec<TokenError>) {
    match Command::parse(line) {
        Ok(Parsed { command: Some(Command::Go(go)), token_errors }) => (go, token_errors),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    assert_eq!(command("joho debug on"), Command::Debug(true));
    assert_eq!(command("\u{feff}uci\r"), Command::Uci);
    assert_eq!(command("well isready now"), Command::IsReady);
    // Only commands of the specification may follow other words.
    assert!(matches!(Command::parse("just d"), Err(CommandError::Unknown { .. })));
}

#[test]
fn comments_and_empty_lines_contain_no_command() {
    for line in ["", "  \t\r", "# go depth 5", "#quit", "\0"] {
        assert_eq!(Command::parse(line), Ok(Parsed::default()), "{line:?}");
    }
}

#[test]
fn the_error_for_an_unknown_command_is_short() {
    let error = Command::parse(&"x".repeat(1 << 20)).unwrap_err().to_string();
    assert!(error.starts_with("unknown command 'xxx") && error.len() < 120, "{error}");
}

#[test]
fn values_of_options_keep_their_spaces() {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    };
    let line = "setoption  name  Move   Overhead value  a  b value c \r";
    assert_eq!(command(line), set("Move Overhead", Some("a  b value c")));
    assert_eq!(command("setoption name Clear Hash"), set("Clear Hash", None));
    assert_eq!(command("setoption name X value"), set("X", Some("")));
    for line in ["setoption", "setoption name", "setoption Hash 3", "setoption name value 3"] {
        assert_eq!(Command::parse(line), Err(CommandError::OptionNameMissing), "{line}");
    }
}

#[test]
fn a_bad_number_affects_only_its_own_parameter() {
    let (parsed, errors) = go("go wtime abc btime 99999999999999999999 winc 5 depth");
    assert_eq!(parsed, Go { winc: Some(5), ..Go::default() });
    let texts: Vec<String> = errors.iter().map(TokenError::to_string).collect();
    assert_eq!(texts.len(), 3);
    assert!(texts[0].contains("wtime 'abc'"), "{texts:?}");
    assert!(texts[1].contains("btime '99999999999999999999'"), "{texts:?}");
    assert!(texts[2].contains("'depth' needs"), "{texts:?}");
}

#[test]
fn a_missing_number_does_not_consume_the_next_parameter() {
    let (parsed, errors) = go("go depth nodes 5 infinite foo");
    assert_eq!(parsed, Go { nodes: Some(5), infinite: true, ..Go::default() });
    let missing = TokenError::ValueMissing { parameter: "depth" };
    assert_eq!(errors, [missing, TokenError::Unexpected { word: "foo".to_owned() }]);
}

#[test]
fn searchmoves_end_at_the_next_parameter() {
    let (parsed, errors) = go("go searchmoves e2e4 zz D2D4 wtime -100");
    let moves: Vec<String> = parsed.searchmoves.iter().map(ToString::to_string).collect();
    assert_eq!((moves, parsed.wtime), (vec!["e2e4".to_owned(), "d2d4".to_owned()], Some(-100)));
    assert_eq!(errors, [TokenError::NotAMove { word: "zz".to_owned() }]);
}

#[test]
fn softnodes_is_independent_of_nodes() {
    let (parsed, errors) = go("go softnodes 5000 nodes 80000 searchmoves e2e4 softnodes 9");
    assert_eq!((parsed.softnodes, parsed.nodes), (Some(9), Some(80_000)));
    assert_eq!((parsed.searchmoves.len(), errors), (1, vec![]));
}

#[test]
fn info_is_written_with_depth_first_and_pv_last() {
    let line = "info depth 9 seldepth 12 multipv 1 score cp 25 lowerbound wdl 300 500 200 \
        nodes 8 nps 7 hashfull 6 tbhits 5 sbhits 4 cpuload 3 time 2 \
        currmove e2e4 currmovenumber 1 pv e2e4";
    assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
}

#[test]
fn a_position_without_a_start_names_what_is_missing() {
    let error = |line| match Command::parse(line) {
        Err(CommandError::Position(error)) => error,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(error("position"), PositionError::Empty);
    assert_eq!(error("position fen"), PositionError::NoFen);
    assert_eq!(error("position fen moves e2e4"), PositionError::NoFen);
    assert_eq!(error("position foo"), PositionError::NoStart { word: "foo".to_owned() });
    assert_eq!(error("position startpos foo"), PositionError::NoMoves { word: "foo".to_owned() });
}

#[test]
fn options_print_as_the_specification_says() {
    const STYLES: &[Cow<'static, str>] = &[Cow::Borrowed("Solid"), Cow::Borrowed("Wild One")];
    let specs = [
        (OptionSpec::check("Ponder", false), "option name Ponder type check default false"),
        (OptionSpec::spin("Hash", 16, 1, 99), "option name Hash type spin default 16 min 1 max 99"),
        (
            OptionSpec::combo("Style", "Solid", STYLES),
            "option name Style type combo default Solid var Solid var Wild One",
        ),
        (OptionSpec::button("Clear Hash"), "option name Clear Hash type button"),
        (OptionSpec::string("Path", ""), "option name Path type string default <empty>"),
    ];
    for (spec, line) in specs {
        assert_eq!(spec.to_string(), line);
        assert_eq!(line.parse(), Ok(Reply::Option(spec)));
    }
}

#[test]
fn names_of_options_are_compared_without_regard_to_case() {
    let hash = OptionSpec::spin("Hash", 16, 1, 99);
    assert!(hash.is_named("hAsH") && !hash.is_named("Hashes"));
}

#[test]
fn info_from_other_engines_is_read_tolerantly() {
    let info = |line: &str| match line.parse() {
        Ok(Reply::Info(info)) => *info,
        other => panic!("{other:?}"),
    };
    let read = info("info depth 5 nps 99999999999999999999 score cp 12 upperbound foo pv e2e4 x");
    assert_eq!((read.depth, read.nps), (Some(5), None));
    assert_eq!(read.score.unwrap().value, ScoreValue::Centipawns(12));
    assert_eq!(read.pv.len(), 1);
    assert_eq!(info("info string bestmove e2e4"), Info::string("bestmove e2e4"));
    assert!("bestmove xyz".parse::<Reply>().is_err());
    assert!("Stockfish 15".parse::<Reply>().is_err());
}
