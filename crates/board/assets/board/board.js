// The board component: a grid of 64 labelled squares, pieces, marks and arrows. It knows no rules;
// what may be picked up and where it may go is asked of `rules`.

import { el } from "../dom.js";
import { attachDrag } from "./drag.js";
import { attachKeys } from "./keys.js";
import { PieceLayer } from "./layer.js";
import { Overlay } from "./overlay.js";
import { pieceName } from "./pieces.js";
import { parsePlacement, squareAt } from "./squares.js";

/**
 * @typedef {object} Rules
 * @property {(square: string) => boolean} mayPick
 * @property {(square: string) => Iterable<string>} targets where the piece may be dropped
 * @property {(from: string, to: string | null) => boolean} drop whether the drop means something;
 *   `to` is null outside the board
 * @property {(square: string) => boolean} [press] a click that is not about picking up (editor)
 * @property {(square: string, key: string) => boolean} [key] a key on a square (editor)
 * @property {(square: string | null, targets: string[]) => void} [picked] told after every change
 */

export class Board {
  grid = el("div", { class: "grid", role: "grid" });
  layer = new PieceLayer();
  overlay = new Overlay();
  orientation = "white";
  picked = null;
  #cells = [];
  #marker = el("div", { class: "hover-marker", "aria-hidden": "true" });
  #focused = "e2";
  #shown = { pieces: new Map(), last: null, check: null };
  #preview = null;
  /** Whether the next position slides in; not after a drop, which has moved the piece already. */
  #slideNext = true;

  /** @param {Rules} rules */
  constructor(label, rules) {
    this.rules = rules;
    this.grid.setAttribute("aria-label", label);
    for (let row = 0; row < 8; row += 1) {
      const cells = [];
      for (let column = 0; column < 8; column += 1) {
        cells.push(
          el("div", { role: "gridcell", class: `square ${(row + column) % 2 ? "dark" : "light"}`, tabindex: "-1" }),
        );
      }
      this.#cells.push(...cells);
      this.grid.append(el("div", { role: "row" }, cells));
    }
    this.element = el(
      "div",
      { class: "board" },
      this.grid,
      this.overlay.below,
      this.#marker,
      this.layer.element,
      this.overlay.above,
    );
    attachDrag(this);
    attachKeys(this);
  }

  /**
   * Shows a position.
   * @param {{fen: string, last?: {from: string, to: string} | null, check?: string | null}} position
   */
  show({ fen, last = null, check = null }, { slide = true } = {}) {
    this.#shown = { pieces: parsePlacement(fen), last, check };
    this.picked = null;
    this.#render(slide && this.#slideNext);
    this.#slideNext = true;
  }

  /** Shows another position over the real one, which cannot be touched meanwhile; null ends it. */
  preview(fen, last = null) {
    this.#preview = fen === null ? null : { pieces: parsePlacement(fen), last, check: null };
    this.element.classList.toggle("previewing", fen !== null);
    this.#render(false);
  }

  turn(orientation) {
    this.orientation = orientation;
    this.overlay.setOrientation(orientation);
    this.#render(false);
  }

  piece(square) {
    return this.#shown.pieces.get(square);
  }

  /** Picks up the piece on `square`, or puts back what was picked up (null). */
  pick(square) {
    if (square === this.picked) return;
    this.picked = square;
    this.#label();
    this.rules.picked?.(square, square ? [...this.rules.targets(square)] : []);
  }

  /** A click or Enter on `square`: true if it completed a move or used a tool. */
  press(square) {
    if (this.#preview) return true;
    if (this.rules.press?.(square)) return true;
    if (!this.picked || this.picked === square) return false;
    return this.drop(this.picked, square, { slide: true });
  }

  drop(from, to, { slide }) {
    const done = this.rules.drop(from, to);
    this.#slideNext = slide || !done;
    if (!done) this.layer.settle(from);
    else if (this.picked === from) this.pick(null);
    return done;
  }

  /** Redraws labels and marks after the rules have learnt more of the position that is shown. */
  refresh(check = this.#shown.check) {
    this.#shown.check = check;
    this.#label();
  }

  focus(square) {
    this.#focused = square;
    for (const cell of this.#cells) {
      cell.tabIndex = cell.dataset.square === square ? 0 : -1;
      if (cell.dataset.square === square) cell.focus({ preventScroll: true });
    }
  }

  /** The square at a point given in parts of the board's size, or null outside. */
  squareAtPoint(x, y) {
    const [column, row] = [Math.floor(x * 8), Math.floor(y * 8)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return squareAt(column, row, this.orientation);
  }

  /** Marks the square under a dragged piece. */
  hover(square) {
    const useful =
      square !== null &&
      this.picked !== null &&
      square !== this.picked &&
      [...this.rules.targets(this.picked)].includes(square);
    this.#marker.classList.toggle("shown", useful);
    if (!useful) return;
    const place = this.#cells.findIndex((cell) => cell.dataset.square === square);
    this.#marker.style.transform = `translate(${(place % 8) * 100}%, ${Math.floor(place / 8) * 100}%)`;
  }

  #render(slide) {
    const { pieces } = this.#preview ?? this.#shown;
    for (const [place, cell] of this.#cells.entries()) {
      const square = squareAt(place % 8, Math.floor(place / 8), this.orientation);
      cell.dataset.square = square;
      cell.dataset.file = place >= 56 ? square[0] : "";
      cell.dataset.rank = place % 8 === 0 ? square[1] : "";
      cell.tabIndex = square === this.#focused ? 0 : -1;
    }
    this.layer.show(pieces, this.orientation, slide);
    this.#label();
  }

  /** Names the squares for screen readers and marks them for the eye. */
  #label() {
    const { pieces, last, check } = this.#preview ?? this.#shown;
    const targets = new Set(this.picked ? this.rules.targets(this.picked) : []);
    for (const cell of this.#cells) {
      const { square } = cell.dataset;
      const letter = pieces.get(square);
      const words = [square, letter ? pieceName(letter) : "empty"];
      if (square === check) words.push("in check");
      if (targets.has(square)) words.push(letter ? "can be captured" : "possible move");
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-selected", String(square === this.picked));
      cell.classList.toggle("last", square === last?.from || square === last?.to);
      cell.classList.toggle("check", square === check);
      cell.classList.toggle("target", targets.has(square) && !letter);
      cell.classList.toggle("capture", targets.has(square) && Boolean(letter));
      cell.classList.toggle("movable", !this.#preview && this.rules.mayPick(square));
    }
  }
}
