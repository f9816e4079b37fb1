//! PGN as real files write it: every slip is repaired, or refused with its game and line, and the
//! other games are read.

use chess::GameResult;
use chess::Position;
use chess::pgn::{NodeId, PgnError, PgnFault, PgnGame, PgnProblem, PgnReader, Variant};

fn read(text: &[u8]) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(text).collect()
}

/// The only game of a text. Checks that it survives writing and reading.
#[track_caller]
fn one(text: &str) -> PgnGame {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    let game = games.remove(0).expect("a game");
    let again = read(game.to_string().as_bytes()).remove(0).expect("a game");
    assert!(game == again, "{game}{again}");
    game
}

/// The fault of a bad game between two good ones.
#[track_caller]
fn fault(text: &str) -> PgnFault {
    let text = format!("[Event \"first\"]\n\n1. e4 *\n\n{text}\n\n[Event \"last\"]\n\n1. d4 *\n");
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 3, "{text}");
    assert_eq!(plies(games[0].as_ref().expect("the first game")), "e2e4");
    assert_eq!(plies(games[2].as_ref().expect("the last game")), "d2d4");
    let error = games.remove(1).expect_err("the game between");
    assert_eq!(error.game, 2);
    assert!(error.line >= 5 && error.to_string().starts_with("game 2, line "));
    error.fault
}

fn plies(game: &PgnGame) -> String {
    let moves: Vec<String> = game.moves().iter().map(|mv| format!("{mv:?}")).collect();
    moves.join(" ")
}

#[test]
fn byte_order_marks_escapes_comments_and_line_endings_are_read() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "\u{feff}[Event \"x\"]\n%[White \"no\"]\n\n% 1. d4\n\
                    1. e4 ; king's pawn\n\0e5 { { } *\n";
        let game = one(&text.replace('\n', end));
        assert_eq!((plies(&game).as_str(), game.tags().get("White")), ("e2e4 e7e5", None));
        let comments: Vec<&str> =
            game.tree().main_line().map(|id| game.tree().node(id).comment()).collect();
        assert_eq!(comments, ["king's pawn", "{"]);
    }
}

#[test]
fn moves_are_read_in_any_spelling_and_with_any_numbering() {
    let text = "1.e2-e4 1...d5 2 e4e5 f5 3. exf6e.p. Nxf6 4...Nf3 …Nc6 5.Bb5 Bd7 6 0-0 e5 e.p. 1-0";
    let game = one(text);
    assert_eq!(game.result(), Some(GameResult::WhiteWins));
    assert_eq!(plies(&game), "e2e4 d7d5 e4e5 f7f5 e5f6 g8f6 g1f3 b8c6 f1b5 c8d7 e1h1 e7e5");
    let fen = "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n";
    assert_eq!(plies(&one(&format!("{fen}1. e8(Q)+ (1. e8=N) Kh7 *"))), "e7e8q h8h7");
    assert_eq!(plies(&one(&format!("{fen}1. e8(q)+ (1. e8=n) Kh7 *"))), "e7e8q h8h7");
}

#[test]
fn glyphs_are_kept_whether_written_as_numbers_or_signs() {
    let game = one("1. e4! $14 e5?! $999 $99999999999 $ 2. Nf3 !? ?? N *");
    let nags: Vec<&[u16]> = game.tree().main_line().map(|id| game.tree().node(id).nags()).collect();
    assert_eq!(nags, [&[1, 14][..], &[6, 999], &[5, 4, 146]]);
}

#[test]
fn games_need_no_blank_line_result_or_tags_between_them() {
    let text =
        "1. e4 1-0 1. d4 {x} 0-1\n[Event \"a\"]\n[Event \"b\"]\n1. c4\n[Event \"c\"]\n1. Nf3 *";
    let games: Vec<PgnGame> =
        read(text.as_bytes()).into_iter().map(|game| game.expect("a game")).collect();
    let all: Vec<String> = games.iter().map(plies).collect();
    assert_eq!(all, ["e2e4", "d2d4", "", "c2c4", "g1f3"]);
    assert_eq!(games[3].problems(), [PgnProblem::ResultMissing]);
    assert_eq!(games[3].tags().get("Event"), Some("b"));
}

#[test]
fn text_after_a_result_is_neither_a_game_nor_part_of_the_next() {
    let comment = |game: &PgnGame, ply: usize| {
        let at = game.tree().main_line().nth(ply).unwrap_or(NodeId::ROOT);
        game.tree().node(at).comment().to_owned()
    };
    for (tail, kept) in [
        ("{on time}", "on time"),
        ("{on} 1-0 {time}", "on time"),
        ("; on time", "on time"),
        ("{on\ntime} $1 )", "on time"),
        ("1-0", ""),
        ("1/2-1/2 *\n0-1", ""),
        ("$1 !? +-", ""),
        (") } ] \"", ""),
        ("\n{whose?}\n", ""),
    ] {
        for next in ["[Event \"b\"]\n\n", ""] {
            if next.is_empty() && tail.contains("whose") {
                continue;
            }
            let text = format!("[Event \"a\"]\n\n1. e4 1-0 {tail}\n\n{next}1. d4 e5 2. x *");
            let games = read(text.as_bytes());
            assert_eq!(games.len(), 2, "{text}");
            let first = games[0].as_ref().expect("the first game");
            assert_eq!(
                (first.result(), comment(first, 0).as_str()),
                (Some(GameResult::WhiteWins), kept)
            );
            assert!(matches!(games[1], Err(PgnError { game: 2, .. })), "{text}");
            let sound = text.replace("2. x", "");
            let second = read(sound.as_bytes()).remove(1).expect("the second game");
            assert_eq!(
                (plies(&second).as_str(), comment(&second, 9)),
                ("d2d4 e7e5", String::new())
            );
        }
        assert_eq!(one(&format!("1. e4 1-0 {tail}")).moves().len(), 1);
    }
    let games = read(b"1. e4 1-0\n{about the next} 1. d4 *");
    assert_eq!(comment(games[1].as_ref().expect("a game"), 9), "about the next");
}

#[test]
fn marks_and_results_alone_are_not_a_game() {
    for text in ["", "*", "1-0 {so} 0-1", "$3 ) ] }", "1. ... !"] {
        let mut reader = PgnReader::new(text.as_bytes());
        assert!(reader.next().is_none() && reader.games() == 0, "{text}");
    }
}

#[test]
fn a_missing_result_is_taken_from_the_tag() {
    let game = one("[Result \"1/2-1/2\"]\n\n1. e4");
    assert_eq!((game.result(), game.problems().len()), (Some(GameResult::Draw), 0));
}

#[test]
fn an_unclosed_comment_ends_with_the_game() {
    let text =
        "[Event \"a\"]\n1. e4 {[%clk 1]\n[%eval 2]\n1. d4\n[Event \"b\"]\n1. d4 *\n1. c4 { end";
    let games: Vec<PgnGame> =
        read(text.as_bytes()).into_iter().map(|game| game.expect("a game")).collect();
    assert_eq!(games.iter().map(plies).collect::<Vec<_>>(), ["e2e4", "d2d4", "c2c4"]);
    assert_eq!(games[0].problems()[0], PgnProblem::UnclosedComment { line: 2 });
    let first = games[0].tree().main_line().next().expect("a move");
    assert_eq!(games[0].tree().node(first).comment(), "[%clk 1] [%eval 2] 1. d4");
    assert_eq!(games[2].problems()[0], PgnProblem::UnclosedComment { line: 7 });
}

#[test]
fn variations_comments_and_null_moves_are_kept_in_place() {
    let text = "{start} 1. e4 {a} ({b} 1. d4 (1. c4) d5 (1... Nf6 2. -- e6) {c}) (1. b3) {d} e5 *";
    let game = one(text);
    let tree = game.tree();
    assert_eq!(tree.node(NodeId::ROOT).comment(), "start");
    let firsts: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    let comments: Vec<(&str, &str)> =
        firsts.iter().map(|&id| (tree.node(id).intro(), tree.node(id).comment())).collect();
    assert_eq!(comments, [("", "a d"), ("b", ""), ("", ""), ("", "")]);
    let null = tree.walk().filter(
        |event| matches!(event, chess::pgn::Event::Move(id) if tree.node(*id).mv().is_none()),
    );
    assert_eq!((null.count(), tree.len()), (1, 9));
    assert_eq!(plies(&game), "e2e4 e7e5");
}

#[test]
fn unclosed_and_empty_variations_are_repaired() {
    let game = one("1. e4 () ({only this}) (1. d4 d5 (1... c5 {x} 1-0\n");
    assert_eq!(game.problems()[0], PgnProblem::UnclosedVariation { depth: 2 });
    let first = game.tree().main_line().next().expect("a move");
    assert_eq!((game.tree().node(first).comment(), game.tree().len()), ("only this", 4));
    let opened = one("1. e4 ( {late}");
    assert_eq!(opened.tree().node(first).comment(), "late");
}

#[test]
fn variations_forty_nine_thousand_deep_are_read_written_and_dropped() {
    const DEPTH: usize = 49_000;
    let mut text = String::from("1. e4");
    let mut position = Position::initial();
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(DEPTH) {
        // The knights go back and forth; each variation begins from the reply.
        position = position.after(position.parse_san(san).expect("legal"));
        let reply = position.legal_moves()[0];
        text.push_str(&format!(" ({san} {}", position.san(reply)));
    }
    let game = one(&format!("{text}{} *", ")".repeat(DEPTH)));
    assert_eq!((game.tree().len(), game.moves().len()), (2 * DEPTH + 1, 1));
    assert!(game.problems().is_empty());
}

#[test]
fn latin1_and_zero_bytes_are_read() {
    let games = read(b"[White \"M\xfcller\"]\n\n1. e4 {f\xfcr\0alle}\0 *");
    let game = games[0].as_ref().expect("a game");
    assert_eq!(game.tags().get("White"), Some("Müller"));
    let first = game.tree().main_line().next().expect("a move");
    assert_eq!(game.tree().node(first).comment(), "für alle");
    let wide: Vec<u8> = "[Event".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let games = read(&wide);
    assert!(matches!(&games[..], [Err(PgnError { fault: PgnFault::Utf16, .. })]));
}

#[test]
fn illegal_moves_are_refused_and_the_next_game_is_read() {
    assert!(matches!(fault("1. e5 *"), PgnFault::Move(_)));
    assert!(matches!(fault("1. Nf3 d5 2. d3 e5 3. Nd2 *"), PgnFault::Move(_)));
    assert!(matches!(fault("1. e4 (1. d5 d5) e5 (1... e4) 1-0"), PgnFault::Move(_)));
    assert!(matches!(fault("1. e4 hello { } ( [ ] \" 2. x"), PgnFault::Move(_)));
    assert!(matches!(fault("1. e4 -- *"), PgnFault::NullMove));
    assert!(matches!(fault("1. e4 f5 2. Qh5+ g6 (2... -- ) *"), PgnFault::NullMove));
    assert!(matches!(fault("{a {b} c} 1. e4 *"), PgnFault::Move(_)));
    assert!(matches!(fault("1. e4 } *"), PgnFault::StraySign('}')));
    assert!(matches!(fault("(1. e4) *"), PgnFault::VariationOfNothing));
    assert!(matches!(fault("1. e4 ((1. d4)) *"), PgnFault::VariationOfNothing));
    assert!(matches!(fault("1. e4 ) e5 *"), PgnFault::UnopenedVariation));
}

#[test]
fn an_error_names_its_line() {
    let error = read(b"[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *").remove(0).expect_err("illegal");
    assert_eq!(error.to_string(), "game 1, line 4: 'Ke3' is not legal here");
    let error = read(b"[FEN \"8/8 w\"]\n[Event \"x\"]\n\n1. e4 *").remove(0).expect_err("illegal");
    assert_eq!((error.line, error.game), (1, 1));
}

#[test]
fn invalid_tags_are_refused() {
    assert!(matches!(fault("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 *"), PgnFault::Fen(_)));
    assert!(matches!(fault("[SetUp \"1\"]\n1. e4 *"), PgnFault::SetUpWithoutFen));
    assert!(matches!(fault("[Variant \"Atomic\"]\n1. e4 *"), PgnFault::UnknownVariant(_)));
    assert!(matches!(fault("[White \"open]\n1. e4 *"), PgnFault::MalformedTag(_)));
    assert!(matches!(fault("[White unquoted]\n1. e4 *"), PgnFault::MalformedTag(_)));
    assert!(matches!(fault("[Wh:te \"x\"]\n1. e4 *"), PgnFault::Tag(_)));
    let long = "x".repeat(1 << 20);
    assert!(matches!(fault(&format!("[White \"{long}\"]\n1. e4 *")), PgnFault::TagTooLong));
    assert!(matches!(fault(&format!("[{long} \"\"]\n1. e4 *")), PgnFault::TagTooLong));
    let many: String = (0..300).map(|tag| format!("[T{tag} \"\"]\n")).collect();
    assert!(matches!(fault(&format!("{many}\n1. e4 *")), PgnFault::TooManyTags));
}

#[test]
fn brackets_quotes_and_backslashes_in_tags_are_text() {
    let game =
        one("[Event \"a ] b\"]\n[Site \"say \\\"x\\\" \\\\ now\"] [White \"the \"big\" one\"]\n*");
    let tag = |name| game.tags().get(name);
    assert_eq!(tag("Event"), Some("a ] b"));
    assert_eq!(tag("Site"), Some("say \"x\" \\ now"));
    assert_eq!(tag("White"), Some("the \"big\" one"));
}

#[test]
fn the_names_of_both_variants_are_known() {
    for name in ["Standard", "chess", "From Position"] {
        assert_eq!(one(&format!("[Variant \"{name}\"]\n*")).variant(), Variant::Standard);
    }
    for name in ["Chess960", "Fischerandom", "Fischer Random", "chess 960"] {
        assert_eq!(one(&format!("[Variant \"{name}\"]\n*")).variant(), Variant::Chess960);
    }
    let fen = "[FEN \"1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1\"]\n1. O-O *";
    let game = one(fen);
    assert_eq!((game.variant(), plies(&game).as_str()), (Variant::Chess960, "c1d1"));
}

#[test]
fn repairs_of_the_start_are_among_the_problems() {
    let game = one("[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"]\n*");
    assert_eq!((game.problems().len(), game.start().repairs.len()), (2, 0));
}

#[test]
fn a_fault_keeps_the_game_before_it() {
    let partial = |text: &str| {
        let error = read(text.as_bytes()).remove(0).expect_err("a fault");
        error.partial.map(|game| *game)
    };
    let game = partial("[White \"A\"]\n\n1. e4 {x} e5 (1... c5) 2. Ke3 Ke6 0-1").expect("a game");
    assert_eq!((plies(&game).as_str(), game.tree().len()), ("e2e4 e7e5", 3));
    let first = game.tree().main_line().next().expect("a move");
    let kept = (game.tags().get("White"), game.tree().node(first).comment());
    assert_eq!(kept, (Some("A"), "x"));
    assert_eq!(game.result(), Some(GameResult::BlackWins));
    // A fault in a variation ends the game there, too.
    assert_eq!(plies(&partial("1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *").expect("a game")), "e2e4 e7e5");
    assert_eq!(plies(&partial("1. e4 -- 2. d4 *").expect("a game")), "e2e4");
    assert!(partial("[FEN \"nonsense\"]\n\n1. e4 *").is_none());
}
