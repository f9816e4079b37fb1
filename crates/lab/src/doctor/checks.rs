//! What the doctor looks at, one group of checks in each file.

mod castling;
mod ends;
mod leaving;
mod limits;
mod lines;
mod options;
mod ponder;
mod positions;
mod resources;
mod settings;
mod stopping;
mod talking;

use super::{Check, Group};

pub(super) const GROUPS: &[Group] = &[
    Group { title: "Talking", checks: &talking::CHECKS },
    Group { title: "Options", checks: &options::CHECKS },
    Group { title: "Settings", checks: &settings::CHECKS },
    Group { title: "Positions", checks: &positions::CHECKS },
    Group { title: "Limits", checks: &limits::CHECKS },
    Group { title: "Stopping", checks: &stopping::CHECKS },
    Group { title: "Pondering", checks: &ponder::CHECKS },
    Group { title: "What it tells", checks: &lines::CHECKS },
    Group { title: "Castling", checks: &castling::CHECKS },
    Group { title: "The end of the game", checks: &ends::CHECKS },
    Group { title: "Leaving", checks: &leaving::CHECKS },
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
