//! What a line wins or loses: the material at its end against the material at its start.

use chess::{Color, Move, PieceType, Position};
use engine::EXCHANGE;

/// Material is counted up to this ply of a line: what follows is hardly the fault of its first move.
const HORIZON: usize = 8;
/// Points by piece type, pawn first.
const POINTS: [i32; PieceType::COUNT] = [1, 3, 3, 5, 9, 0];

/// What a side has lost in the course of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Toll {
    /// Pieces by type: positive if the side lost more of them than the opponent.
    net: [i32; PieceType::COUNT],
    /// Whether the opponent has promoted a pawn.
    promoted: bool,
    /// How many moves of the line it takes.
    pub(super) plies: usize,
}

impl Toll {
    /// The toll of a line for the side to move at its start, measured where the exchanges are over;
    /// `None` if the line never gets there. At least `least` moves are played. What was lost since
    /// `baseline` counts too: a line may begin amid an exchange.
    pub(super) fn of(
        baseline: &Position,
        start: &Position,
        line: &[Move],
        least: usize,
    ) -> Option<Toll> {
        let side = start.turn();
        let mut position = *start;
        let mut tolls: Vec<Toll> = Vec::new();
        let mut promoted = false;
        for (index, &mv) in line.iter().enumerate().take(HORIZON) {
            if !position.is_legal(mv) {
                break;
            }
            promoted |= position.turn() != side && mv.promotion().is_some();
            position = position.after(mv);
            if index + 1 >= least && is_settled(&position, line.get(index + 1).copied()) {
                let net = net(baseline, &position, side);
                tolls.push(Toll { net, promoted, plies: index + 1 });
            }
        }
        // The shortest line after which nothing changes any more.
        let last = tolls.last()?.clone();
        let same = tolls.iter().rev().take_while(|toll| toll.net == last.net);
        Some(same.last().cloned().unwrap_or(last))
    }

    /// Points lost; negative if material was won.
    pub(super) fn points(&self) -> i32 {
        self.net.iter().zip(POINTS).map(|(count, points)| count * points).sum()
    }

    /// What was lost, such as `a knight` or `the exchange and a pawn`.
    pub(super) fn lost(&self) -> String {
        in_words(self.net)
    }

    /// Whether the opponent's new queen is what the line costs.
    pub(super) fn is_promotion(&self) -> bool {
        self.promoted && self.net[PieceType::Queen] > 0
    }

    /// What was won.
    pub(super) fn won(&self) -> String {
        in_words(self.net.map(|count| -count))
    }
}

/// Whether the exchanges are over: nobody is in check, the line goes on quietly, or, where it ends,
/// nothing can be won by a capture.
fn is_settled(position: &Position, next: Option<Move>) -> bool {
    if position.in_check() && position.count_legal() > 0 {
        return false;
    }
    match next {
        Some(next) => !next.is_capture() && next.promotion().is_none(),
        None => {
            let moves = position.legal_moves();
            !moves.iter().any(|&mv| mv.is_capture() && position.exchange_at_least(mv, 1, &EXCHANGE))
        }
    }
}

/// By type, how many more pieces `side` has lost than the opponent. A bishop for a knight is no
/// difference.
fn net(start: &Position, end: &Position, side: Color) -> [i32; PieceType::COUNT] {
    let lost = |color: Color, piece_type: PieceType| {
        let count = |position: &Position| position.board().pieces(color, piece_type).len() as i32;
        count(start) - count(end)
    };
    let mut net = [0; PieceType::COUNT];
    for piece_type in PieceType::ALL {
        net[piece_type] = lost(side, piece_type) - lost(!side, piece_type);
    }
    let (knights, bishops) = (net[PieceType::Knight], net[PieceType::Bishop]);
    if knights.signum() * bishops.signum() < 0 {
        let same = knights.abs().min(bishops.abs());
        net[PieceType::Knight] -= same * knights.signum();
        net[PieceType::Bishop] -= same * bishops.signum();
    }
    net
}

/// Positive counts as words, with what they were exchanged for.
fn in_words(mut net: [i32; PieceType::COUNT]) -> String {
    use PieceType::{Bishop, Knight, Rook};
    let mut lost = Vec::new();
    let minor = if net[Knight] < 0 { Knight } else { Bishop };
    if net[Rook] > 0 && net[minor] < 0 {
        net[Rook] -= 1;
        net[minor] += 1;
        lost.push("the exchange".to_owned());
    }
    let names = [
        (PieceType::Queen, "the queen", "queens"),
        (PieceType::Rook, "a rook", "rooks"),
        (PieceType::Bishop, "a bishop", "bishops"),
        (PieceType::Knight, "a knight", "knights"),
        (PieceType::Pawn, "a pawn", "pawns"),
    ];
    let mut gained = Vec::new();
    for (piece_type, one, many) in names {
        let words = match net[piece_type].abs() {
            0 => continue,
            1 => one.to_owned(),
            2 => format!("two {many}"),
            3 => format!("three {many}"),
            count => format!("{count} {many}"),
        };
        if net[piece_type] > 0 { lost.push(words) } else { gained.push(words) }
    }
    match gained.is_empty() {
        true => listed(&lost),
        false => format!("{} for {}", listed(&lost), listed(&gained)),
    }
}

/// `a`, `a and b`, or `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use chess::Setup;

    use super::*;

    fn toll(fen: &str, line: &str) -> Option<Toll> {
        let start = fen.parse::<Setup>().unwrap().position;
        let (mut position, mut moves) = (start, Vec::new());
        for san in line.split_whitespace() {
            let mv = position.parse_san(san).expect(san);
            moves.push(mv);
            position = position.after(mv);
        }
        Toll::of(&start, &start, &moves, 2)
    }

    #[test]
    fn the_toll_is_what_both_sides_lost() {
        // A rook takes a defended knight: the exchange.
        let fen = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1";
        let found = toll(fen, "Rxd5 exd5").unwrap();
        assert_eq!((found.lost().as_str(), found.points(), found.plies), ("the exchange", 2, 2));
        let found = toll(fen, "Kf2 Ke7").unwrap();
        assert_eq!((found.lost().as_str(), found.points()), ("", 0));
    }

    #[test]
    fn a_line_is_cut_where_nothing_changes_any_more() {
        let fen = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1";
        let found = toll(fen, "Rxd5 exd5 Kd2 Kd7 Kd3 Kd6").unwrap();
        assert_eq!(found.plies, 2);
    }

    #[test]
    fn a_line_that_ends_amid_an_exchange_has_no_toll() {
        // The pawn can take the rook back.
        let fen = "4k3/8/4p3/3n4/8/8/8/3RK3 b - - 0 1";
        assert_eq!(toll(fen, "Ke7 Rxd5"), None);
    }

    #[test]
    fn an_exchange_that_began_before_the_line_counts() {
        let before = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1".parse::<Setup>().unwrap().position;
        let start = before.after(before.parse_san("Rxd5").unwrap());
        let line = [start.parse_san("exd5").unwrap()];
        let toll = Toll::of(&before, &start, &line, 1).unwrap();
        assert_eq!((toll.won().as_str(), toll.points()), ("the exchange", -2));
    }

    #[test]
    fn pieces_are_named_with_what_they_were_given_for() {
        use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        for (net, words) in [
            (&[(Pawn, 1)][..], "a pawn"),
            (&[(Pawn, 2)], "two pawns"),
            (&[(Knight, 1)], "a knight"),
            (&[(Bishop, 1), (Pawn, -1)], "a bishop for a pawn"),
            (&[(Rook, 1), (Knight, -1), (Pawn, 1)], "the exchange and a pawn"),
            (&[(Queen, 1), (Rook, -1), (Bishop, -1)], "the queen for a rook and a bishop"),
            (&[(Queen, 1), (Rook, 1), (Pawn, 4)], "the queen, a rook and 4 pawns"),
        ] {
            let mut counts = [0; PieceType::COUNT];
            for &(piece_type, count) in net {
                counts[piece_type] = count;
            }
            assert_eq!(in_words(counts), words);
        }
    }

    #[test]
    fn a_bishop_for_a_knight_is_even() {
        let found = toll("4k3/8/4p3/3n4/8/1B6/8/4K3 w - - 0 1", "Bxd5 exd5").unwrap();
        assert_eq!((found.points(), found.lost().as_str()), (0, ""));
    }

    #[test]
    fn a_promotion_is_named() {
        let found = toll("4k3/8/8/8/8/8/p6P/4K3 w - - 0 1", "h4 a1=Q+ Ke2 Qf6").unwrap();
        assert!(found.is_promotion() && found.points() == 8);
    }
}
