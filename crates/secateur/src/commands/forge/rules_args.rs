//! The options of adjudication. They count moves of each side, as those of the lab do; files count
//! plies. Centipawns are raw.

use clap::Args;
use forge::format::MAX_PLIES;
use forge::settings::Rules;
use lab::adjudication::{Draw, Resign};

use crate::commands::or_off::{OrOff, or_off};

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// Adjudicate a win after MOVES moves with both scores beyond CENTIPAWNS; 'off' for never
    #[arg(long, value_name = "MOVES:CENTIPAWNS", default_value_t = default_resign(),
        value_parser = or_off::<Resign>)]
    resign: OrOff<Resign>,

    /// Adjudicate a draw from move FROM on, after MOVES moves with both scores within CENTIPAWNS;
    /// 'off' for never
    #[arg(long, value_name = "FROM:MOVES:CENTIPAWNS", default_value_t = default_draw(),
        value_parser = or_off::<Draw>)]
    draw: OrOff<Draw>,

    /// Truncate games at this many plies; they are stored as drawn
    #[arg(long, value_name = "N", default_value_t = Rules::default().max_plies,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=MAX_PLIES as i64))]
    max_plies: u32,
}

fn default_resign() -> OrOff<Resign> {
    let Rules { win_score, win_plies, .. } = Rules::default();
    OrOff(Some(Resign { moves: win_plies / 2, centipawns: win_score as i32 }))
}

fn default_draw() -> OrOff<Draw> {
    let Rules { draw_score, draw_plies, draw_from, .. } = Rules::default();
    let (from_move, moves) = (draw_from / 2 + 1, draw_plies / 2);
    OrOff(Some(Draw { from_move, moves, centipawns: draw_score as i32 }))
}

impl RulesArgs {
    pub(super) fn rules(&self) -> Rules {
        let mut rules = Rules { max_plies: self.max_plies, ..Rules::default() };
        match self.resign.0 {
            Some(Resign { moves, centipawns }) => {
                rules.win_score = centipawns.unsigned_abs();
                rules.win_plies = 2 * moves;
            }
            None => rules.win_score = Rules::NEVER,
        }
        match self.draw.0 {
            Some(Draw { from_move, moves, centipawns }) => {
                rules.draw_score = centipawns.unsigned_abs();
                rules.draw_plies = 2 * moves;
                rules.draw_from = 2 * from_move.saturating_sub(1);
            }
            None => rules.draw_from = Rules::NEVER,
        }
        rules
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        rules: RulesArgs,
    }

    fn rules(options: &[&str]) -> Rules {
        Line::try_parse_from([&["selfplay"], options].concat()).unwrap().rules.rules()
    }

    #[test]
    fn missing_options_have_their_defaults_and_off_is_never() {
        assert_eq!(rules(&[]), Rules::default());
        assert_eq!(rules(&["--resign", "2:2000", "--draw", "41:6:8"]), Rules::default());
        let never = Rules { win_score: Rules::NEVER, ..Rules::default() };
        assert_eq!(rules(&["--resign", "off"]), never);
        let never = Rules { draw_from: Rules::NEVER, ..Rules::default() };
        assert_eq!(rules(&["--draw", "off"]), never);
    }

    #[test]
    fn moves_of_each_side_are_two_plies() {
        let expected = Rules {
            win_score: 700,
            win_plies: 6,
            draw_score: 20,
            draw_plies: 10,
            draw_from: 58,
            max_plies: 150,
        };
        let options = ["--resign", "3:700", "--draw", "30:5:20", "--max-plies", "150"];
        assert_eq!(rules(&options), expected);
        assert_eq!(rules(&["--draw", "0:5:20"]).draw_from, 0);
    }
}
