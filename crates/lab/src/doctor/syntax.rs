//! The lines of an engine read strictly, where clients would rather be lenient.

use chess::MoveText;

/// Something about a line that clients may stumble over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slip {
    /// Clients are known to lose the value, not only to wonder.
    pub(super) grave: bool,
    pub(super) what: String,
}

fn grave(what: String) -> Slip {
    Slip { grave: true, what }
}

fn mild(what: String) -> Slip {
    Slip { grave: false, what }
}

const NUMBERS: [&str; 11] = [
    "depth",
    "seldepth",
    "multipv",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "time",
    "currmovenumber",
];
const OTHERS: [&str; 7] = ["score", "wdl", "pv", "currmove", "refutation", "currline", "string"];

fn is_field(word: &str) -> bool {
    NUMBERS.contains(&word) || OTHERS.contains(&word)
}

/// The words of a line that follow `field`, up to the next field.
pub(super) fn moves_after<'a>(line: &'a str, field: &str) -> Vec<&'a str> {
    let mut words = line.split_ascii_whitespace();
    // Whatever follows `string` is prose.
    words.find(|word| *word == field || *word == "string");
    words.take_while(|word| !is_field(word)).collect()
}

/// What is wrong with an `info` line; nothing where it is as the protocol has it.
pub(super) fn slips(line: &str) -> Vec<Slip> {
    let mut slips = Vec::new();
    let mut words = line.split_ascii_whitespace().skip(1).peekable();
    let (mut scored, mut deep, mut lined) = (false, false, false);
    while let Some(word) = words.next() {
        match word {
            "string" => return slips,
            "score" => {
                scored = true;
                let kind = words.next().unwrap_or_default();
                let value = words.next().unwrap_or_default();
                if !matches!(kind, "cp" | "mate") {
                    slips.push(grave(format!("score '{kind}'; expected cp or mate")));
                } else if value.parse::<i32>().is_err() {
                    let expected = "expected a whole number of 32 bits";
                    slips.push(grave(format!("score {kind} '{value}'; {expected}")));
                }
                words.next_if(|word| matches!(*word, "lowerbound" | "upperbound"));
            }
            "lowerbound" | "upperbound" => {
                slips.push(mild(format!("'{word}' does not follow the score")));
            }
            "wdl" => {
                let shares: Vec<i64> =
                    words.by_ref().take(3).filter_map(|word| word.parse().ok()).collect();
                if shares.len() < 3 || shares.iter().sum::<i64>() != 1000 {
                    slips.push(grave("wdl without three numbers that add up to 1000".to_owned()));
                }
            }
            "currmove" => {
                let text = words.next().unwrap_or_default();
                if text.parse::<MoveText>().is_err() {
                    slips.push(mild(format!("currmove '{text}' is no move")));
                }
            }
            "pv" | "refutation" | "currline" => {
                lined |= word == "pv";
                while words.next_if(|word| !is_field(word)).is_some() {}
            }
            _ if NUMBERS.contains(&word) => {
                deep |= word == "depth";
                let value = words.next().unwrap_or_default();
                if value.parse::<i64>().is_err() {
                    slips.push(grave(format!("{word} '{value}'; expected a whole number")));
                } else if value.starts_with('-') {
                    slips.push(mild(format!("{word} {value} is below nought")));
                }
            }
            _ => slips.push(mild(format!("'{word}' is no field of an info line"))),
        }
    }
    if lined && !scored {
        slips.push(mild("a line of play without a score".to_owned()));
    }
    if lined && !deep {
        slips.push(mild("a line of play without a depth".to_owned()));
    }
    slips
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Vec<(bool, String)> {
        slips(line).into_iter().map(|slip| (slip.grave, slip.what)).collect()
    }

    #[test]
    fn proper_lines_have_no_slips() {
        for line in [
            "info depth 5 seldepth 7 multipv 1 score cp -12 upperbound nodes 100 pv e2e4 e7e5",
            "info score mate -3 wdl 0 0 1000 depth 3 pv a1a2",
            "info currmove e2e4 currmovenumber 3 nps 5 hashfull 3 tbhits 0 time 0",
            "info string score banana depth x",
            "info refutation e2e4 e7e5 depth 4",
            "info currline 1 e2e4 e7e5",
            "info",
        ] {
            assert_eq!(told(line), [], "{line}");
        }
    }

    #[test]
    fn slips_are_named() {
        for (line, is_grave, what) in [
            ("info depth 5.0", true, "depth '5.0'"),
            ("info depth", true, "depth ''"),
            ("info score 12", true, "score '12'"),
            ("info score cp 1.5", true, "score cp '1.5'"),
            ("info score cp 99999999999", true, "of 32 bits"),
            ("info score cp 5 nodes 3 lowerbound", false, "'lowerbound' does not follow"),
            ("info wdl 1 2 3", true, "add up to 1000"),
            ("info nodes -5", false, "nodes -5 is below"),
            ("info speed 5", false, "'speed' is no field"),
            ("info currmove banana", false, "'banana' is no move"),
            ("info depth 3 pv e2e4", false, "without a score"),
            ("info score cp 3 pv e2e4", false, "without a depth"),
        ] {
            let slips = slips(line);
            let found = slips.iter().any(|slip| slip.grave == is_grave && slip.what.contains(what));
            assert!(found, "{line}: {slips:?}");
        }
    }

    #[test]
    fn the_moves_of_a_line_are_found() {
        assert_eq!(moves_after("info depth 2 pv e2e4 e7e5 nodes 4", "pv"), ["e2e4", "e7e5"]);
        assert_eq!(moves_after("info depth 2", "pv"), Vec::<&str>::new());
    }
}
