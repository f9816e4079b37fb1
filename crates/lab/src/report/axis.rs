//! From numbers to places on a picture, and round numbers to write beside them.

/// A range of numbers laid out over a length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// `values` that are not finite are left out; an empty or pointlike range is widened.
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

    /// The same with air at both ends.
    pub(super) fn padded(mut self, share: f64) -> Axis {
        let air = share * (self.high - self.low);
        self.low -= air;
        self.high += air;
        self
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.start + share * (self.end - self.start)
    }

    fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// About `wanted` round numbers within the range, evenly apart.
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

    /// Where the range is of powers of ten: those of 1, 2, 5, 10 and so on, or of fewer if they
    /// would be too many.
    pub(super) fn growing_ticks(&self) -> Vec<f64> {
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

/// The power of ten itself, in a few letters.
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

/// A number as short as the gap between `ticks` allows.
pub(super) fn tick_label(value: f64, ticks: &[f64]) -> String {
    let step = match ticks {
        [first, second, ..] => (second - first).abs(),
        _ => value.abs().max(1.0),
    };
    let thousands = step >= 1_000.0;
    let (value, step) = if thousands { (value / 1_000.0, step / 1_000.0) } else { (value, step) };
    // A number that stands alone needs none.
    let decimals = if ticks.len() < 2 { 0 } else { decimals_of(step) };
    let unit = if thousands && value != 0.0 { "k" } else { "" };
    // A negative nought would be written with its sign.
    format!("{:.decimals$}{unit}", value + 0.0)
}

/// As many as it takes to write a step in full, but no more than anybody reads.
fn decimals_of(step: f64) -> usize {
    const MOST: usize = 6;
    let is_whole = |decimals: &usize| {
        let scaled = step * 10f64.powi(*decimals as i32);
        scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled
    };
    (0..MOST).find(is_whole).unwrap_or(MOST)
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
    fn nothing_to_show_is_still_an_axis() {
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
    fn powers_are_written_as_what_they_stand_for() {
        let axis = Axis::around([2.5, 5.2].into_iter(), 0.0, 100.0);
        let labels: Vec<String> = axis.growing_ticks().into_iter().map(power_label).collect();
        assert_eq!(labels, ["500", "1k", "2k", "5k", "10k", "20k", "50k", "100k"]);
        assert_eq!(power_label(-2.0), "0.01");
        assert_eq!(power_label(9.0), "1G");
        let axis = Axis::around([-300.0, 300.0].into_iter(), 0.0, 100.0);
        assert!(axis.growing_ticks().len() <= 12);
    }
}
