// Lines in SAN, as answers write them, played out by the server: the page knows no rules.

/** The moves (UCI) and the last position of a line from a place. */
export async function playOut(app, place, sans) {
  const moves = [];
  let fen = null;
  for (const san of sans) {
    const { uci, node } = await app.request("play", { start: place.start, moves: [...place.moves, ...moves], move: san });
    moves.push(uci);
    fen = node.fen;
  }
  return { moves, fen };
}
