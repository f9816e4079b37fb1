//! A game with variations and comments as JSON, and back.

use chess::pgn::{Event, MAX_NODES, MAX_TAGS, NodeId, PgnGame, Variant, result_text};
use chess::{CastlingField, Color, GameResult, Position, Setup};
use serde::{Deserialize, Serialize};

use crate::place::{PASS, PASS_SAN, setup, uci};
use crate::refusal::Refusal;

/// The most moves that must be replayed to check a game, all nodes together.
const MAX_REPLAYED: usize = 4_000_000;

#[derive(Serialize, Deserialize)]
pub(crate) struct GameJson {
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// A FEN.
    start: String,
    #[serde(default)]
    chess960: bool,
    #[serde(default = "unknown_result")]
    result: String,
    /// Before the first move.
    #[serde(default)]
    comment: String,
    /// Parents come first; the first child of a node continues its line.
    nodes: Vec<NodeJson>,
}

#[derive(Serialize, Deserialize)]
struct NodeJson {
    /// -1 is the start.
    parent: i64,
    uci: String,
    #[serde(default)]
    san: String,
    #[serde(default)]
    fen: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    intro: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u16>,
}

fn unknown_result() -> String {
    "*".to_owned()
}

/// A point of the game: a position with its clocks.
#[derive(Clone)]
struct Point {
    /// -1 is the start.
    index: i64,
    setup: Setup,
}

impl Point {
    fn after(&self, index: i64, next: Position, resets_clock: bool) -> Point {
        let Setup { halfmove_clock, fullmove_number, .. } = self.setup;
        let black_moved = self.setup.position.turn() == Color::Black;
        let setup = Setup {
            position: next,
            halfmove_clock: if resets_clock { 0 } else { halfmove_clock.saturating_add(1) },
            fullmove_number: fullmove_number.saturating_add(u16::from(black_moved)),
            repairs: Vec::new(),
        };
        Point { index, setup }
    }
}

impl From<&PgnGame> for GameJson {
    fn from(game: &PgnGame) -> GameJson {
        let tree = game.tree();
        let start = Point { index: -1, setup: game.start().clone() };
        let mut nodes = Vec::with_capacity(tree.len());
        let (mut before, mut now) = (start.clone(), start);
        let mut branches = Vec::new();
        for event in tree.walk() {
            match event {
                Event::Open => {
                    branches.push((before.clone(), now));
                    now = before.clone();
                }
                Event::Close => (before, now) = branches.pop().unwrap_or((before.clone(), before)),
                Event::Move(id) => {
                    let (node, position) = (tree.node(id), now.setup.position);
                    let index = nodes.len() as i64;
                    let next = match node.mv() {
                        Some(mv) => {
                            let pawn =
                                position.piece_type_on(mv.from()) == Some(chess::PieceType::Pawn);
                            now.after(index, position.after(mv), pawn || mv.is_capture())
                        }
                        None => now.after(index, position.after_null(), false),
                    };
                    nodes.push(NodeJson {
                        parent: now.index,
                        uci: node.mv().map_or_else(|| PASS.to_owned(), uci),
                        san: node
                            .mv()
                            .map_or_else(|| PASS_SAN.to_owned(), |mv| position.san(mv).to_string()),
                        fen: next.setup.to_fen(CastlingField::XFen),
                        intro: node.intro().to_owned(),
                        comment: node.comment().to_owned(),
                        nags: node.nags().to_vec(),
                    });
                    before = core::mem::replace(&mut now, next);
                }
            }
        }
        let tags = game.tags().exported();
        GameJson {
            tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            start: game.start().to_fen(CastlingField::XFen),
            chess960: game.variant() == Variant::Chess960,
            result: result_text(game.result()).to_owned(),
            comment: tree.node(NodeId::ROOT).comment().to_owned(),
            nodes,
        }
    }
}

impl GameJson {
    /// The game, with every move checked.
    pub(crate) fn pgn(&self) -> Result<PgnGame, Refusal> {
        if self.nodes.len() > MAX_NODES || self.tags.len() > MAX_TAGS {
            let limits = format!("expected at most {MAX_NODES} moves and {MAX_TAGS} tags");
            return Err(Refusal(format!("game: too long; {limits}")));
        }
        let mut game = PgnGame::new(setup(&self.start)?);
        for (name, value) in &self.tags {
            // Tags that follow from the game, such as FEN, are not taken from the page.
            if let Err(error @ chess::pgn::BadTag::Name(_)) = game.set_tag(name, value) {
                return Err(error.into());
            }
        }
        game.comment(NodeId::ROOT, &self.comment);
        self.add_nodes(&mut game)?;
        game.set_result(read_result(&self.result)?);
        Ok(game)
    }

    fn add_nodes(&self, game: &mut PgnGame) -> Result<(), Refusal> {
        // The id and the number of moves before it, by index; the start comes first.
        let mut ids = vec![(NodeId::ROOT, 0_usize)];
        let mut replayed = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let refuse = |why: &dyn core::fmt::Display| Refusal(format!("node {index}: {why}"));
            let parent =
                node.parent.checked_add(1).and_then(|place| ids.get(usize::try_from(place).ok()?));
            let &(parent, plies) = parent
                .ok_or_else(|| refuse(&"parent: expected -1 or the index of an earlier node"))?;
            replayed += plies;
            if replayed > MAX_REPLAYED {
                return Err(Refusal::new("game: too long; expected fewer or shorter variations"));
            }
            let id = if node.uci == PASS {
                let id = game.add_null(parent);
                id.ok_or_else(|| refuse(&"the side to move is in check and cannot pass"))?
            } else {
                let mv = game.position_at(parent).parse_uci(&node.uci);
                game.add(parent, mv.map_err(|why| refuse(&why))?)?
            };
            game.introduce(id, &node.intro);
            game.comment(id, &node.comment);
            for &nag in &node.nags {
                if !game.annotate(id, nag) {
                    return Err(refuse(&"nags: too many; expected at most 32"));
                }
            }
            ids.push((id, plies + 1));
        }
        Ok(())
    }
}

fn read_result(text: &str) -> Result<Option<GameResult>, Refusal> {
    match (text, GameResult::ALL.into_iter().find(|result| result.as_str() == text)) {
        ("*", _) => Ok(None),
        (_, Some(result)) => Ok(Some(result)),
        (_, None) => Err(Refusal::new("result: expected 1-0, 0-1, 1/2-1/2 or *")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::pgn::PgnReader;

    fn round_trip(text: &str) {
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let json = GameJson::from(&game);
        let again = json.pgn().map_err(|why| why.0).unwrap();
        assert_eq!((again.start(), again.result()), (game.start(), game.result()), "{text}");
        assert_eq!((again.tree(), again.variant()), (game.tree(), game.variant()), "{text}");
        for (index, node) in json.nodes.iter().enumerate() {
            assert!(node.parent < index as i64);
        }
    }

    #[test]
    fn variations_comments_and_glyphs_survive() {
        round_trip("{start} 1. e4 $1 {best} (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 1-0");
        round_trip("1. e4 ({why not} 1. d4) (1. c4 c5) 1... e5 *");
        round_trip("[FEN \"4k3/8/8/8/8/8/8/1R3K2 w B - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O *");
    }

    #[test]
    fn positions_carry_their_clocks() {
        let text = "1. e4 e5 2. Nf3 Nc6 *";
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let json = GameJson::from(&game);
        assert!(json.nodes[3].fen.ends_with("w KQkq - 2 3"), "{}", json.nodes[3].fen);
    }

    #[test]
    fn a_pass_is_shown_and_written() {
        let text = "1. e4 e5 (1... -- 2. d4) *";
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let json = GameJson::from(&game);
        assert!(json.nodes.iter().any(|node| node.uci == PASS && node.san == PASS_SAN));
        round_trip(text);
        let check = serde_json::json!({"start": "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "nodes": [{"parent": -1, "uci": PASS}]});
        let check = serde_json::from_value::<GameJson>(check).unwrap().pgn().err().unwrap().0;
        assert_eq!(check, "node 0: the side to move is in check and cannot pass");
    }

    #[test]
    fn parents_must_come_first_and_moves_must_be_legal() {
        let read = |nodes: serde_json::Value| {
            let game = serde_json::json!({"start": "startpos", "nodes": nodes});
            serde_json::from_value::<GameJson>(game).unwrap().pgn().err().unwrap().0
        };
        let early = read(serde_json::json!([{"parent": 0, "uci": "e2e4"}]));
        assert_eq!(early, "node 0: parent: expected -1 or the index of an earlier node");
        let illegal = read(serde_json::json!([{"parent": -1, "uci": "e2e5"}]));
        assert_eq!(illegal, "node 0: 'e2e5' is not legal here");
        let least = read(serde_json::json!([{"parent": i64::MIN, "uci": "e2e4"}]));
        assert!(least.starts_with("node 0: parent"), "{least}");
        let most = read(serde_json::json!([{"parent": i64::MAX, "uci": "e2e4"}]));
        assert!(most.starts_with("node 0: parent"), "{most}");
    }
}
