//! Every record of an EPD file survives the round trip, and the moves it names are legal.
#![no_main]

use chess::{Epd, EpdReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut reader = EpdReader::new(bytes);
    let mut last = 0;
    while let Some(record) = reader.next() {
        assert!(reader.line() > last, "lines count up");
        last = reader.line();
        let epd = match record {
            Ok(epd) => epd,
            Err(error) => {
                assert_eq!(error.line, last);
                assert!(error.to_string().len() < 2_000);
                continue;
            }
        };
        let text = epd.to_string();
        assert_eq!(text.parse::<Epd>().as_ref(), Ok(&epd), "{text}");
        for mv in epd.best_moves().into_iter().chain(epd.avoid_moves()) {
            assert!(epd.setup().position.is_legal(mv));
        }
        for problem in epd.problems() {
            assert!(!problem.to_string().is_empty());
        }
        let _ = (epd.id(), epd.comment(0), epd.mate_in(), epd.perft());
    }
});
