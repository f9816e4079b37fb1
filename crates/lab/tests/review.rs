//! Reviews of whole games: what is said about each kind of mistake, and what annotated games keep.

use std::sync::OnceLock;

use chess::pgn::{NodeId, PgnGame, PgnReader};
use chess::{Color, Game, Random, Setup};
use engine::{Engine, Limits};
use lab::report::{ReviewedGame, page_of_review};
use lab::review::{
    Evaluation, Interrupted, Mark, Review, ReviewedMove, WhiteScore, accuracy, annotate, main_line,
    review,
};
use toolkit::stop::StopAll;

const NODES: u64 = 20_000;

fn pgn(text: &str) -> PgnGame {
    PgnReader::new(text.as_bytes()).next().expect("a game").expect("a sound game")
}

fn game(fen: &str, moves: &str) -> Game {
    let start = if fen.is_empty() { Setup::initial() } else { fen.parse().expect("a FEN") };
    let mut game = Game::new(start);
    for san in moves.split_whitespace() {
        let mv = game.position().parse_san(san).expect(san);
        game.play(mv).expect("legal");
    }
    game
}

fn judged(game: &Game) -> Review {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut engine = Engine::new(4).expect("memory");
    review(game, &mut engine, &limits, &StopAll::default(), |_| {}).expect("not stopped")
}

/// The only move of a short game from a position.
fn only(fen: &str, san: &str) -> ReviewedMove {
    let review = judged(&game(fen, san));
    assert_eq!(review.moves.len(), 1);
    review.moves.into_iter().next().expect("a move")
}

/// A club game with mistakes by both sides.
const CLUB: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
    {Played by post.} 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 $5 {a known trap [%clk 0:01:00]} \
    (3... Bc5 {is sound} 4. c3 (4. b4 $3) 4... Nf6) 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ \
    7. Be2 Nf3# 0-1";

fn club() -> &'static (PgnGame, Review) {
    static CLUB_REVIEW: OnceLock<(PgnGame, Review)> = OnceLock::new();
    CLUB_REVIEW.get_or_init(|| {
        let pgn = pgn(CLUB);
        let review = judged(&main_line(&pgn));
        (pgn, review)
    })
}

#[test]
fn scores_chain_and_losses_are_the_differences_shown() {
    let (pgn, review) = club();
    assert_eq!((review.moves.len(), review.plies), (14, pgn.moves().len()));
    assert!(review.is_complete());
    for pair in review.moves.windows(2) {
        assert_eq!(pair[0].after, pair[1].before);
    }
    for mv in &review.moves {
        let (mover, name) = (mv.mover(), mv.name());
        let drop = mv.before.expected_for(mover) - mv.after.expected_for(mover);
        let drop_cp = mv.before.capped_for(mover) - mv.after.capped_for(mover);
        match mv.is_best {
            true => assert_eq!((mv.loss, mv.loss_cp), (0.0, 0), "{name}"),
            false => {
                assert!((mv.loss - drop.max(0.0)).abs() < 1e-9, "{name}");
                assert_eq!(mv.loss_cp, drop_cp.max(0), "{name}");
            }
        }
        assert_eq!(mv.mark, Mark::of(mv.loss), "{name}");
        let shown: f64 = mv.loss_text().parse().expect("a number");
        assert_eq!(Mark::of(shown), mv.mark, "{name}");
        assert_eq!(mv.accuracy, accuracy(mv.loss), "{name}");
        assert_eq!(mv.is_best, mv.best.san.first() == Some(&mv.san), "{name}");
        assert!(mv.mark == Mark::None || !mv.words.is_empty(), "{name}");
    }
    assert_eq!(review.outcome.as_deref(), Some("black mates"));
    let last = review.moves.last().expect("a move");
    assert_eq!((last.after.score, last.after.wdl), (WhiteScore::Mate(0), [0, 0, 1000]));
}

#[test]
fn sides_are_the_means_of_their_moves() {
    let (_, review) = club();
    for (color, side) in [(Color::White, &review.white), (Color::Black, &review.black)] {
        let moves: Vec<&ReviewedMove> =
            review.moves.iter().filter(|mv| mv.mover() == color).collect();
        let mean = |value: fn(&ReviewedMove) -> f64| {
            moves.iter().map(|mv| value(mv)).sum::<f64>() / moves.len() as f64
        };
        assert_eq!(side.moves, moves.len());
        assert!((side.accuracy.expect("moves") - mean(|mv| mv.accuracy)).abs() <= 0.005);
        assert!((side.loss - mean(|mv| mv.loss)).abs() <= 0.00005);
        for mark in [Mark::None, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder] {
            assert_eq!(side.count(mark), moves.iter().filter(|mv| mv.mark == mark).count());
        }
    }
    assert!(review.white.accuracy < review.black.accuracy);
}

#[test]
fn turning_points_are_the_greatest_losses_that_changed_the_expected_result() {
    let (_, review) = club();
    assert!((1..=3).contains(&review.turning_points.len()));
    assert!(review.turning_points.is_sorted_by_key(|turn| turn.ply));
    for turn in &review.turning_points {
        let mv = &review.moves[turn.ply - 1];
        assert!(mv.mark != Mark::None && turn.words.starts_with(&mv.words), "{}", turn.words);
        let mover = if mv.mover() == Color::White { "White" } else { "Black" };
        assert!(turn.words.contains(&format!("{mover}'s expected points fall")), "{}", turn.words);
    }
}

#[test]
fn the_same_review_with_the_same_nodes() {
    let (pgn, review) = club();
    let again = judged(&main_line(pgn));
    assert_eq!(&again, review);
    let json = serde_json::to_string(review).expect("JSON");
    assert_eq!(serde_json::from_str::<Review>(&json).expect("the same"), again);
}

#[test]
fn lines_are_legal() {
    let (pgn, review) = club();
    let mut now = Game::new(pgn.start().clone());
    for (mv, played) in review.moves.iter().zip(pgn.moves()) {
        for (line, first) in [(&mv.best, None), (&mv.reply, Some(played))] {
            let mut position = *now.position();
            if let Some(first) = first {
                position = position.after(first);
            }
            for (san, uci) in line.san.iter().zip(&line.uci) {
                let by_san = position.parse_san(san).expect(san);
                assert_eq!(by_san, position.parse_uci(uci).expect(uci));
                position = position.after(by_san);
            }
            assert_eq!(line.san.len(), line.uci.len());
        }
        now.play(played).expect("legal");
    }
}

#[test]
fn each_kind_of_mistake_has_its_words() {
    // Mates allowed and missed.
    let review = judged(&game("", "f3 e5 g4"));
    let last = review.moves.last().expect("a move");
    assert_eq!(
        (last.mark, last.words.as_str()),
        (Mark::Blunder, "g4 allows mate in 1: 2... Qh4#.")
    );
    let missed = only("6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 30", "Rd2");
    assert!(missed.words.starts_with("Rd2 misses mate in 1: 30. Rd8#. Now Black"), "{missed:?}");
    // A piece lost to a fork, with the line that shows it.
    let lost = only("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "Bxf7+");
    assert!(lost.words.starts_with("Bxf7+ loses a bishop for a pawn: after 4... Kxf7"), "{lost:?}");
    assert!(lost.words.ends_with('.') && lost.words.contains("Black is ahead by"), "{lost:?}");
    // The queen is not taken back.
    let fen = "r3k2r/ppp2ppp/5n2/3q4/3Q4/5N2/PPP2PPP/R3K2R b KQkq - 0 20";
    let kept = &judged(&game(fen, "Qxd4 a3")).moves[1];
    assert!(kept.words.starts_with("a3 does not recapture: 21. Nxd4 was necessary."), "{kept:?}");
    // A free rook is left alone.
    let spared = only("4k3/pp6/8/3r4/8/8/PPB5/3RK3 w - - 0 20", "a3");
    assert!(spared.words.contains("which wins a rook"), "{spared:?}");
    // Stalemate.
    let stale = only("7k/8/8/6Q1/8/8/8/K7 w - - 0 60", "Qg6");
    assert!(stale.words.starts_with("Qg6 misses mate in"), "{stale:?}");
    assert!(stale.words.ends_with("Now the game is drawn."), "{stale:?}");
    assert_eq!(stale.after, Evaluation { score: WhiteScore::Cp(0), wdl: [0, 1000, 0] });
}

#[test]
fn the_best_move_has_no_loss_and_no_words() {
    let mate = only("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "Rd8#");
    assert!(mate.is_best && mate.words.is_empty());
    assert_eq!((mate.loss, mate.loss_cp, mate.accuracy), (0.0, 0, 100.0));
    assert_eq!(mate.before.score, WhiteScore::Mate(1));
}

#[test]
fn games_that_are_over_are_not_searched() {
    // Neither side has moved, and the game is drawn already.
    for (fen, outcome) in [
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "draw by insufficient material"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw by stalemate"),
    ] {
        let review = judged(&game(fen, ""));
        assert_eq!((review.moves.len(), review.outcome.as_deref()), (0, Some(outcome)));
        assert_eq!((review.white.accuracy, review.turning_points.len()), (None, 0));
    }
    // The third occurrence ends the game.
    let review = judged(&game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"));
    assert_eq!(review.outcome.as_deref(), Some("draw by threefold repetition"));
    assert_eq!(review.moves[7].after.wdl, [0, 1000, 0]);
    // Kings move on in a drawn ending: nothing is lost.
    let review = judged(&game("7k/8/8/8/8/8/8/K7 w - - 0 1", "Kb2 Kg7"));
    assert_eq!(review.moves.len(), 2);
    assert!(review.moves.iter().all(|mv| mv.loss == 0.0 && mv.best.san.is_empty()));
}

#[test]
fn a_repetition_that_nobody_claims_is_searched() {
    let review = judged(&game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"));
    assert_ne!(review.moves[7].after.wdl, [0, 1000, 0]);
    assert!(!review.moves[8].best.san.is_empty());
}

#[test]
fn chess960_castling_is_reviewed() {
    let fen = "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1";
    let text = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O O-O-O *");
    let pgn = pgn(&text);
    let review = judged(&main_line(&pgn));
    assert_eq!((review.moves[0].uci.as_str(), review.moves[1].uci.as_str()), ("c1f1", "c8b8"));
    let again = self::pgn(&annotate(&pgn, &review));
    assert_eq!(again.moves(), pgn.moves());
}

#[test]
fn a_stopped_review_keeps_what_was_judged() {
    let (pgn, whole) = club();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let stop = StopAll::default();
    let mut seen = Vec::new();
    let mut engine = Engine::new(4).expect("memory");
    engine.multi_pv = 3;
    let stopped = review(&main_line(pgn), &mut engine, &limits, &stop, |progress| {
        assert_eq!(progress.of, 14);
        seen.push((progress.judged, progress.last.san.clone()));
        if progress.judged == 5 {
            stop.request();
        }
    });
    let Err(interrupted @ Interrupted { .. }) = stopped else { panic!("not stopped") };
    assert_eq!(interrupted.to_string(), "interrupted after 5 of 14 moves");
    let partial = &interrupted.partial;
    assert_eq!(partial.moves, whole.moves[..5]);
    assert_eq!((partial.white.moves, partial.black.moves, partial.is_complete()), (3, 2, false));
    assert_eq!(seen[4], (5, "Bc4".to_owned()));
    assert_eq!(engine.multi_pv, 3, "the caller's setting is restored");
}

#[test]
fn annotated_games_keep_their_moves_comments_and_variations() {
    let (original, review) = club();
    let text = annotate(original, review);
    let annotated = pgn(&text);
    assert_eq!(annotated.moves(), original.moves());
    assert_eq!(annotated.result(), original.result());
    assert!(annotated.tree().node(NodeId::ROOT).comment() == "Played by post.");
    let nodes: Vec<NodeId> = annotated.tree().main_line().collect();
    let trap = annotated.tree().node(nodes[5]);
    assert!(trap.comment().starts_with("a known trap [%clk 0:01:00] [%eval "), "{text}");
    assert!(trap.nags().contains(&5), "{text}");
    for kept in ["{is sound}", "(4. b4 $3)", "[White \"Ada\"]", "[Annotator \"Secateur\"]"] {
        assert!(text.replace('\n', " ").contains(kept), "{kept}: {text}");
    }
    for ((id, mv), before) in nodes.iter().zip(&review.moves).zip(original.tree().main_line()) {
        let node = annotated.tree().node(*id);
        assert!(node.comment().contains(&mv.words), "{text}");
        // A judgement of the game stays the only one.
        let nags = original.tree().node(before).nags();
        let nag = mv.mark.threshold().map(|threshold| threshold.nag);
        match nags.iter().any(|nag| (1..=6).contains(nag)) {
            true => assert_eq!(node.nags(), nags, "{text}"),
            false => assert!(nag.is_none_or(|nag| node.nags().contains(&nag)), "{text}"),
        }
        if mv.mark != Mark::None {
            let parent = annotated.tree().parent(*id).expect("a parent");
            let position = annotated.position_at(parent);
            let best = position.parse_san(&mv.best.san[0]).expect("legal");
            let mut beside = annotated.tree().children(parent);
            assert!(beside.any(|child| annotated.tree().node(child).mv() == Some(best)), "{text}");
        }
    }
    // A second annotation adds nothing.
    assert_eq!(annotate(&annotated, review), text);
    // Every move and variation of the original is still there.
    assert!(annotated.tree().len() >= original.tree().len());
}

#[test]
fn a_game_is_annotated_up_to_its_error() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 (2. d4 {centre}) Ke3 3. Bc4 1-0\n";
    let error = PgnReader::new(text.as_bytes()).next().expect("a game").expect_err("a fault");
    let shown = error.to_string();
    let partial = error.partial.expect("the moves before it");
    assert_eq!(partial.moves().len(), 3);
    let mut review = judged(&main_line(&partial));
    review.fault = Some(shown.clone());
    let text = annotate(&partial, &review);
    assert!(text.replace('\n', " ").contains(&format!("Not read beyond this: {shown}")), "{text}");
    assert!(text.contains("{centre}"), "{text}");
    assert_eq!(pgn(&text).moves(), partial.moves());
}

#[test]
fn a_null_move_ends_what_is_judged() {
    let error = PgnReader::new(&b"1. e4 -- 2. d4 *"[..]).next().expect("a game").expect_err("null");
    let partial = error.partial.expect("the moves before it");
    assert_eq!(judged(&main_line(&partial)).moves.len(), 1);
}

#[test]
fn hostile_comments_and_glyphs_survive_annotation() {
    let comment = "x".repeat(65_500);
    let glyphs: String = (10..42).map(|nag| format!(" ${nag}")).collect();
    let text =
        format!("1. f3 {{{comment}}} e5 2. g4{glyphs} {{</script> [%eval 9.9] \\ ;}} Qh4# 0-1");
    let original = pgn(&text);
    let review = judged(&main_line(&original));
    let annotated = pgn(&annotate(&original, &review));
    assert_eq!(annotated.moves(), original.moves());
    let nodes: Vec<NodeId> = annotated.tree().main_line().collect();
    assert!(annotated.tree().node(nodes[0]).comment().contains(&comment));
    assert_eq!(annotated.tree().node(nodes[2]).nags().len(), 32);
    assert!(annotated.tree().node(nodes[2]).comment().starts_with("</script> [%eval 9.9] \\ ;"));
}

/// Texts with bytes of a game changed, doubled or dropped: nothing panics, and what is annotated can
/// be read again with the same moves.
#[test]
fn damaged_games_are_reviewed_as_far_as_they_are_sound() {
    let mut random = Random::new(22);
    let mut engine = Engine::new(1).expect("memory");
    let limits = Limits { nodes: Some(20), ..Limits::default() };
    let signs = b"()[]{}\"\\;%$*-=+#?!<>&'0O9xXNzZ \n\xc3\xff\x00";
    let mut partial_games = 0;
    for _ in 0..200 {
        let mut text = CLUB.as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            let place = random.below(text.len());
            match random.below(3) {
                0 => text[place] = signs[random.below(signs.len())],
                1 => text.insert(place, signs[random.below(signs.len())]),
                _ => drop(text.remove(place)),
            }
        }
        for read in PgnReader::new(&text[..]) {
            let (pgn, fault) = match read {
                Ok(pgn) => (pgn, None),
                Err(error) => {
                    let fault = error.to_string();
                    let Some(partial) = error.partial else { continue };
                    partial_games += 1;
                    (*partial, Some(fault))
                }
            };
            let game = main_line(&pgn);
            let found = review(&game, &mut engine, &limits, &StopAll::default(), |_| {});
            let found = Review { fault, ..found.expect("not stopped") };
            let again = self::pgn(&annotate(&pgn, &found));
            assert_eq!(again.moves(), pgn.moves(), "{}", String::from_utf8_lossy(&text));
            let page =
                page_of_review(&[ReviewedGame { number: 1, pgn: &pgn, review: &found }], "x");
            assert!(page.contains("</html>") && !page.contains("NaN"));
        }
    }
    assert!(partial_games > 20, "{partial_games} games had a fault");
}
