//! How a game ended, for counting and in words.

use toolkit::Ending;

use crate::game::End;
use crate::player::Fault;

/// The kind of a game's end.
pub(super) fn of(end: &End) -> Ending {
    match end {
        End::Rules(outcome) => Ending::from(*outcome),
        End::Adjudicated(_, ending) => *ending,
        End::Time { silent: false, .. } => Ending::Time,
        End::Time { silent: true, .. } => Ending::Stall,
        End::Fault { fault: Fault::Gone(_), .. } => Ending::Disconnect,
        End::Fault { fault: Fault::Illegal(_) | Fault::Misspelt { .. }, .. } => Ending::IllegalMove,
        End::Fault { fault: Fault::Unready { .. }, .. } => Ending::NotReady,
        End::Fault { .. } => Ending::Stall,
        End::Void { .. } | End::Abandoned => Ending::Void,
    }
}

/// The value of the PGN tag Termination.
pub(super) fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::AdjudicatedWin | Ending::AdjudicatedDraw | Ending::TooLong | Ending::Tablebase => {
            "adjudication"
        }
        Ending::Time => "time forfeit",
        Ending::Stall | Ending::NotReady => "stalled connection",
        Ending::Disconnect | Ending::Void => "abandoned",
        Ending::IllegalMove => "rules infraction",
        _ => "normal",
    }
}

/// The end in words.
pub(super) fn describe(end: &End) -> String {
    match end {
        End::Rules(outcome) => outcome.to_string(),
        End::Adjudicated(_, Ending::TooLong) => "draw: the game is too long".to_owned(),
        End::Adjudicated(result, Ending::Tablebase) => match result.winner() {
            Some(winner) => format!("{winner} wins by tablebase"),
            None => "draw by tablebase".to_owned(),
        },
        End::Adjudicated(result, _) => match result.winner() {
            Some(winner) => format!("{winner} wins: both players agree"),
            None => "draw: both players agree".to_owned(),
        },
        End::Time { loser, over, silent } => {
            let answer = if *silent { " without an answer" } else { "" };
            format!("{loser} loses on time, {} ms over{answer}", over.as_millis())
        }
        End::Fault { loser, fault } => format!("{loser} loses: {fault}"),
        End::Void { fault } => format!("does not count: {fault}"),
        End::Abandoned => "abandoned".to_owned(),
    }
}
