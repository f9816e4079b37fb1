//! Static null move, or reverse futility. If the evaluation clears beta by a margin that grows
//! with depth, trust it and leave. Fails in zugzwang, hence the material guard, and where the
//! opponent has a threat that the evaluation does not see.
//!
//! SeaJay, Laser and Publius disagree on nearly everything here: depth, margin, guard, return value,
//! what is stored. Each of these is a setting of its own.
//! CITE: chessprogramming.org/Reverse_Futility_Pruning

use chess::Position;

use super::{balance, non_pawn_material};
use crate::heuristics::Heuristic;
use crate::knobs::{
    EvalSource, Knobs, StaticNullGuard, StaticNullMargin, StaticNullReturn, StaticNullStore,
};
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{Evals, NodeContext, TtHit};
use crate::search::detail::Compared;
use crate::search::{Searcher, Settings};

/// Share of beta in the blended return, in 1024ths: two thirds.
const BLEND: i32 = 683;
/// The progressive margin is full for this many plies.
const FULL_PLIES: i32 = 3;
/// The quadratic margin meets the linear one at this depth.
const MEETING_DEPTH: i32 = 5;

/// Headroom wanted over beta: it never falls with depth.
pub(in crate::search) fn margin(k: &Knobs, depth: i32, improving: bool) -> i32 {
    let plies = (depth - i32::from(improving && k.static_null_improving)).max(0);
    let ply = k.null_move_static_margin;
    match k.static_null_margin {
        StaticNullMargin::Linear => ply * plies,
        StaticNullMargin::Progressive => {
            ply * plies.min(FULL_PLIES) + ply / 2 * (plies - FULL_PLIES).max(0)
        }
        StaticNullMargin::Quadratic => ply * plies * plies / MEETING_DEPTH,
    }
}

/// Whether zugzwang is too near to trust the evaluation.
fn is_guarded(k: &Knobs, position: &Position, depth: i32) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let threshold = k.static_null_endgame_threshold;
    let ours = || non_pawn_material(position, us);
    let theirs = || non_pawn_material(position, them);
    let either = || ours() < threshold || theirs() < threshold;
    let both = || ours() < threshold && theirs() < threshold;
    match k.static_null_guard {
        StaticNullGuard::None => false,
        StaticNullGuard::Piece => !position.has_pieces(us),
        StaticNullGuard::Mover => ours() <= k.static_null_mover_threshold,
        StaticNullGuard::Either => either(),
        StaticNullGuard::Both => both(),
        StaticNullGuard::Weak => ours() < k.static_null_mover_threshold || both(),
        StaticNullGuard::Shallow => depth > k.static_null_endgame_max_depth && either(),
    }
}

/// Whether a node is left alone because the table says more than an evaluation could.
#[inline]
fn is_spared(k: &Knobs, node: &NodeContext<'_>) -> bool {
    k.static_null_spare_tt_pv && node.tt_pv
        || k.static_null_spare_quiet_move && node.tt_move.is_some_and(|mv| !mv.is_noisy())
}

/// SeaJay's pre-check: no cut if the material balance is 200 or more below beta. Such sides seldom
/// reach beta anyway.
#[inline]
fn fails_pre_check(k: &Knobs, position: &Position, beta: Score) -> bool {
    k.static_null_pre_check && balance(position) - beta.raw() <= -k.static_null_pre_check_margin
}

/// The evaluation that is compared with beta.
#[inline(always)]
fn compared_eval(k: &Knobs, evals: Evals) -> Score {
    match k.static_null_eval {
        EvalSource::Adjusted => evals.adjusted,
        EvalSource::Static => evals.static_eval,
    }
}

/// The headroom over beta that a node needs.
#[inline(always)]
fn node_margin(k: &Settings, node: &NodeContext<'_>) -> i32 {
    k.static_null_margins[usize::from(node.improving)].at(node.depth)
}

/// Whether every condition but the margin allows a cut.
#[inline]
fn may_cut(k: &Knobs, node: &NodeContext<'_>, eval: Score) -> bool {
    let beta = node.window.beta;
    (!beta.is_loss() || k.prune_at_mates)
        && !eval.is_win()
        && !fails_pre_check(k, node.position, beta)
        && !is_guarded(k, node.position, node.depth)
}

/// The score of a cut, and how far the evaluation clears its threshold.
#[inline]
fn cut(k: &Settings, node: &NodeContext<'_>, evals: Evals) -> Option<(Score, i32)> {
    let beta = node.window.beta;
    let (eval, margin) = (compared_eval(k, evals), node_margin(k, node));
    let slack = eval - margin - beta - i32::from(k.static_null_strict);
    if slack < 0 || !may_cut(k, node, eval) {
        return None;
    }
    let score = match k.static_null_return {
        StaticNullReturn::Margin => eval - margin,
        StaticNullReturn::Eval => eval,
        StaticNullReturn::Beta => beta,
        StaticNullReturn::Blend => eval.blended(beta, BLEND),
    };
    Some((score, slack))
}

/// Whether a cut is written to the table.
fn is_stored(k: &Knobs, depth: i32, tt: Option<TtHit>) -> bool {
    depth >= k.static_null_store_depth
        && match k.static_null_store {
            StaticNullStore::Unknown => tt.is_none(),
            StaticNullStore::EvalOnly => tt.is_none_or(|tt| tt.result.is_none()),
            StaticNullStore::Always => true,
        }
}

impl<P: Probe> Searcher<'_, P> {
    #[inline]
    pub(in crate::search) fn static_null(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Option<Score> {
        let depth = node.depth;
        if depth > self.knobs.static_null_max_depth || is_spared(&self.knobs, node) {
            return None;
        }
        self.probe.asked(Heuristic::StaticNull, depth);
        let cut = cut(&self.knobs, node, evals);
        let eval = compared_eval(&self.knobs, evals);
        let value = (eval - node_margin(&self.knobs, node)).raw();
        let alone = P::DETAILED && may_cut(&self.knobs, node, eval);
        let compared = Compared::with_margin([value, node.window.beta.raw()], alone);
        if !self.decide_node(Heuristic::StaticNull, node, compared, cut.is_some()) {
            return None;
        }
        let (score, slack) = cut?;
        self.probe.acted(Heuristic::StaticNull, depth, Some(slack));
        if is_stored(&self.knobs, depth, node.tt) {
            self.store_lower_bound(node, score.min(node.window.beta), None, 0);
        } else {
            self.probe.not_stored(Heuristic::StaticNull, depth);
        }
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, Bounded, Entry};
    use crate::window::Window;

    /// A node with these scores and beta 0, not improving, depth 3.
    fn node(position: &Position) -> NodeContext<'_> {
        let window = Window::below(Score::DRAW);
        NodeContext { window, ..NodeContext::plain(position, 3) }
    }

    fn evals(static_eval: i32, adjusted: i32) -> Evals {
        Evals { static_eval: Score::from_raw(static_eval), adjusted: Score::from_raw(adjusted) }
    }

    /// A margin of 100 a ply, no guard, and the score less the margin is returned.
    fn plain() -> Knobs {
        Knobs {
            null_move_static_margin: 100,
            static_null_guard: StaticNullGuard::None,
            static_null_return: StaticNullReturn::Margin,
            ..Knobs::default()
        }
    }

    fn cuts(k: Knobs, node: &NodeContext<'_>, evals: Evals) -> Option<i32> {
        cut(&Settings::new(k), node, evals).map(|(score, _)| score.raw())
    }

    fn position(fen: &str) -> Position {
        fen.parse::<chess::Setup>().unwrap().position
    }

    #[test]
    fn margins_grow_with_depth_in_every_form() {
        let mut k = Knobs::default();
        for form in
            [StaticNullMargin::Linear, StaticNullMargin::Progressive, StaticNullMargin::Quadratic]
        {
            k.static_null_margin = form;
            for ply in [50, 70, 85, 120, 135, 300] {
                k.null_move_static_margin = ply;
                for depth in 1..16 {
                    assert!(margin(&k, depth + 1, false) > margin(&k, depth, false));
                    assert!(margin(&k, depth, true) <= margin(&k, depth, false));
                }
            }
        }
    }

    #[test]
    fn each_form_of_the_margin_is_its_own() {
        let at = |form| {
            let k = Knobs { static_null_margin: form, ..plain() };
            [1, 3, 4, 5, 8].map(|depth| margin(&k, depth, false))
        };
        assert_eq!(at(StaticNullMargin::Linear), [100, 300, 400, 500, 800]);
        assert_eq!(at(StaticNullMargin::Progressive), [100, 300, 350, 400, 550]);
        assert_eq!(at(StaticNullMargin::Quadratic), [20, 180, 320, 500, 1_280]);
    }

    #[test]
    fn improving_takes_a_ply_off_the_margin_only_if_set() {
        let k = Knobs { static_null_improving: true, ..plain() };
        assert_eq!([1, 4].map(|depth| margin(&k, depth, true)), [0, 300]);
        let k = Knobs { static_null_improving: false, ..plain() };
        assert_eq!([1, 4].map(|depth| margin(&k, depth, true)), [100, 400]);
    }

    #[test]
    fn the_evaluation_must_clear_the_margin_or_exceed_it_if_strict() {
        let start = Position::initial();
        for (eval, plain_cut, strict_cut) in
            [(299, None, None), (300, Some(0), None), (301, Some(1), Some(1))]
        {
            assert_eq!(cuts(plain(), &node(&start), evals(eval, eval)), plain_cut);
            let strict = Knobs { static_null_strict: true, ..plain() };
            assert_eq!(cuts(strict, &node(&start), evals(eval, eval)), strict_cut);
        }
    }

    #[test]
    fn the_static_or_the_adjusted_evaluation_decides() {
        let start = Position::initial();
        let of_static = Knobs { static_null_eval: EvalSource::Static, ..plain() };
        assert_eq!(cuts(plain(), &node(&start), evals(100, 400)), Some(100));
        assert_eq!(cuts(of_static, &node(&start), evals(100, 400)), None);
        assert_eq!(cuts(of_static, &node(&start), evals(400, 100)), Some(100));
        assert_eq!(cuts(plain(), &node(&start), evals(400, 100)), None);
    }

    #[test]
    fn each_return_value_is_its_own() {
        let start = Position::initial();
        let returned = |form| {
            let k = Knobs { static_null_return: form, ..plain() };
            cuts(k, &node(&start), evals(600, 600))
        };
        assert_eq!(returned(StaticNullReturn::Margin), Some(300));
        assert_eq!(returned(StaticNullReturn::Eval), Some(600));
        assert_eq!(returned(StaticNullReturn::Beta), Some(0));
        assert_eq!(returned(StaticNullReturn::Blend), Some(199));
    }

    #[test]
    fn mates_are_neither_cut_nor_believed() {
        let start = Position::initial();
        let losing = NodeContext { window: Window::below(Score::mated_at(9)), ..node(&start) };
        assert_eq!(cuts(plain(), &losing, evals(0, 0)), None);
        let mate = Evals { static_eval: Score::from_raw(500), adjusted: Score::mate_at(9) };
        assert_eq!(cuts(plain(), &node(&start), mate), None);
    }

    /// White to move has a rook and a bishop and then a knight less; Black a queen, or little.
    #[test]
    fn each_guard_has_its_own_rule_and_threshold() {
        let queens = "q3k3/pppppppp/8/8/8/8/PPPPPPPP/";
        let knights = "n3k3/pppppppp/8/8/8/8/PPPPPPPP/";
        let cases = [
            ("R1BNK3", queens),  // 1150 against 900
            ("R1B1K3", queens),  // 830 against 900
            ("R1N1K3", queens),  // 820 against 900
            ("4K3", queens),     // nothing against 900
            ("R1B1K3", knights), // 830 against 320
            ("QR2K3", knights),  // 1400 against 320
        ]
        .map(|(white, rest)| position(&format!("{rest}{white} w - - 0 1")));
        let guarded = |guard, depth| {
            let k = Knobs {
                static_null_guard: guard,
                static_null_mover_threshold: 830,
                static_null_endgame_threshold: 850,
                static_null_endgame_max_depth: 3,
                ..Knobs::default()
            };
            cases.each_ref().map(|position| is_guarded(&k, position, depth))
        };
        use StaticNullGuard as Guard;
        assert_eq!(guarded(Guard::None, 4), [false; 6]);
        assert_eq!(guarded(Guard::Piece, 4), [false, false, false, true, false, false]);
        assert_eq!(guarded(Guard::Mover, 4), [false, true, true, true, true, false]);
        assert_eq!(guarded(Guard::Either, 4), [false, true, true, true, true, true]);
        assert_eq!(guarded(Guard::Both, 4), [false, false, false, false, true, false]);
        assert_eq!(guarded(Guard::Weak, 4), [false, false, true, true, true, false]);
        assert_eq!(guarded(Guard::Shallow, 4), guarded(Guard::Either, 4));
        assert_eq!(guarded(Guard::Shallow, 3), [false; 6]);
    }

    #[test]
    fn the_guard_of_a_node_is_asked() {
        let bare = position("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
        assert_eq!(cuts(plain(), &node(&bare), evals(300, 300)), Some(0));
        let guarded = Knobs { static_null_guard: StaticNullGuard::Piece, ..plain() };
        assert_eq!(cuts(guarded, &node(&bare), evals(300, 300)), None);
    }

    #[test]
    fn the_pre_check_refuses_sides_that_are_behind_in_material() {
        let k = Knobs { static_null_pre_check: true, static_null_pre_check_margin: 200, ..plain() };
        let behind = position("4k3/pppppppp/8/8/8/8/PPPPPP2/4K3 w - - 0 1");
        let level = position("4k3/ppppppp1/8/8/8/8/PPPPPP2/4K3 w - - 0 1");
        assert_eq!(cuts(k, &node(&behind), evals(300, 300)), None, "-200 is not above -200");
        assert_eq!(cuts(k, &node(&level), evals(300, 300)), Some(0));
        assert_eq!(cuts(plain(), &node(&behind), evals(300, 300)), Some(0));
    }

    #[test]
    fn principal_variations_and_quiet_table_moves_are_spared_only_if_set() {
        let start = Position::initial();
        let quiet = start.parse_uci("e2e4").unwrap();
        let none = Knobs {
            static_null_spare_tt_pv: false,
            static_null_spare_quiet_move: false,
            ..Knobs::default()
        };
        let all =
            Knobs { static_null_spare_tt_pv: true, static_null_spare_quiet_move: true, ..none };
        let was_pv = NodeContext { tt_pv: true, ..node(&start) };
        let has_move = NodeContext { tt_move: Some(quiet), ..node(&start) };
        assert!(is_spared(&all, &was_pv) && is_spared(&all, &has_move));
        assert!(!is_spared(&none, &was_pv) && !is_spared(&none, &has_move));
        assert!(!is_spared(&all, &node(&start)));
        assert!(!is_spared(&Knobs { static_null_spare_tt_pv: false, ..all }, &was_pv));
        assert!(!is_spared(&Knobs { static_null_spare_quiet_move: false, ..all }, &has_move));
    }

    #[test]
    fn what_is_stored_depends_on_depth_and_on_what_the_table_has() {
        let hit = |bound: Option<Bound>| {
            let entry = Entry { mv: None, result: None, eval: None, depth: 0, pv: false };
            let result = bound.map(|bound| Bounded { score: Score::DRAW, bound });
            Some(TtHit { entry, result })
        };
        let stored = |store, depth, tt| {
            let k = Knobs { static_null_store: store, static_null_store_depth: 2, ..plain() };
            is_stored(&k, depth, tt)
        };
        use StaticNullStore as Store;
        for (store, unknown, eval_only, bound) in [
            (Store::Unknown, true, false, false),
            (Store::EvalOnly, true, true, false),
            (Store::Always, true, true, true),
        ] {
            assert_eq!(stored(store, 2, None), unknown);
            assert_eq!(stored(store, 2, hit(None)), eval_only);
            assert_eq!(stored(store, 2, hit(Some(Bound::Upper))), bound);
            assert!(!stored(store, 1, None));
        }
    }
}

#[cfg(test)]
mod driver_tests;
