//! The margins of each form, the exemptions one by one, and what a skipped move counts for.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};
use crate::search::{NonPv, Pv, Root};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::Futility;
const FORMS: [FutilityMargins; 4] = [
    FutilityMargins::Formula,
    FutilityMargins::Conservative,
    FutilityMargins::UltraSafe,
    FutilityMargins::Proposal,
];

/// A margin of 150 and 60 a ply up to nominal depth 4; nothing is spared.
fn plain() -> Knobs {
    Knobs {
        futility_max_depth: 4,
        futility_base: 150,
        futility_scale: 60,
        futility_depth: FutilityDepth::Nominal,
        futility_spare_checks: false,
        ..Knobs::default()
    }
}

fn margins(form: FutilityMargins) -> [i32; 11] {
    let k = Knobs { futility_margins: form, ..plain() };
    core::array::from_fn(|depth| margin(&k, depth as i32))
}

#[test]
fn the_formula_adds_its_scale_for_every_ply() {
    let margins = margins(FutilityMargins::Formula);
    assert_eq!(margins, [150, 210, 270, 330, 390, 450, 510, 570, 630, 690, 750]);
}

#[test]
fn the_conservative_margins_are_those_of_their_table() {
    let margins = margins(FutilityMargins::Conservative);
    assert_eq!(margins, [150, 210, 270, 330, 390, 650, 900, 1_200, 1_600, 2_000, 2_400]);
}

#[test]
fn the_ultra_safe_margins_are_those_of_their_table() {
    let margins = margins(FutilityMargins::UltraSafe);
    assert_eq!(margins, [200, 250, 350, 450, 550, 750, 1_000, 1_400, 1_800, 2_200, 2_600]);
}

#[test]
fn the_proposed_margins_are_those_of_their_table() {
    let margins = margins(FutilityMargins::Proposal);
    assert_eq!(margins, [150, 210, 270, 330, 390, 500, 650, 850, 1_100, 1_350, 1_600]);
}

#[test]
fn margins_grow_with_depth_for_every_base_scale_and_form() {
    for form in FORMS {
        for base in 50..=500 {
            for scale in 20..=200 {
                let (futility_base, futility_scale) = (base, scale);
                let k = Knobs { futility_margins: form, futility_base, futility_scale, ..plain() };
                assert!((1..=10).all(|depth| margin(&k, depth) > margin(&k, depth - 1)));
            }
        }
    }
}

/// What becomes of a move of a node at depth 2, where the margin is 270.
fn reach<K: NodeKind>(
    k: Knobs,
    fen: &str,
    uci: &str,
    eval: Option<i32>,
    change: impl Fn(&mut NodeContext<'_>, &mut MoveContext),
) -> Option<i32> {
    let mut fixture = Fixture::new(fen, k);
    let position = fixture.position;
    let mut this = MoveContext::plain(fixture.mv(uci));
    this.alpha = cp(100);
    let mut node = NodeContext { static_eval: eval.map(cp), ..NodeContext::plain(&position, 2) };
    change(&mut node, &mut this);
    fixture.searcher().futility::<K>(&node, &this).map(Score::raw)
}

fn quiet(k: Knobs, eval: i32) -> Option<i32> {
    reach::<NonPv>(k, START, "a2a3", Some(eval), |_, _| {})
}

#[test]
fn a_move_that_only_reaches_alpha_is_skipped_and_counts_with_its_reach() {
    assert_eq!([-169, -170, -171].map(|eval| quiet(plain(), eval)), [None, Some(100), Some(99)]);
}

#[test]
fn a_hard_skip_counts_for_nothing() {
    let hard = Knobs { futility_soft: false, ..plain() };
    assert_eq!(quiet(hard, -170), Some(-Score::INFINITE.raw()));
}

#[test]
fn each_form_of_the_margins_decides_in_the_search() {
    // At depth 4 and alpha 100, the greatest evaluation that is skipped.
    for (form, most) in [
        (FutilityMargins::Formula, -290),
        (FutilityMargins::Conservative, -290),
        (FutilityMargins::UltraSafe, -450),
        (FutilityMargins::Proposal, -290),
    ] {
        let k = Knobs { futility_margins: form, ..plain() };
        let skips =
            |eval| reach::<NonPv>(k, START, "a2a3", Some(eval), |node, _| node.depth = 4).is_some();
        assert!(skips(most) && !skips(most + 1), "{form:?}");
    }
}

#[test]
fn the_deepest_depth_that_skips_is_the_limit_and_0_is_off() {
    let at = |k, depth| {
        reach::<NonPv>(k, START, "a2a3", Some(-5_000), |node, _| node.depth = depth).is_some()
    };
    assert_eq!([3, 4, 5].map(|depth| at(plain(), depth)), [true, true, false]);
    let off = Knobs { futility_max_depth: 0, ..plain() };
    assert_eq!([0, 1].map(|depth| at(off, depth)), [false, false]);
}

#[test]
fn the_nominal_or_the_reduced_depth_decides() {
    let skips = |futility_depth, depth, lmr_depth| {
        let k = Knobs { futility_depth, ..plain() };
        let change = |node: &mut NodeContext<'_>, this: &mut MoveContext| {
            (node.depth, this.lmr_depth) = (depth, lmr_depth);
        };
        reach::<NonPv>(k, START, "a2a3", Some(-5_000), change).is_some()
    };
    assert!(skips(FutilityDepth::Nominal, 4, 9) && !skips(FutilityDepth::Nominal, 9, 4));
    assert!(skips(FutilityDepth::Effective, 9, 4) && !skips(FutilityDepth::Effective, 4, 9));
}

#[test]
fn principal_variations_are_spared_unless_set() {
    for (futility_pv, expected) in [(true, Some(70)), (false, None)] {
        let k = Knobs { futility_pv, ..plain() };
        assert_eq!(reach::<Pv>(k, START, "a2a3", Some(-200), |_, _| {}), expected);
        assert_eq!(reach::<Root>(k, START, "a2a3", Some(-200), |_, _| {}), expected);
        assert_eq!(reach::<NonPv>(k, START, "a2a3", Some(-200), |_, _| {}), Some(70));
    }
}

#[test]
fn a_node_in_check_has_no_evaluation_and_skips_nothing() {
    assert_eq!(reach::<NonPv>(plain(), START, "a2a3", None, |_, _| {}), None);
}

#[test]
fn an_alpha_that_is_a_mate_skips_nothing_unless_set() {
    let mate = Score::mate_at(9);
    for alpha in [mate, -mate] {
        let skips = |k| {
            let eval = Some(-20_000 - 15_000 * i32::from(alpha.is_loss()));
            reach::<NonPv>(k, START, "a2a3", eval, |_, this| this.alpha = alpha).is_some()
        };
        assert!(!skips(plain()));
        assert!(skips(Knobs { prune_at_mates: true, ..plain() }));
    }
}

#[test]
fn checks_are_spared_if_set() {
    let k = Knobs { futility_spare_checks: true, ..plain() };
    let skips = |k, gives_check| {
        let change =
            |_: &mut NodeContext<'_>, this: &mut MoveContext| this.gives_check = gives_check;
        reach::<NonPv>(k, START, "a2a3", Some(-500), change).is_some()
    };
    assert!(skips(plain(), true) && skips(k, false) && !skips(k, true));
}

#[test]
fn promotions_are_spared_if_set() {
    let fen = "8/1P2k3/8/8/8/8/8/4K3 w - - 0 1";
    let skips = |k, uci| reach::<NonPv>(k, fen, uci, Some(-500), |_, _| {}).is_some();
    let k = Knobs { futility_spare_promotions: true, ..plain() };
    assert!(skips(plain(), "b7b8n") && !skips(k, "b7b8n") && skips(k, "e1e2"));
}

#[test]
fn killers_and_countermoves_are_spared_if_set() {
    let skips = |k, refutes| {
        let change = |_: &mut NodeContext<'_>, this: &mut MoveContext| this.refutes = refutes;
        reach::<NonPv>(k, START, "a2a3", Some(-500), change).is_some()
    };
    let k = Knobs { futility_spare_killers: true, ..plain() };
    assert!(skips(plain(), true) && skips(k, false) && !skips(k, true));
}

/// Black's bishop attacks the knight, which a pawn defends, and the rook, which nothing defends.
const ATTACKED: &str = "4k3/8/8/8/1N3b2/P7/3R4/7K w - - 0 1";

#[test]
fn moves_of_hanging_pieces_are_spared_as_set() {
    let fen = "4k3/8/8/5b2/8/3N3p/2P5/1R5K w - - 0 1";
    // The knight is attacked and defended; the rook is not attacked.
    let skips = |hanging, uci| {
        let k = Knobs { futility_spare_hanging: hanging, ..plain() };
        reach::<NonPv>(k, fen, uci, Some(-500), |_, _| {}).is_some()
    };
    assert!(skips(HangingPieces::None, "d3e1") && skips(HangingPieces::None, "b1b2"));
    assert!(!skips(HangingPieces::Attacked, "d3e1") && skips(HangingPieces::Attacked, "b1b2"));
    assert!(skips(HangingPieces::Undefended, "d3e1") && skips(HangingPieces::Undefended, "b1b2"));
    // On d2 the bishop attacks a rook that nothing defends.
    let rook = |hanging| {
        let k = Knobs { futility_spare_hanging: hanging, ..plain() };
        reach::<NonPv>(k, ATTACKED, "d2a2", Some(-500), |_, _| {}).is_some()
    };
    assert!(rook(HangingPieces::None));
    assert!(!rook(HangingPieces::Attacked) && !rook(HangingPieces::Undefended));
}

#[test]
fn moves_that_win_material_are_spared_if_set() {
    // Of all quiet moves only an underpromotion wins material.
    let fen = "8/1P2k3/8/8/8/8/8/4K3 w - - 0 1";
    let skips = |k, uci| reach::<NonPv>(k, fen, uci, Some(-500), |_, _| {}).is_some();
    let k = Knobs { futility_spare_winning: true, ..plain() };
    assert!(skips(plain(), "b7b8n") && !skips(k, "b7b8n") && skips(k, "e1e2"));
}

#[test]
fn what_was_compared_is_reported() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let this = MoveContext { alpha: cp(100), ..MoveContext::plain(fixture.mv("a2a3")) };
    let node =
        |eval| NodeContext { static_eval: Some(cp(eval)), ..NodeContext::plain(&position, 2) };
    let mut search = fixture.searcher();
    search.futility::<NonPv>(&node(-180), &this);
    search.futility::<NonPv>(&node(0), &this);
    assert_eq!(search.probe.events(PAGE), [Event::Asked, Event::Acted, Event::Asked]);
    assert_eq!(search.probe.slacks(PAGE), [10]);
    assert_eq!(search.probe.decisions(PAGE), [(90, 100, true), (270, 100, false)]);
}
