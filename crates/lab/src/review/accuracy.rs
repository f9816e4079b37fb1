//! Accuracy: how close moves come to the best ones, from 0 to 100.

/// The accuracy of a move that loses these expected points: 100 for none, and 64 for a tenth of
/// a point, rounded to hundredths. The curve is that of Lichess, which applies it to win percentages;
/// its last constant is changed by 0.0001, so that a move without loss has exactly 100. The accuracy
/// of a side is the mean of its moves.
/// CITE: lichess.org/page/accuracy
///
/// ```
/// use lab::review::accuracy;
///
/// assert_eq!(accuracy(0.0), 100.0);
/// assert_eq!(accuracy(1.0), 0.0);
/// assert_eq!(accuracy(0.1).round(), 64.0);
/// ```
pub fn accuracy(loss: f64) -> f64 {
    const HEIGHT: f64 = 103.1668;
    const DECAY: f64 = 4.354;
    let percent = HEIGHT * (-DECAY * loss.clamp(0.0, 1.0)).exp() - (HEIGHT - 100.0);
    rounded(percent.clamp(0.0, 100.0), 2)
}

/// A number with at most this many decimals, so that files of reviews are short and exact.
pub(super) fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_loss() {
        let whole = |loss: f64| accuracy(loss).round() as i32;
        assert_eq!([0.0, 0.05, 0.1, 0.2, 0.5, 1.0].map(whole), [100, 80, 64, 40, 9, 0]);
        assert_eq!(accuracy(-1.0), 100.0);
        assert_eq!(accuracy(7.0), 0.0);
    }
}
