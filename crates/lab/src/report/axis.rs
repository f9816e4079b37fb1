//! Axes: from numbers to coordinates, with round tick marks.

/// A range of numbers on an interval of coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// The range of all finite `values`; an empty or very small range is widened.
    pub(super) fn around(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let least = 1e-9 * low.abs().max(high.abs()).max(1e-3);
        if high - low < least {
            let middle = 0.5 * (low + high);
            let half = (0.05 * middle.abs()).max(0.5);
            (low, high) = (middle - half, middle + half);
        }
        Axis { low, high, start, end }
    }

    /// Widens the range at both ends.
    pub(super) fn padded(mut self, share: f64) -> Axis {
        let padding = share * (self.high - self.low);
        self.low -= padding;
        self.high += padding;
        self
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.start + share * (self.end - self.start)
    }

    fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// About `wanted` evenly spaced round numbers within the range.
    pub(super) fn ticks(&self, wanted: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / wanted.max(1) as f64;
        let magnitude = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * magnitude)
            .into_iter()
            .find(|&step| step >= rough * 0.999)
            .unwrap_or(10.0 * magnitude);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last.min(first + 100)).map(|count| count as f64 * step).collect()
    }

    /// Tick marks of a logarithmic axis: 1, 2, 5, 10 and so on, or fewer if the range is wide.
    pub(super) fn log_ticks(&self) -> Vec<f64> {
        let (first, last) = (self.low.floor() as i32, self.high.ceil() as i32);
        let factors: &[f64] = match last.saturating_sub(first) {
            ..=4 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let stride = (last.saturating_sub(first) / 10).max(1) as usize;
        let powers = (first..=last.min(first + 1_000)).step_by(stride);
        let all = powers
            .flat_map(|power| factors.iter().map(move |factor| f64::from(power) + factor.log10()));
        all.filter(|&tick| self.holds(tick)).collect()
    }
}

/// The label of a power of ten.
pub(super) fn power_label(power: f64) -> String {
    let value = 10f64.powf(power);
    let (value, unit) = match value {
        v if v >= 0.999e9 => (v / 1e9, "G"),
        v if v >= 0.999e6 => (v / 1e6, "M"),
        v if v >= 0.999e3 => (v / 1e3, "k"),
        v => (v, ""),
    };
    let decimals = (-value.log10() - 1e-9).ceil().clamp(0.0, 9.0) as usize;
    format!("{value:.decimals$}{unit}")
}

/// A number with as many digits as the gap between `ticks` needs.
pub(super) fn tick_label(value: f64, ticks: &[f64]) -> String {
    let step = match ticks {
        [first, second, ..] => (second - first).abs(),
        _ => value.abs().max(1.0),
    };
    let thousands = step >= 1_000.0;
    let (value, step) = if thousands { (value / 1_000.0, step / 1_000.0) } else { (value, step) };
    // A single number needs no decimals.
    let decimals = if ticks.len() < 2 { 0 } else { decimals_of(step) };
    let unit = if thousands && value != 0.0 { "k" } else { "" };
    // Adding 0.0 removes the sign of a negative zero.
    format!("{:.decimals$}{unit}", value + 0.0)
}

/// The decimals that write a step in full, up to a maximum.
fn decimals_of(step: f64) -> usize {
    const MAX: usize = 6;
    let is_whole = |decimals: &usize| {
        let scaled = step * 10f64.powi(*decimals as i32);
        scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled
    };
    (0..MAX).find(is_whole).unwrap_or(MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        for (low, high) in [(0.0, 1.0), (-2.9, 2.9), (0.0, 81_234.0), (-1e-3, 2e-3), (5.0, 5.0)] {
            let axis = Axis::around([low, high].into_iter(), 0.0, 100.0);
            let ticks = axis.ticks(5);
            assert!((2..=12).contains(&ticks.len()), "{low} {high}: {ticks:?}");
            assert!(ticks.iter().all(|&tick| axis.holds(tick)));
            let labels: Vec<String> = ticks.iter().map(|&tick| tick_label(tick, &ticks)).collect();
            let mut distinct = labels.clone();
            distinct.dedup();
            assert_eq!(labels, distinct);
        }
    }

    #[test]
    fn an_axis_without_values_is_valid() {
        let axis = Axis::around([f64::NAN, f64::INFINITY].into_iter(), 0.0, 100.0);
        assert_eq!(axis.place(0.5), 50.0);
        assert!(axis.padded(0.1).ticks(4).len() >= 2);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(tick_label(20_000.0, &[0.0, 10_000.0]), "20k");
        assert_eq!(tick_label(0.0, &[0.0, 10_000.0]), "0");
        assert_eq!(tick_label(0.25, &[0.0, 0.25]), "0.25");
        assert_eq!(tick_label(0.5, &[0.0, 0.25]), "0.50");
        assert_eq!(tick_label(0.3, &[0.2, 0.3]), "0.3");
        assert_eq!(tick_label(7_500.0, &[5_000.0, 7_500.0]), "7.5k");
        assert_eq!(tick_label(12.34, &[]), "12");
        assert_eq!(tick_label(-3.0, &[-3.0, -2.0]), "-3");
    }

    #[test]
    fn powers_of_ten_are_labelled_with_their_values() {
        let axis = Axis::around([2.5, 5.2].into_iter(), 0.0, 100.0);
        let labels: Vec<String> = axis.log_ticks().into_iter().map(power_label).collect();
        assert_eq!(labels, ["500", "1k", "2k", "5k", "10k", "20k", "50k", "100k"]);
        assert_eq!(power_label(-2.0), "0.01");
        assert_eq!(power_label(9.0), "1G");
        let axis = Axis::around([-300.0, 300.0].into_iter(), 0.0, 100.0);
        assert!(axis.log_ticks().len() <= 12);
    }
}
