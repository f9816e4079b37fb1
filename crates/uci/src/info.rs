//! `info`: the progress of a search.

use core::fmt;

use crate::MoveText;
use crate::numbers::{with_numbers, write_numbers};
use crate::tokens::Tokens;

with_numbers! {
    /// An `info` line. Every field is optional and is written only if it is set.
    #[derive(Clone, PartialEq, Eq, Default, Debug)]
    pub struct Info {
        numbers REACH {
            /// Depth of the iteration, in plies.
            depth,
            /// Greatest depth reached, in plies.
            seldepth,
            /// Number of the line, from 1.
            multipv,
        }
        numbers EFFORT {
            /// Nodes searched.
            nodes,
            /// Nodes per second.
            nps,
            /// Use of the hash table, in thousandths.
            hashfull,
            /// Positions found in endgame tablebases.
            tbhits,
            /// Positions found in Shredder endgame databases.
            sbhits,
            /// Load of the processor, in thousandths.
            cpuload,
            /// Milliseconds searched.
            time,
        }
        numbers PROGRESS {
            /// Number of the root move being searched, from 1.
            currmovenumber,
        }
        /// The score of the line.
        pub score: Option<Score>,
        /// Probabilities of win, draw and loss for the side to move, in thousandths.
        pub wdl: Option<[u16; 3]>,
        /// The root move being searched.
        pub currmove: Option<MoveText>,
        /// A move and the line that refutes it.
        pub refutation: Vec<MoveText>,
        /// The thread, if given, and the line it is searching.
        pub currline: Option<(Option<i64>, Vec<MoveText>)>,
        /// The principal variation.
        pub pv: Vec<MoveText>,
        /// A message; it extends to the end of the line.
        pub string: Option<String>,
    }
}

/// A score, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Centipawns or distance to mate.
    pub value: ScoreValue,
    /// Whether it is exact.
    pub bound: Bound,
}

/// The value of a [`Score`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreValue {
    /// `cp`.
    Centipawns(i32),
    /// `mate`, in moves, not plies; negative if the side to move is mated.
    Mate(i32),
}

/// Whether a [`Score`] is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is this or higher.
    Lower,
    /// The true score is this or lower.
    Upper,
}

impl Info {
    /// An `info string`.
    pub fn string(text: impl Into<String>) -> Info {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Parses all it can. Engines send odd fields, and one of them must not lose the others:
    /// unknown words and numbers out of range are skipped.
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> Info {
        let mut info = Info::default();
        while let Some(word) = tokens.next() {
            match word {
                "string" => {
                    info.string = Some(tokens.rest().to_owned());
                    return info;
                }
                "score" => info.score = read_score(&mut tokens).or(info.score),
                "wdl" => {
                    let mut next = || read(&mut tokens);
                    if let (Some(win), Some(draw), Some(loss)) = (next(), next(), next()) {
                        info.wdl = Some([win, draw, loss]);
                    }
                }
                "currmove" => info.currmove = read(&mut tokens),
                "pv" => info.pv = read_moves(&mut tokens),
                "refutation" => info.refutation = read_moves(&mut tokens),
                "currline" => {
                    let thread = read(&mut tokens);
                    info.currline = Some((thread, read_moves(&mut tokens)));
                }
                _ => {
                    if let Some(number) = Info::number(word) {
                        (number.set)(&mut info, read(&mut tokens));
                    }
                }
            }
        }
        info
    }
}

/// Consumes the next word only if it can be parsed.
fn read<T: core::str::FromStr>(tokens: &mut Tokens<'_>) -> Option<T> {
    let value = tokens.peek()?.parse().ok()?;
    tokens.next();
    Some(value)
}

fn read_moves(tokens: &mut Tokens<'_>) -> Vec<MoveText> {
    core::iter::from_fn(|| read(tokens)).collect()
}

fn read_score(tokens: &mut Tokens<'_>) -> Option<Score> {
    let value: fn(i32) -> ScoreValue = match tokens.peek()? {
        "cp" => ScoreValue::Centipawns,
        "mate" => ScoreValue::Mate,
        _ => return None,
    };
    tokens.next();
    let value = value(read(tokens)?);
    let bound = match tokens.peek() {
        Some("lowerbound") => Bound::Lower,
        Some("upperbound") => Bound::Upper,
        _ => return Some(Score { value, bound: Bound::Exact }),
    };
    tokens.next();
    Some(Score { value, bound })
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl fmt::Display for Info {
    /// Depth first and the variation last, as people read it; the bound directly after the score,
    /// where clients expect it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_numbers(f, Info::REACH, self)?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write_numbers(f, Info::EFFORT, self)?;
        if let Some(mv) = self.currmove {
            write!(f, " currmove {mv}")?;
        }
        write_numbers(f, Info::PROGRESS, self)?;
        write_moves(f, "refutation", &self.refutation)?;
        if let Some((thread, line)) = &self.currline {
            f.write_str(" currline")?;
            thread.map_or(Ok(()), |thread| write!(f, " {thread}"))?;
            line.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        write_moves(f, "pv", &self.pv)?;
        self.string.as_ref().map_or(Ok(()), |text| write!(f, " string {text}"))
    }
}

fn write_moves(f: &mut fmt::Formatter<'_>, name: &str, moves: &[MoveText]) -> fmt::Result {
    if !moves.is_empty() {
        write!(f, " {name}")?;
    }
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}
