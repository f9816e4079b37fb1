//! Lines as clients send them, and what is made of them.

use std::borrow::Cow;

use uci::{
    Command, CommandError, Go, Info, OptionKind, OptionSpec, OptionValue, Parsed, PositionError,
    Reply, ScoreValue, TokenError,
};

fn command(line: &str) -> Command {
    let parsed = Command::parse(line).expect(line);
    assert_eq!(parsed.complaints, [], "{line}");
    parsed.command.expect(line)
}

fn go(line: &str) -> (Go, Vec<TokenError>) {
    match Command::parse(line) {
        Ok(Parsed { command: Some(Command::Go(go)), complaints }) => (go, complaints),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    assert_eq!(command("joho debug on"), Command::Debug(true));
    assert_eq!(command("\u{feff}uci\r"), Command::Uci);
    assert_eq!(command("well isready now"), Command::IsReady);
    // Only the specification's own commands may follow other words.
    assert!(matches!(Command::parse("just d"), Err(CommandError::Unknown { .. })));
}

#[test]
fn comments_and_empty_lines_hold_no_command() {
    for line in ["", "  \t\r", "# go depth 5", "#quit", "\0"] {
        assert_eq!(Command::parse(line), Ok(Parsed::default()), "{line:?}");
    }
}

#[test]
fn an_unknown_command_is_named_briefly() {
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
fn a_bad_number_spoils_only_itself() {
    let (parsed, complaints) = go("go wtime abc btime 99999999999999999999 winc 5 depth");
    assert_eq!(parsed, Go { winc: Some(5), ..Go::default() });
    let told: Vec<String> = complaints.iter().map(TokenError::to_string).collect();
    assert_eq!(told.len(), 3);
    assert!(told[0].contains("wtime 'abc'"), "{told:?}");
    assert!(told[1].contains("btime '99999999999999999999'"), "{told:?}");
    assert!(told[2].contains("'depth' needs"), "{told:?}");
}

#[test]
fn a_missing_number_does_not_eat_the_next_parameter() {
    let (parsed, complaints) = go("go depth nodes 5 infinite foo");
    assert_eq!(parsed, Go { nodes: Some(5), infinite: true, ..Go::default() });
    let missing = TokenError::ValueMissing { parameter: "depth" };
    assert_eq!(complaints, [missing, TokenError::Unexpected { word: "foo".to_owned() }]);
}

#[test]
fn searchmoves_end_at_the_next_parameter() {
    let (parsed, complaints) = go("go searchmoves e2e4 zz D2D4 wtime -100");
    let moves: Vec<String> = parsed.searchmoves.iter().map(ToString::to_string).collect();
    assert_eq!((moves, parsed.wtime), (vec!["e2e4".to_owned(), "d2d4".to_owned()], Some(-100)));
    assert_eq!(complaints, [TokenError::NotAMove { word: "zz".to_owned() }]);
}

#[test]
fn a_soft_limit_of_nodes_is_a_parameter_of_its_own() {
    let (parsed, complaints) = go("go softnodes 5000 nodes 80000 searchmoves e2e4 softnodes 9");
    assert_eq!((parsed.softnodes, parsed.nodes), (Some(9), Some(80_000)));
    assert_eq!((parsed.searchmoves.len(), complaints), (1, vec![]));
}

#[test]
fn info_is_written_depth_first_and_line_last() {
    let line = "info depth 9 seldepth 12 multipv 1 score cp 25 lowerbound wdl 300 500 200 \
        nodes 8 nps 7 hashfull 6 tbhits 5 sbhits 4 cpuload 3 time 2 \
        currmove e2e4 currmovenumber 1 pv e2e4";
    assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
}

#[test]
fn a_position_without_a_start_is_an_error_of_its_own() {
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
fn options_take_what_fits_and_name_what_does() {
    let hash = OptionSpec::spin("Hash", 16, 1, 99);
    assert!(hash.is_named("hAsH") && !hash.is_named("Hashes"));
    for (text, number) in [("1", 1), ("99", 99), ("+7", 7), ("12.5", 13), ("12.4", 12)] {
        assert_eq!(hash.read(Some(text)), Ok(OptionValue::Spin(number)), "{text}");
    }
    for text in ["0", "100", "-1", "abc", "", "inf", "nan", "1e1", "100000000000000000000", "99.6"]
    {
        let error = hash.read(Some(text)).unwrap_err().to_string();
        assert!(error.contains("a whole number from 1 to 99"), "{error}");
    }
    assert!(hash.read(None).is_err());
    let check = OptionSpec::check("Ponder", false);
    assert_eq!(check.read(Some("TRUE")), Ok(OptionValue::Check(true)));
    assert!(check.read(Some("yes")).is_err());
    let path = OptionSpec::string("Path", "");
    assert_eq!(path.read(Some("<empty>")), Ok(OptionValue::String(String::new())));
    assert_eq!(path.read(Some("a b")), Ok(OptionValue::String("a b".to_owned())));
    assert_eq!(OptionSpec::button("Go").read(None), Ok(OptionValue::Button));
    let style = OptionSpec {
        name: "Style".into(),
        kind: OptionKind::Combo { default: "A".into(), choices: vec!["A".into()].into() },
    };
    assert_eq!(style.read(Some("a")), Ok(OptionValue::Combo("A".to_owned())));
    assert!(style.read(Some("b")).unwrap_err().to_string().contains("one of A"));
}

#[test]
fn info_from_other_engines_is_read_for_what_it_is_worth() {
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
