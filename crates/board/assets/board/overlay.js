// Arrows above the pieces and coloured squares below them, in units of one square.

import { svg } from "../dom.js";
import { cellOf } from "./squares.js";

const HEAD_LENGTH = 0.34;
const HEAD_WIDTH = 0.24;
const START_GAP = 0.18;
const END_GAP = 0.12;

/** The outline of an arrow from the middle of one square to the middle of another. */
function arrowPath([fromColumn, fromRow], [toColumn, toRow], width) {
  const dx = toColumn - fromColumn;
  const dy = toRow - fromRow;
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const point = (along, across) =>
    `${(fromColumn + 0.5 + ux * along - uy * across).toFixed(3)} ${(fromRow + 0.5 + uy * along + ux * across).toFixed(3)}`;
  const tip = length - END_GAP;
  const neck = tip - HEAD_LENGTH;
  return (
    `M${point(START_GAP, -width)}L${point(neck, -width)}L${point(neck, -HEAD_WIDTH)}L${point(tip, 0)}` +
    `L${point(neck, HEAD_WIDTH)}L${point(neck, width)}L${point(START_GAP, width)}Z`
  );
}

/** @typedef {{from: string, to: string, kind: string, label?: string}} Arrow */

export class Overlay {
  below = svg("svg", { class: "overlay below", viewBox: "0 0 8 8", "aria-hidden": "true" });
  above = svg("svg", { class: "overlay above", viewBox: "0 0 8 8", "aria-hidden": "true" });
  #arrows = [];
  #highlights = [];
  #drawn = { arrows: [], highlights: [] };
  #orientation = "white";

  /** @param {Arrow[]} arrows of the page */
  setArrows(arrows) {
    this.#arrows = arrows;
    this.#draw();
  }

  /** @param {{square: string, kind: string}[]} highlights of the page */
  setHighlights(highlights) {
    this.#highlights = highlights;
    this.#draw();
  }

  setOrientation(orientation) {
    if (orientation === this.#orientation) return;
    this.#orientation = orientation;
    this.#draw();
  }

  /** Draws what the user drew, or takes it away if it was there. */
  toggle(from, to) {
    const { arrows, highlights } = this.#drawn;
    if (from === to) this.#drawn.highlights = flipEntry(highlights, { square: from, kind: "user" });
    else this.#drawn.arrows = flipEntry(arrows, { from, to, kind: "user" });
    this.#draw();
  }

  clearDrawn() {
    this.#drawn = { arrows: [], highlights: [] };
    this.#draw();
  }

  #draw() {
    const cell = (square) => cellOf(square, this.#orientation);
    const squares = [...this.#highlights, ...this.#drawn.highlights].map(({ square, kind }) => {
      const [x, y] = cell(square);
      return svg("rect", { x, y, width: 1, height: 1, class: `highlight ${kind}`, "data-square": square });
    });
    this.below.replaceChildren(...squares);
    const arrows = [...this.#arrows, ...this.#drawn.arrows].filter(({ from, to }) => from !== to);
    const drawn = arrows.map((arrow, place) => {
      const before = arrows.slice(0, place).filter(({ to, label }) => label && to === arrow.to).length;
      return this.#arrow(arrow, cell, before);
    });
    // The most important arrow comes first in the list and is drawn last, on top.
    this.above.replaceChildren(...drawn.reverse());
  }

  /** `before` labels stand in the corner of the target already: this one goes beside them. */
  #arrow({ from, to, kind, label }, cell, before) {
    const width = kind === "minor" ? 0.06 : 0.085;
    const [column, row] = cell(to);
    const x = column + 0.82 - 0.34 * before;
    return svg(
      "g",
      { class: `arrow ${kind}`, "data-arrow": from + to },
      svg("path", { d: arrowPath(cell(from), cell(to), width) }),
      label ? svg("circle", { cx: x, cy: row + 0.18, r: 0.16 }) : null,
      label ? svg("text", { x, y: row + 0.255 }, label) : null,
    );
  }
}

function flipEntry(list, entry) {
  const text = JSON.stringify(entry);
  const rest = list.filter((other) => JSON.stringify(other) !== text);
  return rest.length < list.length ? rest : [...list, entry];
}
