//! Which moves are remembered, and which count as refutations.

use super::*;
use crate::history::PieceTo;
use crate::knobs::Knobs;
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
