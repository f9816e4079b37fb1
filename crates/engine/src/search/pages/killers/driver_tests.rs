//! Which moves are remembered, and which count as refutations.

use super::*;
use crate::history::PieceTo;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::Fixture;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The last move, which has a countermove, and no earlier ones.
fn previous(fixture: &Fixture) -> PreviousMoves {
    [PieceTo::of(&fixture.position, fixture.mv("h2h3")), PieceTo::NONE, PieceTo::NONE]
}

#[test]
fn the_last_two_different_moves_that_cut_are_killers_the_newest_first() {
    let mut fixture = Fixture::new(START, Knobs { use_killers: true, ..Knobs::default() });
    let previous = previous(&fixture);
    let [a, b, c] = ["a2a3", "b2b3", "c2c3"].map(|uci| fixture.mv(uci));
    let mut search = fixture.searcher();
    for (mv, killers) in [
        (a, [Some(a), None]),
        (a, [Some(a), None]),
        (b, [Some(b), Some(a)]),
        (b, [Some(b), Some(a)]),
        (c, [Some(c), Some(b)]),
    ] {
        search.note_refutation(5, mv, &previous);
        assert_eq!(search.stack.at(5).killers, killers);
        assert_eq!(search.histories.countermove(previous[0]), Some(mv));
    }
    assert_eq!(search.stack.at(4).killers, [None; 2]);
}

#[test]
fn a_killer_or_a_countermove_is_a_refutation_if_a_heuristic_spares_them() {
    for (futility_spare_killers, move_count_spare_killers) in
        [(false, false), (true, false), (false, true), (true, true)]
    {
        let k = Knobs { futility_spare_killers, move_count_spare_killers, ..Knobs::default() };
        let mut fixture = Fixture::new(START, k);
        let previous = previous(&fixture);
        let [first, second, counter, other] =
            ["a2a3", "b2b3", "c2c3", "d2d3"].map(|uci| fixture.mv(uci));
        let search = fixture.searcher();
        search.stack.at_mut(5).killers = [Some(first), Some(second)];
        search.histories.set_countermove(previous[0], counter);
        let asks = futility_spare_killers || move_count_spare_killers;
        let is = |mv| search.is_refutation(mv, 5, &previous);
        assert_eq!([first, second, counter, other].map(is), [asks, asks, asks, false]);
        assert!(!search.is_refutation(first, 6, &previous));
    }
}

#[test]
fn a_node_begins_with_the_killers_of_its_ply_if_they_are_on() {
    for use_killers in [false, true] {
        let mut fixture = Fixture::new(START, Knobs { use_killers, ..Knobs::default() });
        let (position, previous) = (fixture.position, previous(&fixture));
        let killers = [Some(fixture.mv("a2a3")), Some(fixture.mv("b2b3"))];
        let mut search = fixture.searcher();
        search.stack.at_mut(1).killers = killers;
        let found = search.killers(&NodeContext::plain(&position, 4), &previous);
        assert_eq!(found, if use_killers { killers } else { [None; 2] });
        let asked = !search.probe.events(Heuristic::Killers).is_empty();
        assert_eq!(asked, use_killers);
    }
}

#[test]
fn a_countermove_is_asked_about_if_countermoves_are_on() {
    for use_countermoves in [false, true] {
        let mut fixture = Fixture::new(START, Knobs { use_countermoves, ..Knobs::default() });
        let (position, previous) = (fixture.position, previous(&fixture));
        let counter = fixture.mv("c2c3");
        let mut search = fixture.searcher();
        search.histories.set_countermove(previous[0], counter);
        search.killers(&NodeContext::plain(&position, 4), &previous);
        let asked = !search.probe.events(Heuristic::Countermoves).is_empty();
        assert_eq!(asked, use_countermoves);
    }
}

#[test]
fn a_cut_is_reported_for_a_killer_by_its_stage_and_for_a_countermove_by_its_move() {
    let acted = [Event::Acted];
    for (stage, uci, killer, counter) in [
        (Stage::Killers, "c2c3", true, false),
        (Stage::Killers, "a2a3", true, false),
        (Stage::Quiet, "c2c3", false, true),
        (Stage::Quiet, "a2a3", false, false),
        (Stage::MakeNoisy, "c2c3", false, false),
    ] {
        let k = Knobs { use_killers: true, use_countermoves: true, ..Knobs::default() };
        let mut fixture = Fixture::new(START, k);
        let (position, previous) = (fixture.position, previous(&fixture));
        let [mv, countermove] = [uci, "c2c3"].map(|uci| fixture.mv(uci));
        let mut search = fixture.searcher();
        search.histories.set_countermove(previous[0], countermove);
        let this = MoveContext { stage, ..MoveContext::plain(mv) };
        search.report_refutation(&NodeContext::plain(&position, 4), &this, &previous);
        assert_eq!(search.probe.events(Heuristic::Killers) == acted, killer, "{stage:?} {uci}");
        assert_eq!(search.probe.events(Heuristic::Countermoves) == acted, counter, "{stage:?}");
    }
}
