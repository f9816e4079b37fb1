//! Adjudication: ends games that both sides score as over. The players' scores alternate, so a row
//! of plies holds the opinions of both.

use chess::Color;

use crate::format::{Ending, GameResult};
use crate::settings::Rules;

/// Counts the plies in a row for which both sides have agreed.
pub(super) struct Adjudicator {
    rules: Rules,
    ahead: Option<Color>,
    won: u32,
    drawn: u32,
}

impl Adjudicator {
    pub(super) fn new(rules: Rules) -> Adjudicator {
        Adjudicator { rules, ahead: None, won: 0, drawn: 0 }
    }

    /// Takes the score of a move, from White's point of view, and the plies of the game so far.
    /// Returns the verdict if the game ends here. Draws are not adjudicated in endgames.
    pub(super) fn update(
        &mut self,
        score: i16,
        plies: u32,
        is_endgame: bool,
    ) -> Option<(GameResult, Ending)> {
        let rules = &self.rules;
        let distance = u32::from(score.unsigned_abs());
        let ahead = match score {
            _ if distance < rules.win_score => None,
            0.. => Some(Color::White),
            ..0 => Some(Color::Black),
        };
        self.won = match ahead {
            Some(_) if ahead == self.ahead => self.won + 1,
            Some(_) => 1,
            None => 0,
        };
        self.ahead = ahead;
        if ahead.is_some() && self.won >= rules.win_plies {
            return Some((GameResult::of(ahead), Ending::AgreedWin));
        }
        let level = distance <= rules.draw_score && plies > rules.draw_from && !is_endgame;
        self.drawn = if level { self.drawn + 1 } else { 0 };
        if level && self.drawn >= rules.draw_plies {
            return Some((GameResult::Draw, Ending::AgreedDraw));
        }
        (plies >= rules.max_plies).then_some((GameResult::Draw, Ending::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules {
        win_score: 1_000,
        win_plies: 3,
        draw_score: 5,
        draw_plies: 4,
        draw_from: 2,
        max_plies: 12,
    };

    /// The verdict and its ply, in a game without an endgame.
    fn after(scores: &[i16]) -> Option<(usize, GameResult, Ending)> {
        with_endgame_from(u32::MAX, scores)
    }

    fn with_endgame_from(endgame_from: u32, scores: &[i16]) -> Option<(usize, GameResult, Ending)> {
        let mut adjudicator = Adjudicator::new(RULES);
        (1..).zip(scores).find_map(|(plies, &score)| {
            let (result, ending) = adjudicator.update(score, plies, endgame_from <= plies)?;
            Some((plies as usize, result, ending))
        })
    }

    #[test]
    fn a_win_needs_the_score_for_plies_in_a_row() {
        use GameResult::{BlackWins, WhiteWins};
        let win = |plies, result| Some((plies, result, Ending::AgreedWin));
        assert_eq!(after(&[1_000, 1_000, 1_000]), win(3, WhiteWins));
        assert_eq!(after(&[-1_000, -31_990, -1_000]), win(3, BlackWins));
        assert_eq!(after(&[1_000, 1_000, 999, 1_000, 1_000]), None);
        assert_eq!(after(&[1_000, 1_000, -1_000, -1_000, -1_000]), win(5, BlackWins));
        assert_eq!(after(&[i16::MIN; 3]), win(3, BlackWins));
    }

    #[test]
    fn a_draw_needs_level_scores_late_and_for_long() {
        let draw = |plies| Some((plies, GameResult::Draw, Ending::AgreedDraw));
        assert_eq!(after(&[0; 9]), draw(6));
        assert_eq!(after(&[0, 0, 0, 6, 5, -5, 0, 1]), draw(8));
        assert_eq!(after(&[0, 0, 0, 0, 0, -6, 0, 0, 0]), None);
    }

    #[test]
    fn endgames_are_adjudicated_as_won_but_not_as_drawn() {
        assert_eq!(with_endgame_from(6, &[0; 9]), None);
        let drawn = Some((6, GameResult::Draw, Ending::AgreedDraw));
        assert_eq!(with_endgame_from(7, &[0; 9]), drawn);
        let won = Some((3, GameResult::WhiteWins, Ending::AgreedWin));
        assert_eq!(with_endgame_from(1, &[1_000; 3]), won);
        assert_eq!(with_endgame_from(1, &[0; 12]), Some((12, GameResult::Draw, Ending::TooLong)));
    }

    #[test]
    fn a_game_is_truncated_at_its_longest_length() {
        assert_eq!(after(&[50; 20]), Some((12, GameResult::Draw, Ending::TooLong)));
    }
}
