//! The order of the stages, the order within each, and the moves that are left out.

use super::*;
use crate::knobs::Knobs;
use crate::search::fixture::Fixture;

/// A pawn takes a pawn, a queen takes a defended pawn, and many quiet moves.
const MIXED: &str = "4k3/8/2p5/3p4/4P3/8/8/3QK2R w - - 0 1";

/// Hands out all moves of a node and says the stage of each.
fn drain(fixture: &mut Fixture, mut picker: Picker) -> Vec<(Move, Stage)> {
    let position = fixture.position;
    let checks = Checks::new(&position);
    let previous = [PieceTo::NONE; 3];
    let search = fixture.searcher();
    let inputs = search.picker_inputs(&position, &checks, &previous);
    let mut moves = Vec::new();
    while let Some(mv) = picker.next(&inputs) {
        moves.push((mv, picker.stage()));
    }
    assert_eq!(picker.next(&inputs), None);
    assert_eq!(picker.stage(), Stage::Done);
    moves
}

fn all(
    fixture: &mut Fixture,
    table: Option<Move>,
    killers: [Option<Move>; 2],
) -> Vec<(Move, Stage)> {
    drain(fixture, Picker::new(table, killers, MoveBuffer::new()))
}

fn moves(handed: &[(Move, Stage)]) -> Vec<Move> {
    handed.iter().map(|&(mv, _)| mv).collect()
}

#[test]
fn the_stages_come_in_order_and_losing_captures_last() {
    let mut fixture = Fixture::new(MIXED, Knobs::default());
    let [table, killer, good, bad] = ["h1h5", "h1g1", "e4d5", "d1d5"].map(|uci| fixture.mv(uci));
    let handed = all(&mut fixture, Some(table), [Some(killer), None]);
    assert_eq!(handed[0], (table, Stage::MakeNoisy));
    assert_eq!(handed[1], (good, Stage::GoodNoisy));
    assert_eq!(handed[2], (killer, Stage::Killers));
    let last = handed.len() - 1;
    assert!(handed[3..last].iter().all(|&(mv, stage)| stage == Stage::Quiet && !mv.is_noisy()));
    assert_eq!(handed[last], (bad, Stage::BadNoisy));
}

#[test]
fn every_legal_move_is_handed_out_once() {
    for fen in [
        MIXED,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/1P2k3/8/8/8/8/6p1/4K3 w - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    ] {
        let mut fixture = Fixture::new(fen, Knobs { use_countermoves: true, ..Knobs::default() });
        let legal: Vec<Move> = fixture.position.legal_moves().iter().copied().collect();
        let mut tables = vec![None];
        tables.extend(legal.iter().copied().map(Some));
        for table in tables {
            for killers in
                [[None; 2], [table, legal.first().copied()], [legal.last().copied(), None]]
            {
                let mut handed: Vec<u16> =
                    all(&mut fixture, table, killers).iter().map(|(mv, _)| mv.bits()).collect();
                let mut expected: Vec<u16> = legal.iter().map(|mv| mv.bits()).collect();
                handed.sort_unstable();
                expected.sort_unstable();
                assert_eq!(handed, expected);
            }
        }
    }
}

#[test]
fn killers_are_tested_before_they_are_handed_out() {
    let mut fixture = Fixture::new(MIXED, Knobs::default());
    let elsewhere = Fixture::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Knobs::default());
    let capture = Some(fixture.mv("d1d5"));
    let table = fixture.mv("h1h5");
    let second = Some(fixture.mv("h1h8"));
    let black = Fixture::new("4k3/8/2p5/3p4/4P3/8/8/3QK2R b - - 0 1", Knobs::default());
    for first in [
        None,
        Some(table),
        capture,
        Some(elsewhere.mv("a1a8")),
        Some(black.mv("e8e7")),
        Some(black.mv("c6c5")),
    ] {
        let handed = all(&mut fixture, Some(table), [first, second]);
        let killers: Vec<Move> =
            handed.iter().filter(|it| it.1 == Stage::Killers).map(|it| it.0).collect();
        assert_eq!(killers, Vec::from_iter(second), "{first:?}");
    }
}

#[test]
fn a_killer_that_leaves_the_king_in_check_is_not_handed_out() {
    // The bishop is pinned.
    let mut fixture = Fixture::new("4r2k/8/8/8/8/4B3/8/4K3 w - - 0 1", Knobs::default());
    let free = Fixture::new("7k/8/8/8/8/4B3/8/4K3 w - - 0 1", Knobs::default());
    let pinned = free.mv("e3f4");
    let handed = all(&mut fixture, None, [Some(pinned), None]);
    assert!(!moves(&handed).contains(&pinned));
}

/// A rook may take a knight that a pawn defends: it loses 260.
const ROOK: &str = "4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1";
/// A bishop may: it loses 20.
const BISHOP: &str = "4k3/8/2p5/3n4/8/8/6B1/4K3 w - - 0 1";

#[test]
fn a_good_capture_may_lose_half_of_its_gain() {
    for (fen, uci, stage) in [(ROOK, "d1d5", Stage::BadNoisy), (BISHOP, "g2d5", Stage::GoodNoisy)] {
        let mut fixture = Fixture::new(fen, Knobs::default());
        let capture = fixture.mv(uci);
        assert!(all(&mut fixture, None, [None; 2]).contains(&(capture, stage)), "{uci}");
    }
}

#[test]
fn the_history_of_a_capture_moves_that_limit() {
    // The gain of 420 counts 6,720; with 1,600 more the limit is a loss of 260.
    for (history, stage) in [(1_599, Stage::BadNoisy), (1_600, Stage::GoodNoisy)] {
        let mut fixture = Fixture::new(ROOK, Knobs::default());
        let position = fixture.position;
        let rook = fixture.mv("d1d5");
        fixture.searcher().histories.reward_capture(&position, rook, history);
        assert!(all(&mut fixture, None, [None; 2]).contains(&(rook, stage)), "{history}");
    }
}

#[test]
fn history_outweighs_victims_at_sixteen_points_a_centipawn() {
    // A bishop is worth 20 more than a knight: 320 points.
    for (history, knight_first) in [(319, false), (321, true)] {
        let mut fixture = Fixture::new("4k3/8/8/3n1b2/4P3/8/8/4K3 w - - 0 1", Knobs::default());
        let position = fixture.position;
        let knight = fixture.mv("e4d5");
        fixture.searcher().histories.reward_capture(&position, knight, history);
        assert_eq!(all(&mut fixture, None, [None; 2])[0].0 == knight, knight_first);
    }
}

#[test]
fn greater_victims_come_first_and_equal_ones_in_the_order_of_generation() {
    let mut fixture = Fixture::new("4k3/8/8/3n1r2/4P3/8/8/4K3 w - - 0 1", Knobs::default());
    let handed = moves(&all(&mut fixture, None, [None; 2]));
    assert_eq!(handed[..2], [fixture.mv("e4f5"), fixture.mv("e4d5")]);
    let mut fixture = Fixture::new("4k3/8/8/3n1n2/4P3/8/8/4K3 w - - 0 1", Knobs::default());
    let mut generated = MoveList::new();
    fixture.position.generate::<Noisy>(&mut generated);
    let first = *generated.iter().next().unwrap();
    assert_eq!(moves(&all(&mut fixture, None, [None; 2]))[0], first);
}

#[test]
fn skipped_quiets_leave_only_the_losing_captures() {
    let mut fixture = Fixture::new(MIXED, Knobs::default());
    let position = fixture.position;
    let [good, killer, bad] = ["e4d5", "h1g1", "d1d5"].map(|uci| fixture.mv(uci));
    let checks = Checks::new(&position);
    let previous = [PieceTo::NONE; 3];
    let search = fixture.searcher();
    let inputs = search.picker_inputs(&position, &checks, &previous);
    // At once: neither killers nor quiet moves.
    let mut picker = Picker::new(None, [Some(killer), None], MoveBuffer::new());
    picker.skip_quiets();
    let rest: Vec<Move> = core::iter::from_fn(|| picker.next(&inputs)).collect();
    assert_eq!(rest, [good, bad]);
    // After the first quiet move.
    let mut picker = Picker::new(None, [None; 2], MoveBuffer::new());
    for _ in 0..2 {
        picker.next(&inputs);
    }
    assert_eq!(picker.stage(), Stage::Quiet);
    picker.skip_quiets();
    assert_eq!(picker.next(&inputs), Some(bad));
    assert_eq!(picker.next(&inputs), None);
}

#[test]
fn a_picker_of_captures_hands_out_all_of_them_by_score_and_no_quiet_move() {
    let mut fixture = Fixture::new(MIXED, Knobs::default());
    let [pawn, queen, quiet] = ["e4d5", "d1d5", "h1h5"].map(|uci| fixture.mv(uci));
    let noisy = |fixture: &mut Fixture, table, checks| {
        moves(&drain(fixture, Picker::noisy(table, checks, MoveBuffer::new())))
    };
    let captures = noisy(&mut fixture, None, false);
    assert_eq!(captures.len(), 2);
    assert!(captures.contains(&pawn) && captures.contains(&queen));
    assert_eq!(noisy(&mut fixture, Some(queen), false), [queen, pawn]);
    assert_eq!(noisy(&mut fixture, Some(quiet), false), captures, "a quiet table move is left out");
}

#[test]
fn quiet_checks_that_do_not_lose_follow_the_captures_if_asked_for() {
    // The rook checks on h8 safely; the queen on e2 too; on a4 it would be taken by the pawn.
    let fen = "4k3/8/2p5/1p1p4/4P3/8/8/3QK2R w - - 0 1";
    let mut fixture = Fixture::new(fen, Knobs::default());
    let rook = fixture.mv("h1h8");
    let picker = Picker::noisy(None, true, MoveBuffer::new());
    let handed = drain(&mut fixture, picker);
    let quiet: Vec<Move> = moves(&handed).into_iter().filter(|mv| !mv.is_noisy()).collect();
    assert!(quiet.contains(&rook));
    let checks = Checks::new(&fixture.position);
    let values = crate::EXCHANGE;
    assert!(quiet.iter().all(|&mv| checks.gives_check(&fixture.position, mv)));
    assert!(quiet.iter().all(|&mv| fixture.position.exchange_at_least(mv, 0, &values)));
    let losing = fixture.mv("d1h5");
    assert!(handed.iter().any(|it| it.0 == losing) == quiet.contains(&losing));
    assert!(!quiet.contains(&fixture.mv("d1a4")), "the pawn takes the queen there");
    let without = moves(&drain(&mut fixture, Picker::noisy(None, false, MoveBuffer::new())));
    assert!(without.iter().all(|mv| mv.is_noisy()));
}

#[test]
fn the_countermove_gets_its_bonus_if_set() {
    for (use_countermoves, first) in [(true, true), (false, false)] {
        let k = Knobs { use_countermoves, countermove_bonus: 20_000, ..Knobs::default() };
        let mut fixture = Fixture::new("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", k);
        let position = fixture.position;
        let counter = fixture.mv("e1f2");
        let last = PieceTo::of(&position, counter);
        let checks = Checks::new(&position);
        let previous = [last, PieceTo::NONE, PieceTo::NONE];
        let search = fixture.searcher();
        search.histories.set_countermove(last, counter);
        let inputs = search.picker_inputs(&position, &checks, &previous);
        let mut picker = Picker::new(None, [None; 2], MoveBuffer::new());
        assert_eq!(picker.next(&inputs) == Some(counter), first);
    }
}

/// The score of a quiet move without any history.
fn score(fen: &str, uci: &str) -> i32 {
    let mut fixture = Fixture::new(fen, Knobs::default());
    let position = fixture.position;
    let mv = fixture.mv(uci);
    let checks = Checks::new(&position);
    let previous = [PieceTo::NONE; 3];
    let search = fixture.searcher();
    let inputs = search.picker_inputs(&position, &checks, &previous);
    let rows = search.histories.rows(&position, &previous);
    quiet_score(&inputs, &rows, &Danger::new(&position), mv)
}

#[test]
fn minor_pieces_fear_pawns() {
    // The pawn on c4 attacks b3 and d3.
    for (piece, entering, elsewhere) in [("N", "b2d3", "b2d1"), ("B", "a2b3", "a2b1")] {
        let square = if piece == "N" { "1N6" } else { "B7" };
        let fen = format!("7k/8/8/8/2p5/8/{square}/7K w - - 0 1");
        assert_eq!((score(&fen, entering), score(&fen, elsewhere)), (-8_000, 0), "{piece}");
        let fen = format!("7k/8/8/8/2p5/1{piece}6/8/7K w - - 0 1");
        let leaving = if piece == "N" { "b3a1" } else { "b3a2" };
        assert_eq!(score(&fen, leaving), 8_000, "{piece}");
    }
}

#[test]
fn minor_pieces_do_not_fear_pieces() {
    // The rook, the bishop and the knight attack d3.
    for enemy in ["3r3k/8/8/8/8/8/1N6/6K1", "7k/8/8/8/4b3/8/1N6/6K1", "7k/8/8/8/1n6/8/1N6/6K1"] {
        assert_eq!(score(&format!("{enemy} w - - 0 1"), "b2d3"), 0);
    }
}

/// The boards on which a pawn, a knight, a bishop, a rook and a queen attack d4.
const ATTACKERS: [&str; 5] = [
    "6k1/8/8/4p3/8/8/8/",
    "6k1/8/8/5n2/8/8/8/",
    "6k1/6b1/8/8/8/8/8/",
    "6k1/8/8/8/r7/8/8/",
    "6k1/8/8/8/q7/8/8/",
];

#[test]
fn rooks_fear_pawns_knights_and_bishops() {
    let entering = ATTACKERS.map(|board| score(&format!("{board}3R3K w - - 0 1"), "d1d4"));
    assert_eq!(entering, [-12_000, -12_000, -12_000, 0, 0]);
    assert_eq!(score("6k1/8/8/5n2/3R4/8/8/7K w - - 0 1", "d4d1"), 12_000);
    assert_eq!(score("6k1/8/8/1n3n2/8/8/8/3R3K w - - 0 1", "d1d4"), -12_000, "two attackers");
}

#[test]
fn queens_fear_rooks_too() {
    let entering =
        ATTACKERS[..4].iter().map(|board| score(&format!("{board}3Q3K w - - 0 1"), "d1d4"));
    assert_eq!(Vec::from_iter(entering), [-14_000; 4]);
    assert_eq!(score("6k1/8/8/8/r2Q4/8/8/7K w - - 0 1", "d4d1"), 16_000);
    assert_eq!(score("q5k1/8/8/8/8/8/8/3Q2K1 w - - 0 1", "d1a1"), 0, "a queen");
}

#[test]
fn pawns_and_kings_fear_nobody() {
    assert_eq!(score("7k/8/8/4p3/8/8/3P4/7K w - - 0 1", "d2d4"), 0);
    assert_eq!(score("7k/8/8/8/8/5n2/8/7K w - - 0 1", "h1g2"), 0);
}

#[test]
fn a_check_gets_its_bonus_unless_it_loses_a_pawn_or_more() {
    assert_eq!(score("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), 10_000);
    // The pawn's check on f6 is answered by taking it.
    assert_eq!(score("8/6k1/8/5P2/8/8/8/4K3 w - - 0 1", "f5f6"), 0);
    assert_eq!(score("8/6k1/8/4KP2/8/8/8/8 w - - 0 1", "f5f6"), 10_000, "the king defends it");
}

#[test]
fn the_buffer_comes_back_emptied_and_with_its_memory() {
    let mut fixture = Fixture::new(MIXED, Knobs::default());
    let position = fixture.position;
    let checks = Checks::new(&position);
    let previous = [PieceTo::NONE; 3];
    let search = fixture.searcher();
    let mut picker = Picker::new(None, [None; 2], MoveBuffer::with_capacity(100));
    picker.next(&search.picker_inputs(&position, &checks, &previous));
    let buffer = picker.into_buffer();
    assert!(buffer.is_empty() && buffer.capacity() >= 100);
}
