//! Questions about the rules: positions, moves, setups.

use chess::{ARRANGEMENTS, CastlingField, Game, Random, Setup};
use serde_json::json;

use crate::fields::Fields;
use crate::node::Node;
use crate::place::{Place, read_move, uci};
use crate::random_seed::random_seed;
use crate::refusal::{Answer, Refusal};

/// The position after a line of moves.
pub(crate) fn position(fields: &Fields) -> Answer {
    let place = Place::read(fields)?;
    Ok(json!({"node": Node::of(&place), "line": place.line}))
}

/// A typed or dragged move, in SAN or as UCI writes it.
pub(crate) fn play(fields: &Fields) -> Answer {
    let Place { mut game, line } = Place::read(fields)?;
    let position = *game.position();
    let mv = read_move(&position, fields.text("move")?.trim())?;
    game.play(mv)?;
    let san = position.san(mv).to_string();
    Ok(json!({"uci": uci(mv), "san": san, "node": Node::after(&game, line.len() + 1)}))
}

/// A position from the editor, with what was repaired.
pub(crate) fn setup(fields: &Fields) -> Answer {
    let mut setup: Setup = fields.text("fen")?.parse()?;
    let repairs: Vec<String> = setup.repairs.drain(..).map(|repair| repair.to_string()).collect();
    let fen = setup.to_fen(CastlingField::XFen);
    Ok(json!({"fen": fen, "repairs": repairs, "node": Node::after(&Game::new(setup), 0)}))
}

/// A start of Chess960: the one with this number, or any.
pub(crate) fn chess960(fields: &Fields) -> Answer {
    let number = match fields.optional_number("number", 0..=ARRANGEMENTS - 1)? {
        Some(number) => number,
        None => Random::numbered(random_seed().map_err(Refusal::from)?, 0).below(ARRANGEMENTS),
    };
    Ok(json!({"number": number, "fen": Setup::chess960(number).to_fen(CastlingField::XFen)}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen_after(value: serde_json::Value) -> String {
        let answer = play(&Fields::of(value)).map_err(|why| why.0).unwrap();
        answer["node"]["fen"].as_str().unwrap().to_owned()
    }

    #[test]
    fn chess960_castles_by_either_square() {
        let start = "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1";
        for mv in ["f1b1", "O-O-O", "f1c1"] {
            let fen = fen_after(json!({"start": start, "move": mv}));
            assert_eq!(fen, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1", "{mv}");
        }
    }

    #[test]
    fn a_promotion_needs_its_piece() {
        let start = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
        for mv in ["e8=N", "e7e8n", "e8N"] {
            assert!(fen_after(json!({"start": start, "move": mv})).starts_with("4N3/6k1"), "{mv}");
        }
        assert!(play(&Fields::of(json!({"start": start, "move": "e7e8"}))).is_err());
    }

    #[test]
    fn the_editor_hears_what_was_repaired() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
        let answer = setup(&Fields::of(json!({"fen": fen}))).map_err(|why| why.0).unwrap();
        assert_eq!(answer["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(answer["repairs"].as_array().unwrap().len(), 1);
        assert!(setup(&Fields::of(json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}))).is_err());
    }

    #[test]
    fn starts_of_chess960_have_numbers() {
        let answer = chess960(&Fields::of(json!({"number": 518}))).map_err(|why| why.0).unwrap();
        assert_eq!(answer["fen"], Setup::initial().to_string());
        assert!(chess960(&Fields::of(json!({"number": 960}))).is_err());
        assert!(chess960(&Fields::of(json!({}))).is_ok());
    }
}
