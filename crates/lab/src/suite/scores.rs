//! Points for single moves, in the two forms that suites use.

use chess::{Epd, Move, Position};

/// The points of `c8` and `c9`, or else of `c0`.
pub(super) fn read(epd: &Epd, problems: &mut Vec<String>) -> Vec<(Move, u32)> {
    let position = &epd.setup().position;
    match (epd.comment(8), epd.comment(9)) {
        (Some(points), Some(moves)) => in_step(position, &points, &moves, problems),
        _ => epd.comment(0).and_then(|text| with_equals(position, &text)).unwrap_or_default(),
    }
}

/// `10 5 3` and `f7f5 e7e5 a7a6`.
fn in_step(
    position: &Position,
    points: &str,
    moves: &str,
    problems: &mut Vec<String>,
) -> Vec<(Move, u32)> {
    let (points, moves): (Vec<&str>, Vec<&str>) =
        (points.split_whitespace().collect(), moves.split_whitespace().collect());
    if points.len() != moves.len() {
        problems.push(format!(
            "c8 has {} numbers and c9 {} moves; expected as many",
            points.len(),
            moves.len()
        ));
        return Vec::new();
    }
    let mut scored = Vec::new();
    for (points, name) in points.iter().zip(moves) {
        let Ok(points) = points.parse() else {
            problems.push(format!("c8: '{}' is no number of points", points.escape_debug()));
            continue;
        };
        match find(position, name) {
            Some(mv) => scored.push((mv, points)),
            None => problems.push(format!("c9: '{}' is no legal move", name.escape_debug())),
        }
    }
    scored
}

/// `f5=10, e5=2`. Other suites use the same comment for prose, which gives no points.
fn with_equals(position: &Position, text: &str) -> Option<Vec<(Move, u32)>> {
    let read = |part: &str| {
        // A promotion contains an equals sign.
        let (name, points) = part.trim().rsplit_once('=')?;
        Some((find(position, name.trim())?, points.trim().parse().ok()?))
    };
    text.split(',').map(read).collect()
}

fn find(position: &Position, name: &str) -> Option<Move> {
    position.parse_uci(name).ok().or_else(|| position.parse_san(name).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(operations: &str) -> (usize, Vec<String>) {
        let epd: Epd = format!("7k/P7/8/8/8/8/8/K7 w - - {operations}").parse().unwrap();
        let mut problems = Vec::new();
        (read(&epd, &mut problems).len(), problems)
    }

    #[test]
    fn invalid_points_are_reported_and_the_rest_is_kept() {
        let (kept, problems) = points(r#"c8 "10 x 3"; c9 "a7a8q a1a2 a1a9";"#);
        assert_eq!(kept, 1);
        assert!(problems[0].contains("'x'") && problems[1].contains("'a1a9'"), "{problems:?}");
        let (kept, problems) = points(r#"c8 "10 4"; c9 "a7a8q";"#);
        assert!(kept == 0 && problems[0].contains("2 numbers and c9 1 moves"), "{problems:?}");
    }

    #[test]
    fn promotions_may_contain_an_equals_sign() {
        assert_eq!(points(r#"c0 "a8=Q=10, a8=R+=7,Kb1=2";"#), (3, Vec::new()));
        assert_eq!(points(r#"c0 "white wins, a8=Q is best";"#), (0, Vec::new()));
    }
}
