//! Limits: how long a player may think.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// Written `tc=5+0.05`, `tc=40/60`, `movetime=100ms`, `nodes=5000`, `softnodes=5000`, `depth=8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A clock with an increment, refilled after `moves` moves if set.
    Clock {
        base: Duration,
        increment: Duration,
        moves: Option<u32>,
    },
    MoveTime(Duration),
    /// Exact.
    Nodes(u64),
    /// The current iteration is finished.
    SoftNodes(u64),
    Depth(u32),
}

/// Maximum depth.
pub const MAX_DEPTH: u32 = 200;

impl Limit {
    /// The words before the `=`.
    pub const KINDS: [&str; 5] = ["tc", "movetime", "nodes", "softnodes", "depth"];

    /// Whether the limit is a time: then games are not reproducible.
    pub fn is_timed(self) -> bool {
        matches!(self, Limit::Clock { .. } | Limit::MoveTime(_))
    }

    /// The value of the PGN tag TimeControl; a time per move is a clock for one move.
    pub fn time_control(self) -> String {
        match self {
            Limit::Clock { base, increment, moves } => {
                let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
                let increment = match increment.as_secs_f64() {
                    0.0 => String::new(),
                    seconds => format!("+{seconds}"),
                };
                format!("{moves}{}{increment}", base.as_secs_f64())
            }
            Limit::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Limit::Nodes(_) | Limit::SoftNodes(_) | Limit::Depth(_) => "-".to_owned(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitError {
    text: String,
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no limit; expected tc=SECONDS+INCREMENT, tc=MOVES/SECONDS+INCREMENT, \
             movetime=500ms, nodes=N, softnodes=N or depth=N up to {MAX_DEPTH}",
            self.text
        )
    }
}

impl core::error::Error for LimitError {}

impl FromStr for Limit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Limit, LimitError> {
        let read = || -> Option<Limit> {
            let (kind, value) = text.trim().split_once('=')?;
            match kind {
                "tc" => clock(value),
                "movetime" => Some(Limit::MoveTime(time(value)?)),
                "nodes" => Some(Limit::Nodes(count(value)?)),
                "softnodes" => Some(Limit::SoftNodes(count(value)?)),
                "depth" => Some(Limit::Depth(
                    value.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth))?,
                )),
                _ => None,
            }
        };
        read().ok_or_else(|| LimitError { text: text.to_owned() })
    }
}

fn clock(text: &str) -> Option<Limit> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Some(Limit::Clock {
        base: seconds(base).filter(|base| !base.is_zero())?,
        increment: seconds(increment)?,
        moves,
    })
}

fn count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&count| count > 0)
}

/// A time with its unit, `ms` or `s`. UCI counts milliseconds, so that is the minimum.
fn time(text: &str) -> Option<Duration> {
    let time = match text.strip_suffix("ms") {
        Some(number) => seconds(number)? / 1000,
        None => seconds(text.strip_suffix('s')?)?,
    };
    (time >= Duration::from_millis(1)).then_some(time)
}

/// At most a day: more is a typing error.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    (0.0..=86_400.0).contains(&number).then(|| Duration::from_secs_f64(number))
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Clock { base, increment, moves } => {
                f.write_str("tc=")?;
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Limit::MoveTime(time) => write!(f, "movetime={}ms", time.as_secs_f64() * 1000.0),
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::SoftNodes(nodes) => write!(f, "softnodes={nodes}"),
            Limit::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_round_trip() {
        for text in [
            "tc=5+0.05",
            "tc=60+0",
            "tc=40/60+0",
            "movetime=100ms",
            "movetime=1500ms",
            "nodes=5000",
            "softnodes=20000",
            "depth=8",
        ] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
            assert!(Limit::KINDS.contains(&text.split('=').next().unwrap()), "{text}");
        }
        assert_eq!("movetime=2s".parse(), "movetime=2000ms".parse::<Limit>());
        assert_eq!("tc=60".parse(), "tc=60+0".parse::<Limit>());
    }

    #[test]
    fn limits_become_pgn_time_controls() {
        for (limit, expected) in [
            ("tc=1+0.01", "1+0.01"),
            ("tc=60", "60"),
            ("tc=40/60", "40/60"),
            ("tc=40/60+0.6", "40/60+0.6"),
            ("movetime=100ms", "1/0.1"),
            ("nodes=5000", "-"),
            ("depth=8", "-"),
        ] {
            assert_eq!(limit.parse::<Limit>().unwrap().time_control(), expected);
        }
    }

    #[test]
    fn errors_list_the_accepted_forms() {
        for text in [
            "",
            "tc",
            "tc=",
            "tc=0+1",
            "tc=-1",
            "tc=nan",
            "tc=0/60",
            "tc=1e99",
            "nodes=0",
            "nodes=-1",
            "nodes=1.5",
            "depth=0",
            "depth=201",
            "movetime=0",
            "movetime=100",
            "movetime=0.1ms",
            "movetime=5m",
            "time=5",
        ] {
            let error = text.parse::<Limit>().unwrap_err().to_string();
            assert!(error.contains("expected tc="), "{text}");
        }
    }
}
