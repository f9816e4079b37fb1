//! Splits bytes into tokens. No token grows beyond its limit, whatever the input.

use std::io::{self, Read};

use super::{MAX_COMMENT_LEN, MAX_TAG_LEN, PgnFault};
use crate::byte_reader::{ByteReader, LOOKAHEAD, is_newline};
use crate::sanitise::{clip, decode};

/// Longer than any move, number or result; the rest of a longer word is skipped.
const MAX_SYMBOL_LEN: usize = 64;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) struct Lexeme {
    pub(super) line: usize,
    pub(super) opens_line: bool,
    pub(super) token: Token,
}

pub(super) enum Token {
    Tag {
        name: String,
        value: Result<String, PgnFault>,
    },
    Comment {
        text: Result<String, PgnFault>,
        closed: bool,
    },
    Open,
    Close,
    Nag(u16),
    /// A move, a number, a result, or something else.
    Symbol(String),
    Stray(char),
}

pub(super) struct Lexer<R> {
    reader: ByteReader<R>,
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0 | 0x0b)
}

const fn ends_symbol(byte: u8) -> bool {
    is_space(byte)
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'*' | b'"')
}

/// The text of a token: collects bytes up to a limit and remembers whether there were more.
struct Capped {
    bytes: Vec<u8>,
    limit: usize,
    overflows: bool,
}

impl Capped {
    fn new(limit: usize) -> Capped {
        Capped { bytes: Vec::new(), limit, overflows: false }
    }

    fn push(&mut self, byte: u8) {
        match self.bytes.len() < self.limit {
            true => self.bytes.push(byte),
            false => self.overflows = true,
        }
    }

    /// Latin-1 grows when it is decoded, so the length is checked again.
    fn text(&self, too_long: PgnFault) -> Result<String, PgnFault> {
        let text = decode(&self.bytes);
        if self.overflows || text.len() > self.limit { Err(too_long) } else { Ok(text) }
    }
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(stream: R) -> Lexer<R> {
        Lexer { reader: ByteReader::new(stream) }
    }

    pub(super) fn line(&self) -> usize {
        self.reader.line()
    }

    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.reader.take_failure()
    }

    /// Whether the stream is UTF-16. Call it before the first token.
    pub(super) fn is_utf16(&mut self) -> bool {
        match (self.reader.peek(), self.reader.peek_at(1)) {
            (Some(0xff), Some(0xfe)) | (Some(0xfe), Some(0xff)) => true,
            (Some(first), Some(second)) => {
                (first == 0) != (second == 0) && (first | second).is_ascii_graphic()
            }
            _ => false,
        }
    }

    pub(super) fn next(&mut self) -> Option<Lexeme> {
        loop {
            let opens_line = self.reader.is_at_line_start();
            let line = self.reader.line();
            let byte = self.reader.peek()?;
            let token = match byte {
                _ if is_space(byte) => {
                    self.reader.take();
                    continue;
                }
                b'%' if opens_line => {
                    self.skip_line();
                    continue;
                }
                0xef if self.reader.begins_with(BYTE_ORDER_MARK) => {
                    self.reader.skip(BYTE_ORDER_MARK.len());
                    continue;
                }
                b'[' => self.tag(),
                b'{' => self.braced_comment(),
                b';' => self.line_comment(),
                b'$' => match self.nag() {
                    Some(nag) => Token::Nag(nag),
                    None => continue,
                },
                b'(' | b')' | b'*' | b'}' | b']' | b'"' => {
                    self.reader.take();
                    match byte {
                        b'(' => Token::Open,
                        b')' => Token::Close,
                        b'*' => Token::Symbol("*".to_owned()),
                        _ => Token::Stray(char::from(byte)),
                    }
                }
                _ => Token::Symbol(self.symbol()),
            };
            return Some(Lexeme { line, opens_line, token });
        }
    }

    /// Skips blanks and returns whether the current line is over.
    pub(super) fn is_line_over(&mut self) -> bool {
        self.skip_blanks();
        self.reader.peek().is_none_or(is_newline)
    }

    fn skip_line(&mut self) {
        while self.reader.peek().is_some_and(|byte| !is_newline(byte)) {
            self.reader.take();
        }
    }

    fn skip_blanks(&mut self) {
        while self.reader.peek().is_some_and(|byte| is_space(byte) && !is_newline(byte)) {
            self.reader.take();
        }
    }

    /// `[Name "value"]`, on one line. A quote inside the value should have a backslash, but is
    /// accepted without one, unless a bracket or the end of the line follows.
    fn tag(&mut self) -> Token {
        self.reader.take();
        self.skip_blanks();
        let mut name = Capped::new(MAX_TAG_LEN);
        while let Some(byte) = self.reader.peek()
            && !is_space(byte)
            && !matches!(byte, b'"' | b'[' | b']')
        {
            name.push(byte);
            self.reader.take();
        }
        let name = match name.text(PgnFault::TagTooLong) {
            Ok(name) => name,
            Err(fault) => {
                self.skip_line();
                return Token::Tag { name: String::new(), value: Err(fault) };
            }
        };
        self.skip_blanks();
        if self.reader.peek() != Some(b'"') {
            self.skip_line();
            let fault = PgnFault::MalformedTag(clip(&format!("[{name}")));
            return Token::Tag { name, value: Err(fault) };
        }
        self.reader.take();
        let value = self.tag_value(&name);
        Token::Tag { name, value }
    }

    fn tag_value(&mut self, name: &str) -> Result<String, PgnFault> {
        let mut value = Capped::new(MAX_TAG_LEN);
        while let Some(byte) = self.reader.peek()
            && !is_newline(byte)
        {
            if byte == b'"'
                && let Some(len) = self.tag_end()
            {
                self.reader.skip(len);
                return value.text(PgnFault::TagTooLong);
            }
            let escaped = self.reader.peek_at(1).filter(|next| matches!(next, b'"' | b'\\'));
            match (byte, escaped) {
                (b'\\', Some(escaped)) => {
                    self.reader.skip(2);
                    value.push(escaped);
                }
                _ => {
                    self.reader.take();
                    value.push(byte);
                }
            }
        }
        let start = decode(&value.bytes);
        value.text(PgnFault::TagTooLong)?;
        Err(PgnFault::MalformedTag(clip(&format!("[{name} \"{start}"))))
    }

    /// The length of the quote ahead and of what closes the tag; `None` if the tag goes on.
    fn tag_end(&mut self) -> Option<usize> {
        let mut len = 1;
        while len < LOOKAHEAD {
            match self.reader.peek_at(len) {
                Some(b']') => return Some(len + 1),
                Some(byte) if is_newline(byte) => return Some(len),
                Some(byte) if is_space(byte) => len += 1,
                Some(_) => return None,
                None => return Some(len),
            }
        }
        None
    }

    /// A comment that is never closed would swallow the games after it, so a line that is clearly
    /// a tag ends it too.
    fn braced_comment(&mut self) -> Token {
        self.reader.take();
        let mut text = Capped::new(MAX_COMMENT_LEN);
        let mut closed = false;
        while let Some(byte) = self.reader.peek() {
            if byte == b'[' && self.reader.is_at_line_start() && self.is_tag_ahead() {
                break;
            }
            self.reader.take();
            if byte == b'}' {
                closed = true;
                break;
            }
            text.push(byte);
        }
        Token::Comment { text: text.text(PgnFault::CommentTooLong), closed }
    }

    /// Whether a bracket, a name and a quote are ahead.
    fn is_tag_ahead(&mut self) -> bool {
        let mut ahead = 1;
        let mut named = false;
        while ahead < LOOKAHEAD {
            match self.reader.peek_at(ahead) {
                Some(b'"') => return named,
                Some(b' ' | b'\t') if named => ahead += 1,
                Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => {
                    named = true;
                    ahead += 1;
                }
                _ => return false,
            }
        }
        false
    }

    fn line_comment(&mut self) -> Token {
        self.reader.take();
        let mut text = Capped::new(MAX_COMMENT_LEN);
        while let Some(byte) = self.reader.peek()
            && !is_newline(byte)
        {
            text.push(byte);
            self.reader.take();
        }
        Token::Comment { text: text.text(PgnFault::CommentTooLong), closed: true }
    }

    /// `None` for a glyph without a number, or with one that is too large.
    fn nag(&mut self) -> Option<u16> {
        self.reader.take();
        let mut number = None;
        while let Some(byte) = self.reader.peek()
            && byte.is_ascii_digit()
        {
            self.reader.take();
            let digit = u32::from(byte - b'0');
            number = Some(number.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
        }
        number.and_then(|number| u16::try_from(number).ok())
    }

    fn symbol(&mut self) -> String {
        let mut symbol = Capped::new(MAX_SYMBOL_LEN);
        while let Some(byte) = self.reader.peek() {
            if byte == b'(' && self.is_promotion_ahead(symbol.bytes.last()) {
                for _ in 0..3 {
                    self.reader.take().into_iter().for_each(|byte| symbol.push(byte));
                }
            } else if ends_symbol(byte) {
                break;
            } else {
                self.reader.take();
                symbol.push(byte);
            }
        }
        decode(&symbol.bytes)
    }

    /// Whether the bracket ahead is a promotion, as in `e8(Q)`, and not a variation.
    fn is_promotion_ahead(&mut self, last: Option<&u8>) -> bool {
        matches!(last, Some(b'1' | b'8'))
            && matches!(
                self.reader.peek_at(1),
                Some(b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n')
            )
            && self.reader.peek_at(2) == Some(b')')
    }
}
