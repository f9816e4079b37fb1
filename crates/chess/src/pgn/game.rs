//! One game: its tags, start, moves and result.

use super::tags::DERIVED;
use super::{BadTag, NodeId, PgnProblem, Tags, Tree};
use crate::{CastlingField, Game, GameResult, IllegalMove, Move, Position, Setup};

/// A result as PGN writes it; `*` is a game that is unfinished or whose result is unknown.
pub const fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        Some(result) => result.as_str(),
        None => "*",
    }
}

/// A token that ends a game: a result, or `*` for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ResultToken(pub(super) Option<GameResult>);

impl ResultToken {
    pub(super) fn read(text: &str) -> Option<ResultToken> {
        let result = match text {
            "*" => return Some(ResultToken(None)),
            "1/2" | "½-½" | "½" => Some(GameResult::Draw),
            _ => GameResult::ALL.into_iter().find(|result| result.as_str() == text),
        };
        result.map(|result| ResultToken(Some(result)))
    }
}

/// Standard chess or Chess960. They differ only in the rules of castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960.
    Chess960,
}

impl Variant {
    /// Reads the names in use, ignoring case, spaces and dashes.
    pub(super) fn read(text: &str) -> Option<Variant> {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        match letters.collect::<String>().to_ascii_lowercase().as_str() {
            "" | "standard" | "chess" | "normal" | "fromposition" => Some(Variant::Standard),
            "chess960" | "fischerandom" | "fischerrandom" | "960" => Some(Variant::Chess960),
            _ => None,
        }
    }
}

/// A game with tags, variations and comments. `to_string` writes it as PGN. The tags `Result`,
/// `SetUp`, `FEN` and `Variant` always agree with the rest.
///
/// ```
/// use chess::Game;
/// use chess::pgn::PgnGame;
///
/// let mut game = Game::default();
/// for san in ["e4", "e5"] {
///     let mv = game.position().parse_san(san)?;
///     game.play(mv)?;
/// }
/// let mut pgn = PgnGame::from_game(&game);
/// pgn.set_tag("White", "Ada")?;
/// pgn.comment_move(0, "best by test");
/// let text = pgn.to_string();
/// assert!(text.contains("[White \"Ada\"]"));
/// assert!(text.contains("1. e4 {best by test} 1... e5 *"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame {
    tags: Tags,
    start: Setup,
    variant: Variant,
    pub(super) tree: Tree,
    result: Option<GameResult>,
    pub(super) problems: Vec<PgnProblem>,
}

impl PgnGame {
    /// A game without moves.
    pub fn new(start: Setup) -> PgnGame {
        PgnGame::assemble(Tags::default(), start, Variant::Standard, Tree::default())
    }

    /// A game as it was played. Its result is the outcome, if there is one.
    pub fn from_game(game: &Game) -> PgnGame {
        let mut pgn = PgnGame::new(game.start().clone());
        let mut end = NodeId::ROOT;
        for &mv in game.moves() {
            end = pgn.tree.add(end, Some(mv));
        }
        if let Some(outcome) = game.outcome() {
            pgn.set_result(Some(GameResult::of(outcome.winner())));
        }
        pgn
    }

    /// `variant` becomes Chess960 if the start requires it.
    pub(super) fn assemble(
        mut tags: Tags,
        mut start: Setup,
        variant: Variant,
        tree: Tree,
    ) -> PgnGame {
        let problems = start.repairs.drain(..).map(PgnProblem::Repaired).collect();
        let variant = match start.position.needs_chess960() {
            true => Variant::Chess960,
            false => variant,
        };
        match variant {
            Variant::Chess960 => tags.put("Variant", "Chess960"),
            Variant::Standard => tags.remove("Variant"),
        }
        if start == Setup::initial() {
            tags.remove("SetUp");
            tags.remove("FEN");
        } else {
            tags.put("SetUp", "1");
            tags.put("FEN", &start.to_fen(CastlingField::XFen));
        }
        let mut game = PgnGame { tags, start, variant, tree, result: None, problems };
        game.set_result(None);
        game
    }

    /// The tags.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets a tag. Tags that follow from the game (`Result`, `SetUp`, `FEN`, `Variant`) are
    /// refused.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), BadTag> {
        match DERIVED.iter().find(|derived| derived.eq_ignore_ascii_case(name)) {
            Some(&derived) => Err(BadTag::Derived(derived.to_owned())),
            None => self.tags.set(name, value),
        }
    }

    /// Where the game began. Its repairs are among the problems.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Standard chess or Chess960.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The result; `None` if the game is unfinished or its result is unknown.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Sets the result, and the `Result` tag with it.
    pub fn set_result(&mut self, result: Option<GameResult>) {
        self.result = result;
        self.tags.put("Result", result_text(result));
    }

    /// The moves of the main line.
    pub fn moves(&self) -> Vec<Move> {
        self.tree.main_line().filter_map(|id| self.tree.node(id).mv()).collect()
    }

    /// The moves with variations and comments.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What was repaired while reading.
    pub fn problems(&self) -> &[PgnProblem] {
        &self.problems
    }

    /// Adds a comment to a move of the main line, counted in plies from 0. Returns whether there is
    /// such a move.
    pub fn comment_move(&mut self, ply: usize, text: &str) -> bool {
        let id = self.tree.main_line().nth(ply);
        id.inspect(|&id| self.tree.comment(id, text)).is_some()
    }

    /// Adds a comment after a move; at the root, before the first move.
    pub fn comment(&mut self, id: NodeId, text: &str) {
        self.tree.comment(id, text);
    }

    /// Adds a comment before a move that begins a variation.
    pub fn introduce(&mut self, id: NodeId, text: &str) {
        self.tree.introduce(id, text);
    }

    /// Annotates a move with a numeric glyph (NAG). Returns `false` if the move has too many.
    pub fn annotate(&mut self, id: NodeId, nag: u16) -> bool {
        self.tree.annotate(id, nag)
    }

    /// Adds a legal move after `parent`: the main line if it is the first there, else a variation.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        match self.position_at(parent).is_legal(mv) {
            true => Ok(self.tree.add(parent, Some(mv))),
            false => Err(IllegalMove(mv)),
        }
    }

    /// Adds a null move, which passes the turn, after `parent`. `None` if the side to move is in check.
    pub fn add_null(&mut self, parent: NodeId) -> Option<NodeId> {
        (!self.position_at(parent).in_check()).then(|| self.tree.add(parent, None))
    }

    /// The position after the move of a node; at the root, the start.
    pub fn position_at(&self, id: NodeId) -> Position {
        let path = core::iter::successors(Some(id), |&id| self.tree.parent(id));
        let path: Vec<NodeId> = path.filter(|&id| self.tree.parent(id).is_some()).collect();
        path.into_iter()
            .rev()
            .fold(self.start.position, |position, id| after(&position, self.tree.node(id).mv()))
    }
}

/// The position after a move, or after a null move for `None`.
pub(super) fn after(position: &Position, mv: Option<Move>) -> Position {
    mv.map_or_else(|| position.after_null(), |mv| position.after(mv))
}

/// Problems belong to the text, not to the game, and are not compared.
impl PartialEq for PgnGame {
    fn eq(&self, other: &PgnGame) -> bool {
        self.tags == other.tags
            && self.start == other.start
            && self.variant == other.variant
            && self.result == other.result
            && self.tree == other.tree
    }
}

impl Eq for PgnGame {}
