// Keyboard input: one square of the grid is in the tab order; arrows move on from it, Enter or Space
// picks up and drops, Escape puts back.

import { cellOf, squareAt } from "./squares.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {import("./board.js").Board} board */
export function attachKeys(board) {
  board.grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const square = event.target.dataset?.square;
    if (!square) return;
    const used =
      move(board, square, event.key) || act(board, square, event.key) || board.rules.key?.(square, event.key);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function move(board, square, key) {
  const [column, row] = cellOf(square, board.orientation);
  let next = null;
  if (key in STEPS) next = [column + STEPS[key][0], row + STEPS[key][1]];
  if (next === null) return false;
  const inside = (value) => Math.max(0, Math.min(7, value));
  board.focus(squareAt(inside(next[0]), inside(next[1]), board.orientation));
  return true;
}

function act(board, square, key) {
  if (key === "Escape" && board.picked) {
    board.pick(null);
    return true;
  }
  if (key !== "Enter" && key !== " ") return false;
  if (board.press(square)) return true;
  if (board.picked === square) board.pick(null);
  else if (board.rules.mayPick(square)) board.pick(square);
  return true;
}
