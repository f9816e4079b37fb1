//! Histograms.

/// Counts of numbers below the first bound, between each two, and from the last on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    bounds: &'static [i32],
    counts: Vec<u64>,
}

impl Histogram {
    /// An empty histogram; `bounds` must be ascending.
    pub fn new(bounds: &'static [i32]) -> Histogram {
        Histogram { bounds, counts: vec![0; bounds.len() + 1] }
    }

    /// Counts a number.
    #[inline]
    pub fn add(&mut self, number: i32) {
        self.counts[self.bounds.partition_point(|&bound| bound <= number)] += 1;
    }

    /// Adds the counts of another histogram with the same bounds.
    pub fn merge(&mut self, other: &Histogram) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// All numbers counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The name and the count of each bin.
    pub fn rows(&self) -> impl Iterator<Item = (String, u64)> {
        let names = (0..=self.bounds.len()).map(|index| {
            let from = index.checked_sub(1).map(|before| self.bounds[before]);
            match (from, self.bounds.get(index)) {
                (Some(from), Some(to)) if from + 1 == *to => format!("{from}"),
                (Some(from), Some(to)) => format!("{from} to {}", to - 1),
                (None, Some(to)) => format!("below {to}"),
                (Some(from), None) => format!("{from} or more"),
                (None, None) => "all".to_owned(),
            }
        });
        names.zip(self.counts.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_falls_into_one_bin() {
        let mut histogram = Histogram::new(&[-10, 0, 1, 10]);
        for number in [-11, -10, -1, 0, 1, 9, 10, 99] {
            histogram.add(number);
        }
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        assert_eq!(twice.total(), 16);
        let rows: Vec<_> = histogram.rows().collect();
        let names = ["below -10", "-10 to -1", "0", "1 to 9", "10 or more"];
        let expected: Vec<_> = names.map(str::to_owned).into_iter().zip([1, 2, 1, 2, 2]).collect();
        assert_eq!(rows, expected);
    }
}
