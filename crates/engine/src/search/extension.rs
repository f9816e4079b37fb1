//! Asking whether a move deserves more depth.

use chess::Move;

use super::shortcuts::Site;
use super::{NodeKind, NonPv, Searcher, Stopped};
use crate::depth::extend::{self, Verdict};
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::window::Window;

impl<P: Probe> Searcher<'_, P> {
    /// Searches the node without the table's move, to learn whether that stands alone.
    pub(super) fn judge_table_move<K: NodeKind>(
        &mut self,
        site: &Site<'_>,
        mv: Move,
        window: Window,
        depth: i32,
    ) -> Result<Verdict, Stopped> {
        let ply = site.ply;
        let nothing = Ok(Verdict::Extend(0));
        let Some(known) = site.known else { return nothing };
        // Extensions must not outgrow the iteration.
        if ply as i32 >= 2 * self.root_depth {
            return nothing;
        }
        let Some(bound) = extend::singular_beta(&self.knobs, depth, &known.entry, known.score)
        else {
            return nothing;
        };
        self.probe.tried(Heuristic::Singular, depth);
        let before = self.nodes;
        let others = self.aside(ply, |search| {
            let half = (depth - 1) / 2;
            let window = Window::below(bound);
            search.node::<NonPv>(site.position, window, half, ply, site.cut, Some(mv))
        })?;
        self.probe.spent(Heuristic::Singular, self.nodes - before);
        let doubles = self.stack.before(ply, 1).doubles;
        let may_double = !K::PV && doubles < self.knobs.double_extension_limit;
        let verdict =
            extend::judge(&self.knobs, others, bound, known.score, window, may_double, site.cut);
        match verdict {
            Verdict::Extend(1..) => self.probe.fired(Heuristic::Singular, depth),
            Verdict::MultiCut(_) => self.probe.fired(Heuristic::MultiCut, depth),
            Verdict::Extend(_) => {}
        }
        Ok(verdict)
    }

    /// Extensions by the look of the move alone; both are off by default.
    pub(super) fn plain_extension<K: NodeKind>(
        &mut self,
        mv: Move,
        gives_check: bool,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let short = (ply as i32) < 2 * self.root_depth;
        if gives_check && self.asks(Heuristic::CheckExtension, depth) && short {
            self.probe.fired(Heuristic::CheckExtension, depth);
            return 1;
        }
        let last = self.stack.before(ply, 1).mv;
        let recaptures = mv.is_capture() && last.is_some_and(|last| last.to() == mv.to());
        if K::PV && recaptures && self.asks(Heuristic::RecaptureExtension, depth) && short {
            self.probe.fired(Heuristic::RecaptureExtension, depth);
            return 1;
        }
        0
    }
}
