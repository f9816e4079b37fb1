//! `position` with everything clients have ever sent. Rows carry the ids of the catalogue of
//! faults; after each, the engine must be alive and right.

mod support;

use support::{Engine, START};

/// One error, the old position stays for show, and nothing is searched until a good one comes.
fn assert_refused(engine: &mut Engine, id: &str, input: &[u8], why: &str) {
    let before = engine.fen();
    engine.bytes(input);
    engine.bytes(b"\n");
    let heard = engine.before_ready();
    let [error] = &heard[..] else { panic!("{id}: {heard:?}") };
    assert!(error.starts_with("info string error: "), "{id}: {error}");
    assert!(error.contains(why), "{id}: '{error}' does not say '{why}'");
    assert!(error.len() < 500, "{id}: {error}");
    let no_position = ["info string error: no valid position", "bestmove 0000"];
    for go in ["go depth 1", "go perft 1", "go infinite"] {
        assert_eq!(engine.ask(go), no_position, "{id}");
    }
    assert_eq!(engine.ask("perft 2"), no_position[..1], "{id}");
    assert_eq!(engine.fen(), before, "{id}");
    engine.assert_well();
}

/// Taken as it is but for `notes` repairs, with this many legal moves.
fn assert_taken(engine: &mut Engine, id: &str, input: &[u8], notes: usize, moves: u64) {
    engine.bytes(input);
    engine.bytes(b"\n");
    let heard = engine.before_ready();
    assert_eq!(heard.len(), notes, "{id}: {heard:?}");
    assert!(heard.iter().all(|line| line.starts_with("info string note: ")), "{id}: {heard:?}");
    assert_eq!(engine.perft(1), moves, "{id}");
    engine.assert_well();
}

#[rustfmt::skip]
const REFUSED: &[(&str, &str, &str)] = &[
    ("U01", "position fen", "no FEN"),
    ("U01", "position fen ", "no FEN"),
    ("U01", "position fen moves e2e4", "no FEN"),
    ("U02", "position fen jsdhfksdjfhl", "1 ranks"),
    ("U02", "position fen startpos", "1 ranks"),
    ("U05", "position fen 4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
    ("U05", "position fen 4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"),
    ("U06", "position fen 4k3/8/8/8/8/8/8/4K4 w - - 0 1", "9 squares"),
    ("U06", "position fen 4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' in rank 7"),
    ("U06", "position fen 4k3/80/8/8/8/8/8/4K3 w - - 0 1", "'0' in rank 7"),
    ("U06", "position fen 4k3/44/8/8/8/8/8/4K3 w - - 0 1", "two digits"),
    ("U07", "position fen 4k3/7x/8/8/8/8/8/4K3 w - - 0 1", "'x' in rank 7"),
    ("U08", "position fen 4k3/8/8/8/8/8/8/4K3 r - - 0 1", "side to move: 'r'"),
    ("U09", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
    ("U09", "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"),
    ("U09", "position fen 8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings"),
    ("U10", "position fen 4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings"),
    ("U11", "position fen rnbqkbnr/pppppppp/n7/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "34 men"),
    ("U12", "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQkQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1", "men"),
    ("U13", "position fen 1QQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQk/8/8/8/K7 w - - 0 1", "in check"),
    ("U16", "position fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check"),
    ("U17", "position fen 8/8/8/3kK3/8/8/8/8 w - - 0 1", "adjacent"),
    ("U19", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKkq - 0 1", "'K' says it twice"),
    ("U19", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQXq - 0 1", "'X'"),
    ("U19", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqK - 0 1", "four letters"),
    ("U21", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6x 0 1", "en passant: 'e6x'"),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock: 'x'"),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1e3", "fullmove number: '1e3'"),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "'extra' follows"),
    ("U25", "position fen rnbq\0kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "1 ranks"),
    ("U30", "position startpos moves e2e4 e7e5 e1e3 d7d5", "move 3: 'e1e3' is not legal here"),
    ("U30", "position startpos moves e2e5", "move 1: 'e2e5'"),
    ("U31", "position startpos moves e2e4 hello e7e5", "move 2: 'hello' is no move"),
    ("U31", "position startpos moves e2e4 \u{1f600}\u{1f600} e7e5", "move 2: "),
    ("U32", "position startpos moves f2f3 e7e5 g2g4 d8h4 e1f2", "move 5: 'e1f2' is not legal here; the game was over, black mates"),
    ("U33", "position startpos moves 0000", "move 1: '0000' is no move"),
    ("U33", "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8", "must name the promotion"),
    ("U33", "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8k", "'a7a8k' is no move"),
    ("U33", "position startpos moves e2e4q", "'e2e4q' is not legal"),
    ("U35", "position", "expected startpos or fen"),
    ("U35", "position foo", "'foo'; expected startpos or fen"),
    ("U35", "position startpos foo", "'foo' after startpos"),
    ("U35", "position startpos e2e4", "'e2e4' after startpos"),
];

#[rustfmt::skip]
const TAKEN: &[(&str, &str, usize, u64)] = &[
    ("U03", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 0, 20),
    ("U04", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 0, 20),
    ("U04", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b moves e7e5", 0, 20),
    ("U14", "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w", 0, 218),
    ("U18", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", 1, 20),
    ("U18", "position fen rnbq1bnr/ppppkppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 20),
    ("U20", "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", 0, 26),
    ("U20", "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", 0, 23),
    ("U21", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e5 0 1", 1, 20),
    ("U21", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", 1, 20),
    ("U21", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", 1, 20),
    ("U22", "position fen 8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", 1, 6),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 150 1", 0, 5),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - -1 1", 1, 5),
    ("U13", "position fen kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 0, 270),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 999999999999 0", 2, 5),
    ("U23", "position fen 4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999999 1000000000000", 2, 5),
    ("U25", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\0", 0, 20),
    ("U25", "\0position startpos\0\0", 0, 20),
    ("U27", "\u{feff}position startpos", 0, 20),
    ("U27", "position startpos moves e2e4\r", 0, 20),
    ("U27", "\tposition\t\tstartpos  moves \t e2e4 \r", 0, 20),
    ("U27", "   position   fen  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w  KQkq -  0 1  ", 0, 20),
    ("U29", "position fen R6k/6pp/8/8/8/8/8/7K b - - 0 1", 0, 0),
    ("U29", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, 0),
    ("U33", "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves A7A8Q", 0, 3),
    ("U35", "position startpos moves", 0, 20),
];

#[test]
fn what_is_no_position_is_refused_and_not_searched() {
    for (id, input, why) in REFUSED {
        let mut engine = Engine::start();
        assert_refused(&mut engine, id, input.as_bytes(), why);
        engine.quit();
    }
}

#[test]
fn what_is_merely_careless_is_taken_and_mended() {
    for (id, input, notes, moves) in TAKEN {
        let mut engine = Engine::start();
        assert_taken(&mut engine, id, input.as_bytes(), *notes, *moves);
        engine.quit();
    }
}

#[test]
fn one_engine_survives_everything_in_a_row() {
    let mut engine = Engine::start();
    for (id, input, why) in REFUSED {
        assert_refused(&mut engine, id, input.as_bytes(), why);
    }
    for (id, input, notes, moves) in TAKEN {
        assert_taken(&mut engine, id, input.as_bytes(), *notes, *moves);
    }
    engine.quit();
}

#[test]
fn u15_pawns_on_the_back_ranks_are_refused_on_every_square() {
    let mut engine = Engine::start();
    for pawn in ['P', 'p'] {
        for (file, name) in ('a'..='h').enumerate() {
            for rank in [1, 8] {
                // The kings stand out of the way.
                let mut row = vec!['.'; 8];
                row[file] = pawn;
                let row: String = row.into_iter().collect();
                let row = match (file, 7 - file) {
                    (0, right) => format!("{pawn}{right}"),
                    (left, 0) => format!("{left}{pawn}"),
                    (left, right) => format!("{left}{}{right}", row.trim_matches('.')),
                };
                let board = match rank {
                    8 => format!("{row}/8/8/4k3/8/4K3/8/8"),
                    _ => format!("8/8/8/4k3/8/4K3/8/{row}"),
                };
                let line = format!("position fen {board} w - - 0 1");
                let why = format!("a pawn cannot stand on {name}{rank}");
                assert_refused(&mut engine, "U15", line.as_bytes(), &why);
            }
        }
    }
    engine.quit();
}

#[test]
fn u22_an_en_passant_square_of_no_use_is_not_shown() {
    let mut engine = Engine::start();
    engine.ask("position fen 8/8/8/K2pP2r/8/8/8/7k w - d6 0 1");
    assert_eq!(engine.fen(), "8/8/8/K2pP2r/8/8/8/7k w - - 0 1");
    engine.ask("position startpos moves e2e4");
    assert_eq!(engine.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.quit();
}

#[test]
fn u24_mate_on_the_hundredth_ply_beats_the_fifty_move_rule() {
    let mut engine = Engine::start();
    let over = |engine: &mut Engine, line: &str| {
        assert!(engine.ask(line).is_empty());
        engine.ask("d").into_iter().find(|line| line.starts_with("Over: "))
    };
    let mate = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 99 80 moves f7g7";
    assert_eq!(over(&mut engine, mate), Some("Over: white mates".to_owned()));
    let draw = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 99 80 moves f7e7";
    assert_eq!(over(&mut engine, draw), Some("Over: draw by the fifty-move rule".to_owned()));
    let early = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 98 80 moves f7e7";
    assert_eq!(over(&mut engine, early), None);
    engine.quit();
}

#[test]
fn u26_bytes_that_are_no_text_are_refused() {
    let mut engine = Engine::start();
    assert_refused(&mut engine, "U26", b"position fen \xff\xfe\x80", "not UTF-8");
    assert_refused(&mut engine, "U26", b"position startpos moves e2e4 \xff\xfe\x80", "not UTF-8");
    // Without a position in it, such a line leaves the position alone.
    engine.bytes(b"\xff\xfe\x80\n");
    assert_eq!(engine.before_ready(), ["info string error: a line that is not UTF-8; ignored"]);
    assert_eq!(engine.perft(1), 20);
    engine.quit();
}

#[test]
fn u28_lines_of_any_length_are_survived_in_bounded_memory() {
    let mut engine = Engine::start();
    engine.assert_well();
    let before = peak_kilobytes(engine.id());

    let mut junk = vec![b'x'; 1 << 20];
    junk.push(b'\n');
    engine.bytes(&junk);
    let heard = engine.before_ready();
    assert!(matches!(&heard[..], [error] if error.contains("unknown command 'xxx")), "{heard:?}");
    engine.assert_well();

    let mut position = b"position fen ".to_vec();
    position.resize(1 << 20, b'x');
    assert_refused(&mut engine, "U28", &position, "1 ranks");
    position.resize(2 << 20, b'x');
    assert_refused(&mut engine, "U28", &position, "more than 1048576 bytes");

    let piece = vec![b'y'; 1 << 20];
    for _ in 0..64 {
        engine.bytes(&piece);
    }
    engine.bytes(b"\n");
    let heard = engine.before_ready();
    assert!(matches!(&heard[..], [error] if error.contains("more than 1048576")), "{heard:?}");
    engine.assert_well();

    if let (Some(before), Some(after)) = (before, peak_kilobytes(engine.id())) {
        assert!(after < before + 8 * 1024, "from {before} to {after} kB");
    }
    engine.quit();
}

/// `None` where the system does not tell.
fn peak_kilobytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn u34_long_games_are_played_through() {
    let mut engine = Engine::start();
    let shuttle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for plies in [8, 500, 1_100, 6_000, 20_000, 100_000] {
        let moves: Vec<&str> = shuttle.into_iter().cycle().take(plies).collect();
        let line = format!("position startpos moves {}", moves.join(" "));
        assert_eq!(engine.ask(&line), Vec::<String>::new(), "{plies}");
        assert_eq!(engine.perft(1), 20);
        let drawing = engine.ask("d");
        let over = drawing.iter().find(|line| line.starts_with("Over: ")).expect("a draw");
        assert!(over.contains(if plies < 100 { "repetition" } else { "fifty" }), "{over}");
        // One wrong move at the very end spoils it all, and is found.
        let why = format!("move {}: 'e1e3'", plies + 1);
        assert_refused(&mut engine, "U34", format!("{line} e1e3").as_bytes(), &why);
    }
    engine.quit();
}

#[test]
fn a_refused_position_stays_refused_until_a_good_one_comes() {
    let mut engine = Engine::start();
    let refused = ["info string error: no valid position", "bestmove 0000"];
    engine.ask("position fen nonsense");
    for line in ["ucinewgame", "flip", "setoption name Threads value 2", "stop", "uci"] {
        engine.ask(line);
        assert_eq!(engine.ask("go perft 1"), refused, "{line}");
    }
    assert!(engine.ask("position startpos").is_empty());
    assert_eq!(engine.fen(), START);
    engine.assert_well();
    engine.quit();
}
