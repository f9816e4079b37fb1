//! What a score means in results: how often such games are won, drawn and lost.

use crate::score::Score;

/// The score, in centipawns, at which half the games are won, and how fast that changes.
/// Rough figures for games between equals; a fit from our own games will replace them.
const HALF: f64 = 190.0;
const SPREAD: f64 = 75.0;

/// Thousandths of games won, drawn and lost by the side to move.
pub fn win_draw_loss(score: Score) -> [u16; 3] {
    if score.is_decisive() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let wins = |centipawns: f64| 1000.0 / (1.0 + ((HALF - centipawns) / SPREAD).exp());
    let value = f64::from(score.centipawns());
    let (win, loss) = (wins(value).round() as u16, wins(-value).round() as u16);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_add_up_and_follow_the_score() {
        let mut last = 0;
        for centipawns in (-3000..=3000).step_by(7) {
            let [win, draw, loss] = win_draw_loss(Score::evaluation(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
            let [lost, _, won] = win_draw_loss(Score::evaluation(-centipawns));
            assert_eq!((win, loss), (won, lost));
        }
        assert_eq!(win_draw_loss(Score::mated_at(3)), [0, 0, 1000]);
    }
}
