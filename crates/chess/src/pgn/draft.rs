//! A game while it is being read.

use super::game::{self, GameResult, PgnGame, Variant};
use super::lexer::{Lexeme, Token};
use super::movetext::{Word, begins_nothing, classify};
use super::tags::canonical;
use super::{
    MAX_COMMENT_LEN, MAX_COMMENTS_LEN, MAX_NODES, MAX_TAGS, NodeId, PgnFault, PgnProblem, Tags,
    Tree,
};
use crate::sanitise::clip;
use crate::{Position, SanError, Setup};

/// The end of a line of moves that is being read: the main line, or an open variation.
struct Line {
    at: NodeId,
    /// The position before the last move, which is where a variation from it begins.
    before: Position,
    now: Position,
    /// A variation whose first move has not come yet, and what was said before it.
    unbegun: Option<String>,
}

#[derive(Default)]
pub(super) struct Draft {
    tags: Tags,
    /// The line of the last tag that says where the game begins.
    start_line: usize,
    start: Option<(Setup, Variant)>,
    tree: Tree,
    lines: Vec<Line>,
    comments_len: usize,
    problems: Vec<PgnProblem>,
    result: Option<GameResult>,
    failure: Option<(usize, PgnFault)>,
    has_tags: bool,
    has_event: bool,
    has_moves: bool,
    depth: usize,
}

impl Draft {
    /// Whether this token belongs to the next game: a tag after moves, or a second `Event`.
    pub(super) fn ends_before(&self, lexeme: &Lexeme) -> bool {
        match &lexeme.token {
            Token::Tag { name, value } => {
                let plainly = lexeme.opens_line || value.is_ok();
                self.has_moves && plainly || self.has_event && canonical(name) == "Event"
            }
            _ => false,
        }
    }

    /// Whether there has been neither a tag nor a move, but at most comments.
    pub(super) fn is_blank(&self) -> bool {
        !self.has_tags && !self.has_moves
    }

    /// Takes a token in and says whether it ended the game. After a failure only the end of
    /// the game is looked for. What cannot begin a game is left over from the one before.
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
            self.tree = Tree::default();
            self.lines = Vec::new();
        }
    }

    /// Keeps track of where in the game this token is.
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
                // Inside a variation a result only says how that would have ended.
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
                // Games with tags between their comments may hold any number of these.
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

    /// Where the game begins, as its tags have it.
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

    /// Puts the pieces up, once the tags are complete; false if the tags forbid it.
    fn begin(&mut self) -> bool {
        if self.start.is_none() && self.failure.is_none() {
            match self.read_start() {
                Ok(start) => {
                    let now = start.0.position;
                    let at = NodeId::ROOT;
                    self.lines.push(Line { at, before: now, now, unbegun: None });
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
        if let Some(intro) = line.unbegun.take() {
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
        let varied = self.lines.last().filter(|line| line.unbegun.is_none());
        let Some((line, parent)) = varied.and_then(|line| Some((line, self.tree.parent(line.at)?)))
        else {
            return Err(PgnFault::VariationOfNothing);
        };
        let now = line.before;
        self.lines.push(Line { at: parent, before: now, now, unbegun: Some(String::new()) });
        Ok(())
    }

    fn close(&mut self) -> Result<(), PgnFault> {
        if self.lines.len() < 2 {
            return Err(PgnFault::UnopenedVariation);
        }
        match self.lines.pop().and_then(|line| line.unbegun) {
            Some(intro) => self.say(&intro),
            None => Ok(()),
        }
    }

    fn comment(&mut self, text: &str) -> Result<(), PgnFault> {
        self.comments_len += text.len();
        if self.comments_len > MAX_COMMENTS_LEN {
            return Err(PgnFault::TooManyComments);
        }
        self.say(text)
    }

    /// Keeps a text at the present place.
    fn say(&mut self, text: &str) -> Result<(), PgnFault> {
        let tree = &mut self.tree;
        let said = match self.lines.last_mut() {
            Some(Line { unbegun: Some(intro), .. }) => {
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
        if said > MAX_COMMENT_LEN { Err(PgnFault::CommentTooLong) } else { Ok(()) }
    }

    /// A glyph before any move has nothing to annotate and is dropped.
    fn annotate(&mut self, nag: u16) -> Result<(), PgnFault> {
        let line = self.lines.last().filter(|line| line.unbegun.is_none());
        let room = line.is_none_or(|line| self.tree.annotate(line.at, nag));
        if room { Ok(()) } else { Err(PgnFault::TooManyGlyphs) }
    }

    /// The game, or the line and the reason for which there is none.
    pub(super) fn finish(mut self) -> Result<PgnGame, (usize, PgnFault)> {
        self.begin();
        // What was said in a variation that never got a move must not be lost.
        while self.lines.len() > 1 {
            if let Err(fault) = self.close() {
                self.fail(self.start_line, fault);
            }
        }
        let (setup, variant) = match (self.failure, self.start) {
            (None, Some(start)) => start,
            (failure, _) => {
                return Err(failure.unwrap_or((self.start_line, PgnFault::SetUpWithoutFen)));
            }
        };
        let tagged = self.tags.get("Result").and_then(GameResult::read);
        let told = self.result.filter(|&result| result != GameResult::Open);
        let mut game = PgnGame::assemble(self.tags, setup, variant, self.tree);
        game.set_result(told.or(tagged).unwrap_or_default());
        game.problems.append(&mut self.problems);
        if self.depth > 0 {
            game.problems.push(PgnProblem::UnclosedVariation { depth: self.depth });
        }
        if self.result.is_none() && tagged.is_none() {
            game.problems.push(PgnProblem::ResultMissing);
        }
        Ok(game)
    }
}
