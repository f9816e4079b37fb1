//! EPD as real files write it.

use std::io::{self, Read};

use chess::{
    CastlingNotation, Epd, EpdFault, EpdProblem, EpdReader, MAX_EPD_LINE, Move, Operand, Operation,
    SanError, Setup,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn read(operations: &str) -> Epd {
    let epd: Epd = format!("{START} {operations}").parse().expect("the board is sound");
    assert_eq!(epd.to_string().parse().as_ref(), Ok(&epd), "{epd}");
    epd
}

fn uci(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci(CastlingNotation::Standard).to_string()).collect()
}

#[test]
fn moves_names_and_comments_are_read() {
    let epd = read(r#"bm Nf3 e4; am f3; id "opening; one"; c0 "why"; c9 "not"; dm 12;"#);
    assert_eq!(uci(&epd.best_moves()), ["g1f3", "e2e4"]);
    assert_eq!(uci(&epd.avoid_moves()), ["f2f3"]);
    assert_eq!(epd.id().as_deref(), Some("opening; one"));
    assert_eq!((epd.comment(0).as_deref(), epd.comment(9).as_deref()), (Some("why"), Some("not")));
    assert_eq!((epd.comment(1), epd.mate_in()), (None, Some(12)));
    assert!(epd.problems().is_empty());
    assert_eq!(
        epd.to_string(),
        format!(r#"{START} bm Nf3 e4; am f3; id "opening; one"; c0 "why"; c9 "not"; dm 12;"#)
    );
}

#[test]
fn counters_before_the_opcodes_are_the_clocks() {
    for text in ["5 20 bm e4;", "5 20; bm e4;", "hmvc 5; fmvn 20; bm e4;", "fmvn 20; hmvc 5; bm e4"]
    {
        let epd = read(text);
        assert_eq!((epd.halfmove_clock(), epd.fullmove_number()), (5, 20), "{text}");
        assert_eq!(epd.operations().len(), 1);
        assert_eq!(epd.to_string(), format!("{START} hmvc 5; fmvn 20; bm e4;"));
    }
}

#[test]
fn a_semicolon_may_be_missing_at_the_end_and_between_opcodes() {
    assert_eq!(uci(&read("bm e4").best_moves()), ["e2e4"]);
    let epd = read(r#"bm e4 id "x"; dm 3 c0 "y""#);
    assert_eq!((epd.id().as_deref(), epd.mate_in()), (Some("x"), Some(3)));
    assert_eq!((epd.comment(0).as_deref(), uci(&epd.best_moves()).len()), (Some("y"), 1));
    let missing = |before: &str| EpdProblem::SemicolonMissing { before: before.to_owned() };
    assert_eq!(epd.problems(), [missing("id"), missing("c0")]);
}

#[test]
fn marks_apart_from_their_move_and_other_spellings_are_understood() {
    assert_eq!(uci(&read("bm Nf3 ! + e4 +, 1.d4 e2-e4;").best_moves()), ["g1f3", "e2e4", "d2d4"]);
    for (operations, best) in [("bm e8=N;", "e7e8n"), ("bm e8N +;", "e7e8n"), ("bm 0-0", "e1g1")] {
        let line = format!("k7/4P3/8/8/8/8/8/4K2R w K - {operations}");
        let epd: Epd = line.parse().expect("the board is sound");
        assert_eq!((uci(&epd.best_moves()), epd.problems().len()), (vec![best.to_owned()], 0));
    }
}

#[test]
fn a_pawn_move_is_not_mistaken_for_the_comment_of_its_name() {
    let epd = read("bm c4 c3; c3 \"why\"; am e4;");
    assert_eq!(uci(&epd.best_moves()), ["c2c4", "c2c3"]);
    assert!(epd.problems().is_empty());
    let epd = read("bm c4 c3 \"why\"");
    assert_eq!((uci(&epd.best_moves()).len(), epd.comment(3).as_deref()), (1, Some("why")));
}

#[test]
fn a_mate_distance_may_replace_the_best_move() {
    assert_eq!(read("bm #-12;").mate_in(), Some(-12));
    let epd = read("bm #3;");
    assert_eq!((epd.mate_in(), epd.best_moves().len(), epd.problems().len()), (Some(3), 0, 0));
}

#[test]
fn an_opcode_without_operand_is_reported_and_kept() {
    let epd = read("bm; id; noop; c3;");
    let missing = |opcode: &str| EpdProblem::OperandMissing { opcode: opcode.to_owned() };
    assert_eq!(epd.problems(), [missing("bm"), missing("id"), missing("c3")]);
    assert_eq!(epd.operations().len(), 4);
}

#[test]
fn prose_is_reported_and_the_rest_is_read() {
    let epd = read(r#"bm e4; (the best, says "theory; now") 1; id "x"; "quoted" prose; -> more"#);
    assert_eq!((epd.id().as_deref(), epd.operations().len()), (Some("x"), 2));
    let is_prose = |problem: &EpdProblem| matches!(problem, EpdProblem::Prose(_));
    assert_eq!(epd.problems().iter().filter(|problem| is_prose(problem)).count(), 3);
}

#[test]
fn an_illegal_best_move_is_a_problem_that_names_its_opcode() {
    let epd = read("bm Nf3 Nf6 Nd; am e5;");
    assert_eq!((uci(&epd.best_moves()), epd.avoid_moves()), (vec!["g1f3".to_owned()], vec![]));
    let messages: Vec<String> = epd.problems().iter().map(ToString::to_string).collect();
    assert_eq!(messages[0], "bm: 'Nf6' is not legal here");
    assert!(messages[1].starts_with("bm: 'Nd' is no move"));
    assert_eq!(messages[2], "am: 'e5' is not legal here");
    assert!(matches!(&epd.problems()[1],
        EpdProblem::Move { opcode, reason: SanError::Malformed(_) } if opcode == "bm"));
}

#[test]
fn perft_counts_are_operations() {
    let epd = read(";D1 20 ;D2 400 ;D3 many;D4 197281");
    assert_eq!(epd.perft(), [(1, 20), (2, 400), (4, 197_281)]);
    assert_eq!(epd.problems().len(), 1);
    let close: Epd = format!("{START};D1 20").parse().expect("the board is sound");
    assert_eq!(close.perft(), [(1, 20)]);
}

#[test]
fn perft_counts_without_semicolons_are_all_read() {
    let epd = read("D1 20 D2 400 D3 8902;");
    assert_eq!(epd.perft(), [(1, 20), (2, 400), (3, 8_902)]);
    let missing = |before: &str| EpdProblem::SemicolonMissing { before: before.to_owned() };
    assert_eq!(epd.problems(), [missing("D2"), missing("D3")]);
    let epd = read("bm e4 D1 20 D+2 400");
    assert_eq!((uci(&epd.best_moves()).len(), epd.perft()), (1, vec![(1, 20)]));
}

#[test]
fn unclosed_quotes_and_trailing_zeros_are_accepted() {
    let epd = read("bm e4; id \"open; c0 \0");
    assert_eq!(epd.id().as_deref(), Some("open; c0  "));
    assert_eq!(epd.problems(), [EpdProblem::UnclosedQuote { opcode: "id".to_owned() }]);
    assert_eq!(uci(&read("bm e4;\0\0").best_moves()), ["e2e4"]);
}

#[test]
fn repairs_of_the_board_are_problems_of_the_record() {
    let epd: Epd =
        "4k3/8/8/8/8/8/8/4K3 w KQ - bm Ke2;".parse().expect("a board that can be repaired");
    assert_eq!(epd.problems().len(), 2);
    assert!(epd.setup().repairs.is_empty());
}

#[test]
fn a_record_can_be_made_by_hand() {
    let mut epd = Epd::new(Setup::initial());
    let op = |opcode, operands| Operation::new(opcode, operands).expect("a good opcode");
    epd.push(op("bm", vec![Operand::word("e4")]));
    epd.push(op("id", vec![Operand::quoted("say \"x\"\n;")]));
    epd.push(op("c0", vec![Operand::word("two words")]));
    assert_eq!(epd.to_string(), format!(r#"{START} bm e4; id "say 'x' ;"; c0 "two words";"#));
    assert_eq!(epd.to_string().parse().as_ref(), Ok(&epd));
    assert!(Operation::new("b m", vec![]).is_none() && Operation::new("1b", vec![]).is_none());
}

fn lines(bytes: &[u8]) -> Vec<(usize, bool)> {
    let mut reader = EpdReader::new(bytes);
    let mut seen = Vec::new();
    while let Some(record) = reader.next() {
        seen.push((reader.line(), record.is_ok()));
    }
    seen
}

#[test]
fn every_line_ending_is_read_and_blank_and_comment_lines_are_skipped() {
    for end in ["\n", "\r\n", "\r"] {
        let text =
            format!("\u{feff}{START}{end}{end}# note{end} \0{end}bad{end}{START} bm e4{end}");
        assert_eq!(lines(text.as_bytes()), [(1, true), (5, false), (6, true)], "{end:?}");
    }
}

#[test]
fn latin1_names_are_kept_and_utf16_is_refused() {
    let line = [START.as_bytes(), b" id \"M\xfcller\";\n"].concat();
    let epd = EpdReader::new(&line[..]).next().expect("a line").expect("a record");
    assert_eq!(epd.id().as_deref(), Some("Müller"));
    let wide: Vec<u8> = START.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for start in [&b"\xff\xfe"[..], b""] {
        let wide = [start, &wide[..], b"\n\0", &wide[..]].concat();
        let mut reader = EpdReader::new(&wide[..]);
        let error = reader.next().expect("a line").expect_err("UTF-16");
        assert!(matches!(error.fault, EpdFault::Utf16));
        assert!(reader.next().is_none());
    }
}

#[test]
fn a_huge_line_is_an_error_and_the_next_line_is_read() {
    let long = io::repeat(b'x').take(10 << 20);
    let stream = long.chain(&b"\n"[..]).chain(START.as_bytes());
    let mut reader = EpdReader::new(stream);
    let error = reader.next().expect("a line").expect_err("too long");
    assert!(matches!(error.fault, EpdFault::TooLong) && error.line == 1);
    assert!(error.to_string().contains(&MAX_EPD_LINE.to_string()));
    assert!(reader.next().expect("a line").is_ok());
    assert_eq!(reader.line(), 2);
}

#[test]
fn a_failing_stream_is_reported_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let line = format!("{START}\n");
    let mut reader = EpdReader::new(line.as_bytes().chain(Broken));
    assert!(reader.next().expect("a line").is_ok());
    let error = reader.next().expect("the failure").expect_err("the failure");
    assert_eq!(error.to_string(), "line 2: reading failed: unplugged");
    assert!(reader.next().is_none());
}
