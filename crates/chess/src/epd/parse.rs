//! Parses a line of text into an EPD record.

use core::str::FromStr;

use super::moves::read_moves;
use super::{Epd, EpdProblem, Operand, Operation};
use crate::sanitise::clip;
use crate::sanitise::is_gap;
use crate::{FenError, Setup, Square};

/// The longest opcode the format allows.
const MAX_OPCODE_LEN: usize = 15;

/// Opcodes whose operands are moves and numbers, never prose. Where another opcode appears among
/// those operands, a semicolon is missing.
const TERSE: [&str; 14] =
    ["bm", "am", "dm", "pm", "sm", "ce", "acd", "acn", "acs", "hmvc", "fmvn", "rc", "eco", "pv"];
const WORDY: [&str; 13] =
    ["id", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "v0", "v1"];

pub(super) fn is_opcode(text: &str) -> bool {
    text.len() <= MAX_OPCODE_LEN
        && text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl FromStr for Epd {
    type Err = FenError;

    fn from_str(line: &str) -> Result<Epd, FenError> {
        let mut rest = line;
        let mut fields = Vec::with_capacity(4);
        while fields.len() < 4
            && let Some(field) = next_field(&mut rest)
        {
            fields.push(field);
        }
        let mut setup = Setup::from_fields(&mut fields.into_iter())?;
        if let Some(counter) = next_counter(&mut rest) {
            setup.read_halfmove_clock(counter)?;
            if let Some(counter) = next_counter(&mut rest) {
                setup.read_fullmove_number(counter)?;
            }
        }
        let mut epd = Epd::new(setup);
        epd.read_operations(rest);
        Ok(epd)
    }
}

/// The next field, up to a gap or a semicolon.
fn next_field<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start_matches(is_gap);
    let end = text.find(|letter| is_gap(letter) || letter == ';').unwrap_or(text.len());
    let (field, after) = text.split_at(end);
    *rest = after;
    (!field.is_empty()).then_some(field)
}

/// The next field if it is a number, as the counters of FEN are: opcodes begin with a letter.
fn next_counter<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let mut after = *rest;
    let field = next_field(&mut after)?;
    let digits = field.strip_prefix('-').unwrap_or(field);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| {
        *rest = after;
        field
    })
}

/// A token of the text after the board.
enum Token<'a> {
    Word(&'a str),
    Quoted { text: &'a str, closed: bool },
    Semicolon,
}

fn next_token<'a>(rest: &mut &'a str) -> Option<Token<'a>> {
    let text = rest.trim_start_matches(is_gap);
    if let Some(after) = text.strip_prefix(';') {
        *rest = after;
        return Some(Token::Semicolon);
    }
    if let Some(inside) = text.strip_prefix('"') {
        let (text, after, closed) = match inside.split_once('"') {
            Some((text, after)) => (text, after, true),
            None => (inside, "", false),
        };
        *rest = after;
        return Some(Token::Quoted { text, closed });
    }
    let ends = |letter| is_gap(letter) || letter == ';' || letter == '"';
    let (word, after) = text.split_at(text.find(ends).unwrap_or(text.len()));
    *rest = after;
    (!word.is_empty()).then_some(Token::Word(word))
}

impl Epd {
    fn read_operations(&mut self, mut rest: &str) {
        let mut current: Option<Operation> = None;
        while let Some(token) = next_token(&mut rest) {
            match (token, &mut current) {
                (Token::Semicolon, _) => self.finish(&mut current),
                (Token::Word(word), Some(operation)) => {
                    if forgot_semicolon(operation, word, rest) {
                        let before = word.to_owned();
                        self.problems.push(EpdProblem::SemicolonMissing { before });
                        self.finish(&mut current);
                        current = Operation::new(word, Vec::new());
                    } else {
                        operation.operands.push(Operand::word(word));
                    }
                }
                (Token::Word(word), None) => {
                    current = Operation::new(word, Vec::new());
                    if current.is_none() {
                        self.skip_prose(word, &mut rest);
                    }
                }
                (Token::Quoted { text, closed }, Some(operation)) => {
                    operation.operands.push(Operand::quoted(text));
                    if !closed {
                        let opcode = operation.opcode.clone();
                        self.problems.push(EpdProblem::UnclosedQuote { opcode });
                    }
                }
                (Token::Quoted { text, .. }, None) => self.skip_prose(text, &mut rest),
            }
        }
        self.finish(&mut current);
    }

    /// Skips words up to the next semicolon.
    fn skip_prose(&mut self, start: &str, rest: &mut &str) {
        self.problems.push(EpdProblem::Prose(clip(start)));
        while let Some(token) = next_token(rest) {
            if matches!(token, Token::Semicolon) {
                break;
            }
        }
    }

    fn finish(&mut self, current: &mut Option<Operation>) {
        if let Some(operation) = current.take() {
            self.take_in(operation);
        }
    }

    /// Adds an operation and its problems. The clocks go into the setup instead.
    pub(super) fn take_in(&mut self, operation: Operation) {
        let opcode = operation.opcode.as_str();
        let known = TERSE.contains(&opcode) || WORDY.contains(&opcode) || is_perft(opcode);
        if known && operation.operands.is_empty() {
            self.problems.push(EpdProblem::OperandMissing { opcode: opcode.to_owned() });
        }
        match opcode {
            "bm" | "am" => {
                for reason in
                    read_moves(&self.setup.position, &operation).into_iter().filter_map(Result::err)
                {
                    self.problems.push(EpdProblem::Move { opcode: opcode.to_owned(), reason });
                }
            }
            "hmvc" | "fmvn" => return self.set_clock(&operation),
            "dm" => self.expect_number::<i32>(&operation),
            _ if is_perft(opcode) => self.expect_number::<u64>(&operation),
            _ => {}
        }
        self.operations.push(operation);
    }

    fn set_clock(&mut self, operation: &Operation) {
        let Some(operand) = operation.operands.first() else { return };
        let read = match operation.opcode.as_str() {
            "hmvc" => self.setup.read_halfmove_clock(&operand.text),
            _ => self.setup.read_fullmove_number(&operand.text),
        };
        self.problems.extend(self.setup.repairs.drain(..).map(EpdProblem::Repaired));
        if read.is_err() {
            self.not_a_number(operation, operand);
        }
    }

    fn expect_number<T: FromStr>(&mut self, operation: &Operation) {
        if let Some(operand) = operation.operands.first()
            && operation.number::<T>().is_none()
        {
            self.not_a_number(operation, operand);
        }
    }

    fn not_a_number(&mut self, operation: &Operation, operand: &Operand) {
        let (opcode, text) = (operation.opcode.clone(), clip(&operand.text));
        self.problems.push(EpdProblem::NotANumber { opcode, text });
    }
}

/// Whether the opcode is for a perft count, such as `D5`.
fn is_perft(opcode: &str) -> bool {
    let depth = opcode.strip_prefix('D').filter(|_| is_opcode(opcode));
    depth.is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// Whether `word` begins the next operation. `rest` is the text after it: only a quote shows that
/// `c5` is the comment and not the move.
fn forgot_semicolon(operation: &Operation, word: &str, rest: &str) -> bool {
    let opcode = operation.opcode.as_str();
    let before_text = rest.trim_start_matches(is_gap).starts_with('"');
    let is_known = TERSE.contains(&word) || WORDY.contains(&word);
    let begins_next =
        is_perft(word) || is_known && (before_text || word.parse::<Square>().is_err());
    (TERSE.contains(&opcode) || is_perft(opcode)) && begins_next
}
