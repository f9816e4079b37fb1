//! A short differential run. The binary of the same name plays longer ones.

use referee::differential::{Plan, run};

#[test]
fn three_libraries_agree_on_20_000_positions() {
    let plan = Plan { positions: 20_000, seed: 20_260_101, threads: 1 };
    match run(plan, |_| {}) {
        Ok(tally) => {
            // A run without castling would prove nothing about castling.
            assert!(tally.of_chess960 > 5_000, "{tally}");
            for rare in [tally.castlings, tally.en_passants, tally.promotions, tally.ends] {
                assert!(rare > 5, "{tally}");
            }
        }
        Err(difference) => panic!("{difference}"),
    }
}
