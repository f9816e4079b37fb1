//! Positions whose answer is known by construction: one heuristic is on, with a setting that hides the
//! move, and nothing else cuts. `why` must name this heuristic and prove it.

use chess::{Game, Move, Setup};
use engine::knobs::{Knob, Knobs};
use lab::limit::Limit;
use lab::suite::read_suites;
use lab::why::{Verdict, WhyAnswer, WhyFinish, WhyRun, WhySettings, WhySummary, explain, tasks};
use toolkit::TempFolder;
use toolkit::presets::Preset;
use toolkit::stop::StopAll;

/// A heuristic, settings with which it hides moves, and positions with the moves that it hides.
type Case =
    (&'static str, &'static [&'static str], &'static [(&'static str, &'static [&'static str])]);

#[rustfmt::skip]
const CASES: [Case; 11] = [
    ("MoveCount", &["MoveCountPruning=true", "MoveCountLimit1=1", "MoveCountLimit2=2", "MoveCountLimit3=3", "MoveCountImprovingRatio=25", "PruneFrom=second-move"], &[
        ("2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - 0 1", &["Ng4+"]),
        ("rnbqkb1r/1p3ppp/5N2/1p2p1B1/2P5/8/PP2PPPP/R2QKB1R b KQkq - 0 1", &["Qxf6"]),
        ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", &["Rb7"]),
    ]),
    ("StaticNull", &["UseStaticNull=true", "NullMoveStaticMargin=50", "StaticNullMaxDepth=8", "StaticNullImproving=true", "StaticNullGuard=none", "StaticNullReturn=eval", "StaticNullSpareTtPv=false", "StaticNullSpareQuietMove=false"], &[
        ("QR2rq1k/2p3p1/3p1pPp/8/4P3/8/P1r3PP/1R4K1 b - - 0 1", &["Rxa2"]),
        ("2k5/pppr4/4R3/4Q3/2pp2q1/8/PPP2PPP/6K1 w - - 0 1", &["f3", "h3"]),
        ("1r5k/p1p3pp/8/8/4p3/P1P1R3/1P1Q1qr1/2KR4 w - - 0 1", &["Re2"]),
    ]),
    ("Razoring", &["UseRazoring=true", "RazorMaxDepth=6", "RazorMargin1=100", "RazorMargin2=200"], &[
        ("2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - 0 1", &["Ng4+"]),
        ("rnbqkb1r/1p3ppp/5N2/1p2p1B1/2P5/8/PP2PPPP/R2QKB1R b KQkq - 0 1", &["Qxf6"]),
        ("1r5k/p1p3pp/8/8/4p3/P1P1R3/1P1Q1qr1/2KR4 w - - 0 1", &["Re2"]),
    ]),
    ("NodeFutility", &["NodeFutility=true", "NodeFutilityMaxDepth=6", "NodeFutilityMargin1=50", "NodeFutilityMargin2=50"], &[
        ("2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - 0 1", &["Ng4+"]),
        ("rnbqkb1r/1p3ppp/5N2/1p2p1B1/2P5/8/PP2PPPP/R2QKB1R b KQkq - 0 1", &["Qxf6"]),
        ("r3k2r/2p2p2/p2p1n2/1p2p3/4P2p/1PPPPp1q/1P5P/R1N2QRK b kq - 0 1", &["Ng4"]),
    ]),
    ("NullMove", &["UseNullMove=true", "NullMoveReductionBase=6", "NullMoveGate=none", "NullMoveNeedsPieces=false", "NullMoveMaterial=0", "NullMoveVerification=false"], &[
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", &["Qg6"]),
    ]),
    ("Futility", &["FutilityPruning=true", "FutilityMaxDepth=10", "FutilityBase=50", "FutilityScale=20", "FutilitySpareChecks=false"], &[
        ("rnbqkb1r/1p3ppp/5N2/1p2p1B1/2P5/8/PP2PPPP/R2QKB1R b KQkq - 0 1", &["Qxf6"]),
        ("2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - 0 1", &["Ng4+"]),
        ("8/k7/p7/3Qp2P/n1P5/3KP3/1q6/8 b - - 0 1", &["e4+"]),
    ]),
    ("SeePruning", &["SEEPruning=true", "SEEPruningMaxDepth=20", "SEEPruningQuiet=5", "SEEPruningNoisy=30"], &[
        ("1r5k/p1p3pp/8/8/4p3/P1P1R3/1P1Q1qr1/2KR4 w - - 0 1", &["Re2"]),
        ("3r2k1/p2q4/1p4p1/3rRp1p/5P1P/6PK/P3R3/3Q4 w - - 0 1", &["Rxd5"]),
        ("5rk1/n1p1R1bp/p2p4/1qpP1QB1/7P/2P3P1/PP3P2/6K1 w - - 0 1", &["Rxg7+"]),
    ]),
    ("HistoryPruning", &["HistoryPruning=true", "HistoryPruningMaxDepth=12", "HistoryPruningMargin=500"], &[
        ("1R6/p5pk/4p2p/4P3/8/2r3qP/P3R1b1/4Q1K1 b - - 0 1", &["Rc1"]),
        ("5r1k/6Rp/1p2p3/p2pBp2/1qnP4/4P3/Q4PPP/6K1 w - - 0 1", &["Qxc4"]),
        ("1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w - - 0 1", &["Rxb7"]),
    ]),
    ("Reductions", &["LMREnabled=true", "LMRMinDepth=2", "LMRMinMoveNumber=2", "LMRBaseReduction=200", "LMRDepthFactor=100", "LMRNoisyBase=200", "LMRNoisyFactor=100", "LMRCheck=0"], &[
        ("2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - 0 1", &["Ng4+"]),
        ("8/k7/p7/3Qp2P/n1P5/3KP3/1q6/8 b - - 0 1", &["e4+"]),
        ("1R6/p5pk/4p2p/4P3/8/2r3qP/P3R1b1/4Q1K1 b - - 0 1", &["Rc1"]),
    ]),
    ("ProbCut", &["UseProbCut=true", "ProbCutMinDepth=3", "ProbCutMargin=40", "ProbCutImproving=120", "ProbCutReduction=6"], &[
        ("r1b1k1nr/pp3pQp/4pq2/3pn3/8/P1P5/2P2PPP/R1B1KBNR w KQkq - 0 1", &["Bh6"]),
        ("r4rk1/1bR1bppp/4pn2/1p2N3/1P6/P3P3/4BPPP/3R2K1 b - - 0 1", &["Bd6"]),
        ("1rbq1rk1/p1p1bppp/2p2n2/8/Q1BP4/2N5/PP3PPP/R1B2RK1 b - - 0 1", &["Rb4"]),
    ]),
    ("Delta", &["UseDeltaPruning=true", "DeltaMargin=0", "DeltaSpareChecks=false"], &[
        ("1r5k/p1p3pp/8/8/4p3/P1P1R3/1P1Q1qr1/2KR4 w - - 0 1", &["Re2"]),
        ("1R6/p5pk/4p2p/4P3/8/2r3qP/P3R1b1/4Q1K1 b - - 0 1", &["Rc1"]),
        ("6k1/p4p1p/1p3np1/2q5/4p3/4P1N1/PP3PPP/3Q2K1 w - - 0 1", &["Qd8+"]),
    ]),
];

const SPREAD: usize = 31;

/// The bare preset with these settings.
fn bare(settings: &[&str]) -> Knobs {
    let mut knobs = Preset::find("bare").unwrap().knobs().unwrap();
    for setting in settings {
        let (name, value) = setting.split_once('=').unwrap();
        Knob::find(name).expect(name).set(&mut knobs, value).unwrap();
    }
    knobs
}

fn settings(knobs: Knobs) -> WhySettings {
    WhySettings { limit: Limit::Depth(4), hash: 4, knobs, effort: 20 }
}

fn read(fen: &str, moves: &[&str]) -> (Game, Vec<Move>) {
    let game = Game::new(fen.parse::<Setup>().unwrap());
    let moves = moves.iter().map(|mv| game.position().parse_san(mv).unwrap()).collect();
    (game, moves)
}

fn why(fen: &str, moves: &[&str], knobs: Knobs) -> WhyAnswer {
    let (game, targets) = read(fen, moves);
    explain(&game, &targets, &[], &settings(knobs), &StopAll::default()).unwrap()
}

#[test]
fn the_heuristic_that_hides_a_move_is_named_and_proved() {
    let mut named = 0;
    for (heuristic, set, positions) in CASES {
        for (fen, moves) in positions {
            let answer = why(fen, moves, bare(set));
            let words = answer.paragraph();
            assert_eq!(answer.verdict, Verdict::Proved, "{heuristic}, {fen}: {words}");
            assert_eq!(answer.hidden_by(), [heuristic], "{fen}: {words}");
            assert!(answer.confirmed, "{fen}: {words}");
            let proof = answer.proof.unwrap();
            assert!(proof.tables.iter().any(|table| table.held && table.megabytes == 4));
            assert!(proof.shams.iter().all(|sham| !sham.found));
            named += 1;
        }
    }
    assert_eq!(named, SPREAD);
}

#[test]
fn a_move_that_is_played_needs_no_explanation() {
    let (_, _, positions) = CASES[0];
    let (fen, moves) = positions[0];
    let answer = why(fen, moves, bare(&[]));
    assert_eq!(answer.verdict, Verdict::Found);
    assert_eq!((answer.choice.as_str(), answer.searches), (moves[0], 1));
    assert!(answer.pardons.is_empty() && answer.paragraph().contains("nothing to explain"));
}

#[test]
fn a_bad_move_is_not_confirmed() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let answer = why(fen, &["g4"], bare(&[]));
    assert!(!answer.confirmed && answer.verdict == Verdict::Unexplained, "{}", answer.paragraph());
    assert!(answer.paragraph().contains("not confirm"));
}

#[test]
fn an_answer_says_where_the_cut_stands_and_what_it_compared() {
    let (_, set, positions) = CASES.into_iter().find(|case| case.0 == "StaticNull").unwrap();
    let (fen, moves) = positions[0];
    let answer = why(fen, moves, bare(set));
    let pardon = &answer.pardons[0];
    assert_eq!(pardon.line.first(), Some(&answer.mv));
    assert!(pardon.key.as_ref().is_some_and(|key| key.len() == 16));
    assert!(pardon.value.unwrap() >= pardon.threshold.unwrap(), "{pardon:?}");
    assert!(
        answer.tree().iter().any(|line| line.contains(">>> StaticNull")),
        "{:?}",
        answer.tree()
    );
}

#[test]
fn a_time_limit_is_refused() {
    let (game, targets) = read("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &["Ra8"]);
    let limit = Limit::MoveTime(core::time::Duration::from_secs(1));
    let settings = WhySettings { limit, ..settings(Knobs::default()) };
    let error = explain(&game, &targets, &[], &settings, &StopAll::default()).unwrap_err();
    assert!(error.to_string().contains("expected nodes or depth"), "{error}");
}

#[test]
fn a_run_over_suites_counts_what_hid_the_moves_and_resumes() {
    let folder = TempFolder::new("why");
    let (_, set, positions) = CASES[0];
    let lines: Vec<String> = positions
        .iter()
        .map(|(fen, moves)| {
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            format!("{} bm {};\n", fields.join(" "), moves.join(" "))
        })
        .chain(["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am g4; id \"avoid\";\n".to_owned()])
        .chain(["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"mate\";\n".to_owned()])
        .collect();
    let path = folder.file("few.epd");
    std::fs::write(&path, lines.concat()).unwrap();
    let (suites, positions) = read_suites(&[path]).unwrap();
    let (wanted, notes) = tasks(&suites, &positions);
    assert_eq!(wanted.len(), 4);
    assert!(notes.len() == 1 && notes[0].contains("avoid: skipped"), "{notes:?}");
    let out = folder.file("run");
    let open = || WhyRun::open(&out, wanted.clone(), settings(bare(set)), None).unwrap();
    let stop = StopAll::default();
    let mut run = open();
    // Stopped after the first answer, which is kept.
    let finish = run.run(1, &stop, |_, _| stop.request()).unwrap();
    assert_eq!((finish, run.answers().count()), (WhyFinish::Stopped, 1));
    drop(run);
    let mut run = open();
    assert_eq!(run.answers().count(), 1);
    let mut asked = 0;
    let finish = run.run(1, &StopAll::default(), |_, _| asked += 1).unwrap();
    assert_eq!((finish, asked), (WhyFinish::AllAnswered, 3));
    let summary = WhySummary::new(run.answers());
    assert_eq!((summary.solved, summary.proved), (1, 3));
    assert_eq!(summary.hidden_by, [("MoveCount".to_owned(), 3)]);
    let expected = "Of 3 unsolved positions 3 were hidden by cuts: 3 by MoveCount.";
    assert_eq!(summary.sentence(), expected);
    let results = std::fs::read_to_string(run.write_results().unwrap()).unwrap();
    assert!(results.contains("\"proved\": 3"));
    let answers: Vec<&WhyAnswer> = run.answers().collect();
    let page = lab::report::page_of_why(&answers, run.questions());
    assert!(page.contains(expected) && page.contains("few line 1"));
}
