//! Strict reading of `info` lines.

use chess::MoveText;

/// A syntax error in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SyntaxFault {
    /// Clients lose the value.
    pub(super) grave: bool,
    pub(super) what: String,
}

fn grave(what: String) -> SyntaxFault {
    SyntaxFault { grave: true, what }
}

fn mild(what: String) -> SyntaxFault {
    SyntaxFault { grave: false, what }
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
    // The rest of a line after `string` is free text.
    words.find(|word| *word == field || *word == "string");
    words.take_while(|word| !is_field(word)).collect()
}

/// The syntax errors of an `info` line.
pub(super) fn faults(line: &str) -> Vec<SyntaxFault> {
    let mut faults = Vec::new();
    let mut words = line.split_ascii_whitespace().skip(1).peekable();
    let (mut scored, mut deep, mut lined) = (false, false, false);
    while let Some(word) = words.next() {
        match word {
            "string" => return faults,
            "score" => {
                scored = true;
                let kind = words.next().unwrap_or_default();
                let value = words.next().unwrap_or_default();
                if !matches!(kind, "cp" | "mate") {
                    faults.push(grave(format!("score '{kind}'; expected cp or mate")));
                } else if value.parse::<i32>().is_err() {
                    let expected = "expected a whole number of 32 bits";
                    faults.push(grave(format!("score {kind} '{value}'; {expected}")));
                }
                words.next_if(|word| matches!(*word, "lowerbound" | "upperbound"));
            }
            "lowerbound" | "upperbound" => {
                faults.push(mild(format!("'{word}' does not follow the score")));
            }
            "wdl" => {
                let shares: Vec<i64> =
                    words.by_ref().take(3).filter_map(|word| word.parse().ok()).collect();
                if shares.len() < 3 || shares.iter().sum::<i64>() != 1000 {
                    faults.push(grave("wdl without three numbers that add up to 1000".to_owned()));
                }
            }
            "currmove" => {
                let text = words.next().unwrap_or_default();
                if text.parse::<MoveText>().is_err() {
                    faults.push(mild(format!("currmove '{text}' is no move")));
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
                    faults.push(grave(format!("{word} '{value}'; expected a whole number")));
                } else if value.starts_with('-') {
                    faults.push(mild(format!("{word} {value} is below 0")));
                }
            }
            _ => faults.push(mild(format!("'{word}' is no field of an info line"))),
        }
    }
    if lined && !scored {
        faults.push(mild("a pv without a score".to_owned()));
    }
    if lined && !deep {
        faults.push(mild("a pv without a depth".to_owned()));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Vec<(bool, String)> {
        faults(line).into_iter().map(|fault| (fault.grave, fault.what)).collect()
    }

    #[test]
    fn valid_lines_have_no_faults() {
        for line in [
            "info depth 5 seldepth 7 multipv 1 score cp -12 upperbound nodes 100 pv e2e4 e7e5",
            "info score mate -3 wdl 0 0 1000 depth 3 pv a1a2",
            "info currmove e2e4 currmovenumber 3 nps 5 hashfull 3 tbhits 0 time 0",
            "info string score banana depth x",
            "info refutation e2e4 e7e5 depth 4",
            "info currline 1 e2e4 e7e5",
            "info",
        ] {
            assert_eq!(found(line), [], "{line}");
        }
    }

    #[test]
    fn faults_are_named() {
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
            let faults = faults(line);
            let found =
                faults.iter().any(|fault| fault.grave == is_grave && fault.what.contains(what));
            assert!(found, "{line}: {faults:?}");
        }
    }

    #[test]
    fn the_moves_of_a_pv_are_found() {
        assert_eq!(moves_after("info depth 2 pv e2e4 e7e5 nodes 4", "pv"), ["e2e4", "e7e5"]);
        assert_eq!(moves_after("info depth 2", "pv"), Vec::<&str>::new());
    }
}
