//! A chess board as SVG: the pieces, and arrows for moves. The pieces are our own drawings.

use core::fmt::Write as _;

use chess::{Color, Move, Piece, PieceType, Position, Square};

use super::chart::Tone;
use super::svg::escaped;

/// A board to draw.
pub struct Board<'a> {
    pub position: &'a Position,
    /// The side at the bottom.
    pub bottom: Color,
    /// Moves to show, with their colours. Later ones lie on top.
    pub arrows: Vec<(Move, Tone)>,
    /// What screen readers say.
    pub label: String,
}

/// The side of a square.
const SQUARE: f64 = 45.0;
const SIDE: f64 = 8.0 * SQUARE;

/// The shapes of the pieces on a square of 45 by 45: a path, and the centres of circles with their
/// radii.
type Shape = (&'static str, &'static [(f64, f64, f64)]);

const fn shape(piece_type: PieceType) -> Shape {
    match piece_type {
        PieceType::Pawn => (
            "M22.5 17.5c-5 0-6.5 4.5-3.6 7.5-4 3-6.6 7-7.1 13h21.4c-.5-6-3.1-10-7.1-13 \
             2.9-3 1.4-7.5-3.6-7.5z",
            &[(22.5, 14.0, 5.2)],
        ),
        PieceType::Knight => (
            "M13.5 38h21c1.5-9.5.5-18.5-5.5-23.5-2-1.7-4.5-2.6-6.7-2.7L20 8l-2.3 4.8c-3.4 1.7-5.4 \
             5.4-7.4 10.4-1 2.5.9 4.9 3.3 4.3 2.2-.6 3.6-2.6 6-3 1.3-.2 2.4 0 3.4-.4-1.2 4.2-8.3 \
             5.9-9.5 13.9z",
            &[],
        ),
        PieceType::Bishop => (
            "M22.5 11c-6 4-8.8 9-6.9 13.8.9 2.3 2.2 3.3 2.7 5.2l-.8 2.5h-6.5V38h23v-5.5h-6.5l-.8-2.5\
             c.5-1.9 1.8-2.9 2.7-5.2C31.3 20 28.5 15 22.5 11z",
            &[(22.5, 8.6, 2.6)],
        ),
        PieceType::Rook => (
            "M11.5 9v7.500l4 3.5-1.5 13H11V38h23v-5h-3l-1.5-13 4-3.500V9h-4.500v3.500h-3.800V9\
             h-5.400v3.500H16V9z",
            &[],
        ),
        PieceType::Queen => (
            "M8.5 15l4.5 14.5-1.5 4V38h22v-4.500l-1.5-4L36.5 15l-6.5 8-1.5-11.5-6 10.5\
             -6-10.500L15 23z",
            &[(8.5, 13.0, 2.2), (16.3, 10.0, 2.2), (28.7, 10.0, 2.2), (36.5, 13.0, 2.2)],
        ),
        PieceType::King => (
            "M21.3 5v2.700h-2.600V10h2.600v4.200c-3.8-2.7-10.6-1.6-11.2 4.6-.4 4.7 2.7 6.7 4.2 \
             10.700l-.8 4V38h18v-4.500l-.8-4c1.5-4 4.6-6 4.2-10.7-.6-6.2-7.4-7.3-11.2-4.600V10h2.6\
             V7.700h-2.600V5z",
            &[],
        ),
    }
}

// Writing to a string cannot fail, so results of `write!` are dropped throughout.
impl Board<'_> {
    /// The drawing. The page that holds it needs [`shapes`] once.
    pub(super) fn svg(&self) -> String {
        let label = escaped(&self.label);
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"0 0 {SIDE} {SIDE}\" role=\"img\" \
             aria-label=\"{label}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
             <rect class=\"light\" width=\"{SIDE}\" height=\"{SIDE}\"/>\n"
        );
        let mut dark = String::new();
        for square in Square::all() {
            let (column, row) = self.place(square);
            if (column + row) % 2 == 1 {
                let (x, y) = (f64::from(column) * SQUARE, f64::from(row) * SQUARE);
                let _ = write!(dark, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
            }
        }
        let _ = writeln!(svg, "<path class=\"dark\" d=\"{dark}\"/>");
        for square in Square::all() {
            if let Some(piece) = self.position.board().piece_on(square) {
                let (column, row) = self.place(square);
                let (x, y) = (f64::from(column) * SQUARE, f64::from(row) * SQUARE);
                let _ = writeln!(svg, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(piece));
            }
        }
        for (mv, tone) in &self.arrows {
            self.arrow(&mut svg, *mv, *tone);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Columns from the left and rows from the top.
    fn place(&self, square: Square) -> (u8, u8) {
        let (file, rank) = (square.file() as u8, square.rank() as u8);
        match self.bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    fn arrow(&self, svg: &mut String, mv: Move, tone: Tone) {
        let middle = |square| {
            let (column, row) = self.place(square);
            ((f64::from(column) + 0.5) * SQUARE, (f64::from(row) + 0.5) * SQUARE)
        };
        let ((x1, y1), (x2, y2)) = (middle(mv.from()), middle(mv.to()));
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // The head ends in the middle of the square, the shaft where the head begins.
        let (sx, sy) = (x2 - 15.0 * dx, y2 - 15.0 * dy);
        let (left, right) = ((sx - 9.0 * dy, sy + 9.0 * dx), (sx + 9.0 * dy, sy - 9.0 * dx));
        let class = tone.class();
        let _ = writeln!(
            svg,
            "<g class=\"arrow {class}\"><line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{sx:.1}\" \
             y2=\"{sy:.1}\"/><polygon points=\"{:.1},{:.1} {:.1},{:.1} {x2:.1},{y2:.1}\"/></g>",
            left.0, left.1, right.0, right.1
        );
    }
}

fn id(piece: Piece) -> String {
    let color = if piece.color == Color::White { 'w' } else { 'b' };
    format!("{color}{}", piece.piece_type.letter())
}

/// The pieces that boards refer to. It takes no room on the page.
pub(super) fn shapes() -> String {
    let mut svg = String::from(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n",
    );
    for color in [Color::White, Color::Black] {
        for piece_type in PieceType::ALL {
            let (path, circles) = shape(piece_type);
            let (id, class) = (id(Piece::new(color, piece_type)), color.to_string());
            let _ = write!(svg, "<g id=\"{id}\" class=\"piece {class}\"><path d=\"{path}\"/>");
            for (x, y, radius) in circles {
                let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
            }
            svg.push_str("</g>\n");
        }
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(bottom: Color, arrows: Vec<(Move, Tone)>) -> String {
        let position = Position::initial();
        Board { position: &position, bottom, arrows, label: "<start>".to_owned() }.svg()
    }

    #[test]
    fn every_piece_has_its_place_and_its_shape() {
        let svg = board(Color::White, Vec::new());
        assert_eq!(svg.matches("<use ").count(), 32);
        assert!(svg.contains("<use href=\"#wk\" x=\"180\" y=\"315\"/>"), "{svg}");
        assert!(svg.contains("<use href=\"#bq\" x=\"135\" y=\"0\"/>"), "{svg}");
        let shapes = shapes();
        for part in svg.split("href=\"#").skip(1) {
            let id = part.split('"').next().unwrap();
            assert!(shapes.contains(&format!("id=\"{id}\"")), "{id}");
        }
        assert!(!svg.contains("<start>"));
    }

    #[test]
    fn black_at_the_bottom_turns_the_board() {
        let svg = board(Color::Black, Vec::new());
        assert!(svg.contains("<use href=\"#bk\" x=\"135\" y=\"315\"/>"), "{svg}");
    }

    #[test]
    fn arrows_point_along_moves() {
        let e4 = Position::initial().parse_uci("e2e4").unwrap();
        let svg = board(Color::White, vec![(e4, Tone::Good)]);
        assert!(svg.contains("class=\"arrow good\""), "{svg}");
        assert!(svg.contains("x1=\"202.5\" y1=\"292.5\" x2=\"202.5\" y2=\"217.5\""), "{svg}");
    }
}
