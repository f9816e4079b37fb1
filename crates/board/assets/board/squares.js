// Squares and the placement field of a FEN: notation, not rules.

const FILES = "abcdefgh";

/** The square in a visual column and row (0 is the top left), seen from `orientation`. */
export function squareAt(column, row, orientation) {
  return orientation === "white" ? `${FILES[column]}${8 - row}` : `${FILES[7 - column]}${row + 1}`;
}

/** The visual column and row of a square. @returns {[number, number]} */
export function cellOf(square, orientation) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  return orientation === "white" ? [file, 7 - rank] : [7 - file, rank];
}

/** The pieces of a FEN by square. @returns {Map<string, string>} */
export function parsePlacement(fen) {
  const pieces = new Map();
  for (const [row, rank] of fen.split(" ")[0].split("/").entries()) {
    let column = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") column += Number(letter);
      else if (column < 8 && row < 8 && /[pnbrqk]/i.test(letter)) pieces.set(squareAt(column++, row, "white"), letter);
    }
  }
  return pieces;
}

/** The placement field for `pieces`. */
export function writePlacement(pieces) {
  const ranks = [];
  for (let row = 0; row < 8; row += 1) {
    let text = "";
    for (let column = 0; column < 8; column += 1) text += pieces.get(squareAt(column, row, "white")) ?? "1";
    ranks.push(text.replace(/1+/g, (run) => run.length));
  }
  return ranks.join("/");
}

/** The squares that a UCI move names: where it comes from and where it goes. */
export function endsOf(uci) {
  return { from: uci.slice(0, 2), to: uci.slice(2, 4) };
}
