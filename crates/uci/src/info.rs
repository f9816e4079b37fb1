//! `info`: what a search has found so far.

use core::fmt;

use crate::MoveText;
use crate::numbers::{with_numbers, write_numbers};
use crate::tokens::Tokens;

with_numbers! {
    /// Every field is optional; each is written only when it is there.
    #[derive(Clone, PartialEq, Eq, Default, Debug)]
    pub struct Info {
        numbers REACH {
            depth,
            seldepth,
            multipv,
        }
        numbers EFFORT {
            nodes,
            nps,
            /// In thousandths.
            hashfull,
            tbhits,
            sbhits,
            /// In thousandths.
            cpuload,
            /// In milliseconds.
            time,
        }
        numbers PROGRESS {
            currmovenumber,
        }
        pub score: Option<Score>,
        /// Win, draw and loss, in thousandths, for the side to move.
        pub wdl: Option<[u16; 3]>,
        pub currmove: Option<MoveText>,
        /// A move and the line that refutes it.
        pub refutation: Vec<MoveText>,
        /// The line a thread looks at, and which thread that is.
        pub currline: Option<(Option<i64>, Vec<MoveText>)>,
        pub pv: Vec<MoveText>,
        /// Takes the rest of the line.
        pub string: Option<String>,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    pub value: ScoreValue,
    pub bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreValue {
    Centipawns(i32),
    /// Moves, not plies; negative when the side to move is mated.
    Mate(i32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Info {
    pub fn string(text: impl Into<String>) -> Info {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Reads all it can. Engines send odd things, and no odd field is worth losing the others:
    /// words without a meaning and numbers out of range are left out.
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

/// Walks over the next word only if it can be read.
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
    /// Depth first and the line last, as people read it; the bound right after the score,
    /// where clients look for it.
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
