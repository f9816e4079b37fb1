//! A game while it is being read.

use super::game::{self, PgnGame, ResultToken, Variant};
use super::lexer::{Lexeme, Token};
use super::movetext::{Word, begins_nothing, classify};
use super::tags::canonical;
use super::{
    MAX_COMMENT_LEN, MAX_COMMENTS_LEN, MAX_NODES, MAX_TAGS, NodeId, PgnFault, PgnProblem, Tags,
    Tree,
};
use crate::sanitise::clip;
use crate::{Position, SanError, Setup};

/// The end of the main line or of an open variation.
struct Line {
    at: NodeId,
    /// The position before the last move, from which a variation begins.
    before: Position,
    now: Position,
    /// The comments so far of a variation that has no move yet.
    pending_intro: Option<String>,
}

/// Why a game could not be read, and what was read of it.
pub(super) struct Failure {
    pub(super) line: usize,
    pub(super) fault: PgnFault,
    pub(super) partial: Option<Box<PgnGame>>,
}

#[derive(Default)]
pub(super) struct Draft {
    tags: Tags,
    /// The line of the last tag that sets the starting position.
    start_line: usize,
    start: Option<(Setup, Variant)>,
    tree: Tree,
    lines: Vec<Line>,
    comments_len: usize,
    problems: Vec<PgnProblem>,
    result: Option<ResultToken>,
    failure: Option<(usize, PgnFault)>,
    has_tags: bool,
    has_event: bool,
    has_moves: bool,
    depth: usize,
}

impl Draft {
    /// Whether a token belongs to the next game: a tag after moves, or a second `Event`.
    pub(super) fn ends_before(&self, lexeme: &Lexeme) -> bool {
        match &lexeme.token {
            Token::Tag { name, value } => {
                let is_clear = lexeme.opens_line || value.is_ok();
                self.has_moves && is_clear || self.has_event && canonical(name) == "Event"
            }
            _ => false,
        }
    }

    /// Whether there has been neither a tag nor a move.
    pub(super) fn is_blank(&self) -> bool {
        !self.has_tags && !self.has_moves
    }

    /// Adds a token and returns whether it ended the game. After a failure this only looks for the
    /// end of the game. Tokens that cannot begin a game are left over from the one before.
    pub(super) fn take(&mut self, Lexeme { line, token, .. }: Lexeme) -> bool {
        if self.is_blank() && begins_nothing(&token) {
            return false;
        }
        let over = self.follow(&token);
        if self.failure.is_none()
            && let Err(fault) = self.apply(token, line)
        {
            self.fail(line, fault);
        }
        over
    }

    fn fail(&mut self, line: usize, fault: PgnFault) {
        if self.failure.is_none() {
            self.failure = Some((line, fault));
        }
    }

    /// Keeps track of where in the game the token is, and returns whether it ends the game.
    fn follow(&mut self, token: &Token) -> bool {
        match token {
            Token::Tag { name, .. } => {
                self.has_tags = true;
                self.has_event |= canonical(name) == "Event";
                return false;
            }
            Token::Comment { .. } => return false,
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Symbol(symbol) => {
                // A result inside a variation does not end the game.
                if self.depth == 0
                    && let Word::Result(result) = classify(symbol)
                {
                    self.result = Some(result);
                    self.has_moves = true;
                    return true;
                }
            }
            Token::Nag(_) | Token::Stray(_) => {}
        }
        self.has_moves = true;
        false
    }

    fn apply(&mut self, token: Token, line: usize) -> Result<(), PgnFault> {
        match token {
            Token::Tag { name, value } => self.tag(&name, &value?, line),
            Token::Comment { text, closed } => {
                // A game with tags between its comments may have any number of these: keep one.
                if !closed && self.problems.is_empty() {
                    self.problems.push(PgnProblem::UnclosedComment { line });
                }
                self.comment(&text?)
            }
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Nag(nag) => self.annotate(nag),
            Token::Stray(sign) => Err(PgnFault::StraySign(sign)),
            Token::Symbol(symbol) => match classify(&symbol) {
                Word::Nothing | Word::Result(_) => Ok(()),
                Word::Nag(nag) => self.annotate(nag),
                Word::Move { san, nag } => {
                    self.play(san)?;
                    nag.map_or(Ok(()), |nag| self.annotate(nag))
                }
            },
        }
    }

    fn tag(&mut self, name: &str, value: &str, line: usize) -> Result<(), PgnFault> {
        if matches!(canonical(name), "FEN" | "SetUp" | "Variant") {
            self.start_line = line;
        }
        self.tags.set(name, value).map_err(PgnFault::Tag)?;
        if self.tags.len() > MAX_TAGS { Err(PgnFault::TooManyTags) } else { Ok(()) }
    }

    /// The starting position according to the tags.
    fn read_start(&self) -> Result<(Setup, Variant), PgnFault> {
        let name = self.tags.get("Variant").unwrap_or_default();
        let variant = Variant::read(name).ok_or_else(|| PgnFault::UnknownVariant(clip(name)))?;
        let setup = match (self.tags.get("FEN"), self.tags.get("SetUp")) {
            (Some(fen), _) => fen.parse().map_err(PgnFault::Fen)?,
            (None, Some("1")) => return Err(PgnFault::SetUpWithoutFen),
            (None, _) => Setup::initial(),
        };
        Ok((setup, variant))
    }

    /// Sets up the starting position once the tags are complete; `false` if the game has failed.
    fn begin(&mut self) -> bool {
        if self.start.is_none() && self.failure.is_none() {
            match self.read_start() {
                Ok(start) => {
                    let now = start.0.position;
                    let at = NodeId::ROOT;
                    self.lines.push(Line { at, before: now, now, pending_intro: None });
                    self.start = Some(start);
                }
                Err(fault) => self.fail(self.start_line, fault),
            }
        }
        self.failure.is_none()
    }

    fn play(&mut self, san: &str) -> Result<(), PgnFault> {
        if !self.begin() {
            return Ok(());
        }
        let in_main_line = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return Ok(()) };
        let mv = match line.now.parse_san(san) {
            Ok(mv) => Some(mv),
            Err(SanError::Null(_)) if !in_main_line && !line.now.in_check() => None,
            Err(SanError::Null(_)) => return Err(PgnFault::NullMove),
            Err(error) => return Err(PgnFault::Move(error)),
        };
        if self.tree.len() == MAX_NODES {
            return Err(PgnFault::TooManyMoves);
        }
        line.at = self.tree.add(line.at, mv);
        if let Some(intro) = line.pending_intro.take() {
            self.tree.introduce(line.at, &intro);
        }
        line.before = line.now;
        line.now = game::after(&line.before, mv);
        Ok(())
    }

    fn open(&mut self) -> Result<(), PgnFault> {
        if !self.begin() {
            return Ok(());
        }
        let varied = self.lines.last().filter(|line| line.pending_intro.is_none());
        let Some((line, parent)) = varied.and_then(|line| Some((line, self.tree.parent(line.at)?)))
        else {
            return Err(PgnFault::VariationOfNothing);
        };
        let now = line.before;
        self.lines.push(Line { at: parent, before: now, now, pending_intro: Some(String::new()) });
        Ok(())
    }

    fn close(&mut self) -> Result<(), PgnFault> {
        if self.lines.len() < 2 {
            return Err(PgnFault::UnopenedVariation);
        }
        match self.lines.pop().and_then(|line| line.pending_intro) {
            Some(intro) => self.append_comment(&intro),
            None => Ok(()),
        }
    }

    fn comment(&mut self, text: &str) -> Result<(), PgnFault> {
        self.comments_len += text.len();
        if self.comments_len > MAX_COMMENTS_LEN {
            return Err(PgnFault::TooManyComments);
        }
        self.append_comment(text)
    }

    /// Appends a comment to the current move.
    fn append_comment(&mut self, text: &str) -> Result<(), PgnFault> {
        let tree = &mut self.tree;
        let length = match self.lines.last_mut() {
            Some(Line { pending_intro: Some(intro), .. }) => {
                intro.push(' ');
                intro.push_str(text);
                intro.len()
            }
            line => {
                let at = line.map_or(NodeId::ROOT, |line| line.at);
                tree.comment(at, text);
                tree.node(at).comment().len()
            }
        };
        if length > MAX_COMMENT_LEN { Err(PgnFault::CommentTooLong) } else { Ok(()) }
    }

    /// Adds a glyph to the current move. Before any move there is nothing to annotate.
    fn annotate(&mut self, nag: u16) -> Result<(), PgnFault> {
        let line = self.lines.last().filter(|line| line.pending_intro.is_none());
        let room = line.is_none_or(|line| self.tree.annotate(line.at, nag));
        if room { Ok(()) } else { Err(PgnFault::TooManyGlyphs) }
    }

    /// The game, or why there is none.
    pub(super) fn finish(mut self) -> Result<PgnGame, Failure> {
        self.begin();
        // Keeps the comments of variations that never got a move.
        while self.lines.len() > 1 {
            if let Err(fault) = self.close() {
                self.fail(self.start_line, fault);
            }
        }
        let (failure, start_line) = (self.failure.take(), self.start_line);
        match (failure, self.assemble()) {
            (None, Some(game)) => Ok(game),
            (failure, partial) => {
                let (line, fault) = failure.unwrap_or((start_line, PgnFault::SetUpWithoutFen));
                Err(Failure { line, fault, partial: partial.map(Box::new) })
            }
        }
    }

    /// The game as far as it was read; `None` without a start.
    fn assemble(mut self) -> Option<PgnGame> {
        let (setup, variant) = self.start?;
        let tagged = self.tags.get("Result").and_then(ResultToken::read);
        let known = |token: Option<ResultToken>| token.and_then(|ResultToken(result)| result);
        let mut game = PgnGame::assemble(self.tags, setup, variant, self.tree);
        game.set_result(known(self.result).or(known(tagged)));
        game.problems.append(&mut self.problems);
        if self.depth > 0 {
            game.problems.push(PgnProblem::UnclosedVariation { depth: self.depth });
        }
        if self.result.is_none() && tagged.is_none() {
            game.problems.push(PgnProblem::ResultMissing);
        }
        Some(game)
    }
}
