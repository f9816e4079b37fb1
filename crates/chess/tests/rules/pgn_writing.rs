//! Games written as PGN read back unchanged.

use crate::games::{STARTS, random_game, setup};
use chess::GameResult;
use chess::pgn::{BadTag, NodeId, PgnGame, PgnReader};
use chess::{Game, Random, Setup};

#[track_caller]
fn reads_back(game: &PgnGame) -> String {
    let text = game.to_string();
    let mut reader = PgnReader::new(text.as_bytes());
    let again = reader.next().expect("a game").expect("a readable game");
    assert!(*game == again, "{text}\n{again}");
    assert!(again.problems().is_empty() && reader.next().is_none());
    text
}

#[test]
fn a_game_with_tags_and_comments_is_written_in_export_form() {
    let mut game = Game::default();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let mv = game.position().parse_san(san).expect("a legal move");
        game.play(mv).expect("legal");
    }
    let mut pgn = PgnGame::from_game(&game);
    pgn.set_tag("Annotator", "x").expect("a free tag");
    pgn.set_tag("White", "A \"B\" \\").expect("a free tag");
    assert!(pgn.comment_move(1, "+0.25/12 0.1s"));
    assert!(!pgn.comment_move(4, "no such move"));
    assert_eq!(
        reads_back(&pgn),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
         [White \"A \\\"B\\\" \\\\\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[Annotator \"x\"]\n\n\
         1. f3 e5 {+0.25/12 0.1s} 2. g4 Qh4# 0-1\n\n"
    );
}

#[test]
fn an_unusual_starting_position_is_written_as_tags() {
    let text = reads_back(&PgnGame::new(setup("4k3/8/8/8/8/8/8/4K2R b K - 3 17")));
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17\"]"));
    assert!(!text.contains("Variant"));
    let chess960 = setup("1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1");
    assert!(reads_back(&PgnGame::new(chess960)).contains("[Variant \"Chess960\"]"));
    assert!(!reads_back(&PgnGame::new(Setup::initial())).contains("FEN"));
}

#[test]
fn tags_that_follow_from_the_game_cannot_be_set_by_hand() {
    let mut pgn = PgnGame::new(Setup::initial());
    for name in ["FEN", "SetUp", "variant", "Result"] {
        assert!(matches!(pgn.set_tag(name, "x"), Err(BadTag::Derived(_))));
    }
    for name in ["", "a b", "a]", "é"] {
        assert!(matches!(pgn.set_tag(name, "x"), Err(BadTag::Name(_))));
    }
    pgn.set_tag("Site", "two\nlines]\"").expect("a free tag");
    pgn.set_result(Some(GameResult::Draw));
    assert!(reads_back(&pgn).contains("[Site \"two lines]\\\"\"]"));
}

#[test]
fn comments_are_sanitised_and_lines_stay_below_80_columns() {
    let mut pgn = PgnGame::new(Setup::initial());
    let mv = |san: &str| Setup::initial().position.parse_san(san).expect("legal");
    let main = pgn.add(NodeId::ROOT, mv("e4")).expect("legal");
    let other = pgn.add(NodeId::ROOT, mv("d4")).expect("legal");
    pgn.comment(main, "a } b { ; ( % \n\n[Event \"x\"] \u{1} end");
    pgn.introduce(main, "before all");
    pgn.introduce(other, "instead ( of");
    pgn.comment(other, &"word [Event \"y\"] %esc ".repeat(40));
    assert!(pgn.annotate(main, 1) && pgn.add(main, mv("e4")).is_err());
    let text = reads_back(&pgn);
    assert!(
        text.contains("{before all} 1. e4 $1 {a ) b { ; ( % [Event \"x\"] end} ({instead ( of}")
    );
    for line in text.lines() {
        assert!(line.len() < 80, "{line}");
    }
}

#[test]
fn random_games_with_random_variations_read_back() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for round in 0..32 {
        let game = random_game(STARTS[round % STARTS.len()], &mut random, 80);
        let mut pgn = PgnGame::from_game(&game);
        for id in pgn.tree().main_line().collect::<Vec<_>>() {
            let mut at = pgn.tree().parent(id).expect("a move has a parent");
            for _ in 0..random.below(4) {
                let moves = pgn.position_at(at).legal_moves();
                if moves.is_empty() {
                    break;
                }
                at = pgn.add(at, moves[random.below(moves.len())]).expect("legal");
                if random.below(3) == 0 {
                    pgn.introduce(at, "perhaps");
                    pgn.comment(at, "so } so");
                    pgn.annotate(at, random.below(200) as u16);
                }
            }
        }
        reads_back(&pgn);
    }
}

#[test]
fn commands_in_comments_are_not_broken() {
    for words in 0..30 {
        let text = format!(
            "{} [%eval 0.35] [%clk 0:01:00] [%x] y [%open z [%eval -1.20]",
            "word ".repeat(words)
        );
        let mut game = PgnGame::new(Setup::initial());
        game.comment(NodeId::ROOT, &text);
        let written = game.to_string();
        for command in ["[%eval 0.35]", "[%clk 0:01:00]", "[%x]", "[%eval -1.20]}"] {
            assert!(written.contains(command), "{written}");
        }
        let again = PgnReader::new(written.as_bytes()).next().expect("a game").expect("sound");
        assert_eq!(again, game, "{written}");
    }
}
