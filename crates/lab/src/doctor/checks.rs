//! The checks, one group per file.

mod basics;
mod castling;
mod ends;
mod limits;
mod options;
mod ponder;
mod positions;
mod quitting;
mod resources;
mod search_output;
mod settings;
mod stopping;

use super::{Check, Group};

pub(super) const GROUPS: &[Group] = &[
    Group { title: "Basics", checks: &basics::CHECKS },
    Group { title: "Options", checks: &options::CHECKS },
    Group { title: "Settings", checks: &settings::CHECKS },
    Group { title: "Positions", checks: &positions::CHECKS },
    Group { title: "Limits", checks: &limits::CHECKS },
    Group { title: "Stopping", checks: &stopping::CHECKS },
    Group { title: "Pondering", checks: &ponder::CHECKS },
    Group { title: "Search output", checks: &search_output::CHECKS },
    Group { title: "Castling", checks: &castling::CHECKS },
    Group { title: "End of the game", checks: &ends::CHECKS },
    Group { title: "Quitting", checks: &quitting::CHECKS },
    Group { title: "Resources", checks: &resources::CHECKS },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_checks_share_a_name() {
        let names: Vec<&str> =
            GROUPS.iter().flat_map(|group| group.checks).map(|check| check.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }
}
